//! XMM's part without cycles: RC20, which notices where a cycle of program order and reads-from could close.
//!
//! | part of the definition | where |
//! |---|---|
//! | RC20's axioms | `models/c11.rs` |
//! | a race that could close a cycle: no path of `rpo \| rf` from the read to the write | `before`, of which the explorer takes the closure |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Slot};

use crate::C11;
use crate::axioms::{Candidate, Judge};
use crate::model::{Lookup, Model};
use crate::reach::Search;

/// XMM without re-executions.
#[derive(Clone, Copy, Debug)]
pub struct Xmm;

impl Model for Xmm {
    const HAS_RACES: bool = C11::HAS_RACES;
    const IS_LOCAL: bool = C11::IS_LOCAL;
    const COHERES_WITH_HB: bool = C11::COHERES_WITH_HB;
    const ALLOWS_BUFFERING: bool = true;
    const CYCLES_LEAVE_LOCATION: bool = true;
    type Memory = ();

    fn synchronisation(&self) -> Synchronisation {
        C11::RC20.synchronisation()
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        C11::RC20.floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        (): &mut (),
    ) -> bool {
        C11::RC20.admits(graph, event, lookup, search, &mut ())
    }

    /// `rf`, and of `rpo` what leads to the event: less, if at all, so that races are noticed rather than not.
    fn before<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        _: &impl Lookup<S, N>,
        reach: &mut dyn FnMut(Slot),
    ) {
        let node = graph.node(event);
        let Some(thread) = node.lane.thread() else { return };
        node.rf.into_iter().for_each(&mut *reach);
        let Some(earlier) = graph.threads()[thread.index()].events.get(..node.index as usize) else { return };
        let is_write = node.is_write();
        let is_fence = node.kind == Kind::Fence;
        let releases = (is_write || is_fence) && node.mode.is_release();
        for &slot in earlier.iter().rev() {
            let other = graph.node(slot);
            let acquires = (other.is_read() || other.kind == Kind::Fence) && other.mode.is_acquire();
            let is_read_before_fence = is_fence && node.mode.is_acquire() && other.is_read() && other.mode.is_atomic();
            let is_write_behind_fence =
                is_write && node.mode.is_atomic() && other.kind == Kind::Fence && other.mode.is_release();
            if releases || acquires || is_read_before_fence || is_write_behind_fence {
                reach(slot);
            }
        }
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        C11::RC20.judge(candidate)
    }
}
