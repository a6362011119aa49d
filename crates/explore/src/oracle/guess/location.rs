//! One location: every order of its writes, with every choice of what its reads read from.

use std::collections::BTreeMap;

use raddle_graph::{Label, Value};
use raddle_models::axioms::{Candidate, Node};

use super::Budget;

/// An access of the location; events are named as elements of the candidate.
#[derive(Clone, Copy, Debug)]
struct Access {
    element: usize,
    kind: Kind,
    /// Is the previous access of this list one of the same thread?
    follows: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Read(Value),
    /// With the read half, for the write half of an update.
    Write(Option<usize>),
}

/// What the reads of a location read from, as pairs of a write and a read, and the orders of the location's writes with
/// which they may do so, the initial write first.
pub(super) struct Choice {
    pub(super) sources: Vec<(usize, usize)>,
    pub(super) orders: Vec<Vec<usize>>,
}

/// Every choice for the location with that initial write. If `coherent`, only those without cycles of `po-loc | rf | co | fr`
/// in which nothing comes between the halves of an update. `None` if that is too much.
pub(super) fn choices(
    candidate: &Candidate,
    init: usize,
    coherent: bool,
    budget: &mut Budget<'_>,
) -> Option<Vec<Choice>> {
    let addr = candidate.label(init).addr();
    let mut accesses: Vec<Access> = Vec::new();
    let mut writes = vec![(init, written(candidate, init))];
    for element in (0..candidate.size()).filter(|&element| element != init && candidate.label(element).addr() == addr) {
        let kind = match candidate.label(element) {
            Label::Read { value, .. } => Kind::Read(value),
            Label::Write { value, .. } => {
                writes.push((element, Some(value)));
                Kind::Write(candidate.rmw.inverse().successors(element).next())
            }
            _ => continue,
        };
        let follows = accesses.last().is_some_and(|last| same_thread(candidate, last.element, element));
        accesses.push(Access { element, kind, follows });
    }
    let mut search = Search { candidate, accesses, writes, coherent, budget, found: BTreeMap::new() };
    search.order(&mut vec![init])?;
    Some(search.found.into_iter().map(|(sources, orders)| Choice { sources, orders }).collect())
}

fn written(candidate: &Candidate, element: usize) -> Option<Value> {
    match candidate.label(element) {
        Label::Write { value, .. } => Some(value),
        _ => None,
    }
}

fn same_thread(candidate: &Candidate, a: usize, b: usize) -> bool {
    match (candidate.node(a), candidate.node(b)) {
        (Node::Event(a), Node::Event(b)) => a.thread == b.thread,
        _ => false,
    }
}

struct Search<'a, 'r> {
    candidate: &'a Candidate,
    accesses: Vec<Access>,
    /// The initial write first.
    writes: Vec<(usize, Option<Value>)>,
    coherent: bool,
    budget: &'a mut Budget<'r>,
    found: BTreeMap<Vec<(usize, usize)>, Vec<Vec<usize>>>,
}

impl Search<'_, '_> {
    /// Every order that begins like this.
    fn order(&mut self, order: &mut Vec<usize>) -> Option<()> {
        self.budget.spend()?;
        if order.len() == self.writes.len() {
            return self.sources(order, &mut Vec::new(), 0, 0);
        }
        for (write, _) in self.writes.clone() {
            let follows_order = |last: &usize| !self.candidate.po.contains(write, *last);
            if !order.contains(&write) && (!self.coherent || order.iter().all(follows_order)) {
                order.push(write);
                self.order(order)?;
                order.pop();
            }
        }
        Some(())
    }

    /// Every choice of sources for the accesses from `next` on.
    ///
    /// A read stands where its source stands. Coherent is what, thread by thread, never goes back: a read stands at or behind
    /// what the thread accessed before, a write behind it.
    fn sources(&mut self, order: &[usize], chosen: &mut Vec<(usize, usize)>, next: usize, place: usize) -> Option<()> {
        let Some(&Access { element, kind, follows }) = self.accesses.get(next) else {
            self.budget.spend()?;
            self.found.entry(chosen.clone()).or_default().push(order.to_vec());
            return Some(());
        };
        let place = if follows { place } else { 0 };
        match kind {
            Kind::Write(read) => {
                let Some(at) = order.iter().position(|&write| write == element) else { return Some(()) };
                let source = read.and_then(|read| chosen.iter().find(|(_, reader)| *reader == read));
                // Its own thread may write between a reservation and the store that uses it.
                let is_own = |write: &usize| !self.candidate.external.contains(*write, element);
                let is_atomic = source.is_none_or(|(source, _)| {
                    order[..at].iter().rev().take_while(|write| *write != source).all(is_own)
                        && order[..at].contains(source)
                });
                if !self.coherent || (at > place && is_atomic) {
                    self.sources(order, chosen, next + 1, at)?;
                }
            }
            Kind::Read(value) => {
                for (at, source) in order.iter().enumerate() {
                    let fits = self.writes.contains(&(*source, Some(value)));
                    if fits && (!self.coherent || at >= place) {
                        chosen.push((*source, element));
                        self.sources(order, chosen, next + 1, at)?;
                        chosen.pop();
                    }
                }
            }
        }
        Some(())
    }
}
