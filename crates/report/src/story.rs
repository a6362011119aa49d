//! A story as text: thread by thread, with source lines, values, and where each read reads from.
//!
//! ```text
//! thread 1: writer(0), started by main at mp.c:30
//!       12  write data = 42 (na)                       data = 42;
//!       13  write flag = 1 (rel)                       atomic_store_explicit(&flag, 1, memory_order_release);
//! thread 2: reader(0), started by main at mp.c:31
//!       19  read  flag = 1 (acq) ← thread 1, line 13   if (atomic_load_explicit(&flag, memory_order_acquire))
//! >     20  assertion `data == 43' failed              assert(data == 43);
//! ```

use std::path::Path;

use raddle_check::{Deed, End, EndKind, OrderedWrite, Origin, Row, RowPlace, Story, StoryThread, WriteOrder};
use raddle_graph::EventId;

use crate::{cycle, words};

/// Longer threads are not shown in full.
const MAX_LINES: usize = 60;
/// How many lines at the beginning and at the end of a long thread are shown.
const HEAD_LINES: usize = 15;
const TAIL_LINES: usize = 35;
/// What happened is followed by the source text at the latest in this column.
const MAX_COLUMN: usize = 64;
/// Longer lines of the source are cut, in characters.
const MAX_CODE: usize = 72;
/// A longer list of writes is cut.
const MAX_WRITES: usize = 10;

/// One line of the text.
#[derive(Clone, Debug)]
struct Line {
    is_marked: bool,
    /// The line number, with the file if it is not the main one.
    number: String,
    what: String,
    code: String,
    /// Where it is: several in a row on one line may be folded.
    place: (String, u32),
}

/// The story as text.
pub(crate) fn story(story: &Story) -> String {
    let threads: Vec<_> = story
        .threads
        .iter()
        .filter(|thread| thread.is_started())
        .map(|thread| {
            let mut lines = lines(story, thread);
            lines.extend(thread.end.as_ref().map(|end| end_line(story, end)));
            (title(thread), lines)
        })
        .collect();
    let widths = threads.iter().flat_map(|(_, lines)| lines).map(|line| line.what.chars().count());
    let width = widths.filter(|&width| width <= MAX_COLUMN).max().unwrap_or(0);
    let mut text = String::new();
    for (title, lines) in &threads {
        text += &format!("{title}\n");
        for Line { is_marked, number, what, code, .. } in lines {
            let mark = if *is_marked { '>' } else { ' ' };
            let line = format!("{mark} {number:>6}  {what:<width$}  {code}");
            text += &format!("{}\n", line.trim_end());
        }
    }
    text + &orders(&story.orders) + &cycle::cycle(story, &Programs)
}

/// The names of programs.
struct Programs;

impl cycle::Names for Programs {
    fn deed(&self, row: &Row) -> String {
        words::deed(&row.deed)
    }

    fn thread(&self, event: EventId) -> String {
        format!("thread {}", event.thread.0)
    }

    fn story(&self, shown: &Story) -> String {
        story(shown)
    }
}

/// `thread 1: writer(0), started by main at mp.c:30`
fn title(thread: &StoryThread) -> String {
    let (number, name) = (thread.id.0, &thread.name);
    match &thread.started {
        Some(started) => format!(
            "thread {number}: {name}({}), started by {} at {}:{}",
            started.argument, started.function, started.place.file, started.place.line
        ),
        None => format!("thread {number}: {name}"),
    }
}

fn lines(story: &Story, thread: &StoryThread) -> Vec<Line> {
    let is_shown = |row: &&Row| row.is_marked || !row.is_housekeeping;
    let show = |row: &Row| line(story, row.is_marked, &row.place, step(row), &row.code);
    let lines: Vec<Line> = thread.rows.iter().filter(is_shown).map(show).collect();
    if lines.len() > MAX_LINES { shorten(fold(lines)) } else { lines }
}

fn line(story: &Story, is_marked: bool, place: &RowPlace, what: String, code: &str) -> Line {
    let file = place.file.as_str();
    let number = match place.line {
        0 => String::new(),
        line if is_main(story, file) => line.to_string(),
        line => format!("{}:{line}", file.rsplit('/').next().unwrap_or(file)),
    };
    Line { is_marked, number, what, code: shorten_code(code), place: (place.file.clone(), place.line) }
}

/// Is this the file that the user named?
fn is_main(story: &Story, file: &str) -> bool {
    let main = &story.file;
    file.is_empty() || file == main || Path::new(main).ends_with(file) || Path::new(file).ends_with(main)
}

/// What a row did and, for a read, where its value came from.
fn step(row: &Row) -> String {
    let text = words::deed(&row.deed);
    match (&row.source, &row.deed) {
        // Whoever takes a mutex takes it from whoever gave it back; the first one from nobody.
        (None, _) | (_, Deed::Condition { .. }) | (Some(Origin::Initial), Deed::Lock(_)) => text,
        (Some(Origin::Initial), _) => format!("{text} ← initial value"),
        (Some(Origin::Write { event, place }), _) => {
            let thread = match event.thread == row.event.thread {
                true => String::new(),
                false => format!("thread {}, ", event.thread.0),
            };
            match place {
                RowPlace { line: 0, .. } => format!("{text} ← {thread}event {event}"),
                RowPlace { file, line, .. } if *file == row.place.file => format!("{text} ← {thread}line {line}"),
                RowPlace { file, line, .. } => format!("{text} ← {thread}{file}:{line}"),
            }
        }
    }
}

fn end_line(story: &Story, end: &End) -> Line {
    let what = match &end.kind {
        EndKind::Fault { intent, location, kind } => {
            format!("{}: {kind}", words::intention(*intent, location.as_ref()))
        }
        EndKind::Failure(Some(failure), access) => {
            let text = access.as_ref().map_or_else(|| failure.message.clone(), words::bad_access);
            if text.chars().count() < MAX_COLUMN { text } else { format!("fails: {}", failure.kind.name()) }
        }
        EndKind::Failure(None, _) => "fails".to_owned(),
        EndKind::Waits(waiting) => words::waiting(waiting),
        EndKind::NotStarted => "is never started".to_owned(),
    };
    line(story, end.is_marked, &end.place, what, &end.code)
}

fn orders(orders: &[WriteOrder]) -> String {
    let mut text = String::new();
    for WriteOrder { location, writes } in orders {
        let value = |write: &OrderedWrite| format!("{} (thread {})", write.value, write.event.thread.0);
        let mut values: Vec<_> = writes.iter().take(MAX_WRITES).map(value).collect();
        if writes.len() > MAX_WRITES {
            values.push(format!("… {} more", writes.len() - MAX_WRITES));
        }
        if text.is_empty() {
            text += "in modification order\n";
        }
        text += &format!("          {location}: {}\n", values.join(", "));
    }
    text
}

/// Folds runs of events on one line into the first and the last of them.
fn fold(lines: Vec<Line>) -> Vec<Line> {
    let mut folded: Vec<Line> = Vec::new();
    let same = |a: &Line, b: &Line| a.place == b.place && !a.is_marked && !b.is_marked;
    for run in lines.chunk_by(same) {
        match run {
            [first, middle @ .., last] if middle.len() > 1 => {
                folded.extend([first.clone(), gap(middle.len(), "more on this line"), last.clone()]);
            }
            _ => folded.extend(run.iter().cloned()),
        }
    }
    folded
}

/// Cuts source text that is too long for a line beside it.
fn shorten_code(code: &str) -> String {
    match code.char_indices().nth(MAX_CODE) {
        Some((end, _)) => format!("{}…", &code[..end]),
        None => code.to_owned(),
    }
}

/// Leaves out the middle of a long thread, but for what is marked.
fn shorten(lines: Vec<Line>) -> Vec<Line> {
    if lines.len() <= MAX_LINES {
        return lines;
    }
    let end = lines.len() - TAIL_LINES;
    let mut shortened = Vec::new();
    let mut left_out = 0;
    for (index, line) in lines.into_iter().enumerate() {
        if (HEAD_LINES..end).contains(&index) && !line.is_marked {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            shortened.push(gap(left_out, "more"));
            left_out = 0;
        }
        shortened.push(line);
    }
    shortened
}

fn gap(count: usize, what: &str) -> Line {
    let what = format!("… {count} {what} …");
    Line { is_marked: false, number: String::new(), what, code: String::new(), place: (String::new(), 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(line: u32) -> Line {
        let number = line.to_string();
        Line { is_marked: false, number, what: String::new(), code: String::new(), place: (String::new(), line) }
    }

    #[test]
    fn events_of_one_line_are_folded() {
        let lines: Vec<_> = (0..10).map(|_| on(1)).chain([on(2)]).collect();
        let folded = fold(lines);
        assert_eq!(folded.len(), 4);
        assert_eq!(folded[1].what, "… 8 more on this line …");
        assert_eq!(fold((0..3).map(|_| on(1)).collect()).len(), 3);
    }

    #[test]
    fn what_is_marked_is_never_left_out() {
        let mut lines: Vec<_> = (0..200).map(on).collect();
        lines[100].is_marked = true;
        let short = shorten(lines);
        assert_eq!(short.iter().filter(|line| line.is_marked).count(), 1);
        assert_eq!(short.len(), HEAD_LINES + 1 + 1 + 1 + TAIL_LINES);
    }
}
