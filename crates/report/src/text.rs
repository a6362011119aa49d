//! The text form of an outcome. Its last line is a contract with scripts.

use std::fmt;

use raddle_graph::ThreadId;

use crate::outcome::{ErrorReport, Outcome, Place, Verdict};

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)?;
        if !self.function.is_empty() {
            write!(f, " in {}", self.function)?;
        }
        write!(f, " (thread {})", self.thread.0)
    }
}

impl ErrorReport {
    /// The error without the execution that shows it.
    pub fn heading(&self) -> String {
        let mut text = format!("error[{}]: {}\n", self.kind, self.message);
        if let Some(place) = &self.place {
            text += &format!("  --> {place}\n");
        }
        for related in &self.related {
            text += &format!("  {} at {}\n", related.what, related.place);
        }
        if !self.help.is_empty() {
            text += &format!("  help: {}\n", self.help);
        }
        text
    }
}

impl fmt::Display for ErrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heading())?;
        if !self.story.is_empty() {
            write!(f, "\n{}", self.story)?;
        }
        if !self.output.is_empty() {
            writeln!(f)?;
        }
        write_output(f, "output", &self.output)
    }
}

/// What threads printed, each line with its thread.
fn write_output(f: &mut fmt::Formatter<'_>, title: &str, output: &[(ThreadId, String)]) -> fmt::Result {
    if output.is_empty() {
        return Ok(());
    }
    writeln!(f, "{title}")?;
    for (thread, text) in output {
        for line in text.lines() {
            writeln!(f, "  thread {}: {line}", thread.0)?;
        }
    }
    Ok(())
}

impl Outcome {
    /// The last line of the text form.
    pub fn summary(&self) -> String {
        let counts = format!(
            "{} executions ({} blocked), {}, {}, {:.2} s",
            self.executions(),
            self.totals.blocked,
            self.model.name(),
            self.equivalence.name(),
            self.seconds
        );
        let bound = self.bounded.map(|bound| format!("--unroll {bound}"));
        let limit = self.limit.map(|limit| match limit {
            "interrupted" => "interrupted".to_owned(),
            limit => format!("--{limit} reached"),
        });
        let errors = match self.errors.len() {
            1 => "1 error".to_owned(),
            count => format!("{count} errors"),
        };
        match (self.verdict(), bound, limit) {
            (Verdict::Ok, None, _) => format!("ok: no errors in {counts}"),
            (Verdict::Ok, Some(bound), _) => format!("ok up to {bound}: no errors in {counts}"),
            // An error is an error, whatever was not explored; but with --keep-going there may be more of them.
            (Verdict::Error, _, None) => format!("error: {errors} in {counts}"),
            (Verdict::Error, _, Some(limit)) => format!("error: {errors}, then {limit}, in {counts}"),
            (Verdict::Unsupported, _, _) => format!("unknown: unsupported, after {counts}"),
            (Verdict::Unknown, _, limit) => {
                format!("unknown: {}: no errors in {counts}", limit.unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in &self.errors {
            writeln!(f, "{error}")?;
        }
        write_output(f, "output of one execution", &self.output)?;
        writeln!(f, "{}", self.summary())
    }
}
