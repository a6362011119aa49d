//! The cost of a run that has next to nothing to explore: with clang's output in the cache, compared with a process that does
//! nothing; and without, compared with clang alone.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use raddle_llvm::{Cache, Clang, Compilation};
use serde::Serialize;

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::model::Model;
use crate::numbers::{duration, grouped};
use crate::raddle::{Raddle, programs};
use crate::report::Report;
use crate::table::Row;

/// Raddle may take so many milliseconds more than a process that does nothing.
const MAX_WARM_MS: f64 = 5.0;
/// Raddle may take so many milliseconds more than clang, if it has to run clang.
const MAX_COLD_MS: f64 = 10.0;
/// The median of so many runs counts.
const WARM_RUNS: usize = 50;
/// The same if clang is run.
const COLD_RUNS: usize = 15;

/// Times in seconds, medians, and instructions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Startup {
    name: String,
    empty_process: f64,
    warm: f64,
    warm_instructions: u64,
    clang: f64,
    /// The version of the compiler is cached, its output is not.
    cold: f64,
    /// Nothing is cached.
    first: f64,
}

/// Times each row. Missing a goal is a failure only if the goals `count`.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], empty_process: &Path, count: bool, report: &mut Report) {
    println!("\nStart");
    for row in rows {
        match startup(raddle, row, empty_process) {
            Ok(startup) => {
                println!("{startup}");
                report.goals.extend(startup.goals().map(|goal| goal.counting(count)));
                report.startup.push(startup);
            }
            Err(error) => report.fail(row, &error.to_string()),
        }
    }
}

fn startup(raddle: &Raddle, row: &Row, empty_process: &Path) -> Result<Startup, Error> {
    raddle.check(row, 1)?;
    let command = || raddle.command(&Model::default(), row, 1);
    let (mut empty, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..WARM_RUNS {
        empty.push(seconds(&mut Command::new(empty_process))?);
        warm.push(seconds(&mut command())?);
    }
    let warm_instructions = raddle.instructions(row)?;
    let compilers = Clang::find(None)?;
    let compilation = row.flags().fold(Compilation::new(programs().join(row.file())), Compilation::flag);
    let (mut clang, mut cold, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..COLD_RUNS {
        let start = Instant::now();
        compilers.compile(&compilation, &Cache::disabled())?;
        clang.push(start.elapsed().as_secs_f64());
        raddle.forget(|name| name.ends_with(".ll"));
        cold.push(seconds(&mut command())?);
        raddle.forget(|_| true);
        first.push(seconds(&mut command())?);
    }
    Ok(Startup {
        name: row.to_string(),
        empty_process: median(empty),
        warm: median(warm),
        warm_instructions,
        clang: median(clang),
        cold: median(cold),
        first: median(first),
    })
}

/// How long a command takes.
fn seconds(command: &mut Command) -> Result<f64, Error> {
    let program = command.get_program().display().to_string();
    let start = Instant::now();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|source| Error::Run { program, source })?;
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

impl Startup {
    fn goals(&self) -> impl Iterator<Item = Goal> {
        let milliseconds = |seconds: f64| seconds * 1e3;
        let warm = format!("milliseconds more than an empty process, warm: {}", self.name);
        let cold = format!("milliseconds more than clang alone, cold: {}", self.name);
        [
            Goal::new(warm, milliseconds(self.warm - self.empty_process), Bound::AtMost(MAX_WARM_MS)),
            Goal::new(cold, milliseconds(self.cold - self.clang), Bound::AtMost(MAX_COLD_MS)),
        ]
        .into_iter()
    }
}

impl std::fmt::Display for Startup {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let line = |what: &str, seconds, than: &str, less| {
            format!("{:18} {:>10}   {what}; {than} {}\n", "", duration(seconds), duration(less))
        };
        write!(
            f,
            "{}\n{}",
            self.name,
            line("with clang's output remembered", self.warm, "an empty process", self.empty_process)
        )?;
        write!(
            f,
            "{}",
            line("with the compiler's version cached, but not its output", self.cold, "clang alone", self.clang)
        )?;
        write!(f, "{}", line("with nothing cached", self.first, "clang alone", self.clang))?;
        write!(f, "{:18} {:>10}   instructions with clang's output cached", "", grouped(self.warm_instructions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_ignores_outliers() {
        assert_eq!(median(vec![1.0, 900.0, 2.0]), 2.0);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn the_goals_are_about_differences() {
        let startup = Startup {
            name: "peterson(1)".into(),
            empty_process: 0.001,
            warm: 0.004,
            warm_instructions: 0,
            clang: 0.050,
            cold: 0.070,
            first: 0.1,
        };
        assert_eq!(startup.goals().map(|goal| goal.holds).collect::<Vec<_>>(), [true, false]);
    }
}
