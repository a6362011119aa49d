//! Comfortable construction of programs, for front ends and tests.

mod code;
mod memory;

use std::sync::Arc;

use raddle_graph::{Address, ThreadId, Value};
use raddle_program::FailureId;

use crate::memory::{Statics, layout};
use crate::{
    Call, Code, Compile, Failure, FailureKind, Function, FunctionId, InvalidProgram, Knowledge, Object, Position,
    Program, Thread,
};

pub use code::{FunctionBuilder, Label};

/// How many jumps and calls a thread may perform between two actions, unless somebody says otherwise.
pub const DEFAULT_MAX_STEPS: u64 = 100_000_000;

/// Puts a program together.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    functions: Vec<Function>,
    threads: Vec<Thread>,
    objects: Vec<Object>,
    init: Vec<(Address, Value)>,
    failures: Vec<Failure>,
    local_budget: Option<u64>,
    files: Vec<String>,
    inlined: Vec<Vec<Call>>,
    memory: Option<Statics>,
    /// Behind all static objects so far.
    static_end: u64,
    tried_locks: bool,
    sections: Option<Address>,
    no_spin_cut: bool,
    branchless_updates: bool,
    loose_control: bool,
    unroll: Option<u64>,
    /// A function with an unbound label.
    unbound: Option<String>,
}

impl ProgramBuilder {
    /// A program without anything.
    pub fn new() -> ProgramBuilder {
        ProgramBuilder::default()
    }

    /// Names a function, so that it can be called before it is defined.
    pub fn declare(&mut self, name: &str, parameters: u16) -> FunctionId {
        self.functions.push(Function {
            name: name.to_owned(),
            parameters,
            registers: parameters,
            code: Vec::new(),
            origins: Vec::new(),
            names: Vec::new(),
            facts: Vec::new(),
        });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// Begins the code of a declared function; its first registers are its parameters.
    pub fn function(&self, id: FunctionId) -> FunctionBuilder {
        let parameters = self.functions.get(id.index()).map_or(0, |function| function.parameters);
        FunctionBuilder::new(id, parameters)
    }

    /// Ends the code of a function. Code for a function of another program is dropped, and found missing by `build`.
    pub fn define(&mut self, mut code: FunctionBuilder) {
        let Some(function) = self.functions.get_mut(code.id.index()) else {
            return;
        };
        if !code.resolve() {
            self.unbound.get_or_insert_with(|| function.name.clone());
        }
        // Too many registers are found by the validator: names beyond the last are out of range.
        function.registers = u16::try_from(code.registers).unwrap_or(u16::MAX);
        function.code = code.code;
        function.origins = code.origins;
        function.names = code.names;
    }

    /// Adds a thread that runs from the beginning.
    pub fn thread(&mut self, entry: FunctionId, args: &[Value]) -> ThreadId {
        self.add_thread(entry, args, true)
    }

    /// Adds a thread that runs once it is spawned.
    pub fn spawned_thread(&mut self, entry: FunctionId, args: &[Value]) -> ThreadId {
        self.add_thread(entry, args, false)
    }

    fn add_thread(&mut self, entry: FunctionId, args: &[Value], starts: bool) -> ThreadId {
        self.threads.push(Thread { entry, args: args.to_vec(), starts });
        // If there are too many, `build` refuses them all.
        ThreadId((self.threads.len() - 1) as u16)
    }

    /// Adds a variable of `count` cells of `stride` bytes. With at least one variable, accesses elsewhere, or of
    /// another size, are failures.
    pub fn object(&mut self, name: &str, base: u64, stride: u64, count: u64) {
        self.objects.push(Object { name: name.to_owned(), base: Address(base), stride, count });
    }

    /// Sets an initial value (0 otherwise).
    pub fn init(&mut self, addr: u64, value: Value) {
        self.init.push((Address(addr), value));
    }

    /// Adds an assertion's failure.
    pub fn failure(&mut self, message: &str, position: impl Into<Option<Position>>) -> FailureId {
        self.failure_of(FailureKind::Assertion, message, position)
    }

    /// Adds a failure of any kind. If its position is not known, it is where the thread stands that fails.
    pub fn failure_of(&mut self, kind: FailureKind, message: &str, position: impl Into<Option<Position>>) -> FailureId {
        self.failures.push(Failure { kind, message: message.to_owned(), position: position.into() });
        FailureId(self.failures.len() as u32 - 1)
    }

    /// The number of the calls through which an inlined function got where it is, from the inside out.
    pub fn inlined(&mut self, calls: Vec<Call>) -> u32 {
        self.inlined.push(calls);
        self.inlined.len() as u32 - 1
    }

    /// The number of a source file, for positions. All files beyond the 65536th get the last number.
    pub fn file(&mut self, name: &str) -> u16 {
        let known = self.files.iter().position(|file| file == name);
        let index = known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// How many functions are declared so far.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// How many arguments a declared function takes.
    pub fn parameters(&self, id: FunctionId) -> u16 {
        self.functions.get(id.index()).map_or(0, |function| function.parameters)
    }

    /// The address of a function, for pointers to it.
    pub fn function_address(&self, id: FunctionId) -> u64 {
        layout::function_address(id)
    }

    /// Some thread may try to lock a mutex without waiting: then all locks are explored as ordinary updates. The
    /// program also finds out by itself, from `Lock` instructions that do.
    pub fn tried_locks(&mut self) {
        self.tried_locks = true;
    }

    /// There are atomic sections, which take the lock at this address, of 4 bytes. (`Features::sections`)
    pub fn sections(&mut self, lock: u64) {
        self.sections = Some(layout::location(lock, 4));
    }

    /// Should loops that wait stop instead of running on? They do, unless told otherwise.
    pub fn spin_cut(&mut self, cut: bool) {
        self.no_spin_cut = !cut;
    }

    /// Is a compare-exchange an instruction of the machine, which decides nothing until somebody looks at its result? In
    /// source languages it is a branch: everything after it depends on what it read and on what it expected.
    pub fn branchless_updates(&mut self, branchless: bool) {
        self.branchless_updates = branchless;
    }

    /// May a thread write memory behind the end of a branch, or read it plainly? (`Features::loose_control`)
    pub fn loose_control(&mut self, loose: bool) {
        self.loose_control = loose;
    }

    /// Bounds the iterations of loops: a loop that runs that often and once more stops there.
    pub fn unroll(&mut self, bound: Option<u64>) {
        self.unroll = bound;
    }

    /// Changes how many jumps and calls a thread may perform between two actions.
    pub fn local_budget(&mut self, budget: u64) {
        self.local_budget = Some(budget);
    }

    /// Checks the code.
    pub fn code(self) -> Result<Code, InvalidProgram> {
        if let Some(function) = self.unbound {
            return Err(InvalidProgram::UnboundLabel { function });
        }
        let code = Code {
            functions: self.functions,
            threads: self.threads,
            objects: self.objects,
            init: self.init,
            failures: self.failures,
            size: 0,
            local_budget: self.local_budget.unwrap_or(DEFAULT_MAX_STEPS),
            files: self.files,
            memory: self.memory.map(Arc::new),
            tried_locks: self.tried_locks,
            sections: self.sections,
            asks_for_self: false,
            asks_for_slots: false,
            spin_cut: !self.no_spin_cut,
            inlined: self.inlined,
            unroll: self.unroll,
            branchless_updates: self.branchless_updates,
            loose_control: self.loose_control,
        };
        code.validate()
    }

    /// Checks the code and makes a program of it, compiled for no machine, about which nothing else is known.
    pub fn build(self) -> Result<Program, InvalidProgram> {
        Arc::new(self.code()?).program(&Compile::default(), &Knowledge::default())
    }
}
