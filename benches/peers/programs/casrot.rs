//! Thread i tries to move x from i-1 to i; a chain succeeds as far as the threads come in turn.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

pub fn run(n: i32) {
    let x = Arc::new(Atomic::new(0));
    let worker = |i| {
        let x = x.clone();
        spawn(move || x.compare_exchange(i - 1, i, Relaxed, Relaxed).is_ok())
    };
    let threads: Vec<_> = (1..=n).map(worker).collect();
    let moves = threads.into_iter().map(|thread| thread.join().unwrap()).filter(|&moved| moved).count();
    assert!(x.load(Relaxed) == moves as i32);
}
