//! Memory of C programs.

use super::ProgramBuilder;
use crate::StaticObject;
use crate::memory::{Static, Statics};

/// Where the first static object is put.
const FIRST_STATIC: u64 = 0x1_0000;
/// How many unused bytes there are between two objects at least, so that pointers slightly off miss the neighbours.
const MIN_GAP_BYTES: u64 = 64;

impl ProgramBuilder {
    /// Is this a C program: byte-addressed memory, objects that come and go? Any object below makes it one.
    pub fn c_memory(&mut self, on: bool) {
        self.memory = on.then(|| self.memory.take().unwrap_or_default());
    }

    fn memory(&mut self) -> &mut Statics {
        self.memory.get_or_insert_default()
    }

    /// Adds a static object.
    pub fn static_object(&mut self, object: StaticObject) {
        let StaticObject { name, base, bytes, constant, align: _ } = object;
        let size = bytes.len() as u64;
        self.static_end = self.static_end.max(base.saturating_add(size));
        self.memory().statics.push(Static::new(&name, base, size, bytes, constant));
    }

    /// Adds a static object of zeros and gives its address.
    pub fn reserve_static(&mut self, name: &str, size: u64, align: u64, constant: bool) -> u64 {
        let free = self.static_end.saturating_add(MIN_GAP_BYTES).max(FIRST_STATIC);
        let base = align_up(free, align.max(MIN_GAP_BYTES));
        self.static_end = base.saturating_add(size);
        self.memory().statics.push(Static::new(name, base, size, Vec::new(), constant));
        base
    }

    /// Sets the content of a static object; bytes that are not given are 0.
    pub fn set_static_bytes(&mut self, base: u64, bytes: Vec<u8>) {
        if let Some(object) = self.memory().statics.iter_mut().find(|object| object.base == base) {
            object.bytes = bytes;
        }
    }

    /// The same for a variable of the library, which the source does not have.
    pub fn reserve_library_static(&mut self, name: &str, size: u64, align: u64, constant: bool) -> u64 {
        let base = self.reserve_static(name, size, align, constant);
        mark_newest(&mut self.memory().statics);
        base
    }

    /// Adds a thread-local object and gives its place in the template.
    pub fn reserve_thread_local(&mut self, name: &str, size: u64, align: u64, bytes: Vec<u8>) -> u64 {
        let objects = &mut self.memory().thread_locals;
        let free =
            objects.last().map_or(0, |object| object.base.saturating_add(object.size).saturating_add(MIN_GAP_BYTES));
        let base = align_up(free, align.max(16));
        objects.push(Static::new(name, base, size, bytes, false));
        base
    }

    /// The same for a variable of the library, which the source does not have.
    pub fn reserve_library_thread_local(&mut self, name: &str, size: u64, align: u64, bytes: Vec<u8>) -> u64 {
        let base = self.reserve_thread_local(name, size, align, bytes);
        mark_newest(&mut self.memory().thread_locals);
        base
    }

    /// Makes the template of thread-local objects one object.
    pub fn thread_local_template(&mut self, bytes: Vec<u8>) {
        self.memory().thread_locals.clear();
        self.reserve_thread_local("thread-local memory", bytes.len() as u64, 16, bytes);
    }
}

/// The object that was added last belongs to the library.
fn mark_newest(objects: &mut [Static]) {
    let Some(newest) = objects.last_mut() else { unreachable!("an object was added") };
    newest.is_library = true;
}

/// The least multiple of a power of two that is not less; what does not fit is found when the program is built.
fn align_up(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_get_addresses_apart_from_each_other() {
        let mut program = ProgramBuilder::new();
        let a = program.reserve_static("a", 1, 1, false);
        let b = program.reserve_static("b", 0, 4096, true);
        let c = program.reserve_static("c", 8, 8, false);
        assert!(a >= FIRST_STATIC && b.is_multiple_of(4096) && b - a > MIN_GAP_BYTES && c - b >= MIN_GAP_BYTES);
        assert_eq!(program.reserve_thread_local("t", 4, 4, vec![1]), 0);
        assert_eq!(program.reserve_thread_local("u", 4, 4, vec![]) % 16, 0);
    }

    #[test]
    fn a_function_needs_no_registers_of_its_own_for_its_parameters() {
        let mut program = ProgramBuilder::new();
        let id = program.declare("f", 2);
        let mut code = program.function(id);
        assert_eq!((code.parameter(1).index(), code.registers(3).index(), code.register().index()), (1, 2, 5));
    }
}
