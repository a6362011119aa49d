//! Runs one program under one tool, for at most so many seconds, and prints what came out:
//!
//! ```text
//! PROGRAM N SECONDS  ->  result: ok|error|stop|timeout EXECUTIONS BLOCKED MICROSECONDS
//! ```
//!
//! An error is a failed assertion of the program; a stop is a tool that gives up.

use crate::programs::{self, Program};
use crate::tool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// How often the program was begun, and how often it could not go on.
static BEGUN: AtomicU64 = AtomicU64::new(0);
static BLOCKED: AtomicU64 = AtomicU64::new(0);
/// Whether an assertion of the program failed.
static FAILED: AtomicBool = AtomicBool::new(false);

pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((program, limit)) = read(&arguments) else {
        eprintln!("expected: PROGRAM N SECONDS");
        return ExitCode::from(2);
    };
    // A failed assertion is a result, and nothing to print.
    std::panic::set_hook(Box::new(|panic| {
        if panic.location().is_some_and(|place| place.file().contains("programs")) {
            FAILED.store(true, Relaxed);
        }
    }));
    let start = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        print_result("timeout", start.elapsed());
        std::process::exit(0);
    });
    let explored = catch_unwind(AssertUnwindSafe(|| {
        tool::explore(Box::new(move || {
            BEGUN.fetch_add(1, Relaxed);
            program();
        }))
    }));
    if let Ok(blocked) = explored {
        BLOCKED.store(blocked, Relaxed);
    }
    let verdict = match explored {
        Ok(_) => "ok",
        Err(_) if FAILED.load(Relaxed) => "error",
        Err(_) => "stop",
    };
    print_result(verdict, start.elapsed());
    ExitCode::SUCCESS
}

fn read(arguments: &[String]) -> Option<(Program, Duration)> {
    let [name, n, seconds] = arguments else { return None };
    Some((programs::find(name, n.parse().ok()?)?, Duration::from_secs(seconds.parse().ok()?)))
}

fn print_result(verdict: &str, elapsed: Duration) {
    let blocked = BLOCKED.load(Relaxed);
    println!("result: {verdict} {} {blocked} {}", BEGUN.load(Relaxed) - blocked, elapsed.as_micros());
}
