//! Every program of a small shape, up to swapping threads and swapping the two locations.
//!
//! Programs are numbered: a program's digits say, statement by statement, which kind of access it is and of which
//! location. Of the programs that differ only by a swap, the one with the least digits is kept.
//!
//! Stores and exchanges store distinct values, a compare-exchange expects the initial 0.
//!
//! **Orders that a model does not distinguish** are one kind, so that work is not repeated:
//!
//! | model | loads | stores | updates | fences |
//! |---|---|---|---|---|
//! | `rc11` | na, rlx, acq, sc | na, rlx, rel, sc | all distinct | all distinct |
//! | `ra` | na; rlx = acq; sc | na; rlx = rel; sc | sc or not | sc or not |
//! | `sc` | na or not | na or not | all the same | all the same |
//! | `tso` | all the same | sc or not | all the same | sc or not |
//! | `pso` | all the same | na = rlx; rel; sc | all the same | acq; rel = acqrel; sc |
//!
//! A kind of several orders is represented by each of them in turn (by a hash of the program's number), because the
//! explorer's code may distinguish what the model does not.

use raddle_graph::Mode;
use raddle_models::ModelName;

use crate::Sketch;
use crate::sketch::{Loc, Stmt};
use Access::{CompareExchange, Exchange, Fence, FetchAdd, Load, Store};
use Mode::{Acq, AcqRel, Na, Rel, Rlx, Sc};

/// How many locations there are.
const LOCATIONS: u64 = 2;

/// One kind and order of access.
#[derive(Clone, Copy, Debug)]
enum Access {
    Load(Mode),
    Store(Mode),
    FetchAdd(Mode),
    Exchange(Mode),
    CompareExchange(Mode, Mode),
    Fence(Mode),
}

/// Accesses that the model does not distinguish.
type Kind = &'static [Access];

const CAS: [Access; 5] = [
    CompareExchange(Rlx, Rlx),
    CompareExchange(Acq, Acq),
    CompareExchange(Rel, Rlx),
    CompareExchange(AcqRel, Acq),
    CompareExchange(Sc, Sc),
];
const ADD: [Access; 5] = [FetchAdd(Rlx), FetchAdd(Acq), FetchAdd(Rel), FetchAdd(AcqRel), FetchAdd(Sc)];
const SWAP: [Access; 5] = [Exchange(Rlx), Exchange(Acq), Exchange(Rel), Exchange(AcqRel), Exchange(Sc)];
const LOADS: [Access; 4] = [Load(Na), Load(Rlx), Load(Acq), Load(Sc)];
const FENCES: [Access; 4] = [Fence(Acq), Fence(Rel), Fence(AcqRel), Fence(Sc)];

/// The kinds of access that the model distinguishes.
fn accesses(model: ModelName) -> Vec<Kind> {
    let updates: [Kind; 3] = [&ADD, &SWAP, &CAS];
    match model {
        ModelName::Sc => {
            [&[Load(Na)], &[Load(Rlx), Load(Acq), Load(Sc)] as Kind, &[Store(Na)], &[Store(Rlx), Store(Rel), Store(Sc)]]
                .into_iter()
                .chain(updates)
                .collect()
        }
        ModelName::Tso => {
            [&LOADS as Kind, &[Store(Na), Store(Rlx), Store(Rel)], &[Store(Sc)]].into_iter().chain(updates).collect()
        }
        ModelName::Pso => {
            [&LOADS as Kind, &[Store(Na), Store(Rlx)], &[Store(Rel)], &[Store(Sc)]].into_iter().chain(updates).collect()
        }
        ModelName::Ra => [
            &[Load(Na)],
            &[Load(Rlx), Load(Acq)] as Kind,
            &[Load(Sc)],
            &[Store(Na)],
            &[Store(Rlx), Store(Rel)],
            &[Store(Sc)],
        ]
        .into_iter()
        .chain(updates.into_iter().flat_map(|update| [&update[..4], &update[4..]]))
        .collect(),
        // Every other model distinguishes all modes, or gets compiled programs.
        _ => {
            const STORES: [Access; 4] = [Store(Na), Store(Rlx), Store(Rel), Store(Sc)];
            let all: [Kind; 5] = [&LOADS, &STORES, &ADD, &SWAP, &CAS];
            all.into_iter().flat_map(|kinds| kinds.chunks(1)).collect()
        }
    }
}

/// The kinds of fence that the model distinguishes.
fn fences(model: ModelName) -> Vec<Kind> {
    match model {
        ModelName::Sc => vec![&FENCES],
        ModelName::Tso | ModelName::Ra => vec![&FENCES[..3], &FENCES[3..]],
        ModelName::Pso => vec![&FENCES[..1], &FENCES[1..3], &FENCES[3..]],
        _ => FENCES.chunks(1).collect(),
    }
}

/// How many threads of how many statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Two threads of two accesses each.
    TwoByTwo,
    /// Two threads of three statements each; the middle one may also be a fence.
    TwoByThree,
    /// Three threads of two accesses each.
    ThreeByTwo,
}

impl Shape {
    fn threads(self) -> usize {
        match self {
            Shape::TwoByTwo | Shape::TwoByThree => 2,
            Shape::ThreeByTwo => 3,
        }
    }

    fn length(self) -> usize {
        match self {
            Shape::TwoByTwo | Shape::ThreeByTwo => 2,
            Shape::TwoByThree => 3,
        }
    }

    /// The orders in which the threads may be written down.
    fn orders(self) -> &'static [&'static [usize]] {
        match self {
            Shape::TwoByTwo | Shape::TwoByThree => &[&[0, 1], &[1, 0]],
            Shape::ThreeByTwo => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
        }
    }
}

/// The programs of a shape, numbered.
#[derive(Clone, Debug)]
pub struct Enumeration {
    shape: Shape,
    accesses: Vec<Kind>,
    fences: Vec<Kind>,
}

impl Enumeration {
    /// The programs of this shape that the model distinguishes.
    pub fn new(model: ModelName, shape: Shape) -> Enumeration {
        Enumeration { shape, accesses: accesses(model), fences: fences(model) }
    }

    /// How many numbers there are, those of programs that are left out included.
    pub fn numbers(&self) -> u64 {
        (0..self.statements()).map(|at| self.choices(at)).product()
    }

    /// The program of this number; `None` if a swap of threads or locations gives one with a lower number.
    pub fn program(&self, number: u64) -> Option<Sketch> {
        let mut digits = vec![0; self.statements()];
        let mut rest = number;
        for at in (0..digits.len()).rev() {
            digits[at] = rest % self.choices(at);
            rest /= self.choices(at);
        }
        self.is_least(&digits).then(|| self.sketch(number, &digits))
    }

    fn statements(&self) -> usize {
        self.shape.threads() * self.shape.length()
    }

    /// How many statements can stand there: accesses by kind and location, then fences.
    fn choices(&self, at: usize) -> u64 {
        let accesses = self.accesses.len() as u64 * LOCATIONS;
        let in_the_middle = self.shape.length() == 3 && at % 3 == 1;
        accesses + if in_the_middle { self.fences.len() as u64 } else { 0 }
    }

    fn is_least(&self, digits: &[u64]) -> bool {
        let accesses = self.accesses.len() as u64 * LOCATIONS;
        let swapped = |digit: u64| if digit < accesses { digit ^ 1 } else { digit };
        let length = self.shape.length();
        self.shape.orders().iter().all(|order| {
            let moved = || order.iter().flat_map(|&thread| &digits[thread * length..][..length]).copied();
            digits.iter().copied().le(moved()) && digits.iter().copied().le(moved().map(swapped))
        })
    }

    fn sketch(&self, number: u64, digits: &[u64]) -> Sketch {
        let statement = |at: usize| {
            let digit = digits[at];
            let kind = (digit / LOCATIONS) as usize;
            let kind = match self.accesses.get(kind) {
                Some(kind) => kind,
                None => self.fences[(digit - self.accesses.len() as u64 * LOCATIONS) as usize],
            };
            let turn = scramble(number.wrapping_mul(8).wrapping_add(at as u64)) as usize;
            let access = kind[turn % kind.len()];
            access.statement(at, at % self.shape.length(), (digit % LOCATIONS) as Loc)
        };
        let length = self.shape.length();
        let thread = |thread: usize| (0..length).map(|at| statement(thread * length + at)).collect();
        Sketch::new((0..self.shape.threads()).map(thread).collect())
    }
}

impl Access {
    /// The access as statement number `at` of the program and `place` of its thread.
    fn statement(self, at: usize, place: usize, loc: Loc) -> Stmt {
        let reg = 2 * place as u8;
        let distinct = at as u64 + 1;
        match self {
            Load(mode) => Stmt::Load { reg, loc, mode },
            Store(mode) => Stmt::Store { loc, value: distinct.into(), mode },
            // Tens, so that sums are distinct from what is stored.
            FetchAdd(mode) => Stmt::FetchAdd { reg, loc, value: (10 * distinct).into(), mode },
            Exchange(mode) => Stmt::Exchange { reg, loc, value: distinct.into(), mode },
            CompareExchange(success, failure) => Stmt::CompareExchange {
                done: reg,
                seen: reg + 1,
                loc,
                expected: 0.into(),
                desired: distinct.into(),
                success,
                failure,
                weak: false,
            },
            Fence(mode) => Stmt::Fence(mode),
        }
    }
}

/// A hash of a number (the finaliser of SplitMix64).
fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By Burnside: of n⁴ programs of two threads of two, n² are fixed by swapping the threads, none by swapping the
    /// locations, and n² by swapping both.
    #[test]
    fn one_program_of_each_orbit_is_kept() {
        for (model, kinds) in
            [(ModelName::Sc, 7), (ModelName::Tso, 6), (ModelName::Pso, 7), (ModelName::Ra, 12), (ModelName::Rc20, 23)]
        {
            let all = Enumeration::new(model, Shape::TwoByTwo);
            let n: u64 = kinds * LOCATIONS;
            assert_eq!(all.numbers(), n.pow(4), "{model}");
            if model != ModelName::Rc20 {
                let kept = (0..all.numbers()).filter(|&number| all.program(number).is_some()).count();
                assert_eq!(kept as u64, (n.pow(4) + 2 * n.pow(2)) / 4, "{model}");
            }
        }
    }
}
