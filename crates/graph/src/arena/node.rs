//! One event in the arena of a graph under construction.

use std::num::NonZeroU32;

use crate::arena::clock::{Clock, Lane};
use crate::arena::table::Key;
use crate::{Mode, Standing, ThreadId, Value};

/// The place of an event in the arena. Slots are reused after events are taken back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(NonZeroU32);

impl Slot {
    /// The position in the arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Key for Slot {
    #[inline]
    fn new(position: usize) -> Slot {
        // An arena of 2^32 events would need 2^39 bytes of memory: allocation fails long before.
        Slot(NonZeroU32::MIN.saturating_add(position as u32))
    }

    #[inline]
    fn position(self) -> usize {
        self.index()
    }
}

/// A memory location, numbered in the order in which the exploration first met it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc(u32);

impl Loc {
    /// The location's position in the graph's table.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Key for Loc {
    #[inline]
    fn new(position: usize) -> Loc {
        Loc(position as u32)
    }

    #[inline]
    fn position(self) -> usize {
        self.index()
    }
}

/// What kind of event a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A read.
    Read {
        /// The location.
        loc: Loc,
        /// The read half of an update that succeeds?
        exclusive: bool,
    },
    /// A write.
    Write {
        /// The location.
        loc: Loc,
        /// The write half of an update?
        exclusive: bool,
    },
    /// A fence, which concerns the location whose address is in `value` or (0) all of them.
    Fence,
    /// The start of a thread.
    Spawn(ThreadId),
    /// The wait for the end of a thread.
    Join(ThreadId),
    /// The beginning of the life of its thread's next object; `value` is its first byte.
    Allocate {
        /// How many bytes it has.
        size: u64,
    },
    /// The end of the life of an object; `value` is its first byte.
    Free {
        /// The thread that allocated it.
        thread: ThreadId,
        /// How many that thread allocated before.
        index: u32,
    },
    /// A value that the program left open, in `value`.
    Choose,
    /// The arrival at a barrier, whose address is in `value`.
    Arrive {
        /// How often the thread arrived there before.
        round: u32,
    },
    /// The departure from a barrier, whose address is in `value`.
    Depart {
        /// The round.
        round: u32,
    },
}

/// A clock that is either some event's `hb`, or kept in the graph's side arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockRef {
    /// The `hb` clock of that event.
    Of(Slot),
    /// An entry of the side arena.
    Side(u32),
}

/// One event. `S` is the state of its thread after it, run up to the next action.
#[derive(Clone, Copy, Debug)]
pub struct Node<S, const N: usize> {
    /// What it is.
    pub kind: Kind,
    /// How it is ordered.
    pub mode: Mode,
    /// Its thread.
    pub lane: Lane,
    /// Its position in program order.
    pub index: u32,
    /// The event before it in program order.
    pub before: Option<Slot>,
    /// The value read or written.
    pub value: Value,
    /// Its position in insertion order.
    pub stamp: u32,
    /// A write that some older event reads from: it performed a backward revisit.
    pub has_older_reader: bool,
    /// A weak compare-exchange that failed although the value was there.
    pub spurious: bool,
    /// A lock that took the place of an older one.
    pub displaces: bool,
    /// Is there a data race with an event that was added before?
    pub(crate) races: bool,
    /// Writes: is it in its location's list of writes?
    pub placed: bool,
    /// Is it an initial write? Those stay, and their slots are never handed out again.
    pub(crate) is_permanent: bool,
    /// Reads: where the value comes from.
    pub rf: Option<Slot>,
    /// Writes: the position in coherence order (or, where coherence is not tracked, in the list of writes).
    pub co: u32,
    /// The previous access of the same thread to the same location.
    pub prev_access: Option<Slot>,
    /// An older access of the same thread to the same location, further back: accesses are searched in few steps with it.
    pub(crate) skip: Option<Slot>,
    /// How many accesses of the same thread to the same location are before it.
    pub(crate) depth: u32,
    /// Writes: the first event in the list of its readers.
    pub(crate) first_reader: Option<Slot>,
    /// Reads: neighbours in the list of the source's readers.
    pub(crate) prev_reader: Option<Slot>,
    pub(crate) next_reader: Option<Slot>,
    /// Writes: what a reader that acquires learns.
    pub(crate) message: Option<ClockRef>,
    /// The newest release fence of the thread up to here.
    pub(crate) release_fence: Option<Slot>,
    /// The newest seq_cst fence of the thread up to here.
    pub sc_fence: Option<Slot>,
    /// Accesses: the newest releasing write of this thread to this location up to here.
    pub(crate) location_release: Option<Slot>,
    /// What relaxed reads of the thread have seen and an acquire fence would learn.
    pub(crate) pending: Option<u32>,
    /// How much of the side arena was in use before this event.
    pub(crate) side_base: u32,
    /// Program order and reads-from, up to and including this event.
    pub porf: Clock<N>,
    /// Happens-before, up to and including this event.
    pub hb: Clock<N>,
    /// The thread's state before the event, and where it stood.
    pub(crate) state_before: S,
    pub(crate) standing_before: Standing,
    /// Where the thread stands after the event.
    pub(crate) standing: Standing,
    /// The thread's state after the event.
    pub(crate) state: S,
}

impl<S: Copy, const N: usize> Node<S, N> {
    /// No event, in some state.
    pub(crate) fn blank(state: S) -> Node<S, N> {
        Node {
            kind: Kind::Fence,
            mode: Mode::Rlx,
            lane: Lane::INIT,
            index: 0,
            before: None,
            value: 0,
            stamp: 0,
            has_older_reader: false,
            spurious: false,
            displaces: false,
            races: false,
            placed: false,
            is_permanent: false,
            rf: None,
            co: 0,
            prev_access: None,
            skip: None,
            depth: 0,
            first_reader: None,
            prev_reader: None,
            next_reader: None,
            message: None,
            release_fence: None,
            sc_fence: None,
            location_release: None,
            pending: None,
            side_base: 0,
            porf: Clock::initial(),
            hb: Clock::initial(),
            state_before: state,
            standing_before: Standing::Absent,
            standing: Standing::Absent,
            state,
        }
    }
}

impl<S, const N: usize> Node<S, N> {
    /// Forgets what the slot held before, as far as it is not set in any case.
    #[inline]
    pub(crate) fn reset(&mut self, side_base: u32) {
        self.side_base = side_base;
        (self.has_older_reader, self.spurious, self.displaces) = (false, false, false);
        (self.races, self.placed) = (false, false);
        // Where it is in a list of readers is set with its source; what it tells, if it is a write.
        (self.rf, self.first_reader) = (None, None);
    }

    /// The location accessed.
    #[inline]
    pub fn loc(&self) -> Option<Loc> {
        match self.kind {
            Kind::Read { loc, .. } | Kind::Write { loc, .. } => Some(loc),
            _ => None,
        }
    }

    /// Is it a read?
    #[inline]
    pub fn is_read(&self) -> bool {
        matches!(self.kind, Kind::Read { .. })
    }

    /// Is it a write?
    #[inline]
    pub fn is_write(&self) -> bool {
        matches!(self.kind, Kind::Write { .. })
    }

    /// Is it half of an update?
    #[inline]
    pub fn is_exclusive(&self) -> bool {
        matches!(self.kind, Kind::Read { exclusive: true, .. } | Kind::Write { exclusive: true, .. })
    }
}
