//! The speedup of a second worker: time with one and with two.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::numbers::duration;
use crate::raddle::Raddle;
use crate::report::Report;
use crate::table::Row;

/// Two workers should be at least this many times as fast as one.
const MIN_SPEEDUP: f64 = 1.8;
/// The shortest time counts, of at least so many runs and of as many as fit into so many seconds.
const MIN_RUNS: usize = 5;
const MIN_SECONDS: f64 = 12.0;

/// Iterations of the loop that measures the best possible speedup: some tenths of a second.
const ITERATIONS: u64 = 200_000_000;

/// The time of one program, alone and shared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Speedup {
    name: String,
    seconds_with_one: f64,
    seconds_with_two: f64,
    ratio: f64,
    /// The speedup of two threads that share nothing, at the same moment. If it is much less than 2, something else is running.
    possible: f64,
}

/// Runs each row with one and with two workers. Missing the goal is a failure only if the goal `counts`.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], counts: bool, report: &mut Report) {
    println!("\nTime with one worker and with two");
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        println!("not measured: there is only one core");
        return;
    }
    for row in rows {
        match speedup(raddle, row) {
            Ok(speedup) => {
                println!("{speedup}");
                report.parallel.push(speedup);
            }
            Err(error) => report.fail(row, &error.to_string()),
        }
    }
    let worst = report.parallel.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let goal = worst.map(|worst| {
        let what = format!("times as fast with two workers, worst: {}", worst.name);
        Goal::new(what, worst.ratio, Bound::AtLeast(MIN_SPEEDUP)).counting(counts)
    });
    report.goals.extend(goal);
}

/// One and two workers take turns, so that a busy minute affects both.
fn speedup(raddle: &Raddle, row: &Row) -> Result<Speedup, Error> {
    let mut checks = [f64::INFINITY; 2];
    let mut counts = [f64::INFINITY; 2];
    let (start, mut runs) = (Instant::now(), 0);
    while runs < MIN_RUNS || start.elapsed().as_secs_f64() < MIN_SECONDS {
        runs += 1;
        for workers in 1..=2 {
            checks[workers - 1] = checks[workers - 1].min(raddle.check(row, workers)?.seconds);
            counts[workers - 1] = counts[workers - 1].min(counting(workers));
        }
    }
    let [one, two] = checks;
    Ok(Speedup {
        name: row.to_string(),
        seconds_with_one: one,
        seconds_with_two: two,
        ratio: one / two,
        possible: counts[0] / counts[1],
    })
}

/// The time that some threads take for the iterations, each for its share.
fn counting(threads: usize) -> f64 {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| (0..ITERATIONS / threads as u64).for_each(|number| _ = black_box(number)));
        }
    });
    start.elapsed().as_secs_f64()
}

impl std::fmt::Display for Speedup {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (one, two) = (duration(self.seconds_with_one), duration(self.seconds_with_two));
        write!(f, "{:18} {one:>10} {two:>10}   ratio {:.2} of {:.2} possible", self.name, self.ratio, self.possible)
    }
}
