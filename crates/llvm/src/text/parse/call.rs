//! Calls of every kind: plain, with exceptions, of inline assembly.

use super::body::Made;
use super::{Parsed, Parser};
use crate::text::constant::ConstantValue;
use crate::text::ids::TypeId;
use crate::text::instr::{Bundle, Call, CallArgument, Callee, InlineAsm, InstructionKind, Operand};
use crate::text::keywords::Tail;
use crate::text::lex::Kind;
use crate::text::types::Type;

impl Parser<'_> {
    pub(super) fn call(&mut self) -> Parsed<Made> {
        let tail = Tail::from_word(self.words());
        if tail.is_some() {
            self.advance();
            if !self.at_word("call") {
                return Err(self.unexpected("`call`"));
            }
        }
        let mut call = self.any_call()?;
        call.tail = tail;
        let result = call.result;
        self.made(InstructionKind::Call(Box::new(call)), result)
    }

    pub(super) fn invoke(&mut self) -> Parsed<Made> {
        let call = Box::new(self.any_call()?);
        self.expect_word("to", "after the call of `invoke`")?;
        let normal = self.label()?;
        self.expect_word("unwind", "after the target of `invoke`")?;
        let unwind = self.label()?;
        let result = call.result;
        self.made(InstructionKind::Invoke { call, normal, unwind }, result)
    }

    pub(super) fn callbr(&mut self) -> Parsed<Made> {
        let call = Box::new(self.any_call()?);
        self.expect_word("to", "after the call of `callbr`")?;
        let fallthrough = self.label()?;
        let targets = self.labels()?;
        let result = call.result;
        self.made(InstructionKind::CallBr { call, fallthrough, targets }, result)
    }

    /// What all calls have in common, from the opcode to the operand bundles.
    fn any_call(&mut self) -> Parsed<Call> {
        self.advance();
        let flags = self.flags();
        let convention = self.convention()?;
        let mark = self.module.attributes.mark();
        // An address space stands among the attributes of the result, and has no effect.
        self.attributes_before_type()?;
        let result_attributes = self.module.attributes.since(mark);
        let written = self.ty()?;
        let (result, signature) = match *self.module.types.get(written) {
            Type::Function { result, .. } => (result, Some(written)),
            _ => (written, None),
        };
        let callee =
            if self.at_word("asm") { Callee::Asm(Box::new(self.inline_asm()?)) } else { Callee::Value(self.callee()?) };
        let arguments = self.arguments()?;
        let attributes = self.attributes_of_call()?;
        let bundles = if self.at_sign(b'[') { self.bundles()? } else { [].into() };
        Ok(Call {
            callee,
            result,
            signature,
            arguments,
            convention,
            result_attributes,
            attributes,
            bundles,
            tail: None,
            flags,
        })
    }

    /// The callee, whose type was written in front as a function type rather than a pointer.
    fn callee(&mut self) -> Parsed<Operand> {
        // On targets with functions in another address space, pointers to them are used as such elsewhere.
        if matches!(self.token.kind, Kind::Local | Kind::QuotedLocal)
            && let Some(ty) = self.known_pointer()?
        {
            return self.operand(ty);
        }
        self.operand(TypeId::PTR)
    }

    fn known_pointer(&self) -> Parsed<Option<TypeId>> {
        let name = self.name()?;
        let known = self.scope.type_of(&name);
        Ok(known.filter(|ty| matches!(self.module.types.get(*ty), Type::Pointer(_))))
    }

    fn arguments(&mut self) -> Parsed<Box<[CallArgument]>> {
        self.expect_sign(b'(', "in front of the arguments of a call")?;
        let mut arguments = Vec::new();
        if self.eat_sign(b')') {
            return Ok(arguments.into());
        }
        loop {
            // `musttail` calls pass the variable arguments on.
            if self.token.kind == Kind::Ellipsis {
                self.advance();
                break;
            }
            let ty = self.ty()?;
            let attributes = if ty == TypeId::METADATA { Default::default() } else { self.attributes_before_value()? };
            let value = self.operand(ty)?;
            arguments.push(CallArgument { value, ty, attributes });
            if !self.eat_sign(b',') {
                break;
            }
        }
        self.expect_sign(b')', "after the arguments of a call")?;
        Ok(arguments.into())
    }

    fn inline_asm(&mut self) -> Parsed<InlineAsm> {
        self.advance();
        let mut asm = InlineAsm {
            template: "".into(),
            constraints: "".into(),
            side_effect: false,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
        };
        loop {
            match self.word() {
                "sideeffect" => asm.side_effect = true,
                "alignstack" => asm.align_stack = true,
                "inteldialect" => asm.intel_dialect = true,
                "unwind" => asm.unwind = true,
                _ => break,
            }
            self.advance();
        }
        asm.template = self.quoted("the template of inline assembly")?.into();
        self.expect_sign(b',', "after the template of inline assembly")?;
        asm.constraints = self.quoted("the constraints of inline assembly")?.into();
        Ok(asm)
    }

    /// `[ "name"(i32 %x), … ]`.
    fn bundles(&mut self) -> Parsed<Box<[Bundle]>> {
        self.advance();
        let mut bundles = Vec::new();
        while !self.eat_sign(b']') {
            if !bundles.is_empty() {
                self.expect_sign(b',', "between operand bundles")?;
            }
            let name = self.quoted("the name of an operand bundle")?.into();
            self.expect_sign(b'(', "after the name of an operand bundle")?;
            let mut operands = Vec::new();
            while !self.eat_sign(b')') {
                if !operands.is_empty() {
                    self.expect_sign(b',', "between the operands of a bundle")?;
                }
                operands.push(self.typed_operand()?.1);
            }
            bundles.push(Bundle { name, operands: operands.into() });
        }
        Ok(bundles.into())
    }

    /// The name of the intrinsic, if the call is only for debuggers.
    pub(super) fn debug_intrinsic(&self, call: &Call) -> Option<Box<str>> {
        let Callee::Value(Operand::Constant(callee)) = call.callee else { return None };
        let ConstantValue::Symbol(symbol) = self.module.constants.get(callee).value else { return None };
        let name = &self.symbols[symbol.index()].name;
        name.starts_with("llvm.dbg.").then(|| name.clone())
    }
}
