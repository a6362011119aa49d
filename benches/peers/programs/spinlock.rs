//! `n` threads count under a lock, which they try to take some times, or until they have it.

use crate::tool::{Atomic, pause, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed};

struct Shared {
    lock: Atomic,
    counter: Atomic,
}

impl Shared {
    fn try_lock(&self) -> bool {
        self.lock.compare_exchange(0, 1, Acquire, Relaxed).is_ok()
    }

    fn count_and_unlock(&self, unlock: Ordering) {
        let old = self.counter.load(Relaxed);
        self.counter.store(old + 1, Relaxed);
        self.lock.store(0, unlock);
    }
}

pub fn run(n: i32, attempts: Option<u32>, unlock: Ordering) {
    let shared = Arc::new(Shared { lock: Atomic::new(0), counter: Atomic::new(0) });
    let worker = |_| {
        let shared = shared.clone();
        spawn(move || {
            match attempts {
                Some(attempts) => {
                    if !(0..attempts).any(|_| shared.try_lock()) {
                        return 0;
                    }
                }
                None => {
                    while !shared.try_lock() {
                        pause();
                    }
                }
            }
            shared.count_and_unlock(unlock);
            1
        })
    };
    let threads: Vec<_> = (0..n).map(worker).collect();
    let counted: i32 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(shared.counter.load(Relaxed) == counted);
}
