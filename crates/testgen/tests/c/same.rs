//! Is a lowered C program the same program as a sketch?
//!
//! Executions are compared event by event, after what only the C program does is taken away: its first thread, which sets
//! up semaphores and barriers and starts the others, and looks at how many threads a barrier waits for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use raddle_engine::explore;
use raddle_explore::{
    Ending, Equivalence, ExploreError, FinalGraph, Options, Proceed, Program as _, Run, Visitor, oracle,
};
use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadEnd, ThreadId};
use raddle_ir::{Compile, Knowledge, Place as Somewhere, Program};
use raddle_llvm::{LowerOptions, Module, lower};
use raddle_models::ModelName;
use raddle_testgen::Sketch;
use raddle_testgen::compare::explore_sketch;
use raddle_testgen::sketch::Place;

/// Partial graphs up to which the oracle is asked.
const LIMIT: usize = 2_000;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Compared {
    pub(crate) programs: u64,
    pub(crate) too_large: u64,
    /// Executions without blocked threads, of all models and both equivalences.
    pub(crate) executions: u64,
    /// Models and equivalences for which a program can deadlock.
    pub(crate) deadlocks: u64,
}

impl std::ops::AddAssign for Compared {
    fn add_assign(&mut self, other: Compared) {
        self.programs += other.programs;
        self.too_large += other.too_large;
        self.executions += other.executions;
        self.deadlocks += other.deadlocks;
    }
}

/// What is shown of an exploration.
#[derive(Default)]
struct Shown {
    /// Executions without blocked threads.
    executions: Vec<Execution>,
    has_deadlock: bool,
    has_race: bool,
}

impl Shown {
    fn see<State>(&mut self, found: &dyn FinalGraph<State>) {
        let execution = found.execution();
        // The first thread may be blocked although a thread failed.
        if found.ending() != Ending::Blocked {
            self.executions.push(execution);
        }
        self.has_deadlock |= found.is_deadlock();
        self.has_race |= found.race().is_some();
    }
}

impl<State> Visitor<State> for Shown {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        self.see(found);
        Proceed::Continue
    }
}

/// Compares the sketch with the program that begins at `{prefix}main`. The error says what is wrong.
pub(crate) fn compare(sketch: &Sketch, modules: &[Module], prefix: &str) -> Result<Compared, String> {
    // Waits of sketches end for a reason.
    let options = LowerOptions { entry: format!("{prefix}main"), spurious_wakeups: false, ..LowerOptions::default() };
    let code = lower(modules, &options).map_err(|error| error.to_string())?.code;
    let program = code.program(&Compile::default(), &Knowledge::default());
    let mut program = program.map_err(|error| error.to_string())?;
    let mut compared = Compared::default();
    for model in ModelName::WITHOUT_DEPENDENCIES {
        let Some(all) = oracle::executions(sketch, model, Equivalence::Mo, false, LIMIT) else {
            return Ok(Compared { too_large: 1, ..Compared::default() });
        };
        for equivalence in [Equivalence::Mo, Equivalence::Wb] {
            let wrong = |what: String| format!("{model}, {}: {what}", equivalence.name());
            let options = Options { equivalence, symmetry: false, detect_duplicates: true, ..Options::default() };
            let shown = learn_and_explore(&mut program, model, &options).map_err(|error| wrong(error.to_string()))?;
            let plain = |execution: &Execution| match equivalence {
                Equivalence::Mo => execution.clone(),
                Equivalence::Wb => Execution { co: None, ..execution.clone() },
            };
            let expected: BTreeSet<Execution> =
                all.iter().filter(|execution| !is_blocked(execution)).map(plain).collect();
            let names = Names::new(&program, sketch, prefix);
            let mut found = BTreeSet::new();
            for execution in &shown.executions {
                let reduced = names.reduce(execution).map_err(|error| wrong(format!("{error}\n{execution}")))?;
                if !is_blocked(&reduced) && !found.insert(reduced) {
                    return Err(wrong(format!("there are two executions like this:\n{execution}")));
                }
            }
            if let Some(missing) = expected.difference(&found).next() {
                return Err(wrong(format!("missing:\n{missing}")));
            }
            if let Some(surplus) = found.difference(&expected).next() {
                return Err(wrong(format!("surplus:\n{surplus}")));
            }
            let direct = Mutex::new(Shown::default());
            let show = |found: &dyn FinalGraph<_>| direct.lock().expect("no test panics here").see(found);
            explore_sketch(sketch, model, &options, &show).map_err(|error| wrong(error.to_string()))?;
            let direct = direct.into_inner().expect("no test panics here");
            for (what, here, there) in
                [("deadlock", shown.has_deadlock, direct.has_deadlock), ("data race", shown.has_race, direct.has_race)]
            {
                if here != there {
                    return Err(wrong(format!("{what} in the C program: {here}, in the sketch: {there}")));
                }
            }
            compared.executions += found.len() as u64;
            compared.deadlocks += u64::from(shown.has_deadlock);
        }
    }
    compared.programs = 1;
    Ok(compared)
}

/// How many executions the program that begins at `{prefix}main` has under a model with dependencies.
pub(crate) fn count(modules: &[Module], prefix: &str, model: ModelName) -> Result<u64, String> {
    let options = LowerOptions { entry: format!("{prefix}main"), ..LowerOptions::default() };
    let code = lower(modules, &options).map_err(|error| error.to_string())?.code;
    let compile = Compile { dependencies: true, ..Compile::default() };
    let mut program = code.program(&compile, &Knowledge::default()).map_err(|error| error.to_string())?;
    let options = Options { symmetry: false, detect_duplicates: true, ..Options::default() };
    // The stages of a plan have visitors of their own, and add up.
    loop {
        match explore(&program, &model.into(), &options, &Run::default(), Shown::default) {
            Ok((totals, _)) => return Ok(totals.complete),
            Err(ExploreError::Learn(discovery)) if program.learn(discovery) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Explores until everything about the program is known.
fn learn_and_explore(program: &mut Program, model: ModelName, options: &Options) -> Result<Shown, ExploreError> {
    loop {
        match explore(program, &model.into(), options, &Run::default(), Shown::default) {
            Ok((_, shown)) => return Ok(shown.into_iter().next().unwrap_or_default()),
            Err(ExploreError::Learn(discovery)) if program.learn(discovery) => {}
            Err(error) => return Err(error),
        }
    }
}

fn is_blocked(execution: &Execution) -> bool {
    execution.ends.contains(&ThreadEnd::Blocked)
}

/// What things of the C program are called in the sketch.
struct Names<'a> {
    program: &'a Program,
    sketch: &'a Sketch,
    prefix: &'a str,
    /// The thread of the sketch that each thread is; `None` for the first one.
    threads: BTreeMap<ThreadId, ThreadId>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program, sketch: &'a Sketch, prefix: &'a str) -> Names<'a> {
        let threads = (0..program.threads()).map(|thread| ThreadId(thread as u16)).filter_map(|thread| {
            let name = program.thread_name(thread);
            let number = name.strip_prefix(prefix)?.strip_prefix('t')?.parse().ok()?;
            Some((thread, ThreadId(number)))
        });
        Names { program, sketch, prefix, threads: threads.collect() }
    }

    fn place(&self, addr: Address) -> Option<Place> {
        let Somewhere::Static { name, offset: 0, .. } = self.program.place(addr) else { return None };
        let name = name.strip_prefix(self.prefix)?;
        let number = || name[1..].parse().ok();
        Some(match name {
            "x" => Place::Loc(0),
            "y" => Place::Loc(1),
            "z" => Place::Loc(2),
            _ => match name.chars().next()? {
                'x' => Place::Loc(number()?),
                'm' => Place::Mutex(number()?),
                's' => Place::Semaphore(number()?),
                'c' => Place::Condition(number()?),
                'b' => Place::Barrier(number()?),
                _ => return None,
            },
        })
    }

    /// The label in the sketch; `None` for what only the C program does, an error for what it should not.
    fn label(&self, label: Label) -> Result<Option<Label>, String> {
        let thread = |thread: ThreadId| self.threads.get(&thread).copied().ok_or(format!("there is no {thread}"));
        let place = |addr| self.place(addr).ok_or(format!("nothing is known about {addr}"));
        Ok(Some(match label {
            Label::Read { addr, mode, value, exclusive } => match place(addr)? {
                Place::Barrier(_) => return Ok(None),
                place => Label::Read { addr: place.address(), mode, value, exclusive },
            },
            Label::Write { addr, mode, value, exclusive } => {
                Label::Write { addr: place(addr)?.address(), mode, value, exclusive }
            }
            Label::Spawn { thread: child } => Label::Spawn { thread: thread(child)? },
            Label::Join { thread: child } => Label::Join { thread: thread(child)? },
            Label::Arrive { barrier, round } => Label::Arrive { barrier: place(barrier)?.address(), round },
            Label::Depart { barrier, round } => Label::Depart { barrier: place(barrier)?.address(), round },
            Label::Fence { .. } | Label::Choose { .. } => label,
            Label::Allocate { .. } | Label::Free { .. } => return Err("no sketch has objects".to_owned()),
        }))
    }

    /// The execution as one of the sketch.
    fn reduce(&self, execution: &Execution) -> Result<Execution, String> {
        let count = self.sketch.threads().len();
        let (mut threads, mut ends) = (vec![Vec::new(); count], vec![ThreadEnd::NotStarted; count]);
        let mut ids = BTreeMap::new();
        for (&here, &there) in &self.threads {
            ends[there.index()] = execution.ends[here.index()];
            for (index, event) in execution.threads[here.index()].iter().enumerate() {
                let Some(label) = self.label(event.label)? else { continue };
                let into = &mut threads[there.index()];
                let old = EventId { thread: here, index: index as u32 };
                ids.insert(old, EventId { thread: there, index: into.len() as u32 });
                into.push(Event { label, rf: event.rf });
            }
        }
        // What the first thread writes are the initial values.
        for event in threads.iter_mut().flatten() {
            if let Some(Source::Event(id)) = event.rf {
                event.rf = Some(ids.get(&id).map_or(Source::Init, |&id| Source::Event(id)));
            }
        }
        let co = execution.co.as_ref().map(|co| {
            let orders = co.iter().filter_map(|(&addr, order)| {
                let order: Vec<EventId> = order.iter().filter_map(|id| ids.get(id).copied()).collect();
                (!order.is_empty()).then_some((self.place(addr)?.address(), order))
            });
            orders.collect()
        });
        let accessed = threads.iter().flatten().filter_map(|event: &Event| event.label.addr());
        let values = accessed.map(|addr| (addr, self.sketch.initial_value(addr)));
        let init = values.filter(|&(_, value)| value != 0).collect();
        Ok(Execution { threads, ends, co, init, ..Execution::default() })
    }
}
