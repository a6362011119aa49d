//! The JSON form of the verdict on a recorded history.

use raddle_specs::{Exhausted, OpId, RecordedCall, ThreadName, Verdict};
use serde::Serialize;

use super::calls::{ResultJson, letters};

use crate::history::{Failure, HistoryReport};

/// The verdict on a recorded history.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryJson<'a> {
    /// Raddle's version.
    pub raddle: &'static str,
    /// The file.
    pub file: &'a str,
    /// Which object it is a record of.
    pub object: String,
    /// `ok`, `error` or `unknown`.
    pub verdict: &'static str,
    /// How many calls there are.
    pub calls: usize,
    /// How many threads made them.
    pub threads: usize,
    /// The limit that was reached, if any.
    pub limit: Option<&'static str>,
    /// What is wrong.
    pub errors: Vec<HistoryErrorJson<'a>>,
    /// Of each object without an error, a possible order.
    pub orders: Vec<OrderJson<'a>>,
    /// What it cost.
    pub stats: HistoryStats,
}

/// An impossible history of one object.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryErrorJson<'a> {
    /// One word.
    pub kind: &'static str,
    /// More words.
    pub message: String,
    /// The reason, in one word.
    pub axiom: &'static str,
    /// Which of several objects it is.
    pub name: Option<&'a str>,
    /// The line of the call that returned what cannot be.
    pub line: u32,
    /// That call.
    pub operation: String,
    /// The calls up to this return.
    pub operations: Vec<RecordedCallJson<'a>>,
    /// The longest beginning of an order that is possible.
    pub longest: Vec<String>,
    /// The calls that cannot come next.
    pub stuck: Vec<String>,
    /// The calls that the reason is about, if it is about some.
    pub about: Vec<String>,
}

/// A call.
#[derive(Clone, Debug, Serialize)]
pub struct RecordedCallJson<'a> {
    /// Its letter.
    pub id: String,
    /// Who made it.
    pub thread: &'a ThreadName,
    /// What was called.
    pub name: &'a str,
    /// With which arguments.
    pub arguments: &'a [i64],
    /// What it came to; `null` if it has no result.
    pub result: ResultJson,
    /// The line that says so.
    pub line: u32,
    /// When it began.
    pub begin: i64,
    /// When it ended; `null` if it has not.
    pub end: Option<i64>,
}

/// A possible order of the calls of an object.
#[derive(Clone, Debug, Serialize)]
pub struct OrderJson<'a> {
    /// Which of several objects it is.
    pub name: Option<&'a str>,
    /// The lines of the calls. Calls that have not returned and are not here have had no effect.
    pub lines: Vec<u32>,
}

/// What judging a history cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HistoryStats {
    /// In seconds.
    pub seconds: f64,
}

impl<'a> HistoryJson<'a> {
    /// The JSON form.
    pub fn new(report: &'a HistoryReport<'a>) -> HistoryJson<'a> {
        let orders =
            report.record.objects().zip(report.verdicts).filter_map(|((name, calls), verdict)| match verdict {
                Verdict::Possible(order) => {
                    Some(OrderJson { name, lines: order.iter().map(|op| calls[op.index()].line).collect() })
                }
                Verdict::Impossible(_) | Verdict::Unknown(_) => None,
            });
        HistoryJson {
            raddle: env!("CARGO_PKG_VERSION"),
            file: report.file,
            object: report.object.to_string(),
            verdict: match (report.has_errors(), report.exhausted()) {
                (true, _) => "error",
                (false, Some(_)) => "unknown",
                (false, None) => "ok",
            },
            calls: report.record.calls(),
            threads: report.record.threads(),
            limit: report.exhausted().map(|why| match why {
                Exhausted::Time => "timeout",
                Exhausted::Memory => "max-memory",
            }),
            errors: report.failures().map(|failure| HistoryErrorJson::new(report, &failure)).collect(),
            orders: orders.collect(),
            stats: HistoryStats { seconds: report.seconds },
        }
    }
}

impl<'a> HistoryErrorJson<'a> {
    fn new(report: &'a HistoryReport<'a>, failure: &Failure<'a>) -> HistoryErrorJson<'a> {
        let (beginning, violation) = (failure.beginning, &failure.beginning.violation);
        let call = |(index, call): (usize, &'a RecordedCall)| RecordedCallJson {
            id: OpId::new(index).to_string(),
            thread: report.record.thread(call.operation.thread),
            name: &call.operation.name,
            arguments: &call.operation.arguments,
            result: ResultJson(call.operation.outcome),
            line: call.line,
            begin: call.begin.0,
            end: call.end.map(|end| end.0),
        };
        HistoryErrorJson {
            kind: "specification",
            message: report.message(failure),
            axiom: violation.reason.name(),
            name: failure.name,
            line: failure.last().line,
            operation: beginning.last.to_string(),
            operations: beginning.calls.iter().enumerate().map(call).collect(),
            longest: letters(&violation.longest),
            stuck: letters(&violation.stuck),
            about: letters(&violation.reason.about()),
        }
    }
}
