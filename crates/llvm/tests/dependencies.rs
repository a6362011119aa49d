//! Dependencies of C programs survive lowering: whatever clang's unoptimised code computes from a read still is.

use raddle_explore::{Action, Answer, Program as _};
use raddle_graph::{ReadSet, ThreadId};
use raddle_ir::{Compile, Knowledge};
use raddle_llvm::{LowerOptions, Module, lower};

const HEADER: &str = "target datalayout = \"e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
    @x = global i32 0\n@y = global i32 0\n@a = global [4 x i32] zeroinitializer\n";

/// Runs `main`, whose reads all read 1; returns the dependencies of its last store: address, data and control.
fn last_store(text: &str) -> [Vec<u32>; 3] {
    let module = Module::parse("t.ll", format!("{HEADER}{text}")).unwrap_or_else(|error| panic!("{error}"));
    let options = LowerOptions { keep_branches: true, ..LowerOptions::default() };
    let code = lower(&[module], &options).unwrap_or_else(|error| panic!("{error}")).code;
    let compile = Compile { dependencies: true, ..Compile::default() };
    let mut program = code.program(&compile, &Knowledge::default()).unwrap();
    'again: loop {
        let mut state = program.start(ThreadId(0));
        let mut last = [Vec::new(), Vec::new(), Vec::new()];
        loop {
            match *program.action(&state) {
                Action::Finish | Action::Exit => return last,
                Action::Learn(discovery) => {
                    assert!(program.learn(discovery));
                    continue 'again;
                }
                Action::Write { .. } => {
                    let found = program.dependencies(&state);
                    last = [found.addr, found.data, found.ctrl].map(|set: ReadSet| set.iter().collect());
                }
                Action::Fail(_) | Action::Block => panic!("{:?}", program.action(&state)),
                _ => {}
            }
            program.step(&mut state, Answer { value: 1, stored: false });
        }
    }
}

fn main_with(body: &str) -> String {
    format!("define i32 @main() {{\n{body}\n  ret i32 0\n}}\n")
}

const LOAD: &str = "  %r = load atomic i32, ptr @x monotonic, align 4\n";
const STORE: &str = "  store atomic i32 1, ptr @y monotonic, align 4\n";

#[test]
fn computing_nothing_from_a_value_depends_on_it() {
    let body =
        format!("{LOAD}  %n = xor i32 %r, %r\n  %m = add i32 %n, 1\n  store atomic i32 %m, ptr @y monotonic, align 4");
    assert_eq!(last_store(&main_with(&body)), [vec![], vec![0], vec![]]);
}

#[test]
fn an_element_of_an_array_depends_on_its_index() {
    let body = format!(
        "{LOAD}  %i = sext i32 %r to i64\n  %p = getelementptr [4 x i32], ptr @a, i64 0, i64 %i\n  \
         store atomic i32 1, ptr %p monotonic, align 4"
    );
    assert_eq!(last_store(&main_with(&body)), [vec![0], vec![], vec![]]);
}

#[test]
fn slots_of_local_variables_hand_dependencies_over() {
    // One slot that is promoted, and one whose address is taken.
    let body = format!(
        "  %s = alloca i32\n  %t = alloca [2 x i32]\n{LOAD}  store i32 %r, ptr %s\n  %v = load i32, ptr %s\n  \
         call void @put(ptr %t, i32 %v)\n  %w = load i32, ptr %t\n  store atomic i32 %w, ptr @y monotonic, align 4"
    );
    let put = "define void @put(ptr %p, i32 %v) {\n  store i32 %v, ptr %p\n  ret void\n}\n";
    assert_eq!(last_store(&(main_with(&body) + put)), [vec![], vec![0], vec![]]);
}

#[test]
fn functions_hand_dependencies_over() {
    let body = format!("{LOAD}  %v = call i32 @next(i32 %r)\n  store atomic i32 %v, ptr @y monotonic, align 4");
    let next = "define i32 @next(i32 %n) {\n  %m = add i32 %n, 1\n  ret i32 %m\n}\n";
    assert_eq!(last_store(&(main_with(&body) + next)), [vec![], vec![0], vec![]]);
}

#[test]
fn a_branch_that_makes_no_difference_is_one() {
    let body = format!(
        "{LOAD}  %c = icmp ne i32 %r, 0\n  br i1 %c, label %then, label %end\nthen:\n  br label %end\nend:\n{STORE}"
    );
    assert_eq!(last_store(&main_with(&body)), [vec![], vec![], vec![0]]);
}

#[test]
fn a_loop_depends_on_its_condition_and_a_merge_on_both_ways() {
    let body = format!(
        "{LOAD}  %q = load atomic i32, ptr @y monotonic, align 4\n  %c = icmp ne i32 %r, 0\n  \
         br i1 %c, label %then, label %end\nthen:\n  br label %end\nend:\n  %v = phi i32 [ 5, %0 ], [ %q, %then ]\n  \
         store atomic i32 %v, ptr @y monotonic, align 4"
    );
    assert_eq!(last_store(&main_with(&body)), [vec![], vec![1], vec![0]]);
}
