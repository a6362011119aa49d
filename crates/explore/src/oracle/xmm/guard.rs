//! The guard: each cycle of a graph must contain a reads-from edge that answers to a race which could close a cycle, in a graph
//! that was reached before. So programs without such races behave as under RC20.

use std::collections::BTreeSet;

use raddle_graph::{Address, Label, Mode, Relation, ThreadId};
use raddle_models::axioms::{Candidate, rc20_happens_before};

use super::view::View;

/// The thread of the read, the location, the thread of the write.
pub(super) type Class = (ThreadId, Address, ThreadId);

/// The classes of the graph's races that could close a cycle: a read and a write of one location, of different threads, that
/// happens-before does not order, one of them at most relaxed; the write is not the read's source; the read is before the write
/// by a path of `porf` on which a step from a read to a write of its thread changes the location; and there is no path of
/// `rpo | rf`.
pub(super) fn classes(graph: &View) -> BTreeSet<Class> {
    let Candidate { po, rf, sync, loc, reads, writes, external, .. } = &graph.candidate;
    let hb = rc20_happens_before(&graph.candidate);
    let step = (po | sync).plus().restrict_domain(reads).restrict_range(writes);
    let onwards = rf.seq(&step).star();
    let backwards = step.seq(rf).star();
    let path = backwards.seq(&(&step - loc)).seq(&onwards);
    let ordered = (&graph.rpo | rf).plus();
    let races = ((path & loc & external) - hb.inverse()) - &hb - &ordered - rf.inverse();
    let class = |(read, write)| {
        let (Label::Read { addr, mode, .. }, Label::Write { mode: of_write, .. }) =
            (graph.candidate.label(read), graph.candidate.label(write))
        else {
            unreachable!("paths lead from reads to writes")
        };
        let is_weak = !mode.is_acquire() || !Mode::is_release(of_write);
        is_weak.then_some((graph.thread(read)?, addr, graph.thread(write)?))
    };
    races.pairs().filter_map(class).collect()
}

/// Does each cycle of the core contain a reads-from edge of one of the classes?
pub(super) fn is_guarded(core: &View, classes: &BTreeSet<Class>) -> bool {
    let Candidate { po, rf, sync, .. } = &core.candidate;
    let answers = |write: usize, read: usize| {
        let class = (core.thread(read), core.candidate.label(read).addr(), core.thread(write));
        matches!(class, (Some(t), Some(addr), Some(u)) if classes.contains(&(t, addr, u)))
    };
    let others = Relation::from_pairs(core.candidate.size(), rf.pairs().filter(|&(write, read)| !answers(write, read)));
    (po | sync | others).is_acyclic()
}
