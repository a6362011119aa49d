//! A check that was ended before it came to a verdict, or while notes on its errors were computed.

use raddle_check::Answer;
use raddle_explore::{Equivalence, Limit, Progress};
use raddle_models::MemoryModel;

use crate::text::cutoff;

/// What is known about a check that was ended.
#[derive(Clone, Debug)]
pub struct Unfinished<'a> {
    /// The file.
    pub file: &'a str,
    /// Under which model, if that is known already.
    pub model: Option<&'a MemoryModel>,
    /// What counts as one execution.
    pub equivalence: Equivalence,
    /// What ended it.
    pub limit: Limit,
    /// How far it had come.
    pub progress: Progress,
    /// How long it took.
    pub seconds: f64,
}

impl Unfinished<'_> {
    /// The last line of the text form.
    pub fn summary(&self) -> String {
        let Progress { complete, blocked, failed } = self.progress;
        let found = match failed {
            0 => format!("no errors in {complete} executions ({blocked} blocked)"),
            _ => format!(
                "errors in {failed} of {} executions ({blocked} blocked), not described in time",
                complete + failed
            ),
        };
        let model = self.model.map_or(String::new(), |model| format!("{}, ", model.name()));
        format!("unknown: {}: {found}, {model}{}, {:.2} s", cutoff(self.limit), self.equivalence.name(), self.seconds)
    }

    /// The JSON form.
    pub fn json(&self) -> serde_json::Value {
        let Progress { complete, blocked, failed } = self.progress;
        let explored = complete + blocked + failed;
        serde_json::json!({
            "raddle": env!("CARGO_PKG_VERSION"),
            "file": self.file,
            "model": self.model.map(MemoryModel::name),
            "equivalence": self.equivalence.name(),
            "verdict": Answer::Unknown.name(),
            "executions": { "complete": complete, "blocked": blocked, "failed": failed, "explored": explored },
            "bounded": null,
            "limit": self.limit.name(),
            "errors": [],
            "warnings": [],
            "stats": { "seconds": self.seconds },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_models::ModelName;

    #[test]
    fn what_was_done_is_told() {
        let progress = Progress { complete: 3, blocked: 1, failed: 0 };
        let model = ModelName::Rc11.into();
        let (equivalence, limit, seconds) = (Equivalence::Mo, Limit::Timeout, 2.0);
        let unfinished = Unfinished { file: "a.c", model: Some(&model), equivalence, limit, progress, seconds };
        assert_eq!(
            unfinished.summary(),
            "unknown: --timeout reached: no errors in 3 executions (1 blocked), rc11, mo, 2.00 s"
        );
        assert_eq!(unfinished.json()["limit"], "timeout");
        assert_eq!(unfinished.json()["executions"]["explored"], 4);
    }
}
