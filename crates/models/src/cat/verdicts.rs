//! Verdicts about small sets of events, by everything that decides about them: the same few shapes come again and again.

/// How many verdicts are kept. A new one takes the place of an older one.
const PLACES: usize = 1 << 10;

/// Verdicts that were found not long ago.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// What each is about, and the verdict.
    places: Vec<(Vec<u64>, bool)>,
    /// What is asked about.
    key: Vec<u64>,
}

impl Default for Verdicts {
    fn default() -> Verdicts {
        Verdicts { places: vec![(Vec::new(), false); PLACES], key: Vec::new() }
    }
}

impl Verdicts {
    /// Begins to describe so many events.
    pub(super) fn begin(&mut self, size: usize) {
        self.key.clear();
        self.key.push(size as u64);
    }

    /// Goes on with the value of the next set or relation.
    pub(super) fn describe(&mut self, value: &[u64]) {
        self.key.extend_from_slice(value);
    }

    /// The verdict about what was described; `decide` finds it if it is not known.
    pub(super) fn find(&mut self, decide: impl FnOnce() -> bool) -> bool {
        let mix = |hash: u64, &word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (self.key.iter().fold(0, mix) >> (u64::BITS - PLACES.ilog2())) as usize;
        let (known, verdict) = &mut self.places[place];
        if *known != self.key {
            *verdict = decide();
            known.clone_from(&self.key);
        }
        *verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_found_again_until_another_takes_its_place() {
        let mut verdicts = Verdicts::default();
        let mut ask = |word: u64, decide: &dyn Fn() -> bool| {
            verdicts.begin(1);
            verdicts.describe(&[word]);
            verdicts.find(decide)
        };
        assert!(ask(7, &|| true));
        assert!(ask(7, &|| unreachable!("it is known")));
        for word in 8..100_000 {
            assert!(!ask(word, &|| false), "another key never answers");
        }
    }
}
