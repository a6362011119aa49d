//! Random programs in which much depends on earlier reads, truly or only syntactically.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use raddle_graph::Mode;

use super::raw::{RawOperand, RawProgram, RawResources, RawStmt};
use super::{Flavour, Size, test};
use crate::Sketch;

/// Programs of a flavour and size.
pub(super) fn programs(flavour: Flavour, size: Size) -> BoxedStrategy<Sketch> {
    let bodies = vec(body(flavour, size.statements), 2..=size.threads.max(2));
    let init = option::weighted(0.1, vec(0..2u64, 1..=2)).prop_map(Option::unwrap_or_default);
    let locations = match flavour {
        Flavour::OneLocation => prop_oneof![3 => Just(1u8), 1 => Just(2)].boxed(),
        _ => prop_oneof![3 => Just(2u8), 2 => Just(3)].boxed(),
    };
    (init, bodies, locations)
        .prop_map(|(init, bodies, locations)| {
            RawProgram { init, bodies, spawns: None, locations, resources: RawResources::default() }.sketch()
        })
        .boxed()
}

/// The statements of a thread. One that begins with a read and ends with a write is half of a cycle.
fn body(flavour: Flavour, statements: usize) -> BoxedStrategy<Vec<RawStmt>> {
    let buffering = (read(flavour), vec(statement(flavour), 0..=statements.saturating_sub(2)), write(flavour))
        .prop_map(|(first, mut rest, last)| {
            rest.insert(0, first);
            rest.push(last);
            rest
        });
    let any = vec(statement(flavour), 1..=statements.max(1));
    prop_oneof![2 => buffering, 1 => any].boxed()
}

fn statement(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    // Reads, writes, fences, branches, assumptions.
    let [reads, writes, fences, branches, assumptions] = match flavour {
        Flavour::Buffering => [6, 6, 2, 3, 1],
        Flavour::OneLocation => [6, 5, 1, 2, 1],
        _ => [5, 6, 1, 2, 1],
    };
    let choose = (0..2u8).prop_map(|_| RawStmt::Choose(2));
    prop_oneof![
        reads => read(flavour),
        writes => write(flavour),
        fences => fence(),
        branches => branch(flavour),
        assumptions => test().prop_map(RawStmt::Assume),
        1 => prop_oneof![9 => test().prop_map(RawStmt::Assert), 1 => choose],
    ]
    .boxed()
}

/// A branch, often with the same statements on both sides.
fn branch(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let inner = || prop_oneof![1 => read(flavour), 3 => write(flavour)];
    let same = (test(), inner()).prop_map(|(test, inner)| RawStmt::If {
        test,
        then: vec![inner.clone()],
        otherwise: vec![inner],
    });
    let different = (test(), vec(inner(), 0..=2), vec(inner(), 0..=1))
        .prop_map(|(test, then, otherwise)| RawStmt::If { test, then, otherwise });
    prop_oneof![1 => same, 2 => different].boxed()
}

fn read(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let modes = || mode(&[Mode::Na, Mode::Rlx, Mode::Acq, Mode::Sc]);
    let load = (loc(), modes()).prop_map(|(loc, mode)| RawStmt::Load { loc, mode, wait: None });
    let [cells, updates] = special(flavour);
    let cell = (loc(), operand(), modes()).prop_map(|(base, index, mode)| RawStmt::LoadAt { base, index, mode });
    prop_oneof![6 => load, cells => cell, updates => update(flavour)].boxed()
}

fn write(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let modes = || mode(&[Mode::Na, Mode::Rlx, Mode::Rel, Mode::Sc]);
    let store = (loc(), operand(), modes()).prop_map(|(loc, value, mode)| RawStmt::Store { loc, value, mode });
    let [cells, updates] = special(flavour);
    let cell = (loc(), operand(), operand(), modes()).prop_map(|(base, index, value, mode)| RawStmt::StoreAt {
        base,
        index,
        value,
        mode,
    });
    prop_oneof![6 => store, cells => cell, updates => update(flavour)].boxed()
}

/// The weights, beside six ordinary accesses, of accesses with computed addresses and of updates.
fn special(flavour: Flavour) -> [u32; 2] {
    match flavour {
        Flavour::Buffering => [1, 1],
        Flavour::Cells => [6, 1],
        Flavour::OneLocation => [0, 2],
        _ => [0, 9],
    }
}

fn update(flavour: Flavour) -> BoxedStrategy<RawStmt> {
    let modes = || mode(&[Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc]);
    if flavour == Flavour::Reservations {
        return (loc(), operand(), modes(), modes(), option::weighted(0.2, loc()))
            .prop_map(|(loc, value, load, store, between)| RawStmt::Reserved { loc, value, load, store, between })
            .boxed();
    }
    let add =
        (loc(), operand(), modes()).prop_map(|(loc, value, mode)| RawStmt::FetchAdd { loc, value, mode, wait: None });
    let swap =
        (loc(), operand(), modes()).prop_map(|(loc, value, mode)| RawStmt::Exchange { loc, value, mode, wait: None });
    let expected = prop_oneof![
        3 => (0..2u64).prop_map(|plus| RawOperand { register: None, cancels: false, plus }),
        2 => operand(),
    ];
    let failure = mode(&[Mode::Rlx, Mode::Acq, Mode::Sc]);
    let cas = (loc(), expected, operand(), modes(), failure, proptest::bool::weighted(0.2)).prop_map(
        |(loc, expected, desired, success, failure, weak)| RawStmt::CompareExchange {
            loc,
            expected,
            desired,
            success,
            failure,
            weak,
            wait: false,
        },
    );
    prop_oneof![1 => add, 1 => swap, 1 => cas].boxed()
}

fn fence() -> BoxedStrategy<RawStmt> {
    prop::sample::select(&[Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc][..]).prop_map(RawStmt::Fence).boxed()
}

/// One of the orders, most often relaxed: an ordered access forbids the cycles that are of interest.
fn mode(modes: &'static [Mode]) -> BoxedStrategy<Mode> {
    prop_oneof![1 => prop::sample::select(modes), 2 => Just(Mode::Rlx)].boxed()
}

fn loc() -> impl Strategy<Value = u8> {
    0..3u8
}

/// A constant, or a value that depends on a register, truly or only syntactically.
fn operand() -> impl Strategy<Value = RawOperand> {
    let constant = (1..3u64).prop_map(|plus| RawOperand { register: None, cancels: false, plus });
    let real =
        (0..4u8, 0..2u64).prop_map(|(register, plus)| RawOperand { register: Some(register), cancels: false, plus });
    let fake =
        (0..4u8, 1..3u64).prop_map(|(register, plus)| RawOperand { register: Some(register), cancels: true, plus });
    prop_oneof![4 => constant, 3 => real, 1 => fake]
}
