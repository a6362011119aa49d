//! Sketches: programs of a few threads, small enough for the oracle.
//!
//! Statements are what C11 and POSIX threads offer: accesses of every kind and order, fences, branches, assumptions,
//! choices, thread creation and join, mutexes, semaphores, barriers, condition variables (`sketch/stmt.rs`).
//! `sketch/run.rs` runs a sketch as a [`Program`](raddle_explore::Program), `sketch/depend.rs` keeps track of dependencies; `sketch/litmus.rs` and `sketch/c.rs` print it.

mod c;
mod code;
mod depend;
mod dialect;
mod litmus;
mod run;
mod stmt;

pub use c::{HEADER as C_HEADER, Waiting};
pub use dialect::Dialect;
pub use run::State;
pub use stmt::{
    BARRIERS, Barrier, Condition, Loc, MUTEXES, Mutex, OBJECTS, Object, Operand, REGISTERS, Reg, Semaphore, Stmt, Test,
};

use raddle_explore::Allocation;
use raddle_graph::{Address, ThreadId, Value};

/// Something that threads share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A location.
    Loc(Loc),
    /// A mutex.
    Mutex(Mutex),
    /// A semaphore.
    Semaphore(Semaphore),
    /// A condition variable.
    Condition(Condition),
    /// A barrier.
    Barrier(Barrier),
    /// What is in an object.
    Object(Object),
}

/// Addresses of one kind of thing begin at a multiple of this (plus 1: 0 is no address).
const STRIDE: u64 = 0x1000;

/// How many bytes an object has.
const OBJECT_SIZE: u64 = 4;

impl Place {
    /// Its address.
    pub fn address(self) -> Address {
        let (kind, number) = match self {
            Place::Loc(number) => (0, number),
            Place::Mutex(number) => (1, number),
            Place::Semaphore(number) => (2, number),
            Place::Condition(number) => (3, number),
            Place::Barrier(number) => (4, number),
            // Objects have bytes, and must not overlap.
            Place::Object(number) => return Address(5 * STRIDE + OBJECT_SIZE * u64::from(number)),
        };
        Address(kind * STRIDE + u64::from(number) + 1)
    }

    /// The place that statements name by this number.
    fn of(loc: Loc) -> Place {
        match loc.checked_sub(OBJECTS) {
            Some(object) => Place::Object(object),
            None => Place::Loc(loc),
        }
    }
}

/// A program of a few threads.
#[derive(Clone, Debug)]
pub struct Sketch {
    init: Vec<Value>,
    semaphores: Vec<Value>,
    threads: Vec<Vec<Stmt>>,
    code: Vec<code::Code>,
    /// Is the thread started by a statement?
    spawned: Vec<bool>,
    /// Which thread allocates each object, as the how many-th.
    objects: Vec<Option<Allocation>>,
    /// Is mutex 0 the lock of atomic sections?
    has_sections: bool,
}

impl PartialEq for Sketch {
    fn eq(&self, other: &Sketch) -> bool {
        // Everything else follows from these.
        (&self.init, &self.semaphores, &self.threads) == (&other.init, &other.semaphores, &other.threads)
    }
}

impl Sketch {
    /// The program of these threads, with all locations at 0.
    ///
    /// ```
    /// use raddle_graph::Mode;
    /// use raddle_testgen::Sketch;
    /// use raddle_testgen::sketch::Stmt;
    ///
    /// let write = Stmt::Store { loc: 0, value: 1.into(), mode: Mode::Rlx };
    /// let read = Stmt::Load { reg: 0, loc: 0, mode: Mode::Acq };
    /// let program = Sketch::new(vec![vec![write], vec![read]]);
    /// assert!(program.to_string().contains("atomic_store_explicit(x, 1, memory_order_relaxed);"));
    /// ```
    ///
    /// # Panics
    /// If a register, mutex, barrier or thread does not exist, a thread is started by two statements, or it starts or joins
    /// itself; if an object is allocated by two statements, or in a branch.
    pub fn new(threads: Vec<Vec<Stmt>>) -> Sketch {
        Sketch::with_initial_values(Vec::new(), threads)
    }

    /// The program of these threads, with these initial values of locations 0, 1, …; the others are 0.
    ///
    /// # Panics
    /// As [`Sketch::new`].
    pub fn with_initial_values(init: Vec<Value>, threads: Vec<Vec<Stmt>>) -> Sketch {
        let spawned = vec![false; threads.len()];
        let (code, semaphores, objects) = (Vec::new(), Vec::new(), Vec::new());
        let mut sketch = Sketch { init, semaphores, threads, code, spawned, objects, has_sections: false };
        sketch.spawned = sketch.started_by_statements();
        sketch.objects = sketch.allocated_by_statements();
        let mutexes = if sketch.any(|stmt| matches!(stmt, Stmt::TryLock { .. })) {
            code::Mutexes::Words
        } else {
            code::Mutexes::ByRule
        };
        sketch.code = sketch.threads.iter().map(|body| code::Code::new(body, mutexes)).collect();
        sketch
    }

    /// The same program with these initial values of semaphores 0, 1, …; the others are 0.
    #[must_use]
    pub fn with_semaphores(self, semaphores: Vec<Value>) -> Sketch {
        Sketch { semaphores, ..self }
    }

    /// The same program with atomic sections: those in which a thread holds mutex 0.
    #[must_use]
    pub fn with_sections(self) -> Sketch {
        Sketch { has_sections: true, ..self }
    }

    /// The statements of each thread.
    pub fn threads(&self) -> &[Vec<Stmt>] {
        &self.threads
    }

    /// May a thread block because of what it reads, other than at a mutex that the explorer knows as one?
    pub fn has_waits(&self) -> bool {
        let waits = |stmt: &Stmt| matches!(stmt, Stmt::Assume(_) | Stmt::SemWait(_) | Stmt::Wait { .. });
        self.any(waits) || (self.has_locks() && !self.has_mutexes_by_rule())
    }

    /// Are there mutexes that the explorer knows as such?
    pub fn has_mutexes_by_rule(&self) -> bool {
        self.has_locks() && !self.any(|stmt| matches!(stmt, Stmt::TryLock { .. }))
    }

    fn has_locks(&self) -> bool {
        self.any(|stmt| matches!(stmt, Stmt::Lock(_) | Stmt::Wait { .. }))
    }

    /// Can it be printed as a litmus file? Those know no threads that start others, and nothing that waits for a resource.
    pub fn is_litmus(&self) -> bool {
        !self.any(|stmt| {
            matches!(
                stmt,
                Stmt::Spawn(_)
                    | Stmt::Join(_)
                    | Stmt::Choose { .. }
                    | Stmt::Barrier { .. }
                    | Stmt::Free(_)
                    | Stmt::ExitIf(_)
            ) || stmt.is_machine()
                || stmt.object().is_some()
                || stmt.mutex().is_some()
                || stmt.semaphore().is_some()
                || stmt.condition().is_some()
        })
    }

    /// Are there reservations?
    pub fn has_reservations(&self) -> bool {
        self.any(|stmt| matches!(stmt, Stmt::Reserve { .. } | Stmt::Conditional { .. }))
    }

    /// Are there objects?
    pub fn has_objects(&self) -> bool {
        self.objects() > 0
    }

    /// How many locations the program speaks of, objects left out.
    pub fn locations(&self) -> usize {
        let number = |stmt: &Stmt| stmt.last_location().filter(|&loc| loc < OBJECTS);
        self.count(number).max(self.init.len())
    }

    fn objects(&self) -> usize {
        self.count(Stmt::object)
    }

    fn mutexes(&self) -> usize {
        self.count(Stmt::mutex)
    }

    fn semaphores(&self) -> usize {
        self.count(Stmt::semaphore)
    }

    fn conditions(&self) -> usize {
        self.count(Stmt::condition)
    }

    /// One more than the largest number.
    fn count(&self, number: impl Fn(&Stmt) -> Option<u8>) -> usize {
        self.flat().filter_map(|(_, stmt)| number(stmt)).map(|number| usize::from(number) + 1).max().unwrap_or(0)
    }

    /// Everything that has a value: locations, then mutexes, semaphores, condition variables and objects.
    pub fn addresses(&self) -> impl Iterator<Item = Address> + use<> {
        let of = |count: usize, place: fn(u8) -> Place| (0..count as u8).map(move |number| place(number).address());
        of(self.locations(), Place::Loc)
            .chain(of(self.mutexes(), Place::Mutex))
            .chain(of(self.semaphores(), Place::Semaphore))
            .chain(of(self.conditions(), Place::Condition))
            .chain(of(self.objects(), Place::Object))
    }

    fn any(&self, property: fn(&Stmt) -> bool) -> bool {
        self.threads.iter().flatten().any(|stmt| stmt.any(property))
    }

    /// Every statement, nested ones too, with its thread.
    fn flat(&self) -> impl Iterator<Item = (usize, &Stmt)> {
        fn collect<'a>(body: &'a [Stmt], into: &mut Vec<&'a Stmt>) {
            for stmt in body {
                into.push(stmt);
                if let Stmt::If { then, otherwise, .. } = stmt {
                    collect(then, into);
                    collect(otherwise, into);
                }
            }
        }
        self.threads.iter().enumerate().flat_map(|(thread, body)| {
            let mut all = Vec::new();
            collect(body, &mut all);
            all.into_iter().map(move |stmt| (thread, stmt))
        })
    }

    fn started_by_statements(&self) -> Vec<bool> {
        assert!(self.mutexes() <= MUTEXES, "there are {MUTEXES} mutexes");
        assert!(
            self.count(|stmt| stmt.barrier().map(|(barrier, _)| barrier)) <= BARRIERS,
            "there are {BARRIERS} barriers"
        );
        let mut started = vec![false; self.threads.len()];
        for (thread, stmt) in self.flat() {
            if let Stmt::Spawn(child) | Stmt::Join(child) = *stmt {
                let child = usize::from(child);
                assert!(child < self.threads.len(), "there is a thread {child}");
                assert!(child != thread, "a thread does not start or join itself");
                if matches!(stmt, Stmt::Spawn(_)) {
                    let twice = std::mem::replace(&mut started[child], true);
                    assert!(!twice, "a thread is started once");
                }
            }
        }
        started
    }

    fn allocated_by_statements(&self) -> Vec<Option<Allocation>> {
        let mut allocated = vec![None; self.objects()];
        for (thread, body) in self.threads.iter().enumerate() {
            let objects = body.iter().filter_map(|stmt| match *stmt {
                Stmt::Allocate(object) => Some(usize::from(object)),
                _ => None,
            });
            for (index, object) in objects.enumerate() {
                let allocation = Allocation { thread: ThreadId(thread as u16), index: index as u32 };
                assert!(allocated[object].replace(allocation).is_none(), "an object is allocated once");
            }
        }
        let anywhere = self.flat().filter(|(_, stmt)| matches!(stmt, Stmt::Allocate(_))).count();
        assert_eq!(allocated.iter().flatten().count(), anywhere, "no object is allocated in a branch");
        allocated
    }
}
