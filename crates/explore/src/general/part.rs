//! Sets of events, as bits by thread and position. They name events of any graph, so that those of one graph can be looked up in
//! another.

use raddle_graph::{EventId, ThreadId};
use smallvec::SmallVec;

/// Bits of one word.
const WORD: u32 = u64::BITS;

/// Threads whose first events need no allocation.
const INLINE_THREADS: usize = 12;

/// A set of events. Events are only ever added, so that equal sets have equal words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Part {
    /// The first events of each thread, a word of them.
    first: SmallVec<[u64; INLINE_THREADS]>,
    /// The words behind that.
    rest: Vec<Vec<u64>>,
}

impl Part {
    pub fn contains(&self, id: EventId) -> bool {
        let (thread, bit) = (id.thread.index(), 1 << (id.index % WORD));
        let word = match (id.index / WORD) as usize {
            0 => self.first.get(thread),
            behind => self.rest.get(thread).and_then(|words| words.get(behind - 1)),
        };
        word.is_some_and(|word| word & bit != 0)
    }

    /// Adds an event. Was it missing?
    pub fn insert(&mut self, id: EventId) -> bool {
        let (thread, bit) = (id.thread.index(), 1 << (id.index % WORD));
        let word = match (id.index / WORD) as usize {
            0 => {
                if self.first.len() <= thread {
                    self.first.resize(thread + 1, 0);
                }
                &mut self.first[thread]
            }
            behind => {
                if self.rest.len() <= thread {
                    self.rest.resize_with(thread + 1, Vec::new);
                }
                let words = &mut self.rest[thread];
                if words.len() < behind {
                    words.resize(behind, 0);
                }
                &mut words[behind - 1]
            }
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub fn extend(&mut self, ids: impl IntoIterator<Item = EventId>) {
        ids.into_iter().for_each(|id| {
            self.insert(id);
        });
    }

    /// The events: the first ones of each thread, thread by thread, and then the others.
    pub fn iter(&self) -> impl Iterator<Item = EventId> + '_ {
        let first = self.first.iter().enumerate().flat_map(|(thread, &word)| events(thread, 0, word));
        let rest = self.rest.iter().enumerate().flat_map(|(thread, words)| {
            words.iter().enumerate().flat_map(move |(nth, &word)| events(thread, nth + 1, word))
        });
        first.chain(rest)
    }

    /// Is there an event of the thread behind this one?
    pub fn has_behind(&self, id: EventId) -> bool {
        let (thread, nth, bit) = (id.thread.index(), (id.index / WORD) as usize, id.index % WORD);
        let later = |word: u64| word.checked_shr(bit + 1).unwrap_or(0) != 0;
        let rest = || self.rest.get(thread).map_or(&[][..], Vec::as_slice);
        match nth.checked_sub(1) {
            None => self.first.get(thread).is_some_and(|&word| later(word)) || rest().iter().any(|&word| word != 0),
            Some(nth) => {
                rest().get(nth).is_some_and(|&word| later(word)) || rest().iter().skip(nth + 1).any(|&word| word != 0)
            }
        }
    }
}

/// The events of a word.
fn events(thread: usize, nth: usize, word: u64) -> impl Iterator<Item = EventId> {
    let bits = std::iter::successors((word != 0).then_some(word), |word| {
        let rest = word & (word - 1);
        (rest != 0).then_some(rest)
    });
    bits.map(move |word| EventId { thread: ThreadId(thread as u16), index: nth as u32 * WORD + word.trailing_zeros() })
}

impl FromIterator<EventId> for Part {
    fn from_iter<I: IntoIterator<Item = EventId>>(ids: I) -> Part {
        let mut part = Part::default();
        part.extend(ids);
        part
    }
}
