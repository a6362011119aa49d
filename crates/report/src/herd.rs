//! The text form of a litmus test's outcome: the block that herd prints, so that scripts which compare logs keep working; its
//! executions, and its explanation.

use std::fmt::{self, Write};

use raddle_check::{Deed, EndKind, OrderedWrite, Origin, Row, RowPlace, Story, WriteOrder};
use raddle_graph::EventId;
use raddle_litmus::{Endpoint, Explanation, FoundFailure, Outcome, Reason, Witnessed};

use crate::{cycle, words};

/// The block of a test.
pub fn block(outcome: &Outcome) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_block(&mut text, outcome);
    text
}

fn write_block(f: &mut String, outcome: &Outcome) -> fmt::Result {
    let name = &outcome.name;
    writeln!(f, "Test {name} {}", outcome.condition.quantifier.kind())?;
    writeln!(f, "States {}", outcome.states.len())?;
    for state in &outcome.states {
        let values: Vec<_> = state.values.iter().map(|(location, value)| format!("{location}={value};")).collect();
        writeln!(f, "{}", values.join(" "))?;
    }
    writeln!(f, "{}", outcome.reply.name())?;
    if let Some(bound) = outcome.bounded {
        writeln!(f, "Bounded unroll {bound}")?;
    }
    if let Some(limit) = outcome.totals.limit {
        writeln!(f, "Limit {}", limit.name())?;
    }
    if outcome.totals.uncertain {
        writeln!(f, "Uncertain")?;
    }
    writeln!(f, "Witnesses")?;
    writeln!(f, "Positive: {} Negative: {}", outcome.positive, outcome.negative)?;
    if outcome.totals.blocked > 0 {
        writeln!(f, "Blocked {}", outcome.totals.blocked)?;
    }
    if outcome.race.is_some() && outcome.flags.is_empty() {
        writeln!(f, "Flag Data-race")?;
    }
    for flag in &outcome.flags {
        writeln!(f, "Flag {flag}")?;
    }
    for FoundFailure { kind, message, thread, line, .. } in &outcome.failures {
        writeln!(f, "Flag {}: {message} (P{thread}, line {line})", kind.name())?;
    }
    writeln!(f, "Condition {}", outcome.condition)?;
    writeln!(f, "Observation {name} {} {} {}", outcome.observation(), outcome.positive, outcome.negative)?;
    writeln!(f, "Time {name} {:.2}", outcome.seconds)?;
    writeln!(f, "Hash={:032x}", outcome.hash)?;
    writeln!(f)
}

/// An execution of a test.
///
/// ```text
/// P0
///     7  write data = 42 (na)                     *data = 42;
///     8  write flag = 1 (sc)                      atomic_store(flag, 1);
/// P1
///    12  read  flag = 1 (sc)  from P0, line 8     int seen = atomic_load(flag);
///    14  read  data = 42 (na)  from P0, line 7    value = *data;
/// ```
pub fn story(story: &Story) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_story(&mut text, story);
    text
}

fn write_story(f: &mut String, story: &Story) -> fmt::Result {
    let rows = story.threads.iter().flat_map(|thread| &thread.rows);
    let width = rows.map(|row| step(row).chars().count()).max().unwrap_or(0);
    for thread in &story.threads {
        writeln!(f, "{}", thread.name)?;
        for row in &thread.rows {
            let number = if row.place.line > 0 { row.place.line.to_string() } else { String::new() };
            writeln!(f, "{number:>6}  {:<width$}    {}", step(row), row.code)?;
        }
        match thread.end.as_ref().map(|end| &end.kind) {
            None => {}
            Some(EndKind::Waits(_)) => writeln!(f, "        …waits for good")?,
            Some(EndKind::Failure(..) | EndKind::Fault { .. }) => writeln!(f, "        …fails")?,
            Some(EndKind::NotStarted) => writeln!(f, "        …is never started")?,
        }
    }
    if !story.orders.is_empty() {
        writeln!(f, "in modification order")?;
    }
    for WriteOrder { location, writes } in &story.orders {
        let write = |write: &OrderedWrite| format!("{} ({})", write.value, place(write.event, &write.place));
        let writes: Vec<_> = writes.iter().map(write).collect();
        writeln!(f, "  {location}: {}", writes.join(", "))?;
    }
    f.write_str(&cycle::cycle(story, &Tests))
}

/// The names of litmus tests.
struct Tests;

impl cycle::Names for Tests {
    fn deed(&self, row: &Row) -> String {
        deed(&row.deed)
    }

    fn thread(&self, event: EventId) -> String {
        format!("P{}", event.thread.0)
    }

    fn story(&self, shown: &Story) -> String {
        story(shown)
    }
}

/// What a row did and, for a read, where its value came from.
fn step(row: &Row) -> String {
    let text = deed(&row.deed);
    match &row.source {
        None => text,
        Some(Origin::Initial) => format!("{text}  from the initial value"),
        Some(Origin::Write { event, place: at }) => format!("{text}  from {}", place(*event, at)),
    }
}

/// What an event did, in the names of litmus tests.
pub(crate) fn deed(deed: &Deed) -> String {
    match deed {
        Deed::Fence { mode, on: Some(location) } => format!("fence ({mode}) on {location}"),
        Deed::Start(thread) => format!("start P{}", thread.0),
        Deed::Join(thread) => format!("join  P{}", thread.0),
        deed => words::deed(deed),
    }
}

fn place(event: EventId, place: &RowPlace) -> String {
    match place.line {
        0 => format!("P{}", event.thread.0),
        line => format!("P{}, line {line}", event.thread.0),
    }
}

/// Why an outcome can be observed, or cannot.
pub fn explanation(explanation: &Explanation) -> String {
    let Explanation { outcome, model, reachable, candidate } = explanation;
    let Some(Witnessed { story: found, reason, .. }) = candidate else {
        return format!("No execution has the outcome {outcome}, whatever its reads read.\n");
    };
    let found = match reachable {
        true => format!("{model} allows the outcome {outcome}. An execution that has it:\n{}\n", story(found)),
        false => {
            format!("{model} forbids the outcome {outcome}. A candidate execution that has it:\n{}\n", story(found))
        }
    };
    let why = match reason {
        None => "It is sequentially consistent: nothing about it is weak.\n".to_owned(),
        Some(reason) => {
            let shape = if reason.is_cycle { "this cycle" } else { "this" };
            let why = match reachable {
                true => format!("It is weak: sequential consistency forbids {shape}."),
                false => format!("The axiom {} of {} forbids {shape}.", reason.axiom, reason.model),
            };
            format!("{why}\n{}", edges(reason))
        }
    };
    found + &why
}

fn edges(reason: &Reason) -> String {
    let from = reason.edges.iter().map(|edge| endpoint(&edge.from).chars().count()).max().unwrap_or(0);
    let name = reason.edges.iter().map(|edge| edge.relation.chars().count()).max().unwrap_or(0);
    let edges = reason.edges.iter().map(|edge| {
        let (start, end) = (endpoint(&edge.from), endpoint(&edge.to));
        format!("  {start:<from$}  -- {:<name$} -->  {end}\n", edge.relation)
    });
    edges.collect()
}

fn endpoint(endpoint: &Endpoint) -> String {
    match endpoint {
        Endpoint::Initial(location) => format!("initial value of {location}"),
        Endpoint::Event { thread, place, deed: what } => {
            format!("P{}, {}:{}: {}", thread.0, place.line, place.column, deed(what))
        }
    }
}
