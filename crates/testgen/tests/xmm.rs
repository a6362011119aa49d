//! Explorer and oracle find the same executions of generated programs under XMM, with and without its guard, for every number of
//! commits that is needed.

use raddle_explore::XmmOptions;
use raddle_testgen::Settings;
use raddle_testgen::compare::{XmmStats, compare_xmm};
use raddle_testgen::random::{Flavour, Programs, Size};

/// How many programs of each kind are compared. More with `RADDLE_XMM_PROGRAMS`, others with `RADDLE_XMM_SEED`.
fn number(name: &str, usually: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usually)
}

fn compare(flavours: &[Flavour], guard: bool, seed: u64, workers: usize) {
    let mut programs = Programs::new(number("RADDLE_XMM_SEED", 0) + seed, flavours, &Size::SMALL);
    let xmm = XmmOptions { guard, commits: None, ..XmmOptions::default() };
    let mut sum = XmmStats::default();
    for nth in 0..number("RADDLE_XMM_PROGRAMS", 300) {
        let settings = Settings { spurious_failures: nth % 2 == 0, limit: 20_000, workers };
        let drawn = programs.draw();
        match compare_xmm(&drawn.program(), xmm, settings) {
            Ok(stats) => sum += stats,
            Err(wrong) => {
                let least = drawn.shrink(wrong, |program| compare_xmm(program, xmm, settings).err());
                panic!("program {nth}: {least}");
            }
        }
    }
    println!("{sum:?}");
    assert!(sum.programs > 0, "no program has a cycle");
}

const MEMORY: [Flavour; 6] =
    [Flavour::Buffering, Flavour::General, Flavour::SeqCst, Flavour::Updates, Flavour::OneLocation, Flavour::Operands];

#[test]
fn generated_programs() {
    compare(&MEMORY, true, 1, 1);
}

#[test]
fn generated_programs_without_the_guard() {
    compare(&MEMORY, false, 2, 1);
}

#[test]
fn generated_programs_with_two_workers() {
    compare(&MEMORY, true, 3, 2);
}

#[test]
fn threads_that_wait_and_threads_that_are_started() {
    compare(&[Flavour::Buffering, Flavour::Waits, Flavour::Spawns], true, 4, 1);
    compare(&[Flavour::Buffering, Flavour::Waits, Flavour::Spawns], false, 5, 1);
}
