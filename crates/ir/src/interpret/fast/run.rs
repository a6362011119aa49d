//! The inner loop: runs what happens often, and leaves the rest to the plain interpreter.

use raddle_graph::{Address, Value};
use raddle_program::{Action, Answer};

use super::{Element, Fast, Shape, at_top, keep, sign_extend};
use crate::interpret::state::{Own, State};
use crate::interpret::{Next, Observer};
use crate::memory::layout::{self, UNDEFINED};
use crate::memory::parts::is_undefined;
use crate::{Program, Reg};

#[inline(always)]
fn get(regs: &[Value], reg: Reg) -> Value {
    regs[reg.index()]
}

#[inline(always)]
fn set(regs: &mut [Value], reg: Reg, value: Value) {
    regs[reg.index()] = value;
}

impl Program {
    /// Answers the action and runs the thread, without keeping track of dependencies.
    pub(in crate::interpret) fn step_fast<O: Observer>(&self, state: &mut State, answer: Answer, observer: &mut O) {
        let code = self.prepared[state.function as usize].fast.as_slice();
        let pc = state.pc as usize;
        let (regs, own) = state.parts();
        let Some(announced) = code.get(pc).and_then(|entry| answered(entry, answer, regs, own)) else {
            return self.step_plainly::<O, false>(state, answer, observer);
        };
        let mut budget = self.local_budget;
        let (next, pc) = self.run_entries(code, pc + 1, regs, own, &mut budget);
        state.pc = pc as u32;
        // What runs fast never blocks.
        if next == Next::GoOn || state.own.joining {
            self.finish_step(state, (next, announced), budget, observer);
        }
    }

    /// Runs what is left to the plain interpreter, and looks at what the thread did.
    #[inline(never)]
    fn finish_step<O: Observer>(
        &self,
        state: &mut State,
        (next, announced): (Next, bool),
        mut budget: u64,
        observer: &mut O,
    ) {
        if next == Next::GoOn {
            self.run::<O, false>(state, &mut budget, observer);
        }
        self.check_step(state, announced);
    }

    /// Runs local code from `state.pc` on, until the thread stands at its next action or at an instruction that is left to
    /// the plain interpreter.
    pub(in crate::interpret) fn run_fast(&self, state: &mut State, budget: &mut u64) -> Next {
        let code = self.prepared[state.function as usize].fast.as_slice();
        let pc = state.pc as usize;
        let (regs, own) = state.parts();
        let (next, pc) = self.run_entries(code, pc, regs, own, budget);
        state.pc = pc as u32;
        next
    }

    /// The same with the parts of a state. Also gives where the thread is then.
    #[inline(always)]
    fn run_entries(
        &self,
        code: &[Fast],
        mut pc: usize,
        regs: &mut [Value],
        own: &mut Own,
        budget: &mut u64,
    ) -> (Next, usize) {
        let mut left = *budget;
        /// Goes on elsewhere.
        macro_rules! jump {
            ($jumps:expr, $target:expr) => {{
                left -= $jumps;
                pc = $target as usize;
                continue;
            }};
        }
        let next = loop {
            let Some(entry) = code.get(pc) else { break Next::GoOn };
            match *entry {
                Fast::Plain => break Next::GoOn,
                Fast::Skip => {}
                Fast::Set { dst, value } => set(regs, dst, value),
                Fast::Move { dst, src } => set(regs, dst, get(regs, src)),
                Fast::Truncate { dst, src, mask } => set(regs, dst, get(regs, src) & mask),
                Fast::SignExtend { dst, src, unused, mask } => {
                    set(regs, dst, sign_extend(unused, get(regs, src)) & mask);
                }
                Fast::Compute { op, unused, dst, lhs, rhs } => {
                    set(regs, dst, op.apply(unused, get(regs, lhs), get(regs, rhs)));
                }
                Fast::ComputeConst { op, unused, dst, lhs, rhs } => {
                    set(regs, dst, op.apply(unused, get(regs, lhs), rhs));
                }
                Fast::Checked { op, width, dst, lhs, rhs } => {
                    let (value, overflows) = op.apply(width, get(regs, lhs), get(regs, rhs));
                    if overflows {
                        break Next::GoOn;
                    }
                    set(regs, dst, value);
                }
                Fast::AddConst { unused, dst, lhs, rhs } => {
                    let lhs = at_top(unused, get(regs, lhs)) as i64;
                    let Some(sum) = lhs.checked_add(rhs as i64) else { break Next::GoOn };
                    set(regs, dst, sum as u64 >> (unused & 63));
                }
                Fast::Index { length, unused, dst, index, scale, base } => {
                    let offset = sign_extend(unused, get(regs, index)).wrapping_mul(scale.into());
                    set(regs, dst, base.wrapping_add(offset));
                    pc += usize::from(length);
                    continue;
                }
                Fast::IndexFrom { length, unused, dst, index, base, scale } => {
                    let offset = sign_extend(unused, get(regs, index)).wrapping_mul(scale.into());
                    set(regs, dst, get(regs, base).wrapping_add(offset));
                    pc += usize::from(length);
                    continue;
                }
                Fast::Compare { op, unused, dst, lhs, rhs } => {
                    let holds = op.holds(at_top(unused, get(regs, lhs)), at_top(unused, get(regs, rhs)));
                    set(regs, dst, holds.into());
                }
                Fast::CompareConst { op, unused, dst, lhs, rhs } => {
                    let holds = op.holds(at_top(unused, get(regs, lhs)), rhs);
                    set(regs, dst, holds.into());
                }
                Fast::CompareBranch { jumps, op, unused, dst, lhs, rhs, then, otherwise } if left >= jumps.into() => {
                    let holds = op.holds(at_top(unused, get(regs, lhs)), at_top(unused, get(regs, rhs)));
                    set(regs, dst, holds.into());
                    jump!(u64::from(jumps), if holds { then } else { otherwise })
                }
                Fast::CompareConstBranch { jumps, op, unused, dst, lhs, rhs, then, otherwise }
                    if left >= jumps.into() =>
                {
                    let holds = op.holds(at_top(unused, get(regs, lhs)), rhs);
                    set(regs, dst, holds.into());
                    jump!(u64::from(jumps), if holds { then } else { otherwise })
                }
                Fast::Count { op, unused, reg, dst, by, rhs, then, otherwise } if left >= 2 => {
                    let Some(sum) = (at_top(unused, get(regs, reg)) as i64).checked_add(by as i64) else {
                        break Next::GoOn;
                    };
                    set(regs, reg, sum as u64 >> (unused & 63));
                    let holds = op.holds(sum as u64, rhs);
                    set(regs, dst, holds.into());
                    jump!(2, if holds { then } else { otherwise })
                }
                Fast::Select { dst, cond, then, otherwise } => {
                    set(regs, dst, get(regs, if get(regs, cond) != 0 { then } else { otherwise }));
                }
                Fast::Jump { target } if left != 0 => jump!(1, target),
                Fast::Branch { cond, then, otherwise } if left != 0 => {
                    jump!(1, if get(regs, cond) != 0 { then } else { otherwise })
                }
                Fast::Check { cond } if get(regs, cond) != 0 => {}
                Fast::LoopEnter { shadow } => {
                    regs[shadow.index()] = 0;
                    regs[shadow.index() + 2] = 0;
                }
                Fast::Load { shape, awaits, noted, dst, addr } => {
                    let addr = get(regs, addr);
                    if let Some(addr) = self.shared(shape, addr) {
                        own.action = Action::Read { addr, mode: shape.mode, awaits };
                        break Next::Stop;
                    }
                    match load_private(shape, addr, own) {
                        Some(value) if !noted => set(regs, dst, value),
                        _ => break Next::GoOn,
                    }
                }
                Fast::LoadAt { shape, awaits, location, .. } => {
                    own.action = Action::Read { addr: location, mode: shape.mode, awaits };
                    break Next::Stop;
                }
                Fast::LoadElement { shape, awaits, element } => {
                    let addr = element_address(element, regs);
                    pc += usize::from(element.length);
                    let Some(addr) = addr else { continue };
                    let addr = layout::location(addr, shape.size.into());
                    own.action = Action::Read { addr, mode: shape.mode, awaits };
                    break Next::Stop;
                }
                Fast::Store { shape, noted, addr, value } => {
                    let (addr, value) = (get(regs, addr), keep(shape.unused, get(regs, value)));
                    match self.store_fast(shape, addr, value, noted, own) {
                        Stored::Shared => break Next::Stop,
                        Stored::Alone => {}
                        Stored::Not => break Next::GoOn,
                    }
                }
                Fast::StoreConst { shape, noted, addr, value } => {
                    match self.store_fast(shape, get(regs, addr), value, noted, own) {
                        Stored::Shared => break Next::Stop,
                        Stored::Alone => {}
                        Stored::Not => break Next::GoOn,
                    }
                }
                Fast::StoreAt { shape, location, value } => {
                    let value = keep(shape.unused, get(regs, value));
                    if !self.write(shape, location, value, own) {
                        break Next::GoOn;
                    }
                    break Next::Stop;
                }
                Fast::StoreConstAt { shape, location, value } => {
                    if !self.write(shape, location, value, own) {
                        break Next::GoOn;
                    }
                    break Next::Stop;
                }
                Fast::StoreElement { shape, element, value } => {
                    let addr = element_address(element, regs);
                    let value = keep(shape.unused, get(regs, value));
                    pc += usize::from(element.length);
                    match addr {
                        Some(addr) if self.write(shape, layout::location(addr, shape.size.into()), value, own) => {
                            break Next::Stop;
                        }
                        _ => continue,
                    }
                }
                Fast::StoreConstElement { shape, element, value } => {
                    let addr = element_address(element, regs);
                    pc += usize::from(element.length);
                    match addr {
                        Some(addr) if self.write(shape, layout::location(addr, shape.size.into()), value, own) => {
                            break Next::Stop;
                        }
                        _ => continue,
                    }
                }
                _ => break Next::GoOn,
            }
            pc += 1;
        };
        *budget = left;
        (next, pc)
    }

    /// The location of an access to shared memory.
    #[inline(always)]
    fn shared(&self, shape: Shape, addr: u64) -> Option<Address> {
        let memory = self.memory.as_ref()?;
        let size = shape.size.into();
        let is_shared = memory.is_whole() && shape.is_aligned(addr) && memory.shares(addr, size);
        is_shared.then(|| layout::location(addr, size))
    }

    #[inline(always)]
    fn store_fast(&self, shape: Shape, addr: u64, value: Value, noted: bool, own: &mut Own) -> Stored {
        match self.shared(shape, addr) {
            Some(location) if self.write(shape, location, value, own) => Stored::Shared,
            None if !noted && store_private(shape, addr, value, own) => Stored::Alone,
            _ => Stored::Not,
        }
    }

    /// Makes the thread stand at a write of shared memory. False if the plain interpreter has to look at it.
    #[inline(always)]
    fn write(&self, shape: Shape, location: Address, value: Value, own: &mut Own) -> bool {
        let Some(memory) = &self.memory else { return false };
        let may = value != UNDEFINED && memory.may_write(layout::byte(location), shape.size.into());
        if may {
            own.action = Action::Write { addr: location, mode: shape.mode, value };
        }
        may
    }
}

/// Computes the address of an element. Gives it if there is such an element.
#[inline(always)]
fn element_address(element: Element, regs: &mut [Value]) -> Option<u64> {
    let index = sign_extend(element.unused, get(regs, element.index));
    let addr = u64::from(element.base).wrapping_add(index.wrapping_mul(element.scale.into()));
    set(regs, element.dst, addr);
    (index < element.count.into()).then_some(addr)
}

/// Answers loads and stores of one piece. Was it announced that the thread may block at once, or need it not be?
/// `None` for everything else: nothing happened then.
#[inline(always)]
fn answered(entry: &Fast, answer: Answer, regs: &mut [Value], own: &mut Own) -> Option<bool> {
    let announced = match (entry, &own.action) {
        (&(Fast::Load { shape, dst, .. } | Fast::LoadAt { shape, dst, .. }), &Action::Read { addr, awaits, .. })
            if layout::length(addr) == u64::from(shape.size) && !is_undefined(answer.value) =>
        {
            set(regs, dst, keep(shape.unused, answer.value));
            own.reads = own.reads.wrapping_add(1);
            awaits
        }
        (
            Fast::Store { shape, .. }
            | Fast::StoreConst { shape, .. }
            | Fast::StoreAt { shape, .. }
            | Fast::StoreConstAt { shape, .. },
            &Action::Write { addr, .. },
        ) if layout::length(addr) == u64::from(shape.size) => {
            own.effects = own.effects.wrapping_add(1);
            true
        }
        _ => return None,
    };
    own.passed = None;
    own.actions = own.actions.wrapping_add(1);
    Some(announced)
}

/// What became of a store.
enum Stored {
    /// The thread stands at it.
    Shared,
    /// It is done, for it was thread-local.
    Alone,
    /// Nothing.
    Not,
}

/// What a load finds in memory that only the thread knows.
fn load_private(shape: Shape, addr: u64, own: &Own) -> Option<Value> {
    let is_private = layout::is_private(addr) && shape.is_aligned(addr);
    let value = if is_private { own.private.load(addr, shape.size.into()).ok() } else { None };
    value.map(|value| keep(shape.unused, value))
}

fn store_private(shape: Shape, addr: u64, value: Value, own: &mut Own) -> bool {
    let is_private = layout::is_private(addr) && shape.is_aligned(addr);
    is_private && own.private.store(addr, shape.size.into(), value).is_ok()
}
