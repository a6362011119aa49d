//! The general engine: explores under any model given by axioms over whole graphs, load buffering included.
//!
//! Models that track dependencies let a thread's later write become visible before an earlier read of it is done. Then the
//! prefix of a write is less than everything before it in program order and reads-from: a revisit deletes events of which
//! later ones of the same thread are kept. The thread has a *hole*, which is filled again at the same position, and values
//! that depend on it are not known until then. The visit is otherwise that of the fast engine: a read tries every source, a
//! write every place and every read that it may revisit, and a maximality test lets exactly one graph perform each revisit.
//! (`docs/internals/dependencies.md`, section 2. Paper: Kokologiannakis and Vafeiadis, "HMC: model checking for hardware
//! memory models", ASPLOS 2020, with prefixes that also follow the order which the model preserves; the paper's own lose
//! executions.)
//!
//! Each graph is a value, and each step evaluates the model's axioms: the engine is made for exactness and for every model,
//! not for speed. Memory is the path to the current graph with its open alternatives, and 16 bytes for each final graph: where a
//! write was there before the reads from which its value is computed, two orders of building it may pass the maximality
//! test (`r=x; y=1 || s=y; t=faa(x,s); x=1` under `imm`), so the hashes of final graphs are stored, and each is counted once.
//!
//! `graph` holds graphs and shows them to the axioms, `replay` runs threads over them, `prefix` computes the prefixes of writes,
//! `canonical` is the maximality test, `writes` places writes and revisits, `finals` shows final graphs to the visitor.

mod canonical;
mod cat;
mod finals;
mod graph;
mod memory;
mod prefix;
mod replay;
mod writes;

use std::sync::Arc;

use raddle_graph::{Dependencies, EventId, Label, Relation, Source, ThreadId};
use raddle_models::axioms::Candidate;

pub use self::cat::CatAxioms;
use self::graph::{Event, Graph};
use self::replay::{Stands, advance, begin, is_unknown, refresh, result_of};
use crate::explore::{Call, Staged};
use crate::isolation::Isolation;
use crate::pool::{self, Seen, Shared, Stopped};
use crate::{ExploreError, Keep, Limit, Options, Run, Totals, Visitor};
use raddle_program::{Action, Discovery, Program};

/// A model, as the general engine asks it.
pub trait Axioms {
    /// Does the model allow the graph, with this coherence? The graph may lack events; then what it has is judged.
    fn allow(&mut self, candidate: &Candidate, co: &Relation) -> bool;

    /// The order whose downward closure is the prefix of a write: what the model preserves of program order whatever reads read, and
    /// reads-from between threads. Coherence must not matter.
    fn prefix(&mut self, candidate: &Candidate) -> Relation;

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
    let shared = Shared::new(options.workers, run, seen, begin(program));
    let (totals, visitors) = pool::run(options.workers, &shared, || {
        let mut visitor = make_visitor();
        let mut engine = General {
            program,
            axioms: make_axioms(),
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
        let totals = engine.totals;
        Ok((totals, visitor))
    })?;
    Ok(Staged { totals, visitors, may_have_cycles: false })
}

struct General<'a, P: Program, A> {
    program: &'a P,
    axioms: A,
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

/// What can be added next.
enum Next {
    /// The write half of an update whose read half is there.
    Half(ThreadId),
    /// The next action of a thread.
    Action(ThreadId),
    /// Nothing.
    Nothing,
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
            self.expand(graph)?;
        }
        Ok(())
    }

    /// Extends a graph in every way.
    fn expand(&mut self, graph: Graph<P::State>) -> Result<(), Stopped> {
        match self.next(&graph) {
            Next::Nothing => self.finish(&graph),
            Next::Half(thread) => Ok(self.add_half(graph, thread)?),
            Next::Action(thread) => {
                if graph.runs[thread.index()].next as usize >= self.options.max_events {
                    let execution = self.execution(&graph);
                    self.visitor.too_long(thread, &execution);
                    return Err(self.shared.stop(Limit::MaxEvents));
                }
                Ok(self.add_action(graph, thread)?)
            }
        }
    }

    /// Picks the thread that moves. A function of the graph.
    fn next(&self, graph: &Graph<P::State>) -> Next {
        let threads = || (0..graph.threads.len()).map(|index| ThreadId(index as u16));
        if let Some(thread) = threads().find(|thread| graph.runs[thread.index()].stands == Stands::Half) {
            return Next::Half(thread);
        }
        threads().find(|&thread| self.may_move(graph, thread)).map_or(Next::Nothing, Next::Action)
    }

    fn may_move(&self, graph: &Graph<P::State>, thread: ThreadId) -> bool {
        let run = &graph.runs[thread.index()];
        let Some(state) = run.state.as_ref().filter(|_| run.stands == Stands::Ready) else { return false };
        if graph.get(EventId { thread, index: run.next }).is_some() {
            return false;
        }
        match *self.program.action(state) {
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => false,
            Action::Join { thread: child } => {
                child.index() >= graph.threads.len() || result_of(self.program, graph, child).is_some()
            }
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                graph.events().filter(|(_, event)| event.label == arrival).count() >= count as usize
            }
            _ => memory::fault(self.program, graph, thread).is_none(),
        }
    }

    /// Adds the next action of a thread.
    fn add_action(&mut self, graph: Graph<P::State>, thread: ThreadId) -> Result<(), ExploreError> {
        let run = &graph.runs[thread.index()];
        let Some(state) = &run.state else { unreachable!("`may_move` picks threads that have started") };
        let id = EventId { thread, index: run.next };
        let action = *self.program.action(state);
        let depends = run.dependencies(self.program);
        debug_assert!(!is_unknown(self.program, &graph, thread, &action, &depends), "the thread would wait");
        if let Some(addr) = action.addr() {
            memory::check_overlap(self.program, &graph, addr)?;
        }
        let local = |label| Event {
            action,
            label,
            source: None,
            known: true,
            spurious: false,
            fails_in_vain: false,
            depends: Arc::new(depends.clone()),
        };
        match action {
            Action::Read { .. } | Action::Reserve { .. } | Action::Update { .. } => {
                self.add_read(&graph, id, action, &depends)
            }
            Action::Write { addr, mode, value } => {
                let write = local(Label::Write { addr, mode, value, exclusive: false });
                self.add_write(graph, id, write)
            }
            Action::Conditional { addr, mode, value } => {
                // Without a reservation there is no such execution.
                if graph.reservation(id, addr).is_none() {
                    return Ok(());
                }
                let write = local(Label::Write { addr, mode, value, exclusive: true });
                self.add_write(graph, id, write)
            }
            Action::Choose { count } => {
                for value in (0..count).rev() {
                    self.add_local(graph.clone(), id, local(Label::Choose { value }))?;
                }
                Ok(())
            }
            Action::Fence { mode, on } => self.add_local(graph, id, local(Label::Fence { mode, on })),
            Action::Spawn { thread: child } => {
                match graph.runs.get(child.index()) {
                    None => return Err(ExploreError::Misuse { thread, what: "starts a thread that does not exist" }),
                    Some(run) if run.state.is_some() => {
                        return Err(ExploreError::Misuse { thread, what: "starts a thread that runs already" });
                    }
                    Some(_) => {}
                }
                self.add_local(graph, id, local(Label::Spawn { thread: child }))
            }
            Action::Join { thread: child } => {
                if child.index() >= graph.threads.len() {
                    return Err(ExploreError::Misuse { thread, what: "waits for a thread that does not exist" });
                }
                self.add_local(graph, id, local(Label::Join { thread: child }))
            }
            Action::Allocate { base, size } => self.add_local(graph, id, local(Label::Allocate { base, size })),
            Action::Free { base } => self.add_local(graph, id, local(Label::Free { base })),
            Action::Arrive { barrier, round } => self.add_local(graph, id, local(Label::Arrive { barrier, round })),
            Action::Depart { barrier, round, count } => {
                let arrival = Label::Arrive { barrier, round };
                if graph.events().filter(|(_, event)| event.label == arrival).count() > count as usize {
                    return Err(ExploreError::Learn(Discovery::CrowdedBarrier(barrier)));
                }
                self.add_local(graph, id, local(Label::Depart { barrier, round }))
            }
            Action::Learn(discovery) => Err(ExploreError::Learn(discovery)),
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit => {
                unreachable!("`may_move` picks threads that can go on")
            }
        }
    }

    /// Adds an event that neither reads nor writes.
    fn add_local(&mut self, mut graph: Graph<P::State>, id: EventId, event: Event) -> Result<(), ExploreError> {
        graph.add(id, event);
        self.push_forward(graph, id.thread)
    }

    /// Adds a read with every source.
    fn add_read(
        &mut self,
        graph: &Graph<P::State>,
        id: EventId,
        action: Action,
        depends: &Dependencies,
    ) -> Result<(), ExploreError> {
        let (Action::Read { addr, mode, .. } | Action::Reserve { addr, mode } | Action::Update { addr, mode, .. }) =
            action
        else {
            unreachable!("only these actions read")
        };
        let depends =
            Arc::new(if matches!(action, Action::Update { .. }) { depends.of_read_half() } else { depends.clone() });
        let fails_in_vain = replay::fails_in_vain(self.program, graph, id);
        let may_fail = self.options.spurious_failures
            && !fails_in_vain
            && matches!(action, Action::Update { op, .. } if op.is_weak());
        let sources = graph.writes(addr).iter().map(|&id| Source::Event(id));
        for source in std::iter::once(Source::Init).chain(sources) {
            for spurious in if may_fail { [false, true].as_slice() } else { &[false] } {
                let mut next = graph.clone();
                // Running the thread over the read completes the label.
                let label = Label::Read { addr, mode, value: 0, exclusive: matches!(action, Action::Reserve { .. }) };
                let (source, spurious) = (Some(source), *spurious);
                let depends = depends.clone();
                next.add(id, Event { action, label, source, known: true, spurious, fails_in_vain, depends });
                if spurious && !self.would_store(&next, id) {
                    continue;
                }
                self.push_forward(next, id.thread)?;
            }
        }
        Ok(())
    }

    /// Would the update store, if it did not fail spuriously?
    fn would_store(&self, graph: &Graph<P::State>, id: EventId) -> bool {
        let Some(Event { action: Action::Update { op, width, .. }, source, label, .. }) = graph.get(id) else {
            unreachable!("only updates fail spuriously")
        };
        let value = replay::value_of(self.program, graph, *source, label);
        value.is_some_and(|value| self.program.stores(*op, *width, value).is_some())
    }

    /// Runs the thread over what was added to it, and stores the graph if the model allows it.
    fn push_forward(&mut self, mut graph: Graph<P::State>, thread: ThreadId) -> Result<(), ExploreError> {
        self.totals.events_added += 1;
        self.run_on(&mut graph, thread)?;
        self.push(graph);
        Ok(())
    }

    /// Runs the thread over what was added to it, and everybody if that may matter to others.
    fn run_on(&self, graph: &mut Graph<P::State>, thread: ThreadId) -> Result<(), ExploreError> {
        let mut changed = false;
        while advance(self.program, graph, thread, &mut changed)? {}
        if changed || graph.has_holes() || graph.runs.iter().any(|run| run.stands == Stands::Unknown) {
            refresh(self.program, graph)?;
        }
        Ok(())
    }

    /// Stores a graph to extend it later, if the model allows it.
    fn push(&mut self, graph: Graph<P::State>) {
        let view = graph.view();
        if self.axioms.allow(&view.candidate, &view.co) {
            self.pending.push(graph);
        }
    }
}
