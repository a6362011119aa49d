//! RC11, the repaired C11 model.
//!
//! | axiom | where |
//! |---|---|
//! | COHERENCE `irreflexive (hb ; eco?)` | `floor` |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |
//! | SC `acyclic (psc_base \| psc_F)` | `admits` |
//! | NO-THIN-AIR `acyclic (po \| rf)` | by construction: events are added after what they read |

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use crate::ModelName;
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::psc;
use crate::reach::Search;

/// RC11.
pub struct Rc11;

impl Model for Rc11 {
    const NAME: ModelName = ModelName::Rc11;
    const SYNCHRONISATION: Synchronisation = Synchronisation::AsLabelled;
    const IS_LOCAL: bool = true;
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
        psc::acyclic_through(graph, event, search)
    }
}
