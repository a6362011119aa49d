//! What was found out about a group of clients, as a table in markdown.

use raddle_check::{Answer, Verdict};
use raddle_report::text;

use super::Group;
use super::rows::Row;
use super::rows::run::Ran;

/// The table, with a heading.
pub fn markdown(group: &Group, results: &[Ran]) -> String {
    let mut text = format!("## {}\n\n", group.name);
    text += "| program | variant | port | model | expected | verdict | executions | blocked | time |\n";
    text += "|---|---|---|---|---|---|--:|--:|--:|\n";
    for (row, ran) in group.rows.iter().zip(results) {
        text += &line(group, row, ran);
    }
    text.push('\n');
    text
}

fn line(group: &Group, row: &Row, ran: &Ran) -> String {
    let port = group.port(row);
    let is_of_port = |flag: &&String| port.is_some_and(|port| port.flags.contains(flag));
    let variant: Vec<_> =
        row.flags.iter().filter(|flag| !is_of_port(flag)).map(|flag| flag.trim_start_matches("-D")).collect();
    let expected = [Some(row.expectation.verdict.as_str()), row.expectation.kind.as_deref()];
    let expected: Vec<_> = expected.into_iter().flatten().collect();
    let cells = [
        row.file.clone(),
        variant.join(" "),
        port.map_or(String::new(), |port| port.name.clone()),
        row.options
            .iter()
            .filter(|option| !["--model", "--equivalence"].contains(&option.as_str()))
            .cloned()
            .collect::<Vec<_>>()
            .join(" "),
        expected.join(" "),
        found(ran),
    ];
    let counts = match &ran.verdict {
        Ok(verdict) => {
            [verdict.executions().to_string(), verdict.totals.blocked.to_string(), format!("{:.2} s", verdict.seconds)]
        }
        Err(_) => Default::default(),
    };
    let cells: Vec<_> = cells.iter().chain(&counts).map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The verdict, and why there is none if the program is not supported.
fn found(ran: &Ran) -> String {
    let mark = if ran.failure.is_some() { " **(differs)**" } else { "" };
    let text = match &ran.verdict {
        Ok(found) => verdict(found),
        Err(reason) => format!("unsupported: {reason}"),
    };
    text + mark
}

fn verdict(verdict: &Verdict) -> String {
    let first = verdict.errors.first();
    match (verdict.answer(), first) {
        (Answer::Error, Some(error)) => format!("error {}", error.problem.kind()),
        (Answer::Unsupported, Some(error)) => format!("unsupported: {}", text::problem(&error.problem)),
        (answer, _) => answer.name().to_owned(),
    }
}
