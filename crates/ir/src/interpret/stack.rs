//! The words of a thread: the registers of all its frames, and between two frames what is needed to go back.
//!
//! Every step begins with a copy of them, so few words are held in place.

use raddle_graph::Value;

/// How many words are held in place.
const INLINE_WORDS: usize = 12;

/// How many words a suspended call takes.
const CALL_WORDS: usize = 2;

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
    fn to_words(self) -> [Value; CALL_WORDS] {
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        [pair(self.function, self.pc), pair(self.base, self.objects)]
    }

    fn from_words([place, rest]: [Value; CALL_WORDS]) -> Frame {
        let pair = |word: Value| ((word >> 32) as u32, word as u32);
        let ((function, pc), (base, objects)) = (pair(place), pair(rest));
        Frame { function, pc, base, objects }
    }
}

#[derive(Debug)]
enum Content {
    /// What follows the words that there are does not count.
    Inline([Value; INLINE_WORDS]),
    Spilled(Vec<Value>),
}

/// All words of a thread.
#[derive(Debug)]
pub(crate) struct Stack {
    content: Content,
    /// How many words there are.
    words: u32,
    /// How many calls are suspended.
    depth: u32,
}

impl Stack {
    /// One frame with that many registers, all 0.
    pub(crate) fn new(registers: u16) -> Stack {
        let mut stack = Stack { content: Content::Inline([0; INLINE_WORDS]), words: 0, depth: 0 };
        stack.grow(registers.into());
        stack
    }

    /// How many calls are suspended.
    pub(crate) fn depth(&self) -> usize {
        self.depth as usize
    }

    /// How many registers all frames have together.
    pub(crate) fn registers(&self) -> usize {
        self.words as usize - CALL_WORDS * self.depth()
    }

    /// How many registers the frames have before the current one, which begins there.
    pub(crate) fn registers_before(&self, base: u32) -> u32 {
        base - CALL_WORDS as u32 * self.depth
    }

    /// All words, and perhaps some more.
    #[inline(always)]
    pub(crate) fn all(&self) -> &[Value] {
        match &self.content {
            Content::Inline(words) => words,
            Content::Spilled(words) => words,
        }
    }

    /// The same, to change.
    #[inline(always)]
    pub(crate) fn all_mut(&mut self) -> &mut [Value] {
        match &mut self.content {
            Content::Inline(words) => words,
            Content::Spilled(words) => words,
        }
    }

    /// Adds a frame, with all registers 0, behind the one that is suspended. Gives the registers of the two, and where those
    /// of the new one begin.
    pub(crate) fn enter(&mut self, suspended: Frame, registers: u16) -> (&[Value], &mut [Value], u32) {
        let (caller, end) = (suspended.base as usize, self.words as usize);
        let callee = end + CALL_WORDS;
        self.grow(CALL_WORDS + usize::from(registers));
        self.depth += 1;
        let (outer, inner) = self.all_mut().split_at_mut(callee);
        outer[end..].copy_from_slice(&suspended.to_words());
        (&outer[caller..end], inner, callee as u32)
    }

    /// Removes the last frame, which begins there, and the call from which it came.
    pub(crate) fn leave(&mut self, base: u32) {
        // Once spilled the words stay where they are until they are copied: going back and forth would only copy.
        let words = (base as usize).saturating_sub(CALL_WORDS);
        if let Content::Spilled(spilled) = &mut self.content {
            spilled.truncate(words);
        }
        self.words = words as u32;
        self.depth = self.depth.saturating_sub(1);
    }

    /// The call from which the frame came that begins there.
    pub(crate) fn call_before(&self, base: u32) -> Option<Frame> {
        let words = self.all()[..base as usize].last_chunk::<CALL_WORDS>()?;
        Some(Frame::from_words(*words))
    }

    /// Adds words at the end, all 0.
    fn grow(&mut self, count: usize) {
        let old = self.words as usize;
        let new = old + count;
        match &mut self.content {
            Content::Inline(words) if new <= INLINE_WORDS => words[old..new].fill(0),
            Content::Inline(words) => {
                let mut spilled = Vec::with_capacity(new);
                spilled.extend_from_slice(&words[..old]);
                spilled.resize(new, 0);
                self.content = Content::Spilled(spilled);
            }
            Content::Spilled(words) => words.resize(new, 0),
        }
        self.words = new as u32;
    }

    /// Are all words held in place?
    #[inline(always)]
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self.content, Content::Inline(_))
    }

    /// A copy, if all words are held in place; otherwise without words.
    #[inline(always)]
    pub(crate) fn flat_copy(&self) -> Stack {
        match self.content {
            Content::Inline(words) => Stack { content: Content::Inline(words), ..*self },
            Content::Spilled(_) => Stack { content: Content::Inline([0; INLINE_WORDS]), words: 0, depth: 0 },
        }
    }

    /// How many bytes it owns besides its own.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        match &self.content {
            Content::Inline(_) => 0,
            Content::Spilled(words) => size_of::<Value>() * words.capacity(),
        }
    }
}

impl Clone for Content {
    fn clone(&self) -> Content {
        match self {
            Content::Inline(words) => Content::Inline(*words),
            Content::Spilled(words) if words.len() <= INLINE_WORDS => {
                let mut inline = [0; INLINE_WORDS];
                inline[..words.len()].copy_from_slice(words);
                Content::Inline(inline)
            }
            Content::Spilled(words) => Content::Spilled(words.clone()),
        }
    }

    fn clone_from(&mut self, source: &Content) {
        match (self, source) {
            (Content::Spilled(words), Content::Spilled(source)) if source.len() > INLINE_WORDS => {
                words.clone_from(source)
            }
            (content, source) => *content = source.clone(),
        }
    }
}

impl Clone for Stack {
    fn clone(&self) -> Stack {
        Stack { content: self.content.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Stack) {
        self.content.clone_from(&source.content);
        (self.words, self.depth) = (source.words, source.depth);
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        let words = self.words as usize;
        (self.words, self.depth) == (other.words, other.depth) && self.all()[..words] == other.all()[..words]
    }
}

impl Eq for Stack {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_survive_the_move_to_the_spill() {
        let mut stack = Stack::new(11);
        stack.all_mut()[10] = 9;
        stack.grow(5);
        assert_eq!(stack.all()[10..], [9, 0, 0, 0, 0, 0]);
        stack.leave(13);
        assert_eq!((stack.words, stack.all()[10]), (11, 9));
        stack.all_mut()[10] = 8;
        stack.grow(3);
        assert_eq!(stack.all()[10..14], [8, 0, 0, 0], "new registers are 0 wherever they are");
    }

    #[test]
    fn clone_from_reuses_the_spill() {
        let big = Stack::new(100);
        let mut target = Stack::new(200);
        let allocation = target.all().as_ptr();
        target.clone_from(&big);
        assert_eq!(target.all().as_ptr(), allocation);
        assert!(target == big);
    }

    #[test]
    fn a_call_ends_where_it_began() {
        for (outer, inner) in [(3, 2), (10, 1), (10, 40), (40, 3)] {
            let mut stack = Stack::new(outer);
            stack.all_mut()[usize::from(outer) - 1] = 9;
            let before = stack.clone();
            let frame = Frame { function: 7, pc: 5, base: 0, objects: 6 };
            let (caller, callee, base) = stack.enter(frame, inner);
            assert_eq!((caller.len(), caller.last()), (outer.into(), Some(&9)));
            assert!(callee.iter().take(inner.into()).all(|&register| register == 0));
            callee[0] = 1;
            assert_eq!((stack.depth(), stack.registers()), (1, usize::from(outer + inner)));
            assert_eq!((stack.registers_before(base), stack.call_before(base)), (outer.into(), Some(frame)));
            assert!(stack.clone() == stack);
            stack.leave(base);
            assert!(stack == before && stack.clone() == before);
            assert_eq!(stack.call_before(0), None);
            // Whoever called may be small enough again.
            assert_eq!(stack.clone().size() == 0, usize::from(outer) <= INLINE_WORDS);
            assert!(stack.enter(frame, inner).1.iter().take(inner.into()).all(|&register| register == 0));
        }
    }
}
