//! The states of threads, each computed once.
//!
//! What a thread does depends on the answers that it got and on nothing else, and explorations give it the same answers
//! again and again. So the state that follows from a state and an answer is remembered, with what the engine wants to
//! know of it, and the events of a graph hold numbers of states: adding an event runs no code of the program, and copies
//! nothing, unless its thread gets there for the first time.
//!
//! The memory for that is bounded. When it is used up, states that no event of the graph holds are forgotten (and computed
//! again if need be); if most are held, there is more of it.

use raddle_graph::node::Loc;
use raddle_graph::{Standing, ThreadId, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::schedule::standing;
use crate::program::{Action, Answer, Program};

/// How many bytes states may take before those that are not needed are forgotten. With assertions there is room for a few only, so
/// that all tests forget.
const ROOM: usize = if cfg!(debug_assertions) { 4 << 10 } else { 8 << 20 };

/// From so many answers on, they are looked up in a table.
const MANY: usize = 8;

/// The number of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StateId(u32);

impl StateId {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a state.
struct Known<S> {
    state: S,
    standing: Standing,
    /// The location of the action, and in which graph.
    loc: Option<(u32, Loc)>,
    /// The states that follow.
    next: SmallVec<[Next; 3]>,
    /// The first state of the thread that its action starts, and that thread's twin.
    child: Option<(StateId, Option<ThreadId>)>,
}

/// An answer, and the state that it leads to.
#[derive(Clone, Copy)]
struct Next {
    value: Value,
    stored: bool,
    to: StateId,
}

/// All states that one worker knows.
pub(crate) struct States<'a, P: Program> {
    program: &'a P,
    /// Have waits and mutexes rules of their own?
    by_rule: bool,
    known: Vec<Known<P::State>>,
    forgotten: Vec<StateId>,
    /// What follows from states with many answers.
    many: FxHashMap<(StateId, Value, bool), StateId>,
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
            known: Vec::new(),
            forgotten: Vec::new(),
            many: FxHashMap::default(),
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
                self.known[id.index()].state = state;
                id
            }
            None => self.push(state),
        };
        self.note(id);
        id
    }

    /// Adds the state that follows from another. It is computed where it stays.
    fn add_after(&mut self, before: StateId, answer: Answer) -> StateId {
        let id = match self.forgotten.pop() {
            Some(id) => {
                if let Ok([new, before]) = self.known.get_disjoint_mut([id.index(), before.index()]) {
                    new.state.clone_from(&before.state);
                }
                id
            }
            None => self.push(self.get(before).clone()),
        };
        self.program.step(&mut self.known[id.index()].state, answer);
        self.note(id);
        id
    }

    #[inline]
    fn push(&mut self, state: P::State) -> StateId {
        let standing = Standing::Absent;
        self.known.push(Known { state, standing, loc: None, next: SmallVec::new(), child: None });
        StateId(self.known.len() as u32 - 1)
    }

    /// Fills in what follows from a new state alone.
    fn note(&mut self, id: StateId) {
        let known = &mut self.known[id.index()];
        known.standing = standing(self.program, &known.state, self.by_rule);
        known.loc = None;
        self.size += self.program.size(&known.state) + size_of::<Known<P::State>>();
    }

    #[inline]
    pub(crate) fn get(&self, id: StateId) -> &P::State {
        &self.known[id.index()].state
    }

    /// What the thread is about to do.
    #[inline]
    pub(crate) fn action(&self, id: StateId) -> &Action {
        self.program.action(self.get(id))
    }

    /// Where the thread stands.
    #[inline]
    pub(crate) fn standing(&self, id: StateId) -> Standing {
        self.known[id.index()].standing
    }

    /// The state after the action was answered.
    #[inline]
    pub(crate) fn after(&mut self, id: StateId, answer: Answer) -> StateId {
        let known = &self.known[id.index()];
        for next in &known.next {
            if next.value == answer.value && next.stored == answer.stored {
                return next.to;
            }
        }
        self.look_further(id, answer)
    }

    #[cold]
    #[inline(never)]
    fn look_further(&mut self, id: StateId, answer: Answer) -> StateId {
        let Answer { value, stored } = answer;
        let has_many = self.known[id.index()].next.len() == MANY;
        if has_many && let Some(&to) = self.many.get(&(id, value, stored)) {
            return to;
        }
        let to = self.add_after(id, answer);
        if has_many {
            self.many.insert((id, value, stored), to);
        } else {
            self.known[id.index()].next.push(Next { value, stored, to });
        }
        to
    }

    /// The first state of the thread that the action starts, and that thread's twin.
    pub(crate) fn child(&mut self, id: StateId) -> (StateId, Option<ThreadId>) {
        if let Some(child) = self.known[id.index()].child {
            return child;
        }
        let (start, twin) = (self.program.child(self.get(id)), self.program.twin(self.get(id)));
        let child = (self.add(start), twin);
        self.known[id.index()].child = Some(child);
        child
    }

    /// The location of the action, if it was noted for this graph.
    #[inline]
    pub(crate) fn loc(&self, id: StateId) -> Option<Loc> {
        let (graph, loc) = self.known[id.index()].loc?;
        (graph == self.graph).then_some(loc)
    }

    /// Notes the location of the action.
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

    /// Forgets all states but those held.
    pub(crate) fn forget_all_but(&mut self, held: impl Iterator<Item = StateId>) {
        let mut is_held = vec![false; self.known.len()];
        // Slots without an event may hold numbers from elsewhere.
        held.for_each(|id| is_held.get_mut(id.index()).into_iter().for_each(|held| *held = true));
        let is_held = |id: StateId| is_held[id.index()];
        self.forgotten.clear();
        self.size = 0;
        for (index, known) in self.known.iter_mut().enumerate() {
            let id = StateId(index as u32);
            if !is_held(id) {
                self.forgotten.push(id);
                known.next.clear();
                known.child = None;
                continue;
            }
            self.size += self.program.size(&known.state) + size_of::<Known<P::State>>();
            known.next.retain(|next| is_held(next.to));
            known.child = known.child.filter(|&(start, _)| is_held(start));
        }
        self.many.retain(|&(from, ..), to| is_held(from) && is_held(*to));
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
