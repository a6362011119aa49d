//! Single executions that a model must allow or forbid for a named reason, and races.

use std::borrow::Cow;
use std::collections::BTreeMap;

use raddle_graph::{Address, Event, EventId, Label, Mode, Source, ThreadEnd, ThreadId, Value};

use super::*;
use Mode::{Acq, Na, Rel, Rlx, Sc};
use ModelName::{Pso, Ra, Rc11, Tso};

const X: Address = Address(1);
const Y: Address = Address(2);

fn id(thread: u16, index: u32) -> EventId {
    EventId { thread: ThreadId(thread), index }
}

fn read(addr: Address, mode: Mode, value: Value, from: Option<EventId>) -> Event {
    let label = Label::Read { addr, mode, value, exclusive: false };
    Event { label, rf: Some(from.map_or(Source::Init, Source::Event)) }
}

fn write(addr: Address, mode: Mode, value: Value) -> Event {
    other(Label::Write { addr, mode, value, exclusive: false })
}

fn other(label: Label) -> Event {
    Event { label, rf: None }
}

/// An update as its two halves.
fn update(addr: Address, mode: Mode, old: Value, new: Value, from: Option<EventId>) -> [Event; 2] {
    let label = Label::Read { addr, mode, value: old, exclusive: true };
    let read = Event { label, ..read(addr, mode, old, from) };
    [read, other(Label::Write { addr, mode, value: new, exclusive: true })]
}

fn execution(threads: &[&[Event]], co: &[(Address, &[EventId])]) -> Execution {
    Execution {
        threads: threads.iter().map(|events| events.to_vec()).collect(),
        ends: vec![ThreadEnd::Finished; threads.len()],
        co: Some(co.iter().map(|&(addr, order)| (addr, order.to_vec())).collect()),
        init: BTreeMap::new(),
        dependencies: BTreeMap::new(),
    }
}

/// The axiom that fails under each model, in the order of `ModelName::WITHOUT_DEPENDENCIES`.
fn failing(execution: &Execution) -> [Cow<'static, str>; 6] {
    ModelName::WITHOUT_DEPENDENCIES
        .map(|model| check(model, execution).map_or_else(|violation| violation.axiom, |()| "-".into()))
}

fn racing(execution: &Execution) -> [usize; 6] {
    let candidate = Candidate::new(execution).unwrap();
    ModelName::WITHOUT_DEPENDENCIES.map(|model| races(&candidate, model).len())
}

#[test]
fn a_forbidden_outcome_names_its_axiom() {
    let sb = |w, r| {
        let left = [write(X, w, 1), read(Y, r, 0, None)];
        let right = [write(Y, w, 1), read(X, r, 0, None)];
        execution(&[&left, &right], &[(X, &[id(0, 0)]), (Y, &[id(1, 0)])])
    };
    assert_eq!(failing(&sb(Rlx, Rlx)), ["SC", "-", "-", "-", "-", "-"]);
    assert_eq!(failing(&sb(Sc, Sc)), ["SC", "ORDER", "ORDER", "SC", "SC", "SC"]);

    let mp = |w, r| {
        let left = [write(X, Na, 1), write(Y, w, 1)];
        let right = [read(Y, r, 1, Some(id(0, 1))), read(X, Na, 0, None)];
        execution(&[&left, &right], &[(X, &[id(0, 0)]), (Y, &[id(0, 1)])])
    };
    assert_eq!(failing(&mp(Rlx, Rlx)), ["SC", "ORDER", "-", "COHERENCE", "-", "-"]);
    assert_eq!(failing(&mp(Rel, Acq)), ["SC", "ORDER", "ORDER", "COHERENCE", "COHERENCE", "COHERENCE"]);
    assert_eq!(failing(&mp(Rel, Na)), ["SC", "ORDER", "ORDER", "-", "-", "-"]);

    let lb = [[read(X, Rlx, 1, Some(id(1, 1))), write(Y, Rlx, 1)], [read(Y, Rlx, 1, Some(id(0, 1))), write(X, Rlx, 1)]];
    let lb = execution(&[&lb[0], &lb[1]], &[(X, &[id(1, 1)]), (Y, &[id(0, 1)])]);
    assert_eq!(failing(&lb), ["NO-THIN-AIR"; 6]);

    let backwards = execution(&[&[write(X, Rlx, 1), write(X, Rlx, 2)]], &[(X, &[id(0, 1), id(0, 0)])]);
    assert_eq!(failing(&backwards), ["SC", "SCPV", "SCPV", "COHERENCE", "COHERENCE", "COHERENCE"]);
}

#[test]
fn a_write_cannot_come_between_the_halves_of_an_update() {
    let add = update(X, Rlx, 0, 1, None);
    let between = execution(&[&add, &[write(X, Rlx, 7)]], &[(X, &[id(1, 0), id(0, 1)])]);
    assert_eq!(failing(&between), ["ATOMICITY"; 6]);
    let violation = check(Rc11, &between).unwrap_err();
    assert_eq!(violation.to_string(), "ATOMICITY does not hold: T0.0 → T1.0 → T0.1");
    let after = execution(&[&add, &[write(X, Rlx, 7)]], &[(X, &[id(0, 1), id(1, 0)])]);
    assert_eq!(failing(&after), ["-"; 6]);
}

#[test]
fn without_coherence_some_order_must_do() {
    let readers =
        |a: EventId, b: EventId, value: [Value; 2]| [read(X, Rlx, value[0], Some(a)), read(X, Rlx, value[1], Some(b))];
    let up = readers(id(0, 0), id(1, 0), [1, 2]);
    let down = readers(id(1, 0), id(0, 0), [2, 1]);
    let writers = [[write(X, Rlx, 1)], [write(X, Rlx, 2)]];
    let mut agree = execution(&[&writers[0], &writers[1], &up, &up], &[]);
    agree.co = None;
    assert_eq!(failing(&agree), ["-"; 6]);
    let mut differ = execution(&[&writers[0], &writers[1], &up, &down], &[]);
    differ.co = None;
    assert_eq!(failing(&differ), ["no coherence order"; 6]);
}

#[test]
fn only_updates_continue_a_release_sequence_in_cpp20() {
    // The flag is stored again by the thread that released it, and the second store is read.
    let left = [write(X, Na, 1), write(Y, Rel, 1), write(Y, Rlx, 2)];
    let right = [read(Y, Acq, 2, Some(id(0, 2))), read(X, Na, 0, None)];
    let again = execution(&[&left, &right], &[(X, &[id(0, 0)]), (Y, &[id(0, 1), id(0, 2)])]);
    assert_eq!(failing(&again), ["SC", "ORDER", "ORDER", "COHERENCE", "COHERENCE", "-"]);
    assert_eq!(racing(&again)[4..], [0, 1]);

    // An update of a third thread stands between the two.
    let left = [write(X, Na, 1), write(Y, Rel, 1)];
    let right = [read(Y, Acq, 2, Some(id(1, 1))), read(X, Na, 0, None)];
    let updated = update(Y, Rlx, 1, 2, Some(id(0, 1)));
    let updated = execution(&[&left, &updated, &right], &[(X, &[id(0, 0)]), (Y, &[id(0, 1), id(1, 1)])]);
    assert_eq!(failing(&updated)[4..], ["COHERENCE", "COHERENCE"]);
}

#[test]
fn the_order_of_seq_cst_goes_through_accesses_of_one_location_in_cpp20() {
    // The first thread's seq_cst store comes before the second's seq_cst load along program order, happens-before and program
    // order, but the first of these steps stays at one location.
    let first = [write(X, Sc, 1), write(X, Rel, 2)];
    let second = [read(X, Acq, 2, Some(id(0, 1))), read(Y, Sc, 0, None)];
    let third = [write(Y, Sc, 1), read(X, Sc, 0, None)];
    let detour = execution(&[&first, &second, &third], &[(X, &[id(0, 0), id(0, 1)]), (Y, &[id(2, 0)])]);
    assert_eq!(failing(&detour), ["SC", "ORDER", "ORDER", "-", "-", "SC"]);
}

#[test]
fn what_is_no_execution_is_said_to_be_malformed() {
    let cases = [
        execution(&[&[read(X, Rlx, 1, None)]], &[]),
        execution(&[&[read(X, Rlx, 0, Some(id(4, 4)))]], &[]),
        execution(&[&[write(Y, Rlx, 0), read(X, Rlx, 0, Some(id(0, 0)))]], &[(Y, &[id(0, 0)])]),
        execution(&[&[Event { rf: None, ..read(X, Rlx, 0, None) }]], &[]),
        execution(&[&[write(X, Rlx, 0)]], &[]),
        execution(&[&[write(X, Rlx, 0)]], &[(Y, &[id(0, 0)])]),
        execution(&[&[write(X, Rlx, 0)]], &[(X, &[id(0, 0), id(0, 0)])]),
        execution(&[&[write(X, Rlx, 0)]], &[(X, &[]), (Y, &[])]),
    ];
    for case in &cases {
        assert_eq!(failing(case), ["WELL-FORMED"; 6], "{case:?}");
    }
}

#[test]
fn unordered_plain_accesses_race_in_language_models() {
    let apart = execution(&[&[write(X, Na, 1)], &[write(X, Rlx, 2)]], &[(X, &[id(0, 0), id(1, 0)])]);
    assert_eq!(racing(&apart), [1, 0, 0, 1, 1, 1]);
    let atomic = execution(&[&[write(X, Rlx, 1)], &[write(X, Rlx, 2)]], &[(X, &[id(0, 0), id(1, 0)])]);
    assert_eq!(racing(&atomic), [0; 6]);
    let reads = execution(&[&[read(X, Na, 0, None)], &[read(X, Na, 0, None)]], &[]);
    assert_eq!(racing(&reads), [0; 6]);

    let passed = |w, r| {
        let left = [write(X, Na, 1), write(Y, w, 1)];
        let right = [read(Y, r, 1, Some(id(0, 1))), read(X, Na, 1, Some(id(0, 0)))];
        execution(&[&left, &right], &[(X, &[id(0, 0)]), (Y, &[id(0, 1)])])
    };
    assert_eq!(racing(&passed(Rlx, Rlx)), [0, 0, 0, 0, 1, 1]);
    assert_eq!(racing(&passed(Rel, Acq)), [0; 6]);
    let candidate = Candidate::new(&passed(Na, Na)).unwrap();
    assert_eq!(races(&candidate, Ra), [(id(0, 0), id(1, 1)), (id(0, 1), id(1, 0))]);

    let parent =
        [write(X, Na, 1), other(Label::Spawn { thread: ThreadId(1) }), other(Label::Join { thread: ThreadId(1) })];
    let child = [write(X, Na, 2)];
    let late = [other(Label::Join { thread: ThreadId(1) }), write(X, Na, 3)];
    let nested = execution(&[&parent, &child, &late], &[(X, &[id(0, 0), id(1, 0), id(2, 1)])]);
    assert_eq!(racing(&nested), [0; 6]);
}

#[test]
fn the_search_for_coherence_finds_what_plain_enumeration_finds() {
    // Three writers of two locations and two readers: of all 36 orders, those that are accepted one by one.
    let threads = [
        [write(X, Rlx, 1), write(Y, Rlx, 2)],
        [write(Y, Rel, 3), write(X, Sc, 4)],
        [write(X, Rlx, 5), write(Y, Rlx, 6)],
        [read(X, Rlx, 1, Some(id(0, 0))), read(X, Acq, 4, Some(id(1, 1)))],
        [read(X, Rlx, 5, Some(id(2, 0))), read(Y, Rlx, 0, None)],
    ];
    let threads: Vec<&[Event]> = threads.iter().map(|events| &events[..]).collect();
    let permuted = |[a, b, c]: [EventId; 3]| {
        [vec![a, b, c], vec![a, c, b], vec![b, a, c], vec![b, c, a], vec![c, a, b], vec![c, b, a]]
    };
    let candidate = Candidate::new(&execution(&threads, &[])).unwrap();
    for model in ModelName::WITHOUT_DEPENDENCIES {
        let mut expected = Vec::new();
        for x in permuted([id(0, 0), id(1, 1), id(2, 0)]) {
            for y in permuted([id(0, 1), id(1, 0), id(2, 1)]) {
                let co = Coherence::from([(X, x.clone()), (Y, y)]);
                if consistent(model, &candidate, &candidate.coherence(&co).unwrap()) {
                    expected.push(co);
                }
            }
        }
        expected.sort();
        let mut found = coherence_orders(&candidate, &Judge::new(model, &candidate));
        found.sort();
        assert_eq!(found, expected, "{model}");
        assert!(!found.is_empty() && found.len() < 36, "{model}: {}", found.len());
    }
}

#[test]
fn on_a_machine_a_store_passes_only_what_nothing_holds_back() {
    let fence = |mode| other(Label::Fence { mode, on: None });
    // 2+2W with a fence in each thread: only stores are reordered.
    let with = |middle: &[Event]| {
        let thread = |first: Event, second: Event| [&[first], middle, &[second]].concat();
        let left = thread(write(X, Rlx, 1), write(Y, Rlx, 2));
        let right = thread(write(Y, Rlx, 1), write(X, Rlx, 2));
        let last = left.len() as u32 - 1;
        execution(&[&left, &right], &[(X, &[id(1, last), id(0, 0)]), (Y, &[id(0, last), id(1, 0)])])
    };
    for (middle, pso) in [
        (vec![], "-"),
        (vec![fence(Acq)], "-"),
        (vec![fence(Rel)], "ORDER"),
        (vec![fence(Mode::AcqRel)], "ORDER"),
        (vec![fence(Sc)], "ORDER"),
    ] {
        assert_eq!(failing(&with(&middle))[1..3], ["ORDER", pso], "{middle:?}");
    }
    assert!(check(Tso, &with(&[])).is_err() && check(Pso, &with(&[])).is_ok());
}
