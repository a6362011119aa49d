//! Operations on bit matrices. Results are written to buffers that are reused.
//!
//! A relation is `size` rows of `words` words, as [`raddle_graph::Relation::words`] gives them; a set is one such row. Bits
//! at or beyond `size` are 0 in operands, and stay so.

/// The shape of all matrices of one evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    pub(super) size: usize,
    /// Words per row; at least 1.
    pub(super) words: usize,
}

impl Shape {
    pub(super) fn new(size: usize) -> Shape {
        Shape { size, words: size.div_ceil(64).max(1) }
    }

    /// All elements.
    pub(super) fn full_set(self, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.words, u64::MAX);
        let rest = self.size % 64;
        if rest != 0 || self.size == 0 {
            // The last word is used in part.
            if let Some(last) = out.last_mut() {
                *last = (1 << rest) - 1;
            }
        }
    }

    /// All pairs.
    pub(super) fn full(self, out: &mut Vec<u64>) {
        let mut row = Vec::new();
        self.full_set(&mut row);
        out.clear();
        for _ in 0..self.size {
            out.extend_from_slice(&row);
        }
    }

    pub(super) fn empty(self, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.size * self.words, 0);
    }

    pub(super) fn empty_set(self, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.words, 0);
    }

    pub(super) fn row(self, matrix: &[u64], element: usize) -> &[u64] {
        &matrix[element * self.words..(element + 1) * self.words]
    }

    pub(super) fn row_mut(self, matrix: &mut [u64], element: usize) -> &mut [u64] {
        &mut matrix[element * self.words..(element + 1) * self.words]
    }

    /// `a ; b`.
    pub(super) fn seq(self, a: &[u64], b: &[u64], out: &mut Vec<u64>) {
        out.clear();
        if self.words == 1 {
            out.extend(a.iter().map(|&middles| {
                let mut middles = middles;
                let mut row = 0;
                while middles != 0 {
                    row |= b[middles.trailing_zeros() as usize];
                    middles &= middles - 1;
                }
                row
            }));
            return;
        }
        out.resize(a.len(), 0);
        for from in 0..self.size {
            for middle in ones(self.row(a, from)) {
                join(self.row_mut(out, from), self.row(b, middle));
            }
        }
    }

    /// `a^-1`.
    pub(super) fn inverse(self, a: &[u64], out: &mut Vec<u64>) {
        self.empty(out);
        for from in 0..self.size {
            for to in ones(self.row(a, from)) {
                out[to * self.words + from / 64] |= 1 << (from % 64);
            }
        }
    }

    /// Adds the identity.
    pub(super) fn make_reflexive(self, out: &mut [u64]) {
        for element in 0..self.size {
            out[element * self.words + element / 64] |= 1 << (element % 64);
        }
    }

    /// Closes transitively (Warshall: after the round of `middle`, paths through elements up to it are closed).
    pub(super) fn close(self, out: &mut [u64]) {
        if self.words == 1 {
            for middle in 0..self.size {
                let through = out[middle];
                if through != 0 {
                    for row in out.iter_mut() {
                        // A mask, all ones if the row has `middle` and else 0, avoids an unpredictable branch.
                        *row |= through & ((*row >> middle) & 1).wrapping_neg();
                    }
                }
            }
            return;
        }
        let mut through = Vec::with_capacity(self.words);
        for middle in 0..self.size {
            through.clear();
            through.extend_from_slice(self.row(out, middle));
            if is_empty(&through) {
                continue;
            }
            for from in 0..self.size {
                if has(self.row(out, from), middle) {
                    join(self.row_mut(out, from), &through);
                }
            }
        }
    }

    /// `[s]`.
    pub(super) fn identity(self, s: &[u64], out: &mut Vec<u64>) {
        self.empty(out);
        for element in ones(s) {
            out[element * self.words + element / 64] |= 1 << (element % 64);
        }
    }

    /// `s * t`.
    pub(super) fn cross(self, s: &[u64], t: &[u64], out: &mut Vec<u64>) {
        self.empty(out);
        for element in ones(s) {
            self.row_mut(out, element).copy_from_slice(t);
        }
    }

    /// `[s] ; r`.
    pub(super) fn from(self, s: &[u64], r: &[u64], out: &mut Vec<u64>) {
        self.empty(out);
        for element in ones(s) {
            self.row_mut(out, element).copy_from_slice(self.row(r, element));
        }
    }

    /// `r ; [s]`.
    pub(super) fn to(self, r: &[u64], s: &[u64], out: &mut Vec<u64>) {
        out.clear();
        if let (1, &[s]) = (self.words, s) {
            out.extend(r.iter().map(|&row| row & s));
            return;
        }
        for row in r.chunks_exact(self.words) {
            out.extend(row.iter().zip(s).map(|(&row, &kept)| row & kept));
        }
    }

    /// The domain: elements that are related to something.
    pub(super) fn domain(self, r: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.words, 0);
        for element in 0..self.size {
            if !is_empty(self.row(r, element)) {
                out[element / 64] |= 1 << (element % 64);
            }
        }
    }

    /// The range: elements that something is related to.
    pub(super) fn range(self, r: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.words, 0);
        for row in r.chunks_exact(self.words) {
            join(out, row);
        }
    }

    /// Is the relation irreflexive?
    pub(super) fn is_irreflexive(self, r: &[u64]) -> bool {
        (0..self.size).all(|element| !has(self.row(r, element), element))
    }

    /// Is `a ; b` irreflexive?
    pub(super) fn is_irreflexive_seq(self, a: &[u64], b: &[u64]) -> bool {
        (0..self.size).all(|from| ones(self.row(a, from)).all(|middle| !has(self.row(b, middle), from)))
    }

    /// Is there no cycle? Removes elements without successors until there are none left; `remaining` is a buffer for that.
    pub(super) fn is_acyclic(self, r: &[u64], remaining: &mut Vec<u64>) -> bool {
        self.full_set(remaining);
        if let (1, &mut [ref mut remaining]) = (self.words, remaining.as_mut_slice()) {
            loop {
                let before = *remaining;
                // Backwards: most edges lead to higher numbers, so that one round removes most elements.
                for element in (0..self.size).rev() {
                    let stays = u64::from(r[element] & *remaining != 0);
                    *remaining &= !((1 - stays) << element);
                }
                if *remaining == before {
                    return before == 0;
                }
            }
        }
        loop {
            let mut changed = false;
            for element in (0..self.size).rev() {
                if has(remaining, element) && !meets(self.row(r, element), remaining) {
                    remaining[element / 64] &= !(1 << (element % 64));
                    changed = true;
                }
            }
            if !changed {
                return is_empty(remaining);
            }
        }
    }
}

/// `a` and `b` combined word by word.
pub(super) fn combine(a: &[u64], b: &[u64], out: &mut Vec<u64>, with: impl Fn(u64, u64) -> u64) {
    out.clear();
    out.extend(a.iter().zip(b).map(|(&a, &b)| with(a, b)));
}

pub(super) fn is_empty(bits: &[u64]) -> bool {
    bits.iter().all(|&word| word == 0)
}

/// Is the element in the set?
pub(super) fn has(set: &[u64], element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

pub(super) fn meets(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(&a, &b)| a & b != 0)
}

pub(super) fn join(into: &mut [u64], from: &[u64]) {
    for (into, &from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

/// Adds an element to a set.
pub(super) fn insert(set: &mut [u64], element: usize) {
    set[element / 64] |= 1 << (element % 64);
}

/// Adds consecutive elements to a set.
pub(super) fn insert_range(set: &mut [u64], elements: std::ops::Range<usize>) {
    for (index, word) in set.iter_mut().enumerate() {
        let within = |at: usize| at.saturating_sub(index * 64).min(64) as u32;
        let (from, to) = (within(elements.start), within(elements.end));
        if from < to {
            *word |= (u64::MAX >> (64 - (to - from))) << from;
        }
    }
}

/// The positions of the bits that are set, in ascending order.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some(index * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_span_words() {
        for (from, to) in [(0, 0), (0, 64), (3, 7), (63, 65), (0, 130), (64, 128), (129, 130), (5, 5)] {
            let mut set = vec![0; 3];
            insert_range(&mut set, from..to);
            assert_eq!(ones(&set).collect::<Vec<_>>(), (from..to).collect::<Vec<_>>());
        }
    }
}
