//! Synchronisation and happens-before of RC11 (Lahav et al., "Repairing sequential consistency in C/C++11",
//! section 3), for accesses as labelled or strengthened to acquire/release, and of RC20.
//!
//! | definition | method |
//! |---|---|
//! | `rs = [W] ; (po & loc)? ; [W & atomic] ; (rf ; rmw)*` | [`Modes::release_sequence`] |
//! | the same in RC20: `rs = [W & atomic] ; (rf ; rmw)*`, as C++20 has it | [`Modes::release_sequence`] |
//! | `sw = [REL] ; ([F] ; po)? ; rs ; rf ; [R & atomic] ; (po ; [F])? ; [ACQ]` | [`Modes::synchronises_with`] |
//! | `hb = (po \| sw \| sync \| init * everything else)+` | [`Modes::happens_before`] |

use raddle_graph::{EventSet, Mode, Relation};

use super::Candidate;
use super::common::from_reads;
use crate::ModelName;

/// RC20's happens-before.
pub fn rc20_happens_before(candidate: &Candidate) -> Relation {
    Modes::rc20(candidate).happens_before(candidate)
}

/// What a model says happens before what, for those that say it: the languages' happens-before; for `sc` the order of all events,
/// which takes a coherence order; for stores that go through one buffer, program order and what other threads read.
pub fn happens_before(model: ModelName, candidate: &Candidate, co: Option<&Relation>) -> Option<Relation> {
    let Candidate { po, rf, sync, external, .. } = candidate;
    Some(match model {
        ModelName::Rc20 | ModelName::Xmm => rc20_happens_before(candidate),
        ModelName::Rc11 => Modes::as_labelled(candidate).happens_before(candidate),
        ModelName::Ra => Modes::release_acquire(candidate).happens_before(candidate),
        ModelName::Sc => (po | rf | sync | co? | from_reads(candidate, co?)).plus(),
        ModelName::Tso | ModelName::Ztso => (po | (rf & external) | sync).plus(),
        ModelName::Pso
        | ModelName::Imm
        | ModelName::Armv8
        | ModelName::Armv82018
        | ModelName::Armv7
        | ModelName::Power
        | ModelName::Riscv
        | ModelName::Lkmm => return None,
    })
}

/// Which events are atomic, releasing, acquiring, and what a release sequence is.
#[derive(Clone, Debug)]
pub(super) struct Modes {
    atomic: EventSet,
    rel: EventSet,
    acq: EventSet,
    /// Do later stores of the thread continue a release sequence?
    stores_continue: bool,
}

impl Modes {
    /// The modes that the labels say.
    pub(super) fn as_labelled(candidate: &Candidate) -> Modes {
        Modes {
            atomic: candidate.with_mode(Mode::is_atomic),
            rel: candidate.with_mode(Mode::is_release) & (&candidate.writes | &candidate.fences),
            acq: candidate.with_mode(Mode::is_acquire) & (&candidate.reads | &candidate.fences),
            stores_continue: true,
        }
    }

    /// The modes that the labels say; only updates continue a release sequence.
    pub(super) fn rc20(candidate: &Candidate) -> Modes {
        Modes { stores_continue: false, ..Modes::as_labelled(candidate) }
    }

    /// The same with every atomic write at least release and every atomic read at least acquire. Fences are as labelled.
    pub(super) fn release_acquire(candidate: &Candidate) -> Modes {
        let Modes { atomic, rel, acq, stores_continue } = Modes::as_labelled(candidate);
        let (writes, reads) = (&atomic & &candidate.writes, &atomic & &candidate.reads);
        Modes { rel: rel | writes, acq: acq | reads, atomic, stores_continue }
    }

    /// `rs = [W] ; (po & loc)? ; [W & atomic] ; (rf ; rmw)*`, in RC20 without `(po & loc)?`
    fn release_sequence(&self, candidate: &Candidate) -> Relation {
        let Candidate { writes, po, loc, rf, rmw, .. } = candidate;
        let atomic = (writes & &self.atomic).identity().seq(&rf.seq(rmw).star());
        if self.stores_continue { writes.identity().seq(&(po & loc).opt()).seq(&atomic) } else { atomic }
    }

    /// `sw = [REL] ; ([F] ; po)? ; rs ; rf ; [R & atomic] ; (po ; [F])? ; [ACQ]`
    fn synchronises_with(&self, candidate: &Candidate) -> Relation {
        let Candidate { reads, fences, po, rf, .. } = candidate;
        (self.rel.identity())
            .seq(&fences.identity().seq(po).opt())
            .seq(&self.release_sequence(candidate))
            .seq(rf)
            .seq(&(reads & &self.atomic).identity())
            .seq(&po.seq(&fences.identity()).opt())
            .seq(&self.acq.identity())
    }

    /// `hb = (po | sw | sync | init * everything else)+`
    pub(super) fn happens_before(&self, candidate: &Candidate) -> Relation {
        let others = EventSet::full(candidate.size()) - &candidate.init;
        let initially = candidate.init.times(&others);
        (&candidate.po | self.synchronises_with(candidate) | &candidate.sync | initially).plus()
    }
}
