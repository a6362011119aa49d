//! Cost against size: if the cost of an event grew with the program, the whole would be quadratic.

use std::path::Path;

use serde::Serialize;

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::measure::{Measured, measure};
use crate::numbers::rounded;
use crate::raddle::Raddle;
use crate::report::Report;
use crate::svg::Chart;
use crate::table::Row;

/// The cost of an event may grow with at most this power of the size; 1 would make the whole quadratic.
const MAX_POWER: f64 = 0.5;

/// The cost of an event of one program in several sizes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Family {
    program: String,
    /// The macro that sets the size.
    parameter: String,
    /// The smallest size. Its cost is subtracted, because it includes reading the program.
    origin: u64,
    /// Sizes, and instructions per event added beyond those of the smallest.
    points: Vec<(u64, f64)>,
    limit: Option<f64>,
}

/// Measures each program in all its sizes and draws the cost of an event into a folder.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], folder: &Path, report: &mut Report) -> Result<(), Error> {
    println!("\nInstructions per event added, beyond those of the smallest size (drawn in {})", folder.display());
    std::fs::create_dir_all(folder).map_err(|source| Error::File {
        action: "create",
        path: folder.to_owned(),
        source,
    })?;
    for rows in rows.chunk_by(|a, b| a.program == b.program) {
        let mut measured = Vec::new();
        measure(raddle, rows, report.start, |row, result| match result {
            Ok(result) => measured.push(result),
            Err(problem) => report.fail(row, &problem),
        });
        if measured.len() < rows.len() {
            continue;
        }
        let Some(family) = Family::new(rows, &measured) else { continue };
        println!("{family}");
        let path = folder.join(format!("{}.svg", family.program));
        let drawn = std::fs::write(&path, family.chart().to_string());
        drawn.map_err(|source| Error::File { action: "write", path, source })?;
        report.plots.push(family);
    }
    let judged = report.plots.iter().filter(|family| family.limit.is_some());
    let worst = judged.max_by(|a, b| a.power().total_cmp(&b.power()));
    let goal = worst.map(|worst| {
        let what = format!("power of the size with which the cost of an event grows, worst: {}", worst.program);
        Goal::new(what, worst.power(), Bound::AtMost(MAX_POWER))
    });
    report.goals.extend(goal);
    Ok(())
}

impl Family {
    /// None if there is only one size.
    fn new(rows: &[Row], measured: &[Measured]) -> Option<Family> {
        let (first, second) = (rows.first()?, rows.get(1)?);
        let which = first.size.iter().zip(&second.size).position(|(a, b)| a != b)?;
        let size = |row: &Row| row.size.get(which).map(|(_, value)| *value);
        let origin = measured.first()?;
        let cost = |measured: &Measured| {
            let instructions = measured.instructions as f64 - origin.instructions as f64;
            instructions / measured.events_added.saturating_sub(origin.events_added).max(1) as f64
        };
        let points = rows.iter().zip(measured).skip(1).filter_map(|(row, measured)| Some((size(row)?, cost(measured))));
        Some(Family {
            program: first.program.clone(),
            parameter: first.size[which].0.clone(),
            origin: size(first)?,
            points: points.collect(),
            limit: first.limit,
        })
    }

    /// The power of the size with which the cost grows: 0 if it is constant, 1 if it is linear. Measured between the
    /// middle and the largest size, where fixed costs matter least.
    fn power(&self) -> f64 {
        let middle = (self.points.len().max(1) - 1) / 2;
        match (self.points.get(middle), self.points.last()) {
            (Some(&(small, low)), Some(&(large, high))) if small < large && low > 0.0 => {
                (high / low).ln() / (large as f64 / small as f64).ln()
            }
            _ => 0.0,
        }
    }

    fn chart(&self) -> Chart {
        Chart {
            title: format!("{}({})", self.program, self.parameter),
            x_label: self.parameter.clone(),
            y_label: format!("instructions per event added (beyond those of {} = {})", self.parameter, self.origin),
            points: self.points.iter().map(|&(size, cost)| (size as f64, cost)).collect(),
            limit: self.limit,
        }
    }
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let points = self.points.iter().map(|(size, cost)| format!("{size}: {}", rounded(*cost)));
        let points = points.collect::<Vec<_>>().join("   ");
        write!(f, "{:14} {:2} power {:>5.2}   {points}", self.program, self.parameter, self.power())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(points: &[(u64, f64)]) -> Family {
        Family { program: "long".into(), parameter: "N".into(), origin: 1, points: points.to_vec(), limit: None }
    }

    #[test]
    fn a_quadratic_shows_as_a_power_of_one() {
        assert!(family(&[(10, 500.0), (20, 500.0), (40, 500.0)]).power().abs() < 1e-9);
        assert!((family(&[(10, 100.0), (20, 200.0), (40, 400.0)]).power() - 1.0).abs() < 1e-9);
        assert_eq!(family(&[(10, 100.0)]).power(), 0.0);
        assert_eq!(family(&[]).power(), 0.0);
    }
}
