//! The JSON form of an outcome. Fields may be added, never renamed.

use raddle_graph::Execution;
use serde::Serialize;
use serde_json::{Map, Value};

use raddle_explore::Limit;

use crate::explain::Explanation;
use crate::outcome::{Access, Outcome};

/// An outcome as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// Raddle's version.
    pub raddle: &'static str,
    /// The file.
    pub file: &'a str,
    /// The test's name.
    pub test: &'a str,
    /// The memory model.
    pub model: &'a str,
    /// What counts as one execution.
    pub equivalence: &'static str,
    /// What found the executions.
    pub engine: &'static str,
    /// `ok`, `error` or `unknown`.
    pub verdict: &'static str,
    /// `ok`, `no`, `undef` or `unknown`: the answer to the condition.
    pub result: String,
    /// The condition.
    pub condition: String,
    /// `Never`, `Sometimes` or `Always`.
    pub observation: &'static str,
    /// The final states.
    pub states: Vec<StateReport>,
    /// How many executions satisfy the condition's proposition.
    pub positive: u64,
    /// How many do not.
    pub negative: u64,
    /// How many executions there are.
    pub executions: Executions,
    /// The bound on loops, if it was reached.
    pub bounded: Option<Bounded>,
    /// The limit that was reached, if any.
    pub limit: Option<&'static str>,
    /// A data race, if there is one.
    pub race: Option<Race<'a>>,
    /// What the model flagged, by name.
    pub flags: &'a [String],
    /// Races and failures.
    pub errors: Vec<ErrorReport<'a>>,
    /// Things worth knowing.
    pub warnings: &'a [String],
    /// Why the outcome can be observed or cannot, if somebody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<&'a Explanation>,
    /// The hash of the test.
    pub hash: String,
    /// What it cost.
    pub stats: Stats,
}

/// A final state.
#[derive(Clone, Debug, Serialize)]
pub struct StateReport {
    /// What the observed locations hold: numbers, or names of what they point to.
    pub values: Map<String, Value>,
    /// How many executions end so.
    pub count: u64,
}

/// How many executions there are.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Executions {
    /// In which every thread ran to its end.
    pub complete: u64,
    /// In which some thread waits for good.
    pub blocked: u64,
    /// In which some thread failed.
    pub failed: u64,
    /// All together.
    pub explored: u64,
}

/// The bound on loops.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bounded {
    /// The number of iterations.
    pub unroll: u64,
}

/// A data race.
#[derive(Clone, Debug, Serialize)]
pub struct Race<'a> {
    /// The variable.
    pub location: &'a str,
    /// One access.
    pub first: Place,
    /// The other.
    pub second: Place,
}

/// Where an access is.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// The event.
    pub event: String,
    /// The thread.
    pub thread: u16,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// An error of the program.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport<'a> {
    /// One word.
    pub kind: &'a str,
    /// More words.
    pub message: String,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The thread.
    pub thread: u16,
    /// The event, if there is one.
    pub event: Option<String>,
    /// An execution in which it happens.
    pub execution: &'a Execution,
}

/// What it cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stats {
    /// How long it took.
    pub seconds: f64,
    /// Events added to graphs.
    pub events_added: u64,
    /// The most memory used, where the caller knows it.
    pub peak_memory_bytes: Option<u64>,
    /// How many workers explored.
    pub workers: usize,
}

impl From<Access> for Place {
    fn from(access: Access) -> Place {
        Place {
            event: access.event.to_string(),
            thread: access.event.thread.0,
            line: access.line,
            column: access.column,
        }
    }
}

/// A number where it is one, else text.
fn value(text: &str) -> Value {
    let number = text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from));
    number.unwrap_or_else(|_| text.into())
}

impl<'a> Report<'a> {
    /// The outcome of the test in `file`. What memory was used is for the caller to know: it belongs to the process.
    pub fn new(outcome: &'a Outcome, file: &'a str, peak_memory_bytes: Option<u64>) -> Report<'a> {
        let states = outcome.states.iter().map(|state| StateReport {
            values: state.values.iter().map(|(location, text)| (location.to_string(), value(text))).collect(),
            count: state.count,
        });
        let race = outcome.race.as_ref();
        let race_error = race.map(|race| ErrorReport {
            kind: "race",
            message: format!(
                "data race on `{}` between P{} (line {}) and P{} (line {})",
                race.location, race.first.event.thread.0, race.first.line, race.second.event.thread.0, race.second.line
            ),
            file,
            line: race.first.line,
            column: race.first.column,
            thread: race.first.event.thread.0,
            event: Some(race.first.event.to_string()),
            execution: &race.execution,
        });
        let failures = outcome.failures.iter().map(|failure| ErrorReport {
            kind: failure.kind,
            message: failure.message.clone(),
            file,
            line: failure.line,
            column: failure.column,
            thread: failure.thread,
            event: None,
            execution: &failure.execution,
        });
        let contradiction = outcome.witness.as_ref().filter(|_| outcome.is_contradicted()).map(|witness| ErrorReport {
            kind: "condition",
            message: format!("contradicted: {}", outcome.condition),
            file,
            line: 0,
            column: 0,
            thread: 0,
            event: None,
            execution: &witness.execution,
        });
        let totals = &outcome.totals;
        Report {
            raddle: env!("CARGO_PKG_VERSION"),
            file,
            test: &outcome.name,
            model: outcome.model.name(),
            equivalence: outcome.equivalence.name(),
            engine: "explore",
            verdict: outcome.verdict().name(),
            result: outcome.reply.name().to_ascii_lowercase(),
            condition: outcome.condition.to_string(),
            observation: outcome.observation(),
            states: states.collect(),
            positive: outcome.positive,
            negative: outcome.negative,
            executions: Executions {
                complete: totals.complete,
                blocked: totals.blocked,
                failed: totals.failed,
                explored: totals.complete + totals.blocked + totals.failed,
            },
            bounded: outcome.bounded.map(|unroll| Bounded { unroll }),
            limit: totals.limit.map(Limit::name),
            race: race.map(|race| Race {
                location: &race.location,
                first: race.first.into(),
                second: race.second.into(),
            }),
            errors: race_error.into_iter().chain(failures).chain(contradiction).collect(),
            flags: &outcome.flags,
            warnings: &outcome.warnings,
            explanation: None,
            hash: format!("{:032x}", outcome.hash),
            stats: Stats {
                seconds: outcome.seconds,
                events_added: totals.events_added,
                peak_memory_bytes,
                workers: outcome.workers,
            },
        }
    }
}
