//! The interpreter as the explorer sees it: a set of threads.

use raddle_graph::{Address, Dependence, Dependencies, ThreadId, UpdateOp, Value, Width};
use raddle_program::{Action, Allocation, Answer, Features, Program as Threads, Span, Waits};

use super::{bulk, loops};
use crate::interpret::state::State;
use crate::memory::layout::{self, Area};
use crate::{ConditionKind, Instr, Program};

/// The size of the word that says whether a lock is free.
const LOCK_BYTES: u64 = 4;

impl Threads for Program {
    type State = State;

    fn features(&self) -> Features {
        let has = |is: fn(&Instr) -> bool| self.functions.iter().flat_map(|function| &function.code).any(is);
        Features {
            threads: self.threads(),
            reservations: self.reserves(),
            // A store to a part of a word may be one.
            updates: self.memory.as_ref().is_some_and(|memory| !memory.wide.is_empty())
                || has(|instr| {
                    matches!(
                        instr,
                        Instr::Update { .. }
                            | Instr::CompareExchange { .. }
                            | Instr::UpdateWithin { .. }
                            | Instr::Lock { .. }
                            | Instr::Condition { .. }
                    )
                }),
            weak_exchanges: has(|instr| matches!(instr, Instr::CompareExchange { weak: true, .. })),
            waits: self.prepared.iter().flat_map(|function| &function.facts).any(|facts| facts.waits),
            loose_control: self.loose_control,
            sections: self.sections,
            // Objects of C programs come and go.
            enumerable: self.memory.is_none(),
        }
    }

    fn threads(&self) -> usize {
        self.threads.len() + self.table.len()
    }

    fn starts(&self, thread: ThreadId) -> bool {
        self.threads.get(thread.index()).is_some_and(|thread| thread.starts)
    }

    fn initial_value(&self, addr: Address) -> Value {
        if let Some(memory) = &self.memory {
            return memory.initial_value(addr, &memory.pairs);
        }
        match self.init.binary_search_by_key(&addr, |&(a, _)| a) {
            Ok(index) => self.init[index].1,
            Err(_) => 0,
        }
    }

    #[inline(always)]
    fn stores(&self, op: UpdateOp, width: Width, old: Value) -> Option<Value> {
        self.stored_by(op, width, old)
    }

    fn start(&self, thread: ThreadId) -> State {
        if self.tracks_dependencies {
            self.start_with::<_, true>(thread, &mut ())
        } else {
            self.start_with::<_, false>(thread, &mut ())
        }
    }

    #[inline]
    fn size(&self, state: &State) -> usize {
        state.size()
    }

    #[inline]
    fn action<'a>(&self, state: &'a State) -> &'a Action {
        &state.own.action
    }

    fn step(&self, state: &mut State, answer: Answer) {
        if self.tracks_dependencies {
            self.step_with::<_, true>(state, answer, &mut ());
        } else {
            self.step_with::<_, false>(state, answer, &mut ());
        }
    }

    fn fails_in_vain(&self, state: &State, value: Value, rewrites: &dyn Fn(Address, Value) -> bool) -> bool {
        self.retries_in_vain(state, value, rewrites)
    }

    fn compares_states(&self) -> bool {
        // Litmus tests look at registers when all is over, and dependencies tell apart what values do not.
        self.memory.is_some() && !self.tracks_dependencies
    }

    fn is_equivalent(&self, one: &State, other: &State) -> bool {
        self.agree(one, other)
    }

    fn dependencies(&self, state: &State) -> Dependencies {
        self.dependencies_of(state)
    }

    fn visit_dependencies(&self, state: &State, visit: &mut dyn FnMut(Dependence, u32)) -> bool {
        self.visit_dependencies_of(state, visit);
        true
    }

    fn child(&self, parent: &State) -> State {
        if self.tracks_dependencies {
            self.child_with::<_, true>(parent, &mut ())
        } else {
            self.child_with::<_, false>(parent, &mut ())
        }
    }

    fn symmetric_to(&self, parent: &State) -> Option<ThreadId> {
        self.symmetric_to(parent)
    }

    fn result(&self, state: &State) -> Value {
        if state.own.action == Action::Finish { state.own.value } else { 0 }
    }

    fn accessed(&self, state: &State) -> Option<Span> {
        let bulk = || bulk::accessed(self.instr(state), state.frame(), &state.own.action);
        self.access_of(state).or_else(bulk)
    }

    fn holds_within(&self, state: &State, bytes: Span) -> Option<Address> {
        let is_inside = |lock: &u64| (Span { start: *lock, length: LOCK_BYTES }).is_inside(bytes);
        let lock = state.own.marks.held().find(is_inside)?;
        Some(layout::location(lock, LOCK_BYTES))
    }

    fn span(&self, addr: Address) -> Option<Span> {
        self.memory.is_some().then(|| layout::span(addr))
    }

    #[inline]
    fn allocation(&self, addr: Address) -> Option<Allocation> {
        self.memory.as_ref()?;
        match Area::of(layout::byte(addr)) {
            Area::Dynamic { allocation, .. } => Some(allocation),
            _ => None,
        }
    }

    fn owner(&self, addr: Address) -> Option<ThreadId> {
        self.memory.as_ref()?;
        layout::thread_local_owner(layout::byte(addr))
    }

    fn can_learn_overlap(&self, first: Address, second: Address) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.can_learn_overlap(first, second))
    }

    fn idle(&self, state: &State) -> Option<State> {
        self.idled(state)
    }

    fn waits_for(&self, state: &State) -> Waits {
        match self.instr(state) {
            Instr::Condition { kind: ConditionKind::Doze, .. } => Waits::Assumption,
            Instr::Require { .. } | Instr::Lock { .. } | Instr::Condition { .. } => Waits::Resource,
            Instr::LoopHead { shadow, .. } => Waits::Spin { reads: loops::reads(*shadow, state) },
            _ => Waits::Assumption,
        }
    }
}
