//! What only this enumerator finds: executions with cycles of program order and reads-from. (That it agrees with the
//! other one where both have a say is tested with that one.)

use raddle_graph::{Label, Mode, UpdateOp};

use super::super::tests::{Op, Straight, X, Y, values_read};
use super::*;
use crate::Limits;
use Mode::Rlx;
use Op::{Assume, Join, R, Spawn, U, W, WriteLast};

const EVERYTHING: fn(&Candidate, &Relation) -> bool = |_, _| true;

fn all_of(threads: &[&[Op]], mut judge: impl FnMut(&Candidate, &Relation) -> bool) -> BTreeSet<Execution> {
    let program = Straight { threads: threads.iter().map(|ops| ops.to_vec()).collect() };
    executions_under(&program, &mut judge, Guessing::default()).expect("litmus tests are small")
}

/// A machine that keeps dependencies and coherence, and nothing else.
fn keeps_dependencies(candidate: &Candidate, _: &Relation) -> bool {
    let Candidate { rf, external, addr, data, ctrl, .. } = candidate;
    ((rf & external) | addr | data | ctrl).is_acyclic()
}

fn outcomes(executions: &BTreeSet<Execution>) -> BTreeSet<Vec<Value>> {
    executions.iter().map(values_read).collect()
}

#[test]
fn load_buffering() {
    let found = all_of(&[&[R(X, Rlx), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]], EVERYTHING);
    assert_eq!(found.len(), 4);
    assert!(outcomes(&found).contains(&vec![1, 1]));
}

#[test]
fn a_value_is_not_guessed_out_of_thin_air_but_may_depend_on_itself() {
    let threads: [&[Op]; 2] = [&[R(X, Rlx), WriteLast(Y, Rlx)], &[R(Y, Rlx), WriteLast(X, Rlx)]];
    // Each reads 0, from the beginning or from the other.
    let found = all_of(&threads, EVERYTHING);
    assert_eq!((found.len(), outcomes(&found)), (4, BTreeSet::from([vec![0, 0]])));
    assert_eq!(all_of(&threads, keeps_dependencies).len(), 3);
}

#[test]
fn values_that_grow_are_bounded_by_the_writes_there_are() {
    let add: [Op; 1] = [U(X, Rlx, UpdateOp::Add(1))];
    let found = all_of(&[&add, &add, &add], EVERYTHING);
    assert_eq!(found.len(), 6);
}

#[test]
fn what_an_assumption_depends_on_is_kept() {
    let threads: [&[Op]; 2] = [&[R(X, Rlx), Assume(1), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]];
    let both = |found: BTreeSet<Execution>| outcomes(&found).contains(&vec![1, 1]);
    assert!(both(all_of(&threads, EVERYTHING)));
    // Only the first thread's write waits for its read.
    assert!(both(all_of(&threads, keeps_dependencies)));
    let threads: [&[Op]; 2] = [&[R(X, Rlx), Assume(1), W(Y, Rlx, 1)], &[R(Y, Rlx), Assume(1), W(X, Rlx, 1)]];
    assert!(!both(all_of(&threads, keeps_dependencies)));
}

#[test]
fn threads_that_wait_for_each_other_wait_for_good() {
    let found = all_of(&[&[Join(1)], &[Join(0)]], EVERYTHING);
    assert_eq!(found.len(), 1);
    assert!(found.iter().all(|execution| execution.threads.iter().all(Vec::is_empty)));
    // A thread is not joined before it is started.
    let found = all_of(&[&[Join(1), Spawn(1)], &[]], EVERYTHING);
    assert_eq!(found.len(), 1);
}

#[test]
fn a_thread_that_waits_for_another_goes_on() {
    // Nothing is written before the thread is joined, so that waiting is all that there is to guess.
    let found = all_of(&[&[Spawn(1), Join(1), W(X, Rlx, 1)], &[], &[R(X, Rlx)]], EVERYTHING);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|execution| execution.threads[0].len() == 3));
}

#[test]
fn a_guess_shows_states_and_memory() {
    let program = Straight { threads: vec![vec![W(X, Rlx, 1), W(X, Rlx, 2)], vec![W(X, Rlx, 3)]] };
    let mut last = BTreeSet::new();
    let flow = for_each_candidate(&program, Guessing::default(), &Run::default(), &mut |guess| {
        assert!(guess.state(ThreadId(1)).is_some() && guess.state(ThreadId(2)).is_none());
        assert_eq!(guess.memory(Address(Y)), None);
        last.extend(guess.memory(Address(X)));
        ControlFlow::Continue(())
    });
    assert_eq!((flow, last), (Guessed::All, BTreeSet::from([2, 3])));
    let flow = for_each_candidate(&program, Guessing::default(), &Run::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(flow, Guessed::Broken);
}

#[test]
fn what_is_left_out_at_once_is_exactly_what_coherence_and_atomicity_forbid() {
    let add: Op = U(X, Rlx, UpdateOp::Add(1));
    let threads: [&[Op]; 3] = [&[R(X, Rlx), add, R(X, Rlx)], &[W(X, Rlx, 1), R(X, Rlx)], &[add]];
    let program = Straight { threads: threads.iter().map(|ops| ops.to_vec()).collect() };
    let mut judge = |candidate: &Candidate, co: &Relation| {
        let Candidate { po, loc, rf, rmw, external, .. } = candidate;
        let fr = rf.inverse().seq(co);
        let between = (&fr & external).seq(&(co & external));
        ((po & loc) | rf | co | fr).is_acyclic() && (rmw & between).is_empty()
    };
    let found = |coherent, judge: &mut dyn FnMut(&Candidate, &Relation) -> bool| {
        executions_under(&program, judge, Guessing { coherent, ..Guessing::default() }).expect("it is small")
    };
    let coherent = found(true, &mut |_, _| true);
    assert_eq!(coherent, found(false, &mut judge));
    assert!(coherent.len() > 20);
    let reads = coherent.iter().flat_map(|execution| execution.events());
    assert!(reads.filter(|(_, event)| matches!(event.label, Label::Read { .. })).all(|(_, event)| event.rf.is_some()));
}

#[test]
fn too_large_a_program_is_not_judged() {
    let program = Straight { threads: vec![vec![W(X, Rlx, 1), R(X, Rlx)]; 2] };
    let few = Guessing { limit: 20, ..Guessing::default() };
    assert!(executions_under(&program, &mut |_, _| true, few).is_none());
}

#[test]
fn guessing_ends_with_its_run() {
    let program = Straight { threads: vec![vec![W(X, Rlx, 1), R(X, Rlx)]; 3] };
    let run = Run::new(Limits { max_work: Some(1), ..Limits::default() });
    let guessed = for_each_candidate(&program, Guessing::default(), &run, &mut |_| ControlFlow::Continue(()));
    assert_eq!(guessed, Guessed::Over(Limit::MaxWork));
}
