//! The search for executions with a cycle of program order and reads-from under models that track dependencies
//! (`docs/internals/dependencies.md`, section 3).
//!
//! The visit without cycles comes first, as a stage of its own, and most programs need no more. Under models that cannot be checked one
//! event at a time, and of programs with load-linked and store-conditional, the search shows executions without cycles, too: a weaker
//! model is visited, and everything is judged. Then:
//!
//! 1. `known`: what the executions without a cycle read and write.
//! 2. The same visit once more, where reads may wait for what is known to be written (`open`).
//! 3. `judge`: reads that waited are given their writes; what comes of it is judged by the model's axioms, and shown.
//! 4. Again from 2 with what is known from these, until nothing new is. A further round shows only what none before it could.
//!
//! Every execution has one *cut*, the reads that have to wait for it, and is found in the one open graph in which exactly these
//! wait: none is found twice, and none is remembered.

mod cut;
mod derive;
mod entries;
mod judge;
mod known;
mod things;
mod weak;

use raddle_graph::{Event, Execution, Label, Mode, ThreadId};
use raddle_models::{Armv8, Imm, MemoryModel, ModelName, Stepwise};
use raddle_program::Program;

use self::cut::Plan;
use self::derive::Derivations;
use self::entries::Entries;
use self::judge::Judge;
use self::known::{Known, OpenEvent};
use self::things::things;
use self::weak::Orders;
use crate::explore::{Call, Staged};
use crate::fingerprint;
use crate::life::Order;
use crate::open::{self, Chosen, Closed, Ended, Open, OpenState, Questions, Thing, Things, Which};
use crate::{Checked, ExploreError, FinalGraph, Keep, Limit, Options, Proceed, Totals, Visitor, Width};

/// After so many rounds the search gives up. (Three are the most that were seen.)
const MAX_ROUNDS: usize = 16;

/// Shows every execution of the program that has a cycle and that the model allows, or every execution at all, each exactly once.
pub(crate) fn stage<P, V>(
    call: Call<'_, P>,
    checked: Checked,
    width: Width,
    keep: Keep,
    model: &MemoryModel,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let mut search = Search { call, checked, width, model, totals: Totals::default(), visitors: Vec::new() };
    match search.run(keep, make_visitor) {
        Ok(()) => {}
        Err(Ended::Limit(limit)) => search.totals.limit = Some(limit),
        Err(Ended::Error(error)) => return Err(*error),
    }
    Ok(Staged { totals: search.totals, visitors: search.visitors, may_have_cycles: false })
}

struct Search<'a, P, V> {
    call: Call<'a, P>,
    checked: Checked,
    width: Width,
    model: &'a MemoryModel,
    totals: Totals,
    visitors: Vec<V>,
}

impl<P: Program, V: Visitor<P::State>> Search<'_, P, V> {
    fn run(&mut self, keep: Keep, make_visitor: &(impl Fn() -> V + Sync)) -> Result<(), Ended> {
        let program = self.call.program;
        let model = self.model;
        let mut known = Known::new();
        if keep == Keep::All {
            self.round(&Plan::default(), &[], &mut known, make_visitor)?;
        } else {
            let ignores = self.call.options.ignore_dependencies;
            let make = || Learn { program, known: Known::new(), orders: Orders::of(model, ignores) };
            let (limit, learnt) = self.visit(&Things::default(), make)?;
            if let Some(limit) = limit {
                return Err(limit.into());
            }
            learnt.into_iter().for_each(|learnt| known.add(learnt.known));
        }
        let orders = Orders::of(model, self.call.options.ignore_dependencies);
        // Without dependencies everything can be derived.
        let tracks = model.tracks_dependencies();
        // Where nothing waits, what is found has no cycle: that has been shown.
        let mut before = vec![Plan::default()];
        let mut has_ended = false;
        for _ in 0..MAX_ROUNDS {
            let entries = Entries::choose(&known, program, &orders);
            let things = things(&known, &entries, program);
            let things = if tracks { things.noting(known.familiar()) } else { things };
            let plan = Plan { entries, things };
            has_ended = plan.is_empty() || before.last().is_some_and(|last| plan.is_same(last));
            if has_ended {
                break;
            }
            self.totals.search_rounds += 1;
            self.round(&plan, &before, &mut known, make_visitor)?;
            before.push(plan);
        }
        self.totals.uncertain |= !has_ended || known.has_loose_dependencies();
        Ok(())
    }

    /// Shows what is found by the plan and was by none before it, and learns from it. Where there was none before, nothing has been shown.
    fn round(
        &mut self,
        plan: &Plan,
        before: &[Plan],
        known: &mut Known,
        make_visitor: &(impl Fn() -> V + Sync),
    ) -> Result<(), Ended> {
        let (call, model) = (self.call, self.model);
        let make = || Gather {
            call,
            before,
            judge: Judge::new(call.program, model, call.options.ignore_dependencies, &plan.entries),
            known: Known::new(),
            orders: Orders::of(model, call.options.ignore_dependencies),
            visitor: make_visitor(),
            totals: Totals::default(),
            ended: None,
        };
        let (limit, gathered) = self.visit(&plan.things, make)?;
        let mut ended = None;
        for one in gathered {
            known.add(one.known);
            self.totals.add(one.totals);
            self.visitors.push(one.visitor);
            ended = ended.or(one.ended);
        }
        // A visitor that has seen enough says why.
        match ended.or(limit.map(Ended::Limit)) {
            Some(ended) => Err(ended),
            None => Ok(()),
        }
    }

    /// Visits the program with reads that may wait. If it ends early, says why.
    fn visit<W: Visitor<OpenState<P::State>>>(
        &mut self,
        things: &Things,
        make: impl Fn() -> W + Sync,
    ) -> Result<(Option<Limit>, Vec<W>), Ended> {
        // Threads that go on too long are stopped by the program: their graphs may lead to no execution.
        let most = usize::MAX;
        let options =
            Options { symmetry: false, detect_duplicates: false, max_events: most, ..self.call.options.clone() };
        let program = Open {
            inner: self.call.program,
            things: things.clone(),
            spurious_failures: options.spurious_failures,
            by_rule: true,
            idles: 0,
            max_events: self.call.options.max_events,
            ignores_dependencies: options.ignore_dependencies,
        };
        let run = self.call.run.aside();
        let parts = self.call.parts;
        let call = Call { program: &program, options: &options, run: &run, isolation: None, seen: None, parts };
        let staged = match self.checked {
            Checked::ByName(ModelName::Imm) => call.visit_at(self.width, Imm, &make)?,
            Checked::ByName(ModelName::Armv8) => call.visit_at(self.width, Armv8, &make)?,
            Checked::ByName(name) => unreachable!("{name} has no executions with cycles, or an engine of its own"),
            Checked::ByAxioms => match Stepwise::when_open(self.model.cat()) {
                Some(model) => call.visit_at(self.width, model, &make)?,
                None => unreachable!("a plan visits only under models that can be checked one event at a time"),
            },
        };
        self.totals.events_added += staged.totals.events_added;
        // Too much work is noticed by what comes next.
        let _ = self.call.run.spend(run.work());
        Ok((staged.totals.limit, staged.visitors))
    }
}

/// Learns from executions without cycles.
struct Learn<'a, P> {
    program: &'a P,
    known: Known,
    orders: Orders<'a>,
}

impl<P: Program> Visitor<OpenState<P::State>> for Learn<'_, P> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let threads = (0..self.program.threads()).map(|thread| ThreadId(thread as u16));
        let started = threads.filter(|&thread| found.state(thread).is_some());
        if started.filter(|&thread| self.known.is_new(thread, found.fingerprint(thread))).count() == 0 {
            return Proceed::Continue;
        }
        let execution = found.execution();
        self.known.learn(self.program, &mut self.orders, &execution);
        Proceed::Continue
    }
}

/// Judges executions, shows them, and learns from them.
struct Gather<'a, P, V> {
    call: Call<'a, P>,
    /// The plans of the rounds before; none if nothing has been shown.
    before: &'a [Plan],
    judge: Judge<'a, P>,
    known: Known,
    orders: Orders<'a>,
    visitor: V,
    totals: Totals,
    ended: Option<Ended>,
}

impl<P: Program, V: Visitor<P::State>> Gather<'_, P, V> {
    fn learn(&mut self, execution: &Execution) {
        let threads = (0..).map(ThreadId).zip(&execution.threads);
        let is_new = |known: &mut Known, (thread, events): (ThreadId, &Vec<Event>)| {
            known.is_new(thread, fingerprint::of_thread(thread, events.iter().copied()))
        };
        if threads.filter(|&thread| is_new(&mut self.known, thread)).count() > 0 {
            self.known.learn(self.call.program, &mut self.orders, execution);
        }
    }

    /// Learns what is not known yet, whether the graph closes or not.
    fn learn_open(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) {
        let mut derivations = None;
        for thread in (0..self.call.program.threads()).map(|thread| ThreadId(thread as u16)) {
            let Some(state) = found.state(thread).filter(|state| state.is_strange) else { continue };
            let of_thread = fingerprint::of_open(found.fingerprint(thread), &state.log);
            for note in state.notes.iter().filter(|note| !note.is_familiar) {
                let done = (of_thread, note.index);
                if self.known.has_met_open(thread, done) {
                    continue;
                }
                if derivations.get_or_insert_with(|| Derivations::new(found)).is_derived(thread, note) {
                    let takes_lock = |index| state.log.contains(&(index, Chosen::Lock));
                    let events = open_events(found, thread, note.index);
                    self.known.learn_open(thread, &events, &takes_lock, &self.orders);
                    self.known.note_open(thread, done);
                }
            }
        }
    }

    /// Judges an execution, in which a thread may be `endless` and threads end in these states.
    fn add(
        &mut self,
        execution: &Execution,
        closed: &Closed<'_>,
        endless: Option<ThreadId>,
        states: &mut dyn FnMut() -> Vec<Option<P::State>>,
    ) -> Result<(), Ended> {
        // Of what the model does not allow something may be part of what it does: two threads that cannot both have taken a lock
        // could each.
        if closed.cut.is_empty() {
            self.learn(execution);
        }
        if !self.judge.allows(execution)? {
            return Ok(());
        }
        if let Some(thread) = endless {
            self.visitor.too_long(thread, execution);
            return Err(Limit::MaxEvents.into());
        }
        self.learn(execution);
        if self.before.iter().any(|before| before.finds(closed)) {
            return Ok(());
        }
        let judge = &mut self.judge;
        let race = &mut |shown: &Execution| judge.race(shown);
        let only_cyclic = !self.before.is_empty();
        let questions =
            Questions { states: Some(states), race, order: Order::Porf, derive: &|_| Vec::new(), only_cyclic };
        open::show(&self.call, execution, questions, &mut self.visitor, &mut self.totals)
    }
}

/// What a thread of an open graph did up to an event. Reads that wait are reads.
fn open_events<S>(found: &dyn FinalGraph<OpenState<S>>, thread: ThreadId, last: u32) -> Vec<OpenEvent> {
    let Some(state) = found.state(thread) else { unreachable!("the thread was started") };
    let execution = found.execution();
    let events = (0..=last).zip(&execution.threads[thread.index()]);
    let open_event = |(index, event): (u32, &Event)| {
        let note = state.notes.binary_search_by_key(&index, |note| note.index).map(|nth| &state.notes[nth]);
        let needs = note.map_or_else(|_| Vec::new(), |note| note.needs.iter().map(|&read| read as usize).collect());
        let label = match state.waits_at(index) {
            Some(Thing { addr, value, .. }) => Label::Read { addr, value, mode: Mode::Rlx, exclusive: false },
            None => event.label,
        };
        OpenEvent { label, needs }
    };
    events.map(open_event).collect()
}

impl<P: Program, V: Visitor<P::State>> Visitor<OpenState<P::State>> for Gather<'_, P, V> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let program = self.call.program;
        self.learn_open(found);
        let mut threads = (0..program.threads()).map(|thread| ThreadId(thread as u16));
        let endless = threads.find(|&thread| found.state(thread).is_some_and(|state| state.is_endless));
        let which = if self.before.is_empty() { Which::All } else { Which::Waiting };
        open::close(program, found, which, &mut |closed| {
            if self.ended.is_some() {
                return;
            }
            let Some(execution) = self.judge.taken(closed, found) else { return };
            let threads = (0..program.threads()).map(|thread| ThreadId(thread as u16));
            let mut states = || threads.clone().map(|thread| Some(found.state(thread)?.inner.clone())).collect();
            if let Err(ended) = self.add(&execution, closed, endless, &mut states) {
                self.ended = Some(ended);
            }
        });
        if self.ended.is_some() { Proceed::Stop } else { Proceed::Continue }
    }
}
