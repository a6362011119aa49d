//! The process: its standard output, its memory use, its signals.

use std::io::{ErrorKind, Write, stdout};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register;

use crate::diagnostic::Diagnostic;

/// Did something that belongs on standard output not get there, although somebody may read it?
static IS_OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// Writes to standard output. If nobody reads any more (`raddle … | head`), the work ends as if it were interrupted. Any other
/// error is reported once, ends the work, too, and is remembered for the exit status.
pub(crate) fn print(text: &str) {
    let result = stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush());
    let Err(error) = result else { return };
    INTERRUPT.store(true, Ordering::Relaxed);
    if error.kind() != ErrorKind::BrokenPipe && !IS_OUTPUT_LOST.swap(true, Ordering::Relaxed) {
        Diagnostic::new(format!("cannot write to standard output: {error}")).emit();
    }
}

/// Could a result not be written?
pub(crate) fn is_output_lost() -> bool {
    IS_OUTPUT_LOST.load(Ordering::Relaxed)
}

/// The peak memory of this process, if the system reports it.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

static INTERRUPT: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Was the process interrupted?
pub(crate) fn interrupted() -> bool {
    INTERRUPT.load(Ordering::Relaxed)
}

/// The flag that an interrupt sets.
pub(crate) fn interrupt() -> Arc<AtomicBool> {
    INTERRUPT.clone()
}

/// Set by a signal, until it is noted.
static SIGNAL: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// How many signals were noted.
static SIGNALS: AtomicU32 = AtomicU32::new(0);

/// From now on an interrupt (Ctrl-C), a wish to terminate and the end of the terminal do not end the process: somebody has to
/// note them.
pub(crate) fn catch_signals() {
    // If a handler cannot be installed, the signal ends the process.
    let _ = register(SIGINT, SIGNAL.clone());
    let _ = register(SIGTERM, SIGNAL.clone());
    if !is_hangup_ignored() {
        let _ = register(SIGHUP, SIGNAL.clone());
    }
}

/// Does the process outlive its terminal (`nohup`)? Where that cannot be asked, the signal keeps its meaning.
fn is_hangup_ignored() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    // Signal 1 is the lowest bit.
    ignored.is_none_or(|signals| signals & (1 << (SIGHUP - 1)) != 0)
}

/// Notes signals: the check is asked to end. How many there were so far?
pub(crate) fn note_signals() -> u32 {
    if SIGNAL.swap(false, Ordering::Relaxed) {
        INTERRUPT.store(true, Ordering::Relaxed);
        SIGNALS.fetch_add(1, Ordering::Relaxed);
    }
    SIGNALS.load(Ordering::Relaxed)
}
