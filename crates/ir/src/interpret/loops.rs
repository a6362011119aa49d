//! Loops that wait, and bounds on those that do not.
//!
//! An iteration that only read, and hands to the next one what it got itself, will be repeated until another thread
//! writes: the thread waits. So it is stopped at the beginning of the next iteration, and the explorer lets it read
//! again only what makes it leave the loop.
//!
//! Some loops count how often they tried, and sleep at every tenth time. Their iterations differ from the last one, but not from
//! one before; so what an iteration is compared with stays the same for a while.

use raddle_graph::Value;
use raddle_program::Action;

use super::{Next, Performed, depend, stop};
use crate::interpret::state::{Own, State};
use crate::{FailureKind, Instr, Program, Reg};

/// The first shadow register: 0 before the first iteration, then what the thread had done when the last one began.
fn done(own: &Own) -> Value {
    (u64::from(own.effects) << 32 | u64::from(own.reads)).wrapping_add(1)
}

/// How often the thread has read and changed memory.
pub(super) fn accesses(own: &Own) -> u32 {
    own.effects.wrapping_add(own.reads)
}

/// The same, when the iteration began with which the one was compared after which the thread was stopped.
pub(super) fn accesses_at_beginning(shadow: Reg, state: &State) -> u32 {
    let done = state.frame()[shadow.index()].wrapping_sub(1);
    ((done >> 32) as u32).wrapping_add(done as u32)
}

/// The first so many quiet iterations are each compared with the one before.
const QUIET_ITERATIONS_COMPARED_AT_ONCE: u32 = 3;
/// From this many on, the iteration to compare with changes whenever their number is a power of two; between the two it stays
/// the same.
const QUIET_ITERATIONS_BEFORE_DOUBLING: u32 = 16;

/// How many reads the thread performed in the iteration after which it was stopped.
pub(super) fn reads(shadow: Reg, state: &State) -> u32 {
    let at_beginning = state.frame()[shadow.index()].wrapping_sub(1) as u32;
    state.own.reads.wrapping_sub(at_beginning)
}

/// Is the iteration that has just begun the one with which later ones are compared?
pub(super) fn is_new(shadow: Reg, regs: &[Value], own: &Own) -> bool {
    regs[shadow.index()] == done(own)
}

/// The registers in which iterations are compared, each after the one in which it was kept.
fn copies(watch: &[Reg], shadow: usize) -> impl Iterator<Item = (usize, usize)> {
    (shadow + 3..).zip(watch.iter().map(|reg| reg.index()))
}

impl Program {
    /// Is the thread where it was some iterations ago, and has only read since?
    pub(super) fn waits(&self, watch: &[Reg], shadow: Reg, regs: &[Value], own: &Own) -> bool {
        let shadow = shadow.index();
        let (last, now) = (regs[shadow], done(own));
        let quiet = last != 0 && last.wrapping_sub(1) >> 32 == now.wrapping_sub(1) >> 32;
        quiet
            && self.spin_cut
            && regs[shadow + 1] == own.private.hash()
            && copies(watch, shadow).all(|(copy, reg)| regs[copy] == regs[reg])
    }

    /// Stops the thread if it waits, or if this is one iteration too many.
    pub(super) fn loop_head(
        &self,
        watch: &[Reg],
        shadow: Reg,
        bounded: bool,
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        if self.waits(watch, shadow, regs, own) {
            return self.wait(own);
        }
        self.iterate(watch, shadow, bounded, regs, own)
    }

    /// Stops the thread, which waits. Inside an atomic section nobody would ever let it go on; a copy that runs ahead is only to tell
    /// that it came back.
    fn wait(&self, own: &mut Own) -> Performed {
        if self.is_in_section(own) && !own.is_ahead {
            return Err(FailureKind::WaitInSection);
        }
        stop(own, Action::Block)
    }

    /// The thread waits, but hands on something that it has read: see `depend::holds_undecided`. That does not matter if
    /// something is decided by it before the thread reads again. Else the loop has to be bounded.
    #[cold]
    pub(super) fn open_wait(&self, state: &mut State) -> Performed {
        let Instr::LoopHead { ref watch, shadow, bounded } = *self.instr(state) else {
            unreachable!("a thread waits at the head of a loop")
        };
        let mut ahead = state.clone();
        ahead.pc += 1;
        self.run::<(), true>(&mut ahead, &mut { self.local_budget }, &mut ());
        let is_open = self.is_undecided_at(&mut ahead, state, watch, shadow);
        let (regs, own) = state.parts();
        let performed = match is_open {
            false => self.wait(own),
            true if bounded && self.unroll.is_some() => self.iterate(watch, shadow, bounded, regs, own),
            true => Err(FailureKind::OpenWait),
        };
        match performed {
            Ok(Next::GoOn) => {
                depend::begin_iteration(watch, shadow, is_new(shadow, regs, own), own);
                state.pc += 1;
            }
            _ => depend::blame(self.instr(state), &mut state.own),
        }
        performed
    }

    /// Where a thread that waits stands if it goes through its loop once more.
    pub(super) fn idled(&self, state: &State) -> Option<State> {
        let Instr::LoopHead { ref watch, shadow, bounded } = *self.instr(state) else { return None };
        if state.own.action != Action::Block {
            return None;
        }
        let mut next = state.clone();
        let (regs, own) = next.parts();
        if self.iterate(watch, shadow, bounded, regs, own) == Ok(Next::GoOn) {
            let tracks = own.origins.is_some();
            if tracks {
                depend::begin_iteration(watch, shadow, is_new(shadow, regs, own), own);
            }
            next.pc += 1;
            let mut budget = self.local_budget;
            match tracks {
                true => self.run::<(), true>(&mut next, &mut budget, &mut ()),
                false => self.run::<(), false>(&mut next, &mut budget, &mut ()),
            }
        }
        Some(next)
    }

    /// The thread goes on with another iteration, or stops if that is one too many.
    fn iterate(&self, watch: &[Reg], shadow: Reg, bounded: bool, regs: &mut [Value], own: &mut Own) -> Performed {
        let shadow = shadow.index();
        let (last, now, content) = (regs[shadow], done(own), own.private.hash());
        let again = last != 0;
        let quiet = again && last.wrapping_sub(1) >> 32 == now.wrapping_sub(1) >> 32;
        let (iterations, tries) = (regs[shadow + 2] >> 32, regs[shadow + 2] as u32);
        let iterations = if again { (iterations + 1).min(u64::from(u32::MAX)) } else { 0 };
        let tries = if quiet { tries.saturating_add(1) } else { 0 };
        regs[shadow + 2] = iterations << 32 | u64::from(tries);
        if tries <= QUIET_ITERATIONS_COMPARED_AT_ONCE
            || (tries >= QUIET_ITERATIONS_BEFORE_DOUBLING && tries.is_power_of_two())
        {
            regs[shadow] = now;
            regs[shadow + 1] = content;
            copies(watch, shadow).for_each(|(copy, reg)| regs[copy] = regs[reg]);
        }
        if bounded && self.unroll.is_some_and(|bound| iterations > bound) {
            return stop(own, Action::Bound);
        }
        Ok(Next::GoOn)
    }
}
