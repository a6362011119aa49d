//! Where an exploration has several stages, what is shown is what is counted, and a limit holds for all stages together.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Load buffering: under imm the first thread may read what the second writes later. The cycle needs `z == 0`, so that some
/// executions without a cycle come after the first sign of one.
const TEST: &str = "C buffering
{}
P0 (atomic_int *x, atomic_int *y) {
  int r = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int *x, atomic_int *y, atomic_int *z) {
  int s = atomic_load_explicit(y, memory_order_relaxed);
  if (atomic_load_explicit(z, memory_order_relaxed) == 0)
    atomic_store_explicit(x, 1, memory_order_relaxed);
}
P2 (atomic_int *z) {
  atomic_store_explicit(z, 1, memory_order_relaxed);
}
exists (0:r=1 /\\ 1:s=1)
";

const PROGRAM: &str = "#include <pthread.h>
#include <stdatomic.h>
#define GET(x) atomic_load_explicit(&x, memory_order_relaxed)
#define SET(x) atomic_store_explicit(&x, 1, memory_order_relaxed)
atomic_int x, y, z;
void *first(void *p) { int r = GET(x); SET(y); return p; }
void *second(void *p) { int s = GET(y); if (GET(z) == 0) SET(x); return p; }
void *third(void *p) { SET(z); return p; }
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
";

fn raddle(args: &[&str]) -> (String, Output) {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle")).args(args).output().expect("raddle runs");
    (String::from_utf8(output.stdout.clone()).expect("results are text"), output)
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder of tests is writable");
    path.display().to_string()
}

#[test]
fn executions_of_a_test_are_shown_once() {
    let test = file("stages.litmus", TEST);
    let (text, _) = raddle(&["litmus", "--model", "imm", "--print-executions", &test]);
    assert_eq!(text.matches("Execution (").count(), 6, "{text}");
    assert!(text.contains("Positive: 1 Negative: 5"), "{text}");
    for workers in ["2", "5"] {
        let (again, _) = raddle(&["litmus", "--model", "imm", "-j", workers, "--print-executions", &test]);
        assert_eq!(again.matches("Execution (").count(), 6, "{again}");
    }
}

#[test]
fn executions_of_a_program_are_shown_once() {
    let program = file("stages.c", PROGRAM);
    let (text, _) = raddle(&["check", "--model", "imm", "--print-executions", &program]);
    assert_eq!(text.matches("execution (complete)").count(), 6, "{text}");
    assert!(text.contains("no errors in 6 executions (0 blocked)"), "{text}");
}

#[test]
fn a_limit_on_executions_holds_for_all_stages_together() {
    let program = file("stages-limit.c", PROGRAM);
    // Five have no cycle: the sixth is found by another stage.
    for (limit, status) in [("5", 3), ("6", 0)] {
        let args = ["check", "--model", "imm", "--max-executions", limit, "--print-executions", &program];
        let (text, output) = raddle(&args);
        assert_eq!(text.matches("execution (complete)").count().to_string(), limit, "{text}");
        assert_eq!(output.status.code(), Some(status), "{text}");
    }
}

#[test]
fn an_explanation_ends_with_the_time_of_its_test() {
    let test = file("stages-explained.litmus", TEST);
    let (text, output) = raddle(&["litmus", "--model", "imm", "--timeout", "0", "--explain", &test]);
    assert!(text.contains("Limit timeout") && !text.contains("allows the outcome"), "{text}");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(messages.contains("the limit timeout was reached before an explanation was found"), "{messages}");
}

/// One thread waits for what nobody writes, two wait for each other: every engine says so.
#[test]
fn all_engines_find_livelock_and_deadlock() {
    let spins = "#include <stdatomic.h>
atomic_int x;
int main(void) { while (atomic_load(&x) == 0) {} }
";
    let locks = "#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *other(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_join(t, 0);
}
";
    for (name, program, kind) in [("spins.c", spins, "error[liveness]"), ("locks.c", locks, "error[deadlock]")] {
        let program = file(name, program);
        // The visit, and both of its stages.
        for model in ["rc11", "imm", "power"] {
            let (text, output) = raddle(&["check", "-q", "--check-liveness", "--model", model, &program]);
            assert!(text.contains(kind), "{model}: {text}");
            assert_eq!(output.status.code(), Some(1), "{model}: {text}");
        }
    }
}

/// A file may flag pairs that are no race of two accesses: they are not reported as one.
#[test]
fn what_a_file_flags_need_not_be_a_race() {
    let model =
        file("flags.cat", "\"flags\"\nacyclic po | rf | co | fr as sc\nflag ~empty ([W]; po; [F]) as data-race\n");
    let program = file(
        "fenced.c",
        "#include <stdatomic.h>\natomic_int x;\nint main(void) { x = 1; atomic_thread_fence(memory_order_seq_cst); }\n",
    );
    let (text, output) = raddle(&["check", "--model", &model, &program]);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
}
