//! Programs on which tempting shortcuts go wrong, and families whose executions can be counted by hand.

pub mod dependent;
pub mod hard;
pub mod resources;

use raddle_graph::{Mode, Value};

use crate::Sketch;
use crate::sketch::{Loc, Stmt, Test};

const X: Loc = 0;
const Y: Loc = 1;
const Z: Loc = 2;

/// The orders of the accesses of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Everything is relaxed.
    Relaxed,
    /// Relaxed, with a seq_cst fence between any two accesses.
    Fenced,
    /// Loads acquire, stores release, updates do both.
    ReleaseAcquire,
    /// Everything is seq_cst.
    SeqCst,
}

impl Strength {
    /// The order of a load, of a store, of an update.
    fn modes(self) -> [Mode; 3] {
        match self {
            Strength::Relaxed | Strength::Fenced => [Mode::Rlx; 3],
            Strength::ReleaseAcquire => [Mode::Acq, Mode::Rel, Mode::AcqRel],
            Strength::SeqCst => [Mode::Sc; 3],
        }
    }

    /// The program of these threads, fenced if need be.
    fn sketch(self, threads: Vec<Vec<Stmt>>) -> Sketch {
        if self != Strength::Fenced {
            return Sketch::new(threads);
        }
        let fenced = |body: Vec<Stmt>| {
            let mut result = Vec::new();
            for stmt in body {
                if !result.is_empty() && !matches!(stmt, Stmt::Assume(_)) {
                    result.push(Stmt::Fence(Mode::Sc));
                }
                result.push(stmt);
            }
            result
        };
        Sketch::new(threads.into_iter().map(fenced).collect())
    }

    fn load(self, reg: u8, loc: Loc) -> Stmt {
        let [mode, ..] = self.modes();
        Stmt::Load { reg, loc, mode }
    }

    fn store(self, loc: Loc, value: Value) -> Stmt {
        let [_, mode, _] = self.modes();
        let value = value.into();
        Stmt::Store { loc, value, mode }
    }

    fn add(self, reg: u8, loc: Loc, value: Value) -> Stmt {
        let [.., mode] = self.modes();
        let value = value.into();
        Stmt::FetchAdd { reg, loc, value, mode }
    }

    fn weak_cas(self, loc: Loc, expected: Value, desired: Value) -> Stmt {
        let [failure, _, success] = self.modes();
        let (expected, desired) = (expected.into(), desired.into());
        Stmt::CompareExchange { done: 1, seen: 0, loc, expected, desired, success, failure, weak: true }
    }

    fn cas(self, loc: Loc, expected: Value, desired: Value) -> Stmt {
        let [failure, _, success] = self.modes();
        Stmt::CompareExchange {
            done: 0,
            seen: 1,
            loc,
            expected: expected.into(),
            desired: desired.into(),
            success,
            failure,
            weak: false,
        }
    }
}

fn assume(reg: u8, value: Value) -> Stmt {
    Stmt::Assume(Test { reg, value, equal: true })
}

/// `n` threads that each increment `x`: `n!` executions.
pub fn increments(n: usize) -> Sketch {
    let s = Strength::Relaxed;
    s.sketch(vec![vec![s.add(0, X, 1)]; n])
}

/// `n` threads that each increment `x`, then `y`: `n!²` executions, if nothing is ordered.
pub fn two_increments(n: usize, s: Strength) -> Sketch {
    s.sketch(vec![vec![s.add(0, X, 1), s.add(1, Y, 1)]; n])
}

/// `n` writers of distinct values and a reader: `n + 1` executions up to reads-from, `(n + 1)!` with coherence.
pub fn writers_and_a_reader(n: usize, s: Strength) -> Sketch {
    let mut threads: Vec<Vec<Stmt>> = (1..=n as Value).map(|value| vec![s.store(X, value)]).collect();
    threads.push(vec![s.load(0, X)]);
    s.sketch(threads)
}

/// `r = x; x = 1`, `n` times.
pub fn read_then_write(n: usize, s: Strength) -> Sketch {
    s.sketch(vec![vec![s.load(0, X), s.store(X, 1)]; n])
}

/// `cas(x, 0, 1); x = 2`, `n` times.
pub fn cas_then_write(n: usize, s: Strength) -> Sketch {
    s.sketch(vec![vec![s.cas(X, 0, 1), s.store(X, 2)]; n])
}

/// `x = 1; x = 2 | r = x; assume(r == 1)`: the value waited for is not the last one.
pub fn waits_for_an_older_value(s: Strength) -> Sketch {
    s.sketch(vec![vec![s.store(X, 1), s.store(X, 2)], vec![s.load(0, X), assume(0, 1)]])
}

/// `r = x; assume(r != 0) | x = 1 | x = 2`: a read that was woken by one write must still be able to read the other.
pub fn waits_for_either_of_two(s: Strength) -> Sketch {
    let test = Test { reg: 0, value: 0, equal: false };
    s.sketch(vec![vec![s.load(0, X), Stmt::Assume(test)], vec![s.store(X, 1)], vec![s.store(X, 2)]])
}

/// `x = 1 | r = z | y = 1; r = x; assume(r == 1) | x = 2; r = y; z = 1 | x = 1`: a wait that can be satisfied now may not be so
/// when the graph has grown.
pub fn satisfiable_but_not_for_long(s: Strength) -> Sketch {
    s.sketch(vec![
        vec![s.store(X, 1)],
        vec![s.load(0, Z)],
        vec![s.store(Y, 1), s.load(0, X), assume(0, 1)],
        vec![s.store(X, 2), s.load(0, Y), s.store(Z, 1)],
        vec![s.store(X, 1)],
    ])
}

/// `cas(x, 0, 1)` until it succeeds, then `x = 0`, `n` times: a lock, `n!` executions.
pub fn spin_lock(n: usize, s: Strength) -> Sketch {
    s.sketch(vec![vec![s.cas(X, 0, 1), assume(0, 1), s.store(X, 0)]; n])
}

/// `cas(x, 0, 2)` and `cas(x, 0, 1)` until they succeed, and `x = 0`.
pub fn two_waits_and_one_release(s: Strength) -> Sketch {
    s.sketch(vec![vec![s.cas(X, 0, 2), assume(0, 1)], vec![s.cas(X, 0, 1), assume(0, 1)], vec![s.store(X, 0)]])
}

/// `n` threads increment `x` and wait until all have: `n!` executions.
pub fn barrier(n: usize, s: Strength) -> Sketch {
    s.sketch(vec![vec![s.add(0, X, 1), s.load(1, X), assume(1, n as Value)]; n])
}

/// `x = 1; r = x`, and three times `r = faa(x, 1)`.
pub fn a_write_among_increments(s: Strength) -> Sketch {
    let mut threads = vec![vec![s.add(0, X, 1)]; 3];
    threads.insert(0, vec![s.store(X, 1), s.load(0, X)]);
    s.sketch(threads)
}

/// Twice `r = faa(x, 1); x = 1`, and `x = 2; r = cas(x, 0, 1)`.
pub fn increments_overwritten(s: Strength) -> Sketch {
    let mut threads = vec![vec![s.add(0, X, 1), s.store(X, 1)]; 2];
    threads.push(vec![s.store(X, 2), s.cas(X, 0, 1)]);
    s.sketch(threads)
}

/// `r = cas(x, 0, 1); r = x | x = 2; x = 2 | r = faa(x, 1); x = 2`.
pub fn increments_among_writes(s: Strength) -> Sketch {
    s.sketch(vec![
        vec![s.cas(X, 0, 1), s.load(2, X)],
        vec![s.store(X, 2), s.store(X, 2)],
        vec![s.add(0, X, 1), s.store(X, 2)],
    ])
}

/// Two threads that write `x` and read it again after reading `y` or `z`, which `n - 1` others write.
pub fn coherence_across_threads(n: usize, s: Strength) -> Sketch {
    let mut threads =
        vec![vec![s.store(X, 1), s.load(0, Y), s.load(1, X)], vec![s.store(X, 2), s.load(0, Z), s.load(1, X)]];
    threads.extend((0..n as Value - 1).map(|value| vec![s.store(Y, value), s.store(Z, value)]));
    s.sketch(threads)
}

/// `n` threads of which thread `i` (from 1) does `cas(x, i - 1, i)`.
pub fn cas_in_turn(n: usize, s: Strength) -> Sketch {
    s.sketch((1..=n as Value).map(|i| vec![s.cas(X, i - 1, i)]).collect())
}

/// `x = 1 | r = faa(x, 1) | r = x; x = 1`: the update is revisited by a write that is not last in coherence order.
pub fn update_reads_a_write_that_is_overwritten(s: Strength) -> Sketch {
    s.sketch(vec![vec![s.store(X, 1)], vec![s.add(0, X, 1)], vec![s.load(0, X), s.store(X, 1)]])
}

/// `r = x; s = faa(x, 1) | seen = weak cas(x, 0, 1)`: a source that another update has taken for good can still be read by an
/// update that fails spuriously.
pub fn spurious_failure_reads_what_is_taken(s: Strength) -> Sketch {
    s.sketch(vec![vec![s.load(0, X), s.add(1, X, 1)], vec![s.weak_cas(X, 0, 1)]])
}

/// `seen = weak cas(x, 0, 1); assume(seen != 2) | r = faa(x, 2)`: with spurious failures, the wait can also end by reading,
/// without storing, what the other update consumed.
pub fn wait_ends_by_a_spurious_failure(s: Strength) -> Sketch {
    let weak = s.weak_cas(X, 0, 1);
    let test = Test { reg: 0, value: 2, equal: false };
    s.sketch(vec![vec![weak, Stmt::Assume(test)], vec![s.add(0, X, 2)]])
}

/// `r = exchange(x, 1) | r = x; if (r == 1) { x = 1 } else { r = faa(z, 1) }`, both started by a third thread.
pub fn revisit_undoes_an_update_elsewhere(s: Strength) -> Sketch {
    let [.., mode] = s.modes();
    let swap = Stmt::Exchange { reg: 0, loc: X, value: 1.into(), mode };
    let branch = Stmt::If {
        test: Test { reg: 0, value: 1, equal: true },
        then: vec![s.store(X, 1)],
        otherwise: vec![s.add(1, Z, 1)],
    };
    Sketch::new(vec![vec![Stmt::Spawn(1), Stmt::Spawn(2)], vec![swap], vec![s.load(0, X), branch]])
}

/// `x = 1; x = 2 (relaxed); r = y | y = 1; r = x`: the first store is ordered before the load although the second is not.
pub fn store_buffering_past_a_weaker_store(s: Strength) -> Sketch {
    let relaxed = Strength::Relaxed;
    s.sketch(vec![
        vec![s.store(X, 1), relaxed.store(X, 2), relaxed.load(0, Y)],
        vec![s.store(Y, 1), relaxed.load(0, X)],
    ])
}

/// `r = faa(x, 1) | x = 1; cas(x, 1, 1) | x = 1; r = exchange(x, 1)`, where only the compare-exchange is seq_cst, and only if
/// it succeeds: whether a graph has seq_cst events changes while it is built.
pub fn seq_cst_only_if_it_succeeds(s: Strength) -> Sketch {
    let [failure, _, mode] = s.modes();
    let cas = Stmt::CompareExchange {
        done: 0,
        seen: 1,
        loc: X,
        expected: 1.into(),
        desired: 1.into(),
        success: Mode::Sc,
        failure,
        weak: false,
    };
    let swap = Stmt::Exchange { reg: 0, loc: X, value: 1.into(), mode };
    s.sketch(vec![vec![s.add(0, X, 1)], vec![s.store(X, 1), cas], vec![s.store(X, 1), swap]])
}

/// `r = faa(x, 1); assume(r == 5) | r = x; assert(r == 0)`: what the update stores is seen although its thread blocks then.
pub fn stores_and_blocks(s: Strength) -> Sketch {
    let never = Test { reg: 0, value: 5, equal: true };
    let untouched = Test { reg: 0, value: 0, equal: true };
    s.sketch(vec![vec![s.add(0, X, 1), Stmt::Assume(never)], vec![s.load(0, X), Stmt::Assert(untouched)]])
}

/// `r = x (plain); assume(r == 5) | x = 1 (plain)`: a read that only blocks races all the same.
pub fn blocks_and_races(mode: Mode) -> Sketch {
    let never = Test { reg: 0, value: 5, equal: true };
    let read = Stmt::Load { reg: 0, loc: X, mode };
    let write = Stmt::Store { loc: X, value: 1.into(), mode: Mode::Na };
    Sketch::new(vec![vec![read, Stmt::Assume(never)], vec![write]])
}

/// `r = faa(x, 0); assume(r == 1) | r = x (plain)`: an update that changes nothing before its thread blocks races all the
/// same.
pub fn changes_nothing_and_races(s: Strength) -> Sketch {
    let read = Stmt::Load { reg: 0, loc: X, mode: Mode::Na };
    Sketch::new(vec![vec![s.add(0, X, 0), assume(0, 1)], vec![read]])
}

/// `join 3; r = y | join 3 | y = 1; r = x | x = 1`, all started by a fifth thread: two threads wait for the same one.
pub fn joined_twice(s: Strength) -> Sketch {
    let start = (1..=4).map(Stmt::Spawn).collect();
    Sketch::new(vec![
        start,
        vec![Stmt::Join(4), s.load(0, Y)],
        vec![Stmt::Join(4)],
        vec![s.store(Y, 1), s.load(0, X)],
        vec![s.store(X, 1)],
    ])
}
