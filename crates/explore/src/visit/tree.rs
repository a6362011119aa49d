//! The choices that led to the graph, with the alternatives that they have left: an explicit stack of frames.
//!
//! A frame whose last alternative is taken is dropped before going on, so that the stack is as deep as there are open choices.

use raddle_graph::ThreadId;
use raddle_graph::graph::Cut;
use raddle_graph::node::Slot;

/// Open choices, the newest last.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) frames: Vec<Frame>,
    /// The alternatives of those frames that have a list of them; each frame knows where its own begin.
    pub(super) choices: Vec<Choice>,
    /// What the choices were whose alternatives another worker has taken over.
    pub(super) given: Vec<Frame>,
}

/// A choice with alternatives left.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    /// Where a read, the newest event, reads from: the remaining `choices` from `base`.
    Read { read: Slot, stamp: usize, base: usize },
    /// Where a write goes in coherence order: one lower, down to above `floor`.
    Write { write: Slot, stamp: usize, floor: usize, after: After },
    /// Which reads a write, the newest event and not placed, revisits: the remaining `choices` from `base`.
    Revisits { write: Slot, stamp: usize, base: usize },
    /// A choice whose alternatives another worker has taken over: the newest one in `given`.
    Given,
    /// A final graph: late attempts of the updates that wait in the threads from `thread` on.
    Late { stamp: usize, thread: u16 },
    /// A lock, the event after `stamp`, which may also have come before others.
    Lock { thread: ThreadId, stamp: usize },
    /// Which locks the thread's lock displaces: the remaining `choices` from `base`.
    Displace { thread: ThreadId, stamp: usize, base: usize },
    /// A lock, the event after `stamp`, has displaced another: undo that.
    Displaced { stamp: usize, cut: Cut },
    /// Which of the values from `next` on an event that leaves it open takes.
    Choose { thread: ThreadId, stamp: usize, next: u64, count: u64 },
}

/// What follows when all places of a write have been tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum After {
    /// Look for reads that it revisits, of which this is the stamp of the oldest.
    Scan { oldest: Option<u32> },
    /// It was revisiting: undo the revisit.
    Restore(Cut),
}

/// One way for a read to go on: the write to read from, or (in a `Revisits` frame) the read to revisit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(super) slot: Slot,
    /// Fail although the expected value is there (weak compare-exchange).
    pub(super) spurious: bool,
}
