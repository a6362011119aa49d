//! The cycle of an execution with load buffering as text: what is on it, what is committed, and where that is known from.
//!
//! ```text
//! a cycle of program order and reads-from
//!       12  read  x = 1 (rlx)     thread 1   is before
//!       13  write y = 1 (rlx)     thread 1   is read by
//!       19  read  y = 1 (rlx)     thread 2   is before
//!       20  write x = 1 (rlx)     thread 2   is read by the first
//! committed, because another execution has it, too
//!       13  write y = 1 (rlx)     thread 1
//!       19  read  y = 1 (rlx)     thread 2
//! the other execution, which has no cycle
//! thread 1: …
//! ```

use raddle_check::{Cycle, Row, Story};
use raddle_graph::EventId;

use crate::words;

/// A row of a story, as both kinds of reports show it.
pub(crate) trait Names {
    /// What a row did.
    fn deed(&self, row: &Row) -> String;
    /// Which thread that was.
    fn thread(&self, event: EventId) -> String;
    /// A whole execution.
    fn story(&self, story: &Story) -> String;
}

/// The cycle of a story, if it has one, and how it is known to be possible.
pub(crate) fn cycle(story: &Story, names: &dyn Names) -> String {
    let Some(cycle) = &story.cycle else { return String::new() };
    let Cycle { links, committed, source } = cycle;
    let last = links.len().saturating_sub(1);
    let links = links.iter().enumerate().map(|(nth, link)| {
        let end = if nth == last { " the first" } else { "" };
        (link.event, format!("{}{end}", words::leads_by(link.leads_by)))
    });
    let mut text = "a cycle of program order and reads-from\n".to_owned();
    text += &lines(story, links.collect(), names);
    let Some(source) = source else { return text };
    text += "committed, because another execution has it, too\n";
    // That threads start and meet is committed as a matter of course.
    let is_told = |event: &EventId| row(story, *event).is_some_and(|row| words::is_access_or_fence(&row.deed));
    let committed = committed.iter().map(|(event, _)| *event).filter(is_told);
    text += &lines(story, committed.map(|event| (event, String::new())).collect(), names);
    text += match source.cycle {
        None => "the other execution, which has no cycle\n",
        Some(_) => "the other execution, which has a cycle itself\n",
    };
    text + &names.story(source)
}

fn lines(story: &Story, events: Vec<(EventId, String)>, names: &dyn Names) -> String {
    let rows: Vec<(&Row, String)> =
        events.into_iter().filter_map(|(event, what)| Some((row(story, event)?, what))).collect();
    let width = rows.iter().map(|(row, _)| names.deed(row).chars().count()).max().unwrap_or(0);
    let line = |(row, what): &(&Row, String)| {
        let number = if row.place.line > 0 { row.place.line.to_string() } else { String::new() };
        let line = format!("  {number:>6}  {:<width$}   {}   {what}", names.deed(row), names.thread(row.event));
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

fn row(story: &Story, event: EventId) -> Option<&Row> {
    let thread = story.threads.iter().find(|thread| thread.id == event.thread)?;
    thread.rows.iter().find(|row| row.event == event).filter(|row| !row.is_housekeeping)
}
