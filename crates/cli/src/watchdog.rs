//! Ends a check that does not end by itself when its time is over, or when it is interrupted.
//!
//! Engines and compilers are asked to stop, and do so within milliseconds. Whatever else may take long, reading a huge module for one,
//! is not asked: then the process says what is known, cleans up, and ends.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use raddle_explore::Limit;
use raddle_llvm::remove_temporary_folders;

use crate::process::{interrupted, is_output_lost, note_signals};
use crate::status::Status;

/// How often the clock and signals are looked at.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How much later than its deadline a check may end by itself.
const GRACE_AT_DEADLINE: Duration = Duration::from_millis(250);
/// How much later than an interrupt it may.
const GRACE_AT_INTERRUPT: Duration = Duration::from_secs(2);

/// Says who has the last word: the check itself, or the watchdog.
pub(crate) struct Watchdog {
    is_over: Mutex<bool>,
}

/// The check goes on until this is dropped.
pub(crate) struct Leash {
    _sender: Sender<()>,
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        Watchdog { is_over: Mutex::new(false) }
    }

    /// A leash for the check, and what the watchdog needs to see that it is gone.
    pub(crate) fn leash() -> (Leash, Receiver<()>) {
        let (sender, receiver) = mpsc::channel();
        (Leash { _sender: sender }, receiver)
    }

    /// Does something that the watchdog must not interrupt, such as printing.
    pub(crate) fn undisturbed<T>(&self, act: impl FnOnce() -> T) -> T {
        let _held = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        act()
    }

    /// The check has come to a result and will say so itself.
    pub(crate) fn dismiss(&self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Watches until the leash is dropped. Ends the process, after its last words, if the check does not end in time.
    pub(crate) fn watch(&self, leash: &Receiver<()>, deadline: Option<Instant>, last_words: impl Fn(Limit) -> Status) {
        let mut interrupted_at = None;
        while leash.recv_timeout(TIME_BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
            let now = Instant::now();
            if note_signals() > 1 {
                end(Status::Interrupted);
            }
            if interrupted() {
                interrupted_at.get_or_insert(now);
            }
            let is_late = |since: Option<Instant>, grace| {
                since.and_then(|since| now.checked_duration_since(since)).is_some_and(|late| late >= grace)
            };
            let limit = match () {
                () if is_late(interrupted_at, GRACE_AT_INTERRUPT) => Limit::Interrupted,
                () if is_late(deadline, GRACE_AT_DEADLINE) => Limit::Timeout,
                () => continue,
            };
            let is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
            if !*is_over {
                end(last_words(limit));
            }
        }
    }
}

/// Ends the process.
fn end(status: Status) -> ! {
    remove_temporary_folders();
    let status = if is_output_lost() { Status::Fault } else { status };
    std::process::exit(status.code().into())
}
