//! Atomic sections: nobody sees the middle of one.
//!
//! A section is what a thread does from taking the lock of sections to releasing it. The lock keeps sections apart; what other
//! threads do outside of sections does not take it. So an execution counts only if every section can be taken as one event: merged
//! like that, communication (`rf | co | fr`) has no cycle. Under sc and tso, what they keep of program order belongs to it: then
//! sections run one after the other, with nothing in between. Under other models no order but communication is one for all threads, so
//! that an execution too many may be shown, and the user is told so.
//!
//! An execution that is discarded may still lead to others, so the engines go on from it.

use std::collections::BTreeMap;

use raddle_graph::{Address, Event, EventId, Execution, Label, Mode, Source, ThreadId};
use raddle_models::ModelName;
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

    /// Is every section of an execution like one event? `ended_all` says which threads stand at an error, or ended the process.
    pub(crate) fn holds(self, execution: &Execution, ended_all: impl Fn(ThreadId) -> bool) -> bool {
        let mut merged = Merged::new(self.lock, execution);
        merged.communicate();
        match self.order {
            ProgramOrder::All => merged.follow_program_order(),
            ProgramOrder::Buffered => merged.follow_buffered_order(self.lock),
            ProgramOrder::None => {}
        }
        // A thread that stays in a section lets nobody pass. What the others do after an error or after the end of the process does
        // not matter.
        let mut open = merged.open.iter().filter(|&&(thread, _)| !ended_all(thread));
        open.all(|&(_, node)| merged.after[node].is_empty()) && merged.is_acyclic()
    }
}

/// An execution with sections as single nodes.
struct Merged<'a> {
    execution: &'a Execution,
    /// The node of each event, by thread.
    nodes: Vec<Vec<usize>>,
    /// The sections without an end, by thread.
    open: Vec<(ThreadId, usize)>,
    /// What comes directly after each node.
    after: Vec<Vec<usize>>,
}

impl<'a> Merged<'a> {
    fn new(lock: Address, execution: &'a Execution) -> Merged<'a> {
        let mut count = 0;
        let mut open = Vec::new();
        let mut nodes = Vec::new();
        for (thread, events) in (0..).map(ThreadId).zip(&execution.threads) {
            let mut section = None;
            let mut of_thread = Vec::with_capacity(events.len());
            for event in events {
                let wrote = lock_written(event, lock);
                let node = section.unwrap_or(count);
                of_thread.push(node);
                count = count.max(node + 1);
                match wrote {
                    Some(0) => section = None,
                    Some(_) => section = Some(node),
                    None => {}
                }
            }
            open.extend(section.map(|node| (thread, node)));
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

    /// Reads-from, coherence, and what a read comes before.
    fn communicate(&mut self) {
        let Some(co) = &self.execution.co else { unreachable!("sections are explored up to coherence") };
        let mut positions: Vec<Vec<usize>> = self.nodes.iter().map(|nodes| vec![0; nodes.len()]).collect();
        for writes in co.values() {
            for (position, write) in writes.iter().enumerate() {
                positions[write.thread.index()][write.index as usize] = position;
            }
            for pair in writes.windows(2) {
                self.order(self.node(pair[0]), self.node(pair[1]));
            }
        }
        for (id, event) in self.execution.events() {
            let (Some(source), Some(addr)) = (event.rf, event.label.addr()) else { continue };
            let writes = co.get(&addr).map_or(&[][..], Vec::as_slice);
            let next = match source {
                Source::Init => 0,
                Source::Event(write) => {
                    self.order(self.node(write), self.node(id));
                    let position = positions[write.thread.index()][write.index as usize];
                    debug_assert_eq!(
                        writes.get(position),
                        Some(&write),
                        "a write is in the coherence order of its location"
                    );
                    position + 1
                }
            };
            if let Some(&overwritten) = writes.get(next) {
                self.order(self.node(id), self.node(overwritten));
            }
        }
    }

    /// Program order, with the starting, joining and meeting of threads.
    fn follow_program_order(&mut self) {
        for thread in 0..self.nodes.len() {
            for index in 1..self.nodes[thread].len() {
                self.order(self.nodes[thread][index - 1], self.nodes[thread][index]);
            }
        }
        self.follow_threads();
    }

    /// The same where writes are buffered: a write may come after later reads, up to a fence or an update. The lock is no update
    /// of the program's.
    fn follow_buffered_order(&mut self, lock: Address) {
        for (thread, events) in self.execution.threads.iter().enumerate() {
            // The newest event that everything after it follows, and the newest write.
            let (mut followed, mut written) = (None, None);
            for (index, event) in events.iter().enumerate() {
                let node = self.nodes[thread][index];
                if event.label.addr() == Some(lock) {
                    continue;
                }
                let (is_write, flushes) = match event.label {
                    Label::Read { exclusive, .. } => (false, exclusive),
                    Label::Write { exclusive, .. } => (true, exclusive),
                    Label::Fence { mode, .. } => (false, mode == Mode::Sc),
                    Label::Spawn { .. } | Label::Join { .. } | Label::Arrive { .. } | Label::Depart { .. } => {
                        (false, true)
                    }
                    _ => continue,
                };
                let is_weak_fence = matches!(event.label, Label::Fence { .. }) && !flushes;
                if is_weak_fence {
                    continue;
                }
                if let Some(before) = followed {
                    self.order(before, node);
                }
                if let Some(before) = written.filter(|_| is_write || flushes) {
                    self.order(before, node);
                }
                if is_write {
                    written = Some(node);
                }
                if !is_write || flushes {
                    followed = Some(node);
                }
            }
        }
        self.follow_threads();
    }

    /// The starting, joining and meeting of threads.
    fn follow_threads(&mut self) {
        let ends = |nodes: &Vec<usize>| nodes.first().copied().zip(nodes.last().copied());
        let ends: Vec<Option<(usize, usize)>> = self.nodes.iter().map(ends).collect();
        let mut arrivals: BTreeMap<(Address, u32), Vec<usize>> = BTreeMap::new();
        for (id, event) in self.execution.events() {
            if let Label::Arrive { barrier, round } = event.label {
                arrivals.entry((barrier, round)).or_default().push(self.node(id));
            }
        }
        for (id, event) in self.execution.events() {
            let of = |thread: ThreadId| ends.get(thread.index()).copied().flatten();
            match event.label {
                Label::Spawn { thread } => {
                    if let Some((first, _)) = of(thread) {
                        self.order(self.node(id), first);
                    }
                }
                Label::Join { thread } => {
                    if let Some((_, last)) = of(thread) {
                        self.order(last, self.node(id));
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

    /// Is there an order of all nodes?
    fn is_acyclic(&self) -> bool {
        let mut missing = vec![0_usize; self.after.len()];
        for &node in self.after.iter().flatten() {
            missing[node] += 1;
        }
        let mut ready: Vec<usize> = (0..missing.len()).filter(|&node| missing[node] == 0).collect();
        let mut ordered = 0;
        while let Some(node) = ready.pop() {
            ordered += 1;
            for &next in &self.after[node] {
                missing[next] -= 1;
                if missing[next] == 0 {
                    ready.push(next);
                }
            }
        }
        ordered == missing.len()
    }
}

/// What the event wrote to the lock, if it did.
fn lock_written(event: &Event, lock: Address) -> Option<u64> {
    match event.label {
        Label::Write { addr, value, .. } if addr == lock => Some(value),
        _ => None,
    }
}
