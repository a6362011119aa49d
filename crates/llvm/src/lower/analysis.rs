//! Analyses of one function or of all, before its code is written: control flow, loops, addresses that are known, and
//! which stack slots other threads can see.

pub(crate) mod address;
pub(crate) mod bits;
pub(crate) mod cfg;
pub(crate) mod escape;
pub(crate) mod forget;
pub(crate) mod loops;
pub(crate) mod scopes;
