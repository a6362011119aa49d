//! A builder for library functions, above [`FunctionBuilder`]: instructions return a new register with their result, branches and
//! loops are structured, and calls handle exceptions.
//!
//! If the program has exceptions, a function returns `result_words` words and then its exception, or 0 (see [`Exceptions`]).

use raddle_graph::{Mode, Width};
use raddle_ir::{
    BinaryOp, FailureKind, FunctionBuilder, FunctionId, Instr, Label, Operand, ProgramBuilder, Reg, SpuriousKind,
};

use super::table::Build;
use super::{Exceptions, Library};

/// The width of an `int`.
pub(super) const INT: Width = Width::W32;
/// The width of a pointer, a `long` and a `size_t`.
pub(super) const WORD: Width = Width::W64;

/// The width of a `char`.
pub(super) fn byte() -> Width {
    Width::new(8).expect("widths are 1 to 64 bits")
}

/// The value of a parameter of the function: the first registers hold them.
pub(super) fn argument(index: u16) -> Operand {
    Operand::Reg(Reg(index))
}

/// An `int`, perhaps negative, as the content of a register: the upper half is zero.
pub(super) fn int(value: i32) -> Operand {
    Operand::Const(u64::from(value as u32))
}

/// A library function under construction.
pub(super) struct Code<'a> {
    /// The library that the function belongs to.
    pub(super) library: &'a mut Library,
    builder: &'a mut ProgramBuilder,
    code: FunctionBuilder,
}

impl<'a> Code<'a> {
    /// Begins the code of a declared function. [`Code::define`] ends it.
    pub(super) fn new(library: &'a mut Library, builder: &'a mut ProgramBuilder, id: FunctionId) -> Code<'a> {
        let code = builder.function(id);
        Code { library, builder, code }
    }

    /// Gives the code to the program.
    pub(super) fn define(self) {
        self.builder.define(self.code);
    }

    /// The library's model of an external function.
    #[cfg(test)]
    pub(super) fn library_function(&mut self, name: &str) -> super::Resolution {
        self.library.function(self.builder, name)
    }

    /// The builder of the program that the function is added to.
    pub(super) fn program(&mut self) -> &mut ProgramBuilder {
        self.builder
    }

    /// A new register, without a value.
    pub(super) fn register(&mut self) -> Reg {
        self.code.register()
    }

    /// Appends an instruction that has no method here.
    pub(super) fn emit(&mut self, instr: Instr) {
        self.code.emit(instr);
    }

    /// `dst = src`
    pub(super) fn set(&mut self, dst: Reg, src: impl Into<Operand>) {
        self.code.mov(dst, src);
    }

    /// A new register with an initial value, to be changed by [`Code::set`] and [`Code::advance`].
    pub(super) fn variable(&mut self, value: impl Into<Operand>) -> Reg {
        let reg = self.register();
        self.set(reg, value);
        reg
    }

    /// `lhs op rhs` for operands of this width.
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

    /// `lhs + rhs` for words.
    pub(super) fn add(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Add, WORD, lhs, rhs)
    }

    /// `reg = reg + step` for words.
    pub(super) fn advance(&mut self, reg: Reg, step: impl Into<Operand>) {
        self.code.binary(BinaryOp::Add, WORD, reg, reg, step);
    }

    /// `lhs == rhs` for words.
    pub(super) fn equal(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Eq, WORD, lhs, rhs)
    }

    /// `lhs < rhs` for unsigned words.
    pub(super) fn below(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>) -> Reg {
        self.binary(BinaryOp::Ult, WORD, lhs, rhs)
    }

    /// Logical negation, C's `!value`.
    pub(super) fn not(&mut self, value: impl Into<Operand>) -> Reg {
        self.equal(value, 0)
    }

    /// `cond ? then : otherwise`
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

    /// The value at an address.
    pub(super) fn load(&mut self, addr: impl Into<Operand>, mode: Mode, width: Width) -> Reg {
        let dst = self.register();
        self.code.load(dst, addr, mode, width);
        dst
    }

    /// Stores a value at an address.
    pub(super) fn store(&mut self, addr: impl Into<Operand>, value: impl Into<Operand>, mode: Mode, width: Width) {
        self.code.store(addr, value, mode, width);
    }

    /// Strong compare-exchange of an `int`, with its orders on success and on failure; returns the value read.
    pub(super) fn compare_exchange(
        &mut self,
        addr: impl Into<Operand>,
        expected: impl Into<Operand>,
        desired: impl Into<Operand>,
        (success, failure): (Mode, Mode),
    ) -> Reg {
        let old = self.register();
        self.emit(Instr::CompareExchange {
            addr: addr.into(),
            expected: expected.into(),
            desired: desired.into(),
            success,
            failure,
            weak: false,
            width: INT,
            old: Some(old),
            stored: None,
        });
        old
    }

    /// Adds to an `int` if it is between `low` and `high`, both included; returns the value read, and whether it was changed.
    pub(super) fn add_within(
        &mut self,
        addr: impl Into<Operand>,
        operand: i32,
        (low, high): (u32, u32),
        mode: Mode,
    ) -> (Reg, Reg) {
        let (old, stored) = (self.register(), self.register());
        self.emit(Instr::UpdateWithin {
            addr: addr.into(),
            operand: u64::from(operand as u32).into(),
            range: Box::new([u64::from(low).into(), u64::from(high).into()]),
            mode,
            width: INT,
            old: Some(old),
            stored: Some(stored),
        });
        (old, stored)
    }

    /// Copies `count` bytes; the ranges may overlap.
    pub(super) fn copy(&mut self, to: impl Into<Operand>, from: impl Into<Operand>, count: impl Into<Operand>) {
        self.code.copy(to, from, count);
    }

    /// Copies `count` bytes between ranges that must be apart, or the same.
    pub(super) fn copy_apart(&mut self, to: impl Into<Operand>, from: impl Into<Operand>, count: impl Into<Operand>) {
        self.code.copy_apart(to, from, count);
    }

    /// Sets `count` bytes to a value.
    pub(super) fn fill(&mut self, to: impl Into<Operand>, value: impl Into<Operand>, count: impl Into<Operand>) {
        self.code.fill(to, value, count);
    }

    /// Calls a function of the library and ignores its result.
    pub(super) fn call(&mut self, function: FunctionId, args: &[Operand]) {
        self.code.call(function, args, None);
    }

    /// Calls a function of the library; returns its result.
    pub(super) fn call_for(&mut self, function: FunctionId, args: &[Operand]) -> Reg {
        let result = self.register();
        self.code.call(function, args, Some(result));
        result
    }

    /// Calls a function of the program through a pointer; returns its result. An exception that leaves it is refused.
    pub(super) fn call_pointer(&mut self, function: impl Into<Operand>, args: &[Operand]) -> Reg {
        let (result, exception) = self.call_catching(function, args);
        self.when_thrown(exception, |code, _| {
            code.fail(FailureKind::Unsupported, "an exception leaves a function that a library function called");
        });
        result
    }

    /// Calls a function as [`Code::call_pointer`] does and ignores its result, if it has one.
    pub(super) fn call_pointer_only(&mut self, function: impl Into<Operand>, args: &[Operand]) {
        if self.library.exceptions.is_some() {
            self.call_pointer(function, args);
        } else {
            self.code.call_pointer(function, args, &[]);
        }
    }

    /// Calls a function of the program through a pointer; returns its result. An exception that leaves it is uncaught.
    pub(super) fn call_or_terminate(&mut self, function: impl Into<Operand>, args: &[Operand]) -> Reg {
        let (result, exception) = self.call_catching(function, args);
        self.terminate_if_thrown(exception);
        result
    }

    /// Reports the exception of a call, if there is one, as uncaught.
    pub(super) fn terminate_if_thrown(&mut self, exception: Option<Reg>) {
        let Some(Exceptions { uncaught, .. }) = self.library.exceptions else { return };
        self.when_thrown(exception, |code, exception| code.call(uncaught, &[exception.into()]));
    }

    /// Calls a function of the program through a pointer; returns its result, and the register of its exception, if the program
    /// has exceptions. See [`Code::when_thrown`].
    pub(super) fn call_catching(&mut self, function: impl Into<Operand>, args: &[Operand]) -> (Reg, Option<Reg>) {
        let (results, exception) = self.result_registers();
        self.code.call_pointer(function, args, &results);
        (results[0], exception)
    }

    /// Calls a function that may throw; returns the register of its exception, if the program has exceptions.
    pub(super) fn call_function_catching(&mut self, function: FunctionId, args: &[Operand]) -> Option<Reg> {
        let (results, exception) = self.result_registers();
        self.emit(Instr::Call { function, args: args.into(), results: results.into() });
        exception
    }

    /// Registers for everything that a function returns, and among them the one for its exception, if the program has exceptions.
    fn result_registers(&mut self) -> (Vec<Reg>, Option<Reg>) {
        let Some(Exceptions { result_words, .. }) = self.library.exceptions else {
            return (vec![self.register()], None);
        };
        let results: Vec<Reg> = (0..=result_words.max(1)).map(|_| self.register()).collect();
        let exception = results.last().copied();
        (results, exception)
    }

    /// Runs code with the exception if a call threw one.
    pub(super) fn when_thrown(&mut self, exception: Option<Reg>, body: impl FnOnce(&mut Code<'a>, Reg)) {
        if let Some(exception) = exception {
            self.when(exception, |code| body(code, exception));
        }
    }

    /// Returns an exception, and no result, to the caller.
    pub(super) fn throw(&mut self, exception: Reg) {
        let Some(Exceptions { result_words, .. }) = self.library.exceptions else {
            unreachable!("only programs with exceptions have something to throw")
        };
        let values = std::iter::repeat_n(Operand::Const(0), result_words.max(1)).chain([exception.into()]).collect();
        self.emit(Instr::Return { values });
    }

    /// An internal function of the library, built on first use.
    pub(super) fn helper(&mut self, name: &'static str, parameters: u16, build: Build) -> FunctionId {
        self.library.make(self.builder, name, parameters, build)
    }

    /// The address of a global variable of the library, created on first use and initially zero.
    pub(super) fn library_variable(&mut self, name: &'static str, size: u64) -> u64 {
        let builder = &mut *self.builder;
        *self.library.variables.entry(name).or_insert_with(|| builder.reserve_library_static(name, size, 16, false))
    }

    /// The address of a constant array of the library, created on first use.
    pub(super) fn constant(&mut self, name: &'static str, bytes: impl FnOnce() -> Vec<u8>) -> u64 {
        let builder = &mut *self.builder;
        *self.library.variables.entry(name).or_insert_with(|| {
            let bytes = bytes();
            let base = builder.reserve_library_static(name, bytes.len() as u64, 8, true);
            builder.set_static_bytes(base, bytes);
            base
        })
    }

    /// The address of a string literal.
    pub(super) fn string(&mut self, text: &'static str) -> u64 {
        let builder = &mut *self.builder;
        *self.library.strings.entry(text).or_insert_with(|| {
            let base = builder.reserve_static(text, text.len() as u64 + 1, 8, true);
            builder.set_static_bytes(base, text.bytes().chain([0]).collect());
            base
        })
    }

    /// The address of the running thread's copy of a thread-local variable of the library, initially zero.
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

    /// Does something happen without a reason? 0 if not, 1 if so; 2 if nobody else may notice (see `Instr::Spurious`).
    pub(super) fn spurious(&mut self, kind: SpuriousKind) -> Reg {
        let (dst, call) = (self.register(), self.register());
        self.emit(Instr::Spurious { kind, dst, call });
        dst
    }

    /// Chooses a number below `count`; every choice is explored.
    pub(super) fn choose(&mut self, count: impl Into<Operand>) -> Reg {
        let dst = self.register();
        self.emit(Instr::Choose { dst, count: count.into() });
        dst
    }

    /// Blocks the thread unless the condition holds: it waits for a resource.
    pub(super) fn require(&mut self, cond: impl Into<Operand>) {
        self.code.require(cond);
    }

    /// Continues only in executions in which the condition holds.
    pub(super) fn assume(&mut self, cond: impl Into<Operand>) {
        self.code.assume(cond);
    }

    /// Ends the execution with an error.
    pub(super) fn fail(&mut self, kind: FailureKind, message: &str) {
        let failure = self.builder.failure_of(kind, message, None);
        self.code.fail(failure);
    }

    /// Ends the execution with an error if the condition holds.
    pub(super) fn fail_if(&mut self, cond: impl Into<Operand>, kind: FailureKind, message: &str) {
        self.when(cond, |code| code.fail(kind, message));
    }

    /// A new label, not yet bound.
    pub(super) fn label(&mut self) -> Label {
        self.code.label()
    }

    /// Lets a label stand for the next instruction.
    pub(super) fn bind(&mut self, label: Label) {
        self.code.bind(label);
    }

    /// Jumps to a label.
    pub(super) fn jump(&mut self, label: Label) {
        self.code.jump(label);
    }

    /// Jumps to `then` if the condition is not 0, else to `otherwise`.
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

    /// Repeats code. It leaves the loop by a jump to the label that `body` is given.
    pub(super) fn repeat(&mut self, body: impl FnOnce(&mut Code<'a>, Label)) {
        let (head, end) = (self.label(), self.label());
        self.bind(head);
        body(self, end);
        self.jump(head);
        self.bind(end);
    }

    /// Returns from the function with a result.
    pub(super) fn ret(&mut self, value: impl Into<Operand>) {
        self.code.ret(Some(value.into()));
    }

    /// Returns from the function without a result.
    pub(super) fn ret_void(&mut self) {
        self.code.ret(None);
    }

    /// Ends the process.
    pub(super) fn end_process(&mut self) {
        self.code.end_process();
    }
}
