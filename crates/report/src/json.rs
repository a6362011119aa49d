//! The JSON form of an outcome: a contract with scripts. Fields may be added, never renamed.

use raddle_graph::{EventId, Execution, ThreadId};
use serde::Serialize;

use crate::check::CheckError;
use crate::outcome::{ErrorReport, Outcome, Place, Related, UNSUPPORTED};

/// An outcome as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// Raddle's version.
    pub raddle: &'static str,
    /// The file.
    pub file: &'a str,
    /// The memory model.
    pub model: &'a str,
    /// What counts as one execution.
    pub equivalence: &'static str,
    /// What found the executions.
    pub engine: &'static str,
    /// `ok`, `error` or `unknown`.
    pub verdict: &'static str,
    /// How many executions there are.
    pub executions: Executions,
    /// The bound on loops, if it was reached.
    pub bounded: Option<Bounded>,
    /// The limit that was reached, if any.
    pub limit: Option<&'static str>,
    /// What is wrong.
    pub errors: Vec<ErrorJson<'a>>,
    /// Things worth knowing.
    pub warnings: &'a [String],
    /// What was assumed about the program.
    pub notes: &'a [String],
    /// What one execution printed, if that was asked for and there is no error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Printed<'a>>,
    /// What it cost.
    pub stats: Stats,
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

/// An error of the program.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson<'a> {
    /// One word.
    pub kind: &'a str,
    /// More words.
    pub message: &'a str,
    /// The file.
    pub file: &'a str,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    /// The function, if it is known.
    pub function: Option<&'a str>,
    /// The thread, if there is one.
    pub thread: Option<u16>,
    /// The event, if there is one.
    pub event: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<RelatedJson<'a>>,
    /// An execution in which it happens, if there is one.
    pub execution: Option<&'a Execution>,
    /// What the threads printed in it, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Printed<'a>>,
}

/// Another place that belongs to an error.
#[derive(Clone, Debug, Serialize)]
pub struct RelatedJson<'a> {
    /// What happened there.
    pub what: &'a str,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function.
    pub function: &'a str,
    /// The thread.
    pub thread: u16,
    /// The event, if there is one.
    pub event: Option<String>,
}

/// What a thread printed.
#[derive(Clone, Debug, Serialize)]
pub struct Printed<'a> {
    /// The thread.
    pub thread: u16,
    /// What it printed.
    pub text: &'a str,
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
    /// How many threads the program has.
    pub threads: usize,
}

fn printed(output: &[(ThreadId, String)]) -> Vec<Printed<'_>> {
    output.iter().map(|(thread, text)| Printed { thread: thread.0, text }).collect()
}

fn event_name(event: Option<EventId>) -> Option<String> {
    event.map(|event| event.to_string())
}

impl<'a> From<&'a Related> for RelatedJson<'a> {
    fn from(related: &'a Related) -> RelatedJson<'a> {
        let Place { file, line, column, function, thread } = &related.place;
        RelatedJson {
            what: related.what.trim_end_matches(','),
            file,
            line: *line,
            column: *column,
            function,
            thread: thread.0,
            event: event_name(related.event),
        }
    }
}

impl<'a> ErrorJson<'a> {
    fn new(error: &'a ErrorReport, file: &'a str) -> ErrorJson<'a> {
        let place = error.place.as_ref();
        ErrorJson {
            kind: error.kind,
            message: &error.message,
            file: place.map_or(file, |place| &place.file),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            function: place.map(|place| place.function.as_str()).filter(|name| !name.is_empty()),
            thread: place.map(|place| place.thread.0),
            event: event_name(error.event),
            related: error.related.iter().map(RelatedJson::from).collect(),
            execution: error.execution.as_ref(),
            output: printed(&error.output),
        }
    }
}

impl<'a> Report<'a> {
    /// The outcome. What memory was used is for the caller to know: it belongs to the process.
    pub fn new(outcome: &'a Outcome, peak_memory_bytes: Option<u64>) -> Report<'a> {
        let totals = &outcome.totals;
        Report {
            raddle: env!("CARGO_PKG_VERSION"),
            file: &outcome.file,
            model: outcome.model.name(),
            equivalence: outcome.equivalence.name(),
            engine: "explore",
            verdict: outcome.verdict().name(),
            executions: Executions {
                complete: totals.complete,
                blocked: totals.blocked,
                failed: totals.failed,
                explored: totals.complete + totals.blocked + totals.failed,
            },
            bounded: outcome.bounded.map(|unroll| Bounded { unroll }),
            limit: outcome.limit,
            errors: outcome.errors.iter().map(|error| ErrorJson::new(error, &outcome.file)).collect(),
            warnings: &outcome.warnings,
            notes: &outcome.notes,
            output: printed(&outcome.output),
            stats: Stats {
                seconds: outcome.seconds,
                events_added: totals.events_added,
                peak_memory_bytes,
                workers: outcome.workers,
                threads: outcome.threads,
            },
        }
    }
}

/// The JSON form of a program that could not be checked at all.
pub fn refusal(error: &CheckError, file: &str) -> serde_json::Value {
    let place = error.place();
    let errors = serde_json::json!([{
        "kind": UNSUPPORTED,
        "message": error.to_string(),
        "file": place.as_ref().map_or(file, |(file, _, _)| file),
        "line": place.as_ref().map_or(0, |(_, line, _)| *line),
        "column": place.as_ref().map_or(0, |(_, _, column)| *column),
    }]);
    serde_json::json!({
        "raddle": env!("CARGO_PKG_VERSION"), "file": file, "verdict": "unknown", "errors": errors
    })
}
