//! Treiber's stack: `n` threads push one node each and then pop one. Nodes have numbers, 0 is none; none is used again.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed};

struct Node {
    value: Atomic,
    next: Atomic,
}

struct Stack {
    top: Atomic,
    nodes: Vec<Node>,
}

impl Stack {
    fn node(&self, number: i32) -> &Node {
        &self.nodes[number as usize]
    }

    fn push(&self, number: i32, publish: Ordering) {
        let mut top = self.top.load(Relaxed);
        loop {
            self.node(number).next.store(top, Relaxed);
            match self.top.compare_exchange(top, number, publish, Relaxed) {
                Ok(_) => return,
                Err(now) => top = now,
            }
        }
    }

    /// The value of the node on top, or 0 if there is none.
    fn pop(&self) -> i32 {
        let mut top = self.top.load(Acquire);
        while top != 0 {
            let next = self.node(top).next.load(Relaxed);
            match self.top.compare_exchange(top, next, Acquire, Acquire) {
                Ok(_) => return self.node(top).value.load(Relaxed),
                Err(now) => top = now,
            }
        }
        0
    }
}

pub fn run(n: i32, publish: Ordering) {
    let node = |_| Node { value: Atomic::new(0), next: Atomic::new(0) };
    let stack = Arc::new(Stack { top: Atomic::new(0), nodes: (0..=n).map(node).collect() });
    let worker = |number: i32| {
        let stack = stack.clone();
        spawn(move || {
            stack.node(number).value.store(number, Relaxed);
            stack.push(number, publish);
            stack.pop()
        })
    };
    let threads: Vec<_> = (1..=n).map(worker).collect();
    let sum: i32 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(sum == n * (n + 1) / 2);
}
