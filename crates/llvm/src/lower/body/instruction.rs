//! Dispatch of instructions to the parts of the lowering; control flow, address computation, and aggregate values.

use raddle_ir::{BinaryOp, FailureKind, Operand};

use super::{Body, Operands};
use crate::lower::analysis::address;
use crate::lower::code::End;
use crate::lower::error::LowerError;
use crate::lower::world::shape::{self, Scalar};
use crate::text::ids::{BlockId, ConstantId, TypeId};
use crate::text::instr::{self, Callee, Instruction, InstructionKind};
use crate::text::types::Type;

impl<'m> Body<'_, 'm> {
    pub(crate) fn lower_instruction(&mut self, it: &'m Instruction) -> Result<(), LowerError> {
        use InstructionKind::*;
        match &it.kind {
            Phi { .. } => {
                // The value of a phi comes with the edges; only one behind other instructions has none.
                let known = it.result.is_some_and(|result| self.is_defined(result));
                if known { Ok(()) } else { Err(self.malformed("a `phi` stands behind other instructions")) }
            }
            Alloca { ty, count, align } => self.alloca(it, *ty, *count, *align),
            Load { .. } => self.load(it),
            Store { .. } => self.store(it),
            CmpXchg(exchange) => self.compare_exchange(it, exchange),
            AtomicRmw { .. } => self.update(it),
            Fence(atomic) => self.fence(*atomic),
            GetElementPtr { source, base, indices, .. } => self.get_element(it, *source, *base, indices),
            Binary { op, operands, flags } => self.arithmetic(it, *op, *operands, *flags),
            FNeg { value, .. } => self.negate(it, *value),
            Icmp { predicate, operands, .. } => self.compare(it, *predicate, *operands),
            Fcmp { predicate, operands, .. } => self.compare_floats(it, *predicate, *operands),
            Cast { op, value, to, .. } => self.convert(it, *op, *value, *to),
            Select(operands) => self.choose(it, *operands),
            Freeze(value) => {
                let value = self.value(*value)?;
                self.define(it, value);
                Ok(())
            }
            ExtractValue { aggregate, indices } => self.extract(it, *aggregate, indices),
            InsertValue { aggregate, value, indices } => self.insert(it, *aggregate, *value, indices),
            ExtractElement(operands) => self.extract_element(it, *operands),
            InsertElement(operands) => self.insert_element(it, *operands),
            ShuffleVector(operands) => self.shuffle(it, *operands),
            Call(call) => {
                self.call(it, call)?;
                self.propagate_exception();
                Ok(())
            }
            Br(block) => {
                let edge = self.edge(block.index())?;
                self.end(End::Jump(edge));
                Ok(())
            }
            CondBr { condition, then, otherwise } => self.branch(*condition, then.index(), otherwise.index()),
            Switch { value, default, cases } => self.switch(*value, default.index(), cases),
            IndirectBr { address, targets } => self.computed_jump(*address, targets),
            Ret(value) => {
                let values: Vec<Operand> = match value {
                    Some(value) => self.value(*value)?.to_vec(),
                    None => Vec::new(),
                };
                self.release_scopes();
                self.leave(&values);
                Ok(())
            }
            Unreachable => {
                self.stop(FailureKind::Unreachable, "the program reaches code that it declares unreachable");
                Ok(())
            }
            VaArg { .. } => Err(self.unsupported("`va_arg` as an instruction is not supported")),
            Invoke { call, normal, unwind } => {
                self.call(it, call)?;
                self.continue_or_land(normal.index(), unwind.index())
            }
            LandingPad { cleanup, clauses } => self.landing_pad(it, *cleanup, clauses),
            Resume(value) => {
                let Some(exception) = self.value(*value)?.first().copied() else {
                    return Err(self.malformed("`resume` is given no exception"));
                };
                self.return_exception(exception);
                Ok(())
            }
            CallBr { call, fallthrough, targets } => match &call.callee {
                Callee::Asm(asm) => self.assembly_that_jumps(it, call, asm, *fallthrough, targets),
                Callee::Value(_) => Err(self.malformed("`callbr` calls no assembly")),
            },
            Unsupported { opcode, .. } => {
                let what = format!("`{}` is not supported", self.module.text(*opcode));
                Err(self.unsupported(&what))
            }
        }
    }

    /// Ends the block with a failure.
    pub(crate) fn stop(&mut self, kind: FailureKind, message: &str) {
        self.fail(kind, message);
        self.end(End::Stop);
    }

    fn branch(&mut self, condition: instr::Operand, then: usize, otherwise: usize) -> Result<(), LowerError> {
        let condition = self.word(condition)?;
        let edges = [self.edge(then)?, self.edge(otherwise)?];
        self.end(if edges[0] == edges[1] {
            let [edge, _] = edges;
            End::Jump(edge)
        } else {
            End::Branch(condition, Box::new(edges))
        });
        Ok(())
    }

    /// A jump to the block whose address was computed.
    fn computed_jump(&mut self, address: instr::Operand, targets: &[BlockId]) -> Result<(), LowerError> {
        let address = self.word(address)?;
        let mut cases = Vec::new();
        for target in targets {
            let value = self.world.block_address(self.index, target.index());
            if !cases.iter().any(|(known, _)| *known == value) {
                cases.push((value, self.edge(target.index())?));
            }
        }
        // The last target needs no test: any other address is undefined behaviour.
        match cases.pop() {
            Some((_, last)) => self.end(End::Switch(address, cases, Box::new(last))),
            None => self.stop(FailureKind::Unreachable, "a computed jump goes nowhere"),
        }
        Ok(())
    }

    fn switch(
        &mut self,
        value: instr::Operand,
        default: usize,
        cases: &[(ConstantId, BlockId)],
    ) -> Result<(), LowerError> {
        let value = self.word(value)?;
        let mut known = rustc_hash::FxHashSet::default();
        let mut edges = Vec::with_capacity(cases.len());
        for (case, block) in cases {
            let Operand::Const(case) = self.word(instr::Operand::Constant(*case))? else {
                return Err(self.unsupported("a case that is not a number is not supported"));
            };
            let edge = self.edge(block.index())?;
            if known.insert(case) {
                edges.push((case, edge));
            }
        }
        let otherwise = self.edge(default)?;
        self.end(End::Switch(value, edges, Box::new(otherwise)));
        Ok(())
    }

    fn get_element(
        &mut self,
        it: &Instruction,
        source: TypeId,
        base: instr::Operand,
        indices: &[instr::Operand],
    ) -> Result<(), LowerError> {
        if let Some(result) = it.result
            && !matches!(self.module.types.get(self.function.local(result).ty), Type::Pointer(_))
        {
            return Err(self.unsupported("a vector of addresses is not supported"));
        }
        let Some(distance) = address::distance(self.module, source, indices) else {
            return Err(self.malformed("`getelementptr` indexes a type that has no such member"));
        };
        let mut address = self.word(base)?;
        for (index, stride) in distance.scaled {
            let bits = match shape::scalar(self.module, self.type_of(index)) {
                Some(Scalar::Integer(bits @ 1..=64)) => bits,
                _ => return Err(self.unsupported("an index of this type is not supported")),
            };
            let index = self.word(index)?;
            let index = self.sign_extend(index, bits, 64);
            let bytes = self.binary(BinaryOp::Mul, 64, index, Operand::Const(stride));
            address = self.binary(BinaryOp::Add, 64, address, bytes);
        }
        let address = self.add(address, distance.bytes as u64);
        self.define(it, [address].into());
        Ok(())
    }

    fn choose(
        &mut self,
        it: &Instruction,
        [condition, then, otherwise]: [instr::Operand; 3],
    ) -> Result<(), LowerError> {
        let conditions = self.value(condition)?;
        let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
        let mut words = Vec::with_capacity(then.len());
        // One condition for all elements, or one for each.
        let each = conditions.len().max(1);
        let size = if each > 1 { then.len() / each } else { then.len() }.max(1);
        for (i, (a, b)) in then.iter().zip(otherwise.iter()).enumerate() {
            let Some(condition) = conditions.get(if each > 1 { i / size } else { 0 }) else {
                return Err(self.malformed("`select` has no condition"));
            };
            words.push(self.select(*condition, *a, *b));
        }
        self.define(it, words.into());
        Ok(())
    }

    fn extract(&mut self, it: &Instruction, aggregate: instr::Operand, indices: &[u32]) -> Result<(), LowerError> {
        let ty = self.type_of(aggregate);
        let whole = self.value(aggregate)?;
        let Some((start, count)) = self.part(ty, indices) else {
            return Err(self.malformed("there is no such member"));
        };
        let Some(part) = whole.get(start..start + count) else {
            return Err(self.malformed("there is no such member"));
        };
        self.define(it, part.into());
        Ok(())
    }

    fn insert(
        &mut self,
        it: &Instruction,
        aggregate: instr::Operand,
        value: instr::Operand,
        indices: &[u32],
    ) -> Result<(), LowerError> {
        let ty = self.type_of(aggregate);
        let mut whole = self.value(aggregate)?.to_vec();
        let value = self.value(value)?;
        let range = self.part(ty, indices).filter(|(_, count)| *count == value.len());
        match range.and_then(|(start, count)| whole.get_mut(start..start + count)) {
            Some(part) => part.copy_from_slice(&value),
            None => return Err(self.malformed("there is no such member")),
        }
        self.define(it, whole.into());
        Ok(())
    }

    fn part(&mut self, ty: TypeId, indices: &[u32]) -> Option<(usize, usize)> {
        let shapes = &mut self.world.shapes[self.number];
        shape::part(self.module, shapes, ty, indices).map(|(start, count, _)| (start, count))
    }

    /// The number of words per element of a vector, and the number of elements.
    fn lanes(&self, ty: TypeId) -> Result<(usize, usize), LowerError> {
        let lanes = shape::lanes(self.module, ty);
        lanes.map(|(scalar, count)| (scalar.words(), count)).ok_or_else(|| self.unsupported_type(ty))
    }

    fn extract_element(&mut self, it: &Instruction, [vector, index]: [instr::Operand; 2]) -> Result<(), LowerError> {
        let (size, count) = self.lanes(self.type_of(vector))?;
        let vector = self.value(vector)?;
        let index = self.word(index)?;
        let words: Vec<Operand> = match index {
            Operand::Const(index) => {
                let start = usize::try_from(index).unwrap_or(usize::MAX).min(count.saturating_sub(1)) * size;
                vector.get(start..start + size).unwrap_or(&[]).to_vec()
            }
            _ => {
                let mut words = vector.get(..size).unwrap_or(&[]).to_vec();
                for lane in 1..count {
                    let here = self.binary(BinaryOp::Eq, 64, index, Operand::Const(lane as u64));
                    for (i, word) in words.iter_mut().enumerate() {
                        *word = self.select(here, vector[lane * size + i], *word);
                    }
                }
                words
            }
        };
        self.define(it, words.into());
        Ok(())
    }

    fn insert_element(&mut self, it: &Instruction, operands: [instr::Operand; 3]) -> Result<(), LowerError> {
        let [vector, element, index] = operands;
        let (size, count) = self.lanes(self.type_of(vector))?;
        let mut vector = self.value(vector)?.to_vec();
        let element = self.value(element)?;
        let index = self.word(index)?;
        for lane in 0..count {
            let here = self.binary(BinaryOp::Eq, 64, index, Operand::Const(lane as u64));
            for i in 0..size.min(element.len()) {
                vector[lane * size + i] = self.select(here, element[i], vector[lane * size + i]);
            }
        }
        self.define(it, vector.into());
        Ok(())
    }

    fn shuffle(&mut self, it: &Instruction, [first, second, mask]: [instr::Operand; 3]) -> Result<(), LowerError> {
        let (size, _) = self.lanes(self.type_of(first))?;
        let both: Vec<Operand> = self.value(first)?.iter().chain(self.value(second)?.iter()).copied().collect();
        let mask: Operands = self.value(mask)?;
        let mut words = Vec::new();
        for index in mask.iter() {
            let Operand::Const(index) = *index else {
                return Err(self.unsupported("a shuffle by a mask that is not constant is not supported"));
            };
            let start = usize::try_from(index).unwrap_or(0).saturating_mul(size);
            let zero = [Operand::Const(0); 2];
            // An index beyond the end stands for an undefined element.
            words.extend(both.get(start..start.saturating_add(size)).unwrap_or(&zero[..size]));
        }
        self.define(it, words.into());
        Ok(())
    }
}
