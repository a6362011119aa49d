//! The judge for models that track dependencies: explorer and oracle find the same executions, no more and no fewer, each
//! once; blocked and failed ones too. The oracle is the one that guesses values, because these models allow cycles of
//! program order and reads-from. Of programs that access or end objects when they must not, that is compared, and no more.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use raddle_explore::oracle::{self, Guessing};
use raddle_explore::{
    Equivalence, ExploreError, Fault, FinalGraph, Limits, Options, Proceed, Run, Totals, Visitor, explore,
};
use raddle_graph::{Execution, ThreadEnd, ThreadId};
use raddle_models::ModelName;
use raddle_models::axioms::Candidate;
use raddle_models::cat::{CatModel, Evaluator};

use super::{Disagreement, Mismatch, Settings, Stats, objects};
use crate::Sketch;
use crate::known::dependent::in_every_order;
use crate::known::hard;
use crate::mutate::{Numbers, mutated};
use crate::notation::compiled;
use crate::sketch::State;

/// Compares what explorer and oracle find under a model. Nothing is compared if the model is not shipped.
///
/// The error says what they do not agree about.
pub fn compare_dependent(program: &Sketch, model: ModelName, settings: Settings) -> Result<Stats, Box<Mismatch>> {
    let Some(cat) = CatModel::shipped(model.name()) else { return Ok(Stats::default()) };
    let Settings { spurious_failures, limit, .. } = settings;
    let guessing = Guessing { spurious_failures, limit, ..Guessing::default() };
    let Some(expected) = oracle::executions_under_model(program, cat, guessing) else {
        return Ok(Stats { too_large: 1, ..Stats::default() });
    };
    let comparison = Comparison { program, model, cat, settings, expected };
    let all = |(totals, visitors): (Totals, Vec<Collect>)| {
        let mut all = Collect::default();
        for one in visitors {
            all.executions.extend(one.executions);
            all.faults.extend(one.faults);
        }
        (totals, all)
    };
    // The fast engine need not show every way to wait, and may leave out reads that can only block.
    let compared = if program.has_waits() { Compared::Unblocked } else { Compared::Everything };
    let planned = |options: &Options, run: &Run| {
        let options = Options { symmetry: false, ..options.clone() };
        explore(program, &model.into(), &options, run, Collect::default)
    };
    comparison.with(compared, &|options, run| planned(options, run).map(all))
}

/// Compares what explorer and oracle find of a hard program with one to three small changes, under one of the models, with its threads
/// in some order: the seed decides which.
pub fn compare_mutated(seed: u64, models: &[ModelName], limit: usize) -> Result<Stats, Box<Mismatch>> {
    let mut numbers = Numbers::new(seed);
    let table = hard::programs();
    let program = mutated(&table[numbers.below(table.len())].program, &mut numbers);
    let orders = in_every_order(&program);
    let order = &orders[numbers.below(orders.len())];
    let model = models[numbers.below(models.len())];
    let settings = Settings { spurious_failures: false, limit, workers: 1 };
    compare_dependent(&compiled(order, model), model, settings)
}

/// Everything that an explorer shows, with its totals.
type Explored = Result<(Totals, Collect), ExploreError>;

/// Which executions are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    Everything,
    /// Those in which no thread waits for good.
    Unblocked,
}

impl Compared {
    fn includes(self, execution: &Execution) -> bool {
        self == Compared::Everything || !execution.ends.contains(&ThreadEnd::Blocked)
    }
}

struct Comparison<'a> {
    program: &'a Sketch,
    model: ModelName,
    cat: &'a CatModel,
    settings: Settings,
    expected: BTreeSet<Execution>,
}

impl Comparison<'_> {
    fn mismatch(&self, disagreement: Disagreement) -> Box<Mismatch> {
        let Settings { spurious_failures, workers, .. } = self.settings;
        let (program, model, equivalence) = (self.program.clone(), self.model, Equivalence::Mo);
        Box::new(Mismatch { program, model, equivalence, spurious_failures, workers, disagreement })
    }

    fn with(&self, compared: Compared, explore: &dyn Fn(&Options, &Run) -> Explored) -> Result<Stats, Box<Mismatch>> {
        let options = Options {
            spurious_failures: self.settings.spurious_failures,
            workers: self.settings.workers,
            detect_duplicates: true,
            ..Options::default()
        };
        // Far longer than any program that the oracle can judge takes.
        let run = Run::new(Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() });
        // A panic would not name the program.
        let (totals, Collect { executions: found, faults }) =
            match catch_unwind(AssertUnwindSafe(|| explore(&options, &run))) {
                Ok(Ok(explored)) => explored,
                Ok(Err(error)) => return Err(self.mismatch(Disagreement::Error(error))),
                Err(payload) => {
                    let text = (payload.downcast_ref::<String>().map(String::as_str))
                        .or_else(|| payload.downcast_ref::<&str>().copied());
                    return Err(self.mismatch(Disagreement::Panic(text.unwrap_or("no message").to_owned())));
                }
            };
        if totals.uncertain {
            // It says that executions may be missing.
            return Ok(Stats { too_large: 1, ..Stats::default() });
        }
        if self.judge_faults(&faults)? {
            return Ok(Stats { compared: 1, faulty: 1, ..Stats::default() });
        }
        let shown = found.len();
        let found: BTreeSet<Execution> = found.into_iter().collect();
        let stats = count(&found);
        let is_compared = |execution: &&Execution| compared.includes(execution);
        let missing: Vec<Execution> = self.expected.difference(&found).filter(is_compared).cloned().collect();
        let mut evaluator = Evaluator::new(self.cat);
        let surplus = found.difference(&self.expected).filter(is_compared);
        let surplus: Vec<_> = surplus.map(|execution| (execution.clone(), why(&mut evaluator, execution))).collect();
        if !missing.is_empty() || !surplus.is_empty() {
            return Err(self.mismatch(Disagreement::Sets { missing, surplus }));
        }
        let counted = (totals.complete, totals.blocked, totals.failed, totals.limit, totals.uncertain);
        if counted != (stats.complete, stats.blocked, stats.failed, None, false) || shown != found.len() {
            let Stats { complete, blocked, failed, .. } = stats;
            let shown = Box::new(Totals { complete, blocked, failed, ..Totals::default() });
            return Err(self.mismatch(Disagreement::Totals { counted: Box::new(totals), shown }));
        }
        Ok(stats)
    }

    /// Judges whether there are faults: are there?
    fn judge_faults(&self, faults: &[Fault]) -> Result<bool, Box<Mismatch>> {
        let faulty = self.expected.iter().find(|execution| objects::has_fault(execution, self.model));
        let wrong = |what| Err(self.mismatch(Disagreement::Errors(what)));
        match (faults.first(), faulty) {
            (Some(fault), None) => wrong(format!("{fault:?} is found, but there is no such fault")),
            (None, Some(execution)) => wrong(format!("no fault is found, but this has one:\n{execution}")),
            (fault, _) => Ok(fault.is_some()),
        }
    }
}

fn count(found: &BTreeSet<Execution>) -> Stats {
    let mut stats = Stats { compared: 1, ..Stats::default() };
    for execution in found {
        if execution.ends.contains(&ThreadEnd::Failed) {
            stats.failed += 1;
        } else if execution.ends.contains(&ThreadEnd::Blocked) {
            stats.blocked += 1;
        } else {
            stats.complete += 1;
        }
    }
    stats
}

/// What is wrong with an execution that only the explorer has.
fn why(evaluator: &mut Evaluator<'_>, execution: &Execution) -> String {
    let candidate = match Candidate::new(execution) {
        Ok(candidate) => candidate,
        Err(violation) => return violation.to_string(),
    };
    let co = match execution.co.as_ref().map(|co| candidate.coherence(co)) {
        Some(Ok(co)) => co,
        Some(Err(violation)) => return violation.to_string(),
        None => return "no coherence".to_owned(),
    };
    match evaluator.check(&candidate, &co) {
        Err(violation) => violation.to_string(),
        Ok(()) => "consistent, but not final or not an execution of the program".to_owned(),
    }
}

#[derive(Default)]
struct Collect {
    executions: Vec<Execution>,
    faults: Vec<Fault>,
}

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        let execution = found.execution();
        let threads = (0..execution.threads.len()).map(|thread| ThreadId(thread as u16));
        self.faults.extend(threads.filter_map(|thread| found.fault(thread)));
        self.executions.push(execution);
        Proceed::Continue
    }
}
