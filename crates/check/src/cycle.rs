//! The cycle of program order and reads-from of an execution with load buffering: a shortest one, of those the least.

use std::collections::VecDeque;

use raddle_graph::{EventId, Execution, Label, Source, ThreadId};

use crate::story::{Cycle, CycleKind, Link, Story};

/// An edge between threads.
#[derive(Clone, Copy)]
struct Step {
    from: EventId,
    to: EventId,
    kind: CycleKind,
}

/// How the cycle of an execution is known to be possible, for its story: see `Cycle`.
#[derive(Default)]
pub struct Known {
    /// Each committed event with the one that it is known from.
    pub committed: Vec<(EventId, EventId)>,
    /// The execution from which they are known.
    pub source: Option<Box<Story>>,
}

/// A shortest cycle of an execution, for its story. `row` names the row that shows an event.
pub fn cycle_of(execution: &Execution, known: Known, row: &dyn Fn(EventId) -> EventId) -> Option<Cycle> {
    let steps = shortest(&steps(execution))?;
    let mut links: Vec<Link> = Vec::new();
    // Between two steps a thread goes from where the first one ends to where the second one begins.
    let before = steps.iter().cycle().skip(steps.len() - 1);
    for (before, step) in before.zip(&steps) {
        if row(before.to) != row(step.from) {
            links.push(Link { event: row(before.to), leads_by: CycleKind::ProgramOrder });
        }
        links.push(Link { event: row(step.from), leads_by: step.kind });
    }
    let Some(least) = (0..links.len()).min_by_key(|&nth| links[nth].event) else { unreachable!("a cycle has steps") };
    links.rotate_left(least);
    let mut committed: Vec<_> = known.committed.into_iter().map(|(event, there)| (row(event), there)).collect();
    committed.sort_unstable();
    committed.dedup_by_key(|(event, _)| *event);
    Some(Cycle { links, committed, source: known.source })
}

/// What leads from one thread to another.
fn steps(execution: &Execution) -> Vec<Step> {
    let length = |thread: ThreadId| execution.threads.get(thread.index()).map_or(0, Vec::len);
    let mut steps = Vec::new();
    for (id, event) in execution.events() {
        if let Some(Source::Event(source)) = event.rf {
            steps.push(Step { from: source, to: id, kind: CycleKind::ReadsFrom });
        }
        match event.label {
            Label::Spawn { thread } if length(thread) > 0 => {
                steps.push(Step { from: id, to: EventId { thread, index: 0 }, kind: CycleKind::Start });
            }
            Label::Join { thread } if length(thread) > 0 => {
                let last = EventId { thread, index: length(thread) as u32 - 1 };
                steps.push(Step { from: last, to: id, kind: CycleKind::Join });
            }
            Label::Depart { barrier, round } => {
                let arrivals = execution.events().filter(|(_, event)| event.label == Label::Arrive { barrier, round });
                steps.extend(arrivals.map(|(from, _)| Step { from, to: id, kind: CycleKind::Barrier }));
            }
            _ => {}
        }
    }
    steps.retain(|step| step.from.thread != step.to.thread);
    steps.sort_unstable_by_key(|step| (step.from, step.to));
    steps
}

/// The shortest cycle of steps with program order between them.
fn shortest(steps: &[Step]) -> Option<Vec<Step>> {
    let mut best: Option<Vec<Step>> = None;
    for start in 0..steps.len() {
        let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
        if let Some(found) = back_to(steps, start, most) {
            best = Some(found);
        }
    }
    best
}

/// The shortest cycle through a step, of at most so many.
fn back_to(steps: &[Step], start: usize, most: usize) -> Option<Vec<Step>> {
    let goal = steps[start].from;
    let leads = |to: EventId, from: EventId| to.thread == from.thread && to.index <= from.index;
    let mut came: Vec<Option<usize>> = vec![None; steps.len()];
    let mut pending = VecDeque::from([(start, 1)]);
    came[start] = Some(start);
    while let Some((at, length)) = pending.pop_front() {
        if length > most {
            return None;
        }
        if leads(steps[at].to, goal) {
            let mut path = vec![at];
            while let Some(before) = path.last().and_then(|&last| came[last]).filter(|_| path.last() != Some(&start)) {
                path.push(before);
            }
            return Some(path.into_iter().rev().map(|nth| steps[nth]).collect());
        }
        // Steps are in the order of where they begin.
        let first = steps.partition_point(|step| step.from < steps[at].to);
        for next in (first..steps.len()).take_while(|&next| steps[next].from.thread == steps[at].to.thread) {
            if came[next].is_none() {
                came[next] = Some(at);
                pending.push_back((next, length + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_graph::{Address, Event, Mode};

    fn read(addr: u64, source: Source) -> Event {
        let label = Label::Read { addr: Address(addr), mode: Mode::Rlx, value: 1, exclusive: false };
        Event { label, rf: Some(source) }
    }

    fn write(addr: u64) -> Event {
        Event { label: Label::Write { addr: Address(addr), mode: Mode::Rlx, value: 1, exclusive: false }, rf: None }
    }

    fn id(thread: u16, index: u32) -> EventId {
        EventId { thread: ThreadId(thread), index }
    }

    #[test]
    fn a_cycle_begins_with_its_least_event() {
        let threads = vec![
            vec![write(7), read(1, Source::Event(id(1, 1))), write(2)],
            vec![read(2, Source::Event(id(0, 2))), write(1), read(7, Source::Event(id(0, 0)))],
        ];
        let execution = Execution { threads, ..Execution::default() };
        let cycle = cycle_of(&execution, Known::default(), &|event| event).unwrap();
        let links: Vec<_> = cycle.links.iter().map(|link| (link.event, link.leads_by)).collect();
        let (po, rf) = (CycleKind::ProgramOrder, CycleKind::ReadsFrom);
        assert_eq!(links, [(id(0, 1), po), (id(0, 2), rf), (id(1, 0), po), (id(1, 1), rf)]);
    }

    #[test]
    fn what_only_goes_forward_has_none() {
        let threads = vec![vec![write(1)], vec![read(1, Source::Event(id(0, 0))), write(2)]];
        let execution = Execution { threads, ..Execution::default() };
        assert_eq!(cycle_of(&execution, Known::default(), &|event| event), None);
    }
}
