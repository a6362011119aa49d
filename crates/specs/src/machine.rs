//! Objects as sequential state machines: what a call may do in a state, and from which earlier calls it takes.

mod barrier;
mod container;
mod lock;
mod map;
mod number;
mod once;
mod rwlock;
mod semaphore;

use std::hash::Hash;

use smallvec::SmallVec;

use crate::history::History;
use crate::object::{Kind, Object};
use crate::operation::{OpId, Operation, Outcome};

pub(crate) use barrier::Barrier;
pub(crate) use container::Container;
pub(crate) use lock::Mutex;
pub(crate) use map::Map;
pub(crate) use number::{Counter, Register};
pub(crate) use once::Once;
pub(crate) use rwlock::RwLock;
pub(crate) use semaphore::Semaphore;

/// The second call relies on what was done before the first.
pub(crate) type Pair = (OpId, OpId);

/// One way in which a call may go.
#[derive(Clone, Debug)]
pub(crate) struct Way<S> {
    /// The state afterwards.
    pub next: S,
    /// What must reach what if matched calls synchronise.
    pub takes: SmallVec<[Pair; 2]>,
}

impl<S> Way<S> {
    /// Into a state, relying on nothing.
    pub fn to(next: S) -> Way<S> {
        Way { next, takes: SmallVec::new() }
    }

    /// Into a state, relying on these.
    pub fn taking(next: S, from: impl IntoIterator<Item = OpId>, by: OpId) -> Way<S> {
        Way { next, takes: from.into_iter().map(|from| (from, by)).collect() }
    }
}

/// What a call is to those who ask for more synchronisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// It puts something in.
    Insert,
    /// It takes something out.
    Remove,
    /// Neither.
    Other,
}

/// An object as a state machine. It never sees calls that failed: they change nothing in any state.
pub(crate) trait Machine {
    /// Tells what the calls so far have left. Equal states allow the same future.
    type State: Clone + Eq + Hash;
    /// The state before all calls.
    fn start(&self) -> Self::State;
    /// Adds every way in which the call can go here, with the result that it had; with any result if it is pending.
    fn ways(&self, state: &Self::State, op: OpId, ways: &mut Vec<Way<Self::State>>);
    /// May no call come any more?
    fn may_end(&self, _: &Self::State) -> bool {
        true
    }
    /// How many bytes a state takes besides its own size.
    fn heap(&self, _: &Self::State) -> usize {
        0
    }
    /// What the call is to those who ask for more synchronisation.
    fn role(&self, _: OpId) -> Role {
        Role::Other
    }
    /// Does the call, with the result that it had, leave every state as it is?
    fn only_looks(&self, op: OpId) -> bool;
    /// The state in words that a person knows.
    fn standing(&self, state: &Self::State) -> Standing;
}

/// The state of an object, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It holds these, the next to be removed from the front first. (Of a deque: from the end that is stolen from to the other.)
    Holds(Vec<i64>),
    /// Its value.
    Value(i64),
    /// It has these keys, with these values.
    Entries(Vec<(i64, i64)>),
    /// It has these keys.
    Keys(Vec<i64>),
    /// Nobody holds it.
    Free,
    /// Somebody holds it, since that call.
    HeldBy(OpId),
    /// Those hold it, for reading.
    ReadBy(Vec<OpId>),
    /// It has so many tokens.
    Tokens(u64),
    /// These have arrived.
    Arrived(Vec<OpId>),
    /// Nobody has run it.
    NotRun,
    /// That call has run it.
    RunBy(OpId),
}

/// What is done with the machine of an object, whichever it is.
pub(crate) trait Work {
    /// What comes of it.
    type Result;
    /// Does it.
    fn with<M: Machine>(self, machine: &M) -> Self::Result;
}

/// Does something with the machine of an object that these calls are made of. They fit the object.
pub(crate) fn with_machine<W: Work>(object: &Object, history: &History, work: W) -> W::Result {
    match object.kind() {
        Kind::Queue | Kind::Stack | Kind::Bag | Kind::Deque | Kind::Channel => {
            work.with(&Container::new(object, history))
        }
        Kind::Register => work.with(&Register::new(object.initial(), history)),
        Kind::Counter => work.with(&Counter::new(object.initial(), history)),
        Kind::Set => work.with(&Map::of_keys(history)),
        Kind::Map => work.with(&Map::of_values(history)),
        Kind::Mutex => work.with(&Mutex::new(history)),
        Kind::RwLock => work.with(&RwLock::new(history)),
        Kind::Semaphore => work.with(&Semaphore::new(object.initial(), history)),
        Kind::Once => work.with(&Once::new(history)),
        Kind::Barrier => work.with(&Barrier::new(object.initial(), history)),
    }
}

/// What each call is to a machine, read off once. Calls that failed have no form of their own.
fn decode<C>(history: &History, decode: impl Fn(&Operation) -> Option<C>) -> Vec<Option<C>> {
    let has_failed = |operation: &&Operation| operation.outcome == Outcome::Failed;
    let decode = |operation: &Operation| match Some(operation).filter(has_failed) {
        Some(_) => None,
        None => Some(decode(operation).unwrap_or_else(|| unreachable!("{operation} was found to fit the object"))),
    };
    history.operations().iter().map(decode).collect()
}

/// What a call that has not failed is.
fn call<C>(calls: &[Option<C>], op: OpId) -> &C {
    calls[op.index()].as_ref().unwrap_or_else(|| unreachable!("failed calls are not shown to machines"))
}

/// How many bytes a list of calls takes besides its own size.
fn heap_of<A: smallvec::Array<Item = OpId>>(list: &SmallVec<A>) -> usize {
    if list.spilled() { list.capacity() * size_of::<OpId>() } else { 0 }
}

/// The result that a call must have; `None` if it may have any.
fn value(operation: &Operation) -> Option<i64> {
    match operation.outcome {
        Outcome::Value(value) => Some(value),
        _ => None,
    }
}

/// What the call said, yes or no; `None` if it said nothing, or nothing yet.
fn said(operation: &Operation) -> Option<bool> {
    value(operation).map(|value| value != 0)
}

/// May the result be that, if one is wanted?
fn gives<T: PartialEq>(wanted: Option<T>, result: T) -> bool {
    wanted.is_none_or(|wanted| wanted == result)
}
