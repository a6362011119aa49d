//! The entry point: carries out the plan for a program under a model, stage by stage, on every worker.

use raddle_models::{Armv8, C11, Imm, MemoryModel, Model, ModelName, Pso, Sc, Stepwise, Tso, Xmm};

use crate::axioms::Axioms;
use crate::cycles;
use crate::enumerate::{enumerate, enumerate_xmm};
use crate::isolation::Isolation;
use crate::pool::{self, Parts, Seen, Shared, Stopped};
use crate::visit::{Job, Visit};
use crate::xmm;
use crate::{Checked, Engine, ExploreError, Keep, Options, Plan, Program, Run, Stage, Totals, Visitor, Width, plan};

/// Explores every execution of the program that the model allows, each exactly once.
///
/// Each worker of each stage shows what it finds to a visitor of its own; all of them are returned, with the totals. An
/// exploration that ends early (a limit, a visitor's wish) says so in `Totals::limit`.
pub fn explore<P, V>(
    program: &P,
    model: &MemoryModel,
    options: &Options,
    run: &Run,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    let plan = plan(&program.features(), model, options)?;
    carry_out(&plan, program, model, options, run, make_visitor)
}

/// Explores as a plan says, which need not be the one that fits: for those who compare engines.
pub fn carry_out<P, V>(
    plan: &Plan,
    program: &P,
    model: &MemoryModel,
    options: &Options,
    run: &Run,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<(Totals, Vec<V>), ExploreError>
where
    P: Program,
    V: Visitor<P::State>,
{
    run.begin_round();
    let seen = options.detect_duplicates.then(Seen::default);
    let isolation = Isolation::new(&program.features(), model.named());
    let parts = Parts::default();
    let call = Call { program, options, run, isolation, seen: seen.as_ref(), parts: &parts };
    let mut totals = Totals::default();
    let mut visitors = Vec::new();
    // The first stage has none before it that could say no.
    let mut may_have_cycles = true;
    for stage in &plan.stages {
        if totals.limit.is_some() || (stage.keep == Keep::PorfCyclic && !may_have_cycles) {
            break;
        }
        // Engines look from time to time only, and rounds may be short.
        if let Err(limit) = run.spend(0) {
            totals.limit = Some(limit);
            break;
        }
        let staged = call.stage(stage, model, &make_visitor)?;
        totals.add(staged.totals);
        visitors.extend(staged.visitors);
        // Without its guard, XMM has cycles for which no race answers.
        let is_unguarded = model.named() == Some(ModelName::Xmm) && !options.xmm.guard;
        may_have_cycles = staged.may_have_cycles || is_unguarded;
    }
    Ok((totals, visitors))
}

/// What a stage came to.
pub(crate) struct Staged<V> {
    pub totals: Totals,
    pub visitors: Vec<V>,
    /// May there be executions with a cycle of program order and reads-from, which this stage did not show?
    pub may_have_cycles: bool,
}

/// One exploration: what all of its stages share.
pub(crate) struct Call<'a, P> {
    pub program: &'a P,
    pub options: &'a Options,
    pub run: &'a Run,
    pub isolation: Option<Isolation>,
    pub seen: Option<&'a Seen>,
    pub parts: &'a Parts,
}

impl<P> Clone for Call<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Call<'_, P> {}

/// What a worker of a visit does.
type Work<'a, S, const N: usize> =
    dyn Fn(&Shared<'_, Job<N>>, &mut dyn Visitor<S>) -> Result<Totals, ExploreError> + Sync + 'a;

impl<P: Program> Call<'_, P> {
    fn stage<V: Visitor<P::State>>(
        self,
        stage: &Stage,
        model: &MemoryModel,
        make_visitor: &(impl Fn() -> V + Sync),
    ) -> Result<Staged<V>, ExploreError> {
        let axioms = || Axioms::new(model.cat(), self.options.ignore_dependencies);
        match stage.engine {
            Engine::Visit { model: Checked::ByAxioms, width } => match Stepwise::new(model.cat()) {
                Some(model) => self.visit_at(width, model, make_visitor),
                None => unreachable!("a plan visits only under models that can be checked one event at a time"),
            },
            Engine::Visit { model: Checked::ByName(name), width } => match name {
                ModelName::Sc => self.visit_at(width, Sc, make_visitor),
                ModelName::Tso => self.visit_at(width, Tso, make_visitor),
                ModelName::Pso => self.visit_at(width, Pso, make_visitor),
                ModelName::Ra => self.visit_at(width, C11::RA, make_visitor),
                ModelName::Rc11 => self.visit_at(width, C11::RC11, make_visitor),
                ModelName::Rc20 => self.visit_at(width, C11::RC20, make_visitor),
                ModelName::Imm => self.visit_at(width, Imm, make_visitor),
                ModelName::Armv8 => self.visit_at(width, Armv8, make_visitor),
                ModelName::Xmm => {
                    // Threads are interchangeable up to a cycle only.
                    let options = Options { symmetry: false, ..self.options.clone() };
                    Call { options: &options, ..self }.visit_at(width, Xmm, make_visitor)
                }
                ModelName::Armv82018
                | ModelName::Armv7
                | ModelName::Power
                | ModelName::Riscv
                | ModelName::Ztso
                | ModelName::Lkmm => {
                    unreachable!("a plan visits only under models that have a fast engine, not {name}")
                }
            },
            Engine::Cycles { model: checked, width } => {
                cycles::stage(self, checked, width, stage.keep, model, make_visitor)
            }
            Engine::Enumerate { coherent } => enumerate(self, axioms(), coherent, None, make_visitor()),
            Engine::Xmm { width } => xmm::stage(self, width, make_visitor),
            Engine::EnumerateXmm => enumerate_xmm(self, axioms(), make_visitor()),
        }
    }

    pub(crate) fn visit_at<M: Model, V: Visitor<P::State>>(
        self,
        width: Width,
        model: M,
        make_visitor: &(impl Fn() -> V + Sync),
    ) -> Result<Staged<V>, ExploreError> {
        // Without threads there is one execution, with nothing in it, but no state to build it from.
        if self.program.threads() == 0 {
            let totals = Totals { complete: 1, ..Totals::default() };
            return Ok(Staged { totals, visitors: vec![make_visitor()], may_have_cycles: false });
        }
        match width {
            Width::Narrow => self.visit::<M, V, { Width::NARROW_CELLS }>(model, make_visitor),
            Width::Wide => self.visit::<M, V, { Width::WIDE_CELLS }>(model, make_visitor),
        }
    }

    fn visit<M: Model, V: Visitor<P::State>, const N: usize>(
        self,
        model: M,
        make_visitor: &(impl Fn() -> V + Sync),
    ) -> Result<Staged<V>, ExploreError> {
        self.run_workers(make_visitor, &|shared, visitor| self.visit_as_worker::<M, N>(&model, shared, visitor))
    }

    /// Not generic in the model, so that there is one copy per visitor and width.
    fn run_workers<V: Visitor<P::State>, const N: usize>(
        self,
        make_visitor: &(impl Fn() -> V + Sync),
        work: &Work<'_, P::State, N>,
    ) -> Result<Staged<V>, ExploreError> {
        let shared = Shared::new(self.options.workers, self.run, self.seen, Job::Start);
        let (totals, visitors) = pool::run(self.options.workers, &shared, || {
            let mut visitor = make_visitor();
            let totals = work(&shared, &mut visitor)?;
            Ok((totals, visitor))
        })?;
        Ok(Staged { totals, visitors, may_have_cycles: shared.may_have_cycles() })
    }

    /// Not generic in the visitor, so that there is one copy of the engine per model and width.
    fn visit_as_worker<M: Model, const N: usize>(
        self,
        model: &M,
        shared: &Shared<'_, Job<N>>,
        visitor: &mut dyn Visitor<P::State>,
    ) -> Result<Totals, ExploreError> {
        let mut visit = Visit::<P, M, N>::new(self, model.clone(), shared, visitor);
        while let Some(job) = shared.take() {
            match visit.explore(job) {
                Ok(()) => {}
                Err(Stopped::Over) => break,
                Err(Stopped::Error(error)) => return Err(*error),
            }
        }
        Ok(visit.into_totals())
    }
}
