//! The enumerator for XMM: every graph that re-executions reach from the graphs of RC20 (`docs/internals/xmm.md`).
//!
//! 1. `guess` shows every candidate; those that satisfy RC20's axioms but NO-THIN-AIR are kept, with or without a cycle of program
//!    order and reads-from.
//! 2. Those without a cycle are reached. Those with one are grouped by their *core*: what is on a cycle or before one.
//! 3. `xmm/commit`: a core is *justified* by a reached graph if one of its sets of committed events embeds into it. Then all
//!    graphs with that core are reached. `xmm/guard`: if the guard is on, races of reached graphs must answer for its cycles.
//! 4. Again, until nothing new is reached.
//!
//! It shares with the explorer labels and the program interface, keeps everything, and is for programs of litmus size.

mod check;
mod commit;
mod guard;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use raddle_graph::Execution;
use raddle_models::axioms::{Candidate, Judge, Node};

pub use self::check::check_derivation;
use self::commit::{Committed, committed_sets, embedding};
use self::guard::{Class, classes, is_guarded};
use self::view::View;
use super::{Guessed, Guessing, for_each_candidate};
use crate::{Program, Run, XmmOptions, XmmRules};

/// More reads than this in a core make it too large: every set of them is tried.
const MAX_READS: usize = 16;

/// Why a graph is not reached, and a cycle of its core that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyNot {
    /// `ORDER`: there is a cycle of `rpo | rf`. `COMMITMENT`: whatever is committed, conditions 4 and 5 do not hold. `JUSTIFICATION`: no
    /// graph that is reached has the committed events (condition 3). `GUARD`: no race answers for a cycle.
    pub axiom: &'static str,
    /// The edges of the cycle, with the names of their relations.
    pub cycle: Vec<(Node, Node, &'static str)>,
}

/// What XMM allows of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// The executions, blocked and failed ones included, with their coherence orders.
    pub executions: BTreeSet<Execution>,
    /// Why the other graphs that satisfy the axioms that speak of one graph are not reached.
    pub forbidden: BTreeMap<Execution, WhyNot>,
    /// How many graphs satisfy the axioms that speak of one graph.
    pub consistent: usize,
    /// How many of those have no cycle.
    pub acyclic: usize,
    /// How many cores those with a cycle have.
    pub cores: usize,
    /// How many of the cores are justified.
    pub justified: usize,
    /// After how many rounds nothing new was reached.
    pub rounds: usize,
}

/// Every execution of the program that XMM allows; how guessing ended if it did not end well.
pub fn reached_by_xmm<P: Program>(
    program: &P,
    options: XmmOptions,
    guessing: Guessing,
    run: &Run,
) -> Result<Reached, Guessed> {
    let mut graphs = Graphs::default();
    let mut grows = false;
    let guessed = for_each_candidate(program, guessing, run, &mut |guess| {
        if Judge::of_xmm(guess.candidate).check(guess.co).is_ok() {
            // A value that no read was given to guess: there may be executions in which one reads it.
            grows |= guess.has_unread_values();
            let view = View::new(guess.candidate.clone(), guess.co.clone());
            graphs.add(view, guess.execution(program));
        }
        if grows { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match guessed {
        Guessed::All => {}
        Guessed::Broken => return Err(Guessed::TooLarge),
        other => return Err(other),
    }
    graphs.close(options).ok_or(Guessed::TooLarge)
}

/// All consistent graphs.
#[derive(Default)]
struct Graphs {
    all: Vec<(View, Execution)>,
    /// The numbers of those without a cycle.
    acyclic: Vec<usize>,
    /// The numbers of those with each core.
    by_core: BTreeMap<Execution, Vec<usize>>,
}

/// A core that is not justified yet.
struct Pending {
    core: View,
    /// The least sets of events that may be committed.
    sets: Vec<Committed>,
    /// Does one of the sets embed into a graph that is reached?
    is_known: bool,
    graphs: Vec<usize>,
}

impl Pending {
    /// Why the core is not justified.
    fn why_not(&self) -> WhyNot {
        let rf = &self.core.candidate.rf;
        if let Some(cycle) = self.core.named_cycle(&[(rf, "rf"), (&self.core.rpo, "rpo")]) {
            return WhyNot { axiom: "ORDER", cycle };
        }
        let axiom = match (self.sets.is_empty(), self.is_known) {
            (true, _) => "COMMITMENT",
            (false, false) => "JUSTIFICATION",
            (false, true) => "GUARD",
        };
        let Candidate { po, sync, .. } = &self.core.candidate;
        let Some(cycle) = self.core.named_cycle(&[(rf, "rf"), (po, "po"), (sync, "sync")]) else {
            unreachable!("a core has a cycle")
        };
        WhyNot { axiom, cycle }
    }
}

impl Graphs {
    fn add(&mut self, view: View, execution: Execution) {
        let number = self.all.len();
        match view.core(&execution) {
            None => self.acyclic.push(number),
            Some(core) => self.by_core.entry(core).or_default().push(number),
        }
        self.all.push((view, execution));
    }

    /// The graphs that are reached; `None` if that is too much.
    fn close(&self, options: XmmOptions) -> Option<Reached> {
        let mut reached = self.acyclic.clone();
        let mut pending = Vec::new();
        for (core, graphs) in &self.by_core {
            let core = View::of(core);
            if core.candidate.reads.len() > MAX_READS {
                return None;
            }
            let sets = committed_sets(&core, options.rules);
            pending.push(Pending { core, sets, is_known: false, graphs: graphs.clone() });
        }
        let (cores, mut rounds) = (pending.len(), 0);
        let has_guard = options.guard && options.rules != XmmRules::Literal;
        let mut races: BTreeSet<Class> = BTreeSet::new();
        let mut new = reached.clone();
        while !new.is_empty() {
            if has_guard {
                races.extend(new.iter().flat_map(|&number| classes(&self.all[number].0)));
            }
            for one in pending.iter_mut().filter(|one| !one.is_known) {
                one.is_known = new
                    .iter()
                    .any(|&number| one.sets.iter().any(|set| embedding(&one.core, set, &self.all[number].0).is_some()));
            }
            let is_justified = |one: &Pending| one.is_known && (!has_guard || is_guarded(&one.core, &races));
            let (justified, others): (Vec<Pending>, Vec<Pending>) = pending.into_iter().partition(is_justified);
            pending = others;
            new = justified.into_iter().flat_map(|one| one.graphs).collect();
            reached.extend(&new);
            rounds += usize::from(!new.is_empty());
        }
        let mut forbidden = BTreeMap::new();
        for one in &pending {
            let why = one.why_not();
            forbidden.extend(one.graphs.iter().map(|&number| (self.all[number].1.clone(), why.clone())));
        }
        Some(Reached {
            forbidden,
            executions: reached.iter().map(|&number| self.all[number].1.clone()).collect(),
            consistent: self.all.len(),
            acyclic: self.acyclic.len(),
            cores,
            justified: cores - pending.len(),
            rounds,
        })
    }
}
