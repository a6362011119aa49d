//! Asks the solver: is something wrong, does anything remain that cannot be expressed, do threads wait for each other, were loops
//! cut off? Loops that were are unrolled further, and only those.

use raddle_graph::Execution;
use raddle_ir::{Position, Program};
use raddle_models::ModelName;
use raddle_program::Discovery;
use thiserror::Error;

use crate::aig::{Aig, Lit};
use crate::memory::{Kind, Record};
use crate::order::{Buffers, Encoder, Formula};
use crate::sat::{Batsat, Counts, Gates, Sat, SatLit, Solved};
use crate::unroll::{Bounds, Cut, Findings, Stop, Unroller};
use crate::witness::{self, Solution};

/// How often the program is gone through before numbers that are still growing in number are taken for any.
const MAX_PATIENT_PASSES: u32 = 40;
/// How often it is gone through at most: each time something is found that was not known.
const MAX_PASSES: u32 = 1000;
/// How many events an execution may have.
const MAX_EVENTS: usize = 2000;
/// How far loops are unrolled if nobody says how far.
const MAX_UNROLL: u32 = 64;
/// Up to here bounds grow one by one.
const PATIENT_UNROLL: u32 = 4;
/// How far loops are unrolled where engines are compared.
const ENOUGH_TO_COMPARE: u32 = 8;

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How far loops are unrolled; as far as it matters if nobody says.
    pub unroll: Option<u32>,
    /// May weak compare-exchanges fail without a reason?
    pub spurious: bool,
}

/// The size of the problem, and the work that it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Events that may happen.
    pub events: usize,
    /// Gates of the formula.
    pub gates: usize,
    /// The solver's counts.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Cycles that the solver was told of.
    pub cycles: u64,
    /// How far loops were unrolled at most.
    pub unroll: u32,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// An execution in which something is wrong: a thread fails, or threads wait for each other.
    Error(Box<Execution>),
    /// There is none. If loops were cut off, that holds only up to the bound.
    Nothing {
        /// The bound, and the loops that it has cut, if that may matter.
        bounded: Option<(u32, Vec<Position>)>,
        /// Why no execution runs to its end, if none does.
        vacuous: Option<Vacuous>,
    },
}

/// Why no execution runs to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuous {
    /// The program assumes what does not hold.
    Assumptions,
    /// Loops are cut off.
    Bound,
    /// Threads wait for what never comes.
    Waits,
}

/// What was found, and how.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What.
    pub found: Found,
    /// How much work it was.
    pub stats: Stats,
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolved {
    /// This is to be learnt first.
    #[error("the program has to be gone through again")]
    Learn(Discovery),
    /// A model that is none of those that are known here.
    #[error("--engine bmc knows the models sc, tso and pso")]
    Model,
    /// The program does something that cannot be expressed.
    #[error("--engine bmc does not support {what}")]
    Unsupported {
        /// What.
        what: &'static str,
        /// Where.
        position: Option<Position>,
    },
    /// Something about the size of the problem.
    #[error("the program is too large for --engine bmc: {what}")]
    TooLarge {
        /// What.
        what: &'static str,
    },
    /// Somebody stopped the solver.
    #[error("stopped")]
    Stopped,
    /// What the solver found is no execution: a fault in Raddle.
    #[error("internal error: the symbolic engine found an execution that is none: {0}")]
    Fault(String),
}

impl From<Stop> for Unsolved {
    fn from(stop: Stop) -> Unsolved {
        match stop {
            Stop::Learn(discovery) => Unsolved::Learn(discovery),
            Stop::TooLong => Unsolved::TooLarge { what: "it unrolls to too many instructions" },
            Stop::TooLarge => Unsolved::TooLarge { what: "its formula has too many gates" },
        }
    }
}

/// Is the model one that can be solved for?
pub fn knows(model: ModelName) -> bool {
    Buffers::of(model).is_some()
}

/// Is there an execution in which something is wrong?
pub fn solve(
    program: &Program,
    model: ModelName,
    options: Options,
    stop: &dyn Fn() -> bool,
) -> Result<Answer, Unsolved> {
    let buffers = Buffers::of(model).ok_or(Unsolved::Model)?;
    if program.has_atomic_sections() {
        return Err(Unsolved::Unsupported { what: "atomic sections", position: None });
    }
    let mut bounds = Bounds { all: options.unroll.unwrap_or(1), ..Bounds::default() };
    let mut so_far: Option<Answer> = None;
    loop {
        let asked = Round::new(program, (model, buffers), &bounds, options, stop).and_then(|mut round| {
            let asked = round.ask()?;
            Ok((round, asked))
        });
        let (mut round, cuts) = match (asked, so_far.take()) {
            (Ok((_, Asked::Answer(answer))), _) => return Ok(answer),
            (Ok((round, Asked::Cut(cuts))), _) => (round, cuts),
            // What is known up to a smaller bound stays known.
            (Err(Unsolved::TooLarge { .. }), Some(answer)) => return Ok(answer),
            (Err(error), _) => return Err(error),
        };
        // Loops that are not among these go as far as they ever do.
        let least = cuts.iter().map(|cut| bounds.of(cut.cycle)).min().unwrap_or(bounds.all);
        let most = cuts.iter().map(|cut| bounds.of(cut.cycle)).max().unwrap_or(bounds.all);
        let answer = round.nothing(Some((least, cuts.clone())))?;
        if options.unroll.is_some() || most >= MAX_UNROLL {
            return Ok(answer);
        }
        so_far = Some(answer);
        for cut in cuts {
            let bound = bounds.of(cut.cycle);
            let more = if bound < PATIENT_UNROLL { bound + 1 } else { bound * 2 };
            bounds.raised.insert(cut.cycle, more.min(MAX_UNROLL));
        }
    }
}

/// All executions in which every thread ends, each once, up to who reads from whom: for those who compare engines.
pub fn executions(program: &Program, model: ModelName, stop: &dyn Fn() -> bool) -> Result<Vec<Execution>, Unsolved> {
    let buffers = Buffers::of(model).ok_or(Unsolved::Model)?;
    let bounds = Bounds { all: ENOUGH_TO_COMPARE, ..Bounds::default() };
    let mut round = Round::new(program, (model, buffers), &bounds, Options::default(), stop)?;
    round.refuse_holes()?;
    if !round.reachable_cuts()?.is_empty() {
        return Err(Unsolved::TooLarge { what: "its loops go on" });
    }
    let ends: Vec<Lit> = round.unrolled.ends.iter().map(|end| round.aig.or(!end.started, end.when)).collect();
    let complete = round.aig.all(ends);
    let mut found = Vec::new();
    while round.may(complete)? {
        found.push(round.execution()?);
        round.forbid_again();
    }
    Ok(found)
}

/// What was asked of one formula.
enum Asked {
    Answer(Answer),
    /// Nothing is wrong, but these loops go on.
    Cut(Vec<Cut>),
}

/// One formula, and what is asked of it.
struct Round<'a> {
    program: &'a Program,
    model: ModelName,
    aig: Aig,
    gates: Gates,
    sat: Batsat<'a>,
    record: Record,
    formula: Formula,
    unrolled: Unrolled,
    unroll: u32,
}

/// What is left when threads are unrolled.
struct Unrolled {
    errors: Vec<Lit>,
    holes: Vec<crate::unroll::Hole>,
    cuts: Vec<Cut>,
    waits: Vec<crate::unroll::Wait>,
    ends: Vec<crate::unroll::End>,
    assumed: Vec<Lit>,
    exits: Vec<Lit>,
}

impl<'a> Round<'a> {
    /// Unrolls a program and makes a formula of it.
    fn new(
        program: &'a Program,
        (model, buffers): (ModelName, Buffers),
        bounds: &Bounds,
        options: Options,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Round<'a>, Unsolved> {
        let mut known = Findings::default();
        for pass in 0..MAX_PASSES {
            if stop() {
                return Err(Unsolved::Stopped);
            }
            let (mut aig, mut record) = (Aig::default(), Record::default());
            let mut unroller = Unroller::new(program, &mut aig, &mut record, bounds, &known, options.spurious);
            unroller.run()?;
            let Unroller { found, errors, holes, cuts, waits, demands, ends, assumed, exits, .. } = unroller;
            let found = Findings { stored: record.stored.clone(), ..found };
            let is_wider = pass >= MAX_PATIENT_PASSES && known.widen(&found);
            // What was gone through with less knowledge than there is now counts for nothing.
            if known.add(&found) || is_wider {
                continue;
            }
            if record.events.len() > MAX_EVENTS {
                return Err(Unsolved::TooLarge { what: "it has too many events" });
            }
            let mut sat = Batsat::new(stop);
            let mut gates = Gates::default();
            for demand in demands {
                let lit = gates.lit(&mut sat, &aig, demand);
                sat.clause(&[lit]);
            }
            let encoder = Encoder::new(&mut aig, &mut gates, &mut sat, buffers, &record.events, program);
            let formula = encoder.encode(&ends, &waits, stop)?;
            let unroll = bounds.raised.values().copied().fold(bounds.all, u32::max);
            let unrolled = Unrolled { errors, holes, cuts, waits, ends, assumed, exits };
            let round = Round { program, model, aig, gates, sat, record, formula, unrolled, unroll };
            round.refuse_sizes()?;
            return Ok(round);
        }
        Err(Unsolved::TooLarge { what: "what may be in its memory was not found out" })
    }

    /// Memory is accessed in cells: two of them that overlap would have to be seen together.
    fn refuse_sizes(&self) -> Result<(), Unsolved> {
        use raddle_program::Program as _;
        let mut spans: Vec<(u64, u64, Option<Position>)> = Vec::new();
        for event in &self.record.events {
            for (_, cell) in &event.cells {
                if let Some(span) = self.program.span(*cell) {
                    spans.push((span.start, span.length, event.deed.position));
                }
            }
        }
        spans.sort_unstable();
        spans.dedup_by_key(|span| (span.0, span.1));
        for pair in spans.windows(2) {
            if pair[0].0 + pair[0].1 > pair[1].0 {
                let what = "memory that is accessed in different sizes";
                return Err(Unsolved::Unsupported { what, position: pair[1].2 });
            }
        }
        Ok(())
    }

    fn lit(&mut self, lit: Lit) -> SatLit {
        self.gates.lit(&mut self.sat, &self.aig, lit)
    }

    /// Is there a solution in which the literal holds?
    fn may(&mut self, lit: Lit) -> Result<bool, Unsolved> {
        if lit == Lit::FALSE {
            return Ok(false);
        }
        let lit = self.lit(lit);
        self.solve(lit)
    }

    fn solve(&mut self, lit: SatLit) -> Result<bool, Unsolved> {
        match self.sat.solve(&[lit]) {
            Solved::Yes => Ok(true),
            Solved::No => Ok(false),
            Solved::Stopped => Err(Unsolved::Stopped),
        }
    }

    fn ask(&mut self) -> Result<Asked, Unsolved> {
        let errors = self.unrolled.errors.iter().chain(&self.formula.misuses).copied().collect::<Vec<_>>();
        let error = self.aig.any(errors);
        if self.may(error)? {
            return self.error();
        }
        self.refuse_holes()?;
        let deadlock = self.deadlock();
        if self.solve(deadlock)? {
            return self.error();
        }
        let cuts = self.reachable_cuts()?;
        if cuts.is_empty() { self.nothing(None).map(Asked::Answer) } else { Ok(Asked::Cut(cuts)) }
    }

    /// Refuses a program in which somebody gets to what cannot be expressed.
    fn refuse_holes(&mut self) -> Result<(), Unsolved> {
        let hole = self.aig.any(self.unrolled.holes.iter().map(|hole| hole.when));
        if !self.may(hole)? {
            return Ok(());
        }
        let solution = self.solution();
        let found = self.unrolled.holes.iter().find(|hole| solution.lit(hole.when));
        let Some(hole) = found else { unreachable!("one of them holds") };
        Err(Unsolved::Unsupported { what: hole.what, position: hole.position })
    }

    /// Forbids the solution found last, and all in which everybody reads the same.
    fn forbid_again(&mut self) {
        let solution = self.solution();
        let mut differs = Vec::new();
        for (number, event) in self.record.events.iter().enumerate() {
            if !solution.lit(event.deed.guard) {
                continue;
            }
            differs
                .extend(self.formula.sources[number].iter().filter(|(_, from)| self.sat.holds(*from)).map(|it| !it.1));
            if let Kind::Choose(word) = &event.kind {
                for &bit in word.bits().iter().filter(|bit| bit.as_constant().is_none()) {
                    let lit = self.gates.lit(&mut self.sat, &self.aig, bit);
                    differs.push(if solution.lit(bit) { !lit } else { lit });
                }
            }
        }
        self.sat.clause(&differs);
    }

    /// Loops that go on where they were cut off: one cut of each.
    fn reachable_cuts(&mut self) -> Result<Vec<Cut>, Unsolved> {
        let mut reachable: Vec<Cut> = Vec::new();
        loop {
            let is_known = |cut: &&Cut| reachable.iter().any(|known| known.cycle == cut.cycle);
            let open: Vec<Cut> = self.unrolled.cuts.iter().filter(|cut| !is_known(cut)).cloned().collect();
            let any = self.aig.any(open.iter().map(|cut| cut.when));
            if !self.may(any)? {
                return Ok(reachable);
            }
            let solution = self.solution();
            for cut in open.into_iter().filter(|cut| solution.lit(cut.when)) {
                if reachable.iter().all(|known| known.cycle != cut.cycle) {
                    reachable.push(cut);
                }
            }
        }
    }

    /// All threads that were started have ended, or wait for good, and one does.
    fn deadlock(&mut self) -> SatLit {
        let deadlock = self.sat.variable();
        let mut some = vec![!deadlock];
        for (index, end) in self.unrolled.ends.clone().into_iter().enumerate() {
            let waits = self.unrolled.waits.iter().zip(&self.formula.stuck);
            let stuck: Vec<SatLit> =
                waits.filter(|(wait, _)| wait.thread.index() == index).map(|(_, &stuck)| stuck).collect();
            some.extend(&stuck);
            let (started, ended) = (self.lit(end.started), self.lit(end.when));
            let clause: Vec<SatLit> = [!deadlock, !started, ended].into_iter().chain(stuck).collect();
            self.sat.clause(&clause);
        }
        self.sat.clause(&some);
        deadlock
    }

    /// Why no execution runs to its end, if none does.
    fn vacuous(&mut self, is_cut: bool) -> Result<Option<Vacuous>, Unsolved> {
        let mut complete = self.aig.any(self.unrolled.exits.clone());
        let ends: Vec<Lit> = self.unrolled.ends.iter().map(|end| self.aig.or(!end.started, end.when)).collect();
        let all = self.aig.all(ends);
        complete = self.aig.or(complete, all);
        if self.may(complete)? {
            return Ok(None);
        }
        let assumed = self.aig.any(self.unrolled.assumed.clone());
        Ok(Some(match (self.may(assumed)?, is_cut) {
            (true, _) => Vacuous::Assumptions,
            (false, true) => Vacuous::Bound,
            (false, false) => Vacuous::Waits,
        }))
    }

    /// Nothing is wrong.
    fn nothing(&mut self, cut: Option<(u32, Vec<Cut>)>) -> Result<Answer, Unsolved> {
        let vacuous = self.vacuous(cut.is_some())?;
        let bounded = cut.map(|(bound, cuts)| {
            let mut positions: Vec<Position> = cuts.into_iter().filter_map(|cut| cut.position).collect();
            positions.sort_unstable();
            positions.dedup();
            (bound, positions)
        });
        Ok(Answer { found: Found::Nothing { bounded, vacuous }, stats: self.stats() })
    }

    /// The solution found last is an execution with an error.
    fn error(&mut self) -> Result<Asked, Unsolved> {
        let found = Found::Error(Box::new(self.execution()?));
        Ok(Asked::Answer(Answer { found, stats: self.stats() }))
    }

    /// The execution that the solution found last describes.
    fn execution(&self) -> Result<Execution, Unsolved> {
        let solution = self.solution();
        let holds = |lit| self.sat.holds(lit);
        witness::execution(self.program, self.model, &self.record, &self.formula, &solution, &holds)
            .map_err(Unsolved::Fault)
    }

    fn solution(&self) -> Solution {
        Solution::new(&self.aig, |node| self.gates.value(node, &self.sat))
    }

    fn stats(&self) -> Stats {
        let Counts { variables, clauses, conflicts, cycles } = self.sat.counts();
        let events = self.record.events.iter().filter(|event| !matches!(event.kind, Kind::Choose(_))).count();
        Stats { events, gates: self.aig.size(), variables, clauses, conflicts, cycles, unroll: self.unroll }
    }
}
