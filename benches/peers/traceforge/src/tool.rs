//! TraceForge, which knows messages: an atomic integer is a thread of its own that answers requests, one at a time. Such is
//! the crate's own `AtomicI32`, too; but that one has no `fetch_add`, does not give the value that made a compare-exchange
//! fail, and takes more events for a request.

use std::sync::atomic::Ordering;
use traceforge::thread::{self, ThreadId};
use traceforge::{recv_msg_block, send_msg};

pub use traceforge::thread::spawn;

/// Explores a program; gives the number of blocked executions.
pub fn explore(program: crate::programs::Program) -> u64 {
    let config = traceforge::Config::builder().with_progress_report(usize::MAX).build();
    traceforge::verify(config, program).block as u64
}

/// Another turn of a waiting loop.
pub fn pause() {}

/// An atomic integer; all accesses are sequentially consistent, whatever order they ask for.
pub struct Atomic(ThreadId);

#[derive(Clone, Debug, PartialEq)]
enum Access {
    Load,
    Store(i32),
    Add(i32),
    CompareExchange(i32, i32),
}

#[derive(Clone, Debug, PartialEq)]
struct Request(ThreadId, Access);

/// The value before the access.
#[derive(Clone, Debug, PartialEq)]
struct Reply(i32);

impl Atomic {
    pub fn new(value: i32) -> Self {
        Atomic(thread::spawn_daemon(move || serve(value)).thread().id())
    }

    pub fn load(&self, _: Ordering) -> i32 {
        self.request(Access::Load)
    }

    pub fn store(&self, value: i32, _: Ordering) {
        self.request(Access::Store(value));
    }

    pub fn fetch_add(&self, value: i32, _: Ordering) -> i32 {
        self.request(Access::Add(value))
    }

    pub fn compare_exchange(&self, expected: i32, new: i32, _: Ordering, _: Ordering) -> Result<i32, i32> {
        let old = self.request(Access::CompareExchange(expected, new));
        if old == expected { Ok(old) } else { Err(old) }
    }

    fn request(&self, access: Access) -> i32 {
        send_msg(self.0, Request(thread::current().id(), access));
        let Reply(old) = recv_msg_block();
        old
    }
}

fn serve(mut value: i32) {
    loop {
        let Request(client, access) = recv_msg_block();
        let old = value;
        match access {
            Access::Load => (),
            Access::Store(new) => value = new,
            Access::Add(summand) => value = value.wrapping_add(summand),
            Access::CompareExchange(expected, new) if value == expected => value = new,
            Access::CompareExchange(..) => (),
        }
        send_msg(client, Reply(old));
    }
}
