//! Names of threads, events and memory locations.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What memory cells hold. Front ends truncate to the width of the access before it gets here.
pub type Value = u64;

/// A thread of the program, numbered from 0 in the order in which the program declares them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ThreadId(pub u16);

impl ThreadId {
    /// The thread's position in a vector of all threads.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// An event, named by its thread and its position in that thread's program order (from 0).
/// The name does not depend on the order in which events were added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct EventId {
    /// The thread that performed the event.
    pub thread: ThreadId,
    /// Its position in the thread's program order.
    pub index: u32,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.thread, self.index)
    }
}

/// The address of a shared memory location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Address(pub u64);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}
