//! A reader-writer lock that counts down from a bias: `n` threads write two variables under it, and one reads both. Who does
//! not get the lock gives up.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed};

const BIAS: i32 = 0x100000;

struct Shared {
    lock: Atomic,
    a: Atomic,
    b: Atomic,
}

pub fn run(n: i32, unlock: Ordering) {
    let shared = Arc::new(Shared { lock: Atomic::new(BIAS), a: Atomic::new(0), b: Atomic::new(0) });
    let writer = |number| {
        let shared = shared.clone();
        spawn(move || {
            if shared.lock.fetch_add(-BIAS, Acquire) == BIAS {
                shared.a.store(number, Relaxed);
                shared.b.store(number, Relaxed);
                shared.lock.fetch_add(BIAS, unlock);
            } else {
                shared.lock.fetch_add(BIAS, Relaxed);
            }
        })
    };
    let writers: Vec<_> = (1..=n).map(writer).collect();
    let reader = {
        let shared = shared.clone();
        spawn(move || {
            if shared.lock.fetch_add(-1, Acquire) > 0 {
                assert!(shared.a.load(Relaxed) == shared.b.load(Relaxed));
            }
            shared.lock.fetch_add(1, unlock);
        })
    };
    for writer in writers {
        writer.join().unwrap();
    }
    reader.join().unwrap();
}
