//! Random programs whose threads wait for resources: mutexes, semaphores, barriers, condition variables.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::raw::{RawBarrier, RawProgram, RawResources, RawSpawns, RawStmt};
use super::{Flavour, Size, simple, statement};
use crate::Sketch;

/// Programs of a flavour and size.
pub(super) fn programs(flavour: Flavour, size: Size) -> BoxedStrategy<Sketch> {
    // A critical section is more than one statement.
    let statements = 1..=size.statements.saturating_sub(1).max(1);
    let bodies = vec(vec(with_resources(flavour), statements), 2..=size.threads.max(2));
    let resources = (1..=2u8, 1..=2u8, vec(0..=2u64, 1..=2), barrier(flavour)).prop_map(
        move |(mutexes, conditions, semaphores, barrier)| RawResources {
            mutexes,
            // Two condition variables are mostly one too many.
            conditions: conditions.saturating_sub(1).max(1),
            semaphores,
            barrier,
            objects: if flavour == Flavour::Objects { 1 } else { 0 },
        },
    );
    let spawns = match flavour {
        Flavour::Objects => spawns().prop_map(Some).boxed(),
        Flavour::Locks | Flavour::Semaphores => option::weighted(0.2, spawns()).boxed(),
        _ => Just(None).boxed(),
    };
    let locations = prop_oneof![2 => Just(1u8), 1 => Just(2)];
    (bodies, resources, spawns, locations)
        .prop_map(|(bodies, resources, spawns, locations)| {
            RawProgram { init: Vec::new(), bodies, spawns, locations, resources }.sketch()
        })
        .boxed()
}

fn spawns() -> impl Strategy<Value = RawSpawns> {
    let frees = vec(0..2u8, 0..=1);
    (vec(0..4u16, 0..=2), any::<bool>(), option::of(0..2u8), frees).prop_map(|(joins, nested, holds, frees)| {
        RawSpawns { before: Vec::new(), between: Vec::new(), joins, after: Vec::new(), nested, holds, frees }
    })
}

fn barrier(flavour: Flavour) -> BoxedStrategy<Option<RawBarrier>> {
    let places = vec(0..4usize, 4);
    let rounds = prop_oneof![3 => vec(places.clone(), 1), 1 => vec(places, 2)];
    let barrier = (2..=3usize, rounds, option::weighted(0.15, 0..3usize))
        .prop_map(|(threads, rounds, misses)| RawBarrier { threads, rounds, misses });
    match flavour {
        Flavour::Barriers => barrier.prop_map(Some).boxed(),
        Flavour::Choices => option::weighted(0.1, barrier).boxed(),
        _ => Just(None).boxed(),
    }
}

/// A statement that has to do with the flavour's resources, or does not.
fn with_resources(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    // Critical sections, attempts, semaphores, conditions, choices, ends of objects, anything else.
    let [sections, attempts, semaphores, conditions, choices, frees, others] = match flavour {
        Flavour::Locks => [8, 0, 0, 0, 0, 0, 4],
        Flavour::TryLocks => [4, 6, 0, 0, 0, 0, 3],
        Flavour::Semaphores => [1, 0, 8, 0, 0, 0, 4],
        Flavour::Barriers => [2, 0, 1, 0, 0, 0, 5],
        Flavour::Conditions => [2, 0, 0, 8, 0, 0, 1],
        Flavour::Objects => [1, 0, 1, 0, 0, 2, 10],
        _ => [3, 0, 1, 1, 4, 0, 4],
    };
    prop_oneof![
        sections => section(flavour),
        attempts => (0..2u8, inside(flavour)).prop_map(|(mutex, body)| RawStmt::TryCritical { mutex, body }),
        semaphores => semaphore(),
        conditions => condition(),
        choices => (2..=3u64).prop_map(RawStmt::Choose),
        frees => (0..2u8).prop_map(RawStmt::Free),
        others => statement(flavour),
    ]
    .boxed()
}

/// A critical section, maybe with another one in it.
fn section(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let nested = || {
        let critical = critical(inside(flavour));
        prop_oneof![4 => simple(flavour), 2 => critical]
    };
    let hand_over = (0..2u8, vec(simple(flavour), 0..=1), vec(simple(flavour), 0..=1), vec(simple(flavour), 0..=1))
        .prop_map(|(mutex, first, both, second)| RawStmt::HandOver { mutex, first, both, second });
    // Sometimes whether the mutex is taken depends on a value.
    let maybe = (super::test(), vec(critical(inside(flavour)), 1..=1), vec(simple(flavour), 0..=1))
        .prop_map(|(test, then, otherwise)| RawStmt::If { test, then, otherwise });
    prop_oneof![8 => critical(vec(nested(), 0..=2)), 1 => hand_over, 1 => maybe].boxed()
}

fn critical(body: impl Strategy<Value = Vec<RawStmt>> + 'static) -> BoxedStrategy<RawStmt> {
    (0..2u8, body, proptest::bool::weighted(0.9), proptest::bool::weighted(0.05))
        .prop_map(|(mutex, body, leaves, again)| RawStmt::Critical { mutex, body, leaves, again })
        .boxed()
}

/// What is done in a critical section.
fn inside(flavour: Flavour) -> impl Strategy<Value = Vec<RawStmt>> {
    vec(simple(flavour), 0..=2)
}

fn semaphore() -> BoxedStrategy<RawStmt> {
    let wait = (0..2u8).prop_map(RawStmt::SemWait);
    let post = (0..2u8).prop_map(RawStmt::SemPost);
    prop_oneof![1 => wait, 1 => post].boxed()
}

fn condition() -> BoxedStrategy<RawStmt> {
    let wait = (0..2u8, 0..2u8, option::of(0..2u8)).prop_map(|(condition, mutex, unless)| RawStmt::Await {
        condition,
        mutex,
        unless,
    });
    let notify = (0..2u8, option::weighted(0.7, 0..2u8), option::of(0..2u8), any::<bool>())
        .prop_map(|(condition, mutex, loc, all)| RawStmt::Notify { condition, mutex, loc, all });
    prop_oneof![1 => wait, 1 => notify].boxed()
}
