//! Terminators, and `phi`.

use super::body::Made;
use super::{Parsed, Parser};
use crate::text::ids::{BlockId, TypeId};
use crate::text::instr::{Clause, InstructionKind, Operand};
use crate::text::lex::Kind;

impl Parser<'_> {
    pub(super) fn ret(&mut self) -> Parsed<Made> {
        self.advance();
        let ty = self.ty()?;
        if self.scope.result != Some(ty) {
            return Err(self.wrong_type("the result of this function", ty));
        }
        let value = if ty == TypeId::VOID { None } else { Some(self.operand(ty)?) };
        self.made(InstructionKind::Ret(value), TypeId::VOID)
    }

    pub(super) fn br(&mut self) -> Parsed<Made> {
        self.advance();
        if self.at_word("label") {
            let target = self.label()?;
            return self.made(InstructionKind::Br(target), TypeId::VOID);
        }
        let (ty, condition) = self.typed_operand()?;
        if ty != TypeId::I1 {
            return Err(self.wrong_type("the condition of `br`", ty));
        }
        self.expect_sign(b',', "after the condition of `br`")?;
        let then = self.label()?;
        self.expect_sign(b',', "between the targets of `br`")?;
        let otherwise = self.label()?;
        self.made(InstructionKind::CondBr { condition, then, otherwise }, TypeId::VOID)
    }

    pub(super) fn switch(&mut self) -> Parsed<Made> {
        self.advance();
        let (ty, value) = self.typed_operand()?;
        self.expect_sign(b',', "after the value of `switch`")?;
        let default = self.label()?;
        self.expect_sign(b'[', "in front of the cases of `switch`")?;
        let mut cases = Vec::new();
        while !self.eat_sign(b']') {
            let case_type = self.ty()?;
            if case_type != ty {
                return Err(self.wrong_type("a case of this `switch`", case_type));
            }
            let case = self.constant(ty)?;
            self.expect_sign(b',', "after a case of `switch`")?;
            cases.push((case, self.label()?));
        }
        self.made(InstructionKind::Switch { value, default, cases: cases.into() }, TypeId::VOID)
    }

    /// `[label %a, label %b]`.
    pub(super) fn labels(&mut self) -> Parsed<Box<[BlockId]>> {
        self.expect_sign(b'[', "in front of labels")?;
        let mut labels = Vec::new();
        if !self.eat_sign(b']') {
            loop {
                labels.push(self.label()?);
                if !self.eat_sign(b',') {
                    break;
                }
            }
            self.expect_sign(b']', "after labels")?;
        }
        Ok(labels.into())
    }

    pub(super) fn indirectbr(&mut self) -> Parsed<Made> {
        self.advance();
        let (_, address) = self.typed_operand()?;
        self.expect_sign(b',', "after the address of `indirectbr`")?;
        let targets = self.labels()?;
        self.made(InstructionKind::IndirectBr { address, targets }, TypeId::VOID)
    }

    pub(super) fn phi(&mut self) -> Parsed<Made> {
        self.advance();
        self.flags();
        let ty = self.ty()?;
        let mut incoming: Vec<(Operand, BlockId)> = Vec::new();
        let mut inside = false;
        loop {
            self.expect_sign(b'[', "in front of a value of `phi`")?;
            let value = self.operand(ty)?;
            self.expect_sign(b',', "after a value of `phi`")?;
            let block = self.block()?;
            self.expect_sign(b']', "after a block of `phi`")?;
            incoming.push((value, block));
            if !self.eat_sign(b',') {
                break;
            }
            if self.token.kind == Kind::Metadata {
                inside = true;
                break;
            }
        }
        let debug = self.tail(inside)?.debug;
        Ok(Made { kind: InstructionKind::Phi { incoming: incoming.into() }, ty, debug })
    }

    pub(super) fn landing_pad(&mut self) -> Parsed<Made> {
        self.advance();
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("catch") {
                clauses.push(Clause::Catch(self.typed_operand()?.1));
            } else if self.eat_word("filter") {
                clauses.push(Clause::Filter(self.typed_operand()?.1));
            } else {
                break;
            }
        }
        self.made(InstructionKind::LandingPad { cleanup, clauses: clauses.into() }, ty)
    }
}
