//! Lowering, seen by running single threads against a plain memory.

use std::collections::BTreeMap;

use raddle_explore::{Action, Answer, Program as _};
use raddle_graph::{Mode, ThreadId, UpdateOp};
use raddle_ir::{Position, State};

use super::*;

mod linux;
use crate::parse::parse;

fn compile(source: &str, unroll: Option<u64>) -> Result<LoweredTest, Error> {
    lower(&parse(source)?, source, unroll)
}

fn wrap(body: &str) -> String {
    let params = "atomic_int *x, int *y, volatile int *z, long *l, unsigned char *c, int *a, int **p, bool *b";
    let init = "x = 10; y = 20; int a[3] = {1,2,3}; int *p = &y; 0:r9 = 5; 0:q = &a[1];";
    format!("C test\n{{ {init} }}\nP0 ({params}) {{ {body} }}\n")
}

/// Runs thread 0 alone; gives its last state and the modes of its accesses and fences.
fn execute(lowered: &LoweredTest) -> (State, Vec<Mode>) {
    let program = &lowered.program;
    let mut memory = BTreeMap::new();
    let mut modes = Vec::new();
    let mut state = program.start(ThreadId(0));
    for _ in 0..10_000 {
        let mut answer = Answer { value: 0, stored: false };
        let get = |memory: &BTreeMap<_, u64>, addr| memory.get(&addr).copied().unwrap_or(program.initial_value(addr));
        match *program.action(&state) {
            Action::Read { addr, mode, .. } => {
                modes.push(mode);
                answer.value = get(&memory, addr);
            }
            Action::Write { addr, mode, value } => {
                modes.push(mode);
                memory.insert(addr, value);
            }
            Action::Update { addr, mode, op, width, .. } => {
                answer.value = get(&memory, addr);
                let stores = op.stores(width, answer.value);
                answer.stored = stores.is_some();
                modes.push(match (op, stores) {
                    (UpdateOp::CompareExchange { failure, .. }, None) => failure,
                    _ => mode,
                });
                stores.map(|value| memory.insert(addr, value));
            }
            Action::Fence { mode, .. } => modes.push(mode),
            _ => return (state, modes),
        }
        program.step(&mut state, answer);
    }
    panic!("the thread does not end");
}

/// The final value of the variable `r` of a thread.
fn result(body: &str) -> i128 {
    let source = wrap(body);
    let lowered = compile(&source, None).unwrap_or_else(|error| panic!("{body}: {error}"));
    let (state, _) = execute(&lowered);
    let end = lowered.program.action(&state);
    assert_eq!(*end, Action::Finish, "{body}\n{}", lowered.program);
    let [Named::Local(reg, ty)] = &lowered.names[0]["r"][..] else { panic!("{:?}", lowered.names[0]) };
    ty.as_int().unwrap().number(state.register(*reg))
}

fn modes(body: &str) -> Vec<Mode> {
    execute(&compile(&wrap(body), None).unwrap_or_else(|error| panic!("{body}: {error}"))).1
}

fn complaint(body: &str) -> String {
    compile(&wrap(body), None).expect_err(body).to_string()
}

fn failure(body: &str) -> String {
    let lowered = compile(&wrap(body), None).unwrap();
    let (state, _) = execute(&lowered);
    let Action::Fail(id) = *lowered.program.action(&state) else { panic!("{body}") };
    lowered.program.failure(id).message
}

#[test]
fn expressions_have_the_values_that_c_gives_them() {
    // `v` hides values from constant folding: both ways must agree.
    for (expr, expected) in [
        ("1 + 2 * 3 - 4 / 2 % 3", 5),
        ("(1 | 2) ^ 3 & 6", 1),
        ("1 << 4 >> 2", 4),
        ("-8 >> 1", -4),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 > 3 == 1", 1),
        ("1 < 2 && 3 >= 4 || !0", 1),
        ("~5", -6),
        ("- -5", 5),
        ("+(char) 200", -56),
        ("(unsigned char) 300", 44),
        ("(bool) 256", 1),
        ("-1 < 1u", 0),
        ("-1L < 1u", 1),
        ("(unsigned char) 255 + 1", 256),
        ("(short) 40000", -25536),
        ("(uint8_t) 200 * (uint8_t) 2 > 255", 1),
        ("(unsigned) -1 > 0", 1),
        ("(long)(unsigned) -1 > 0", 1),
        ("(long) -1 < 0", 1),
        ("2147483647 + 1 < 0", 1),
        ("0xffffffff == -1", 1),
        ("0xffffffffL == -1", 0),
        ("1 ? 2 : 3 ? 4 : 5", 2),
        ("(0 ? -1 : 1u) > -2", 0),
        ("(1, 2, 3)", 3),
        ("sizeof(long) + sizeof(int *) + sizeof(char)", 17),
        ("1 == 1 & 2", 0),
        ("010 + 0x10 + 0b10", 26),
        ("true + false", 1),
        ("(int) 5000000000", 705032704),
    ] {
        assert_eq!(result(&format!("long r = {expr};")), expected, "{expr}");
        let hidden = hide_numbers(expr);
        assert_eq!(result(&format!("int v = 0; long r = {hidden};")), expected, "{hidden}");
    }
}

/// Replaces each number by itself plus a variable that is 0.
fn hide_numbers(expr: &str) -> String {
    let mut out = String::new();
    let mut rest = expr;
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len()).max(1);
        if c.is_ascii_digit() {
            out += &format!("({} + v)", &rest[..word]);
        } else {
            out += &rest[..word];
        }
        rest = &rest[word..];
    }
    out
}

#[test]
fn statements_do_what_c_says() {
    for (body, expected) in [
        ("int r = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; r += i; }", 7),
        ("int r = 0; while (1) { r++; if (r > 4) break; }", 5),
        ("int r = 0; do r += 2; while (r < 5);", 6),
        ("int r = 0; for (;;) { if (++r == 3) return; }", 3),
        ("int r; if (*y == 20) r = 1; else r = 2;", 1),
        ("int r; { int s = 4; r = s; } { int s = 5; r += s; }", 9),
        ("int r = 0; int i = 5; r = i++ + 10; r = r * 10 + i;", 156),
        ("int r = 0; int i = 5; r = --i; r = r * 10 + i--; r = r * 10 + i;", 443),
        ("int r = 7; r <<= 2; r |= 1; r ^= 3; r -= 1; r *= 2; r /= 3; r %= 7; r &= 6; r >>= 1;", 2),
        ("unsigned char r = 250; r += 10;", 4),
        ("int r = 0; 0 && (r = 1); 1 || (r = 2); 1 && (r += 4); 0 || (r += 8);", 12),
        ("int r = a[0] + a[1] * 10 + *(a + 2) * 100;", 321),
        ("a[1] = 7; a[2]++; int r = a[1] + a[2]; ", 11),
        ("int r = &a[2] - a;", 2),
        ("int r = (&a[2] > a) + (a + 1 == &a[1]) + (x != y) + (p != 0);", 4),
        ("int *s = a; s++; s += 1; int r = *s; ", 3),
        ("int r = **p + *q; *p = a; r = r * 10 + **p;", 221),
        ("*x += 1; *y -= 1; *c = 300; *l = -1; *b = 17; int r = *x + *y + *c + *l + *b;", 74),
        ("int r = r9 + 1;", 6),
        ("int r9; int r = r9;", 5),
        ("char r9; int r = r9 + 2;", 7),
        ("int r = 1, s = r + 1, *t = a; r = s + *t;", 3),
        ("int r = 0; int s = 3; do { int r2 = s; r += r2; continue; } while (--s);", 6),
        ("int *s = NULL; int r = s == 0; ", 1),
        ("int r = 1; { int r2 = 3; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) r *= r2; }", 81),
        ("int r = (*y)++ + ++*y;", 42),
        ("bool s = &*y; int r = s ? !s : 2;", 0),
    ] {
        assert_eq!(result(body), expected, "{body}");
    }
}

#[test]
fn atomics_do_what_stdatomic_says() {
    for (body, expected) in [
        ("int r = atomic_load(x); atomic_store(x, r + 1); r = atomic_load_explicit(x, memory_order_relaxed);", 11),
        ("int r = atomic_exchange(x, 3); r = r * 10 + atomic_load(x);", 103),
        ("int r = atomic_fetch_add(x, 5) + atomic_fetch_sub(x, 1) + atomic_load(x);", 39),
        (
            "atomic_fetch_and(x, 6); int r = atomic_fetch_or(x, 1) * 100 + atomic_fetch_xor(x, 3) * 10 + atomic_load(x);",
            230,
        ),
        ("int e = 10; int r = atomic_compare_exchange_strong(x, &e, 4); r = r * 1000 + e * 10 + atomic_load(x);", 1104),
        ("int e = 9; int r = atomic_compare_exchange_weak(x, &e, 4); r = r * 1000 + e * 10 + atomic_load(x);", 110),
        ("int r = atomic_compare_exchange_strong(x, y, 4); r = r * 1000 + *y * 10 + atomic_load(x);", 110),
        ("*y = 10; int r = atomic_compare_exchange_strong(x, y, 4); r = r * 1000 + *y * 10 + atomic_load(x);", 1104),
        ("unsigned char r = atomic_fetch_sub(c, 1); r = atomic_load(c);", 255),
        ("int *s = atomic_fetch_add(p, 0); int r = *s;", 20),
        ("*p = a; atomic_fetch_add(p, 2); int r = **p;", 3),
        ("atomic_init(x, 77); int r = atomic_load(x);", 77),
        ("int r = 1; assume(r); assert(r == 1); __VERIFIER_assume(1);", 1),
        ("int r = 1 ? atomic_load(x) : 3L;", 10),
    ] {
        assert_eq!(result(body), expected, "{body}");
    }
}

#[test]
fn orders_are_those_given() {
    use Mode::{Acq, AcqRel, Na, Rel, Rlx, Sc};
    let body = "atomic_load_explicit(x, memory_order_consume); atomic_store_explicit(x, 1, memory_order_release);
        atomic_load(x); atomic_fetch_add_explicit(x, 1, memory_order_acq_rel); *z = 1; *x; x[0] = 2;
        atomic_thread_fence(memory_order_acquire); atomic_thread_fence(memory_order_relaxed); *y += 1;
        atomic_signal_fence(memory_order_seq_cst); atomic_init(x, 2);";
    assert_eq!(modes(body), [Acq, Rel, Sc, AcqRel, Na, Na, Na, Acq, Na, Na, Na]);
    let cas =
        "int e = 10; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_acq_rel, memory_order_relaxed);
        atomic_compare_exchange_weak_explicit(x, &e, 1, memory_order_release, memory_order_acquire);";
    assert_eq!(modes(cas), [AcqRel, Acq]);
    assert_eq!(
        modes("atomic_compare_exchange_strong_explicit(x, y, 1, memory_order_relaxed, memory_order_relaxed);"),
        [Na, Rlx, Na]
    );
}

#[test]
fn failures_name_their_line() {
    assert_eq!(failure("int r = 0; r = 1 / r;"), "division by zero on line 3");
    assert!(failure("int r = a[3];").contains("outside of every variable"));
    assert!(failure("int *s = 0; *s = 1;").contains("null"));
    assert!(failure("char *s = (char *) y; *s = 1;").contains("size"));
    assert!(failure("int r = 32; r = 1 << r;").contains("shift"));
    assert_eq!(failure("assert(*y == 3);"), "assertion `*y == 3' failed");
    assert!(failure("while (1) ;").contains("loop on line 3"));
}

#[test]
fn mistakes_are_explained() {
    for (body, words) in [
        ("int r = s;", "`s` is not declared"),
        ("y = 1;", "write `*y"),
        ("int y;", "already a parameter"),
        ("int r; int r;", "declared twice"),
        ("break;", "outside of a loop"),
        ("continue;", "outside of a loop"),
        ("1 = 2;", "cannot be assigned"),
        ("int r = y;", "is not a `int`"),
        ("int *s = 1;", "convert it"),
        ("int r = *r9;", "expected a pointer"),
        ("int s; int *r = &s;", "registers"),
        ("int r = y * 2;", "does not apply"),
        ("int r = atomic_store(x, 1);", "has no value"),
        ("atomic_load_explicit(x, memory_order_release);", "a load cannot have the order"),
        ("atomic_store_explicit(x, 1, memory_order_acquire);", "a store cannot have the order"),
        ("atomic_store_explicit(x, 1, memory_order_consume);", "a store cannot have the order"),
        (
            "int e; atomic_compare_exchange_weak_explicit(x, &e, 1, memory_order_seq_cst, memory_order_release);",
            "fails",
        ),
        ("atomic_load_explicit(x, 1);", "expected a memory order"),
        ("atomic_load_explicit(x, memory_order_strong);", "is not a memory order"),
        ("int r = memory_order_relaxed;", "is not a value"),
        ("atomic_load(x, 1);", "takes 1 arguments, not 2"),
        ("__atomic_load_n(x, 0);", "<stdatomic.h>"),
        ("foo();", "there is no function `foo`"),
        ("atomic_fetch_add(b, 1);", "does not apply"),
        ("long e; atomic_compare_exchange_strong(x, &e, 1);", "same type"),
        ("void *s = y; *s = 1;", "points to `void`"),
    ] {
        let text = complaint(body);
        assert!(text.contains(words), "{body}: {text}");
        assert!(text.starts_with("3:"), "{body}: {text}");
    }
}

#[test]
fn mistakes_in_the_initial_state_are_explained() {
    let complaint = |init: &str, params: &str, end: &str| {
        compile(&format!("C t\n{{ {init} }}\nP0 ({params}) {{}}\n{end}"), None).unwrap_err().to_string()
    };
    assert!(complaint("x = 1; x = 2;", "", "").contains("twice"));
    assert!(complaint("long x;", "int *x", "").contains("elsewhere"));
    assert!(complaint("int x = 4294967296;", "", "").contains("does not fit"));
    assert!(complaint("3:r = 1;", "", "").contains("no thread P3"));
    assert!(complaint("0:r = 1; 0:r = 2;", "", "").contains("twice"));
    assert!(complaint("int a[2]; p = &a[2];", "", "").contains("2 cells"));
    assert!(complaint("", "int *x, int *x", "").contains("two parameters"));
    assert!(complaint("", "void *x", "").contains("void"));
}

#[test]
fn loops_are_bounded_on_request() {
    let source = wrap("int r = 0; for (int i = 0; i < 2; i++) { int j = 0; while (j < 3) { r++; j++; } }");
    let end = |unroll| {
        let lowered = compile(&source, unroll).unwrap();
        *lowered.program.action(&execute(&lowered).0)
    };
    assert_eq!(end(Some(2)), Action::Bound, "the inner loop needs three iterations");
    assert_eq!(end(Some(3)), Action::Finish, "each execution of a loop counts from 0");
    assert_eq!(end(None), Action::Finish);
}

#[test]
fn awaits_are_reads_before_assumptions() {
    let source = wrap("int r = atomic_load(x); assume(r == 1); r = atomic_load(x);");
    let lowered = compile(&source, None).unwrap();
    let text = lowered.program.to_string();
    assert_eq!(text.matches("awaits").count(), 1, "{text}");
}

#[test]
fn lines_of_the_source_are_kept() {
    let source = "C t\n{}\nP0 (int *x) {\n  int r = 1;\n  *x = r;\n}\n";
    let lowered = compile(source, None).unwrap();
    let state = lowered.program.start(ThreadId(0));
    let position = lowered.program.position(&state);
    assert_eq!(position, Some(Position { file: 0, line: 5, column: 3 }));
}
