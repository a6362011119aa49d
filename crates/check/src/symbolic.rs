//! Checks a program with the symbolic engine, which takes all executions at once: the same subject, the same learning, the same
//! verdict. What it finds is an execution, which is looked at as if it had been explored.

use raddle_bmc::{Found, Stats, Unsolved, Vacuous, solve};
use raddle_explore::{Ending, Equivalence, Plan, Program as _, Run, Totals};
use raddle_ir::Position;

use crate::check::{CheckError, MAX_ROUNDS, UnfitModel};
use crate::describe::Describer;
use crate::finder::Finder;
use crate::growth::Growth;
use crate::options::{Options, Unwatched, Watch};
use crate::subject::{Checkable, InputPlace, Subject, Target};
use crate::verdict::{Note, Vacuity, Verdict, Warning};

/// What the symbolic engine is told besides what every check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Symbolic {
    /// How far loops are unrolled; as far as it matters if nobody says.
    pub unroll: Option<u32>,
}

/// Why the symbolic engine does not check a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SymbolicError {
    /// It does not know the model.
    #[error("{}", Unsolved::Model)]
    Model,
    /// It finds no races.
    #[error("--engine bmc does not look for data races, which are errors under {model}")]
    Races {
        /// The model.
        model: String,
    },
    /// It does not show all executions, or does not look for what was asked for.
    #[error("{option} needs --engine explore")]
    Option {
        /// The option.
        option: &'static str,
    },
    /// It cannot express what the program does.
    #[error("{message}")]
    Unsupported {
        /// What.
        message: String,
        /// Where.
        place: Option<InputPlace>,
    },
    /// A fault in Raddle.
    #[error("{message}\nthis is a fault in Raddle: please report it, with the program")]
    Fault {
        /// What happened.
        message: String,
    },
}

impl SymbolicError {
    /// Is it a fault in Raddle?
    pub fn is_fault(&self) -> bool {
        matches!(self, SymbolicError::Fault { .. })
    }

    /// What to do instead.
    pub fn help(&self) -> &'static str {
        match self {
            SymbolicError::Model => "add --model tso, or leave out --engine",
            SymbolicError::Races { .. } => "add --no-race-detection, or leave out --engine",
            SymbolicError::Option { .. } => "leave out one of the two",
            SymbolicError::Unsupported { .. } => "leave out --engine: the explorer takes more programs",
            SymbolicError::Fault { .. } => "",
        }
    }
}

/// Checks a program with the symbolic engine.
pub fn check_symbolically<C: Checkable>(
    program: &C,
    options: &Options,
    symbolic: Symbolic,
    run: &Run,
    watch: &dyn Watch,
) -> Result<Verdict, CheckError<C::Error>> {
    UnfitModel::refuse(&options.model)?;
    let refuse = |error| Err(CheckError::Symbolic(error));
    let Some(model) = options.model.named().filter(|&model| raddle_bmc::knows(model)) else {
        return refuse(SymbolicError::Model);
    };
    if model.has_races() && options.races {
        return refuse(SymbolicError::Races { model: model.name().to_owned() });
    }
    let wants = |endings: &[Ending]| endings.iter().any(|&ending| watch.wants(ending));
    let asked = [
        (options.liveness, "--check-liveness"),
        (options.leaks, "--check-leaks"),
        (options.keep_going, "--keep-going"),
        (options.specification.is_some(), "--spec"),
        (wants(&[Ending::Complete, Ending::Failed]), "--print-executions"),
        (wants(&[Ending::Blocked]), "--print-blocked"),
        (options.explore.equivalence == Equivalence::Wb, "--equivalence wb"),
    ];
    if let Some(&(_, option)) = asked.iter().find(|(is_asked, _)| *is_asked) {
        return refuse(SymbolicError::Option { option });
    }
    let target = Target { max_steps: options.max_steps, ..Target::new(options.model.clone(), options.races) };
    let mut subject = program.subject(&target).map_err(CheckError::Refused)?;
    let settings = raddle_bmc::Options { unroll: symbolic.unroll, spurious: options.explore.spurious_failures };
    let stop = || run.spend(0).is_err();
    let mut rounds = 0;
    let solved = loop {
        rounds += 1;
        match solve(subject.program(), model, settings, &stop) {
            Err(Unsolved::Learn(discovery)) if rounds < MAX_ROUNDS => {
                if !subject.learn(discovery).map_err(CheckError::Refused)? {
                    let message = format!("{discovery:?} cannot be learnt");
                    return refuse(SymbolicError::Fault { message });
                }
            }
            solved => break solved,
        }
    };
    let mut verdict = Verdict {
        file: subject.names().file().to_owned(),
        model: options.model.clone(),
        equivalence: options.explore.equivalence,
        plan: Plan { stages: Vec::new() },
        workers: 1,
        threads: subject.program().threads(),
        rounds,
        totals: Totals::default(),
        calls: None,
        buffering: None,
        errors: Vec::new(),
        warnings: Vec::new(),
        notes: subject.notes().iter().cloned().map(Note::Understood).collect(),
        bounded: None,
        cut_loops: Vec::new(),
        vacuity: None,
        limit: None,
        output: Vec::new(),
        symbolic: Some(Stats::default()),
        seconds: 0.0,
    };
    let file = |position: &Position| subject.program().file_name(position.file).to_owned();
    match solved {
        Ok(answer) => {
            verdict.symbolic = Some(answer.stats);
            match answer.found {
                Found::Error(execution) => {
                    let describer = Describer::new(subject.program(), subject.names());
                    let growth = Growth::new(std::time::Instant::now());
                    let mut finder = Finder::new(&describer, options, &Unwatched, &growth);
                    let shown = raddle_engine::show(subject.program(), &execution, &options.explore, run, &mut finder);
                    shown.map_err(CheckError::Explore)?;
                    let errors = finder.errors.values();
                    verdict.errors = errors.map(|found| describer.error(found, options.show_output)).take(1).collect();
                    if verdict.errors.is_empty() {
                        let message = format!("the symbolic engine found an error where there is none\n{execution}");
                        return refuse(SymbolicError::Fault { message });
                    }
                    verdict.notes.extend(subject.error_notes().iter().cloned().map(Note::Understood));
                }
                Found::Nothing { bounded, vacuous } => {
                    if let Some((unroll, loops)) = bounded {
                        verdict.bounded = Some(unroll.into());
                        verdict.cut_loops = loops.iter().map(|position| (file(position), position.line)).collect();
                        verdict.cut_loops.dedup();
                        let (unroll, loops) = (unroll.into(), verdict.cut_loops.clone());
                        verdict.warnings.push(Warning::CutLoops { unroll, loops });
                    }
                    verdict.vacuity = vacuous.map(|why| match why {
                        Vacuous::Assumptions => Vacuity::Assumptions,
                        Vacuous::Bound => Vacuity::Bound,
                        Vacuous::Waits => Vacuity::Waits,
                    });
                    verdict.warnings.extend(verdict.vacuity.map(|why| Warning::Vacuous { why, blocked: 0 }));
                }
            }
        }
        Err(Unsolved::Stopped) => verdict.limit = run.spend(0).err(),
        Err(error @ Unsolved::Fault(_)) => return refuse(SymbolicError::Fault { message: error.to_string() }),
        Err(Unsolved::Learn(_)) => return Err(CheckError::TooManyRounds { rounds }),
        Err(error) => {
            let position = match &error {
                Unsolved::Unsupported { position, .. } => *position,
                _ => None,
            };
            let place = position.map(|at| InputPlace { file: file(&at), line: at.line, column: at.column });
            return refuse(SymbolicError::Unsupported { message: error.to_string(), place });
        }
    }
    verdict.seconds = run.elapsed().as_secs_f64();
    watch.found(&verdict);
    Ok(verdict)
}
