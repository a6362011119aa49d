//! Memory does not grow with the number of executions: peak memory with few and with many.

use serde::Serialize;

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::numbers::{grouped, kilobytes};
use crate::raddle::Raddle;
use crate::report::Report;
use crate::table::Row;

/// Many executions may take at most this many times the memory of few; a process varies by some percent anyway.
const MAX_GROWTH: f64 = 1.2;
/// The smallest of so many runs counts.
const RUNS: usize = 3;

/// Peak memory of one program in two sizes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Growth {
    program: String,
    few_executions: u64,
    few_bytes: u64,
    many_executions: u64,
    many_bytes: u64,
    ratio: f64,
}

/// Compares the first with the last row of each program.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], report: &mut Report) {
    println!("\nPeak memory with few executions and with many");
    for family in rows.chunk_by(|a, b| a.program == b.program) {
        let (few, many) = (&family[0], &family[family.len() - 1]);
        let bytes = |row| least(raddle, row).map_err(|error| (row, error.to_string()));
        match bytes(few).and_then(|few| Ok((few, bytes(many)?))) {
            Ok((few_bytes, many_bytes)) => {
                let (few, many) = ((few.executions, few_bytes), (many.executions, many_bytes));
                let growth = Growth::new(family[0].program.clone(), few, many);
                println!("{growth}");
                report.memory.push(growth);
            }
            Err((row, problem)) => report.fail(row, &problem),
        }
    }
    let goal = Growth::worst(&report.memory).map(|(ratio, program)| {
        let what = format!("times as much memory for many executions as for few, worst: {program}");
        Goal::new(what, ratio, Bound::AtMost(MAX_GROWTH))
    });
    report.goals.extend(goal);
}

fn least(raddle: &Raddle, row: &Row) -> Result<u64, Error> {
    let mut least = u64::MAX;
    for _ in 0..RUNS {
        least = least.min(raddle.check(row, 1)?.peak_memory_bytes);
    }
    Ok(least)
}

impl Growth {
    /// Of numbers of executions and bytes.
    pub fn new(program: String, few: (u64, u64), many: (u64, u64)) -> Growth {
        let ((few_executions, few_bytes), (many_executions, many_bytes)) = (few, many);
        let ratio = many_bytes as f64 / few_bytes.max(1) as f64;
        Growth { program, few_executions, few_bytes, many_executions, many_bytes, ratio }
    }

    /// The largest ratio, and of which program.
    pub fn worst(measured: &[Growth]) -> Option<(f64, &str)> {
        let worst = measured.iter().max_by(|a, b| a.ratio.total_cmp(&b.ratio))?;
        Some((worst.ratio, &worst.program))
    }
}

impl std::fmt::Display for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let side = |executions, bytes| format!("{:>10} executions {:>10}", grouped(executions), kilobytes(bytes));
        let (few, many) = (side(self.few_executions, self.few_bytes), side(self.many_executions, self.many_bytes));
        write!(f, "{:18} {few}   {many}   ratio {:.2}", self.program, self.ratio)
    }
}
