//! What load buffering costs: programs that have it, under models that allow it. Instructions per execution, relative to `rc11`,
//! which forbids it; and memory, which must not grow with the number of executions.

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::memory::Growth;
use crate::model::Model;
use crate::raddle::{Checked, Raddle};
use crate::relative::{self, Group};
use crate::report::Report;
use crate::table::{Row, pairs};

/// An execution may cost so many times as much as under `rc11`, as the geometric mean over the programs.
const MAX_COST: f64 = 20.0;
/// What we would like it to cost.
const AIM: f64 = 15.0;
/// Many executions may take at most this many times the memory of few.
const MAX_GROWTH: f64 = 1.2;
/// As many executions are counted as fit into so many seconds.
const SECONDS: u64 = 60;

/// Measures programs under models that allow load buffering. Missing a goal is a failure only if the goals `count`.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], all: bool, count: bool, report: &mut Report) {
    println!("\nLoad buffering: instructions per execution, relative to rc11, which forbids it");
    let models = ["imm", "armv8", "power", "riscv"].map(Model::shipped).into();
    let group = Group { what: "load buffering", models, bound: Some(MAX_COST), aim: Some(AIM) };
    relative::run(raddle, rows, &[group], all, count, report);
}

/// Measures the memory of programs in two sizes. Missing the goal is a failure only if it `counts`.
pub(crate) fn memory(raddle: &Raddle, rows: &[Row], counts: bool, report: &mut Report) {
    println!("\nLoad buffering: peak memory with few executions and with many, at most those of {SECONDS} seconds");
    for model in ["imm", "power"].map(Model::shipped) {
        for (few, many) in pairs(rows) {
            match growth(raddle, &model, few, many) {
                Ok(growth) => {
                    println!("{growth}");
                    report.buffering_memory.push(growth);
                }
                Err(error) => report.fail(many, &format!("under {}: {error}", model.name)),
            }
        }
    }
    let goal = Growth::worst(&report.buffering_memory).map(|(ratio, program)| {
        let what = format!("times as much memory for many executions as for few, load buffering, worst: {program}");
        Goal::new(what, ratio, Bound::AtMost(MAX_GROWTH)).counting(counts)
    });
    report.goals.extend(goal);
}

fn growth(raddle: &Raddle, model: &Model, few: &Row, many: &Row) -> Result<Growth, Error> {
    let reached = |row: &Row| -> Result<(u64, u64), Error> {
        // Once without being measured, because clang's output is read in another way the first time.
        raddle.check_for(1, model, row)?;
        let Checked { executions, peak_memory_bytes, .. } = raddle.check_for(SECONDS, model, row)?;
        Ok((executions, peak_memory_bytes))
    };
    Ok(Growth::new(format!("{} {}", few.program, model.name), reached(few)?, reached(many)?))
}
