//! Debug records in functions: `#dbg_declare(…)`, and the calls that older compilers write instead.

use super::{Parsed, Parser};
use crate::text::ids::{MetadataId, TypeId};
use crate::text::instr::{CallArgument, Operand};
use crate::text::lex::Kind;
use crate::text::module::DebugVariable;

impl Parser<'_> {
    /// The record at the current token. Only declarations are stored: they map stack slots to variables.
    pub(super) fn debug_record(&mut self) -> Parsed<()> {
        let declares = self.words() == "dbg_declare";
        self.advance();
        if !self.at_sign(b'(') {
            return Err(self.unexpected("`(` after a debug record"));
        }
        if !declares {
            self.skip_brackets()?;
            return Ok(());
        }
        self.advance();
        let storage = self.metadata_operand()?;
        self.expect_sign(b',', "in a debug record")?;
        let variable = self.metadata()?;
        self.expect_sign(b',', "in a debug record")?;
        self.metadata()?;
        self.expect_sign(b',', "in a debug record")?;
        let location = Some(self.metadata()?);
        self.expect_sign(b')', "after a debug record")?;
        self.scope.variables.push(DebugVariable { storage, variable, location });
        Ok(())
    }

    /// `llvm.dbg.declare`, as clang up to 18 writes it. Calls of the related intrinsics are dropped.
    pub(super) fn debug_call(&mut self, name: &str, arguments: &[CallArgument], location: Option<MetadataId>) {
        if let ("llvm.dbg.declare", [storage, variable, ..]) = (name, arguments)
            && let Operand::Metadata(variable) = variable.value
        {
            self.scope.variables.push(DebugVariable { storage: storage.value, variable, location });
        }
    }

    /// An operand of type `metadata`: a node, or a value with its type.
    pub(super) fn metadata_operand(&mut self) -> Parsed<Operand> {
        if matches!(self.token.kind, Kind::Metadata | Kind::Bang) {
            return self.metadata().map(Operand::Metadata);
        }
        let ty = self.ty()?;
        if ty == TypeId::METADATA {
            return Err(self.error("metadata cannot be metadata again", ""));
        }
        self.operand(ty)
    }
}
