//! `raddle models`, and models from files.
//!
//! Each `tests/models/NAME.cat` has a file `NAME.out` with what its audit prints and the exit status. `make bless` (or
//! `RADDLE_BLESS=1`) writes what is printed now; read the difference before you keep it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command in the project's folder.
fn raddle(args: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_raddle")).current_dir(root()).args(args).output();
    command.expect("the command starts")
}

fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().unwrap_or(-1);
    format!("{}{}status {status}\n", text(&output.stdout), text(&output.stderr))
}

#[test]
fn audits_and_errors_are_as_recorded() {
    let folder = root().join("tests/models");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("there are models")
        .filter_map(|entry| Some(entry.ok()?.file_name().into_string().ok()?.strip_suffix(".cat")?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() >= 8);
    for name in names {
        let output = raddle(&["models", "--color", "never", "--audit", &format!("tests/models/{name}.cat")]);
        let printed = printed(&output);
        let file = folder.join(format!("{name}.out"));
        if std::env::var_os("RADDLE_BLESS").is_some() {
            std::fs::write(&file, &printed).expect("the folder is writable");
        }
        assert_eq!(printed, std::fs::read_to_string(&file).unwrap_or_default(), "{name}");
    }
}

#[test]
fn a_model_with_a_mistake_is_refused_wherever_it_is_given() {
    let model = "tests/models/an-undefined-name.cat";
    for command in [["litmus", "examples/message-passing.litmus"], ["check", "examples/message-passing.c"]] {
        let output = raddle(&[command[0], "--model", model, command[1]]);
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        let printed = printed(&output);
        assert!(printed.contains("an-undefined-name.cat:4:13: `hapens-before` is not defined"), "{printed}");
    }
}

#[test]
fn every_model_shows_its_axioms() {
    for model in raddle_models::ModelName::ALL {
        let output = raddle(&["models", "--show", model.name()]);
        assert!(printed(&output).contains("acyclic"), "{model}");
    }
    // What is included is shown too.
    assert!(printed(&raddle(&["models", "--show", "ra"])).contains("let psc-base"));
}

#[test]
fn a_model_that_is_shown_can_be_read_again() {
    let result = |model: &str, test: &str| {
        let output = raddle(&["litmus", "--model", model, test]);
        let lines = printed(&output);
        // How long it took is another matter.
        lines.lines().filter(|line| !line.starts_with("Time ")).map(str::to_owned).collect::<Vec<_>>()
    };
    for model in raddle_models::ModelName::ALL {
        let shown = raddle(&["models", "--show", model.name()]);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shown-{model}.cat"));
        std::fs::write(&file, &shown.stdout).expect("the folder for tests is writable");
        let test = match model.name() {
            "lkmm" => "tests/litmus/linux/2+2W+fencembonceonces.litmus",
            _ => "examples/message-passing.litmus",
        };
        assert_eq!(result(&file.display().to_string(), test), result(model.name(), test), "{model}");
    }
}

#[test]
fn the_example_of_a_model_works_on_a_program_and_a_litmus_test() {
    let model = "examples/models/coherence.cat";
    let program = "examples/message-passing-fixed.c";
    assert_eq!(raddle(&["check", program]).status.code(), Some(0));
    let output = raddle(&["check", "--model", model, program]);
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert!(printed(&output).contains("assertion"), "{}", printed(&output));
    let output = raddle(&["litmus", "--model", model, "examples/message-passing-fixed.litmus"]);
    assert!(printed(&output).contains("Sometimes"), "{}", printed(&output));
}

#[test]
fn the_example_of_a_model_passes_the_audit() {
    let output = raddle(&["models", "--audit", "examples/models/coherence.cat"]);
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

/// A read that is to see a store computed from it has no value; an exploration that does not know what is computed from what looked for
/// one without end.
#[test]
fn a_model_without_dependencies_explores_updates_beside_stores_computed_from_reads() {
    let test = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counters.litmus");
    let text = "C counters\n{ }\n\
        P0 (atomic_int *x) { int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); \
        atomic_store_explicit(x, r + 2, memory_order_relaxed); }\n\
        P1 (atomic_int *x) { int r = atomic_load_explicit(x, memory_order_relaxed); \
        atomic_store_explicit(x, r + 3, memory_order_relaxed); }\nexists (x=1)\n";
    std::fs::write(&test, text).expect("the folder is writable");
    let test = test.to_str().expect("the name is text");
    for model in ["tests/models/sequential-consistency.cat", "sc"] {
        let printed = printed(&raddle(&["litmus", "--model", model, "--timeout", "20", test]));
        assert!(printed.contains("Observation counters Never 0 6"), "{model}: {printed}");
    }
}

/// Where reads wait, what was computed from them is not known, nor that a write is half of an update: a model that subtracts that orders
/// more there than in the execution.
#[test]
fn what_a_model_subtracts_is_not_missed_where_reads_wait() {
    let load = |to: &str, from: &str| format!("int {to} = atomic_load_explicit({from}, memory_order_relaxed);");
    let store = |to: &str, value: &str| format!("atomic_store_explicit({to}, {value}, memory_order_relaxed);");
    let exchange = |to: &str, value: &str| format!("atomic_exchange_explicit({to}, {value}, memory_order_relaxed);");
    let rows = [
        (
            "choices",
            "let ppo = po \\ (R * W)",
            vec![
                load("a", "u") + &load("b", "w") + &store("v", "1"),
                store("v", "2") + &store("u", "1"),
                load("c", "v") + &store("w", "1"),
            ],
            "0:a=1 /\\ 0:b=1 /\\ 2:c=1 /\\ v=2",
        ),
        (
            "dependencies",
            "let ppo = (po & M * M) \\ addr",
            vec![
                load("a", "u") + &store("v + (a & 0)", "1") + &store("w", "1"),
                load("a", "w") + &load("b", "v + (a & 0)") + &store("u + (a & 0)", "1"),
            ],
            "0:a=1 /\\ 1:a=1 /\\ 1:b=0",
        ),
        (
            "pairs",
            "let ppo = addr | data | ctrl & R * W | po & R * R | [W \\ X] ; po ; [W]",
            vec![
                "int a = ".to_owned() + &exchange("u", "2") + &store("v", "1"),
                "int a = ".to_owned() + &exchange("v", "2") + &store("u", "1"),
                load("a", "v") + &load("b", "u + (a & 0)"),
            ],
            "0:a=1 /\\ 1:a=1 /\\ 2:a=1 /\\ 2:b=0",
        ),
        (
            "paths",
            "let ppo = ([M] ; po ; [M]) \\ ([M] ; po ; [R] ; po ; [M])",
            vec![
                load("a", "u") + &load("b", "u") + &store("v", "1"),
                load("a", "v") + &load("b", "w") + &store("u", "1"),
            ],
            "0:b=1 /\\ 1:a=1",
        ),
    ];
    for (name, order, threads, wanted) in rows {
        let model = format!("{order}\nacyclic ppo | com | sync as order\nlet prefix = rfe | ppo | sync\n");
        finds_what_is_enumerated(name, &model, &litmus(name, &threads, wanted));
    }
}

/// What stands between a read and a write need not be at that location if the read reads something else, and a model need not order writes
/// behind addresses.
#[test]
fn what_may_be_elsewhere_orders_nothing_for_certain() {
    // The write is of what is read next, or of something else.
    let elsewhere = "{ p=u; }\n\
        P0 (int **p, int *u, int *v) { int *a = READ_ONCE(*p); WRITE_ONCE(*a, 1); int b = READ_ONCE(*u); WRITE_ONCE(*v, 1 + 0*b); }\n\
        P1 (int **p, int *v, int *w) { int c = READ_ONCE(*v); if (c == 1) { WRITE_ONCE(*p, w); } }\n";
    let model = "let dep = addr | data | ctrl ; [W] | (addr | data) ; rfi\n\
        acyclic rfe | dep as order\nlet prefix = rfe | dep\n";
    finds_what_is_enumerated("address", model, &format!("C address\n{elsewhere}exists (0:a=w /\\ 1:c=1)\n"));
}

/// A litmus test with these threads.
fn litmus(name: &str, threads: &[String], wanted: &str) -> String {
    let body: String = (0..).zip(threads).fold(String::new(), |body, (number, thread): (usize, &String)| {
        body + &format!("P{number} (atomic_int *u, atomic_int *v, atomic_int *w) {{ {thread} }}\n")
    });
    format!("C {name}\n{{ }}\n{body}exists ({wanted})\n")
}

/// Under a model with coherence, atomicity and this order, all states of the test are found.
fn finds_what_is_enumerated(name: &str, order: &str, test_text: &str) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let model = dir.join(format!("enumerated-{name}.cat"));
    let text = format!("acyclic po-loc | com as coherence\nempty rmw & (fre ; coe) as atomicity\n{order}");
    std::fs::write(&model, text).expect("the folder is writable");
    let test = dir.join(format!("enumerated-{name}.litmus"));
    std::fs::write(&test, test_text).expect("the folder is writable");
    let [model, test] = [&model, &test].map(|path| path.to_str().expect("the name is text"));
    let counts = |options: &[&str]| {
        let printed = printed(&raddle(&[&["litmus", "--model", model, test], options].concat()));
        let line = |begin: &str| printed.lines().find(|line| line.starts_with(begin)).map(str::to_owned);
        (line("States"), line("Observation"))
    };
    let explored = counts(&[]);
    assert!(explored.0.is_some() && explored.1.is_some(), "{name}");
    assert_eq!(explored, counts(&["--exhaustive"]), "{name}");
}
