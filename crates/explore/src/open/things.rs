//! What reads may wait for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use raddle_graph::{Address, Mode, ThreadId, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What reads may wait for: a thread, for a value of a location that another thread wrote.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Thing {
    pub(crate) reader: ThreadId,
    pub(crate) addr: Address,
    pub(crate) value: Value,
    pub(crate) writer: ThreadId,
}

/// Which reads may wait for a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Who {
    All,
    /// Those of this order.
    Mode(Mode),
    /// Those of updates that store.
    Updates,
}

impl Who {
    pub(super) fn includes(self, mode: Mode, stores: bool) -> bool {
        match self {
            Who::All => true,
            Who::Mode(of) => of == mode,
            Who::Updates => stores,
        }
    }
}

/// What may be waited for at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Bound {
    /// Everything.
    #[default]
    None,
    /// Threads that wait look one way. `most` is how many things of a group there may be.
    OneWay { most: Option<u32> },
}

/// What is known of threads before their reads wait: what they read, and what they write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Familiar {
    pub(crate) reads: FxHashSet<(ThreadId, Address)>,
    pub(crate) writes: FxHashSet<(ThreadId, Address, Value)>,
}

/// What may be waited for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Things {
    /// For each thread and location: the things, each with who may wait for it.
    pub(super) by_place: BTreeMap<(ThreadId, Address), Vec<(Who, Thing)>>,
    /// Locations between which cycles may lead, by number of their group.
    groups: BTreeMap<Address, usize>,
    /// How often a thread may begin to wait at a location.
    turns: BTreeMap<(ThreadId, Address), u32>,
    pub(super) bound: Bound,
    /// How many writes of a location a thread has at most, if reads could wait for more.
    most_writes: Option<BTreeMap<(ThreadId, Address), u32>>,
    /// What is known; `None` if nobody wants to know what is not.
    pub(super) familiar: Option<Arc<Familiar>>,
    /// Who may write what; `None` if that is not known.
    pub(super) writers: Option<Arc<FxHashSet<(ThreadId, Address)>>>,
    /// Was that too few?
    is_bound: Arc<AtomicBool>,
}

impl Things {
    pub(crate) fn new(
        labels: impl Iterator<Item = (Who, Thing)>,
        groups: BTreeMap<Address, usize>,
        turns: BTreeMap<(ThreadId, Address), u32>,
        bound: Bound,
    ) -> Things {
        let mut by_place = BTreeMap::<_, BTreeSet<_>>::new();
        for (mode, thing) in labels {
            by_place.entry((thing.reader, thing.addr)).or_default().insert((mode, thing));
        }
        let by_place = by_place.into_iter().map(|(place, things)| (place, things.into_iter().collect())).collect();
        Things {
            by_place,
            groups,
            turns,
            bound,
            most_writes: None,
            familiar: None,
            writers: None,
            is_bound: Arc::default(),
        }
    }

    /// Reads and writes that are not familiar are noted.
    pub(crate) fn noting(self, familiar: Familiar) -> Things {
        Things { familiar: Some(Arc::new(familiar)), ..self }
    }

    /// No thread has more writes of a location.
    pub(crate) fn with_most_writes(self, most_writes: BTreeMap<(ThreadId, Address), u32>) -> Things {
        Things { most_writes: Some(most_writes), ..self }
    }

    /// Is what may be waited for restricted by what else is waited for?
    pub(crate) fn restricts(&self) -> bool {
        self.bound != Bound::None || self.most_writes.is_some()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_place.is_empty()
    }

    /// May a read of this order, of an update that stores or not, wait for the thing?
    pub(crate) fn contains(&self, mode: Mode, stores: bool, thing: Thing) -> bool {
        let is_it = |&(who, other): &(Who, Thing)| other == thing && who.includes(mode, stores);
        self.by_place.get(&(thing.reader, thing.addr)).is_some_and(|things| things.iter().any(is_it))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.by_place.values().map(Vec::len).sum()
    }

    /// The values that are waited for.
    pub(crate) fn awaited(&self) -> impl Iterator<Item = (Address, Value)> {
        self.by_place.values().flatten().map(|(_, thing)| (thing.addr, thing.value))
    }

    /// Were fewer things waited for than could have been?
    pub(crate) fn is_bound(&self) -> bool {
        self.is_bound.load(Ordering::Relaxed)
    }

    /// The group of a location.
    pub(crate) fn group(&self, addr: Address) -> Option<usize> {
        self.groups.get(&addr).copied()
    }

    /// Nobody else writes what.
    pub(crate) fn written_by(self, writers: FxHashSet<(ThreadId, Address)>) -> Things {
        Things { writers: Some(Arc::new(writers)), ..self }
    }

    /// May the same be waited for?
    pub(crate) fn is_same(&self, other: &Things) -> bool {
        (&self.by_place, &self.turns, &self.most_writes) == (&other.by_place, &other.turns, &other.most_writes)
    }

    /// The same, and are the same locations of one group?
    pub(crate) fn finds_same(&self, other: &Things) -> bool {
        self.is_same(other) && self.groups == other.groups
    }

    /// May all of these be waited for at once?
    pub(crate) fn allows(&self, waits: &BTreeSet<Thing>) -> bool {
        let Bound::OneWay { most } = self.bound else { return true };
        if !looks_one_way(waits) {
            return false;
        }
        if let Some(most) = most {
            let mut counts = BTreeMap::<_, u32>::new();
            for thing in waits {
                let count = counts.entry(self.groups.get(&thing.addr)).or_default();
                *count += 1;
                if *count > most {
                    self.is_bound.store(true, Ordering::Relaxed);
                    return false;
                }
            }
        }
        true
    }

    /// Are there enough writes for reads to wait for all of these? For each the thing, and whether the read is of an update that stores:
    /// no two of them read the same write.
    pub(crate) fn can_be_written(&self, waits: impl Iterator<Item = (Thing, bool)>) -> bool {
        let Some(most_writes) = &self.most_writes else { return true };
        let place = |thing: &Thing| (thing.writer, thing.addr);
        let mut waits: SmallVec<[(Thing, bool); 8]> = waits.collect();
        waits.sort_unstable_by_key(|(thing, _)| (place(thing), thing.value));
        let of_place = waits.chunk_by(|(one, _), (other, _)| place(one) == place(other));
        of_place.into_iter().all(|waits| {
            let by_value = waits.chunk_by(|(one, _), (other, _)| one.value == other.value);
            let needed: usize = by_value.map(|same| same.iter().filter(|(_, stores)| *stores).count().max(1)).sum();
            needed as u64 <= most_writes.get(&place(&waits[0].0)).map_or(0, |&most| u64::from(most))
        })
    }

    /// How often may the thread begin to wait at the location?
    pub(crate) fn turns(&self, thread: ThreadId, addr: Address) -> u32 {
        self.turns.get(&(thread, addr)).copied().unwrap_or(0)
    }
}

/// Has "the reader before the writer" no cycle?
fn looks_one_way(waits: &BTreeSet<Thing>) -> bool {
    let mut edges: Vec<(ThreadId, ThreadId)> = waits.iter().map(|thing| (thing.reader, thing.writer)).collect();
    // What leads nowhere is on no cycle.
    loop {
        let before = edges.len();
        let readers: BTreeSet<ThreadId> = edges.iter().map(|&(reader, _)| reader).collect();
        edges.retain(|(_, writer)| readers.contains(writer));
        if edges.len() == before {
            return edges.is_empty();
        }
    }
}
