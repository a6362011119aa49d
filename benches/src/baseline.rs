//! Earlier measurements to compare with: `baseline.json`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::numbers::grouped;

/// Smaller changes are not reported (0.02 is 2 %).
const MIN_REPORTED_CHANGE: f64 = 0.02;
/// Slowing down by more is a failure.
const MAX_SLOWDOWN: f64 = 0.10;

/// Instructions by the name of what was measured.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Baseline {
    instructions: BTreeMap<String, u64>,
}

/// What has changed since.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Change {
    name: String,
    before: u64,
    now: u64,
}

impl Baseline {
    /// Reads a baseline; a file that is not there is an empty one.
    pub fn read(path: &Path) -> Result<Baseline, Error> {
        match std::fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).map_err(|source| Error::Baseline { path: path.to_owned(), source }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Baseline::default()),
            Err(source) => Err(Error::File { action: "read", path: path.to_owned(), source }),
        }
    }

    /// Writes it as lines that can be compared.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        std::fs::write(path, text).map_err(|source| Error::File { action: "write", path: path.to_owned(), source })
    }

    pub fn set(&mut self, name: &str, instructions: u64) {
        self.instructions.insert(name.to_owned(), instructions);
    }

    /// How something changed, if the baseline has it and the change is large enough to report.
    pub fn change(&self, name: &str, now: u64) -> Option<Change> {
        let change = Change { name: name.to_owned(), before: *self.instructions.get(name)?, now };
        (change.relative().abs() > MIN_REPORTED_CHANGE).then_some(change)
    }
}

impl Change {
    /// The relative change: 0.5 is 50 % more instructions, -0.5 is 50 % fewer.
    pub fn relative(&self) -> f64 {
        self.now as f64 / self.before.max(1) as f64 - 1.0
    }

    pub fn is_too_much(&self) -> bool {
        self.relative() > MAX_SLOWDOWN
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let verdict = match self.relative() {
            relative if relative > MAX_SLOWDOWN => "SLOWER",
            relative if relative > 0.0 => "slower",
            _ => "faster",
        };
        let (before, now) = (grouped(self.before), grouped(self.now));
        write!(f, "{verdict} {:+7.1} %  {:18} {before} → {now} instructions", self.relative() * 100.0, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_changes_are_not_told_and_large_ones_are_too_much() {
        let mut baseline = Baseline::default();
        baseline.set("ainc(7)", 1000);
        assert_eq!(baseline.change("ainc(7)", 1019), None);
        assert_eq!(baseline.change("ainc(7)", 981), None);
        assert_eq!(baseline.change("ainc(8)", 5000), None);
        let too_much = |now| baseline.change("ainc(7)", now).map(|change| change.is_too_much());
        assert_eq!([too_much(1030), too_much(1101), too_much(500)], [Some(false), Some(true), Some(false)]);
        let text = baseline.change("ainc(7)", 500).unwrap().to_string();
        assert_eq!(text, "faster   -50.0 %  ainc(7)            1,000 → 500 instructions");
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("baseline.json");
        let mut baseline = Baseline::default();
        baseline.set("ainc(7)", 1000);
        baseline.write(&path).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), baseline);
        std::fs::write(&path, "[]").unwrap();
        assert!(Baseline::read(&path).is_err());
        std::fs::remove_file(&path).unwrap();
        assert_eq!(Baseline::read(&path).unwrap(), Baseline::default());
    }
}
