//! Calls: of a function, or of one of several.

use raddle_ir::{FunctionId, Operand, Reg};

use super::{Stop, Unroller};
use crate::aig::Lit;
use crate::memory::Memory;
use crate::state::State;
use crate::value::Sym;

impl<M: Memory> Unroller<'_, M> {
    /// The functions that a pointer may be, each with when it is.
    pub(super) fn callees(&mut self, state: &mut State, pointer: Operand, args: usize) -> Vec<(Lit, FunctionId)> {
        let pointer = self.get(state, pointer);
        let Some(list) = pointer.values.list().map(<[u64]>::to_vec) else {
            self.hole(state, Lit::TRUE, "a call of a function of which too little is known");
            return Vec::new();
        };
        let mut callees = Vec::new();
        for address in list {
            let is = pointer.is(self.aig, address);
            match self.program.function_at(address) {
                Some(id) if usize::from(self.program.functions()[id.index()].parameters) == args => {
                    callees.push((is, id));
                }
                // A null pointer is an error, a number that is no function cannot be expressed: the interpreter tells them apart.
                _ => self.error(state, is),
            }
        }
        callees
    }

    /// Calls whichever function it is.
    pub(super) fn call(
        &mut self,
        state: &mut State,
        callees: &[(Lit, FunctionId)],
        args: &[Sym],
        results: &[Reg],
    ) -> Result<(), Stop> {
        let regs = state.regs.clone();
        let mut after: Option<State> = None;
        for &(is, callee) in callees {
            let guard = self.aig.and(state.guard, is);
            if guard == Lit::FALSE {
                continue;
            }
            let Some((mut returned, values)) = self.function(callee, guard, state.own.clone(), args)? else { continue };
            returned.regs = regs.clone();
            for (index, &reg) in results.iter().enumerate() {
                returned.regs[reg.index()] = values.get(index).cloned().unwrap_or_else(|| Sym::constant(0));
            }
            match &mut after {
                None => after = Some(returned),
                Some(after) => after.merge(self.aig, returned),
            }
        }
        match after {
            Some(after) => *state = after,
            None => state.guard = Lit::FALSE,
        }
        Ok(())
    }
}
