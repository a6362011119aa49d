//! Sequential consistency.
//!
//! | axiom | where |
//! |---|---|
//! | `acyclic (po \| rf \| co \| fr)` | `admits`, searching from the new event |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::reach::{ProgramOrder, Search};

/// Sequential consistency.
#[derive(Clone, Copy, Debug)]
pub struct Sc;

impl Model for Sc {
    const HAS_RACES: bool = true;
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = true;
    type Memory = ();

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
        search.acyclic_through::<ProgramOrder, S, N>(graph, event)
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Sc, candidate)
    }
}
