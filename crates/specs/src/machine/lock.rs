//! Locks that one thread holds at a time.

use super::{Machine, Standing, Way, call, decode, said};
use crate::history::History;
use crate::operation::{OpId, Thread};

#[derive(Clone, Copy, Debug)]
enum Call {
    Lock,
    /// With the result that it had.
    Try(Option<bool>),
    Unlock,
}

/// A lock that one thread holds at a time, and that this thread gives back.
pub(crate) struct Mutex {
    calls: Vec<Option<Call>>,
    threads: Vec<Thread>,
}

impl Mutex {
    pub fn new(history: &History) -> Mutex {
        let calls = decode(history, |operation| match &*operation.name {
            "lock" => Some(Call::Lock),
            "trylock" => Some(Call::Try(said(operation))),
            "unlock" => Some(Call::Unlock),
            _ => None,
        });
        Mutex { calls, threads: history.operations().iter().map(|operation| operation.thread).collect() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Held {
    /// Since that call.
    By(OpId),
    /// Given back by that call, or never taken.
    Free(Option<OpId>),
}

impl Machine for Mutex {
    type State = Held;

    fn start(&self) -> Held {
        Held::Free(None)
    }

    fn ways(&self, &held: &Held, op: OpId, ways: &mut Vec<Way<Held>>) {
        match (*call(&self.calls, op), held) {
            (Call::Lock | Call::Try(None | Some(true)), Held::Free(last)) => {
                ways.push(Way::taking(Held::By(op), last, op));
            }
            (Call::Try(None | Some(false)), Held::By(_)) => ways.push(Way::to(held)),
            (Call::Unlock, Held::By(owner)) if self.threads[owner.index()] == self.threads[op.index()] => {
                ways.push(Way::to(Held::Free(Some(op))));
            }
            (Call::Lock | Call::Try(_) | Call::Unlock, _) => {}
        }
    }

    fn only_looks(&self, op: OpId) -> bool {
        matches!(*call(&self.calls, op), Call::Try(Some(false)))
    }

    fn standing(&self, held: &Held) -> Standing {
        match *held {
            Held::By(owner) => Standing::HeldBy(owner),
            Held::Free(_) => Standing::Free,
        }
    }
}
