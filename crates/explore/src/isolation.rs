//! Atomic sections: nobody sees the middle of one.
//!
//! A section is what a thread does from taking the lock of sections to releasing it. The lock keeps sections apart; what other
//! threads do outside of sections does not take it. So an execution counts only if every section can be taken as one event: merged
//! like that, communication (`rf | co | fr`) has no cycle. Under sc and tso, what they keep of program order belongs to it: then
//! sections run one after the other, with nothing in between. Under other models no order but communication is one for all threads, so
//! that an execution too many may be shown, and the user is told so.
//!
//! Of a graph that does not count, a part may still happen: what is neither on a cycle nor behind one, nor behind a section that its
//! thread does not leave. It is a beginning of an execution, and shows the errors that are in it. (`docs/internals/blocking.md`,
//! section 6, says why none is missed.) The graph may lead to others, so the engines go on from it.

use std::collections::BTreeMap;

use raddle_graph::{Address, Event, EventId, Execution, Label, Source, ThreadId};
use raddle_models::{BufferUse, ModelName};
use raddle_program::Features;

/// What sections of a program must fulfil.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Isolation {
    /// The lock that they take.
    lock: Address,
    order: ProgramOrder,
}

/// What of program order belongs to the order in which sections run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProgramOrder {
    /// All of it: sc.
    All,
    /// All but a write before a read: tso.
    Buffered,
    /// Nothing is known that holds between all threads.
    None,
}

impl Isolation {
    /// For a program under a model; `None` if there are no sections.
    pub(crate) fn new(features: &Features, model: Option<ModelName>) -> Option<Isolation> {
        let order = match model {
            Some(ModelName::Sc) => ProgramOrder::All,
            Some(ModelName::Tso) => ProgramOrder::Buffered,
            _ => ProgramOrder::None,
        };
        features.sections.map(|lock| Isolation { lock, order })
    }

    /// The part of an execution that can happen with every section as one event; `None` if all of it can.
    pub(crate) fn part(self, execution: &Execution) -> Option<Part> {
        let mut merged = Merged::new(self.lock, execution);
        merged.communicate();
        match self.order {
            ProgramOrder::All => merged.follow_program_order(|_| BufferUse::Empties),
            ProgramOrder::Buffered => merged.follow_program_order(BufferUse::of),
            ProgramOrder::None => {}
        }
        let happens = merged.happening();
        (!happens.iter().all(|&happens| happens)).then(|| merged.prefix(&happens))
    }
}

/// A beginning of an execution: so many events of each thread, and whatever they need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    lengths: Vec<u32>,
}

impl Part {
    /// How many events of each thread belong to it.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = (ThreadId, u32)> {
        (0..).map(ThreadId).zip(self.lengths.iter().copied())
    }

    /// Does the event belong to it?
    pub(crate) fn contains(&self, event: EventId) -> bool {
        event.index < self.lengths[event.thread.index()]
    }
}

/// An execution with sections as single nodes, and updates.
struct Merged<'a> {
    execution: &'a Execution,
    /// The node of each event, by thread.
    nodes: Vec<Vec<usize>>,
    /// The sections without an end.
    open: Vec<usize>,
    /// What comes directly after each node.
    after: Vec<Vec<usize>>,
}

impl<'a> Merged<'a> {
    fn new(lock: Address, execution: &'a Execution) -> Merged<'a> {
        let mut count = 0;
        let mut open = Vec::new();
        let mut nodes = Vec::new();
        for events in &execution.threads {
            let mut section = None;
            let mut of_thread: Vec<usize> = Vec::with_capacity(events.len());
            for (index, event) in events.iter().enumerate() {
                let update = index.checked_sub(1).filter(|&before| is_update(&events[before], event));
                let node = section.or(update.map(|read| of_thread[read])).unwrap_or(count);
                of_thread.push(node);
                count = count.max(node + 1);
                match lock_written(event, lock) {
                    Some(0) => section = None,
                    Some(_) => section = Some(node),
                    None => {}
                }
            }
            open.extend(section);
            nodes.push(of_thread);
        }
        Merged { execution, nodes, open, after: vec![Vec::new(); count] }
    }

    fn node(&self, event: EventId) -> usize {
        self.nodes[event.thread.index()][event.index as usize]
    }

    fn order(&mut self, before: usize, after: usize) {
        if before != after {
            self.after[before].push(after);
        }
    }

    /// Reads-from, coherence, and what a read comes before. Reading what the own thread wrote orders nothing that is not ordered
    /// anyway: from a store buffer it is read before others see it.
    fn communicate(&mut self) {
        let Some(co) = &self.execution.co else { unreachable!("sections are explored up to coherence") };
        let mut positions: Vec<Vec<Option<usize>>> = self.nodes.iter().map(|nodes| vec![None; nodes.len()]).collect();
        for writes in co.values() {
            for (position, write) in writes.iter().enumerate() {
                positions[write.thread.index()][write.index as usize] = Some(position);
            }
            for pair in writes.windows(2) {
                self.order(self.node(pair[0]), self.node(pair[1]));
            }
        }
        for (id, event) in self.execution.events() {
            let (Some(source), Some(addr)) = (event.rf, event.label.addr()) else { continue };
            let next = match source {
                Source::Init => 0,
                Source::Event(write) => {
                    if write.thread != id.thread {
                        self.order(self.node(write), self.node(id));
                    }
                    let Some(position) = positions[write.thread.index()][write.index as usize] else {
                        unreachable!("a write is in the coherence order of its location")
                    };
                    position + 1
                }
            };
            if let Some(&overwritten) = co.get(&addr).and_then(|writes| writes.get(next)) {
                self.order(self.node(id), self.node(overwritten));
            }
        }
    }

    /// Program order as far as buffers of stores keep it, with the starting, joining and meeting of threads. Sections are updates of
    /// their lock, so that they begin and end with empty buffers; so do threads.
    fn follow_program_order(&mut self, buffer_use: impl Fn(&Label) -> BufferUse) {
        let mut starts = vec![None; self.nodes.len()];
        let mut arrivals: BTreeMap<(Address, u32), Vec<usize>> = BTreeMap::new();
        for (id, event) in self.execution.events() {
            match event.label {
                Label::Spawn { thread } => starts[thread.index()] = Some(self.node(id)),
                Label::Arrive { barrier, round } => arrivals.entry((barrier, round)).or_default().push(self.node(id)),
                _ => {}
            }
        }
        let mut ends = Vec::with_capacity(self.nodes.len());
        for (thread, events) in self.execution.threads.iter().enumerate() {
            // The newest node that everything after it follows, and the newest write.
            let (mut followed, mut written): (Option<usize>, Option<usize>) = (starts[thread], None);
            for (index, event) in events.iter().enumerate() {
                let node = self.nodes[thread][index];
                let (waits_for_writes, is_followed) = match buffer_use(&event.label) {
                    BufferUse::Reads => (false, true),
                    BufferUse::Writes => (true, false),
                    BufferUse::Empties => (true, true),
                    BufferUse::Nothing => continue,
                };
                for before in followed.into_iter().chain(written.filter(|_| waits_for_writes)) {
                    self.order(before, node);
                }
                if is_followed {
                    followed = Some(node);
                }
                if waits_for_writes {
                    written = Some(node);
                }
            }
            ends.push([followed, written]);
        }
        for (id, event) in self.execution.events() {
            match event.label {
                Label::Join { thread } => {
                    for end in ends[thread.index()].into_iter().flatten() {
                        self.order(end, self.node(id));
                    }
                }
                Label::Depart { barrier, round } => {
                    for &arrival in arrivals.get(&(barrier, round)).into_iter().flatten() {
                        self.order(arrival, self.node(id));
                    }
                }
                _ => {}
            }
        }
    }

    /// Which nodes have a place in an order of all that nothing follows an open section in.
    fn happening(&self) -> Vec<bool> {
        let mut missing = vec![0_usize; self.after.len()];
        for &node in self.after.iter().flatten() {
            missing[node] += 1;
        }
        let mut ready: Vec<usize> = (0..missing.len()).filter(|&node| missing[node] == 0).collect();
        let mut happens = vec![false; missing.len()];
        while let Some(node) = ready.pop() {
            happens[node] = true;
            if self.open.contains(&node) {
                continue;
            }
            for &next in &self.after[node] {
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push(next);
                }
            }
        }
        happens
    }

    /// The largest part in which only these nodes are, with all that comes before each event in program order, by reads-from and
    /// by threads.
    fn prefix(&self, happens: &[bool]) -> Part {
        let lengths = self.nodes.iter().map(|nodes| nodes.iter().take_while(|&&node| happens[node]).count() as u32);
        let mut part = Part { lengths: lengths.collect() };
        while let Some(missing) = self.execution.events().find_map(|(id, event)| self.unfounded(id, event, &part)) {
            part.lengths[missing.thread.index()] = missing.index;
        }
        part
    }

    /// An event that cannot be in a part, because of this one, which it needs.
    fn unfounded(&self, id: EventId, event: &Event, part: &Part) -> Option<EventId> {
        let is_there = part.contains(id);
        let needs = |needed: EventId| (is_there && !part.contains(needed)).then_some(id);
        match (event.label, event.rf) {
            (_, Some(Source::Event(source))) => needs(source),
            (Label::Spawn { thread }, _) => {
                let first = EventId { thread, index: 0 };
                (!is_there && part.contains(first)).then_some(first)
            }
            (Label::Join { thread }, _) => match self.nodes[thread.index()].len().checked_sub(1) {
                Some(last) => needs(EventId { thread, index: last as u32 }),
                None => self.all_with(Label::Spawn { thread }).find_map(needs),
            },
            (Label::Depart { barrier, round }, _) => self.all_with(Label::Arrive { barrier, round }).find_map(needs),
            _ => None,
        }
    }

    /// The events with a label.
    fn all_with(&self, label: Label) -> impl Iterator<Item = EventId> {
        self.execution.events().filter(move |(_, event)| event.label == label).map(|(id, _)| id)
    }
}

/// Are these the two halves of an update?
fn is_update(read: &Event, write: &Event) -> bool {
    matches!(read.label, Label::Read { exclusive: true, .. })
        && matches!(write.label, Label::Write { exclusive: true, .. })
        && read.label.addr() == write.label.addr()
}

/// What the event wrote to the lock, if it did.
fn lock_written(event: &Event, lock: Address) -> Option<u64> {
    match event.label {
        Label::Write { addr, value, .. } if addr == lock => Some(value),
        _ => None,
    }
}
