//! Measures how long the evaluation of cat files takes, on executions of thirty events: with everything computed, and with
//! another coherence order or another source of a read only.
//!
//!     cargo run --release -p raddle-models --example evaluate [MODEL…]

use std::collections::BTreeMap;
use std::time::Instant;

use raddle_graph::{Address, Event, EventId, Execution, Label, Mode, Relation, Source, ThreadEnd, ThreadId};
use raddle_models::ModelName;
use raddle_models::axioms::{Candidate, Judge};
use raddle_models::cat::{CatModel, Evaluator};

/// Three threads that each write, fence and read what the thread before them wrote, over three locations.
fn candidate() -> (Candidate, Relation) {
    let modes = [Mode::Rlx, Mode::Rel, Mode::Sc, Mode::Rlx];
    let mut threads: Vec<Vec<Event>> = Vec::new();
    for thread in 0..3_u16 {
        let mut events = Vec::new();
        for round in 0..3_u64 {
            let addr = Address(u64::from(thread) + 1);
            let mode = modes[round as usize];
            events.push(Event { label: Label::Write { addr, mode, value: round + 1, exclusive: false }, rf: None });
            if round == 1 {
                events.push(Event { label: Label::Fence { mode: Mode::Sc, on: None }, rf: None });
            }
            let addr = Address(u64::from((thread + 2) % 3) + 1);
            let (value, rf) = match thread {
                0 => (0, Source::Init),
                // Each thread's writes are its events 0, 2 and 5.
                _ => (round + 1, Source::Event(id(thread - 1, [0, 2, 5][round as usize]))),
            };
            let mode = [Mode::Rlx, Mode::Acq, Mode::Sc][round as usize];
            events.push(Event { label: Label::Read { addr, mode, value, exclusive: false }, rf: Some(rf) });
        }
        threads.push(events);
    }
    let writes = |thread| vec![id(thread, 0), id(thread, 2), id(thread, 5)];
    let co: BTreeMap<Address, Vec<EventId>> = (0..3).map(|t| (Address(u64::from(t) + 1), writes(t))).collect();
    let execution = Execution {
        ends: vec![ThreadEnd::Finished; 3],
        threads,
        co: None,
        init: BTreeMap::new(),
        dependencies: BTreeMap::new(),
    };
    let candidate = Candidate::new(&execution).expect("the execution is well formed");
    let co = candidate.coherence(&co).expect("coherence is well formed");
    (candidate, co)
}

fn id(thread: u16, index: u32) -> EventId {
    EventId { thread: ThreadId(thread), index }
}

/// Nanoseconds per call.
fn time(mut call: impl FnMut()) -> f64 {
    const CALLS: u32 = 2_000;
    let start = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    start.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

fn main() {
    let (candidate, co) = candidate();
    println!("{} elements; nanoseconds", candidate.size());
    println!("{:<8}{:>10}{:>10}{:>10}{:>10}{:>10}", "model", "allowed", "whole", "reads", "co", "by hand");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for model in ModelName::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == model.name()) {
            continue;
        }
        let Some(definition) = CatModel::shipped(model.name()) else { continue };
        let mut evaluator = Evaluator::new(definition);
        let allowed = evaluator.allows(&candidate, &co);
        let whole = time(|| {
            std::hint::black_box(evaluator.allows(&candidate, &co));
        });
        let reads = time(|| {
            evaluator.reload_reads();
            std::hint::black_box(evaluator.allows_coherence(&candidate, &co));
        });
        let coherence = time(|| {
            std::hint::black_box(evaluator.allows_coherence(&candidate, &co));
        });
        let by_hand = if ModelName::WITHOUT_DEPENDENCIES.contains(&model) {
            time(|| {
                std::hint::black_box(Judge::new(model, &candidate).check(&co).is_ok());
            })
        } else {
            f64::NAN
        };
        println!("{:<8}{allowed:>10}{whole:>10.0}{reads:>10.0}{coherence:>10.0}{by_hand:>10.0}", model.name());
    }
}
