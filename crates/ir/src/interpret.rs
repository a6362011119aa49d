//! The interpreter: runs a thread's local code up to its next action.

use raddle_explore::{Action, Answer, FailureId, Program as Threads};
use raddle_graph::{Address, ThreadId, UpdateOp, Value, Width};

use crate::state::{Frame, State};
use crate::{FailureKind, Instr, Operand, Program, UpdateKind};

/// How deeply calls may nest.
const MAX_DEPTH: usize = 1000;

/// How many registers all frames of a thread may have together.
const MAX_WORDS: usize = 1 << 20;

impl Threads for Program {
    type State = State;

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn starts(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].starts
    }

    fn initial_value(&self, addr: Address) -> Value {
        match self.init.binary_search_by_key(&addr, |&(a, _)| a) {
            Ok(index) => self.init[index].1,
            Err(_) => 0,
        }
    }

    fn start(&self, thread: ThreadId) -> State {
        let thread = &self.threads[thread.index()];
        let mut state = State::new(thread.entry.0, self.functions[thread.entry.index()].registers);
        state.frame_mut()[..thread.args.len()].copy_from_slice(&thread.args);
        self.run(&mut state);
        state
    }

    fn action<'a>(&self, state: &'a State) -> &'a Action {
        &state.action
    }

    fn step(&self, state: &mut State, answer: Answer) {
        // A thread that ended stays where it is.
        if matches!(state.action, Action::Block | Action::Bound | Action::Fail(_) | Action::Finish) {
            return;
        }
        let function = &self.functions[state.function as usize];
        match function.code[state.pc as usize] {
            Instr::Load { dst, width, .. } => state.frame_mut()[dst.index()] = width.truncate(answer.value),
            Instr::Update { old: Some(old), width, .. } => {
                state.frame_mut()[old.index()] = width.truncate(answer.value);
            }
            Instr::CompareExchange { old, stored, width, .. } => {
                let frame = state.frame_mut();
                if let Some(old) = old {
                    frame[old.index()] = width.truncate(answer.value);
                }
                if let Some(stored) = stored {
                    frame[stored.index()] = answer.stored.into();
                }
            }
            _ => {}
        }
        state.pc += 1;
        self.run(state);
    }
}

#[inline]
fn get(regs: &[Value], operand: Operand) -> Value {
    match operand {
        Operand::Reg(reg) => regs[reg.index()],
        Operand::Const(value) => value,
    }
}

impl Program {
    /// Runs local code from `state.pc` on until the next action, and leaves the state there.
    fn run(&self, state: &mut State) {
        // Straight-line code ends by itself, so only jumps and calls count against the budget.
        let mut budget = self.local_budget;
        state.action = loop {
            match self.run_frame(state, &mut budget) {
                Pause::Action(action) => break action,
                Pause::Call => {
                    if let Some(failure) = self.call(state, &mut budget) {
                        break Action::Fail(failure);
                    }
                }
                Pause::Return(value) => {
                    let Some(frame) = state.frames.pop() else {
                        break Action::Finish;
                    };
                    state.shrink(state.base);
                    (state.function, state.pc, state.base) = (frame.function, frame.pc, frame.base);
                    if let Instr::Call { results, .. } = self.instr(state)
                        && let Some(reg) = results.first()
                    {
                        state.frame_mut()[reg.index()] = value;
                    }
                    state.pc += 1;
                }
            }
        };
    }

    fn instr(&self, state: &State) -> &Instr {
        &self.functions[state.function as usize].code[state.pc as usize]
    }

    fn fail(&self, kind: FailureKind, state: &State) -> FailureId {
        self.implicit_failure(kind, self.functions[state.function as usize].offset + state.pc)
    }

    /// Enters the function that the `Call` at `state.pc` names.
    fn call(&self, state: &mut State, budget: &mut u64) -> Option<FailureId> {
        let Instr::Call { function, args, .. } = self.instr(state) else {
            return None;
        };
        let callee = &self.functions[function.index()];
        if state.frames.len() >= MAX_DEPTH || state.words as usize + usize::from(callee.registers) > MAX_WORDS {
            return Some(self.fail(FailureKind::Recursion, state));
        }
        if *budget == 0 {
            return Some(self.fail(FailureKind::EndlessLocalLoop, state));
        }
        *budget -= 1;
        let frame_size = (state.words - state.base) as usize;
        state.frames.push(Frame { function: state.function, pc: state.pc, base: state.base });
        state.grow(callee.registers);
        let (caller, new) = state.frame_mut().split_at_mut(frame_size);
        for (slot, &arg) in new.iter_mut().zip(args) {
            *slot = get(caller, arg);
        }
        state.base += frame_size as u32;
        state.function = function.0;
        state.pc = 0;
        None
    }

    /// Runs the current frame until something happens that is not a matter of this frame alone.
    fn run_frame(&self, state: &mut State, budget: &mut u64) -> Pause {
        let function = &self.functions[state.function as usize];
        let mut pc = state.pc as usize;
        let regs = state.frame_mut();
        let pause = loop {
            match function.code[pc] {
                Instr::Move { dst, src } => regs[dst.index()] = get(regs, src),
                Instr::Binary { op, width, dst, lhs, rhs } => match op.apply(width, get(regs, lhs), get(regs, rhs)) {
                    Ok(value) => regs[dst.index()] = value,
                    Err(error) => break Err(error.into()),
                },
                Instr::Truncate { dst, src, width } => regs[dst.index()] = width.truncate(get(regs, src)),
                Instr::SignExtend { dst, src, from, to } => {
                    regs[dst.index()] = to.truncate(from.signed(get(regs, src)) as u64);
                }
                Instr::Jump { target } => {
                    if *budget == 0 {
                        break Err(FailureKind::EndlessLocalLoop);
                    }
                    *budget -= 1;
                    pc = target as usize;
                    continue;
                }
                Instr::Branch { cond, then, otherwise } => {
                    if *budget == 0 {
                        break Err(FailureKind::EndlessLocalLoop);
                    }
                    *budget -= 1;
                    pc = if get(regs, cond) != 0 { then } else { otherwise } as usize;
                    continue;
                }
                Instr::Call { .. } => break Ok(Pause::Call),
                Instr::Return { ref values } => {
                    break Ok(Pause::Return(values.first().map_or(0, |&value| get(regs, value))));
                }
                Instr::Assume { cond } => {
                    if get(regs, cond) == 0 {
                        break Ok(Pause::Action(Action::Block));
                    }
                }
                Instr::Assert { cond, failure } => {
                    if get(regs, cond) == 0 {
                        break Ok(Pause::Action(Action::Fail(failure)));
                    }
                }
                Instr::Fail { failure } => break Ok(Pause::Action(Action::Fail(failure))),
                Instr::LoopBound { counter, bound } => {
                    let count = &mut regs[counter.index()];
                    *count = count.saturating_add(1);
                    if *count > bound {
                        break Ok(Pause::Action(Action::Bound));
                    }
                }
                Instr::Finish => break Ok(Pause::Action(Action::Finish)),
                Instr::Load { addr, mode, width, .. } => {
                    let awaits = function.awaits[pc];
                    break self.access(get(regs, addr), width).map(|addr| Action::Read { addr, mode, awaits }.into());
                }
                Instr::Store { addr, value, mode, width } => {
                    let value = width.truncate(get(regs, value));
                    break self.access(get(regs, addr), width).map(|addr| Action::Write { addr, mode, value }.into());
                }
                Instr::Update { kind, addr, value, mode, width, .. } => {
                    let op = update_op(kind, width.truncate(get(regs, value)));
                    let awaits = function.awaits[pc];
                    let addr = self.access(get(regs, addr), width);
                    break addr.map(|addr| Action::Update { addr, mode, op, width, awaits }.into());
                }
                Instr::CompareExchange { addr, expected, desired, success, failure, weak, width, .. } => {
                    let expected = width.truncate(get(regs, expected));
                    let desired = width.truncate(get(regs, desired));
                    let op = UpdateOp::CompareExchange { expected, desired, failure, weak };
                    let awaits = function.awaits[pc];
                    let addr = self.access(get(regs, addr), width);
                    break addr.map(|addr| Action::Update { addr, mode: success, op, width, awaits }.into());
                }
                Instr::Fence { mode } => break Ok(Action::Fence { mode }.into()),
                Instr::Spawn { thread } => break Ok(Action::Spawn { thread }.into()),
                Instr::Join { thread } => break Ok(Action::Join { thread }.into()),
                _ => break Err(FailureKind::Unsupported),
            }
            pc += 1;
        };
        state.pc = pc as u32;
        pause.unwrap_or_else(|kind| Pause::Action(Action::Fail(self.fail(kind, state))))
    }

    /// Checks that there is a cell of that width at the address.
    fn access(&self, addr: Value, width: Width) -> Result<Address, FailureKind> {
        let address = Address(addr);
        if self.objects.is_empty() {
            return Ok(address);
        }
        match self.object_at(address) {
            Some((object, _)) if object.stride == u64::from(width.bits()).div_ceil(8) => Ok(address),
            Some(_) => Err(FailureKind::MixedSize),
            None if addr == 0 => Err(FailureKind::NullDereference),
            None => Err(FailureKind::OutOfBounds),
        }
    }
}

/// Why a frame stopped running.
enum Pause {
    Action(Action),
    Call,
    Return(Value),
}

impl From<Action> for Pause {
    fn from(action: Action) -> Pause {
        Pause::Action(action)
    }
}

fn update_op(kind: UpdateKind, value: Value) -> UpdateOp {
    match kind {
        UpdateKind::Exchange => UpdateOp::Exchange(value),
        UpdateKind::Add => UpdateOp::Add(value),
        UpdateKind::Sub => UpdateOp::Sub(value),
        UpdateKind::And => UpdateOp::And(value),
        UpdateKind::Or => UpdateOp::Or(value),
        UpdateKind::Xor => UpdateOp::Xor(value),
        UpdateKind::Nand => UpdateOp::Nand(value),
        UpdateKind::Max => UpdateOp::Max(value),
        UpdateKind::Min => UpdateOp::Min(value),
        UpdateKind::UMax => UpdateOp::UMax(value),
        UpdateKind::UMin => UpdateOp::UMin(value),
    }
}

#[cfg(test)]
mod tests;
