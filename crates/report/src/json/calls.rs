//! The JSON form of calls of an object that no order explains.

use raddle_check::BrokenCalls;
use raddle_specs::{OpId, Operation, Outcome};
use serde::{Serialize, Serializer};

/// Calls of an object in an execution of which no order is possible.
#[derive(Clone, Debug, Serialize)]
pub struct BrokenCallsJson<'a> {
    /// The reason, in one word.
    pub axiom: &'static str,
    /// The object.
    pub object: String,
    /// The calls.
    pub operations: Vec<ObjectCallJson<'a>>,
    /// Which call had returned when which began, as far as one does not follow from others.
    pub before: Vec<(String, String)>,
    /// The longest beginning of an order that is possible.
    pub longest: Vec<String>,
    /// The calls that cannot come next.
    pub stuck: Vec<String>,
    /// The calls that the reason is about, if it is about some; of `SYNC` in pairs: who is taken from, who takes.
    pub about: Vec<String>,
}

/// A call.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectCallJson<'a> {
    /// Its letter.
    pub id: String,
    /// Who made it.
    pub thread: u32,
    /// What was called.
    pub name: &'a str,
    /// With which arguments.
    pub arguments: &'a [i64],
    /// What it came to; `null` if it has no result.
    pub result: ResultJson,
    /// Where it begins; `null` if that is not known.
    pub line: Option<u32>,
}

/// What a call came to: a number, a word, or nothing.
#[derive(Clone, Copy, Debug)]
pub struct ResultJson(pub(crate) Outcome);

impl Serialize for ResultJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Outcome::Void => serializer.serialize_none(),
            Outcome::Value(value) => serializer.serialize_i64(value),
            Outcome::Empty => serializer.serialize_str("empty"),
            Outcome::Failed => serializer.serialize_str("failed"),
            Outcome::Pending => serializer.serialize_str("pending"),
        }
    }
}

pub(super) fn letters(ops: &[OpId]) -> Vec<String> {
    ops.iter().map(OpId::to_string).collect()
}

impl<'a> BrokenCallsJson<'a> {
    /// The JSON form.
    pub(super) fn new(broken: &'a BrokenCalls) -> BrokenCallsJson<'a> {
        let BrokenCalls { object, history, violation, lines } = broken;
        let call = |(op, (operation, line)): (OpId, (&'a Operation, &Option<u32>))| ObjectCallJson {
            id: op.to_string(),
            thread: operation.thread.0,
            name: &operation.name,
            arguments: &operation.arguments,
            result: ResultJson(operation.outcome),
            line: *line,
        };
        let before = history.before();
        let next = before - &before.seq(before);
        let pair = |(a, b)| (OpId::new(a).to_string(), OpId::new(b).to_string());
        BrokenCallsJson {
            axiom: violation.reason.name(),
            object: object.to_string(),
            operations: history.ids().zip(history.operations().iter().zip(lines)).map(call).collect(),
            before: next.pairs().map(pair).collect(),
            longest: letters(&violation.longest),
            stuck: letters(&violation.stuck),
            about: letters(&violation.reason.about()),
        }
    }
}
