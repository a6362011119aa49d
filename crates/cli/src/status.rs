//! Exit statuses: a contract with scripts.

use std::process::ExitCode;

/// How a run ended. Of several results the most severe one counts: a fault, then an interrupt, then wrong input, then an
/// error, then a missing verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Everything was checked and nothing is wrong.
    Verified,
    /// An error was found in a program.
    Error,
    /// The input or the command line is wrong, or needs something unsupported.
    BadInput,
    /// A limit was reached, or the result holds only up to a bound and `--strict` was given.
    NoVerdict,
    /// A fault in Raddle itself.
    Fault,
    /// The user interrupted the run.
    Interrupted,
}

impl Status {
    fn weight(self) -> u8 {
        match self {
            Status::Verified => 0,
            Status::NoVerdict => 1,
            Status::Error => 2,
            Status::BadInput => 3,
            Status::Interrupted => 4,
            Status::Fault => 5,
        }
    }

    /// The status of two runs together.
    pub(crate) fn and(self, other: Status) -> Status {
        if self.weight() >= other.weight() { self } else { other }
    }
}

impl Status {
    /// Its number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Status::Verified => 0,
            Status::Error => 1,
            Status::BadInput => 2,
            Status::NoVerdict => 3,
            Status::Fault => 70,
            Status::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}
