//! Objects that are a number: registers and counters.

use super::{Machine, Role, Standing, Way, call, decode, gives, said, value};
use crate::history::History;
use crate::operation::OpId;

#[derive(Clone, Copy, Debug)]
enum Access {
    Write(i64),
    Read(Option<i64>),
    Exchange { old: i64, new: i64, done: Option<bool> },
}

/// A cell that is written and read.
pub(crate) struct Register {
    calls: Vec<Option<Access>>,
    initial: i64,
}

impl Register {
    pub fn new(initial: i64, history: &History) -> Register {
        let calls = decode(history, |operation| match (&*operation.name, operation.arguments.as_slice()) {
            ("write", &[new]) => Some(Access::Write(new)),
            ("read", []) => Some(Access::Read(value(operation))),
            ("cas", &[old, new]) => Some(Access::Exchange { old, new, done: said(operation) }),
            _ => None,
        });
        Register { calls, initial }
    }

    fn value(&self, last: Option<OpId>) -> i64 {
        match last.map(|last| *call(&self.calls, last)) {
            None => self.initial,
            Some(Access::Write(new) | Access::Exchange { new, .. }) => new,
            Some(Access::Read(_)) => unreachable!("reads write nothing"),
        }
    }
}

impl Machine for Register {
    /// Who wrote last.
    type State = Option<OpId>;

    fn start(&self) -> Option<OpId> {
        None
    }

    fn ways(&self, &last: &Option<OpId>, op: OpId, ways: &mut Vec<Way<Option<OpId>>>) {
        match *call(&self.calls, op) {
            Access::Write(_) => ways.push(Way::to(Some(op))),
            Access::Read(wanted) => ways.extend(gives(wanted, self.value(last)).then(|| Way::taking(last, last, op))),
            Access::Exchange { old, done, .. } => {
                if self.value(last) == old {
                    ways.extend(gives(done, true).then(|| Way::taking(Some(op), last, op)));
                } else {
                    // It saw that something else is there, but not what.
                    ways.extend(gives(done, false).then(|| Way::to(last)));
                }
            }
        }
    }

    fn role(&self, op: OpId) -> Role {
        match call(&self.calls, op) {
            Access::Write(_) | Access::Exchange { done: None | Some(true), .. } => Role::Insert,
            Access::Read(_) | Access::Exchange { .. } => Role::Other,
        }
    }

    fn only_looks(&self, op: OpId) -> bool {
        matches!(*call(&self.calls, op), Access::Read(_) | Access::Exchange { done: Some(false), .. })
    }

    fn standing(&self, &last: &Option<OpId>) -> Standing {
        Standing::Value(self.value(last))
    }
}

#[derive(Clone, Copy, Debug)]
struct Addition {
    amount: i64,
    /// What the call must return: for those that add, the old value.
    result: Option<i64>,
}

/// A sum. It wraps around, as machines' do.
pub(crate) struct Counter {
    calls: Vec<Option<Addition>>,
    initial: i64,
}

impl Counter {
    pub fn new(initial: i64, history: &History) -> Counter {
        let calls = decode(history, |operation| {
            let amount = match (&*operation.name, operation.arguments.as_slice()) {
                ("add", &[amount]) => amount,
                ("inc", []) => 1,
                ("dec", []) => -1,
                ("get", []) => 0,
                _ => return None,
            };
            Some(Addition { amount, result: value(operation) })
        });
        Counter { calls, initial }
    }
}

impl Machine for Counter {
    type State = i64;

    fn start(&self) -> i64 {
        self.initial
    }

    fn ways(&self, &sum: &i64, op: OpId, ways: &mut Vec<Way<i64>>) {
        let Addition { amount, result } = *call(&self.calls, op);
        ways.extend(gives(result, sum).then(|| Way::to(sum.wrapping_add(amount))));
    }

    fn only_looks(&self, op: OpId) -> bool {
        call(&self.calls, op).amount == 0
    }

    fn standing(&self, &sum: &i64) -> Standing {
        Standing::Value(sum)
    }
}
