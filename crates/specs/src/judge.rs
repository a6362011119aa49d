//! The verdict on a history, and why.

use std::collections::BTreeMap;

use crate::history::History;
use crate::machine::{Pair, Standing, with_machine};
use crate::object::{Misfit, Object};
use crate::operation::{OpId, Outcome};
use crate::search::{Exhausted, Limits, Search, Searched, Sync};

/// The verdict on a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The calls could have been made in this order. Calls that have not returned and that it leaves out have had no effect.
    Possible(Vec<OpId>),
    /// They could not have been made in any order.
    Impossible(Violation),
    /// It was not found out.
    Unknown(Exhausted),
}

/// Why no order is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What is wrong, in a word.
    pub reason: Reason,
    /// The longest beginning of an order that the object accepts.
    pub longest: Vec<OpId>,
    /// The state of the object then.
    pub standing: Standing,
    /// The calls that would have to come next, none of which can return what it has returned.
    pub stuck: Vec<OpId>,
}

/// What is wrong, in a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// This call took out what nobody puts in.
    Value(OpId),
    /// These calls took out the same value, more of them than put it in.
    Twice(Vec<OpId>),
    /// Without synchronisation there is an order; but in each the second call of some pair relies on the first, and nothing makes what was
    /// done before the first visible to it. These are the pairs of an order that has fewest.
    Sync(Vec<(OpId, OpId)>),
    /// It would be possible if the object could look empty at any time.
    Empty,
    /// Nothing of that.
    Order,
}

impl Reason {
    /// The word in results. A contract with scripts.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Value(_) => "VALUE",
            Reason::Twice(_) => "TWICE",
            Reason::Sync(_) => "SYNC",
            Reason::Empty => "EMPTY",
            Reason::Order => "ORDER",
        }
    }

    /// The calls that it is about, if it is about some.
    pub fn about(&self) -> Vec<OpId> {
        match self {
            Reason::Value(op) => vec![*op],
            Reason::Twice(ops) => ops.clone(),
            Reason::Sync(pairs) => pairs.iter().flat_map(|&(from, by)| [from, by]).collect(),
            Reason::Empty | Reason::Order => Vec::new(),
        }
    }
}

/// Is there an order of the calls that the object accepts, in which they synchronise as much as was asked for?
///
/// # Errors
/// If a call is not one of the object's.
pub fn judge(object: &Object, history: &History, sync: Sync, limits: &Limits) -> Result<Judgement, Misfit> {
    history.operations().iter().try_for_each(|operation| object.fits(operation))?;
    Ok(verdict(object, history, sync, limits).unwrap_or_else(Judgement::Unknown))
}

fn verdict(object: &Object, history: &History, sync: Sync, limits: &Limits) -> Result<Judgement, Exhausted> {
    let search = Search { history, sync, missing: 0, limits };
    let longest = match with_machine(object, history, search)? {
        Searched::Possible { order, .. } => return Ok(Judgement::Possible(order)),
        Searched::Impossible(longest) => longest,
    };
    let reason = reason(object, &search)?;
    let (longest, standing, stuck) = (longest.order, longest.standing, longest.stuck);
    Ok(Judgement::Impossible(Violation { reason, longest, standing, stuck }))
}

/// Why there is no order; there is none.
fn reason(object: &Object, search: &Search<'_>) -> Result<Reason, Exhausted> {
    if let Some(reason) = conjured(object, search.history) {
        return Ok(reason);
    }
    if let Some(missing) = unsynchronised(object, search)? {
        return Ok(Reason::Sync(missing));
    }
    if let Some(weak) = object.weak()
        && let Searched::Possible { .. } = with_machine(&weak, search.history, *search)?
    {
        return Ok(Reason::Empty);
    }
    Ok(Reason::Order)
}

/// Values that come out of a container although they were never put in, or not as often.
pub(crate) fn conjured(object: &Object, history: &History) -> Option<Reason> {
    if !object.is_container() {
        return None;
    }
    // By value: how often it is put in, and who takes it out.
    let mut values: BTreeMap<i64, (usize, Vec<OpId>)> = BTreeMap::new();
    for op in history.ids() {
        let operation = history.operation(op);
        match (operation.arguments.first(), operation.outcome) {
            (_, Outcome::Failed) => {}
            (Some(&value), _) => values.entry(value).or_default().0 += 1,
            (None, Outcome::Value(value)) => values.entry(value).or_default().1.push(op),
            (None, Outcome::Void | Outcome::Empty | Outcome::Pending) => {}
        }
    }
    let never = values.values().filter(|(insertions, _)| *insertions == 0).filter_map(|(_, taken)| taken.first());
    let twice = values.values().filter(|(insertions, taken)| taken.len() > *insertions).map(|(_, taken)| taken);
    let never = never.min().copied().map(Reason::Value);
    never.or_else(|| twice.min().cloned().map(Reason::Twice))
}

/// The largest number of pairs that are searched for one by one: fewer are better, but each costs a search.
const MAX_COUNTED: usize = 3;

/// If there is an order without synchronisation, the pairs that lack it, in one that has few.
fn unsynchronised(object: &Object, search: &Search<'_>) -> Result<Option<Vec<Pair>>, Exhausted> {
    let plain = Search { sync: Sync::None, ..*search };
    if search.sync == Sync::None || matches!(with_machine(object, search.history, plain)?, Searched::Impossible(_)) {
        return Ok(None);
    }
    for missing in (1..=MAX_COUNTED).chain([usize::MAX]) {
        if let Searched::Possible { missing, .. } = with_machine(object, search.history, Search { missing, ..*search })?
        {
            return Ok(Some(missing));
        }
    }
    unreachable!("any number of pairs may lack synchronisation, and there is an order without any")
}
