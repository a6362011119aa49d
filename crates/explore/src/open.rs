//! Executions with a cycle of program order and reads-from, found by the fast engine, whose graphs have none.
//!
//! `program`: the program is changed so that some of its reads may *wait* for a value (`things`) instead of reading from a write that is there.
//! `close`: in a complete graph of that, reads that wait are given their writes. `show`: what comes of it is shown. `fault`: what
//! threads do wrong in it with objects; then, and where atomic sections are not kept, its `beginning` is shown. `writers`: who may write what.

mod beginning;
mod close;
mod fault;
mod program;
mod show;
mod things;
mod writers;

pub(crate) use close::{Closed, Cycles, Which, close};
pub(crate) use program::{Chosen, Note, Open, OpenState};
pub(crate) use show::{Questions, show};
pub(crate) use things::{Bound, Familiar, Thing, Things, Who};
pub(crate) use writers::{Writers, writers};

use crate::{ExploreError, Limit};

/// Why a search ended early.
pub(crate) enum Ended {
    Limit(Limit),
    Error(Box<ExploreError>),
}

impl From<ExploreError> for Ended {
    fn from(error: ExploreError) -> Ended {
        Ended::Error(Box::new(error))
    }
}

impl From<Limit> for Ended {
    fn from(limit: Limit) -> Ended {
        Ended::Limit(limit)
    }
}
