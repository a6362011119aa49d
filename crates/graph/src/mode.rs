//! Access modes: how strongly an access or fence is ordered, as C11 names it or as machines do.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Tag;

/// The order of an access or fence: one of C11's, or a tag. `consume` is treated as acquire by every front end. They are listed
/// so that those that acquire stand together, and those that release: either question is one comparison then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Mode {
    /// A plain, non-atomic access: races with it are undefined behaviour.
    Na,
    /// `memory_order_relaxed`.
    Rlx,
    /// `memory_order_acquire`.
    Acq,
    /// `memory_order_acq_rel`.
    AcqRel,
    /// `memory_order_seq_cst`.
    Sc,
    /// `memory_order_release`.
    Rel,
    /// What C11 has no name for. To C11's models such an access is relaxed, such a fence nothing.
    Tag(Tag),
}

impl Mode {
    /// Every mode of C11, weakest first.
    pub const ALL: [Mode; 6] = [Mode::Na, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc];

    /// Is this the mode of an atomic access?
    #[inline]
    pub fn is_atomic(self) -> bool {
        !matches!(self, Mode::Na)
    }

    /// At least acquire.
    #[inline]
    pub fn is_acquire(self) -> bool {
        matches!(self, Mode::Acq | Mode::AcqRel | Mode::Sc)
    }

    /// At least release.
    #[inline]
    pub fn is_release(self) -> bool {
        matches!(self, Mode::AcqRel | Mode::Sc | Mode::Rel)
    }

    /// What is left of the order of an update that only reads.
    pub fn of_read(self) -> Mode {
        match self {
            Mode::AcqRel => Mode::Acq,
            Mode::Rel => Mode::Rlx,
            Mode::Tag(Tag::Mb) => Mode::Tag(Tag::FailedUpdate),
            other => other,
        }
    }

    /// Sequentially consistent.
    #[inline]
    pub fn is_sc(self) -> bool {
        matches!(self, Mode::Sc)
    }

    /// The mode's name in text forms.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Na => "na",
            Mode::Rlx => "rlx",
            Mode::Acq => "acq",
            Mode::Rel => "rel",
            Mode::AcqRel => "acqrel",
            Mode::Sc => "sc",
            Mode::Tag(tag) => tag.name(),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Mode, ()> {
        let tags = Tag::ALL.iter().map(|&tag| Mode::Tag(tag));
        Mode::ALL.into_iter().chain(tags).find(|mode| mode.name() == text).ok_or(())
    }
}

impl From<Mode> for String {
    fn from(mode: Mode) -> String {
        mode.name().to_owned()
    }
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(text: String) -> Result<Mode, String> {
        text.parse().map_err(|()| format!("`{text}` is not an order"))
    }
}
