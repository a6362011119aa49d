//! The search for the executions of XMM that have a cycle of program order and reads-from (`docs/internals/xmm.md`).
//!
//! The visit of RC20 comes first, as a stage of its own, and most programs need no more. Then:
//!
//! 1. `known`: what the executions of RC20 do. If no path of accesses could close a cycle, or no race answers for one, that is all.
//! 2. RC20 once more, with reads that may wait for what some read is known to have read elsewhere (`open`).
//! 3. `close`: complete graphs of that program whose reads are given their writes: executions with cycles, and their cores.
//! 4. `justify`: which cores are known from an execution that is reached. Their executions are reached, too, and say more.
//! 5. Again from 2, until nothing new is known. Then the executions are shown.

mod close;
mod cut;
mod graph;
mod justify;
mod known;

use std::collections::BTreeSet;

use raddle_graph::{Address, Execution, Label, Value};
use raddle_models::axioms::{self, Candidate};
use raddle_models::{C11, ModelName};
use raddle_program::{Program, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use self::close::{Cyclic, core_of, judge};
use self::graph::LazyGraph;
use self::justify::{Core, labels};
use self::known::{Known, is_guarded};
use crate::explore::{Call, Staged};
use crate::life::Order;
use crate::open::{self, Ended, Open, OpenState, Questions, Things, Which};
#[cfg(debug_assertions)]
use crate::oracle::check_derivation;
use crate::{
    Derivation, ExploreError, FinalGraph, Limit, Options, Proceed, Race, Refusal, Totals, Visitor, Width, XmmOptions,
};

/// After so many rounds the search gives up. (Three are the most that were seen.)
const MAX_ROUNDS: usize = 16;

/// So often a thread goes through loops that lead nowhere in executions of RC20 that are learnt from, but not shown.
const IDLES: u32 = 2;

/// So many executions are kept to be shown without a further visit.
const MAX_KEPT: usize = 4096;

/// Shows every execution of the program that has a cycle and that XMM allows, each exactly once.
pub(crate) fn stage<P, V>(
    call: Call<'_, P>,
    width: Width,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Result<Staged<V>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let mut search = Search::new(call, width);
    let mut visitor = make_visitor();
    match search.run(&mut visitor) {
        Ok(()) => {}
        Err(Ended::Limit(limit)) => search.totals.limit = Some(limit),
        Err(Ended::Error(error)) => return Err(*error),
    }
    Ok(Staged { totals: search.totals, visitors: vec![visitor], may_have_cycles: false })
}

/// What is known of a core.
enum Status {
    /// An execution that is reached contains its committed events, but races do not answer for its cycles yet.
    Derived(Derivation),
    /// No such execution was found yet.
    Open,
}

impl Status {
    /// Takes a way to derive it, if it is the least that is known.
    fn improve(&mut self, found: Option<Derivation>) {
        let Some(found) = found else { return };
        let is_less = match self {
            Status::Open => true,
            Status::Derived(known) => found < *known,
        };
        if is_less {
            *self = Status::Derived(found);
        }
    }
}

/// What a visit looks at.
#[derive(Clone, Copy)]
struct Look {
    /// Are reads that may block explored by their rules, rather than in every way?
    by_rule: bool,
    /// How often threads that wait in a loop go through it once more.
    idles: u32,
}

impl Look {
    /// At what is shown.
    const SHOWN: Look = Look { by_rule: true, idles: 0 };
    /// At what is to be known of executions of RC20 that do not block.
    const UNBLOCKED: Look = Look { by_rule: true, idles: IDLES };
    /// At all that is to be known of executions of RC20.
    const KNOWN: Look = Look { by_rule: false, idles: IDLES };
    /// At executions with cycles.
    const CYCLIC: Look = Look { by_rule: false, idles: 0 };
}

/// Who may write what.
struct AskedWriters {
    /// If these values are waited for.
    awaited: BTreeSet<(Address, Value)>,
    /// If it is known.
    writers: Option<open::Writers>,
}

struct Search<'a, P> {
    call: Call<'a, P>,
    width: Width,
    options: XmmOptions,
    known: Known,
    writers: Option<AskedWriters>,
    justified: FxHashMap<Execution, Derivation>,
    pending: Vec<(Core, Status)>,
    /// The cores of `pending`.
    candidates: FxHashSet<Execution>,
    totals: Totals,
}

impl<'a, P: Program> Search<'a, P> {
    fn new(call: Call<'a, P>, width: Width) -> Self {
        Search {
            call,
            width,
            options: call.options.xmm,
            known: Known::default(),
            writers: None,
            justified: FxHashMap::default(),
            pending: Vec::new(),
            candidates: FxHashSet::default(),
            totals: Totals::default(),
        }
    }

    fn run<V: Visitor<P::State>>(&mut self, visitor: &mut V) -> Result<(), Ended> {
        let with_races = self.options.guard;
        let make = || Learn { known: Known::default(), with_races, cores: &[], found: Vec::new() };
        let (totals, learnt) = self.visit(Things::default(), Look::UNBLOCKED, make)?;
        learnt.into_iter().for_each(|one| self.known.add(one.known));
        if !self.may_have_cycles() {
            return Ok(());
        }
        let may_block = totals.blocked > 0;
        if may_block {
            // Executions that block may justify others: all of them.
            let make = || Learn { known: Known::default(), with_races, cores: &[], found: Vec::new() };
            let (_, learnt) = self.visit(Things::default(), Look::KNOWN, make)?;
            learnt.into_iter().for_each(|one| self.known.add(one.known));
        }
        for nth in 1..=MAX_ROUNDS {
            self.totals.xmm.rounds = nth as u64;
            let round = self.round()?;
            if round.is_last {
                return match round.kept {
                    Some(kept) if !may_block => self.show_all(kept, visitor),
                    _ => self.show_by_visit(visitor),
                };
            }
        }
        Err(ExploreError::XmmRounds { rounds: MAX_ROUNDS }.into())
    }

    fn may_have_cycles(&self) -> bool {
        !self.options.guard || (self.known.may_close() && !self.known.classes.is_empty())
    }

    /// What reads may wait for.
    fn things(&mut self) -> Things {
        let things = self.known.things(self.options);
        let awaited: BTreeSet<(Address, Value)> = things.awaited().collect();
        if self.writers.as_ref().is_none_or(|asked| asked.awaited != awaited) {
            let writers = open::writers(self.call.program, awaited.iter().copied());
            self.writers = Some(AskedWriters { awaited, writers });
        }
        match self.writers.as_ref().and_then(|asked| asked.writers.clone()) {
            Some(writers) => things.written_by(writers),
            None => things,
        }
    }

    /// Visits the program with reads that may wait.
    fn visit<V: Visitor<OpenState<P::State>>>(
        &mut self,
        things: Things,
        look: Look,
        make: impl Fn() -> V + Sync,
    ) -> Result<(Totals, Vec<V>), Ended> {
        self.visit_with(self.call.options.workers, things, look, make)
    }

    fn visit_with<V: Visitor<OpenState<P::State>>>(
        &mut self,
        workers: usize,
        things: Things,
        look: Look,
        make: impl Fn() -> V + Sync,
    ) -> Result<(Totals, Vec<V>), Ended> {
        let options = Options { workers, symmetry: false, detect_duplicates: false, ..self.call.options.clone() };
        let spurious_failures = options.spurious_failures;
        let program = Open {
            inner: self.call.program,
            things,
            spurious_failures,
            by_rule: look.by_rule,
            idles: look.idles,
            max_events: usize::MAX,
            ignores_dependencies: false,
        };
        let run = self.call.run.aside();
        let call = Call {
            program: &program,
            options: &options,
            run: &run,
            isolation: None,
            seen: None,
            parts: self.call.parts,
        };
        let staged = call.visit_at(self.width, C11::RC20, &make)?;
        self.totals.events_added += staged.totals.events_added;
        match staged.totals.limit {
            // A visitor that has seen enough.
            None | Some(Limit::Stopped) => Ok((staged.totals, staged.visitors)),
            Some(limit) => Err(limit.into()),
        }
    }

    /// Looks for cores and executions once more, with what is known by now.
    fn round(&mut self) -> Result<Round, Ended> {
        let things = self.things();
        let with_races = self.options.guard;
        let (justified, candidates, pending) = (
            std::mem::take(&mut self.justified),
            std::mem::take(&mut self.candidates),
            std::mem::take(&mut self.pending),
        );
        let cores: Vec<&Core> = pending.iter().map(|(core, _)| core).collect();
        let base = self.known.clone();
        let program = self.call.program;
        let make = || Gather {
            program,
            things: &things,
            justified: &justified,
            candidates: &candidates,
            cores: &cores,
            with_races,
            known: Known::default(),
            new: FxHashSet::default(),
            found: vec![None; cores.len()],
            kept: Some(Vec::new()),
            base: &base,
            of_cores: FxHashMap::default(),
        };
        let result = self.visit(things.clone(), Look::CYCLIC, make);
        self.totals.commits_reached |= things.is_bound();
        self.totals.xmm.closing_labels = things.count() as u64;
        let mut gathered = Vec::new();
        let mut outcome = Ok(());
        match result {
            Ok((totals, visitors)) => {
                self.totals.xmm.open_graphs = totals.complete + totals.blocked + totals.failed;
                gathered
                    .extend(visitors.into_iter().map(|one| (one.known, one.new, one.found, one.kept, one.of_cores)));
            }
            Err(ended) => outcome = Err(ended),
        }
        (self.justified, self.candidates, self.pending) = (justified, candidates, pending);
        outcome?;

        let before = self.known.clone();
        let mut kept: Option<Vec<Kept>> = Some(Vec::new());
        let mut new = BTreeSet::new();
        let mut of_cores = FxHashMap::<Execution, Known>::default();
        for (known, cores, found, executions, more) in gathered {
            self.known.add(known);
            more.into_iter().for_each(|(core, known)| of_cores.entry(core).or_default().add(known));
            new.extend(cores);
            for ((_, status), found) in self.pending.iter_mut().zip(found) {
                status.improve(found);
            }
            kept = kept.zip(executions).map(|(mut all, more): (Vec<_>, Vec<_>)| {
                all.extend(more);
                all
            });
        }
        let has_new = !new.is_empty();
        self.add_candidates(new)?;
        let has_justified = self.settle();
        // What another visit would find is known already, unless it may look for more.
        let is_last = match &mut kept {
            Some(kept) if kept.len() <= MAX_KEPT => {
                self.settle_all(kept);
                self.things().finds_same(&things)
            }
            _ => {
                kept = None;
                let has_learnt = self.settle_cores(of_cores);
                let is_settled = !has_new && !has_justified && !has_learnt && self.known == before;
                // Without cores that might be justified by executions that were met before them, all is known that can be.
                is_settled || (self.pending.is_empty() && self.things().finds_same(&things))
            }
        };
        self.totals.xmm.race_classes = self.known.classes.len() as u64;
        self.totals.xmm.justified_cores = self.justified.len() as u64;
        self.totals.xmm.candidate_cores = (self.justified.len() + self.pending.len()) as u64;
        Ok(Round { is_last, kept })
    }

    /// Learns from executions whose core is justified, and asks which cores they justify, until nothing new is known.
    fn settle_all(&mut self, kept: &mut [Kept]) {
        loop {
            let cores: Vec<&Core> = self.pending.iter().map(|(core, _)| core).collect();
            let mut found = vec![None; cores.len()];
            let mut has_learnt = false;
            for one in kept.iter_mut().filter(|one| !one.is_learnt && self.justified.contains_key(&one.core)) {
                (one.is_learnt, has_learnt) = (true, true);
                self.known.learn(&one.execution, self.options.guard);
                derive(&cores, &mut found, &one.execution);
            }
            for ((_, status), found) in self.pending.iter_mut().zip(found) {
                status.improve(found);
            }
            let has_justified = self.settle();
            if !has_learnt && !has_justified {
                return;
            }
        }
    }

    /// Learns what is known of the executions of cores that are justified: was there anything?
    fn settle_cores(&mut self, mut of_cores: FxHashMap<Execution, Known>) -> bool {
        let mut has_learnt = false;
        loop {
            let justified: Vec<Execution> =
                of_cores.keys().filter(|core| self.justified.contains_key(*core)).cloned().collect();
            let learnt: Vec<Known> = justified.iter().filter_map(|core| of_cores.remove(core)).collect();
            learnt.into_iter().for_each(|known| self.known.add(known));
            has_learnt |= !justified.is_empty();
            if justified.is_empty() || !self.settle() {
                return has_learnt;
            }
        }
    }

    /// Adds cores, and asks which of them executions of RC20 justify.
    fn add_candidates(&mut self, new: BTreeSet<Execution>) -> Result<(), Ended> {
        if new.is_empty() {
            return Ok(());
        }
        self.candidates.extend(new.iter().cloned());
        let cores: Vec<Core> = new.into_iter().map(Core::new).collect();
        let all: Vec<&Core> = cores.iter().collect();
        let make = || {
            let (known, found) = (Known::default(), vec![None; all.len()]);
            Learn { known, with_races: false, cores: &all, found }
        };
        // One worker, so that the execution that is found first is the same each time.
        let (_, learnt) = self.visit_with(1, Things::default(), Look::KNOWN, make)?;
        let mut found: Vec<Option<Derivation>> = vec![None; cores.len()];
        for one in learnt {
            found.iter_mut().zip(one.found).for_each(|(old, new)| *old = old.take().or(new));
        }
        let status = |found: Option<Derivation>| found.map_or(Status::Open, Status::Derived);
        self.pending.extend(cores.into_iter().zip(found).map(|(core, found)| (core, status(found))));
        Ok(())
    }

    /// Moves what is justified by now: is there any?
    fn settle(&mut self) -> bool {
        let mut rest = Vec::new();
        let before = self.justified.len();
        for (core, status) in std::mem::take(&mut self.pending) {
            match status {
                Status::Derived(derivation)
                    if !self.options.guard || is_guarded(&core.execution, &core.graph, &self.known.classes) =>
                {
                    #[cfg(debug_assertions)]
                    if let Err(wrong) = check_derivation(&core.execution, &derivation.source, &derivation.committed) {
                        unreachable!("{wrong}:\n{}\nfrom\n{}", core.execution, derivation.source);
                    }
                    self.candidates.remove(&core.execution);
                    self.justified.insert(core.execution, derivation);
                }
                status => rest.push((core, status)),
            }
        }
        self.pending = rest;
        self.justified.len() > before
    }

    /// Shows executions that were kept.
    fn show_all<V: Visitor<P::State>>(&mut self, kept: Vec<Kept>, visitor: &mut V) -> Result<(), Ended> {
        let justified = &self.justified;
        let mut shown = kept.iter().filter(|one| justified.contains_key(&one.core));
        shown.try_for_each(|one| show(&self.call, justified, &one.execution, visitor, &mut self.totals))
    }

    /// Finds the executions once more, and shows them.
    fn show_by_visit<V: Visitor<P::State>>(&mut self, visitor: &mut V) -> Result<(), Ended> {
        let things = self.things();
        let justified = std::mem::take(&mut self.justified);
        let (sender, receiver) = std::sync::mpsc::sync_channel::<Execution>(MAX_KEPT);
        let call = self.call;
        let mut totals = Totals::default();
        let (shown, visited) = std::thread::scope(|scope| {
            // The visitor stays in its thread; the search runs beside it.
            let searching = scope.spawn(|| {
                let sender = sender;
                let program = self.call.program;
                let make = || Send { program, things: &things, justified: &justified, sender: sender.clone() };
                self.visit(things.clone(), Look::SHOWN, make).map(|_| ())
            });
            let mut shown = Ok(());
            for execution in receiver {
                shown = show(&call, &justified, &execution, visitor, &mut totals);
                if shown.is_err() {
                    break;
                }
            }
            let visited = match searching.join() {
                Ok(visited) => visited,
                Err(payload) => std::panic::resume_unwind(payload),
            };
            (shown, visited)
        });
        self.totals.add(totals);
        self.justified = justified;
        // If the visitor has seen enough, that is why the search ended.
        shown.and(visited)
    }
}

/// What a round came to.
struct Round {
    /// Is nothing new known?
    is_last: bool,
    /// The executions that were found, unless there are too many.
    kept: Option<Vec<Kept>>,
}

/// An execution with a cycle that was found, reached or not.
struct Kept {
    execution: Execution,
    core: Execution,
    /// Was it learnt from? Then it is reached.
    is_learnt: bool,
}

/// Learns from the executions of RC20, and asks whether they justify cores.
struct Learn<'c> {
    known: Known,
    with_races: bool,
    cores: &'c [&'c Core],
    found: Vec<Option<Derivation>>,
}

impl<S> Visitor<OpenState<S>> for Learn<'_> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<S>>) -> Proceed {
        let execution = found.execution();
        if self.cores.is_empty() {
            // A race that could close a cycle is a load-buffering race.
            let with_races = self.with_races && self.known.has_new_class(&execution, &found.buffering_races());
            self.known.learn(&execution, with_races);
            return Proceed::Continue;
        }
        let (graph, labels) = (LazyGraph::new(&execution), labels(&execution));
        for (core, found) in self.cores.iter().zip(&mut self.found).filter(|(_, found)| found.is_none()) {
            *found = core.derive(&execution, &graph, &labels);
        }
        if self.found.iter().all(Option::is_some) { Proceed::Stop } else { Proceed::Continue }
    }
}

/// Asks of the cores whether the execution justifies them, unless a lesser one is known to.
fn derive(cores: &[&Core], found: &mut [Option<Derivation>], execution: &Execution) {
    if cores.is_empty() {
        return;
    }
    let (graph, labels) = (LazyGraph::new(execution), labels(execution));
    let is_less = |found: &Option<Derivation>| found.as_ref().is_none_or(|known| *execution < known.source);
    for (core, found) in cores.iter().zip(found).filter(|(_, found)| is_less(found)) {
        if let Some(derivation) = core.derive(execution, &graph, &labels) {
            *found = Some(derivation);
        }
    }
}

/// How an execution is known, and how those are from which it is known (`FinalGraph::derivations`).
fn derivations(justified: &FxHashMap<Execution, Derivation>, execution: &Execution) -> Vec<Derivation> {
    let known = |execution: &Execution| justified.get(&core_of(execution)?).cloned();
    std::iter::successors(known(execution), |derivation| known(&derivation.source)).collect()
}

/// Finds cores, and learns from executions whose core is justified.
struct Gather<'c, P> {
    program: &'c P,
    things: &'c Things,
    justified: &'c FxHashMap<Execution, Derivation>,
    candidates: &'c FxHashSet<Execution>,
    cores: &'c [&'c Core],
    with_races: bool,
    known: Known,
    new: FxHashSet<Execution>,
    found: Vec<Option<Derivation>>,
    kept: Option<Vec<Kept>>,
    /// What is known, and what executions of cores add to that which are not justified yet.
    base: &'c Known,
    of_cores: FxHashMap<Execution, Known>,
}

impl<P: Program> Visitor<OpenState<P::State>> for Gather<'_, P> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let things = self.things;
        for_each_cyclic(self.program, found, things, &mut |cyclic| {
            let Cyclic { execution, core } = cyclic;
            let is_justified = self.justified.contains_key(&core);
            if is_justified {
                self.known.learn(&execution, self.with_races);
                derive(self.cores, &mut self.found, &execution);
            } else {
                if !self.candidates.contains(&core) && !self.new.contains(&core) {
                    self.new.insert(core.clone());
                }
                let known = match self.of_cores.get_mut(&core) {
                    Some(known) => known,
                    None => self.of_cores.entry(core.clone()).or_insert_with(|| self.base.clone()),
                };
                known.learn(&execution, self.with_races);
            }
            if let Some(kept) = &mut self.kept {
                // Cores that are new are asked about when all is found.
                kept.push(Kept { execution, core, is_learnt: false });
            }
            if self.kept.as_ref().is_some_and(|kept| kept.len() > MAX_KEPT) {
                self.kept = None;
            }
        });
        Proceed::Continue
    }
}

/// Sends executions whose core is justified to who shows them.
struct Send<'c, P> {
    program: &'c P,
    things: &'c Things,
    justified: &'c FxHashMap<Execution, Derivation>,
    sender: std::sync::mpsc::SyncSender<Execution>,
}

impl<P: Program> Visitor<OpenState<P::State>> for Send<'_, P> {
    fn visit(&mut self, found: &dyn FinalGraph<OpenState<P::State>>) -> Proceed {
        let mut proceed = Proceed::Continue;
        let things = self.things;
        for_each_cyclic(self.program, found, things, &mut |cyclic| {
            // Nobody listens any more: the visitor has seen enough.
            if self.justified.contains_key(&cyclic.core) && self.sender.send(cyclic.execution).is_err() {
                proceed = Proceed::Stop;
            }
        });
        proceed
    }
}

fn for_each_cyclic<P: Program>(
    program: &P,
    found: &dyn FinalGraph<OpenState<P::State>>,
    things: &Things,
    visit: &mut dyn FnMut(Cyclic),
) {
    open::close(program, found, Which::Waiting, &mut |closed| {
        if let Some(cyclic) = judge(closed.execution, closed.cut, things) {
            visit(cyclic);
        }
    });
}

/// Counts the execution and shows it.
fn show<P: Program, V: Visitor<P::State>>(
    call: &Call<'_, P>,
    justified: &FxHashMap<Execution, Derivation>,
    execution: &Execution,
    visitor: &mut V,
    totals: &mut Totals,
) -> Result<(), Ended> {
    if let Some(feature) = undefined(call.program, execution) {
        return Err(ExploreError::from(Refusal::XmmUndefined { feature }).into());
    }
    totals.xmm.cyclic += 1;
    let questions = Questions {
        states: None,
        race: &mut race,
        order: Order::HappensBefore,
        derive: &|execution| derivations(justified, execution),
        only_cyclic: true,
    };
    open::show(call, execution, questions, visitor, totals)
}

/// A feature of the execution for which XMM is not defined: locations that overlap.
fn undefined<P: Program>(program: &P, execution: &Execution) -> Option<&'static str> {
    let accessed: BTreeSet<Address> = execution.events().filter_map(|(_, event)| event.label.addr()).collect();
    let spans: Vec<Span> = accessed.iter().filter_map(|&addr| program.span(addr)).collect();
    let overlaps = |(nth, span): (usize, &Span)| spans[..nth].iter().any(|other| span.overlaps(*other));
    spans.iter().enumerate().any(overlaps).then_some("accesses of different sizes to the same memory")
}

/// The least race of an execution.
fn race(execution: &Execution) -> Option<Race> {
    let is_plain = |label: Label| label.addr().is_some() && label.mode().is_some_and(|mode| !mode.is_atomic());
    if !execution.events().any(|(_, event)| is_plain(event.label)) {
        return None;
    }
    let Ok(candidate) = Candidate::new(execution) else { unreachable!("the execution was judged before") };
    let labelled = |id| Some((id, execution.get(id)?.label));
    let races = axioms::races(&candidate, ModelName::Xmm).into_iter();
    races.filter_map(|(first, second)| Race::new(labelled(first)?, labelled(second)?)).min()
}
