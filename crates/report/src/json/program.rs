//! The JSON form of a verdict about a program.

use raddle_check::{Error, Problem, Related, SourcePlace, Verdict};
use raddle_graph::{EventId, ThreadId};
use raddle_models::ModelName;
use serde::Serialize;

use super::{
    AccessJson, BrokenCallsJson, CallJson, Core, ErrorJson, NearJson, Printed, RelatedJson, Result, StoryJson,
};
use crate::words;

/// A verdict about a program as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramReport<'a> {
    /// What every result has.
    #[serde(flatten)]
    pub core: Core<'a>,
    /// What calls were compared with, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub specification: Option<SpecificationJson>,
    /// What was assumed about the program, and what else is known about its error.
    pub notes: Vec<String>,
    /// What one execution printed, if that was asked for and there is no error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Printed<'a>>,
}

/// What calls were compared with.
#[derive(Clone, Debug, Serialize)]
pub struct SpecificationJson {
    /// The object.
    pub name: String,
    /// How many different histories of calls there are, as far as executions were explored.
    pub histories: usize,
    /// In how many of them every call has returned.
    pub complete: usize,
}

impl<'a> ProgramReport<'a> {
    /// The verdict. What memory was used is for the caller to know: it belongs to the process.
    pub fn new(verdict: &'a Verdict, peak_memory_bytes: Option<u64>) -> ProgramReport<'a> {
        let result = Result {
            file: &verdict.file,
            model: &verdict.model,
            equivalence: verdict.equivalence,
            answer: verdict.answer(),
            totals: &verdict.totals,
            buffering: verdict.buffering.as_ref(),
            bounded: verdict.bounded,
            cut_loops: verdict.cut_loops.iter().map(|(file, line)| (file.as_str(), *line)).collect(),
            limit: verdict.limit,
            seconds: verdict.seconds,
            peak_memory_bytes,
            engine: if verdict.symbolic.is_some() { "bmc" } else { verdict.plan.engine_name() },
            symbolic: verdict.symbolic.as_ref(),
            workers: verdict.workers,
            threads: verdict.threads,
        };
        let errors = verdict.errors.iter().map(|error| error_json(error, &verdict.file)).collect();
        ProgramReport {
            core: result.core(errors, verdict.warnings.iter().map(words::warning).collect()),
            specification: verdict.calls.map(|seen| SpecificationJson {
                name: seen.specification.object.to_string(),
                histories: seen.histories,
                complete: seen.complete,
            }),
            notes: verdict.notes.iter().map(words::note).collect(),
            output: printed(&verdict.output),
        }
    }
}

fn printed(output: &[(ThreadId, String)]) -> Vec<Printed<'_>> {
    output.iter().map(|(thread, text)| Printed { thread: thread.0, text }).collect()
}

fn event_name(event: Option<EventId>) -> Option<String> {
    event.map(|event| event.to_string())
}

fn related_json(related: &Related) -> RelatedJson<'_> {
    let SourcePlace { file, line, column, function, thread, .. } = &related.place;
    RelatedJson {
        what: words::relation(&related.relation),
        file,
        line: *line,
        column: *column,
        function,
        thread: thread.0,
        event: event_name(related.event),
        calls: calls_json(&related.place),
    }
}

/// How a thread got to a place, if there is more to say than the place.
fn calls_json(place: &SourcePlace) -> Vec<CallJson<'_>> {
    if place.calls.len() < 2 {
        return Vec::new();
    }
    let calls = place.calls.iter().map(|call| CallJson {
        file: &call.file,
        line: call.line,
        column: call.column,
        function: &call.function,
        header: call.is_header,
    });
    calls.collect()
}

/// The access of a problem, if it is one that no object allows.
fn access_json(problem: &Problem) -> Option<AccessJson<'_>> {
    let access = match problem {
        Problem::Failure { access, .. } | Problem::OutOfBounds { access, .. } => access.as_ref()?,
        _ => return None,
    };
    let near = access.near.as_ref().map(|near| NearJson {
        name: near.name.as_deref(),
        kind: near.kind.name(),
        bytes: near.bytes,
        offset: near.offset,
        freed: near.is_freed,
    });
    Some(AccessJson { address: format!("{:#x}", access.address), bytes: access.bytes, near })
}

fn error_json<'a>(error: &'a Error, file: &'a str) -> ErrorJson<'a> {
    let place = error.place.as_ref();
    ErrorJson {
        kind: error.problem.kind(),
        message: words::problem(&error.problem),
        absent_under: error.absent_under.map(ModelName::name),
        file: place.map_or(file, |place| &place.file),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
        function: place.map(|place| place.function.as_str()).filter(|name| !name.is_empty()),
        thread: place.map(|place| place.thread.0),
        event: event_name(error.event),
        calls: place.map_or_else(Vec::new, calls_json),
        access: access_json(&error.problem),
        broken_calls: match &error.problem {
            Problem::Calls(broken) => Some(BrokenCallsJson::new(broken)),
            _ => None,
        },
        related: error.related.iter().map(related_json).collect(),
        execution: &error.execution,
        story: StoryJson::new(&error.story),
        output: printed(&error.output),
    }
}
