//! Objects with keys: sets, and maps, which have a value for each key.

use smallvec::SmallVec;

use super::{Machine, Role, Standing, Way, call, decode, heap_of};
use crate::history::History;
use crate::operation::{OpId, Outcome};

#[derive(Clone, Copy, Debug)]
enum Call {
    /// Puts a key in; with a value, it takes the place of an older one.
    Put {
        key: i64,
        value: Option<i64>,
    },
    Look {
        key: i64,
    },
    Remove {
        key: i64,
    },
}

/// A set or a map.
pub(crate) struct Map {
    calls: Vec<Option<(Call, Outcome)>>,
    has_values: bool,
}

impl Map {
    pub fn of_keys(history: &History) -> Map {
        let calls = decode(history, |operation| {
            let call = match (&*operation.name, operation.arguments.as_slice()) {
                ("add", &[key]) => Call::Put { key, value: None },
                ("has", &[key]) => Call::Look { key },
                ("remove", &[key]) => Call::Remove { key },
                _ => return None,
            };
            Some((call, operation.outcome))
        });
        Map { calls, has_values: false }
    }

    pub fn of_values(history: &History) -> Map {
        let calls = decode(history, |operation| {
            let call = match (&*operation.name, operation.arguments.as_slice()) {
                ("put", &[key, value]) => Call::Put { key, value: Some(value) },
                ("get", &[key]) => Call::Look { key },
                ("remove", &[key]) => Call::Remove { key },
                _ => return None,
            };
            Some((call, operation.outcome))
        });
        Map { calls, has_values: true }
    }

    fn key(&self, put: OpId) -> i64 {
        self.put(put).0
    }

    fn put(&self, put: OpId) -> (i64, Option<i64>) {
        match call(&self.calls, put).0 {
            Call::Put { key, value } => (key, value),
            Call::Look { .. } | Call::Remove { .. } => unreachable!("only insertions put keys in"),
        }
    }

    /// Does a call that found this have this outcome?
    fn fits(&self, call: Call, outcome: Outcome, found: Option<OpId>) -> bool {
        match (outcome, self.has_values) {
            (Outcome::Void | Outcome::Pending, _) => true,
            (Outcome::Value(result), true) => found.is_some_and(|found| self.put(found).1 == Some(result)),
            (Outcome::Empty, true) => found.is_none(),
            // An insertion says whether the key is new, all others whether it is there.
            (Outcome::Value(result), false) => (result != 0) == (found.is_some() != matches!(call, Call::Put { .. })),
            (Outcome::Empty, false) | (Outcome::Failed, _) => unreachable!("such outcomes do not fit"),
        }
    }
}

impl Machine for Map {
    /// For each key that is there who put it in, by key.
    type State = SmallVec<[OpId; 4]>;

    fn start(&self) -> Self::State {
        SmallVec::new()
    }

    fn ways(&self, there: &Self::State, op: OpId, ways: &mut Vec<Way<Self::State>>) {
        let (call, outcome) = *call(&self.calls, op);
        let (Call::Put { key, .. } | Call::Look { key } | Call::Remove { key }) = call;
        let place = there.binary_search_by_key(&key, |&put| self.key(put));
        let found = place.ok().map(|place| there[place]);
        if !self.fits(call, outcome, found) {
            return;
        }
        let mut next = there.clone();
        match (call, place) {
            (Call::Put { .. }, Err(place)) => next.insert(place, op),
            (Call::Put { .. }, Ok(place)) if self.has_values => next[place] = op,
            (Call::Remove { .. }, Ok(place)) => {
                next.remove(place);
            }
            (Call::Put { .. } | Call::Look { .. } | Call::Remove { .. }, _) => {}
        }
        // Without a result it does not say that the key was there.
        let says = found.filter(|_| outcome != Outcome::Void);
        ways.push(Way::taking(next, says, op));
    }

    fn role(&self, op: OpId) -> Role {
        match *call(&self.calls, op) {
            (Call::Put { .. }, Outcome::Value(0)) if !self.has_values => Role::Other,
            (Call::Put { .. }, _) => Role::Insert,
            (Call::Remove { .. }, Outcome::Empty) => Role::Other,
            (Call::Remove { .. }, Outcome::Value(0)) if !self.has_values => Role::Other,
            (Call::Remove { .. }, _) => Role::Remove,
            (Call::Look { .. }, _) => Role::Other,
        }
    }

    fn heap(&self, there: &Self::State) -> usize {
        heap_of(there)
    }

    fn only_looks(&self, op: OpId) -> bool {
        match *call(&self.calls, op) {
            (Call::Look { .. }, _) | (Call::Remove { .. }, Outcome::Empty) => true,
            (Call::Put { .. } | Call::Remove { .. }, outcome) => !self.has_values && outcome == Outcome::Value(0),
        }
    }

    fn standing(&self, there: &Self::State) -> Standing {
        if self.has_values {
            let entry = |&put: &OpId| {
                let (key, value) = self.put(put);
                (key, value.unwrap_or_else(|| unreachable!("keys of maps have values")))
            };
            Standing::Entries(there.iter().map(entry).collect())
        } else {
            Standing::Keys(there.iter().map(|&put| self.key(put)).collect())
        }
    }
}
