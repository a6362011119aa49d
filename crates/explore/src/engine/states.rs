//! The states of threads, each computed once.
//!
//! What a thread does depends on the answers that it got and on nothing else, and explorations give it the same answers
//! again and again. So the state that follows from a state and an answer is remembered, with what the engine wants to
//! know of it, and the events of a graph hold numbers of states: adding an event runs no code of the program, and copies
//! nothing, unless its thread gets there for the first time.
//!
//! States form trees: one follows from one other, by one answer. So what follows from a state is a list through the states
//! themselves. The program's own idea of a state is large, and few are kept: where a thread has, as far as is known, one way to
//! go, it is moved on with the thread, and only every few steps one stays behind. Should the thread go another way
//! later, those few steps are done again.
//!
//! If answers make no difference to what a thread does then (it has dropped the value, say, or only wanted to know whether it
//! is 0), one state stands for all that follow from them (`Program::does_the_same`): otherwise each value that was once
//! read would have all that comes later done again.
//!
//! The memory for that is bounded. When it is used up, states that no event of the graph holds and that were of no use
//! lately are forgotten (and computed again if need be); if most are held, there is more of it.

use std::num::NonZeroU32;

use raddle_graph::node::Loc;
use raddle_graph::{Standing, ThreadId, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::schedule::standing;
use raddle_program::{Action, Answer, Program};

/// How many bytes states may take before those that are not needed are forgotten: so many, or so many for each event of the
/// graph. With assertions there is room for a few only, so that all tests forget.
const ROOM: usize = if cfg!(debug_assertions) { 4 << 10 } else { 768 << 10 };
const ROOM_FOR_EVENT: usize = if cfg!(debug_assertions) { 16 } else { 16 << 10 };

/// How many states there are before the table of them moves.
const CAPACITY: usize = 1 << 14;

/// From so many answers on, they are looked up in a table.
const MANY: u8 = 8;

/// The count of an entry that says that an answer leads to a state known already.
const ALIAS: u8 = u8::MAX;

/// A new state is compared with so many others.
const TRIES: usize = 3;

/// So many steps at most are done again to find a state that was not kept.
const FAR: u8 = 16;

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StateId(u32);

impl StateId {
    /// No state.
    const NONE: StateId = StateId(u32::MAX);

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the program's own idea of a state is, if it was kept.
type Place = Option<NonZeroU32>;

/// Is more than one answer to an action to be expected?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ways {
    /// No: there is only one, or only one is there.
    One,
    /// Yes.
    Several,
}

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    /// What the thread is about to do, and at which location of which graph.
    action: Action,
    loc: Option<(u32, Loc)>,
    /// The answer that led here.
    answer: Answer,
    standing: Standing,
    /// How many answers were given, up to `MANY`; others are in the table. `ALIAS` if it is no state, but says that the answer
    /// leads to the state `first`.
    count: u8,
    /// Was the state found since states were last forgotten?
    is_used: bool,
    /// How many steps ago a state was kept for good: 0 if it is this one.
    far: u8,
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
    /// Is every state kept, because all will be asked for?
    keeps_all: bool,
    /// Does the program say of states that they do the same?
    merges: bool,
    known: Vec<Known>,
    forgotten: Vec<StateId>,
    kept: Kept<P::State>,
    /// What follows from states with many answers.
    many: FxHashMap<(StateId, Value, bool), StateId>,
    /// The first states of the threads that the actions of states start, and those threads' twins.
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
            merges: program.compares_states(),
            // Room for many: what is not used takes no memory, and nothing is copied when there are more.
            known: Vec::with_capacity(CAPACITY),
            forgotten: Vec::new(),
            kept: Kept { states: Vec::with_capacity(CAPACITY), free: Vec::new() },
            many: FxHashMap::default(),
            children: FxHashMap::default(),
            size: 0,
            room: ROOM,
            graph: 1,
        }
    }

    pub(crate) fn program(&self) -> &'a P {
        self.program
    }

    /// Adds a state from which nothing is known to follow.
    pub(crate) fn add(&mut self, state: P::State) -> StateId {
        self.size += self.size_of(&state);
        let place = self.kept.add(state);
        self.note(place, 0, Answer { value: 0, stored: false }, (StateId::NONE, StateId::NONE))
    }

    /// Fills in what is known of a new state.
    #[inline(always)]
    fn note(&mut self, place: Place, far: u8, answer: Answer, (before, sibling): (StateId, StateId)) -> StateId {
        let action = self.program.action(self.kept.get(place));
        let standing = standing(self.program, action, self.by_rule);
        let action = *action;
        let (loc, count, is_used, first) = (None, 0, true, StateId::NONE);
        self.enter(Known { action, loc, answer, standing, count, is_used, far, place, before, first, sibling })
    }

    /// Notes that an answer leads to a state that is known.
    fn note_alias(&mut self, answer: Answer, to: StateId, (before, sibling): (StateId, StateId)) -> StateId {
        let (place, first, count, is_used) = (None, to, ALIAS, true);
        let known = self.known[to.index()];
        self.enter(Known { answer, count, is_used, place, before, first, sibling, ..known })
    }

    #[inline(always)]
    fn enter(&mut self, known: Known) -> StateId {
        self.size += size_of::<Known>();
        match self.forgotten.pop() {
            Some(id) => {
                self.known[id.index()] = known;
                id
            }
            None => {
                self.known.push(known);
                StateId(self.known.len() as u32 - 1)
            }
        }
    }

    #[inline]
    fn size_of(&self, state: &P::State) -> usize {
        self.program.size(state) + size_of::<P::State>()
    }

    /// A state that is kept: any, if all are, or the last one of a thread.
    #[inline]
    pub(crate) fn get(&self, id: StateId) -> &P::State {
        self.kept.get(self.known[id.index()].place)
    }

    /// A copy of any state.
    #[cold]
    pub(crate) fn copy(&self, id: StateId) -> P::State {
        let mut answers = SmallVec::<[Answer; FAR as usize]>::new();
        let mut known = &self.known[id.index()];
        while known.place.is_none() {
            answers.push(known.answer);
            known = &self.known[known.before.index()];
        }
        let mut state = self.kept.get(known.place).clone();
        answers.into_iter().rev().for_each(|answer| self.program.step(&mut state, answer));
        state
    }

    /// Makes a state one that is kept.
    #[inline]
    pub(crate) fn keep(&mut self, id: StateId) {
        if self.known[id.index()].place.is_none() {
            self.keep_anew(id);
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_anew(&mut self, id: StateId) {
        let state = self.copy(id);
        self.size += self.size_of(&state);
        let place = self.kept.add(state);
        let known = &mut self.known[id.index()];
        (known.place, known.far) = (place, 0);
    }

    /// What the thread is about to do.
    #[inline]
    pub(crate) fn action(&self, id: StateId) -> &Action {
        &self.known[id.index()].action
    }

    /// Where the thread stands.
    #[inline]
    pub(crate) fn standing(&self, id: StateId) -> Standing {
        self.known[id.index()].standing
    }

    /// The state after the action was answered.
    pub(crate) fn after(&mut self, id: StateId, answer: Answer, ways: Ways) -> StateId {
        self.go_on(id, answer, ways).0
    }

    /// The same, with where the thread stands then.
    #[inline(always)]
    pub(crate) fn go_on(&mut self, id: StateId, answer: Answer, ways: Ways) -> (StateId, Standing) {
        let mut next = self.known[id.index()].first;
        while let Some(known) = self.known.get_mut(next.index()) {
            if known.answer == answer {
                known.is_used = true;
                let standing = known.standing;
                return (if known.count == ALIAS { self.follow(next) } else { next }, standing);
            }
            next = known.sibling;
        }
        let new = self.look_further(id, answer, ways);
        (new, self.standing(new))
    }

    /// The state that an alias stands for.
    #[inline(always)]
    fn follow(&mut self, alias: StateId) -> StateId {
        let to = self.known[alias.index()].first;
        self.known[to.index()].is_used = true;
        to
    }

    #[cold]
    #[inline(never)]
    fn look_further(&mut self, id: StateId, answer: Answer, ways: Ways) -> StateId {
        match self.known[id.index()] {
            Known { place: Some(place), far, .. } if ways == Ways::One && far > 0 && far < FAR && !self.keeps_all => {
                self.move_on(id, place, answer)
            }
            _ => self.branch(id, answer),
        }
    }

    /// The thread takes the program's idea of its state along. It has left that state for the first time: otherwise it
    /// would have been taken along before, or have been kept for good.
    #[inline(always)]
    fn move_on(&mut self, id: StateId, place: NonZeroU32, answer: Answer) -> StateId {
        let place = Some(place);
        self.program.step(self.kept.get_mut(place), answer);
        let known = &mut self.known[id.index()];
        debug_assert!(known.first == StateId::NONE, "the state was taken along or kept before");
        let far = known.far + 1;
        known.place = None;
        let to = self.note(place, far, answer, (id, StateId::NONE));
        let known = &mut self.known[id.index()];
        (known.first, known.count) = (to, 1);
        to
    }

    /// The state stays behind, and another one follows from it.
    #[inline(never)]
    fn branch(&mut self, id: StateId, answer: Answer) -> StateId {
        let Answer { value, stored } = answer;
        let Known { count, first, .. } = self.known[id.index()];
        let has_many = count == MANY;
        if has_many && let Some(&to) = self.many.get(&(id, value, stored)) {
            self.known[to.index()].is_used = true;
            return to;
        }
        self.keep(id);
        let known = &mut self.known[id.index()];
        known.far = 0;
        let place = known.place;
        self.size += self.size_of(self.kept.get(place));
        let place = self.kept.copy(place);
        self.program.step(self.kept.get_mut(place), answer);
        let equal = if first == StateId::NONE || !self.merges { None } else { self.find_equal(id, place) };
        if equal.is_some() {
            self.size = self.size.saturating_sub(self.size_of(self.kept.get(place)));
            self.kept.give_back(place);
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
            let known = &mut self.known[id.index()];
            (known.first, known.count) = (new, count + 1);
        }
        equal.unwrap_or(new)
    }

    /// A state that follows from the first one, and in which the thread does the same as in the other one, which is kept.
    fn find_equal(&self, id: StateId, place: Place) -> Option<StateId> {
        let state = self.kept.get(place);
        let action = self.program.action(state);
        let siblings = std::iter::successors(Some(self.known[id.index()].first), |sibling| {
            Some(self.known.get(sibling.index())?.sibling)
        });
        let candidates = siblings.take_while(|&sibling| sibling != StateId::NONE).filter(|&sibling| {
            let known = &self.known[sibling.index()];
            known.count != ALIAS && known.action == *action
        });
        candidates.take(TRIES).find(|&sibling| match self.known[sibling.index()].place {
            Some(place) => self.program.does_the_same(self.kept.get(Some(place)), state),
            None => self.program.does_the_same(&self.copy(sibling), state),
        })
    }

    /// The first state of the thread that the action starts, and that thread's twin.
    pub(crate) fn child(&mut self, id: StateId) -> (StateId, Option<ThreadId>) {
        if let Some(&child) = self.children.get(&id) {
            return child;
        }
        self.keep(id);
        let (start, twin) = (self.program.child(self.get(id)), self.program.twin(self.get(id)));
        let child = (self.add(start), twin);
        self.children.insert(id, child);
        child
    }

    /// The location of the action, if it was noted for this graph.
    #[inline(always)]
    pub(crate) fn loc(&self, id: StateId) -> Option<Loc> {
        let (graph, loc) = self.known[id.index()].loc?;
        (graph == self.graph).then_some(loc)
    }

    /// Notes the location of the action, and gives the action.
    #[inline]
    pub(crate) fn note_loc(&mut self, id: StateId, loc: Loc) -> &Action {
        let known = &mut self.known[id.index()];
        known.loc = Some((self.graph, loc));
        &known.action
    }

    /// From here on there is another graph, with other locations.
    pub(crate) fn forget_locations(&mut self) {
        self.graph += 1;
    }

    /// Is the memory for states used up that there is for a graph with so many events?
    #[inline]
    pub(crate) fn is_full(&self, events: usize) -> bool {
        self.size > self.room.max(events * ROOM_FOR_EVENT)
    }

    /// Forgets states other than those held: those that were of no use lately or, if that is not much, all.
    pub(crate) fn forget_all_but(&mut self, held: impl Iterator<Item = StateId>) {
        let mut stays = vec![false; self.known.len()];
        // Slots without an event may hold numbers from elsewhere.
        held.for_each(|id| stays.get_mut(id.index()).into_iter().for_each(|stays| *stays = true));
        for &id in &self.forgotten {
            (stays[id.index()], self.known[id.index()].is_used) = (false, false);
        }
        let used = self.known.iter().filter(|known| known.is_used).count();
        if used <= self.known.len() / 2 {
            stays.iter_mut().zip(&self.known).for_each(|(stays, known)| *stays |= known.is_used);
        }
        // What is needed to find a state that was not kept stays, too, and what an alias stands for.
        for index in 0..stays.len() {
            let known = &self.known[index];
            if stays[index] && known.count == ALIAS {
                stays[known.first.index()] = true;
            }
        }
        for index in 0..stays.len() {
            let mut at = index;
            while stays[at] && self.known[at].place.is_none() {
                at = self.known[at].before.index();
                stays[at] = true;
            }
        }
        self.forget_but(&stays);
    }

    fn forget_but(&mut self, stays: &[bool]) {
        let stays = |id: StateId| stays[id.index()];
        self.forgotten.clear();
        self.size = 0;
        for index in 0..self.known.len() {
            let id = StateId(index as u32);
            let known = &mut self.known[index];
            known.is_used = false;
            if !stays(id) {
                (known.first, known.count) = (StateId::NONE, 0);
                self.kept.give_back(known.place.take());
                self.forgotten.push(id);
                continue;
            }
            self.size += size_of::<Known>();
            if known.count == ALIAS {
                continue;
            }
            let mut next = std::mem::replace(&mut known.first, StateId::NONE);
            known.count = 0;
            if let Some(place) = known.place {
                // What it could be found from may be gone.
                known.far = 0;
                self.size += self.size_of(self.kept.get(Some(place)));
            }
            while let Some(&Known { sibling, .. }) = self.known.get(next.index()) {
                if stays(next) {
                    self.known[next.index()].sibling = std::mem::replace(&mut self.known[index].first, next);
                    self.known[index].count += 1;
                }
                next = sibling;
            }
        }
        self.many.retain(|&(from, ..), to| stays(from) && stays(*to));
        self.children.retain(|&from, &mut (start, _)| stays(from) && stays(start));
        // Forgetting takes as long as there are states: not again before as many are new.
        self.room = ROOM.max(2 * self.size);
    }
}

/// The program's own idea of states, as far as they are kept.
struct Kept<S> {
    states: Vec<S>,
    free: Vec<Place>,
}

impl<S: Clone> Kept<S> {
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

/// The position of a state that is kept.
#[inline]
fn index(place: Place) -> usize {
    place.map_or(0, |place| place.get()) as usize - 1
}

#[cfg(test)]
pub(crate) mod tests;
