//! An execution told to a person: thread by thread, with source lines, values, and where each read reads from.
//!
//! ```text
//! thread 1: writer(0), started by main at mp.c:30
//!       12  write data = 42 (na)                       data = 42;
//!       13  write flag = 1 (rel)                       atomic_store_explicit(&flag, 1, memory_order_release);
//! thread 2: reader(0), started by main at mp.c:31
//!       19  read  flag = 1 (acq) ← thread 1, line 13   if (atomic_load_explicit(&flag, memory_order_acquire))
//! >     20  assertion `data == 43' failed              assert(data == 43);
//! ```

use std::fmt::Write;

use raddle_explore::{Action, Waits};
use raddle_graph::{Address, EventId, Label, Mode, ThreadId, UpdateOp};
use raddle_ir::{Place, Position, Reg};

use crate::describe::{Teller, fault_kind};
use crate::scene::{Scene, Step};
use crate::told::Told;

/// A thread with more lines than this is not told in full.
const LONG: usize = 60;
/// How many lines at the beginning and at the end of a long thread are told.
const HEAD: usize = 15;
const TAIL: usize = 35;
/// What happened is followed by the source text at the latest in this column.
const WIDEST: usize = 64;
/// Longer lines of the source are cut.
const LONGEST_LINE: usize = 72;
/// A longer list of writes is cut.
const MANY_WRITES: usize = 10;

/// One line of a story.
#[derive(Clone, Debug)]
struct Row {
    /// Is this what it is all about?
    marked: bool,
    /// The line number, with the file if it is not the main one.
    number: String,
    what: String,
    code: String,
    /// Where it is: several in a row on one line may be folded.
    line: (u16, u32),
}

impl Teller<'_> {
    /// The execution in words, with some events marked, and a thread that fails.
    pub(crate) fn story(&self, scene: &Scene, marked: &[EventId], failing: Option<ThreadId>) -> String {
        let steps = scene.steps(self.program());
        let told = Told::new(self.program(), &scene.execution, &steps);
        let mut text = String::new();
        let threads: Vec<_> = (0..scene.stands.len())
            .map(|index| ThreadId(index as u16))
            .filter(|thread| scene.stands[thread.index()].state.is_some())
            .map(|thread| {
                let mut rows = self.rows(thread, &told, marked);
                rows.extend(self.end(thread, scene, &told, failing == Some(thread)));
                (self.title(thread, &told), rows)
            })
            .collect();
        let rows = threads.iter().flat_map(|(_, rows)| rows);
        let widths = rows.map(|row| row.what.chars().count()).filter(|&width| width <= WIDEST);
        let width = widths.max().unwrap_or(0);
        for (title, rows) in &threads {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{title}");
            for row in rows {
                let mark = if row.marked { '>' } else { ' ' };
                let line = format!("{mark} {:>6}  {:<width$}  {}", row.number, row.what, row.code);
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        text + &self.coherence(&told)
    }

    /// `thread 1: writer(0), started by main at mp.c:30`
    fn title(&self, thread: ThreadId, told: &Told<'_>) -> String {
        let name = self.thread_name(thread);
        let starts = |step: &&Step| matches!(step.action, Action::Spawn { thread: started } if started == thread);
        let number = thread.0;
        match told.steps.iter().flatten().find(starts) {
            Some(Step { child: Some(child), position, function, .. }) => {
                let argument = self.word(child.register(Reg(0)), told);
                let file = self.program().file_name(position.file);
                format!("thread {number}: {name}({argument}), started by {function} at {file}:{}", position.line)
            }
            _ => format!("thread {number}: {name}"),
        }
    }

    fn rows(&self, thread: ThreadId, told: &Told<'_>, marked: &[EventId]) -> Vec<Row> {
        let steps = &told.steps[thread.index()];
        let is_marked = |step: &Step| {
            marked
                .iter()
                .any(|&event| event.thread == thread && told.step_of(event).is_some_and(|s| s.event == step.event))
        };
        let worth_telling = |step: &&Step| is_marked(step) || !self.is_housekeeping(&step.action);
        let mut rows: Vec<Row> = steps
            .iter()
            .filter(worth_telling)
            .map(|step| self.row(is_marked(step), step.position, self.step(step, told)))
            .collect();
        if rows.len() > LONG {
            rows = shorten(fold(rows));
        }
        rows
    }

    fn row(&self, marked: bool, position: Position, what: String) -> Row {
        let file = self.program().file_name(position.file);
        let number = match position.line {
            0 => String::new(),
            line if self.is_main(file) => line.to_string(),
            line => format!("{}:{line}", file.rsplit('/').next().unwrap_or(file)),
        };
        let code = shorten_line(self.sources().line(file, position.line));
        Row { marked, number, what, code, line: (position.file, position.line) }
    }

    /// Local variables that others can see begin and end their lives all the time, and the library has variables of its own.
    fn is_housekeeping(&self, action: &Action) -> bool {
        match *action {
            Action::Allocate { base, .. } | Action::Free { base } => {
                matches!(self.program().place(base), Place::Stack { .. })
            }
            Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } => {
                match self.program().place(addr) {
                    Place::Static { name, .. } | Place::ThreadLocal { name, .. } => name.starts_with('('),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// How a thread ended, if not as it should.
    fn end(&self, thread: ThreadId, scene: &Scene, told: &Told<'_>, marked: bool) -> Option<Row> {
        let stand = &scene.stands[thread.index()];
        let state = stand.state.as_ref()?;
        let position = self.program().position(state);
        if let Some(fault) = stand.fault {
            let what = format!("{}: {}", self.intention(state, told), fault_kind(fault));
            return Some(self.row(marked, position, what));
        }
        if let Some(failure) = self.program().failed(state) {
            let short = failure.message.chars().count() < WIDEST;
            let what = if short { failure.message } else { format!("fails: {}", failure.kind.name()) };
            return Some(self.row(marked, failure.position, what));
        }
        let waiting = self.waiting(thread, scene, told)?;
        Some(self.row(false, position, waiting))
    }

    /// What a thread waits for, if it does.
    pub(crate) fn waiting(&self, thread: ThreadId, scene: &Scene, told: &Told<'_>) -> Option<String> {
        let stand = scene.stands.get(thread.index())?;
        let state = stand.state.as_ref()?;
        let waits = match (*self.action(state), stand.waits) {
            (Action::Finish | Action::Fail(_), _) => return None,
            (Action::Bound, _) => "reached the bound on loops".to_owned(),
            (Action::Update { addr, op: UpdateOp::Lock { .. }, .. }, _) => {
                let holder = self.holder(addr, thread, told).map_or(String::new(), |holder| format!(", {holder}"));
                format!("waits for mutex {}{holder}", self.location(addr, told))
            }
            (Action::Update { addr, op: UpdateOp::Condition(_), .. }, _) => {
                let what = if self.program().is_futex(addr) { "futex" } else { "condition" };
                format!("waits for {what} {}", self.location(addr, told))
            }
            (Action::Join { thread }, _) => format!("waits for the end of thread {}", thread.0),
            (Action::Depart { barrier, .. }, _) => format!("waits at barrier {}", self.location(barrier, told)),
            (_, Some(Waits::Spin { .. })) => "spins".to_owned(),
            (_, Some(Waits::Assumption)) => "stops: an assumption does not hold".to_owned(),
            (Action::Read { addr, .. } | Action::Update { addr, .. }, _) => {
                format!("waits for {}", self.location(addr, told))
            }
            _ => "waits".to_owned(),
        };
        Some(waits)
    }

    /// Who holds a mutex.
    fn holder(&self, addr: Address, waiter: ThreadId, told: &Told<'_>) -> Option<String> {
        told.execution.threads.iter().enumerate().find_map(|(index, events)| {
            let at = events.iter().rposition(|event| event.label.addr() == Some(addr) && event.label.is_write())?;
            let Label::Write { value: 1.., .. } = events[at].label else { return None };
            let event = EventId { thread: ThreadId(index as u16), index: at as u32 };
            let line = told.step_of(event).map_or(0, |step| step.position.line);
            Some(match event.thread == waiter {
                true => format!("which it holds itself (line {line})"),
                false => format!("held by thread {index} (line {line})"),
            })
        })
    }

    /// Coherence, where it is not obvious: several threads write.
    fn coherence(&self, told: &Told<'_>) -> String {
        let mut text = String::new();
        for (&addr, order) in told.execution.co.iter().flatten() {
            let contended = order.windows(2).any(|pair| pair[0].thread != pair[1].thread);
            let atomic = |id: &EventId| {
                told.execution.get(*id).is_some_and(|event| event.label.mode().is_some_and(Mode::is_atomic))
            };
            if !contended || !order.iter().any(atomic) || told.is_synchroniser(addr) {
                continue;
            }
            let value = |id: &EventId| match told.execution.get(*id).map(|event| event.label) {
                Some(Label::Write { value, .. }) => {
                    format!("{} (thread {})", self.value(addr, value, told), id.thread.0)
                }
                _ => id.to_string(),
            };
            let mut values: Vec<_> = order.iter().take(MANY_WRITES).map(value).collect();
            if order.len() > MANY_WRITES {
                values.push(format!("… {} more", order.len() - MANY_WRITES));
            }
            if text.is_empty() {
                text += "in modification order\n";
            }
            text += &format!("          {}: {}\n", self.location(addr, told), values.join(", "));
        }
        text
    }
}

/// Folds runs of events on one line into the first and the last of them.
fn fold(rows: Vec<Row>) -> Vec<Row> {
    let mut folded: Vec<Row> = Vec::new();
    let same = |a: &Row, b: &Row| a.line == b.line && !a.marked && !b.marked;
    for run in rows.chunk_by(same) {
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
fn shorten_line(code: String) -> String {
    match code.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &code[..end]),
        None => code,
    }
}

/// Leaves out the middle of a long thread, but for what is marked.
fn shorten(rows: Vec<Row>) -> Vec<Row> {
    if rows.len() <= LONG {
        return rows;
    }
    let end = rows.len() - TAIL;
    let mut shortened = Vec::new();
    let mut left_out = 0;
    for (index, row) in rows.into_iter().enumerate() {
        if (HEAD..end).contains(&index) && !row.marked {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            shortened.push(gap(left_out, "more"));
            left_out = 0;
        }
        shortened.push(row);
    }
    shortened
}

fn gap(count: usize, what: &str) -> Row {
    let what = format!("… {count} {what} …");
    Row { marked: false, number: String::new(), what, code: String::new(), line: (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: u32) -> Row {
        let number = line.to_string();
        Row { marked: false, number, what: String::new(), code: String::new(), line: (0, line) }
    }

    #[test]
    fn events_of_one_line_are_folded() {
        let rows: Vec<_> = (0..10).map(|_| row(1)).chain([row(2)]).collect();
        let folded = fold(rows);
        assert_eq!(folded.len(), 4);
        assert_eq!(folded[1].what, "… 8 more on this line …");
        assert_eq!(fold((0..3).map(|_| row(1)).collect()).len(), 3);
    }

    #[test]
    fn what_is_marked_is_never_left_out() {
        let mut rows: Vec<_> = (0..200).map(row).collect();
        rows[100].marked = true;
        let short = shorten(rows);
        assert_eq!(short.iter().filter(|row| row.marked).count(), 1);
        assert_eq!(short.len(), HEAD + 1 + 1 + 1 + TAIL);
    }
}
