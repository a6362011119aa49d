//! Converts an execution of a test to a [`Story`]: a row per event, with the names, values and lines of the test.

use raddle_check::{
    Cycle, Deed, Edge, EdgeKind, End, EndKind, Known, OrderedWrite, Origin, ReadOf, Row, RowPlace, Story, StoryThread,
    Waiting, WriteOrder, cycle_of, shown_line,
};
use raddle_explore::Derivation;
use raddle_graph::{Address, EventId, Execution, Label, Source, ThreadEnd, ThreadId, Value};
use raddle_ir::Position;

use crate::count::Found;
use crate::ctype::Type;
use crate::lower::LoweredTest;

/// The story of an execution.
pub(crate) fn story(lowered: &LoweredTest, source: &str, found: &Found) -> Story {
    story_of(lowered, source, &found.execution, &found.derivations)
}

fn story_of(lowered: &LoweredTest, source: &str, execution: &Execution, derivations: &[Derivation]) -> Story {
    Narrator::new(lowered, source, execution).story(derivations)
}

/// The name of the variable, or array element, at an address.
pub(crate) fn location(lowered: &LoweredTest, addr: Address) -> String {
    match lowered.layout.at(addr) {
        Some((variable, cell)) => match variable.count {
            None => variable.name.clone(),
            Some(_) => format!("{}[{cell}]", variable.name),
        },
        None => addr.to_string(),
    }
}

/// Gives names to what happened in an execution.
pub(crate) struct Narrator<'a> {
    lowered: &'a LoweredTest,
    source: &'a str,
    lines: Vec<&'a str>,
    execution: &'a Execution,
    /// Where each event comes from.
    positions: Vec<Vec<Option<Position>>>,
}

impl<'a> Narrator<'a> {
    pub fn new(lowered: &'a LoweredTest, source: &'a str, execution: &'a Execution) -> Narrator<'a> {
        Narrator {
            lowered,
            source,
            lines: source.lines().collect(),
            execution,
            positions: lowered.program.positions(execution),
        }
    }

    /// The whole execution, and how it is known, if it has a cycle.
    pub fn story(&self, derivations: &[Derivation]) -> Story {
        let threads = self.execution.ends.iter().enumerate().map(|(index, &end)| {
            let id = ThreadId(index as u16);
            let events = self.execution.events().filter(|(event, _)| event.thread == id);
            StoryThread {
                id,
                name: format!("P{index}"),
                started: None,
                rows: events.map(|(event, _)| self.row(event)).collect(),
                end: self.end(end),
            }
        });
        Story {
            file: String::new(),
            threads: threads.collect(),
            edges: self.edges(),
            orders: self.orders(),
            objects: Vec::new(),
            cycle: self.cycle(derivations),
        }
    }

    fn cycle(&self, derivations: &[Derivation]) -> Option<Cycle> {
        let known = derivations.split_first().map(|(first, rest)| {
            let source = story_of(self.lowered, self.source, &first.source, rest);
            Known { committed: first.committed.clone(), source: Some(Box::new(source)) }
        });
        cycle_of(self.execution, known.unwrap_or_default(), &|event| event)
    }

    fn row(&self, id: EventId) -> Row {
        let Some(event) = self.execution.get(id) else { unreachable!("{id} is an event of the execution") };
        Row {
            event: id,
            place: self.place(id),
            code: shown_line(self.code(id).unwrap_or_default()).into_owned(),
            deed: self.deed(&event.label),
            source: event.rf.map(|source| match source {
                Source::Init => Origin::Initial,
                Source::Event(event) => Origin::Write { event, place: self.place(event) },
            }),
            is_marked: false,
            is_housekeeping: false,
        }
    }

    fn end(&self, end: ThreadEnd) -> Option<End> {
        let kind = match end {
            ThreadEnd::Finished => return None,
            ThreadEnd::Blocked => EndKind::Waits(Waiting::Unnamed),
            ThreadEnd::Failed => EndKind::Failure(None, None),
            ThreadEnd::NotStarted => EndKind::NotStarted,
        };
        Some(End { place: RowPlace::default(), code: String::new(), kind, is_marked: false })
    }

    fn edges(&self) -> Vec<Edge> {
        let reads = self.execution.events().filter_map(|(to, event)| match event.rf {
            Some(Source::Event(from)) => Some(Edge { from, to, kind: EdgeKind::ReadsFrom }),
            _ => None,
        });
        let orders = self.execution.co.iter().flat_map(|co| co.values());
        let writes = orders.flat_map(|order| order.windows(2)).map(|pair| Edge {
            from: pair[0],
            to: pair[1],
            kind: EdgeKind::ModificationOrder,
        });
        reads.chain(writes).collect()
    }

    /// Modification orders, where they are not obvious.
    fn orders(&self) -> Vec<WriteOrder> {
        let orders = self.execution.co.iter().flatten().filter(|(_, order)| order.len() > 1);
        orders
            .map(|(&addr, order)| {
                let write = |&event: &EventId| {
                    let Some(Label::Write { value, .. }) = self.execution.get(event).map(|event| event.label) else {
                        unreachable!("{event} is in a modification order and is no write")
                    };
                    OrderedWrite { event, place: self.place(event), value: self.value(addr, value) }
                };
                WriteOrder { location: self.name(addr), writes: order.iter().map(write).collect() }
            })
            .collect()
    }

    /// What an event did.
    pub fn deed(&self, label: &Label) -> Deed {
        match *label {
            Label::Read { addr, mode, value, exclusive } => Deed::Read {
                location: self.name(addr),
                value: self.value(addr, value),
                mode,
                part: if exclusive { ReadOf::Update } else { ReadOf::Read },
            },
            Label::Write { addr, mode, value, exclusive } => {
                Deed::Write { location: self.name(addr), value: self.value(addr, value), mode, is_half: exclusive }
            }
            Label::Fence { mode, on } => Deed::Fence { mode, on: on.map(|addr| self.name(addr)) },
            Label::Spawn { thread } => Deed::Start(thread),
            Label::Join { thread } => Deed::Join(thread),
            // The only choice of a litmus test is whether a store-conditional fails.
            Label::Choose { value } => Deed::StoreConditional { succeeds: value == 0 },
            Label::Allocate { .. } | Label::Free { .. } | Label::Arrive { .. } | Label::Depart { .. } => {
                unreachable!("litmus tests have no objects that come and go, and no barriers")
            }
        }
    }

    /// A value as text, by the type of its variable: signed numbers have signs, addresses have names.
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

    /// Where an event comes from; line 0 if from nowhere.
    pub fn place(&self, id: EventId) -> RowPlace {
        let place = |at: Position| RowPlace { file: String::new(), line: at.line, column: at.column };
        self.positions[id.thread.index()][id.index as usize].map(place).unwrap_or_default()
    }

    /// The line of an event; its instruction, if several threads share the line.
    fn code(&self, id: EventId) -> Option<&'a str> {
        let RowPlace { line, column, .. } = self.place(id);
        let line = *self.lines.get((line as usize).checked_sub(1)?)?;
        if !self.lowered.layout.untyped {
            return Some(line.trim());
        }
        let start = line.char_indices().nth((column as usize).checked_sub(1)?)?.0;
        line.get(start..)?.split(['|', ';']).next().map(str::trim)
    }
}
