//! A small library for rustc: atomics, traits, slices, panics, enums, closures, constants.
#![crate_type = "lib"]

use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU8, Ordering, fence};

pub static COUNTER: AtomicU32 = AtomicU32::new(7);
pub static NAMES: [&str; 2] = ["one", "two"];

pub struct Lock {
    state: AtomicU8,
    owner: AtomicPtr<Lock>,
}

pub trait Visit {
    fn visit(&self, value: u32) -> Option<u64>;
}

impl Lock {
    pub fn acquire(&self) {
        while self.state.compare_exchange_weak(0, 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        fence(Ordering::SeqCst);
        self.owner.store(self as *const _ as *mut _, Ordering::Release);
    }
}

impl Visit for Lock {
    fn visit(&self, value: u32) -> Option<u64> {
        value.checked_add(COUNTER.fetch_max(value, Ordering::AcqRel)).map(u64::from)
    }
}

pub fn sum(values: &[i64], visitor: &dyn Visit) -> i128 {
    values.iter().map(|v| i128::from(*v)).sum::<i128>() + i128::from(visitor.visit(values.len() as u32).unwrap_or(0))
}

pub fn index(values: &[u16; 8], at: usize) -> (u16, f32) {
    (values[at], values[0] as f32 / 3.0)
}
