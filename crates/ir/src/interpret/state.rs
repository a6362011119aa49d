//! The state of one thread between two actions: where it stands and what its registers hold.
//!
//! The explorer keeps a state for every event, so states are small, and what changes seldom is shared by those that follow
//! one from the other.

use raddle_graph::{ThreadId, Value};
use raddle_program::Action;

use crate::Reg;
use crate::analysis::origins::Origins;
use crate::interpret::marks::Marks;
use crate::interpret::private::Private;
use crate::interpret::stack::{Frame, Stack};

/// What a thread remembers besides registers and frames: mostly for C programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    /// What the thread wants to do next.
    pub action: Action,
    /// Which thread this is.
    pub thread: ThreadId,
    /// How many threads it started.
    pub starts: u16,
    /// How many objects it allocated.
    pub allocated: u32,
    /// How many actions it performed that others may notice.
    pub effects: u32,
    /// How many reads it performed, updates that store nothing included.
    pub reads: u32,
    /// How many actions it performed.
    pub actions: u32,
    /// An instruction, by function and position, that was done since the last action and was taken for visible.
    pub passed: Option<(u32, u32)>,
    /// How many actions it had performed when it had last started a thread.
    pub started_at: u32,
    /// How many bytes of the access at which it stands are done, if that is split.
    pub part: u8,
    /// Is it in the middle of joining a group of symmetric threads?
    pub joining: bool,
    /// Is it a copy that runs ahead, to see where that leads?
    pub is_ahead: bool,
    /// What they hold, for reads; the thread's result, at its end.
    pub value: Value,
    pub marks: Marks,
    pub private: Private,
    /// What everything was computed from, if the program keeps track of that.
    pub origins: Option<Box<Origins>>,
}

impl Own {
    fn new(thread: ThreadId) -> Own {
        Own {
            action: Action::Finish,
            thread,
            starts: 0,
            allocated: 0,
            effects: 0,
            reads: 0,
            actions: 0,
            passed: None,
            started_at: 0,
            part: 0,
            joining: false,
            is_ahead: false,
            value: 0,
            marks: Marks::default(),
            private: Private::default(),
            origins: None,
        }
    }
}

/// The state of a thread between two actions.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// Where the current frame's registers begin.
    base: u32,
    pub(crate) stack: Stack,
    pub(crate) own: Own,
}

impl State {
    /// A state at the beginning of a function, with all registers 0.
    pub(crate) fn new(thread: ThreadId, function: u32, registers: u16) -> State {
        State { function, pc: 0, base: 0, stack: Stack::new(registers), own: Own::new(thread) }
    }

    /// From here on, keeps track of what everything is computed from, and if `picks` of what was only picked.
    pub(crate) fn track(&mut self, picks: bool) {
        self.own.origins = Some(Box::new(Origins::new(self.stack.registers() as u16, picks)));
    }

    /// The value of a register of the thread's outermost frame, also after the thread's end.
    pub fn register(&self, reg: Reg) -> Value {
        self.stack.all().get(reg.index()).copied().unwrap_or(0)
    }

    /// The registers of the current frame, and whatever follows them.
    pub(crate) fn frame(&self) -> &[Value] {
        &self.stack.all()[self.base as usize..]
    }

    /// The same, to change.
    pub(crate) fn frame_mut(&mut self) -> &mut [Value] {
        self.parts().0
    }

    /// The registers of the current frame, and whatever follows them, and everything else.
    #[inline(always)]
    pub(crate) fn parts(&mut self) -> (&mut [Value], &mut Own) {
        (&mut self.stack.all_mut()[self.base as usize..], &mut self.own)
    }

    /// How many registers the frames have of those who wait for the current one.
    pub(crate) fn outer_registers(&self) -> u32 {
        self.stack.registers_before(self.base)
    }

    /// Suspends the current frame and begins one of another function, with all registers 0. Gives the registers of the two.
    pub(crate) fn enter(&mut self, function: u32, registers: u16) -> (&[Value], &mut [Value]) {
        let objects = self.own.private.len();
        let suspended = Frame { function: self.function, pc: self.pc, base: self.base, objects };
        let (caller, callee, base) = self.stack.enter(suspended, registers);
        (self.function, self.pc, self.base) = (function, 0, base);
        (caller, callee)
    }

    /// The newest suspended call.
    pub(crate) fn caller(&self) -> Option<Frame> {
        self.stack.call_before(self.base)
    }

    /// All suspended calls, newest first.
    pub(crate) fn callers(&self) -> impl Iterator<Item = Frame> + '_ {
        std::iter::successors(self.caller(), |frame| self.stack.call_before(frame.base))
    }

    /// All frames, the current one first.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        let objects = self.own.private.len();
        let current = Frame { function: self.function, pc: self.pc, base: self.base, objects };
        std::iter::once(current).chain(self.callers())
    }

    /// The words of all frames but the current one, and the current one's.
    pub(crate) fn outer_and_inner(&mut self) -> (&mut [Value], &mut [Value]) {
        self.stack.all_mut().split_at_mut(self.base as usize)
    }

    /// Ends the current frame and goes on behind the call that it came from.
    pub(crate) fn leave(&mut self, frame: Frame) {
        self.stack.leave(self.base);
        (self.function, self.pc, self.base) = (frame.function, frame.pc + 1, frame.base);
    }

    /// How many bytes it owns besides its own; what it shares with others does not count.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        let Own { marks, private, origins, .. } = &self.own;
        let origins = origins.as_ref().map_or(0, |origins| origins.size());
        self.stack.size() + marks.size() + private.size() + origins
    }
}

impl State {
    /// Does it own nothing besides its own bytes?
    #[inline(always)]
    fn is_flat(&self) -> bool {
        let Own { marks, private, origins, .. } = &self.own;
        self.stack.is_flat() && marks.is_empty() && private.is_empty() && origins.is_none()
    }

    /// A copy of a state that is flat: nothing but moving its bytes.
    #[inline(always)]
    fn flat_copy(&self) -> State {
        let own = Own { marks: Marks::default(), private: Private::default(), origins: None, ..self.own };
        State { stack: self.stack.flat_copy(), own, ..*self }
    }

    #[inline(never)]
    fn deep_copy(&self) -> State {
        State { stack: self.stack.clone(), own: self.own.clone(), ..*self }
    }
}

impl Clone for State {
    #[inline(always)]
    fn clone(&self) -> State {
        if self.is_flat() { self.flat_copy() } else { self.deep_copy() }
    }

    #[inline]
    fn clone_from(&mut self, source: &State) {
        if source.is_flat() {
            *self = source.flat_copy();
            return;
        }
        (self.function, self.pc, self.base) = (source.function, source.pc, source.base);
        self.stack.clone_from(&source.stack);
        self.own.clone_from(&source.own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_those_of_the_outermost_frame() {
        let mut state = State::new(ThreadId(0), 0, 15);
        state.frame_mut()[14] = 9;
        assert_eq!(state.enter(1, 3).0.len(), 15);
        assert_eq!(state.register(Reg(14)), 9);
        assert_eq!(state.callers().map(|frame| frame.function).collect::<Vec<_>>(), [0]);
        assert!(state.clone() == state);
    }

    #[test]
    fn copies_are_equal_whatever_they_own() {
        let small = State::new(ThreadId(1), 2, 3);
        let mut large = State::new(ThreadId(2), 1, 40);
        large.own.private.allocate(8);
        large.own.marks.hold(4);
        large.track(true);
        let mut counting = small.clone();
        (counting.own.reads, counting.own.part, counting.own.passed) = (7, 1, Some((1, 2)));
        counting.frame_mut()[2] = 9;
        for from in [&small, &large, &counting] {
            assert!(from.clone() == *from);
            for to in [&small, &large, &counting] {
                let mut to = to.clone();
                to.clone_from(from);
                assert!(to == *from);
            }
        }
    }

    #[test]
    fn states_stay_small() {
        assert!(std::mem::size_of::<State>() <= 248, "{}", std::mem::size_of::<State>());
    }
}
