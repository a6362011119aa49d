//! The state of one thread between two actions: where it stands and what its registers hold.
//!
//! The explorer copies states all the time, so the registers of small threads are held in the state itself.

use raddle_explore::Action;
use raddle_graph::{ThreadId, Value};

use crate::Reg;
use crate::marks::Marks;
use crate::origins::Origins;
use crate::private::Private;

/// How many registers fit in the state itself, over all frames.
const INLINE: usize = 16;

/// A suspended call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub function: u32,
    /// The position of the `Call`.
    pub pc: u32,
    pub base: u32,
    /// How many private objects there were when it called.
    pub objects: u32,
}

/// What a thread remembers besides registers and frames: mostly a matter of C programs.
#[derive(Debug, PartialEq, Eq)]
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
    /// Is it in the middle of joining a group of twins?
    pub joining: bool,
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
            value: 0,
            marks: Marks::default(),
            private: Private::default(),
            origins: None,
        }
    }
}

impl Clone for Own {
    fn clone(&self) -> Own {
        Own { marks: self.marks.clone(), private: self.private.clone(), origins: self.origins.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Own) {
        let Own { action, thread, starts, allocated, effects, reads, actions, .. } = *source;
        let Own { passed, started_at, part, joining, value, ref marks, ref private, .. } = *source;
        self.action = action;
        (self.thread, self.starts, self.allocated) = (thread, starts, allocated);
        (self.effects, self.reads, self.actions) = (effects, reads, actions);
        (self.passed, self.started_at) = (passed, started_at);
        (self.part, self.joining, self.value) = (part, joining, value);
        self.marks.clone_from(marks);
        self.private.clone_from(private);
        match (&mut self.origins, &source.origins) {
            (None, None) => {}
            (Some(origins), Some(source)) => origins.clone_from(source),
            (origins, source) => origins.clone_from(source),
        }
    }
}

/// The state of a thread between two actions.
#[derive(Debug)]
pub struct State {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// Where the current frame's registers begin.
    pub(crate) base: u32,
    /// How many registers all frames have together.
    pub(crate) words: u32,
    pub(crate) frames: Vec<Frame>,
    pub(crate) own: Own,
    inline: [Value; INLINE],
    /// Holds all registers as soon as they do not fit `inline`, and is empty otherwise.
    spill: Vec<Value>,
}

impl State {
    /// A state at the beginning of a function, with all registers 0.
    pub(crate) fn new(thread: ThreadId, function: u32, registers: u16) -> State {
        let mut state = State {
            function,
            pc: 0,
            base: 0,
            words: 0,
            frames: Vec::new(),
            own: Own::new(thread),
            inline: [0; INLINE],
            spill: Vec::new(),
        };
        state.grow(registers);
        state
    }

    /// From here on, keeps track of what everything is computed from.
    pub(crate) fn track(&mut self) {
        self.own.origins = Some(Box::new(Origins::new(self.words as u16)));
    }

    /// The value of a register of the thread's outermost frame, also after the thread's end.
    pub fn register(&self, reg: Reg) -> Value {
        self.all().get(reg.index()).copied().unwrap_or(0)
    }

    fn all(&self) -> &[Value] {
        if self.spill.is_empty() { &self.inline } else { &self.spill }
    }

    /// The registers of all frames.
    pub(crate) fn all_mut(&mut self) -> &mut [Value] {
        if self.spill.is_empty() { &mut self.inline } else { &mut self.spill }
    }

    /// The registers of the current frame, and whatever follows them.
    pub(crate) fn frame(&self) -> &[Value] {
        &self.all()[self.base as usize..]
    }

    /// The same, to change.
    pub(crate) fn frame_mut(&mut self) -> &mut [Value] {
        self.parts().0
    }

    /// The registers of the current frame, and whatever follows them, and everything else.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [Value], &mut Own) {
        let base = self.base as usize;
        let regs = if self.spill.is_empty() { &mut self.inline[base..] } else { &mut self.spill[base..] };
        (regs, &mut self.own)
    }

    /// Adds registers at the end, all 0.
    pub(crate) fn grow(&mut self, registers: u16) {
        let old = self.words as usize;
        let new = old + usize::from(registers);
        if self.spill.is_empty() && new <= INLINE {
            self.inline[old..new].fill(0);
        } else {
            if self.spill.is_empty() {
                self.spill.extend_from_slice(&self.inline[..old]);
            }
            self.spill.resize(new.max(1), 0);
            self.spill[old..new].fill(0);
        }
        self.words = new as u32;
    }

    /// Removes the registers from `words` on.
    pub(crate) fn shrink(&mut self, words: u32) {
        // Once spilled the registers stay where they are: going back and forth would only copy.
        if !self.spill.is_empty() {
            self.spill.truncate((words as usize).max(1));
        }
        self.words = words;
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State { frames: self.frames.clone(), spill: self.spill.clone(), own: self.own.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &State) {
        self.function = source.function;
        self.pc = source.pc;
        self.base = source.base;
        self.words = source.words;
        // Most states have no frames, and even copying nothing takes time.
        if !self.frames.is_empty() || !source.frames.is_empty() {
            self.frames.clone_from(&source.frames);
        }
        if source.spill.is_empty() {
            self.inline = source.inline;
            self.spill.clear();
        } else {
            self.spill.clone_from(&source.spill);
        }
        self.own.clone_from(&source.own);
    }
}

impl PartialEq for State {
    /// Equal states behave alike: values of registers that no frame has do not count.
    fn eq(&self, other: &State) -> bool {
        let words = self.words as usize;
        (self.function, self.pc, self.base, self.words) == (other.function, other.pc, other.base, other.words)
            && self.frames == other.frames
            && self.own == other.own
            && self.all()[..words] == other.all()[..words]
    }
}

impl Eq for State {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_survive_the_move_to_the_spill() {
        let mut state = State::new(ThreadId(0), 0, 15);
        state.frame_mut()[14] = 9;
        state.grow(3);
        assert_eq!(state.register(Reg(14)), 9);
        assert_eq!(state.register(Reg(17)), 0);
        state.shrink(15);
        assert_eq!(state.register(Reg(14)), 9);
        state.grow(1);
        assert_eq!(state.register(Reg(15)), 0, "new registers are 0 wherever they are");
    }

    #[test]
    fn clone_from_reuses_the_spill() {
        let big = State::new(ThreadId(0), 0, 100);
        let mut target = State::new(ThreadId(0), 0, 200);
        let allocation = target.spill.as_ptr();
        target.clone_from(&big);
        assert_eq!(target.spill.as_ptr(), allocation);
        assert!(target == big);
    }

    #[test]
    fn states_stay_small() {
        assert!(std::mem::size_of::<State>() <= 432, "{}", std::mem::size_of::<State>());
    }
}
