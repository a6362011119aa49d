//! `n` threads add to one variable with a load and a store: updates may be lost.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, Release};

pub fn run(n: i32) {
    let x = Arc::new(Atomic::new(0));
    let worker = |i| {
        let x = x.clone();
        spawn(move || {
            let old = x.load(Relaxed);
            x.store(old + (1 << i), Release);
        })
    };
    let threads: Vec<_> = (0..n).map(worker).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let sum = x.load(Relaxed);
    assert!(0 < sum && sum < 1 << n);
}
