//! Something that is done once, by whoever comes first.

use super::{Machine, Standing, Way, call, decode, gives, said};
use crate::history::History;
use crate::operation::OpId;

/// Something that is done once, by whoever comes first.
pub(crate) struct Once {
    /// Did the call say that it was the one? `None` inside if it did not tell.
    calls: Vec<Option<Option<bool>>>,
}

impl Once {
    pub fn new(history: &History) -> Once {
        Once { calls: decode(history, |operation| Some(said(operation))) }
    }
}

impl Machine for Once {
    /// Who did it.
    type State = Option<OpId>;

    fn start(&self) -> Option<OpId> {
        None
    }

    fn ways(&self, &by: &Option<OpId>, op: OpId, ways: &mut Vec<Way<Option<OpId>>>) {
        let said = *call(&self.calls, op);
        ways.extend(gives(said, by.is_none()).then(|| Way::taking(by.or(Some(op)), by, op)));
    }

    fn only_looks(&self, op: OpId) -> bool {
        *call(&self.calls, op) == Some(false)
    }

    fn standing(&self, by: &Option<OpId>) -> Standing {
        by.map_or(Standing::NotRun, Standing::RunBy)
    }
}
