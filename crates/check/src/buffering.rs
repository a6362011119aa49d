//! Load-buffering races: a read that may be before a write of its location by program order and reads-from, and does not happen before
//! it, one of them at most relaxed. Counted in the executions without a cycle; with the lines on which they are.

use std::collections::BTreeMap;

use raddle_explore::FinalGraph;
use raddle_graph::{EventId, ThreadId};
use raddle_ir::{Position, Program, State};
use rustc_hash::FxHashMap;

use crate::story::RowPlace;

/// The histories of so many threads are remembered at once.
const MAX_HISTORIES: usize = 1 << 14;

/// The load-buffering races of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BufferingRaces {
    /// How many there are in all executions together.
    pub count: u64,
    /// Where: the read, the write, and how many of them.
    pub places: Vec<(RowPlace, RowPlace, u64)>,
}

/// Counts load-buffering races.
#[derive(Clone, Debug, Default)]
pub struct BufferingCounter {
    places: BTreeMap<(Option<Position>, Option<Position>), u64>,
    /// Where the events of a thread are that did this (`FinalGraph::fingerprint`).
    positions: FxHashMap<(ThreadId, u64), Vec<Option<Position>>>,
}

impl BufferingCounter {
    /// Counts those of an execution.
    pub fn note(&mut self, program: &Program, found: &dyn FinalGraph<State>) {
        for (read, write) in found.buffering_races() {
            let place = (self.position(program, found, read), self.position(program, found, write));
            *self.places.entry(place).or_default() += 1;
        }
    }

    /// Adds what another worker counted.
    pub fn add(&mut self, other: BufferingCounter) {
        for (place, count) in other.places {
            *self.places.entry(place).or_default() += count;
        }
    }

    fn position(&mut self, program: &Program, found: &dyn FinalGraph<State>, event: EventId) -> Option<Position> {
        let history = (event.thread, found.fingerprint(event.thread));
        if !self.positions.contains_key(&history) {
            if self.positions.len() > MAX_HISTORIES {
                self.positions.clear();
            }
            let positions = program.positions(&found.execution()).into_iter().nth(event.thread.index());
            self.positions.insert(history, positions.unwrap_or_default());
        }
        *self.positions.get(&history)?.get(event.index as usize)?
    }

    /// What was counted.
    pub fn races(&self, program: &Program) -> BufferingRaces {
        let place = |position: &Option<Position>| match *position {
            Some(Position { file, line, column }) => {
                RowPlace { file: program.file_name(file).to_owned(), line, column }
            }
            None => RowPlace::default(),
        };
        let places = self.places.iter().map(|((read, write), count)| (place(read), place(write), *count));
        BufferingRaces { count: self.places.values().sum(), places: places.collect() }
    }
}
