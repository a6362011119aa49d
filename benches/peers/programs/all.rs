//! The programs, each beside its twin in C. They know the tool only as `crate::tool`: its atomic integers, its threads.

mod ainc;
mod casrot;
mod inc;
mod iriw;
mod mp;
mod queue;
mod readers;
mod rwlock;
mod sb;
mod spinlock;
mod stack;

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

/// A program that a tool can run as often as it likes.
pub type Program = Box<dyn Fn() + Send + Sync>;

/// The program of this name with `n` threads, where their number is free.
pub fn find(name: &str, n: i32) -> Option<Program> {
    Some(match name {
        "sb" => Box::new(|| sb::run(Relaxed, false)),
        "sb-assert" => Box::new(|| sb::run(Relaxed, true)),
        "sb-sc" => Box::new(|| sb::run(SeqCst, true)),
        "mp" => Box::new(|| mp::run(Release, Acquire)),
        "mp-relaxed" => Box::new(|| mp::run(Relaxed, Relaxed)),
        "iriw" => Box::new(|| iriw::run(Release, Acquire, false)),
        "iriw-assert" => Box::new(|| iriw::run(Release, Acquire, true)),
        "iriw-sc" => Box::new(|| iriw::run(SeqCst, SeqCst, true)),
        "ainc" => Box::new(move || ainc::run(n)),
        "casrot" => Box::new(move || casrot::run(n)),
        "inc" => Box::new(move || inc::run(n)),
        "readers" => Box::new(move || readers::run(n)),
        "stack" => Box::new(move || stack::run(n, Release)),
        "stack-relaxed" => Box::new(move || stack::run(n, Relaxed)),
        "queue" => Box::new(move || queue::run(n, Release)),
        "queue-relaxed" => Box::new(move || queue::run(n, Relaxed)),
        "spinlock" => Box::new(move || spinlock::run(n, Some(2), Release)),
        "spinlock-relaxed" => Box::new(move || spinlock::run(n, Some(2), Relaxed)),
        "spinlock-wait" => Box::new(move || spinlock::run(n, None, Release)),
        "rwlock" => Box::new(move || rwlock::run(n, Release)),
        "rwlock-relaxed" => Box::new(move || rwlock::run(n, Relaxed)),
        _ => return None,
    })
}
