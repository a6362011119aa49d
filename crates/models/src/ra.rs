//! Release/acquire: RC11 with every atomic access at least acquire or release. See `rc11`.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::psc;
use crate::reach::Search;

/// Release/acquire.
#[derive(Clone, Copy, Debug)]
pub struct Ra;

impl Model for Ra {
    const HAS_RACES: bool = true;
    const SYNCHRONISATION: Synchronisation = Synchronisation::AllAtomics;
    const IS_LOCAL: bool = true;
    const COHERES_WITH_HB: bool = true;

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
    ) -> bool {
        psc::acyclic_through(graph, event, search)
    }

    fn judge<'c>(&self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Ra, candidate)
    }
}
