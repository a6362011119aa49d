//! Programs on which explorations with dependencies go wrong if they keep too little, too much, or the wrong things. In
//! their comments `.acq` is an acquire access and everything else is relaxed.

use raddle_graph::{Mode, Value};

use super::{X, Y, Z};
use crate::Sketch;
use crate::sketch::{Loc, Operand, Reg, Stmt, Test};

fn load(reg: Reg, loc: Loc) -> Stmt {
    Stmt::Load { reg, loc, mode: Mode::Rlx }
}

fn acquire(reg: Reg, loc: Loc) -> Stmt {
    Stmt::Load { reg, loc, mode: Mode::Acq }
}

fn store(loc: Loc, value: impl Into<Operand>) -> Stmt {
    Stmt::Store { loc, value: value.into(), mode: Mode::Rlx }
}

fn add(reg: Reg, loc: Loc, value: impl Into<Operand>, mode: Mode) -> Stmt {
    Stmt::FetchAdd { reg, loc, value: value.into(), mode }
}

fn exchange(reg: Reg, loc: Loc, value: impl Into<Operand>, mode: Mode) -> Stmt {
    Stmt::Exchange { reg, loc, value: value.into(), mode }
}

fn cas(loc: Loc, expected: impl Into<Operand>, desired: Value, success: Mode) -> Stmt {
    Stmt::CompareExchange {
        done: 6,
        seen: 7,
        loc,
        expected: expected.into(),
        desired: desired.into(),
        success,
        failure: Mode::Rlx,
        weak: false,
    }
}

fn reg(reg: Reg) -> Operand {
    Operand::of(reg, 0)
}

/// The program with its threads in every order.
pub fn in_every_order(program: &Sketch) -> Vec<Sketch> {
    let mut orders = vec![Vec::new()];
    for _ in program.threads() {
        let longer = |order: Vec<usize>| {
            let rest = (0..program.threads().len()).filter(|thread| !order.contains(thread)).collect::<Vec<_>>();
            rest.into_iter().map(move |thread| order.iter().copied().chain([thread]).collect())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    let permuted = |order: Vec<usize>| Sketch::new(order.into_iter().map(|at| program.threads()[at].clone()).collect());
    orders.into_iter().map(permuted).collect()
}

/// `r1 = x; r2 = x.acq; y = 1 | s = y; x = s | x = 2`: if `y = 1` is kept without the acquire load before it, that load is stuck.
pub fn an_order_keeps_a_read() -> Sketch {
    Sketch::new(vec![
        vec![load(1, X), acquire(2, X), store(Y, 1)],
        vec![load(0, Y), store(X, reg(0))],
        vec![store(X, 2)],
    ])
}

/// `r0 = y; y = 2; cas(y, 1, 1) | r0 = y; y = 2; xchg(y, 2).acq`: a read that fills a hole must leave room for the write after it.
pub fn a_hole_below_a_kept_access() -> Sketch {
    Sketch::new(vec![
        vec![load(0, Y), store(Y, 2), cas(Y, 1, 1, Mode::Rlx)],
        vec![load(0, Y), store(Y, 2), exchange(1, Y, 2, Mode::Acq)],
    ])
}

/// `faa(z, 1); z = 7 | r2 = y; x = r2 + 1 | r0 = x; r1 = faa(z, r0); y = r1`: what the last update adds may come from the value that
/// it read. 12 executions under IMM.
pub fn an_update_is_kept_before_its_operand() -> Sketch {
    Sketch::new(vec![
        vec![add(0, Z, 1, Mode::Rlx), store(Z, 7)],
        vec![load(2, Y), store(X, Operand::of(2, 1))],
        vec![load(0, X), add(1, Z, reg(0), Mode::Rlx), store(Y, reg(1))],
    ])
}

/// The same with exchanges.
pub fn an_exchange_is_kept_before_its_operand() -> Sketch {
    Sketch::new(vec![
        vec![exchange(0, Z, 1, Mode::Rlx), store(Z, 7)],
        vec![load(2, Y), store(X, Operand::of(2, 1))],
        vec![load(0, X), exchange(1, Z, reg(0), Mode::Rlx), store(Y, reg(1))],
    ])
}

/// `r1 = x; z = r1; r2 = z.acq; y = 1 | s = y; x = s`: the acquire load reads what its own thread wrote, and IMM does not order that. 4
/// executions under IMM, 3 under ARMv8.
pub fn a_value_forwarded_to_an_acquire() -> Sketch {
    Sketch::new(vec![
        vec![load(1, X), store(Z, reg(1)), acquire(2, Z), store(Y, 1)],
        vec![load(0, Y), store(X, reg(0))],
    ])
}

/// `r0 = x; x = 1; r1 = x; y = r1 | s = y; x = s + 1`: the first read is free although the write behind it is not.
pub fn a_value_forwarded_behind_a_read() -> Sketch {
    Sketch::new(vec![
        vec![load(0, X), store(X, 1), load(1, X), store(Y, reg(1))],
        vec![load(0, Y), store(X, Operand::of(0, 1))],
    ])
}

/// `cas(z, 0, 5).acq | r0 = z; faa(z, r0).acq; z = 1`: the read that a write revisits is none of those that it revisited before.
pub fn a_revisit_of_a_revisited_read() -> Sketch {
    Sketch::new(vec![vec![cas(Z, 0, 5, Mode::Acq)], vec![load(0, Z), add(1, Z, reg(0), Mode::Acq), store(Z, 1)]])
}

/// `r0 = x; xchg(z, 1).acq; r1 = z; y = r1 | s = y; x = s | z = 2`: an exchange whose write is forwarded does not order its own read.
pub fn a_forwarded_exchange() -> Sketch {
    Sketch::new(vec![
        vec![load(0, X), exchange(1, Z, reg(0), Mode::Acq), load(2, Z), store(Y, reg(2))],
        vec![load(0, Y), store(X, reg(0))],
        vec![store(Z, 2)],
    ])
}

/// `r0 = x; cas(z, r0, 1); y = 1 | s = y; x = s | z = 1`: whether the compare-exchange stores depends on what it expects.
pub fn a_computed_expectation() -> Sketch {
    Sketch::new(vec![
        vec![load(0, X), cas(Z, reg(0), 1, Mode::Rlx), store(Y, 1)],
        vec![load(0, Y), store(X, reg(0))],
        vec![store(Z, 1)],
    ])
}

/// `r = x; y = r | r = y; z = r | r = z; x = 1`: two values are copied, the third is there from the beginning.
pub fn a_chain_of_values() -> Sketch {
    Sketch::new(vec![
        vec![load(0, X), store(Y, reg(0))],
        vec![load(0, Y), store(Z, reg(0))],
        vec![load(0, Z), store(X, 1)],
    ])
}

/// `r = x; if (r == 1) y = 1 else y = 1 | s = y; if (s == 1) x = 1 else x = 1`, and the same without branches.
pub fn both_branches_do_the_same(branches: bool) -> Sketch {
    let test = Test { reg: 0, value: 1, equal: true };
    let write = |loc| match branches {
        true => Stmt::If { test, then: vec![store(loc, 1)], otherwise: vec![store(loc, 1)] },
        false => store(loc, 1),
    };
    Sketch::new(vec![vec![load(0, X), write(Y)], vec![load(0, Y), write(X)]])
}

/// `n` threads that each add 1 to `x`.
pub fn contending_updates(n: usize) -> Sketch {
    Sketch::new(vec![vec![add(0, X, 1, Mode::Rlx)]; n])
}
