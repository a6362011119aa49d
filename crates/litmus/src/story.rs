//! An execution told to a person: thread by thread, with source lines, names, values, and where each read reads from.
//!
//! ```text
//! P0
//!     7  write data = 42 (na)                     *data = 42;
//!     8  write flag = 1 (sc)                      atomic_store(flag, 1);
//! P1
//!    12  read  flag = 1 (sc)  from P0, line 8     int seen = atomic_load(flag);
//!    14  read  data = 42 (na)  from P0, line 7    value = *data;
//! ```

use std::fmt::Write;

use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadEnd, Value};

use raddle_ir::Position;

use crate::ctype::Type;
use crate::lower::Lowered;

/// The execution in words.
pub(crate) fn story(lowered: &Lowered, source: &str, execution: &Execution) -> String {
    Teller::new(lowered, source, execution).story()
}

/// The name of the variable, or array element, at an address.
pub(crate) fn location(lowered: &Lowered, addr: Address) -> String {
    match lowered.layout.at(addr) {
        Some((variable, cell)) => match variable.count {
            None => variable.name.clone(),
            Some(_) => format!("{}[{cell}]", variable.name),
        },
        None => addr.to_string(),
    }
}

/// Tells about an execution.
pub(crate) struct Teller<'a> {
    lowered: &'a Lowered,
    lines: Vec<&'a str>,
    execution: &'a Execution,
    /// Where each event comes from.
    positions: Vec<Vec<Position>>,
}

impl<'a> Teller<'a> {
    pub fn new(lowered: &'a Lowered, source: &'a str, execution: &'a Execution) -> Teller<'a> {
        Teller { lowered, lines: source.lines().collect(), execution, positions: lowered.program.positions(execution) }
    }

    /// The whole execution.
    pub fn story(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.tell(&mut text);
        text
    }

    fn tell(&self, text: &mut String) -> std::fmt::Result {
        let width = self.execution.events().map(|(id, _)| self.event(id).chars().count()).max().unwrap_or(0);
        for (index, end) in self.execution.ends.iter().enumerate() {
            writeln!(text, "P{index}")?;
            for (id, _) in self.execution.events().filter(|(id, _)| id.thread.index() == index) {
                let number = self.line(id).map_or(String::new(), |line| line.to_string());
                writeln!(text, "{number:>6}  {:<width$}    {}", self.event(id), self.code(id).unwrap_or_default())?;
            }
            match end {
                ThreadEnd::Finished => {}
                ThreadEnd::Blocked => writeln!(text, "        …waits for good")?,
                ThreadEnd::Failed => writeln!(text, "        …fails")?,
                ThreadEnd::NotStarted => writeln!(text, "        …is never started")?,
            }
        }
        self.tell_coherence(text)
    }

    /// Coherence, where it is not obvious.
    fn tell_coherence(&self, text: &mut String) -> std::fmt::Result {
        let orders = self.execution.co.iter().flatten().filter(|(_, order)| order.len() > 1);
        for (place, (&addr, order)) in orders.enumerate() {
            if place == 0 {
                writeln!(text, "in modification order")?;
            }
            let value = |&id: &EventId| match self.execution.get(id).map(|event| event.label) {
                Some(Label::Write { value, .. }) => format!("{} ({})", self.value(addr, value), self.place(id)),
                _ => self.place(id),
            };
            let values: Vec<_> = order.iter().map(value).collect();
            writeln!(text, "  {}: {}", self.name(addr), values.join(", "))?;
        }
        Ok(())
    }

    /// What an event did and, for a read, where its value came from.
    fn event(&self, id: EventId) -> String {
        let Some(event) = self.execution.get(id) else { return String::new() };
        let action = self.action(&event.label);
        match event.rf {
            Some(Source::Init) => format!("{action}  from the initial value"),
            Some(Source::Event(write)) => format!("{action}  from {}", self.place(write)),
            None => action,
        }
    }

    /// What an event did.
    pub fn action(&self, label: &Label) -> String {
        let half = |exclusive| if exclusive { ", update" } else { "" };
        match *label {
            Label::Read { addr, mode, value, exclusive } => {
                format!("read  {} = {} ({mode}{})", self.name(addr), self.value(addr, value), half(exclusive))
            }
            Label::Write { addr, mode, value, exclusive } => {
                format!("write {} = {} ({mode}{})", self.name(addr), self.value(addr, value), half(exclusive))
            }
            Label::Fence { mode, on: None } => format!("fence ({mode})"),
            Label::Fence { mode, on: Some(addr) } => format!("fence ({mode}) on {}", self.name(addr)),
            Label::Spawn { thread } => format!("start P{}", thread.0),
            Label::Join { thread } => format!("join  P{}", thread.0),
            // The only thing that is left open is whether a store-conditional fails.
            Label::Choose { value: 0 } => "the store succeeds".to_owned(),
            Label::Choose { .. } => "the store fails".to_owned(),
            // Litmus tests have no objects that come and go, and no barriers.
            Label::Allocate { .. } | Label::Free { .. } | Label::Arrive { .. } | Label::Depart { .. } => String::new(),
        }
    }

    /// A value as its variable's type reads it: cells hold bits, people expect signs and names.
    fn value(&self, addr: Address, value: Value) -> String {
        match self.lowered.layout.at(addr).map(|(variable, _)| &variable.object.ty) {
            Some(Type::Int(int)) if !self.lowered.layout.untyped => int.number(value).to_string(),
            Some(Type::Int(int)) if self.lowered.layout.at(Address(value)).is_none() => int.number(value).to_string(),
            Some(_) if self.lowered.layout.at(Address(value)).is_some() => location(self.lowered, Address(value)),
            _ => value.to_string(),
        }
    }

    /// The name of a location.
    pub fn name(&self, addr: Address) -> String {
        location(self.lowered, addr)
    }

    /// Where an event comes from, if anywhere.
    pub fn position(&self, id: EventId) -> Option<Position> {
        let position = *self.positions.get(id.thread.index())?.get(id.index as usize)?;
        (position.line > 0).then_some(position)
    }

    fn line(&self, id: EventId) -> Option<u32> {
        Some(self.position(id)?.line)
    }

    /// The line of an event; its instruction, if several threads share the line.
    fn code(&self, id: EventId) -> Option<&'a str> {
        let position = self.position(id)?;
        let line = *self.lines.get((position.line as usize).checked_sub(1)?)?;
        if !self.lowered.layout.untyped {
            return Some(line.trim());
        }
        let start = line.char_indices().nth((position.column as usize).checked_sub(1)?)?.0;
        line.get(start..)?.split(['|', ';']).next().map(str::trim)
    }

    fn place(&self, id: EventId) -> String {
        match self.line(id) {
            Some(line) => format!("P{}, line {line}", id.thread.0),
            None => format!("P{}", id.thread.0),
        }
    }
}
