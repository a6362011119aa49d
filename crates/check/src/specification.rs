//! Calls of an object in an execution, compared with the object's specification: which calls there are, which was over before which
//! began, which can rely on which, and whether the object could have answered so.

use std::sync::Arc;

use raddle_explore::{Equivalence, FinalGraph};
use raddle_graph::{Event, EventId, Execution, Label, Relation, ThreadId};
use raddle_ir::{ObjectCall, Position, Program, State, StrayMark};
use raddle_models::axioms::{Candidate, Node, happens_before};
use raddle_models::{MemoryModel, ModelName};
use raddle_specs::{
    Exhausted, History, Judgement, Limits, Misfit, Object, OpId, Operation, Outcome, Reason, Sync, Thread, Violation,
    judge,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::check::UnfitModel;

/// What the calls of a program are compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Specification {
    /// The object that they are calls of.
    pub object: Object,
    /// How much they must synchronise.
    pub sync: Sync,
}

/// The results of calls that are not numbers: what `raddle.h` calls RADDLE_VOID, RADDLE_EMPTY and RADDLE_FAILED.
const WORDS: [(i64, Outcome); 3] =
    [(i64::MIN + 1, Outcome::Void), (i64::MIN + 2, Outcome::Empty), (i64::MIN + 3, Outcome::Failed)];
/// The most calls that are compared in one execution: more would take too long, and no program that can be explored makes them.
const MAX_CALLS: usize = 64;
/// How many bytes the orders of one history may take that were tried in vain.
const MEMORY_FOR_ORDERS: usize = 1 << 28;

impl Specification {
    /// Refuses a model without a happens-before that says what calls can rely on.
    ///
    /// # Errors
    /// If the model is one.
    pub fn refuse(model: &MemoryModel, equivalence: Equivalence) -> Result<(), UnfitModel> {
        match model.named() {
            Some(ModelName::Sc) if equivalence == Equivalence::Wb => Err(UnfitModel::NoCoherence),
            Some(
                ModelName::Rc20
                | ModelName::Rc11
                | ModelName::Ra
                | ModelName::Xmm
                | ModelName::Sc
                | ModelName::Tso
                | ModelName::Ztso,
            ) => Ok(()),
            _ => Err(UnfitModel::NoHappensBefore),
        }
    }
}

/// What is wrong with the calls of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenCalls {
    /// The object.
    pub object: Object,
    /// The calls.
    pub history: History,
    /// Why no order of them is possible.
    pub violation: Violation,
    /// The line where each begins, if it is known.
    pub lines: Vec<Option<u32>>,
}

/// Why the calls of an execution cannot be compared with a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCalls {
    /// A call is none of the object's.
    Misfit(Misfit),
    /// A call begins within another one.
    Nested,
    /// A call ends that was not begun.
    Unbegun,
    /// There are too many.
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// There are too many orders.
    TooManyOrders,
}

/// What looking at the calls of an execution came to, if something is wrong.
#[derive(Clone, Debug)]
pub(crate) enum CallProblem {
    Broken(Box<BrokenCalls>),
    Bad(BadCalls),
}

/// The same, with the places that belong to it: first where it is.
#[derive(Clone, Debug)]
pub(crate) struct CallFinding {
    pub problem: CallProblem,
    pub places: Vec<CallPlace>,
}

/// Where a call begins.
#[derive(Clone, Debug)]
pub(crate) struct CallPlace {
    pub thread: ThreadId,
    pub position: Option<Position>,
    /// The function that makes it; empty if that is not known.
    pub function: String,
}

impl CallPlace {
    fn of(thread: ThreadId, call: &ThreadCall) -> CallPlace {
        CallPlace { thread, position: call.position, function: format!("op_{}", call.operation.name) }
    }
}

/// Compares the calls of executions with a specification, and remembers what it found.
pub(crate) struct CallJudge<'a> {
    specification: Specification,
    model: ModelName,
    program: &'a Program,
    /// All histories, with what is wrong with them.
    verdicts: FxHashMap<History, Option<Violation>>,
    /// What threads did with calls, by what they did at all (`FinalGraph::footprints`).
    threads: FxHashMap<u128, Arc<ThreadCalls>>,
    /// The calls of threads, without where they are, each with its number.
    numbers: FxHashMap<(ThreadId, Vec<Operation>), u32>,
    /// Orders of calls that are possible, by the numbers of what each thread called.
    possible: FxHashSet<(SmallVec<[u32; 8]>, Orders)>,
}

/// Which call was over before which began, and then which can rely on which: a bit for each pair.
type Orders = SmallVec<[u64; 16]>;

/// What so many threads did is remembered at once, and as many orders: executions that come next are much like the last.
const MAX_REMEMBERED: usize = 1 << 16;

/// What was seen of calls in all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenHistories {
    /// What the calls were compared with.
    pub specification: Specification,
    /// How many different histories there are.
    pub histories: usize,
    /// In how many of them every call has returned. The others are beginnings, of executions in which some thread waits.
    pub complete: usize,
    /// How many calls the longest one has.
    pub most_calls: usize,
}

impl<'a> CallJudge<'a> {
    pub fn new(specification: Specification, model: &MemoryModel, program: &'a Program) -> CallJudge<'a> {
        let Some(model) = model.named() else { unreachable!("models from files are refused") };
        CallJudge {
            specification,
            model,
            program,
            verdicts: FxHashMap::default(),
            threads: FxHashMap::default(),
            numbers: FxHashMap::default(),
            possible: FxHashSet::default(),
        }
    }

    /// Adds what another worker has seen.
    pub fn add(&mut self, other: CallJudge<'_>) {
        self.verdicts.extend(other.verdicts);
    }

    /// What was seen so far.
    pub fn seen(&self) -> SeenHistories {
        let lengths = self.verdicts.keys().map(|history| history.operations().len());
        SeenHistories {
            specification: self.specification,
            histories: self.verdicts.len(),
            complete: self
                .verdicts
                .keys()
                .filter(|history| !history.operations().iter().any(Operation::is_pending))
                .count(),
            most_calls: lengths.max().unwrap_or(0),
        }
    }

    /// Looks at an execution that has no other error.
    pub fn look(&mut self, found: &dyn FinalGraph<State>) -> Option<CallFinding> {
        let threads = match self.threads(found) {
            Ok(threads) => threads,
            Err(problem) => return Some(problem),
        };
        let calls: Calls =
            threads.iter().flat_map(|thread| thread.calls.iter().map(|call| (&**thread, call))).collect();
        if let Some((thread, call)) = calls.get(MAX_CALLS) {
            return Some(bad(BadCalls::TooMany { most: MAX_CALLS }, thread.thread, call));
        }
        let orders = self.orders(found, &threads, &calls);
        let remembered = (threads.iter().map(|thread| thread.number).collect(), orders);
        if self.possible.contains(&remembered) {
            return None;
        }
        let problem = self.judge(&calls, &remembered.1);
        if problem.is_none() {
            if self.possible.len() >= MAX_REMEMBERED {
                self.possible.clear();
            }
            self.possible.insert(remembered);
        }
        problem
    }

    /// What each thread did with calls.
    fn threads(&mut self, found: &dyn FinalGraph<State>) -> Result<Vec<Arc<ThreadCalls>>, CallFinding> {
        let footprints = found.footprints();
        let known: Option<Vec<_>> = footprints.iter().map(|footprint| self.threads.get(footprint).cloned()).collect();
        if let Some(known) = known {
            return Ok(known);
        }
        let threads = self.read(&found.execution())?;
        if self.threads.len() >= MAX_REMEMBERED {
            self.threads.clear();
        }
        self.threads.extend(footprints.into_iter().zip(threads.iter().cloned()));
        Ok(threads)
    }

    /// The same, by running them again.
    fn read(&mut self, execution: &Execution) -> Result<Vec<Arc<ThreadCalls>>, CallFinding> {
        let made = self.program.object_calls(execution).map_err(|StrayMark { is_nested, thread, position }| {
            let bad = if is_nested { BadCalls::Nested } else { BadCalls::Unbegun };
            let place = CallPlace { thread, position, function: String::new() };
            CallFinding { problem: CallProblem::Bad(bad), places: vec![place] }
        })?;
        let threads = (0..).map(ThreadId).zip(made).zip(&execution.threads);
        let read = |((thread, made), events): ((ThreadId, Vec<ObjectCall>), &Vec<Event>)| {
            let mut calls = Vec::new();
            for call in made {
                let operation = operation(thread, &call);
                let fits = self.specification.object.fits(&operation);
                let call = ThreadCall::new(&call, operation, events);
                fits.map_err(|misfit| bad(BadCalls::Misfit(misfit), thread, &call))?;
                calls.push(call);
            }
            let next = self.numbers.len() as u32;
            let operations = calls.iter().map(|call| call.operation.clone()).collect();
            let number = *self.numbers.entry((thread, operations)).or_insert(next);
            Ok(Arc::new(ThreadCalls::new(thread, number, calls, events)))
        };
        threads.map(read).collect()
    }

    /// Which call was over before which began, and which can rely on which.
    fn orders(&self, found: &dyn FinalGraph<State>, threads: &[Arc<ThreadCalls>], calls: &Calls<'_>) -> Orders {
        let is_known = matches!(self.model, ModelName::Rc20 | ModelName::Rc11 | ModelName::Ra);
        let known = |first, second| found.happens_before(first, second).filter(|_| is_known);
        let (mut slow, mut orders) = (None, Orders::from_elem(0, 2 * calls.len()));
        let (before, reach) = orders.split_at_mut(calls.len());
        let mut leads = |first: EventId, second: EventId| {
            let leads = match known(first, second) {
                Some(leads) => leads,
                None => slow.get_or_insert_with(|| Axiomatic::new(self.model, &found.execution())).leads(first, second),
            };
            debug_assert_eq!(
                leads,
                slow.get_or_insert_with(|| Axiomatic::new(self.model, &found.execution())).leads(first, second),
                "the engine agrees with the definition of happens-before"
            );
            leads
        };
        // Is what comes next in one thread, behind an event, before what came last in another one? What waits for a thread comes next
        // after its last event; what started it came last before its first.
        let mut meets = |one: ThreadId, next: Option<u32>, other: ThreadId, last: Option<u32>| {
            let named = |thread, index| EventId { thread, index };
            let last = last.map(|index| named(other, index)).or_else(|| {
                threads.iter().find_map(|thread| thread.started(other).map(|index| named(thread.thread, index)))
            });
            let Some(last) = last else { return false };
            let mut is_before = |first: EventId| match first.thread == last.thread {
                true => first.index <= last.index,
                false => leads(first, last),
            };
            match next {
                Some(index) => is_before(named(one, index)),
                None => {
                    threads.iter().any(|thread| thread.joined(one).any(|index| is_before(named(thread.thread, index))))
                }
            }
        };
        for (a, (one, first)) in calls.iter().enumerate() {
            for (b, (other, second)) in calls.iter().enumerate().filter(|(_, (other, _))| other.thread != one.thread) {
                let (one, other) = (one.thread, other.thread);
                let end = |call: &ThreadCall| call.end;
                let is_before = end(first).is_some_and(|end| meets(one, end.after, other, second.begin.before));
                before[a] |= u64::from(is_before) << b;
                // What was over before reaches in any case.
                let ends = |end: Gap| meets(one, first.begin.after, other, end.before);
                reach[a] |= u64::from(is_before || end(second).is_some_and(ends)) << b;
            }
        }
        orders
    }

    /// Is an order of the calls possible?
    fn judge(&mut self, calls: &Calls<'_>, orders: &Orders) -> Option<CallFinding> {
        let (before, reach) = orders.split_at(calls.len());
        let pairs = |rows: &[u64]| {
            let pairs = rows.iter().enumerate().flat_map(|(a, &row)| {
                (0..rows.len()).filter(move |b| row >> b & 1 != 0).map(move |b| (OpId::new(a), OpId::new(b)))
            });
            pairs.collect::<Vec<_>>()
        };
        let operations = calls.iter().map(|(_, call)| call.operation.clone()).collect();
        let history = match History::new(operations, pairs(before), pairs(reach)) {
            Ok(history) => history,
            Err(circular) => unreachable!("happens-before has no cycle: {circular}"),
        };
        if let Some(verdict) = self.verdicts.get(&history) {
            let violation = verdict.clone()?;
            return Some(self.broken(history, violation, calls));
        }
        let limits = Limits { memory: MEMORY_FOR_ORDERS, ..Limits::none() };
        let verdict = match judge(&self.specification.object, &history, self.specification.sync, &limits) {
            Err(misfit) => unreachable!("all calls were found to be of the object: {misfit}"),
            Ok(Judgement::Unknown(Exhausted::Memory | Exhausted::Time)) => {
                return calls.first().map(|(thread, call)| bad(BadCalls::TooManyOrders, thread.thread, call));
            }
            Ok(Judgement::Possible(_)) => None,
            Ok(Judgement::Impossible(violation)) => Some(violation),
        };
        self.verdicts.insert(history.clone(), verdict.clone());
        verdict.map(|violation| self.broken(history, violation, calls))
    }

    fn broken(&self, history: History, violation: Violation, calls: &Calls<'_>) -> CallFinding {
        let about = violation.reason.about();
        let last = history.ids().last().into_iter();
        let wrong = match &violation.reason {
            Reason::Sync(pairs) => pairs.iter().flat_map(|&(from, by)| [by, from]).take(2).collect(),
            _ if about.is_empty() => violation.stuck.iter().copied().chain(last).take(1).collect::<Vec<OpId>>(),
            _ => about,
        };
        let place = |op: &OpId| {
            let (thread, call) = calls[op.index()];
            CallPlace::of(thread.thread, call)
        };
        let places = wrong.iter().map(place).collect();
        let lines = calls.iter().map(|(_, call)| call.position.map(|position| position.line)).collect();
        let broken = BrokenCalls { object: self.specification.object, history, violation, lines };
        CallFinding { problem: CallProblem::Broken(Box::new(broken)), places }
    }
}

/// What is bad about a call.
fn bad(problem: BadCalls, thread: ThreadId, call: &ThreadCall) -> CallFinding {
    CallFinding { problem: CallProblem::Bad(problem), places: vec![CallPlace::of(thread, call)] }
}

fn operation(thread: ThreadId, call: &ObjectCall) -> Operation {
    let outcome = match call.end {
        None => Outcome::Pending,
        Some((_, result)) => {
            let word = WORDS.iter().find(|(word, _)| *word == result as i64);
            word.map_or(Outcome::Value(result as i64), |(_, outcome)| *outcome)
        }
    };
    Operation {
        thread: Thread(thread.0.into()),
        name: call.name.clone(),
        arguments: call.arguments.iter().map(|&argument| argument as i64).collect(),
        outcome,
    }
}

/// The calls of all threads, thread by thread.
type Calls<'t> = Vec<(&'t ThreadCalls, &'t ThreadCall)>;

/// What a thread did with calls.
#[derive(Debug)]
struct ThreadCalls {
    thread: ThreadId,
    /// The number of what it called.
    number: u32,
    calls: Vec<ThreadCall>,
    /// The threads that it started, by the events that did.
    starts: Vec<(ThreadId, u32)>,
    /// The threads for whose ends it waited, by the events that did.
    joins: Vec<(ThreadId, u32)>,
}

/// A call of a thread.
#[derive(Debug)]
struct ThreadCall {
    operation: Operation,
    position: Option<Position>,
    begin: Gap,
    /// `None` if it has not returned.
    end: Option<Gap>,
}

/// A place between two events of a thread, or before its first or after its last. Choices do not count: models do not know them.
#[derive(Clone, Copy, Debug)]
struct Gap {
    before: Option<u32>,
    after: Option<u32>,
}

impl ThreadCalls {
    fn new(thread: ThreadId, number: u32, calls: Vec<ThreadCall>, events: &[Event]) -> ThreadCalls {
        let (mut starts, mut joins) = (Vec::new(), Vec::new());
        for (index, event) in (0..).zip(events) {
            match event.label {
                Label::Spawn { thread } => starts.push((thread, index)),
                Label::Join { thread } => joins.push((thread, index)),
                _ => {}
            }
        }
        ThreadCalls { thread, number, calls, starts, joins }
    }

    /// The event that started a thread, if this thread did.
    fn started(&self, thread: ThreadId) -> Option<u32> {
        self.starts.iter().find(|(started, _)| *started == thread).map(|(_, index)| *index)
    }

    /// The events that waited for the end of a thread.
    fn joined(&self, thread: ThreadId) -> impl Iterator<Item = u32> {
        self.joins.iter().filter(move |(joined, _)| *joined == thread).map(|(_, index)| *index)
    }
}

impl ThreadCall {
    fn new(call: &ObjectCall, operation: Operation, events: &[Event]) -> ThreadCall {
        let is_known = |&index: &u32| !matches!(events[index as usize].label, Label::Choose { .. });
        let gap = |done: u32| Gap {
            before: (0..done).rev().find(is_known),
            after: (done..events.len() as u32).find(is_known),
        };
        let (begin, end) = (gap(call.begin), call.end.map(|(done, _)| gap(done)));
        ThreadCall { operation, position: call.position, begin, end }
    }
}

/// Happens-before by its definition.
struct Axiomatic {
    candidate: Candidate,
    hb: Relation,
}

impl Axiomatic {
    fn new(model: ModelName, execution: &Execution) -> Axiomatic {
        let candidate = match Candidate::new(execution) {
            Ok(candidate) => candidate,
            Err(violation) => unreachable!("an execution that was explored is well formed: {violation:?}"),
        };
        let co = execution.co.as_ref().map(|orders| candidate.coherence(orders));
        let co = co.map(|co| co.unwrap_or_else(|wrong| unreachable!("coherence is well formed: {wrong:?}")));
        let Some(hb) = happens_before(model, &candidate, co.as_ref()) else {
            unreachable!("models without a happens-before are refused")
        };
        Axiomatic { candidate, hb }
    }

    fn leads(&self, first: EventId, second: EventId) -> bool {
        let number = |id: EventId| match self.candidate.element(Node::Event(id)) {
            Some(number) => number,
            None => unreachable!("choices are passed over"),
        };
        self.hb.contains(number(first), number(second))
    }
}
