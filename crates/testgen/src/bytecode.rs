//! Threads of bytecode, drawn at random: accesses of every order, updates, fences, dependencies through addresses, values,
//! branches and memory.

use std::sync::Arc;

use raddle_graph::{Mode, Tag, Width};
use raddle_ir::{BinaryOp, Code, FunctionBuilder, Instr, Operand, ProgramBuilder, Reg, UpdateKind};

const W: Width = Width::W32;

/// Numbers that follow each other unpredictably.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Random {
        Random(0x9e37_79b9_7f4a_7c15 ^ seed)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// The orders that a model gives a meaning to.
#[derive(Debug)]
pub struct Orders {
    read: &'static [Mode],
    write: &'static [Mode],
    update: &'static [Mode],
    fence: &'static [Mode],
}

/// Those of C11.
pub const C11: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Sc],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Rel, Mode::Sc],
    update: &[Mode::Rlx, Mode::Rlx, Mode::AcqRel, Mode::Sc],
    fence: &[Mode::Sc, Mode::Sc, Mode::Acq, Mode::Rel, Mode::AcqRel],
};

/// Those of 64-bit ARM.
pub const ARM: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Tag(Tag::AcqPc)],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rel],
    update: &[
        Mode::Rlx,
        Mode::Rlx,
        Mode::Acq,
        Mode::Rel,
        Mode::AcqRel,
        Mode::Tag(Tag::AmoAcqRel),
        Mode::Tag(Tag::Noreturn),
        Mode::Tag(Tag::NoreturnAcqRel),
    ],
    fence: &[
        Mode::Tag(Tag::DmbSy),
        Mode::Tag(Tag::DmbLd),
        Mode::Tag(Tag::DmbSt),
        Mode::Tag(Tag::DsbSt),
        Mode::Tag(Tag::Isb),
        Mode::Tag(Tag::Isb),
    ],
};

/// Those of POWER.
pub const POWER: Orders = Orders {
    read: &[Mode::Rlx],
    write: &[Mode::Rlx],
    update: &[Mode::Rlx],
    fence: &[
        Mode::Tag(Tag::Sync),
        Mode::Tag(Tag::Sync),
        Mode::Tag(Tag::Lwsync),
        Mode::Tag(Tag::Lwsync),
        Mode::Tag(Tag::Eieio),
        Mode::Tag(Tag::Isync),
    ],
};

/// Those of 32-bit ARM.
pub const ARMV7: Orders = Orders {
    read: &[Mode::Rlx],
    write: &[Mode::Rlx],
    update: &[Mode::Rlx, Mode::Tag(Tag::DmbStrex)],
    fence: &[Mode::Tag(Tag::DmbSy), Mode::Tag(Tag::DmbSy), Mode::Tag(Tag::DmbSt), Mode::Tag(Tag::Isb)],
};

/// Those of RISC-V.
pub const RISCV: Orders = Orders {
    read: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Acq],
    write: &[Mode::Rlx, Mode::Rlx, Mode::Rlx, Mode::Rel],
    update: &[Mode::Rlx, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel],
    fence: &[
        Mode::Tag(Tag::FenceMM),
        Mode::Tag(Tag::FenceMW),
        Mode::Tag(Tag::FenceRM),
        Mode::Tag(Tag::FenceWW),
        Mode::Tag(Tag::FenceTso),
    ],
};

const REGISTERS: u64 = 3;
const CELLS: u64 = 0x1000;

struct Generator<'a> {
    random: &'a mut Random,
    orders: &'a Orders,
    locations: u64,
    statements: Statements,
}

/// What threads mostly do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statements {
    /// They load and store.
    LoadsAndStores,
    /// They update.
    Updates,
    /// They load and store, with a fence now and then.
    Fences,
}

impl Generator<'_> {
    fn register(&mut self) -> Reg {
        Reg(self.random.below(REGISTERS) as u16)
    }

    /// A location, or one that a register decides (or seems to).
    fn address(&mut self, code: &mut FunctionBuilder) -> Operand {
        let cell = CELLS + 8 * self.random.below(self.locations);
        if self.random.below(4) > 0 {
            return cell.into();
        }
        let (scratch, reg) = (Reg(REGISTERS as u16), self.register());
        match self.random.below(2) {
            0 => code.binary(BinaryOp::Xor, W, scratch, reg, reg),
            _ => {
                code.binary(BinaryOp::And, W, scratch, reg, 1);
                code.binary(BinaryOp::Mul, W, scratch, scratch, if cell == CELLS { 8 } else { 0 });
            }
        }
        code.binary(BinaryOp::Add, Width::W64, scratch, scratch, cell);
        scratch.into()
    }

    /// A number, or what a register holds or seems to decide.
    fn value(&mut self, code: &mut FunctionBuilder) -> Operand {
        let (scratch, reg) = (Reg(REGISTERS as u16 + 1), self.register());
        match self.random.below(5) {
            0 => reg.into(),
            1 => {
                code.binary(BinaryOp::Xor, W, scratch, reg, reg);
                code.binary(BinaryOp::Add, W, scratch, scratch, 1);
                scratch.into()
            }
            _ => (1 + self.random.below(2)).into(),
        }
    }

    fn statement(&mut self, code: &mut FunctionBuilder) {
        let kind = match self.statements {
            Statements::LoadsAndStores => self.random.below(16),
            Statements::Updates => self.random.pick(&[0, 5, 10, 10, 10, 10, 10, 11]),
            Statements::Fences => self.random.pick(&[0, 0, 5, 5, 5, 12, 12]),
        };
        match kind {
            0..=4 => {
                let (dst, addr) = (self.register(), self.address(code));
                code.load(dst, addr, self.random.pick(self.orders.read), W);
            }
            5..=9 => {
                let (addr, value) = (self.address(code), self.value(code));
                code.store(addr, value, self.random.pick(self.orders.write), W);
            }
            10 => {
                let (old, addr, value) = (self.register(), self.address(code), self.value(code));
                let kind = self.random.pick(&[UpdateKind::Add, UpdateKind::Exchange]);
                code.update(kind, Some(old), addr, value, self.random.pick(self.orders.update), W);
            }
            11 => {
                let (old, addr, desired) = (self.register(), self.address(code), self.value(code));
                let expected = if self.random.below(3) == 0 { self.register().into() } else { 0.into() };
                code.emit(Instr::CompareExchange {
                    addr,
                    expected,
                    desired,
                    success: self.random.pick(self.orders.update),
                    failure: Mode::Rlx,
                    weak: false,
                    width: W,
                    old: Some(old),
                    stored: None,
                });
            }
            12 | 13 => code.fence(self.random.pick(self.orders.fence)),
            14 => {
                // Both ways lead to the same place.
                let (then, end) = (code.label(), code.label());
                code.branch(self.register(), then, end);
                code.bind(then);
                let dst = self.register();
                code.mov(dst, 1);
                code.bind(end);
            }
            _ => code.assume(self.register()),
        }
    }
}

/// Draws a program of two or three threads.
pub fn generate(random: &mut Random, orders: &Orders, kind: Statements) -> Arc<Code> {
    generate_with(random, orders, kind, false)
}

/// The same; do compare-exchanges depend on what they read without a branch?
pub fn generate_with(random: &mut Random, orders: &Orders, kind: Statements, is_branchless: bool) -> Arc<Code> {
    let mut program = ProgramBuilder::new();
    program.branchless_updates(is_branchless);
    let threads = 2 + random.below(2);
    let locations = 2 + random.below(2);
    for thread in 0..threads {
        let function = program.declare(&format!("thread{thread}"), 0);
        let mut code = program.function(function);
        code.registers(REGISTERS as usize + 2);
        // The enumerator takes long for many updates.
        let most = match kind {
            Statements::LoadsAndStores | Statements::Fences if threads == 2 => 4,
            Statements::LoadsAndStores => 3,
            Statements::Fences => 2,
            Statements::Updates => 4 - threads,
        };
        let statements = 2 + random.below(most);
        for _ in 0..statements {
            Generator { random, orders, locations, statements: kind }.statement(&mut code);
        }
        code.finish();
        program.define(code);
        program.thread(function, &[]);
    }
    match program.code() {
        Ok(code) => Arc::new(code),
        Err(error) => unreachable!("what is generated is well formed: {error}"),
    }
}
