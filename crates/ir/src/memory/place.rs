//! Where things are, for people: what an address lies in, where in the source a thread stands.

use raddle_graph::{Address, ThreadId, Value};
use raddle_program::Allocation;

use crate::machine::{Line, is_header_of_atomics};
use crate::memory::layout::{self, Area};
use crate::{Call, Function, Instr, Origin, Position, Program, Region, State};

/// A line of the user's that a thread is on, or in a function that this line called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UserLine {
    /// The line.
    pub line: Line,
    /// Are there several calls of its function?
    pub is_shared: bool,
}

/// What an address of a C program lies in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A static object.
    Static {
        /// Its name.
        name: String,
        /// Is it a variable of the library, which the source does not have?
        is_library: bool,
        /// How far from its first byte.
        offset: u64,
        /// How many bytes it has.
        size: u64,
    },
    /// A thread-local object.
    ThreadLocal {
        /// Its name.
        name: String,
        /// Is it a variable of the library, which the source does not have?
        is_library: bool,
        /// Whose.
        thread: ThreadId,
        /// How far from its first byte.
        offset: u64,
        /// How many bytes it has.
        size: u64,
    },
    /// A block on the heap.
    Heap {
        /// Who allocated it.
        thread: ThreadId,
        /// How many objects (also on the stack) the thread allocated before.
        index: u32,
        /// How far from its first byte.
        offset: u64,
    },
    /// An object on the stack of a thread.
    Stack {
        /// Whose.
        thread: ThreadId,
        /// How many objects (also on the heap) the thread allocated before.
        index: u32,
        /// How far from its first byte.
        offset: u64,
    },
    /// A function.
    Function {
        /// Its name.
        name: String,
    },
    /// Nothing.
    Nowhere,
}

impl Program {
    /// What a location, or an address, lies in (or points right behind).
    pub fn place(&self, addr: Address) -> Place {
        let addr = layout::without_shadow(layout::byte(addr));
        let Some(memory) = &self.memory else { return Place::Nowhere };
        match Area::of(addr) {
            Area::Static => memory.static_at(addr).map_or(Place::Nowhere, |object| Place::Static {
                name: object.name.clone(),
                is_library: object.is_library,
                offset: addr - object.base,
                size: object.size,
            }),
            Area::ThreadLocal { thread, offset } => {
                memory.thread_local_at(offset).map_or(Place::Nowhere, |object| Place::ThreadLocal {
                    name: object.name.clone(),
                    is_library: object.is_library,
                    thread,
                    offset: offset - object.base,
                    size: object.size,
                })
            }
            Area::Dynamic { region: Region::Stack, allocation: Allocation { thread, index }, offset } => {
                Place::Stack { thread, index, offset }
            }
            Area::Dynamic { allocation: Allocation { thread, index }, offset, .. } => {
                Place::Heap { thread, index, offset }
            }
            Area::Function => {
                let function = layout::function_at(addr).and_then(|id| self.functions.get(id.index()));
                function.map_or(Place::Nowhere, |function| Place::Function { name: function.name.clone() })
            }
            Area::Null | Area::Private | Area::Nowhere => Place::Nowhere,
        }
    }

    /// How many bytes a location has; 0 for an address that is not one of a location.
    pub fn location_bytes(location: Address) -> u64 {
        layout::length(location)
    }

    /// The address in a value or location, without the size and without tags in bits that addresses do not have.
    pub fn untagged(value: Value) -> u64 {
        value & (layout::ADDRESS_END - 1)
    }

    /// What a value points to (or right behind), if it is a pointer without tags.
    pub fn pointee(&self, value: Value) -> Place {
        if value < layout::ADDRESS_END { self.place(Address(value)) } else { Place::Nowhere }
    }

    /// Is it the queue of a futex, which belongs to the system, not a location of the program?
    pub fn is_futex(&self, location: Address) -> bool {
        let addr = layout::byte(location);
        layout::without_shadow(addr) != addr
    }

    /// The name of the function that a thread runs.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        let entry = match self.threads.get(thread.index()) {
            Some(thread) => Some(thread.entry),
            None => self.table.entry(thread),
        };
        let function = entry.and_then(|entry| self.functions.get(entry.index()));
        function.map_or_else(|| thread.to_string(), |function| function.name.clone())
    }

    /// The functions that a thread is in, innermost first, each with where it stands.
    fn frames(&self, state: &State) -> impl Iterator<Item = (&Function, Origin)> {
        let outer = state.callers().map(|frame| (frame.function, frame.pc));
        let frames: Vec<_> = std::iter::once((state.function, state.pc)).chain(outer).collect();
        frames.into_iter().map(|(function, pc)| {
            let function = &self.functions[function as usize];
            (function, function.origins[pc as usize])
        })
    }

    /// Where in the source a thread stands: in the innermost function that has lines, for what library functions do
    /// belongs to who called them.
    pub fn position(&self, state: &State) -> Option<Position> {
        self.frames(state).find_map(|(_, origin)| origin.position())
    }

    /// Does a thread stand in code of a header, before any of the user's lines?
    pub(crate) fn is_in_header(&self, state: &State) -> bool {
        let mut origins = self.frames(state).map(|(_, origin)| origin);
        origins.find(|&origin| origin != Origin::Library).is_some_and(Origin::is_header)
    }

    /// The functions that a thread is in, innermost first, each with where it stands; those without lines left out.
    pub fn stack(&self, state: &State) -> Vec<(String, Position)> {
        let frames = self.frames(state);
        frames.filter_map(|(function, origin)| Some((function.name.clone(), origin.position()?))).collect()
    }

    /// The same with all that was inlined, and with headers.
    pub fn calls(&self, state: &State) -> Vec<Call> {
        self.frames(state).flat_map(|(function, origin)| self.calls_of(function, origin)).collect()
    }

    /// What a thread is in that stands in a function.
    fn calls_of(&self, function: &Function, origin: Origin) -> Vec<Call> {
        let call = |position, is_header| vec![Call { function: function.name.clone(), position, is_header }];
        match origin {
            Origin::Library | Origin::Header(None) => Vec::new(),
            Origin::Header(Some(position)) => call(position, true),
            Origin::Source(position) => call(position, false),
            Origin::Inlined { calls, .. } => self.inlined[calls as usize].clone(),
        }
    }

    /// The same outside of the headers of the language's library, each with whether its function has several callers. Nothing
    /// if the thread is in such a header that is not one of atomic accesses.
    pub(crate) fn user_lines(&self, state: &State, callers: &[usize]) -> Vec<UserLine> {
        let mut lines: Vec<UserLine> = Vec::new();
        let frames = std::iter::once((state.function, state.pc)).chain(state.callers().map(|it| (it.function, it.pc)));
        for (function, pc) in frames {
            let (number, function) = (function as usize, &self.functions[function as usize]);
            let calls = self.calls_of(function, function.origins[pc as usize]);
            let last = calls.len().saturating_sub(1);
            for (index, call) in calls.into_iter().enumerate() {
                let Call { position: Position { file, line, .. }, is_header, .. } = call;
                match is_header {
                    true if lines.is_empty() && !is_header_of_atomics(self.file_name(file)) => return Vec::new(),
                    true => {}
                    // Who inlines a function may do so more than once.
                    false => {
                        lines.push(UserLine { line: (file, line), is_shared: index < last || callers[number] > 1 })
                    }
                }
            }
        }
        lines
    }

    /// How many calls there are of each function in the code.
    pub(crate) fn callers(&self) -> Vec<usize> {
        let mut callers = vec![0; self.functions.len()];
        for instr in self.functions.iter().flat_map(|function| &function.code) {
            if let Instr::Call { function, .. } = instr {
                callers[function.index()] += 1;
            }
        }
        callers
    }
}
