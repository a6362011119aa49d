//! The symbolic engine as a user meets it: what it says about programs with inputs, and that it agrees with the explorer on all others
//! that it takes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn has_clang() -> bool {
    let found = raddle_llvm::Clang::find(None);
    if let Err(error) = &found {
        eprintln!("skipped: {error}");
    }
    found.is_ok()
}

fn check(file: &Path, options: &[&str], flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.arg("check").args(options).arg(file).arg("--").args(flags);
    command.output().expect("the command starts")
}

/// Everything that was printed, each run of white space as one space: long lines are broken.
fn printed(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).replace(['│', '×', '·'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_row_holds() {
    if !has_clang() {
        return;
    }
    let folder = repository("tests/symbolic");
    let text = std::fs::read_to_string(folder.join("symbolic.tests")).expect("the rows are there");
    let mut wrong = Vec::new();
    for row in text.lines().filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let parts: Vec<&str> = row.split('|').map(str::trim).collect();
        let [program, options, status, piece] = parts[..] else { panic!("four parts: {row}") };
        let mut program = program.split_whitespace();
        let file = folder.join(program.next().expect("a row names a file"));
        let flags: Vec<&str> = program.collect();
        let options: Vec<&str> = ["--engine", "bmc"].into_iter().chain(options.split_whitespace()).collect();
        let output = check(&file, &options, &flags);
        let text = printed(&output);
        if output.status.code() != status.parse().ok() || !text.contains(piece) {
            wrong.push(format!("{row}\n    {:?}: {text}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The kind of error that was found, if one was.
fn kind(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("error["))?;
    line.split(']').next().map(str::to_owned)
}

#[test]
fn both_engines_say_the_same() {
    if !has_clang() {
        return;
    }
    let mut programs: Vec<PathBuf> = Vec::new();
    for folder in ["benches/programs", "tests/programs", "examples", "examples/errors"] {
        let entries = std::fs::read_dir(repository(folder)).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("the folder can be read").path());
        programs.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "c")));
    }
    programs.sort();
    let (mut agreed, mut wrong) = (0, Vec::new());
    for (number, program) in programs.iter().enumerate() {
        let model = ["sc", "tso", "pso"][number % 3];
        let common = ["--model", model, "--no-race-detection", "--no-spurious", "--quiet", "--timeout", "10"];
        let solved = check(program, &[&common[..], &["--engine", "bmc"]].concat(), &[]);
        // Refused, or too slow: there is nothing to compare.
        if matches!(solved.status.code(), Some(2 | 3)) {
            continue;
        }
        let explored = check(program, &common, &[]);
        if matches!(explored.status.code(), Some(3)) {
            continue;
        }
        if (explored.status.code(), kind(&explored)) == (solved.status.code(), kind(&solved)) {
            agreed += 1;
        } else {
            wrong.push(format!("{} under {model}: {} / {}", program.display(), printed(&explored), printed(&solved)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > 60, "only {agreed} programs were compared");
}
