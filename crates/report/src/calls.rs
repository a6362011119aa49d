//! Calls of an object, and why no order of them is possible, in words.

use std::collections::{BTreeMap, BTreeSet};

use raddle_check::BrokenCalls;
use raddle_specs::{History, Object, OpId, Outcome, Reason, Standing, Thread, Violation};

/// Longer histories are shown from somewhere in the middle.
const MAX_CALLS: usize = 32;
/// More pairs of calls, one before the other, are not listed.
const MAX_PAIRS: usize = 12;
/// Of a longer order the end is shown.
const MAX_ORDER: usize = 16;
/// More values, keys or calls are counted.
const MAX_VALUES: usize = 8;

/// A history without a possible order, to be told.
pub(crate) struct Told<'a> {
    pub object: &'a Object,
    pub history: &'a History,
    pub violation: &'a Violation,
    /// What a thread is called.
    pub thread: &'a dyn Fn(Thread) -> String,
}

/// A history of a program, to be told.
pub(crate) fn of_program(broken: &BrokenCalls) -> Vec<String> {
    let BrokenCalls { object, history, violation, .. } = broken;
    Told { object, history, violation, thread: &|thread| thread.0.to_string() }.lines()
}

impl Told<'_> {
    /// Who called what, what must hold of an order, how far one gets, and why not further; a line each.
    pub fn lines(&self) -> Vec<String> {
        let shown = self.shown();
        let mut lines = self.threads(&shown);
        lines.extend(self.before(&shown));
        lines.push(self.longest());
        lines.push(format!("reason {}: {}", self.violation.reason.name(), self.reason()));
        lines
    }

    /// The calls that are shown: the last, and those that the reason is about.
    fn shown(&self) -> BTreeSet<OpId> {
        let last = self.history.operations().len().saturating_sub(MAX_CALLS);
        let mut shown: BTreeSet<OpId> = self.history.ids().skip(last).collect();
        match &self.violation.reason {
            Reason::Value(op) => drop(shown.insert(*op)),
            Reason::Twice(ops) => shown.extend(ops.iter().take(MAX_VALUES)),
            Reason::Sync(pairs) => shown.extend(pairs.iter().take(MAX_VALUES).flat_map(|&(from, by)| [from, by])),
            Reason::Empty | Reason::Order => {}
        }
        shown
    }

    fn threads(&self, shown: &BTreeSet<OpId>) -> Vec<String> {
        let mut threads: BTreeMap<Thread, Vec<String>> = BTreeMap::new();
        for &op in shown {
            let operation = self.history.operation(op);
            threads.entry(operation.thread).or_default().push(format!("{op} {operation}"));
        }
        let left_out = self.history.operations().len() - shown.len();
        let mut lines = Vec::new();
        match left_out {
            0 => {}
            1 => lines.push("… one earlier call …".to_owned()),
            count => lines.push(format!("… {count} earlier calls …")),
        }
        let names: Vec<_> = threads.keys().map(|&thread| format!("thread {}:", (self.thread)(thread))).collect();
        let width =
            names.iter().map(|name| name.chars().count()).max().unwrap_or_else(|| unreachable!("calls are shown"));
        lines.extend(
            names.iter().zip(threads.values()).map(|(name, calls)| format!("{name:width$}  {}", calls.join("    "))),
        );
        lines
    }

    /// Which calls of different threads were over when which began, as far as one does not follow from others.
    fn before(&self, shown: &BTreeSet<OpId>) -> Option<String> {
        let before = |a: OpId, b: OpId| self.history.before().contains(a.index(), b.index());
        let thread = |op: OpId| self.history.operation(op).thread;
        let mut pairs = Vec::new();
        for &a in shown {
            for &b in shown.iter().filter(|&&b| before(a, b) && thread(a) != thread(b)) {
                if !shown.iter().any(|&between| before(a, between) && before(between, b)) {
                    pairs.push(format!("{a} before {b}"));
                }
            }
        }
        let listed = enumerated(pairs, MAX_PAIRS);
        (!listed.is_empty()).then(|| format!("must hold: {listed} (the one had returned when the other was called)"))
    }

    fn longest(&self) -> String {
        let Violation { longest, standing, stuck, .. } = self.violation;
        let standing = self.standing(standing);
        let next = match stuck.as_slice() {
            [] => "nobody else comes".to_owned(),
            [op] => self.cannot(*op),
            ops => {
                let next: Vec<_> = ops.iter().map(|&op| self.cannot(op)).collect();
                enumerated(next, MAX_VALUES)
            }
        };
        if longest.is_empty() {
            return format!("no call can come first: at first {standing}, and {next}");
        }
        let skipped = longest.len().saturating_sub(MAX_ORDER);
        let order: Vec<_> = longest[skipped..].iter().map(OpId::to_string).collect();
        let skipped = if skipped > 0 { "…, " } else { "" };
        format!("longest possible: {skipped}{}; then {standing}, and {next}", order.join(", "))
    }

    fn cannot(&self, op: OpId) -> String {
        match self.history.operation(op).outcome {
            Outcome::Value(value) => format!("{op} cannot return {value}"),
            Outcome::Empty => format!("{op} cannot say empty"),
            Outcome::Failed => format!("{op} cannot fail"),
            Outcome::Void | Outcome::Pending => format!("{op} cannot return"),
        }
    }

    fn standing(&self, standing: &Standing) -> String {
        let name = self.object.base_name();
        let listed = |items: Vec<String>| enumerated(items, MAX_VALUES);
        let numbers = |values: &[i64]| listed(values.iter().map(i64::to_string).collect());
        let calls = |calls: &[OpId]| listed(calls.iter().map(OpId::to_string).collect());
        match standing {
            Standing::Holds(values) if values.is_empty() => format!("the {name} is empty"),
            Standing::Holds(values) => format!("the {name} holds {}", numbers(values)),
            Standing::Value(value) => format!("the {name} is {value}"),
            Standing::Keys(keys) if keys.is_empty() => format!("the {name} is empty"),
            Standing::Keys(keys) => format!("the {name} has {}", numbers(keys)),
            Standing::Entries(entries) if entries.is_empty() => format!("the {name} is empty"),
            Standing::Entries(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("{value} for {key}")).collect();
                format!("the {name} has {}", listed(entries))
            }
            Standing::Free => format!("the {name} is free"),
            Standing::HeldBy(op) => format!("the {name} is held since {op}"),
            Standing::ReadBy(ops) => format!("the {name} is held for reading since {}", calls(ops)),
            Standing::Tokens(1) => format!("the {name} has 1 token"),
            Standing::Tokens(count) => format!("the {name} has {count} tokens"),
            Standing::Arrived(ops) if ops.is_empty() => "nobody waits".to_owned(),
            Standing::Arrived(ops) => format!("{} would have to wait", calls(ops)),
            Standing::NotRun => "nobody has run it".to_owned(),
            Standing::RunBy(op) => format!("{op} has run it"),
        }
    }

    fn reason(&self) -> String {
        let name = self.object.base_name();
        let returned = |op: OpId| match self.history.operation(op).outcome {
            Outcome::Value(value) => value,
            outcome => unreachable!("a value was taken out, not {outcome:?}"),
        };
        match &self.violation.reason {
            Reason::Value(op) => format!("nobody puts {} into the {name}", returned(*op)),
            Reason::Twice(ops) => {
                let [first, ..] = ops.as_slice() else { unreachable!("several calls take something out twice") };
                let calls = enumerated(ops.iter().map(OpId::to_string).collect(), MAX_VALUES);
                format!("{} was put in less often than it is taken out, by {calls}", returned(*first))
            }
            Reason::Sync(pairs) => {
                let pair =
                    |(from, by): &(OpId, OpId)| format!("{by} relies on {from}, and nothing makes that visible to it");
                enumerated(pairs.iter().map(pair).collect(), MAX_VALUES)
            }
            Reason::Empty => format!("possible if the {name} might look empty at any time (weak-{name})"),
            Reason::Order => "each call alone is plausible, but no order makes all of them so".to_owned(),
        }
    }
}

/// Items with commas; of too many, how many more there are.
fn enumerated(mut items: Vec<String>, most: usize) -> String {
    if items.len() > most {
        let more = items.len() - most;
        items.truncate(most);
        items.push(format!("… ({more} more)"));
    }
    items.join(", ")
}
