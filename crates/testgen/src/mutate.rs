//! Small changes of known programs. Where a program is hard, those near it are, too: they find losses far more often than programs
//! drawn from nothing.

use raddle_graph::Mode;

use crate::Sketch;
use crate::sketch::{Loc, Operand, Stmt};

/// A stream of numbers, the same for the same seed (SplitMix64).
pub struct Numbers(u64);

impl Numbers {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// A number below the bound, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) % bound as u64) as usize
    }
}

/// The program with one to three changes.
#[must_use]
pub fn mutated(program: &Sketch, numbers: &mut Numbers) -> Sketch {
    let mut threads = program.threads().to_vec();
    for _ in 0..1 + numbers.below(3) {
        change(&mut threads, numbers);
    }
    threads.retain(|body| !body.is_empty());
    Sketch::new(threads)
}

fn change(threads: &mut Vec<Vec<Stmt>>, numbers: &mut Numbers) {
    let thread = numbers.below(threads.len());
    let from = threads[numbers.below(threads.len())].clone();
    let body = &mut threads[thread];
    if body.is_empty() {
        return;
    }
    let at = numbers.below(body.len());
    match numbers.below(8) {
        0 if body.len() > 1 => {
            body.remove(at);
        }
        1 => {
            let other = numbers.below(body.len());
            body.swap(at, other);
        }
        2 if !from.is_empty() => body.insert(at, from[numbers.below(from.len())].clone()),
        3 => set_location(&mut body[at], numbers.below(4) as Loc),
        4 => set_mode(&mut body[at], [Mode::Rlx, Mode::Acq, Mode::Rel][numbers.below(3)]),
        5 | 6 => set_operand(&mut body[at], numbers),
        _ if threads.len() < 3 => {
            threads.push(vec![Stmt::Load { reg: 0, loc: numbers.below(2) as Loc, mode: Mode::Rlx }])
        }
        _ => {}
    }
}

fn set_location(stmt: &mut Stmt, to: Loc) {
    match stmt {
        Stmt::Load { loc, .. }
        | Stmt::Store { loc, .. }
        | Stmt::FetchAdd { loc, .. }
        | Stmt::Exchange { loc, .. }
        | Stmt::CompareExchange { loc, .. } => *loc = to,
        // A pair must stay one.
        _ => {}
    }
}

/// Gives an access the order, as far as it can have it.
fn set_mode(stmt: &mut Stmt, to: Mode) {
    match stmt {
        Stmt::Load { mode, .. } | Stmt::Reserve { mode, .. } if to != Mode::Rel => *mode = to,
        Stmt::Store { mode, .. } | Stmt::Conditional { mode, .. } if to != Mode::Acq => *mode = to,
        Stmt::FetchAdd { mode, .. } | Stmt::Exchange { mode, .. } => *mode = to,
        _ => {}
    }
}

fn set_operand(stmt: &mut Stmt, numbers: &mut Numbers) {
    let reg = numbers.below(3) as u8;
    let to = match numbers.below(5) {
        0 => Operand::from(1),
        1 => Operand::fake(reg, 1),
        2 => Operand { also: Some((reg + 1) % 3), ..Operand::of(reg, 0) },
        _ => Operand::of(reg, numbers.below(2) as u64),
    };
    match stmt {
        Stmt::Store { value, .. }
        | Stmt::FetchAdd { value, .. }
        | Stmt::Exchange { value, .. }
        | Stmt::Conditional { value, .. }
        | Stmt::CompareExchange { desired: value, .. } => *value = to,
        _ => {}
    }
}
