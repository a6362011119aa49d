//! `n` threads increment one counter: `n!` orders of the updates.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

pub fn run(n: i32) {
    let x = Arc::new(Atomic::new(0));
    let worker = |_| {
        let x = x.clone();
        spawn(move || x.fetch_add(1, Relaxed))
    };
    let threads: Vec<_> = (0..n).map(worker).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(x.load(Relaxed) == n);
}
