//! From which graph a graph is visited: the one rule by which each is visited once.
//!
//! A graph may have been made from several others, its *options*: by adding the last event of one of its chains, or by the revisit
//! with which a chain ends. Its *parent* is the first option that can itself be traced back to the empty graph in this way. As
//! this follows from the graph alone, a graph is visited from one graph only; and every graph is visited that can be traced back
//! at all.

use std::sync::Arc;

use raddle_graph::{EventId, Label, Source, ThreadId};

use super::build::Build;
use super::chain::{Chains, Last};
use super::graph::{Event, Graph, Revisited};
use super::kept::{self, Kept};
use super::part::Part;
use super::partial::Partial;
use super::replay::{Halt, Stands, refresh_some};
use super::{Axioms, Search};
use raddle_program::{Action, Program};

/// Graphs through which another is traced back.
const MAX_DEPTH: usize = 1_000;

/// The options of a graph, in order.
struct Options<'p, P: Program> {
    graph: Arc<Graph<P::State>>,
    chains: Chains<'p, P>,
    build: Option<(Build<'p, P>, EventId, EventId)>,
    goal: Option<Arc<Graph<P::State>>>,
    /// What the first walk took along, if it was a chain.
    taken: Option<Part>,
}

/// A graph from which another may have been made.
struct Candidate<P: Program> {
    graph: Arc<Graph<P::State>>,
    /// By this revisit, if it makes it at all.
    revisit: Option<(EventId, EventId)>,
}

impl<'p, P: Program> Options<'p, P> {
    fn new<A: Axioms>(
        search: &Search<'p, P, A>,
        graph: Arc<Graph<P::State>>,
        goal: Option<Arc<Graph<P::State>>>,
    ) -> Options<'p, P> {
        let chains = Chains::new(search.program, graph.clone(), search.by_existence);
        Options { graph, chains, build: None, goal, taken: None }
    }

    fn next<A: Axioms>(&mut self, search: &mut Search<'p, P, A>) -> Option<Candidate<P>> {
        loop {
            if let Some((build, read, write)) = &mut self.build {
                match build.next(search) {
                    Some(graph) => return Some(Candidate { graph, revisit: Some((*read, *write)) }),
                    None => self.build = None,
                }
            }
            let chain = self.chains.next(&mut search.axioms);
            search.is_uncertain |= self.chains.met_bound;
            let chain = chain?;
            if chain.is_first {
                self.taken = Some(chain.taken);
            }
            match chain.last {
                Last::Forward(event) => {
                    let Ok(graph) = search.without(&self.graph, &[event]) else { continue };
                    let has_failed = self.graph.get(event).is_some_and(|event| event.failed);
                    if has_failed && search.has_place(&graph, event) {
                        continue;
                    }
                    if !search.allows_parts && !search.allows(&graph) {
                        continue;
                    }
                    return Some(Candidate { graph: Arc::new(graph), revisit: None });
                }
                Last::Big { read, write, before } => {
                    if let Some(goal) = &self.goal
                        && search.rebuilds_best(&self.graph, goal, &before, read, write)
                    {
                        return Some(Candidate { graph: goal.clone(), revisit: Some((read, write)) });
                    }
                    let Ok(kept) = search.without(&self.graph, &[read, write]) else { continue };
                    let build = Build::new(search.program, kept, before, read, write, self.goal.clone());
                    self.build = Some((build, read, write));
                }
            }
        }
    }
}

impl<'p, P: Program, A: Axioms> Search<'p, P, A> {
    /// Is `parent`, from which the graph was made, its parent? If so, notes in the graph what its first chain takes along.
    pub fn is_parent(&mut self, graph: Graph<P::State>, parent: &Arc<Graph<P::State>>) -> Option<Graph<P::State>> {
        let graph = Arc::new(graph);
        let mut options = Options::new(self, graph.clone(), Some(parent.clone()));
        while let Some(option) = options.next(self) {
            if option.graph.is_same(parent) {
                let taken = options.taken.take().map(Arc::new);
                drop(options);
                let mut graph = Arc::unwrap_or_clone(graph);
                graph.taken = taken;
                return Some(graph);
            }
            if self.makes(&option, &graph) && self.is_valid(&option.graph, parent.revisited.as_ref()) {
                return None;
            }
        }
        None
    }

    /// Can the graph be traced back to the empty one? Those that were visited can.
    fn is_valid(&mut self, graph: &Arc<Graph<P::State>>, visited: Option<&Arc<Revisited<P::State>>>) -> bool {
        if self.is_plain(graph, visited) {
            return true;
        }
        let mut path = vec![Options::new(self, graph.clone(), None)];
        while let Some(options) = path.last_mut() {
            let Some(option) = options.next(self) else {
                path.pop();
                continue;
            };
            let made = options.graph.clone();
            if !self.makes(&option, &made) {
                continue;
            }
            // Then everything on the path is valid.
            if self.is_plain(&option.graph, visited) {
                return true;
            }
            let is_circular = path.iter().any(|options| options.graph.is_same(&option.graph));
            if is_circular || path.len() >= MAX_DEPTH {
                self.is_uncertain = true;
                continue;
            }
            path.push(Options::new(self, option.graph, None));
        }
        false
    }

    /// Is it one of the graphs that are known to be valid: the empty one, those whose first chain builds them without holes and unknown
    /// values, and those whose first chain leads from one that was visited to it by adding events?
    fn is_plain(&mut self, graph: &Arc<Graph<P::State>>, visited: Option<&Arc<Revisited<P::State>>>) -> bool {
        if graph.is_empty() {
            return true;
        }
        if graph.events().any(|(_, event)| event.failed) {
            return false;
        }
        let mut chains = Chains::new(self.program, graph.clone(), self.by_existence);
        let Some(chain) = chains.next(&mut self.axioms) else { return false };
        let mut visited = std::iter::successors(visited, |visited| visited.earlier.as_ref());
        let is_part = |visited: &Arc<Revisited<P::State>>| {
            visited.part == chain.after_big && visited.graph.is_part_of(&visited.part, graph)
        };
        !chain.is_tangled || (chain.is_first && self.allows_parts && visited.any(is_part))
    }

    /// Does the option make the graph?
    fn makes(&mut self, option: &Candidate<P>, graph: &Graph<P::State>) -> bool {
        let Some((read, write)) = option.revisit else { return true };
        let Ok(template) = self.template(&option.graph, write) else { return false };
        let is_write = |event: &Event| event.is_write() && event.label.addr() == template.label.addr();
        if !template.label.is_write() || !graph.get(write).is_some_and(is_write) {
            return false;
        }
        let Ok(with_write) = self.with_write(&option.graph, write, &template) else { return false };
        let mut kept = Kept::new(self.by_existence);
        self.proposals(&with_write, &mut kept, read, write).contains(&graph.part())
    }

    /// The sets of events that may be left when the read is made to read from the write, which was added last.
    pub fn proposals(
        &mut self,
        with_write: &Graph<P::State>,
        kept: &mut Kept,
        read: EventId,
        write: EventId,
    ) -> Vec<Part> {
        // Nothing that is deleted orders them.
        let may_be_loose = || kept::has_conditional_half_between(with_write, read, write);
        if kept.orders(with_write, &mut self.axioms, read, write) && !may_be_loose() {
            return Vec::new();
        }
        let versions = kept.versions(with_write, &mut self.axioms, write);
        let is_before = kept.comes_before(with_write, &mut self.axioms, read, write);
        let allowed: Vec<bool> = versions.iter().map(|version| !is_before || !version.contains(read)).collect();
        if !allowed.contains(&true) {
            return Vec::new();
        }
        let mut revisited = with_write.clone();
        let Some(event) = revisited.get_mut(read) else { unreachable!("only reads of the graph are revisited") };
        event.source = Some(raddle_graph::Source::Event(write));
        let chains = Chains::new(self.program, Arc::new(revisited), self.by_existence);
        let (found, met_bound) = chains.up_to(&mut self.axioms, read, write, &allowed);
        self.is_uncertain |= met_bound;
        found
    }

    /// Is the other graph what comes of rebuilding first what the revisit deleted that made this one: in every step the best way to add
    /// an event is the way in which the other graph has it? It is not told of all that are.
    fn rebuilds_best(
        &self,
        graph: &Graph<P::State>,
        goal: &Arc<Graph<P::State>>,
        before: &Part,
        read: EventId,
        write: EventId,
    ) -> bool {
        let stays = |&(id, _): &(EventId, &Event)| id != read && id != write;
        let is_there = |(id, event): (EventId, &Event)| goal.get(id).is_some_and(|other| event.is_like(other));
        // Whether a compare-exchange stores, and what is picked, may change while it is rebuilt.
        let may_change = |(_, event): (EventId, &Event)| {
            let is_conditional = matches!(event.action, Action::Update { op, .. } if op.is_conditional());
            let half = event.half.as_ref().unwrap_or(&event.depends);
            is_conditional || !half.picked_data.is_empty() || !event.depends.picked_data.is_empty()
        };
        if !self.allows_parts
            || goal.events().any(may_change)
            || goal.get(write).is_some()
            || goal.get(read).is_none()
            || !graph.events().filter(stays).all(is_there)
        {
            return false;
        }
        // What is there, and what of it has been reached.
        let there = graph.events().filter(stays).map(|(id, _)| id).collect();
        let mut there = Partial::new(self.program, goal.clone(), there);
        let mut reached = Partial::new(self.program, goal.clone(), before.clone());
        let mut next = read;
        while !there.has_pending() {
            let Some(event) = goal.get(next) else { return false };
            if !there.contains(next) {
                if !is_best(goal, &there, next, event) {
                    return false;
                }
                there.add_one(next);
            }
            reached.add_one(next);
            if event.source_event().is_some_and(|source| !reached.contains(source)) {
                return false;
            }
            match reached.next() {
                Some(id) if id == write => return !there.has_pending() && reached.is_whole(),
                Some(id) => next = id,
                None => return false,
            }
        }
        false
    }

    /// The graph without some events.
    fn without(&self, graph: &Graph<P::State>, events: &[EventId]) -> Result<Graph<P::State>, Halt> {
        let mut part = graph.clone();
        part.retain(|id| !events.contains(&id));
        self.refreshed(part, None)
    }

    /// The graph after some of its events were deleted, and after a read was made to read from elsewhere: with the values that are
    /// known now.
    pub fn refreshed(&self, graph: Graph<P::State>, changed: Option<EventId>) -> Result<Graph<P::State>, Halt> {
        let partial = {
            let part = graph.part();
            Partial::new(self.program, Arc::new(graph), part)
        };
        let stale = stale(partial.graph(), changed);
        let is_known = |id: EventId| partial.is_known(id) && !stale.contains(id);
        let mut graph = (**partial.graph()).clone();
        let mut has_changed = vec![false; graph.threads.len()];
        for (id, event) in partial.graph().events() {
            let is_lost = match event.label {
                Label::Write { .. } => event.is_write() && !is_known(id),
                Label::Read { .. } => event.source_event().is_some_and(|source| !is_known(source)),
                _ => false,
            };
            if !is_lost {
                continue;
            }
            has_changed[id.thread.index()] = true;
            let Some(copy) = graph.get_mut(id) else { unreachable!("it is a copy") };
            match &mut copy.label {
                Label::Write { value, .. } => (*value, copy.known) = (0, false),
                Label::Read { value, .. } => *value = 0,
                _ => unreachable!("only accesses have values"),
            }
        }
        if let Some(changed) = changed {
            has_changed[changed.thread.index()] = true;
        }
        for (index, has_changed) in has_changed.iter_mut().enumerate() {
            *has_changed |= lacks_events(partial.graph(), ThreadId(index as u16));
        }
        // What a thread returned may have changed.
        let any_changed = has_changed.contains(&true);
        for (id, _) in partial.graph().events().filter(|(_, event)| matches!(event.label, Label::Join { .. })) {
            has_changed[id.thread.index()] |= any_changed;
        }
        refresh_some(self.program, &mut graph, |thread| has_changed[thread.index()])?;
        Ok(graph)
    }

    /// Is there a place for a conditional store?
    fn has_place(&mut self, graph: &Graph<P::State>, id: EventId) -> bool {
        let Ok(template) = self.template(graph, id) else { return false };
        let choices = self.choices(graph, id, &template).into_iter();
        choices.filter(|choice| *choice != super::extend::Choice::Fail).any(|choice| {
            let extended = self.extended(graph, id, &template, choice);
            matches!(extended, Ok(Some(extended)) if self.allows(&extended))
        })
    }
}

/// Is the way in which a graph has the event the best one to add it to what is there of the graph, where every value is known (see
/// `extend`)?
fn is_best<P: Program>(graph: &Graph<P::State>, there: &Partial<'_, P>, id: EventId, event: &Event) -> bool {
    match event.label {
        _ if event.failed || event.spurious => false,
        Label::Read { addr, .. } => {
            let is_later = |&(other, later): &(EventId, &Event)| {
                other.thread == id.thread && other > id && !later.failed && later.label.addr() == Some(addr)
            };
            let newest = graph.writes(addr).iter().rev().find(|&&write| there.contains(write));
            let best = match there.within().events().any(|later| is_later(&later)) {
                true => Source::Init,
                false => newest.map_or(Source::Init, |&write| Source::Event(write)),
            };
            event.source == Some(best)
        }
        // There is one place only for a write half.
        Label::Write { .. } if event.is_update() => true,
        Label::Write { addr, .. } => {
            let later = graph.writes(addr).iter().rev().take_while(|&&write| write != id);
            later.into_iter().all(|&write| !there.contains(write))
        }
        Label::Choose { value } => value == 0,
        _ => true,
    }
}

/// Has the thread run over events that are not there any more? Or is it one that is not simply run over what is there?
fn lacks_events<S: Clone>(graph: &Graph<S>, thread: ThreadId) -> bool {
    let run = &graph.runs[thread.index()];
    let is_there = |index| {
        let id = EventId { thread, index };
        graph.get(id).is_some() || graph.whole().is_free(id)
    };
    let has_run_over = run.stands == Stands::Ready && graph.threads[thread.index()].len() <= run.next as usize;
    !(has_run_over && (0..run.next).all(is_there)) || (run.next == 0 && run.state.is_some())
}

/// The writes whose values were computed from what a read read, in one or several steps.
fn stale<S: Clone>(graph: &Graph<S>, changed: Option<EventId>) -> Part {
    let mut stale: Part = changed.into_iter().collect();
    if changed.is_none() {
        return stale;
    }
    loop {
        let found = graph.events().find(|&(id, event)| {
            let is_stale = |index| stale.contains(EventId { index, ..id });
            !stale.contains(id)
                && match event.label {
                    Label::Write { .. } => event.depends.data.iter().any(is_stale),
                    _ => event.source_event().is_some_and(|source| stale.contains(source)),
                }
        });
        let Some((id, _)) = found else { return stale };
        stale.insert(id);
    }
}
