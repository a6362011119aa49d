//! A program whose reads may wait: instead of reading from a write that is there, a read takes a value that it is known to have read
//! elsewhere, and is given its write when the graph is complete (`open/close`).
//!
//! To the engine a read that waits is a choice: it reads nothing, synchronises with nothing and constrains nothing. Before each
//! read that may wait there is a choice whose first value is to read as ever. A graph of such a program has no cycle, and
//! nothing about the engine changes, except that some choices are forbidden (`Program::may_choose`).
//!
//! Where reads wait, less is ordered than will be, so the life of objects stops no thread: to the engine memory is there for ever,
//! and the end of a life is a choice of one. What is wrong is told of executions (`open/fault`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_graph::{Address, Dependencies, Mode, ReadSet, ThreadId, UpdateOp, Value, Width};
use raddle_program::{Action, Allocation, Answer, Awaited, Features, Program, Span, Waits};

use smallvec::SmallVec;

use super::things::{Bound, Thing, Things};

/// A program whose reads may wait.
pub(crate) struct Open<'p, P> {
    pub(crate) inner: &'p P,
    pub(crate) things: Things,
    /// May weak compare-exchanges fail although they need not?
    pub(crate) spurious_failures: bool,
    /// Are reads that may block explored by rules of their own? Without, every way to block is explored.
    pub(crate) by_rule: bool,
    /// So often a thread goes through a loop once more where it would wait.
    pub(crate) idles: u32,
    /// A thread that has so many events is stopped.
    pub(crate) max_events: usize,
    /// Is the model told of no dependencies?
    pub(crate) ignores_dependencies: bool,
}

/// What kind of read waits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Read,
    /// Half of an update that stores. Its write comes next.
    Update,
    /// A load-linked.
    Reserve,
}

impl Kind {
    /// Is the read told from others in its label?
    pub(crate) fn is_exclusive(self) -> bool {
        self != Kind::Read
    }
}

/// What is to be known about an event of an open program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Chosen {
    /// It is a choice: the read behind it reads as ever.
    Read,
    /// It takes a lock.
    Lock,
    /// It is a load-linked or a store-conditional.
    Pair,
    /// It ends the life of what begins there.
    Free { base: Address },
    /// It is a choice: the read waits for the thing.
    Wait {
        thing: Thing,
        /// The order of the read.
        mode: Mode,
        kind: Kind,
    },
}

/// An event of an open program whose label was computed from what was read, or is not familiar.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// Its position.
    pub(crate) index: u32,
    /// What it writes, if it is no read.
    pub(crate) written: Option<Value>,
    /// The positions of the reads from which that was computed.
    pub(crate) needs: Vec<u32>,
    pub(crate) is_familiar: bool,
}

#[derive(Clone)]
pub(crate) struct OpenState<S> {
    pub(crate) inner: S,
    thread: ThreadId,
    action: Action,
    phase: Phase,
    /// How many events there were, and how many of them are choices that the program does not know of.
    events: u32,
    choices: u32,
    /// How often it went through a loop once more where it would have waited.
    idles: u32,
    /// Was it stopped because it has too many events?
    pub(crate) is_endless: bool,
    /// What is to be known about its events, by position.
    pub(crate) log: Arc<Vec<(u32, Chosen)>>,
    pub(crate) notes: Arc<Vec<Note>>,
    /// Is a note about something that is not familiar?
    pub(crate) is_strange: bool,
    /// The location that the thread has reserved for a store-conditional.
    reserved: Option<Address>,
    /// For each location where the thread waited: how often it began to, and for what it waits if nothing came between.
    turns: Arc<BTreeMap<Address, (u32, Option<Thing>)>>,
}

impl<S> OpenState<S> {
    /// The positions of choices before reads that read as ever.
    fn reads_as_ever(&self) -> impl Iterator<Item = u32> {
        self.log.iter().filter(|(_, chosen)| *chosen == Chosen::Read).map(|(index, _)| *index)
    }

    /// What the read at a position waits for, if it does.
    pub(crate) fn waits_at(&self, position: u32) -> Option<Thing> {
        let nth = self.log.binary_search_by_key(&position, |(index, _)| *index).ok()?;
        match self.log[nth].1 {
            Chosen::Wait { thing, .. } => Some(thing),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the program's own action.
    Plain,
    /// Before the choice whether the read waits.
    Choosing,
    /// Between the halves of an update that waits, and has taken this value.
    Writing(Value),
}

impl<P: Program> Open<'_, P> {
    fn state(&self, thread: ThreadId, inner: P::State) -> OpenState<P::State> {
        let action = *self.inner.action(&inner);
        let mut state = OpenState {
            inner,
            thread,
            action,
            phase: Phase::Plain,
            events: 0,
            choices: 0,
            idles: 0,
            is_endless: false,
            log: Arc::default(),
            notes: Arc::default(),
            is_strange: false,
            reserved: None,
            turns: Arc::default(),
        };
        self.stand(&mut state);
        state
    }

    /// Stands before the next action of the program, or before the choice that comes before it.
    fn stand(&self, state: &mut OpenState<P::State>) {
        while *self.inner.action(&state.inner) == Action::Block && state.idles < self.idles {
            let Some(inner) = self.inner.idle(&state.inner) else { break };
            state.inner = inner;
            state.idles += 1;
        }
        if (state.events - state.choices) as usize >= self.max_events && self.goes_on(state) {
            (state.action, state.phase, state.is_endless) = (Action::Block, Phase::Plain, true);
            return;
        }
        let action = self.forwarded(state);
        (state.action, state.phase) = match self.options(state).len() {
            0 => (action, Phase::Plain),
            count => (Action::Choose { count: count as u64 + 1 }, Phase::Choosing),
        };
    }

    /// What the engine is asked for. It knows no pairs of load-linked and store-conditional: these become a read and a write, which allows
    /// more, and what comes of it is judged with them.
    fn forwarded(&self, state: &OpenState<P::State>) -> Action {
        match *self.inner.action(&state.inner) {
            Action::Reserve { addr, mode } => Action::Read { addr, mode, awaits: false },
            Action::Conditional { addr, mode, value } if state.reserved == Some(addr) => {
                Action::Write { addr, mode, value }
            }
            // There is no execution with it.
            Action::Conditional { .. } => Action::Block,
            Action::Read { addr, mode, awaits } => Action::Read { addr, mode, awaits: awaits && self.by_rule },
            Action::Update { addr, mode, op, width, awaits } => {
                Action::Update { addr, mode, op, width, awaits: awaits && self.by_rule }
            }
            Action::Free { .. } if self.hides_objects() => Action::Choose { count: 1 },
            other => other,
        }
    }

    /// Is the thread about to add an event?
    fn goes_on(&self, state: &OpenState<P::State>) -> bool {
        use Action::{Block, Bound, Exit, Fail, Finish, Learn};
        !matches!(self.inner.action(&state.inner), Block | Bound | Exit | Fail(_) | Finish | Learn(_))
    }

    /// Is the life of objects nothing to the engine? Where no read waits it is as ever.
    fn hides_objects(&self) -> bool {
        !self.things.is_empty()
    }

    /// The ways to wait that the read has at which the thread stands.
    fn options(&self, state: &OpenState<P::State>) -> Vec<Chosen> {
        let at = |addr| self.things.by_place.get(&(state.thread, addr)).map_or(&[][..], Vec::as_slice);
        let may_begin = |thing: &Thing| {
            let (turns, last) = state.turns.get(&thing.addr).copied().unwrap_or_default();
            last == Some(*thing) || turns < self.things.turns(state.thread, thing.addr)
        };
        match *self.inner.action(&state.inner) {
            Action::Read { addr, mode, .. } => {
                let fitting = at(addr).iter().filter(|(who, thing)| who.includes(mode, false) && may_begin(thing));
                fitting.map(|&(_, thing)| Chosen::Wait { thing, mode, kind: Kind::Read }).collect()
            }
            Action::Reserve { addr, mode } => {
                let fitting = at(addr).iter().filter(|(who, thing)| who.includes(mode, true) && may_begin(thing));
                fitting.map(|&(_, thing)| Chosen::Wait { thing, mode, kind: Kind::Reserve }).collect()
            }
            // What releases a lock is a release: nobody need wait for it.
            Action::Update { op: UpdateOp::Lock { .. }, .. } => Vec::new(),
            Action::Update { addr, mode, op, width, .. } => {
                let things: BTreeSet<Thing> = at(addr).iter().map(|&(_, thing)| thing).filter(may_begin).collect();
                things.into_iter().flat_map(|thing| self.updates(thing, mode, op, width)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn updates(&self, thing: Thing, mode: Mode, op: UpdateOp, width: Width) -> impl Iterator<Item = Chosen> {
        let stores = self.inner.stores(op, width, thing.value).is_some();
        let fails = !stores || (op.is_weak() && self.spurious_failures);
        let wait = |mode, kind: Kind| {
            self.things.contains(mode, kind.is_exclusive(), thing).then_some(Chosen::Wait { thing, mode, kind })
        };
        let stored = if stores { wait(mode, Kind::Update) } else { None };
        let failed = if fails { wait(op.failure_mode(mode), Kind::Read) } else { None };
        stored.into_iter().chain(failed)
    }

    /// Notes the read and the write of the program's action at which the thread stands, the first of them at the next position.
    fn note_labels(&self, state: &mut OpenState<P::State>, answer: Answer) {
        let Some(familiar) = &self.things.familiar else { return };
        let next = state.events;
        // Of positions of the program's own events, those that they have here: before reads that do not wait there are choices.
        let moved: Vec<u32> = (0..).zip(state.reads_as_ever()).map(|(nth, choice)| choice - nth).collect();
        let position = |own: u32| own + moved.partition_point(|&choice| choice <= own) as u32;
        let own = next - moved.len() as u32;
        let action = *self.inner.action(&state.inner);
        let (read, write) = match action {
            Action::Read { addr, .. } | Action::Reserve { addr, .. } => (Some(addr), None),
            Action::Write { addr, value, .. } | Action::Conditional { addr, value, .. } => {
                (None, Some((addr, value, next)))
            }
            Action::Update { addr, op, width, .. } => {
                let stored = if answer.stored { self.inner.stores(op, width, answer.value) } else { None };
                (Some(addr), stored.map(|value| (addr, value, next + 1)))
            }
            _ => return,
        };
        let is_read_familiar = read.is_none_or(|addr| familiar.reads.contains(&(state.thread, addr)));
        if is_read_familiar && write.is_none() {
            return;
        }
        let of_action = self.inner.dependencies(&state.inner);
        let needs = |sets: [&ReadSet; 3]| {
            let mut needs: Vec<u32> = sets.into_iter().flat_map(ReadSet::iter).map(position).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        let notes = Arc::make_mut(&mut state.notes);
        if read.is_some() && !is_read_familiar {
            let needs = needs([&of_action.addr, &of_action.ctrl, &ReadSet::default()]);
            notes.push(Note { index: next, written: None, needs, is_familiar: false });
            state.is_strange = true;
        }
        if let Some((addr, value, index)) = write {
            let of_write = match action {
                Action::Update { op, .. } => of_action.of_write_half(op, own),
                _ => of_action,
            };
            let needs = needs([&of_write.addr, &of_write.data, &of_write.ctrl]);
            let is_familiar = familiar.writes.contains(&(state.thread, addr, value));
            if !is_familiar || !needs.is_empty() {
                notes.push(Note { index, written: Some(value), needs, is_familiar });
            }
            state.is_strange |= !is_familiar;
        }
    }

    /// Notes what the action at which the thread stands does to its reservation. Of an update: does it store?
    fn reserve(&self, state: &mut OpenState<P::State>, stores: bool) {
        match *self.inner.action(&state.inner) {
            Action::Reserve { addr, .. } => state.reserved = Some(addr),
            Action::Conditional { .. } => state.reserved = None,
            Action::Update { .. } if stores => state.reserved = None,
            _ => {}
        }
    }

    /// Does the thread stand at a store-conditional of what it has not reserved?
    pub(crate) fn is_lost(program: &P, state: &OpenState<P::State>) -> bool {
        state.action == Action::Block && matches!(program.action(&state.inner), Action::Conditional { .. })
    }

    /// Notes that the thread accesses a location, and what it waits for if it does.
    fn note(state: &mut OpenState<P::State>, addr: Address, wait: Option<Thing>) {
        let (turns, last) = state.turns.get(&addr).copied().unwrap_or_default();
        if wait.is_none() && last.is_none() {
            return;
        }
        let turns = turns + u32::from(wait.is_some() && last != wait);
        Arc::make_mut(&mut state.turns).insert(addr, (turns, wait));
    }
}

impl<P: Program> Program for Open<'_, P> {
    type State = OpenState<P::State>;

    fn features(&self) -> Features {
        Features { reservations: false, ..self.inner.features() }
    }

    fn starts(&self, thread: ThreadId) -> bool {
        self.inner.starts(thread)
    }

    fn initial_value(&self, addr: Address) -> Value {
        self.inner.initial_value(addr)
    }

    fn start(&self, thread: ThreadId) -> Self::State {
        self.state(thread, self.inner.start(thread))
    }

    fn size(&self, state: &Self::State) -> usize {
        self.inner.size(&state.inner)
    }

    fn action<'a>(&self, state: &'a Self::State) -> &'a Action {
        &state.action
    }

    /// With reads that wait, events have other positions than the program counts. The model that is visited allows more without
    /// dependencies, and what comes of it is judged with them.
    fn dependencies(&self, state: &Self::State) -> Dependencies {
        if self.things.is_empty() && !self.ignores_dependencies {
            self.inner.dependencies(&state.inner)
        } else {
            Dependencies::default()
        }
    }

    fn stores(&self, op: UpdateOp, width: Width, old: Value) -> Option<Value> {
        self.inner.stores(op, width, old)
    }

    fn would_store(&self, op: UpdateOp, width: Width, old: Value) -> bool {
        self.inner.would_store(op, width, old)
    }

    fn fails_in_vain(&self, state: &Self::State, value: Value, rewrites: &dyn Fn(Address, Value) -> bool) -> bool {
        self.inner.fails_in_vain(&state.inner, value, rewrites)
    }

    fn step(&self, state: &mut Self::State, answer: Answer) {
        match state.phase {
            Phase::Choosing => {
                let options = self.options(state);
                let chosen = (answer.value as usize).checked_sub(1).map_or(Chosen::Read, |nth| options[nth]);
                Arc::make_mut(&mut state.log).push((state.events, chosen));
                state.events += 1;
                match chosen {
                    Chosen::Lock | Chosen::Pair | Chosen::Free { .. } => unreachable!("that is no choice"),
                    Chosen::Read => {
                        state.choices += 1;
                        state.action = self.forwarded(state);
                        state.phase = Phase::Plain;
                    }
                    Chosen::Wait { thing, kind, .. } => {
                        let stores = kind == Kind::Update;
                        Self::note(state, thing.addr, Some(thing));
                        state.events -= 1;
                        self.note_labels(state, Answer { value: thing.value, stored: stores });
                        state.events += 1;
                        self.reserve(state, stores);
                        let Action::Update { addr, mode, op, width, .. } = *self.inner.action(&state.inner) else {
                            self.inner.step(&mut state.inner, Answer { value: thing.value, stored: false });
                            return self.stand(state);
                        };
                        match self.inner.stores(op, width, thing.value).filter(|_| stores) {
                            Some(value) => {
                                state.action = Action::Write { addr, mode, value };
                                state.phase = Phase::Writing(thing.value);
                            }
                            None => {
                                self.inner.step(&mut state.inner, Answer { value: thing.value, stored: false });
                                self.stand(state);
                            }
                        }
                    }
                }
            }
            Phase::Writing(value) => {
                if let Some(addr) = state.action.addr() {
                    Self::note(state, addr, None);
                }
                state.events += 1;
                self.inner.step(&mut state.inner, Answer { value, stored: true });
                self.stand(state);
            }
            Phase::Plain => {
                if let Some(addr) = state.action.addr() {
                    Self::note(state, addr, None);
                }
                if matches!(state.action, Action::Update { op: UpdateOp::Lock { .. }, .. }) && !self.things.is_empty() {
                    Arc::make_mut(&mut state.log).push((state.events, Chosen::Lock));
                }
                if let Action::Free { base } = *self.inner.action(&state.inner)
                    && self.hides_objects()
                {
                    Arc::make_mut(&mut state.log).push((state.events, Chosen::Free { base }));
                }
                let own = *self.inner.action(&state.inner);
                if matches!(own, Action::Reserve { .. } | Action::Conditional { .. }) {
                    Arc::make_mut(&mut state.log).push((state.events, Chosen::Pair));
                }
                self.note_labels(state, answer);
                self.reserve(state, answer.stored);
                let is_update = matches!(state.action, Action::Update { .. });
                state.events += 1 + u32::from(is_update && answer.stored);
                self.inner.step(&mut state.inner, answer);
                self.stand(state);
            }
        }
    }

    fn restricts_choices(&self) -> bool {
        !self.things.is_empty() && self.things.restricts()
    }

    fn knows_writers(&self) -> bool {
        self.things.writers.is_some()
    }

    fn may_write(&self, thread: ThreadId, addr: Address) -> bool {
        self.things.writers.as_ref().is_none_or(|writers| writers.contains(&(thread, addr)))
    }

    fn visit_waits(&self, state: &Self::State, visit: &mut dyn FnMut(u32, Awaited)) {
        let mut met: SmallVec<[Thing; 4]> = SmallVec::new();
        for &(index, chosen) in state.log.iter() {
            let Chosen::Wait { thing, .. } = chosen else { continue };
            // What is taken is the first cut: a read of it closes a cycle by itself, or could be left out. Unless the thread waits for the
            // same before and behind it: without it, it might begin to wait once more than it may.
            let alone = !met.contains(&thing);
            met.push(thing);
            visit(index, Awaited { writer: thing.writer, addr: thing.addr, value: thing.value, alone });
        }
    }

    fn may_choose(&self, state: &Self::State, value: Value, all: &mut dyn Iterator<Item = &Self::State>) -> bool {
        if !self.things.restricts() {
            return true;
        }
        let nth = (value as usize).checked_sub(1).filter(|_| state.phase == Phase::Choosing);
        let Some(chosen @ Chosen::Wait { .. }) = nth.map(|nth| self.options(state)[nth]) else { return true };
        let logged = all.flat_map(|other| other.log.iter().map(|(_, chosen)| *chosen));
        let waits = |chosen: Chosen| match chosen {
            Chosen::Wait { thing, kind, .. } => Some((thing, kind == Kind::Update)),
            Chosen::Read | Chosen::Lock | Chosen::Pair | Chosen::Free { .. } => None,
        };
        let waits: SmallVec<[(Thing, bool); 8]> = logged.chain([chosen]).filter_map(waits).collect();
        self.things.can_be_written(waits.iter().copied())
            && (self.things.bound == Bound::None
                || self.things.allows(&waits.iter().map(|(thing, _)| *thing).collect()))
    }

    fn child(&self, parent: &Self::State) -> Self::State {
        let Action::Spawn { thread } = parent.action else { unreachable!("only a spawn has a child") };
        self.state(thread, self.inner.child(&parent.inner))
    }

    fn result(&self, state: &Self::State) -> Value {
        self.inner.result(&state.inner)
    }

    fn span(&self, addr: Address) -> Option<Span> {
        self.inner.span(addr)
    }

    fn accessed(&self, state: &Self::State) -> Option<Span> {
        self.inner.accessed(&state.inner)
    }

    fn can_learn_overlap(&self, first: Address, second: Address) -> bool {
        self.inner.can_learn_overlap(first, second)
    }

    fn allocation(&self, addr: Address) -> Option<Allocation> {
        if self.hides_objects() { None } else { self.inner.allocation(addr) }
    }

    fn owner(&self, addr: Address) -> Option<ThreadId> {
        if self.hides_objects() { None } else { self.inner.owner(addr) }
    }

    fn holds_within(&self, state: &Self::State, bytes: Span) -> Option<Address> {
        self.inner.holds_within(&state.inner, bytes)
    }

    fn waits_for(&self, state: &Self::State) -> Waits {
        if state.is_endless { Waits::Assumption } else { self.inner.waits_for(&state.inner) }
    }
}
