//! Which registers a thread may still read, at each position of a function. What the others hold does not tell two states of
//! a thread apart: a value that was compared and dropped, for instance.
//!
//! The usual analysis, backwards: a register is live before an instruction that reads it, and before one that does not
//! write it if it is live behind that.

use std::sync::OnceLock;

use raddle_graph::Value;

use crate::interpret::state::State;
use crate::{Function, Instr, Operand, Program, Reg};

/// Larger functions (instructions times words of 64 registers) are not analysed.
const MAX_ANALYSED_WORDS: usize = 1 << 20;

/// The sets of live registers of one function, found when somebody asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live(OnceLock<Option<Sets>>);

/// It follows from the code.
impl PartialEq for Live {
    fn eq(&self, _: &Live) -> bool {
        true
    }
}

impl Eq for Live {}

impl Live {
    /// Do the registers of two frames agree at a position as far as they are live?
    fn agree(&self, function: &Function, pc: u32, ours: &[Value], theirs: &[Value]) -> bool {
        let sets = self.0.get_or_init(|| Sets::new(function));
        let live = sets.as_ref().and_then(|sets| sets.words.chunks(sets.stride).nth(pc as usize));
        let is_live = |reg: usize| live.is_none_or(|words| words[reg / 64] >> (reg % 64) & 1 == 1);
        ours.iter().zip(theirs).enumerate().all(|(reg, (our, their))| our == their || !is_live(reg))
    }
}

/// For each position a set of registers.
#[derive(Clone, Debug)]
struct Sets {
    words: Vec<u64>,
    /// How many words a set has.
    stride: usize,
}

impl Sets {
    /// What is live before each instruction, and while a thread stands at it. `None` if that is too much to ask.
    fn new(function: &Function) -> Option<Sets> {
        let (count, stride) = (function.code.len(), usize::from(function.registers).div_ceil(64).max(1));
        if count * stride > MAX_ANALYSED_WORDS {
            return None;
        }
        let [mut read, mut written] = [(); 2].map(|()| Sets { words: vec![0; count * stride], stride });
        for (pc, instr) in function.code.iter().enumerate() {
            instr.for_each_operand(|operand| {
                if let Operand::Reg(reg) = operand {
                    read.insert(pc, reg);
                }
            });
            match instr {
                // What they have done so far is in their results.
                Instr::Copy { .. } | Instr::Fill { .. } | Instr::Spurious { .. } => {
                    instr.for_each_result(|reg| read.insert(pc, reg))
                }
                _ if always_writes(instr) => instr.for_each_result(|reg| written.insert(pc, reg)),
                _ => {}
            }
        }
        let mut live = read.clone();
        let mut changes = true;
        while changes {
            changes = false;
            for pc in (0..count).rev() {
                for word in 0..stride {
                    let at = pc * stride + word;
                    let behind = function.successors(pc).fold(0, |set, next| set | live.words[next * stride + word]);
                    let set = read.words[at] | behind & !written.words[at];
                    changes |= std::mem::replace(&mut live.words[at], set) != set;
                }
            }
        }
        Some(live)
    }

    fn insert(&mut self, pc: usize, Reg(reg): Reg) {
        self.words[pc * self.stride + usize::from(reg / 64)] |= 1 << (reg % 64);
    }
}

/// Does the instruction, once done, have written all its results?
fn always_writes(instr: &Instr) -> bool {
    !matches!(
        instr,
        Instr::Wide { .. }
            | Instr::Lock { .. }
            | Instr::Unlock { .. }
            | Instr::Condition { .. }
            | Instr::Fork { .. }
            | Instr::LoopEnter { .. }
            | Instr::LoopHead { .. }
            | Instr::LoopBound { .. }
    )
}

impl Program {
    /// Will the thread do the same in both states, which nobody keeps track of, whatever the answers? No, if that cannot be told.
    pub(crate) fn agree(&self, one: &State, other: &State) -> bool {
        one.own == other.own
            && one.frames().eq(other.frames())
            && one.frames().all(|frame| {
                let index = frame.function as usize;
                let (function, prepared) = (&self.functions[index], &self.prepared[index]);
                let registers = usize::from(prepared.frame::<false>());
                let [one, other] = [one, other].map(|state| &state.stack.all()[frame.base as usize..][..registers]);
                prepared.live.agree(function, frame.pc, one, other)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, FunctionBuilder, Position, ProgramBuilder};
    use raddle_graph::{Mode, ThreadId, Width};
    use raddle_program::{Answer, Program as _};

    /// Does the thread do the same after it has read 1 from `x` as after it has read 2? It goes on as written.
    fn drops(write: impl FnOnce(&mut FunctionBuilder, Reg, u64)) -> bool {
        let mut program = ProgramBuilder::new();
        let x = program.reserve_static("x", 8, 8, false);
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        // Code without lines would be taken for the library's.
        code.at(Position { file: 0, line: 1, column: 1 });
        let r = code.register();
        code.load(r, x, Mode::Rlx, Width::W32);
        write(&mut code, r, x);
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        let program = program.build().unwrap();
        let [one, two] = [1, 2].map(|value| {
            let mut state = program.start(ThreadId(0));
            program.step(&mut state, Answer { value, stored: false });
            state
        });
        assert_ne!(one, two);
        program.agree(&one, &two)
    }

    #[test]
    fn a_value_that_nobody_reads_again_does_not_matter() {
        assert!(drops(|code, _, x| code.store(x, 5, Mode::Rlx, Width::W32)));
        assert!(drops(|code, r, x| {
            let c = code.register();
            code.binary(BinaryOp::Ne, Width::W32, c, r, 0);
            code.assume(c);
            code.load(r, x, Mode::Rlx, Width::W32);
            code.store(x, Operand::Reg(r), Mode::Rlx, Width::W32);
        }));
    }

    #[test]
    fn a_value_that_is_read_later_or_decided_something_matters() {
        assert!(!drops(|code, r, _| {
            code.binary(BinaryOp::Eq, Width::W32, r, r, 1);
            code.assume(r);
        }));
        assert!(!drops(|code, r, x| {
            code.store(x, 5, Mode::Rlx, Width::W32);
            code.store(x, Operand::Reg(r), Mode::Rlx, Width::W32);
        }));
        assert!(!drops(|code, r, x| {
            let again = code.label();
            code.bind(again);
            code.store(x, 5, Mode::Rlx, Width::W32);
            code.branch(r, again, again);
        }));
    }
}
