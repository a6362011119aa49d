//! Rules for what not every program has: objects that come and go, waits, mutexes, symmetric threads. Each is a file that the
//! loop enters at few places.

pub(super) mod locks;
pub(super) mod objects;
pub(super) mod symmetry;
pub(super) mod waits;
