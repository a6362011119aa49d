//! Random programs, larger than those that can be enumerated, and their shrinking.
//!
//! What is drawn is a `RawStmt`: it says "the second register that is set so far", not "r3". `random/raw.rs` turns that
//! into statements and leaves out what makes no sense, so whatever shrinking takes away, the rest is a program.

mod dependent;
mod raw;
mod resources;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use raddle_graph::{Mode, Value};

use crate::Sketch;
use crate::compare::{Mismatch, Stats};
use raw::{RawOperand, RawProgram, RawResources, RawSpawns, RawStmt, RawTest};

/// What the programs have most of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// A bit of everything.
    General,
    /// Seq_cst accesses and fences among weaker ones.
    SeqCst,
    /// Updates, mostly of one location.
    Updates,
    /// Reads that block for some values.
    Waits,
    /// Threads that only write and one that only reads.
    Readers,
    /// A thread that starts the others, joins some, and reads afterwards.
    Spawns,
    /// Critical sections, some of them nested, some never left.
    Locks,
    /// Critical sections that a thread enters only if the mutex is free.
    TryLocks,
    /// Semaphores.
    Semaphores,
    /// A barrier, with some of the rest.
    Barriers,
    /// Condition variables.
    Conditions,
    /// Choices, with some of the rest.
    Choices,
    /// Objects with a beginning and an end.
    Objects,
    /// Reads before writes that depend on them, or do not.
    Buffering,
    /// The same, mostly of one location.
    OneLocation,
    /// Accesses whose addresses are computed.
    Cells,
    /// Updates whose operands are computed.
    Operands,
    /// Load-linked and store-conditional.
    Reservations,
}

impl Flavour {
    /// Its name, for command lines.
    pub fn name(self) -> &'static str {
        match self {
            Flavour::General => "general",
            Flavour::SeqCst => "seqcst",
            Flavour::Updates => "updates",
            Flavour::Waits => "waits",
            Flavour::Readers => "readers",
            Flavour::Spawns => "spawns",
            Flavour::Locks => "locks",
            Flavour::TryLocks => "trylocks",
            Flavour::Semaphores => "semaphores",
            Flavour::Barriers => "barriers",
            Flavour::Conditions => "conditions",
            Flavour::Choices => "choices",
            Flavour::Objects => "objects",
            Flavour::Buffering => "buffering",
            Flavour::OneLocation => "onelocation",
            Flavour::Cells => "cells",
            Flavour::Operands => "operands",
            Flavour::Reservations => "reservations",
        }
    }

    /// Those whose threads share nothing but locations.
    pub const MEMORY: [Flavour; 6] =
        [Flavour::General, Flavour::SeqCst, Flavour::Updates, Flavour::Waits, Flavour::Readers, Flavour::Spawns];

    /// Those for models that track dependencies.
    pub const DEPENDENT: [Flavour; 5] =
        [Flavour::Buffering, Flavour::OneLocation, Flavour::Cells, Flavour::Operands, Flavour::Reservations];

    /// Those whose threads wait for resources, or share objects.
    pub const RESOURCES: [Flavour; 7] = [
        Flavour::Locks,
        Flavour::TryLocks,
        Flavour::Semaphores,
        Flavour::Barriers,
        Flavour::Conditions,
        Flavour::Choices,
        Flavour::Objects,
    ];
}

/// How large a program may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// At most so many threads.
    pub threads: usize,
    /// Of at most so many statements each (a branch counts as one).
    pub statements: usize,
}

impl Size {
    /// The sizes that the oracle can usually judge.
    pub const SMALL: [Size; 3] =
        [Size { threads: 2, statements: 4 }, Size { threads: 3, statements: 3 }, Size { threads: 4, statements: 2 }];
}

/// Programs of a flavour and size.
pub fn programs(flavour: Flavour, size: Size) -> BoxedStrategy<Sketch> {
    if Flavour::RESOURCES.contains(&flavour) {
        return resources::programs(flavour, size);
    }
    if Flavour::DEPENDENT.contains(&flavour) {
        return dependent::programs(flavour, size);
    }
    let threads = 2..=size.threads.max(2);
    let body = vec(statement(flavour), 1..=size.statements.max(1));
    let bodies = match flavour {
        Flavour::Readers => {
            let writer = vec(write(flavour), 1..=2);
            let reader = vec(read(flavour), 1..=size.statements + 1);
            (vec(writer, threads.clone()), reader)
                .prop_map(|(mut writers, reader)| {
                    writers.pop();
                    writers.push(reader);
                    writers
                })
                .boxed()
        }
        _ => vec(body, threads).boxed(),
    };
    let spawns = match flavour {
        Flavour::Spawns => spawns(flavour).prop_map(Some).boxed(),
        _ => Just(None).boxed(),
    };
    let init = option::weighted(0.15, vec(0..3u64, 1..=2));
    let locations = match flavour {
        Flavour::Updates => prop_oneof![3 => Just(1u8), 1 => Just(2)].boxed(),
        _ => prop_oneof![2 => Just(1u8), 4 => Just(2), 1 => Just(3)].boxed(),
    };
    (init, bodies, spawns, locations)
        .prop_map(|(init, bodies, spawns, locations)| {
            let resources = RawResources::default();
            RawProgram { init: init.unwrap_or_default(), bodies, spawns, locations, resources }.sketch()
        })
        .boxed()
}

fn spawns(flavour: Flavour) -> impl Strategy<Value = RawSpawns> {
    let short = || vec(statement(flavour), 0..=1);
    let after = vec(read(flavour), 0..=2);
    (short(), short(), vec(0..4u16, 0..=3), after, any::<bool>()).prop_map(|(before, between, joins, after, nested)| {
        RawSpawns { before, between, joins, after, nested, holds: None, frees: Vec::new() }
    })
}

fn statement(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let [.., branches, _, _] = weights(flavour);
    let branch = (test(), vec(simple(flavour), 0..=2), vec(simple(flavour), 0..=1))
        .prop_map(|(test, then, otherwise)| RawStmt::If { test, then, otherwise });
    let others = 20u32;
    prop_oneof![others => simple(flavour), branches => branch].boxed()
}

/// How often each kind of statement comes: reads, writes, updates, fences, branches, assumptions, assertions.
fn weights(flavour: Flavour) -> [u32; 7] {
    match flavour {
        Flavour::General => [6, 6, 4, 2, 2, 1, 1],
        Flavour::SeqCst => [6, 6, 2, 5, 1, 0, 0],
        Flavour::Updates => [2, 3, 12, 1, 1, 1, 0],
        Flavour::Waits => [7, 6, 4, 1, 1, 2, 1],
        Flavour::Readers => [8, 1, 1, 1, 0, 0, 0],
        Flavour::Spawns => [5, 5, 3, 1, 1, 1, 0],
        _ => [6, 6, 2, 1, 2, 1, 1],
    }
}

/// A statement without others in it.
fn simple(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let [reads, writes, updates, fences, _, assumes, asserts] = weights(flavour);
    // Only where threads wait for others does it matter how they end.
    let exits = if flavour == Flavour::Spawns { 1 } else { 0 };
    prop_oneof![
        reads => read(flavour),
        writes => write(flavour),
        updates => update(flavour),
        fences => fence(flavour),
        assumes => test().prop_map(RawStmt::Assume),
        asserts => test().prop_map(RawStmt::Assert),
        exits => test().prop_map(RawStmt::ExitIf),
    ]
    .boxed()
}

fn read(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    (loc(), mode(flavour, &[Mode::Na, Mode::Rlx, Mode::Acq, Mode::Sc]), wait(flavour))
        .prop_map(|(loc, mode, wait)| RawStmt::Load { loc, mode, wait })
        .boxed()
}

fn write(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let store = (loc(), operand(), mode(flavour, &[Mode::Na, Mode::Rlx, Mode::Rel, Mode::Sc]))
        .prop_map(|(loc, value, mode)| RawStmt::Store { loc, value, mode });
    prop_oneof![8 => store, 1 => update(flavour)].boxed()
}

fn update(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let modes = || mode(flavour, &[Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc]);
    let add = (loc(), operand(), modes(), wait(flavour)).prop_map(|(loc, value, mode, wait)| RawStmt::FetchAdd {
        loc,
        value,
        mode,
        wait,
    });
    let swap = (loc(), operand(), modes(), wait(flavour)).prop_map(|(loc, value, mode, wait)| RawStmt::Exchange {
        loc,
        value,
        mode,
        wait,
    });
    let failure = mode(flavour, &[Mode::Rlx, Mode::Acq, Mode::Sc]);
    let waits = match flavour {
        Flavour::Waits => 0.5,
        _ => 0.1,
    };
    let weak = proptest::bool::weighted(0.3);
    let cas = (loc(), 0..3u64, operand(), modes(), failure, weak, proptest::bool::weighted(waits)).prop_map(
        |(loc, expected, desired, success, failure, weak, wait)| RawStmt::CompareExchange {
            loc,
            // Half of them expect the usual initial value.
            expected: RawOperand { register: None, cancels: false, plus: expected.saturating_sub(1) },
            desired,
            success,
            failure,
            weak,
            wait,
        },
    );
    prop_oneof![1 => add, 1 => swap, 2 => cas].boxed()
}

fn fence(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let mode = match flavour {
        Flavour::SeqCst => prop_oneof![
            4 => Just(Mode::Sc), 1 => Just(Mode::AcqRel), 1 => Just(Mode::Rel), 1 => Just(Mode::Acq)
        ]
        .boxed(),
        _ => prop::sample::select(&[Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc][..]).boxed(),
    };
    mode.prop_map(RawStmt::Fence).boxed()
}

/// One of the orders, which are sorted from weak to strong.
fn mode(flavour: Flavour, modes: &'static [Mode]) -> BoxedStrategy<Mode> {
    let any = prop::sample::select(modes);
    match flavour {
        Flavour::SeqCst => prop_oneof![2 => any, 3 => Just(Mode::Sc)].boxed(),
        _ => prop_oneof![3 => any, 1 => Just(Mode::Rlx)].boxed(),
    }
}

fn loc() -> impl Strategy<Value = u8> {
    // Taken modulo the number of locations.
    prop_oneof![2 => Just(0u8), 1 => Just(1), 1 => Just(2)]
}

fn operand() -> impl Strategy<Value = RawOperand> {
    let constant = (1..3u64).prop_map(|plus| RawOperand { register: None, cancels: false, plus });
    let dependent =
        (0..4u8, 0..2u64).prop_map(|(register, plus)| RawOperand { register: Some(register), cancels: false, plus });
    prop_oneof![4 => constant, 1 => dependent]
}

fn test() -> impl Strategy<Value = RawTest> {
    (0..4u8, value(), proptest::bool::weighted(0.7)).prop_map(|(register, value, equal)| RawTest {
        register,
        value,
        equal,
    })
}

/// What a read waits for, if it does.
fn wait(flavour: Flavour) -> impl Strategy<Value = Option<(Value, bool)>> {
    let probability = match flavour {
        Flavour::Waits => 0.5,
        Flavour::Readers | Flavour::SeqCst => 0.05,
        _ => 0.1,
    };
    option::weighted(probability, (value(), proptest::bool::weighted(0.6)))
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![2 => Just(1u64), 1 => Just(0), 1 => Just(2)]
}

/// A stream of random programs, the same for the same seed.
pub struct Programs {
    runner: TestRunner,
    strategies: Vec<BoxedStrategy<Sketch>>,
    next: usize,
}

impl Programs {
    /// Programs of every given flavour and size in turn.
    pub fn new(seed: u64, flavours: &[Flavour], sizes: &[Size]) -> Programs {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config = Config { failure_persistence: None, ..Config::default() };
        let strategies =
            sizes.iter().flat_map(|&size| flavours.iter().map(move |&flavour| programs(flavour, size))).collect();
        Programs {
            runner: TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)),
            strategies,
            next: 0,
        }
    }

    /// The next program.
    pub fn draw(&mut self) -> Drawn {
        let strategy = &self.strategies[self.next % self.strategies.len()];
        self.next += 1;
        match strategy.new_tree(&mut self.runner) {
            Ok(tree) => Drawn(tree),
            // No strategy here rejects anything.
            Err(reason) => unreachable!("nothing is filtered, yet: {reason}"),
        }
    }

    /// Judges the next program. If it fails, the smallest program that still fails and can be found by shrinking is in the
    /// error.
    pub fn judge_next(
        &mut self,
        judge: impl Fn(&Sketch) -> Result<Stats, Box<Mismatch>>,
    ) -> Result<Stats, Box<Mismatch>> {
        let drawn = self.draw();
        judge(&drawn.program()).map_err(|mismatch| drawn.shrink(mismatch, |program| judge(program).err()))
    }
}

/// A program, and how it can be made smaller.
pub struct Drawn(Box<dyn ValueTree<Value = Sketch>>);

impl Drawn {
    /// The program.
    pub fn program(&self) -> Sketch {
        self.0.current()
    }

    /// What is wrong with the smallest program that can be found, in a thousand attempts, among those with which something is;
    /// given what is wrong with this one.
    pub fn shrink<E>(mut self, wrong: E, judge: impl Fn(&Sketch) -> Option<E>) -> E {
        let mut least = wrong;
        let mut changed = self.0.simplify();
        for _ in 0..1000 {
            if !changed {
                break;
            }
            changed = match judge(&self.0.current()) {
                None => self.0.complicate(),
                Some(wrong) => {
                    least = wrong;
                    self.0.simplify()
                }
            };
        }
        least
    }
}
