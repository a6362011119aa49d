//! Shows an execution that somebody else has found as the engines show theirs: with how it ends, and with what threads do wrong in it.

use raddle_graph::Execution;
use raddle_program::Program;

use crate::explore::Call;
use crate::life::Order;
use crate::open::{self, Ended, Questions};
use crate::pool::Parts;
use crate::{ExploreError, Limit, Options, Run, Totals, Visitor};

/// Shows an execution to a visitor, as that of a model without data races. It may be the beginning of a whole one.
pub fn show_given<P: Program>(
    program: &P,
    execution: &Execution,
    options: &Options,
    run: &Run,
    visitor: &mut dyn Visitor<P::State>,
) -> Result<Totals, ExploreError> {
    let (parts, mut totals) = (Parts::default(), Totals::default());
    let call = Call { program, options, run, isolation: None, seen: None, parts: &parts };
    let questions = Questions {
        states: None,
        race: &mut |_| None,
        order: Order::Porf,
        derive: &|_| Vec::new(),
        only_cyclic: false,
    };
    match open::show(&call, execution, questions, visitor, &mut totals) {
        Ok(()) | Err(Ended::Limit(Limit::Stopped)) => Ok(totals),
        Err(Ended::Limit(limit)) => Ok(Totals { limit: Some(limit), ..totals }),
        Err(Ended::Error(error)) => Err(*error),
    }
}
