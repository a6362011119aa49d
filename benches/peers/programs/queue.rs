//! Michael and Scott's queue: `n` threads put one value in each, and one takes one out if there is one. Nodes have numbers;
//! node 0 is the one that is there in the beginning, so that 0 is none as a successor.

use crate::tool::{Atomic, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed};

struct Node {
    value: Atomic,
    next: Atomic,
}

struct Queue {
    head: Atomic,
    tail: Atomic,
    nodes: Vec<Node>,
    publish: Ordering,
}

impl Queue {
    fn node(&self, number: i32) -> &Node {
        &self.nodes[number as usize]
    }

    fn put(&self, number: i32) {
        self.node(number).value.store(number, Relaxed);
        loop {
            let last = self.tail.load(Acquire);
            let next = self.node(last).next.load(Acquire);
            if next != 0 {
                let _ = self.tail.compare_exchange(last, next, self.publish, Relaxed);
            } else if self.node(last).next.compare_exchange(0, number, self.publish, Relaxed).is_ok() {
                let _ = self.tail.compare_exchange(last, number, self.publish, Relaxed);
                return;
            }
        }
    }

    /// The first value, if there is one.
    fn take(&self) -> Option<i32> {
        let first = self.head.load(Acquire);
        let next = self.node(first).next.load(Acquire);
        if next == 0 || self.head.compare_exchange(first, next, self.publish, Relaxed).is_err() {
            return None;
        }
        Some(self.node(next).value.load(Relaxed))
    }
}

pub fn run(n: i32, publish: Ordering) {
    let node = |_| Node { value: Atomic::new(0), next: Atomic::new(0) };
    let nodes = (0..=n).map(node).collect();
    let queue = Arc::new(Queue { head: Atomic::new(0), tail: Atomic::new(0), nodes, publish });
    let producer = |number| {
        let queue = queue.clone();
        spawn(move || queue.put(number))
    };
    let producers: Vec<_> = (1..=n).map(producer).collect();
    let consumer = {
        let queue = queue.clone();
        spawn(move || assert!(queue.take() != Some(0)))
    };
    for producer in producers {
        producer.join().unwrap();
    }
    consumer.join().unwrap();
}
