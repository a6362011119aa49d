//! Why a test's outcome can be observed, or cannot.
//!
//! Candidate executions are guessed, whatever the model says of them. Of those that have the outcome one is shown: if the
//! model allows some, one of them, with a cycle that sequential consistency forbids, which is what makes it weak; if it
//! allows none, one with the axiom that fails and its cycle, the shortest there is.

use std::fmt;
use std::ops::ControlFlow;

use raddle_explore::oracle::{Guess, Guessed, Guessing, for_each_candidate};
use raddle_explore::{Action, ExploreError, Program as _, Run};
use raddle_graph::{Execution, ThreadId};
use raddle_ir::State;
use raddle_models::MemoryModel;
use raddle_models::axioms::Node;
use raddle_models::cat::{self, CatModel, Evaluator};
use serde::Serialize;

use crate::condition::Quantifier;
use crate::run::{Options, RunError, prepare};
use crate::story::Teller;
use crate::test::{Compiled, Test};

/// After so many steps of guessing a test is too large to explain.
const LIMIT: usize = 20_000_000;

/// Why an outcome can be observed, or cannot.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Can it be observed?
    pub reachable: bool,
    /// The outcome, in the words of the test.
    pub outcome: String,
    /// The model.
    pub model: String,
    /// An execution that has the outcome; none if the threads cannot have it whatever they read.
    pub candidate: Option<Witnessed>,
}

/// An execution with the reason why a model forbids it.
#[derive(Clone, Debug, Serialize)]
pub struct Witnessed {
    /// The execution.
    pub execution: Execution,
    /// The same execution thread by thread, for people.
    #[serde(skip)]
    pub story: String,
    /// Why the model forbids it or, if it does not, sequential consistency; none if that allows it too.
    pub reason: Option<Reason>,
}

/// Why a model forbids an execution.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    /// The model.
    pub model: String,
    /// Its axiom.
    pub axiom: String,
    /// Do the edges form a cycle?
    pub is_cycle: bool,
    /// What the axiom forbids.
    pub edges: Vec<Edge>,
}

/// An edge between two events.
#[derive(Clone, Debug, Serialize)]
pub struct Edge {
    /// The first event.
    pub from: Endpoint,
    /// The second event.
    pub to: Endpoint,
    /// The relation.
    pub relation: String,
}

/// An event and where it comes from.
#[derive(Clone, Debug, Serialize)]
pub struct Endpoint {
    /// The thread; none for the initial state.
    pub thread: Option<u16>,
    /// The line, from 1; 0 for the initial state.
    pub line: u32,
    /// The column, from 1; 0 for the initial state.
    pub column: u32,
    /// What the event did.
    pub action: String,
}

/// The best candidate so far: how good it is (less is better), the execution, and why it is forbidden.
type Best = Option<(usize, Execution, Option<cat::Explanation>)>;

/// Explains a test's outcome: that of its condition or, for `forall`, what the condition rules out.
pub fn explain(test: &Test, model: &MemoryModel, options: &Options, run: &Run) -> Result<Explanation, RunError> {
    // Dependencies make no difference to models that do not look at them, and a user may want to see them.
    let compiled = prepare(test, model, options.unroll, true)?;
    let mut search = Search::new(test, &compiled, model.cat());
    // What is incoherent is worth showing only if there is nothing else.
    for coherent in [true, false] {
        let guessing = Guessing { spurious_failures: options.explore.spurious_failures, coherent, limit: LIMIT };
        match for_each_candidate(&compiled.lowered.program, guessing, run, &mut |guess| search.see(guess)) {
            Guessed::All | Guessed::Broken => {}
            Guessed::Over(limit) => return Err(RunError::NotExplained { limit }),
            Guessed::TooLarge => return Err(ExploreError::TooLarge { limit: LIMIT }.into()),
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
    /// Is it the condition's proposition that is looked for, or its contrary?
    wanted: bool,
    model: Evaluator<'a>,
    sequential: Option<Evaluator<'static>>,
    values: Vec<u64>,
    allowed: Best,
    forbidden: Best,
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
        }
    }

    fn see(&mut self, guess: &Guess<'_, State>) -> ControlFlow<()> {
        if !self.has_outcome(guess) {
            return ControlFlow::Continue(());
        }
        let program = &self.compiled.lowered.program;
        match self.model.explain(guess.candidate, guess.co) {
            None => {
                let weak = self.sequential.as_mut().and_then(|sc| sc.explain(guess.candidate, guess.co));
                let length = weak.as_ref().map_or(0, |reason| reason.edges.len());
                if self.allowed.as_ref().is_none_or(|(least, ..)| length < *least) {
                    self.allowed = Some((length, guess.execution(program), weak));
                }
                // Nothing is more ordinary than an execution that needs no explanation.
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

    /// Has every thread run to its end, does the filter let the execution through, and does it have the outcome?
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

fn witnessed(
    compiled: &Compiled,
    test: &Test,
    execution: Execution,
    reason: Option<cat::Explanation>,
    blamed: &str,
) -> Witnessed {
    let teller = Teller::new(&compiled.lowered, test.source(), &execution);
    let place = |node: &Node| match *node {
        Node::Init(addr) => {
            Endpoint { thread: None, line: 0, column: 0, action: format!("initial value of {}", teller.name(addr)) }
        }
        Node::Event(id) => {
            let position = teller.position(id).unwrap_or_default();
            let action = execution.get(id).map_or(String::new(), |event| teller.action(&event.label));
            Endpoint { thread: Some(id.thread.0), line: position.line, column: position.column, action }
        }
    };
    let edge =
        |edge: &cat::Edge| Edge { from: place(&edge.from), to: place(&edge.to), relation: edge.relation.clone() };
    let reason = reason.map(|reason| Reason {
        model: blamed.to_owned(),
        axiom: reason.axiom,
        is_cycle: reason.is_cycle,
        // Steps that lead nowhere, such as a release sequence of one write, say nothing.
        edges: reason.edges.iter().filter(|edge| edge.from != edge.to).map(edge).collect(),
    });
    let story = teller.story();
    Witnessed { story, reason, execution }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thread {
            None => f.write_str(&self.action),
            Some(thread) => write!(f, "P{thread}, {}:{}: {}", self.line, self.column, self.action),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.edges.iter().map(|edge| edge.from.to_string().chars().count()).max().unwrap_or(0);
        let name = self.edges.iter().map(|edge| edge.relation.chars().count()).max().unwrap_or(0);
        for edge in &self.edges {
            let start = edge.from.to_string();
            writeln!(f, "  {start:<from$}  -- {:<name$} -->  {}", edge.relation, edge.to)?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explanation { outcome, model, .. } = self;
        let Some(Witnessed { story, reason, .. }) = &self.candidate else {
            return writeln!(f, "No execution has the outcome {outcome}, whatever its reads read.");
        };
        if self.reachable {
            writeln!(f, "{model} allows the outcome {outcome}. An execution that has it:\n{story}")?;
        } else {
            writeln!(f, "{model} forbids the outcome {outcome}. A candidate execution that has it:\n{story}")?;
        }
        match reason {
            None => writeln!(f, "It is sequentially consistent: nothing about it is weak."),
            Some(reason) => {
                let shape = if reason.is_cycle { "this cycle" } else { "this" };
                let axiom = &reason.axiom;
                match self.reachable {
                    true => write!(f, "It is weak: sequential consistency forbids {shape}.\n{reason}"),
                    false => write!(f, "The axiom {axiom} of {} forbids {shape}.\n{reason}", reason.model),
                }
            }
        }
    }
}
