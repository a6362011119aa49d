//! The states of threads, each computed once (`docs/internals/states.md`).
//!
//! What a thread does depends on the answers that it got and on nothing else, and explorations give it the same answers
//! again and again. So the successor of a state by an answer is cached, with what the engine asks about it, and the events
//! of a graph hold numbers of states: adding an event runs no code of the program, and copies nothing, unless its thread
//! gets there for the first time.
//!
//! States form trees: each follows from one other, by one answer. The successors of a state are a list through the states
//! themselves. A snapshot, the program's own state, is large, and few are stored: while a thread has a single successor it takes
//! its snapshot along, and leaves one behind every few steps. Should the thread branch there later, those few steps are
//! replayed.
//!
//! If answers make no difference to what a thread does next (it has dropped the value, or only compared it with 0), one state
//! stands for all of their successors (`Program::is_equivalent`). Otherwise each value ever read would multiply all that
//! follows.
//!
//! The memory is bounded. When it is used up, states that no event of the graph holds and that were not used lately are
//! evicted, and computed again when needed; if the graph holds most of them, the bound grows.

use std::num::NonZeroU32;

use raddle_graph::node::Loc;
use raddle_graph::{Standing, ThreadId, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::schedule::standing;
use raddle_program::{Action, Answer, Program};

/// How many bytes states may take before some are evicted: so many, or so many for each event of the graph. Few with debug
/// assertions, so that all tests evict.
const MIN_BYTES: usize = if cfg!(debug_assertions) { 4 << 10 } else { 768 << 10 };
const BYTES_PER_EVENT: usize = if cfg!(debug_assertions) { 16 } else { 16 << 10 };

/// Room for this many states is reserved, so that the table seldom moves.
const INITIAL_CAPACITY: usize = 1 << 14;

/// Successors of a state beyond this many are looked up in a hash table.
const LINEAR_LOOKUP_LIMIT: u8 = 8;

/// The count of an entry that is no state, but says that an answer leads to one that exists.
const ALIAS: u8 = u8::MAX;

/// A new state is compared with at most this many siblings.
const MAX_MERGE_CANDIDATES: usize = 3;

/// At most this many steps are replayed to compute a state without a snapshot.
const MAX_REPLAY_STEPS: u8 = 16;

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StateId(u32);

impl StateId {
    /// No state.
    const NONE: StateId = StateId(u32::MAX);

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the snapshot of a state is, if there is one.
type Place = Option<NonZeroU32>;

/// Can an action be answered in more than one way?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branching {
    /// No, or only one answer is there.
    Single,
    /// Yes.
    Multiple,
}

/// A state, as the engine sees it.
#[derive(Clone, Copy)]
struct Entry {
    /// What the thread is about to do, and at which location of which graph.
    action: Action,
    loc: Option<(u32, Loc)>,
    /// The answer that led here.
    answer: Answer,
    standing: Standing,
    /// How many successors there are, up to `LINEAR_LOOKUP_LIMIT`; others are in the table. `ALIAS` if it is no state, but says that the answer
    /// leads to the state `first`.
    count: u8,
    /// Was the state used since states were last evicted?
    is_used: bool,
    /// How many steps ago a snapshot was left behind: 0 if this state has one for good.
    steps_since_snapshot: u8,
    place: Place,
    /// The state from which it follows, the first one that follows from it, and the next one that follows from the same
    /// state as this one.
    before: StateId,
    first: StateId,
    sibling: StateId,
}

/// All states that one worker knows.
pub(crate) struct States<'a, P: Program> {
    program: &'a P,
    /// Have waits and mutexes rules of their own?
    by_rule: bool,
    /// Has every state a snapshot, because all will be asked for?
    keeps_all: bool,
    /// Is nobody told from which reads an action was computed?
    pub(crate) ignores_dependencies: bool,
    /// Can the program compare states?
    merges: bool,
    entries: Vec<Entry>,
    /// Numbers of evicted states.
    free: Vec<StateId>,
    snapshots: Snapshots<P::State>,
    /// Successors of states that have many.
    many: FxHashMap<(StateId, Value, bool), StateId>,
    /// The first states of the threads that the actions of states start, and the threads that they are symmetric to.
    children: FxHashMap<StateId, (StateId, Option<ThreadId>)>,
    /// How many bytes they take together.
    size: usize,
    room: usize,
    /// Which graph locations belong to.
    graph: u32,
}

impl<'a, P: Program> States<'a, P> {
    pub(crate) fn new(program: &'a P, by_rule: bool, keeps_all: bool) -> States<'a, P> {
        States {
            program,
            by_rule,
            keeps_all,
            ignores_dependencies: false,
            merges: program.compares_states(),
            // Room for many: what is not used takes no memory, and nothing is copied when there are more.
            entries: Vec::with_capacity(INITIAL_CAPACITY),
            free: Vec::new(),
            snapshots: Snapshots { states: Vec::with_capacity(INITIAL_CAPACITY), free: Vec::new() },
            many: FxHashMap::default(),
            children: FxHashMap::default(),
            size: 0,
            room: MIN_BYTES,
            graph: 1,
        }
    }

    pub(crate) fn program(&self) -> &'a P {
        self.program
    }

    /// Adds a state without successors.
    pub(crate) fn add(&mut self, state: P::State) -> StateId {
        self.size += self.size_of(&state);
        let place = self.snapshots.add(state);
        self.note(place, 0, Answer { value: 0, stored: false }, (StateId::NONE, StateId::NONE))
    }

    /// Enters a new state.
    #[inline(always)]
    fn note(
        &mut self,
        place: Place,
        steps_since_snapshot: u8,
        answer: Answer,
        (before, sibling): (StateId, StateId),
    ) -> StateId {
        let action = self.program.action(self.snapshots.get(place));
        let standing = standing(self.program, action, self.by_rule);
        let action = *action;
        let (loc, count, is_used, first) = (None, 0, true, StateId::NONE);
        self.enter(Entry {
            action,
            loc,
            answer,
            standing,
            count,
            is_used,
            steps_since_snapshot,
            place,
            before,
            first,
            sibling,
        })
    }

    /// Notes that an answer leads to a state that exists.
    fn note_alias(&mut self, answer: Answer, to: StateId, (before, sibling): (StateId, StateId)) -> StateId {
        let (place, first, count, is_used) = (None, to, ALIAS, true);
        let entry = self.entries[to.index()];
        self.enter(Entry { answer, count, is_used, place, before, first, sibling, ..entry })
    }

    #[inline(always)]
    fn enter(&mut self, entry: Entry) -> StateId {
        self.size += size_of::<Entry>();
        match self.free.pop() {
            Some(id) => {
                self.entries[id.index()] = entry;
                id
            }
            None => {
                self.entries.push(entry);
                StateId(self.entries.len() as u32 - 1)
            }
        }
    }

    #[inline]
    fn size_of(&self, state: &P::State) -> usize {
        self.program.size(state) + size_of::<P::State>()
    }

    /// A state that has a snapshot: any, if all have, or the last one of a thread.
    #[inline]
    pub(crate) fn get(&self, id: StateId) -> &P::State {
        self.snapshots.get(self.entries[id.index()].place)
    }

    /// Shows any state.
    pub(crate) fn look(&self, id: StateId, look: &mut dyn FnMut(&P::State)) {
        match self.entries[id.index()].place {
            None => look(&self.copy(id)),
            place => look(self.snapshots.get(place)),
        }
    }

    /// A copy of any state.
    #[cold]
    pub(crate) fn copy(&self, id: StateId) -> P::State {
        let mut answers = SmallVec::<[Answer; MAX_REPLAY_STEPS as usize]>::new();
        let mut entry = &self.entries[id.index()];
        while entry.place.is_none() {
            answers.push(entry.answer);
            entry = &self.entries[entry.before.index()];
        }
        let mut state = self.snapshots.get(entry.place).clone();
        answers.into_iter().rev().for_each(|answer| self.program.step(&mut state, answer));
        state
    }

    /// Gives a state a snapshot.
    #[inline]
    pub(crate) fn keep(&mut self, id: StateId) {
        if self.entries[id.index()].place.is_none() {
            self.snapshot_anew(id);
        }
    }

    #[cold]
    #[inline(never)]
    fn snapshot_anew(&mut self, id: StateId) {
        let state = self.copy(id);
        self.size += self.size_of(&state);
        let place = self.snapshots.add(state);
        let entry = &mut self.entries[id.index()];
        (entry.place, entry.steps_since_snapshot) = (place, 0);
    }

    /// What the thread is about to do.
    #[inline]
    pub(crate) fn action(&self, id: StateId) -> &Action {
        &self.entries[id.index()].action
    }

    /// Where the thread stands.
    #[inline]
    pub(crate) fn standing(&self, id: StateId) -> Standing {
        self.entries[id.index()].standing
    }

    /// The state after the action was answered.
    pub(crate) fn after(&mut self, id: StateId, answer: Answer, branching: Branching) -> StateId {
        self.go_on(id, answer, branching).0
    }

    /// The same, with where the thread stands then.
    #[inline(always)]
    pub(crate) fn go_on(&mut self, id: StateId, answer: Answer, branching: Branching) -> (StateId, Standing) {
        let mut next = self.entries[id.index()].first;
        while let Some(entry) = self.entries.get_mut(next.index()) {
            if entry.answer == answer {
                entry.is_used = true;
                let standing = entry.standing;
                return (if entry.count == ALIAS { self.follow(next) } else { next }, standing);
            }
            next = entry.sibling;
        }
        let new = self.miss(id, answer, branching);
        (new, self.standing(new))
    }

    /// The state that an alias stands for.
    #[inline(always)]
    fn follow(&mut self, alias: StateId) -> StateId {
        let to = self.entries[alias.index()].first;
        self.entries[to.index()].is_used = true;
        to
    }

    #[cold]
    #[inline(never)]
    fn miss(&mut self, id: StateId, answer: Answer, branching: Branching) -> StateId {
        match self.entries[id.index()] {
            Entry { place: Some(place), steps_since_snapshot, .. }
                if branching == Branching::Single
                    && steps_since_snapshot > 0
                    && steps_since_snapshot < MAX_REPLAY_STEPS
                    && !self.keeps_all =>
            {
                self.move_on(id, place, answer)
            }
            _ => self.branch(id, answer),
        }
    }

    /// The thread takes its snapshot along. It leaves the state for the first time: otherwise the snapshot would have been
    /// taken along before, or left behind for good.
    #[inline(always)]
    fn move_on(&mut self, id: StateId, place: NonZeroU32, answer: Answer) -> StateId {
        let place = Some(place);
        self.program.step(self.snapshots.get_mut(place), answer);
        let entry = &mut self.entries[id.index()];
        debug_assert!(entry.first == StateId::NONE, "the snapshot was taken along or left behind before");
        let steps_since_snapshot = entry.steps_since_snapshot + 1;
        entry.place = None;
        let to = self.note(place, steps_since_snapshot, answer, (id, StateId::NONE));
        let entry = &mut self.entries[id.index()];
        (entry.first, entry.count) = (to, 1);
        to
    }

    /// The snapshot stays behind, and another state follows.
    #[inline(never)]
    fn branch(&mut self, id: StateId, answer: Answer) -> StateId {
        let Answer { value, stored } = answer;
        let Entry { count, first, .. } = self.entries[id.index()];
        let has_many = count == LINEAR_LOOKUP_LIMIT;
        if has_many && let Some(&to) = self.many.get(&(id, value, stored)) {
            self.entries[to.index()].is_used = true;
            return to;
        }
        self.keep(id);
        let entry = &mut self.entries[id.index()];
        entry.steps_since_snapshot = 0;
        let place = entry.place;
        self.size += self.size_of(self.snapshots.get(place));
        let place = self.snapshots.copy(place);
        self.program.step(self.snapshots.get_mut(place), answer);
        let equal = if first == StateId::NONE || !self.merges { None } else { self.find_equivalent(id, place) };
        if equal.is_some() {
            self.size = self.size.saturating_sub(self.size_of(self.snapshots.get(place)));
            self.snapshots.give_back(place);
        }
        let sibling = if has_many { StateId::NONE } else { first };
        let new = match equal {
            // The table says where to.
            Some(to) if has_many => to,
            Some(to) => self.note_alias(answer, to, (id, sibling)),
            None => self.note(place, 1, answer, (id, sibling)),
        };
        if has_many {
            self.many.insert((id, value, stored), new);
        } else {
            let entry = &mut self.entries[id.index()];
            (entry.first, entry.count) = (new, count + 1);
        }
        equal.unwrap_or(new)
    }

    /// A successor of the state that is equivalent to the new one, of which this is the snapshot.
    fn find_equivalent(&self, id: StateId, place: Place) -> Option<StateId> {
        let state = self.snapshots.get(place);
        let action = self.program.action(state);
        let siblings = std::iter::successors(Some(self.entries[id.index()].first), |sibling| {
            Some(self.entries.get(sibling.index())?.sibling)
        });
        let candidates = siblings.take_while(|&sibling| sibling != StateId::NONE).filter(|&sibling| {
            let entry = &self.entries[sibling.index()];
            entry.count != ALIAS && entry.action == *action
        });
        candidates.take(MAX_MERGE_CANDIDATES).find(|&sibling| match self.entries[sibling.index()].place {
            Some(place) => self.program.is_equivalent(self.snapshots.get(Some(place)), state),
            None => self.program.is_equivalent(&self.copy(sibling), state),
        })
    }

    /// The first state of the thread that the action starts, and the thread that it is symmetric to.
    pub(crate) fn child(&mut self, id: StateId) -> (StateId, Option<ThreadId>) {
        if let Some(&child) = self.children.get(&id) {
            return child;
        }
        self.keep(id);
        let (start, symmetric_to) = (self.program.child(self.get(id)), self.program.symmetric_to(self.get(id)));
        let child = (self.add(start), symmetric_to);
        self.children.insert(id, child);
        child
    }

    /// The location of the action, if it was noted for this graph.
    #[inline(always)]
    pub(crate) fn loc(&self, id: StateId) -> Option<Loc> {
        let (graph, loc) = self.entries[id.index()].loc?;
        (graph == self.graph).then_some(loc)
    }

    /// Notes the location of the action, and gives the action.
    #[inline]
    pub(crate) fn note_loc(&mut self, id: StateId, loc: Loc) -> &Action {
        let entry = &mut self.entries[id.index()];
        entry.loc = Some((self.graph, loc));
        &entry.action
    }

    /// From here on there is another graph, with other locations.
    pub(crate) fn forget_locations(&mut self) {
        self.graph += 1;
    }

    /// Is the memory used up that states may take while the graph has so many events?
    #[inline]
    pub(crate) fn is_full(&self, events: usize) -> bool {
        self.size > self.room.max(events * BYTES_PER_EVENT)
    }

    /// Evicts states other than those held: those that were not used lately or, if those are few, all.
    pub(crate) fn evict_all_but(&mut self, held: impl Iterator<Item = StateId>) {
        let mut stays = vec![false; self.entries.len()];
        // Slots without an event may hold numbers from elsewhere.
        held.for_each(|id| stays.get_mut(id.index()).into_iter().for_each(|stays| *stays = true));
        for &id in &self.free {
            (stays[id.index()], self.entries[id.index()].is_used) = (false, false);
        }
        let used = self.entries.iter().filter(|entry| entry.is_used).count();
        if used <= self.entries.len() / 2 {
            stays.iter_mut().zip(&self.entries).for_each(|(stays, entry)| *stays |= entry.is_used);
        }
        // The ancestors from which a state is replayed stay, too, and what an alias stands for.
        for index in 0..stays.len() {
            let entry = &self.entries[index];
            if stays[index] && entry.count == ALIAS {
                stays[entry.first.index()] = true;
            }
        }
        for index in 0..stays.len() {
            let mut at = index;
            while stays[at] && self.entries[at].place.is_none() {
                at = self.entries[at].before.index();
                stays[at] = true;
            }
        }
        self.evict(&stays);
    }

    fn evict(&mut self, stays: &[bool]) {
        let stays = |id: StateId| stays[id.index()];
        self.free.clear();
        self.size = 0;
        for index in 0..self.entries.len() {
            let id = StateId(index as u32);
            let entry = &mut self.entries[index];
            entry.is_used = false;
            if !stays(id) {
                (entry.first, entry.count) = (StateId::NONE, 0);
                self.snapshots.give_back(entry.place.take());
                self.free.push(id);
                continue;
            }
            self.size += size_of::<Entry>();
            if entry.count == ALIAS {
                continue;
            }
            let mut next = std::mem::replace(&mut entry.first, StateId::NONE);
            entry.count = 0;
            if let Some(place) = entry.place {
                // Its ancestor snapshot may have been evicted.
                entry.steps_since_snapshot = 0;
                self.size += self.size_of(self.snapshots.get(Some(place)));
            }
            while let Some(&Entry { sibling, .. }) = self.entries.get(next.index()) {
                if stays(next) {
                    self.entries[next.index()].sibling = std::mem::replace(&mut self.entries[index].first, next);
                    self.entries[index].count += 1;
                }
                next = sibling;
            }
        }
        self.many.retain(|&(from, ..), to| stays(from) && stays(*to));
        self.children.retain(|&from, &mut (start, _)| stays(from) && stays(start));
        // Evicting is linear in the number of states: not again before as many are new.
        self.room = MIN_BYTES.max(2 * self.size);
    }
}

/// The program's own states.
struct Snapshots<S> {
    states: Vec<S>,
    free: Vec<Place>,
}

impl<S: Clone> Snapshots<S> {
    fn add(&mut self, state: S) -> Place {
        match self.free.pop() {
            Some(place) => {
                *self.get_mut(place) = state;
                place
            }
            None => self.push(state),
        }
    }

    #[inline(always)]
    fn push(&mut self, state: S) -> Place {
        self.states.push(state);
        NonZeroU32::new(self.states.len() as u32)
    }

    /// Another one of the same.
    #[inline(always)]
    fn copy(&mut self, place: Place) -> Place {
        let Some(free) = self.free.pop() else { return self.push(self.get(place).clone()) };
        if let Ok([new, old]) = self.states.get_disjoint_mut([index(free), index(place)]) {
            new.clone_from(old);
        }
        free
    }

    fn give_back(&mut self, place: Place) {
        if place.is_some() {
            self.free.push(place);
        }
    }

    #[inline]
    fn get(&self, place: Place) -> &S {
        &self.states[index(place)]
    }

    #[inline]
    fn get_mut(&mut self, place: Place) -> &mut S {
        &mut self.states[index(place)]
    }
}

/// The position of a snapshot.
#[inline]
fn index(place: Place) -> usize {
    match place {
        Some(place) => place.get() as usize - 1,
        None => unreachable!("the state has a snapshot"),
    }
}

#[cfg(test)]
pub(crate) mod tests;
