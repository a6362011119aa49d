//! The program under measurement: building it, running it, and counting its instructions.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;
use tempfile::TempDir;

use crate::error::Error;
use crate::model::Model;
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
    /// Whether all executions were explored.
    pub complete: bool,
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

    /// Checks a program with so many workers, under the default model.
    pub fn check(&self, row: &Row, workers: usize) -> Result<Checked, Error> {
        self.check_under(&Model::default(), row, workers)
    }

    /// Checks a program with so many workers.
    pub fn check_under(&self, model: &Model, row: &Row, workers: usize) -> Result<Checked, Error> {
        let mut command = self.command(model, row, workers);
        let checked = Checked::read(&String::from_utf8_lossy(&output(&mut command)?.stdout));
        checked
            .and_then(|checked| checked.must_be_complete())
            .and_then(|checked| if model.has_counts_of_table { checked.must_agree_with(row) } else { Ok(checked) })
            .map_err(|problem| failed(&command, problem))
    }

    /// Checks a program for so many seconds at most.
    pub fn check_for(&self, seconds: u64, model: &Model, row: &Row) -> Result<Checked, Error> {
        let mut command = self.here(&self.program);
        command.args(["check", "--timeout", &seconds.to_string()]).args(&arguments(model, row, 1)[1..]);
        // The exit status says whether the time was enough, and so does the report.
        let output = command.output().map_err(|source| cannot_run(&command, source))?;
        let checked = Checked::read(&String::from_utf8_lossy(&output.stdout));
        checked.map_err(|problem| failed(&command, problem))
    }

    /// How many instructions Raddle executes for a program, under the default model.
    pub fn instructions(&self, row: &Row) -> Result<u64, Error> {
        self.instructions_under(&Model::default(), row)
    }

    /// How many instructions Raddle executes for a program. It must have been checked before under the same model, or clang is
    /// not counted but starting it is.
    pub fn instructions_under(&self, model: &Model, row: &Row) -> Result<u64, Error> {
        let mut command = self.here(Path::new("valgrind"));
        command
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&self.program)
            .args(arguments(model, row, 1));
        let output = output(&mut command)?;
        collected(&String::from_utf8_lossy(&output.stderr)).ok_or_else(|| failed(&command, "counted no instructions"))
    }

    /// Checking a program, as a command to be run.
    pub fn command(&self, model: &Model, row: &Row, workers: usize) -> Command {
        let mut command = self.here(&self.program);
        command.args(arguments(model, row, workers));
        command
    }

    /// A file with the text of a shipped model and something behind it.
    pub fn model_file(&self, shipped: &str, name: &str, addition: &str) -> Result<PathBuf, Error> {
        let mut command = self.here(&self.program);
        let mut text = output(command.args(["models", "--show", shipped]))?.stdout;
        text.extend(addition.bytes());
        let path = self.scratch.path().join(format!("{name}.cat"));
        match fs::write(&path, text) {
            Ok(()) => Ok(path),
            Err(source) => Err(Error::File { action: "write", path, source }),
        }
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
fn arguments(model: &Model, row: &Row, workers: usize) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ["check", "--no-symmetry", "--format", "json", "-j"].map(OsString::from).into();
    arguments.push(workers.to_string().into());
    arguments.extend(model.arguments());
    arguments.extend([row.file().into(), "--".into()]);
    arguments.extend(row.flags().map(OsString::from));
    arguments
}

fn cannot_run(command: &Command, source: std::io::Error) -> Error {
    Error::Run { program: command.get_program().display().to_string(), source }
}

fn output(command: &mut Command) -> Result<Output, Error> {
    let output = command.output().map_err(|source| cannot_run(command, source))?;
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
    fn read(json: &str) -> Result<Checked, String> {
        #[derive(Deserialize)]
        struct Report {
            verdict: String,
            limit: Option<String>,
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
        let Report { verdict, limit, executions, stats } =
            serde_json::from_str(json).map_err(|error| format!("an unreadable report: {error}"))?;
        let Executions { complete, blocked } = executions;
        let is_ended = verdict == "unknown" && limit.as_deref() == Some("timeout");
        if verdict != "ok" && !is_ended {
            return Err(format!("verdict {verdict} instead of ok"));
        }
        Ok(Checked {
            complete: !is_ended,
            executions: complete,
            blocked,
            events_added: stats.events_added,
            seconds: stats.seconds,
            peak_memory_bytes: stats.peak_memory_bytes.unwrap_or(0),
        })
    }

    fn must_be_complete(self) -> Result<Checked, String> {
        if self.complete { Ok(self) } else { Err("the time was not enough".into()) }
    }

    fn must_agree_with(self, row: &Row) -> Result<Checked, String> {
        if self.executions != row.executions {
            return Err(format!("WRONG COUNT: {} executions instead of {}", self.executions, row.executions));
        }
        if self.blocked > row.blocked {
            return Err(format!("{} blocked executions, more than {}", self.blocked, row.blocked));
        }
        Ok(self)
    }

    /// All executions, complete and blocked.
    pub fn all(&self) -> u64 {
        self.executions + self.blocked
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
            r#"{{"verdict":"{verdict}","limit":null,"executions":{{"complete":{complete},"blocked":{blocked}}},"stats":{{"seconds":0.5,"events_added":7,"peak_memory_bytes":1024}}}}"#
        )
    }

    #[test]
    fn wrong_counts_and_verdicts_are_noticed() {
        let row = Row { executions: 6, blocked: 2, ..Row::nothing() };
        let read = |json: &str| Checked::read(json)?.must_be_complete()?.must_agree_with(&row);
        assert_eq!(read(&report(6, 1, "ok")).map(|checked| checked.events_added), Ok(7));
        let ended = report(6, 1, "unknown").replace("null", "\"timeout\"");
        assert_eq!(Checked::read(&ended).map(|checked| checked.complete), Ok(false));
        let uncertain = report(6, 1, "unknown");
        for wrong in
            [report(5, 1, "ok"), report(6, 3, "ok"), report(6, 1, "error"), ended, uncertain, "panicked".into()]
        {
            assert!(read(&wrong).is_err(), "{wrong}");
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
