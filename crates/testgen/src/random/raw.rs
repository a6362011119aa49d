//! Programs as drawn: registers are named relative to what is set before, locations and threads modulo how many there are.

use raddle_graph::{Mode, Value};

use crate::Sketch;
use crate::sketch::{Condition, Loc, Mutex, OBJECTS, Object, Operand, REGISTERS, Reg, Semaphore, Stmt, Test};

/// A value that is a constant, or a register (if any is set) plus a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawOperand {
    pub(super) register: Option<u8>,
    /// Does the register cancel out?
    pub(super) cancels: bool,
    pub(super) plus: Value,
}

/// A test of a register, if any is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawTest {
    pub(super) register: u8,
    pub(super) value: Value,
    pub(super) equal: bool,
}

/// What the value just read must be, or must not be, for the thread to go on.
type Wait = Option<(Value, bool)>;

#[derive(Clone, Debug)]
pub(super) enum RawStmt {
    Load {
        loc: Loc,
        mode: Mode,
        wait: Wait,
    },
    Store {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
    },
    LoadAt {
        base: Loc,
        index: RawOperand,
        mode: Mode,
    },
    StoreAt {
        base: Loc,
        index: RawOperand,
        value: RawOperand,
        mode: Mode,
    },
    /// Load-linked and store-conditional, maybe with a load between them.
    Reserved {
        loc: Loc,
        value: RawOperand,
        load: Mode,
        store: Mode,
        between: Option<Loc>,
    },
    FetchAdd {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
        wait: Wait,
    },
    Exchange {
        loc: Loc,
        value: RawOperand,
        mode: Mode,
        wait: Wait,
    },
    CompareExchange {
        loc: Loc,
        expected: RawOperand,
        desired: RawOperand,
        success: Mode,
        failure: Mode,
        weak: bool,
        wait: bool,
    },
    Fence(Mode),
    If {
        test: RawTest,
        then: Vec<RawStmt>,
        otherwise: Vec<RawStmt>,
    },
    Assume(RawTest),
    Assert(RawTest),
    ExitIf(RawTest),
    Choose(Value),
    /// A critical section; one that is not left keeps the mutex.
    Critical {
        mutex: Mutex,
        body: Vec<RawStmt>,
        leaves: bool,
        /// Takes the mutex even if the thread has it already, and so waits for ever.
        again: bool,
    },
    /// Two critical sections of which the first is left before the second.
    HandOver {
        mutex: Mutex,
        first: Vec<RawStmt>,
        both: Vec<RawStmt>,
        second: Vec<RawStmt>,
    },
    /// A critical section that is entered only if the mutex is free (`trylock`).
    TryCritical {
        mutex: Mutex,
        body: Vec<RawStmt>,
    },
    Free(Object),
    SemWait(Semaphore),
    SemPost(Semaphore),
    Barrier,
    /// Waits for a condition if a location says so, or in any case.
    Await {
        condition: Condition,
        mutex: Mutex,
        unless: Option<Loc>,
    },
    /// Wakes threads that wait for a condition, after setting a location; with the mutex, or without.
    Notify {
        condition: Condition,
        mutex: Option<Mutex>,
        loc: Option<Loc>,
        all: bool,
    },
}

/// What threads share besides locations.
#[derive(Clone, Debug)]
pub(super) struct RawResources {
    pub(super) mutexes: u8,
    pub(super) conditions: u8,
    pub(super) semaphores: Vec<Value>,
    pub(super) barrier: Option<RawBarrier>,
    /// How many objects the first thread allocates before it starts the others.
    pub(super) objects: u8,
}

impl Default for RawResources {
    fn default() -> RawResources {
        RawResources { mutexes: 1, conditions: 1, semaphores: Vec::new(), barrier: None, objects: 0 }
    }
}

/// A barrier for the first threads.
#[derive(Clone, Debug)]
pub(super) struct RawBarrier {
    /// How many threads (at least two).
    pub(super) threads: usize,
    /// After which statement each round comes, for each thread.
    pub(super) rounds: Vec<Vec<usize>>,
    /// Does one of the threads leave out the last round?
    pub(super) misses: Option<usize>,
}

/// A first thread that starts the others.
#[derive(Clone, Debug)]
pub(super) struct RawSpawns {
    pub(super) before: Vec<RawStmt>,
    pub(super) between: Vec<RawStmt>,
    pub(super) joins: Vec<u16>,
    pub(super) after: Vec<RawStmt>,
    /// Is the last thread started by the last but one, rather than by the first?
    pub(super) nested: bool,
    /// A mutex that the first thread holds while it waits for the others.
    pub(super) holds: Option<Mutex>,
    /// Which objects the first thread frees after that.
    pub(super) frees: Vec<Object>,
}

#[derive(Clone, Debug)]
pub(super) struct RawProgram {
    pub(super) init: Vec<Value>,
    pub(super) bodies: Vec<Vec<RawStmt>>,
    pub(super) spawns: Option<RawSpawns>,
    pub(super) locations: u8,
    pub(super) resources: RawResources,
}

impl RawProgram {
    pub(super) fn sketch(self) -> Sketch {
        let locations = self.locations;
        let (bodies, participants) = match &self.resources.barrier {
            Some(barrier) => barrier.insert(self.bodies),
            None => (self.bodies, 0),
        };
        let shared = Shared {
            locations,
            mutexes: self.resources.mutexes,
            conditions: self.resources.conditions,
            semaphores: self.resources.semaphores.len() as u8,
            objects: self.resources.objects,
            participants,
        };
        let body = |raw: &[RawStmt]| {
            let mut thread = Thread::new(shared);
            let mut into = Vec::new();
            thread.add(raw, &mut into);
            into
        };
        let mut threads: Vec<Vec<Stmt>> = bodies.iter().map(|raw| body(raw)).collect();
        if let Some(spawns) = &self.spawns {
            add_main(spawns, &mut threads, shared);
        }
        let mut init = self.init;
        init.truncate(usize::from(locations));
        Sketch::with_initial_values(init, threads).with_semaphores(self.resources.semaphores)
    }
}

impl RawBarrier {
    /// Puts the rounds into the bodies; with the number of threads that take part.
    fn insert(&self, mut bodies: Vec<Vec<RawStmt>>) -> (Vec<Vec<RawStmt>>, u32) {
        let participants = self.threads.clamp(2, bodies.len());
        for (thread, body) in bodies.iter_mut().take(participants).enumerate() {
            let misses = self.misses.is_some_and(|misses| misses % participants == thread);
            let rounds = self.rounds.len() - usize::from(misses);
            let mut places: Vec<usize> = self.rounds[..rounds].iter().map(|round| place(round, thread, body)).collect();
            // From the end, so that earlier positions stay valid.
            places.sort_unstable();
            for at in places.into_iter().rev() {
                body.insert(at, RawStmt::Barrier);
            }
        }
        (bodies, participants as u32)
    }
}

/// Where the round comes in the body.
fn place(round: &[usize], thread: usize, body: &[RawStmt]) -> usize {
    round.get(thread).map_or(0, |at| at % (body.len() + 1))
}

/// Puts a thread in front that starts and joins the others. It replaces the last one, so that there are not more.
fn add_main(spawns: &RawSpawns, threads: &mut Vec<Vec<Stmt>>, shared: Shared) {
    if threads.len() > 2 {
        threads.pop();
    }
    let children = threads.len() as u16;
    let nested = spawns.nested && children >= 2;
    if nested {
        let parent = usize::from(children) - 2;
        threads[parent].insert(0, Stmt::Spawn(children));
    }
    let mut main = Thread::new(shared);
    let mut body = Vec::new();
    body.extend((0..shared.objects).map(Stmt::Allocate));
    main.add(&spawns.before, &mut body);
    let mut started = 1..=(children - u16::from(nested));
    body.extend(started.next().map(Stmt::Spawn));
    main.add(&spawns.between, &mut body);
    body.extend(started.map(Stmt::Spawn));
    let holds = spawns.holds.and_then(|mutex| main.free_mutex(mutex));
    main.enter(holds, &mut body);
    body.extend(spawns.joins.iter().map(|join| Stmt::Join(1 + join % children)));
    main.leave(holds, &mut body);
    main.add(&spawns.after, &mut body);
    body.extend(spawns.frees.iter().filter_map(|&object| main.object(object)).map(Stmt::Free));
    threads.insert(0, body);
}

/// How many of everything there are.
#[derive(Clone, Copy)]
struct Shared {
    locations: u8,
    mutexes: u8,
    conditions: u8,
    semaphores: u8,
    objects: u8,
    /// How many threads meet at the barrier.
    participants: u32,
}

/// The registers and mutexes of a thread, as its statements come.
struct Thread {
    shared: Shared,
    set: usize,
    held: Vec<Mutex>,
}

impl Thread {
    fn new(shared: Shared) -> Thread {
        Thread { shared, set: 0, held: Vec::new() }
    }

    fn add(&mut self, raw: &[RawStmt], into: &mut Vec<Stmt>) {
        for stmt in raw {
            self.add_one(stmt, into);
        }
    }

    fn add_one(&mut self, raw: &RawStmt, into: &mut Vec<Stmt>) {
        match *raw {
            RawStmt::Load { loc, mode, wait } => {
                let (reg, loc) = (self.fresh(), self.loc(loc));
                into.push(Stmt::Load { reg, loc, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::Store { loc, value, mode } => {
                let (loc, value) = (self.loc(loc), self.operand(value));
                into.push(Stmt::Store { loc, value, mode });
            }
            RawStmt::LoadAt { base, index, mode } => {
                let (base, index) = (self.first_cell(base), self.operand(index));
                into.push(Stmt::LoadAt { reg: self.fresh(), base, index, mode });
            }
            RawStmt::StoreAt { base, index, value, mode } => {
                let (index, value) = (self.operand(index), self.operand(value));
                into.push(Stmt::StoreAt { base: self.first_cell(base), index, value, mode });
            }
            RawStmt::Reserved { loc, value, load, store, between } => {
                let loc = self.loc(loc);
                into.push(Stmt::Reserve { reg: self.fresh(), loc, mode: load.of_read() });
                if let Some(other) = between {
                    let (reg, loc) = (self.fresh(), self.loc(other));
                    into.push(Stmt::Load { reg, loc, mode: Mode::Rlx });
                }
                let value = self.operand(value);
                let mode = if store.is_release() { Mode::Rel } else { Mode::Rlx };
                into.push(Stmt::Conditional { done: Some(self.fresh()), loc, value, mode });
            }
            RawStmt::FetchAdd { loc, value, mode, wait } => {
                let (value, loc) = (self.operand(value), self.loc(loc));
                let reg = self.fresh();
                into.push(Stmt::FetchAdd { reg, loc, value, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::Exchange { loc, value, mode, wait } => {
                let (value, loc) = (self.operand(value), self.loc(loc));
                let reg = self.fresh();
                into.push(Stmt::Exchange { reg, loc, value, mode });
                into.extend(assume(reg, wait));
            }
            RawStmt::CompareExchange { loc, expected, desired, success, failure, weak, wait } => {
                let (expected, desired, loc) = (self.operand(expected), self.operand(desired), self.loc(loc));
                let (seen, done) = (self.fresh(), self.fresh());
                into.push(Stmt::CompareExchange { done, seen, loc, expected, desired, success, failure, weak });
                into.extend(assume(done, wait.then_some((1, true))));
            }
            RawStmt::Fence(mode) => into.push(Stmt::Fence(mode)),
            RawStmt::If { test, ref then, ref otherwise } => match self.test(test) {
                Some(test) => {
                    let (mut yes, mut no) = (Vec::new(), Vec::new());
                    // A mutex taken in one branch is not known to be held after it.
                    let held = self.held.clone();
                    self.add(then, &mut yes);
                    self.held.clone_from(&held);
                    self.add(otherwise, &mut no);
                    self.held = held;
                    into.push(Stmt::If { test, then: yes, otherwise: no });
                }
                // Nothing to test: what it would guard is left.
                None => self.add(then, into),
            },
            RawStmt::Assume(test) => into.extend(self.test(test).map(Stmt::Assume)),
            RawStmt::Assert(test) => into.extend(self.test(test).map(Stmt::Assert)),
            RawStmt::ExitIf(test) => into.extend(self.test(test).map(Stmt::ExitIf)),
            RawStmt::Choose(count) => into.push(Stmt::Choose { reg: self.fresh(), count }),
            RawStmt::Free(object) => into.extend(self.object(object).map(Stmt::Free)),
            RawStmt::SemWait(semaphore) => into.extend(self.semaphore(semaphore).map(Stmt::SemWait)),
            RawStmt::SemPost(semaphore) => into.extend(self.semaphore(semaphore).map(Stmt::SemPost)),
            RawStmt::Barrier => into.push(Stmt::Barrier { barrier: 0, count: self.shared.participants }),
            _ => self.add_section(raw, into),
        }
    }

    /// Adds a statement with mutexes.
    fn add_section(&mut self, raw: &RawStmt, into: &mut Vec<Stmt>) {
        match *raw {
            RawStmt::Critical { mutex, ref body, leaves, again } => {
                let held = self.held.len();
                let mutex = if again { Some(mutex % self.shared.mutexes) } else { self.free_mutex(mutex) };
                self.enter(mutex, into);
                self.add(body, into);
                if leaves && self.held.len() > held {
                    self.leave(mutex, into);
                }
            }
            RawStmt::HandOver { mutex, ref first, ref both, ref second } => {
                let one = self.free_mutex(mutex);
                self.enter(one, into);
                self.add(first, into);
                let other = self.free_mutex(mutex.wrapping_add(1));
                self.enter(other, into);
                self.add(both, into);
                self.leave(one, into);
                self.add(second, into);
                self.leave(other, into);
            }
            RawStmt::TryCritical { mutex, ref body } => {
                let mutex = mutex % self.shared.mutexes;
                let reg = self.fresh();
                into.push(Stmt::TryLock { reg, mutex });
                let mut then = Vec::new();
                let held = self.held.clone();
                if !held.contains(&mutex) {
                    self.held.push(mutex);
                }
                self.add(body, &mut then);
                self.held = held;
                then.push(Stmt::Unlock(mutex));
                into.push(Stmt::If { test: Test { reg, value: 1, equal: true }, then, otherwise: Vec::new() });
            }
            RawStmt::Await { condition, mutex, unless } => {
                let condition = condition % self.shared.conditions;
                let taken = if self.held.is_empty() { self.free_mutex(mutex) } else { None };
                self.enter(taken, into);
                if let Some(&mutex) = self.held.last() {
                    let wait = Stmt::Wait { condition, mutex };
                    match unless {
                        None => into.push(wait),
                        Some(loc) => {
                            let reg = self.fresh();
                            into.push(Stmt::Load { reg, loc: self.loc(loc), mode: Mode::Rlx });
                            let test = Test { reg, value: 0, equal: true };
                            into.push(Stmt::If { test, then: vec![wait], otherwise: Vec::new() });
                        }
                    }
                }
                self.leave(taken, into);
            }
            RawStmt::Notify { condition, mutex, loc, all } => {
                let condition = condition % self.shared.conditions;
                let taken = mutex.and_then(|mutex| self.free_mutex(mutex));
                self.enter(taken, into);
                into.extend(loc.map(|loc| Stmt::Store { loc: self.loc(loc), value: 1.into(), mode: Mode::Rlx }));
                into.push(if all { Stmt::Broadcast(condition) } else { Stmt::Signal(condition) });
                self.leave(taken, into);
            }
            _ => {}
        }
    }

    /// That mutex, or another one that the thread does not hold.
    fn free_mutex(&self, wanted: Mutex) -> Option<Mutex> {
        let mutexes = self.shared.mutexes;
        (0..mutexes).map(|plus| wanted.wrapping_add(plus) % mutexes).find(|mutex| !self.held.contains(mutex))
    }

    fn enter(&mut self, mutex: Option<Mutex>, into: &mut Vec<Stmt>) {
        if let Some(mutex) = mutex {
            into.push(Stmt::Lock(mutex));
            self.held.push(mutex);
        }
    }

    fn leave(&mut self, mutex: Option<Mutex>, into: &mut Vec<Stmt>) {
        if let Some(mutex) = mutex {
            into.push(Stmt::Unlock(mutex));
            self.held.retain(|&held| held != mutex);
        }
    }

    fn semaphore(&self, semaphore: Semaphore) -> Option<Semaphore> {
        (self.shared.semaphores > 0).then(|| semaphore % self.shared.semaphores)
    }

    fn object(&self, object: Object) -> Option<Object> {
        (self.shared.objects > 0).then(|| object % self.shared.objects)
    }

    fn loc(&self, loc: Loc) -> Loc {
        let Shared { locations, objects, .. } = self.shared;
        let loc = loc % (locations + objects);
        // The last ones are in objects.
        if loc < locations { loc } else { OBJECTS + loc - locations }
    }

    /// A location after which there is another one, if there are two.
    fn first_cell(&self, loc: Loc) -> Loc {
        loc % (self.shared.locations - 1).max(1)
    }

    fn fresh(&mut self) -> Reg {
        let reg = self.set % REGISTERS;
        self.set += 1;
        reg as Reg
    }

    /// One of the registers set so far.
    fn register(&self, which: u8) -> Option<Reg> {
        let set = self.set.min(REGISTERS);
        (set > 0).then(|| (usize::from(which) % set) as Reg)
    }

    fn operand(&self, raw: RawOperand) -> Operand {
        Operand {
            reg: raw.register.and_then(|which| self.register(which)),
            also: None,
            cancels: raw.cancels,
            plus: raw.plus,
        }
    }

    fn test(&self, raw: RawTest) -> Option<Test> {
        let reg = self.register(raw.register)?;
        Some(Test { reg, value: raw.value, equal: raw.equal })
    }
}

fn assume(reg: Reg, wait: Wait) -> Option<Stmt> {
    wait.map(|(value, equal)| Stmt::Assume(Test { reg, value, equal }))
}
