//! Objects that calls put values into and take them out of again: queues, stacks, bags, deques, channels.

use smallvec::SmallVec;

use super::{Machine, Role, Standing, Way, call, decode, heap_of};
use crate::history::History;
use crate::object::{Kind, Object};
use crate::operation::{OpId, Outcome};

/// Where a removal may take from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Oldest,
    Newest,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Any,
    Empty,
    Value(i64),
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Insert(i64),
    Remove(End, Wanted),
}

/// Insertions whose values are still there, the oldest first (of a bag: in the order of their names).
type Inside = SmallVec<[OpId; 8]>;

/// A queue, stack, bag, deque or channel.
pub(crate) struct Container {
    calls: Vec<Option<Call>>,
    /// Does nobody see the order of insertions?
    is_bag: bool,
    /// Is the top of the object its newest value?
    is_stack: bool,
    /// May it look empty when it is not?
    is_weak: bool,
}

impl Container {
    pub fn new(object: &Object, history: &History) -> Container {
        let kind = object.kind();
        let end = |name: &str| match (kind, name) {
            (Kind::Bag, _) => End::Any,
            (Kind::Stack, _) | (Kind::Deque, "take") => End::Newest,
            _ => End::Oldest,
        };
        let calls = decode(history, |operation| match (operation.arguments.as_slice(), operation.outcome) {
            (&[value], _) => Some(Call::Insert(value)),
            (_, Outcome::Value(value)) => Some(Call::Remove(end(&operation.name), Wanted::Value(value))),
            (_, Outcome::Empty) => Some(Call::Remove(end(&operation.name), Wanted::Empty)),
            (_, Outcome::Pending) => Some(Call::Remove(end(&operation.name), Wanted::Any)),
            _ => None,
        });
        Container { calls, is_bag: kind == Kind::Bag, is_stack: kind == Kind::Stack, is_weak: object.is_weak() }
    }

    fn value(&self, insertion: OpId) -> i64 {
        match *call(&self.calls, insertion) {
            Call::Insert(value) => value,
            Call::Remove(..) => unreachable!("only insertions put values in"),
        }
    }
}

impl Machine for Container {
    type State = Inside;

    fn start(&self) -> Inside {
        Inside::new()
    }

    fn ways(&self, inside: &Inside, op: OpId, ways: &mut Vec<Way<Inside>>) {
        let (end, wanted) = match *call(&self.calls, op) {
            Call::Insert(_) => {
                let mut next = inside.clone();
                let place = if self.is_bag { next.partition_point(|&other| other < op) } else { next.len() };
                next.insert(place, op);
                return ways.push(Way::to(next));
            }
            Call::Remove(end, wanted) => (end, wanted),
        };
        if wanted == Wanted::Empty {
            ways.extend((self.is_weak || inside.is_empty()).then(|| Way::to(inside.clone())));
            return;
        }
        let places = match (end, inside.len()) {
            (_, 0) => 0..0,
            (End::Oldest, _) => 0..1,
            (End::Newest, length) => length - 1..length,
            (End::Any, length) => 0..length,
        };
        for place in places {
            if wanted == Wanted::Any || wanted == Wanted::Value(self.value(inside[place])) {
                let mut next = inside.clone();
                let from = next.remove(place);
                ways.push(Way::taking(next, [from], op));
            }
        }
    }

    fn role(&self, op: OpId) -> Role {
        match *call(&self.calls, op) {
            Call::Insert(_) => Role::Insert,
            Call::Remove(_, Wanted::Empty) => Role::Other,
            Call::Remove(..) => Role::Remove,
        }
    }

    fn heap(&self, inside: &Inside) -> usize {
        heap_of(inside)
    }

    fn only_looks(&self, op: OpId) -> bool {
        matches!(*call(&self.calls, op), Call::Remove(_, Wanted::Empty))
    }

    fn standing(&self, inside: &Inside) -> Standing {
        let mut values: Vec<_> = inside.iter().map(|&insertion| self.value(insertion)).collect();
        if self.is_stack {
            values.reverse();
        }
        Standing::Holds(values)
    }
}
