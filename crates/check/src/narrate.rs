//! Makes a [`Story`] of an execution: replays its threads, and gives names to what they did.

use raddle_explore::{Action, Program as _, Waits};
use raddle_graph::{Address, EventId, Label, Mode, Source, ThreadId, UpdateOp};
use raddle_ir::{LATEST_TIME, Place, Position, Reg, SpuriousKind};

use crate::cycle::{Known, cycle_of};
use crate::describe::{Describer, intent, target};
use crate::error::{Holder, Waiting};
use crate::index::ExecutionIndex;
use crate::scene::{Scene, Step};
use crate::story::{
    Cycle, Deed, Edge, EdgeKind, End, EndKind, Object, OrderedWrite, Origin, ReadOf, Row, RowPlace, Started, Story,
    StoryThread, WriteOrder,
};

impl Describer<'_> {
    /// The story of an execution that is not about an error.
    pub(crate) fn story(&self, scene: &Scene) -> Story {
        let steps = scene.steps(self.program());
        self.story_with(scene, &ExecutionIndex::new(self.program(), &scene.execution, &steps), &[], None)
    }

    /// The story of an execution, with some events marked, and a thread that fails.
    pub(crate) fn story_with(
        &self,
        scene: &Scene,
        index: &ExecutionIndex<'_>,
        marked: &[EventId],
        failing: Option<ThreadId>,
    ) -> Story {
        let threads = (0..scene.stands.len()).map(|index| ThreadId(index as u16));
        let threads = threads.map(|thread| StoryThread {
            id: thread,
            name: self.names().thread(thread),
            started: self.started(thread, index),
            rows: self.rows(thread, index, marked),
            end: self.end(thread, scene, index, failing == Some(thread)),
        });
        let objects = index.heap.iter().map(|&(base, bytes, allocated)| Object {
            name: self.location(base, index),
            bytes,
            allocated,
        });
        Story {
            file: self.names().file().to_owned(),
            threads: threads.collect(),
            edges: edges(index),
            orders: self.orders(index),
            objects: objects.collect(),
            cycle: self.cycle(scene, index),
        }
    }

    /// The cycle of the execution, if it has one, and how it is known.
    fn cycle(&self, scene: &Scene, index: &ExecutionIndex<'_>) -> Option<Cycle> {
        let known = scene.derivations.split_first().map(|(first, rest)| {
            let source = Scene::of_source(self.program(), first.source.clone(), rest);
            let steps = source.steps(self.program());
            let there = ExecutionIndex::new(self.program(), &source.execution, &steps);
            let committed = first.committed.iter().map(|&(event, known)| (event, row(&there, known))).collect();
            Known { committed, source: Some(Box::new(self.story_with(&source, &there, &[], None))) }
        });
        cycle_of(&scene.execution, known.unwrap_or_default(), &|event| row(index, event))
    }

    fn started(&self, thread: ThreadId, index: &ExecutionIndex<'_>) -> Option<Started> {
        let starts = |step: &&Step| matches!(step.action, Action::Spawn { thread: started } if started == thread);
        let step = index.steps.iter().flatten().find(starts)?;
        let Some(child) = &step.child else { unreachable!("{} starts a thread without a state", step.event) };
        Some(Started {
            argument: self.word(child.register(Reg(0)), index),
            place: self.row_place(step.position),
            function: step.function.clone(),
        })
    }

    fn rows(&self, thread: ThreadId, index: &ExecutionIndex<'_>, marked: &[EventId]) -> Vec<Row> {
        let is_marked = |step: &Step| {
            marked
                .iter()
                .any(|&event| event.thread == thread && index.step_of(event).is_some_and(|s| s.event == step.event))
        };
        let steps = &index.steps[thread.index()];
        let row = |(number, step): (usize, &Step)| {
            let Some(event) = index.execution.get(step.event) else { unreachable!("{} was replayed", step.event) };
            let place = self.row_place(step.position);
            let day_passes = self.day_passes(step, number.checked_sub(1).map(|before| &steps[before]));
            Row {
                event: step.event,
                code: self.names().line(&place.file, place.line),
                place,
                deed: match day_passes {
                    true => Deed::Spurious { kind: SpuriousKind::Time, happens: true },
                    false => self.deed(step, &event.label, index),
                },
                source: event.rf.filter(|_| !day_passes).map(|source| self.origin(source, index)),
                is_marked: is_marked(step),
                is_housekeeping: !day_passes && self.is_housekeeping(&step.action)
                    || event.label == Label::Choose { value: 0 } && step.spurious.is_some(),
            }
        };
        steps.iter().enumerate().map(row).collect()
    }

    /// Does a day pass here that nobody chose? Who looks at a clock until something happens sees time pass: there is no choice
    /// before the thread publishes it, nor does it look at what others published.
    fn day_passes(&self, step: &Step, before: Option<&Step>) -> bool {
        let Action::Update { addr, .. } = step.action else { return false };
        let is_clock =
            matches!(self.program().place(addr), Place::Static { name, is_library: true, .. } if name == LATEST_TIME);
        let is_known = before.is_some_and(|before| {
            before.spurious == Some(SpuriousKind::Time)
                || matches!(before.action, Action::Read { addr: read, .. } if read == addr)
        });
        is_clock && !is_known
    }

    /// A place as results show it: what has no line is on line 0 of the first file.
    pub(crate) fn row_place(&self, position: Option<Position>) -> RowPlace {
        let (file, line, column) = position.map_or((0, 0, 0), |at| (at.file, at.line, at.column));
        RowPlace { file: self.program().file_name(file).to_owned(), line, column }
    }

    fn origin(&self, source: Source, index: &ExecutionIndex<'_>) -> Origin {
        match source {
            Source::Init => Origin::Initial,
            Source::Event(event) => Origin::Write { event, place: self.place_of_event(event, index) },
        }
    }

    fn place_of_event(&self, event: EventId, index: &ExecutionIndex<'_>) -> RowPlace {
        index.step_of(event).map_or_else(RowPlace::default, |step| self.row_place(step.position))
    }

    /// What an event did.
    fn deed(&self, step: &Step, label: &Label, index: &ExecutionIndex<'_>) -> Deed {
        let location = |addr| self.location(addr, index);
        match *label {
            Label::Read { addr, mode, value, exclusive } => {
                let location = location(addr);
                let (op, stores) = match step.action {
                    Action::Update { op, width, .. } => (Some(op), self.program().stores(op, width, value).is_some()),
                    _ => (None, false),
                };
                match op {
                    Some(UpdateOp::Lock { .. }) if exclusive => return Deed::Lock(location),
                    Some(UpdateOp::Condition(op)) => return Deed::Condition { op, location, has_effect: exclusive },
                    _ => {}
                }
                let old = self.value(addr, value, index);
                if exclusive {
                    let next = EventId { index: step.event.index + 1, ..step.event };
                    let Some(Label::Write { value, .. }) = index.execution.get(next).map(|event| event.label) else {
                        unreachable!("{} belongs to an update that stores", step.event)
                    };
                    return Deed::Update { location, old, new: self.value(addr, value, index), mode };
                }
                let part = match op {
                    Some(UpdateOp::CompareExchange { .. }) if stores => ReadOf::SpuriousFailure,
                    Some(UpdateOp::CompareExchange { .. }) => ReadOf::FailedExchange,
                    _ => ReadOf::Read,
                };
                Deed::Read { location, value: old, mode, part }
            }
            Label::Write { addr, value: 0, .. } if index.mutexes.contains(&addr) => Deed::Unlock(location(addr)),
            Label::Write { addr, mode, value, .. } => {
                Deed::Write { location: location(addr), value: self.value(addr, value, index), mode, is_half: false }
            }
            Label::Fence { mode, on } => Deed::Fence { mode, on: on.map(location) },
            Label::Spawn { thread } => Deed::Start(thread),
            Label::Join { thread } => Deed::Join(thread),
            Label::Allocate { base, size } => Deed::Allocate { object: location(base), bytes: size },
            Label::Free { base } => Deed::Free(location(base)),
            Label::Choose { value } => match step.spurious {
                Some(kind) => Deed::Spurious { kind, happens: value != 0 },
                None => Deed::Choose(self.word(value, index)),
            },
            Label::Arrive { barrier, .. } => Deed::Arrive(self.synchroniser(barrier, index)),
            Label::Depart { barrier, .. } => Deed::Depart(self.synchroniser(barrier, index)),
        }
    }

    /// Local variables that others can see begin and end their lives all the time, and the library has variables of its own.
    fn is_housekeeping(&self, action: &Action) -> bool {
        match *action {
            Action::Allocate { base, .. } | Action::Free { base } => {
                matches!(self.program().place(base), Place::Stack { .. })
            }
            Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } => {
                match self.program().place(addr) {
                    Place::Static { is_library, .. } | Place::ThreadLocal { is_library, .. } => is_library,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// How a thread ended, if not as it should.
    fn end(&self, thread: ThreadId, scene: &Scene, index: &ExecutionIndex<'_>, is_marked: bool) -> Option<End> {
        let end = |position: Option<Position>, kind: EndKind, is_marked: bool| {
            let place = self.row_place(position);
            Some(End { code: self.names().line(&place.file, place.line), place, kind, is_marked })
        };
        let Some(state) = scene.state(thread) else { return end(None, EndKind::NotStarted, false) };
        let position = self.program().position(state);
        if let Some(fault) = scene.stands[thread.index()].fault {
            let action = self.action(state);
            let location = target(action).map(|addr| self.location(addr, index));
            let kind = EndKind::Fault { intent: intent(action), location, kind: self.fault_kind(thread, fault, scene) };
            return end(position, kind, is_marked);
        }
        if let Some(failure) = self.program().failed(state) {
            let access = self.failed_access(state, failure.kind, index);
            return end(failure.position, EndKind::Failure(Some(failure), access), is_marked);
        }
        end(position, EndKind::Waits(self.waiting(thread, scene, index)?), false)
    }

    /// What a thread waits for, if it does.
    pub(crate) fn waiting(&self, thread: ThreadId, scene: &Scene, index: &ExecutionIndex<'_>) -> Option<Waiting> {
        let state = scene.state(thread)?;
        let location = |addr| self.location(addr, index);
        Some(match (*self.action(state), scene.stands[thread.index()].waits) {
            (Action::Finish | Action::Exit | Action::Fail(_), _) => return None,
            (Action::Bound, _) => Waiting::Bound,
            (Action::Update { addr, op: UpdateOp::Lock { .. }, .. }, _) => {
                Waiting::Mutex(location(addr), holder(addr, thread, index))
            }
            (Action::Update { addr, op: UpdateOp::Condition(_), .. }, _) if self.program().is_futex(addr) => {
                Waiting::Futex(location(addr))
            }
            (Action::Update { addr, op: UpdateOp::Condition(_), .. }, _) => Waiting::Condition(location(addr)),
            (Action::Join { thread }, _) => Waiting::Thread(thread),
            (Action::Depart { barrier, .. }, _) => Waiting::Barrier(self.synchroniser(barrier, index)),
            (_, Some(Waits::Spin { .. })) => Waiting::Spin,
            (_, Some(Waits::Assumption)) => Waiting::Assumption,
            (Action::Read { addr, .. } | Action::Update { addr, .. }, _) => Waiting::Location(location(addr)),
            _ => Waiting::Unnamed,
        })
    }

    /// Modification orders that are not obvious: several threads write, and not only to synchronise.
    fn orders(&self, index: &ExecutionIndex<'_>) -> Vec<WriteOrder> {
        let is_atomic = |id: &EventId| {
            index.execution.get(*id).is_some_and(|event| event.label.mode().is_some_and(Mode::is_atomic))
        };
        let is_shown = |addr: Address, order: &[EventId]| {
            order.windows(2).any(|pair| pair[0].thread != pair[1].thread)
                && order.iter().any(is_atomic)
                && !index.is_synchroniser(addr)
        };
        let orders = index.execution.co.iter().flatten().filter(|&(&addr, order)| is_shown(addr, order));
        orders
            .map(|(&addr, order)| {
                let write = |&event: &EventId| {
                    let Some(Label::Write { value, .. }) = index.execution.get(event).map(|event| event.label) else {
                        unreachable!("{event} is in a modification order and is no write")
                    };
                    OrderedWrite {
                        event,
                        place: self.place_of_event(event, index),
                        value: self.value(addr, value, index),
                    }
                };
                WriteOrder { location: self.location(addr, index), writes: order.iter().map(write).collect() }
            })
            .collect()
    }
}

/// Who holds a mutex.
fn holder(addr: Address, waiter: ThreadId, index: &ExecutionIndex<'_>) -> Option<Holder> {
    index.execution.threads.iter().enumerate().find_map(|(thread, events)| {
        let at = events.iter().rposition(|event| event.label.addr() == Some(addr) && event.label.is_write())?;
        let Label::Write { value: 1.., .. } = events[at].label else { return None };
        let event = EventId { thread: ThreadId(thread as u16), index: at as u32 };
        let line = index.step_of(event).and_then(|step| step.position).map_or(0, |position| position.line);
        Some(Holder { thread: event.thread, is_waiter: event.thread == waiter, line })
    })
}

/// The row that shows an event, by its first event.
fn row(index: &ExecutionIndex<'_>, event: EventId) -> EventId {
    index.step_of(event).map_or(event, |step: &Step| step.event)
}

/// The relations between events, each named by the first event of its row.
fn edges(index: &ExecutionIndex<'_>) -> Vec<Edge> {
    let row = |event| row(index, event);
    let steps = |thread: ThreadId| index.steps.get(thread.index()).map_or(&[][..], Vec::as_slice);
    let mut edges = Vec::new();
    for (id, event) in index.execution.events() {
        if let Some(Source::Event(write)) = event.rf {
            edges.push(Edge { from: row(write), to: row(id), kind: EdgeKind::ReadsFrom });
        }
        match event.label {
            Label::Spawn { thread } => {
                let first = steps(thread).first();
                edges.extend(first.map(|first| Edge { from: id, to: first.event, kind: EdgeKind::Start }));
            }
            Label::Join { thread } => {
                let last = steps(thread).last();
                edges.extend(last.map(|last| Edge { from: last.event, to: id, kind: EdgeKind::Join }));
            }
            _ => {}
        }
    }
    for order in index.execution.co.iter().flat_map(|co| co.values()) {
        let pairs = order.windows(2);
        edges.extend(pairs.map(|pair| Edge {
            from: row(pair[0]),
            to: row(pair[1]),
            kind: EdgeKind::ModificationOrder,
        }));
    }
    edges
}
