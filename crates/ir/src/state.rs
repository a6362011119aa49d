//! The state of one thread between two actions: where it stands and what its registers hold.
//!
//! Every step begins with a copy of a state, so small threads have no memory of their own besides it: their registers are
//! held in the state itself, and suspended calls among them.

use raddle_explore::Action;
use raddle_graph::{ThreadId, Value};

use crate::Reg;
use crate::marks::Marks;
use crate::origins::Origins;
use crate::private::Private;

/// How many words, registers of all frames and suspended calls, fit in the state itself.
const INLINE: usize = 18;

/// How many words a suspended call takes.
const CALL: usize = 2;

/// A suspended call. Its words stand between the registers of the two frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub function: u32,
    /// The position of the `Call`.
    pub pc: u32,
    pub base: u32,
    /// How many private objects there were when it called.
    pub objects: u32,
}

impl Frame {
    fn to_words(self) -> [Value; CALL] {
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        [pair(self.function, self.pc), pair(self.base, self.objects)]
    }

    fn from_words([place, rest]: [Value; CALL]) -> Frame {
        let pair = |word: Value| ((word >> 32) as u32, word as u32);
        let ((function, pc), (base, objects)) = (pair(place), pair(rest));
        Frame { function, pc, base, objects }
    }
}

/// A copy of a list. Most lists are empty, and even copying nothing takes time.
#[inline(always)]
pub(crate) fn copied<T: Copy>(list: &[T]) -> Vec<T> {
    if list.is_empty() { Vec::new() } else { list.to_vec() }
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
    #[inline(always)]
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
    /// How many words all frames and suspended calls have together.
    words: u32,
    /// How many calls are suspended.
    depth: u32,
    pub(crate) own: Own,
    inline: [Value; INLINE],
    /// Holds all words as soon as they do not fit `inline`, and is empty otherwise.
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
            depth: 0,
            own: Own::new(thread),
            inline: [0; INLINE],
            spill: Vec::new(),
        };
        state.grow(registers.into());
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

    /// The words of all frames and suspended calls.
    fn all_mut(&mut self) -> &mut [Value] {
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

    /// How many calls are suspended.
    pub(crate) fn depth(&self) -> usize {
        self.depth as usize
    }

    /// How many registers all frames have together.
    pub(crate) fn registers(&self) -> usize {
        self.words as usize - CALL * self.depth()
    }

    /// How many registers the frames have of those who wait for the current one.
    pub(crate) fn outer_registers(&self) -> u32 {
        self.base - CALL as u32 * self.depth
    }

    /// Suspends the current frame and begins one of another function, with all registers 0. Gives the registers of the two.
    pub(crate) fn enter(&mut self, function: u32, registers: u16) -> (&[Value], &mut [Value]) {
        let Own { private, .. } = &self.own;
        let frame = Frame { function: self.function, pc: self.pc, base: self.base, objects: private.len() };
        let (caller, end) = (self.base as usize, self.words as usize);
        let callee = end + CALL;
        self.grow(CALL + usize::from(registers));
        (self.function, self.pc, self.base, self.depth) = (function, 0, callee as u32, self.depth + 1);
        let (outer, inner) = self.all_mut().split_at_mut(callee);
        outer[end..].copy_from_slice(&frame.to_words());
        (&outer[caller..end], inner)
    }

    /// The newest suspended call.
    pub(crate) fn caller(&self) -> Option<Frame> {
        self.call_below(self.base)
    }

    /// All suspended calls, newest first.
    pub(crate) fn callers(&self) -> impl Iterator<Item = Frame> + '_ {
        std::iter::successors(self.caller(), |frame| self.call_below(frame.base))
    }

    /// The call from which the frame came whose registers begin there.
    fn call_below(&self, base: u32) -> Option<Frame> {
        let words = self.all()[..base as usize].last_chunk::<CALL>()?;
        Some(Frame::from_words(*words))
    }

    /// The words of all frames but the current one, and the current one's.
    pub(crate) fn outer_and_inner(&mut self) -> (&mut [Value], &mut [Value]) {
        let base = self.base as usize;
        self.all_mut().split_at_mut(base)
    }

    /// Ends the current frame and goes on behind the call that it came from.
    pub(crate) fn leave(&mut self, frame: Frame) {
        // Once spilled the words stay where they are until the state is copied: going back and forth would only copy.
        let words = (self.base as usize).saturating_sub(CALL);
        if !self.spill.is_empty() {
            self.spill.truncate(words.max(1));
        }
        self.words = words as u32;
        self.depth = self.depth.saturating_sub(1);
        (self.function, self.pc, self.base) = (frame.function, frame.pc + 1, frame.base);
    }

    /// Adds words at the end, all 0.
    fn grow(&mut self, count: usize) {
        let old = self.words as usize;
        let new = old + count;
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

    /// How many bytes it owns besides its own.
    pub(crate) fn size(&self) -> usize {
        let Own { marks, private, origins, .. } = &self.own;
        let origins = origins.as_ref().map_or(0, |origins| origins.size());
        size_of::<Value>() * self.spill.capacity() + marks.size() + private.size() + origins
    }

    /// The words that are in the spill although they fit the state.
    #[inline(always)]
    fn needlessly_spilled(&self) -> Option<[Value; INLINE]> {
        if self.spill.is_empty() || self.words as usize > INLINE {
            return None;
        }
        let mut inline = [0; INLINE];
        for (word, &value) in inline.iter_mut().zip(&self.spill) {
            *word = value;
        }
        Some(inline)
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        if let Some(inline) = self.needlessly_spilled() {
            return State { own: self.own.clone(), inline, spill: Vec::new(), ..*self };
        }
        State { own: self.own.clone(), spill: copied(&self.spill), ..*self }
    }

    fn clone_from(&mut self, source: &State) {
        self.function = source.function;
        self.pc = source.pc;
        self.base = source.base;
        self.words = source.words;
        self.depth = source.depth;
        if source.spill.is_empty() {
            self.inline = source.inline;
            self.spill.clear();
        } else if let Some(inline) = source.needlessly_spilled() {
            self.inline = inline;
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
            && self.depth == other.depth
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
        state.grow(5);
        assert_eq!(state.register(Reg(14)), 9);
        assert_eq!(state.register(Reg(19)), 0);
    }

    #[test]
    fn a_call_ends_where_it_began() {
        for (outer, inner) in [(3, 2), (15, 1), (15, 40), (40, 3)] {
            let mut state = State::new(ThreadId(0), 7, outer);
            (state.pc, state.frame_mut()[usize::from(outer) - 1]) = (5, 9);
            let before = state.clone();
            let (caller, callee) = state.enter(8, inner);
            assert_eq!((caller.len(), caller.last()), (outer.into(), Some(&9)));
            assert!(callee.iter().take(inner.into()).all(|&register| register == 0));
            callee[0] = 1;
            assert_eq!((state.depth(), state.registers()), (1, usize::from(outer + inner)));
            assert_eq!((state.outer_registers(), state.register(Reg(outer - 1))), (outer.into(), 9));
            assert!(state.clone() == state);
            let frame = state.caller().unwrap();
            assert_eq!(frame, Frame { function: 7, pc: 5, base: 0, objects: 0 });
            state.leave(frame);
            state.pc = 5;
            assert!(state == before);
            assert_eq!(state.caller(), None);
            // Whoever called is small enough again.
            assert_eq!(state.clone().spill.is_empty(), usize::from(outer) <= INLINE);
            assert!(state.clone() == before);
            assert!(state.enter(8, inner).1.iter().take(inner.into()).all(|&register| register == 0));
        }
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
        assert!(std::mem::size_of::<State>() <= 384, "{}", std::mem::size_of::<State>());
    }
}
