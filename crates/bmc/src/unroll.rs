//! Unrolls threads: goes through the code of each once, on all ways at once, and hands what it does to memory to a [`Memory`].
//!
//! Calls are inlined, loops are copied as often as their bounds say, and where ways meet so do their states. What cannot be
//! expressed ends the way on which it stands, and is a *hole*: whether anybody gets there is for the solver to say.

mod access;
mod call;
mod library;
mod run;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use raddle_graph::{Address, ThreadId};
use raddle_ir::{FunctionId, Position, Program};
use raddle_program::Discovery;

use crate::aig::{Aig, Lit};
use crate::flow::Flow;
use crate::memory::Memory;
use crate::state::{Own, State};
use crate::value::{Sym, Values};
use crate::word::Word;

/// How many instructions are unrolled, all threads together.
const MAX_INSTRUCTIONS: u64 = 400_000;
/// How many gates a formula may have.
const MAX_GATES: usize = 20_000_000;

/// A loop, or a function that calls itself: the function and the instruction at the head of the loop, or 0.
pub type Cycle = (u32, u32);

/// Why a program cannot be unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// This is to be learnt first.
    Learn(Discovery),
    /// More instructions than there may be.
    TooLong,
    /// A formula of more gates than there may be.
    TooLarge,
}

/// Something that cannot be expressed: when a thread gets there, what it is, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    /// When.
    pub when: Lit,
    /// What.
    pub what: &'static str,
    /// Where.
    pub position: Option<Position>,
}

/// A loop that was cut off: when a thread would go on in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// When.
    pub when: Lit,
    /// Which.
    pub cycle: Cycle,
    /// Where.
    pub position: Option<Position>,
}

/// A thread that waits for a resource for good, if nothing that comes later lets it go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The thread.
    pub thread: ThreadId,
    /// When it waits.
    pub when: Lit,
    /// The event that read what it waits for to change; without one it waits for the end of a thread.
    pub read: Option<usize>,
}

/// What is known of a thread before it is unrolled.
#[derive(Clone, Debug)]
struct Start {
    when: Lit,
    entry: FunctionId,
    argument: Sym,
}

/// The end of a thread: when it comes, and with which result.
#[derive(Clone, Debug)]
pub struct End {
    /// A free literal, which stands for `when` until that is known.
    pub has_ended: Lit,
    /// A free word, which stands for the result until that is known.
    pub result: Sym,
    /// When it ends.
    pub when: Lit,
    /// When it was started.
    pub started: Lit,
    /// Its result then.
    returned: Sym,
}

/// What one way through the program learns for the next one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// What may be stored in each location.
    pub stored: BTreeMap<Address, Values>,
    /// What each thread may return.
    pub results: Vec<Values>,
    /// The objects that threads allocate, and how many bytes they have.
    pub objects: BTreeMap<u64, u64>,
    /// Where mutexes are.
    pub locks: BTreeSet<u64>,
}

impl Findings {
    /// Adds what else was found. Was that anything new?
    pub fn add(&mut self, other: &Findings) -> bool {
        let mut is_new = false;
        let mut extend = |known: &mut Values, found: &Values| {
            is_new |= !known.includes(found);
            *known = known.union(found);
        };
        for (&location, found) in &other.stored {
            extend(self.stored.entry(location).or_insert_with(Values::none), found);
        }
        self.results.resize(other.results.len().max(self.results.len()), Values::none());
        for (known, found) in self.results.iter_mut().zip(&other.results) {
            extend(known, found);
        }
        for (&base, &size) in &other.objects {
            is_new |= self.objects.insert(base, size) != Some(size);
        }
        for &lock in &other.locks {
            is_new |= self.locks.insert(lock);
        }
        is_new
    }

    /// Gives up telling apart the numbers that are still growing in number. Was there any such?
    #[must_use]
    pub fn widen(&mut self, other: &Findings) -> bool {
        let mut is_wider = false;
        let mut widen = |known: &mut Values, found: &Values| {
            if !known.includes(found) {
                *known = Values::ANY;
                is_wider = true;
            }
        };
        for (location, found) in &other.stored {
            if let Some(known) = self.stored.get_mut(location) {
                widen(known, found);
            }
        }
        for (known, found) in self.results.iter_mut().zip(&other.results) {
            widen(known, found);
        }
        is_wider
    }
}

/// How far loops are unrolled.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// All of which nothing else is said.
    pub all: u32,
    /// These.
    pub raised: BTreeMap<Cycle, u32>,
}

impl Bounds {
    /// How often a loop is copied.
    pub fn of(&self, cycle: Cycle) -> u32 {
        self.raised.get(&cycle).copied().unwrap_or(self.all)
    }
}

/// Unrolls threads.
pub(crate) struct Unroller<'a, M> {
    pub program: &'a Program,
    pub aig: &'a mut Aig,
    pub memory: &'a mut M,
    pub bounds: &'a Bounds,
    /// What earlier ways through the program found.
    pub known: &'a Findings,
    /// May weak compare-exchanges fail without a reason?
    pub spurious: bool,
    /// What this one finds.
    pub found: Findings,
    /// When something is wrong.
    pub errors: Vec<Lit>,
    pub holes: Vec<Hole>,
    pub cuts: Vec<Cut>,
    pub waits: Vec<Wait>,
    /// What holds whatever happens.
    pub demands: Vec<Lit>,
    pub ends: Vec<End>,
    starts: BTreeMap<ThreadId, Vec<Start>>,
    flows: HashMap<FunctionId, Rc<Flow>>,
    /// The calls in which the thread is: function and instruction.
    stack: Vec<(FunctionId, usize)>,
    thread: ThreadId,
    instructions: u64,
    /// The ways on which the thread that is unrolled has come to its end.
    endings: Vec<(Lit, Sym)>,
    /// When some thread reaches an assumption that it does not pass.
    pub assumed: Vec<Lit>,
    /// When some thread ends the process.
    pub exits: Vec<Lit>,
}

impl<'a, M: Memory> Unroller<'a, M> {
    pub fn new(
        program: &'a Program,
        aig: &'a mut Aig,
        memory: &'a mut M,
        bounds: &'a Bounds,
        known: &'a Findings,
        spurious: bool,
    ) -> Unroller<'a, M> {
        Unroller {
            program,
            aig,
            memory,
            bounds,
            known,
            spurious,
            found: Findings::default(),
            errors: Vec::new(),
            holes: Vec::new(),
            cuts: Vec::new(),
            waits: Vec::new(),
            demands: Vec::new(),
            ends: Vec::new(),
            starts: BTreeMap::new(),
            flows: HashMap::new(),
            stack: Vec::new(),
            thread: ThreadId(0),
            instructions: 0,
            endings: Vec::new(),
            assumed: Vec::new(),
            exits: Vec::new(),
        }
    }

    /// Unrolls all threads.
    pub fn run(&mut self) -> Result<(), Stop> {
        use raddle_program::Program as _;
        let threads = self.program.threads();
        for index in 0..threads {
            let values = self.known.results.get(index).cloned().unwrap_or_else(Values::none);
            let result = Sym::new(Word::free(self.aig, 64), values);
            let has_ended = self.aig.input();
            self.ends.push(End {
                has_ended,
                result,
                when: Lit::FALSE,
                started: Lit::FALSE,
                returned: Sym::constant(0),
            });
        }
        for index in 0..threads {
            self.thread = ThreadId(index as u16);
            self.thread()?;
        }
        self.found.results = self.ends.iter().map(|end| end.returned.values.clone()).collect();
        Ok(())
    }

    /// Unrolls the thread whose turn it is.
    fn thread(&mut self) -> Result<(), Stop> {
        use raddle_program::Program as _;
        self.endings.clear();
        let own = Own { starts: Some(Sym::constant(0)), allocated: Some(Sym::constant(0)), ..Own::default() };
        let mut started = Lit::FALSE;
        if self.program.starts(self.thread) {
            started = Lit::TRUE;
            let thread = &self.program.thread_table()[self.thread.index()];
            let args: Vec<Sym> = thread.args.iter().map(|&value| Sym::constant(value)).collect();
            self.outermost(thread.entry, Lit::TRUE, own.clone(), &args)?;
        }
        let mut entries: BTreeMap<FunctionId, (Lit, Sym)> = BTreeMap::new();
        for Start { when, entry, argument } in self.starts.remove(&self.thread).into_iter().flatten() {
            started = self.aig.or(started, when);
            match entries.get_mut(&entry) {
                None => {
                    entries.insert(entry, (when, argument));
                }
                Some((guard, known)) => {
                    *guard = self.aig.or(*guard, when);
                    *known = Sym::choose(self.aig, when, &argument, known);
                }
            }
        }
        for (entry, (guard, argument)) in entries {
            let args: &[Sym] = if self.program.functions()[entry.index()].parameters > 0 { &[argument] } else { &[] };
            self.outermost(entry, guard, own.clone(), args)?;
        }
        let end = &mut self.ends[self.thread.index()];
        for (when, result) in self.endings.drain(..) {
            end.when = self.aig.or(end.when, when);
            end.returned = Sym::choose(self.aig, when, &result, &end.returned);
        }
        end.started = started;
        let End { has_ended, result, when, returned, .. } = end.clone();
        let is_so = self.aig.equal(has_ended, when);
        let same = result.word.equals(self.aig, &returned.word);
        let result_is_so = self.aig.or(!when, same);
        self.demands.extend([is_so, result_is_so]);
        Ok(())
    }

    /// Unrolls a function whose return ends the thread.
    fn outermost(&mut self, entry: FunctionId, guard: Lit, own: Own, args: &[Sym]) -> Result<(), Stop> {
        if let Some((state, values)) = self.function(entry, guard, own, args)? {
            let result = values.first().cloned().unwrap_or_else(|| Sym::constant(0));
            self.end(&state, result);
        }
        Ok(())
    }

    /// The thread ends.
    fn end(&mut self, state: &State, result: Sym) {
        self.endings.push((state.guard, result));
    }

    fn flow(&mut self, function: FunctionId) -> Rc<Flow> {
        let program = self.program;
        let flow = self.flows.entry(function);
        Rc::clone(flow.or_insert_with(|| Rc::new(Flow::new(&program.functions()[function.index()]))))
    }

    /// The line of the user's on which the thread stands.
    fn position(&self) -> Option<Position> {
        let origin = |&(function, pc): &(FunctionId, usize)| self.program.functions()[function.index()].origins[pc];
        self.stack.iter().rev().find_map(|frame| origin(frame).position())
    }

    /// What follows cannot be expressed.
    fn hole(&mut self, state: &mut State, when: Lit, what: &'static str) {
        let when = self.aig.and(state.guard, when);
        if when != Lit::FALSE {
            self.holes.push(Hole { when, what, position: self.position() });
            state.guard = self.aig.and(state.guard, !when);
        }
    }

    /// It is an error if this holds; if not, the thread goes on.
    fn error(&mut self, state: &mut State, when: Lit) {
        let when = self.aig.and(state.guard, when);
        if when != Lit::FALSE {
            self.errors.push(when);
            state.guard = self.aig.and(state.guard, !when);
        }
    }

    /// The thread goes on only if this holds.
    fn narrow(&mut self, state: &mut State, when: Lit) {
        state.guard = self.aig.and(state.guard, when);
    }
}

/// Iterations in which the way out of a loop was decided by data.
type Open = HashSet<Vec<u32>>;
