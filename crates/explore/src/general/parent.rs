//! From which graph a graph is visited: the one rule by which each is visited once.
//!
//! A graph may have been made from several others, its *options*: by adding the last event of one of its chains, or by the revisit
//! with which a chain ends. Its *parent* is the first option that can itself be traced back to the empty graph in this way. As
//! this follows from the graph alone, a graph is visited from one graph only; and every graph is visited that can be traced back
//! at all.

use std::sync::Arc;

use raddle_graph::{EventId, Label};

use super::build::Build;
use super::chain::{Chains, Last};
use super::graph::{Event, Graph};
use super::kept::{self, Kept};
use super::part::Part;
use super::partial::Partial;
use super::replay::{Halt, refresh};
use super::{Axioms, Search};
use raddle_program::Program;

/// Graphs through which another is traced back.
const MAX_DEPTH: usize = 1_000;

/// The options of a graph, in order.
struct Options<'p, P: Program> {
    graph: Arc<Graph<P::State>>,
    chains: Chains<'p, P>,
    build: Option<(Build<P>, EventId, EventId)>,
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
                    let Ok(kept) = search.without(&self.graph, &[read, write]) else { continue };
                    let build = Build::new(kept, before, read, write, self.goal.clone());
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
            if self.makes(&option, &graph) && self.is_valid(&option.graph) {
                return None;
            }
        }
        None
    }

    /// Can the graph be traced back to the empty one?
    fn is_valid(&mut self, graph: &Arc<Graph<P::State>>) -> bool {
        if self.is_plain(graph) {
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
            if self.is_plain(&option.graph) {
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

    /// Is it one of the graphs that are known to be valid: the empty one, and those whose first chain builds them without holes and
    /// unknown values?
    fn is_plain(&mut self, graph: &Arc<Graph<P::State>>) -> bool {
        if graph.is_empty() {
            return true;
        }
        if graph.events().any(|(_, event)| event.failed) {
            return false;
        }
        let mut chains = Chains::new(self.program, graph.clone(), self.by_existence);
        chains.next(&mut self.axioms).is_some_and(|chain| !chain.is_tangled)
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
        for (id, event) in partial.graph().events() {
            let Some(copy) = graph.get_mut(id) else { unreachable!("it is a copy") };
            match &mut copy.label {
                Label::Write { value, .. } if !is_known(id) && event.is_write() => {
                    (*value, copy.known) = (0, false);
                }
                Label::Read { value, .. } if event.source_event().is_some_and(|source| !is_known(source)) => *value = 0,
                _ => {}
            }
        }
        refresh(self.program, &mut graph)?;
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
