//! Part of a graph, as it grows while the graph is built again event by event: which values are known in it, how far its threads
//! have come, and which event is next. All of this follows from the labels that the whole graph has; no thread is run.

use std::sync::Arc;

use raddle_graph::{Dependencies, EventId, Label, Source, ThreadId};

use super::graph::{Event, Graph, Within};
use super::part::Part;
use super::replay::Stands;
use crate::life;
use raddle_program::{Action, Program};

/// A part of a graph. Events are only added to it, so that what is known in it stays known.
pub(super) struct Partial<'p, P: Program> {
    program: &'p P,
    graph: Arc<Graph<P::State>>,
    has: Part,
    /// The writes whose values are known in it.
    known: Part,
    /// The other writes.
    pending: Vec<EventId>,
    /// Where each thread stands; `None` if it is not started.
    fronts: Vec<Option<u32>>,
    /// Has the graph updates that are one instruction?
    has_updates: bool,
}

impl<P: Program> Clone for Partial<'_, P> {
    fn clone(&self) -> Self {
        Partial {
            program: self.program,
            graph: self.graph.clone(),
            has: self.has.clone(),
            known: self.known.clone(),
            pending: self.pending.clone(),
            fronts: self.fronts.clone(),
            has_updates: self.has_updates,
        }
    }
}

impl<'p, P: Program> Partial<'p, P> {
    /// The part of the graph that has these events.
    pub fn new(program: &'p P, graph: Arc<Graph<P::State>>, has: Part) -> Partial<'p, P> {
        let starts = |thread| program.starts(ThreadId(thread as u16)).then_some(0);
        let fronts = (0..graph.threads.len()).map(starts).collect();
        let has_updates = graph.events().any(|(_, event)| event.is_update());
        let (none, known, pending) = (Part::default(), Part::default(), Vec::new());
        let mut partial = Partial { program, graph, has: none, known, pending, fronts, has_updates };
        partial.add(&has);
        partial
    }

    /// The same part of a graph to which something else was added; `None` if that has changed what is known about the part.
    pub fn of(&self, graph: &Arc<Graph<P::State>>) -> Option<Partial<'p, P>> {
        let is_same = |id: EventId| {
            let (Some(old), Some(new)) = (self.graph.get(id), graph.get(id)) else { return false };
            let is_same_half = match (&old.half, &new.half) {
                (Some(old), Some(new)) => Arc::ptr_eq(old, new),
                (None, None) => true,
                _ => false,
            };
            is_same_half && Arc::ptr_eq(&old.depends, &new.depends) && old.is_like(new)
        };
        let has_updates = graph.events().any(|(_, event)| event.is_update());
        self.has.iter().all(is_same).then(|| Partial { graph: graph.clone(), has_updates, ..self.clone() })
    }

    pub fn graph(&self) -> &Arc<Graph<P::State>> {
        &self.graph
    }

    pub fn has(&self) -> &Part {
        &self.has
    }

    pub fn contains(&self, id: EventId) -> bool {
        self.has.contains(id)
    }

    pub fn is_known(&self, write: EventId) -> bool {
        self.known.contains(write)
    }

    /// Is there a write whose value is not known?
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Has it all events of the graph?
    pub fn is_whole(&self) -> bool {
        self.graph.events().all(|(id, _)| self.has.contains(id))
    }

    pub fn within(&self) -> Within<'_, P::State> {
        Within { graph: &self.graph, has: Some(&self.has) }
    }

    /// Adds events of the graph.
    pub fn add(&mut self, events: &Part) {
        for id in events.iter() {
            self.insert(id);
        }
        self.settle();
    }

    /// Adds one event of the graph.
    pub fn add_one(&mut self, id: EventId) {
        self.insert(id);
        self.settle();
    }

    fn insert(&mut self, id: EventId) {
        let Some(event) = self.graph.get(id) else { unreachable!("{id} is no event of the graph") };
        if self.has.insert(id) && event.is_write() {
            self.pending.push(id);
        }
    }

    /// Finds out what is known now, and how far the threads come.
    fn settle(&mut self) {
        let mut found = true;
        while std::mem::take(&mut found) {
            let mut pending = std::mem::take(&mut self.pending);
            pending.retain(|&write| {
                let Some(event) = self.graph.get(write) else { unreachable!("pending writes are events") };
                let is_known = !self.has_unknown(write.thread, event.depends.data.iter());
                if is_known {
                    self.known.insert(write);
                    found = true;
                }
                !is_known
            });
            self.pending = pending;
        }
        let mut moved = true;
        while std::mem::take(&mut moved) {
            for thread in 0..self.fronts.len() {
                while let Some(next) = self.passed(ThreadId(thread as u16)) {
                    self.fronts[thread] = Some(next);
                    moved = true;
                }
            }
        }
    }

    /// Is the value that some read of the set reads not known?
    fn has_unknown(&self, thread: ThreadId, mut reads: impl Iterator<Item = u32>) -> bool {
        reads.any(|index| {
            let id = EventId { thread, index };
            match self.within().get(id) {
                // That a store-conditional succeeded is known with it.
                Some(event) => event.label.is_read() && !self.is_read_known(event),
                None => true,
            }
        })
    }

    fn is_read_known(&self, read: &Event) -> bool {
        match read.source {
            Some(Source::Init) => true,
            Some(Source::Event(source)) => self.known.contains(source),
            None => unreachable!("a read has a source"),
        }
    }

    /// Does a thread that stands at the action wait for a value that is not known?
    fn waits(&self, thread: ThreadId, action: &Action, depends: &Dependencies) -> bool {
        let Dependencies { addr, ctrl, expected, picked_data, data, .. } = depends;
        let stores = matches!(action, Action::Write { .. } | Action::Update { .. } | Action::Conditional { .. });
        let label = [addr, ctrl, expected, picked_data].into_iter().flat_map(|reads| reads.iter());
        self.has_unknown(thread, label.chain(data.iter().filter(|_| !stores)))
    }

    /// Does an update wait to know which value it is going to store, because other values would depend on other reads?
    fn waits_for_pick(&self, id: EventId, event: &Event) -> bool {
        let picked = event.half.iter().flat_map(|half| half.picked_data.iter());
        self.has_unknown(id.thread, picked.filter(|&read| read != id.index))
    }

    /// Where the thread comes next, if it can pass the event at which it stands.
    fn passed(&mut self, thread: ThreadId) -> Option<u32> {
        let at = self.fronts[thread.index()]?;
        let id = EventId { thread, index: at };
        // What stops it in the whole graph stops it here.
        if !self.has.contains(id) || at >= self.graph.runs[thread.index()].next {
            return None;
        }
        let event = self.graph.get(id)?;
        if event.failed || self.waits(thread, &event.action, &event.depends) || self.waits_for_pick(id, event) {
            return None;
        }
        match event.action {
            Action::Update { op, .. } => {
                let is_decided = !op.is_conditional() || self.is_read_known(event);
                let half = Graph::<P::State>::write_half(id, event);
                (is_decided && half.is_none_or(|half| self.has.contains(half))).then_some(at + 2)
            }
            Action::Join { thread: child } => self.has_finished(child).then_some(at + 1),
            Action::Spawn { thread: child } => {
                if let Some(front @ None) = self.fronts.get_mut(child.index()) {
                    *front = Some(0);
                }
                Some(at + 1)
            }
            _ => Some(at + 1),
        }
    }

    /// Has the thread run to its end, with all of its values known?
    fn has_finished(&self, thread: ThreadId) -> bool {
        let Some(run) = self.graph.runs.get(thread.index()) else { return false };
        let Some(state) = &run.state else { return false };
        let is_known = |(id, event): (EventId, &Event)| match event.label {
            Label::Read { .. } => self.is_read_known(event),
            Label::Write { .. } => self.known.contains(id),
            _ => true,
        };
        self.fronts[thread.index()] == Some(run.next)
            && run.stands == Stands::Ready
            && *self.program.action(state) == Action::Finish
            && self.within().events().filter(|(id, _)| id.thread == thread).all(is_known)
    }

    /// The event that is added next, in every graph that has exactly these events: a write half whose read half is there, what
    /// is missing before an event of its thread, or the next event of a thread; of each kind that of the lowest thread.
    pub fn next(&self) -> Option<EventId> {
        if self.has_updates
            && let Some(half) = self.within().events().find_map(|(id, event)| self.missing_half(id, event))
        {
            return Some(half);
        }
        let fronts = || {
            let front = |(thread, &index): (usize, &Option<u32>)| {
                Some(EventId { thread: ThreadId(thread as u16), index: index? })
            };
            self.fronts.iter().enumerate().filter_map(front).filter(|&id| !self.has.contains(id))
        };
        let hole = fronts().find(|&id| self.has.has_behind(id) && self.can_move(id));
        hole.or_else(|| fronts().find(|&id| !self.has.has_behind(id) && self.can_move(id)))
    }

    /// The write half of an update, if the update stores and the half is missing.
    fn missing_half(&self, id: EventId, event: &Event) -> Option<EventId> {
        let Action::Update { op, .. } = event.action else { return None };
        let half = Graph::<P::State>::write_half(id, event)?;
        let is_decided = !op.is_conditional() || self.is_read_known(event);
        (is_decided && !self.has.contains(half)).then_some(half)
    }

    /// Can the thread that stands there move?
    fn can_move(&self, id: EventId) -> bool {
        let run = &self.graph.runs[id.thread.index()];
        if self.has.contains(id) || id.index > run.next {
            return false;
        }
        if id.index < run.next {
            let Some(event) = self.graph.get(id) else { unreachable!("the thread has passed {id} in the whole graph") };
            return !self.waits_for_pick(id, event) && self.can_perform(id, None, &event.action, &event.depends);
        }
        // Where the thread ends in the whole graph, or what it cannot pass there.
        let Some(state) = &run.state else { return false };
        let action = self.program.action(state);
        match self.graph.get(id) {
            None => self.can_perform(id, Some(state), action, run.dependencies(self.program)),
            Some(event) => {
                let has_ended = matches!(action, Action::Block | Action::Fail(_) | Action::Exit);
                !has_ended
                    && !self.waits_for_pick(id, event)
                    && self.can_perform(id, None, &event.action, &event.depends)
            }
        }
    }

    fn can_perform(&self, id: EventId, state: Option<&P::State>, action: &Action, depends: &Dependencies) -> bool {
        if self.waits(id.thread, action, depends) {
            return false;
        }
        match *action {
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => false,
            Action::Join { thread: child } => child.index() >= self.fronts.len() || self.has_finished(child),
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                self.within().events().filter(|(_, event)| event.label == arrival).count() >= count as usize
            }
            _ => life::fault(self.program, self.within(), id, action, state).is_none(),
        }
    }
}
