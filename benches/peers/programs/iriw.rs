//! Independent reads of independent writes: two writers, and two readers who may see the writes in different orders.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub fn run(write: Ordering, read: Ordering, one_order: bool) {
    let x = Arc::new(Atomic::new(0));
    let y = Arc::new(Atomic::new(0));
    let writer = |variable: &Arc<Atomic>| {
        let variable = variable.clone();
        spawn(move || variable.store(1, write))
    };
    // Whether the first was seen, but the second was not.
    let reader = |first: &Arc<Atomic>, second: &Arc<Atomic>| {
        let (first, second) = (first.clone(), second.clone());
        spawn(move || first.load(read) & !second.load(read))
    };
    let writers = [writer(&x), writer(&y)];
    let readers = [reader(&x, &y), reader(&y, &x)];
    for writer in writers {
        writer.join().unwrap();
    }
    let [a, b] = readers.map(|thread| thread.join().unwrap());
    if one_order {
        assert!(a != 1 || b != 1);
    }
}
