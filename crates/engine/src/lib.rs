//! The one place that explores bytecode: every caller's visitor goes in as a trait object, so that the explorer is compiled for
//! [`Program`] once, here, and not once for each visitor and crate.

use std::sync::{Mutex, PoisonError};

use raddle_explore::{ExploreError, FinalGraph, Options, Plan, Proceed, Program as _, Run, Totals, Visitor, plan};
use raddle_graph::{Execution, ThreadId};
use raddle_ir::{Program, State};
use raddle_models::MemoryModel;

/// Explores a program under a model, within the limits of a run. Each worker of each stage has a visitor of its own; all of
/// them are returned.
pub fn explore<V: Visitor<State>>(
    program: &Program,
    model: &MemoryModel,
    options: &Options,
    run: &Run,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError> {
    carry_out(&plan(&program.features(), model, options)?, program, model, options, run, make_visitor)
}

/// Explores as a plan says, which need not be the one that fits: for those who compare engines.
pub fn carry_out<V: Visitor<State>>(
    plan: &Plan,
    program: &Program,
    model: &MemoryModel,
    options: &Options,
    run: &Run,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError> {
    let returned = Mutex::new(Vec::new());
    let make = || Boxed(Box::new(Returning { visitor: Some(make_visitor()), returned: &returned }));
    let totals = explore_boxed(plan, program, model, options, run, &make)?;
    Ok((totals, returned.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

// Not generic: this is what is compiled once.
fn explore_boxed<'a>(
    plan: &Plan,
    program: &Program,
    model: &MemoryModel,
    options: &Options,
    run: &Run,
    make_visitor: &(dyn Fn() -> Boxed<'a> + Sync),
) -> Result<Totals, ExploreError> {
    raddle_explore::carry_out(plan, program, model, options, run, make_visitor).map(|(totals, _)| totals)
}

struct Boxed<'a>(Box<dyn Visitor<State> + 'a>);

impl Visitor<State> for Boxed<'_> {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        self.0.visit(found)
    }

    fn too_long(&mut self, thread: ThreadId, execution: &Execution) {
        self.0.too_long(thread, execution);
    }

    fn skips_plain(&self) -> bool {
        self.0.skips_plain()
    }
}

/// A visitor that is put where its maker finds it when the explorer drops it.
struct Returning<'a, V> {
    /// There until it is dropped.
    visitor: Option<V>,
    returned: &'a Mutex<Vec<V>>,
}

impl<V: Visitor<State>> Visitor<State> for Returning<'_, V> {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        match &mut self.visitor {
            Some(visitor) => visitor.visit(found),
            None => unreachable!("the visitor is there until this is dropped"),
        }
    }

    fn too_long(&mut self, thread: ThreadId, execution: &Execution) {
        match &mut self.visitor {
            Some(visitor) => visitor.too_long(thread, execution),
            None => unreachable!("the visitor is there until this is dropped"),
        }
    }

    fn skips_plain(&self) -> bool {
        self.visitor.as_ref().is_some_and(V::skips_plain)
    }
}

impl<V> Drop for Returning<'_, V> {
    fn drop(&mut self) {
        let mut returned = self.returned.lock().unwrap_or_else(PoisonError::into_inner);
        returned.extend(self.visitor.take());
    }
}

/// Shows an execution that was not found by exploring, as if it were, to a visitor.
pub fn show<V: Visitor<State>>(
    program: &Program,
    execution: &Execution,
    options: &Options,
    run: &Run,
    visitor: &mut V,
) -> Result<Totals, ExploreError> {
    raddle_explore::show_given(program, execution, options, run, visitor)
}
