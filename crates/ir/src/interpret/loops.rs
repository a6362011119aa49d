//! Loops that wait, and bounds on those that do not.
//!
//! An iteration that only read, and hands to the next one what it got itself, will be repeated until another thread
//! writes: the thread waits. So it is stopped at the beginning of the next iteration, and the explorer lets it read
//! again only what makes it leave the loop.

use raddle_explore::Action;
use raddle_graph::Value;

use super::{Next, Performed, stop};
use crate::state::{Own, State};
use crate::{Program, Reg};

/// The first shadow register: 0 before the first iteration, then what the thread had done when the last one began.
fn done(own: &Own) -> Value {
    (u64::from(own.effects) << 32 | u64::from(own.reads)).wrapping_add(1)
}

/// How many reads the thread performed in the iteration after which it was stopped.
pub(super) fn reads(shadow: Reg, state: &State) -> u32 {
    let at_beginning = state.frame()[shadow.index()].wrapping_sub(1) as u32;
    state.own.reads.wrapping_sub(at_beginning)
}

impl Program {
    /// Stops the thread if the last iteration changed nothing, or was one too many.
    pub(super) fn loop_head(
        &self,
        watch: &[Reg],
        shadow: Reg,
        bounded: bool,
        regs: &mut [Value],
        own: &mut Own,
    ) -> Performed {
        let shadow = shadow.index();
        let (last, now, content) = (regs[shadow], done(own), own.private.hash());
        let again = last != 0;
        let mut waits = again
            && self.spin_cut
            && last.wrapping_sub(1) >> 32 == now.wrapping_sub(1) >> 32
            && regs[shadow + 1] == content;
        // Where nothing changed, copying changes nothing either.
        for (copy, reg) in (shadow + 3..).zip(watch) {
            let value = regs[reg.index()];
            waits &= std::mem::replace(&mut regs[copy], value) == value;
        }
        if waits {
            return stop(own, Action::Block);
        }
        let iterations = if again { regs[shadow + 2].saturating_add(1) } else { 0 };
        regs[shadow..shadow + 3].copy_from_slice(&[now, content, iterations]);
        if bounded && self.unroll.is_some_and(|bound| iterations > bound) {
            return stop(own, Action::Bound);
        }
        Ok(Next::GoOn)
    }
}
