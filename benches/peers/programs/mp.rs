//! Message passing: a value, and a flag that says that it is there.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{self, Relaxed};

pub fn run(publish: Ordering, observe: Ordering) {
    let data = Arc::new(Atomic::new(0));
    let flag = Arc::new(Atomic::new(0));
    let writer = {
        let (data, flag) = (data.clone(), flag.clone());
        spawn(move || {
            data.store(42, Relaxed);
            flag.store(1, publish);
        })
    };
    let reader = spawn(move || {
        if flag.load(observe) == 1 {
            assert!(data.load(Relaxed) == 42);
        }
    });
    writer.join().unwrap();
    reader.join().unwrap();
}
