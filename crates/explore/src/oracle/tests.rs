//! Litmus tests whose executions were counted by hand, under every model.

use raddle_graph::{Dependencies, Label, Mode, ReadSet, Relation, Width};

use super::*;
use crate::{FailureId, Features};
use Mode::{Acq, AcqRel, Rel, Rlx, Sc};
use Op::{Assert, Assume, Choose, F, Join, R, Reserve, Spawn, StoreIf, U, W, WriteLast};

/// An instruction of a straight-line thread.
#[derive(Clone, Copy)]
pub(super) enum Op {
    R(u64, Mode),
    W(u64, Mode, Value),
    /// Writes what was read last.
    WriteLast(u64, Mode),
    U(u64, Mode, UpdateOp),
    Reserve(u64),
    /// Writes the location that was reserved.
    StoreIf(u64, Value),
    /// Takes a value below this.
    Choose(Value),
    F(Mode),
    Spawn(u16),
    Join(u16),
    /// Blocks unless this was read last.
    Assume(Value),
    /// Fails unless this was read last.
    Assert(Value),
}

pub(super) const X: u64 = 1;
pub(super) const Y: u64 = 2;

pub(super) struct Straight {
    pub(super) threads: Vec<Vec<Op>>,
}

#[derive(Clone)]
pub(super) struct At {
    thread: usize,
    next: usize,
    last: Value,
    action: Action,
    /// How many events there were.
    events: u32,
    /// The last read.
    read: ReadSet,
    /// The reads on which an assumption or assertion depended.
    ctrl: ReadSet,
}

impl Straight {
    /// Runs up to the next action.
    fn run(&self, at: &mut At) {
        at.action = loop {
            let Some(&op) = self.threads[at.thread].get(at.next) else {
                break Action::Finish;
            };
            break match op {
                R(addr, mode) => Action::Read { addr: Address(addr), mode, awaits: true },
                W(addr, mode, value) => Action::Write { addr: Address(addr), mode, value },
                WriteLast(addr, mode) => Action::Write { addr: Address(addr), mode, value: at.last },
                U(addr, mode, op) => Action::Update { addr: Address(addr), mode, op, width: Width::W32, awaits: true },
                Reserve(addr) => Action::Reserve { addr: Address(addr), mode: Rlx },
                StoreIf(addr, value) => Action::Conditional { addr: Address(addr), mode: Rlx, value },
                Choose(count) => Action::Choose { count },
                F(mode) => Action::Fence { mode, on: None },
                Spawn(thread) => Action::Spawn { thread: ThreadId(thread) },
                Join(thread) => Action::Join { thread: ThreadId(thread) },
                Assume(value) if at.last != value => Action::Block,
                Assert(value) if at.last != value => Action::Fail(FailureId(0)),
                Assume(_) | Assert(_) => {
                    at.ctrl.extend(&at.read);
                    at.next += 1;
                    continue;
                }
            };
        };
    }

    fn is_spawned(&self, thread: ThreadId) -> bool {
        self.threads.iter().flatten().any(|op| matches!(op, Spawn(child) if *child == thread.0))
    }
}

impl Program for Straight {
    type State = At;

    fn features(&self) -> Features {
        Features {
            threads: self.threads.len(),
            reservations: false,
            updates: true,
            weak_exchanges: true,
            waits: false,
            sections: None,
            loose_control: false,
            enumerable: true,
        }
    }

    fn starts(&self, thread: ThreadId) -> bool {
        !self.is_spawned(thread)
    }

    fn initial_value(&self, addr: Address) -> Value {
        if addr.0 >= 100 { addr.0 } else { 0 }
    }

    fn start(&self, thread: ThreadId) -> At {
        let mut at = At {
            thread: thread.index(),
            next: 0,
            last: 0,
            action: Action::Finish,
            events: 0,
            read: ReadSet::default(),
            ctrl: ReadSet::default(),
        };
        self.run(&mut at);
        at
    }

    fn action<'a>(&self, state: &'a At) -> &'a Action {
        &state.action
    }

    fn dependencies(&self, state: &At) -> Dependencies {
        let writes_last = matches!(self.threads[state.thread].get(state.next), Some(WriteLast(..)));
        let data = if writes_last { state.read.clone() } else { ReadSet::default() };
        Dependencies { data, ctrl: state.ctrl.clone(), ..Dependencies::default() }
    }

    fn step(&self, state: &mut At, answer: Answer) {
        match state.action {
            Action::Read { .. } | Action::Update { .. } | Action::Reserve { .. } => {
                state.last = answer.value;
                state.read = ReadSet::from_iter([state.events]);
            }
            Action::Choose { .. } => {
                state.last = answer.value;
                state.read = ReadSet::default();
            }
            _ => {}
        }
        state.events += 1 + u32::from(answer.stored);
        state.next += 1;
        self.run(state);
    }
}

fn all_of(threads: &[&[Op]], model: ModelName, equivalence: Equivalence) -> BTreeSet<Execution> {
    let program = Straight { threads: threads.iter().map(|ops| ops.to_vec()).collect() };
    let found = executions(&program, model, equivalence, false, 100_000).expect("litmus tests are small");
    if equivalence == Equivalence::Mo {
        // The other enumerator finds the same, if the same axioms judge it.
        let mut judge = |candidate: &Candidate, co: &Relation| Judge::new(model, candidate).check(co).is_ok();
        for coherent in [true, false] {
            let guessing = Guessing { coherent, ..Guessing::default() };
            let guessed = executions_under(&program, &mut judge, guessing).expect("litmus tests are small");
            let forget = |execution| Execution { dependencies: BTreeMap::new(), ..execution };
            assert_eq!(guessed.into_iter().map(forget).collect::<BTreeSet<_>>(), found, "{model}");
        }
    }
    found
}

/// Checks the counts under sc, tso, pso, ra, and under rc11 and rc20, for each write and its place in coherence.
fn expect(name: &str, threads: &[&[Op]], counts: [usize; 5]) {
    for (model, count) in ModelName::WITHOUT_DEPENDENCIES.into_iter().zip(counts.into_iter().chain([counts[4]])) {
        assert_eq!(all_of(threads, model, Equivalence::Mo).len(), count, "{name} under {model}");
    }
}

/// The same, coherence aside.
fn expect_wb(name: &str, threads: &[&[Op]], counts: [usize; 5]) {
    for (model, count) in ModelName::WITHOUT_DEPENDENCIES.into_iter().zip(counts.into_iter().chain([counts[4]])) {
        assert_eq!(all_of(threads, model, Equivalence::Wb).len(), count, "{name} under {model}");
    }
}

/// The values read by an execution, thread by thread.
pub(super) fn values_read(execution: &Execution) -> Vec<Value> {
    let read = |event: &Event| match event.label {
        Label::Read { value, .. } => Some(value),
        _ => None,
    };
    execution.threads.iter().flatten().filter_map(read).collect()
}

#[test]
fn store_buffering() {
    let sb = |w, r| [[W(X, w, 1), R(Y, r)], [W(Y, w, 1), R(X, r)]];
    let [a, b] = sb(Rlx, Rlx);
    expect("SB", &[&a, &b], [3, 4, 4, 4, 4]);
    let [a, b] = sb(Rel, Acq);
    expect("SB+rel+acq", &[&a, &b], [3, 4, 4, 4, 4]);
    let [a, b] = sb(Sc, Sc);
    expect("SB+sc", &[&a, &b], [3, 3, 3, 3, 3]);
    // An sc store is a store and a full fence on a machine; in RC11 the reads must be sc too.
    let [a, b] = sb(Sc, Rlx);
    expect("SB+sc+rlx", &[&a, &b], [3, 3, 3, 4, 4]);
    for (mode, counts) in [(Sc, [3, 3, 3, 3, 3]), (AcqRel, [3, 4, 4, 4, 4])] {
        let a = [W(X, Rlx, 1), F(mode), R(Y, Rlx)];
        let b = [W(Y, Rlx, 1), F(mode), R(X, Rlx)];
        expect("SB+fences", &[&a, &b], counts);
    }
    // A full fence in one thread only is not enough.
    expect("SB+fence", &[&[W(X, Rlx, 1), F(Sc), R(Y, Rlx)], &[W(Y, Rlx, 1), R(X, Rlx)]], [3, 4, 4, 4, 4]);
    // An update of another location is a full fence on a machine.
    let add = UpdateOp::Add(1);
    let a = [W(X, Rlx, 1), U(8, Rlx, add), R(Y, Rlx)];
    let b = [W(Y, Rlx, 1), U(9, Rlx, add), R(X, Rlx)];
    expect("SB+updates", &[&a, &b], [3, 3, 3, 4, 4]);
}

#[test]
fn message_passing() {
    let mp = |w, r| [[W(X, Rlx, 1), W(Y, w, 1)], [R(Y, r), R(X, Rlx)]];
    let [a, b] = mp(Rlx, Rlx);
    expect("MP", &[&a, &b], [3, 3, 4, 3, 4]);
    let [a, b] = mp(Rel, Acq);
    expect("MP+rel+acq", &[&a, &b], [3, 3, 3, 3, 3]);
    let [a, b] = mp(Rel, Rlx);
    expect("MP+rel+rlx", &[&a, &b], [3, 3, 3, 3, 4]);
    for (left, right, pso, rc11) in [(Rel, Acq, 3, 3), (AcqRel, AcqRel, 3, 3), (Acq, Acq, 4, 4), (Sc, Sc, 3, 3)] {
        let a = [W(X, Rlx, 1), F(left), W(Y, Rlx, 1)];
        let b = [R(Y, Rlx), F(right), R(X, Rlx)];
        expect("MP+fences", &[&a, &b], [3, 3, pso, 3, rc11]);
    }
}

#[test]
fn a_release_sequence_goes_through_updates_and_later_stores_of_its_thread() {
    let add = UpdateOp::Add(1);
    // y ends at 2 only through the update of what was released.
    let a = [W(X, Rlx, 1), W(Y, Rel, 1)];
    let c = [R(Y, Acq), Assume(2), R(X, Rlx), Assert(1)];
    for (middle, fails) in [([U(Y, Rlx, add)], false), ([W(Y, Rlx, 2)], true)] {
        let found = all_of(&[&a, &middle, &c], ModelName::Rc11, Equivalence::Mo);
        assert_eq!(found.iter().any(|execution| execution.ends[2] == ThreadEnd::Failed), fails);
    }
    let a = [W(X, Rlx, 1), W(Y, Rel, 1), W(Y, Rlx, 2)];
    let found = all_of(&[&a, &c], ModelName::Rc11, Equivalence::Mo);
    assert!(found.iter().all(|execution| execution.ends[1] != ThreadEnd::Failed));
    assert!(found.iter().any(|execution| execution.ends[1] == ThreadEnd::Finished));
}

#[test]
fn load_buffering() {
    expect("LB", &[&[R(X, Rlx), W(Y, Rlx, 1)], &[R(Y, Rlx), W(X, Rlx, 1)]], [3; 5]);
    // Only 0 is ever read, but from the initial write or from the other thread's.
    expect("LB+data", &[&[R(X, Rlx), WriteLast(Y, Rlx)], &[R(Y, Rlx), WriteLast(X, Rlx)]], [3; 5]);
}

#[test]
fn coherence_of_reads() {
    expect("CoRR", &[&[W(X, Rlx, 1)], &[R(X, Rlx), R(X, Rlx)]], [3; 5]);
    // With 1 before 2 the reads go up in 6 ways; the same with 2 before 1.
    let threads: [&[Op]; 3] = [&[W(X, Rlx, 1)], &[W(X, Rlx, 2)], &[R(X, Rlx), R(X, Rlx)]];
    expect("CoRR2", &threads, [12; 5]);
    // (0,0), (0,1), (0,2), (1,1), (2,2), (1,2), (2,1).
    expect_wb("CoRR2", &threads, [7; 5]);
    // Two threads may not see the two writes in different orders: of 7 * 7, (1,2) with (2,1) and the reverse are out.
    let threads: [&[Op]; 4] = [&[W(X, Rlx, 1)], &[W(X, Rlx, 2)], &[R(X, Rlx), R(X, Rlx)], &[R(X, Rlx), R(X, Rlx)]];
    expect_wb("CoRR4", &threads, [47; 5]);
    expect("CoRR4", &threads, [72; 5]);
    expect("CoWW, CoWR", &[&[W(X, Rlx, 1), W(X, Rlx, 2), R(X, Rlx)]], [1; 5]);
    // The thread's own write is before or after the other's; read both ways only in the latter case.
    expect("CoWR", &[&[W(X, Rlx, 1), R(X, Rlx)], &[W(X, Rlx, 2)]], [3; 5]);
    // Reads 0: 2 orders. Reads 2: the own write is after it.
    expect("CoRW", &[&[R(X, Rlx), W(X, Rlx, 1)], &[W(X, Rlx, 2)]], [3; 5]);
}

#[test]
fn two_plus_two_writes() {
    let of = |mode| [[W(X, mode, 1), W(Y, mode, 2)], [W(Y, mode, 1), W(X, mode, 2)]];
    let [a, b] = of(Rlx);
    expect("2+2W", &[&a, &b], [3, 3, 4, 4, 4]);
    expect_wb("2+2W", &[&a, &b], [1; 5]);
    let [a, b] = of(Rel);
    expect("2+2W+rel", &[&a, &b], [3, 3, 3, 4, 4]);
    let [a, b] = of(Sc);
    expect("2+2W+sc", &[&a, &b], [3; 5]);
}

#[test]
fn independent_reads_of_independent_writes() {
    let readers = |mode| [[R(X, mode), R(Y, mode)], [R(Y, mode), R(X, mode)]];
    for (write, read, ra, rc11) in [(Rlx, Rlx, 16, 16), (Rel, Acq, 16, 16), (Sc, Sc, 15, 15)] {
        let [a, b] = readers(read);
        let threads: [&[Op]; 4] = [&[W(X, write, 1)], &[W(Y, write, 1)], &a, &b];
        expect("IRIW", &threads, [15, 15, 15, ra, rc11]);
    }
    let a = [R(X, Rlx), F(Sc), R(Y, Rlx)];
    let b = [R(Y, Rlx), F(Sc), R(X, Rlx)];
    expect("IRIW+fences", &[&[W(X, Rlx, 1)], &[W(Y, Rlx, 1)], &a, &b], [15; 5]);
}

#[test]
fn rc11_is_weaker_than_c11_where_sc_accesses_meet_release_writes() {
    // Z6.U of "Repairing sequential consistency in C/C++11", section 2.1.
    let threads: [&[Op]; 3] =
        [&[W(X, Sc, 1), W(Y, Rel, 1)], &[U(Y, Sc, UpdateOp::Add(1)), R(Y, Rlx)], &[W(Y, Sc, 3), R(X, Sc)]];
    let weak =
        |model| all_of(&threads, model, Equivalence::Wb).iter().any(|execution| values_read(execution) == [1, 3, 0]);
    assert!(weak(ModelName::Rc11));
    for model in [ModelName::Sc, ModelName::Tso, ModelName::Pso] {
        assert!(!weak(model), "{model}");
    }
}

#[test]
fn updates_are_atomic() {
    let add: [Op; 1] = [U(X, Rlx, UpdateOp::Add(1))];
    expect("2 updates", &[&add, &add], [2; 5]);
    expect("3 updates", &[&add, &add, &add], [6; 5]);
    expect_wb("3 updates", &[&add, &add, &add], [6; 5]);
    // In coherence the write is last, or first and then read by the update; it is never in between.
    expect("update and write", &[&add, &[W(X, Rlx, 5)]], [2; 5]);
}

#[test]
fn compare_exchange() {
    let cas = |desired, weak| [U(X, AcqRel, UpdateOp::CompareExchange { expected: 0, desired, failure: Acq, weak })];
    expect("2 CAS", &[&cas(1, false), &cas(2, false)], [2; 5]);
    expect("2 weak CAS without spurious failures", &[&cas(1, true), &cas(2, true)], [2; 5]);
    let program = Straight { threads: vec![cas(1, true).to_vec(), cas(2, true).to_vec()] };
    for model in ModelName::WITHOUT_DEPENDENCIES {
        // One succeeds and the other reads 0 or its value (2 * 2), or both fail.
        let found = executions(&program, model, Equivalence::Mo, true, 1000).unwrap();
        assert_eq!(found.len(), 5, "{model}");
        let failed = |event: &Event| matches!(event.label, Label::Read { exclusive: false, mode: Acq, .. });
        assert_eq!(found.iter().filter(|e| e.threads.iter().flatten().filter(|e| failed(e)).count() == 2).count(), 1);
    }
}

#[test]
fn starting_and_joining_threads_orders_their_events() {
    let parent = [W(X, Rlx, 1), Spawn(1), W(X, Rlx, 2), Join(1), R(X, Rlx)];
    // The child's write is before or after the parent's second, and the last of them is read.
    expect("fork and join", &[&parent, &[W(X, Rlx, 3)]], [2; 5]);
    // The child cannot miss the first write.
    expect("fork", &[&[W(X, Rlx, 1), Spawn(1)], &[R(X, Rlx)]], [1; 5]);
    // Nor can a grandchild, nor who joins a thread without events.
    expect("fork twice", &[&[W(X, Rlx, 1), Spawn(1)], &[Spawn(2)], &[R(X, Rlx)]], [1; 5]);
    expect("join an empty thread", &[&[W(X, Rlx, 1), Spawn(1)], &[], &[Join(1), R(X, Rlx)]], [1; 5]);
    // A start is a full barrier on a machine, and only there.
    let a = [W(X, Rlx, 1), Spawn(2), R(Y, Rlx)];
    let b = [W(Y, Rlx, 1), Spawn(3), R(X, Rlx)];
    expect("SB+starts", &[&a, &b, &[], &[]], [3, 3, 3, 4, 4]);
}

#[test]
fn threads_end_in_different_ways() {
    let threads: [&[Op]; 5] =
        [&[R(X, Rlx), Assume(1)], &[W(X, Rlx, 1), Assert(1)], &[Join(0)], &[Assume(1), Spawn(4)], &[]];
    let found = all_of(&threads, ModelName::Rc11, Equivalence::Mo);
    let ends: Vec<_> = found.iter().map(|execution| execution.ends.clone()).collect();
    use ThreadEnd::{Blocked, Failed, Finished, NotStarted};
    assert_eq!(ends.len(), 2);
    assert!(ends.contains(&vec![Blocked, Failed, Blocked, Blocked, NotStarted]));
    assert!(ends.contains(&vec![Finished, Failed, Finished, Blocked, NotStarted]));
}

#[test]
fn an_execution_says_where_it_starts_and_how_writes_are_ordered() {
    let found = all_of(&[&[R(100, Rlx), W(X, Rlx, 1)], &[R(X, Rlx), Assume(1)]], ModelName::Rc11, Equivalence::Mo);
    assert_eq!(found.len(), 2);
    let written = EventId { thread: ThreadId(0), index: 1 };
    for execution in &found {
        assert_eq!(execution.init, BTreeMap::from([(Address(100), 100)]));
        assert_eq!(execution.co, Some(BTreeMap::from([(Address(X), vec![written])])));
        assert_eq!(raddle_models::axioms::check(ModelName::Rc11, execution), Ok(()));
    }
}

#[test]
fn too_large_a_program_is_not_judged() {
    let threads: Vec<Vec<Op>> = vec![vec![W(X, Rlx, 1), R(X, Rlx)]; 2];
    let program = Straight { threads };
    assert!(executions(&program, ModelName::Sc, Equivalence::Mo, false, 5).is_none());
    assert!(executions(&program, ModelName::Sc, Equivalence::Mo, false, 1000).is_some());
}

#[test]
fn a_conditional_write_needs_a_reservation_that_nobody_else_broke() {
    let add = [Reserve(X), StoreIf(X, 1)];
    // Both reserve the initial value: only one of them can then write. One after the other is fine.
    expect("2 conditional writes", &[&add, &add], [2; 5]);
    // A plain write is before or after both halves.
    expect("conditional write and write", &[&add, &[W(X, Rlx, 5)]], [2; 5]);
    // Two reservations of one value that are not used are only reads.
    expect("reservations", &[&[Reserve(X)], &[Reserve(X)], &[W(X, Rlx, 1)]], [4; 5]);
    // There is no execution in which it succeeds without a reservation, or a second time.
    expect("without reservation", &[&[StoreIf(X, 1)]], [0; 5]);
    expect("another reservation", &[&[Reserve(X), Reserve(Y), StoreIf(X, 1)]], [0; 5]);
    expect("used twice", &[&[Reserve(X), StoreIf(X, 1), StoreIf(X, 2)]], [0; 5]);
    expect("or not at all", &[&[Choose(2), Assume(1), Reserve(X), StoreIf(X, 1)]], [2; 5]);
}
