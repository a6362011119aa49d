//! Histories of all threads put together, and what their reads may then read from.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use raddle_graph::{
    Address, Event, EventSet, Execution, Label, Mode, Relation, Source, ThreadEnd, ThreadId, UpdateOp, Value,
};
use raddle_models::axioms::{Candidate, Node};

use super::history::{Family, History, Values};
use super::location::{self, Choice};
use super::{Budget, Guess, Guessing, event, takes_lock};
use crate::{Action, Program};

/// Called for each candidate with a coherence order.
type Visit<'v, State> = &'v mut dyn FnMut(&Guess<'_, State>) -> ControlFlow<()>;

/// Goes on, breaks off as the visitor wishes, or gives up.
type Flow = Option<ControlFlow<()>>;

const GO_ON: Flow = Some(ControlFlow::Continue(()));

/// The histories of all threads.
pub(super) struct Whole<'a, P: Program> {
    program: &'a P,
    guessing: Guessing,
    families: &'a [Rc<Family<P::State>>],
    /// The values that reads were given to guess.
    guessed: &'a Values,
    /// The number of each value of each location.
    values: BTreeMap<(Address, Value), usize>,
    /// The values that each thread may write.
    offers: Vec<EventSet>,
    /// Initial values.
    initial: EventSet,
}

impl<'a, P: Program> Whole<'a, P> {
    pub(super) fn new(
        program: &'a P,
        guessing: Guessing,
        families: &'a [Rc<Family<P::State>>],
        guessed: &'a Values,
    ) -> Whole<'a, P> {
        let mut values = BTreeSet::new();
        for_each(families, &mut |history| values.extend(history.labels.iter().filter_map(value_of)));
        let values: BTreeMap<_, _> = values.into_iter().zip(0..).collect();
        let initial = values.iter().filter(|&(&(addr, value), _)| program.initial_value(addr) == value);
        let initial = EventSet::from_elements(values.len(), initial.map(|(_, &number)| number));
        let offers = vec![EventSet::empty(values.len()); program.threads()];
        let mut whole = Whole { program, guessing, families, guessed, values, offers, initial };
        let mut offers = whole.offers.clone();
        for_each(families, &mut |history| offers[history.thread.index()] |= &whole.numbers(history, Label::is_write));
        whole.offers = offers;
        whole
    }

    /// The numbers of the values of the history's reads, or of its writes.
    fn numbers(&self, history: &History<P::State>, kind: fn(&Label) -> bool) -> EventSet {
        let labels = history.labels.iter().filter(|&label| kind(label));
        let values = labels.filter_map(value_of).filter_map(|value| self.values.get(&value).copied());
        EventSet::from_elements(self.values.len(), values)
    }

    /// Shows all that the histories can be put together to.
    pub(super) fn combine(&self, budget: &mut Budget<'_>, visit: Visit<'_, P::State>) -> Flow {
        let mut histories = vec![None; self.program.threads()];
        let needs = EventSet::empty(self.values.len());
        self.choose(self.families.iter().collect(), &mut histories, &needs, &self.initial, budget, visit)
    }

    /// Chooses a history of each thread that is started and has none yet. Of those chosen, the reads need certain values,
    /// and the writes offer some.
    fn choose(
        &self,
        mut pending: Vec<&'a Rc<Family<P::State>>>,
        histories: &mut Vec<Option<&'a History<P::State>>>,
        needs: &EventSet,
        offers: &EventSet,
        budget: &mut Budget<'_>,
        visit: Visit<'_, P::State>,
    ) -> Flow {
        let Some(family) = pending.pop() else {
            return self.together(histories, budget, visit);
        };
        for history in family.iter() {
            let thread = history.thread.index();
            // No thread is started twice.
            if histories.get(thread).is_none_or(|other| other.is_some()) {
                continue;
            }
            budget.spend()?;
            let needs = needs | &self.numbers(history, Label::is_read);
            let offers = offers | &self.numbers(history, Label::is_write);
            histories[thread] = Some(history);
            let open = histories.iter().zip(&self.offers).filter(|(history, _)| history.is_none());
            let possible = open.fold(offers.clone(), |sum, (_, more)| sum | more);
            let mut flow = GO_ON;
            if (&needs - &possible).is_empty() {
                let mut pending = pending.clone();
                pending.extend(&history.children);
                flow = self.choose(pending, histories, &needs, &offers, budget, visit);
            }
            histories[thread] = None;
            if flow? == ControlFlow::Break(()) {
                return Some(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// All threads have their histories: if they fit together, shows what the reads may read from, in every way.
    fn together(
        &self,
        histories: &[Option<&'a History<P::State>>],
        budget: &mut Budget<'_>,
        visit: Visit<'_, P::State>,
    ) -> Flow {
        if !self.waits_fit(histories) {
            return GO_ON;
        }
        let candidate = self.candidate(histories);
        if !(&candidate.po | &candidate.sync).is_acyclic() {
            return GO_ON;
        }
        let mut choices = Vec::new();
        for init in candidate.init.iter() {
            choices.push(location::choices(&candidate, init, self.guessing.coherent, budget)?);
        }
        let init = candidate.init.iter().filter_map(|init| value_of(&candidate.label(init)));
        let init = init.filter(|&(_, value)| value != 0).collect();
        let mut drawn = Drawn { whole: self, histories, init, candidate, is_first: true, budget, visit };
        drawn.draw(&choices, &mut Vec::new())
    }

    /// Did threads wait for others if and only if they had to?
    fn waits_fit(&self, histories: &[Option<&History<P::State>>]) -> bool {
        let action = |history: &History<P::State>| *self.program.action(&history.end);
        let started = || histories.iter().flatten();
        let finished = |thread: ThreadId| {
            let child = histories.get(thread.index()).copied().flatten();
            child.filter(|child| action(child) == Action::Finish)
        };
        let arrived = |barrier, round, count: u32| {
            let arrival = Label::Arrive { barrier, round };
            let arrivals = started().flat_map(|history| &history.labels).filter(|&&label| label == arrival);
            arrivals.count() >= count as usize
        };
        started().all(|history| {
            let joins =
                |&(thread, value)| finished(thread).is_some_and(|child| self.program.result(&child.end) == value);
            let waits_in_vain = match action(history) {
                Action::Join { thread } => finished(thread).is_none(),
                Action::Depart { barrier, round, count } => !arrived(barrier, round, count),
                _ => true,
            };
            let departs = |&(barrier, round, count): &(Address, u32, u32)| arrived(barrier, round, count);
            waits_in_vain && history.joined.iter().all(joins) && history.left.iter().all(departs)
        })
    }

    /// The candidate of these histories, without reads-from.
    fn candidate(&self, histories: &[Option<&History<P::State>>]) -> Candidate {
        let all = || histories.iter().flatten().flat_map(|history| &history.labels);
        let locations: BTreeSet<Address> = all().filter_map(Label::addr).collect();
        let mut nodes: Vec<Node> = locations.iter().map(|&addr| Node::Init(addr)).collect();
        let initial = |&addr: &Address| {
            let value = self.program.initial_value(addr);
            Label::Write { addr, mode: Mode::Na, value, exclusive: false }
        };
        let mut labels: Vec<Label> = locations.iter().map(initial).collect();
        for history in histories.iter().flatten() {
            // Choices are no events of a model.
            let is_event = |(_, label): &(usize, &Label)| !matches!(label, Label::Choose { .. });
            for (index, &label) in history.labels.iter().enumerate().filter(is_event) {
                nodes.push(Node::Event(event(history.thread, index)));
                labels.push(label);
            }
        }
        Candidate::from_parts(nodes, labels, |id| {
            let history = histories.get(id.thread.index()).copied().flatten()?;
            history.dependencies.get(id.index as usize).map(Cow::Borrowed)
        })
    }
}

/// A candidate whose reads-from and coherence are being drawn.
struct Drawn<'d, 'a, 'r, P: Program> {
    whole: &'d Whole<'a, P>,
    histories: &'d [Option<&'a History<P::State>>],
    init: BTreeMap<Address, Value>,
    candidate: Candidate,
    /// Has none of the candidate's coherence orders been shown yet?
    is_first: bool,
    budget: &'d mut Budget<'r>,
    visit: Visit<'d, P::State>,
}

impl<P: Program> Drawn<'_, '_, '_, P> {
    /// Draws what the reads of the remaining locations read from.
    fn draw<'c>(&mut self, remaining: &'c [Vec<Choice>], orders: &mut Vec<&'c [Vec<usize>]>) -> Flow {
        let [next, rest @ ..] = remaining else {
            if !self.locks_wait_in_vain() {
                return GO_ON;
            }
            let co = Relation::empty(self.candidate.size());
            self.is_first = true;
            return self.order(orders, &co);
        };
        for choice in next {
            choice.sources.iter().for_each(|&(write, read)| self.candidate.rf.insert(write, read));
            orders.push(&choice.orders);
            let flow = self.draw(rest, orders);
            orders.pop();
            choice.sources.iter().for_each(|&(write, read)| self.candidate.rf.remove(write, read));
            if flow? == ControlFlow::Break(()) {
                return Some(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// Draws the orders of the remaining locations.
    fn order(&mut self, remaining: &[&[Vec<usize>]], co: &Relation) -> Flow {
        let [next, rest @ ..] = remaining else {
            self.budget.spend()?;
            let is_first = std::mem::take(&mut self.is_first);
            let Drawn { candidate, histories, init, .. } = self;
            let values = self.whole.guessed;
            return Some((self.visit)(&Guess { candidate, co, is_first, histories, values, init }));
        };
        for order in *next {
            let mut co = co.clone();
            for (place, &earlier) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|&later| co.insert(earlier, later));
            }
            if self.order(rest, &co)? == ControlFlow::Break(()) {
                return Some(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// Is there nothing left that the locks at which threads stand could take?
    fn locks_wait_in_vain(&self) -> bool {
        let program = self.whole.program;
        let Candidate { rf, exclusive, writes, .. } = &self.candidate;
        self.histories.iter().flatten().all(|history| {
            let Action::Update { addr, op: UpdateOp::Lock { .. }, .. } = *program.action(&history.end) else {
                return true;
            };
            let is_free = |write: &usize| !rf.successors(*write).any(|read| exclusive.contains(read));
            let can_take = writes.iter().filter(is_free).any(|write| {
                value_of(&self.candidate.label(write))
                    .is_some_and(|(at, value)| at == addr && takes_lock(program, &history.end, value))
            });
            let never_accessed = self.candidate.element(Node::Init(addr)).is_none();
            let takes_initial = never_accessed && takes_lock(program, &history.end, program.initial_value(addr));
            !can_take && !takes_initial
        })
    }
}

/// The candidate as an execution.
pub(super) fn execution<P: Program>(
    program: &P,
    candidate: &Candidate,
    co: &Relation,
    histories: &[Option<&History<P::State>>],
    init: &BTreeMap<Address, Value>,
) -> Execution {
    let sources: BTreeMap<usize, usize> = candidate.rf.pairs().map(|(write, read)| (read, write)).collect();
    let source = |thread, index| {
        let write = sources.get(&candidate.element(Node::Event(event(thread, index)))?)?;
        Some(match candidate.node(*write) {
            Node::Init(_) => Source::Init,
            Node::Event(id) => Source::Event(id),
        })
    };
    let mut result = Execution { init: init.clone(), ..Execution::default() };
    for history in histories {
        let Some(history) = history else {
            result.threads.push(Vec::new());
            result.ends.push(ThreadEnd::NotStarted);
            continue;
        };
        let thread = history.thread;
        let events = history.labels.iter().enumerate();
        result.threads.push(events.map(|(index, &label)| Event { label, rf: source(thread, index) }).collect());
        result.ends.push(match program.action(&history.end) {
            Action::Finish | Action::Exit => ThreadEnd::Finished,
            Action::Fail(_) => ThreadEnd::Failed,
            _ => ThreadEnd::Blocked,
        });
        for (index, dependencies) in history.dependencies.iter().enumerate().filter(|(_, some)| !some.is_empty()) {
            result.dependencies.insert(event(thread, index), dependencies.clone());
        }
    }
    let mut orders = candidate.writes_by_location();
    for order in orders.values_mut() {
        order.sort_by_key(|&write| std::cmp::Reverse(co.successors(write).count()));
    }
    let id = |&element: &usize| match candidate.node(element) {
        Node::Event(id) => Some(id),
        Node::Init(_) => None,
    };
    result.co = Some(orders.into_iter().map(|(addr, order)| (addr, order.iter().filter_map(id).collect())).collect());
    result
}

/// Calls `visit` for every history, those of started threads too.
fn for_each<State>(families: &[Rc<Family<State>>], visit: &mut dyn FnMut(&History<State>)) {
    for history in families.iter().flat_map(|family| family.iter()) {
        visit(history);
        for_each(&history.children, visit);
    }
}

/// The location and value of an access.
fn value_of(label: &Label) -> Option<(Address, Value)> {
    match *label {
        Label::Read { addr, value, .. } | Label::Write { addr, value, .. } => Some((addr, value)),
        _ => None,
    }
}

/// The value of a write.
pub(super) fn written(label: Label) -> Option<Value> {
    if label.is_write() { value_of(&label).map(|(_, value)| value) } else { None }
}
