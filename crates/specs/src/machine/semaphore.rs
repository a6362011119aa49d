//! Tokens that some bring and others wait for.

use smallvec::SmallVec;

use super::{Machine, Role, Standing, Way, call, decode, heap_of, said};
use crate::history::History;
use crate::operation::OpId;

#[derive(Clone, Copy, Debug)]
enum Call {
    Post,
    Wait,
    /// With the result that it had.
    Try(Option<bool>),
}

/// A number of tokens.
pub(crate) struct Semaphore {
    calls: Vec<Option<Call>>,
    initial: u64,
}

impl Semaphore {
    pub fn new(initial: i64, history: &History) -> Semaphore {
        let calls = decode(history, |operation| match &*operation.name {
            "post" => Some(Call::Post),
            "wait" => Some(Call::Wait),
            "trywait" => Some(Call::Try(said(operation))),
            _ => None,
        });
        let initial = u64::try_from(initial).unwrap_or_else(|_| unreachable!("no object has fewer tokens than none"));
        Semaphore { calls, initial }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tokens {
    /// How many are left of those that were there at first.
    initial: u64,
    /// Who brought the others, by name.
    posted: SmallVec<[OpId; 4]>,
}

impl Machine for Semaphore {
    type State = Tokens;

    fn start(&self) -> Tokens {
        Tokens { initial: self.initial, posted: SmallVec::new() }
    }

    fn ways(&self, tokens: &Tokens, op: OpId, ways: &mut Vec<Way<Tokens>>) {
        let has_none = tokens.initial == 0 && tokens.posted.is_empty();
        match *call(&self.calls, op) {
            Call::Post => {
                let mut next = tokens.clone();
                let place = next.posted.partition_point(|&other| other < op);
                next.posted.insert(place, op);
                return ways.push(Way::to(next));
            }
            Call::Try(None | Some(false)) if has_none => return ways.push(Way::to(tokens.clone())),
            Call::Try(Some(false)) => return,
            Call::Wait | Call::Try(_) => {}
        }
        if let Some(initial) = tokens.initial.checked_sub(1) {
            ways.push(Way::to(Tokens { initial, ..tokens.clone() }));
        }
        for place in 0..tokens.posted.len() {
            let mut next = tokens.clone();
            let from = next.posted.remove(place);
            ways.push(Way::taking(next, [from], op));
        }
    }

    fn role(&self, op: OpId) -> Role {
        match call(&self.calls, op) {
            Call::Post => Role::Insert,
            Call::Try(Some(false)) => Role::Other,
            Call::Wait | Call::Try(_) => Role::Remove,
        }
    }

    fn heap(&self, tokens: &Tokens) -> usize {
        heap_of(&tokens.posted)
    }

    fn only_looks(&self, op: OpId) -> bool {
        matches!(*call(&self.calls, op), Call::Try(Some(false)))
    }

    fn standing(&self, tokens: &Tokens) -> Standing {
        Standing::Tokens(tokens.initial.saturating_add(tokens.posted.len() as u64))
    }
}
