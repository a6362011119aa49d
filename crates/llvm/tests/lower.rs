//! Lowering of small modules: which accesses are events, which errors programs have, what is refused and how.

mod machine;

use machine::{Outcome, Trace, run};
use raddle_graph::Address;
use raddle_llvm::{LowerOptions, Lowered, Module, Volatile, lower};

const LAYOUT: &str = "target datalayout = \"e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn module(text: &str) -> Module {
    Module::parse("t.ll", format!("{LAYOUT}{text}")).unwrap_or_else(|error| panic!("{error}"))
}

fn lowered(text: &str) -> Lowered {
    lower(&[module(text)], &LowerOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn outcome(text: &str) -> (Outcome, Trace) {
    run(&lowered(text).code)
}

/// The body of `main`, which returns 0.
fn main_with(globals: &str, body: &str) -> String {
    format!("{globals}\ndefine i32 @main() {{\n{body}\n  ret i32 0\n}}\n")
}

fn error(text: &str) -> String {
    lower(&[module(text)], &LowerOptions::default()).map(|_| ()).unwrap_err().to_string()
}

/// The kind of the failure in which a program ends.
fn failure(text: &str) -> String {
    match outcome(text).0 {
        Outcome::Failed(kind, ..) => kind,
        other => format!("{other:?}"),
    }
}

fn events(trace: &Trace) -> [u64; 4] {
    [trace.reads, trace.writes, trace.allocated, trace.freed]
}

#[test]
fn slots_that_are_only_loaded_and_stored_are_no_memory() {
    let text = main_with(
        "",
        "  %x = alloca i32\n  %s = alloca { i32, i8 }\n  %coerce = alloca i64\n  store i32 5, ptr %x\n  store i32 7, ptr %s\n  \
         %b = getelementptr { i32, i8 }, ptr %s, i32 0, i32 1\n  store i8 1, ptr %b\n  \
         call void @llvm.memcpy.p0.p0.i64(ptr %coerce, ptr %s, i64 8, i1 false)\n  %n = load i64, ptr %coerce\n  \
         %ok = icmp eq i64 %n, 4294967303\n  br i1 %ok, label %good, label %bad\nbad:\n  unreachable\ngood:",
    ) + "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
    let (outcome, trace) = outcome(&text);
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(events(&trace), [0; 4]);
    let lowered = lowered(&text);
    assert!(!lowered.code.to_string().contains("private"), "{}", lowered.code);
}

#[test]
fn slots_that_stay_in_the_thread_are_private_and_others_are_events() {
    let helper = "define void @use(ptr %p) {\n  %q = alloca ptr\n  store ptr %p, ptr %q\n  %r = load ptr, ptr %q\n  \
                  store i32 1, ptr %r\n  ret void\n}\n";
    let keep = "@g = global ptr null\ndefine void @keep(ptr %p) {\n  store ptr %p, ptr @g\n  ret void\n}\n";
    let call = |function: &str| {
        format!(
            "define void @f() {{\n  %x = alloca i32\n  call void @{function}(ptr %x)\n  ret void\n}}\n{}",
            main_with("", "  call void @f()")
        )
    };
    assert_eq!(events(&outcome(&(helper.to_owned() + &call("use"))).1), [0; 4]);
    assert_eq!(events(&outcome(&(keep.to_owned() + &call("keep"))).1), [0, 1, 1, 1], "allocated, stored, released");
    let content = "@g = global ptr null\ndefine void @leak(ptr %p) {\n  %q = load ptr, ptr %p\n  store ptr %q, ptr @g\n  \
                   ret void\n}\ndefine void @f() {\n  %x = alloca i32\n  %a = alloca [2 x ptr]\n  store ptr %x, ptr %a\n  \
                   call void @leak(ptr %a)\n  ret void\n}\n";
    let trace = outcome(&(content.to_owned() + &main_with("", "  call void @f()"))).1;
    assert_eq!(events(&trace), [0, 1, 1, 1], "what a private slot holds escapes through a callee");
}

#[test]
fn what_may_be_undefined_is_found() {
    let read = "  %x = alloca i32\n  %v = load i32, ptr %x\n  %w = add i32 %v, 1\n  store i32 %w, ptr @g";
    assert_eq!(failure(&main_with("@g = global i32 0", read)), "uninitialized-read");
    // The result of such a function is not used.
    let text = "define i32 @f() {\n  %r = alloca i32\n  %v = load i32, ptr %r\n  ret i32 %v\n}\n";
    assert_eq!(outcome(&(text.to_owned() + &main_with("", "  %x = call i32 @f()"))).0, Outcome::Finished);
}

#[test]
fn undefined_behaviour_is_an_error() {
    let add = |flags: &str| {
        main_with("@g = global i32 2147483647", &format!("  %v = load i32, ptr @g\n  %w = add {flags} i32 %v, 1"))
    };
    assert_eq!(failure(&add("nsw")), "overflow");
    assert_eq!(outcome(&add("")).0, Outcome::Finished);
    assert_eq!(failure("define i32 @main() {\n  unreachable\n}\n"), "unreachable");
    assert_eq!(failure(&main_with("declare void @llvm.trap()", "  call void @llvm.trap()")), "abort");
    let divide = "  %v = load i32, ptr @g\n  %w = sdiv i32 1, %v";
    assert_eq!(failure(&main_with("@g = global i32 0", divide)), "overflow");
    let wide = "  %v = load i128, ptr @g\n  %w = mul nsw i128 %v, 3";
    assert_eq!(failure(&main_with("@g = global i128 85070591730234615865843651857942052864", wide)), "overflow");
    let constant = main_with("@c = constant i32 1", "  store i32 2, ptr @c");
    assert_eq!(failure(&constant), "out-of-bounds");
}

#[test]
fn loops_that_wait_stop_and_loops_that_count_go_on() {
    let spin = "@g = global i32 0\ndefine i32 @main() {\n  br label %head\nhead:\n  %v = load atomic i32, ptr @g acquire, \
                align 4\n  %c = icmp eq i32 %v, 0\n  br i1 %c, label %head, label %end\nend:\n  ret i32 0\n}\n";
    let (outcome, trace) = outcome(spin);
    assert_eq!((outcome, trace.reads), (Outcome::Blocked, 1));
    let count = "define i32 @main() {\n  br label %head\nhead:\n  %i = phi i32 [ 0, %0 ], [ %j, %head ]\n  \
                 %j = add i32 %i, 1\n  %c = icmp ult i32 %j, 10\n  br i1 %c, label %head, label %end\nend:\n  ret i32 0\n}\n";
    assert_eq!(self::outcome(count).0, Outcome::Finished);
    let options = LowerOptions { unroll: Some(3), ..LowerOptions::default() };
    let bounded = lower(&[module(count)], &options).unwrap();
    assert_eq!(run(&bounded.code).0, Outcome::Blocked, "at its bound");
}

#[test]
fn values_that_change_places_in_a_loop_do_so_at_once() {
    let text = "define i32 @main() {\n  br label %head\nhead:\n  %i = phi i32 [ 0, %0 ], [ %j, %head ]\n  \
                %a = phi i32 [ 1, %0 ], [ %b, %head ]\n  %b = phi i32 [ 2, %0 ], [ %a, %head ]\n  %j = add i32 %i, 1\n  \
                %c = icmp ult i32 %j, 4\n  br i1 %c, label %head, label %end\nend:\n  %ok = icmp ugt i32 %a, %b\n  \
                br i1 %ok, label %good, label %bad\nbad:\n  unreachable\ngood:\n  ret i32 0\n}\n";
    assert_eq!(outcome(text).0, Outcome::Finished);
}

#[test]
fn volatile_accesses_are_atomic_unless_the_user_says_otherwise() {
    let text = main_with("@g = global i32 0", "  store volatile i32 1, ptr @g, align 4");
    let relaxed = lowered(&text);
    assert!(relaxed.notes.iter().any(|note| note.contains("volatile")));
    assert!(relaxed.code.to_string().contains("store.rlx"));
    let options = LowerOptions { volatile: Volatile::Plain, ..LowerOptions::default() };
    let plain = lower(&[module(&text)], &options).unwrap();
    assert!(plain.notes.is_empty() && plain.code.to_string().contains("store.na"));
}

#[test]
fn fences_and_orders_are_kept() {
    let text = main_with(
        "@g = global i32 0",
        "  fence acquire\n  fence release\n  fence acq_rel\n  fence seq_cst\n  fence syncscope(\"singlethread\") seq_cst\n  \
         %v = load atomic i32, ptr @g unordered, align 4\n  store atomic i32 1, ptr @g release, align 4\n  \
         %p = cmpxchg weak ptr @g, i32 1, i32 2 acq_rel monotonic\n  %o = atomicrmw umax ptr @g, i32 9 seq_cst",
    );
    let (outcome, trace) = outcome(&text);
    assert_eq!((outcome, trace.fences, trace.updates), (Outcome::Finished, 4, 2));
    let code = lowered(&text).code.to_string();
    for instruction in ["load.rlx.32", "store.rel.32", "cas.weak.acqrel.rlx.32", "update.umax.sc.32"] {
        assert!(code.contains(instruction), "{instruction} in {code}");
    }
}

#[test]
fn what_is_not_supported_is_named_with_a_way_out() {
    let unknown = error(&main_with("declare void @frobnicate(i32)", "  call void @frobnicate(i32 1)"));
    assert!(unknown.contains("t.ll:4") && unknown.contains("`frobnicate`"), "{unknown}");
    let several = main_with("declare void @a()\ndeclare void @b()", "  call void @a()\n  call void @b()");
    assert!(error(&several).contains("2 functions"), "{}", error(&several));
    let assembly = error(&main_with("", "  call void asm sideeffect \"rdtsc\", \"~{eax}\"()"));
    assert!(assembly.contains("rdtsc") && assembly.contains("~{eax}"), "{assembly}");
    let float = error(&main_with("", "  %x = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FFF8000000000000000"));
    assert!(float.contains("`long double`") && float.contains("use `double`"), "{float}");
    let update = error(&main_with("@g = global float 0.0", "  %x = atomicrmw fadd ptr @g, float 1.0 seq_cst"));
    assert!(update.contains("atomicrmw fadd") && update.contains("instruction:"), "{update}");
    let variable = error(&main_with("@elsewhere = external global i32", "  store i32 1, ptr @elsewhere"));
    assert!(variable.contains("`elsewhere`"), "{variable}");
}

#[test]
fn a_program_needs_an_entry_function() {
    let none = error("define void @helper() {\n  ret void\n}\n");
    assert!(none.contains("`main`") && none.contains("helper") && none.contains("--entry"), "{none}");
    let strange = error("define i32 @main(ptr %p) {\n  ret i32 0\n}\n");
    assert!(strange.contains("int main(void)"), "{strange}");
    let options = LowerOptions { entry: "helper".to_owned(), ..LowerOptions::default() };
    assert!(lower(&[module("define void @helper() {\n  ret void\n}\n")], &options).is_ok());
}

#[test]
fn what_cannot_be_reached_may_be_anything() {
    let unused = "declare void @frobnicate()\n@v = external global x86_fp80\ndefine void @unused(x86_fp80 %x) {\n  \
                  call void @frobnicate()\n  store x86_fp80 %x, ptr @v\n  ret void\n}\n";
    assert_eq!(outcome(&(unused.to_owned() + &main_with("", ""))).0, Outcome::Finished);
    let taken = main_with("declare void @frobnicate()\n@g = global ptr @frobnicate", "  %p = load ptr, ptr @g");
    assert_eq!(outcome(&taken).0, Outcome::Finished, "an address may be taken as long as nobody calls it");
    let called = main_with(
        "declare void @frobnicate()\n@g = global ptr @frobnicate",
        "  %p = load ptr, ptr @g\n  call void %p()",
    );
    assert_eq!(failure(&called), "unsupported");
}

#[test]
fn malformed_modules_are_refused() {
    let text = "define i32 @main() {\n  br i1 true, label %a, label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  \
                ret i32 %x\n}\n";
    assert!(error(text).contains("not defined"), "{}", error(text));
    let missing = "define i32 @main() {\n  br label %a\na:\n  %x = phi i32 [ 1, %a ]\n  br label %a\n}\n";
    assert!(error(missing).contains("phi"), "{}", error(missing));
}

#[test]
fn places_are_called_what_the_source_calls_them() {
    let text = std::fs::read_to_string(
        [env!("CARGO_MANIFEST_DIR"), "tests", "ll", "language.clang19.ll"].iter().collect::<std::path::PathBuf>(),
    );
    let module = Module::parse("language.ll", text.unwrap()).unwrap();
    let entry = module.functions.iter().find(|it| !it.is_declaration() && it.parameters.is_empty());
    let name = entry.map(|it| module.symbol(it.header.symbol).name.to_string()).unwrap();
    let lowered = lower(&[module], &LowerOptions { entry: name, ..LowerOptions::default() });
    // Whatever it contains: names are found, and unknown places are shown as numbers.
    if let Ok(lowered) = lowered {
        assert!(lowered.names.location(Address(0x10)).starts_with("0x"));
    }
}

#[test]
fn marks_of_calls_compile_to_nothing_unless_somebody_looks_at_them() {
    let declarations = "@name = constant [4 x i8] c\"enq\\00\"\ndeclare void @__raddle_call_begins(ptr, i32, i64, i64)\n\
                        declare void @__raddle_call_ends(i64)\n@x = global i32 0\n";
    let begin = "  call void @__raddle_call_begins(ptr @name, i32 1, i64 7, i64 0)\n";
    let end = "  call void @__raddle_call_ends(i64 5)\n";
    let store = "  store i32 1, ptr @x\n";
    let marked = main_with(declarations, &format!("{begin}{store}{end}"));
    let plain = lowered(&main_with(declarations, store));
    // Each line of an instruction says where it is from.
    let instructions = |lowered: &Lowered| lowered.code.to_string().lines().filter(|line| line.contains(';')).count();
    assert_eq!(instructions(&lowered(&marked)), instructions(&plain));
    let kept = LowerOptions { calls: true, ..LowerOptions::default() };
    let lower_marked = |text: &str| lower(&[module(text)], &kept).map_err(|error| error.to_string());
    let code = lower_marked(&marked).expect("well formed").code.to_string();
    assert!(code.contains("begin enq(7)") && code.contains("end 5"), "{code}");
    assert_eq!(events(&run(&lower_marked(&marked).expect("well formed").code).1), events(&run(&plain.code).1));
    let nameless = main_with(declarations, "  call void @__raddle_call_begins(ptr @x, i32 1, i64 7, i64 0)");
    assert!(lower_marked(&nameless).unwrap_err().contains("a mark of a call without a name"));
}
