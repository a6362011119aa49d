//! A builder for library functions: instructions that allocate their own result registers, and structured branches.

use raddle_graph::{Mode, Width};
use raddle_ir::{
    BinaryOp, FailureKind, FunctionBuilder, FunctionId, Instr, Label, Operand, Position, ProgramBuilder, Reg,
};

use super::table::Build;
use super::{Exceptions, Library};

/// The width of an `int`.
pub(super) const INT: Width = Width::W32;
/// The width of a pointer, a `long` and a `size_t`.
pub(super) const WORD: Width = Width::W64;

/// The width of a byte.
pub(super) fn byte() -> Width {
    // Cannot fail: widths go from 1 to 64 bits.
    Width::new(8).expect("8 bits are a width")
}

/// A parameter of the function.
pub(super) fn argument(index: u16) -> Operand {
    Operand::Reg(Reg(index))
}

/// A negative `int` as the content of a register.
pub(super) fn int(value: i32) -> Operand {
    Operand::Const(u64::from(value as u32))
}

/// A library function under construction.
pub(super) struct Code<'a> {
    /// The library it belongs to.
    pub(super) library: &'a mut Library,
    builder: &'a mut ProgramBuilder,
    code: FunctionBuilder,
}

impl<'a> Code<'a> {
    /// Begins the code of a declared function.
    pub(super) fn new(library: &'a mut Library, builder: &'a mut ProgramBuilder, id: FunctionId) -> Code<'a> {
        let code = builder.function(id);
        Code { library, builder, code }
    }

    /// Ends the code of the function.
    pub(super) fn define(self) {
        self.builder.define(self.code);
    }

    /// The model of an external function.
    #[cfg(test)]
    pub(super) fn library_function(&mut self, name: &str) -> super::Resolution {
        self.library.function(self.builder, name)
    }

    /// The builder of the program.
    pub(super) fn program(&mut self) -> &mut ProgramBuilder {
        self.builder
    }

    /// A new register.
    pub(super) fn register(&mut self) -> Reg {
        self.code.register()
    }

    /// An instruction.
    pub(super) fn emit(&mut self, instr: Instr) {
        self.code.emit(instr);
    }

    /// `dst = src`
    pub(super) fn set(&mut self, dst: Reg, src: impl Into<Operand>) {
        self.code.mov(dst, src);
    }

    /// A register that holds the value and may be changed.
    pub(super) fn variable(&mut self, value: impl Into<Operand>) -> Reg {
        let reg = self.register();
        self.set(reg, value);
        reg
    }

    /// `lhs op rhs`
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        width: Width,
        lhs: impl Into<Operand>,
        rhs: impl Into<Operand>,
    ) -> Reg {
        let dst = self.register();
        self.code.binary(op, width, dst, lhs, rhs);
        dst
    }

    /// The sum of words.
    pub(super) fn add(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Add, WORD, lhs, rhs)
    }

    /// `reg = reg + step`, as words.
    pub(super) fn advance(&mut self, reg: Reg, step: impl Into<Operand>) {
        self.code.binary(BinaryOp::Add, WORD, reg, reg, step);
    }

    /// Whether two words are equal.
    pub(super) fn equal(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Eq, WORD, lhs, rhs)
    }

    /// Whether a word is less, as an unsigned number.
    pub(super) fn below(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Ult, WORD, lhs, rhs)
    }

    /// Logical negation: 1 for 0, and 0 for everything else.
    pub(super) fn not(&mut self, value: impl Into<Operand>) -> Reg {
        self.equal(value, 0)
    }

    /// `then` if the condition is not 0.
    pub(super) fn select(
        &mut self,
        cond: impl Into<Operand>,
        then: impl Into<Operand>,
        otherwise: impl Into<Operand>,
    ) -> Reg {
        let dst = self.register();
        self.code.select(dst, cond, then, otherwise);
        dst
    }

    /// Loads from memory.
    pub(super) fn load(&mut self, addr: impl Into<Operand>, mode: Mode, width: Width) -> Reg {
        let dst = self.register();
        self.code.load(dst, addr, mode, width);
        dst
    }

    /// Stores to memory.
    pub(super) fn store(&mut self, addr: impl Into<Operand>, value: impl Into<Operand>, mode: Mode, width: Width) {
        self.code.store(addr, value, mode, width);
    }

    /// Compare-exchange; returns the value read.
    pub(super) fn compare_exchange(
        &mut self,
        addr: impl Into<Operand>,
        expected: impl Into<Operand>,
        desired: impl Into<Operand>,
        modes: (Mode, Mode),
    ) -> Reg {
        let old = self.register();
        self.emit(Instr::CompareExchange {
            addr: addr.into(),
            expected: expected.into(),
            desired: desired.into(),
            success: modes.0,
            failure: modes.1,
            weak: false,
            width: INT,
            old: Some(old),
            stored: None,
        });
        old
    }

    /// Adds to an `int` if it is between `low` and `high`; returns the value read, and whether it was changed.
    pub(super) fn add_within(
        &mut self,
        addr: impl Into<Operand>,
        operand: i32,
        range: (u32, u32),
        mode: Mode,
    ) -> (Reg, Reg) {
        let (old, stored) = (self.register(), self.register());
        self.emit(Instr::UpdateWithin {
            addr: addr.into(),
            operand: u64::from(operand as u32).into(),
            range: Box::new([u64::from(range.0).into(), u64::from(range.1).into()]),
            mode,
            width: INT,
            old: Some(old),
            stored: Some(stored),
        });
        (old, stored)
    }

    /// Copies bytes; the ranges may overlap.
    pub(super) fn copy(&mut self, to: impl Into<Operand>, from: impl Into<Operand>, count: impl Into<Operand>) {
        self.code.copy(to, from, count);
    }

    /// Sets bytes.
    pub(super) fn fill(&mut self, to: impl Into<Operand>, value: impl Into<Operand>, count: impl Into<Operand>) {
        self.code.fill(to, value, count);
    }

    /// Calls a function and ignores its result.
    pub(super) fn call(&mut self, function: FunctionId, args: &[Operand]) {
        self.code.call(function, args, None);
    }

    /// Calls a function; returns its result.
    pub(super) fn call_for(&mut self, function: FunctionId, args: &[Operand]) -> Reg {
        let result = self.register();
        self.code.call(function, args, Some(result));
        result
    }

    /// Calls a function through a pointer; returns its result.
    pub(super) fn call_pointer(&mut self, function: impl Into<Operand>, args: &[Operand]) -> Reg {
        let (result, exception) = self.call_catching(function, args);
        self.when_thrown(exception, |code| {
            code.fail(FailureKind::Unsupported, "an exception leaves a function that a library function called");
        });
        result
    }

    /// Calls a function through a pointer and ignores its result, if it has one.
    pub(super) fn call_pointer_only(&mut self, function: impl Into<Operand>, args: &[Operand]) {
        if self.library.exceptions.is_some() {
            self.call_pointer(function, args);
        } else {
            self.code.call_pointer(function, args, &[]);
        }
    }

    /// Calls a function through a pointer; returns its result. An exception that leaves it is reported as uncaught.
    pub(super) fn call_or_terminate(&mut self, function: impl Into<Operand>, args: &[Operand]) -> Reg {
        let (result, exception) = self.call_catching(function, args);
        self.terminate_if_thrown(exception);
        result
    }

    /// Reports an uncaught exception.
    pub(super) fn terminate_if_thrown(&mut self, exception: Option<Reg>) {
        let Some(Exceptions { uncaught, .. }) = self.library.exceptions else { return };
        self.when_thrown(exception, |code| {
            if let Some(exception) = exception {
                code.call(uncaught, &[exception.into()]);
            }
        });
    }

    /// Calls a function through a pointer; returns its result, and its exception.
    pub(super) fn call_catching(&mut self, function: impl Into<Operand>, args: &[Operand]) -> (Reg, Option<Reg>) {
        let (results, exception) = self.result_registers();
        self.code.call_pointer(function, args, &results);
        (results[0], exception)
    }

    /// Calls a function that may throw; returns its exception.
    pub(super) fn call_function_catching(&mut self, function: FunctionId, args: &[Operand]) -> Option<Reg> {
        let (results, exception) = self.result_registers();
        self.emit(Instr::Call { function, args: args.into(), results: results.into() });
        exception
    }

    /// A register for the result, and those behind it if there are exceptions.
    fn result_registers(&mut self) -> (Vec<Reg>, Option<Reg>) {
        let Some(Exceptions { result_words, .. }) = self.library.exceptions else {
            return (vec![self.register()], None);
        };
        let results: Vec<Reg> = (0..=result_words.max(1)).map(|_| self.register()).collect();
        let exception = results.last().copied();
        (results, exception)
    }

    /// Runs code if a call threw.
    pub(super) fn when_thrown(&mut self, exception: Option<Reg>, body: impl FnOnce(&mut Code<'a>)) {
        if let Some(exception) = exception {
            self.when(exception, body);
        }
    }

    /// Returns an exception to the caller.
    pub(super) fn throw(&mut self, exception: Reg) {
        let words = self.library.exceptions.map_or(1, |exceptions| exceptions.result_words.max(1));
        let values = std::iter::repeat_n(Operand::Const(0), words).chain([exception.into()]).collect();
        self.emit(Instr::Return { values });
    }

    /// An internal function of the library, built on first use.
    pub(super) fn helper(&mut self, name: &'static str, parameters: u16, build: Build) -> FunctionId {
        self.library.make(self.builder, name, parameters, build)
    }

    /// The address of a variable of the library, initially zero.
    pub(super) fn hidden(&mut self, name: &'static str, size: u64) -> u64 {
        let builder = &mut *self.builder;
        *self.library.variables.entry(name).or_insert_with(|| builder.reserve_library_static(name, size, 16, false))
    }

    /// The address of a constant of the library.
    pub(super) fn constant(&mut self, name: &'static str, bytes: impl FnOnce() -> Vec<u8>) -> u64 {
        let builder = &mut *self.builder;
        *self.library.variables.entry(name).or_insert_with(|| {
            let bytes = bytes();
            let base = builder.reserve_library_static(name, bytes.len() as u64, 8, true);
            builder.set_static_bytes(base, bytes);
            base
        })
    }

    /// The address of a constant string.
    pub(super) fn string(&mut self, text: &'static str) -> u64 {
        let builder = &mut *self.builder;
        *self.library.strings.entry(text).or_insert_with(|| {
            let base = builder.reserve_static(text, text.len() as u64 + 1, 8, true);
            builder.set_static_bytes(base, text.bytes().chain([0]).collect());
            base
        })
    }

    /// The address of the running thread's copy of a variable of the library, initially zero.
    pub(super) fn thread_local(&mut self, name: &'static str, size: u64) -> Reg {
        let builder = &mut *self.builder;
        let offset = *self
            .library
            .variables
            .entry(name)
            .or_insert_with(|| builder.reserve_library_thread_local(name, size, 16, Vec::new()));
        let dst = self.register();
        self.emit(Instr::ThreadLocal { dst, offset });
        dst
    }

    /// Chooses a number below `count`; every choice is explored.
    pub(super) fn choose(&mut self, count: impl Into<Operand>) -> Reg {
        let dst = self.register();
        self.emit(Instr::Choose { dst, count: count.into() });
        dst
    }

    /// Waits for a resource until the condition holds.
    pub(super) fn require(&mut self, cond: impl Into<Operand>) {
        self.code.require(cond);
    }

    /// Continues only in executions in which the condition holds.
    pub(super) fn assume(&mut self, cond: impl Into<Operand>) {
        self.code.assume(cond);
    }

    /// Reports an error.
    pub(super) fn fail(&mut self, kind: FailureKind, message: &str) {
        let failure = self.builder.failure_of(kind, message, Position::default());
        self.code.fail(failure);
    }

    /// Reports an error if the condition holds.
    pub(super) fn fail_if(&mut self, cond: impl Into<Operand>, kind: FailureKind, message: &str) {
        self.when(cond, |code| code.fail(kind, message));
    }

    /// A new label.
    pub(super) fn label(&mut self) -> Label {
        self.code.label()
    }

    /// Binds a label to this place.
    pub(super) fn bind(&mut self, label: Label) {
        self.code.bind(label);
    }

    /// Jumps to a label.
    pub(super) fn jump(&mut self, label: Label) {
        self.code.jump(label);
    }

    /// Jumps to one of two labels.
    pub(super) fn branch(&mut self, cond: impl Into<Operand>, then: Label, otherwise: Label) {
        self.code.branch(cond, then, otherwise);
    }

    /// Jumps to the label unless the condition holds.
    pub(super) fn leave_unless(&mut self, cond: impl Into<Operand>, label: Label) {
        let stay = self.label();
        self.branch(cond, stay, label);
        self.bind(stay);
    }

    /// Runs code if the condition holds.
    pub(super) fn when(&mut self, cond: impl Into<Operand>, body: impl FnOnce(&mut Code<'a>)) {
        let (then, end) = (self.label(), self.label());
        self.branch(cond, then, end);
        self.bind(then);
        body(self);
        self.jump(end);
        self.bind(end);
    }

    /// Repeats code until it jumps to the label that it is given.
    pub(super) fn repeat(&mut self, body: impl FnOnce(&mut Code<'a>, Label)) {
        let (head, end) = (self.label(), self.label());
        self.bind(head);
        body(self, end);
        self.jump(head);
        self.bind(end);
    }

    /// Returns a result.
    pub(super) fn ret(&mut self, value: impl Into<Operand>) {
        self.code.ret(Some(value.into()));
    }

    /// Returns without a result.
    pub(super) fn ret_void(&mut self) {
        self.code.ret(None);
    }

    /// Ends the thread.
    pub(super) fn finish(&mut self) {
        self.code.finish();
    }
}
