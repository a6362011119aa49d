//! Running a program that may not end, or may take all memory, or may say too much: it is ended then.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the bounds are looked at while a program runs.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// How long a program that has ended may keep its output open: one that it started may still hold it.
const MAX_TIME_AFTER_END: Duration = Duration::from_millis(200);
/// How much memory a program may use, in bytes, where the system tells. What compiles within it is far beyond what can be checked.
const MAX_MEMORY: u64 = 4 << 30;
/// How much of what a program says is kept, in bytes.
const MAX_OUTPUT: usize = 4 << 20;

/// How long compilers may run.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// Until then, if there is an end to it.
    pub deadline: Option<Instant>,
    /// Until this is set.
    pub interrupt: Arc<AtomicBool>,
}

/// Why a program was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// Its time was over.
    #[error("it had not finished when the time was over")]
    Timeout,
    /// The user asked to stop.
    #[error("the check was interrupted")]
    Interrupted,
    /// It used too much memory.
    #[error("it used more than {} GB of memory: does a file include one without an end?", MAX_MEMORY >> 30)]
    Memory,
}

/// What a program that has ended said.
pub(super) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Why there is no result of a program.
pub(super) enum Failure {
    /// It could not be run.
    Run(io::Error),
    /// It was ended.
    Stopped(Stopped),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Run(error)
    }
}

impl Patience {
    /// Runs a program, without input, to its end, or until patience is over.
    pub(super) fn run(&self, command: &mut Command) -> Result<Finished, Failure> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What it starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        let (open, closed) = mpsc::channel::<()>();
        let stdout = Kept::of(child.stdout.take(), open.clone());
        let stderr = Kept::of(child.stderr.take(), open);
        loop {
            if let Some(status) = child.try_wait()? {
                // Nothing is sent: this waits until the readers have seen the end of what they read.
                let _ = closed.recv_timeout(MAX_TIME_AFTER_END);
                return Ok(Finished { status, stdout: stdout.take(), stderr: stderr.take() });
            }
            if let Err(stopped) = self.check(&child) {
                end(&mut child);
                return Err(Failure::Stopped(stopped));
            }
            if closed.recv_timeout(TIME_BETWEEN_LOOKS) == Err(RecvTimeoutError::Disconnected) {
                // It has nothing more to say, and will end at once, or never.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn check(&self, child: &Child) -> Result<(), Stopped> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Timeout);
        }
        match memory(child.id()) {
            Some(bytes) if bytes > MAX_MEMORY => Err(Stopped::Memory),
            _ => Ok(()),
        }
    }
}

/// Ends a program and what it has started.
fn end(child: &mut Child) {
    // If that fails, it has ended by itself.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// The memory that a process uses, in bytes, if the system tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The beginning of what a program says, read by a thread of its own.
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// Reads until the end, at which `open` is dropped.
    fn of(from: Option<impl Read + Send + 'static>, open: mpsc::Sender<()>) -> Kept {
        let kept = Kept(Arc::default());
        let Some(mut from) = from else { unreachable!("the output was asked for") };
        let to = kept.0.clone();
        std::thread::spawn(move || {
            let _open = open;
            let mut buffer = [0; 1 << 14];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                let mut kept = lock(&to);
                let room = MAX_OUTPUT.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
        });
        kept
    }

    fn take(self) -> Vec<u8> {
        std::mem::take(&mut lock(&self.0))
    }
}

fn lock(kept: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_does_not_end_is_ended_with_what_it_started() {
        let start = Instant::now();
        let patience = Patience { deadline: Some(start + Duration::from_millis(50)), ..Patience::default() };
        let stopped = patience.run(&mut shell("sleep 1000 & sleep 1000"));
        assert!(matches!(stopped, Err(Failure::Stopped(Stopped::Timeout))));
        assert!(start.elapsed() < Duration::from_secs(100));
        let interrupted = Patience { interrupt: Arc::new(true.into()), ..Patience::default() };
        assert!(matches!(interrupted.run(&mut shell("sleep 1000")), Err(Failure::Stopped(Stopped::Interrupted))));
    }

    #[test]
    fn output_is_kept_up_to_a_bound() {
        let script = "echo out; echo err >&2; head -c 9000000 /dev/zero >&2; exit 3";
        let Ok(finished) = Patience::default().run(&mut shell(script)) else { panic!("it ends") };
        assert_eq!((finished.status.code(), finished.stdout.as_slice()), (Some(3), &b"out\n"[..]));
        assert_eq!((finished.stderr.len(), &finished.stderr[..4]), (MAX_OUTPUT, &b"err\n"[..]));
    }
}
