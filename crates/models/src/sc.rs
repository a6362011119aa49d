//! Sequential consistency.
//!
//! | axiom | where |
//! |---|---|
//! | `acyclic (po \| rf \| co \| fr)` | `admits`, searching from the new event |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use crate::ModelName;
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::reach::{ProgramOrder, Search};

/// Sequential consistency.
pub struct Sc;

impl Model for Sc {
    const NAME: ModelName = ModelName::Sc;
    const SYNCHRONISATION: Synchronisation = Synchronisation::AllAtomics;
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = true;

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        happens_before_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        graph: &Graph<S, N>,
        event: Slot,
        _: &impl Lookup<S, N>,
        search: &mut Search,
    ) -> bool {
        search.acyclic_through::<ProgramOrder, S, N>(graph, event)
    }
}
