//! Which states are found again, which are taken along, and which are forgotten.

use super::*;
use raddle_graph::{Address, Mode};
use raddle_program::{FailureId, Features};

/// One thread that adds up what it reads, for ever.
pub(crate) struct Sum;

impl Program for Sum {
    type State = (Value, Action);

    fn features(&self) -> Features {
        Features {
            threads: 1,
            reservations: false,
            updates: false,
            weak_exchanges: false,
            waits: false,
            loose_control: false,
            sections: None,
            enumerable: true,
        }
    }

    fn starts(&self, _: ThreadId) -> bool {
        true
    }

    fn initial_value(&self, _: Address) -> Value {
        0
    }

    fn start(&self, _: ThreadId) -> Self::State {
        (0, Action::Read { addr: Address(1), mode: Mode::Rlx, awaits: false })
    }

    fn action<'a>(&self, (_, action): &'a Self::State) -> &'a Action {
        action
    }

    fn step(&self, (sum, action): &mut Self::State, answer: Answer) {
        *sum += answer.value;
        if *sum > 1000 {
            *action = Action::Fail(FailureId(0));
        }
    }
}

fn read(value: Value) -> Answer {
    Answer { value, stored: false }
}

#[test]
fn the_same_answer_leads_to_the_same_state() {
    let mut states = States::new(&Sum, true, false);
    let start = states.add(Sum.start(ThreadId(0)));
    let after: Vec<_> = (0..40).map(|value| states.after(start, read(value), Branching::Multiple)).collect();
    for (value, &id) in (0..).zip(&after) {
        assert_eq!(states.after(start, read(value), Branching::Multiple), id);
        assert_eq!(states.get(id).0, value);
    }
    let failed = states.after(after[1], read(1000), Branching::Single);
    assert_eq!((states.standing(start), states.standing(failed)), (Standing::Reads, Standing::Stuck));
}

#[test]
fn what_is_held_is_not_forgotten_and_the_rest_is_computed_anew() {
    let mut states = States::new(&Sum, true, false);
    let start = states.add(Sum.start(ThreadId(0)));
    let (mut last, mut held) = (start, vec![start]);
    for value in 1..500 {
        last = states.after(last, read(value % 3), Branching::Single);
        if states.is_full(held.len()) {
            held.push(last);
            states.evict_all_but(held.iter().copied());
        }
    }
    assert!(states.entries.len() < 499 && held.len() > 2, "{} entries, {} held", states.entries.len(), held.len());
    assert_eq!(states.copy(last).0, 499);
    let again = (1..500).fold(start, |id, value| states.after(id, read(value % 3), Branching::Single));
    assert_eq!(states.copy(again).0, 499);
}

#[test]
fn a_state_that_was_not_kept_is_found_again() {
    let mut states = States::new(&Sum, true, false);
    let start = states.add(Sum.start(ThreadId(0)));
    let path: Vec<_> = (0..30)
        .scan(start, |id, _| {
            *id = states.after(*id, read(1), Branching::Single);
            Some(*id)
        })
        .collect();
    assert!(states.snapshots.states.len() < 8, "{} snapshots", states.snapshots.states.len());
    for (sum, &id) in (1..).zip(&path) {
        assert_eq!(states.copy(id).0, sum);
        let other = states.after(id, read(100), Branching::Single);
        assert_eq!(states.copy(other).0, sum + 100);
        assert_eq!(states.copy(id).0, sum);
    }
}

/// One thread that reads and keeps of each value only whether it is even.
struct Parity;

impl Program for Parity {
    /// How many values it read, the last one, and what it does.
    type State = (Value, Value, Action);

    fn features(&self) -> Features {
        Features {
            threads: 1,
            reservations: false,
            updates: false,
            weak_exchanges: false,
            waits: false,
            loose_control: false,
            sections: None,
            enumerable: true,
        }
    }

    fn starts(&self, _: ThreadId) -> bool {
        true
    }

    fn initial_value(&self, _: Address) -> Value {
        0
    }

    fn start(&self, _: ThreadId) -> Self::State {
        (0, 0, Action::Read { addr: Address(1), mode: Mode::Rlx, awaits: false })
    }

    fn action<'a>(&self, (.., action): &'a Self::State) -> &'a Action {
        action
    }

    fn step(&self, (count, last, _): &mut Self::State, answer: Answer) {
        (*count, *last) = (*count + 1, answer.value);
    }

    fn compares_states(&self) -> bool {
        true
    }

    fn is_equivalent(&self, one: &Self::State, other: &Self::State) -> bool {
        one.0 == other.0 && one.1 % 2 == other.1 % 2
    }
}

#[test]
fn answers_that_make_no_difference_lead_to_one_state() {
    let mut states = States::new(&Parity, true, false);
    let start = states.add(Parity.start(ThreadId(0)));
    for ways in [Branching::Single, Branching::Multiple] {
        let after: Vec<_> = (0..30).map(|value| states.after(start, read(value), ways)).collect();
        for (value, &id) in (0..).zip(&after) {
            assert_eq!(id, after[value as usize % 2]);
            assert_eq!((states.copy(id).0, states.copy(id).1 % 2), (1, value % 2));
        }
        assert_ne!(after[0], after[1]);
    }
}

#[test]
fn what_answers_lead_to_is_not_forgotten_before_the_answers_are() {
    let mut states = States::new(&Parity, true, false);
    let start = states.add(Parity.start(ThreadId(0)));
    let (mut at, mut trail) = (start, vec![start]);
    for round in 0..2000 {
        at = states.after(
            at,
            read(round * round % 13),
            if round % 3 == 0 { Branching::Multiple } else { Branching::Single },
        );
        trail.push(at);
        if round % 7 == 0 {
            trail.truncate(trail.len() / 2);
            trail.push(start);
            at = start;
        }
        let (count, last, _) = states.copy(at);
        assert_eq!(
            count as usize,
            if at == start { 0 } else { trail.iter().rev().take_while(|&&id| id != start).count() }
        );
        assert!(at == start || last % 2 == round * round % 13 % 2);
        if states.is_full(0) {
            states.evict_all_but(trail.iter().copied());
        }
    }
    assert!(!states.free.is_empty());
}
