//! `raddle history`.
//!
//! Each `tests/histories/NAME.OBJECT.jsonl` has a file with the ending `.out` that holds what is printed and the exit status (`=` stands
//! for `:` in the name of an object). `make bless` (or `RADDLE_BLESS=1`) writes what is printed now; read the difference before you
//! keep it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command in the project's folder.
fn raddle(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.current_dir(root()).args(["history", "--color", "never"]).args(args);
    command
}

/// What was printed, without the time that it took, and the exit status.
fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let timeless = |line: &str| match line.rsplit_once(", ") {
        Some((line, time)) if time.ends_with(" s") => format!("{line}, … s\n"),
        _ => format!("{line}\n"),
    };
    let out: String = text(&output.stdout).lines().map(timeless).collect();
    format!("{out}{}status {}\n", text(&output.stderr), output.status.code().unwrap_or(-1))
}

#[test]
fn verdicts_and_errors_are_as_recorded() {
    let folder = root().join("tests/histories");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("there are histories")
        .filter_map(|entry| Some(entry.ok()?.file_name().into_string().ok()?.strip_suffix(".jsonl")?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() >= 20);
    for name in names {
        let (_, object) = name.rsplit_once('.').expect("files are named after objects");
        let output = raddle(&["--spec", &object.replace('=', ":"), &format!("tests/histories/{name}.jsonl")]).output();
        let printed = printed(&output.expect("the command starts"));
        let file = folder.join(format!("{name}.out"));
        if std::env::var_os("RADDLE_BLESS").is_some() {
            std::fs::write(&file, &printed).expect("the folder is writable");
        }
        assert_eq!(printed, std::fs::read_to_string(&file).unwrap_or_default(), "{name}");
    }
}

#[test]
fn results_have_a_json_form() {
    let json = |object: &str, file: &str, status| {
        let output = raddle(&["--format", "json", "--spec", object, file]).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(status));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let twice = json("queue", "examples/histories/queue.jsonl", 1);
    assert_eq!((&twice["verdict"], &twice["object"], &twice["calls"]), (&"error".into(), &"queue".into(), &5.into()));
    let error = &twice["errors"][0];
    assert_eq!(
        (&error["kind"], &error["axiom"], &error["line"]),
        (&"specification".into(), &"TWICE".into(), &4.into())
    );
    assert_eq!(error["operations"][3]["result"], 1);
    assert_eq!(error["about"], serde_json::json!(["C", "D"]));
    let fine = json("weak-stack", "tests/histories/fine.weak-stack.jsonl", 0);
    assert_eq!((&fine["verdict"], &fine["errors"]), (&"ok".into(), &serde_json::json!([])));
    assert_eq!(fine["orders"][0]["lines"].as_array().map(Vec::len), Some(3));
    let strict = json("stack", "tests/histories/fine.weak-stack.jsonl", 1);
    assert_eq!(strict["errors"][0]["axiom"], "EMPTY");
}

#[test]
fn a_history_can_come_from_standard_input() {
    let mut command = raddle(&["--spec", "queue", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let text = std::fs::read(root().join("examples/histories/queue.jsonl")).expect("there is such a file");
    child.stdin.take().expect("it is piped").write_all(&text).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    assert!(printed(&output).contains("--> standard input:4: thread 3: D deq → 1"), "{}", printed(&output));
}

#[test]
fn a_wrong_command_line_is_refused() {
    let refused = |args: &[&str], message: &str| {
        let output = raddle(args).output().expect("the command starts");
        assert!(output.status.code() == Some(2) && printed(&output).contains(message), "{}", printed(&output));
    };
    refused(&["--spec", "que", "examples/histories/queue.jsonl"], "there is no object `que' (queue, weak-queue, stack");
    refused(&["--spec", "queue:1", "examples/histories/queue.jsonl"], "`queue' has no number: write --spec queue");
    refused(&["examples/histories/queue.jsonl"], "--spec");
    refused(&["--spec", "queue", "no-such-file"], "cannot read no-such-file");
}

#[test]
fn a_limit_gives_no_verdict() {
    // Forty values, put in all at once; nobody takes the last of two equal ones before it is looked for.
    let mut text: String = (0..40)
        .map(|nth| {
            format!("{{\"thread\": {nth}, \"operation\": \"enq\", \"arguments\": [{nth}], \"begin\": 0, \"end\": 9}}\n")
        })
        .collect();
    text += "{\"thread\": 40, \"operation\": \"deq\", \"result\": \"empty\", \"begin\": 20, \"end\": 30}\n";
    let mut command = raddle(&["--spec", "queue", "--timeout", "0.2", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(printed(&output), "unknown: --timeout reached: 41 calls by 41 threads, queue, … s\nstatus 3\n");
}
