//! The command as scripts see it: exit statuses, what goes to standard output and standard error, JSON.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn raddle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(args).output().expect("the command starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("results are text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The JSON report of `raddle litmus`.
fn json(args: &[&str]) -> Value {
    let output = raddle(&[&["litmus", "--format", "json"], args].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(name).display().to_string()
}

/// Writes a file and returns its path. Tests run at the same time, so every test chooses a name of its own.
fn temporary(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests is writable");
    path.display().to_string()
}

#[test]
fn a_question_is_answered_with_status_0() {
    let output = raddle(&["litmus", &example("message-passing.litmus")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("Observation message-passing Sometimes 1 3\n"));
    assert_eq!(stderr(&output), "");
}

#[test]
fn the_name_of_a_file_selects_the_subcommand() {
    let file = example("message-passing.litmus");
    // The time that the run took differs.
    let without_numbers = |output: Output| stdout(&output).replace(|c: char| c.is_ascii_digit() || c == '.', "");
    assert_eq!(without_numbers(raddle(&[&file])), without_numbers(raddle(&["litmus", &file])));
}

#[test]
fn the_observation_depends_on_the_model() {
    let file = example("message-passing.litmus");
    for (model, observation) in
        [("rc11", "Sometimes"), ("pso", "Sometimes"), ("tso", "Never"), ("ra", "Never"), ("sc", "Never")]
    {
        assert_eq!(json(&["--model", model, &file])["observation"], observation, "{model}");
    }
}

#[test]
fn a_race_is_an_error_shown_with_an_execution() {
    let output = raddle(&["litmus", "--color", "never", &example("peterson.litmus")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\nUndef\n"));
    let message = stderr(&output);
    assert!(message.contains("data race on `shared`"), "{message}");
    assert!(message.contains("read  shared = ") && message.contains("write shared = "), "{message}");
    assert_eq!(json(&[&example("peterson.litmus")])["errors"][0]["kind"], "race");
    let without_detection = raddle(&["litmus", "--no-race-detection", &example("peterson.litmus")]);
    assert!(stdout(&without_detection).contains("\nNo\n"), "the condition is contradicted without it, too");
}

#[test]
fn a_correct_program_is_verified() {
    for file in ["peterson-fixed.litmus", "message-passing-fixed.litmus"] {
        assert_eq!(raddle(&["litmus", &example(file)]).status.code(), Some(0), "{file}");
    }
}

#[test]
fn a_failed_assertion_is_an_error() {
    let text = "C asserts\n{}\nP0 (atomic_int *x) { atomic_store(x, 1); }\n\
                P1 (atomic_int *x) { int r = atomic_load(x); assert(r == 0); }\nexists (true)\n";
    let file = temporary("asserts.litmus", text);
    let output = raddle(&["litmus", "--color", "never", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("read  x = 1 (sc)  from P0, line 3"), "{}", stderr(&output));
    let report = json(&[&file]);
    assert_eq!(report["verdict"], "error");
    assert_eq!(report["errors"][0]["kind"], "assertion");
    assert_eq!(report["errors"][0]["line"], 4);
    assert_eq!(report["executions"]["failed"], 1);
}

#[test]
fn a_syntax_error_is_reported_with_its_line_and_column() {
    let file =
        temporary("wrong.litmus", "C wrong\n{}\nP0 (atomic_int *x) { int r = atomic_load(x; }\nexists (0:r=1)\n");
    let output = raddle(&["litmus", "--color", "never", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("wrong.litmus:3:43: "), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
}

#[test]
fn every_bad_input_has_status_2() {
    let not_text = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bytes.litmus");
    std::fs::write(&not_text, [0xff, 0xfe, 0]).expect("the folder for tests is writable");
    let not_text = not_text.display().to_string();
    let itself = temporary("itself.list", "@itself.list\n");
    for args in [
        &["litmus", "does-not-exist.litmus"][..],
        &["litmus", &not_text],
        &["litmus", &format!("@{itself}")],
        &["litmus", "--model", "nonsense", &example("peterson.litmus")],
        &["litmus", "--timeout", "soon", &example("peterson.litmus")],
        &["litmus", "-j", "100000", &example("peterson.litmus")],
        &["litmus"],
        &["no-such-command"],
        &["program.c"],
        &["litmus", "--equivalence", "wb", &example("peterson.litmus")],
    ] {
        let output = raddle(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
}

const SPIN: &str = "C spin\n{}\nP0 (atomic_int *x) { int r = 0; while (r == 0) { r = atomic_load(x); } }\n\
                    P1 (atomic_int *x) { atomic_store(x, 1); }\nforall (0:r=1)\n";

#[test]
fn an_endless_loop_is_named_instead_of_hanging() {
    let output = raddle(&["litmus", "--color", "never", &temporary("spin.litmus", SPIN)]);
    assert_eq!(output.status.code(), Some(3));
    let message = stderr(&output);
    assert!(message.contains("line 3") && message.contains("--unroll"), "{message}");
}

#[test]
fn a_thread_may_have_as_many_events_as_somebody_asks_for() {
    let text = "C long\n{}\nP0 (atomic_int *x) { int r = 0; while (r < 66000) { atomic_store(x, 1); r = r + 1; } }\n\
                exists (0:r=66000)\n";
    let file = temporary("long.litmus", text);
    assert_eq!(json(&[&file])["limit"], "max-events");
    let report = json(&["--max-events", "70000", &file]);
    assert_eq!((&report["limit"], &report["positive"]), (&Value::Null, &1.into()), "{report}");
    let short = raddle(&["litmus", "--max-events", "65999", &file]);
    assert!(stderr(&short).contains("has 65999 events in one execution"), "{}", stderr(&short));
}

#[test]
fn a_bounded_result_says_so() {
    let file = temporary("spin-bounded.litmus", SPIN);
    let output = raddle(&["litmus", "--unroll", "2", &file]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("\nBounded unroll 2\n"));
    assert!(stderr(&output).contains("--unroll 2 cut the loop on line 3: what comes after"), "{}", stderr(&output));
    let bounded = &json(&["--unroll", "2", &file])["bounded"];
    assert_eq!((&bounded["unroll"], &bounded["loops"][0]["line"]), (&2.into(), &3.into()));
    assert_eq!(raddle(&["litmus", "--unroll", "2", "--strict", &file]).status.code(), Some(3));
}

#[test]
fn a_limit_gives_no_verdict() {
    let file = temporary("limit.litmus", &readers(12));
    let output = raddle(&["litmus", "--max-executions", "10", &file]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("\nLimit max-executions\n"));
    let report = json(&["--max-executions", "10", &file]);
    assert_eq!(report["limit"], "max-executions");
    assert_eq!(report["executions"]["explored"], 10);
}

#[test]
fn workers_change_nothing_but_time() {
    let file = temporary("workers.litmus", &readers(8));
    let alone = json(&[&file]);
    for workers in ["2", "5", "0"] {
        let together = json(&["-j", workers, &file]);
        for field in ["executions", "states", "positive", "negative", "verdict"] {
            assert_eq!(alone[field], together[field], "{field} with -j {workers}");
        }
    }
}

#[test]
fn lists_and_folders_stand_for_their_files() {
    let list = temporary(
        "all.list",
        &format!("# a comment\n{}\n\n{}\n", example("message-passing.litmus"), example("peterson-fixed.litmus")),
    );
    let output = raddle(&["litmus", &format!("@{list}")]);
    assert_eq!(stdout(&output).matches("Test ").count(), 2);
    let folder = raddle(&["litmus", &example("")]);
    assert!(stdout(&folder).matches("Test ").count() >= 4);
    assert_eq!(folder.status.code(), Some(1), "one of the examples is wrong on purpose");
}

#[test]
fn executions_can_be_printed_and_drawn() {
    let dot = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("witness.dot");
    let dot = dot.display().to_string();
    let output = raddle(&["litmus", "--print-executions", "--graph", &dot, &example("message-passing.litmus")]);
    assert_eq!(stdout(&output).matches("Execution (").count(), 4);
    assert!(stdout(&output).contains("read  data = 0 (rlx)  from the initial value"));
    assert!(std::fs::read_to_string(dot).is_ok_and(|graph| graph.starts_with("digraph")));
}

#[test]
fn every_model_can_be_shown() {
    let listed = stdout(&raddle(&["models"]));
    for model in ["sc", "tso", "pso", "ra", "rc11", "rc20"] {
        assert!(listed.lines().any(|line| line.starts_with(model)));
        assert!(!stdout(&raddle(&["models", "--show", model])).is_empty());
    }
}

#[test]
fn a_contradicted_expectation_is_shown_with_an_execution() {
    let text = std::fs::read_to_string(example("message-passing.litmus")).expect("the example is there");
    let file = temporary("contradicted.litmus", &text.replace("exists (", "~exists ("));
    let output = raddle(&["litmus", "--color", "never", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("read  data = 0 (rlx)  from the initial value"), "{}", stderr(&output));
    let report = json(&[&file]);
    assert_eq!(report["errors"][0]["kind"], "condition");
    // The same execution is shown, however many workers explore.
    assert_eq!(report["errors"], json(&["-j", "4", &file])["errors"]);
}

#[test]
fn a_vacuous_answer_is_warned_about() {
    let text = "C vacuous\n{}\nP0 (atomic_int *x) { int r = atomic_load(x); assume(r == 1); }\nforall (0:r=2)\n";
    let file = temporary("vacuous.litmus", text);
    let output = raddle(&["litmus", &file]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("1 are blocked"), "{}", stderr(&output));
    assert!(stdout(&output).contains("\nBlocked 1\n"));
    assert_eq!(raddle(&["litmus", "--strict", &file]).status.code(), Some(3));
}

#[test]
fn a_misspelt_variable_is_warned_about() {
    let text = "C misspelt\n{}\nP0 (atomic_int *shared) { atomic_store(shared, 1); }\n~exists (sharde=1)\n";
    let output = raddle(&["litmus", &temporary("misspelt.litmus", text)]);
    assert!(stderr(&output).contains("`sharde`"), "{}", stderr(&output));
}

#[test]
fn a_verdict_survives_a_full_disk() {
    // Only Linux has this device.
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let output = command.args(["litmus", &example("peterson.litmus")]).stdout(full).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
}

#[test]
fn in_json_every_file_and_execution_is_one_line() {
    let file = temporary("refused.litmus", "C refused\n{}\nP0 () { printf(1); }\nexists (true)\n");
    let report = json(&[&file]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["errors"][0]["line"], 3);
    let printed = raddle(&["litmus", "--format", "json", "--print-executions", &example("message-passing.litmus")]);
    for line in stdout(&printed).lines() {
        serde_json::from_str::<Value>(line).expect("every line is an object");
    }
}

/// One writer and `count` readers, which have 2^`count` executions with few observed states.
fn readers(count: usize) -> String {
    let mut text =
        "C readers\n{}\nP0 (atomic_int *x) { atomic_store_explicit(x, 42, memory_order_release); }\n".to_owned();
    for reader in 1..=count {
        text += &format!("P{reader} (atomic_int *x) {{ int r = atomic_load_explicit(x, memory_order_acquire); }}\n");
    }
    text + "exists (1:r=42)\n"
}

#[test]
fn memory_does_not_grow_with_the_number_of_executions() {
    // Two updates per thread: (n!)^2 executions from programs of nearly the same size.
    let updates = |threads: usize| {
        let body = "{ atomic_fetch_add_explicit(x, 1, memory_order_relaxed); atomic_fetch_add_explicit(y, 1, memory_order_relaxed); }";
        let threads = (0..threads).map(|thread| format!("P{thread} (atomic_int *x, atomic_int *y) {body}\n"));
        format!("C updates\n{{}}\n{}exists (x=0)\n", threads.collect::<String>())
    };
    let families = [
        [temporary("readers10.litmus", &readers(10)), temporary("readers13.litmus", &readers(13))],
        [temporary("updates4.litmus", &updates(4)), temporary("updates6.litmus", &updates(6))],
    ];
    for [small, large] in families {
        // A fifth more is noise of the allocator; the number of executions grows at least eightfold.
        let (small, large) = (json(&[&small]), json(&[&large]));
        let memory = |report: &Value| report["stats"]["peak_memory_bytes"].as_f64().expect("the system tells");
        assert!(large["executions"]["complete"].as_u64() > small["executions"]["complete"].as_u64());
        assert!(memory(&large) <= 1.2 * memory(&small), "{} against {}", memory(&large), memory(&small));
    }
}

#[test]
fn a_file_for_another_subcommand_names_that_one() {
    let (program, test) = (example("ring.c"), example("message-passing.litmus"));
    for (args, wanted) in [
        (["litmus", &program], "programs are checked with `raddle check"),
        (["check", &test], "litmus tests are run with `raddle litmus"),
        (["chek", &program], "a similar subcommand exists: 'check'"),
    ] {
        let output = raddle(&args);
        // The message is wrapped.
        let message = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(wanted), "{message}");
    }
}

#[test]
fn xmm_allows_load_buffering_and_says_up_to_what() {
    let file = temporary(
        "xmm-lb.litmus",
        "C lb\n{ }\nP0 (atomic_int *x, atomic_int *y) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n  \
         atomic_store_explicit(y, 1, memory_order_relaxed);\n}\nP1 (atomic_int *x, atomic_int *y) {\n  int r0 = \
         atomic_load_explicit(y, memory_order_relaxed);\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n}\n\
         exists (0:r0=1 /\\ 1:r0=1)\n",
    );
    for more in [&["--exhaustive"][..], &["--exhaustive", "--xmm-rules", "vf"], &["--xmm-commits", "all"], &[]] {
        let report = json(&[more, &["--model", "xmm", &file]].concat());
        assert_eq!(
            (&report["observation"], &report["executions"]["complete"]),
            (&"Sometimes".into(), &4.into()),
            "{more:?}"
        );
    }
    assert_eq!(json(&["--model", "xmm", &file])["stats"]["xmm"]["justified_cores"], 1);
    assert_eq!(json(&["--model", "rc20", &file])["observation"], "Never");
}

/// A cycle is shown with the execution from which it is known: in text, as JSON and as a graph.
#[test]
fn what_shows_a_cycle_says_how_it_is_known() {
    let file = temporary(
        "xmm-known.litmus",
        "C lb\n{ }\nP0 (atomic_int *x, atomic_int *y) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n  \
         atomic_store_explicit(y, 1, memory_order_relaxed);\n}\nP1 (atomic_int *x, atomic_int *y) {\n  int r0 = \
         atomic_load_explicit(y, memory_order_relaxed);\n  atomic_store_explicit(x, r0, memory_order_relaxed);\n}\n\
         ~exists (0:r0=1 /\\ 1:r0=1)\n",
    );
    let text = stderr(&raddle(&["litmus", "--model", "xmm", &file]));
    let shown = [
        "a cycle of program order and reads-from",
        "4  read  x = 1 (rlx)   P0   is before",
        "9  write x = 1 (rlx)   P1   is read by the first",
        "committed, because another execution has it, too\n       5  write y = 1 (rlx)   P0\n       8  read  y = 1 (rlx)   P1",
        "the other execution, which has no cycle",
    ];
    shown.iter().for_each(|piece| assert!(text.contains(piece), "{piece} is missing in\n{text}"));

    let cycle = &json(&["--model", "xmm", &file])["errors"][0]["story"]["cycle"];
    assert_eq!(cycle["links"][3], serde_json::json!({ "event": "T1.1", "relation": "rf" }));
    assert_eq!(cycle["committed"][0], serde_json::json!({ "event": "T0.1", "known_from": "T0.1" }));
    assert_eq!(cycle["justification"]["threads"][0]["rows"][0]["what"], "read x = 0 (rlx)");
    // Where dependencies justify nothing, there is a cycle alone.
    let cycle = &json(&["--exhaustive", "--model", "xmm", &file])["errors"][0]["story"]["cycle"];
    assert!(cycle["links"][0].is_object() && cycle["justification"].is_null(), "{cycle}");

    let graph = temporary("xmm-known.dot", "");
    raddle(&["litmus", "--model", "xmm", "--graph", &graph, &file]);
    let drawn = std::fs::read_to_string(&graph).unwrap();
    for piece in ["label=\"rf\", color=red", "label=\"known from thread 0: P0\"", "\"T0.1\" -> \"known from T0.1\""] {
        assert!(drawn.contains(piece), "{piece} is missing in\n{drawn}");
    }
}

/// What was found does not depend on how many workers looked for it, nor does what it is known from.
#[test]
fn what_a_cycle_is_known_from_does_not_depend_on_workers() {
    let file = temporary(
        "xmm-workers.litmus",
        "C lb\n{ }\nP0 (atomic_int *x, atomic_int *y) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n  \
         atomic_store_explicit(y, 1, memory_order_relaxed);\n}\nP1 (atomic_int *x, atomic_int *y) {\n  int r0 = \
         atomic_load_explicit(y, memory_order_relaxed);\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n}\n\
         P2 (atomic_int *x) {\n  atomic_store_explicit(x, 2, memory_order_relaxed);\n  \
         int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n~exists (0:r0=1 /\\ 1:r0=1)\n",
    );
    let shown = |workers| json(&["--model", "xmm", "-j", workers, &file])["errors"][0]["story"].clone();
    assert_eq!(shown("1"), shown("3"));
}

fn repository(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).display().to_string()
}

/// Load-buffering races have places and a number; a program without any is told so.
#[test]
fn load_buffering_races_are_counted_with_their_lines() {
    let racing = repository("benches/programs/ticketlock.c");
    let none = repository("benches/programs/mp.c");
    let told = |file: &str| stderr(&raddle(&["check", "--model", "xmm", "-v", file]));
    let text = told(&racing);
    assert!(text.contains("18 load-buffering races, none of which could close a cycle: xmm = rc20"), "{text}");
    assert!(text.contains("ticketlock.c:18 reads, "), "{text}");
    assert!(told(&none).contains("no load-buffering races: xmm = rc20"));
    let output = raddle(&["check", "--model", "xmm", "--format", "json", &racing]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let races = &report["stats"]["xmm"]["buffering_races"];
    assert_eq!((&races["count"], &races["places"][0]["read"]["line"]), (&18.into(), &18.into()));
}

#[test]
fn what_xmm_does_not_offer_is_refused_by_name() {
    let file = example("message-passing.litmus");
    for (args, expected) in [
        (&["--model", "xmm", "--xmm-commits", "0"][..], "expected `all`, or a number of at least 1"),
        (&["--xmm-commits", "2"], "--xmm-commits is about the model xmm"),
        (&["--model", "xmm", "--xmm-rules", "literal"], "enumerated, not explored"),
        (&["--model", "xmm", "--equivalence", "wb"], "use mo"),
    ] {
        let output = raddle(&[&["litmus"], args, &[&file]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_closed_standard_error_is_no_fault() {
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_raddle"));
    let status = command.args(["check", "there-is-none.c"]).stderr(writer).status().expect("raddle starts");
    assert_eq!(status.code(), Some(2));
}
