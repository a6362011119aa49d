//! The entry points: each reads a text, and uses what it has read as the rest of Raddle would.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use raddle_explore::{Equivalence, Limits, Run};
use raddle_graph::{Execution, Relation};
use raddle_litmus::{Test, TestOptions, run_observed};
use raddle_llvm::{LowerOptions, Module, lower};
use raddle_models::axioms::{self, Candidate};
use raddle_models::cat::Evaluator;
use raddle_models::{CatModel, ModelName};
use raddle_report::{herd, json};

/// Executions with more events than this are not judged: without a coherence order, all of them are tried.
const MAX_JUDGED_EVENTS: usize = 8;

/// What exploring one input may cost: executions, work, and time.
const MAX_EXECUTIONS: u64 = 12;
const MAX_WORK: u64 = 400;
const TIMEOUT: Duration = Duration::from_millis(100);
/// How much longer than its limit a run may take: half a second, and what the system may do meanwhile.
const GRACE: Duration = Duration::from_secs(3);

/// Functions of one module that are lowered as entries, each with everything that it calls.
const MAX_ENTRIES: usize = 2;

/// Executions on which a model is evaluated: a message that arrives, loads that are buffered, an update.
const EXECUTIONS: [&str; 3] = [
    "thread T0: finished\n T0.0 W rlx @1 = 1\n T0.1 W rel @2 = 1\n\
     thread T1: finished\n T1.0 R acq @2 = 1 from T0.1\n T1.1 R rlx @1 = 0 from init\n\
     co\n @1: T0.0\n @2: T0.1\n",
    "thread T0: finished\n T0.0 R rlx @1 = 1 from T1.1\n T0.1 W rlx @2 = 1\n\
     thread T1: finished\n T1.0 R rlx @2 = 1 from T0.1\n T1.1 W rlx @1 = 1\n\
     co\n @1: T1.1\n @2: T0.1\n",
    "thread T0: finished\n T0.0 R.x acqrel @1 = 0 from init\n T0.1 W.x acqrel @1 = 1\n T0.2 F sc\n\
     thread T1: finished\n T1.0 R na @1 = 1 from T0.1\n\
     co\n @1: T0.1\n",
];

/// One kind of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Litmus tests: parsed, and explored for a moment.
    Litmus,
    /// LLVM's textual IR: parsed, printed and lowered.
    Ll,
    /// Models in the cat language: parsed, and evaluated on a few executions.
    Cat,
    /// Executions as JSON or text: read, written back, and judged by every model.
    Execution,
    /// Command lines, an argument on each line: understood.
    Command,
}

impl Target {
    /// All targets.
    pub const ALL: [Target; 5] = [Target::Litmus, Target::Ll, Target::Cat, Target::Execution, Target::Command];

    /// Its name on the command line, and that of its libFuzzer target.
    pub fn name(self) -> &'static str {
        match self {
            Target::Litmus => "litmus",
            Target::Ll => "ll",
            Target::Cat => "cat",
            Target::Execution => "execution",
            Target::Command => "command",
        }
    }

    /// Reads the input: is it well-formed? Panics if Raddle has a bug.
    pub fn run(self, input: &[u8]) -> bool {
        // Files are read as text: others are refused before any of these readers sees them.
        let Ok(text) = std::str::from_utf8(input) else { return false };
        match self {
            Target::Litmus => litmus(text),
            Target::Ll => ll(text),
            Target::Cat => cat(text),
            Target::Execution => execution(text),
            Target::Command => command(text),
        }
    }
}

/// What to do with an input, where there is a choice: the same each time, and different for most inputs.
fn choice(text: &str, among: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish() % among
}

/// Runs something that has a limit of time, and does not take much longer.
fn within_limit<T>(what: impl FnOnce(Limits) -> T) -> T {
    let limits = Limits { max_executions: Some(MAX_EXECUTIONS), max_work: Some(MAX_WORK), timeout: Some(TIMEOUT) };
    let start = Instant::now();
    let result = what(limits);
    let time = start.elapsed();
    assert!(time <= TIMEOUT + GRACE, "the limit is {TIMEOUT:?}");
    result
}

fn litmus(text: &str) -> bool {
    let test = match Test::parse(text) {
        Ok(test) => test,
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "the place lies in the text");
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    // Mostly its own model; else any, and now and then by guessing or with fewer executions.
    let choice = choice(text, 64) as usize;
    let model = if choice < 32 { test.default_model() } else { ModelName::ALL[choice % ModelName::ALL.len()] };
    let mut options = TestOptions { unroll: Some(3), witness: choice % 4 == 1, ..TestOptions::default() };
    options.explore.spurious_failures = choice.is_multiple_of(2);
    options.explore.enumerate = choice % 16 == 3;
    options.explore.equivalence = if choice % 8 == 5 { Equivalence::Wb } else { Equivalence::Mo };
    let outcome = within_limit(|limits| run_observed(&test, &model.into(), &options, &Run::new(limits), None));
    match outcome {
        Ok(outcome) => {
            assert!(!herd::block(&outcome).is_empty());
            let _ = json::TestReport::new(&outcome, "fuzz", None);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    true
}

fn ll(text: &str) -> bool {
    let module = match Module::parse("fuzz.ll", text) {
        Ok(module) => module,
        Err(error) => {
            assert!(error.offset <= text.len(), "the place lies in the text");
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert!(!module.to_string().is_empty());
    let debug = module.debug();
    for global in &module.globals {
        if let Some(ty) = debug.global(global).and_then(|variable| variable.ty) {
            let _ = (debug.members(ty), debug.path(ty, 3), debug.size(ty));
        }
    }
    let defined = module.functions.iter().filter(|function| !function.is_declaration());
    let names: Vec<String> = defined.map(|it| module.symbol(it.header.symbol).name.to_string()).collect();
    let modules = [module];
    for entry in names.into_iter().take(MAX_ENTRIES) {
        if let Err(error) = lower(&modules, &LowerOptions { entry, ..LowerOptions::default() }) {
            assert!(!error.to_string().is_empty());
        }
    }
    true
}

/// The executions on which models are evaluated, read once.
fn candidates() -> &'static [(Candidate, Relation)] {
    static CANDIDATES: OnceLock<Vec<(Candidate, Relation)>> = OnceLock::new();
    CANDIDATES.get_or_init(|| {
        let read = |text: &&str| {
            let execution: Execution = text.parse().expect("these executions are well-formed");
            let candidate = Candidate::new(&execution).expect("these executions are well-formed");
            let orders = execution.co.as_ref().expect("these executions have a coherence order");
            let co = candidate.coherence(orders).expect("these executions have a coherence order");
            (candidate, co)
        };
        EXECUTIONS.iter().map(read).collect()
    })
}

fn cat(text: &str) -> bool {
    let model = match CatModel::parse("fuzz.cat", text, &|_| None) {
        Ok(model) => model,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert!(!model.name().is_empty());
    let mut evaluator = Evaluator::new(&model);
    for (candidate, co) in candidates() {
        let allowed = evaluator.allows(candidate, co);
        assert_eq!(allowed, evaluator.check(candidate, co).is_ok(), "`allows` and `check` agree");
        assert_eq!(allowed, evaluator.explain(candidate, co).is_none(), "what is forbidden has a reason");
        let _ = (evaluator.prefix(candidate), evaluator.flags(candidate, co));
    }
    true
}

fn execution(text: &str) -> bool {
    let is_json = text.trim_start().starts_with('{');
    let read = match is_json {
        true => Execution::from_json(text).map_err(|error| error.to_string()),
        false => text.parse::<Execution>().map_err(|error| error.to_string()),
    };
    let execution = match read {
        Ok(execution) => execution,
        Err(message) => {
            assert!(!message.is_empty());
            return false;
        }
    };
    let again = Execution::from_json(&execution.to_json()).expect("what was written can be read");
    assert_eq!(again, execution, "JSON loses nothing");
    let printed = execution.to_string();
    if !is_json {
        assert_eq!(printed.parse().as_ref(), Ok(&execution), "what was printed can be read");
    }
    let _ = execution.to_dot(true);
    if execution.events().count() <= MAX_JUDGED_EVENTS {
        for model in ModelName::ALL {
            let _ = axioms::check(model, &execution);
        }
    }
    true
}

fn command(text: &str) -> bool {
    let understood = raddle_cli::understand(["raddle"].into_iter().chain(text.lines()));
    if let Err(error) = &understood {
        assert!(!error.to_string().is_empty());
    }
    understood.is_ok()
}
