//! Measuring rows of the table: first the time of each, alone, then instructions, several rows side by side.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use serde::Serialize;

use crate::error::Error;
use crate::raddle::{Checked, Raddle};
use crate::table::{Row, Section};

/// The shortest time of so many runs counts; the first one may have waited for clang.
const RUNS: usize = 3;

/// What one row costs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Measured {
    pub section: Section,
    pub name: String,
    pub executions: u64,
    pub blocked: u64,
    pub events_added: u64,
    /// Those of a program that does nothing are subtracted.
    pub instructions: u64,
    pub instructions_per_execution: f64,
    pub instructions_per_event: f64,
    pub seconds: f64,
    pub peak_memory_bytes: u64,
    /// The reference's instructions per execution.
    pub reference: Option<f64>,
    /// How many times fewer instructions than the reference.
    pub ratio: Option<f64>,
    /// The limit for instructions per event added.
    pub limit: Option<f64>,
}

impl Measured {
    fn new(row: &Row, checked: Checked, instructions: u64) -> Measured {
        let per = |count: u64| instructions as f64 / count.max(1) as f64;
        let per_execution = per(checked.all());
        Measured {
            section: row.section,
            name: row.to_string(),
            executions: checked.executions,
            blocked: checked.blocked,
            events_added: checked.events_added,
            instructions,
            instructions_per_execution: per_execution,
            instructions_per_event: per(checked.events_added),
            seconds: checked.seconds,
            peak_memory_bytes: checked.peak_memory_bytes,
            reference: row.reference,
            ratio: row.reference.map(|reference| reference / per_execution),
            limit: row.limit,
        }
    }

    /// Whether it costs more than the limit.
    pub fn is_above_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.instructions_per_event > limit)
    }
}

/// Measures rows and hands over each result, or why there is none, in the order of the rows and as soon as it is known.
/// A program that does nothing takes `start` instructions.
pub(crate) fn measure(raddle: &Raddle, rows: &[Row], start: u64, mut tell: impl FnMut(&Row, Result<Measured, String>)) {
    let checked: Vec<_> = rows.iter().map(|row| fastest(raddle, row).map_err(|error| error.to_string())).collect();
    let count = |index: usize| {
        let checked = checked[index].clone()?;
        let instructions = raddle.instructions(&rows[index]).map_err(|error| error.to_string())?;
        Ok(Measured::new(&rows[index], checked, instructions.saturating_sub(start)))
    };
    in_order(rows.len(), count, |index, result| tell(&rows[index], result));
}

/// The fastest of some runs with one worker.
fn fastest(raddle: &Raddle, row: &Row) -> Result<Checked, Error> {
    let mut best = raddle.check(row, 1)?;
    for _ in 1..RUNS {
        let again = raddle.check(row, 1)?;
        best.seconds = best.seconds.min(again.seconds);
    }
    Ok(best)
}

/// Does some pieces of work on all cores and hands over the results in order.
pub(crate) fn in_order<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Sync, mut tell: impl FnMut(usize, T)) {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (done, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (done, next, work) = (done.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone only if the whole runner is about to end.
                    if index >= pieces || done.send((index, work(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&told) {
                tell(told, result);
                told += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_in_order() {
        let mut told = Vec::new();
        in_order(50, |index| index * index, |index, result| told.push((index, result)));
        assert_eq!(told, (0..50).map(|index| (index, index * index)).collect::<Vec<_>>());
    }

    #[test]
    fn blocked_executions_cost_as_well() {
        let row = Row { reference: Some(1000.0), limit: Some(40.0), ..Row::nothing() };
        let checked =
            Checked { complete: true, executions: 6, blocked: 4, events_added: 20, seconds: 0.1, peak_memory_bytes: 0 };
        let measured = Measured::new(&row, checked, 1000);
        assert_eq!((measured.instructions_per_execution, measured.instructions_per_event), (100.0, 50.0));
        assert_eq!((measured.ratio, measured.is_above_limit()), (Some(10.0), true));
    }
}
