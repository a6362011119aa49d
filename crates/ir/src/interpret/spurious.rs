//! What happens without a reason: waits end although nobody woke the thread, weak compare-exchanges fail although they find what
//! they expect, time passes.
//!
//! Most are in vain: the thread looks again, sees that nothing has changed, and waits or tries once more. If others cannot notice
//! that, an execution in which it did so shows no error that one in which it came later does not show, and is not explored. Whether the thread comes back to where it was is found out by a copy that
//! runs ahead.
//!
//! What is not in vain is explored, but at most once for each call, or location, and thread (a few times for clocks): a loop that
//! counts its tries would go on for ever. A program in which that leaves out something says so ([`Program::has_many_spurious`]).

use raddle_graph::{Address, Mode, Value};
use raddle_program::{Action, Answer, Discovery, Program as _};

use super::{Next, Performed, loops, stop};
use crate::code::instr::LOOP_REGISTERS;
use crate::interpret::state::{Own, State};
use crate::{Instr, Program, Reg, SpuriousKind};

/// What `Instr::Spurious` gives: the call goes on, it ends, or (to a copy that runs ahead) it has to end at once.
const GOES_ON: Value = 0;
pub(super) const ENDS: Value = 1;
const RUNS_AHEAD: Value = 2;

/// How often a thread goes on without a reason in one call, or with a compare-exchange of one location.
const MAX_SPURIOUS: u32 = 1;
/// How often time passes in one call in which the thread would only look at its clock again.
const MAX_TIMEOUTS: u32 = 4;
/// How often it is open in one call whether time passes, and it does not.
const MAX_STAYS: u32 = 2;
/// The variable of the library in which threads publish that a day has passed.
pub const LATEST_TIME: &str = "latest time";
/// How many actions a copy that runs ahead performs.
const MAX_ACTIONS_AHEAD: usize = 16;

/// The answer to what reads nothing.
const NOTHING: Answer = Answer { value: 0, stored: false };

impl Program {
    /// The thread stands where something may happen without a reason. Stops if it is to be explored whether it does.
    #[cold]
    pub(super) fn happen_spuriously<const TRACK: bool>(&self, state: &mut State) -> Performed {
        let Instr::Spurious { kind, dst, call } = *self.instr(state) else { unreachable!("the thread stands there") };
        let place = place(state);
        // A copy need not know where a second one would lead.
        let in_vain = !state.own.is_ahead && self.returns_in_vain::<TRACK>(state, kind, dst);
        let (regs, own) = state.parts();
        let is_left = own.marks.spurious(place) < MAX_SPURIOUS && own.marks.stayed(place) < MAX_STAYS;
        let answer = match kind {
            // Nobody has a time yet with which the first thread could compare its first.
            SpuriousKind::Time if own.marks.clock() == 0 && own.thread.0 == 0 && own.starts == 0 => GOES_ON,
            SpuriousKind::Signal | SpuriousKind::Wake if in_vain => GOES_ON,
            // Who looks at a clock until something happens will see time pass.
            SpuriousKind::Time if in_vain && own.marks.spurious(place) < MAX_TIMEOUTS => {
                own.marks.add_spurious(place);
                ENDS
            }
            _ if is_left => {
                regs[call.index()] = place;
                return stop(own, Action::Choose { count: 2 });
            }
            _ if !self.has_many_spurious() && !own.is_ahead => {
                return stop(own, Action::Learn(Discovery::ManySpurious));
            }
            // A loop that only counts how often it looks goes on until time passes.
            SpuriousKind::Time if own.marks.stayed(place) >= MAX_STAYS && own.marks.spurious(place) < MAX_TIMEOUTS => {
                own.marks.add_spurious(place);
                ENDS
            }
            _ => GOES_ON,
        };
        give(state, dst, answer);
        Ok(Next::GoOn)
    }

    /// What may happen without a reason where the thread stands.
    pub fn spurious_kind(&self, state: &State) -> Option<SpuriousKind> {
        match *self.instr(state) {
            Instr::Spurious { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// Does the thread come back to where it was if the call ends now? A wait at a condition variable gives its mutex away meanwhile. So it
    /// must not have done anything since it took that: others would see it, and what it has read would be old.
    fn returns_in_vain<const TRACK: bool>(&self, state: &State, kind: SpuriousKind, dst: Reg) -> bool {
        let mut ahead = state.clone();
        ahead.own.is_ahead = true;
        give(&mut ahead, dst, RUNS_AHEAD);
        self.run::<(), TRACK>(&mut ahead, &mut { self.local_budget }, &mut ());
        match *self.instr(&ahead) {
            Instr::LoopHead { shadow, .. } if ahead.own.action == Action::Block => {
                let begins_with_lock =
                    || ahead.own.marks.only_lock() == Some(loops::accesses_at_beginning(shadow, &ahead));
                // Who tries to take the mutex notices that the thread has it.
                kind != SpuriousKind::Signal || !self.tried_locks && begins_with_lock()
            }
            _ => false,
        }
    }

    fn is_back_at_loop(&self, ahead: &State) -> bool {
        ahead.own.action == Action::Block && matches!(self.instr(ahead), Instr::LoopHead { .. })
    }

    /// Is it the failure of a weak compare-exchange that found what it expects?
    #[inline(always)]
    pub(super) fn fails_spuriously(&self, action: &Action, answer: Answer) -> bool {
        !answer.stored
            && matches!(*action, Action::Update { op, width, .. }
                if op.is_weak() && self.stored_by(op, width, answer.value).is_some())
    }

    /// A weak compare-exchange fails without a reason. Does the thread go on?
    #[cold]
    pub(super) fn fail_once_more(&self, own: &mut Own) -> Next {
        // Loops of litmus tests are bounded by their users.
        if self.memory.is_none() {
            return Next::GoOn;
        }
        let Action::Update { addr, .. } = own.action else { unreachable!("only an update fails") };
        own.marks.add_spurious(addr.0);
        // Once this is known, `retries_in_vain` keeps it from being explored.
        if own.marks.spurious(addr.0) <= MAX_SPURIOUS || own.is_ahead || self.has_many_spurious() {
            return Next::GoOn;
        }
        own.action = Action::Learn(Discovery::ManySpurious);
        Next::Stop
    }

    /// Is there anything that may go on without a reason?
    pub fn has_spurious_places(&self) -> bool {
        let mut code = self.functions.iter().flat_map(|function| &function.code);
        code.any(|instr| match instr {
            Instr::CompareExchange { weak, .. } => *weak,
            Instr::Condition { kind, .. } => kind.waits(),
            _ => false,
        })
    }

    /// As `fails_in_vain` of the explorer's interface.
    pub(super) fn retries_in_vain(
        &self,
        state: &State,
        value: Value,
        rewrites: &dyn Fn(Address, Value) -> bool,
    ) -> bool {
        let Action::Update { addr, .. } = state.own.action else { unreachable!("only an update fails") };
        if self.has_many_spurious() && state.own.marks.spurious(addr.0) >= MAX_SPURIOUS {
            return true;
        }
        let mut ahead = state.clone();
        ahead.own.is_ahead = true;
        self.step(&mut ahead, Answer { value, stored: false });
        for _ in 0..MAX_ACTIONS_AHEAD {
            match ahead.own.action {
                Action::Fence { .. } => self.step(&mut ahead, NOTHING),
                Action::Write { addr, mode: Mode::Na, value } if rewrites(addr, value) => {
                    self.step(&mut ahead, NOTHING)
                }
                Action::Update { .. } => return self.is_back(state, &ahead),
                _ => return self.is_back_at_loop(&ahead),
            }
        }
        false
    }

    /// Does the thread stand where it stood, but for what it has counted?
    fn is_back(&self, before: &State, ahead: &State) -> bool {
        let mut now = ahead.clone();
        let (own, then) = (&mut now.own, &before.own);
        (own.effects, own.reads, own.actions) = (then.effects, then.reads, then.actions);
        (own.passed, own.is_ahead, own.marks) = (then.passed, then.is_ahead, then.marks.clone());
        // What follows would depend on more reads now, and may do less.
        own.origins.clone_from(&then.origins);
        let frames: Vec<_> = before.frames().collect();
        if !now.frames().eq(frames.iter().copied()) {
            return false;
        }
        // What loops remember of earlier iterations.
        for frame in frames {
            for instr in &self.functions[frame.function as usize].code {
                let Instr::LoopHead { ref watch, shadow, .. } = *instr else { continue };
                let first = frame.base as usize + shadow.index();
                let range = first..first + LOOP_REGISTERS + watch.len();
                now.stack.all_mut()[range.clone()].copy_from_slice(&before.stack.all()[range]);
            }
        }
        self.agree(before, &now)
    }
}

/// Gives the thread, which stands at `Instr::Spurious`, an answer.
fn give(state: &mut State, dst: Reg, answer: Value) {
    let (regs, own) = state.parts();
    regs[dst.index()] = answer;
    if let Some(origins) = &mut own.origins {
        origins.assign(dst, &[]);
    }
    state.pc += 1;
}

/// Names a call by where all calls that led to it stand.
fn place(state: &State) -> Value {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    state.frames().fold(0, |name, frame| {
        let here = u64::from(frame.function) << 32 | u64::from(frame.pc);
        (name.rotate_left(5) ^ here).wrapping_mul(FACTOR)
    })
}
