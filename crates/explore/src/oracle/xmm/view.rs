//! A graph with the relations of which XMM's definition speaks.

use std::collections::BTreeSet;

use raddle_graph::{EventId, EventSet, Execution, Label, Mode, Relation, ThreadEnd, ThreadId};
use raddle_models::axioms::{Candidate, Node};

/// A graph.
pub(super) struct View {
    pub(super) candidate: Candidate,
    pub(super) co: Relation,
    /// What is kept in order whoever looks: `([R & atomic] ; po ; [F & ACQ] | [ACQ] ; po | po ; [REL] | [F & REL] ; po ;
    /// [W & atomic] | sync)+`.
    pub(super) rpo: Relation,
    /// `(po | rf | sync)+`.
    pub(super) porf: Relation,
}

impl View {
    pub(super) fn new(candidate: Candidate, co: Relation) -> View {
        let Candidate { po, rf, sync, .. } = &candidate;
        let porf = (&(po | rf) | sync).plus();
        let rpo = rpo(&candidate);
        View { candidate, co, rpo, porf }
    }

    /// The view of an execution or of a core.
    pub(super) fn of(execution: &Execution) -> View {
        let (Ok(candidate), Some(orders)) = (Candidate::new(execution), &execution.co) else {
            unreachable!("what was guessed is well-formed and has a coherence order")
        };
        let Ok(co) = candidate.coherence(orders) else { unreachable!("all writes of a core have their place") };
        View::new(candidate, co)
    }

    /// The thread of an element; `None` for initial writes.
    pub(super) fn thread(&self, element: usize) -> Option<ThreadId> {
        match self.candidate.node(element) {
            Node::Init(_) => None,
            Node::Event(id) => Some(id.thread),
        }
    }

    /// The events, initial writes left out.
    pub(super) fn events(&self) -> EventSet {
        EventSet::full(self.candidate.size()) - &self.candidate.init
    }

    /// A shortest cycle of the relations, each edge with the name of the first relation that has it.
    pub(super) fn named_cycle(
        &self,
        relations: &[(&Relation, &'static str)],
    ) -> Option<Vec<(Node, Node, &'static str)>> {
        let none = Relation::empty(self.candidate.size());
        let all = relations.iter().fold(none, |sum, (relation, _)| sum | *relation);
        let back = all.pairs().filter_map(|(from, to)| Some((from, all.find_path(to, from)?)));
        let (_, path) = back.min_by_key(|(_, path)| path.len())?;
        let next = path.iter().cycle().skip(1);
        let name = |from, to| relations.iter().find(|(relation, _)| relation.contains(from, to)).map(|(_, name)| *name);
        let edge = |(&from, &to): (&usize, &usize)| {
            Some((self.candidate.node(from), self.candidate.node(to), name(from, to)?))
        };
        path.iter().zip(next).map(edge).collect()
    }

    /// What of the execution is on a cycle of `porf` or before one, as an execution; `None` if there is no cycle.
    pub(super) fn core(&self, execution: &Execution) -> Option<Execution> {
        let on_cycle = |&element: &usize| self.porf.contains(element, element);
        let cycles: Vec<usize> = (0..self.candidate.size()).filter(on_cycle).collect();
        if cycles.is_empty() {
            return None;
        }
        let is_in = |id: EventId| {
            let element = self.candidate.element(Node::Event(id));
            element.is_some_and(|element| cycles.iter().any(|&cycle| self.porf.contains(element, cycle)))
        };
        let mut core = Execution { ends: vec![ThreadEnd::NotStarted; execution.threads.len()], ..Execution::default() };
        for (thread, events) in execution.threads.iter().enumerate() {
            let id = |index: usize| EventId { thread: ThreadId(thread as u16), index: index as u32 };
            // It is closed under program order: a prefix, with the choices in it.
            let length = (0..events.len()).rev().find(|&index| is_in(id(index))).map_or(0, |last| last + 1);
            core.threads.push(events[..length].to_vec());
        }
        let locations: BTreeSet<_> = core.events().filter_map(|(_, event)| event.label.addr()).collect();
        let orders = execution.co.iter().flatten();
        let orders = orders.map(|(&addr, order)| (addr, order.iter().copied().filter(|&id| is_in(id)).collect()));
        core.co = Some(orders.filter(|(_, order): &(_, Vec<EventId>)| !order.is_empty()).collect());
        core.init = execution.init.iter().filter(|(addr, _)| locations.contains(addr)).map(|(&a, &v)| (a, v)).collect();
        Some(core)
    }
}

fn rpo(candidate: &Candidate) -> Relation {
    let Candidate { po, sync, reads, writes, fences, .. } = candidate;
    let size = candidate.size();
    let of_threads = |kind: fn(&Label) -> bool| {
        EventSet::from_elements(size, (0..size).filter(|&element| kind(&candidate.label(element))))
    };
    let atomic = candidate.with_mode(Mode::is_atomic);
    let acquire = candidate.with_mode(Mode::is_acquire) & (reads | fences)
        | of_threads(|label| matches!(label, Label::Join { .. } | Label::Depart { .. }));
    let release = candidate.with_mode(Mode::is_release) & (writes | fences)
        | of_threads(|label| matches!(label, Label::Spawn { .. } | Label::Arrive { .. }));
    let before_acquire_fence = po.restrict_domain(&(reads & &atomic)).restrict_range(&(fences & &acquire));
    let behind_release_fence = po.restrict_domain(&(fences & &release)).restrict_range(&(writes & &atomic));
    let ordered =
        before_acquire_fence | po.restrict_domain(&acquire) | po.restrict_range(&release) | behind_release_fence | sync;
    ordered.plus()
}
