//! Bodies of functions: blocks, and what instructions have in common.

use super::{Name, Parsed, Parser};
use crate::text::error::ParseFault;
use crate::text::ids::{BlockId, MetadataId, TypeId};
use crate::text::instr::{Instruction, InstructionKind, Operand};
use crate::text::lex::Kind;
use crate::text::module::Origin;
use crate::text::types::Type;

/// A parsed instruction.
pub(super) struct Made {
    pub kind: InstructionKind,
    /// The type of its result; `void` if there is none.
    pub ty: TypeId,
    pub debug: Option<MetadataId>,
}

/// The part behind the operands of an instruction.
#[derive(Default)]
pub(super) struct Tail {
    pub align: Option<u64>,
    pub space: Option<u32>,
    pub debug: Option<MetadataId>,
}

impl<'s> Parser<'s> {
    /// `{ … }`.
    pub(super) fn body(&mut self) -> Parsed<()> {
        self.expect_sign(b'{', "in front of the body of a function")?;
        // Whether the last block lacks its terminator.
        let mut open = false;
        loop {
            match self.token.kind {
                Kind::Sign(b'}') if !open && !self.scope.blocks.is_empty() => break,
                Kind::Sign(b'}') if open => return Err(self.unexpected("an instruction that ends the block")),
                Kind::Label | Kind::QuotedLabel if open => {
                    return Err(self.unexpected("an instruction that ends the block in front of this one"));
                }
                Kind::Label | Kind::QuotedLabel => {
                    let name = self.name()?;
                    self.scope.begin_block(Some(name), self.token.start)?;
                    self.advance();
                    open = true;
                }
                Kind::Record => self.debug_record()?,
                Kind::Word if self.words().starts_with("uselistorder") => self.use_list_order()?,
                _ => {
                    if !open {
                        self.scope.begin_block(None, self.token.start)?;
                    }
                    open = !self.instruction()?;
                }
            }
        }
        self.advance();
        self.scope.finish()
    }

    /// An instruction with its name; returns whether it ends its block.
    fn instruction(&mut self) -> Parsed<bool> {
        let offset = self.token.start;
        let mut name: Option<Name<'s>> = None;
        if matches!(self.token.kind, Kind::Local | Kind::QuotedLocal) {
            name = Some(self.name()?);
            self.advance();
            self.expect_sign(b'=', "after the name of a value")?;
        }
        let made = self.instruction_kind()?;
        if let InstructionKind::Call(call) = &made.kind
            && let Some(callee) = self.debug_intrinsic(call)
        {
            // It has no effect on the program.
            self.debug_call(&callee, &call.arguments, made.debug);
            return Ok(false);
        }
        let block = self.scope.blocks.len() - 1;
        let index = self.scope.blocks[block].instructions.len();
        let result = if made.ty == TypeId::VOID {
            if name.is_some() {
                return Err(ParseFault::new(offset as usize, "this instruction has no result to name", ""));
            }
            None
        } else {
            let origin = Origin::Instruction(BlockId::new(block), index as u32);
            Some(self.scope.define(name, made.ty, origin, offset)?)
        };
        let ends = made.kind.is_terminator();
        let instruction = Instruction { result, kind: made.kind, debug: made.debug, offset };
        self.scope.blocks[block].instructions.push(instruction);
        Ok(ends)
    }

    /// A type, and a value of it.
    pub(super) fn typed_operand(&mut self) -> Parsed<(TypeId, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    /// A value of a type that was read already.
    pub(super) fn operand(&mut self, ty: TypeId) -> Parsed<Operand> {
        match self.token.kind {
            _ if ty == TypeId::METADATA => self.metadata_operand(),
            Kind::Local | Kind::QuotedLocal => self.local(ty).map(Operand::Local),
            _ => self.constant(ty).map(Operand::Constant),
        }
    }

    /// A comma, a type, and a value of it.
    pub(super) fn next_operand(&mut self, context: &str) -> Parsed<(TypeId, Operand)> {
        self.expect_sign(b',', context)?;
        self.typed_operand()
    }

    /// Alignment and metadata behind the operands. `inside` says that the comma in front was read.
    pub(super) fn tail(&mut self, mut inside: bool) -> Parsed<Tail> {
        let mut tail = Tail::default();
        while inside || self.eat_sign(b',') {
            inside = false;
            match (self.token.kind, self.word()) {
                (Kind::Metadata, _) => self.last_debug(&mut tail.debug)?,
                (_, "align") => tail.align = Some(self.alignment()?),
                (_, "addrspace") => tail.space = Some(self.address_space()?),
                _ => return Err(self.unexpected("an alignment or metadata")),
            }
        }
        Ok(tail)
    }

    /// `align N` at the current token.
    pub(super) fn alignment(&mut self) -> Parsed<u64> {
        self.advance();
        let offset = self.token.start as usize;
        let align: u64 = self.number("an alignment")?;
        if !align.is_power_of_two() || align > 1 << 32 {
            return Err(ParseFault::new(
                offset,
                format!("{align} is not an alignment"),
                "alignments are powers of two",
            ));
        }
        Ok(align)
    }

    /// A pointer with its type.
    pub(super) fn pointer(&mut self) -> Parsed<Operand> {
        let ty = self.ty()?;
        if !matches!(self.module.types.get(ty), Type::Pointer(_)) {
            return Err(self.wrong_type("an address", ty));
        }
        self.operand(ty)
    }

    /// An instruction with only metadata behind it.
    pub(super) fn made(&mut self, kind: InstructionKind, ty: TypeId) -> Parsed<Made> {
        let Tail { debug, .. } = self.tail(false)?;
        Ok(Made { kind, ty, debug })
    }
}
