//! What instructions do: programs of one thread with what holds when they have ended.

use raddle_models::ModelName;

use crate::{Reply, Test, TestOptions, run};

fn source(dialect: &str, init: &str, code: &str, condition: &str) -> String {
    let rows: String = code.split(';').map(|cell| format!(" {} ;\n", cell.trim())).collect();
    format!("{dialect} test\n{{ {init} }}\n P0 ;\n{rows}{condition}\n")
}

/// Every execution ends so.
fn ends(dialect: &str, init: &str, code: &str, proposition: &str) {
    let source = source(dialect, init, code, &format!("forall ({proposition})"));
    let test = Test::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let outcome =
        run(&test, ModelName::Sc, &TestOptions::default()).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert_eq!(outcome.reply, Reply::Ok, "{source}{outcome:?}");
    assert!(outcome.positive > 0, "{source}");
}

fn complaint(dialect: &str, init: &str, code: &str) -> String {
    match Test::parse(&source(dialect, init, code, "forall (true)")) {
        Ok(_) => panic!("{code} is accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn x86_with_the_destination_last() {
    for (init, code, proposition) in [
        ("x=5;", "movl (x),%eax; addl $2,%eax; movl %eax,(x)", "[x]=7 /\\ 0:rax=7"),
        ("x=5;", "incl (x); lock decl (x); lock addl $3,(x); movl x,%ebx", "0:rbx=8"),
        ("x=5;", "movl $2,%eax; xchgl %eax,(x)", "0:rax=5 /\\ [x]=2"),
        ("x=5;", "movl $2,%eax; lock xaddl %eax,(x)", "0:rax=5 /\\ [x]=7"),
        ("x=5;", "movl $5,%eax; movl $9,%ecx; lock cmpxchgl %ecx,(x); je L; movl $1,%edx; L:", "[x]=9 /\\ 0:rdx=0"),
        (
            "x=5;",
            "movl $4,%eax; movl $9,%ecx; lock cmpxchgl %ecx,(x); je L; movl $1,%edx; L:",
            "[x]=5 /\\ 0:edx=1 /\\ 0:rax=5",
        ),
        ("0:rax=x; int x[2]={1,2};", "movl 4(%rax),%ebx; movl $7,(%rax)", "x[0]=7 /\\ 0:rbx=2"),
        (
            "0:rax=-1;",
            "xorl %eax,%eax; notl %eax; movl $1,%ebx; cmpl %ebx,%eax; jl L; movl $1,%ecx; L:",
            "0:rax=4294967295 /\\ 0:rcx=0",
        ),
        ("", "movb $200,%al; cmpb $100,%al; ja L; movl $1,%ecx; L:", "0:rcx=0"),
        ("", "movq $x,%rax; movq $1,(%rax); movq (x),%rbx", "0:rax=x /\\ 0:rbx=1 /\\ [x]=1"),
        ("", "movl $3,%eax; L: decl %eax; incl %ebx; testl %eax,%eax; jne L; mfence; nop", "0:rbx=3"),
    ] {
        ends("X86_64", init, code, proposition);
    }
}

#[test]
fn x86_with_the_destination_first() {
    for (init, code, proposition) in [
        ("x=5;", "MOV EAX,[x]; ADD EAX,$2; MOV [x],EAX", "[x]=7 /\\ 0:EAX=7"),
        ("x=5;", "MOV EAX,$2; XCHG [x],EAX; MFENCE", "0:EAX=5 /\\ [x]=2"),
        ("", "MOV [x],$1; LOCK INC [x]; MOV EBX,[x]", "0:EBX=2"),
        ("0:ECX=x;", "MOV [ECX],$1; CMP [x],$1; JNE L; MOV EAX,$1; L:", "0:EAX=1"),
    ] {
        ends("X86", init, code, proposition);
    }
}

#[test]
fn aarch64() {
    for (init, code, proposition) in [
        ("0:X1=x; x=5;", "LDR W0,[X1]; ADD W0,W0,#2; STR W0,[X1]", "[x]=7 /\\ 0:X0=7"),
        ("0:X1=x; x=5;", "LDAR W0,[X1]; EOR W2,W0,W0; LDR W3,[X1,W2,SXTW]; LDAPR W4,[X1]", "0:X3=5 /\\ 0:W4=5"),
        (
            "0:X1=x; int x[2]={1,2};",
            "MOV W2,#1; LDR W3,[X1,W2,SXTW #2]; LDR W4,[X1,#4]; STR W4,[X1]",
            "0:X3=2 /\\ x[0]=2",
        ),
        (
            "0:X1=x; x=5;",
            "MOV W0,#1; LDADD W0,W2,[X1]; LDSETA W0,W3,[X1]; LDCLRAL W0,W4,[X1]; STADD W0,[X1]",
            "0:X2=5 /\\ 0:X3=6 /\\ 0:X4=7 /\\ [x]=7",
        ),
        ("0:X1=x; x=5;", "MOV W0,#5; MOV W2,#9; CAS W0,W2,[X1]; SWPAL W2,W3,[X1]", "0:X0=5 /\\ 0:X3=9"),
        ("0:X1=x; x=5;", "MOV W0,#4; MOV W2,#9; CASA W0,W2,[X1]", "0:X0=5 /\\ [x]=5"),
        ("", "MOV W0,#0; SUB W0,W0,#1; MOV X1,#0; SUB X1,X1,#1", "0:X0=4294967295 /\\ 0:W0=-1 /\\ 0:X1=-1"),
        (
            "",
            "MOV W0,#3; CMP W0,#4; CSET W1,LT; B.GE L; MOV W2,#1; L: SUBS W0,W0,#3; CSEL W3,W2,WZR,EQ",
            "0:X1=1 /\\ 0:X2=1 /\\ 0:X3=1",
        ),
        (
            "",
            "MOV W0,#3; L: SUB W0,W0,#1; ADD W1,W1,#1; CBNZ W0,L; TBZ W1,#0,M; MOV W2,#1; M: DMB ISH; DSB ISHLD; ISB",
            "0:X1=3 /\\ 0:X2=1",
        ),
        ("0:X1=x; uint64_t x=0;", "MOV X0,#1; STR X0,[X1]; LDR X2,[X1]", "0:X2=1"),
        ("0:X1=y; y=x; x=3;", "LDR X2,[X1]; LDR W3,[X2]", "0:X2=x /\\ 0:X3=3 /\\ [y]=x"),
    ] {
        ends("AArch64", init, code, proposition);
    }
}

#[test]
fn exclusive_stores_succeed_or_fail() {
    let status = |dialect: &str, init: &str, code: &str, condition: &str| {
        let source = source(dialect, init, code, condition);
        let test = Test::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        test.program(None).unwrap();
    };
    status("AArch64", "0:X1=x;", "LDXR W0,[X1]; MOV W2,#1; STXR W3,W2,[X1]; STLXR W3,W2,[X1]", "exists (0:W3=0)");
    status("ARM", "0:R1=x;", "LDREX R0,[R1]; MOV R2,#1; STREX R3,R2,[R1]", "exists (0:R3=0)");
    status("PPC", "0:r2=x;", "lwarx r1,r0,r2; li r3,1; stwcx. r3,r0,r2; bne L; L:", "exists ([x]=1)");
    status("RISCV", "0:x6=x;", "lr.w.aq x5,(x6); li x7,1; sc.w.aq.rl x8,x7,0(x6)", "exists (0:x8=0)");
}

#[test]
fn arm() {
    for (init, code, proposition) in [
        ("0:R1=x; x=5;", "LDR R0,[R1]; EOR R2,R0,R0; LDR R3,[R1,R2]; ADD R3,R3,#1; STR R3,[R1]", "[x]=6"),
        (
            "",
            "MOV R0,#1; CMP R0,#1; BEQ L; MOV R1,#1; L: DMB; DSB; ISB; SUBS R0,R0,#2; BMI M; MOV R2,#1; M: DMB ST",
            "0:R1=0 /\\ 0:R2=0 /\\ 0:R0=-1",
        ),
    ] {
        ends("ARM", init, code, proposition);
    }
}

#[test]
fn power() {
    for (init, code, proposition) in [
        ("0:r2=x; x=5;", "lwz r1,0(r2); addi r1,r1,2; stw r1,0(r2)", "[x]=7 /\\ 0:r1=7"),
        ("0:r2=x; x=5;", "xor r3,r2,r2; lwzx r4,r3,r2; lwzx r5,r2,r3; stwx r4,r3,r2", "0:r4=5 /\\ 0:r5=5"),
        (
            "",
            "li r1,-1; cmpwi cr1,r1,0; blt cr1,L; li r2,1; L: cmplwi r1,0; bgt- M; li r3,1; M: mr r4,r1",
            "0:r2=0 /\\ 0:r3=0 /\\ 0:r4=-1",
        ),
        (
            "",
            "li r1,3; li r2,5; subf r3,r1,r2; sub r4,r1,r2; and. r5,r1,r4; beq L; li r6,1; L: sync; lwsync; eieio; isync",
            "0:r3=2 /\\ 0:r4=-2 /\\ 0:r5=2 /\\ 0:r6=1",
        ),
    ] {
        ends("PPC", init, code, proposition);
    }
}

#[test]
fn riscv() {
    for (init, code, proposition) in [
        ("0:x6=x; x=5;", "lw x5,0(x6); addi x5,x5,2; sw.rl x5,0(x6); lw.aq x7,(x6)", "[x]=7 /\\ 0:x7=7"),
        ("0:x6=x; x=-1;", "lw x5,0(x6); lwu x7,0(x6); addiw x8,x7,0", "0:x5=-1 /\\ 0:x7=4294967295 /\\ 0:x8=-1"),
        (
            "0:x6=x; x=5;",
            "li x5,3; amoadd.w x7,x5,(x6); amoswap.w.aq x8,x5,(x6); amoor.w.aqrl x9,x0,(x6)",
            "0:x7=5 /\\ 0:x8=8 /\\ 0:x9=3",
        ),
        (
            "",
            "li a0,-1; li a1,1; bltu a1,a0,L; li a2,1; L: bge a1,a0,M; li a3,1; M: fence rw,w; fence.tso; fence.i; fence",
            "0:x12=0 /\\ 0:x13=0 /\\ 0:a0=-1",
        ),
        ("0:x6=x; x=5;", "xor x5,x6,x6; ori x5,x5,1; sd x5,0(x6); ld x7,0(x6)", "0:x7=1"),
    ] {
        ends("RISCV", init, code, proposition);
    }
}

#[test]
fn lisa() {
    for (init, code, proposition) in [
        ("x=5;", "r[once] r1 x; mov r2 (xor r1 r1); r[] r3 x+r2; mov r3 (add r3 1); w[release] x r3; f[mb]", "[x]=6"),
        (
            "x=5;",
            "rmw[acqrel] r1 (add r1 2) x; rmw[] r2 9 x; b[] r2 L; mov r3 1; L: w[once] y 1",
            "0:r1=5 /\\ 0:r2=7 /\\ [x]=9 /\\ 0:r3=0 /\\ [y]=1",
        ),
    ] {
        ends("LISA", init, code, proposition);
    }
    assert!(complaint("LISA", "", "r[volatile] r1 x").contains("the annotation `volatile` means nothing for `r`"));
    assert!(complaint("LISA", "", "f[]").contains("means nothing for `f`"));
}

#[test]
fn what_is_not_understood_is_named() {
    for (dialect, init, code, expected) in [
        ("AArch64", "", "NOP; LDP X0,X1,[X2]", "5:2: the instruction `LDP` of AArch64 is not supported"),
        ("AArch64", "", "MOV W0", "4:6: expected `,`, found the end of the instruction"),
        ("AArch64", "", "MOV Q0,#1", "expected a register, found `Q0`"),
        ("AArch64", "", "B L", "there is no label `L`"),
        ("AArch64", "", "L: NOP; L: NOP", "there are two labels `L`"),
        ("AArch64", "", "DMB FOO", "the instruction `DMB FOO` of AArch64 is not supported"),
        ("AArch64", "", "LDR W0,[W1]", "addresses are in registers of 64 bits"),
        ("AArch64", "", "LDR W0,[X1],#4", "addresses that change their register"),
        ("AArch64", "0:Y1=x;", "NOP", "`Y1` is not a register of AArch64"),
        (
            "AArch64",
            "0:X1=x;",
            "LDR W0,[X1]; LDR X0,[X1]",
            "5:2: this accesses 8 bytes of `x`, of which 4 bytes are accessed elsewhere",
        ),
        ("AArch64", "0:X1=x; int x;", "LDR X0,[X1]", "this accesses 8 bytes of `x`, which has 4"),
        ("ARM", "", "DMB LD", "`DMB ld` of ARM is not supported"),
        ("PPC", "", "andi r1,r1,1", "the instruction `andi` of PPC is not supported"),
        ("RISCV", "", "fence i,o", "the instruction `fence i,o` of RISCV is not supported"),
        ("RISCV", "", "lw.rl x5,0(x6)", "the instruction `lw.rl` of RISCV is not supported"),
        ("RISCV", "", "lw.w x5,0(x6)", "the instruction `lw.w` of RISCV is not supported"),
        ("X86_64", "", "clflush (x)", "the instruction `clflush` of X86_64 is not supported"),
        ("X86_64", "", "lock movl $1,(x)", "`movl` cannot be locked"),
        ("X86_64", "", "movl (x),(y)", "cannot have two operands in memory"),
        ("X86_64", "", "movl 1,(y)", "numbers are written with a `$`"),
    ] {
        let found = complaint(dialect, init, code);
        assert!(found.contains(expected), "{dialect} {code}: {found}");
    }
}
