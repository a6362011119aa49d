//! What can go wrong while a thread runs, and how a `FailureId` names it.
//!
//! Failures that a front end asks for (assertions) are listed in a table. Those that an instruction may cause by
//! itself (division by zero, say) need no table: their number encodes the kind and the instruction.

use raddle_program::{Action, FailureId};
use serde::{Deserialize, Serialize};

use crate::interpret::MAX_THREADS;
use crate::{ArithError, Code, Position, Program, State};

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FailureKind {
    /// An assertion of the program.
    Assertion,
    /// Division by zero.
    DivisionByZero,
    /// The least number divided by -1.
    DivisionOverflow,
    /// A shift by the width of the type or more.
    ShiftTooFar,
    /// An access where there is no object.
    OutOfBounds,
    /// An access through a null pointer.
    NullDereference,
    /// An access of another size than the variable's cells.
    MixedSize,
    /// Calls nested too deeply.
    Recursion,
    /// Local code that runs on without ever doing anything visible.
    EndlessLocalLoop,
    /// A number that does not fit its type.
    Overflow,
    /// An access to an object whose life has ended.
    UseAfterFree,
    /// An access to a variable whose block has ended.
    UseAfterScope,
    /// An access to a thread-local object of a thread that has ended.
    EndedThread,
    /// A second end of an object's life.
    DoubleFree,
    /// The end of the life of something that was not allocated, or not there.
    InvalidFree,
    /// The end of the life of something that was allocated in another way.
    MismatchedFree,
    /// A copy between ranges that overlap, where they must not.
    OverlappingCopy,
    /// A read of memory that holds nothing yet.
    UninitializedRead,
    /// An access at an address that is not a multiple of its size.
    Misaligned,
    /// A lock of something that is not a mutex, or is destroyed.
    InvalidLock,
    /// The end of the life of a mutex that the thread holds.
    EndedLock,
    /// An unlock by a thread that does not hold the mutex.
    InvalidUnlock,
    /// A join of something that is not a thread, or cannot be joined any more.
    InvalidJoin,
    /// A barrier used as it must not be.
    Barrier,
    /// Code that the language says is never reached.
    Unreachable,
    /// The program gave up.
    Abort,
    /// A write to a constant.
    ReadOnly,
    /// A wait for a condition variable that is destroyed, or a signal to it.
    DestroyedCondition,
    /// A call of a library function with an argument for which the standard does not define it.
    InvalidArgument,
    /// Something that cannot be modelled.
    Unsupported,
    /// The same: an access to a part of a word that is also accessed whole.
    PartOfWord,
    /// The same: a load of bytes of which the thread itself stored a part, where that may be forwarded to it.
    PartlyForwarded,
    /// The same: a loop that waits and hands on what it reads, where what follows it need not wait for that.
    OpenWait,
    /// The same: a wait inside an atomic section.
    WaitInSection,
    /// The same: the end of a thread inside an atomic section.
    EndInSection,
    /// The same: one thread more than the explorer knows.
    TooManyThreads,
}

impl FailureKind {
    /// The kinds which instructions cause by themselves, in the order of their numbers.
    const IMPLICIT: [FailureKind; 32] = [
        FailureKind::DivisionByZero,
        FailureKind::DivisionOverflow,
        FailureKind::ShiftTooFar,
        FailureKind::OutOfBounds,
        FailureKind::NullDereference,
        FailureKind::MixedSize,
        FailureKind::Recursion,
        FailureKind::EndlessLocalLoop,
        FailureKind::Overflow,
        FailureKind::InvalidFree,
        FailureKind::MismatchedFree,
        FailureKind::OverlappingCopy,
        FailureKind::UninitializedRead,
        FailureKind::Misaligned,
        FailureKind::InvalidLock,
        FailureKind::EndedLock,
        FailureKind::InvalidUnlock,
        FailureKind::InvalidJoin,
        FailureKind::Barrier,
        FailureKind::DestroyedCondition,
        FailureKind::ReadOnly,
        FailureKind::Unsupported,
        FailureKind::UseAfterFree,
        FailureKind::UseAfterScope,
        FailureKind::EndedThread,
        FailureKind::DoubleFree,
        FailureKind::PartOfWord,
        FailureKind::OpenWait,
        FailureKind::TooManyThreads,
        FailureKind::PartlyForwarded,
        FailureKind::WaitInSection,
        FailureKind::EndInSection,
    ];

    /// The word by which reports name the kind.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Assertion => "assertion",
            FailureKind::DivisionByZero
            | FailureKind::DivisionOverflow
            | FailureKind::ShiftTooFar
            | FailureKind::Overflow => "overflow",
            FailureKind::OutOfBounds | FailureKind::ReadOnly => "out-of-bounds",
            FailureKind::NullDereference => "null-dereference",
            FailureKind::MixedSize => "mixed-size-access",
            FailureKind::Recursion
            | FailureKind::EndlessLocalLoop
            | FailureKind::Unsupported
            | FailureKind::PartOfWord
            | FailureKind::PartlyForwarded
            | FailureKind::OpenWait
            | FailureKind::WaitInSection
            | FailureKind::EndInSection
            | FailureKind::TooManyThreads => "unsupported",
            FailureKind::UseAfterFree | FailureKind::EndedThread => "use-after-free",
            FailureKind::UseAfterScope => "use-after-scope",
            FailureKind::DoubleFree => "double-free",
            FailureKind::InvalidFree => "invalid-free",
            FailureKind::MismatchedFree => "mismatched-free",
            FailureKind::OverlappingCopy => "overlapping-copy",
            FailureKind::UninitializedRead => "uninitialized-read",
            FailureKind::Misaligned => "misaligned-access",
            FailureKind::InvalidLock | FailureKind::EndedLock | FailureKind::InvalidUnlock => "invalid-unlock",
            FailureKind::InvalidJoin => "invalid-join",
            FailureKind::Barrier => "barrier",
            FailureKind::Unreachable => "unreachable",
            FailureKind::Abort => "abort",
            FailureKind::DestroyedCondition | FailureKind::InvalidArgument => "invalid-argument",
        }
    }

    /// What went wrong on a line, in words. Line 0 stands for one that is not known.
    fn message(self, position: Option<Position>) -> String {
        let line = position.map_or(0, |position| position.line);
        match self {
            FailureKind::Assertion => format!("assertion on line {line} failed"),
            FailureKind::DivisionByZero => format!("division by zero on line {line}"),
            FailureKind::DivisionOverflow => {
                format!("the quotient of the least number and -1 on line {line} does not fit its type")
            }
            FailureKind::ShiftTooFar => {
                format!("shift on line {line} by as many bits as the number has, or more")
            }
            FailureKind::OutOfBounds => {
                format!("the access on line {line} is outside of every variable")
            }
            FailureKind::NullDereference => format!("the pointer used on line {line} is null"),
            FailureKind::MixedSize => {
                format!("the access on line {line} is not of the size of the variable")
            }
            FailureKind::Recursion => {
                format!("the call on line {line} is nested too deeply: does the recursion end?")
            }
            FailureKind::EndlessLocalLoop => {
                format!("the loop on line {line} runs on without accessing shared memory: does it end?")
            }
            FailureKind::Overflow => format!("the result on line {line} does not fit its type"),
            FailureKind::UseAfterFree => format!("the access on line {line} is to an object that was freed"),
            FailureKind::UseAfterScope => {
                format!("the access on line {line} is to a variable whose block has ended")
            }
            FailureKind::EndedThread => {
                format!("the access on line {line} is to a thread-local variable of a thread that has ended")
            }
            FailureKind::DoubleFree => format!("what line {line} frees was freed before"),
            FailureKind::InvalidFree => format!("what line {line} frees was not allocated, or begins elsewhere"),
            FailureKind::MismatchedFree => format!(
                "what line {line} frees was allocated in another way: `delete` belongs to `new`, `delete[]` to `new[]`, and \
                 `free` to `malloc`"
            ),
            FailureKind::OverlappingCopy => {
                format!("line {line} copies between two ranges that overlap, which needs `memmove`")
            }
            FailureKind::UninitializedRead => format!("line {line} reads memory that holds no value yet"),
            FailureKind::Misaligned => {
                format!("the address of the access on line {line} is not a multiple of its size")
            }
            FailureKind::InvalidLock => format!("what line {line} locks is not a mutex, or is destroyed"),
            FailureKind::EndedLock => format!("the life of a mutex ends on line {line} while the thread holds it"),
            FailureKind::InvalidUnlock => format!("the thread does not hold the mutex that line {line} unlocks"),
            FailureKind::InvalidJoin => {
                format!("what line {line} joins is not a thread, or cannot be joined any more")
            }
            FailureKind::Barrier => format!("line {line} uses a barrier as it must not be used"),
            FailureKind::Unreachable => format!("line {line} is reached, which the program says never happens"),
            FailureKind::Abort => format!("the program gives up on line {line}"),
            FailureKind::DestroyedCondition => format!("the condition variable that line {line} uses was destroyed"),
            FailureKind::InvalidArgument => format!("the call on line {line} has an argument that it must not have"),
            FailureKind::ReadOnly => format!("the write on line {line} is to a constant"),
            FailureKind::Unsupported => format!("what line {line} does cannot be modelled"),
            FailureKind::PartOfWord => {
                format!(
                    "line {line} changes a part of a word that is also accessed whole, which this model has no way to do"
                )
            }
            FailureKind::PartlyForwarded => {
                format!(
                    "line {line} loads bytes of which the thread itself has stored a part: the machine may take that part from \
                     the store before others see it, which this model does not describe; put a full fence between them"
                )
            }
            FailureKind::TooManyThreads => {
                format!("a program cannot have more than {MAX_THREADS} threads here: check a smaller instance")
            }
            FailureKind::WaitInSection => {
                format!(
                    "waiting inside an atomic section, as line {line} may do, is not supported: nobody could end the wait"
                )
            }
            FailureKind::EndInSection => {
                format!(
                    "ending a thread inside an atomic section, as line {line} does, is not supported: nobody else could go on"
                )
            }
            FailureKind::OpenWait => {
                format!(
                    "the loop on line {line} waits and keeps a value that it reads, which under this model may come from \
                     after the loop: bound it with --unroll"
                )
            }
        }
    }
}

impl From<ArithError> for FailureKind {
    fn from(error: ArithError) -> FailureKind {
        match error {
            ArithError::DivisionByZero => FailureKind::DivisionByZero,
            ArithError::DivisionOverflow => FailureKind::DivisionOverflow,
            ArithError::ShiftTooFar => FailureKind::ShiftTooFar,
        }
    }
}

/// The description of a failure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong.
    pub kind: FailureKind,
    /// The same in words.
    pub message: String,
    /// Where; `None` for where the thread stands that fails.
    pub position: Option<Position>,
}

impl Code {
    /// Describes a failure that one of the threads ended in.
    pub fn failure(&self, id: FailureId) -> Failure {
        if let Some(failure) = self.failures.get(id.0 as usize) {
            return failure.clone();
        }
        let implicit = id.0 as usize - self.failures.len();
        let size = self.size.max(1);
        let Some(&kind) = FailureKind::IMPLICIT.get(implicit / size) else {
            unreachable!("{id:?} is not a failure of this code")
        };
        let position = self.position_of_index(implicit % size);
        Failure { kind, message: kind.message(position), position }
    }

    /// The number of a failure that an instruction caused by itself. Validation saw to it that it fits.
    pub(crate) fn implicit_failure(&self, kind: FailureKind, code_index: u32) -> FailureId {
        let Some(ordinal) = FailureKind::IMPLICIT.iter().position(|&k| k == kind) else {
            unreachable!("no instruction causes {kind:?} by itself")
        };
        FailureId((self.failures.len() + ordinal * self.size) as u32 + code_index)
    }

    /// The largest number handed out, plus one; must fit in 32 bits.
    pub(crate) fn failure_numbers(&self) -> usize {
        self.failures.len() + FailureKind::IMPLICIT.len() * self.size
    }
}

impl Program {
    /// Describes the failure that a thread ended in, at the place in the source that the thread stands at.
    pub fn failed(&self, state: &State) -> Option<Failure> {
        let Action::Fail(id) = state.own.action else { return None };
        let mut failure = self.failure(id);
        if failure.position.is_none() {
            failure.position = self.position(state);
            if id.0 as usize >= self.failures.len() {
                failure.message = failure.kind.message(failure.position);
            }
        }
        Some(failure)
    }
}
