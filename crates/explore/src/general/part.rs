//! Sets of events, as bits by thread and position. They name events of any graph, so that those of one graph can be looked up in
//! another.

use raddle_graph::{EventId, ThreadId};

/// Bits of one word.
const WORD: u32 = u64::BITS;

/// A set of events. Events are only ever added, so that equal sets have equal words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Part(Vec<Vec<u64>>);

impl Part {
    pub fn contains(&self, id: EventId) -> bool {
        let word = self.0.get(id.thread.index()).and_then(|words| words.get((id.index / WORD) as usize));
        word.is_some_and(|word| word & (1 << (id.index % WORD)) != 0)
    }

    /// Adds an event. Was it missing?
    pub fn insert(&mut self, id: EventId) -> bool {
        let (thread, word) = (id.thread.index(), (id.index / WORD) as usize);
        if self.0.len() <= thread {
            self.0.resize_with(thread + 1, Vec::new);
        }
        let words = &mut self.0[thread];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        let bit = 1 << (id.index % WORD);
        let is_new = words[word] & bit == 0;
        words[word] |= bit;
        is_new
    }

    pub fn extend(&mut self, ids: impl IntoIterator<Item = EventId>) {
        ids.into_iter().for_each(|id| {
            self.insert(id);
        });
    }

    /// The events, thread by thread in program order.
    pub fn iter(&self) -> impl Iterator<Item = EventId> + '_ {
        self.0.iter().enumerate().flat_map(|(thread, words)| {
            let thread = ThreadId(thread as u16);
            words.iter().enumerate().flat_map(move |(at, &word)| {
                let bits = (0..WORD).filter(move |bit| word & (1 << bit) != 0);
                bits.map(move |bit| EventId { thread, index: at as u32 * WORD + bit })
            })
        })
    }

    /// Is there an event of the thread behind this one?
    pub fn has_behind(&self, id: EventId) -> bool {
        let Some(words) = self.0.get(id.thread.index()) else { return false };
        let (word, bit) = ((id.index / WORD) as usize, id.index % WORD);
        let later = |word: u64| word.checked_shr(bit + 1).unwrap_or(0) != 0;
        words.get(word).is_some_and(|&word| later(word)) || words.iter().skip(word + 1).any(|&word| word != 0)
    }
}

impl FromIterator<EventId> for Part {
    fn from_iter<I: IntoIterator<Item = EventId>>(ids: I) -> Part {
        let mut part = Part::default();
        part.extend(ids);
        part
    }
}
