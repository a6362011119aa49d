//! The models of C11 and C++20: RC11, RC20 and RA.
//!
//! | axiom | where |
//! |---|---|
//! | COHERENCE `irreflexive (hb ; eco?)` | `floor` |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |
//! | SC `acyclic (psc_base \| psc_F)` | `admits` |
//! | NO-THIN-AIR `acyclic (po \| rf)` | by construction: events are added after what they read |
//!
//! They differ in what synchronises, which the graph is told, and in one part of the order of seq_cst events.

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Loc, Slot};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::psc::{self, Detours};
use crate::reach::Search;

/// A model of the language.
#[derive(Clone, Copy, Debug)]
pub struct C11 {
    name: ModelName,
    synchronisation: Synchronisation,
    detours: Detours,
}

impl C11 {
    /// RC11, the repaired C11 model.
    pub const RC11: C11 = C11 {
        name: ModelName::Rc11,
        synchronisation: Synchronisation::AsLabelled,
        detours: Detours::OverOtherLocations,
    };

    /// RC20: RC11 with the release sequences and the order of seq_cst events of C++20.
    pub const RC20: C11 =
        C11 { name: ModelName::Rc20, synchronisation: Synchronisation::UpdatesContinue, detours: Detours::All };

    /// Release/acquire: RC11 with every atomic access at least acquire or release.
    pub const RA: C11 =
        C11 { name: ModelName::Ra, synchronisation: Synchronisation::AllAtomics, detours: Detours::OverOtherLocations };
}

impl Model for C11 {
    const HAS_RACES: bool = true;
    const IS_LOCAL: bool = true;
    const COHERES_WITH_HB: bool = true;
    type Memory = ();

    fn synchronisation(&self) -> Synchronisation {
        self.synchronisation
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
        psc::acyclic_through(graph, event, self.detours, search)
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(self.name, candidate)
    }
}
