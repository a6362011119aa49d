//! Whole executions, judged by those of their events that are on cycles.
//!
//! An axiom that forbids cycles of an ordered relation (`incremental.rs`) is violated only where there is a cycle of steps: of
//! program order, reads-from, coherence, and the starting, joining and meeting of threads. Such a cycle lies in one strongly connected
//! component, and for the events of a component the axioms are computed alone. Most executions have few such events, and what decides
//! about them comes again and again (`verdicts.rs`).

use std::ops::Range;

use raddle_graph::{Address, Components, Dependencies, EventId, Execution, Label, Numbers, ReadSet, Source, ThreadId};

use super::base::{BaseRelation, BaseSet};
use super::bits::{self, Shape};
use super::evaluate::Evaluator;
use super::given::Given;
use super::verdicts::Verdicts;
use super::{Axiom, CatModel};

/// Judges executions, cycles of program order and reads-from included, under a model whose axioms are about cycles.
#[derive(Debug)]
pub struct Whole<'m> {
    evaluator: Evaluator<'m>,
    verdicts: Verdicts,
    components: Components,
    steps: Vec<(u32, u32)>,
    facts: Facts,
    part: Part,
}

/// What is looked up about the events of an execution, by their numbers.
#[derive(Debug, Default)]
struct Facts {
    ids: Vec<EventId>,
    /// For writes their place in coherence order, from 1; for reads that of their source; 0 is that of the initial write.
    places: Vec<u32>,
    /// The other half of an update, or the other access of a pair of load-linked and store-conditional.
    halves: Vec<Option<u32>>,
}

/// Some events of an execution.
#[derive(Debug, Default)]
struct Part {
    members: Vec<Member>,
    /// The number of each member plus 1, by the number of the event; 0 for others.
    numbers: Vec<u32>,
}

/// An event of a part, with what predefined sets and relations are made of.
#[derive(Clone, Copy, Debug)]
struct Member {
    id: EventId,
    label: Label,
    rf: Option<Source>,
    place: u32,
    half: Option<Half>,
    /// The members of its thread.
    thread: (usize, usize),
}

/// The other half of an update.
#[derive(Clone, Copy, Debug)]
struct Half {
    number: u32,
    /// Is it the neighbour? That of a load-linked access is not.
    is_next: bool,
}

/// What can be told of an execution without looking at all of it at once.
enum Atomicity {
    Holds,
    Fails,
    /// It depends on what the axiom says about writes of the thread itself.
    Unknown,
}

impl<'m> Whole<'m> {
    /// For a model, perhaps without what it says about dependencies; `None` if its axioms are about something else, too.
    pub fn new(model: &'m CatModel, ignores_dependencies: bool) -> Option<Whole<'m>> {
        model.incremental.is_ok().then(|| Whole {
            evaluator: Evaluator::new(model).ignoring_dependencies(ignores_dependencies),
            verdicts: Verdicts::default(),
            components: Components::default(),
            steps: Vec::new(),
            facts: Facts::default(),
            part: Part::default(),
        })
    }

    /// Does the model allow the execution? `None` if that is not to be told by parts.
    pub fn allows(&mut self, execution: &Execution) -> Option<bool> {
        let Ok(known) = &self.evaluator.model().incremental else { unreachable!("the model can be judged by parts") };
        let numbers = Numbers::of(execution);
        self.facts.load(execution, &numbers);
        if known.has_atomicity {
            match self.facts.atomicity(execution) {
                Atomicity::Holds => {}
                Atomicity::Fails => return Some(false),
                Atomicity::Unknown => return None,
            }
        }
        self.steps.clear();
        numbers.add_porf(execution, &mut self.steps);
        self.facts.add_communication(execution, &numbers, &mut self.steps);
        self.components.find(numbers.count(), &self.steps);
        let Whole { evaluator, verdicts, components, facts, part, .. } = self;
        let allows = components.cycles().all(|events| {
            part.open(execution, facts, events);
            evaluator.load_size(part.members.len());
            let is_allowed = evaluator.admits(&View { execution, numbers: &numbers, part }, verdicts);
            part.close(events);
            is_allowed
        });
        Some(allows)
    }

    /// May the model tell of a data race in the execution? If not, it does not.
    pub fn may_race(&self, execution: &Execution) -> bool {
        let model = self.evaluator.model();
        let only_conflicts = model.incremental.as_ref().is_ok_and(|known| known.flags_plain_conflicts);
        model.flags.iter().any(Axiom::is_race) && (!only_conflicts || has_plain_conflict(execution))
    }
}

/// Are there accesses of one location in different threads, one of them plain and one a write?
fn has_plain_conflict(execution: &Execution) -> bool {
    let accesses = || execution.events().filter_map(|(id, event)| Some((id.thread, event.label, event.label.addr()?)));
    let is_plain = |label: Label| label.mode().is_some_and(|mode| !mode.is_atomic());
    accesses().filter(|&(_, label, _)| is_plain(label)).any(|(thread, label, addr)| {
        accesses().any(|(other, with, at)| at == addr && other != thread && (label.is_write() || with.is_write()))
    })
}

impl Facts {
    fn load(&mut self, execution: &Execution, numbers: &Numbers) {
        let Facts { ids, places, halves } = self;
        ids.clear();
        ids.extend(execution.events().map(|(id, _)| id));
        places.clear();
        places.resize(ids.len(), 0);
        halves.clear();
        halves.resize(ids.len(), None);
        let Some(co) = &execution.co else { unreachable!("executions that are judged have a coherence order") };
        for order in co.values() {
            (1..).zip(order).for_each(|(place, &write)| places[numbers.number(write) as usize] = place);
        }
        let mut number = 0;
        for events in &execution.threads {
            // As in `axioms::Candidate`: a write is paired with the last exclusive read before it.
            let mut reserved: Option<(u32, Address)> = None;
            for event in events {
                match event.label {
                    Label::Read { addr, exclusive, .. } => {
                        if let Some(Source::Event(source)) = event.rf {
                            places[number as usize] = places[numbers.number(source) as usize];
                        }
                        if exclusive {
                            reserved = Some((number, addr));
                        }
                    }
                    Label::Write { addr, exclusive: true, .. } => {
                        if let Some((read, _)) = reserved.take().filter(|&(_, at)| at == addr) {
                            (halves[read as usize], halves[number as usize]) = (Some(number), Some(read));
                        }
                    }
                    _ => {}
                }
                number += 1;
            }
        }
    }

    /// Does no write come between the halves of an update?
    fn atomicity(&self, execution: &Execution) -> Atomicity {
        let mut is_known = true;
        for (read, half) in self.halves.iter().enumerate() {
            let Some(write) = half.map(|half| half as usize).filter(|&write| write > read) else { continue };
            let (from, to) = (self.places[read], self.places[write]);
            if to <= from + 1 {
                // Next to each other, or not coherent.
                continue;
            }
            let own = self.ids[read].thread;
            let order =
                execution.get(self.ids[read]).and_then(|event| execution.co.as_ref()?.get(&event.label.addr()?));
            let Some(between) = order.and_then(|order| order.get(from as usize..to as usize - 1)) else {
                unreachable!("the writes of a location have places in its coherence order")
            };
            if between.iter().any(|other| other.thread != own) {
                return Atomicity::Fails;
            }
            is_known = false;
        }
        if is_known { Atomicity::Holds } else { Atomicity::Unknown }
    }

    /// Adds `rf`, which is there already, `co` and `fr`: of these only neighbours.
    fn add_communication(&self, execution: &Execution, numbers: &Numbers, steps: &mut Vec<(u32, u32)>) {
        let Some(co) = &execution.co else { return };
        for order in co.values() {
            steps.extend(order.windows(2).map(|pair| (numbers.number(pair[0]), numbers.number(pair[1]))));
        }
        for (number, &place) in (0..).zip(&self.places) {
            let Some(Label::Read { addr, .. }) = execution.get(self.ids[number as usize]).map(|event| event.label)
            else {
                continue;
            };
            let next = co.get(&addr).and_then(|order| order.get(place as usize));
            steps.extend(next.map(|&write| (number, numbers.number(write))));
        }
    }
}

impl Part {
    /// Makes these events the members, which are in order.
    fn open(&mut self, execution: &Execution, facts: &Facts, events: &[u32]) {
        let Part { members, numbers } = self;
        members.clear();
        if numbers.len() < facts.ids.len() {
            numbers.resize(facts.ids.len(), 0);
        }
        let mut first = 0;
        for &number in events {
            let id = facts.ids[number as usize];
            let Some(event) = execution.get(id) else { unreachable!("the event is one of the execution") };
            // Choices are no events of a model.
            if matches!(event.label, Label::Choose { .. }) {
                continue;
            }
            let half = facts.halves[number as usize];
            let half = half.map(|half| Half { number: half, is_next: half.abs_diff(number) == 1 });
            if members.last().is_some_and(|last: &Member| last.id.thread != id.thread) {
                let end = members.len();
                members[first..].iter_mut().for_each(|member| member.thread = (first, end));
                first = end;
            }
            let place = facts.places[number as usize];
            members.push(Member { id, label: event.label, rf: event.rf, place, half, thread: (0, 0) });
            numbers[number as usize] = members.len() as u32;
        }
        let end = members.len();
        members[first..].iter_mut().for_each(|member| member.thread = (first, end));
    }

    /// Forgets them.
    fn close(&mut self, events: &[u32]) {
        events.iter().for_each(|&event| self.numbers[event as usize] = 0);
    }
}

struct View<'a> {
    execution: &'a Execution,
    numbers: &'a Numbers,
    part: &'a Part,
}

impl View<'_> {
    fn members(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.part.members.iter().enumerate()
    }

    /// The member that is an event of this number, if one is.
    fn member(&self, number: u32) -> Option<usize> {
        (self.part.numbers[number as usize] as usize).checked_sub(1)
    }

    fn pairs(&self, out: &mut [u64], related: impl Fn(&Member, &Member) -> bool) {
        let shape = Shape::new(self.part.members.len());
        for (from, first) in self.members() {
            let row = shape.row_mut(out, from);
            for (to, second) in self.members() {
                row[to / 64] |= u64::from(related(first, second)) << (to % 64);
            }
        }
    }

    fn dependencies(&self, out: &mut [u64], of: impl Fn(&Dependencies) -> &ReadSet) {
        let words = Shape::new(self.part.members.len()).words;
        for (to, member) in self.members() {
            let Some(dependencies) = self.execution.dependencies.get(&member.id) else { continue };
            for index in of(dependencies).iter() {
                let read = self.numbers.number(EventId { index, ..member.id });
                if let Some(from) = self.member(read) {
                    out[from * words + to / 64] |= 1 << (to % 64);
                }
            }
        }
    }

    /// What starting and joining threads and barriers order, together with program order.
    fn synchronisation(&self, out: &mut [u64]) {
        let shape = Shape::new(self.part.members.len());
        let members = &self.part.members;
        let thread = |wanted: ThreadId| {
            let from = members.partition_point(|member| member.id.thread < wanted);
            from..members.partition_point(|member| member.id.thread <= wanted)
        };
        let mut order = |earlier: Range<usize>, later: Range<usize>| {
            earlier.for_each(|member| bits::insert_range(shape.row_mut(out, member), later.clone()));
        };
        for (number, member) in self.members() {
            let so_far = member.thread.0..number + 1;
            match member.label {
                Label::Spawn { thread: child } => {
                    order(so_far.clone(), thread(child));
                    let joins = self.members().filter(|(_, other)| other.label == Label::Join { thread: child });
                    joins.for_each(|(join, other)| order(so_far.clone(), join..other.thread.1));
                }
                Label::Join { thread: child } => order(thread(child), number..member.thread.1),
                Label::Arrive { barrier, round } => {
                    let met = Label::Depart { barrier, round };
                    let departs = self.members().filter(|(_, other)| other.label == met);
                    departs.for_each(|(depart, other)| order(so_far.clone(), depart..other.thread.1));
                }
                _ => {}
            }
        }
    }
}

/// The location that an access or a fence names.
fn location(label: Label) -> Option<Address> {
    match label {
        Label::Fence { on, .. } => on,
        label => label.addr(),
    }
}

impl Given for View<'_> {
    fn relation(&self, base: BaseRelation, out: &mut [u64]) {
        let shape = Shape::new(self.part.members.len());
        let words = shape.words;
        let mut insert = |from: usize, to: usize| out[from * words + to / 64] |= 1 << (to % 64);
        let accesses_same = |a: &Member, b: &Member| a.label.addr().is_some() && a.label.addr() == b.label.addr();
        match base {
            BaseRelation::Po => {
                for (number, member) in self.members() {
                    bits::insert_range(shape.row_mut(out, number), number + 1..member.thread.1);
                }
            }
            BaseRelation::Rf => {
                for (read, member) in self.members() {
                    if let Some(Source::Event(source)) = member.rf
                        && let Some(source) = self.member(self.numbers.number(source))
                    {
                        insert(source, read);
                    }
                }
            }
            BaseRelation::Co => self.pairs(out, |a, b| {
                a.label.is_write() && b.label.is_write() && accesses_same(a, b) && a.place < b.place
            }),
            BaseRelation::FromRead => self
                .pairs(out, |a, b| a.label.is_read() && b.label.is_write() && accesses_same(a, b) && a.place < b.place),
            BaseRelation::SameSource => {
                self.pairs(out, |a, b| a.label.is_read() && b.label.is_read() && accesses_same(a, b) && a.rf == b.rf);
            }
            BaseRelation::Rmw => {
                for (read, member) in self.members().filter(|(_, member)| member.label.is_read()) {
                    if let Some(write) = member.half.and_then(|half| self.member(half.number)) {
                        insert(read, write);
                    }
                }
            }
            BaseRelation::Sync => self.synchronisation(out),
            BaseRelation::Loc => {
                self.pairs(out, |a, b| location(a.label).is_some() && location(a.label) == location(b.label));
            }
            BaseRelation::External => self.pairs(out, |a, b| a.id.thread != b.id.thread),
            BaseRelation::Addr => self.dependencies(out, |known| &known.addr),
            BaseRelation::Data => self.dependencies(out, |known| &known.data),
            BaseRelation::Ctrl => self.dependencies(out, |known| &known.ctrl),
            BaseRelation::CasDep => self.dependencies(out, |known| &known.expected),
            BaseRelation::PickedAddr => self.dependencies(out, |known| &known.picked_addr),
            BaseRelation::PickedData => self.dependencies(out, |known| &known.picked_data),
            BaseRelation::Joined => unreachable!("axioms that use it are about something else than cycles"),
        }
    }

    fn set(&self, base: BaseSet, out: &mut Vec<u64>) {
        Shape::new(self.part.members.len()).empty_set(out);
        for (number, member) in self.members() {
            if has(base, member) {
                bits::insert(out, number);
            }
        }
    }
}

/// Is the event an element of the set?
fn has(set: BaseSet, member: &Member) -> bool {
    let Member { label, half, .. } = *member;
    match set {
        BaseSet::Reads => label.is_read(),
        BaseSet::Writes => label.is_write(),
        BaseSet::Fences => matches!(label, Label::Fence { .. }),
        // No step leads to an initial write.
        BaseSet::Init => false,
        BaseSet::Exclusive => label.is_exclusive(),
        BaseSet::Updates => half.is_some_and(|half| half.is_next),
        BaseSet::UpdateReads => half.is_some() && label.is_read(),
        BaseSet::UpdateWrites => half.is_some() && label.is_write(),
        BaseSet::ThreadEvents => {
            matches!(label, Label::Spawn { .. } | Label::Join { .. } | Label::Arrive { .. } | Label::Depart { .. })
        }
        _ => set.has_label(label),
    }
}
