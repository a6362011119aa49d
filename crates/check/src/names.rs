//! What locations and values are called in an execution.

use raddle_graph::{Address, Value};
use raddle_ir::{Place, Program};

use crate::describe::Describer;
use crate::index::ExecutionIndex;

/// Numbers below this are written in decimal, others in hexadecimal.
const DECIMAL_BELOW: u64 = 1 << 32;

/// A mutex is called `m`, not `m.__data.__lock`: the word by which threads synchronise stands for the whole object.
fn of_synchroniser(mut name: String) -> String {
    if let Some(end) = name.find(".__") {
        name.truncate(end);
    }
    name
}

/// Other words of such an object have names of their own, or nobody could tell them apart; the union around them says nothing.
fn of_member(name: String) -> String {
    name.replace(".__data.", ".")
}

/// A number, of so many bytes, as most people would write it.
fn number(value: Value, bytes: u64) -> String {
    let bits = if (1..8).contains(&bytes) { 8 * bytes } else { 64 };
    let signed = ((value << (64 - bits)) as i64) >> (64 - bits);
    match value {
        _ if (-65536..0).contains(&signed) && bits >= 32 => signed.to_string(),
        value if value < DECIMAL_BELOW => value.to_string(),
        value => format!("{value:#x}"),
    }
}

impl Describer<'_> {
    /// The name of a location. Blocks of the heap are numbered in the order in which they are allocated, thread by thread.
    pub(crate) fn location(&self, addr: Address, index: &ExecutionIndex<'_>) -> String {
        match index.is_synchroniser(addr) {
            true => self.synchroniser(addr, index),
            false => of_member(self.word_at(addr, index)),
        }
    }

    /// The name of an object by which threads synchronise.
    pub(crate) fn synchroniser(&self, addr: Address, index: &ExecutionIndex<'_>) -> String {
        of_synchroniser(self.word_at(addr, index))
    }

    /// The name of a location, with all members on the way to it.
    fn word_at(&self, addr: Address, index: &ExecutionIndex<'_>) -> String {
        let block = || index.block(self.program(), addr);
        match self.program().place(addr) {
            Place::Heap { offset, .. } => {
                let name = block().map_or("a block of the heap".to_owned(), |block| format!("heap#{}", block.number));
                if offset > 0 { format!("{name}+{offset}") } else { name }
            }
            Place::Stack { offset, .. } => {
                let name = block().and_then(|block| self.names().local(block.position?, offset));
                name.unwrap_or_else(|| "a local variable".to_owned())
            }
            // The library's own variables are not in the source.
            Place::Static { name, is_library: true, .. } | Place::ThreadLocal { name, is_library: true, .. } => {
                format!("({name})")
            }
            _ => self.names().location(addr),
        }
    }

    /// A value that was read from or written to a location.
    pub(crate) fn value(&self, addr: Address, value: Value, index: &ExecutionIndex<'_>) -> String {
        self.value_of(Program::location_bytes(addr), value, index)
    }

    /// A value as an argument of a function, or another word of which nothing more is known.
    pub(crate) fn word(&self, value: Value, index: &ExecutionIndex<'_>) -> String {
        self.value_of(8, value, index)
    }

    /// A value of so many bytes.
    fn value_of(&self, bytes: u64, value: Value, index: &ExecutionIndex<'_>) -> String {
        if value == raddle_ir::UNDEFINED {
            return "uninitialised".to_owned();
        }
        match bytes {
            16 => {
                let [low, high] = self.program().halves(value).map(|half| self.word(half, index));
                format!("{{{low}, {high}}}")
            }
            _ if raddle_ir::is_undefined(value) => "partly uninitialised".to_owned(),
            8 => self.pointer(value, index).unwrap_or_else(|| number(value, 8)),
            bytes => number(value, bytes),
        }
    }

    /// A value that may be a pointer, if it is one.
    fn pointer(&self, value: Value, index: &ExecutionIndex<'_>) -> Option<String> {
        let target = Address(value);
        match self.program().pointee(value) {
            Place::Static { .. } | Place::ThreadLocal { .. } | Place::Stack { .. } => {
                Some(format!("&{}", self.location(target, index)))
            }
            Place::Heap { .. } => Some(self.location(target, index)),
            Place::Function { name } => Some(name),
            Place::Nowhere => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synchroniser_has_the_name_of_its_object() {
        assert_eq!(of_synchroniser("queue.m.__data.__lock".to_owned()), "queue.m");
        assert_eq!(of_synchroniser("nodes[2].next".to_owned()), "nodes[2].next");
        assert_eq!(of_member("queue.c.__data.__wrefs".to_owned()), "queue.c.__wrefs");
        assert_eq!(of_member("user.__count".to_owned()), "user.__count");
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
