//! `raddle check --spec`: the rows of `tests/specs/specs.tests`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Checks a program of `tests/specs`; gives the result and the exit status.
fn check(options: &[&str], file: &str, macros: &[String]) -> (serde_json::Value, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.current_dir(root().join("tests/specs")).args(["check", "--format", "json"]).args(options);
    let output = command.arg(file).arg("--").args(macros).output().expect("the command starts");
    let result = serde_json::from_slice(&output.stdout);
    let result = result.unwrap_or_else(|_| panic!("{file}: {}", String::from_utf8_lossy(&output.stderr)));
    (result, output.status.code())
}

/// A row: the file, its macros, the options behind `--spec`, what is expected.
fn rows(text: &str) -> Vec<(String, Vec<String>, Vec<String>, String)> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let row = |line: &str| {
        let [program, options, expected] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut words = program.split_whitespace();
        let file = words.next().expect("a file").to_owned();
        // Macros have no blanks.
        let is_code = |word: &str| word.contains('(');
        let word = |word: &str| if is_code(word) { spaced(word) } else { word.to_owned() };
        let macros = words.map(word).collect();
        (file, macros, options.split_whitespace().map(str::to_owned).collect(), expected.trim().to_owned())
    };
    text.lines().filter(is_row).map(row).collect()
}

/// Code with blanks for the `_` between its words (not those of names).
fn spaced(code: &str) -> String {
    code.replace("for_(", "for (").replace("while_(", "while (").replace("int_", "int ").replace(")_op", ") op")
}

/// What a result says: `ok`, `unknown`, `unsupported`, or `error` and the reason.
fn said(result: &serde_json::Value) -> String {
    let error = &result["errors"][0];
    match (result["verdict"].as_str(), error["kind"].as_str(), error["axiom"].as_str()) {
        (_, Some("specification"), Some(reason)) => format!("error {reason}"),
        (_, Some(kind), _) => kind.to_owned(),
        (Some(verdict), None, _) => verdict.to_owned(),
        _ => panic!("{result}"),
    }
}

#[test]
fn calls_are_compared_with_the_specification() {
    let rows = rows(&std::fs::read_to_string(root().join("tests/specs/specs.tests")).expect("there are rows"));
    assert!(rows.len() > 40);
    let mut wrong = Vec::new();
    for (file, macros, object, expected) in rows {
        let mut options = vec!["--spec"];
        options.extend(object.iter().map(String::as_str));
        if !object.contains(&"--model".to_owned()) {
            options.extend(["--model", "rc11"]);
        }
        let (result, status) = check(&options, &file, &macros);
        let wanted = match expected.as_str() {
            "ok" => 0,
            "unsupported" => 2,
            "unknown" => 3,
            _ => 1,
        };
        if said(&result) != expected || status != Some(wanted) {
            let message = &result["errors"][0]["message"];
            wrong.push(format!(
                "{file} {macros:?} {object:?}: {} {message} ({status:?}), not {expected}",
                said(&result)
            ));
        }
        // Nothing is explored because of marks, and nothing is left out.
        if expected == "ok" {
            let without: Vec<_> =
                options[2..].iter().copied().filter(|it| !["--sync", "none", "both", "all"].contains(it)).collect();
            let (plain, _) = check(&without, &file, &macros);
            let counts =
                |result: &serde_json::Value| (result["executions"].clone(), result["stats"]["events_added"].clone());
            let (with, without) = (counts(&result), counts(&plain));
            // A loop around calls is one that only waits if nobody looks at them.
            if with != without && !options.contains(&"-j") && !options.contains(&"--unroll") {
                wrong.push(format!("{file} {macros:?} {object:?}: {with:?} with marks, {without:?} without"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reductions_lose_no_history() {
    let clients = [
        ("locks.c", vec!["-DKIND=1"], "mutex"),
        ("locks.c", vec!["-DKIND=2"], "mutex"),
        ("locks.c", vec!["-DKIND=3", "-DT3=op_lock();op_unlock();"], "mutex"),
        ("linked-queue.c", vec![], "queue"),
        ("linked-queue.c", vec!["-DT3=op_deq();"], "queue"),
        ("linked-stack.c", vec![], "stack"),
        ("linked-stack.c", vec!["-DT1=op_push(1);", "-DT2=op_push(2);", "-DT3=op_pop();op_pop();"], "stack"),
    ];
    for (file, macros, object) in clients {
        let macros: Vec<_> = macros.into_iter().map(str::to_owned).collect();
        // Where every call has returned: what waits has another beginning with each reduction.
        let histories = |options: &[&str]| {
            let options = [&["--spec", object, "--model", "rc11"], options].concat();
            check(&options, file, &macros).0["specification"]["complete"].clone()
        };
        let all = histories(&[]);
        assert!(all.as_u64() > Some(0), "{file} {macros:?}");
        for options in
            [&["--no-spin-cut", "--unroll", "5"][..], &["--no-symmetry"], &["--equivalence", "wb"], &["-j", "2"]]
        {
            assert_eq!(histories(options), all, "{file} {macros:?} {options:?}");
        }
    }
}
