//! The verdict on a recorded history: its text, whose last line is a contract with scripts, and what both forms are made of.

use raddle_check::shown_line;
use raddle_specs::{Beginning, Exhausted, Object, Record, RecordedCall, Thread, Verdict, history_of};

use crate::calls::Told;

/// A recorded history with the verdicts on its objects.
pub struct HistoryReport<'a> {
    /// The file.
    pub file: &'a str,
    /// What was recorded.
    pub record: &'a Record,
    /// Which object it is a record of.
    pub object: &'a Object,
    /// The verdict on each, in the order of the record.
    pub verdicts: &'a [Verdict],
    /// How long it took.
    pub seconds: f64,
}

/// A part of a record that is impossible.
pub(crate) struct Failure<'a> {
    /// What the object is called.
    pub name: Option<&'a str>,
    pub beginning: &'a Beginning,
}

impl Failure<'_> {
    /// The call that returned what cannot be.
    pub fn last(&self) -> &RecordedCall {
        &self.beginning.calls[self.beginning.last.index()]
    }
}

impl HistoryReport<'_> {
    /// The objects with an impossible history.
    pub(crate) fn failures(&self) -> impl Iterator<Item = Failure<'_>> {
        self.record.objects().zip(self.verdicts).filter_map(|((name, _), verdict)| match verdict {
            Verdict::Impossible(beginning) => Some(Failure { name, beginning }),
            Verdict::Possible(_) | Verdict::Unknown(_) => None,
        })
    }

    /// Why something was not found out, if so.
    pub fn exhausted(&self) -> Option<Exhausted> {
        self.verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Unknown(why) => Some(*why),
            Verdict::Possible(_) | Verdict::Impossible(_) => None,
        })
    }

    /// Is some history impossible?
    pub fn has_errors(&self) -> bool {
        self.failures().next().is_some()
    }

    /// What is wrong, in a sentence.
    pub(crate) fn message(&self, failure: &Failure<'_>) -> String {
        match failure.name {
            Some(name) => format!(
                "no order of these calls is possible for the {} `{}'",
                self.object.base_name(),
                shown_line(name)
            ),
            None => format!("no order of these calls is possible for {}", self.object.with_article()),
        }
    }

    /// Every impossible history, and the last line.
    pub fn text(&self) -> String {
        let mut text: String = self.failures().map(|failure| self.failure(&failure)).collect();
        text += &self.summary();
        text.push('\n');
        text
    }

    fn failure(&self, failure: &Failure<'_>) -> String {
        let Beginning { calls, last, violation } = failure.beginning;
        let thread = |thread: Thread| shown_line(&self.record.thread(thread).to_string()).into_owned();
        let call = failure.last();
        let mut text = format!("error[specification]: {}\n", self.message(failure));
        text += &format!(
            "  --> {}:{}: thread {}: {last} {}, the first return that nothing explains\n",
            self.file,
            call.line,
            thread(call.operation.thread),
            call.operation
        );
        let history = history_of(calls);
        let told = Told { object: self.object, history: &history, violation, thread: &thread };
        told.lines().iter().for_each(|line| text += &format!("  {line}\n"));
        text.push('\n');
        text
    }

    /// The last line of the text.
    pub fn summary(&self) -> String {
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let objects = match self.record.objects().count() {
            0 | 1 => String::new(),
            count => format!(" of {count} objects"),
        };
        let calls = counted(self.record.calls(), "call");
        let threads = counted(self.record.threads(), "thread");
        let scope = format!("{calls}{objects} by {threads}, {}, {:.2} s", self.object, self.seconds);
        let limit = self.exhausted().map(|why| match why {
            Exhausted::Time => "--timeout reached",
            Exhausted::Memory => "too many orders to remember",
        });
        match (self.failures().count(), limit) {
            (0, None) => format!("ok: {scope}"),
            (0, Some(limit)) => format!("unknown: {limit}: {scope}"),
            (errors, None) => format!("error: {} in {scope}", counted(errors, "error")),
            (errors, Some(limit)) => format!("error: {}, then {limit}, in {scope}", counted(errors, "error")),
        }
    }
}
