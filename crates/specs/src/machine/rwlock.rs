//! Locks that one thread holds for writing, or any number for reading.

use smallvec::SmallVec;

use super::{Machine, Standing, Way, call, decode, gives, heap_of, said};
use crate::history::History;
use crate::operation::{OpId, Thread};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Read,
    Write,
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Lock(Side),
    /// With the result that it had.
    Try(Side, Option<bool>),
    /// Of one side, or of whichever is held.
    Unlock(Option<Side>),
}

/// A lock that one thread holds for writing, or any number for reading.
pub(crate) struct RwLock {
    calls: Vec<Option<Call>>,
    threads: Vec<Thread>,
}

impl RwLock {
    pub fn new(history: &History) -> RwLock {
        let calls = decode(history, |operation| match &*operation.name {
            "rdlock" => Some(Call::Lock(Side::Read)),
            "wrlock" => Some(Call::Lock(Side::Write)),
            "tryrdlock" => Some(Call::Try(Side::Read, said(operation))),
            "trywrlock" => Some(Call::Try(Side::Write, said(operation))),
            "rdunlock" => Some(Call::Unlock(Some(Side::Read))),
            "wrunlock" => Some(Call::Unlock(Some(Side::Write))),
            "unlock" => Some(Call::Unlock(None)),
            _ => None,
        });
        RwLock { calls, threads: history.operations().iter().map(|operation| operation.thread).collect() }
    }

    /// Is it free for that?
    fn is_open(state: &Holders, side: Side) -> bool {
        state.writer.is_none() && (side == Side::Read || state.readers.is_empty())
    }

    fn lock(state: &Holders, side: Side, op: OpId) -> Way<Holders> {
        let mut next = state.clone();
        match side {
            Side::Read => {
                let place = next.readers.partition_point(|&other| other < op);
                next.readers.insert(place, op);
                Way::taking(next, state.last_write, op)
            }
            Side::Write => {
                next.writer = Some(op);
                let since = std::mem::take(&mut next.read_since);
                Way::taking(next, state.last_write.into_iter().chain(since), op)
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Holders {
    /// Who holds it for writing.
    writer: Option<OpId>,
    /// Who hold it for reading, by name.
    readers: SmallVec<[OpId; 4]>,
    /// Who last gave it back after writing.
    last_write: Option<OpId>,
    /// Who gave it back after reading since somebody held it for writing, by name.
    read_since: SmallVec<[OpId; 4]>,
}

impl Machine for RwLock {
    type State = Holders;

    fn start(&self) -> Holders {
        Holders::default()
    }

    fn ways(&self, state: &Holders, op: OpId, ways: &mut Vec<Way<Holders>>) {
        let thread = self.threads[op.index()];
        let is_own = |lock: &OpId| self.threads[lock.index()] == thread;
        match *call(&self.calls, op) {
            Call::Lock(side) => ways.extend(RwLock::is_open(state, side).then(|| RwLock::lock(state, side, op))),
            Call::Try(side, result) => {
                let is_open = RwLock::is_open(state, side);
                if gives(result, is_open) {
                    ways.push(if is_open { RwLock::lock(state, side, op) } else { Way::to(state.clone()) });
                }
            }
            Call::Unlock(side) => {
                if side != Some(Side::Read) && state.writer.as_ref().is_some_and(is_own) {
                    ways.push(Way::to(Holders { writer: None, last_write: Some(op), ..state.clone() }));
                } else if side != Some(Side::Write)
                    && let Some(place) = state.readers.iter().position(is_own)
                {
                    // Which of several that the thread holds makes no difference.
                    let mut next = state.clone();
                    next.readers.remove(place);
                    let place = next.read_since.partition_point(|&other| other < op);
                    next.read_since.insert(place, op);
                    ways.push(Way::to(next));
                }
            }
        }
    }

    fn heap(&self, state: &Holders) -> usize {
        heap_of(&state.readers) + heap_of(&state.read_since)
    }

    fn only_looks(&self, op: OpId) -> bool {
        matches!(*call(&self.calls, op), Call::Try(_, Some(false)))
    }

    fn standing(&self, state: &Holders) -> Standing {
        match state.writer {
            Some(writer) => Standing::HeldBy(writer),
            None if state.readers.is_empty() => Standing::Free,
            None => Standing::ReadBy(state.readers.to_vec()),
        }
    }
}
