//! Models of machines with store buffers, in the shape of Alglave, Maranget and Tautschnig ("Herding cats",
//! TOPLAS 2014, section 4): TSO, where a store may be delayed past later loads, and PSO, where it may also be delayed
//! past later stores to other locations. C11 accesses are understood as compiled to the machine.
//!
//! | axiom or definition | function |
//! |---|---|
//! | SCPV `acyclic (po-loc \| rf \| co \| fr)` | [`StoreBuffer::check`] |
//! | ATOMICITY `empty (rmw & (fr ; co))` | `axioms/common.rs` |
//! | ORDER `acyclic (rfe \| fr \| co \| ppo \| fenced \| sync)` | [`StoreBuffer::check`] |
//! | TSO: `ppo = (po & M*M) \ (W*R)` | [`StoreBuffer::tso`] |
//! | PSO: `ppo = po & (R*M)`; store-store barriers are added to `fenced` | [`StoreBuffer::pso`] |
//! | `fenced` by full fences, updates and `sc` stores | [`fenced`] |
//! | `fenced` by store-store barriers | [`store_barriers`] |
//! | NO-THIN-AIR | `axioms/common.rs` |

use raddle_graph::{Mode, Relation, Tag};

use super::common::{acyclic, atomicity, from_reads};
use super::{Candidate, Violation};

/// What TSO or PSO derives from program order and reads-from.
#[derive(Clone, Debug)]
pub(super) struct StoreBuffer<'a> {
    candidate: &'a Candidate,
    /// `po-loc | rf`
    per_location: Relation,
    /// `rfe | ppo | fenced | sync`
    preserved: Relation,
}

impl<'a> StoreBuffer<'a> {
    /// Total store order.
    pub(super) fn tso(candidate: &'a Candidate) -> StoreBuffer<'a> {
        let Candidate { reads, writes, .. } = candidate;
        let ppo = accesses_in_order(candidate) - writes.times(reads);
        StoreBuffer::new(candidate, ppo | fenced(candidate))
    }

    /// Partial store order.
    pub(super) fn pso(candidate: &'a Candidate) -> StoreBuffer<'a> {
        let ppo = accesses_in_order(candidate).restrict_domain(&candidate.reads);
        StoreBuffer::new(candidate, ppo | fenced(candidate) | store_barriers(candidate))
    }

    fn new(candidate: &'a Candidate, ppo_and_fenced: Relation) -> StoreBuffer<'a> {
        let Candidate { po, loc, rf, sync, external, .. } = candidate;
        let rfe = rf & external;
        StoreBuffer { candidate, per_location: (po & loc) | rf, preserved: rfe | ppo_and_fenced | sync }
    }

    /// Does everything hold with this coherence?
    pub(super) fn check(&self, co: &Relation) -> Result<(), Violation> {
        let fr = from_reads(self.candidate, co);
        acyclic("SCPV", self.candidate, &(&self.per_location | co | &fr))?;
        atomicity(self.candidate, co, &fr)?;
        acyclic("ORDER", self.candidate, &(&self.preserved | co | &fr))
    }
}

/// `po & M*M`
fn accesses_in_order(candidate: &Candidate) -> Relation {
    let accesses = &candidate.reads | &candidate.writes;
    candidate.po.restrict_domain(&accesses).restrict_range(&accesses)
}

/// Pairs of accesses ordered by a full barrier between them: an `sc` fence or `mfence`; the start or join of a thread; an
/// update at either end, which is one itself, be it that it only read, if it is a machine's locked instruction; an `sc` store at the first end, which is compiled to a store and a full fence.
fn fenced(candidate: &Candidate) -> Relation {
    let Candidate { po, fences, writes, exclusive, thread_events, .. } = candidate;
    let sc = candidate.with_mode(Mode::is_sc);
    let mfence = candidate.with_mode(|mode| mode == Mode::Tag(Tag::Mfence));
    let locked = candidate.with_mode(|mode| mode == Mode::Tag(Tag::Locked)) | exclusive;
    let full = ((&sc | mfence) & fences) | thread_events;
    let pairs = accesses_in_order(candidate);
    let through_a_fence = po.seq(&full.identity()).seq(po) & &pairs;
    let of_an_update = pairs.restrict_domain(&locked) | pairs.restrict_range(&locked);
    through_a_fence | of_an_update | pairs.restrict_domain(&(sc & writes))
}

/// Pairs of writes with a releasing fence between them, or of which the second is a releasing store, which is compiled
/// to a store-store barrier and a store.
fn store_barriers(candidate: &Candidate) -> Relation {
    let Candidate { po, fences, writes, .. } = candidate;
    let release = candidate.with_mode(Mode::is_release);
    let pairs = accesses_in_order(candidate).restrict_domain(writes).restrict_range(writes);
    let through_a_fence = po.seq(&(fences & &release).identity()).seq(po) & &pairs;
    through_a_fence | pairs.restrict_range(&release)
}
