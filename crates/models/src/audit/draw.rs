//! Random choices for an audit: always the same ones. And the labels that a model distinguishes, from which they are drawn.

use raddle_graph::{Address, Label, Mode, Tag};

use crate::cat::CatModel;

/// A sequence of numbers that look random (Marsaglia: "Xorshift RNGs", 2003).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    /// A number below the limit, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }
}

/// The orders that accesses and fences of graphs for a model have.
pub(super) struct Alphabet {
    reads: Vec<Mode>,
    writes: Vec<Mode>,
    updates: Vec<Mode>,
    fences: Vec<Mode>,
    /// Are dependencies told apart by whether they only pick a value?
    pub(super) picks: bool,
}

impl Alphabet {
    /// C11's orders, and those tags of fences and reads that the model names.
    pub(super) fn of(model: &CatModel) -> Alphabet {
        let mut alphabet = Alphabet {
            reads: vec![Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Sc],
            writes: vec![Mode::Rlx, Mode::Rlx, Mode::Rel, Mode::Sc],
            updates: vec![Mode::Rlx, Mode::Rlx, Mode::AcqRel, Mode::Sc],
            fences: vec![Mode::Acq, Mode::Rel, Mode::Sc],
            picks: model.tracks_picks(),
        };
        for tag in model.tags() {
            match tag {
                Tag::AcqPc | Tag::Locked => alphabet.reads.push(Mode::Tag(tag)),
                _ if is_update(tag) => alphabet.updates.push(Mode::Tag(tag)),
                _ if is_fence(tag) => alphabet.fences.push(Mode::Tag(tag)),
                _ => {}
            }
        }
        alphabet
    }

    /// A label that is not of an update; values are filled in later.
    pub(super) fn label(&self, addr: Address, random: &mut Random) -> Label {
        let mode = |modes: &[Mode], random: &mut Random| random.pick(modes).unwrap_or(Mode::Rlx);
        match random.below(9) {
            0..4 => Label::Read { addr, mode: mode(&self.reads, random), value: 0, exclusive: false },
            4..8 => Label::Write { addr, mode: mode(&self.writes, random), value: 0, exclusive: false },
            _ => Label::Fence { mode: mode(&self.fences, random), on: None },
        }
    }

    /// The order of an update.
    pub(super) fn update(&self, random: &mut Random) -> Mode {
        random.pick(&self.updates).unwrap_or(Mode::Rlx)
    }
}

/// Is it the tag of an update of a machine?
fn is_update(tag: Tag) -> bool {
    use Tag::{AmoAcqRel, DmbStrex, LrAq, LrAqScRl, LrAqrlScRl, NoreturnAcq, NoreturnAcqRel, NoreturnRel, ScRl};
    let is_arm = matches!(tag, AmoAcqRel | NoreturnAcq | NoreturnRel | NoreturnAcqRel);
    is_arm || matches!(tag, DmbStrex | LrAq | ScRl | LrAqScRl | LrAqrlScRl)
}

/// Is it the tag of a fence that means something by itself?
fn is_fence(tag: Tag) -> bool {
    !matches!(
        tag,
        Tag::AcqPc
            | Tag::Locked
            | Tag::Noreturn
            | Tag::Lock
            | Tag::Unlock
            | Tag::LockHeld
            | Tag::LockFree
            | Tag::RcuLock
            | Tag::RcuUnlock
            | Tag::SyncRcu
            | Tag::SrcuLock
            | Tag::SrcuUnlock
            | Tag::SyncSrcu
    ) && !tag.name().contains("update")
}
