//! Calls of an object in an execution, compared with the object's specification: which calls there are, which was over before which
//! began, which can rely on which, and whether the object could have answered so.

use raddle_explore::Equivalence;
use raddle_graph::{EventId, Execution, Label, Relation, ThreadId};
use raddle_ir::{ObjectCall, Position, Program, StrayMark};
use raddle_models::axioms::{Candidate, Node, happens_before};
use raddle_models::{MemoryModel, ModelName};
use raddle_specs::{
    Exhausted, History, Judgement, Limits, Misfit, Object, OpId, Operation, Outcome, Reason, Sync, Thread, Violation, judge,
};
use rustc_hash::FxHashMap;

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
    fn of((thread, call): &(ThreadId, ObjectCall)) -> CallPlace {
        CallPlace { thread: *thread, position: call.position, function: format!("op_{}", call.name) }
    }
}

/// Compares the calls of executions with a specification, and remembers what it found.
pub(crate) struct CallJudge<'a> {
    specification: Specification,
    model: ModelName,
    program: &'a Program,
    /// All histories, with what is wrong with them.
    verdicts: FxHashMap<History, Option<Violation>>,
}

/// What was seen of calls in all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenHistories {
    /// What the calls were compared with.
    pub specification: Specification,
    /// How many different histories there are.
    pub histories: usize,
    /// How many calls the longest one has.
    pub most_calls: usize,
}

impl<'a> CallJudge<'a> {
    pub fn new(specification: Specification, model: &MemoryModel, program: &'a Program) -> CallJudge<'a> {
        let Some(model) = model.named() else { unreachable!("models from files are refused") };
        CallJudge { specification, model, program, verdicts: FxHashMap::default() }
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
            most_calls: lengths.max().unwrap_or(0),
        }
    }

    /// Looks at an execution that has no other error.
    pub fn look(&mut self, execution: &Execution) -> Option<CallFinding> {
        let calls = match self.program.object_calls(execution) {
            Ok(calls) => calls,
            Err(StrayMark { is_nested, thread, position }) => {
                let bad = if is_nested { BadCalls::Nested } else { BadCalls::Unbegun };
                let place = CallPlace { thread, position, function: String::new() };
                return Some(CallFinding { problem: CallProblem::Bad(bad), places: vec![place] });
            }
        };
        let calls: Vec<(ThreadId, ObjectCall)> = (0..)
            .map(ThreadId)
            .zip(calls)
            .flat_map(|(thread, calls)| calls.into_iter().map(move |call| (thread, call)))
            .collect();
        let bad = |problem: BadCalls, call: &(ThreadId, ObjectCall)| {
            Some(CallFinding { problem: CallProblem::Bad(problem), places: vec![CallPlace::of(call)] })
        };
        if let Some(call) = calls.get(MAX_CALLS) {
            return bad(BadCalls::TooMany { most: MAX_CALLS }, call);
        }
        let operations: Vec<Operation> = calls.iter().map(|(thread, call)| operation(*thread, call)).collect();
        let object = &self.specification.object;
        let misfit = |(operation, call): (&Operation, _)| object.fits(operation).err().map(|misfit| (misfit, call));
        if let Some((misfit, call)) = operations.iter().zip(&calls).find_map(misfit) {
            return bad(BadCalls::Misfit(misfit), call);
        }
        let history = self.history(execution, &calls, operations);
        if let Some(verdict) = self.verdicts.get(&history) {
            let violation = verdict.clone()?;
            return Some(self.broken(history, violation, &calls));
        }
        let limits = Limits { memory: MEMORY_FOR_ORDERS, ..Limits::none() };
        let verdict = match judge(object, &history, self.specification.sync, &limits) {
            Err(misfit) => unreachable!("all calls were found to be of the object: {misfit}"),
            Ok(Judgement::Unknown(Exhausted::Memory | Exhausted::Time)) => {
                return calls.first().and_then(|call| bad(BadCalls::TooManyOrders, call));
            }
            Ok(Judgement::Possible(_)) => None,
            Ok(Judgement::Impossible(violation)) => Some(violation),
        };
        self.verdicts.insert(history.clone(), verdict.clone());
        verdict.map(|violation| self.broken(history, violation, &calls))
    }

    fn broken(&self, history: History, violation: Violation, calls: &[(ThreadId, ObjectCall)]) -> CallFinding {
        let about = violation.reason.about();
        let last = history.ids().last().into_iter();
        let wrong = match &violation.reason {
            Reason::Sync(pairs) => pairs.iter().flat_map(|&(from, by)| [by, from]).take(2).collect(),
            _ if about.is_empty() => violation.stuck.iter().copied().chain(last).take(1).collect::<Vec<OpId>>(),
            _ => about,
        };
        let places = wrong.iter().map(|op| CallPlace::of(&calls[op.index()])).collect();
        let lines = calls.iter().map(|(_, call)| call.position.map(|position| position.line)).collect();
        let broken = BrokenCalls { object: self.specification.object, history, violation, lines };
        CallFinding { problem: CallProblem::Broken(Box::new(broken)), places }
    }

    /// Which call was over before which began, and which can rely on which.
    fn history(&self, execution: &Execution, calls: &[(ThreadId, ObjectCall)], operations: Vec<Operation>) -> History {
        let candidate = match Candidate::new(execution) {
            Ok(candidate) => candidate,
            Err(violation) => unreachable!("an execution that was explored is well formed: {violation:?}"),
        };
        let co = execution.co.as_ref().map(|orders| candidate.coherence(orders));
        let co = co.map(|co| co.unwrap_or_else(|wrong| unreachable!("coherence is well formed: {wrong:?}")));
        let Some(hb) = happens_before(self.model, &candidate, co.as_ref()) else {
            unreachable!("models without a happens-before are refused")
        };
        let points = Points::new(execution, &candidate, hb);
        let pairs = |from: &dyn Fn(&ObjectCall) -> Option<u32>, to: &dyn Fn(&ObjectCall) -> Option<u32>| {
            let mut pairs = Vec::new();
            for (a, (one, first)) in calls.iter().enumerate() {
                for (b, (other, second)) in calls.iter().enumerate().filter(|(_, (other, _))| other != one) {
                    if let (Some(from), Some(to)) = (from(first), to(second))
                        && points.is_before((*one, from), (*other, to))
                    {
                        pairs.push((OpId::new(a), OpId::new(b)));
                    }
                }
            }
            pairs
        };
        let begin = |call: &ObjectCall| Some(call.begin);
        let end = |call: &ObjectCall| call.end.map(|(events, _)| events);
        let (before, reach) = (pairs(&end, &begin), pairs(&begin, &end));
        match History::new(operations, before, reach) {
            Ok(history) => history,
            Err(circular) => unreachable!("happens-before has no cycle: {circular}"),
        }
    }
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

/// Points between the events of threads, and how they are ordered.
struct Points {
    /// The events of each thread that models know, by position, with their numbers.
    events: Vec<Vec<(u32, usize)>>,
    /// The number of the event that started each thread.
    starts: Vec<Option<usize>>,
    /// The numbers of the events that waited for the end of each thread.
    joins: Vec<Vec<usize>>,
    hb: Relation,
}

impl Points {
    fn new(execution: &Execution, candidate: &Candidate, hb: Relation) -> Points {
        let threads = execution.threads.len();
        let (mut events, mut starts, mut joins) = (vec![Vec::new(); threads], vec![None; threads], vec![Vec::new(); threads]);
        for (id, event) in execution.events() {
            let EventId { thread, index } = id;
            let Some(number) = candidate.element(Node::Event(id)) else { continue };
            events[thread.index()].push((index, number));
            match event.label {
                Label::Spawn { thread: child } => starts[child.index()] = Some(number),
                Label::Join { thread: child } => joins[child.index()].push(number),
                _ => {}
            }
        }
        Points { events, starts, joins, hb }
    }

    /// Is what comes next in one thread, after so many events, before what came last in another one, after so many? The end of a thread
    /// comes next after all its events, and what waits for the thread waits for its end; its start came last before all.
    fn is_before(&self, (one, from): (ThreadId, u32), (other, to): (ThreadId, u32)) -> bool {
        let (first, second) = (&self.events[one.index()], &self.events[other.index()]);
        let next = first.get(first.partition_point(|&(index, _)| index < from));
        let last = second.partition_point(|&(index, _)| index < to).checked_sub(1).map(|at| second[at].1);
        let Some(last) = last.or(self.starts[other.index()]) else { return false };
        let leads = |next: usize| next == last || self.hb.contains(next, last);
        match next {
            Some(&(_, next)) => leads(next),
            None => self.joins[one.index()].iter().any(|&join| leads(join)),
        }
    }
}
