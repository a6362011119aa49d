//! C programs that check themselves, compiled by every clang there is, lowered, and run: they compute what they would
//! compute on the machine. Without a clang these tests say so and pass.

mod machine;

use std::fs;
use std::path::{Path, PathBuf};

use machine::{Outcome, run};
use raddle_llvm::{Cache, Clang, Compilation, LowerOptions, Module, lower};

/// Every compiler that can be found by name.
fn compilers() -> Vec<(String, Clang)> {
    let names = (15..=22).map(|major| format!("clang-{major}")).chain(["clang".to_owned(), "ziglang".to_owned()]);
    let found: Vec<_> =
        names.filter_map(|name| Clang::find(Some(Path::new(&name))).ok().map(|clang| (name, clang))).collect();
    if found.is_empty() {
        eprintln!("skipped: there is no clang");
    }
    found
}

fn compile(clang: &Clang, source: &Path) -> Module {
    let compilation = Compilation::new(source).flag("-w");
    let compiled = clang.compile(&compilation, &Cache::disabled());
    compiled.unwrap_or_else(|error| panic!("{error}")).parse().unwrap_or_else(|error| panic!("{error}"))
}

fn check(name: &str) {
    let source: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "programs", name].iter().collect();
    for (compiler, clang) in compilers() {
        let module = compile(&clang, &source);
        let lowered = lower(&[module], &LowerOptions::default());
        let lowered = lowered.unwrap_or_else(|error| panic!("{name} by {compiler}: {error}"));
        assert_eq!(run(&lowered.code).0, Outcome::Finished, "{name} by {compiler}");
    }
}

macro_rules! programs {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            check(concat!(stringify!($name), ".c"));
        }
    )*};
}

programs!(
    arithmetic,
    assembly,
    atomics,
    constructors,
    control,
    floats,
    padding,
    pointers,
    stack,
    structs,
    variadic,
    wide
);

#[test]
fn every_program_has_a_test() {
    let dir: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "programs"].iter().collect();
    let count = fs::read_dir(dir).unwrap().filter(|entry| entry.as_ref().is_ok_and(|it| it.path().is_file())).count();
    assert_eq!(count, 12);
}

#[test]
fn several_files_are_one_program() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let first = write(
        "first.c",
        "#include <assert.h>\nextern int shared; int twice(int); static int mine = 1;\n\
         int hidden(void) { return mine; }\n\
         int main(void) { shared = 4; assert(twice(5) == 14 && mine == 1 && hidden() == 1); return 0; }\n",
    );
    let second =
        write("second.c", "int shared = 3; static int mine = 2; int twice(int x) { mine++; return 2 * x + shared; }\n");
    for (compiler, clang) in compilers() {
        let modules = [compile(&clang, &first), compile(&clang, &second)];
        let lowered = lower(&modules, &LowerOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(run(&lowered.code).0, Outcome::Finished, "{compiler}");
    }
}
