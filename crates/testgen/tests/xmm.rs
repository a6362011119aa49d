//! Explorer and oracle find the same executions of generated programs under XMM, with and without its guard, for every number of
//! commits that is needed.

use std::num::NonZeroU32;

use raddle_explore::{Options, XmmOptions};
use raddle_models::ModelName;
use raddle_testgen::compare::{XmmStats, compare_xmm, explore_sketch};
use raddle_testgen::known::hard;
use raddle_testgen::mutate::{Numbers, mutated};
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::{Settings, Sketch, notation};

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

/// Programs that have cycles: their relatives often have some, too.
const BUFFERING: [&str; 16] = [
    "r0=x; y=1 | r1=y; x=1",
    "r0=x; y=r0 | r1=y; x=1",
    "r0=x; y=1 | r1=y; z=1 | r2=z; x=1",
    "r0=z; u=r0; r1=x; y=r1 | r2=u; r3=y; z=r3; x=1",
    "r0=x; r1=x; if(r0==1){y=r1} else {y=1} | r2=y; x=r2 | x=2",
    "r0=x; if(r0==0){y=1} else {r1=z; if(r1==1){y=1}} | r2=y; if(r2==1){x=1} | z=1",
    "r0=x; y=r0; y=2 | r1=y; if(r1==0){r3=z} else {x=2} | r2=y; if(r2==0){x=r2} else {r3=y}",
    "r0=y; r1=faa(x,1) | r2=faa(x,1); y.rel=1",
    "r0=faa(x,1); r1=faa(y,1) | r2=faa(y,1); r3=faa(x,1)",
    "r0=u; z=1; r1=x; y=1 | u=1; r2=z; r3=y; x=1",
    "r0=y; if(r0==0){r3=z} else {x=2} | x=1; r1=x; y=r1; x=1; r2=x",
    "r0=x; z=r0; y=1 | r1=y; r2=z; if(r2==1){x=2} else {x=1}",
    "r0=faa(x,1) | r1=x.acq; y=1 | r2=y.acq; x=2",
    "r0=x; y.rel=2; y=1 | r1=y; if(r1==1){x=1}",
    "r0=x; y=1 | r1=u; if(r1==1){x=1} | r2=z; if(r2==1){u=1} | r3=y; if(r3==1){z=1}",
    "r0=x; y=1 | r1=z; if(r1==1){x=1} | r2=y; r3=u; if(r2==1){z=1} else {if(r3==1){x=2}} | u=1",
];

/// Load-buffering programs and hard ones.
fn known() -> Vec<Sketch> {
    let parsed = BUFFERING.iter().map(|text| notation::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    parsed.chain(hard::programs().into_iter().map(|one| one.program)).collect()
}

/// One of them with some changes.
fn relative(known: &[Sketch], seed: u64, nth: u64) -> Sketch {
    let mut numbers = Numbers::new(number("RADDLE_XMM_SEED", 0).wrapping_mul(1_000_000) + seed * 100_000 + nth);
    // The first ones more often.
    let pick = if nth.is_multiple_of(3) { numbers.below(known.len()) } else { numbers.below(BUFFERING.len()) };
    let mut program = known[pick].clone();
    for _ in 0..nth % 3 {
        program = mutated(&program, &mut numbers);
    }
    program
}

fn near_cycles(guard: bool, seed: u64) {
    let xmm = XmmOptions { guard, commits: None, ..XmmOptions::default() };
    let known = known();
    let mut sum = XmmStats::default();
    for nth in 0..number("RADDLE_XMM_PROGRAMS", 300) {
        let program = relative(&known, seed, nth);
        let settings = Settings { limit: 30_000, ..Settings::default() };
        match compare_xmm(&program, xmm, settings) {
            Ok(stats) => sum += stats,
            Err(wrong) => panic!("program {nth}: {wrong}"),
        }
    }
    println!("{sum:?}");
    assert!(sum.cyclic > 300, "few executions have a cycle");
}

#[test]
fn relatives_of_load_buffering() {
    near_cycles(true, 6);
}

#[test]
fn relatives_of_load_buffering_without_the_guard() {
    near_cycles(false, 7);
}

/// How many programs with cycles are complete with one, two and three commits at once.
#[test]
fn few_commits_usually_suffice() {
    let (known, mut cyclic, mut complete) = (known(), 0, [0; 3]);
    for nth in 0..number("RADDLE_XMM_PROGRAMS", 300) {
        let program = relative(&known, 8, nth);
        let explored = |commits| {
            let xmm = XmmOptions { commits: NonZeroU32::new(commits), ..XmmOptions::default() };
            explore_sketch(&program, ModelName::Xmm, &Options { xmm, ..Options::default() }, &|_| {}).ok()
        };
        let Some(all) = explored(0).filter(|totals| totals.xmm.cyclic > 0) else { continue };
        cyclic += 1;
        for (commits, count) in (1..).zip(&mut complete) {
            let Some(few) = explored(commits) else { panic!("refused with {commits} commits only:\n{program}") };
            assert!(few.complete == all.complete || few.commits_reached, "says nothing:\n{program}");
            *count += u32::from(few.complete == all.complete);
        }
    }
    println!("of {cyclic} programs with cycles, complete with 1, 2, 3 commits: {complete:?}");
    assert!(complete[0] <= complete[1] && complete[1] <= complete[2] && complete[2] > 0);
}

/// With fewer commits at once the explorer finds fewer executions, and says so.
#[test]
fn fewer_commits_find_less_and_say_so() {
    let text = "r0=x; y=1; r1=z; u=1 | r2=u; z=1; r3=y; x=1";
    let program = notation::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let explored = |commits| {
        let xmm = XmmOptions { commits: NonZeroU32::new(commits), ..XmmOptions::default() };
        let options = Options { xmm, ..Options::default() };
        match explore_sketch(&program, ModelName::Xmm, &options, &|_| {}) {
            Ok(totals) => (totals.complete, totals.commits_reached),
            Err(error) => panic!("{error}"),
        }
    };
    let (all, is_cut) = explored(0);
    assert_eq!((all, is_cut), (16, false));
    let (one, is_cut) = explored(1);
    assert!(one < all && is_cut, "{one} of {all}");
    assert_eq!(explored(2).0, all);
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
