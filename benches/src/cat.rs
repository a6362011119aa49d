//! What models cost that are written in the cat language, and models of machines, on programs without load buffering.

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::model::Model;
use crate::numbers::grouped;
use crate::raddle::Raddle;
use crate::relative::{self, Group};
use crate::report::Report;
use crate::table::Row;

/// Starting under a shipped model in the cat language may take so many million instructions more than under `rc20`.
const MAX_START: f64 = 2.0;

/// Measures programs under all models, and what starting costs.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], all: bool, report: &mut Report) -> Result<(), Error> {
    println!("\nModels in the cat language and of machines: instructions per execution, relative to rc11");
    relative::run(raddle, rows, &groups(raddle)?, all, true, report);
    let (nothing, power) = (Row::nothing(), Model::shipped("power"));
    raddle.check_under(&power, &nothing, 1)?;
    let start = raddle.instructions_under(&power, &nothing)?.saturating_sub(report.start);
    println!("{} instructions to start under power beyond those under rc20", grouped(start));
    let what = "million instructions more to start under power than under rc20";
    report.goals.push(Goal::new(what, start as f64 / 1e6, Bound::AtMost(MAX_START)));
    Ok(())
}

fn groups(raddle: &Raddle) -> Result<Vec<Group>, Error> {
    let own = |name| Model::own(raddle, name);
    let group = |what, models, bound, aim| Group { what, models, bound, aim };
    let shipped = |names: &[&str]| names.iter().map(|name| Model::shipped(name)).collect();
    Ok(vec![
        group("a file with the text of a built-in", vec![Model::copy(raddle)?], Some(2.0), None),
        group("own files", vec![own("rc11")?, own("rc20")?, own("ra")?, own("tso")?], Some(8.0), Some(5.0)),
        group("power and armv7", shipped(&["power", "armv7"]), Some(10.0), Some(8.0)),
        group("riscv and armv8-2018", shipped(&["riscv", "armv8-2018"]), Some(10.0), Some(5.0)),
        group("imm and armv8", shipped(&["imm", "armv8"]), None, Some(1.2)),
    ])
}
