//! The entry point: picks the engine for the model and the number of threads, and runs it on every worker.

use raddle_models::cat::CatModel;
use raddle_models::{Armv8, Imm, MemoryModel, Model, ModelName, Pso, Ra, Rc11, Sc, Tso};

use crate::engine::{Engine, Interrupt, Job};
use crate::general::{self, CatAxioms};
use crate::pool::{self, Shared};
use crate::{Equivalence, ExploreError, Options, Program, Totals, Visitor};

/// Lanes of the clocks of the ordinary engine: up to 15 threads.
const NARROW: usize = 16;
/// Lanes of the clocks of the wide engine: up to 127 threads.
const WIDE: usize = 128;

/// Explores every execution of the program that the model allows, each exactly once.
///
/// Each worker shows what it finds to a visitor of its own; all of them are returned, with the totals. An exploration
/// that ends early (a limit, a visitor's wish) says so in `Totals::limit`.
pub fn explore<P, V>(
    program: &P,
    model: ModelName,
    options: &Options,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    if let Some(explored) = explore_fast(program, model, options, &make_visitor)? {
        return Ok(explored);
    }
    match CatModel::shipped(model.name()) {
        Some(cat) => explore_by_axioms(program, cat, options, make_visitor),
        None => Err(ExploreError::NoEngine { model }),
    }
}

/// The same with the engine that is made for the model alone; `None` if there is none, or if it met what only the general
/// engine can explore: reservations, or a sign of load buffering.
pub fn explore_fast<P, V>(
    program: &P,
    model: ModelName,
    options: &Options,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Result<Option<(Totals, Vec<V>)>, ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    if model.tracks_dependencies() && options.equivalence == Equivalence::Wb {
        return Err(ExploreError::OnlyMo);
    }
    let explored = match model {
        ModelName::Sc => at_width::<P, Sc, V>(program, options, make_visitor),
        ModelName::Tso => at_width::<P, Tso, V>(program, options, make_visitor),
        ModelName::Pso => at_width::<P, Pso, V>(program, options, make_visitor),
        ModelName::Ra => at_width::<P, Ra, V>(program, options, make_visitor),
        ModelName::Rc11 => at_width::<P, Rc11, V>(program, options, make_visitor),
        ModelName::Imm => at_width::<P, Imm, V>(program, options, make_visitor),
        ModelName::Armv8 => at_width::<P, Armv8, V>(program, options, make_visitor),
        ModelName::Armv7 | ModelName::Power | ModelName::Riscv | ModelName::Ztso | ModelName::Lkmm => {
            Err(Interrupt::General)
        }
    };
    match explored {
        Ok(explored) => Ok(Some(explored)),
        Err(Interrupt::Error(error)) => Err(error),
        Err(Interrupt::General | Interrupt::Stop) => Ok(None),
    }
}

/// Explores under a model that Raddle knows, or one from a file.
pub fn explore_under<P, V>(
    program: &P,
    model: &MemoryModel,
    options: &Options,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    match model {
        MemoryModel::Named(name) => explore(program, *name, options, make_visitor),
        MemoryModel::File(model) => explore_by_axioms(program, model, options, make_visitor),
    }
}

/// Explores every execution of the program that the axioms of a cat model allow, each exactly once. The model says by its
/// `prefix` on what writes rest; if that does not fit its axioms, executions may be missed.
pub fn explore_by_axioms<P, V>(
    program: &P,
    model: &CatModel,
    options: &Options,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    general::explore(program, || CatAxioms::new(model), options, make_visitor)
}

type Explored<V> = Result<(Totals, Vec<V>), Interrupt>;

fn at_width<P: Program, M: Model, V: Visitor<P::State>>(
    program: &P,
    options: &Options,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Explored<V> {
    match program.threads() {
        // Without threads there is one execution, with nothing in it, but no state to build it from.
        0 => Ok((Totals { complete: 1, ..Totals::default() }, vec![make_visitor()])),
        threads if threads < NARROW => run::<P, M, V, NARROW>(program, options, make_visitor),
        threads if threads < WIDE => run::<P, M, V, WIDE>(program, options, make_visitor),
        threads => Err(ExploreError::TooManyThreads { threads, limit: WIDE - 1 }.into()),
    }
}

fn run<P: Program, M: Model, V: Visitor<P::State>, const N: usize>(
    program: &P,
    options: &Options,
    make_visitor: &(impl Fn() -> V + Sync),
) -> Explored<V> {
    let shared = Shared::new(options, Job::Start);
    pool::run(options, &shared, || {
        let mut engine = Engine::<P, M, V, N>::new(program, options, &shared, make_visitor());
        while let Some(job) = shared.take() {
            match engine.explore(job) {
                Ok(()) => {}
                Err(Interrupt::Stop) => break,
                Err(interrupt) => return Err(interrupt),
            }
        }
        Ok(engine.into_results())
    })
}
