//! Atomic accesses of 16 bytes, whose values are two words, low word first.

use raddle_graph::{Mode, Width};
use raddle_ir::{Instr, Operand, UpdateKind};

use super::Body;

impl Body<'_, '_> {
    pub(crate) fn load_pair(&mut self, addr: Operand, mode: Mode) -> [Operand; 2] {
        let dst = self.code.register();
        self.emit(Instr::Load { dst, addr, mode, width: Width::PAIR, aligned: true });
        self.unpack(Operand::Reg(dst))
    }

    pub(crate) fn store_pair(&mut self, addr: Operand, value: [Operand; 2], mode: Mode) {
        let value = self.pack(value);
        self.emit(Instr::Store { addr, value, mode, width: Width::PAIR, aligned: true });
    }

    pub(crate) fn exchange_pair(&mut self, addr: Operand, value: [Operand; 2], mode: Mode) -> [Operand; 2] {
        let value = self.pack(value);
        let old = self.code.register();
        let kind = UpdateKind::Exchange;
        self.emit(Instr::Update { kind, addr, value, mode, width: Width::PAIR, old: Some(old) });
        self.unpack(Operand::Reg(old))
    }

    /// Returns the old value, and whether the new one was stored.
    pub(crate) fn compare_exchange_pair(
        &mut self,
        addr: Operand,
        expected: [Operand; 2],
        desired: [Operand; 2],
        (success, failure): (Mode, Mode),
        weak: bool,
    ) -> ([Operand; 2], Operand) {
        let (expected, desired) = (self.pack(expected), self.pack(desired));
        let (old, stored) = (self.code.register(), self.code.narrow_register(1));
        self.emit(Instr::CompareExchange {
            addr,
            expected,
            desired,
            success,
            failure,
            weak,
            width: Width::PAIR,
            old: Some(old),
            stored: Some(stored),
        });
        (self.unpack(Operand::Reg(old)), Operand::Reg(stored))
    }

    fn pack(&mut self, [low, high]: [Operand; 2]) -> Operand {
        let dst = self.code.register();
        self.emit(Instr::Pack { dst, low, high });
        Operand::Reg(dst)
    }

    fn unpack(&mut self, src: Operand) -> [Operand; 2] {
        let dst = [self.code.register(), self.code.register()];
        self.emit(Instr::Unpack { dst, src });
        dst.map(Operand::Reg)
    }
}
