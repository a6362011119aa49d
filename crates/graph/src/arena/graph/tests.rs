//! The three things done to a graph, and that each is undone exactly.

use super::{Graph, Synchronisation};
use crate::arena::clock::Lane;
use crate::arena::node::{Kind, Loc, Slot};
use crate::{Address, Execution, Group, Mode, Standing, ThreadEnd, ThreadId};

type TestGraph = Graph<(), 4>;

const T0: ThreadId = ThreadId(0);
const T1: ThreadId = ThreadId(1);

fn graph(sync: Synchronisation) -> (TestGraph, Loc, Loc) {
    // SAFETY: each test has one graph.
    #[expect(unsafe_code, reason = "tests make graphs")]
    let mut graph = unsafe { Graph::new(sync, [((), Standing::Moves, true), ((), Standing::Moves, true)]) };
    let x = graph.locate(Address(1), || (0, None));
    let y = graph.locate(Address(2), || (0, None));
    (graph, x, y)
}

fn write(graph: &mut TestGraph, thread: ThreadId, loc: Loc, mode: Mode, value: u64) -> Slot {
    let write = graph.begin(thread, Kind::Write { loc, exclusive: false }, mode);
    graph.node_mut(write).value = value;
    graph.link(write);
    graph.set_message(write);
    graph.place(write, graph.location(loc).co.len());
    write
}

fn read(graph: &mut TestGraph, thread: ThreadId, loc: Loc, mode: Mode, source: Slot) -> Slot {
    let read = graph.begin(thread, Kind::Read { loc, exclusive: false }, mode);
    graph.link(read);
    graph.set_source(read, source);
    read
}

fn fence(graph: &mut TestGraph, thread: ThreadId, mode: Mode) -> Slot {
    let fence = graph.begin(thread, Kind::Fence, mode);
    graph.link(fence);
    graph.set_fence(fence);
    fence
}

fn record(graph: &TestGraph) -> Execution {
    graph.record(|()| ThreadEnd::Finished, true)
}

#[test]
fn taking_back_leaves_nothing_behind() {
    let (mut graph, x, _) = graph(Synchronisation::AsLabelled);
    let empty = record(&graph);
    let first = write(&mut graph, T0, x, Mode::Rel, 1);
    read(&mut graph, T1, x, Mode::Acq, first);
    while !graph.trail().is_empty() {
        graph.pop();
    }
    assert_eq!(record(&graph), empty);
    assert_eq!(graph.location(x).co.len(), 1);
}

#[test]
fn a_cut_keeps_the_prefix_and_restoring_brings_back_the_rest() {
    let (mut graph, x, y) = graph(Synchronisation::AsLabelled);
    let init_x = graph.location(x).initial;
    // T1 reads x, then writes y; T0 writes y and x. The write of x revisits the read.
    let reader = read(&mut graph, T1, x, Mode::Rlx, init_x);
    write(&mut graph, T1, y, Mode::Rlx, 7);
    let kept = write(&mut graph, T0, y, Mode::Rlx, 8);
    let revisiting = write(&mut graph, T0, x, Mode::Rlx, 1);
    let before = record(&graph);
    graph.unplace(revisiting);

    let (cut, revisited) = graph.cut(reader, revisiting);
    graph.set_source(revisited, revisiting);
    assert_eq!(graph.trail(), [revisited, kept, revisiting]);
    assert_eq!(graph.node(revisited).value, 1);
    assert_eq!(graph.location(y).co, [graph.location(y).initial, kept]);

    graph.restore(cut);
    graph.place(revisiting, 1);
    assert_eq!(record(&graph), before);
    assert_eq!(graph.readers(init_x).collect::<Vec<_>>(), [reader]);
}

/// Every event of the trail, with its idea of where it is there.
fn trail(graph: &TestGraph) -> Vec<(Slot, u32)> {
    graph.trail().iter().map(|&slot| (slot, graph.node(slot).stamp)).collect()
}

#[test]
fn what_is_kept_between_deleted_events_moves_down_and_up_again() {
    let (mut graph, x, y) = graph(Synchronisation::AsLabelled);
    let init_x = graph.location(x).initial;
    let first = read(&mut graph, T0, x, Mode::Rlx, init_x);
    let reader = read(&mut graph, T1, x, Mode::Rlx, init_x);
    let second = write(&mut graph, T0, y, Mode::Rlx, 1);
    let deleted = write(&mut graph, T1, y, Mode::Rlx, 2);
    let third = write(&mut graph, T0, y, Mode::Rlx, 3);
    read(&mut graph, T1, y, Mode::Rlx, deleted);
    let newest = write(&mut graph, T0, x, Mode::Rlx, 4);
    let (before, trail_before) = (record(&graph), trail(&graph));

    let cut = graph.cut_before(0, graph.node(newest).porf);
    assert_eq!(trail(&graph), [(first, 0), (second, 1), (third, 2), (newest, 3)]);
    graph.restore(cut);
    assert_eq!((record(&graph), trail(&graph)), (before.clone(), trail_before.clone()));

    graph.unplace(newest);
    let (cut, revisited) = graph.cut(reader, newest);
    graph.set_source(revisited, newest);
    assert_eq!(trail(&graph), [(first, 0), (revisited, 1), (second, 2), (third, 3), (newest, 4)]);
    graph.restore(cut);
    graph.place(newest, 1);
    assert_eq!((record(&graph), trail(&graph)), (before, trail_before));
}

#[test]
fn a_copy_can_be_taken_back_on_its_own() {
    let (mut graph, x, _) = graph(Synchronisation::AsLabelled);
    let first = write(&mut graph, T0, x, Mode::Rlx, 1);
    read(&mut graph, T1, x, Mode::Sc, first);
    let then = record(&graph);
    let later = write(&mut graph, T1, x, Mode::Sc, 2);
    graph.lower(later);
    read(&mut graph, T0, x, Mode::Rlx, first);
    let now = record(&graph);
    let mut copy = graph.clone();
    copy.pop();
    copy.pop();
    assert_eq!((record(&copy), record(&graph)), (then, now));
    assert_eq!(copy.readers(first).count(), 1);
    assert!(copy.is_co_last(first) && copy.has_sc_events());
}

#[test]
fn threads_stand_where_their_newest_event_left_them() {
    let (mut graph, x, _) = graph(Synchronisation::AsLabelled);
    let (first, second) = (Lane::of(T0), Lane::of(T1));
    let event = write(&mut graph, T0, x, Mode::Rlx, 1);
    graph.advance(event, (), Standing::Finished);
    assert_eq!(graph.group(Group::Over).collect::<Vec<_>>(), [first]);
    assert_eq!(graph.group(Group::Movers).collect::<Vec<_>>(), [second]);
    graph.pop();
    assert!(graph.group(Group::Over).is_empty() && graph.standing(T0) == Standing::Moves);
    assert!(!graph.all_are_over() && !graph.is_accessed(x));
}

#[test]
fn an_acquire_read_of_a_release_write_synchronises() {
    for (release, acquire, expected) in
        [(Mode::Rel, Mode::Acq, true), (Mode::Rlx, Mode::Acq, false), (Mode::Rel, Mode::Rlx, false)]
    {
        let (mut graph, x, y) = graph(Synchronisation::AsLabelled);
        let data = write(&mut graph, T0, x, Mode::Rlx, 1);
        let flag = write(&mut graph, T0, y, release, 1);
        let reader = read(&mut graph, T1, y, acquire, flag);
        let node = graph.node(data);
        assert_eq!(graph.node(reader).hb.contains(node.lane, node.index), expected, "{release} {acquire}");
        assert!(graph.in_prefix(data, reader), "porf does not ask for modes");
    }
}

#[test]
fn fences_synchronise_through_relaxed_accesses() {
    let (mut graph, x, y) = graph(Synchronisation::AsLabelled);
    let data = write(&mut graph, T0, x, Mode::Rlx, 1);
    fence(&mut graph, T0, Mode::Rel);
    let flag = write(&mut graph, T0, y, Mode::Rlx, 1);
    let reader = read(&mut graph, T1, y, Mode::Rlx, flag);
    let learns = fence(&mut graph, T1, Mode::Acq);
    let (lane, index) = (graph.node(data).lane, graph.node(data).index);
    assert!(!graph.node(reader).hb.contains(lane, index));
    assert!(graph.node(learns).hb.contains(lane, index));
}

#[test]
fn where_all_atomics_synchronise_plain_accesses_still_do_not() {
    for (mode, expected) in [(Mode::Rlx, true), (Mode::Na, false)] {
        let (mut graph, x, y) = graph(Synchronisation::AllAtomics);
        let data = write(&mut graph, T0, x, Mode::Rlx, 1);
        let flag = write(&mut graph, T0, y, mode, 1);
        let reader = read(&mut graph, T1, y, Mode::Rlx, flag);
        let node = graph.node(data);
        assert_eq!(graph.node(reader).hb.contains(node.lane, node.index), expected, "{mode}");
    }
}

/// A graph with a bit of everything, in a state in which events are deleted.
fn cut_graph() -> (TestGraph, Loc, Slot) {
    let (mut graph, x, y) = graph(Synchronisation::AsLabelled);
    let init_x = graph.location(x).initial;
    let reader = read(&mut graph, T1, x, Mode::Acq, init_x);
    write(&mut graph, T1, y, Mode::Rlx, 7);
    fence(&mut graph, T0, Mode::Sc);
    let revisiting = write(&mut graph, T0, x, Mode::Rel, 1);
    graph.check_invariants();
    graph.unplace(revisiting);
    let (cut, revisited) = graph.cut(reader, revisiting);
    graph.check_invariants();
    graph.set_source(revisited, revisiting);
    graph.place(revisiting, 1);
    graph.check_invariants();
    let mut restored = graph.clone();
    restored.unplace(revisiting);
    restored.restore(cut);
    restored.check_invariants();
    (graph, x, revisited)
}

#[test]
fn a_damaged_graph_is_noticed() {
    let is_sound = |damage: &dyn Fn(&mut TestGraph, Loc, Slot)| {
        let (mut graph, x, read) = cut_graph();
        damage(&mut graph, x, read);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| graph.check_invariants())).is_ok()
    };
    assert!(is_sound(&|_, _, _| {}));
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).value += 1), "a value that its source does not have");
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).stamp += 1), "a wrong place in the trail");
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).rf = None), "a list of readers with others in it");
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).porf.set(Lane::of(T0), 0)), "a prefix without its source");
    assert!(
        !is_sound(&|graph, _, read| graph.node_mut(read).hb.set(Lane::of(T1), 9)),
        "more than its prefix happens before it"
    );
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).prev_access = Some(read)), "a wrong chain of accesses");
    assert!(!is_sound(&|graph, x, _| graph.location_mut(x).co.truncate(1)), "a placed write in no list");
    assert!(!is_sound(&|graph, x, _| graph.location_mut(x).accessors.remove(Lane::of(T0))), "a forgotten access");
    assert!(
        !is_sound(&|graph, _, read| graph.node_mut(read).standing = Standing::Stuck),
        "a thread that stands elsewhere"
    );
    assert!(!is_sound(&|graph, _, read| graph.node_mut(read).races = true), "a race that is not counted");
}
