//! From the command line to the exit status, section by section.

use std::path::Path;

use crate::baseline::Baseline;
use crate::buffering;
use crate::cat;
use crate::error::Error;
use crate::goals;
use crate::measure::measure;
use crate::memory;
use crate::numbers::grouped;
use crate::options::{Options, root};
use crate::parallel;
use crate::plots;
use crate::raddle::Raddle;
use crate::report::{Report, heading};
use crate::startup;
use crate::table::{self, Row, Section};

/// The sections that are printed alike.
const TABLES: [(Section, &str); 3] = [
    (Section::Reference, "Families with a reference"),
    (Section::Structures, "Other families, locks and data structures"),
    (Section::Scale, "Many threads, long executions, many locations"),
];

/// Measures what is asked for. Whether all is well.
pub(crate) fn run(options: &Options, empty_process: &Path) -> Result<bool, Error> {
    let rows = selected(table::read(&root().join("benches/table.tsv"))?, &options.only)?;
    let mut baseline = Baseline::read(&options.baseline)?;
    let rows_of = |section| -> Vec<Row> {
        rows.iter().filter(|row| row.section == section && options.wants(section)).cloned().collect()
    };
    let raddle = Raddle::new(options.raddle.as_deref())?;
    let nothing = Row::nothing();
    raddle.check(&nothing, 1)?;
    let mut report = Report { start: raddle.instructions(&nothing)?, ..Report::default() };
    println!("{} instructions for a program that does nothing; they are subtracted below", grouped(report.start));

    for (section, title) in TABLES {
        let rows = rows_of(section);
        if !rows.is_empty() {
            heading(title);
            measure(&raddle, &rows, report.start, |row, result| report.add(row, result));
        }
    }
    report.goals.extend(goals::of(&report.rows, options.only.is_empty()));
    let memory = rows_of(Section::Memory);
    if !memory.is_empty() {
        memory::run(&raddle, &memory, &mut report);
    }
    let parallel = rows_of(Section::Parallel);
    if !parallel.is_empty() {
        parallel::run(&raddle, &parallel, options.asks_for(Section::Parallel), &mut report);
    }
    let startup = rows_of(Section::Startup);
    if !startup.is_empty() {
        startup::run(&raddle, &startup, empty_process, options.asks_for(Section::Startup), &mut report);
    }
    let plots = rows_of(Section::Plots);
    if !plots.is_empty() {
        plots::run(&raddle, &plots, &options.plots, &mut report)?;
    }
    let cat = rows_of(Section::Cat);
    if !table::pairs(&cat).is_empty() {
        cat::run(&raddle, &cat, options.only.is_empty(), &mut report)?;
    }
    let buffering = rows_of(Section::Buffering);
    if !table::pairs(&buffering).is_empty() {
        let (all, counts) = (options.only.is_empty(), options.asks_for(Section::Buffering));
        buffering::run(&raddle, &buffering, all, counts, &mut report);
    }
    let memory = rows_of(Section::BufferingMemory);
    if !table::pairs(&memory).is_empty() {
        buffering::memory(&raddle, &memory, options.asks_for(Section::BufferingMemory), &mut report);
    }

    if options.save_baseline {
        report.save(&mut baseline);
        baseline.write(&options.baseline)?;
    }
    report.compare(&baseline);
    report.conclude();
    report.write(&options.json)?;
    Ok(report.is_good())
}

/// The rows with the given names, or all.
fn selected(rows: Vec<Row>, names: &[String]) -> Result<Vec<Row>, Error> {
    if let Some(name) = names.iter().find(|name| !rows.iter().any(|row| row.is_called(name))) {
        let mut known: Vec<&str> = rows.iter().map(|row| row.program.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        return Err(Error::UnknownName { name: name.clone(), known: known.join(", ") });
    }
    let is_wanted = |row: &Row| names.is_empty() || names.iter().any(|name| row.is_called(name));
    Ok(rows.into_iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_selected_by_name() {
        let rows = ["ainc", "wainc", "binc"].map(|program| Row { program: program.into(), ..Row::nothing() });
        let select =
            |names: &[&str]| selected(rows.to_vec(), &names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(select(&[]).unwrap().len(), 3);
        assert_eq!(select(&["ainc"]).unwrap(), [rows[0].clone()]);
        assert_eq!(
            select(&["cinc"]).unwrap_err().to_string(),
            "nothing in the table is called cinc; there are: ainc, binc, wainc"
        );
    }
}
