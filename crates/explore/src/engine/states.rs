//! The states of threads, each computed once.
//!
//! What a thread does depends on the answers that it got and on nothing else, and explorations give it the same answers
//! again and again. So the state that follows from a state and an answer is remembered, with what the engine wants to
//! know of it, and the events of a graph hold numbers of states: adding an event runs no code of the program, and copies
//! nothing, unless its thread gets there for the first time.
//!
//! States form trees: one follows from one other, by one answer. So what follows from a state is a list through the states
//! themselves.
//!
//! The memory for that is bounded. When it is used up, states that no event of the graph holds and that were of no use
//! lately are forgotten (and computed again if need be); if most are held, there is more of it.

use raddle_graph::node::Loc;
use raddle_graph::{Standing, ThreadId, Value};
use rustc_hash::FxHashMap;

use super::schedule::standing;
use crate::program::{Action, Answer, Program};

/// How many bytes states may take before those that are not needed are forgotten. With assertions there is room for a few only, so
/// that all tests forget.
const ROOM: usize = if cfg!(debug_assertions) { 4 << 10 } else { 8 << 20 };

/// From so many answers on, they are looked up in a table.
const MANY: u8 = 8;

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

/// What is known of a state.
#[derive(Clone, Copy)]
struct Known {
    /// What the thread is about to do, and at which location of which graph.
    action: Action,
    loc: Option<(u32, Loc)>,
    /// The answer that led here.
    value: Value,
    stored: bool,
    standing: Standing,
    /// How many states follow, up to `MANY`; others are in the table.
    count: u8,
    /// Was the state found since states were last forgotten?
    is_used: bool,
    /// The first state that follows, and the next one that follows from the same state as this one.
    first: StateId,
    sibling: StateId,
}

/// All states that one worker knows.
pub(crate) struct States<'a, P: Program> {
    program: &'a P,
    /// Have waits and mutexes rules of their own?
    by_rule: bool,
    states: Vec<P::State>,
    known: Vec<Known>,
    forgotten: Vec<StateId>,
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
    pub(crate) fn new(program: &'a P, by_rule: bool) -> States<'a, P> {
        States {
            program,
            by_rule,
            // As many as there is room for: what is not used takes no memory, and nothing is ever copied.
            states: Vec::with_capacity(ROOM / size_of::<P::State>()),
            known: Vec::with_capacity(ROOM / size_of::<P::State>()),
            forgotten: Vec::new(),
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
        let id = match self.forgotten.pop() {
            Some(id) => {
                self.states[id.index()] = state;
                id
            }
            None => {
                self.states.push(state);
                StateId(self.states.len() as u32 - 1)
            }
        };
        self.note(id, Answer { value: 0, stored: false }, StateId::NONE);
        id
    }

    /// Adds the state that follows from another. It is computed where it stays.
    #[inline(always)]
    fn add_after(&mut self, before: StateId, answer: Answer, sibling: StateId) -> StateId {
        let id = match self.forgotten.pop() {
            Some(id) => {
                if let Ok([new, before]) = self.states.get_disjoint_mut([id.index(), before.index()]) {
                    new.clone_from(before);
                }
                id
            }
            None => {
                self.states.push(self.get(before).clone());
                StateId(self.states.len() as u32 - 1)
            }
        };
        self.program.step(&mut self.states[id.index()], answer);
        self.note(id, answer, sibling);
        id
    }

    /// Fills in what is known of a new state.
    #[inline(always)]
    fn note(&mut self, id: StateId, answer: Answer, sibling: StateId) {
        let state = &self.states[id.index()];
        self.size += self.size_of(state);
        let action = *self.program.action(state);
        let standing = standing(self.program, &action, self.by_rule);
        let Answer { value, stored } = answer;
        let first = StateId::NONE;
        let known = Known { action, loc: None, value, stored, standing, count: 0, is_used: true, first, sibling };
        if id.index() < self.known.len() {
            self.known[id.index()] = known;
        } else {
            self.known.push(known);
        }
    }

    #[inline]
    fn size_of(&self, state: &P::State) -> usize {
        self.program.size(state) + size_of::<P::State>() + size_of::<Known>()
    }

    #[inline]
    pub(crate) fn get(&self, id: StateId) -> &P::State {
        &self.states[id.index()]
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
    #[inline(always)]
    pub(crate) fn after(&mut self, id: StateId, answer: Answer) -> StateId {
        let mut next = self.known[id.index()].first;
        while let Some(known) = self.known.get_mut(next.index()) {
            if known.value == answer.value && known.stored == answer.stored {
                known.is_used = true;
                return next;
            }
            next = known.sibling;
        }
        self.look_further(id, answer)
    }

    #[cold]
    #[inline(never)]
    fn look_further(&mut self, id: StateId, answer: Answer) -> StateId {
        let Answer { value, stored } = answer;
        let Known { count, first, .. } = self.known[id.index()];
        let has_many = count == MANY;
        if has_many && let Some(&to) = self.many.get(&(id, value, stored)) {
            self.known[to.index()].is_used = true;
            return to;
        }
        let to = self.add_after(id, answer, if has_many { StateId::NONE } else { first });
        if has_many {
            self.many.insert((id, value, stored), to);
        } else {
            let known = &mut self.known[id.index()];
            (known.first, known.count) = (to, count + 1);
        }
        to
    }

    /// The first state of the thread that the action starts, and that thread's twin.
    pub(crate) fn child(&mut self, id: StateId) -> (StateId, Option<ThreadId>) {
        if let Some(&child) = self.children.get(&id) {
            return child;
        }
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

    /// Notes the location of the action.
    #[inline]
    pub(crate) fn note_loc(&mut self, id: StateId, loc: Loc) {
        self.known[id.index()].loc = Some((self.graph, loc));
    }

    /// From here on there is another graph, with other locations.
    pub(crate) fn forget_locations(&mut self) {
        self.graph += 1;
    }

    /// Is the memory for states used up?
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.size > self.room
    }

    /// Forgets states other than those held: those that were of no use lately or, if that is not much, all.
    pub(crate) fn forget_all_but(&mut self, held: impl Iterator<Item = StateId>) {
        let mut stays = vec![false; self.known.len()];
        // Slots without an event may hold numbers from elsewhere.
        held.for_each(|id| stays.get_mut(id.index()).into_iter().for_each(|stays| *stays = true));
        self.forgotten.iter().for_each(|&id| self.known[id.index()].is_used = false);
        let used = self.known.iter().filter(|known| known.is_used).count();
        if used <= self.known.len() / 2 {
            stays.iter_mut().zip(&self.known).for_each(|(stays, known)| *stays |= known.is_used);
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
            let mut next = std::mem::replace(&mut known.first, StateId::NONE);
            (known.count, known.is_used) = (0, false);
            if !stays(id) {
                self.forgotten.push(id);
                continue;
            }
            self.size += self.size_of(&self.states[index]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::FailureId;
    use raddle_graph::{Address, Mode};

    /// One thread that adds up what it reads, for ever.
    struct Sum;

    impl Program for Sum {
        type State = (Value, Action);

        fn threads(&self) -> usize {
            1
        }

        fn starts(&self, _: ThreadId) -> bool {
            true
        }

        fn initial_value(&self, _: Address) -> Value {
            0
        }

        fn start(&self, _: ThreadId) -> Self::State {
            (0, Action::Read { addr: Address(1), mode: Mode::Rlx, awaits: false })
        }

        fn action<'a>(&self, (_, action): &'a Self::State) -> &'a Action {
            action
        }

        fn step(&self, (sum, action): &mut Self::State, answer: Answer) {
            *sum += answer.value;
            if *sum > 1000 {
                *action = Action::Fail(FailureId(0));
            }
        }
    }

    fn read(value: Value) -> Answer {
        Answer { value, stored: false }
    }

    #[test]
    fn the_same_answer_leads_to_the_same_state() {
        let mut states = States::new(&Sum, true);
        let start = states.add(Sum.start(ThreadId(0)));
        let after: Vec<_> = (0..40).map(|value| states.after(start, read(value))).collect();
        for (value, &id) in (0..).zip(&after) {
            assert_eq!(states.after(start, read(value)), id);
            assert_eq!(states.get(id).0, value);
        }
        let failed = states.after(after[1], read(1000));
        assert_eq!((states.standing(start), states.standing(failed)), (Standing::Reads, Standing::Stuck));
    }

    #[test]
    fn what_is_held_is_not_forgotten_and_the_rest_is_computed_anew() {
        let mut states = States::new(&Sum, true);
        let start = states.add(Sum.start(ThreadId(0)));
        let (mut last, mut held) = (start, vec![start]);
        for value in 1..500 {
            last = states.after(last, read(value % 3));
            if states.is_full() {
                held.push(last);
                states.forget_all_but(held.iter().copied());
            }
        }
        assert!(states.known.len() < 499 && held.len() > 2, "{} known, {} held", states.known.len(), held.len());
        assert_eq!(states.get(last).0, 499);
        let again = (1..500).fold(start, |id, value| states.after(id, read(value % 3)));
        assert_eq!(states.get(again).0, 499);
    }
}
