//! What a front end makes: instructions, functions, threads, static memory, and how they are built, checked, printed and
//! stored.

pub(crate) mod builder;
pub(crate) mod failure;
pub(crate) mod function;
pub(crate) mod instr;
pub(crate) mod ops;
mod print;
mod shape;
mod stored;
pub(crate) mod validate;

use std::sync::Arc;

use raddle_graph::{Address, ThreadId, Value};
use serde::{Deserialize, Serialize};

use crate::memory::Statics;
use crate::{Call, Failure, Function, Instr, Object, Position, Thread};

/// Validated code: what a front end made of its input. It never changes, and does not depend on how it will be explored;
/// [`Code::program`] makes a program of it. See `ProgramBuilder` for how to make one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Code {
    pub(crate) functions: Vec<Function>,
    pub(crate) threads: Vec<Thread>,
    /// Sorted by base address; accesses elsewhere are failures unless this is empty.
    pub(crate) objects: Vec<Object>,
    /// Sorted by address.
    pub(crate) init: Vec<(Address, Value)>,
    pub(crate) failures: Vec<Failure>,
    /// The number of instructions in all functions.
    #[serde(skip)]
    pub(crate) size: usize,
    /// How many jumps and calls a thread may perform between two actions.
    pub(crate) local_budget: u64,
    pub(crate) files: Vec<String>,
    /// How functions got into their callers: each from the inside out, up to the function that has the instruction.
    pub(crate) inlined: Vec<Vec<Call>>,
    /// Only C programs have it; `objects` and `init` are empty then.
    pub(crate) memory: Option<Arc<Statics>>,
    /// Are there attempts to lock that do not wait?
    pub(crate) tried_locks: bool,
    /// The lock of atomic sections, if there are any.
    pub(crate) sections: Option<Address>,
    /// Do threads ask who they are? Then threads that run the same code are distinguishable.
    #[serde(skip)]
    pub(crate) asks_for_self: bool,
    /// Do threads ask for what is on their stacks? Then they remember it.
    #[serde(skip)]
    pub(crate) asks_for_slots: bool,
    pub(crate) spin_cut: bool,
    pub(crate) unroll: Option<u64>,
    /// Is a compare-exchange no branch?
    pub(crate) branchless_updates: bool,
    /// May a thread write memory behind the end of a branch, or read it plainly?
    pub(crate) loose_control: bool,
}

impl Code {
    /// Are there atomic sections?
    pub fn has_atomic_sections(&self) -> bool {
        self.sections.is_some()
    }

    /// The functions, by `FunctionId`.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The threads, by `ThreadId`, that the front end knows of.
    pub fn thread_table(&self) -> &[Thread] {
        &self.threads
    }

    /// The variables, by address; accesses elsewhere are failures unless there are none at all.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The variable at an address, and which cell of it.
    pub fn object_at(&self, addr: Address) -> Option<(&Object, u64)> {
        let after = self.objects.partition_point(|object| object.base <= addr);
        let object = self.objects.get(after.checked_sub(1)?)?;
        Some((object, object.cell(addr)?))
    }

    /// The initial values that are not 0.
    pub fn initial_values(&self) -> &[(Address, Value)] {
        &self.init
    }

    /// The name of a source file, as the front end gave it.
    pub fn file_name(&self, file: u16) -> &str {
        self.files.get(usize::from(file)).map_or("", String::as_str)
    }

    /// Where in the source the loops of a thread's entry function jump back. For messages about threads that do not stop.
    pub fn loops(&self, thread: ThreadId) -> Vec<Position> {
        let Some(thread) = self.threads.get(thread.index()) else {
            return Vec::new();
        };
        let function = &self.functions[thread.entry.index()];
        let goes_back = |(pc, instr): &(usize, &Instr)| instr.targets().any(|target| target as usize <= *pc);
        let edges = function.code.iter().enumerate().filter(goes_back);
        edges.filter_map(|(pc, _)| function.origins[pc].position()).collect()
    }

    /// The position of an instruction, counted through all functions, if it has one.
    pub(crate) fn position_of_index(&self, mut index: usize) -> Option<Position> {
        for function in &self.functions {
            match function.origins.get(index) {
                Some(origin) => return origin.position(),
                None => index -= function.origins.len(),
            }
        }
        unreachable!("a failure has the number of an instruction")
    }
}
