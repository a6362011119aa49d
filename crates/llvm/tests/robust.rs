//! Any text is parsed to a module or an error, without a panic, a hang or a stack overflow.

mod files;

use raddle_llvm::{LowerOptions, Module, lower};
use std::fmt::Write;

/// Parses a text, and prints and lowers the module.
fn read(text: &str) {
    match Module::parse("t.ll", text) {
        Ok(module) => {
            let mut sink = Counter(0);
            write!(sink, "{module}").unwrap();
            assert!(sink.0 > 0);
            lower_some(module, text.len());
        }
        Err(error) => assert!(error.offset <= text.len() && error.line > 0 && error.column > 0),
    }
}

/// Lowers a module with some of its functions as entry.
fn lower_some(module: Module, seed: usize) {
    let defined = module.functions.iter().filter(|function| !function.is_declaration());
    let names: Vec<String> = defined.map(|it| module.symbol(it.header.symbol).name.to_string()).collect();
    let modules = [module];
    for i in 0..names.len().min(3) {
        let entry = names[(seed + i * 7) % names.len()].clone();
        if let Err(error) = lower(&modules, &LowerOptions { entry, ..LowerOptions::default() }) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Counts characters instead of storing them.
struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

#[test]
fn files_that_are_cut_off() {
    for (name, text) in files::files() {
        let step = match name.as_str() {
            "everything.ll" | "atomics.clang22.ll" => 1,
            "classes.clang19.ll" | "language.clang15.ll" => 7,
            _ => 101,
        };
        for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            read(&text[..end]);
        }
    }
}

/// A deterministic random number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
}

#[test]
fn files_with_changed_bytes() {
    let signs = b"%@!#$\"\\()[]{}<>*,=:;.-+019axi\n \xff";
    for (name, text) in files::files() {
        let rounds = if name == "everything.ll" { 6000 } else { 300 };
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for _ in 0..rounds {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + numbers.below(3) {
                let at = numbers.below(bytes.len());
                match numbers.below(4) {
                    0 => bytes[at] = signs[numbers.below(signs.len())],
                    1 => bytes[at] ^= 1 << numbers.below(7),
                    2 => {
                        bytes.remove(at);
                    }
                    _ => bytes.insert(at, signs[numbers.below(signs.len())]),
                }
            }
            read(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn files_with_words_taken_out_or_doubled() {
    for (name, text) in files::files().into_iter().filter(|(name, _)| !name.starts_with("library")) {
        let words: Vec<&str> = text.split_inclusive([' ', ',', '(', '\n']).collect();
        let mut numbers = Numbers(0x1234_5678_9abc_def1 + name.len() as u64);
        for _ in 0..if name == "everything.ll" { 3000 } else { 100 } {
            let mut words = words.clone();
            let (from, to) = (numbers.below(words.len()), numbers.below(words.len()));
            match numbers.below(3) {
                0 => drop(words.remove(from)),
                1 => words.swap(from, to),
                _ => words.insert(to, words[from]),
            }
            read(&words.concat());
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [
        ("@x = global [1 x ", "]"),
        ("@x = global { ", "}"),
        ("%t = type <{ ", "}>"),
        ("@x = global i32 (", ")"),
        ("!0 = !{", "}"),
        ("!0 = !DIFoo(a: ", ")"),
        ("@x = global ptr inttoptr (i64 ptrtoint (ptr ", ")"),
        ("declare void @f(ptr a(", ")"),
    ] {
        let (head, unit) = open.split_at(open.rfind("= ").map_or(0, |i| i + 2));
        for depth in [10, 250, 100_000] {
            read(&format!("{head}{}{}", unit.repeat(depth), close.repeat(depth)));
            read(&format!("{head}{}", unit.repeat(depth)));
        }
    }
    let nested = format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(150), "]".repeat(150));
    assert!(Module::parse("t.ll", nested).is_ok());
    let nested = format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(300), "]".repeat(300));
    assert!(Module::parse("t.ll", nested).unwrap_err().message.contains("nests"));
}

#[test]
fn large_numbers_take_no_memory() {
    for text in [
        "@x = global [18446744073709551615 x [18446744073709551615 x i8]] zeroinitializer",
        "define void @f() {\n  %4294967295 = add i32 1, 1\n  %y = call i32 @g()\n  ret void\n}",
        "!4294967295 = !{!4294967294}",
        "attributes #4294967295 = { nounwind }",
        "@4294967295 = global i32 0",
        "@x = global i8388608 -1",
        "@x = global i99999999999 0",
    ] {
        read(text);
    }
}
