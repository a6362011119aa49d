//! The JSON form of the outcome of a litmus test.

use raddle_check::Story;
use raddle_graph::Execution;
use raddle_litmus::{Endpoint, Explanation, Outcome, RacingAccess};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Core, ErrorJson, Result, StoryJson};
use crate::herd;

/// The outcome of a litmus test as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct TestReport<'a> {
    /// What every result has.
    #[serde(flatten)]
    pub core: Core<'a>,
    /// The test's name.
    pub test: &'a str,
    /// `ok`, `no`, `undef` or `unknown`: the answer to the condition.
    pub result: String,
    /// The condition.
    pub condition: String,
    /// `Never`, `Sometimes` or `Always`.
    pub observation: &'static str,
    /// The final states.
    pub states: Vec<StateJson>,
    /// How many executions satisfy the condition's proposition.
    pub positive: u64,
    /// How many do not.
    pub negative: u64,
    /// A data race, if there is one.
    pub race: Option<RaceJson<'a>>,
    /// What the model flagged, by name.
    pub flags: &'a [String],
    /// Why the outcome can be observed or cannot, if somebody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<ExplanationJson<'a>>,
    /// The hash of the test.
    pub hash: String,
}

/// A final state.
#[derive(Clone, Debug, Serialize)]
pub struct StateJson {
    /// What the observed locations hold: numbers, or names of what they point to.
    pub values: Map<String, Value>,
    /// How many executions end so.
    pub count: u64,
}

/// A data race.
#[derive(Clone, Debug, Serialize)]
pub struct RaceJson<'a> {
    /// The variable.
    pub location: &'a str,
    /// One access.
    pub first: AccessJson,
    /// The other.
    pub second: AccessJson,
}

/// An access of a race.
#[derive(Clone, Debug, Serialize)]
pub struct AccessJson {
    /// The event.
    pub event: String,
    /// The thread.
    pub thread: u16,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Why an outcome can be observed or cannot.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationJson<'a> {
    /// Can it be observed?
    pub reachable: bool,
    /// The outcome, in the words of the test.
    pub outcome: &'a str,
    /// The model.
    pub model: &'a str,
    /// An execution that has the outcome; none if the threads cannot have it whatever they read.
    pub candidate: Option<CandidateJson<'a>>,
}

/// An execution with the reason why a model forbids it.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateJson<'a> {
    /// The execution.
    pub execution: &'a Execution,
    /// Why the model forbids it or, if it does not, sequential consistency; none if that allows it too.
    pub reason: Option<ReasonJson<'a>>,
}

/// Why a model forbids an execution.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonJson<'a> {
    /// The model.
    pub model: &'a str,
    /// Its axiom.
    pub axiom: &'a str,
    /// Do the edges form a cycle?
    pub is_cycle: bool,
    /// What the axiom forbids.
    pub edges: Vec<ReasonEdgeJson<'a>>,
}

/// An edge between two events.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonEdgeJson<'a> {
    /// The first event.
    pub from: EndpointJson,
    /// The second event.
    pub to: EndpointJson,
    /// The relation.
    pub relation: &'a str,
}

/// An event and where it comes from.
#[derive(Clone, Debug, Serialize)]
pub struct EndpointJson {
    /// The thread; none for the initial state.
    pub thread: Option<u16>,
    /// The line, from 1; 0 for the initial state.
    pub line: u32,
    /// The column, from 1; 0 for the initial state.
    pub column: u32,
    /// What the event did.
    pub action: String,
}

impl From<RacingAccess> for AccessJson {
    fn from(access: RacingAccess) -> AccessJson {
        let RacingAccess { event, line, column } = access;
        AccessJson { event: event.to_string(), thread: event.thread.0, line, column }
    }
}

impl From<&Endpoint> for EndpointJson {
    fn from(endpoint: &Endpoint) -> EndpointJson {
        match endpoint {
            Endpoint::Initial(location) => {
                EndpointJson { thread: None, line: 0, column: 0, action: format!("initial value of {location}") }
            }
            Endpoint::Event { thread, place, deed } => EndpointJson {
                thread: Some(thread.0),
                line: place.line,
                column: place.column,
                action: herd::deed(deed),
            },
        }
    }
}

impl<'a> ExplanationJson<'a> {
    /// The explanation.
    pub fn new(explanation: &'a Explanation) -> ExplanationJson<'a> {
        let candidate = explanation.candidate.as_ref().map(|candidate| CandidateJson {
            execution: &candidate.execution,
            reason: candidate.reason.as_ref().map(|reason| ReasonJson {
                model: &reason.model,
                axiom: &reason.axiom,
                is_cycle: reason.is_cycle,
                edges: reason
                    .edges
                    .iter()
                    .map(|edge| ReasonEdgeJson {
                        from: (&edge.from).into(),
                        to: (&edge.to).into(),
                        relation: &edge.relation,
                    })
                    .collect(),
            }),
        });
        ExplanationJson {
            reachable: explanation.reachable,
            outcome: &explanation.outcome,
            model: &explanation.model,
            candidate,
        }
    }
}

/// A number where it is one, else text.
fn value(text: &str) -> Value {
    let number = text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from));
    number.unwrap_or_else(|_| text.into())
}

/// An error of a test at a line and column.
fn error_json<'a>(
    (kind, message): (&'static str, String),
    file: &'a str,
    (thread, line, column): (u16, u32, u32),
    event: Option<String>,
    (execution, story): (&'a Execution, &'a Story),
) -> ErrorJson<'a> {
    ErrorJson {
        kind,
        message,
        absent_under: None,
        file,
        line,
        column,
        function: None,
        thread: Some(thread),
        event,
        calls: Vec::new(),
        access: None,
        broken_calls: None,
        related: Vec::new(),
        execution,
        story: StoryJson::new(story),
        output: Vec::new(),
    }
}

fn errors<'a>(outcome: &'a Outcome, file: &'a str) -> Vec<ErrorJson<'a>> {
    let race = outcome.race.as_ref().map(|race| {
        let (first, second) = (race.first, race.second);
        let message = format!(
            "data race on `{}` between P{} (line {}) and P{} (line {})",
            race.location, first.event.thread.0, first.line, second.event.thread.0, second.line
        );
        let place = (first.event.thread.0, first.line, first.column);
        error_json(("race", message), file, place, Some(first.event.to_string()), (&race.execution, &race.story))
    });
    let failures = outcome.failures.iter().map(|failure| {
        let what = (failure.kind.name(), failure.message.clone());
        let place = (failure.thread, failure.line, failure.column);
        error_json(what, file, place, None, (&failure.execution, &failure.story))
    });
    let contradiction = outcome.witness.as_ref().filter(|_| outcome.is_contradicted()).map(|witness| {
        let what = ("condition", format!("contradicted: {}", outcome.condition));
        error_json(what, file, (0, 0, 0), None, (&witness.execution, &witness.story))
    });
    race.into_iter().chain(failures).chain(contradiction).collect()
}

impl<'a> TestReport<'a> {
    /// The outcome of the test in `file`. What memory was used is for the caller to know: it belongs to the process.
    pub fn new(outcome: &'a Outcome, file: &'a str, peak_memory_bytes: Option<u64>) -> TestReport<'a> {
        let states = outcome.states.iter().map(|state| StateJson {
            values: state.values.iter().map(|(location, text)| (location.to_string(), value(text))).collect(),
            count: state.count,
        });
        let result = Result {
            file,
            model: &outcome.model,
            equivalence: outcome.equivalence,
            answer: outcome.answer(),
            totals: &outcome.totals,
            buffering: outcome.buffering.as_ref(),
            bounded: outcome.bounded,
            cut_loops: outcome.cut_loops.iter().map(|&line| (file, line)).collect(),
            limit: outcome.totals.limit,
            seconds: outcome.seconds,
            peak_memory_bytes,
            engine: outcome.plan.engine_name(),
            symbolic: None,
            workers: outcome.workers,
            threads: outcome.threads,
        };
        TestReport {
            core: result.core(errors(outcome, file), outcome.warnings.clone()),
            test: &outcome.name,
            result: outcome.reply.name().to_ascii_lowercase(),
            condition: outcome.condition.to_string(),
            observation: outcome.observation(),
            states: states.collect(),
            positive: outcome.positive,
            negative: outcome.negative,
            race: outcome.race.as_ref().map(|race| RaceJson {
                location: &race.location,
                first: race.first.into(),
                second: race.second.into(),
            }),
            flags: &outcome.flags,
            explanation: None,
            hash: format!("{:032x}", outcome.hash),
        }
    }
}
