//! `table.tsv`: what is measured, and what is known about it.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;

use crate::error::Error;

/// A part of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Section {
    /// Families with a reference
    Reference,
    /// Other families, locks and data structures
    Structures,
    /// Many threads, long executions, many locations
    Scale,
    /// Peak memory with few executions and with many
    Memory,
    /// Time with one worker and with two
    Parallel,
    /// Time of a run that has next to nothing to explore
    Startup,
    /// Cost against size, as pictures
    Plots,
    /// Models in the cat language and of machines, relative to `rc11`
    Cat,
    /// Programs with load buffering under models that allow it, relative to `rc11`
    Buffering,
    /// Peak memory under such models; measured with `buffering`, too
    BufferingMemory,
}

/// One line of the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    pub section: Section,
    pub program: String,
    /// Macros and their values.
    pub size: Vec<(String, u64)>,
    /// Complete executions.
    pub executions: u64,
    /// At most so many blocked executions.
    pub blocked: u64,
    /// Instructions per execution of the reference.
    pub reference: Option<f64>,
    /// The limit for instructions per event added.
    pub limit: Option<f64>,
}

impl Row {
    /// The program that does nothing.
    pub fn nothing() -> Row {
        Row {
            section: Section::Reference,
            program: "nothing".into(),
            size: Vec::new(),
            executions: 1,
            blocked: 0,
            reference: None,
            limit: None,
        }
    }

    /// The name of the file.
    pub fn file(&self) -> String {
        format!("{}.c", self.program)
    }

    /// Flags for the compiler.
    pub fn flags(&self) -> impl Iterator<Item = String> {
        self.size.iter().map(|(name, value)| format!("-D{name}={value}"))
    }

    /// Whether a name on the command line selects it.
    pub fn is_called(&self, name: &str) -> bool {
        self.program == name || self.to_string() == name
    }
}

impl fmt::Display for Row {
    /// `ainc(7)`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let values: Vec<String> = self.size.iter().map(|(_, value)| value.to_string()).collect();
        let name =
            if values.is_empty() { self.program.clone() } else { format!("{}({})", self.program, values.join(",")) };
        f.pad(&name)
    }
}

/// Reads the table.
pub(crate) fn read(path: &Path) -> Result<Vec<Row>, Error> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::File {
        action: "read",
        path: path.to_owned(),
        source,
    })?;
    parse(&text).map_err(|(line, problem)| Error::Table { path: path.to_owned(), line, problem })
}

/// All rows of a text, or the line that is wrong and why.
fn parse(text: &str) -> Result<Vec<Row>, (usize, String)> {
    let content = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| content(line));
    lines.map(|(index, line)| row(line).map_err(|problem| (index + 1, problem))).collect()
}

fn row(line: &str) -> Result<Row, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [section, program, size, executions, blocked, reference, limit] = words[..] else {
        return Err(format!("{} columns instead of 7", words.len()));
    };
    let mut row = Row {
        section: Section::from_str(section, false)?,
        program: program.to_owned(),
        size: Vec::new(),
        executions: number(executions)?,
        blocked: number(blocked)?,
        reference: optional(reference)?,
        limit: optional(limit)?,
    };
    for size in size.split(',').filter(|size| *size != "-") {
        let (name, value) = size.split_once('=').ok_or(format!("`{size}` is no size: N=7"))?;
        row.size.push((name.to_owned(), number(value)?));
    }
    Ok(row)
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn optional(word: &str) -> Result<Option<f64>, String> {
    if word == "-" { Ok(None) } else { number(word).map(Some) }
}

/// Rows of a section that are measured in two sizes, the smaller one first: its cost is subtracted.
///
/// A row whose other size was not selected is left out.
pub(crate) fn pairs(mut rows: &[Row]) -> Vec<(&Row, &Row)> {
    let mut pairs = Vec::new();
    while let [first, rest @ ..] = rows {
        rows = rest;
        if let [second, rest @ ..] = rest
            && first.program == second.program
            && first.executions < second.executions
        {
            pairs.push((first, second));
            rows = rest;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_names_flags_and_limits() {
        let text = "# comment\n\n reference ainc N=7 5040 0 282000 1300\n structures long T=2,N=100 1 0 - -\n";
        let rows = parse(text).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].to_string(), "ainc(7)");
        assert_eq!((rows[0].executions, rows[0].reference, rows[0].limit), (5040, Some(282000.0), Some(1300.0)));
        assert_eq!(rows[1].to_string(), "long(2,100)");
        assert_eq!(rows[1].flags().collect::<Vec<_>>(), ["-DT=2", "-DN=100"]);
        assert!(rows[0].is_called("ainc") && rows[0].is_called("ainc(7)") && !rows[0].is_called("inc"));
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for wrong in [
            "reference ainc N=7 5040 0 282000",
            "elsewhere ainc N=7 5040 0 - -",
            "reference ainc seven 1 0 - -",
            "reference ainc N=x 1 0 - -",
            "reference ainc - many 0 - -",
        ] {
            assert_eq!(parse(&format!("# first\n{wrong}\n")).unwrap_err().0, 2, "{wrong}");
        }
    }

    #[test]
    fn the_table_is_well_formed_and_its_programs_exist() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let rows = read(&folder.join("table.tsv")).unwrap();
        for row in &rows {
            assert!(folder.join("programs").join(row.file()).exists(), "{row}");
        }
        assert_eq!(rows.iter().filter(|row| row.reference.is_some()).count(), 16);
    }

    #[test]
    fn programs_in_two_sizes_have_more_executions_in_the_second() {
        let rows = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("table.tsv")).unwrap();
        for (section, programs) in [(Section::Cat, 7), (Section::Buffering, 6)] {
            let rows: Vec<Row> = rows.iter().filter(|row| row.section == section).cloned().collect();
            assert_eq!((rows.len(), pairs(&rows).len()), (2 * programs, programs), "{section:?}");
            for (small, large) in pairs(&rows) {
                assert!(large.executions >= 70, "{large} differs from {small} by too few executions");
            }
        }
    }

    #[test]
    fn a_size_alone_is_no_pair() {
        let row = |program: &str, executions| Row { program: program.into(), executions, ..Row::nothing() };
        let rows = [row("ainc", 120), row("cinc", 8), row("cinc", 216), row("lb", 63)];
        assert_eq!(pairs(&rows), [(&rows[1], &rows[2])]);
        assert_eq!(pairs(&rows[..2]), []);
    }
}
