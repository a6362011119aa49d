//! Rebuilds what a revisit deleted: every graph from which the revisit may have been made, the best first.
//!
//! What the revisit kept stays as it is; everything else, and what the revisited read read before, is chosen anew, event by event
//! in the order in which the graph would be built, until the revisiting write is next. Where no way to add an event leads on, an
//! earlier choice is changed.

use std::sync::Arc;

use raddle_graph::EventId;

use super::chain::distinct;
use super::extend::Choice;
use super::graph::{Event, Graph};
use super::kept::Kept;
use super::part::Part;
use super::partial::Partial;
use super::{Axioms, Search};
use raddle_program::Program;

/// Steps in which one part is rebuilt.
const MAX_STEPS: usize = 20_000;

/// The graphs that come of rebuilding, in order.
pub(super) struct Build<'p, P: Program> {
    /// The write that comes next in all of them.
    write: EventId,
    /// A graph that is one of them: parts of it need not be asked whether the model allows them.
    goal: Option<Arc<Graph<P::State>>>,
    /// What is to be tried, the next one last.
    open: Vec<Task<'p, P>>,
    steps: usize,
}

/// A graph, how much of it has been reached, and what is to be done.
struct Task<'p, P: Program> {
    graph: Arc<Graph<P::State>>,
    /// How much: of the graph, or of that before the event was added that comes next.
    reached: Partial<'p, P>,
    /// Is it a part of the goal?
    is_along: bool,
    what: What,
}

enum What {
    /// This event comes next.
    Reach(EventId),
    /// It is tried in these ways, beginning with that one.
    Try { id: EventId, template: Box<Event>, choices: Vec<Choice>, nth: usize },
    /// It is there.
    Pass(EventId),
    /// It has been passed.
    GoOn,
}

impl<'p, P: Program> Build<'p, P> {
    /// Rebuilds a graph from the events that were kept, of which those of `has` were there before the read.
    pub fn new(
        program: &'p P,
        kept: Graph<P::State>,
        has: Part,
        read: EventId,
        write: EventId,
        goal: Option<Arc<Graph<P::State>>>,
    ) -> Build<'p, P> {
        let is_along = goal.is_some();
        let graph = Arc::new(kept);
        let reached = Partial::new(program, graph.clone(), has);
        let first = Task { graph, reached, is_along, what: What::Reach(read) };
        Build { write, goal, open: vec![first], steps: 0 }
    }

    /// The next graph.
    pub fn next<A: Axioms>(&mut self, search: &mut Search<'p, P, A>) -> Option<Arc<Graph<P::State>>> {
        while let Some(task) = self.open.pop() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                search.is_uncertain = true;
                return None;
            }
            let Task { graph, reached, is_along, what } = task;
            match what {
                What::Reach(id) if graph.get(id).is_some() => {
                    self.open.push(Task { graph, reached, is_along, what: What::Pass(id) });
                }
                What::Reach(id) => {
                    // What is not known about the program yet is learnt where graphs are visited.
                    let Ok(template) = search.template(&graph, id) else { continue };
                    let choices = search.choices(&graph, id, &template);
                    let what = What::Try { id, template: Box::new(template), choices, nth: 0 };
                    self.open.push(Task { graph, reached, is_along, what });
                }
                What::Try { id, template, choices, nth } => {
                    let Some(&choice) = choices.get(nth) else { continue };
                    let extended = search.extended(&graph, id, &template, choice);
                    if nth + 1 < choices.len() {
                        let rest = What::Try { id, template, choices, nth: nth + 1 };
                        self.open.push(Task { graph, reached: reached.clone(), is_along, what: rest });
                    }
                    let Ok(Some(extended)) = extended else { continue };
                    let is_along = is_along && self.goal.as_ref().is_some_and(|goal| agrees(&extended, goal, id));
                    if (is_along && search.allows_parts) || search.allows_with_halves(&extended, id, self.write) {
                        self.open.push(Task { graph: Arc::new(extended), reached, is_along, what: What::Pass(id) });
                    }
                }
                What::Pass(id) => {
                    let mut reached = reached
                        .of(&graph)
                        .unwrap_or_else(|| Partial::new(search.program, graph.clone(), reached.has().clone()));
                    reached.add_one(id);
                    let source = graph.get(id).and_then(Event::source_event);
                    match source.filter(|&source| !reached.contains(source)) {
                        None => self.open.push(Task { graph, reached, is_along, what: What::GoOn }),
                        // What it reads from is there only after the write.
                        Some(source) if graph.get(source).is_none() => {}
                        Some(source) => {
                            let mut kept = Kept::new(search.by_existence);
                            let versions = kept.versions(&graph, &mut search.axioms, source);
                            for version in distinct(&versions).rev() {
                                let mut reached = reached.clone();
                                reached.add(version);
                                self.open.push(Task { graph: graph.clone(), reached, is_along, what: What::GoOn });
                            }
                        }
                    }
                }
                What::GoOn => match reached.next() {
                    Some(next) if next != self.write => {
                        self.open.push(Task { graph, reached, is_along, what: What::Reach(next) });
                    }
                    Some(_) if reached.is_whole() => return Some(graph),
                    _ => {}
                },
            }
        }
        None
    }
}

/// Is the event as it is in the other graph, as far as it goes?
fn agrees<S: Clone>(graph: &Graph<S>, goal: &Graph<S>, id: EventId) -> bool {
    let (Some(event), Some(other)) = (graph.get(id), goal.get(id)) else { return false };
    let is_same = (event.source, event.spurious, event.failed, event.label.addr())
        == (other.source, other.spurious, other.failed, other.label.addr());
    let is_placed_alike = match event.label.addr().filter(|_| event.is_write()) {
        None => event.label == other.label || event.label.is_read() || event.failed,
        Some(addr) => {
            let mut writes = goal.writes(addr).iter();
            graph.writes(addr).iter().all(|write| writes.any(|other| other == write))
        }
    };
    is_same && is_placed_alike
}
