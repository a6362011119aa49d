//! Code of one function.

use raddle_graph::{Mode, Width};
use raddle_program::FailureId;

use crate::code::instr::SCRATCH_REGISTERS;
use crate::{BinaryOp, FunctionId, Instr, Operand, Origin, Reg, UpdateKind};

/// A place in the code of one function, to jump to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

impl Label {
    /// What stands for the label in jumps that are given to `FunctionBuilder::emit`.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Writes the code of one function, instruction by instruction.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    pub(super) id: FunctionId,
    pub(super) registers: u32,
    pub(super) code: Vec<Instr>,
    pub(super) origins: Vec<Origin>,
    pub(super) names: Vec<(Reg, String)>,
    /// Where each label is, once bound. Until `resolve`, jump targets are label numbers.
    labels: Vec<Option<u32>>,
    origin: Origin,
}

impl FunctionBuilder {
    pub(super) fn new(id: FunctionId, parameters: u16) -> FunctionBuilder {
        FunctionBuilder {
            id,
            registers: parameters.into(),
            code: Vec::new(),
            origins: Vec::new(),
            names: Vec::new(),
            labels: Vec::new(),
            origin: Origin::Library,
        }
    }

    /// The register that holds an argument.
    pub fn parameter(&self, index: u16) -> Reg {
        Reg(index)
    }

    /// A new register. There are at most 65535; further ones are refused when the program is built.
    pub fn register(&mut self) -> Reg {
        let reg = Reg(u16::try_from(self.registers).unwrap_or(u16::MAX));
        self.registers = self.registers.saturating_add(1);
        reg
    }

    /// The first of as many new registers in a row.
    pub fn registers(&mut self, count: usize) -> Reg {
        let first = Reg(u16::try_from(self.registers).unwrap_or(u16::MAX));
        self.registers = self.registers.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        first
    }

    /// A new register with a name.
    pub fn named_register(&mut self, name: &str) -> Reg {
        let reg = self.register();
        self.names.push((reg, name.to_owned()));
        reg
    }

    /// Instructions from here on come from this place in the source.
    pub fn at(&mut self, origin: impl Into<Origin>) {
        self.origin = origin.into();
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
    pub(super) fn resolve(&mut self) -> bool {
        let labels = &self.labels;
        let mut complete = true;
        let mut place = |target: &mut u32| match labels.get(*target as usize) {
            Some(Some(position)) => *target = *position,
            Some(None) => complete = false,
            // Not a label: `push` was given a position.
            None => *target = RAW.wrapping_add(*target),
        };
        for instr in &mut self.code {
            instr.for_each_target(&mut place);
        }
        complete
    }

    /// What was added so far.
    pub fn instructions(&self) -> &[Instr] {
        &self.code
    }

    /// Adds an instruction as it is; jump targets in it are positions.
    pub fn push(&mut self, mut instr: Instr) {
        instr.for_each_target(|target| *target = target.wrapping_sub(RAW));
        self.emit(instr);
    }

    /// Adds an instruction; jump targets in it are numbers of labels.
    pub fn emit(&mut self, instr: Instr) {
        self.code.push(instr);
        self.origins.push(self.origin);
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
        self.emit(Instr::Load { dst, addr: addr.into(), mode, width, aligned: false });
    }

    /// `*addr = value`
    pub fn store(&mut self, addr: impl Into<Operand>, value: impl Into<Operand>, mode: Mode, width: Width) {
        self.emit(Instr::Store { addr: addr.into(), value: value.into(), mode, width, aligned: false });
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

    /// `dst = *addr`, and reserves it
    pub fn reserve(&mut self, dst: Reg, addr: impl Into<Operand>, mode: Mode, width: Width) {
        self.emit(Instr::Reserve { dst, addr: addr.into(), mode, width });
    }

    /// `*addr = value`, if it is still reserved
    pub fn conditional(&mut self, addr: impl Into<Operand>, value: impl Into<Operand>, mode: Mode, width: Width) {
        self.emit(Instr::Conditional { addr: addr.into(), value: value.into(), mode, width, done: None });
    }

    /// A fence.
    pub fn fence(&mut self, mode: Mode) {
        self.emit(Instr::Fence { mode, on: None });
    }

    /// A fence that is about one location.
    pub fn fence_on(&mut self, mode: Mode, addr: impl Into<Operand>) {
        self.emit(Instr::Fence { mode, on: Some(addr.into()) });
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
        self.call_many(function, args, result.as_slice());
    }

    /// Calls a function with several results.
    pub fn call_many(&mut self, function: FunctionId, args: &[Operand], results: &[Reg]) {
        self.emit(Instr::Call { function, args: args.into(), results: results.into() });
    }

    /// Calls a function by its address.
    pub fn call_pointer(&mut self, function: impl Into<Operand>, args: &[Operand], results: &[Reg]) {
        self.emit(Instr::CallPointer { function: function.into(), args: args.into(), results: results.into() });
    }

    /// Ends the call, or the thread.
    pub fn ret(&mut self, value: Option<Operand>) {
        self.ret_many(value.as_slice());
    }

    /// Ends the call, or the thread, with several results.
    pub fn ret_many(&mut self, values: &[Operand]) {
        self.emit(Instr::Return { values: values.into() });
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

    /// Ends the process.
    pub fn end_process(&mut self) {
        self.emit(Instr::EndProcess);
    }

    /// Ends the thread.
    pub fn finish(&mut self) {
        self.emit(Instr::Finish);
    }
}

/// Tells positions given to `push` from labels until `resolve`: no function has that many labels.
const RAW: u32 = 1 << 31;

/// Shorthands for the instructions of C programs.
impl FunctionBuilder {
    /// `dst = cond ? then : otherwise`
    pub fn select(
        &mut self,
        dst: Reg,
        cond: impl Into<Operand>,
        then: impl Into<Operand>,
        otherwise: impl Into<Operand>,
    ) {
        let (cond, then, otherwise) = (cond.into(), then.into(), otherwise.into());
        self.emit(Instr::Select { dst, cond, then, otherwise });
    }

    /// Goes on at the label that stands with the value, else at `otherwise`.
    pub fn switch(&mut self, value: impl Into<Operand>, cases: &[(u64, Label)], otherwise: Label) {
        let cases = cases.iter().map(|&(value, label)| (value, label.0)).collect();
        self.emit(Instr::Switch { value: value.into(), cases, otherwise: otherwise.0 });
    }

    /// `dst = lhs op rhs` for integers of 65 to 128 bits
    pub fn wide(&mut self, op: BinaryOp, bits: u8, dst: [Reg; 2], lhs: [Operand; 2], rhs: [Operand; 2]) {
        self.emit(Instr::Wide { op, bits, dst, lhs: lhs.into(), rhs: rhs.into() });
    }

    /// Blocks for lack of a resource unless `cond` is other than 0.
    pub fn require(&mut self, cond: impl Into<Operand>) {
        self.emit(Instr::Require { cond: cond.into() });
    }

    /// Copies bytes; the ranges may overlap.
    pub fn copy(&mut self, to: impl Into<Operand>, from: impl Into<Operand>, count: impl Into<Operand>) {
        let scratch = self.registers(SCRATCH_REGISTERS);
        self.emit(Instr::Copy { to: to.into(), from: from.into(), count: count.into(), apart: false, scratch });
    }

    /// Copies bytes; it is an error if the ranges overlap without being the same.
    pub fn copy_apart(&mut self, to: impl Into<Operand>, from: impl Into<Operand>, count: impl Into<Operand>) {
        let scratch = self.registers(SCRATCH_REGISTERS);
        self.emit(Instr::Copy { to: to.into(), from: from.into(), count: count.into(), apart: true, scratch });
    }

    /// Stores a byte many times.
    pub fn fill(&mut self, to: impl Into<Operand>, value: impl Into<Operand>, count: impl Into<Operand>) {
        let scratch = self.registers(SCRATCH_REGISTERS);
        self.emit(Instr::Fill { to: to.into(), value: value.into(), count: count.into(), scratch });
    }

    /// Fails.
    pub fn fail(&mut self, failure: FailureId) {
        self.emit(Instr::Fail { failure });
    }
}
