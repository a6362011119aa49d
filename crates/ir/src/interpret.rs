//! The interpreter: runs a thread's local code up to its next action.
//!
//! Here are the loop that runs instructions, calls, and computation; what the others do is in the files beside it. An
//! instruction that the explorer has to know of is *performed* until it needs an answer, and goes on when it is *answered*;
//! either ends with nothing (the thread goes on behind it), with an action, or with a failure.

mod access;
pub(crate) mod arith;
mod bulk;
pub(crate) mod calls;
mod depend;
pub(crate) mod fast;
pub(crate) mod forwards;
mod library;
mod loops;
pub(crate) mod marks;
mod output;
mod perform;
pub(crate) mod private;
pub(crate) mod program;
pub(crate) mod replay;
pub(crate) mod rounds;
pub(crate) mod spurious;
pub(crate) mod stack;
pub(crate) mod state;
mod symmetry;
mod threads;

use raddle_graph::{Address, Mode, ThreadId, Value, Width};
use raddle_program::{Action, Answer, Discovery, FailureId};

use self::access::Access;
pub(crate) use self::library::MAX_THREADS;
use crate::analysis::awaits::Facts;
use crate::interpret::arith::wide;
use crate::interpret::state::{Own, State};
use crate::memory::layout::{self, Area};
use crate::memory::parts::is_undefined;
use crate::{FailureKind, FunctionId, Instr, Operand, Origin, Program};

/// How deeply calls may nest.
const MAX_CALL_DEPTH: usize = 1000;

/// How many registers all frames of a thread may have together.
const MAX_STACK_REGISTERS: usize = 1 << 20;

/// What becomes of an instruction.
type Performed = Result<Next, FailureKind>;

/// What becomes of an instruction that does not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// It is done, and the thread goes on behind it.
    GoOn,
    /// The thread stands at its action.
    Stop,
}

/// Remembers that an instruction was done without an action, if it was taken for visible.
#[inline]
fn notice(facts: Facts, (function, pc): (u32, usize), own: &mut Own) {
    if facts.assumed_visible && own.passed.is_none() {
        own.passed = Some((function, pc as u32));
    }
}

/// Makes the thread stand at an action.
#[inline]
fn stop(own: &mut Own, action: Action) -> Performed {
    own.action = action;
    Ok(Next::Stop)
}

/// Is shown what a thread prints while it runs.
pub(crate) trait Observer {
    /// The thread prints.
    fn output(&mut self, _: &Program, _: &Own, _format: Value, _args: &mut dyn Iterator<Item = Value>) {}

    /// The thread begins a call of an object that is compared with its specification, or the call has come to a result.
    fn call(&mut self, _: &Program, _at: Origin, _deed: CallDeed<'_>) {}
}

/// What a thread does with a call of an object that is compared with its specification.
pub(crate) enum CallDeed<'a> {
    Begins { name: &'a str, args: &'a mut dyn Iterator<Item = Value> },
    Ends { result: Value },
}

/// Sees nothing.
impl Observer for () {}

#[inline]
fn get(regs: &[Value], operand: Operand) -> Value {
    match operand {
        Operand::Reg(reg) => regs[reg.index()],
        Operand::Const(value) => value,
    }
}

impl Program {
    /// Counts the action, which was answered. Was the explorer told that the thread might block at once, or need not know?
    #[inline]
    fn count(&self, own: &mut Own, answer: Answer) -> bool {
        own.actions = own.actions.wrapping_add(1);
        match own.action {
            Action::Read { awaits, .. } => {
                own.reads = own.reads.wrapping_add(1);
                return awaits;
            }
            // What an update changed is seen, whatever comes then; storing what was there changes nothing.
            Action::Update { awaits, op, width, .. }
                if !answer.stored || self.stored_by(op, width, answer.value) == Some(answer.value) =>
            {
                own.reads = own.reads.wrapping_add(1);
                return awaits;
            }
            Action::Reserve { .. } => own.reads = own.reads.wrapping_add(1),
            Action::Fence { .. } => {}
            _ => own.effects = own.effects.wrapping_add(1),
        }
        true
    }

    /// The thread's state at its first action. Here and below, `TRACK` says whether the thread remembers what it computed
    /// its values from.
    pub(crate) fn start_with<O: Observer, const TRACK: bool>(&self, id: ThreadId, observer: &mut O) -> State {
        let Some(thread) = self.threads.get(id.index()) else {
            // A thread whose first state depends on who starts it: see `child`.
            return State::new(id, 0, 0);
        };
        let mut state = State::new(id, thread.entry.0, self.prepared[thread.entry.index()].frame::<TRACK>());
        state.frame_mut()[..thread.args.len()].copy_from_slice(&thread.args);
        if TRACK {
            state.track(self.picks);
        }
        let mut budget = self.local_budget;
        self.run::<O, TRACK>(&mut state, &mut budget, observer);
        state
    }

    /// Answers the action and runs the thread up to its next one.
    #[inline]
    pub(crate) fn step_with<O: Observer, const TRACK: bool>(
        &self,
        state: &mut State,
        answer: Answer,
        observer: &mut O,
    ) {
        if TRACK {
            self.step_plainly::<O, TRACK>(state, answer, observer);
        } else {
            self.step_fast(state, answer, observer);
        }
    }

    /// The same for answers of every kind.
    #[inline(never)]
    fn step_plainly<O: Observer, const TRACK: bool>(&self, state: &mut State, answer: Answer, observer: &mut O) {
        // A thread that ended stays where it is.
        if matches!(
            state.own.action,
            Action::Block | Action::Bound | Action::Fail(_) | Action::Finish | Action::Exit | Action::Learn(_)
        ) {
            return;
        }
        if self.fails_spuriously(&state.own.action, answer) && self.fail_once_more(&mut state.own) == Next::Stop {
            return;
        }
        let (function, prepared) = (&self.functions[state.function as usize], &self.prepared[state.function as usize]);
        let pc = state.pc as usize;
        let (regs, own) = state.parts();
        own.passed = None;
        let announced = self.count(own, answer);
        let (instr, action) = (&function.code[pc], own.action);
        let performed = self.answer(instr, prepared.facts[pc].awaits, answer, regs, own);
        if TRACK {
            depend::answered(self, instr, (&action, answer), performed, own);
        }
        match performed {
            Ok(Next::GoOn) => {
                state.pc += 1;
                let mut budget = self.local_budget;
                self.run::<O, TRACK>(state, &mut budget, observer);
                self.check_step(state, announced);
            }
            Ok(Next::Stop) => {}
            Err(kind) => state.own.action = Action::Fail(self.fail(kind, state)),
        }
    }

    /// After a step: is it one that the thread may take, and was the explorer told what it had to know?
    #[inline]
    fn check_step(&self, state: &mut State, announced: bool) {
        if state.own.joining {
            self.check_joining(&mut state.own);
        }
        if !announced && matches!(state.own.action, Action::Block) {
            self.learn_passed(&mut state.own);
        }
    }

    /// The thread blocked right after a read that was not said to be an await, for it passed an instruction that was
    /// taken for visible.
    #[cold]
    fn learn_passed(&self, own: &mut Own) {
        if let Some((function, pc)) = own.passed {
            own.action = Action::Learn(Discovery::ThreadLocal { function, pc });
        }
    }

    /// Runs local code from `state.pc` on until the next action, and leaves the state there. Straight-line code ends by
    /// itself, so only jumps and calls count against the budget.
    fn run<O: Observer, const TRACK: bool>(&self, state: &mut State, budget: &mut u64, observer: &mut O) {
        loop {
            if !TRACK && self.run_fast(state, budget) == Next::Stop {
                return;
            }
            let next = match self.run_frame::<O, TRACK>(state, budget, observer) {
                Ok(Pause::Done) => Ok(Next::GoOn),
                Ok(Pause::Stop) => return,
                Ok(Pause::Call(function)) => self.enter::<TRACK>(function, state, budget),
                Ok(Pause::Return) => self.leave(state),
                Ok(Pause::OpenWait) => self.open_wait(state),
                Ok(Pause::Spurious) => self.happen_spuriously::<TRACK>(state),
                Err(kind) => Err(kind),
            };
            match next {
                Ok(Next::GoOn) => {}
                Ok(Next::Stop) => return,
                Err(kind) => {
                    state.own.action = Action::Fail(self.fail(kind, state));
                    return;
                }
            }
        }
    }

    pub(crate) fn instr(&self, state: &State) -> &Instr {
        &self.functions[state.function as usize].code[state.pc as usize]
    }

    fn fail(&self, kind: FailureKind, state: &State) -> FailureId {
        self.implicit_failure(kind, self.prepared[state.function as usize].offset + state.pc)
    }

    /// Enters a function that the call at `state.pc` names.
    fn enter<const TRACK: bool>(&self, id: FunctionId, state: &mut State, budget: &mut u64) -> Performed {
        let (Instr::Call { args, .. } | Instr::CallPointer { args, .. }) = self.instr(state) else {
            unreachable!("a function is entered by a call")
        };
        let callee = &self.functions[id.index()];
        if state.stack.depth() >= MAX_CALL_DEPTH
            || state.stack.registers() + usize::from(callee.registers) > MAX_STACK_REGISTERS
        {
            return Err(FailureKind::Recursion);
        }
        if *budget == 0 {
            return Err(FailureKind::EndlessLocalLoop);
        }
        *budget -= 1;
        let (caller, new) = state.enter(id.0, self.prepared[id.index()].frame::<TRACK>());
        for (slot, &arg) in new.iter_mut().zip(args) {
            *slot = get(caller, arg);
        }
        let outer = state.outer_registers();
        if let Some(origins) = &mut state.own.origins {
            origins.enter(outer, callee.registers, args);
        }
        Ok(Next::GoOn)
    }

    /// Goes back from the `Return` at `state.pc` to who called; ends the thread if nobody did.
    fn leave(&self, state: &mut State) -> Performed {
        let Instr::Return { values } = self.instr(state) else { unreachable!("a function is left by a return") };
        let Some(frame) = state.caller() else {
            state.own.value = values.first().map_or(0, |&value| get(state.frame(), value));
            return self.end(&mut state.own, Action::Finish);
        };
        let caller = &self.functions[frame.function as usize].code[frame.pc as usize];
        let (Instr::Call { results, .. } | Instr::CallPointer { results, .. }) = caller else {
            unreachable!("a suspended frame stands at a call")
        };
        let (outer, inner) = state.outer_and_inner();
        for (index, reg) in results.iter().enumerate() {
            let value = values.get(index).map_or(0, |&value| get(inner, value));
            outer[frame.base as usize + reg.index()] = value;
        }
        state.leave(frame);
        let outer = state.outer_registers();
        let Own { origins, private, .. } = &mut state.own;
        if let Some(origins) = origins {
            origins.leave(outer, results, values);
            if let Some(base) = private.base_after(frame.objects) {
                origins.release(base);
            }
        }
        private.release(frame.objects);
        Ok(Next::GoOn)
    }

    /// The function that an address stands for.
    fn callee(&self, address: Value) -> Result<FunctionId, FailureKind> {
        match layout::function_at(address).filter(|id| id.index() < self.functions.len()) {
            Some(id) => Ok(id),
            None if Area::of(address) == Area::Null => Err(FailureKind::NullDereference),
            None => Err(FailureKind::Unsupported),
        }
    }

    /// Runs the current frame until something happens that concerns more than this frame; if nobody keeps track of
    /// dependencies, one instruction only, for the next one may be fast again.
    fn run_frame<O: Observer, const TRACK: bool>(
        &self,
        state: &mut State,
        budget: &mut u64,
        observer: &mut O,
    ) -> Result<Pause, FailureKind> {
        /// Leaves the loop unless the thread goes on.
        macro_rules! go_on {
            ($performed:expr) => {
                match $performed {
                    Ok(Next::GoOn) => {}
                    Ok(Next::Stop) => break Ok(Pause::Stop),
                    Err(kind) => break Err(kind),
                }
            };
        }
        /// Goes on elsewhere.
        macro_rules! jump {
            ($pc:ident, $target:expr) => {{
                if *budget == 0 {
                    break Err(FailureKind::EndlessLocalLoop);
                }
                *budget -= 1;
                $pc = $target as usize;
                if TRACK {
                    continue;
                }
                break Ok(Pause::Done);
            }};
        }
        let id = state.function;
        let function = &self.functions[id as usize];
        let facts_at = |pc: usize| self.prepared[id as usize].facts[pc];
        let mut pc = state.pc as usize;
        let (regs, own) = state.parts();
        let pause = loop {
            let instr = &function.code[pc];
            if TRACK {
                depend::compute(instr, regs, own);
            }
            match *instr {
                Instr::Move { dst, src } => regs[dst.index()] = get(regs, src),
                Instr::Binary { op, width, dst, lhs, rhs } => match op.apply(width, get(regs, lhs), get(regs, rhs)) {
                    Ok(value) => regs[dst.index()] = value,
                    Err(error) => break Err(error.into()),
                },
                Instr::Checked { op, width, dst, overflow: None, lhs, rhs } => {
                    let (value, overflows) = op.apply(width, get(regs, lhs), get(regs, rhs));
                    if overflows {
                        break Err(FailureKind::Overflow);
                    }
                    regs[dst.index()] = value;
                }
                Instr::Truncate { dst, src, width } => regs[dst.index()] = width.truncate(get(regs, src)),
                Instr::SignExtend { dst, src, from, to } => {
                    regs[dst.index()] = to.truncate(from.signed(get(regs, src)) as u64);
                }
                Instr::Select { dst, cond, then, otherwise } => {
                    regs[dst.index()] = get(regs, if get(regs, cond) != 0 { then } else { otherwise });
                }
                Instr::Jump { target } => jump!(pc, target),
                Instr::Branch { cond, then, otherwise } => {
                    jump!(pc, if get(regs, cond) != 0 { then } else { otherwise })
                }
                Instr::Switch { value, ref cases, otherwise } => {
                    jump!(pc, switch(get(regs, value), cases, otherwise))
                }
                Instr::Load { dst, addr, mode, width, aligned } => {
                    let facts = facts_at(pc);
                    let (awaits, library) = (facts.awaits, facts.library);
                    let access = Access { addr: get(regs, addr), mode, width, awaits, library, aligned };
                    match self.load(access, dst, regs, own) {
                        Ok(Next::Stop) => break Ok(Pause::Stop),
                        performed => {
                            if TRACK {
                                depend::load(dst, (access.addr, addr), access.size(), own);
                            }
                            notice(facts, (id, pc), own);
                            go_on!(performed);
                        }
                    }
                }
                Instr::LoadRaw { dst, addr: operand, width } => {
                    let facts = facts_at(pc);
                    let addr = get(regs, operand);
                    let awaits = facts.awaits;
                    let access = Access { addr, mode: Mode::Na, width, awaits, library: false, aligned: false };
                    let performed = if matches!(Area::of(addr), Area::Private) {
                        let value = own.private.load_raw(addr, width.bytes());
                        value.map(|value| {
                            regs[dst.index()] = width.truncate(value);
                            Next::GoOn
                        })
                    } else {
                        self.load(access, dst, regs, own)
                    };
                    match performed {
                        Ok(Next::Stop) => break Ok(Pause::Stop),
                        performed => {
                            if TRACK {
                                depend::load(dst, (addr, operand), access.size(), own);
                            }
                            notice(facts, (id, pc), own);
                            go_on!(performed);
                        }
                    }
                }
                Instr::Store { addr, value, mode, width, aligned } => {
                    let addr_now = get(regs, addr);
                    let access = Access { addr: addr_now, mode, width, awaits: false, library: false, aligned };
                    match self.store(access, get(regs, value), own) {
                        Ok(Next::Stop) => break Ok(Pause::Stop),
                        performed => {
                            if TRACK {
                                depend::store(value, (access.addr, addr), access.size(), own);
                            }
                            notice(facts_at(pc), (id, pc), own);
                            go_on!(performed);
                        }
                    }
                }
                Instr::Call { function, .. } => break Ok(Pause::Call(function)),
                Instr::CallPointer { function, ref args, .. } => {
                    let callee = self.callee(get(regs, function));
                    let fits = |id: &FunctionId| usize::from(self.functions[id.index()].parameters) == args.len();
                    break match callee {
                        Ok(id) if fits(&id) => Ok(Pause::Call(id)),
                        Ok(_) => Err(FailureKind::Unsupported),
                        Err(kind) => Err(kind),
                    };
                }
                Instr::Return { .. } => break Ok(Pause::Return),
                Instr::Output { format, ref args } => {
                    let format = get(regs, format);
                    observer.output(self, own, format, &mut args.iter().map(|&arg| get(regs, arg)));
                }
                Instr::CallBegins { .. } | Instr::CallEnds { .. } => {
                    // A copy that runs ahead must not do what is recorded.
                    if own.is_ahead {
                        own.action = Action::Finish;
                        break Ok(Pause::Stop);
                    }
                    own.effects = own.effects.wrapping_add(1);
                    let deed = match instr {
                        Instr::CallBegins { name, args } => {
                            CallDeed::Begins { name, args: &mut args.iter().map(|&arg| get(regs, arg)) }
                        }
                        Instr::CallEnds { result } => CallDeed::Ends { result: get(regs, *result) },
                        _ => unreachable!("one of the two"),
                    };
                    observer.call(self, function.origins[pc], deed);
                }
                Instr::LoopHead { ref watch, shadow, bounded } => {
                    if TRACK && self.waits(watch, shadow, regs, own) && depend::holds_undecided(watch, shadow, own) {
                        break Ok(Pause::OpenWait);
                    }
                    go_on!(self.loop_head(watch, shadow, bounded, regs, own));
                    if TRACK {
                        depend::begin_iteration(watch, shadow, loops::is_new(shadow, regs, own), own);
                    }
                }
                Instr::Spurious { .. } => break Ok(Pause::Spurious),
                _ if instr.is_visible() => {
                    let facts = facts_at(pc);
                    let accesses = if TRACK { depend::accesses_alone(instr, regs) } else { None };
                    let performed = self.perform(instr, facts.awaits, regs, own);
                    if TRACK && performed == Ok(Next::GoOn) {
                        depend::done_alone(instr, accesses, own);
                    }
                    if performed != Ok(Next::Stop) || matches!(own.action, Action::Block) {
                        notice(facts, (id, pc), own);
                    }
                    go_on!(performed);
                }
                _ => go_on!(self.compute(instr, regs, own)),
            }
            pc += 1;
            if !TRACK {
                break Ok(Pause::Done);
            }
        };
        if TRACK && (pause.is_err() || (matches!(pause, Ok(Pause::Stop)) && depend::is_stuck(&own.action))) {
            depend::blame(&function.code[pc], own);
        }
        state.pc = pc as u32;
        pause
    }

    /// Thread-local instructions that are not in the loop above because they are rare.
    fn compute(&self, instr: &Instr, regs: &mut [Value], own: &mut Own) -> Performed {
        match *instr {
            Instr::Unary { op, width, dst, src } => regs[dst.index()] = op.apply(width, get(regs, src)),
            Instr::Checked { op, width, dst, overflow: Some(reg), lhs, rhs } => {
                let (value, overflows) = op.apply(width, get(regs, lhs), get(regs, rhs));
                regs[dst.index()] = value;
                regs[reg.index()] = overflows.into();
            }
            Instr::Wide { op, bits, dst, ref lhs, ref rhs } => {
                let number = |[low, high]: [Operand; 2]| u128::from(get(regs, low)) | u128::from(get(regs, high)) << 64;
                let value = wide::apply(op, bits, number(**lhs), number(**rhs))?;
                regs[dst[1].index()] = (value >> 64) as u64;
                regs[dst[0].index()] = value as u64;
            }
            Instr::Pack { dst, low, high } => {
                regs[dst.index()] = self.pairs().number([get(regs, low), get(regs, high)])
            }
            Instr::Unpack { dst, src } => {
                let halves = self.pairs().halves(get(regs, src));
                if halves.into_iter().any(is_undefined) {
                    return Err(FailureKind::UninitializedRead);
                }
                (regs[dst[0].index()], regs[dst[1].index()]) = (halves[0], halves[1]);
            }
            Instr::Float { op, kind, dst, lhs, rhs } => {
                regs[dst.index()] = op.apply(kind, get(regs, lhs), get(regs, rhs));
            }
            Instr::Convert { op, dst, src } => {
                regs[dst.index()] = op.apply(get(regs, src)).ok_or(FailureKind::Overflow)?;
            }
            Instr::Require { .. } if self.is_in_section(own) => return Err(FailureKind::WaitInSection),
            Instr::Assume { cond } | Instr::Require { cond } if get(regs, cond) == 0 => {
                return stop(own, Action::Block);
            }
            Instr::Assert { cond, failure } if get(regs, cond) == 0 => return stop(own, Action::Fail(failure)),
            Instr::Fail { failure } => return stop(own, Action::Fail(failure)),
            Instr::LoopBound { counter, bound } => {
                let count = &mut regs[counter.index()];
                *count = count.saturating_add(1);
                if *count > bound {
                    return stop(own, Action::Bound);
                }
            }
            Instr::Fork { .. } | Instr::Meet { .. } => {}
            Instr::LoopEnter { shadow } => {
                regs[shadow.index()] = 0;
                regs[shadow.index() + 2] = 0;
            }
            Instr::Private { dst, size, .. } => {
                let base = own.private.allocate(get(regs, size)).ok_or(FailureKind::Unsupported)?;
                regs[dst.index()] = base;
            }
            Instr::Forget { addr } => own.private.forget(get(regs, addr)),
            Instr::Expire { addr } => own.private.expire(get(regs, addr), regs),
            Instr::ThreadLocal { dst, offset } => {
                regs[dst.index()] = layout::thread_local(own.thread, offset);
            }
            Instr::Self_ { dst } => regs[dst.index()] = library::handle(own.thread),
            Instr::NewestSlot { dst } => regs[dst.index()] = own.marks.newest_slot(),
            Instr::Detach { handle } => self.detach(get(regs, handle), own)?,
            Instr::BarrierRound { dst, barrier } => regs[dst.index()] = own.marks.arrivals(get(regs, barrier)).into(),
            Instr::Holds { dst, addr } => regs[dst.index()] = (own.marks.holds(get(regs, addr)) > 0).into(),
            Instr::Exit { value } => {
                own.value = get(regs, value);
                return self.end(own, Action::Finish);
            }
            Instr::Clock { dst } => regs[dst.index()] = own.marks.clock(),
            Instr::Own { addr, taken: true } => own.marks.hold(get(regs, addr)),
            Instr::Own { addr, taken: false } => own.marks.let_go(get(regs, addr)),
            Instr::AdvanceClock { to } => own.marks.advance_clock(get(regs, to)),
            Instr::EndProcess => return self.end(own, Action::Exit),
            Instr::Finish => {
                own.value = 0;
                return self.end(own, Action::Finish);
            }
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// Checks that there is a cell of that width at the address; for programs without byte-addressed memory.
    pub(crate) fn cell_of(&self, addr: Value, width: Width) -> Result<Address, FailureKind> {
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

/// Where a switch leads; its cases are sorted.
fn switch(value: Value, cases: &[(Value, u32)], otherwise: u32) -> u32 {
    let index = cases.partition_point(|&(case, _)| case < value);
    cases.get(index).filter(|&&(case, _)| case == value).map_or(otherwise, |&(_, target)| target)
}

/// Why a frame stopped running.
enum Pause {
    /// It need not have: the instruction is done.
    Done,
    /// The thread stands at its action.
    Stop,
    Call(FunctionId),
    Return,
    /// The thread stands at the head of a loop that may read the future.
    OpenWait,
    /// The thread stands in a call that may end without a reason.
    Spurious,
}

#[cfg(test)]
mod tests;
