//! The program under measurement: building it, running it, and counting its instructions.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;
use tempfile::TempDir;

use crate::error::Error;
use crate::options::root;
use crate::table::Row;

/// Raddle, with a cache of its own for clang's output.
pub(crate) struct Raddle {
    program: PathBuf,
    scratch: TempDir,
}

/// What Raddle says about a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Checked {
    pub executions: u64,
    pub blocked: u64,
    pub events_added: u64,
    pub seconds: f64,
    pub peak_memory_bytes: u64,
}

impl Raddle {
    /// The given program, or else the one that is built from this workspace.
    pub fn new(given: Option<&Path>) -> Result<Raddle, Error> {
        if !Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
            return Err(Error::NoValgrind);
        }
        let program = given.map_or_else(build, |path| Ok(path.to_owned()))?;
        let program =
            fs::canonicalize(&program).map_err(|source| Error::File { action: "find", path: program, source })?;
        let scratch = tempfile::Builder::new().prefix("raddle-bench-").tempdir().map_err(|source| Error::File {
            action: "create a folder in",
            path: std::env::temp_dir(),
            source,
        })?;
        Ok(Raddle { program, scratch })
    }

    /// Checks a program with so many workers.
    pub fn check(&self, row: &Row, workers: usize) -> Result<Checked, Error> {
        let mut command = self.here(&self.program);
        command.args(arguments(row, workers));
        Checked::read(&String::from_utf8_lossy(&output(&mut command)?.stdout), row)
            .map_err(|problem| failed(&command, problem))
    }

    /// How many instructions Raddle executes for a program. It must have been checked before, or clang is not counted but
    /// starting it is.
    pub fn instructions(&self, row: &Row) -> Result<u64, Error> {
        let mut command = self.here(Path::new("valgrind"));
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&self.program).args(arguments(row, 1));
        let output = output(&mut command)?;
        collected(&String::from_utf8_lossy(&output.stderr)).ok_or_else(|| failed(&command, "counted no instructions"))
    }

    /// Checking a program, as a command to be run.
    pub fn command(&self, row: &Row) -> Command {
        let mut command = self.here(&self.program);
        command.args(arguments(row, 1));
        command
    }

    /// Removes the files from the cache whose names match.
    pub fn forget(&self, which: impl Fn(&str) -> bool) {
        let files = fs::read_dir(self.scratch.path().join("raddle")).into_iter().flatten().flatten();
        for file in files.filter(|file| file.file_name().to_str().is_some_and(&which)) {
            // What cannot be removed stays in the cache, which only makes the next run faster.
            let _ = fs::remove_file(file.path());
        }
    }

    /// A command in the folder of the programs.
    fn here(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(programs()).env("XDG_CACHE_HOME", self.scratch.path()).stdin(Stdio::null());
        command
    }
}

/// The folder with the programs.
pub(crate) fn programs() -> PathBuf {
    root().join("benches/programs")
}

/// All executions are counted, those of symmetric threads too, as the reference does.
fn arguments(row: &Row, workers: usize) -> Vec<OsString> {
    let mut arguments: Vec<String> = ["check", "--no-symmetry", "--format", "json", "-j"].map(String::from).into();
    arguments.extend([workers.to_string(), row.file(), "--".into()]);
    arguments.extend(row.flags());
    arguments.into_iter().map(OsString::from).collect()
}

fn output(command: &mut Command) -> Result<Output, Error> {
    let output = command
        .output()
        .map_err(|source| Error::Run { program: command.get_program().display().to_string(), source })?;
    if output.status.success() { Ok(output) } else { Err(failed(command, String::from_utf8_lossy(&output.stderr))) }
}

fn failed(command: &Command, output: impl Into<String>) -> Error {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let command = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    Error::Failed { command, output: output.into() }
}

/// The number in the last line of valgrind: `==42== Collected : 17406061`.
fn collected(words: &str) -> Option<u64> {
    words.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

impl Checked {
    /// Reads Raddle's report, or says what is wrong with it.
    fn read(json: &str, row: &Row) -> Result<Checked, String> {
        #[derive(Deserialize)]
        struct Report {
            verdict: String,
            executions: Executions,
            stats: Stats,
        }
        #[derive(Deserialize)]
        struct Executions {
            complete: u64,
            blocked: u64,
        }
        #[derive(Deserialize)]
        struct Stats {
            seconds: f64,
            events_added: u64,
            peak_memory_bytes: Option<u64>,
        }
        let Report { verdict, executions, stats } =
            serde_json::from_str(json).map_err(|error| format!("an unreadable report: {error}"))?;
        let Executions { complete, blocked } = executions;
        if verdict != "ok" {
            return Err(format!("verdict {verdict} instead of ok"));
        }
        if complete != row.executions {
            return Err(format!("WRONG COUNT: {complete} executions instead of {}", row.executions));
        }
        if blocked > row.blocked {
            return Err(format!("{blocked} blocked executions, more than {}", row.blocked));
        }
        Ok(Checked {
            executions: complete,
            blocked,
            events_added: stats.events_added,
            seconds: stats.seconds,
            peak_memory_bytes: stats.peak_memory_bytes.unwrap_or(0),
        })
    }
}

/// Builds Raddle as a user would, and finds out where it is.
fn build() -> Result<PathBuf, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(&cargo);
    command
        .args(["build", "--release", "--locked", "-p", "raddle-cli", "--message-format=json-render-diagnostics"])
        .current_dir(root())
        .stderr(Stdio::inherit());
    let output = command.output().map_err(|source| Error::Run { program: cargo.display().to_string(), source })?;
    let executable = String::from_utf8_lossy(&output.stdout).lines().find_map(executable);
    executable.filter(|_| output.status.success()).ok_or(Error::Build)
}

/// The program that a message of cargo's is about, if it is ours.
fn executable(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    (message["target"]["name"] == "raddle").then_some(())?;
    message["executable"].as_str().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(complete: u64, blocked: u64, verdict: &str) -> String {
        format!(
            r#"{{"verdict":"{verdict}","executions":{{"complete":{complete},"blocked":{blocked}}},"stats":{{"seconds":0.5,"events_added":7,"peak_memory_bytes":1024}}}}"#
        )
    }

    #[test]
    fn wrong_counts_and_verdicts_are_noticed() {
        let row = Row { executions: 6, blocked: 2, ..Row::nothing() };
        assert_eq!(Checked::read(&report(6, 1, "ok"), &row).map(|checked| checked.events_added), Ok(7));
        for wrong in [report(5, 1, "ok"), report(6, 3, "ok"), report(6, 1, "error"), "panicked".into()] {
            assert!(Checked::read(&wrong, &row).is_err(), "{wrong}");
        }
    }

    #[test]
    fn valgrinds_count_is_found() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 17406061\n"), Some(17_406_061));
        assert_eq!(collected("==1== nothing"), None);
    }

    #[test]
    fn cargo_says_where_raddle_is() {
        assert_eq!(
            executable(r#"{"target":{"name":"raddle"},"executable":"/t/release/raddle"}"#),
            Some(PathBuf::from("/t/release/raddle"))
        );
        assert_eq!(executable(r#"{"target":{"name":"other"},"executable":"/t/other"}"#), None);
    }
}
