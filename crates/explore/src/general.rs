//! The general engine: explores under any model given by axioms over whole graphs, load buffering included.
//!
//! Models that track dependencies let a thread's later write become visible before an earlier read of it is done. Then the
//! prefix of a write is less than everything before it in program order and reads-from: a revisit deletes events of which
//! later ones of the same thread are kept. The thread has a *hole*, which is filled again at the same position, and values
//! that depend on it are not known until then. As in the fast engine a read tries every source, and a write every place and
//! every read that it may revisit. Of these graphs it visits those whose *parent* is the graph
//! from which they were made. The parent follows from the graph alone, so that none is visited twice, and nothing about visited
//! graphs is stored. (`docs/internals/dependencies.md`, section 4. It began as Kokologiannakis and Vafeiadis, "HMC: model
//! checking for hardware memory models", ASPLOS 2020, whose rules lose executions.)
//!
//! Each graph is a value, which shares with others what they have in common, and the model's axioms are evaluated on whole graphs, where it
//! is not known without that what they say. Memory is the path to the current graph with its open alternatives.
//!
//! `graph` holds graphs and shows them to the axioms, `replay` runs threads over them; `partial` says what comes next in a part of a
//! graph, `kept` what a revisit keeps, `chain` how a graph is built; `extend` adds events, `build` rebuilds what a revisit deleted,
//! `parent` decides from which graph another is visited; `writes` makes revisits, `finals` shows final graphs to the visitor.

mod build;
mod cat;
mod chain;
mod extend;
mod finals;
mod graph;
mod kept;
mod memory;
mod parent;
mod part;
mod partial;
mod replay;
mod writes;

use std::sync::Arc;

use raddle_graph::{EventId, Relation};
use raddle_models::axioms::Candidate;

pub use self::cat::CatAxioms;
use self::graph::Graph;
use self::partial::Partial;
use self::replay::begin;
use crate::explore::{Call, Staged};
use crate::isolation::Isolation;
use crate::pool::{self, Seen, Shared, Stopped};
use crate::{ExploreError, Keep, Limit, Options, Run, Totals, Visitor};
use raddle_program::Program;

/// A model, as the general engine asks it.
pub trait Axioms {
    /// Does the model allow the graph, with this coherence? The graph may lack events; then what it has is judged.
    fn allow(&mut self, candidate: &Candidate, co: &Relation) -> bool;

    /// The order whose downward closure is the prefix of a write: what the model preserves of program order whatever reads read, and
    /// reads-from between threads. Coherence must not matter.
    fn prefix(&mut self, candidate: &Candidate) -> Relation;

    /// Does the model allow whatever is left when events are deleted from a graph that it allows, if all that a revisit would keep
    /// with what is left is left, too? If in doubt: no; it is asked then.
    fn allow_parts(&self) -> bool;

    /// Does the model allow every graph that comes of an allowed one by adding an event that is last in its thread, and of its location
    /// last in coherence order or a read of what is last there? If in doubt: no; it is asked then.
    fn allow_last(&self) -> bool;

    /// Are data races errors? Those of a whole graph, if so.
    fn races(&mut self, candidate: &Candidate, co: &Relation) -> Vec<(EventId, EventId)>;
}

/// Explores every execution of the program that the axioms allow, each exactly once: for axioms that are not a cat file's.
///
/// Each worker has axioms and a visitor of its own; the visitors are returned, with the totals.
pub fn explore<P, A, V>(
    program: &P,
    make_axioms: impl Fn() -> A + Sync,
    options: &Options,
    run: &Run,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    A: Axioms,
    V: Visitor<P::State>,
{
    run.begin_round();
    let seen = options.detect_duplicates.then(Seen::default);
    let isolation = Isolation::new(&program.features(), None);
    let call = Call { program, options, run, isolation, seen: seen.as_ref() };
    let staged = stage(call, make_axioms, Keep::All, &make_visitor)?;
    Ok((staged.totals, staged.visitors))
}

/// The same as a stage of a plan, which shows the executions that `keep` selects.
pub(crate) fn stage<P, A, V>(
    call: Call<'_, P>,
    make_axioms: impl Fn() -> A + Sync,
    keep: Keep,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    A: Axioms,
    V: Visitor<P::State>,
{
    let Call { program, options, run, isolation, seen } = call;
    let features = program.features();
    let shared = Shared::new(options.workers, run, seen, begin(program));
    let (totals, visitors) = pool::run(options.workers, &shared, || {
        let mut visitor = make_visitor();
        let axioms = make_axioms();
        let search = Search {
            program,
            spurious_failures: options.spurious_failures,
            by_existence: features.updates || features.reservations,
            allows_parts: axioms.allow_parts(),
            allows_last: axioms.allow_last(),
            axioms,
            is_uncertain: false,
        };
        let mut engine = General {
            search,
            options,
            keep,
            isolation,
            visitor: &mut visitor,
            totals: Totals::default(),
            reported: Totals::default(),
            shared: &shared,
            pending: Vec::new(),
        };
        while let Some(graph) = shared.take() {
            match engine.explore(graph) {
                Ok(()) => {}
                Err(Stopped::Over) => break,
                Err(Stopped::Error(error)) => return Err(*error),
            }
        }
        // Executions are known to be lost there of programs that are explored otherwise under most models.
        let may_lose = engine.totals.entangled > 0 && !features.reservations;
        let totals = Totals { uncertain: engine.search.is_uncertain || may_lose, ..engine.totals };
        Ok((totals, visitor))
    })?;
    Ok(Staged { totals, visitors, may_have_cycles: false })
}

/// What is asked about graphs, and with which the answers vary.
struct Search<'p, P: Program, A> {
    program: &'p P,
    axioms: A,
    /// May weak compare-exchanges fail although they need not?
    spurious_failures: bool,
    /// May writes be taken along without what their values need?
    by_existence: bool,
    /// Need parts of an allowed graph not be checked?
    allows_parts: bool,
    /// Need graphs not be checked to which something was added last?
    allows_last: bool,
    /// Was something given up? Then executions may be missing.
    is_uncertain: bool,
}

struct General<'a, P: Program, A> {
    search: Search<'a, P, A>,
    options: &'a Options,
    keep: Keep,
    /// What atomic sections must fulfil, if there are any.
    isolation: Option<Isolation>,
    visitor: &'a mut dyn Visitor<P::State>,
    totals: Totals,
    /// What was told of the totals.
    reported: Totals,
    shared: &'a Shared<'a, Graph<P::State>>,
    /// Graphs that are still to be extended, the newest last.
    pending: Vec<Graph<P::State>>,
}

impl<P: Program, A: Axioms> General<'_, P, A> {
    /// Explores everything that follows from a graph.
    fn explore(&mut self, graph: Graph<P::State>) -> Result<(), Stopped> {
        self.pending.push(graph);
        while let Some(graph) = self.pending.pop() {
            self.shared.advance(&self.totals, &mut self.reported);
            self.shared.poll((graph.events().count() as u64).pow(2).max(1))?;
            if self.shared.is_hungry() && !self.pending.is_empty() {
                // The oldest has the most work behind it.
                self.shared.offer(self.pending.remove(0));
            }
            self.expand(Arc::new(graph))?;
        }
        Ok(())
    }

    /// Extends a graph in every way.
    fn expand(&mut self, graph: Arc<Graph<P::State>>) -> Result<(), Stopped> {
        let Some(id) = Partial::new(self.search.program, graph.clone(), graph.part()).next() else {
            return self.finish(&graph);
        };
        if id.index as usize >= self.options.max_events {
            let execution = self.execution(&graph);
            self.visitor.too_long(id.thread, &execution);
            return Err(self.shared.stop(Limit::MaxEvents));
        }
        Ok(self.add(&graph, id)?)
    }

    /// Adds an event in every way.
    fn add(&mut self, graph: &Arc<Graph<P::State>>, id: EventId) -> Result<(), ExploreError> {
        let template = self.search.template(graph, id)?;
        if template.label.is_write() {
            return self.add_write(graph, id, &template);
        }
        for choice in self.search.choices(graph, id, &template) {
            let extended = self.search.extended(graph, id, &template, choice);
            if let Some(next) = self.sound(extended)?.flatten() {
                self.push_forward(graph, id, next);
            }
        }
        Ok(())
    }

    /// Stores a graph, to which the event was added last, to extend it later; unless the model does not allow it, which is told.
    fn push_forward(&mut self, parent: &Arc<Graph<P::State>>, id: EventId, mut graph: Graph<P::State>) -> bool {
        self.totals.events_added += 1;
        let is_allowed = (self.search.allows_last && graph.is_last(id)) || self.search.allows(&graph);
        if !is_allowed {
            return false;
        }
        debug_assert!(self.search.allows(&graph), "the model allows what is added last");
        if extends_chain(parent, &graph, id) {
            graph.taken.clone_from(&parent.taken);
            self.pending.push(graph);
        } else if let Some(graph) = self.search.is_parent(graph, parent) {
            self.pending.push(graph);
        }
        true
    }
}

/// Is the first chain of the new graph certainly that of its parent with the event as its last step? It is if that chain is one,
/// and takes along the same: no event can need one that is last in its thread, except a read half its write half.
fn extends_chain<S: Clone>(parent: &Graph<S>, graph: &Graph<S>, id: EventId) -> bool {
    let Some(taken) = &parent.taken else { return false };
    let is_last = graph.threads[id.thread.index()].len() == id.index as usize + 1;
    let read = id.index.checked_sub(1).map(|index| EventId { index, ..id });
    let is_needed = graph.get(id).is_some_and(|event| event.is_write() && event.is_update())
        && read.is_some_and(|read| taken.contains(read));
    is_last && !is_needed
}
