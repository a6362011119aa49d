//! Errors in modules are refused with a place and a reason.

use raddle_llvm::Module;

/// The position and message of the error in a text.
fn error(text: &str) -> String {
    match Module::parse("t.ll", text) {
        Ok(module) => panic!("accepted: {text}\n{module}"),
        Err(error) => error.to_string(),
    }
}

/// The same for the body of a function with parameters `i32 %x, ptr %p`.
fn in_body(body: &str) -> String {
    error(&format!("define void @f(i32 %x, ptr %p) {{\n{body}\n}}"))
}

#[test]
fn typed_pointers_name_the_old_compiler() {
    for text in ["@x = global i32* null", "declare void @f(i8**)", "%t = type { i32 ()* }"] {
        let message = error(text);
        assert!(message.contains("clang 14") && message.contains("clang 15 or newer"), "{message}");
    }
    assert!(in_body("%y = load i32, i32* %p\nret void").starts_with("t.ll:2:19:"));
}

#[test]
fn unknown_instructions_are_errors() {
    let message = in_body("  %y = frobnicate i32 %x\n  ret void");
    assert!(message.starts_with("t.ll:2:8: `frobnicate` is not a known instruction"), "{message}");
    let message = in_body("  call void @f(i32 1, ptr null)\n  frobnicate i32 %x\n  ret void");
    assert!(message.starts_with("t.ll:3:3: `frobnicate`"), "{message}");
}

#[test]
fn every_name_has_to_be_defined_once() {
    for (text, expected) in [
        ("@x = global ptr @y", "t.ll:1:17: `@y` is used but neither defined nor declared"),
        ("@x = global i32 0\n@x = global i32 0", "t.ll:2:1: `@x` is defined twice"),
        ("%t = type i8\n%t = type i8", "t.ll:2:11: `%t` is defined twice"),
        ("@x = global ptr blockaddress(@f, %b)\ndeclare void @f()", "`@f` has no such block"),
    ] {
        assert!(error(text).contains(expected), "{}", error(text));
    }
    for (body, expected) in [
        ("%y = add i32 %x, %z\nret void", "t.ll:2:18: `%z` is used but never defined"),
        ("%x = add i32 1, 1\nret void", "`%x` is defined twice"),
        ("br label %nowhere", "no such block"),
        ("a:\nret void\na:\nret void", "the block `%a` is defined twice"),
        ("%1 = add i32 %x, 1\n%1 = add i32 %x, 1\nret void", "`%1` should have been `%2`"),
    ] {
        assert!(in_body(body).contains(expected), "{}", in_body(body));
    }
}

#[test]
fn types_have_to_fit() {
    for (body, expected) in [
        ("%y = add i64 %x, 1\nret void", "`%x` has type `i32`, not `i64`"),
        ("br label %a\na:\n%y = add i32 %z, 1\n%z = add i64 1, 1\nret void", "used above with another type"),
        ("br i32 %x, label %a, label %a\na:\nret void", "the condition of `br` cannot have the type `i32`"),
        ("%y = extractvalue { i8, i8 } undef, 2\nret void", "`{ i8, i8 }` has no part 2"),
        ("%y = ret void", "has no result to name"),
        ("ret i32 %x", "the result of this function cannot have the type `i32`"),
        ("%y = load i32, i32 %x\nret void", "an address cannot have the type `i32`"),
        ("%y = fadd i32 %x, 1\nret void", "an operand of `fadd` cannot have the type `i32`"),
        ("%y = icmp eq float 1.0, 1.0\nret void", "an operand of `icmp` cannot have the type `float`"),
        ("store i32 %x, ptr %p, align 3\nret void", "3 is not an alignment"),
        ("store i32 null, ptr %p\nret void", "the null pointer cannot have the type `i32`"),
        ("store float 1, ptr %p\nret void", "an integer cannot have the type `float`"),
        ("%y = add i32 %x, 340282366920938463463374607431768211456\nret void", "does not fit"),
    ] {
        assert!(in_body(body).contains(expected), "{}", in_body(body));
    }
    assert!(error("@x = global [2 x i8] [i8 1]").contains("do not make a value of type `[2 x i8]`"));
    assert!(error("@x = global [2 x i8] c\"abc\"").contains("a text of 3 bytes cannot have the type"));
    assert!(error("@x = global { i8 } { i16 1 }").contains("do not make"));
    assert!(error("@x = global i0 0").contains("there is no integer type `i0`"));
}

#[test]
fn blocks_have_to_end() {
    assert!(in_body("%y = add i32 %x, 1").contains("expected an instruction that ends the block, found `}`"));
    assert!(in_body("a:\nb:\nret void").contains("ends the block in front of this one"));
    assert!(in_body("").contains("expected an instruction"));
}

#[test]
fn the_end_of_the_file_is_told() {
    let message = error("define void @f() {\n  ret void");
    assert!(message.contains("found the end of the file") && message.contains("cut off"), "{message}");
    assert!(error("@x = global [2 x i8] c\"a").contains("a text without an end"));
}

#[test]
fn unknown_attributes_and_metadata_are_not_errors() {
    let text = "
        define newattr(1, (2)) \"k\"=\"v\" void @f(ptr brandnew(foo: bar) otherattr %p) unheard_of(x) #9 !new !0 {
          call void @f(ptr brandnew(a) %p) unheard_of #8, !newer !{!1, i32 4}, !dbg !7
          ret void, !strange !DIWhatever(a: b | c, d: {1, 2})
        }
        !0 = !DIWhatever(a: 1, b: !\"x\", c: whatever(1, 2))
        !1 = distinct !{!1, !DIExpression(DW_OP_brand_new, 4)}";
    Module::parse("t.ll", text).unwrap();
}

#[test]
fn nonsense_in_the_data_layout_is_named() {
    assert!(error("target datalayout = \"e-i64:3\"").contains("`i64:3` makes no sense"));
}
