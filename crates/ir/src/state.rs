//! The state of one thread between two actions: where it stands and what its registers hold.
//!
//! The explorer copies states all the time, so the registers of small threads are held in the state itself.

use raddle_explore::Action;
use raddle_graph::Value;

use crate::Reg;

/// How many registers fit in the state itself, over all frames.
const INLINE: usize = 16;

/// A suspended call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub function: u32,
    /// The position of the `Call`.
    pub pc: u32,
    pub base: u32,
}

/// The state of a thread between two actions.
#[derive(Debug)]
pub struct State {
    pub(crate) action: Action,
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// Where the current frame's registers begin.
    pub(crate) base: u32,
    /// How many registers all frames have together.
    pub(crate) words: u32,
    pub(crate) frames: Vec<Frame>,
    inline: [Value; INLINE],
    /// Holds all registers as soon as they do not fit `inline`, and is empty otherwise.
    spill: Vec<Value>,
}

impl State {
    /// A state at the beginning of a function, with all registers 0.
    pub(crate) fn new(function: u32, registers: u16) -> State {
        let mut state = State {
            action: Action::Finish,
            function,
            pc: 0,
            base: 0,
            words: 0,
            frames: Vec::new(),
            inline: [0; INLINE],
            spill: Vec::new(),
        };
        state.grow(registers);
        state
    }

    /// The value of a register of the thread's outermost frame, also after the thread's end.
    pub fn register(&self, reg: Reg) -> Value {
        self.all().get(reg.index()).copied().unwrap_or(0)
    }

    fn all(&self) -> &[Value] {
        if self.spill.is_empty() { &self.inline } else { &self.spill }
    }

    /// The registers of the current frame, and whatever follows them.
    pub(crate) fn frame_mut(&mut self) -> &mut [Value] {
        let base = self.base as usize;
        if self.spill.is_empty() { &mut self.inline[base..] } else { &mut self.spill[base..] }
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
        State { frames: self.frames.clone(), spill: self.spill.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &State) {
        self.action = source.action;
        self.function = source.function;
        self.pc = source.pc;
        self.base = source.base;
        self.words = source.words;
        self.inline = source.inline;
        self.frames.clone_from(&source.frames);
        self.spill.clone_from(&source.spill);
    }
}

impl PartialEq for State {
    /// Equal states behave alike: values of registers that no frame has do not count.
    fn eq(&self, other: &State) -> bool {
        let words = self.words as usize;
        self.action == other.action
            && (self.function, self.pc, self.base, self.words) == (other.function, other.pc, other.base, other.words)
            && self.frames == other.frames
            && self.all()[..words] == other.all()[..words]
    }
}

impl Eq for State {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_survive_the_move_to_the_spill() {
        let mut state = State::new(0, 15);
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
        let big = State::new(0, 100);
        let mut target = State::new(0, 200);
        let allocation = target.spill.as_ptr();
        target.clone_from(&big);
        assert_eq!(target.spill.as_ptr(), allocation);
        assert!(target == big);
    }

    #[test]
    fn states_stay_small() {
        assert!(std::mem::size_of::<State>() <= 288, "{}", std::mem::size_of::<State>());
    }
}
