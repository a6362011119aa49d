//! What becomes of the final states of a program under XMM if the program is transformed, and how XMM compares with IMM.
//!
//! Reordering and eliminating independent accesses adds no state. Running two threads one after the other as one may: a known
//! weakness of the model (`docs/internals/xmm.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use raddle_explore::{Options, XmmOptions};
use raddle_graph::{Execution, Mode, Value};
use raddle_models::ModelName;
use raddle_testgen::compare::explore_sketch;
use raddle_testgen::mutate::{Numbers, mutated};
use raddle_testgen::sketch::{Loc, Operand, Reg, Stmt};
use raddle_testgen::{Sketch, notation};

/// How many programs are transformed. More with `RADDLE_XMM_PROGRAMS`.
fn programs() -> u64 {
    std::env::var("RADDLE_XMM_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

const SEEDS: [&str; 10] = [
    "r0=x; y=1; z=1 | r1=y; x=1; r2=z",
    "r0=x; r1=z; y=r0 | r2=y; z=1; x=1",
    "r0=x; z=1; y=1 | r1=y; z=2 | r2=z; x=1",
    "r0=z; u=r0; r1=x; y=r1 | r2=u; r3=y; z=r3; x=1",
    "r0=y; if(r0){x=2} | x=1; r1=x; y=r1; x=1; r2=x",
    "r0=x; y=1; y=2 | r1=y; x=1; r2=x",
    "r0=u; z=1; r1=x; y=1 | u=1; r2=z; r3=y; x=1",
    "r0=x; z=r0; y=1 | r1=y; r2=z; if(r2==1){x=2}; z=1",
    "r0=x; y=1 | r1=y; z=1 | r2=z; x=1; r3=y",
    "r0=x; r1=x; y=1 | r2=y; x=1; x=2",
];

fn parsed(text: &str) -> Sketch {
    notation::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn drawn(seed: u64) -> (Sketch, Numbers) {
    let mut numbers = Numbers::new(seed);
    let mut program = parsed(SEEDS[numbers.below(SEEDS.len())]);
    for _ in 0..numbers.below(3) {
        program = mutated(&program, &mut numbers);
    }
    (program, numbers)
}

type States = BTreeSet<(Vec<Vec<Value>>, Vec<Value>)>;

/// Registers of all threads, and memory, of every complete execution.
fn states(program: &Sketch) -> Option<States> {
    let options = Options { xmm: XmmOptions { commits: None, ..XmmOptions::default() }, ..Options::default() };
    let found = Mutex::new(States::new());
    let threads = program.threads().len();
    explore_sketch(program, ModelName::Xmm, &options, &|graph| {
        let registers = (0..threads as u16).map(|thread| {
            graph.state(raddle_graph::ThreadId(thread)).map_or(Vec::new(), |state| state.registers().to_vec())
        });
        let memory = program.addresses().map(|addr| graph.memory(addr)).collect();
        let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.insert((registers.collect(), memory));
    })
    .ok()?;
    found.into_inner().ok()
}

/// Registers that a relaxed access sets, and that it needs; `None` for everything else.
fn registers(stmt: &Stmt) -> Option<(Option<Reg>, Vec<Reg>)> {
    let needed = |value: &Operand| value.reg.into_iter().chain(value.also).collect();
    match stmt {
        Stmt::Load { reg, mode: Mode::Rlx, .. } => Some((Some(*reg), Vec::new())),
        Stmt::Store { value, mode: Mode::Rlx, .. } => Some((None, needed(value))),
        _ => None,
    }
}

fn location(stmt: &Stmt) -> Option<Loc> {
    match stmt {
        Stmt::Load { loc, .. } | Stmt::Store { loc, .. } => Some(*loc),
        _ => None,
    }
}

/// May the two accesses change places?
fn independent(first: &Stmt, second: &Stmt) -> bool {
    let (Some((set, needs)), Some((other_set, other_needs))) = (registers(first), registers(second)) else {
        return false;
    };
    let clashes = |set: Option<Reg>, needs: &[Reg]| set.is_some_and(|set| needs.contains(&set));
    location(first) != location(second)
        && !clashes(set, &other_needs)
        && !clashes(other_set, &needs)
        && (set.is_none() || set != other_set)
}

#[test]
fn reordering_independent_accesses_adds_no_state() {
    let mut count = 0;
    for seed in 0..programs() {
        let (program, mut numbers) = drawn(seed);
        let thread = numbers.below(program.threads().len());
        let body = &program.threads()[thread];
        let places = body.windows(2).enumerate().filter(|(_, pair)| independent(&pair[0], &pair[1]));
        for at in places.map(|(at, _)| at).collect::<Vec<_>>() {
            let mut threads = program.threads().to_vec();
            threads[thread].swap(at, at + 1);
            let after = Sketch::new(threads);
            let (Some(before), Some(after_states)) = (states(&program), states(&after)) else { continue };
            assert!(after_states.is_subset(&before), "{program}\nis reordered to\n{after}");
            count += 1;
        }
    }
    println!("{count} reorderings");
    assert!(count > 100, "only {count} pairs");
}

#[test]
fn eliminating_overwritten_stores_adds_no_state() {
    let mut count = 0;
    for seed in 0..programs() {
        let (program, _) = drawn(seed);
        for thread in 0..program.threads().len() {
            let body = &program.threads()[thread];
            let is_overwritten = |pair: &[Stmt]| {
                let relaxed = |stmt: &Stmt| matches!(stmt, Stmt::Store { mode: Mode::Rlx, .. });
                relaxed(&pair[0]) && relaxed(&pair[1]) && location(&pair[0]) == location(&pair[1])
            };
            for at in (0..body.len().saturating_sub(1)).filter(|&at| is_overwritten(&body[at..at + 2])) {
                let mut threads = program.threads().to_vec();
                threads[thread].remove(at);
                let after = Sketch::new(threads);
                let (Some(before), Some(after_states)) = (states(&program), states(&after)) else { continue };
                assert!(after_states.is_subset(&before), "{program}\nloses a store and is\n{after}");
                count += 1;
            }
        }
    }
    println!("{count} eliminations");
    assert!(count > 10, "only {count} pairs");
}

/// The registers that a thread uses.
fn used(body: &[Stmt]) -> BTreeSet<Reg> {
    let mut found = BTreeSet::new();
    for stmt in body {
        match registers(stmt) {
            Some((set, needs)) => found.extend(set.into_iter().chain(needs)),
            // Something else: all of them.
            None => found.extend(0..16),
        }
    }
    found
}

/// Does running the last two threads one after the other as one add a state? `None` if that cannot be told.
fn sequentializing_adds(program: &Sketch) -> Option<bool> {
    let mut threads = program.threads().to_vec();
    let (last, before_last) = (threads.pop()?, threads.pop()?);
    if !used(&last).is_disjoint(&used(&before_last)) {
        return None;
    }
    let apart = states(program)?;
    threads.push(before_last.into_iter().chain(last).collect());
    let together = states(&Sketch::new(threads))?;
    let merged: States = apart
        .into_iter()
        .map(|(mut registers, memory)| {
            let (last, before_last) = (registers.pop().unwrap_or_default(), registers.pop().unwrap_or_default());
            registers.push(last.iter().zip(&before_last).map(|(a, b)| a + b).collect());
            (registers, memory)
        })
        .collect();
    Some(!together.is_subset(&merged))
}

#[test]
fn sequentializing_threads_may_add_a_state() {
    // Known ones, with the thread that is split at the end.
    for text in [
        "r0=y; if(r0){x=2} | x=1; r1=x; y=r1 | x=1; r2=x",
        "r0=y; if(r0){x=2} | x=1; r1=x; y=r1; x=1 | r2=x",
        "r0=y; if(r0){x=2} | r3=y | x=1; r1=x; y=r1+1; x=1 | r2=x",
    ] {
        assert_eq!(sequentializing_adds(&parsed(text)), Some(true), "{text}");
    }
    let mut tally = BTreeMap::<bool, u64>::new();
    for seed in 0..programs() {
        let (program, mut numbers) = drawn(seed);
        // Splits a thread, so that the program is what sequentializing would make of two.
        let mut threads = program.threads().to_vec();
        let whole = threads.remove(numbers.below(program.threads().len()));
        if whole.len() < 2 {
            continue;
        }
        let (first, second) = whole.split_at(1 + numbers.below(whole.len() - 1));
        threads.push(first.to_vec());
        threads.push(second.to_vec());
        let split = Sketch::new(threads);
        if let Some(adds) = sequentializing_adds(&split) {
            if adds {
                println!("sequentializing adds a state to\n{split}");
            }
            *tally.entry(adds).or_default() += 1;
        }
    }
    println!("sequentializations that add a state: {tally:?}");
}

/// Every execution of IMM is one of XMM.
#[test]
fn imm_allows_no_more_than_xmm() {
    let mut count = 0;
    for seed in 0..programs() {
        let (program, _) = drawn(seed);
        let executions = |model| {
            let options = Options { xmm: XmmOptions { commits: None, ..XmmOptions::default() }, ..Options::default() };
            let found = Mutex::new(BTreeSet::new());
            let explored = explore_sketch(&program, model, &options, &|graph| {
                let execution = Execution { dependencies: BTreeMap::new(), ..graph.execution() };
                found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(execution);
            });
            explored.ok().and_then(|_| found.into_inner().ok())
        };
        let [Some(rc20), Some(imm), Some(xmm)] = [ModelName::Rc20, ModelName::Imm, ModelName::Xmm].map(executions)
        else {
            continue;
        };
        assert!(imm.is_subset(&xmm), "imm allows more of\n{program}");
        assert!(rc20.is_subset(&xmm), "rc20 allows more of\n{program}");
        count += xmm.difference(&imm).count();
    }
    println!("{count} executions of xmm that imm forbids");
    assert!(count > 0);
}
