//! From C to executions: a sketch printed as a C program, compiled by clang and lowered has the executions that the oracle
//! finds for the sketch itself, under every model and both equivalences.
//!
//! Where there is no clang these tests say so and pass.

#[path = "c/same.rs"]
mod same;

use std::fmt::Write as _;
use std::path::PathBuf;

use raddle_llvm::{Cache, Clang, Compilation, Module};
use raddle_testgen::Sketch;
use raddle_testgen::random::{Drawn, Flavour, Programs, Size};
use raddle_testgen::sketch::{C_HEADER, Waiting};

/// A compiler, and a directory for what it compiles.
struct Compiler {
    clang: Clang,
    dir: PathBuf,
    waiting: Waiting,
}

impl Compiler {
    fn new(test: &str, waiting: Waiting) -> Option<Compiler> {
        let clang = match Clang::find(None) {
            Ok(clang) => clang,
            Err(error) => {
                eprintln!("skipped: {error}");
                return None;
            }
        };
        let dir = std::env::temp_dir().join(format!("raddle-testgen-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Some(Compiler { clang, dir, waiting })
    }

    /// The module of many programs, each with a prefix that says which it is.
    fn compile<'a>(&self, programs: impl IntoIterator<Item = &'a Sketch>) -> Module {
        let mut text = C_HEADER.to_owned();
        for (nth, program) in programs.into_iter().enumerate() {
            write!(text, "\n{}", program.c(&prefix(nth), self.waiting)).unwrap();
        }
        let source = self.dir.join("programs.c");
        std::fs::write(&source, &text).unwrap();
        let compilation = Compilation::new(&source).flag("-w");
        let compiled = self.clang.compile(&compilation, &Cache::disabled());
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}\n{text}"));
        compiled.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Compares a program with what it was compiled to; an error tells the program.
    fn compare(&self, program: &Sketch, modules: &[Module], prefix: &str) -> Result<same::Compared, String> {
        let compared = same::compare(program, modules, prefix);
        compared.map_err(|wrong| format!("{wrong}\n\n{program}\n{C_HEADER}{}", program.c(prefix, self.waiting)))
    }

    /// Compares one program, compiled on its own.
    fn judge(&self, program: &Sketch) -> Result<same::Compared, String> {
        if !program.is_c() {
            return Ok(same::Compared::default());
        }
        self.compare(program, &[self.compile([program])], &prefix(0))
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

fn prefix(nth: usize) -> String {
    format!("p{nth}_")
}

/// Compares random programs, so many at a time in one file.
fn compare_all(compiler: &Compiler, seed: u64, flavours: &[Flavour], count: usize) -> same::Compared {
    const AT_A_TIME: usize = 60;
    let mut programs = Programs::new(seed, flavours, &Size::SMALL);
    let mut compared = same::Compared::default();
    for _ in 0..count.div_ceil(AT_A_TIME) {
        let drawn: Vec<Drawn> =
            std::iter::repeat_with(|| programs.draw()).filter(|drawn| drawn.program().is_c()).take(AT_A_TIME).collect();
        let sketches: Vec<Sketch> = drawn.iter().map(Drawn::program).collect();
        let module = [compiler.compile(&sketches)];
        for (nth, (drawn, sketch)) in drawn.into_iter().zip(&sketches).enumerate() {
            match compiler.compare(sketch, &module, &prefix(nth)) {
                Ok(one) => compared += one,
                Err(wrong) => panic!("{}", drawn.shrink(wrong, |smaller| compiler.judge(smaller).err())),
            }
        }
    }
    println!("{flavours:?}: {compared:?}");
    compared
}

#[test]
fn random_programs_that_share_memory() {
    let Some(compiler) = Compiler::new("memory", Waiting::Blocks) else { return };
    let compared = compare_all(&compiler, 31, &Flavour::MEMORY, 600);
    assert!(compared.programs > 500 && compared.executions > 10_000, "{compared:?}");
}

#[test]
fn random_programs_with_resources() {
    let Some(compiler) = Compiler::new("resources", Waiting::Blocks) else { return };
    let compared = compare_all(&compiler, 32, &Flavour::RESOURCES, 600);
    assert!(compared.programs > 400 && compared.executions > 5_000 && compared.deadlocks > 100, "{compared:?}");
}

/// Loops that only wait are cut where assumptions would block.
#[test]
fn random_programs_that_wait_in_loops() {
    let Some(compiler) = Compiler::new("loops", Waiting::Loops) else { return };
    let compared = compare_all(&compiler, 33, &[Flavour::Waits], 300);
    assert!(compared.programs > 250 && compared.executions > 3_000, "{compared:?}");
}
