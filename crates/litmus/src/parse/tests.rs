//! The parser, from the outside.

use super::*;
use crate::condition::Quantifier;

fn condition(text: &str) -> Result<Condition, Error> {
    let mut parser = Parser::new(text, 0)?;
    let condition = parser.condition()?;
    if parser.token.kind == Kind::End { Ok(condition) } else { Err(parser.expected("the end", "")) }
}

fn complaint(source: &str) -> String {
    parse(source).unwrap_err().to_string()
}

#[test]
fn a_whole_file() {
    let source = "(* before *)\nC MP+x \n\"a description\"\nCom=Rf Fr\nOrig= a = b\n\n\
        { x = 1; int y = -2; atomic_int z; [w]=0x10; 0:r0=5; int *p = &x; int a[3] = {1,2}; } // after\n\
        P0 (atomic_int* y, int* x, volatile int* z) { /* c */ int r0 = (*x); }\n\
        P1 (void) { ; }\n\
        locations [x; 0:r1; y;]\nfilter (0:r0=1)\n~exists (0:r0=1 /\\ [x]!=2)";
    let parsed = parse(source).unwrap();
    assert_eq!(parsed.name, "MP+x");
    assert_eq!(parsed.doc.as_deref(), Some("a description"));
    assert_eq!(parsed.info[1], ("Orig".to_owned(), "a = b".to_owned()));
    assert_eq!(parsed.init.len(), 7);
    assert_eq!(parsed.threads.len(), 2);
    assert_eq!(parsed.threads[0].params.len(), 3);
    assert_eq!(parsed.locations.len(), 3);
    assert!(parsed.filter.is_some());
    assert_eq!(parsed.condition.quantifier, Quantifier::NotExists);
    assert_eq!(parsed.condition.to_string(), "~exists (0:r0=1 /\\ (not ([x]=2)))");
}

#[test]
fn the_hash_ignores_comments_blanks_and_the_header() {
    let a = parse("C a\n{}\nP0 (int *x) { *x = 1; }\nexists (x=1)").unwrap();
    let b = parse("C b\n\"doc\"\n{ }\nP0(int*x){*x=1; /* c */}\n\n(* d *) exists (x=1)").unwrap();
    let c = parse("C a\n{}\nP0 (int *x) { *x = 2; }\nexists (x=1)").unwrap();
    assert_eq!(a.hash, b.hash);
    assert_ne!(a.hash, c.hash);
}

#[test]
fn conditions_print_and_parse_again() {
    for text in [
        "exists (0:r0=1 /\\ 1:r1=-1)",
        "forall (x=1 \\/ y=2 /\\ z=3)",
        "~exists ((x=1 \\/ y=2) /\\ z=0xff)",
        "exists not (x=1) => y=1 => z=1 /\\ w=1",
        "exists ~~(x=1) \\/ true /\\ false",
        "exists [x]=2 /\\ *y!=3 /\\ a[2]<>4 /\\ [a[1]]=1",
        "exists 0:r0=x /\\ 0:r0=&y /\\ p=&a[1] /\\ 0:r1=1:r2 /\\ x=[y] /\\ x=*y /\\ P1:r0=P0:r0 /\\ x=*a[1]",
        "exists ((x=1 /\\ y=1) /\\ (z=1 /\\ (w=1)))",
        "(x=1)",
        "",
    ] {
        let first = condition(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let printed = first.to_string();
        let second = condition(&printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
        assert_eq!(first, second, "{text} -> {printed}");
        assert_eq!(printed, second.to_string());
    }
}

#[test]
fn implication_binds_tighter_than_conjunction() {
    let a = condition("exists a=1 => b=1 /\\ c=1").unwrap();
    let b = condition("exists (a=1 => b=1) /\\ c=1").unwrap();
    assert_eq!(a, b);
    let a = condition("exists a=1 => b=1 => c=1").unwrap();
    let b = condition("exists a=1 => (b=1 => c=1)").unwrap();
    assert_eq!(a, b);
    let a = condition("exists a=1 \\/ b=1 /\\ c=1").unwrap();
    let b = condition("exists a=1 \\/ (b=1 /\\ c=1)").unwrap();
    assert_eq!(a, b);
}

#[test]
fn errors_name_the_construct_and_the_place() {
    assert!(complaint("MIPS MP\n{}\n").contains("MIPS are not supported"));
    assert!(complaint("Z80 MP\n{}\n").contains("no litmus dialect `Z80`"));
    assert!(complaint("AArch64 MP\n{}\nexists (x=1)").contains("expected the threads"));
    assert!(complaint("AArch64 MP\n{}\n P0 | P2 ;\n").starts_with("3:7: expected thread P1, found `P2`"));
    assert!(complaint("AArch64 MP\n{}\n P0 | P1 ;\n NOP ;\n").contains("1 cells, and there are 2 threads"));
    assert!(complaint("AArch64 MP\n{}\n P0 ;\n NOP \nexists (x=1)").starts_with("4:2: this row never ends"));
    assert!(complaint("").contains("no header"));
    assert!(complaint("C MP").contains("initial state is missing"));
    assert!(complaint("C MP\nfoo\n{}").starts_with("2:1: this line belongs neither"));
    assert!(complaint("C MP\n{}\nexists (x=1)").contains("expected a thread"));
    assert!(complaint("C MP\n{}\nP1 (int *x) {}").contains("expected thread P0, found P1"));
    assert!(complaint("C MP\n{}\nP0 (int x) {}").contains("`int *x`"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { struct s y; }").contains("structures"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { switch (1) {} }").contains("`switch`"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { float f; }").contains("`float` is not supported"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { long char c; }").contains("do not form a type"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { int a[3]; }").contains("local arrays"));
    assert!(complaint("C MP\n{}\nP0 (int *x) { x->f = 1; }").contains("structures"));
    assert!(complaint("C MP\n{}\nP0 (int *x) {} exists (x=1) exists").contains("nothing may follow"));
    assert!(complaint("C MP\n{int a[0]}\nP0 (int *x) {}").contains("cannot have 0 cells"));
    assert!(complaint("C MP\n{int a[1]={1,2}}\nP0 (int *x) {}").contains("1 cells and 2"));
}

#[test]
fn nesting_is_bounded() {
    let deep = 100_000;
    let wrap = |body: String| format!("C deep\n{{}}\nP0 (int *x) {{ {body} }}");
    for body in [
        format!("int r = {}1{};", "(".repeat(deep), ")".repeat(deep)),
        format!("int r = {}1;", "-".repeat(deep)),
        format!("int r = {}1;", "1 ? 1 : ".repeat(deep)),
        format!("int r = 1{};", " + 1".repeat(deep)),
        format!("r {} 1;", "= r ".repeat(deep)),
        format!("{}{}", "{".repeat(deep), "}".repeat(deep)),
        format!("{};", "if (1) ".repeat(deep)),
        format!("{};", "if (1) ; else ".repeat(deep)),
        format!("int {}r;", "*".repeat(deep)),
        format!("{} r;", "_Atomic(".repeat(deep)),
        format!("r{};", "[1]".repeat(deep)),
        format!("{}r{};", "f(".repeat(deep), ")".repeat(deep)),
        format!("r{};", ", r".repeat(deep)),
        format!("r{};", "++".repeat(deep)),
    ] {
        assert!(parse(&wrap(body)).is_err());
    }
    for text in [
        format!("exists {}x=1", "~".repeat(deep)),
        format!("exists {}x=1", "(".repeat(deep)),
        format!("exists {}x=1", "x=1 => ".repeat(deep)),
        format!("exists {}x=1", "(x=1 /\\ ".repeat(deep)),
    ] {
        assert!(condition(&text).is_err());
    }
    // Chains of conjunctions are flat.
    assert!(condition(&format!("exists x=1{}", " /\\ x=1".repeat(deep))).is_ok());
}
