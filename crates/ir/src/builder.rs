//! Comfortable construction of programs, for front ends and tests.

use raddle_explore::FailureId;
use raddle_graph::{Address, Mode, ThreadId, Value, Width};

use crate::{
    BinaryOp, Failure, FailureKind, Function, FunctionId, Instr, InvalidProgram, Object, Operand, Position, Program,
    Reg, Thread, UpdateKind,
};

/// How many jumps and calls a thread may perform between two actions.
const LOCAL_BUDGET: u64 = 10_000_000;

/// Puts a program together.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    functions: Vec<Function>,
    threads: Vec<Thread>,
    objects: Vec<Object>,
    init: Vec<(Address, Value)>,
    failures: Vec<Failure>,
    local_budget: Option<u64>,
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
            positions: Vec::new(),
            names: Vec::new(),
            awaits: Vec::new(),
            offset: 0,
        });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// Begins the code of a declared function; its first registers are its parameters.
    pub fn function(&self, id: FunctionId) -> FunctionBuilder {
        FunctionBuilder {
            id,
            registers: self.functions.get(id.index()).map_or(0, |function| u32::from(function.parameters)),
            code: Vec::new(),
            positions: Vec::new(),
            names: Vec::new(),
            labels: Vec::new(),
            position: Position::default(),
        }
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
        function.positions = code.positions;
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
    pub fn failure(&mut self, message: &str, position: Position) -> FailureId {
        self.failures.push(Failure { kind: FailureKind::Assertion, message: message.to_owned(), position });
        FailureId(self.failures.len() as u32 - 1)
    }

    /// Changes how many jumps and calls a thread may perform between two actions.
    pub fn local_budget(&mut self, budget: u64) {
        self.local_budget = Some(budget);
    }

    /// Checks the program.
    pub fn build(self) -> Result<Program, InvalidProgram> {
        if let Some(function) = self.unbound {
            return Err(InvalidProgram::UnboundLabel { function });
        }
        let program = Program {
            functions: self.functions,
            threads: self.threads,
            objects: self.objects,
            init: self.init,
            failures: self.failures,
            code_size: 0,
            local_budget: self.local_budget.unwrap_or(LOCAL_BUDGET),
        };
        program.validate()
    }
}

/// A place in the code of one function, to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// Writes the code of one function, instruction by instruction.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    id: FunctionId,
    registers: u32,
    code: Vec<Instr>,
    positions: Vec<Position>,
    names: Vec<(Reg, String)>,
    /// Where each label is, once bound. Until `resolve`, jump targets are label numbers.
    labels: Vec<Option<u32>>,
    position: Position,
}

impl FunctionBuilder {
    /// A new register. There are at most 65535; further ones are refused when the program is built.
    pub fn register(&mut self) -> Reg {
        let reg = Reg(u16::try_from(self.registers).unwrap_or(u16::MAX));
        self.registers = self.registers.saturating_add(1);
        reg
    }

    /// A new register with a name.
    pub fn named_register(&mut self, name: &str) -> Reg {
        let reg = self.register();
        self.names.push((reg, name.to_owned()));
        reg
    }

    /// Instructions from here on come from this place in the source.
    pub fn at(&mut self, position: Position) {
        self.position = position;
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts a label here.
    pub fn bind(&mut self, label: Label) {
        if let Some(place) = self.labels.get_mut(label.0 as usize) {
            *place = Some(self.code.len() as u32);
        }
    }

    /// Turns label numbers into positions; false if a label was never bound.
    fn resolve(&mut self) -> bool {
        let labels = &self.labels;
        let mut complete = true;
        let mut place = |target: &mut u32| match labels.get(*target as usize) {
            Some(Some(position)) => *target = *position,
            Some(None) => complete = false,
            // Not a label: `push` was given a position.
            None => *target = RAW.wrapping_add(*target),
        };
        for instr in &mut self.code {
            match instr {
                Instr::Jump { target } => place(target),
                Instr::Branch { then, otherwise, .. } => {
                    place(then);
                    place(otherwise);
                }
                _ => {}
            }
        }
        complete
    }

    /// Adds an instruction as it is; jump targets in it are positions.
    pub fn push(&mut self, mut instr: Instr) {
        match &mut instr {
            Instr::Jump { target } => *target = target.wrapping_sub(RAW),
            Instr::Branch { then, otherwise, .. } => {
                *then = then.wrapping_sub(RAW);
                *otherwise = otherwise.wrapping_sub(RAW);
            }
            _ => {}
        }
        self.emit(instr);
    }

    fn emit(&mut self, instr: Instr) {
        self.code.push(instr);
        self.positions.push(self.position);
    }

    /// `dst = src`
    pub fn mov(&mut self, dst: Reg, src: impl Into<Operand>) {
        self.emit(Instr::Move { dst, src: src.into() });
    }

    /// `dst = lhs op rhs`
    pub fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, lhs: impl Into<Operand>, rhs: impl Into<Operand>) {
        self.emit(Instr::Binary { op, width, dst, lhs: lhs.into(), rhs: rhs.into() });
    }

    /// `dst` = the low bits of `src`
    pub fn truncate(&mut self, dst: Reg, src: impl Into<Operand>, width: Width) {
        self.emit(Instr::Truncate { dst, src: src.into(), width });
    }

    /// `dst` = `src` with its sign copied upwards
    pub fn sign_extend(&mut self, dst: Reg, src: impl Into<Operand>, from: Width, to: Width) {
        self.emit(Instr::SignExtend { dst, src: src.into(), from, to });
    }

    /// `dst = *addr`
    pub fn load(&mut self, dst: Reg, addr: impl Into<Operand>, mode: Mode, width: Width) {
        self.emit(Instr::Load { dst, addr: addr.into(), mode, width });
    }

    /// `*addr = value`
    pub fn store(&mut self, addr: impl Into<Operand>, value: impl Into<Operand>, mode: Mode, width: Width) {
        self.emit(Instr::Store { addr: addr.into(), value: value.into(), mode, width });
    }

    /// `old = *addr; *addr = old op value`, atomically
    pub fn update(
        &mut self,
        kind: UpdateKind,
        old: Option<Reg>,
        addr: impl Into<Operand>,
        value: impl Into<Operand>,
        mode: Mode,
        width: Width,
    ) {
        self.emit(Instr::Update { kind, addr: addr.into(), value: value.into(), mode, width, old });
    }

    /// A fence.
    pub fn fence(&mut self, mode: Mode) {
        self.emit(Instr::Fence { mode });
    }

    /// Goes on at a label.
    pub fn jump(&mut self, label: Label) {
        self.emit(Instr::Jump { target: label.0 });
    }

    /// Goes on at `then` if `cond` is not 0, else at `otherwise`.
    pub fn branch(&mut self, cond: impl Into<Operand>, then: Label, otherwise: Label) {
        self.emit(Instr::Branch { cond: cond.into(), then: then.0, otherwise: otherwise.0 });
    }

    /// Calls a function.
    pub fn call(&mut self, function: FunctionId, args: &[Operand], result: Option<Reg>) {
        self.emit(Instr::Call { function, args: args.into(), result });
    }

    /// Ends the call, or the thread.
    pub fn ret(&mut self, value: Option<Operand>) {
        self.emit(Instr::Return { value });
    }

    /// Blocks unless `cond` is other than 0.
    pub fn assume(&mut self, cond: impl Into<Operand>) {
        self.emit(Instr::Assume { cond: cond.into() });
    }

    /// Fails if `cond` is 0.
    pub fn assert(&mut self, cond: impl Into<Operand>, failure: FailureId) {
        self.emit(Instr::Assert { cond: cond.into(), failure });
    }

    /// Counts an iteration and stops the thread beyond the bound.
    pub fn loop_bound(&mut self, counter: Reg, bound: u64) {
        self.emit(Instr::LoopBound { counter, bound });
    }

    /// Ends the thread.
    pub fn finish(&mut self) {
        self.emit(Instr::Finish);
    }
}

/// Tells positions given to `push` from labels until `resolve`: no function has that many labels.
const RAW: u32 = 1 << 31;
