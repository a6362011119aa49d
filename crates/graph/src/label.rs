//! Labels: what an event did.

use serde::{Deserialize, Serialize};

use crate::{Address, Mode, ThreadId, Value};

/// What an event did. An update (read-modify-write) is two events: an exclusive read directly followed in
/// program order by an exclusive write of the same location. A compare-exchange that fails is a plain read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// A read of `value` from `addr`.
    Read {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
        /// The value read.
        value: Value,
        /// Is this the read half of an update that succeeded?
        exclusive: bool,
    },
    /// A write of `value` to `addr`.
    Write {
        /// The location.
        addr: Address,
        /// The order of the access.
        mode: Mode,
        /// The value written.
        value: Value,
        /// Is this the write half of an update?
        exclusive: bool,
    },
    /// A fence.
    Fence {
        /// Its order; never `Na`.
        mode: Mode,
        /// The location that it is about (never address 0), if it is about one: the object for whose readers
        /// `synchronize_srcu` waits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Address>,
    },
    /// The start of another thread; synchronises with that thread's first event.
    Spawn {
        /// The thread started.
        thread: ThreadId,
    },
    /// The wait for another thread's end; that thread's last event synchronises with it.
    Join {
        /// The thread waited for.
        thread: ThreadId,
    },
    /// The beginning of an object's life.
    Allocate {
        /// Its first byte.
        base: Address,
        /// How many bytes it has.
        size: u64,
    },
    /// The end of an object's life.
    Free {
        /// Its first byte.
        base: Address,
    },
    /// A value that the program left open.
    Choose {
        /// The value.
        value: Value,
    },
    /// A thread's arrival at a barrier; synchronises with every departure of the same round.
    Arrive {
        /// The barrier.
        barrier: Address,
        /// How often the thread arrived there before.
        round: u32,
    },
    /// A thread's departure from a barrier, after all arrivals of its round.
    Depart {
        /// The barrier.
        barrier: Address,
        /// The round.
        round: u32,
    },
}

impl Label {
    /// The location accessed, for reads and writes.
    pub fn addr(&self) -> Option<Address> {
        match *self {
            Label::Read { addr, .. } | Label::Write { addr, .. } => Some(addr),
            _ => None,
        }
    }

    /// The order, for reads, writes and fences.
    pub fn mode(&self) -> Option<Mode> {
        match *self {
            Label::Read { mode, .. } | Label::Write { mode, .. } | Label::Fence { mode, .. } => Some(mode),
            _ => None,
        }
    }

    /// Is this a read?
    pub fn is_read(&self) -> bool {
        matches!(self, Label::Read { .. })
    }

    /// Is this a write?
    pub fn is_write(&self) -> bool {
        matches!(self, Label::Write { .. })
    }

    /// Does it write that value there?
    pub fn is_write_of(&self, at: Address, what: Value) -> bool {
        matches!(*self, Label::Write { addr, value, .. } if (addr, value) == (at, what))
    }

    /// Is this one half of an update?
    pub fn is_exclusive(&self) -> bool {
        matches!(self, Label::Read { exclusive: true, .. } | Label::Write { exclusive: true, .. })
    }
}
