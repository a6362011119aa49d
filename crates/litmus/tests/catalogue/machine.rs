//! Tests in assembly language, `tests/litmus/machine`: what the model of each machine makes of them.

use raddle_litmus::TestOptions;
use raddle_models::ModelName;

use crate::records::{self, Record};
use crate::run::{Case, Failures};
use crate::summary;

/// The litmus file of a record: columns as wide as their widest cell.
fn source(record: &Record) -> String {
    let threads = record.need("program").split(" | ");
    let columns: Vec<Vec<&str>> = threads.map(|thread| thread.split(';').map(str::trim).collect()).collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        columns.iter().map(|cells| cells.iter().map(|cell| cell.len()).max().unwrap_or(0)).collect();
    let mut text = format!("{} {}\n{{ {} }}\n", record.need("dialect"), record.name, record.get("init").unwrap_or(""));
    let mut row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = widths.iter().enumerate().map(|(i, width)| format!(" {:<width$} ", cell(i))).collect();
        text.push_str(&format!("{};\n", cells.join("|")));
    };
    row(&|thread| format!("P{thread}"));
    for index in 0..rows {
        row(&|thread| columns[thread].get(index).map_or(String::new(), |cell| (*cell).to_owned()));
    }
    format!("{text}exists ({})\n", record.need("exists"))
}

/// Calls `f` with every test of a folder, each model that it speaks of, and what it says.
fn each(folder: &str, mut f: impl FnMut(&Case, ModelName, &str)) {
    for record in records::read(&format!("machine/{folder}")) {
        let case = Case::of_source(format!("{}: {}", record.place, record.name), source(&record));
        for (model, expected) in record.except(&["dialect", "init", "program", "exists", "why"]) {
            let name = ModelName::ALL.into_iter().find(|known| known.name() == model);
            f(&case, name.unwrap_or_else(|| panic!("{}: no model `{model}`", case.title)), expected);
        }
    }
}

/// Explored and guessed, every test gives what is expected.
fn check(folder: &str) {
    let mut failures = Failures::default();
    each(folder, |case, model, expected| {
        for enumerate in [false, true] {
            let what = if enumerate { format!("{model}, guessed") } else { model.to_string() };
            match case.attempt(
                model,
                &TestOptions {
                    explore: raddle_explore::Options { enumerate, ..Default::default() },
                    ..Default::default()
                },
            ) {
                Ok(outcome) => failures.same(case, &what, expected.to_owned(), summary(&outcome)),
                Err(error) => failures.add(case, &format!("{what}: {error}")),
            }
        }
    });
    failures.report();
}

#[test]
fn tests_of_x86() {
    check("x86-64");
}

#[test]
fn tests_of_aarch64() {
    check("aarch64");
}

#[test]
fn tests_of_power() {
    check("power");
}

#[test]
fn tests_of_riscv() {
    check("riscv");
}

#[test]
fn tests_of_arm() {
    check("arm");
}
