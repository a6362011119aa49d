//! Why a test's outcome can be observed, or cannot.
//!
//! Candidate executions are enumerated, allowed or not. Of those that have the outcome one is shown. If the model allows some, it is
//! one of these, with a cycle that sequential consistency forbids: the cycle makes the outcome weak. If the model allows
//! none, it is one with the axiom that fails and the shortest cycle.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use raddle_check::{Deed, RowPlace, Story};
use raddle_explore::oracle::{Guess, Guessed, Guessing, WhyNot, for_each_candidate, reached_by_xmm};
use raddle_explore::{Action, ExploreError, Program as _, Run};
use raddle_graph::{Execution, ThreadId};
use raddle_ir::State;
use raddle_models::axioms::Node;
use raddle_models::cat::{self, CatModel, Evaluator};
use raddle_models::{MemoryModel, ModelName};

use crate::condition::Quantifier;
use crate::run::{RunError, TestOptions, prepare};
use crate::story::Narrator;
use crate::test::{Compiled, Test};

/// Maximum number of steps of the enumeration; tests that need more are too large to explain.
const MAX_GUESSING_STEPS: usize = 20_000_000;

/// Why an outcome can be observed, or cannot.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Can it be observed?
    pub reachable: bool,
    /// The outcome, in the words of the test.
    pub outcome: String,
    /// The model.
    pub model: String,
    /// An execution that has the outcome; none if the threads cannot produce it, whatever they read.
    pub candidate: Option<Witnessed>,
}

/// An execution with the reason why a model forbids it.
#[derive(Clone, Debug)]
pub struct Witnessed {
    /// The execution.
    pub execution: Execution,
    /// The same execution with names, values and source lines.
    pub story: Story,
    /// Why the model forbids it or, if it does not, sequential consistency; none if that allows it too.
    pub reason: Option<Reason>,
}

/// Why a model forbids an execution.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The model.
    pub model: String,
    /// Its axiom.
    pub axiom: String,
    /// Do the edges form a cycle?
    pub is_cycle: bool,
    /// What the axiom forbids.
    pub edges: Vec<ExplainedEdge>,
}

/// An edge between two events.
#[derive(Clone, Debug)]
pub struct ExplainedEdge {
    /// The first event.
    pub from: Endpoint,
    /// The second event.
    pub to: Endpoint,
    /// The relation.
    pub relation: String,
}

/// An end of an edge.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// The initial value of a location.
    Initial(String),
    /// An event.
    Event {
        /// Its thread.
        thread: ThreadId,
        /// Where it comes from.
        place: RowPlace,
        /// What it did.
        deed: Deed,
    },
}

/// The best candidate so far: how good it is (less is better), the execution, and why it is forbidden.
type Best = Option<(usize, Execution, Option<cat::Explanation>)>;

/// Explains a test's outcome: that of its condition or, for `forall`, what the condition rules out.
pub fn explain(test: &Test, model: &MemoryModel, options: &TestOptions, run: &Run) -> Result<Explanation, RunError> {
    // Dependencies are shown to the user; models that do not use them are not affected.
    let compiled = prepare(test, model, options.unroll, true)?;
    let mut search = Search::new(test, &compiled, model.cat());
    if model.named() == Some(ModelName::Xmm) {
        let spurious_failures = options.explore.spurious_failures;
        let guessing = Guessing { spurious_failures, coherent: true, limit: MAX_GUESSING_STEPS };
        match reached_by_xmm(&compiled.lowered.program, options.explore.xmm, guessing, run) {
            Ok(reached) => search.forbidden_by_xmm = reached.forbidden,
            Err(Guessed::Over(limit)) => return Err(RunError::NotExplained { limit }),
            Err(_) => return Err(ExploreError::TooLarge { limit: MAX_GUESSING_STEPS }.into()),
        }
    }
    // Incoherent executions are shown only if there is nothing else.
    for coherent in [true, false] {
        let guessing =
            Guessing { spurious_failures: options.explore.spurious_failures, coherent, limit: MAX_GUESSING_STEPS };
        match for_each_candidate(&compiled.lowered.program, guessing, run, &mut |guess| search.see(guess)) {
            Guessed::All | Guessed::Broken => {}
            // An execution that the model allows is an answer, though perhaps not the shortest.
            Guessed::Over(limit) if search.allowed.is_none() => return Err(RunError::NotExplained { limit }),
            Guessed::Over(_) => {}
            Guessed::TooLarge => return Err(ExploreError::TooLarge { limit: MAX_GUESSING_STEPS }.into()),
        }
        if search.allowed.is_some() || search.forbidden.is_some() {
            break;
        }
    }
    let reachable = search.allowed.is_some();
    let blamed = if reachable { "sc" } else { model.name() };
    let candidate = search.allowed.take().or(search.forbidden.take());
    let candidate = candidate.map(|(_, execution, reason)| witnessed(&compiled, test, execution, reason, blamed));
    let proposition = &test.condition().proposition;
    let outcome = match test.condition().quantifier {
        Quantifier::Forall => format!("not ({proposition})"),
        Quantifier::Exists | Quantifier::NotExists => proposition.to_string(),
    };
    Ok(Explanation { reachable, outcome, model: model.name().to_owned(), candidate })
}

/// Looks for the candidates to show.
struct Search<'a> {
    compiled: &'a Compiled,
    /// Is the outcome the condition's proposition, or its negation?
    wanted: bool,
    model: Evaluator<'a>,
    sequential: Option<Evaluator<'static>>,
    values: Vec<u64>,
    allowed: Best,
    forbidden: Best,
    /// Why XMM does not allow executions that satisfy its axioms.
    forbidden_by_xmm: BTreeMap<Execution, WhyNot>,
}

impl<'a> Search<'a> {
    fn new(test: &Test, compiled: &'a Compiled, model: &'a CatModel) -> Search<'a> {
        Search {
            compiled,
            wanted: test.condition().quantifier != Quantifier::Forall,
            model: Evaluator::new(model),
            sequential: CatModel::shipped("sc").map(Evaluator::new),
            values: Vec::new(),
            allowed: None,
            forbidden: None,
            forbidden_by_xmm: BTreeMap::new(),
        }
    }

    fn see(&mut self, guess: &Guess<'_, State>) -> ControlFlow<()> {
        if !self.has_outcome(guess) {
            return ControlFlow::Continue(());
        }
        let program = &self.compiled.lowered.program;
        let reason = self.model.explain(guess.candidate, guess.co);
        let reason = reason.or_else(|| match self.forbidden_by_xmm.is_empty() {
            true => None,
            false => self.forbidden_by_xmm.get(&guess.execution(program)).map(explained),
        });
        match reason {
            None => {
                let weak = self.sequential.as_mut().and_then(|sc| sc.explain(guess.candidate, guess.co));
                let length = weak.as_ref().map_or(0, |reason| reason.edges.len());
                if self.allowed.as_ref().is_none_or(|(least, ..)| length < *least) {
                    self.allowed = Some((length, guess.execution(program), weak));
                }
                // A sequentially consistent execution is the best witness: it needs no explanation.
                if length == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            Some(reason) => {
                let length = reason.edges.len();
                if self.allowed.is_none() && self.forbidden.as_ref().is_none_or(|(least, ..)| length < *least) {
                    self.forbidden = Some((length, guess.execution(program), Some(reason)));
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Is the execution complete, does it satisfy the filter, and does it have the outcome?
    fn has_outcome(&mut self, guess: &Guess<'_, State>) -> bool {
        let program = &self.compiled.lowered.program;
        let mut threads = (0..program.threads()).map(|thread| ThreadId(thread as u16));
        let finished = |thread| guess.state(thread).is_none_or(|state| *program.action(state) == Action::Finish);
        if !threads.all(finished) {
            return false;
        }
        let observation = &self.compiled.observation;
        let memory = |addr| guess.memory(addr).unwrap_or_else(|| program.initial_value(addr));
        observation.read_from(|thread| guess.state(thread), memory, &mut self.values);
        observation.passes(&self.values) && observation.satisfies(&self.values) == self.wanted
    }
}

/// Why XMM does not reach an execution, as models say why they forbid one.
fn explained(why: &WhyNot) -> cat::Explanation {
    let edge = |&(from, to, relation): &(Node, Node, &str)| cat::Edge { from, to, relation: relation.to_owned() };
    cat::Explanation { axiom: why.axiom.to_owned(), edges: why.cycle.iter().map(edge).collect(), is_cycle: true }
}

fn witnessed(
    compiled: &Compiled,
    test: &Test,
    execution: Execution,
    reason: Option<cat::Explanation>,
    blamed: &str,
) -> Witnessed {
    let narrator = Narrator::new(&compiled.lowered, test.source(), &execution);
    let endpoint = |node: &Node| match *node {
        Node::Init(addr) => Endpoint::Initial(narrator.name(addr)),
        Node::Event(id) => {
            let Some(event) = execution.get(id) else { unreachable!("{id} is an event of the candidate") };
            Endpoint::Event { thread: id.thread, place: narrator.place(id), deed: narrator.deed(&event.label) }
        }
    };
    let edge = |edge: &cat::Edge| ExplainedEdge {
        from: endpoint(&edge.from),
        to: endpoint(&edge.to),
        relation: edge.relation.clone(),
    };
    let reason = reason.map(|reason| Reason {
        model: blamed.to_owned(),
        axiom: reason.axiom,
        is_cycle: reason.is_cycle,
        // Reflexive steps, such as a release sequence of one write, are not shown.
        edges: reason.edges.iter().filter(|edge| edge.from != edge.to).map(edge).collect(),
    });
    let story = narrator.story(&[]);
    Witnessed { story, reason, execution }
}
