//! The shortest beginning of a recorded history that is impossible: the return with which it ends is the first that nothing explains.
//!
//! What could have been answered so until a moment could have been answered so until every earlier one: an order of the longer history,
//! cut off behind the calls that had returned by then, is one of the shorter. So the moment is found by halving.

use crate::judge::{Judgement, Reason, Violation, conjured, judge};
use crate::object::{Misfit, Object};
use crate::operation::OpId;
use crate::record::{RecordedCall, history_of, until};
use crate::search::{Exhausted, Limits, Sync};

/// A recorded history up to a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    /// The calls that had been made by then, as they stood then, in the order in which they began.
    pub calls: Vec<RecordedCall>,
    /// The call that returned at this moment.
    pub last: OpId,
    /// Why that is impossible.
    pub violation: Violation,
}

/// The verdict on a recorded history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The calls could have been made in this order. Calls that have not returned and that it leaves out have had no effect.
    Possible(Vec<OpId>),
    /// They could not, and not even until a moment.
    Impossible(Box<Beginning>),
    /// It was not found out.
    Unknown(Exhausted),
}

/// Judges a recorded history of one object. If it is impossible, shows its shortest beginning that is.
///
/// # Errors
/// If a call is not one of the object's.
pub fn first_impossible(object: &Object, calls: &[RecordedCall], limits: &Limits) -> Result<Verdict, Misfit> {
    let whole = history_of(calls);
    let violation = match judge(object, &whole, Sync::Takes, limits)? {
        Judgement::Impossible(violation) => violation,
        Judgement::Possible(order) => return Ok(Verdict::Possible(order)),
        Judgement::Unknown(why) => return Ok(Verdict::Unknown(why)),
    };
    let mut ends: Vec<_> = whole.ids().filter_map(|op| Some((calls[op.index()].end?, op))).collect();
    ends.sort_unstable();
    // The first `possible` ends are possible, those up to and with `impossible` are not.
    let (mut possible, mut impossible) = (0, ends.len());
    let mut found = (calls.to_vec(), violation);
    while impossible - possible > 1 {
        let middle = possible.midpoint(impossible);
        let (time, _) = ends[middle - 1];
        let has_ended = |op: OpId| calls[op.index()].end.is_some_and(|end| (end, op) <= ends[middle - 1]);
        let then = until(calls, time, has_ended);
        match judge(object, &history_of(&then), Sync::Takes, limits)? {
            Judgement::Possible(_) => possible = middle,
            Judgement::Impossible(violation) => {
                impossible = middle;
                found = (then, violation);
            }
            // A longer beginning is known to be impossible.
            Judgement::Unknown(_) => break,
        }
    }
    let (calls, mut violation) = found;
    // What comes later in the record does not explain anything, but it is not true that there is no such thing.
    if matches!(violation.reason, Reason::Value(_) | Reason::Twice(_)) && conjured(object, &whole).is_none() {
        violation.reason = Reason::Order;
    }
    let (_, last) = ends[impossible - 1];
    Ok(Verdict::Impossible(Box::new(Beginning { calls, last, violation })))
}
