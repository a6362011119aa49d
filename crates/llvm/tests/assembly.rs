//! Inline assembly: its events, what escapes through it, and what is refused and why.

mod machine;

use machine::{Outcome, run};
use raddle_ir::machine::Machine;
use raddle_llvm::{LowerOptions, Lowered, Module, lower};

const LAYOUT: &str = "target datalayout = \"e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn lower_text(text: &str, options: &LowerOptions) -> Result<Lowered, String> {
    let module = Module::parse("t.ll", format!("{LAYOUT}{text}")).unwrap_or_else(|error| panic!("{error}"));
    lower(&[module], options).map_err(|error| error.to_string())
}

/// `main` with this call of assembly in it; `%s` is a variable on its stack.
fn main_with(call: &str) -> String {
    format!(
        "@x = global i32 0\n@p = global ptr null\ndefine i32 @main() {{\n  %s = alloca i32\n  {call}\n  ret i32 0\n}}\n"
    )
}

fn lowered(call: &str) -> Lowered {
    lower_text(&main_with(call), &LowerOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Prints the program made of a template without operands.
fn code(template: &str, machine: Option<Machine>) -> (String, Vec<String>) {
    let text = main_with(&format!("call void asm sideeffect \"{template}\", \"~{{memory}}\"()"));
    let options = LowerOptions { machine, ..LowerOptions::default() };
    let lowered = lower_text(&text, &options).unwrap_or_else(|error| panic!("{template}: {error}"));
    (lowered.code.to_string(), lowered.notes)
}

fn refusal(call: &str) -> String {
    lower_text(&main_with(call), &LowerOptions::default()).map(|_| ()).unwrap_err()
}

#[test]
fn hints_are_nothing() {
    for template in
        ["", " \\0A\\09", "pause", "rep; nop", "rep nop", "# comment", "nop\\0A\\09nop", "prefetcht0 (%rax)"]
    {
        let (code, notes) = code(template, None);
        assert!(!code.contains("fence"), "{template}: {code}");
        assert_eq!(notes, [""; 0]);
    }
}

#[test]
fn full_fences_have_many_forms() {
    let all = [
        "mfence",
        "lock; addl $$0,0(%rsp)",
        "lock addl $$0, -4(%rsp)",
        "lock; orq $$0, (%rsp)",
        "lock andl $$-1,(%rsp)",
    ];
    for template in all {
        assert!(code(template, None).0.contains("fence.sc"), "{template}: {}", code(template, None).0);
    }
    assert!(code("mfence", Some(Machine::X86)).0.contains("fence.mfence"));
}

#[test]
fn barriers_of_other_machines_are_exact_under_their_models_and_noted_elsewhere() {
    for (template, machine, there, elsewhere, noted) in [
        ("dmb ish", Machine::Armv8, "fence.dmb.sy", "fence.sc", false),
        ("dmb ishld", Machine::Armv8, "fence.dmb.ld", "fence.acq", false),
        ("dmb ishst", Machine::Armv8, "fence.dmb.st", "fence.rel", true),
        ("dsb sy", Machine::Armv7, "fence.dsb.sy", "fence.sc", false),
        ("lwsync", Machine::Power, "fence.lwsync", "fence.acqrel", false),
        ("sync", Machine::Power, "fence.sync", "fence.sc", false),
        ("eieio", Machine::Power, "fence.eieio", "fence.rel", true),
        ("fence rw,w", Machine::Riscv, "fence.fence.rw.w", "fence.rel", false),
        ("sfence", Machine::X86, "fence.sfence", "fence.rel", true),
    ] {
        let (own, notes) = code(template, Some(machine));
        assert!(own.contains(there), "{template}: {own}");
        assert_eq!(notes, [""; 0], "{template}");
        let (other, notes) = code(template, None);
        assert!(other.contains(elsewhere), "{template}: {other}");
        assert_eq!(!notes.is_empty(), noted, "{template}: {notes:?}");
    }
    let (isb, notes) = code("isb", None);
    assert!(!isb.contains("fence") && notes[0].contains("orders no accesses"), "{isb} {notes:?}");
}

#[test]
fn memory_is_accessed_as_x86_does_and_a_note_says_so() {
    let memory = "=*m,*m,~{memory}\"(ptr elementtype(i32) @x, ptr elementtype(i32) @x)";
    for (template, expected) in [
        ("movl $$1, $0", vec!["store.rel"]),
        ("lock incl $0", vec!["add.sc"]),
        ("incl $0", vec!["load.acq", "store.rel"]),
        ("lock; btsl $$3, $0", vec!["or.sc"]),
        ("lock; negl $0", vec!["load.rlx", "cas.strong.sc.sc", "assume"]),
        ("cmpl $$0, $0", vec!["load.acq"]),
    ] {
        let lowered = lowered(&format!("call void asm sideeffect \"{template}\", \"{memory}"));
        let code = lowered.code.to_string();
        for part in expected {
            assert!(code.contains(part), "{template}: no {part} in {code}");
        }
        assert!(lowered.notes[0].contains("the semantics of x86"), "{:?}", lowered.notes);
    }
}

#[test]
fn a_variable_whose_address_assembly_stores_is_no_longer_private() {
    let lowered = |call: &str| {
        let lowered = lowered(call);
        (run(&lowered.code).0, lowered.code.to_string())
    };
    let (_, kept) = lowered(
        "store i32 1, ptr %s\n  %o = call ptr asm \"xchgq $0, $1\", \"=r,=*m,0,*m\"(ptr elementtype(ptr) @p, ptr %s, ptr elementtype(ptr) @p)",
    );
    assert!(kept.contains("allocate") && !kept.contains("private"), "{kept}");
    let (outcome, used) = lowered(
        "store i32 1, ptr %s\n  call void asm \"movl ($0), %eax; movl %eax, $1\", \"r,=*m,~{eax}\"(ptr %s, ptr elementtype(i32) @x)",
    );
    assert_eq!(outcome, Outcome::Finished);
    assert!(used.contains("private") && !used.contains("allocate"), "{used}");
}

#[test]
fn what_is_not_modelled_is_refused_with_a_reason() {
    for (call, reason) in [
        ("call void asm \"frobnicate\", \"\"()", "the instruction `frobnicate` is not modelled"),
        ("call i64 asm \"rdtsc\", \"={ax}\"()", "`rdtsc` reads the clock"),
        ("call i32 asm \"cpuid\", \"={ax}\"()", "`cpuid` asks which processor"),
        ("call void asm \"movq %fs:0, %rax\", \"~{rax}\"()", "another segment"),
        ("call void asm \"lock; addl $$1, 0(%rsp)\", \"\"()", "the stack"),
        ("call void asm \"lock; incl %eax\", \"~{eax}\"()", "`lock` cannot stand in front of this `incl`"),
        ("call i32 asm \"nop\", \"=r\"()", "operand 0 is given no value"),
        ("call i64 asm \"movq $1, $0\", \"=r,r\"(i32 1)", "more bits of a register than have a value"),
        ("call i32 asm \"movl %ebx, $0\", \"=r\"()", "it reads a register that has no value"),
        ("call i8 asm \"incl $1; setp $0\", \"=q,r\"(i32 1)", "`setp` is not modelled"),
        ("call i8 asm \"setc $0\", \"=q\"()", "a flag that is undefined"),
        ("call void asm \"jmp 1f\", \"\"()", "it jumps to `1f`"),
        ("call void asm \"jmp 1f; nop; 1:\", \"\"()", "code that is never reached"),
        ("call void asm \"inc $0\", \"=*m\"(ptr elementtype(i32) @x)", "the size of `inc` is not clear"),
        ("call void asm inteldialect \"mov eax, 1\", \"~{eax}\"()", "Intel's syntax"),
        ("call void asm \"movl $$1, $0\", \"={xmm0}\"()", "the constraint `={xmm0}` is not supported"),
    ] {
        let message = refusal(call);
        assert!(message.contains(reason), "{call}: {message}");
        assert!(message.contains("this inline assembly is not supported: \""), "{message}");
    }
}
