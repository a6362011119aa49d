//! A program is explored again and again until everything about it is known: executions are shown once all the same, and limits
//! hold for all rounds together.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Mutex;
use std::time::Duration;

use raddle_check::{Answer, Checkable, Names, Observed, Options, Subject, Target, Watch, check};
use raddle_explore::{Discovery, Ending, Limit, Limits, Run};
use raddle_graph::{Address, Execution, Mode, ThreadId, Width};
use raddle_ir::{BinaryOp, Instr, Position, Program, ProgramBuilder};

/// How often each of two threads writes: so many executions that a limit strikes among them.
const WRITES: u64 = 3;
/// The last value that the second one writes. The first begins with 1.
const LAST_OF_SECOND: u64 = 10 + WRITES;
/// How many executions there are.
const EXECUTIONS: u64 = 560;

/// Two threads write to one location, in turn or one after the other. A third one reads it twice: if all writes of the
/// second come before those of the first it may start another thread, which few executions do. Otherwise it may fail.
struct LateThread {
    fails: bool,
}

impl LateThread {
    fn program(&self) -> Program {
        let mut program = ProgramBuilder::new();
        let x = program.reserve_static("x", 8, 8, false);
        let [starter, child] = ["starter", "child"].map(|name| program.declare(name, 0));
        let writers = ["first", "second"].map(|name| program.declare(name, 0));
        let entry = program.function_address(child);
        let at = |line| Position { file: 0, line, column: 1 };
        program.file("late");
        let values = |writer: u64| (1..=WRITES).map(move |nth| 10 * writer + nth);
        let mut code = program.function(starter);
        let [first, second, handle] = [(); 3].map(|()| code.register());
        code.at(at(1));
        code.load(first, x, Mode::Rlx, Width::W64);
        code.load(second, x, Mode::Rlx, Width::W64);
        code.binary(BinaryOp::Eq, Width::W64, first, first, LAST_OF_SECOND);
        code.binary(BinaryOp::Eq, Width::W64, second, second, 1);
        code.binary(BinaryOp::And, Width::W64, first, first, second);
        let (start, end) = (code.label(), code.label());
        code.branch(first, start, end);
        code.bind(start);
        code.at(at(2));
        code.push(Instr::Start { function: entry.into(), argument: 0.into(), handle });
        code.finish();
        code.bind(end);
        if self.fails {
            code.fail(program.failure("not started", at(3)));
        }
        code.finish();
        program.define(code);
        for (writer, function) in writers.into_iter().enumerate() {
            let mut code = program.function(function);
            for value in values(writer as u64) {
                code.at(at(4));
                code.store(x, value, Mode::Rlx, Width::W64);
            }
            code.finish();
            program.define(code);
        }
        let mut code = program.function(child);
        code.finish();
        program.define(code);
        for function in [starter, writers[0], writers[1]] {
            program.thread(function, &[]);
        }
        program.build().expect("the program is well formed")
    }
}

/// A program that learns.
struct Learning {
    program: Program,
    /// How long it takes to learn something.
    delay: Duration,
}

impl Checkable for LateThread {
    type Subject<'a> = Learning;
    type Error = Infallible;

    fn subject(&self, _: &Target) -> Result<Learning, Infallible> {
        Ok(Learning { program: self.program(), delay: Duration::ZERO })
    }
}

impl Subject for Learning {
    type Error = Infallible;

    fn program(&self) -> &Program {
        &self.program
    }

    fn names(&self) -> &dyn Names {
        self
    }

    fn learn(&mut self, found: Discovery) -> Result<bool, Infallible> {
        std::thread::sleep(self.delay);
        Ok(self.program.learn(found))
    }
}

impl Names for Learning {
    fn file(&self) -> &str {
        "late"
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.program.thread_name(thread)
    }

    fn location(&self, addr: Address) -> String {
        format!("{addr:?}")
    }

    fn local(&self, _: Position, _: u64) -> Option<String> {
        None
    }

    fn line(&self, _: &str, _: u32) -> String {
        String::new()
    }
}

/// Remembers what is shown. Who shows the first waits, so that other workers do more than they would.
struct Watcher {
    wants: &'static [Ending],
    shown: Mutex<Vec<Execution>>,
}

impl Watch for Watcher {
    fn wants(&self, ending: Ending) -> bool {
        self.wants.contains(&ending)
    }

    fn execution(&self, observed: &Observed<'_>) {
        let mut shown = self.shown.lock().unwrap();
        shown.push(observed.execution.clone());
        let is_first = shown.len() == 1;
        drop(shown);
        if is_first {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Watcher {
    fn new(wants: &'static [Ending]) -> Watcher {
        Watcher { wants, shown: Mutex::default() }
    }

    /// How many executions were shown, all of them once.
    fn distinct(self) -> usize {
        let shown = self.shown.into_inner().unwrap();
        // Before a thread is known there are fewer of them.
        let distinct: BTreeSet<_> = shown.iter().map(|execution| (&execution.threads[..3], &execution.co)).collect();
        assert_eq!(distinct.len(), shown.len(), "shown twice");
        shown.len()
    }
}

fn options(workers: usize) -> Options {
    let explore = raddle_explore::Options { workers, symmetry: false, ..raddle_explore::Options::default() };
    Options { explore, keep_going: true, ..Options::default() }
}

#[test]
fn nothing_is_shown_twice_if_a_limit_strikes_while_there_is_something_to_learn() {
    let mut struck = 0;
    for most in [200, 400, 500, 520, 530].into_iter().cycle().take(30) {
        let watcher = Watcher::new(&[Ending::Complete, Ending::Failed]);
        let run = Run::new(Limits { max_executions: Some(most), ..Limits::default() });
        let verdict = check(&LateThread { fails: false }, &options(4), &run, &watcher).expect("it can be checked");
        assert_eq!((verdict.answer(), verdict.limit), (Answer::Unknown, Some(Limit::MaxExecutions)));
        assert_eq!(watcher.distinct() as u64, verdict.totals.complete);
        struck += u32::from(verdict.threads == 3);
    }
    assert!(struck > 0, "the limit never struck before everything was known");
}

#[test]
fn everything_is_shown_once() {
    for workers in [1, 4] {
        let watcher = Watcher::new(&[Ending::Complete]);
        let verdict = check(&LateThread { fails: false }, &options(workers), &Run::default(), &watcher)
            .expect("it can be checked");
        assert_eq!((verdict.answer(), verdict.totals.complete), (Answer::Ok, EXECUTIONS));
        assert_eq!(watcher.distinct() as u64, EXECUTIONS);
    }
}

#[test]
fn who_wants_executions_that_fail_sees_them_once_too() {
    let watcher = Watcher::new(&[Ending::Failed]);
    let verdict =
        check(&LateThread { fails: true }, &options(1), &Run::default(), &watcher).expect("it can be checked");
    assert_eq!(verdict.answer(), Answer::Error);
    assert!(verdict.totals.failed > 0);
    assert_eq!(watcher.distinct() as u64, verdict.totals.failed);
}

/// How many threads the program below starts.
const CHILDREN: u32 = 10;

/// A thread that starts others, each of which has to be learnt; that takes some time.
struct ManyThreads {
    delay: Duration,
}

impl Checkable for ManyThreads {
    type Subject<'a> = Learning;
    type Error = Infallible;

    fn subject(&self, _: &Target) -> Result<Learning, Infallible> {
        let mut program = ProgramBuilder::new();
        program.reserve_static("x", 8, 8, false);
        let [parent, child] = ["parent", "child"].map(|name| program.declare(name, 0));
        let entry = program.function_address(child);
        program.file("many");
        let mut code = program.function(parent);
        let handle = code.register();
        for line in 1..=CHILDREN {
            code.at(Position { file: 0, line, column: 1 });
            code.push(Instr::Start { function: entry.into(), argument: 0.into(), handle });
        }
        code.finish();
        program.define(code);
        let mut code = program.function(child);
        code.finish();
        program.define(code);
        program.thread(parent, &[]);
        Ok(Learning { program: program.build().expect("the program is well formed"), delay: self.delay })
    }
}

#[test]
fn a_timeout_is_one_for_all_rounds() {
    let run = || Run::new(Limits { timeout: Some(Duration::from_millis(200)), ..Limits::default() });
    let slow = ManyThreads { delay: Duration::from_millis(60) };
    for watcher in [Watcher::new(&[]), Watcher::new(&[Ending::Complete])] {
        let verdict = check(&slow, &options(1), &run(), &watcher).expect("it can be checked");
        assert_eq!((verdict.answer(), verdict.limit), (Answer::Unknown, Some(Limit::Timeout)));
        assert!(verdict.rounds <= 6, "each round but the last takes long: {}", verdict.rounds);
        assert_eq!((verdict.totals.complete, watcher.shown.into_inner().unwrap().len()), (0, 0));
    }
    let fast = ManyThreads { delay: Duration::ZERO };
    let verdict = check(&fast, &options(1), &Run::default(), &Watcher::new(&[])).expect("it can be checked");
    assert_eq!((verdict.answer(), verdict.totals.complete, verdict.rounds), (Answer::Ok, 1, CHILDREN + 1));
}

#[test]
fn work_is_counted_over_all_rounds() {
    let many = ManyThreads { delay: Duration::ZERO };
    let unlimited = Run::default();
    check(&many, &options(1), &unlimited, &Watcher::new(&[])).expect("it can be checked");
    // No round alone is that much.
    let most = unlimited.work() / 2;
    assert!(most > 0);
    let run = Run::new(Limits { max_work: Some(most), ..Limits::default() });
    let verdict = check(&many, &options(1), &run, &Watcher::new(&[])).expect("it can be checked");
    assert_eq!((verdict.answer(), verdict.limit), (Answer::Unknown, Some(Limit::MaxWork)));
}
