//! A user of the library goes from a program of their own to a verdict and a story. No text is parsed, and none is rendered.

use std::convert::Infallible;
use std::time::Duration;

use raddle_check::{
    Access, Answer, CheckError, Checkable, Deed, EdgeKind, Elsewhere, EndKind, Names, Note, Open, Options, Origin,
    Problem, Question, Subject, Target, UnfitModel, Unwatched, Verdict, Warning, Watch, check,
};
use raddle_explore::{Checked, Discovery, Engine, Limit, Limits, Run, Width as EngineWidth};
use raddle_graph::{Address, Mode, ThreadId, Width};
use raddle_ir::{BinaryOp, FailureKind, Operand, Position, Program, ProgramBuilder};
use raddle_models::ModelName;

const DATA: u64 = 4096;
const FLAG: u64 = 4104;
const NOISE: u64 = 4112;

/// Message passing: a writer, and a reader that asserts what it reads.
#[derive(Clone, Copy)]
struct MessagePassing {
    flag: Mode,
    data: Mode,
    /// So often each of two other threads writes something else.
    noise: u64,
}

impl MessagePassing {
    fn program(&self) -> Program {
        let mut program = ProgramBuilder::new();
        program.object("data", DATA, 4, 1);
        program.object("flag", FLAG, 4, 1);
        let at = |line| Position { file: 0, line, column: 1 };
        program.file("mp");
        let writer = program.declare("writer", 0);
        let mut code = program.function(writer);
        code.at(at(1));
        code.store(DATA, 42, self.data, Width::W32);
        code.at(at(2));
        code.store(FLAG, 1, if self.flag == Mode::Acq { Mode::Rel } else { self.flag }, Width::W32);
        code.finish();
        program.define(code);
        let reader = program.declare("reader", 0);
        let mut code = program.function(reader);
        let (flag, data) = (code.register(), code.register());
        code.at(at(3));
        code.load(flag, FLAG, self.flag, Width::W32);
        code.assume(flag);
        code.at(at(4));
        code.load(data, DATA, self.data, Width::W32);
        code.binary(BinaryOp::Eq, Width::W32, data, Operand::Reg(data), 42);
        let stale = program.failure("the data is stale", at(5));
        code.at(at(5));
        code.assert(data, stale);
        code.finish();
        program.define(code);
        program.thread(writer, &[]);
        program.thread(reader, &[]);
        if self.noise > 0 {
            program.object("noise", NOISE, 4, 1);
            let noisy = program.declare("noisy", 0);
            let mut code = program.function(noisy);
            for value in 1..=self.noise {
                code.at(at(6));
                code.store(NOISE, value, Mode::Rlx, Width::W32);
            }
            code.finish();
            program.define(code);
            program.thread(noisy, &[]);
            program.thread(noisy, &[]);
        }
        program.build().expect("the program is well formed")
    }
}

struct Prepared(Program);

impl Checkable for MessagePassing {
    type Subject<'a> = Prepared;
    type Error = Infallible;

    fn subject(&self, _: &Target) -> Result<Prepared, Infallible> {
        Ok(Prepared(self.program()))
    }
}

impl Subject for Prepared {
    type Error = Infallible;

    fn program(&self) -> &Program {
        &self.0
    }

    fn names(&self) -> &dyn Names {
        self
    }

    fn learn(&mut self, _: Discovery) -> Result<bool, Infallible> {
        Ok(false)
    }
}

impl Names for Prepared {
    fn file(&self) -> &str {
        "mp"
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.0.thread_name(thread)
    }

    fn location(&self, addr: Address) -> String {
        let (object, _) = self.0.object_at(addr).expect("every location is one of an object");
        object.name.clone()
    }

    fn local(&self, _: Position, _: u64) -> Option<String> {
        None
    }

    fn line(&self, _: &str, line: u32) -> String {
        format!("code of line {line}")
    }
}

fn verdict(flag: Mode, data: Mode, options: &Options) -> Verdict {
    check(&MessagePassing { flag, data, noise: 0 }, options, &Run::default(), &Unwatched).expect("it can be checked")
}

#[test]
fn a_correct_program_is_verified() {
    let verdict = verdict(Mode::Acq, Mode::Na, &Options::default());
    assert_eq!(verdict.answer(), Answer::Ok);
    // The reader waits for the flag: that it may see none is not explored.
    assert_eq!((verdict.totals.complete, verdict.totals.blocked, verdict.threads), (1, 0, 2));
    assert!(verdict.errors.is_empty() && verdict.limit.is_none() && !verdict.is_vacuous());
}

#[test]
fn a_race_is_data() {
    let verdict = verdict(Mode::Rlx, Mode::Na, &Options::default());
    assert_eq!(verdict.answer(), Answer::Error);
    let error = &verdict.errors[0];
    let (first, second) = (Access::Write(Mode::Na), Access::Read(Mode::Na));
    assert_eq!(error.problem, Problem::Race { location: "data".to_owned(), first, second, mixed_sizes: false });
    assert_eq!(error.place.as_ref().map(|place| (place.function.as_str(), place.line)), Some(("writer", 1)));
    assert_eq!(error.related[0].place.line, 4);
}

#[test]
fn an_execution_is_a_story() {
    let verdict = verdict(Mode::Rlx, Mode::Rlx, &Options::default());
    let error = &verdict.errors[0];
    assert!(
        matches!(&error.problem, Problem::Failure { kind: FailureKind::Assertion, message, .. } if message == "the data is stale")
    );
    let [writer, reader] = &error.story.threads[..] else { panic!("{:?}", error.story) };
    assert_eq!((writer.name.as_str(), writer.rows.len(), &writer.end), ("writer", 2, &None));
    let [flag, data] = &reader.rows[..] else { panic!("{:?}", reader.rows) };
    assert!(matches!(&flag.deed, Deed::Read { location, value, .. } if location == "flag" && value == "1"));
    assert!(
        matches!(&flag.source, Some(Origin::Write { event, place }) if event.thread == writer.id && place.line == 2)
    );
    assert_eq!((&data.source, data.place.line, data.code.as_str()), (&Some(Origin::Initial), 4, "code of line 4"));
    let end = reader.end.as_ref().expect("the reader failed");
    assert!(end.is_marked && end.place.line == 5 && matches!(end.kind, EndKind::Failure(Some(_), None)));
    let [edge] = error.story.edges[..] else { panic!("{:?}", error.story.edges) };
    assert_eq!((edge.kind, edge.from, edge.to), (EdgeKind::ReadsFrom, writer.rows[1].event, flag.event));
}

#[test]
fn a_limit_is_a_value() {
    let limits = Limits { max_executions: Some(0), ..Limits::default() };
    let program = MessagePassing { flag: Mode::Acq, data: Mode::Na, noise: 0 };
    let verdict = check(&program, &Options::default(), &Run::new(limits), &Unwatched).expect("it can be checked");
    assert_eq!((verdict.answer(), verdict.limit), (Answer::Unknown, Some(Limit::MaxExecutions)));
}

#[test]
fn the_model_decides() {
    let options = Options { model: ModelName::Tso.into(), ..Options::default() };
    assert_eq!(verdict(Mode::Rlx, Mode::Rlx, &options).answer(), Answer::Ok);
    assert!(
        !verdict(Mode::Rlx, Mode::Rlx, &options)
            .warnings
            .iter()
            .any(|warning| matches!(warning, Warning::Vacuous { .. }))
    );
}

#[test]
fn a_verdict_says_how_the_program_was_explored() {
    let verdict = verdict(Mode::Acq, Mode::Na, &Options::default());
    let engines: Vec<_> = verdict.plan.stages.iter().map(|stage| stage.engine).collect();
    assert_eq!(engines, [Engine::Visit { model: Checked::ByName(ModelName::Rc20), width: EngineWidth::Narrow }]);
    assert_eq!(verdict.plan.engine_name(), "explore");
}

#[test]
fn a_model_that_is_not_one_of_programs_is_refused() {
    let options = Options { model: ModelName::Lkmm.into(), ..Options::default() };
    let program = MessagePassing { flag: Mode::Rlx, data: Mode::Rlx, noise: 0 };
    let refused = check(&program, &options, &Run::default(), &Unwatched);
    assert!(matches!(refused, Err(CheckError::Model(UnfitModel::Kernel))), "{refused:?}");
}

/// What is not known about an error is said, too.
#[test]
fn a_diagnosis_says_what_it_did_not_decide() {
    let options = Options { diagnose: true, ..Options::default() };
    let elsewhere = |noise| {
        let program = MessagePassing { flag: Mode::Rlx, data: Mode::Rlx, noise };
        let verdict = check(&program, &options, &Run::default(), &Unwatched).expect("it can be checked");
        assert_eq!(verdict.answer(), Answer::Error);
        let found = verdict.notes.into_iter().filter_map(|note| match note {
            Note::Elsewhere(found) => Some(found),
            _ => None,
        });
        found.collect::<Vec<_>>()
    };
    let few = elsewhere(2);
    assert!(matches!(&few[0], Elsewhere::Machines { right, .. } if right.contains(&ModelName::Tso)), "{few:?}");
    assert!(!few.iter().any(|found| matches!(found, Elsewhere::Undecided { .. })), "{few:?}");
    // So many executions that it cannot be found out that none of them has the error.
    let many = elsewhere(12);
    let undecided = many.iter().find_map(|found| match found {
        Elsewhere::Undecided { question: Question::Models(models), why } => Some((&models[..], why)),
        _ => None,
    });
    // Which of the two is first depends on the machine.
    let Some((models, Open::Limit(Limit::MaxWork | Limit::Timeout))) = undecided else { panic!("{many:?}") };
    assert!(models.contains(&ModelName::Sc) && models.contains(&ModelName::Tso), "{many:?}");
}

/// Keeps when the error was there, and whether it had notes.
#[derive(Default)]
struct FirstSight(std::sync::Mutex<Vec<(bool, usize)>>);

impl Watch for FirstSight {
    fn found(&self, verdict: &Verdict) {
        let has_diagnosis = verdict.notes.iter().any(|note| matches!(note, Note::Elsewhere(_)));
        self.0.lock().unwrap().push((has_diagnosis, verdict.errors.len()));
    }
}

/// An error does not wait for the notes on it, and those take a part of the time that is left.
#[test]
fn an_error_is_there_before_its_notes_are_computed() {
    let options = Options { diagnose: true, ..Options::default() };
    let program = MessagePassing { flag: Mode::Rlx, data: Mode::Rlx, noise: 12 };
    let timeout = Duration::from_secs(60);
    let run = Run::new(Limits { timeout: Some(timeout), ..Limits::default() });
    let sight = FirstSight::default();
    let verdict = check(&program, &options, &run, &sight).expect("it can be checked");
    assert_eq!(*sight.0.lock().unwrap(), [(false, 1)]);
    assert!(verdict.seconds < timeout.as_secs_f64() / 2.0, "{}", verdict.seconds);
    assert!(run.elapsed().as_secs_f64() >= verdict.seconds);
    let undecided = |note: &Note| matches!(note, Note::Elsewhere(Elsewhere::Undecided { .. }));
    assert!(verdict.notes.iter().any(undecided), "{:?}", verdict.notes);
}
