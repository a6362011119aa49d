//! What an engine that computes with formulas instead of values asks of a program, besides its code: where accesses lead, where
//! objects lie, and which threads are started. The interpreter answers the same questions for itself, by the same functions.

use raddle_graph::{Address, ThreadId, Value, Width};
use raddle_program::Discovery;

use crate::memory::unwritten::LibraryRead;
use crate::memory::{Found, layout};
use crate::{FailureKind, FunctionId, Program, Region};

/// Where an access leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// To a location that other threads may see.
    Shared(Address),
    /// To bytes that hold this value, and that nobody writes.
    Constant(Value),
    /// To memory that only the thread knows, if there is an object.
    Private,
    /// Nowhere: it is an error.
    Error(FailureKind),
    /// That is to be learnt first.
    Learn(Discovery),
}

/// An access, as far as it matters where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// How many bytes.
    pub width: Width,
    /// May it write?
    pub writes: bool,
    /// Is it a read by the library, which no line of the user's gave rise to?
    pub library: bool,
    /// Must the address be a multiple of the size?
    pub aligned: bool,
}

impl Program {
    /// Does the program have bytes, rather than variables?
    pub fn has_bytes(&self) -> bool {
        self.memory.is_some()
    }

    /// Is an instruction one of the library, which no line of the source gave rise to?
    pub fn is_library(&self, function: FunctionId, pc: usize) -> bool {
        self.prepared[function.index()].facts[pc].library
    }

    /// Where an access of a thread to an address leads.
    pub fn place_of(&self, addr: u64, reach: Reach) -> Place {
        let Some(memory) = &self.memory else {
            return match self.cell_of(addr, reach.width) {
                Ok(location) => Place::Shared(location),
                Err(kind) => Place::Error(kind),
            };
        };
        let size = reach.width.bytes();
        let found = match memory.find(addr, size) {
            Ok(found) => found,
            Err(kind) => return Place::Error(kind),
        };
        if reach.aligned && (!size.is_power_of_two() || addr & (size - 1) != 0) {
            return Place::Error(FailureKind::Misaligned);
        }
        match found {
            Found::Static(object, offset) if reach.library && !reach.writes => {
                match memory.sightings.library_reads(object, offset, size) {
                    LibraryRead::Unwritten => Place::Constant(object.read(offset, size, &memory.pairs)),
                    LibraryRead::Shared => Place::Shared(layout::location(addr, size)),
                    LibraryRead::Surprise(discovery) => Place::Learn(discovery),
                }
            }
            Found::Shared | Found::Static(..) if reach.writes => match found.write(memory, size) {
                Err(discovery) => Place::Learn(discovery),
                Ok(()) => Place::Shared(layout::location(addr, size)),
            },
            Found::Shared | Found::Static(..) => Place::Shared(layout::location(addr, size)),
            Found::Constant(..) if reach.writes => Place::Error(FailureKind::ReadOnly),
            Found::Constant(object, offset) => Place::Constant(object.read(offset, size, &memory.pairs)),
            Found::Private => Place::Private,
        }
    }

    /// The address of a private object of a size after so many units of room, and how many units it takes.
    pub fn private_base(&self, units: u32, size: u64) -> Option<(u64, u32)> {
        layout::private_base(units, size)
    }

    /// The address of the object that a thread allocates after `index` others.
    pub fn dynamic_base(&self, region: Region, thread: ThreadId, index: u32, size: u64) -> Option<u64> {
        layout::dynamic_base(region, thread, index, size)
    }

    /// The address of a thread-local byte.
    pub fn thread_local(&self, thread: ThreadId, offset: u64) -> u64 {
        layout::thread_local(thread, offset)
    }

    /// The static objects: where each begins, and how many bytes it has.
    pub fn static_objects(&self) -> Vec<(u64, u64)> {
        let statics = self.memory.iter().flat_map(|memory| &memory.statics);
        statics.map(|object| (object.base, object.size)).collect()
    }

    /// Are there thread-local objects?
    pub fn has_thread_locals(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| !memory.thread_locals.is_empty())
    }

    /// The function at an address, if there is one.
    pub fn function_at(&self, address: Value) -> Option<FunctionId> {
        layout::function_at(address).filter(|id| id.index() < self.functions().len())
    }

    /// The thread that `parent` starts after `nth` others, if it is known that it runs that function, or one before it.
    pub fn started_by(&self, parent: ThreadId, nth: u16, entry: FunctionId) -> Option<ThreadId> {
        let thread = self.table.find(parent, nth)?;
        self.table.entry(thread).is_none_or(|known| known <= entry).then_some(thread)
    }

    /// The handle of a thread.
    pub fn handle_of(&self, thread: ThreadId) -> Value {
        Value::from(thread.0) + 1
    }

    /// Is a lock of the program tried without waiting? Then all locks are compare-exchanges.
    pub fn tries_locks(&self) -> bool {
        self.tried_locks
    }

    /// Do loops that wait stop instead of running on?
    pub fn cuts_spins(&self) -> bool {
        self.spin_cut
    }
}
