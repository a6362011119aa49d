//! The results, as text and as JSON.

use std::path::Path;

use serde::Serialize;

use crate::baseline::{Baseline, Change};
use crate::error::Error;
use crate::goals::Goal;
use crate::measure::Measured;
use crate::memory::Growth;
use crate::numbers::{duration, grouped, kilobytes, rounded};
use crate::parallel::Speedup;
use crate::plots::Family;
use crate::relative::Relative;
use crate::startup::Startup;
use crate::table::Row;

/// The results of one run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    /// Instructions for a program that does nothing.
    pub start: u64,
    pub rows: Vec<Measured>,
    pub memory: Vec<Growth>,
    pub parallel: Vec<Speedup>,
    pub startup: Vec<Startup>,
    pub plots: Vec<Family>,
    pub relative: Vec<Relative>,
    pub buffering_memory: Vec<Growth>,
    pub failures: Vec<String>,
    pub goals: Vec<Goal>,
    pub changes: Vec<Change>,
}

impl Report {
    /// Prints a row and records it.
    pub fn add(&mut self, row: &Row, result: Result<Measured, String>) {
        match result {
            Ok(measured) => {
                println!("{}", line(&measured));
                self.rows.push(measured);
            }
            Err(problem) => self.fail(row, &problem),
        }
    }

    /// Prints what went wrong with a row and records it.
    pub fn fail(&mut self, row: &Row, problem: &str) {
        let problem = format!("{row}: {}", problem.trim_end());
        println!("FAILED {problem}");
        self.failures.push(problem);
    }

    /// Finds what has changed since the baseline.
    pub fn compare(&mut self, baseline: &Baseline) {
        let rows = self.rows.iter().filter_map(|row| baseline.change(&row.name, row.instructions));
        self.changes = baseline.change("nothing", self.start).into_iter().chain(rows).collect();
    }

    /// What a later run will be compared with.
    pub fn save(&self, baseline: &mut Baseline) {
        baseline.set("nothing", self.start);
        for row in &self.rows {
            baseline.set(&row.name, row.instructions);
        }
    }

    /// Prints the summary.
    pub fn conclude(&self) {
        let section = |title: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                println!("\n{title}\n  {}", lines.join("\n  "));
            }
        };
        section("Goals", self.goals.iter().map(ToString::to_string).collect());
        section("Since the baseline", self.changes.iter().map(ToString::to_string).collect());
        section("Failures", self.failures.clone());
    }

    /// Whether nothing failed, no goal that counts was missed and nothing became much slower.
    pub fn is_good(&self) -> bool {
        let missed = |goal: &Goal| goal.counts && !goal.holds;
        self.failures.is_empty() && !self.goals.iter().any(missed) && !self.changes.iter().any(Change::is_too_much)
    }

    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let error = |source| Error::File { action: "write", path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(error)?;
        }
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        std::fs::write(path, text).map_err(error)
    }
}

/// Prints the header of the columns of [`line`].
pub(crate) fn heading(title: &str) {
    println!("\n{title}");
    println!(
        "{:18} {:>10} {:>8} {:>10} {:>13} {:>10}  {:>9} {:>10} {:>8}",
        "", "executions", "blocked", "events", "instr./exec.", "per event", "time", "memory", "ratio"
    );
}

fn line(row: &Measured) -> String {
    let ratio = row.ratio.map_or("-".into(), |ratio| format!("{ratio:.1}"));
    format!(
        "{:18} {:>10} {:>8} {:>10} {:>13} {:>10}{} {:>9} {:>10} {ratio:>8}",
        row.name,
        grouped(row.executions),
        grouped(row.blocked),
        grouped(row.events_added),
        rounded(row.instructions_per_execution),
        rounded(row.instructions_per_event),
        if row.is_above_limit() { '!' } else { ' ' },
        duration(row.seconds),
        kilobytes(row.peak_memory_bytes),
    )
}
