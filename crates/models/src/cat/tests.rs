//! The language on small executions: values of operators, recursion, types, checks, flags, explanations.

mod errors;
mod operators;

use std::collections::BTreeMap;

use raddle_graph::{Address, Event, EventId, Execution, Label, Mode, Relation, Source, ThreadEnd, ThreadId};

use super::{CatModel, Evaluator};
use crate::axioms::Candidate;

const X: Address = Address(1);
const Y: Address = Address(2);

fn model(text: &str) -> CatModel {
    CatModel::parse("test.cat", text, &|_| None).unwrap_or_else(|error| panic!("{error}"))
}

fn id(thread: u16, index: u32) -> EventId {
    EventId { thread: ThreadId(thread), index }
}

fn read(addr: Address, mode: Mode, value: u64, from: Option<EventId>) -> Event {
    let label = Label::Read { addr, mode, value, exclusive: false };
    Event { label, rf: Some(from.map_or(Source::Init, Source::Event)) }
}

fn write(addr: Address, mode: Mode, value: u64) -> Event {
    Event { label: Label::Write { addr, mode, value, exclusive: false }, rf: None }
}

fn execution(threads: &[&[Event]]) -> (Candidate, Relation) {
    let execution = Execution {
        threads: threads.iter().map(|events| events.to_vec()).collect(),
        ends: vec![ThreadEnd::Finished; threads.len()],
        co: None,
        init: BTreeMap::new(),
        dependencies: BTreeMap::new(),
    };
    let candidate = Candidate::new(&execution).unwrap();
    let co = candidate.initial_coherence();
    (candidate, co)
}

/// Store buffering: elements 0 and 1 are the initial writes, 2 and 3 the first thread, 4 and 5 the second.
fn store_buffering() -> (Candidate, Relation) {
    execution(&[
        &[write(X, Mode::Rlx, 1), read(Y, Mode::Rlx, 0, None)],
        &[write(Y, Mode::Rel, 1), read(X, Mode::Acq, 0, None)],
    ])
}

#[test]
fn checks_name_what_fails_and_show_the_cycle() {
    let (candidate, co) = store_buffering();
    let sc = model("acyclic po-loc | com as SCPV acyclic po | com as SC");
    let violation = Evaluator::new(&sc).check(&candidate, &co).unwrap_err();
    assert_eq!(violation.axiom, "SC");
    assert_eq!(violation.to_string(), "SC does not hold: T0.0 → T0.1 → T1.0 → T1.1");
    let weak = model("acyclic po-loc | com as SCPV");
    assert_eq!(Evaluator::new(&weak).check(&candidate, &co), Ok(()));
    let negated = model("~ acyclic po | com as weak");
    assert_eq!(Evaluator::new(&negated).check(&candidate, &co), Ok(()));
}

#[test]
fn explanations_name_edges() {
    let (candidate, co) = store_buffering();
    let sc = model("let order = po | sync let hb = (order | com)+ irreflexive hb as SC");
    let explanation = Evaluator::new(&sc).explain(&candidate, &co).unwrap();
    let edges: Vec<String> =
        explanation.edges.iter().map(|edge| format!("{} -{}-> {}", edge.from, edge.relation, edge.to)).collect();
    assert_eq!(edges, ["T0.0 -po-> T0.1", "T0.1 -fr-> T1.0", "T1.0 -po-> T1.1", "T1.1 -fr-> T0.0"]);
    assert!(explanation.is_cycle);
}

#[test]
fn flags_give_pairs() {
    let (candidate, co) = store_buffering();
    let flagging =
        model("flag ~empty (fr & ext) as reads-old flag ~empty rmw as updates undefined_unless empty IW as init");
    let flags = Evaluator::new(&flagging).flags(&candidate, &co);
    assert_eq!(flags.iter().map(|flag| flag.name.as_str()).collect::<Vec<_>>(), ["reads-old", "init"]);
    assert_eq!(flags[0].pairs.len(), 2);
}

#[test]
fn values_are_computed_again_when_what_they_depend_on_changes() {
    let (mut candidate, co) = store_buffering();
    let sc = model("acyclic po | com as SC");
    let mut evaluator = Evaluator::new(&sc);
    assert!(!evaluator.allows(&candidate, &co));
    // The second thread's read now reads the first thread's write.
    candidate.rf.remove(0, 5);
    candidate.rf.insert(2, 5);
    evaluator.reload_reads();
    assert!(evaluator.allows_coherence(&candidate, &co));
    assert!(!evaluator.allows(&store_buffering().0, &co));
}

#[test]
fn a_prefix_may_not_depend_on_coherence() {
    let error = CatModel::parse("m.cat", "let prefix = po | fr", &|_| None).unwrap_err();
    assert_eq!(error.to_string(), "m.cat:1:5: `prefix` depends on coherence");
    let (candidate, _) = store_buffering();
    let with = model("let prefix = rfe | [R] ; po");
    assert!(with.has_prefix() && !with.tracks_dependencies() && model("acyclic addr").tracks_dependencies());
    let prefix = Evaluator::new(&with).prefix(&candidate);
    assert_eq!(prefix.pairs().collect::<Vec<_>>(), [(0, 5), (1, 3)]);
}

#[test]
fn axioms_that_lose_pairs_as_coherence_grows_are_left_until_it_is_complete() {
    let (candidate, _) = execution(&[&[write(X, Mode::Rlx, 1)], &[write(X, Mode::Rlx, 2)]]);
    let some = candidate.initial_coherence();
    let total = model("empty (W * W & loc) \\ (co | co^-1 | id) as total");
    let mut evaluator = Evaluator::new(&total);
    evaluator.load(&candidate);
    assert!(evaluator.may_allow(&candidate, &some) && !evaluator.allows_coherence(&candidate, &some));
}
