//! The predefined sets and relations of cat files.
//!
//! | sets | |
//! |---|---|
//! | `R` `W` `F` | reads, writes (initial ones included), fences; `M` is `R \| W` |
//! | `IW` | initial writes |
//! | `X` `AMO` | halves of updates, load-linked and store-conditional accesses; halves of updates alone |
//! | `S` | starts of threads and waits for their end, arrivals at and departures from barriers |
//! | `ATOMIC` `NA` | accesses (and fences) that are atomic, and those that are not |
//! | `RLX` `ACQ_REL` `SC` | those of exactly that order |
//! | `ACQ` `REL` | those of an order that is at least acquire, at least release |
//! | `A` `L` `Q` | reads in `ACQ`, writes in `REL`, reads that acquire in the weaker way of `LDAPR` |
//! | a tag's name | events that carry the tag: `dmb.sy`, `DMB.SY`, `Isync`, … (case is ignored, `_` equals `-`) |
//!
//! | relations | |
//! |---|---|
//! | `po` `rf` `co` | program order, reads-from, coherence |
//! | `addr` `data` `ctrl` `casdep` | dependencies, from reads |
//! | `joined` | the control dependencies of events behind the join point of the branch, in programs that mark it |
//! | `picked-addr` `picked-data` | those of `addr` and `data` that only pick a value among others; also from the reads that let a compare-exchange store to its write |
//! | `rmw` | from the read to the write of an update, from a load-linked to its store-conditional |
//! | `sync` | what starting and joining threads and barriers order |
//! | `loc` `ext` `int` `id` | same location; different threads; the same thread; the same event |
//!
//! The rest (`fr`, `rfe`, `po-loc`, …) is defined in `stdlib.cat`.

use raddle_graph::{EventSet, Label, Mode, Relation, Tag};

use crate::axioms::{Candidate, Node};

/// A predefined set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum BaseSet {
    Reads,
    Writes,
    Fences,
    Init,
    Exclusive,
    Updates,
    /// `domain rmw` and `range rmw`.
    UpdateReads,
    UpdateWrites,
    ThreadEvents,
    Atomic,
    NonAtomic,
    Exactly(Mode),
    Acquire,
    Release,
    AcquireReads,
    ReleaseWrites,
    Tagged(Tag),
}

/// A predefined relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum BaseRelation {
    Po,
    Rf,
    Co,
    Addr,
    Data,
    Ctrl,
    CasDep,
    Joined,
    PickedAddr,
    PickedData,
    Rmw,
    Sync,
    Loc,
    External,
    /// `rf^-1 ; co`.
    FromRead,
    /// `rf^-1 ; rf`.
    SameSource,
}

/// The order in which the parts of an execution are chosen. A value of one layer stays valid while later layers change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Layer {
    /// Fixed with the events.
    Events,
    /// Fixed with reads-from.
    Reads,
    /// Fixed with coherence.
    Coherence,
}

const SETS: &[(&str, BaseSet)] = &[
    ("R", BaseSet::Reads),
    ("W", BaseSet::Writes),
    ("F", BaseSet::Fences),
    ("IW", BaseSet::Init),
    ("X", BaseSet::Exclusive),
    ("AMO", BaseSet::Updates),
    ("S", BaseSet::ThreadEvents),
    ("ATOMIC", BaseSet::Atomic),
    ("NA", BaseSet::NonAtomic),
    ("RLX", BaseSet::Exactly(Mode::Rlx)),
    ("ACQ_REL", BaseSet::Exactly(Mode::AcqRel)),
    ("SC", BaseSet::Exactly(Mode::Sc)),
    ("ACQ", BaseSet::Acquire),
    ("REL", BaseSet::Release),
    ("A", BaseSet::AcquireReads),
    ("L", BaseSet::ReleaseWrites),
    ("Q", BaseSet::Tagged(Tag::AcqPc)),
];

const RELATIONS: &[(&str, BaseRelation)] = &[
    ("po", BaseRelation::Po),
    ("rf", BaseRelation::Rf),
    ("co", BaseRelation::Co),
    ("addr", BaseRelation::Addr),
    ("data", BaseRelation::Data),
    ("ctrl", BaseRelation::Ctrl),
    ("casdep", BaseRelation::CasDep),
    ("joined", BaseRelation::Joined),
    ("picked-addr", BaseRelation::PickedAddr),
    ("picked-data", BaseRelation::PickedData),
    ("rmw", BaseRelation::Rmw),
    ("sync", BaseRelation::Sync),
    ("loc", BaseRelation::Loc),
    ("ext", BaseRelation::External),
];

/// Every predefined name, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let tags = Tag::ALL.iter().map(|tag| tag.name());
    SETS.iter().map(|&(name, _)| name).chain(RELATIONS.iter().map(|&(name, _)| name)).chain(["id", "int"]).chain(tags)
}

impl BaseSet {
    /// The set of that name.
    pub(super) fn named(name: &str) -> Option<BaseSet> {
        if let Some(&(_, set)) = SETS.iter().find(|&&(known, _)| known == name) {
            return Some(set);
        }
        let normalise = |c: char| if c == '_' { '-' } else { c.to_ascii_lowercase() };
        let is_named = |tag: &&Tag| {
            tag.name().len() == name.len() && tag.name().chars().map(normalise).eq(name.chars().map(normalise))
        };
        Tag::ALL.iter().find(is_named).map(|&tag| BaseSet::Tagged(tag))
    }

    /// Is an event with this label an element, of a set that is defined by the mode of its events?
    pub(super) fn has_label(self, label: Label) -> bool {
        let has_kind = match self {
            BaseSet::AcquireReads => label.is_read(),
            BaseSet::ReleaseWrites => label.is_write(),
            _ => true,
        };
        let has_mode = |mode: Mode| match self {
            BaseSet::Atomic => mode.is_atomic(),
            BaseSet::NonAtomic => !mode.is_atomic(),
            BaseSet::Exactly(exactly) => mode == exactly,
            BaseSet::Acquire | BaseSet::AcquireReads => mode.is_acquire(),
            BaseSet::Release | BaseSet::ReleaseWrites => mode.is_release(),
            BaseSet::Tagged(tag) => mode == Mode::Tag(tag),
            _ => unreachable!("this set is not defined by the mode of its events"),
        };
        has_kind && label.mode().is_some_and(has_mode)
    }

    /// Writes its elements to `out`, as a bit set.
    pub(super) fn elements(self, candidate: &Candidate, out: &mut Vec<u64>) {
        let copy = |set: &EventSet, out: &mut Vec<u64>| out.extend_from_slice(set.words());
        out.clear();
        match self {
            BaseSet::Reads => copy(&candidate.reads, out),
            BaseSet::Writes => copy(&candidate.writes, out),
            BaseSet::Fences => copy(&candidate.fences, out),
            BaseSet::Init => copy(&candidate.init, out),
            BaseSet::Exclusive => copy(&candidate.exclusive, out),
            BaseSet::ThreadEvents => copy(&candidate.thread_events, out),
            BaseSet::UpdateReads => copy(&candidate.rmw.domain(), out),
            BaseSet::UpdateWrites => copy(&candidate.rmw.range(), out),
            BaseSet::Updates => {
                // The halves of an update are adjacent. Between a load-linked access and its store-conditional there is at least
                // the event that chooses whether the store succeeds.
                out.resize(candidate.init.words().len(), 0);
                for (read, write) in candidate.rmw.pairs() {
                    if let (Node::Event(read_id), Node::Event(write_id)) = (candidate.node(read), candidate.node(write))
                        && read_id.index + 1 == write_id.index
                    {
                        out[read / 64] |= 1 << (read % 64);
                        out[write / 64] |= 1 << (write % 64);
                    }
                }
            }
            _ => {
                out.resize(candidate.init.words().len(), 0);
                for element in 0..candidate.size() {
                    if self.has_label(candidate.label(element)) {
                        out[element / 64] |= 1 << (element % 64);
                    }
                }
            }
        }
    }
}

impl BaseRelation {
    /// The relation of that name.
    pub(super) fn named(name: &str) -> Option<BaseRelation> {
        RELATIONS.iter().find(|&&(known, _)| known == name).map(|&(_, relation)| relation)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            BaseRelation::FromRead => return "fr",
            BaseRelation::SameSource => return "rf^-1;rf",
            _ => {}
        }
        RELATIONS
            .iter()
            .find(|&&(_, relation)| relation == self)
            .map_or_else(|| unreachable!("every relation has a name"), |&(name, _)| name)
    }

    /// The layer in which it is chosen.
    pub(super) fn layer(self) -> Layer {
        match self {
            BaseRelation::Co | BaseRelation::FromRead => Layer::Coherence,
            BaseRelation::Rf | BaseRelation::SameSource => Layer::Reads,
            _ => Layer::Events,
        }
    }

    /// Is it a relation that programs have to track dependencies for?
    pub(super) fn is_dependency(self) -> bool {
        use BaseRelation::{Addr, CasDep, Ctrl, Data};
        matches!(self, Addr | Data | Ctrl | CasDep) || self.is_pick()
    }

    /// Is it a relation that programs have to tell picks from other dependencies for?
    pub(super) fn is_pick(self) -> bool {
        matches!(self, BaseRelation::PickedAddr | BaseRelation::PickedData)
    }

    /// The relation of a candidate; `None` for coherence, which candidates do not have, and what is computed.
    pub(super) fn of(self, candidate: &Candidate) -> Option<&Relation> {
        Some(match self {
            BaseRelation::Po => &candidate.po,
            BaseRelation::Rf => &candidate.rf,
            BaseRelation::Co | BaseRelation::FromRead | BaseRelation::SameSource => return None,
            BaseRelation::Addr => &candidate.addr,
            BaseRelation::Data => &candidate.data,
            BaseRelation::Ctrl => &candidate.ctrl,
            BaseRelation::CasDep => &candidate.casdep,
            BaseRelation::Joined => &candidate.joined,
            BaseRelation::PickedAddr => &candidate.picked_addr,
            BaseRelation::PickedData => &candidate.picked_data,
            BaseRelation::Rmw => &candidate.rmw,
            BaseRelation::Sync => &candidate.sync,
            BaseRelation::Loc => &candidate.loc,
            BaseRelation::External => &candidate.external,
        })
    }
}
