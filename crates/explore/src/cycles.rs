//! The search for executions with a cycle of program order and reads-from under models that track dependencies
//! (`docs/internals/dependencies.md`, section 2).
//!
//! The visit without cycles comes first, as a stage of its own, and most programs need no more. Then:
//!
//! 1. `known`: what the executions without a cycle read and write.
//! 2. The same visit once more, where reads may wait for what is known to be written (`open`).
//! 3. `judge`: reads that waited are given their writes; what comes of it is judged by the model's axioms, and shown.
//! 4. Again from 2 with what is known from these, until nothing new is. A further round shows only what none before it could.
//!
//! Every execution has one *cut*, the reads that have to wait for it, and is found in the one open graph in which exactly these
//! wait: none is found twice, and none is remembered.
//!
//! Where there are far more open graphs than executions the general engine takes over. It is known to lose executions of updates; where
//! it may have, the result says so.

mod judge;
mod known;

use std::sync::atomic::{self, AtomicU64};
use std::sync::{Mutex, PoisonError};

use raddle_graph::EventId;
use raddle_models::{Armv8, Imm, MemoryModel, ModelName, Stepwise};
use raddle_program::Program;

use self::judge::{Judge, Judged, fits};
use self::known::{Known, Ordering};
use crate::explore::{Call, Staged};
use crate::general::{self, CatAxioms};
use crate::open::{self, Ended, Open, OpenState, Things};
use crate::{Checked, ExploreError, FinalGraph, Keep, Limit, Options, Proceed, Totals, Visitor, Width};

/// After so many rounds the search gives up. (Three are the most that were seen.)
const MAX_ROUNDS: usize = 16;

/// So many executions are held back, so that another engine can take over.
const MAX_KEPT: usize = 4096;

/// The general engine takes over if there are more open graphs than these, and than so many for each execution.
const MAX_OPEN_GRAPHS: u64 = 2_000;
const MAX_OPEN_GRAPHS_PER_EXECUTION: u64 = 40;

/// Shows every execution of the program that has a cycle and that the model allows, each exactly once.
pub(crate) fn stage<P, V>(
    call: Call<'_, P>,
    checked: Checked,
    width: Width,
    model: &MemoryModel,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let mut search = Search { call, checked, width, model, totals: Totals::default(), visitors: Vec::new() };
    match search.run(make_visitor) {
        Ok(Outcome::Done) => {}
        // What was found is dropped.
        Ok(Outcome::GiveUp) => {
            let axioms = || CatAxioms::new(model.cat());
            let mut staged = general::stage(Call { seen: None, ..call }, axioms, Keep::PorfCyclic, make_visitor)?;
            staged.totals.uncertain |= call.program.features().updates && staged.totals.entangled > 0;
            return Ok(staged);
        }
        Err(Ended::Limit(limit)) => search.totals.limit = Some(limit),
        Err(Ended::Error(error)) => return Err(*error),
    }
    Ok(Staged { totals: search.totals, visitors: search.visitors, may_have_cycles: false })
}

/// How a search ended.
enum Outcome {
    Done,
    /// There are too many open graphs.
    GiveUp,
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
    fn run(&mut self, make_visitor: &(impl Fn() -> V + Sync)) -> Result<Outcome, Ended> {
        let program = self.call.program;
        let ordering = Ordering::of(self.model);
        let make = || Learn { program, known: Known::new(ordering), executions: 0 };
        let mut known = Known::new(ordering);
        let mut executions = 0;
        for learnt in self.visit(&Things::default(), make)?.1 {
            known.add(learnt.known);
            executions += learnt.executions;
        }
        let most = MAX_OPEN_GRAPHS + MAX_OPEN_GRAPHS_PER_EXECUTION * executions;
        let kept = Mutex::new(Some(Vec::new()));
        let mut before = Things::default();
        let mut has_ended = false;
        for _ in 0..MAX_ROUNDS {
            let things = known.things(program);
            has_ended = things.is_same(&before);
            if has_ended {
                break;
            }
            let open_graphs = AtomicU64::new(0);
            let (call, model) = (self.call, self.model);
            let make = || Gather {
                call,
                before: &before,
                judge: Judge::new(call.program, CatAxioms::new(model.cat())),
                known: Known::new(ordering),
                visitor: make_visitor(),
                totals: Totals::default(),
                ended: None,
                gives_up: false,
                kept: &kept,
                open_graphs: &open_graphs,
                most,
            };
            let (limit, gathered) = self.visit(&things, make)?;
            let mut ended = None;
            for one in gathered {
                if one.gives_up {
                    return Ok(Outcome::GiveUp);
                }
                known.add(one.known);
                self.totals.add(one.totals);
                self.visitors.push(one.visitor);
                ended = ended.or(one.ended);
            }
            if let Some(ended) = ended.or(limit.map(Ended::Limit)) {
                return Err(ended);
            }
            before = things;
        }
        self.totals.uncertain |= !has_ended;
        let mut visitor = make_visitor();
        let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_default();
        let shown = kept.iter().try_for_each(|one| show(&self.call, one, &mut visitor, &mut self.totals));
        self.visitors.push(visitor);
        shown.map(|()| Outcome::Done)
    }

    /// Visits the program with reads that may wait.
    fn visit<W: Visitor<OpenState<P::State>>>(
        &mut self,
        things: &Things,
        make: impl Fn() -> W + Sync,
    ) -> Result<(Option<Limit>, Vec<W>), Ended> {
        let options = Options { symmetry: false, detect_duplicates: false, ..self.call.options.clone() };
        let program = Open {
            inner: self.call.program,
            things: things.clone(),
            spurious_failures: options.spurious_failures,
            by_rule: true,
        };
        let run = self.call.run.aside();
        let call = Call { program: &program, options: &options, run: &run, isolation: None, seen: None };
        let staged = match self.checked {
            Checked::ByName(ModelName::Imm) => call.visit_at(self.width, Imm, &make)?,
            Checked::ByName(ModelName::Armv8) => call.visit_at(self.width, Armv8, &make)?,
            Checked::ByName(name) => unreachable!("{name} has no executions with cycles, or an engine of its own"),
            Checked::ByAxioms => match Stepwise::new(self.model.cat()) {
                Some(model) => call.visit_at(self.width, model, &make)?,
                None => unreachable!("a plan visits only under models that can be checked one event at a time"),
            },
        };
        self.totals.events_added += staged.totals.events_added;
        match staged.totals.limit {
            // A visitor has seen enough, and says why.
            None | Some(Limit::Stopped) => Ok((staged.totals.limit, staged.visitors)),
            Some(limit) => Err(limit.into()),
        }
    }
}

/// Learns from executions without cycles.
struct Learn<'a, P> {
    program: &'a P,
    known: Known,
    executions: u64,
}

impl<P: Program> Visitor<OpenState<P::State>> for Learn<'_, P> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let execution = found.execution();
        self.executions += 1;
        self.known.learn(self.program, &execution);
        Proceed::Continue
    }
}

/// Judges executions with cycles, shows them, and learns from them.
struct Gather<'a, P, V> {
    call: Call<'a, P>,
    /// What could be waited for in the round before.
    before: &'a Things,
    judge: Judge<'a, P>,
    known: Known,
    visitor: V,
    totals: Totals,
    ended: Option<Ended>,
    gives_up: bool,
    /// What is held back, until it is too much.
    kept: &'a Mutex<Option<Vec<Judged>>>,
    /// How many open graphs there were, of all workers.
    open_graphs: &'a AtomicU64,
    /// How many there may be as long as nothing was shown, without those for executions that were found.
    most: u64,
}

impl<P: Program, V: Visitor<P::State>> Gather<'_, P, V> {
    fn add(&mut self, judged: Judged, cut: &[EventId]) -> Result<(), Ended> {
        self.known.learn(self.call.program, &judged.execution);
        if fits(&judged.execution, cut, self.before) {
            return Ok(());
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = match &mut *kept {
            Some(all) => {
                all.push(judged);
                if all.len() > MAX_KEPT { kept.take().unwrap_or_default() } else { Vec::new() }
            }
            None => vec![judged],
        };
        drop(kept);
        ready.iter().try_for_each(|one| show(&self.call, one, &mut self.visitor, &mut self.totals))
    }

    /// Are there far more open graphs than executions?
    fn are_too_many(&self) -> bool {
        let count = self.open_graphs.fetch_add(1, atomic::Ordering::Relaxed);
        if count <= self.most {
            return false;
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().is_some_and(|kept| count > self.most + MAX_OPEN_GRAPHS_PER_EXECUTION * kept.len() as u64)
    }
}

fn show<P: Program>(
    call: &Call<'_, P>,
    judged: &Judged,
    visitor: &mut dyn Visitor<P::State>,
    totals: &mut Totals,
) -> Result<(), Ended> {
    open::show(call, &judged.execution, &|_| judged.race, visitor, totals)
}

impl<P: Program, V: Visitor<P::State>> Visitor<OpenState<P::State>> for Gather<'_, P, V> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let program = self.call.program;
        self.gives_up |= self.are_too_many();
        open::close(program, found, &mut |closed| {
            if self.ended.is_some() || self.gives_up {
                return;
            }
            let Some(judged) = self.judge.judge(closed) else { return };
            if let Err(ended) = self.add(judged, closed.cut) {
                self.ended = Some(ended);
            }
        });
        if self.ended.is_some() || self.gives_up { Proceed::Stop } else { Proceed::Continue }
    }
}
