//! `n` readers of one store: `2^n` executions.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Release};

pub fn run(n: i32) {
    let x = Arc::new(Atomic::new(0));
    let writer = {
        let x = x.clone();
        spawn(move || x.store(42, Release))
    };
    let reader = |_| {
        let x = x.clone();
        spawn(move || {
            let value = x.load(Acquire);
            assert!(value == 0 || value == 42);
        })
    };
    let readers: Vec<_> = (0..n).map(reader).collect();
    writer.join().unwrap();
    for reader in readers {
        reader.join().unwrap();
    }
}
