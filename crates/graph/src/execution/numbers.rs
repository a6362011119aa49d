//! The events of an execution as numbers, and what leads from one to the next.

use super::{Event, Execution, Source};
use crate::{EventId, Label, ThreadId};

/// Numbers the events of an execution, thread by thread in program order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// The number of the first event of each thread, and at last how many events there are.
    first: Vec<u32>,
}

impl Numbers {
    /// The numbers of the events of an execution.
    pub fn of(execution: &Execution) -> Numbers {
        let mut first = Vec::with_capacity(execution.threads.len() + 1);
        let mut size = 0;
        for events in &execution.threads {
            first.push(size);
            size += events.len() as u32;
        }
        first.push(size);
        Numbers { first }
    }

    /// How many events there are.
    pub fn count(&self) -> usize {
        self.first.last().map_or(0, |&size| size as usize)
    }

    /// The number of an event.
    pub fn number(&self, id: EventId) -> u32 {
        self.first[id.thread.index()] + id.index
    }

    /// Adds the pairs of program order, reads-from, and the starting, joining and meeting of threads, whose closure is porf. Of program order only neighbours.
    pub fn add_porf(&self, execution: &Execution, out: &mut Vec<(u32, u32)>) {
        let bounds = |thread: ThreadId| Some((*self.first.get(thread.index())?, *self.first.get(thread.index() + 1)?));
        let mut number = 0;
        let mut arrivals: Vec<(u32, Label)> = Vec::new();
        let mut spawns: Vec<(u32, ThreadId)> = Vec::new();
        for events in &execution.threads {
            let end = number + events.len() as u32;
            for &Event { label, rf } in events {
                if number + 1 < end {
                    out.push((number, number + 1));
                }
                if let Some(Source::Event(source)) = rf {
                    out.push((self.number(source), number));
                }
                match label {
                    Label::Spawn { thread } => {
                        spawns.push((number, thread));
                        out.extend(bounds(thread).filter(|(from, to)| from < to).map(|(from, _)| (number, from)));
                    }
                    Label::Join { thread } => {
                        out.extend(bounds(thread).filter(|(from, to)| from < to).map(|(_, to)| (to - 1, number)));
                    }
                    Label::Arrive { .. } => arrivals.push((number, label)),
                    _ => {}
                }
                number += 1;
            }
        }
        if arrivals.is_empty() && spawns.is_empty() {
            return;
        }
        for (id, event) in execution.events() {
            match event.label {
                // A thread without events ends after it starts, too.
                Label::Join { thread } => {
                    let started = spawns.iter().filter(|&&(_, child)| child == thread);
                    out.extend(started.map(|&(spawn, _)| (spawn, self.number(id))));
                }
                Label::Depart { barrier, round } => {
                    let met = arrivals.iter().filter(|&&(_, label)| label == Label::Arrive { barrier, round });
                    out.extend(met.map(|&(arrival, _)| (arrival, self.number(id))));
                }
                _ => {}
            }
        }
    }
}
