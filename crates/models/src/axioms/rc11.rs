//! RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: "Repairing sequential consistency in C/C++11", PLDI 2017, section 3),
//! RA, which is RC11 with every atomic access at least acquire or release, and RC20, which has the release sequences and the
//! order of seq_cst events of C++20.
//!
//! | axiom or definition | function |
//! |---|---|
//! | `rs`, `sw`, `hb` | `axioms/happens_before.rs` |
//! | `eco = (rf \| co \| fr)+` | [`Rc11::check`] |
//! | COHERENCE `irreflexive (hb ; eco?)` | [`Rc11::coherence`] |
//! | ATOMICITY `empty (rmw & (fr ; co))` | `axioms/common.rs` |
//! | `scb = xpo \| (xpo \ loc) ; hb ; (xpo \ loc) \| (hb & loc) \| co \| fr` | [`Rc11::new`], [`Rc11::seq_cst`] |
//! | the same in RC20: `scb = xpo \| xpo ; hb ; xpo \| (hb & loc) \| co \| fr` | [`Rc11::rc20`] |
//! | `psc_base = ([SC] \| [F & SC] ; hb?) ; scb ; ([SC] \| hb? ; [F & SC])` | [`Rc11::seq_cst`] |
//! | `psc_F = [F & SC] ; (hb \| hb ; eco ; hb) ; [F & SC]` | [`Rc11::seq_cst`] |
//! | SC `acyclic (psc_base \| psc_F)` | [`Rc11::seq_cst`] |
//! | NO-THIN-AIR `acyclic (po \| rf)` | `axioms/common.rs` |
//!
//! `xpo` is program order extended by thread creation and join: in C11 a thread's begin and end are events of it, so
//! that what precedes the creation is, for the order of seq_cst events, sequenced before the new thread. Without the
//! extension the new thread's first access would lack the `po` predecessor that `scb` asks for, and store buffering
//! through a thread creation would be allowed.
//!
//! In `[SC]` are the reads and writes of mode `sc`, in `[F & SC]` the fences. Fences have no location, so their pairs
//! with anything are in `xpo \ loc`.

use raddle_graph::{EventSet, Mode, Relation};

use super::common::{acyclic, atomicity, from_reads, violation};
use super::happens_before::Modes;
use super::{Candidate, Violation};

/// What RC11 derives from program order and reads-from.
#[derive(Clone, Debug)]
pub(super) struct Rc11<'a> {
    candidate: &'a Candidate,
    hb: Relation,
    /// F & SC.
    sc_fences: EventSet,
    /// The part of `scb` without coherence.
    scb: Relation,
    /// `[SC] | [F & SC] ; hb?`
    psc_left: Relation,
    /// `[SC] | hb? ; [F & SC]`
    psc_right: Relation,
}

impl<'a> Rc11<'a> {
    /// RC11.
    pub(super) fn as_labelled(candidate: &'a Candidate) -> Rc11<'a> {
        Rc11::new(candidate, &Modes::as_labelled(candidate), &candidate.loc)
    }

    /// RA. Accesses of mode `sc` stay so, and strengthening makes no others.
    pub(super) fn release_acquire(candidate: &'a Candidate) -> Rc11<'a> {
        Rc11::new(candidate, &Modes::release_acquire(candidate), &candidate.loc)
    }

    /// RC20.
    pub(super) fn rc20(candidate: &'a Candidate) -> Rc11<'a> {
        Rc11::new(candidate, &Modes::rc20(candidate), &Relation::empty(candidate.size()))
    }

    /// `without` is left out of `xpo` where `scb` goes through happens-before.
    fn new(candidate: &'a Candidate, modes: &Modes, without: &Relation) -> Rc11<'a> {
        let Candidate { po, sync, loc, fences, reads, writes, .. } = candidate;
        let hb = modes.happens_before(candidate);
        let sc = candidate.with_mode(Mode::is_sc);
        let sc_accesses = (&sc & (reads | writes)).identity();
        let sc_fences = sc & fences;
        let extended = (po | sync).plus();
        let outer = &extended - without;
        Rc11 {
            candidate,
            scb: extended | outer.seq(&hb).seq(&outer) | (&hb & loc),
            psc_left: &sc_accesses | sc_fences.identity().seq(&hb.opt()),
            psc_right: sc_accesses | hb.opt().seq(&sc_fences.identity()),
            sc_fences,
            hb,
        }
    }

    /// hb.
    pub(super) fn happens_before(&self) -> &Relation {
        &self.hb
    }

    /// Does everything hold with this coherence?
    pub(super) fn check(&self, co: &Relation) -> Result<(), Violation> {
        let fr = from_reads(self.candidate, co);
        let eco = (&self.candidate.rf | co | &fr).plus();
        self.coherence(&eco)?;
        atomicity(self.candidate, co, &fr)?;
        self.seq_cst(co, &fr, &eco)
    }

    /// COHERENCE: `irreflexive (hb ; eco?)`.
    fn coherence(&self, eco: &Relation) -> Result<(), Violation> {
        let hb_eco = self.hb.seq(&eco.opt());
        let Some(start) = (0..hb_eco.size()).find(|&element| hb_eco.contains(element, element)) else {
            return Ok(());
        };
        let back = self.hb.successors(start).find(|&end| end != start && eco.contains(end, start));
        Err(violation("COHERENCE", self.candidate, std::iter::once(start).chain(back)))
    }

    /// SC: `acyclic (psc_base | psc_F)`.
    fn seq_cst(&self, co: &Relation, fr: &Relation, eco: &Relation) -> Result<(), Violation> {
        let scb = &self.scb | co | fr;
        let psc_base = self.psc_left.seq(&scb).seq(&self.psc_right);
        let fence = self.sc_fences.identity();
        let psc_f = fence.seq(&(&self.hb | self.hb.seq(eco).seq(&self.hb))).seq(&fence);
        acyclic("SC", self.candidate, &(psc_base | psc_f))
    }
}
