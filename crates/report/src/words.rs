//! Events, locations and values in words.

use raddle_explore::Action;
use raddle_graph::{Address, ConditionOp, EventId, Label, Source, UpdateOp, Value, pairs};
use raddle_ir::Place;

use crate::describe::Teller;
use crate::scene::Step;
use crate::told::Told;

/// The bits of an address that say how many bytes are accessed, and where they are.
const SIZE_SHIFT: u32 = 56;

/// How many bytes an access to the location has; 0 if it does not say.
pub(crate) fn size(addr: Address) -> u32 {
    (addr.0 >> SIZE_SHIFT) as u32
}

/// Addresses have so many bits.
const ADDRESS_BITS: u32 = 47;

/// Numbers below this are written in decimal, others in hexadecimal.
const LARGE: u64 = 1 << 32;

/// A mutex is called `m`, not `m.__data.__lock`: such members are for the library only.
fn without_internals(mut name: String) -> String {
    if let Some(end) = name.find(".__") {
        name.truncate(end);
    }
    name
}

/// So many bytes, in words.
pub(crate) fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// A number, of so many bytes, as most people would write it.
pub(crate) fn number(value: Value, bytes: u32) -> String {
    let bits = if (1..8).contains(&bytes) { 8 * bytes } else { 64 };
    let signed = ((value << (64 - bits)) as i64) >> (64 - bits);
    match value {
        _ if (-65536..0).contains(&signed) && bits >= 32 => signed.to_string(),
        value if value < LARGE => value.to_string(),
        value => format!("{value:#x}"),
    }
}

impl Teller<'_> {
    /// The name of a location. Blocks of the heap are numbered in the order in which they are allocated, thread by thread.
    pub(crate) fn location(&self, addr: Address, told: &Told<'_>) -> String {
        let block = || told.block(self.program(), addr);
        match self.program().place(addr) {
            Place::Heap { offset, .. } => {
                let name = block().map_or("a block of the heap".to_owned(), |block| format!("heap#{}", block.number));
                if offset > 0 { format!("{name}+{offset}") } else { name }
            }
            Place::Stack { offset, .. } => {
                let name = block().and_then(|block| self.lowered().names.local(block.position, offset));
                name.map_or_else(|| "a local variable".to_owned(), without_internals)
            }
            // The library's own variables are not in the source.
            Place::Static { name, .. } | Place::ThreadLocal { name, .. } if name.starts_with('(') => name,
            _ => without_internals(self.lowered().names.location(addr)),
        }
    }

    /// A value that was read from or written to a location.
    pub(crate) fn value(&self, addr: Address, value: Value, told: &Told<'_>) -> String {
        if value == raddle_ir::UNDEFINED {
            return "uninitialised".to_owned();
        }
        match size(addr) {
            16 => {
                let [low, high] = pairs::halves(value).map(|half| self.word(half, told));
                format!("{{{low}, {high}}}")
            }
            _ if raddle_ir::is_undefined(value) => "partly uninitialised".to_owned(),
            8 => self.pointer(value, told).unwrap_or_else(|| number(value, 8)),
            size => number(value, size),
        }
    }

    /// A value as an argument of a function, or another word of which nothing more is known.
    pub(crate) fn word(&self, value: Value, told: &Told<'_>) -> String {
        self.value(Address(8 << SIZE_SHIFT), value, told)
    }

    /// A value that may be a pointer, if it is one.
    fn pointer(&self, value: Value, told: &Told<'_>) -> Option<String> {
        let target = Address(value);
        if value >> ADDRESS_BITS != 0 {
            return None;
        }
        match self.program().place(target) {
            Place::Static { .. } | Place::ThreadLocal { .. } | Place::Stack { .. } => {
                Some(format!("&{}", self.location(target, told)))
            }
            Place::Heap { .. } => Some(self.location(target, told)),
            Place::Function { name } => Some(name),
            Place::Nowhere => None,
        }
    }

    /// What a step did and, for a read, where its value came from.
    pub(crate) fn step(&self, step: &Step, told: &Told<'_>) -> String {
        let Some(event) = told.execution.get(step.event) else { return String::new() };
        let text = self.label(step, &event.label, told);
        match event.rf {
            // Whoever takes a mutex takes it from whoever gave it back; the first one from nobody.
            _ if is_condition(&step.action) => text,
            Some(Source::Init) if is_lock(&step.action) => text,
            Some(Source::Init) => format!("{text} ← initial value"),
            Some(Source::Event(write)) => format!("{text} ← {}", self.origin(write, step, told)),
            None => text,
        }
    }

    fn label(&self, step: &Step, label: &Label, told: &Told<'_>) -> String {
        match *label {
            Label::Read { addr, mode, value, exclusive: true } => {
                let name = self.location(addr, told);
                if let Action::Update { op, .. } = step.action
                    && let Some(verb) = verb(op)
                {
                    return format!("{verb} {name}");
                }
                let next = EventId { index: step.event.index + 1, ..step.event };
                let stored = match told.execution.get(next).map(|event| event.label) {
                    Some(Label::Write { value, .. }) => self.value(addr, value, told),
                    _ => "?".to_owned(),
                };
                format!("update {name} = {} → {stored} ({mode})", self.value(addr, value, told))
            }
            Label::Read { addr, mode, value, .. } => {
                let failed = match step.action {
                    Action::Update { op: UpdateOp::CompareExchange { .. }, .. } => ", not exchanged",
                    Action::Update { op: UpdateOp::Condition(op), .. } => {
                        let nothing = if matches!(op, ConditionOp::Wake { .. }) { "" } else { ": nobody waits" };
                        return format!("{} {}{nothing}", condition_verb(op), self.location(addr, told));
                    }
                    _ => "",
                };
                format!("read  {} = {} ({mode}{failed})", self.location(addr, told), self.value(addr, value, told))
            }
            Label::Write { addr, value: 0, .. } if told.mutexes.contains(&addr) => {
                format!("unlock {}", self.location(addr, told))
            }
            Label::Write { addr, mode, value, .. } => {
                format!("write {} = {} ({mode})", self.location(addr, told), self.value(addr, value, told))
            }
            Label::Fence { mode, .. } => format!("fence ({mode})"),
            Label::Spawn { thread } => format!("start thread {}", thread.0),
            Label::Join { thread } => format!("join  thread {}", thread.0),
            Label::Allocate { base, size } => {
                format!("allocate {} ({})", self.location(base, told), bytes(size))
            }
            Label::Free { base } => format!("free  {}", self.location(base, told)),
            Label::Choose { value } => format!("choose {}", self.word(value, told)),
            Label::Arrive { barrier, .. } => format!("arrive at {}", self.location(barrier, told)),
            Label::Depart { barrier, .. } => format!("leave {}", self.location(barrier, told)),
        }
    }

    /// Where an event is, seen from a step: the thread unless it is the same, the file unless it is.
    pub(crate) fn origin(&self, event: EventId, from: &Step, told: &Told<'_>) -> String {
        let thread = match event.thread == from.event.thread {
            true => String::new(),
            false => format!("thread {}, ", event.thread.0),
        };
        match told.step_of(event) {
            Some(step) if step.position.line > 0 => format!("{thread}{}", self.line_of(step, from.position.file)),
            _ => format!("{thread}event {event}"),
        }
    }

    fn line_of(&self, step: &Step, file: u16) -> String {
        let line = step.position.line;
        match step.position.file == file {
            true => format!("line {line}"),
            false => format!("{}:{line}", self.program().file_name(step.position.file)),
        }
    }
}

/// What an update does, where "update" would say too little.
fn verb(op: UpdateOp) -> Option<&'static str> {
    match op {
        UpdateOp::Lock { .. } => Some("lock "),
        UpdateOp::Condition(op) => Some(condition_verb(op)),
        _ => None,
    }
}

fn condition_verb(op: ConditionOp) -> &'static str {
    match op {
        ConditionOp::Register => "begin to wait for",
        ConditionOp::Signal => "signal",
        ConditionOp::Broadcast => "broadcast",
        ConditionOp::Notify { .. } => "wake waiters at",
        ConditionOp::Wake { .. } => "woken by",
    }
}

fn is_condition(action: &Action) -> bool {
    matches!(action, Action::Update { op: UpdateOp::Condition(_), .. })
}

fn is_lock(action: &Action) -> bool {
    matches!(action, Action::Update { op: UpdateOp::Lock { .. }, .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_the_library_are_not_named() {
        assert_eq!(without_internals("queue.m.__data.__lock".to_owned()), "queue.m");
        assert_eq!(without_internals("nodes[2].next".to_owned()), "nodes[2].next");
    }

    #[test]
    fn numbers_look_as_people_write_them() {
        assert_eq!(number(42, 4), "42");
        assert_eq!(number(0xffff_ffff, 4), "-1");
        assert_eq!(number(0xffff_ffff, 8), "4294967295");
        assert_eq!(number(u64::MAX - 1, 8), "-2");
        assert_eq!(number(255, 1), "255", "a byte is as often a character or a flag as a number");
        assert_eq!(number(0xdead_beef_0000, 8), "0xdeadbeef0000");
    }
}
