//! Total store order: x86, on C11 labels. A seq_cst store is compiled to a store followed by a full fence, a seq_cst
//! fence to a full fence, an update to a locked instruction; weaker orders cost nothing.
//!
//! | axiom | where |
//! |---|---|
//! | SCPV `acyclic (po-loc \| com)` | `floor` |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |
//! | `acyclic (rfe \| fr \| co \| ppo \| fenced)` | `admits`, with `StoreOrder` |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Label, Mode, Tag};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::reach::{Order, Search};

/// Total store order.
#[derive(Clone, Copy, Debug)]
pub struct Tso;

impl Model for Tso {
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = true;
    type Memory = ();

    // TSO is stronger than release/acquire, so its happens-before gives a valid floor (and more than SCPV).
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::AllAtomics
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        happens_before_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        _: &impl Lookup<S, N>,
        search: &mut Search,
        (): &mut (),
    ) -> bool {
        search.acyclic_through::<StoreOrder, S, N>(graph, event)
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Tso, candidate)
    }
}

/// How an event stands to the store buffer of its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferUse {
    /// A read: it passes the writes in the buffer, and everything later follows it.
    Reads,
    /// A write: it comes after everything earlier, and later reads pass it.
    Writes,
    /// It comes after everything earlier, and everything later follows it: the buffer is empty.
    Empties,
    /// Nothing that memory knows of.
    Nothing,
}

impl BufferUse {
    /// What an event with that label does.
    pub fn of(label: &Label) -> BufferUse {
        match *label {
            Label::Read { mode, exclusive, .. } if is_locked(mode, exclusive) => BufferUse::Empties,
            Label::Read { .. } => BufferUse::Reads,
            Label::Write { mode, exclusive, .. } if is_flushed_at_once(mode, exclusive) => BufferUse::Empties,
            Label::Write { .. } => BufferUse::Writes,
            Label::Fence { mode, .. } if is_full(mode) => BufferUse::Empties,
            Label::Fence { .. } | Label::Allocate { .. } | Label::Free { .. } | Label::Choose { .. } => {
                BufferUse::Nothing
            }
            Label::Spawn { .. } | Label::Join { .. } | Label::Arrive { .. } | Label::Depart { .. } => {
                BufferUse::Empties
            }
        }
    }
}

/// Is the access one of a locked instruction? That flushes the store buffer whether it stores or not.
fn is_locked(mode: Mode, exclusive: bool) -> bool {
    exclusive || mode == Mode::Tag(Tag::Locked)
}

/// Is everything later in the thread ordered after a write?
fn is_flushed_at_once(mode: Mode, exclusive: bool) -> bool {
    mode.is_sc() || is_locked(mode, exclusive)
}

/// Does a fence flush the store buffer?
fn is_full(mode: Mode) -> bool {
    mode.is_sc() || mode == Mode::Tag(Tag::Mfence)
}

/// Does every access before this event come before every access after it?
pub(crate) fn is_full_fence<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot) -> bool {
    let node = graph.node(event);
    match node.kind {
        Kind::Fence => is_full(node.mode),
        Kind::Spawn(_) | Kind::Join(_) | Kind::Arrive { .. } | Kind::Depart { .. } => true,
        Kind::Allocate { .. } | Kind::Free { .. } | Kind::Choose => false,
        Kind::Read { .. } | Kind::Write { .. } => is_locked(node.mode, node.is_exclusive()),
    }
}

/// Is everything later in the thread ordered after this write?
pub(crate) fn is_flushed<S: Copy, const N: usize>(graph: &Graph<S, N>, write: Slot) -> bool {
    let node = graph.node(write);
    is_flushed_at_once(node.mode, node.is_exclusive())
}

/// From a read or a full fence everything later follows: all up to the next read, from which the search goes on.
pub(crate) fn everything_later<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    later: &[Slot],
    reach: &mut dyn FnMut(Slot),
) {
    for &next in later {
        reach(next);
        if graph.node(next).is_read() {
            break;
        }
    }
}

/// Program order without what store buffers undo: a write before a later read.
struct StoreOrder;

impl Order for StoreOrder {
    const INTERNAL_RF: bool = false;

    fn successors<S: Copy, const N: usize>(
        graph: &Graph<S, N>,
        event: Slot,
        later: &[Slot],
        reach: &mut dyn FnMut(Slot),
    ) -> bool {
        let node = graph.node(event);
        // A fence that is none to the hardware is passed by everything.
        if node.is_read() || is_full_fence(graph, event) {
            everything_later(graph, later, reach);
            return true;
        }
        if !node.is_write() {
            return false;
        }
        let mut fenced = is_flushed(graph, event);
        for &next in later {
            fenced |= is_full_fence(graph, next);
            let node = graph.node(next);
            if node.is_write() || fenced {
                reach(next);
            }
            // From a fenced read, or from a write that no fence precedes, the search goes on by itself.
            if (node.is_read() && fenced) || (node.is_write() && !fenced) {
                break;
            }
        }
        // Buffers are empty when a thread ends.
        true
    }
}
