//! Instructions that access memory, and address computation.

use super::body::Made;
use super::{Parsed, Parser};
use crate::text::ids::TypeId;
use crate::text::instr::{Atomic, CmpXchg, InstructionKind};
use crate::text::keywords::{Ordering, RmwOp};
use crate::text::lex::Kind;
use crate::text::types::Type;

impl Parser<'_> {
    pub(super) fn alloca(&mut self) -> Parsed<Made> {
        self.advance();
        while self.eat_word("inalloca") || self.eat_word("swifterror") {}
        let ty = self.ty()?;
        let (mut count, mut inside) = (None, false);
        if self.eat_sign(b',') {
            if self.at_type() {
                count = Some(self.typed_operand()?.1);
            } else {
                inside = true;
            }
        }
        let tail = self.tail(inside)?;
        let space = tail.space.unwrap_or(self.module.data_layout.alloca_space);
        let result = if space == 0 { TypeId::PTR } else { self.module.types.intern(Type::Pointer(space)) };
        let kind = InstructionKind::Alloca { ty, count, align: tail.align };
        Ok(Made { kind, ty: result, debug: tail.debug })
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        let ordering = Ordering::from_word(self.word()).ok_or_else(|| self.unexpected("an ordering"))?;
        self.advance();
        Ok(ordering)
    }

    /// `syncscope("…") acquire`.
    fn atomic(&mut self) -> Parsed<Atomic> {
        let mut scope = None;
        if self.eat_word("syncscope") {
            self.expect_sign(b'(', "after `syncscope`")?;
            if self.token.kind != Kind::Text {
                return Err(self.unexpected("the name of a scope"));
            }
            scope = Some(self.token.span).filter(|span| !span.is_empty());
            self.advance();
            self.expect_sign(b')', "after the name of a scope")?;
        }
        Ok(Atomic { ordering: self.ordering()?, scope })
    }

    pub(super) fn load(&mut self) -> Parsed<Made> {
        self.advance();
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.ty()?;
        self.expect_sign(b',', "after the type of `load`")?;
        let pointer = self.pointer()?;
        let atomic = if is_atomic { Some(self.atomic()?) } else { None };
        let tail = self.tail(false)?;
        let kind = InstructionKind::Load { ty, pointer, volatile, atomic, align: tail.align };
        Ok(Made { kind, ty, debug: tail.debug })
    }

    pub(super) fn store(&mut self) -> Parsed<Made> {
        self.advance();
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let (_, value) = self.typed_operand()?;
        self.expect_sign(b',', "after the value of `store`")?;
        let pointer = self.pointer()?;
        let atomic = if is_atomic { Some(self.atomic()?) } else { None };
        let tail = self.tail(false)?;
        let kind = InstructionKind::Store { value, pointer, volatile, atomic, align: tail.align };
        Ok(Made { kind, ty: TypeId::VOID, debug: tail.debug })
    }

    pub(super) fn cmpxchg(&mut self) -> Parsed<Made> {
        self.advance();
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let pointer = self.pointer()?;
        let (ty, expected) = self.next_operand("after the pointer of `cmpxchg`")?;
        let (other, new) = self.next_operand("between the values of `cmpxchg`")?;
        if other != ty {
            return Err(self.error("the values of `cmpxchg` differ in type", ""));
        }
        let success = self.atomic()?;
        let failure = self.ordering()?;
        let tail = self.tail(false)?;
        let result = self.module.types.intern(Type::Struct { fields: [ty, TypeId::I1].into(), packed: false });
        let align = tail.align;
        let kind = CmpXchg { pointer, expected, new, success, failure, weak, volatile, align };
        Ok(Made { kind: InstructionKind::CmpXchg(Box::new(kind)), ty: result, debug: tail.debug })
    }

    pub(super) fn atomicrmw(&mut self) -> Parsed<Made> {
        self.advance();
        let volatile = self.eat_word("volatile");
        let op = RmwOp::from_word(self.word()).ok_or_else(|| self.unexpected("an operation of `atomicrmw`"))?;
        self.advance();
        let pointer = self.pointer()?;
        let (ty, value) = self.next_operand("after the pointer of `atomicrmw`")?;
        let atomic = self.atomic()?;
        let tail = self.tail(false)?;
        let kind = InstructionKind::AtomicRmw { op, pointer, value, atomic, volatile, align: tail.align };
        Ok(Made { kind, ty, debug: tail.debug })
    }

    pub(super) fn fence(&mut self) -> Parsed<Made> {
        self.advance();
        let atomic = self.atomic()?;
        self.made(InstructionKind::Fence(atomic), TypeId::VOID)
    }

    pub(super) fn gep(&mut self) -> Parsed<Made> {
        self.advance();
        let flags = self.flags();
        let source = self.ty()?;
        self.expect_sign(b',', "after the type of `getelementptr`")?;
        let mut ty = self.ty()?;
        if !self.is_pointer(ty) {
            return Err(self.wrong_type("an address", ty));
        }
        let base = self.operand(ty)?;
        let (mut indices, mut inside) = (Vec::new(), false);
        while self.eat_sign(b',') {
            if self.token.kind == Kind::Metadata {
                inside = true;
                break;
            }
            let (index_type, index) = self.typed_operand()?;
            // A vector among the operands makes the result a vector of addresses.
            if !matches!(self.module.types.get(ty), Type::Vector { .. }) {
                ty = self.same_shape(index_type, ty);
            }
            indices.push(index);
        }
        let debug = self.tail(inside)?.debug;
        let kind = InstructionKind::GetElementPtr { source, base, indices: indices.into(), flags };
        Ok(Made { kind, ty, debug })
    }
}
