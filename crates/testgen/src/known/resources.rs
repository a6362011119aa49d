//! Programs whose threads wait for mutexes, semaphores, barriers and condition variables.

use raddle_graph::{Mode, Value};

use crate::Sketch;
use crate::sketch::{Barrier, Condition, Loc, Mutex, Operand, Semaphore, Stmt, Test};

const X: Loc = 0;
const A: Mutex = 0;
const B: Mutex = 1;
const S: Semaphore = 0;
const T: Semaphore = 1;
const MEETING: Barrier = 0;
const SIGNAL: Condition = 0;

fn load(reg: u8, loc: Loc) -> Stmt {
    Stmt::Load { reg, loc, mode: Mode::Na }
}

fn store(loc: Loc, value: Value) -> Stmt {
    Stmt::Store { loc, value: value.into(), mode: Mode::Na }
}

/// `x = x + 1`, not atomic.
fn increment() -> [Stmt; 2] {
    [load(0, X), Stmt::Store { loc: X, value: Operand::of(0, 1), mode: Mode::Na }]
}

fn is(reg: u8, value: Value) -> Test {
    Test { reg, value, equal: true }
}

/// The statements in a critical section.
fn locked(mutex: Mutex, body: impl IntoIterator<Item = Stmt>) -> Vec<Stmt> {
    [Stmt::Lock(mutex)].into_iter().chain(body).chain([Stmt::Unlock(mutex)]).collect()
}

/// `n` threads that each increment `x` with a mutex: `n!` executions, and no thread waits for ever.
pub fn locked_increments(n: usize) -> Sketch {
    Sketch::new(vec![locked(A, increment()); n])
}

/// The same, where each thread increments twice: `(2n)! / 2^n` executions.
pub fn locked_increments_twice(n: usize) -> Sketch {
    Sketch::new(vec![[locked(A, increment()), locked(A, increment())].concat(); n])
}

/// `lock a; lock b; unlock b; unlock a | lock b; lock a; unlock a; unlock b`: two executions and a deadlock.
pub fn opposite_orders() -> Sketch {
    Sketch::new(vec![locked(A, locked(B, [])), locked(B, locked(A, []))])
}

/// `n` threads in a circle with a mutex between neighbours, each taking both of its mutexes: `2^n - 2` executions and
/// a deadlock.
pub fn philosophers(n: u8) -> Sketch {
    Sketch::new((0..n).map(|i| locked(i, locked((i + 1) % n, []))).collect())
}

/// `lock m; lock m`: a deadlock with itself.
pub fn locks_twice() -> Sketch {
    Sketch::new(vec![vec![Stmt::Lock(A), Stmt::Lock(A), Stmt::Unlock(A)]])
}

/// `lock m | lock m; unlock m`: if the first thread is first, the other waits for ever. The other order is found only by a
/// lock that displaces another on a final graph.
pub fn never_unlocks() -> Sketch {
    Sketch::new(vec![vec![Stmt::Lock(A)], locked(A, [])])
}

/// `lock m` twice, each followed by a look at how often `x` was incremented: the second one waits for ever.
pub fn both_never_unlock() -> Sketch {
    let body = [[Stmt::Lock(A)].as_slice(), &increment()].concat();
    Sketch::new(vec![body.clone(), body])
}

/// `lock m; r = x; assume(r == 1); unlock m | lock m; x = 1; unlock m`: one execution; the other order is excluded,
/// which is no deadlock.
pub fn assumes_with_a_lock() -> Sketch {
    let wait = Stmt::Load { reg: 0, loc: X, mode: Mode::Rlx };
    Sketch::new(vec![
        locked(A, [wait, Stmt::Assume(is(0, 1))]),
        locked(A, [Stmt::Store { loc: X, value: 1.into(), mode: Mode::Rlx }]),
    ])
}

/// `r = x; assume(r == 1); lock m; unlock m | lock m; x = 1; unlock m`: one execution.
pub fn assumes_before_a_lock() -> Sketch {
    let mut waiting = vec![Stmt::Load { reg: 0, loc: X, mode: Mode::Rlx }, Stmt::Assume(is(0, 1))];
    waiting.extend(locked(A, []));
    Sketch::new(vec![waiting, locked(A, [Stmt::Store { loc: X, value: 1.into(), mode: Mode::Rlx }])])
}

/// `x = 1 | r = x; if (r == 1) { lock a; lock b … } else { lock b; lock a … } | lock a; lock b …`: the order of locks
/// depends on what is read, so revisits and displacements meet.
pub fn order_depends_on_a_read() -> Sketch {
    let read = Stmt::Load { reg: 0, loc: X, mode: Mode::Rlx };
    let branch = Stmt::If { test: is(0, 1), then: locked(A, locked(B, [])), otherwise: locked(B, locked(A, [])) };
    let write = Stmt::Store { loc: X, value: 1.into(), mode: Mode::Rlx };
    Sketch::new(vec![vec![write], vec![read, branch], locked(A, locked(B, []))])
}

/// `spawn; lock m; join; unlock m | lock m; unlock m`: the second thread is first, or a deadlock.
pub fn joins_with_a_lock() -> Sketch {
    Sketch::new(vec![[vec![Stmt::Spawn(1)], locked(A, [Stmt::Join(1)])].concat(), locked(A, [])])
}

/// `r = trylock m; if (r) { x = x + 1; unlock m }`, `n` times: mutexes as ordinary words.
pub fn attempts(n: usize) -> Sketch {
    let [read, write] = increment();
    let then = vec![read, write, Stmt::Unlock(A)];
    let body = vec![Stmt::TryLock { reg: 1, mutex: A }, Stmt::If { test: is(1, 1), then, otherwise: Vec::new() }];
    Sketch::new(vec![body; n])
}

/// `lock a; r = trylock b; if (r) unlock b; unlock a | lock b; r = trylock a; …`: no deadlock.
pub fn attempts_instead_of_opposite_orders() -> Sketch {
    let attempt = |mutex| {
        let unlock = Stmt::If { test: is(0, 1), then: vec![Stmt::Unlock(mutex)], otherwise: Vec::new() };
        [Stmt::TryLock { reg: 0, mutex }, unlock]
    };
    Sketch::new(vec![locked(A, attempt(B)), locked(B, attempt(A))])
}

/// [`opposite_orders`] with mutexes as ordinary words, because a third thread tries.
pub fn opposite_orders_of_words() -> Sketch {
    let never = Stmt::If { test: is(0, 1), then: vec![Stmt::TryLock { reg: 1, mutex: 2 }], otherwise: Vec::new() };
    let mut threads = opposite_orders().threads().to_vec();
    threads[0].push(never);
    Sketch::new(threads)
}

/// `n` threads that each increment `x` with a semaphore of 1: `n!` executions.
pub fn increments_with_a_semaphore(n: usize) -> Sketch {
    let body = [[Stmt::SemWait(S)].as_slice(), &increment(), &[Stmt::SemPost(S)]].concat();
    Sketch::new(vec![body; n]).with_semaphores(vec![1])
}

/// `x = 1; post s | wait s; r = x; assert(r == 1)`: one execution, without a race.
pub fn handed_over_by_a_semaphore() -> Sketch {
    Sketch::new(vec![vec![store(X, 1), Stmt::SemPost(S)], vec![Stmt::SemWait(S), load(0, X), Stmt::Assert(is(0, 1))]])
}

/// `wait s; wait t; post t; post s | wait t; wait s; post s; post t` with both at 1.
pub fn semaphores_in_opposite_orders() -> Sketch {
    let both = |a, b| vec![Stmt::SemWait(a), Stmt::SemWait(b), Stmt::SemPost(b), Stmt::SemPost(a)];
    Sketch::new(vec![both(S, T), both(T, S)]).with_semaphores(vec![1, 1])
}

/// `wait s | wait s; post s` with a semaphore of 1: a thread that waits when it need not is no deadlock.
pub fn waits_while_another_has_it() -> Sketch {
    Sketch::new(vec![vec![Stmt::SemWait(S)], vec![Stmt::SemWait(S), Stmt::SemPost(S)]]).with_semaphores(vec![1])
}

/// `n` threads that write their own location, meet, and read the next one's: one execution, without a race.
pub fn meeting(n: u8) -> Sketch {
    let count = u32::from(n);
    let body = |i: u8| {
        let value = Value::from((i + 1) % n) + 1;
        vec![
            store(i, Value::from(i) + 1),
            Stmt::Barrier { barrier: MEETING, count },
            load(0, (i + 1) % n),
            Stmt::Assert(is(0, value)),
        ]
    };
    Sketch::new((0..n).map(body).collect())
}

/// Two threads that meet twice, and exchange values both times.
pub fn meeting_twice() -> Sketch {
    let barrier = || Stmt::Barrier { barrier: MEETING, count: 2 };
    Sketch::new(vec![
        vec![store(X, 1), barrier(), barrier(), load(0, X), Stmt::Assert(is(0, 2))],
        vec![barrier(), load(0, X), Stmt::Assert(is(0, 1)), store(X, 2), barrier()],
    ])
}

/// Two threads at a barrier for three: a deadlock.
pub fn meeting_without_the_third() -> Sketch {
    let body = vec![store(X, 1), Stmt::Barrier { barrier: MEETING, count: 3 }];
    Sketch::new(vec![body, vec![Stmt::Barrier { barrier: MEETING, count: 3 }], Vec::new()])
}

/// Waits for a signal, with the mutex; unless `x` says that it came.
fn wait(guarded: bool) -> Vec<Stmt> {
    let wait = Stmt::Wait { condition: SIGNAL, mutex: A };
    if guarded {
        locked(A, [load(0, X), Stmt::If { test: is(0, 0), then: vec![wait], otherwise: Vec::new() }])
    } else {
        locked(A, [wait])
    }
}

/// `lock m; wait; unlock m | lock m; signal; unlock m`: one execution, and a deadlock if the signal comes too early.
pub fn signal_too_early() -> Sketch {
    Sketch::new(vec![wait(false), locked(A, [Stmt::Signal(SIGNAL)])])
}

/// `lock m; if (x == 0) wait; unlock m | lock m; x = 1; signal; unlock m`: two executions.
pub fn signal_in_time() -> Sketch {
    Sketch::new(vec![wait(true), locked(A, [store(X, 1), Stmt::Signal(SIGNAL)])])
}

/// `n` threads that wait unless `x` is set, and one that sets it and wakes one or all.
pub fn waiters(n: usize, all: bool) -> Sketch {
    let wake = if all { Stmt::Broadcast(SIGNAL) } else { Stmt::Signal(SIGNAL) };
    let mut threads = vec![wait(true); n];
    threads.push(locked(A, [store(X, 1), wake]));
    Sketch::new(threads)
}

/// `r = choose 2; x = r | r = choose 3; x = r | r = choose 1`.
pub fn choices() -> Sketch {
    let only = vec![Stmt::Choose { reg: 0, count: 1 }];
    let body = |count| {
        let value = Operand::of(0, 0);
        vec![Stmt::Choose { reg: 0, count }, Stmt::Store { loc: X, value, mode: Mode::Rlx }]
    };
    Sketch::new(vec![body(2), body(3), only])
}

/// `r = choose 2; if (r == 0) lock m | r = x; if (r == 0) { lock m; unlock m } | x = 1`: choices are deleted and made again.
pub fn choices_and_locks() -> Sketch {
    let read = Stmt::Load { reg: 0, loc: X, mode: Mode::Rlx };
    let when = |then| Stmt::If { test: is(0, 0), then, otherwise: Vec::new() };
    Sketch::new(vec![
        vec![Stmt::Choose { reg: 0, count: 2 }, when(vec![Stmt::Lock(A)])],
        vec![read, when(locked(A, []))],
        vec![Stmt::Store { loc: X, value: 1.into(), mode: Mode::Rlx }],
    ])
}
