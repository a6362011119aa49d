//! The order in which threads are written makes no difference: a random program has the same executions in every order of its threads.
//! No oracle is asked, so that many programs can be tried.

use std::collections::BTreeSet;
use std::time::Duration;

use raddle_explore::{Ending, Equivalence, FinalGraph, Limits, Options, Proceed, Run, Totals, Visitor, explore};
use raddle_graph::{Event, EventId, Execution, Source, ThreadId};
use raddle_models::ModelName;

use super::{Disagreement, Mismatch, Stats};
use crate::Sketch;
use crate::mutate::Numbers;
use crate::notation::{compiled, parse};
use crate::sketch::State;

/// The most accesses of a thread.
const ACCESSES: usize = 4;
const LOCATIONS: [&str; 4] = ["x", "y", "z", "u"];

/// Compares the executions of a random program with its threads in every order, under each of the models. The seed decides which
/// program.
pub fn compare_orders(seed: u64, models: &[ModelName]) -> Result<Stats, Box<Mismatch>> {
    let text = draw(&mut Numbers::new(seed));
    let program = parse(&text).unwrap_or_else(|error| unreachable!("{error} in {text}"));
    let orders = permutations(program.threads().len());
    let mut stats = Stats::default();
    for &model in models {
        let program = compiled(&program, model);
        let mut expected: Option<BTreeSet<Execution>> = None;
        for order in &orders {
            let threads = order.iter().map(|&thread| program.threads()[thread].clone()).collect();
            let ordered = Sketch::new(threads);
            let mismatch = |disagreement| {
                let (program, equivalence) = (ordered.clone(), Equivalence::Mo);
                Box::new(Mismatch { program, model, equivalence, spurious_failures: false, workers: 1, disagreement })
            };
            let options = Options { detect_duplicates: true, symmetry: false, ..Options::default() };
            // Far longer than programs of this size take.
            let run = Run::new(Limits { timeout: Some(Duration::from_secs(20)), ..Limits::default() });
            let explored = explore(&ordered, &model.into(), &options, &run, Collect::default);
            let (totals, found) = explored.map_err(|error| mismatch(Disagreement::Error(error)))?;
            if totals.uncertain {
                // It says so.
                stats.too_large += 1;
                continue;
            }
            if totals.limit.is_some() {
                let shown = Box::<Totals>::default();
                return Err(mismatch(Disagreement::Totals { counted: Box::new(totals), shown }));
            }
            let found: BTreeSet<Execution> =
                found.into_iter().flat_map(|one| one.0).map(|one| renamed(one, order)).collect();
            match &expected {
                Some(expected) if *expected != found => {
                    let missing = expected.difference(&found).cloned().collect();
                    let why = |execution: &Execution| (execution.clone(), "only in this order of threads".to_owned());
                    let surplus = found.difference(expected).map(why).collect();
                    return Err(mismatch(Disagreement::Sets { missing, surplus }));
                }
                Some(_) => {}
                None => {
                    stats.complete += found.len() as u64;
                    expected = Some(found);
                }
            }
            stats.compared += 1;
        }
    }
    Ok(stats)
}

/// Two or three threads of loads, stores, and updates whose operands are computed from what was read.
fn draw(numbers: &mut Numbers) -> String {
    let threads = 2 + numbers.below(2);
    let threads: Vec<String> = (0..threads).map(|_| draw_thread(numbers)).collect();
    threads.join(" | ")
}

fn draw_thread(numbers: &mut Numbers) -> String {
    let accesses = 1 + numbers.below(ACCESSES);
    let mut statements = Vec::new();
    let mut read = 0;
    for _ in 0..accesses {
        let location = LOCATIONS[numbers.below(LOCATIONS.len())];
        let operand = draw_operand(numbers, read);
        let statement = match numbers.below(6) {
            0 | 1 => format!("r{read}={location}"),
            2 | 3 => {
                statements.push(format!("{location}={operand}"));
                continue;
            }
            4 => format!("r{read}=faa({location},{operand})"),
            _ => format!("r{read}=xchg({location},{operand})"),
        };
        statements.push(statement);
        read += 1;
    }
    statements.join("; ")
}

/// A number, or what was computed from up to two of the registers that are set.
fn draw_operand(numbers: &mut Numbers, registers: usize) -> String {
    if registers == 0 {
        return (1 + numbers.below(2)).to_string();
    }
    let (one, other) = (numbers.below(registers), numbers.below(registers));
    match numbers.below(5) {
        0 => (1 + numbers.below(2)).to_string(),
        1 => format!("r{one}"),
        2 => format!("r{one}+1"),
        3 => format!("1+r{one}*0"),
        _ => format!("r{one}+r{other}"),
    }
}

/// Every order of so many things.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(count - 1);
    let longer = |order: &Vec<usize>| {
        (0..count).map(|at| [&order[..at], &[count - 1], &order[at..]].concat()).collect::<Vec<Vec<usize>>>()
    };
    shorter.iter().flat_map(longer).collect()
}

/// The execution with the names that its threads have in the original program; `order` gives these in the order of its threads.
fn renamed(execution: Execution, order: &[usize]) -> Execution {
    let name = |id: EventId| EventId { thread: ThreadId(order[id.thread.index()] as u16), ..id };
    let event = |event: Event| Event {
        rf: event.rf.map(|source| match source {
            Source::Init => Source::Init,
            Source::Event(id) => Source::Event(name(id)),
        }),
        ..event
    };
    let Execution { threads, ends, co, init, dependencies } = execution;
    let mut by_name: Vec<_> = order.iter().zip(threads.into_iter().zip(ends)).collect();
    by_name.sort_by_key(|(original, _)| **original);
    let (threads, ends) = by_name
        .into_iter()
        .map(|(_, (events, end))| (events.into_iter().map(event).collect(), end))
        .unzip::<Vec<Event>, _, Vec<_>, Vec<_>>();
    let writes = |writes: Vec<EventId>| writes.into_iter().map(name).collect();
    let co = co.map(|co| co.into_iter().map(|(addr, order)| (addr, writes(order))).collect());
    let dependencies = dependencies.into_iter().map(|(id, dependencies)| (name(id), dependencies)).collect();
    Execution { threads, ends, co, init, dependencies }
}

#[derive(Default)]
struct Collect(Vec<Execution>);

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        if found.ending() == Ending::Complete {
            self.0.push(found.execution());
        }
        Proceed::Continue
    }
}
