//! Histories that were recorded elsewhere: a call a line, in JSON, with the times at which it began and ended.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::history::History;
use crate::object::{Misfit, Object};
use crate::operation::{OpId, Operation, Outcome, Thread};

/// The most calls of one object that are judged: what is known of two of them takes two bits.
pub const MAX_RECORDED: usize = 10_000;

/// A moment, on the clock of whoever recorded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Time(pub i64);

/// A call, and when it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedCall {
    /// The call.
    pub operation: Operation,
    /// When it began.
    pub begin: Time,
    /// When it ended; `None` if it did not.
    pub end: Option<Time>,
    /// The line that says so.
    pub line: u32,
}

/// What was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The threads, as they are called there.
    threads: Vec<ThreadName>,
    /// The calls of each object, in the order in which they began. Objects that are not named are one.
    objects: Vec<(Option<String>, Vec<RecordedCall>)>,
}

impl Record {
    /// What a thread is called.
    pub fn thread(&self, thread: Thread) -> &ThreadName {
        &self.threads[thread.0 as usize]
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Each object's name, if it has one, and its calls, in the order in which they began.
    pub fn objects(&self) -> impl Iterator<Item = (Option<&str>, &[RecordedCall])> {
        self.objects.iter().map(|(name, calls)| (name.as_deref(), calls.as_slice()))
    }

    /// How many calls there are.
    pub fn calls(&self) -> usize {
        self.objects.iter().map(|(_, calls)| calls.len()).sum()
    }
}

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: u32,
    /// Where in the line, from 1.
    pub column: u32,
    /// What is wrong.
    pub what: String,
    /// What to do about it; empty if that is plain.
    pub help: String,
}

/// The history of calls that were made at these times.
pub fn history_of(calls: &[RecordedCall]) -> History {
    let spans: Vec<_> = calls.iter().map(|call| (call.begin.0, call.end.map(|end| end.0))).collect();
    History::timed(calls.iter().map(|call| call.operation.clone()).collect(), &spans)
}

/// Reads calls of an object (or of several of the kind), a line each.
///
/// ```
/// use raddle_specs::{Object, read_record};
/// let text = r#"{"thread": 1, "operation": "enq", "arguments": [5], "begin": 0, "end": 3}
/// {"thread": 2, "operation": "deq", "result": 5, "begin": 1, "end": 2}"#;
/// let queue: Object = "queue".parse().expect("an object");
/// assert_eq!(read_record(&queue, text).expect("well formed").calls(), 2);
/// assert_eq!(read_record(&queue, "{}").unwrap_err().what, "missing field `thread`");
/// ```
///
/// # Errors
/// What is wrong with the first line that is wrong.
pub fn read_record(object: &Object, text: &str) -> Result<Record, RecordError> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            lines.push(read_line(object, number, line)?);
        }
    }
    if lines.is_empty() {
        let what = "there is no call in it".to_owned();
        let help = "each line is one call: {\"thread\": 1, \"operation\": …}".to_owned();
        return Err(RecordError { line: 1, column: 1, what, help });
    }
    // As they began; of those that began together, as they are written.
    lines.sort_by_key(|(_, _, call)| call.begin);
    let mut threads: BTreeMap<ThreadName, Thread> =
        lines.iter().map(|(thread, ..)| (thread.clone(), Thread(0))).collect();
    (0..).zip(threads.values_mut()).for_each(|(number, thread)| *thread = Thread(number));
    let mut last: BTreeMap<Thread, RecordedCall> = BTreeMap::new();
    let mut objects: BTreeMap<Option<String>, Vec<RecordedCall>> = BTreeMap::new();
    for (label, object, mut call) in lines {
        call.operation.thread = threads[&label];
        if let Some(earlier) = last.insert(call.operation.thread, call.clone())
            && earlier.end.is_none_or(|end| end > call.begin)
        {
            return Err(overlapping(&label, &earlier, &call));
        }
        let calls = objects.entry(object).or_default();
        calls.push(call);
        if let [.., call] = calls.as_slice()
            && calls.len() > MAX_RECORDED
        {
            let what = format!("there are more than {MAX_RECORDED} calls of one object");
            let help = "judge a part of the record that begins when nothing is inside the object".to_owned();
            return Err(RecordError { line: call.line, column: 1, what, help });
        }
    }
    let threads = threads.into_keys().collect();
    Ok(Record { threads, objects: objects.into_iter().collect() })
}

fn overlapping(thread: &ThreadName, earlier: &RecordedCall, call: &RecordedCall) -> RecordError {
    let other = match earlier.end {
        Some(_) => "has not ended by then",
        None => "never returns",
    };
    RecordError {
        line: call.line,
        column: 1,
        what: format!("thread {thread} makes this call although its call in line {} {other}", earlier.line),
        help: "a thread makes one call at a time; let concurrent calls have threads of their own".to_owned(),
    }
}

fn read_line(
    object: &Object,
    number: u32,
    line: &str,
) -> Result<(ThreadName, Option<String>, RecordedCall), RecordError> {
    let error = |column: usize, what: String, help: &str| {
        let column = u32::try_from(column).unwrap_or(u32::MAX).max(1);
        RecordError { line: number, column, what, help: help.to_owned() }
    };
    let plain = |what: &str, help: &str| error(1, what.to_owned(), help);
    if !line.trim_start().starts_with('{') {
        return Err(plain("this is not an object in JSON", "each line is one call: {\"thread\": 1, \"operation\": …}"));
    }
    let line: Line = serde_json::from_str(line).map_err(|wrong| {
        let what = wrong.to_string();
        let at = format!(" at line {} column {}", wrong.line(), wrong.column());
        let help = if wrong.is_data() { "" } else { "each line is one call: {\"thread\": 1, \"operation\": …}" };
        error(wrong.column(), what.strip_suffix(&at).unwrap_or(&what).to_owned(), help)
    })?;
    let outcome = match (line.end, line.result) {
        (None, Told(None | Some(Outcome::Pending | Outcome::Void))) => Outcome::Pending,
        (None, Told(Some(_))) => {
            return Err(plain("the call has a result, but no end", "add \"end\", the time at which it returned"));
        }
        (Some(_), Told(Some(Outcome::Pending))) => {
            return Err(plain("a call that has not returned has no end", "leave \"end\" out"));
        }
        (Some(end), _) if end < line.begin => return Err(plain("the call ends before it begins", "")),
        (Some(_), Told(outcome)) => outcome.unwrap_or(Outcome::Void),
    };
    let arguments = line.arguments.into_iter().map(|Number(number)| number).collect();
    let operation = Operation { thread: Thread(0), name: line.operation, arguments, outcome };
    object.fits(&operation).map_err(|misfit| {
        let help = match misfit {
            Misfit::Name { .. } => "rename it, or choose another object",
            Misfit::Arguments { .. } => "arguments are numbers: \"arguments\": [1]",
            Misfit::Result { .. } => {
                "a result is a number, true (1), false (0), \"empty\" or \"failed\"; without one, leave it out"
            }
        };
        plain(&misfit.to_string(), help)
    })?;
    let call =
        RecordedCall { operation, begin: Time(line.begin.0), end: line.end.map(|end| Time(end.0)), line: number };
    Ok((line.thread, line.object, call))
}

/// What whoever recorded calls a thread: numbers in their order, then words in theirs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum ThreadName {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for ThreadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadName::Number(number) => write!(f, "{number}"),
            ThreadName::Word(word) => f.write_str(word),
        }
    }
}

/// A time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Moment(i64);

/// A number or a truth value.
#[derive(Clone, Copy, Debug)]
struct Number(i64);

/// What is told of a result, if something is.
#[derive(Clone, Copy, Debug, Default)]
struct Told(Option<Outcome>);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    thread: ThreadName,
    object: Option<String>,
    operation: String,
    #[serde(default)]
    arguments: Vec<Number>,
    #[serde(default)]
    result: Told,
    begin: Moment,
    end: Option<Moment>,
}

/// What a value in JSON is, of those that occur here.
enum Json {
    Nothing,
    Number(i64),
    Flag(bool),
    Word(String),
}

struct JsonVisitor(&'static str);

impl Visitor<'_> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Nothing)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Json, E> {
        let wrong =
            || E::invalid_value(de::Unexpected::Unsigned(number), &"a number of 64 bits, one of them for the sign");
        i64::try_from(number).map(Json::Number).map_err(|_| wrong())
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Json, E> {
        Ok(Json::Word(word.to_owned()))
    }
}

/// The error for a value that is well formed but not what is expected there.
fn unexpected<E: de::Error>(json: &Json, expected: &'static str) -> E {
    let found = match json {
        Json::Nothing => de::Unexpected::Unit,
        Json::Number(number) => de::Unexpected::Signed(*number),
        Json::Flag(flag) => de::Unexpected::Bool(*flag),
        Json::Word(word) => de::Unexpected::Str(word),
    };
    E::invalid_value(found, &expected)
}

impl<'de> Deserialize<'de> for ThreadName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ThreadName, D::Error> {
        let expected = "a thread: a whole number or a word";
        match deserializer.deserialize_any(JsonVisitor(expected))? {
            Json::Number(number) => Ok(ThreadName::Number(number)),
            Json::Word(word) => Ok(ThreadName::Word(word)),
            other => Err(unexpected(&other, expected)),
        }
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        let expected = "a time: a whole number";
        match deserializer.deserialize_any(JsonVisitor(expected))? {
            Json::Number(number) => Ok(Moment(number)),
            other => Err(unexpected(&other, expected)),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        let expected = "a whole number, true or false";
        match deserializer.deserialize_any(JsonVisitor(expected))? {
            Json::Number(number) => Ok(Number(number)),
            Json::Flag(flag) => Ok(Number(i64::from(flag))),
            other => Err(unexpected(&other, expected)),
        }
    }
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Told, D::Error> {
        let expected = "a whole number, true, false, null, \"void\", \"empty\", \"failed\" or \"pending\"";
        let json = deserializer.deserialize_any(JsonVisitor(expected))?;
        Ok(Told(match &json {
            Json::Nothing => None,
            Json::Number(number) => Some(Outcome::Value(*number)),
            Json::Flag(flag) => Some(Outcome::Value(i64::from(*flag))),
            Json::Word(word) => Some(match &**word {
                "void" => Outcome::Void,
                "empty" => Outcome::Empty,
                "failed" => Outcome::Failed,
                "pending" => Outcome::Pending,
                _ => return Err(unexpected(&json, expected)),
            }),
        }))
    }
}

/// The calls that had begun by a time, as they stood then: those that had not ended are pending. Those whose end counts are the given.
pub(crate) fn until(calls: &[RecordedCall], time: Time, has_ended: impl Fn(OpId) -> bool) -> Vec<RecordedCall> {
    let begun = calls.iter().enumerate().filter(|(_, call)| call.begin <= time);
    let as_then = |(index, call): (usize, &RecordedCall)| {
        let mut call = call.clone();
        if !has_ended(OpId::new(index)) {
            call.operation.outcome = Outcome::Pending;
            call.end = None;
        }
        call
    };
    begun.map(as_then).collect()
}
