//! From C to executions: a sketch printed as a C program, compiled by clang and lowered has the executions that the oracle
//! finds for the sketch itself, under every model and both equivalences.
//!
//! Where there is no clang these tests say so and pass. `RADDLE_C_PROGRAMS` says how many random programs each test compares
//! instead of a few hundred, `RADDLE_C_SEED` which ones, and `RADDLE_CLANG` names the compiler.

#[path = "c/same.rs"]
mod same;

use std::fmt::Write as _;

use raddle_llvm::{Cache, Clang, Compilation, Module};
use raddle_models::ModelName;
use raddle_testgen::Sketch;
use raddle_testgen::known::dependent::in_every_order;
use raddle_testgen::known::{self, Strength, hard, resources};
use raddle_testgen::random::{Drawn, Flavour, Programs, Size};
use raddle_testgen::sketch::{C_HEADER, Waiting};
use tempfile::TempDir;

/// A compiler, and a directory for what it compiles.
struct Compiler {
    clang: Clang,
    dir: TempDir,
    waiting: Waiting,
}

impl Compiler {
    fn new(waiting: Waiting) -> Option<Compiler> {
        let clang = match Clang::find(None) {
            Ok(clang) => clang,
            Err(error) => {
                eprintln!("skipped: {error}");
                return None;
            }
        };
        let dir = tempfile::tempdir().unwrap();
        Some(Compiler { clang, dir, waiting })
    }

    /// The module of many programs, each with a prefix that says which it is.
    fn compile<'a>(&self, programs: impl IntoIterator<Item = &'a Sketch>) -> Module {
        let mut text = C_HEADER.to_owned();
        for (nth, program) in programs.into_iter().enumerate() {
            write!(text, "\n{}", program.c(&prefix(nth), self.waiting)).unwrap();
        }
        let source = self.dir.path().join("programs.c");
        std::fs::write(&source, &text).unwrap();
        let compilation = Compilation::new(&source).flag("-w");
        let compiled = self.clang.compile(&compilation, &Cache::disabled());
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}\n{text}"));
        compiled.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// Compares a program with what it was compiled to; the error contains the program.
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

fn prefix(nth: usize) -> String {
    format!("p{nth}_")
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Compares random programs, so many at a time in one file.
fn compare_all(compiler: &Compiler, seed: u64, flavours: &[Flavour], count: u64) -> same::Compared {
    const AT_A_TIME: usize = 60;
    let seed = seed + variable("RADDLE_C_SEED").unwrap_or(0);
    let count = variable("RADDLE_C_PROGRAMS").unwrap_or(count);
    let mut programs = Programs::new(seed, flavours, &Size::SMALL);
    let mut compared = same::Compared::default();
    for _ in 0..count.div_ceil(AT_A_TIME as u64) {
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
    let Some(compiler) = Compiler::new(Waiting::Blocks) else { return };
    let compared = compare_all(&compiler, 31, &Flavour::MEMORY, 600);
    assert!(compared.programs > 500 && compared.executions > 10_000, "{compared:?}");
}

#[test]
fn random_programs_with_resources() {
    let Some(compiler) = Compiler::new(Waiting::Blocks) else { return };
    let compared = compare_all(&compiler, 32, &Flavour::RESOURCES, 600);
    assert!(compared.programs > 400 && compared.executions > 5_000 && compared.deadlocks > 100, "{compared:?}");
}

/// Loops that only wait are cut where assumptions would block.
#[test]
fn random_programs_that_wait_in_loops() {
    let Some(compiler) = Compiler::new(Waiting::Loops) else { return };
    let compared = compare_all(&compiler, 33, &[Flavour::Waits], 300);
    assert!(compared.programs > 250 && compared.executions > 3_000, "{compared:?}");
}

/// Programs of which executions with load buffering are easily lost, with their threads in every order.
#[test]
fn hard_programs_under_imm() {
    let Some(compiler) = Compiler::new(Waiting::Loops) else { return };
    let programs = hard::programs();
    let in_c = programs.iter().filter(|hard| hard.program.is_c());
    let ordered: Vec<(Sketch, u64)> = in_c
        .flat_map(|hard| in_every_order(&hard.program).into_iter().map(|ordered| (ordered, hard.counts[0])))
        .collect();
    assert_eq!(hard::MODELS[0], ModelName::Imm);
    let module = [compiler.compile(ordered.iter().map(|(program, _)| program))];
    for (nth, (program, count)) in ordered.iter().enumerate() {
        assert_eq!(same::count(&module, &prefix(nth), ModelName::Imm), Ok(*count), "{program}");
    }
    println!("{} programs", ordered.len());
    assert!(ordered.len() > 100, "most can be said in C: {}", ordered.len());
}

#[test]
fn known_programs() {
    let Some(compiler) = Compiler::new(Waiting::Loops) else { return };
    let strengths = [Strength::Relaxed, Strength::Fenced, Strength::ReleaseAcquire, Strength::SeqCst];
    let with_strength = strengths.iter().flat_map(|&s| {
        [
            known::writers_and_a_reader(2, s),
            known::read_then_write(2, s),
            known::cas_then_write(2, s),
            known::waits_for_an_older_value(s),
            known::waits_for_either_of_two(s),
            known::spin_lock(2, s),
            known::two_waits_and_one_release(s),
            known::barrier(2, s),
            known::a_write_among_increments(s),
            known::cas_in_turn(3, s),
            known::revisit_undoes_an_update_elsewhere(s),
            known::store_buffering_past_a_weaker_store(s),
            known::stores_and_blocks(s),
        ]
    });
    let with_resources = [
        resources::locked_increments(2),
        resources::opposite_orders(),
        resources::philosophers(3),
        resources::locks_twice(),
        resources::never_unlocks(),
        resources::both_never_unlock(),
        resources::assumes_with_a_lock(),
        resources::assumes_before_a_lock(),
        resources::order_depends_on_a_read(),
        resources::joins_with_a_lock(),
        resources::attempts(2),
        resources::attempts_instead_of_opposite_orders(),
        resources::opposite_orders_of_words(),
        resources::increments_with_a_semaphore(2),
        resources::handed_over_by_a_semaphore(),
        resources::semaphores_in_opposite_orders(),
        resources::waits_while_another_has_it(),
        resources::meeting(3),
        resources::meeting_twice(),
        resources::meeting_without_the_third(),
        resources::signal_too_early(),
        resources::signal_in_time(),
        resources::choices_and_locks(),
    ];
    let programs: Vec<Sketch> = with_strength.chain(with_resources).collect();
    let module = [compiler.compile(&programs)];
    let mut compared = same::Compared::default();
    for (nth, program) in programs.iter().enumerate() {
        assert!(program.is_c());
        let result = compiler.compare(program, &module, &prefix(nth));
        compared += result.unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    println!("{compared:?}");
    assert!(compared.too_large <= 10, "{compared:?}");
}
