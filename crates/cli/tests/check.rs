//! `raddle check` as scripts see it: exit statuses, streams, results, and what is said about wrong input.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xdg");
    command.args(args).env("XDG_CACHE_HOME", cache).current_dir(root()).stdin(Stdio::null());
    command
}

fn raddle(args: &[&str]) -> Output {
    command(args).output().expect("the command starts")
}

fn check(args: &[&str]) -> Output {
    raddle(&[&["check", "--color", "never"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let output = check(&[&["--format", "json"], args].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("results are text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn last_line(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or_default().to_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn temporary(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests is writable");
    path.display().to_string()
}

/// Threads that run `body` each, and the variables that they share.
fn threads(name: &str, shared: &str, bodies: &[&str]) -> String {
    let mut text = format!("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n{shared}\n");
    for (index, body) in bodies.iter().enumerate() {
        text += &format!("static void *run{index}(void *arg) {{ (void)arg; {body} return 0; }}\n");
    }
    text += &format!("int main(void) {{\n    pthread_t t[{}];\n", bodies.len());
    for index in 0..bodies.len() {
        text += &format!("    pthread_create(&t[{index}], 0, run{index}, 0);\n");
    }
    for index in 0..bodies.len() {
        text += &format!("    pthread_join(t[{index}], 0);\n");
    }
    temporary(name, &(text + "    return 0;\n}\n"))
}

#[test]
fn a_correct_program_is_verified_with_status_0() {
    for args in [&["examples/message-passing-fixed.c"][..], &["--check-leaks", "examples/treiber-fixed.c"]] {
        let output = check(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(stderr(&output), "", "{args:?}");
        assert_eq!(stdout(&output).lines().count(), 1, "{args:?}");
    }
    let line = last_line(&check(&["examples/message-passing-fixed.c"]));
    let (before, time) = line.rsplit_once(", ").expect("the time comes last");
    assert_eq!(before, "ok: no errors in 2 executions (0 blocked), rc20, mo");
    assert!(time.ends_with(" s") && time.trim_end_matches(" s").parse::<f64>().is_ok(), "{line}");
}

#[test]
fn an_error_is_told_with_its_execution_and_status_1() {
    let output = check(&["examples/message-passing.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(told.starts_with("error[race]: data race on `message`"), "{told}");
    assert!(told.contains("--> examples/message-passing.c:19:"), "{told}");
    assert!(told.contains("thread 1: writer"), "{told}");
    assert!(told.contains("message = 42;"), "the source is shown: {told}");
    assert!(last_line(&output).starts_with("error: 1 error in "), "{told}");
}

#[test]
fn a_plain_file_is_checked() {
    let output = raddle(&["examples/message-passing.c", "--model", "sc", "--no-race-detection"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(last_line(&output).contains(", sc, mo, "), "{}", stdout(&output));
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let report = json(&["examples/message-passing.c"]);
    assert_eq!(report["raddle"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["file"], "examples/message-passing.c");
    assert_eq!((&report["model"], &report["equivalence"]), (&"rc20".into(), &"mo".into()));
    assert_eq!(report["engine"], "explore");
    assert_eq!(report["verdict"], "error");
    assert!(report["bounded"].is_null() && report["limit"].is_null());
    let error = &report["errors"][0];
    assert_eq!(error["kind"], "race");
    assert_eq!(error["file"], "examples/message-passing.c");
    assert_eq!(error["line"], 19);
    assert_eq!(error["thread"], 1);
    assert!(error["column"].as_u64() > Some(0));
    assert!(error["event"].as_str().is_some_and(|event| event.starts_with("T1.")));
    assert!(error["execution"]["threads"].as_array().is_some_and(|threads| threads.len() == 3));
    assert_eq!(report["warnings"], Value::Array(Vec::new()));
    let assertion = &json(&["examples/errors/assertion.c"])["errors"][0];
    assert_eq!((&assertion["kind"], &assertion["event"]), (&"assertion".into(), &"T2.1".into()));
    let report = json(&["examples/message-passing-fixed.c"]);
    assert_eq!(report["verdict"], "ok");
    assert_eq!(report["executions"]["complete"], 2);
    assert_eq!(report["executions"]["blocked"], 0);
    assert_eq!(report["executions"]["explored"], 2);
    assert_eq!(report["stats"]["workers"], 1);
    assert!(report["stats"]["seconds"].is_number() && report["stats"]["events_added"].is_number());
    assert!(report["stats"]["peak_memory_bytes"].as_u64() > Some(0));
}

#[test]
fn flags_go_to_the_compiler() {
    let file = temporary("flags.c", "#include <assert.h>\nint main(void) { assert(N == 3); return 0; }\n");
    assert_eq!(check(&[&file, "--", "-DN=3"]).status.code(), Some(0));
    assert_eq!(check(&[&file, "--", "-DN=4"]).status.code(), Some(1));
    assert_eq!(check(&[&file]).status.code(), Some(2), "it does not compile without");
}

#[test]
fn several_files_are_one_program() {
    let one =
        temporary("one.c", "#include <assert.h>\nint answer(void);\nint main(void) { assert(answer() == 42); }\n");
    let two = temporary("two.c", "int answer(void) { return 42; }\n");
    assert_eq!(check(&[&one, &two]).status.code(), Some(0));
    assert_eq!(check(&[&one]).status.code(), Some(2));
}

#[test]
fn a_limit_gives_no_verdict() {
    let body = "for (int i = 0; i < 4; i++) atomic_fetch_add(&x, 1);";
    let file = threads("limit.c", "atomic_int x;", &[body, body, body]);
    let output = check(&["--max-executions", "10", &file]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        last_line(&output).starts_with("unknown: --max-executions reached: no errors in 10 "),
        "{}",
        stdout(&output)
    );
    assert_eq!(json(&["--max-executions", "10", &file])["limit"], "max-executions");
    let output = check(&["--timeout", "0", &file]);
    assert_eq!(output.status.code(), Some(3));
    assert!(last_line(&output).starts_with("unknown: --timeout reached"), "{}", stdout(&output));
}

#[test]
fn a_bounded_result_says_so() {
    // It depends on the other thread whether the bound is reached.
    let writer = "int n = atomic_load(&y) ? 1 : 3; for (int i = 0; i < n; i++) atomic_store(&x, i);";
    let file = threads("bounded.c", "atomic_int x, y;", &[writer, "atomic_store(&y, 1);"]);
    let output = check(&["--unroll", "2", &file]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(last_line(&output).starts_with("ok up to --unroll 2: no errors in "), "{}", stdout(&output));
    assert_eq!(json(&["--unroll", "2", &file])["bounded"]["unroll"], 2);
    assert_eq!(check(&["--unroll", "2", "--strict", &file]).status.code(), Some(3));
    assert!(last_line(&check(&["--unroll", "5", &file])).starts_with("ok: "), "the bound is not reached");
}

#[test]
fn an_endless_loop_is_named_instead_of_hanging() {
    let file = threads("endless.c", "atomic_int x;", &["\nfor (;;)\n    atomic_fetch_add(&x, 1);\n"]);
    let output = check(&["--max-events", "5000", &file]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(last_line(&output).starts_with("unknown: --max-events reached: "), "{}", stdout(&output));
    let told = stderr(&output);
    assert!(told.contains("--unroll") && told.contains("--max-events") && told.contains("endless.c:7"), "{told}");
    let main = temporary(
        "endless-main.c",
        "#include <stdatomic.h>\natomic_int x;\nint main(void)\n{\n    for (;;)\n        x++;\n}\n",
    );
    let told = stderr(&check(&["--max-events", "5000", &main]));
    assert!(told.contains("thread 0 (main) has 5000 events") && told.contains("endless-main.c:6"), "{told}");
}

#[test]
fn a_loop_that_ends_is_explored_to_its_end() {
    // Twice as many events as the narrow engine can count.
    let long =
        temporary("long.c", "int x; int main(void) { for (int i = 0; i < 60000; i++) x++; return x != 60000; }\n");
    assert!(last_line(&check(&[&long])).starts_with("ok: no errors in 1 executions"));
    assert_eq!(json(&["--max-events", "70000", &long])["limit"], "max-events");
    let local =
        temporary("steps.c", "int main(void) { int s = 0; for (int i = 0; i < 9000; i++) s ^= i; return s; }\n");
    assert!(last_line(&check(&[&local])).starts_with("ok: "));
    let output = check(&["--max-steps", "1000", &local]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(last_line(&output).starts_with("unknown: --max-steps reached: "), "{}", stdout(&output));
    assert!(stderr(&output).contains("steps.c:1:") && stderr(&output).contains("--max-steps"), "{}", stderr(&output));
}

#[test]
fn a_bound_names_the_loops_that_it_cuts() {
    let file =
        threads("cut.c", "atomic_int l = 1;", &["\nint s = 100;\nwhile (s-- && l)\n    ;\nassert(!l);\n", "l = 0;"]);
    let output = check(&["--unroll", "3", &file]);
    assert!(last_line(&output).starts_with("ok up to --unroll 3: "), "{}", stdout(&output));
    let told = stderr(&output);
    assert!(told.contains("--unroll 3 cut the loop at ") && told.contains("cut.c:7: what comes after"), "{told}");
    let report = json(&["--unroll", "3", &file]);
    assert_eq!(report["bounded"]["unroll"], 3);
    assert_eq!(report["bounded"]["loops"][0]["line"], 7, "{report}");
}

#[test]
fn distinct_errors_are_collected() {
    let file = threads("several.c", "atomic_int x; int y;", &["atomic_store(&x, 1); y = 1;", "assert(!x); y = 2;"]);
    let report = json(&["--keep-going", &file]);
    let kinds: Vec<_> = report["errors"].as_array().expect("a list").iter().map(|error| &error["kind"]).collect();
    assert_eq!(kinds, ["race", "assertion"]);
    assert_eq!(json(&[&file])["errors"].as_array().map(Vec::len), Some(1));
    let together = json(&["--keep-going", "-j", "4", &file]);
    assert_eq!(report["errors"], together["errors"], "whoever explores, the same executions are shown");
}

#[test]
fn workers_change_nothing_but_time() {
    let body = "for (int i = 0; i < 2; i++) atomic_fetch_add(&x, 1);";
    let file = threads("workers.c", "atomic_int x;", &[body, body, body]);
    let alone = json(&[&file]);
    for workers in ["2", "5", "0"] {
        let together = json(&["-j", workers, &file]);
        assert_eq!(alone["executions"], together["executions"], "with -j {workers}");
    }
}

/// Threads, one of which runs what its parent decides; words that are accessed whole and in parts; arrays that are accessed in
/// several sizes; and a loop that waits behind an access through a pointer that came out of memory.
const LEARNS: &str = r"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
static union { unsigned whole; unsigned char parts[4]; } word;
static struct { char bytes[64]; } from, to;
static atomic_int flag, choice;
static int *volatile slot;
static void *one(void *arg) { (void)arg; atomic_store(&flag, 1); return 0; }
static void *two(void *arg) { (void)arg; atomic_store(&flag, 2); return 0; }
static void *chooses(void *arg) { (void)arg; atomic_store(&choice, 1); return 0; }
static void *waits(void *arg) {
    int own = 0;
    int *p = &own;
    (void)arg;
    while (atomic_load(&flag) == 0) *p = 1;
    return p == slot ? 0 : arg;
}
int main(void) {
    pthread_t t[4];
    word.whole = 0x01020304;
    word.parts[1] = 7;
    memset(&from, 1, sizeof from);
    ((unsigned *)&from)[3] = word.whole;
    ((unsigned short *)&from)[9] = 5;
    memcpy(&to, &from, sizeof to);
    pthread_create(&t[0], 0, chooses, 0);
    pthread_create(&t[1], 0, waits, 0);
    pthread_create(&t[2], 0, atomic_load(&choice) ? one : two, 0);
    pthread_create(&t[3], 0, one, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return to.bytes[0] - 1;
}
";

#[test]
fn what_is_learnt_does_not_depend_on_the_number_of_workers() {
    let file = temporary("learns.c", LEARNS);
    let learnt = |workers: &str| {
        let output = check(&["--verbose", "-j", workers, &file]);
        assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
        let error = stderr(&output);
        // How many threads, rounds and events there were.
        let line = error.lines().find(|line| line.contains(" rounds, ")).expect("it is told").to_owned();
        (line, json(&["-j", workers, &file])["executions"].clone())
    };
    let alone = learnt("1");
    for _ in 0..3 {
        assert_eq!(learnt("8"), alone);
    }
}

#[test]
fn executions_can_be_printed_and_drawn() {
    let output = check(&["--print-executions", "examples/message-passing-fixed.c"]);
    assert_eq!(stdout(&output).matches("execution (complete)").count(), 2);
    let printed = check(&["--format", "json", "--print-executions", "examples/message-passing-fixed.c"]);
    assert_eq!(stdout(&printed).lines().count(), 3);
    for line in stdout(&printed).lines() {
        serde_json::from_str::<Value>(line).expect("every line is an object");
    }
    let dot = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("error.dot").display().to_string();
    assert_eq!(check(&["--graph", &dot, "examples/message-passing.c"]).status.code(), Some(1));
    let graph = std::fs::read_to_string(dot).expect("the graph is written");
    assert!(graph.starts_with("digraph") && graph.contains("write message = 42 (na)"), "{graph}");
}

#[test]
fn what_the_program_prints_is_shown_on_request() {
    let text = "#include <stdio.h>\nint main(void) { printf(\"%d %s\\n\", 42, \"green bottles\"); return 0; }\n";
    let file = temporary("prints.c", text);
    assert!(stdout(&check(&["--show-output", &file])).contains("thread 0: 42 green bottles\n"));
    assert!(!stdout(&check(&[&file])).contains("bottles"));
}

#[test]
fn quiet_and_verbose_change_what_is_told_not_the_result() {
    let quiet = check(&["-q", "examples/message-passing.c"]);
    assert!(!stdout(&quiet).contains("thread 1: writer"), "{}", stdout(&quiet));
    assert_eq!(quiet.status.code(), Some(1));
    let verbose = check(&["-v", "examples/message-passing-fixed.c"]);
    assert!(stderr(&verbose).contains("clang") && stderr(&verbose).contains("3 threads"), "{}", stderr(&verbose));
}

#[test]
fn what_is_assumed_is_noted_once() {
    let file = threads("volatile.c", "volatile int x, y;", &["x = 1; y = 1;", "int a = y + x; (void)a;"]);
    let output = check(&[&file]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert_eq!(stderr(&output).matches("note: ").count(), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("volatile"), "{}", stderr(&output));
    assert_eq!(check(&["--volatile", "plain", &file]).status.code(), Some(1), "plain accesses race");
    assert_eq!(stderr(&check(&["-q", &file])), "");
}

#[test]
fn a_leak_is_a_warning_unless_asked_for() {
    let output = check(&["examples/errors/leak.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stderr(&output).contains("warning: ") && stderr(&output).contains("leak.c:14:"), "{}", stderr(&output));
    assert_eq!(json(&["examples/errors/leak.c"])["warnings"].as_array().map(Vec::len), Some(1));
    assert_eq!(check(&["--check-leaks", "examples/errors/leak.c"]).status.code(), Some(1));
}

#[test]
fn a_result_that_says_nothing_is_warned_about() {
    let file = temporary("vacuous.c", "#include <raddle.h>\nint main(void) { raddle_assume(0); return 0; }\n");
    let output = check(&[&file]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("no execution satisfies the assumptions"), "{}", stderr(&output));
    assert_eq!(check(&["--strict", &file]).status.code(), Some(3));
}

#[test]
fn what_happens_without_a_reason_is_bounded_and_strict_says_so() {
    let file = "tests/programs/spurious.c";
    let flags = ["--", "-DCONDITION", "-DCOUNTED"];
    assert_eq!(check(&[&[file][..], &flags].concat()).status.code(), Some(0));
    assert_eq!(check(&[&["--strict", file][..], &flags].concat()).status.code(), Some(3));
}

#[test]
fn a_check_in_which_nothing_ends_has_no_verdict() {
    let waits =
        temporary("waits.c", "#include <stdatomic.h>\natomic_int x;\nint main(void) { while (!x); return 0; }\n");
    let loops = temporary(
        "loops.c",
        "#include <stdatomic.h>\natomic_int x;\nint main(void) { for (int i = 0; i < 9; i++) x++; return 0; }\n",
    );
    for (args, why) in [(vec![waits.as_str()], "--check-liveness"), (vec!["--unroll", "2", &loops], "within --unroll")]
    {
        let output = check(&args);
        assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
        assert!(stdout(&output).starts_with("unknown: no execution runs to its end"), "{}", stdout(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert_eq!(json(&args)["verdict"], "unknown");
    }
    assert_eq!(check(&["--check-liveness", &waits]).status.code(), Some(1));
}

/// Four threads that do this are long enough to be interrupted: no computer counts all orders of their updates.
const LONG: &str = "for (int i = 0; i < 9; i++) atomic_fetch_add(&x, 1);";

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_check_without_a_verdict() {
    let file = threads("interrupt.c", "atomic_int x;", &[LONG, LONG, LONG, LONG]);
    let child = command(&["check", "--format", "json", &file]).stdout(Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).expect("the result so far");
    assert_eq!((&report["verdict"], &report["limit"]), (&"unknown".into(), &"interrupted".into()));
}

/// Each of these has status 2, says something like this, and prints no result.
#[test]
fn wrong_input_is_refused_with_a_reason() {
    let uncompilable = temporary("uncompilable.c", "int main(void) { return undeclared; }\n");
    let unknown = temporary("unknown.c", "int mystery(int);\nint main(void) {\n    return mystery(1);\n}\n");
    let assembly = temporary(
        "assembly.c",
        "int main(void) {\n    __asm__ volatile(\"wbinvd\" ::: \"memory\");\n    return 0;\n}\n",
    );
    let no_main = temporary("no_main.c", "int f(void) { return 0; }\n");
    let garbage = temporary("garbage.ll", "define i32 @main() {\n  %x = frobnicate i32 1\n  ret i32 %x\n}\n");
    let text = temporary("notes.txt", "not a program\n");
    let huge = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("huge.c");
    let created = std::fs::File::create(&huge).and_then(|file| file.set_len(100 << 20));
    created.expect("the folder for tests is writable");
    let huge = huge.display().to_string();
    let fine = "examples/message-passing-fixed.c";
    for (args, said) in [
        (&["does-not-exist.c"][..], &["does-not-exist.c", "No such file"][..]),
        (&["examples"], &["is a folder"]),
        (&[&text], &["language", ".ll"]),
        (&[&huge], &["100 MB", "64 MB"]),
        (&[&uncompilable], &["uncompilable.c:1:25: error: use of undeclared identifier", "does not compile"]),
        (&[&unknown], &["`mystery`", "unknown.c:3:12", "mystery(1)"]),
        (&[&assembly], &["wbinvd", "assembly.c:2:5"]),
        (&[&no_main], &["`main`", "--entry"]),
        (&["--entry", "nobody", fine], &["`nobody`"]),
        (&[&garbage], &["garbage.ll:2:", "frobnicate"]),
        (&["--clang", "/nonexistent/clang", fine], &["/nonexistent/clang", "--clang"]),
        (&["--model", "nonsense", fine], &["nonsense"]),
        (&["--format", "sarif", fine], &["sarif"]),
        (&["--graph", "x.svg", fine], &[".dot"]),
        (&["--graph", "/nonexistent/x.dot", fine], &["/nonexistent/x.dot"]),
        (&["--checkpoint", "x", fine], &["--checkpoint"]),
        (&["--timeout", "soon", fine], &["seconds"]),
        (&[fine, "-std=c11"], &["behind `--`", "-- -std=c11"]),
        (&["-DN=2", fine], &["behind `--`"]),
        (&[], &["FILE"]),
    ] {
        let output = check(args);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(said.iter().all(|words| told.contains(words)), "{args:?}: {told}");
        assert_eq!(stdout(&output), "", "{args:?}");
    }
    let told = stderr(&check(&[&uncompilable]));
    assert_eq!(told.matches("undeclared identifier").count(), 1, "once is enough: {told}");
}

#[test]
fn too_many_threads_are_counted() {
    let text = "#include <pthread.h>\nstatic void *run(void *arg) { return arg; }\nint main(void) {\n    pthread_t thread;\n    \
                for (int i = 0; i < 200; i++)\n        pthread_create(&thread, 0, run, 0);\n}\n";
    let output = check(&[&temporary("many-threads.c", text)]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let told = stdout(&output);
    assert!(told.contains("more than 127 threads") && told.contains("many-threads.c:6:"), "{told}");
}

#[test]
fn what_fails_in_the_library_has_the_line_of_the_call() {
    let text = "#include <pthread.h>\n#include <stdlib.h>\nstatic pthread_mutex_t mutex;\nint main(void) {\n#ifdef FREE\n    \
                free(&mutex);\n#else\n    pthread_mutex_unlock(&mutex);\n#endif\n}\n";
    let file = temporary("library.c", text);
    let free = stdout(&check(&[&file, "--", "-DFREE"]));
    assert_eq!(free.matches("what line 6 frees was not allocated").count(), 2, "in the execution, too: {free}");
    let unlock = stdout(&check(&[&file]));
    assert_eq!(unlock.matches("does not hold the mutex that line 8 unlocks").count(), 2, "{unlock}");
}

#[test]
fn lines_are_shown_wherever_the_file_lies() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("apart");
    let text = "int main(void) {\n    int *nothing = 0;\n    return *nothing;\n}\n";
    for name in ["here", "there"] {
        std::fs::create_dir_all(folder.join(name)).expect("the folder for tests is writable");
        std::fs::write(folder.join(name).join("null.c"), text).expect("the folder for tests is writable");
    }
    let here = folder.join("here");
    let there = folder.join("there/null.c").display().to_string();
    let within = here.join("null.c").display().to_string();
    let files =
        [(&within[..], "null.c"), ("null.c", "null.c"), ("../there/null.c", "../there/null.c"), (&there, &there)];
    for (file, name) in files {
        let output = command(&["check", file]).current_dir(&here).output().expect("the command starts");
        let told = stdout(&output);
        assert!(told.contains(&format!("--> {name}:3:12")), "{told}");
        assert!(told.contains("return *nothing;"), "{told}");
    }
}

#[test]
fn in_json_a_refusal_is_an_object_too() {
    let file = temporary("refused.c", "int mystery(int);\nint main(void) {\n    return mystery(1);\n}\n");
    let report = json(&[&file]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["errors"][0]["kind"], "unsupported");
    assert_eq!(report["errors"][0]["line"], 3);
}

#[cfg(unix)]
#[test]
fn without_a_compiler_it_is_said_how_to_get_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("old-clang");
    std::fs::create_dir_all(&folder).expect("the folder for tests is writable");
    let old = folder.join("clang");
    std::fs::write(&old, "#!/bin/sh\necho Debian clang version 14.0.6\n").expect("the folder for tests is writable");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let check = |path: &Path| {
        let mut command = command(&["check", "--color", "never", "examples/ring.c"]);
        command.env("PATH", path).env_remove("RADDLE_CLANG").env("RADDLE_NO_CACHE", "1").output().expect("it starts")
    };
    let none = check(Path::new("/nonexistent"));
    assert_eq!(none.status.code(), Some(2));
    for words in ["no clang was found", "apt install clang-19", "pip install ziglang"] {
        assert!(stderr(&none).contains(words), "{}", stderr(&none));
    }
    let old = check(&folder);
    assert_eq!(old.status.code(), Some(2));
    assert!(stderr(&old).contains("clang 14.0.6") && stderr(&old).contains("too old"), "{}", stderr(&old));
}

#[test]
fn an_error_of_the_language_says_what_machines_make_of_it() {
    let notes = |args: &[&str]| {
        let told = stderr(&check(args));
        told.lines().filter(|line| line.starts_with("note: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let example = notes(&["examples/published-pointer.c"]);
    let [machines, dependency, repair] = &example[..] else { panic!("{example:?}") };
    assert!(machines.ends_with("there is no error under tso, armv8 and power"), "{machines}");
    assert!(dependency.contains("under armv8 and power it is a dependency"), "{dependency}");
    assert!(
        repair.contains("with memory_order_acquire at examples/published-pointer.c:27 there is no error"),
        "{repair}"
    );

    let weaker = notes(&["examples/message-passing.c"]);
    assert!(weaker.len() == 1 && weaker[0].contains("there is no error under tso; under armv8 there is"), "{weaker:?}");
    let deadlock = notes(&["examples/errors/deadlock.c"]);
    assert!(deadlock.len() == 1 && deadlock[0].contains("under sc, too"), "{deadlock:?}");
    assert_eq!(
        notes(&["--model", "tso", "examples/errors/deadlock.c"]),
        [] as [&str; 0],
        "not a model of the language"
    );
    assert_eq!(notes(&["-q", "examples/published-pointer.c"]), [] as [&str; 0]);
    let json = json(&["-q", "examples/published-pointer.c"]);
    assert_eq!(json["notes"].as_array().map(Vec::len), Some(3), "{json}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_no_result() {
    for args in [
        &["check", "examples/message-passing-fixed.c"][..],
        &["litmus", "examples/peterson-fixed.litmus"],
        &["models"],
        &["--version"],
        &["check", "--help"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = command(args).stdout(full).stderr(Stdio::piped()).output().expect("it starts");
        assert_eq!(output.status.code(), Some(70), "{args:?}: {}", stderr(&output));
        assert_eq!(
            stderr(&output).matches("cannot write to standard output").count(),
            1,
            "{args:?}: {}",
            stderr(&output)
        );
    }
}

/// So many that it would take hours to explore them before the first is shown.
#[test]
fn executions_are_shown_before_all_of_them_are_known() {
    let adds = "for (int i = 0; i < 5; i++) atomic_fetch_add(&x, 1);";
    let file = threads("many.c", "atomic_int x;", &[adds, adds, adds, adds]);
    for format in ["text", "json"] {
        let output = check(&["--print-executions", "--timeout", "2", "--format", format, &file]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        let shown = stdout(&output).lines().next().unwrap_or_default().to_owned();
        assert!(shown.starts_with(if format == "text" { "execution (complete)" } else { "{\"ending\"" }), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn a_check_ends_when_nobody_reads_what_it_prints() {
    // More executions than can be explored, and enough that they do not fit into a pipe.
    let adds = "for (int i = 0; i < 5; i++) atomic_fetch_add(&x, 1);";
    let file = threads("unread.c", "atomic_int x;", &[adds, adds, adds, adds]);
    let mut child = command(&["check", "--no-symmetry", "--print-executions", &file])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let mut reader = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut reader, &mut line).expect("a line");
    drop(reader);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
