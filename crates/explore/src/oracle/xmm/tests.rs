//! Programs whose executions under XMM were counted by hand or are published.

use std::time::Duration;

use raddle_graph::{Address, Mode, UpdateOp};
use raddle_models::axioms::Candidate;

use super::super::tests::{Op, Straight, X, Y, values_read};
use super::*;
use crate::Limits;
use Mode::{Acq, Rel, Rlx, Sc};
use Op::{Join, R, Spawn, U, W, WriteLast};

fn program(threads: &[&[Op]]) -> Straight {
    Straight { threads: threads.iter().map(|ops| ops.to_vec()).collect() }
}

fn reached(threads: &[&[Op]], rules: XmmRules, guard: bool) -> Reached {
    let options = XmmOptions { rules, guard, ..XmmOptions::default() };
    reached_by_xmm(&program(threads), options, Guessing::default(), &Run::default()).expect("litmus tests are small")
}

fn count(threads: &[&[Op]]) -> usize {
    reached(threads, XmmRules::Thesis, true).executions.len()
}

#[test]
fn load_buffering_is_allowed_unless_something_orders_it() {
    let lb = |read, write| count(&[&[R(X, read), W(Y, write, 1)], &[R(Y, read), W(X, write, 1)]]);
    assert_eq!(lb(Rlx, Rlx), 4);
    assert_eq!(lb(Acq, Rlx), 3);
    assert_eq!(lb(Rlx, Rel), 3);
    // Sequentially consistent accesses order, too.
    assert_eq!(lb(Sc, Rlx), 3);
    assert_eq!(lb(Rlx, Sc), 3);
}

#[test]
fn the_literal_rules_allow_more() {
    let acquire: [&[Op]; 2] = [&[R(X, Acq), W(Y, Rlx, 1)], &[R(Y, Acq), W(X, Rlx, 1)]];
    assert_eq!(reached(&acquire, XmmRules::Literal, true).executions.len(), 4);
    assert_eq!(reached(&acquire, XmmRules::Vf, true).executions.len(), 3);
}

#[test]
fn values_do_not_come_from_nowhere() {
    // Both threads copy: the cycle of zeros needs a race, and there is none that is not one of zeros.
    let copies: [&[Op]; 2] = [&[R(X, Rlx), WriteLast(Y, Rlx)], &[R(Y, Rlx), WriteLast(X, Rlx)]];
    let found = reached(&copies, XmmRules::Thesis, true);
    assert!(found.executions.iter().all(|execution| values_read(execution).iter().all(|&value| value == 0)));
    assert_eq!(found.executions.len(), 4);
}

#[test]
fn an_update_may_be_part_of_a_cycle() {
    let add = U(X, Rlx, UpdateOp::Add(1));
    assert_eq!(count(&[&[R(Y, Rlx), add], &[add, W(Y, Rel, 1)]]), 4);
    let both: [&[Op]; 2] = [&[add, U(Y, Rlx, UpdateOp::Add(1))], &[U(Y, Rlx, UpdateOp::Add(1)), add]];
    assert_eq!(count(&both), 4);
}

#[test]
fn three_commits_may_be_needed_at_once() {
    let [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6];
    let threads: [&[Op]; 2] = [
        &[R(a, Rlx), W(b, Rlx, 1), R(c, Rlx), W(d, Rlx, 1), R(e, Rlx), W(f, Rlx, 1)],
        &[R(f, Rlx), W(e, Rlx, 1), R(d, Rlx), W(c, Rlx, 1), R(b, Rlx), W(a, Rlx, 1)],
    ];
    let found = reached(&threads, XmmRules::Thesis, true);
    assert!(found.executions.iter().any(|execution| values_read(execution).iter().all(|&value| value == 1)));
}

#[test]
fn starting_and_joining_threads_orders() {
    let children: [&[Op]; 3] = [&[Spawn(1), R(X, Rlx), W(Y, Rlx, 1), Join(1)], &[R(Y, Rlx), W(X, Rlx, 1)], &[]];
    assert_eq!(count(&children), 4);
    let joined: [&[Op]; 2] = [&[Spawn(1), R(X, Rlx), Join(1), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]];
    assert_eq!(count(&joined), 2);
}

#[test]
fn what_is_known_of_the_search_adds_up() {
    let found = reached(&[&[R(X, Rlx), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]], XmmRules::Thesis, true);
    let Reached { consistent, acyclic, cores, justified, rounds, .. } = found;
    assert_eq!((consistent, acyclic, cores, justified, rounds), (4, 3, 1, 1, 1));
}

#[test]
fn it_ends_with_its_run_and_within_its_limit() {
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    let threads: [&[Op]; 2] = [&[R(X, Rlx), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]];
    let ended = reached_by_xmm(&program(&threads), XmmOptions::default(), Guessing::default(), &Run::new(limits));
    assert!(matches!(ended, Err(Guessed::Over(_))));
    let few = Guessing { limit: 10, ..Guessing::default() };
    let ended = reached_by_xmm(&program(&threads), XmmOptions::default(), few, &Run::default());
    assert_eq!(ended, Err(Guessed::TooLarge));
}

#[test]
fn a_core_is_what_a_cycle_needs() {
    let found = reached(
        &[&[R(X, Rlx), W(Y, Rlx, 1), W(3, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1), R(3, Rlx)]],
        XmmRules::Thesis,
        true,
    );
    // One core, and two ways to go on from it.
    assert_eq!((found.cores, found.justified), (1, 1));
    let cyclic = found
        .executions
        .iter()
        .filter(|execution| Candidate::new(execution).is_ok_and(|candidate| candidate.has_porf_cycle()));
    assert_eq!(cyclic.count(), 2);
    assert!(found.executions.iter().all(|execution| execution.co.iter().flatten().any(|(&at, _)| at == Address(3))));
}
