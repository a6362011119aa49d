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
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::psc;
use crate::reach::Search;

/// RC11.
#[derive(Clone, Copy, Debug)]
pub struct Rc11;

impl Model for Rc11 {
    const HAS_RACES: bool = true;
    const SYNCHRONISATION: Synchronisation = Synchronisation::AsLabelled;
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
        Judge::new(ModelName::Rc11, candidate)
    }
}
