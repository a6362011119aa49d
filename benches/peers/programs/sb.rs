//! Store buffering: two threads each write one variable and read the other's.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub fn run(order: Ordering, not_both_stale: bool) {
    let x = Arc::new(Atomic::new(0));
    let y = Arc::new(Atomic::new(0));
    let thread = |mine: &Arc<Atomic>, other: &Arc<Atomic>| {
        let (mine, other) = (mine.clone(), other.clone());
        spawn(move || {
            mine.store(1, order);
            other.load(order)
        })
    };
    let (a, b) = (thread(&x, &y), thread(&y, &x));
    let (a, b) = (a.join().unwrap(), b.join().unwrap());
    if not_both_stale {
        assert!(a == 1 || b == 1);
    }
}
