//! What a model allows, as clauses and edges: who reads from whom, and one demand, that the edges which hold form no cycle.
//!
//! Every event is one point. With `conf(w, r)`: both happen, at the same location; and for each read `r`:
//!
//! 1. `r` happens ⇒ it reads from one of the writes, or what was there at first;
//! 2. it reads from `w` ⇒ `conf(w, r)`, and the values are equal;
//! 3. it reads from `w` ⇒ `w → r`; not, where stores are buffered, for the thread's own stores, which are forwarded to it;
//! 4. it reads from `w`, and `conf(w', r)` ⇒ `w' → w` or `r → w'`; only the first if `w'` is an earlier store of its own thread;
//! 5. what is left of program order (`Preserved`).
//!
//! Two writes that no read tells apart need no order: every order of the points that agrees with the edges has one.

use std::collections::{BTreeMap, HashMap};

use raddle_graph::{Address, Mode, Tag, ThreadId};
use raddle_ir::UNDEFINED;
use raddle_models::ModelName;
use raddle_program::Program as _;

use crate::aig::{Aig, Lit};
use crate::memory::{Event, Kind};
use crate::sat::{Gates, Point, Sat, SatLit};
use crate::solve::Unsolved;
use crate::unroll::{End, Wait};
use crate::word::Word;

/// How many clauses a formula may have: about a gigabyte.
const MAX_CLAUSES: u64 = 10_000_000;

/// A model with store buffers, or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffers {
    /// None: sequential consistency.
    None,
    /// One for all stores: total store order.
    Total,
    /// One for the stores to each location: partial store order.
    Partial,
}

impl Buffers {
    /// What a model is, if it is one of these.
    pub fn of(model: ModelName) -> Option<Buffers> {
        match model {
            ModelName::Sc => Some(Buffers::None),
            ModelName::Tso => Some(Buffers::Total),
            ModelName::Pso => Some(Buffers::Partial),
            _ => None,
        }
    }
}

/// From where a read may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From a write, by its number.
    Write(usize),
    /// From what a location held at first.
    Initial(Address),
}

/// The formula of all executions.
pub struct Formula {
    /// By event: from where it may read, and when it does.
    pub sources: Vec<Vec<(Origin, SatLit)>>,
    /// All edges; those without a literal always hold.
    pub edges: Vec<(Option<SatLit>, Point, Point)>,
    /// By wait: when the thread waits for good.
    pub stuck: Vec<SatLit>,
    /// When an object is used that is no more, or may be no more.
    pub misuses: Vec<Lit>,
}

/// What an event is to store buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Read,
    Write,
    Update,
    /// Everything before it is before everything behind it.
    Full,
    /// Stores before it are before stores behind it.
    Stores,
    Nothing,
}

/// Puts the formula together.
pub struct Encoder<'a, S> {
    pub aig: &'a mut Aig,
    pub gates: &'a mut Gates,
    pub sat: &'a mut S,
    pub buffers: Buffers,
    pub events: &'a [Event],
    pub program: &'a raddle_ir::Program,
    pub edges: Vec<(Option<SatLit>, Point, Point)>,
    /// The literals of edges between events that depend on who reads from whom.
    communication: HashMap<(usize, usize), SatLit>,
}

impl<'a, S: Sat> Encoder<'a, S> {
    pub fn new(
        aig: &'a mut Aig,
        gates: &'a mut Gates,
        sat: &'a mut S,
        buffers: Buffers,
        events: &'a [Event],
        program: &'a raddle_ir::Program,
    ) -> Encoder<'a, S> {
        Encoder { aig, gates, sat, buffers, events, program, edges: Vec::new(), communication: HashMap::new() }
    }

    /// The whole formula.
    pub fn encode(mut self, ends: &[End], waits: &[Wait], stop: &dyn Fn() -> bool) -> Result<Formula, Unsolved> {
        self.program_order(ends);
        let stuck: Vec<SatLit> = waits.iter().map(|wait| self.lit(wait.when)).collect();
        let mut stuck_at: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, read) in waits.iter().enumerate().filter_map(|(index, wait)| Some((index, wait.read?))) {
            stuck_at.entry(read).or_default().push(index);
        }
        // Who waits is stuck only if it read what is there in the end.
        let mut last: Vec<Option<SatLit>> = vec![None; self.events.len()];
        let mut for_good = Vec::with_capacity(waits.len());
        for (wait, waits) in waits.iter().zip(stuck) {
            let Some(read) = wait.read else {
                for_good.push(waits);
                continue;
            };
            let reads_last = *last[read].get_or_insert_with(|| self.sat.variable());
            let both = self.sat.variable();
            self.sat.clause(&[!both, waits]);
            self.sat.clause(&[!both, reads_last]);
            for_good.push(both);
        }
        let mut sources = Vec::with_capacity(self.events.len());
        for (read, &last) in last.iter().enumerate() {
            if stop() {
                return Err(Unsolved::Stopped);
            }
            if self.sat.counts().clauses > MAX_CLAUSES {
                return Err(Unsolved::TooLarge { what: "its formula has too many clauses" });
            }
            sources.push(self.reads_from(read, last));
        }
        let mut misuses = Vec::new();
        for free in 0..self.events.len() {
            if let Kind::Free(objects) = &self.events[free].kind {
                let objects = objects.clone();
                self.misuses(free, &objects, &sources, &mut misuses);
            }
        }
        Ok(Formula { sources, edges: self.edges, stuck: for_good, misuses })
    }

    /// An end of an object's life must come after all accesses to it: by program order, reads-from, and the starting and joining of
    /// threads. A set of events that has everything before one of its own, and the end of life, but not an access, shows that it does not.
    fn misuses(
        &mut self,
        free: usize,
        objects: &[(Lit, Address)],
        sources: &[Vec<(Origin, SatLit)>],
        found: &mut Vec<Lit>,
    ) {
        let before: Vec<Lit> = (0..self.events.len()).map(|_| self.aig.input()).collect();
        let is_before: Vec<SatLit> = before.iter().map(|&lit| self.lit(lit)).collect();
        self.sat.clause(&[is_before[free]]);
        let mut last: BTreeMap<ThreadId, usize> = BTreeMap::new();
        let (mut firsts, mut joins) = (Vec::new(), Vec::new());
        for event in 0..self.events.len() {
            let thread = self.thread(event);
            match last.insert(thread, event) {
                Some(previous) => self.sat.clause(&[!is_before[event], is_before[previous]]),
                None => firsts.push((thread, event)),
            }
            for &(origin, from) in &sources[event] {
                if let Origin::Write(write) = origin {
                    self.sat.clause(&[!is_before[event], !from, is_before[write]]);
                }
            }
            if let Kind::Join(child) = self.events[event].kind {
                joins.push((event, child));
            }
        }
        for (join, child) in joins {
            let Some(&end) = last.get(&child) else { continue };
            let happens = self.lit(self.events[join].deed.guard);
            self.sat.clause(&[!is_before[join], !happens, is_before[end]]);
        }
        for start in 0..self.events.len() {
            let Kind::Start(child) = self.events[start].kind else { continue };
            let Some(&(_, first)) = firsts.iter().find(|(thread, _)| *thread == child) else { continue };
            let happens = self.lit(self.events[start].deed.guard);
            self.sat.clause(&[!is_before[first], !happens, is_before[start]]);
        }
        let freed = self.events[free].deed.guard;
        for other in (0..self.events.len()).filter(|&other| other != free) {
            let mut same = Lit::FALSE;
            for &(is, base) in objects {
                let uses: Vec<Lit> = match &self.events[other].kind {
                    Kind::Free(others) => others.iter().filter(|(_, it)| *it == base).map(|&(at, _)| at).collect(),
                    _ => {
                        let object = self.program.allocation(base);
                        let cells = self.events[other].cells.iter();
                        cells.filter(|(_, cell)| self.program.allocation(*cell) == object).map(|&(at, _)| at).collect()
                    }
                };
                for at in uses {
                    let both = self.aig.and(is, at);
                    same = self.aig.or(same, both);
                }
            }
            let late = if matches!(self.events[other].kind, Kind::Free(_)) { Lit::TRUE } else { !before[other] };
            let guard = self.events[other].deed.guard;
            let misuse = self.aig.all([freed, guard, same, late]);
            if misuse != Lit::FALSE {
                found.push(misuse);
            }
        }
    }

    fn lit(&mut self, lit: Lit) -> SatLit {
        self.gates.lit(self.sat, self.aig, lit)
    }

    /// The point of an event.
    pub fn point(event: usize) -> Point {
        Point(event as u32)
    }

    fn edge(&mut self, lit: Lit, from: Point, to: Point) {
        let lit = match lit.as_constant() {
            Some(false) => return,
            Some(true) => None,
            None => Some(self.lit(lit)),
        };
        self.sat.edge(lit, from, to);
        self.edges.push((lit, from, to));
    }

    /// The literal of an edge that depends on who reads from whom.
    fn communication(&mut self, from: usize, to: usize) -> SatLit {
        if let Some(&known) = self.communication.get(&(from, to)) {
            return known;
        }
        let lit = self.sat.variable();
        let (start, end) = (Self::point(from), Self::point(to));
        self.sat.edge(Some(lit), start, end);
        self.edges.push((Some(lit), start, end));
        if let Some(&back) = self.communication.get(&(to, from)) {
            // The search for cycles would say so, too, but later.
            self.sat.clause(&[!lit, !back]);
        }
        self.communication.insert((from, to), lit);
        lit
    }

    fn thread(&self, event: usize) -> ThreadId {
        self.events[event].deed.thread
    }

    /// What is left of program order, and what starting and joining threads orders.
    fn program_order(&mut self, ends: &[End]) {
        let count = self.events.len() as u32;
        let begin = |thread: ThreadId| Point(count + 2 * u32::from(thread.0));
        let end = |thread: ThreadId| Point(count + 2 * u32::from(thread.0) + 1);
        for index in 0..ends.len() {
            let thread = ThreadId(index as u16);
            let own: Vec<usize> = (0..self.events.len()).filter(|&event| self.thread(event) == thread).collect();
            self.edge(Lit::TRUE, begin(thread), end(thread));
            // By place: which earlier events surely come before.
            let mut before: Vec<Vec<bool>> = Vec::new();
            for (place, &event) in own.iter().enumerate() {
                self.edge(Lit::TRUE, begin(thread), Self::point(event));
                self.edge(Lit::TRUE, Self::point(event), end(thread));
                let mut known = vec![false; own.len()];
                for earlier in (0..place).rev() {
                    if known[earlier] {
                        continue;
                    }
                    let when = self.preserved(own[earlier], event);
                    self.edge(when, Self::point(own[earlier]), Self::point(event));
                    if when == Lit::TRUE {
                        known[earlier] = true;
                        known.iter_mut().zip(&before[earlier]).for_each(|(known, &is)| *known |= is);
                    }
                }
                before.push(known);
            }
            for event in own {
                let guard = self.events[event].deed.guard;
                match self.events[event].kind {
                    Kind::Start(child) => self.edge(guard, Self::point(event), begin(child)),
                    Kind::Join(child) => self.edge(guard, end(child), Self::point(event)),
                    _ => {}
                }
            }
        }
    }

    fn role(&self, event: usize) -> Role {
        let Event { kind, mode, .. } = &self.events[event];
        match kind {
            Kind::Read => Role::Read,
            Kind::Write => Role::Write,
            Kind::Update => Role::Update,
            Kind::Fence if mode.is_sc() || *mode == Mode::Tag(Tag::Mfence) => Role::Full,
            Kind::Fence if self.buffers == Buffers::Partial && mode.is_release() => Role::Stores,
            Kind::Start(_) | Kind::Join(_) => Role::Full,
            Kind::Fence | Kind::Choose(_) | Kind::Free(_) => Role::Nothing,
        }
    }

    /// When the first of two events of a thread must come before the second, if both happen. An event that does not happen orders
    /// no two others that would not be ordered without it.
    fn preserved(&mut self, first: usize, second: usize) -> Lit {
        if self.buffers == Buffers::None {
            return Lit::TRUE;
        }
        let (one, other) = (&self.events[first], &self.events[second]);
        let (first_guard, second_guard) = (one.deed.guard, other.deed.guard);
        let of_sc_store = if one.mode.is_sc() { first_guard } else { Lit::FALSE };
        match (self.role(first), self.role(second)) {
            (Role::Nothing, _) | (_, Role::Nothing) => Lit::FALSE,
            (Role::Full, _) => first_guard,
            (_, Role::Full) | (Role::Read | Role::Update, _) => Lit::TRUE,
            (Role::Write, Role::Read) => of_sc_store,
            (Role::Write, Role::Write) if self.buffers == Buffers::Total => Lit::TRUE,
            (Role::Write, Role::Write) => {
                let released = if other.mode.is_release() { second_guard } else { Lit::FALSE };
                let same = self.conflict(first, second);
                self.aig.any([of_sc_store, released, same])
            }
            (Role::Write, Role::Update) => {
                // A locked instruction flushes the buffer whether it stores or not.
                let is_locked = other.failure == Mode::Tag(Tag::Locked);
                let flushes = if is_locked { second_guard } else { other.writes };
                self.aig.or(of_sc_store, flushes)
            }
            (Role::Write, Role::Stores) => Lit::TRUE,
            (Role::Stores, Role::Write) => first_guard,
            (Role::Stores, _) => Lit::FALSE,
        }
    }

    /// When two accesses happen at the same location, the first of them writing.
    fn conflict(&mut self, write: usize, other: usize) -> Lit {
        let (one, two) = (&self.events[write], &self.events[other]);
        let mut same = Lit::FALSE;
        for &(at, cell) in &one.cells {
            for &(is, _) in two.cells.iter().filter(|(_, other)| *other == cell) {
                let both = self.aig.and(at, is);
                same = self.aig.or(same, both);
            }
        }
        self.aig.all([one.writes, two.deed.guard, same])
    }

    /// Says that the words are equal if the literal holds.
    fn equal_if(&mut self, lit: SatLit, one: &Word, other: &Word, bits: usize) {
        for bit in 0..bits {
            let (a, b) = (one.bits()[bit], other.bits()[bit]);
            if a == b {
                continue;
            }
            let (a, b) = (self.lit(a), self.lit(b));
            self.sat.clause(&[!lit, a, !b]);
            self.sat.clause(&[!lit, !a, b]);
        }
    }

    /// From where an event reads, if it does. `reads_last` says that it reads what is there in the end.
    fn reads_from(&mut self, read: usize, reads_last: Option<SatLit>) -> Vec<(Origin, SatLit)> {
        let Some(word) = self.events[read].read else { return Vec::new() };
        let guard = self.events[read].deed.guard;
        if guard == Lit::FALSE {
            return Vec::new();
        }
        let is_own = |events: &[Event], write: usize| events[write].deed.thread == events[read].deed.thread;
        let mut writes: Vec<(usize, SatLit)> = Vec::new();
        for write in (0..self.events.len()).filter(|&write| write != read) {
            if self.events[write].writes == Lit::FALSE {
                continue;
            }
            let conflict = self.conflict(write, read);
            if conflict != Lit::FALSE {
                writes.push((write, self.lit(conflict)));
            }
        }
        let happens = self.lit(guard);
        let mut sources: Vec<(Origin, SatLit)> = Vec::new();
        for &(write, conflict) in &writes {
            let own = is_own(self.events, write);
            if own && write > read {
                continue;
            }
            let from = self.sat.variable();
            self.sat.clause(&[!from, conflict]);
            let Some(written) = self.events[write].written else { unreachable!("a write has a value") };
            self.equal_if(from, &word, &written, 64);
            if !own {
                let edge = self.communication(write, read);
                self.sat.clause(&[!from, edge]);
            }
            sources.push((Origin::Write(write), from));
        }
        let mut undefined = Vec::new();
        for (at, cell) in self.events[read].cells.clone() {
            let here = self.aig.and(at, guard);
            if here == Lit::FALSE {
                continue;
            }
            let (from, here) = (self.sat.variable(), self.lit(here));
            self.sat.clause(&[!from, here]);
            match self.program.initial_value(cell) {
                UNDEFINED if self.program.has_bytes() => undefined.push(from),
                value => self.equal_if(from, &word, &Word::constant(value), 64),
            }
            sources.push((Origin::Initial(cell), from));
        }
        let mut some: Vec<SatLit> = sources.iter().map(|&(_, from)| from).collect();
        some.push(!happens);
        self.sat.clause(&some);
        // That follows from the order, but not at once.
        for (index, &(_, one)) in sources.iter().enumerate() {
            sources[..index].iter().for_each(|&(_, other)| self.sat.clause(&[!one, !other]));
        }
        if self.events[read].undefined != Lit::FALSE {
            let is_undefined = self.lit(self.events[read].undefined);
            undefined.iter().for_each(|&from| self.sat.clause(&[!from, is_undefined]));
            undefined.push(!is_undefined);
            self.sat.clause(&undefined);
        }
        for &(origin, from) in &sources {
            for &(other, conflict) in &writes {
                self.not_between(read, (origin, from), (other, conflict), reads_last);
            }
        }
        sources
    }

    /// Rule 4: another write is before the one that is read, or behind the read.
    fn not_between(
        &mut self,
        read: usize,
        (origin, from): (Origin, SatLit),
        (other, conflict): (usize, SatLit),
        reads_last: Option<SatLit>,
    ) {
        let is_own = |event: usize| self.thread(event) == self.thread(read);
        let own_before = is_own(other) && other < read;
        let own_behind = is_own(other) && other > read;
        let mut clause = vec![!from, !conflict];
        match origin {
            Origin::Write(write) if write == other => return,
            Origin::Write(write) if is_own(write) && own_before => {
                // In program order, and so in the order of the location.
                if other < write {
                    return;
                }
            }
            Origin::Write(write) => {
                let edge = self.communication(other, write);
                clause.push(edge);
            }
            Origin::Initial(_) => {}
        }
        if let Some(reads_last) = reads_last {
            let mut clause = clause.clone();
            clause.push(!reads_last);
            self.sat.clause(&clause);
        }
        if own_behind {
            // It is behind the read anyway.
            return;
        }
        if !own_before {
            let edge = self.communication(read, other);
            clause.push(edge);
        }
        self.sat.clause(&clause);
    }
}

/// The points of events that happen, in an order that agrees with the edges that hold. `None` if there is a cycle.
pub fn linear(count: usize, edges: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut into = vec![0u32; count];
    for &(from, to) in edges {
        out.entry(from).or_default().push(to);
        into[to] += 1;
    }
    let mut ready: std::collections::BTreeSet<usize> = (0..count).filter(|&point| into[point] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(point) = ready.pop_first() {
        order.push(point);
        for &next in out.get(&point).into_iter().flatten() {
            into[next] -= 1;
            if into[next] == 0 {
                ready.insert(next);
            }
        }
    }
    (order.len() == count).then_some(order)
}
