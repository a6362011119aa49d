//! The plan of an exploration: which engines run, in which order, and what each of them shows.
//!
//! This is the only place that knows which engine is exact for which program and model. Where none is, it refuses.
//!
//! | engine | shows | models |
//! |---|---|---|
//! | `Visit`, the fast one | executions without a cycle of program order and reads-from | those with a `Model`, and those of cat files that can be checked one event at a time |
//! | `Cycles` | executions with such a cycle | the same, if they allow load buffering |
//! | | all executions | those of cat files for which a weaker one can be checked one event at a time; also with load-linked and store-conditional |
//! | `Enumerate` | all executions of small programs | those of cat files |
//! | `Xmm` | executions with such a cycle | `xmm` |
//! | `EnumerateXmm` | all executions of small programs | `xmm` |
//!
//! Under models that allow such cycles the stages add up: the visit shows what has none and notices whether there may be
//! more; if so, another engine shows what has one. Nothing is shown twice, and nothing is held back.

use raddle_models::{MemoryModel, ModelName};
use raddle_program::Features;
use thiserror::Error;

use crate::{Equivalence, Options, XmmRules};

/// How an exploration is carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// One after the other, at least one. What they show adds up.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// The kind of engine that carries it out, as results name it: all of these go through executions one by one.
    pub fn engine_name(&self) -> &'static str {
        let Some(stage) = self.stages.first() else { unreachable!("a plan has a stage") };
        match stage.engine {
            Engine::Visit { .. }
            | Engine::Cycles { .. }
            | Engine::Enumerate { .. }
            | Engine::Xmm { .. }
            | Engine::EnumerateXmm => "explore",
        }
    }
}

/// One engine, and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The engine.
    pub engine: Engine,
    /// What of that which it finds is shown.
    pub keep: Keep,
}

/// An engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// The fast one, for one model.
    Visit {
        /// The model.
        model: Checked,
        /// For how many threads.
        width: Width,
    },
    /// The search for executions that have a cycle, by the fast one.
    Cycles {
        /// The model.
        model: Checked,
        /// For how many threads.
        width: Width,
    },
    /// Guessing.
    Enumerate {
        /// Leave out at once what no sensible model allows.
        coherent: bool,
    },
    /// The search for the executions of `xmm` that have a cycle.
    Xmm {
        /// For how many threads.
        width: Width,
    },
    /// Guessing under `xmm`, whose executions justify each other.
    EnumerateXmm,
}

/// How the fast engine checks the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// By a checker written for it.
    ByName(ModelName),
    /// By its axioms, one event at a time.
    ByAxioms,
}

/// For how many threads the fast engine is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Up to 15 threads, each with up to 65534 events.
    Narrow,
    /// Up to 127 threads, with more events than memory has room for.
    Wide,
}

impl Width {
    /// Cells of the clocks of the narrow engine, one for each lane. One is for initial writes.
    pub(crate) const NARROW_CELLS: usize = 16;
    /// Cells of the clocks of the wide engine, two for each lane.
    pub(crate) const WIDE_CELLS: usize = 256;
    /// The most threads of the wide engine.
    const MAX_THREADS: usize = 127;
}

/// Which executions are shown. A cycle is one of program order, reads-from, and the starting, joining and meeting of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All.
    All,
    /// Those without a cycle.
    PorfAcyclic,
    /// Those with a cycle. A stage that shows these runs only if the one before it noticed that there may be some.
    PorfCyclic,
}

/// Why no engine can explore the program exactly.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// More threads than any engine has room for.
    #[error("the program has {threads} threads; at most {limit} can be explored")]
    TooManyThreads {
        /// How many there are.
        threads: usize,
        /// How many there may be.
        limit: usize,
    },
    /// `Equivalence::Wb` under a model for which only `Equivalence::Mo` is known.
    #[error(
        "executions can be counted up to reads-from alone (wb) only under models that forbid load buffering; use mo"
    )]
    OnlyMo,
    /// `Equivalence::Wb` where executions are guessed.
    #[error("where executions are guessed they are counted up to modification order (mo), not wb")]
    EnumeratesMo,
    /// `Equivalence::Wb` of a program with atomic sections.
    #[error("atomic sections need the order of writes: executions cannot be counted up to reads-from alone (wb)")]
    SectionsUpToRf,
    /// The model allows load buffering and defines no `prefix`.
    #[error("{model} allows load buffering and does not define `prefix`, without which exploring misses executions")]
    NoPrefix {
        /// The model.
        model: String,
    },
    /// The model ends control dependencies where branches meet, and something of the program comes behind that.
    #[error("exploring misses executions under {model}: the program accesses memory behind the end of a branch")]
    LooseControl {
        /// The model.
        model: String,
    },
    /// Too little is seen of what the model orders.
    #[error("programs cannot be explored under {model}: {reason}")]
    Unseen {
        /// The model.
        model: String,
        /// What is not seen.
        reason: String,
    },
    /// Rules of `xmm` other than the default.
    #[error("executions under these rules of xmm are enumerated, not explored")]
    XmmEnumerates,
    /// A feature for which XMM is not defined.
    #[error("xmm does not define {feature}")]
    XmmUndefined {
        /// The feature.
        feature: &'static str,
    },
    /// Asked to enumerate a program that the enumerator cannot run.
    #[error("executions of this program cannot be enumerated: only those of litmus tests can")]
    NotEnumerable,
}

impl Refusal {
    /// What to do instead.
    pub fn help(&self) -> &'static str {
        match self {
            Refusal::TooManyThreads { .. } => "check a smaller instance of the program",
            Refusal::SectionsUpToRf => "leave out --equivalence",
            Refusal::OnlyMo | Refusal::EnumeratesMo => "leave out --equivalence, or choose another model",
            Refusal::NoPrefix { .. } => {
                "define `prefix`, the part of program order that the model preserves with `rfe`; or use litmus tests, \
                 whose executions can be guessed without it"
            }
            Refusal::LooseControl { .. } => "use a litmus test, whose executions can be guessed, or another model",
            Refusal::Unseen { .. } => {
                "use litmus tests, whose executions can be guessed under any model, or state that as an axiom of its own"
            }
            Refusal::XmmEnumerates => "add --exhaustive, for a litmus test, or leave out --xmm-rules",
            Refusal::XmmUndefined { .. } => "use --model rc20, which is xmm without load buffering",
            Refusal::NotEnumerable => "leave out --exhaustive",
        }
    }
}

/// Chooses the engines for a program under a model.
pub fn plan(features: &Features, model: &MemoryModel, options: &Options) -> Result<Plan, Refusal> {
    if model.named() == Some(ModelName::Xmm) {
        return plan_xmm(features, options);
    }
    // Guessing shows whole executions only, and of one with an atomic section a part may be what matters.
    let is_enumerable = features.enumerable && features.sections.is_none();
    let enumerates = match why_not_explored(features, model) {
        Some(refusal) if !is_enumerable => return Err(refusal),
        Some(_) => true,
        None => options.enumerate,
    };
    if enumerates && !is_enumerable {
        return Err(Refusal::NotEnumerable);
    }
    let is_visited = !features.reservations && !enumerates;
    let fast = if is_visited { fast_checker(features, model) } else { None };
    let is_wb = options.equivalence == Equivalence::Wb;
    if is_wb && !matches!(fast, Some(Checked::ByName(name)) if !name.tracks_dependencies()) {
        return Err(if enumerates { Refusal::EnumeratesMo } else { Refusal::OnlyMo });
    }
    if is_wb && features.sections.is_some() {
        return Err(Refusal::SectionsUpToRf);
    }
    let stage = |engine, keep| Stage { engine, keep };
    let forbids_porf_cycles = match fast {
        Some(Checked::ByName(name)) => !name.tracks_dependencies(),
        _ => model.cat().forbids_porf_cycles(),
    };
    let stages = match fast {
        Some(model) => {
            let width = width(features.threads, options.is_long)?;
            let visit = Engine::Visit { model, width };
            let cycles = Engine::Cycles { model, width };
            match forbids_porf_cycles {
                true => vec![stage(visit, Keep::All)],
                false => vec![stage(visit, Keep::PorfAcyclic), stage(cycles, Keep::PorfCyclic)],
            }
        }
        // Somebody's own model may do without coherence.
        None if enumerates => vec![stage(Engine::Enumerate { coherent: model.named().is_some() }, Keep::All)],
        None => {
            let width = width(features.threads, options.is_long)?;
            vec![stage(Engine::Cycles { model: Checked::ByAxioms, width }, Keep::All)]
        }
    };
    Ok(Plan { stages })
}

/// The plan under `xmm`.
fn plan_xmm(features: &Features, options: &Options) -> Result<Plan, Refusal> {
    if options.equivalence == Equivalence::Wb {
        return Err(Refusal::OnlyMo);
    }
    if features.sections.is_some() {
        return Err(Refusal::XmmUndefined { feature: "atomic sections" });
    }
    if features.reservations {
        return Err(Refusal::XmmUndefined { feature: "load-exclusive instructions" });
    }
    let stage = |engine, keep| Stage { engine, keep };
    if options.enumerate {
        return match features.enumerable {
            true => Ok(Plan { stages: vec![stage(Engine::EnumerateXmm, Keep::All)] }),
            false => Err(Refusal::NotEnumerable),
        };
    }
    if options.xmm.rules != XmmRules::Thesis {
        return Err(Refusal::XmmEnumerates);
    }
    let width = width(features.threads, options.is_long)?;
    let visit = Engine::Visit { model: Checked::ByName(ModelName::Xmm), width };
    Ok(Plan { stages: vec![stage(visit, Keep::PorfAcyclic), stage(Engine::Xmm { width }, Keep::PorfCyclic)] })
}

/// Why exploring the program would miss executions, if it would.
fn why_not_explored(features: &Features, model: &MemoryModel) -> Option<Refusal> {
    let name = || model.name().to_owned();
    if model.lacks_prefix() {
        return Some(Refusal::NoPrefix { model: name() });
    }
    if features.loose_control && model.cat().ends_control() {
        return Some(Refusal::LooseControl { model: name() });
    }
    if !is_explored(features, model) {
        return Some(Refusal::Unseen { model: name(), reason: model.cat().why_not_open() });
    }
    None
}

/// Can executions be found by the fast engine: by a checker, and those with cycles under a model that allows more?
fn is_explored(features: &Features, model: &MemoryModel) -> bool {
    let fast = if features.reservations { None } else { fast_checker(features, model) };
    match fast {
        Some(Checked::ByName(_)) => true,
        Some(Checked::ByAxioms) if model.cat().forbids_porf_cycles() => true,
        _ => model.cat().when_open().is_some_and(|open| open.is_incremental(features.updates)),
    }
}

/// How the fast engine checks the model, if it can.
fn fast_checker(features: &Features, model: &MemoryModel) -> Option<Checked> {
    let named = match model {
        MemoryModel::Named(name) => Some(*name),
        MemoryModel::File(file) => file.shipped_twin(),
    };
    named
        .filter(|&name| has_fast_engine(name))
        .map(Checked::ByName)
        .or_else(|| model.cat().is_incremental(features.updates).then_some(Checked::ByAxioms))
}

/// Is there a `Model` of that name?
fn has_fast_engine(model: ModelName) -> bool {
    match model {
        ModelName::Sc
        | ModelName::Tso
        | ModelName::Pso
        | ModelName::Ra
        | ModelName::Rc11
        | ModelName::Rc20
        | ModelName::Imm
        | ModelName::Armv8 => true,
        // Its executions justify each other.
        ModelName::Xmm
        | ModelName::Armv82018
        | ModelName::Armv7
        | ModelName::Power
        | ModelName::Riscv
        | ModelName::Ztso
        | ModelName::Lkmm => false,
    }
}

fn width(threads: usize, is_long: bool) -> Result<Width, Refusal> {
    if threads < Width::NARROW_CELLS && !is_long {
        Ok(Width::Narrow)
    } else if threads <= Width::MAX_THREADS {
        Ok(Width::Wide)
    } else {
        Err(Refusal::TooManyThreads { threads, limit: Width::MAX_THREADS })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use raddle_models::CatModel;

    use super::*;

    const PLAIN: Features = Features {
        threads: 2,
        reservations: false,
        updates: false,
        weak_exchanges: false,
        waits: false,
        loose_control: false,
        sections: None,
        enumerable: false,
    };

    fn engines(features: Features, model: ModelName) -> Vec<Engine> {
        let plan = plan(&features, &model.into(), &Options::default()).unwrap();
        plan.stages.iter().map(|stage| stage.engine).collect()
    }

    fn file(text: &str) -> MemoryModel {
        MemoryModel::File(Arc::new(CatModel::parse("mine", text, &|_| None).unwrap()))
    }

    #[test]
    fn models_without_load_buffering_are_visited() {
        for model in ModelName::WITHOUT_DEPENDENCIES {
            let model_checked = Checked::ByName(model);
            assert_eq!(engines(PLAIN, model), [Engine::Visit { model: model_checked, width: Width::Narrow }]);
        }
    }

    #[test]
    fn where_loads_may_be_buffered_another_stage_adds_what_has_a_cycle() {
        let plan = plan(&PLAIN, &ModelName::Imm.into(), &Options::default()).unwrap();
        let keeps: Vec<Keep> = plan.stages.iter().map(|stage| stage.keep).collect();
        assert_eq!(keeps, [Keep::PorfAcyclic, Keep::PorfCyclic]);
        let model = Checked::ByName(ModelName::Imm);
        assert_eq!(plan.stages[1].engine, Engine::Cycles { model, width: Width::Narrow });
    }

    #[test]
    fn cat_files_are_visited_if_they_can_be_checked_one_event_at_a_time() {
        let visit = Engine::Visit { model: Checked::ByAxioms, width: Width::Narrow };
        let cycles = Engine::Cycles { model: Checked::ByAxioms, width: Width::Narrow };
        assert_eq!(engines(PLAIN, ModelName::Power), [visit, cycles]);
        let engines = |text: &str, updates| {
            let plan = plan(&Features { updates, ..PLAIN }, &file(text), &Options::default()).unwrap();
            plan.stages.iter().map(|stage| stage.engine).collect::<Vec<Engine>>()
        };
        assert_eq!(engines("acyclic po | com as SC", false), [visit]);
        assert_eq!(engines("acyclic po | com as SC empty rmw & (fr ; co) as A", true), [visit]);
    }

    #[test]
    fn without_coherence_or_the_atomicity_of_updates_programs_are_enumerated_or_refused() {
        let with = |text: &str, updates, enumerable| {
            plan(&Features { updates, enumerable, ..PLAIN }, &file(text), &Options::default())
        };
        for (text, updates) in [("acyclic po | rf as A", false), ("acyclic po | com as SC", true)] {
            assert!(matches!(with(text, updates, false), Err(Refusal::Unseen { .. })), "{text}");
            let stages = with(text, updates, true).unwrap().stages;
            assert_eq!(stages[0].engine, Engine::Enumerate { coherent: false });
        }
    }

    #[test]
    fn a_shipped_model_is_recognised_in_a_file() {
        let plan = plan(&PLAIN, &file(&ModelName::Rc20.cat().whole()), &Options::default()).unwrap();
        let visit = Engine::Visit { model: Checked::ByName(ModelName::Rc20), width: Width::Narrow };
        assert_eq!(plan.stages, [Stage { engine: visit, keep: Keep::All }]);
    }

    #[test]
    fn what_cannot_be_checked_one_event_at_a_time_is_judged_when_it_is_complete() {
        let all = |features, model: &MemoryModel| plan(&features, model, &Options::default()).unwrap().stages;
        let cycles = Engine::Cycles { model: Checked::ByAxioms, width: Width::Narrow };
        let judged = [Stage { engine: cycles, keep: Keep::All }];
        let reserves = Features { reservations: true, ..PLAIN };
        for model in [ModelName::Imm, ModelName::Armv8, ModelName::Armv7, ModelName::Power] {
            assert_eq!(all(reserves, &model.into()), judged);
        }
        assert_eq!(all(Features { updates: true, ..PLAIN }, &ModelName::Lkmm.into()), judged);
        let coherent = "acyclic po-loc | com as C acyclic po | rf as P empty po & rf as A";
        assert_eq!(all(PLAIN, &file(coherent)), judged);
    }

    #[test]
    fn a_model_without_prefix_is_enumerated_or_refused() {
        let model = file("acyclic rf as A");
        assert!(matches!(plan(&PLAIN, &model, &Options::default()), Err(Refusal::NoPrefix { .. })));
        let small = Features { enumerable: true, ..PLAIN };
        let stages = plan(&small, &model, &Options::default()).unwrap().stages;
        assert_eq!(stages[0].engine, Engine::Enumerate { coherent: false });
    }

    #[test]
    fn wb_needs_a_fast_engine_that_forbids_load_buffering() {
        let options = Options { equivalence: Equivalence::Wb, ..Options::default() };
        assert!(plan(&PLAIN, &ModelName::Rc11.into(), &options).is_ok());
        for model in [ModelName::Imm, ModelName::Power] {
            assert_eq!(plan(&PLAIN, &model.into(), &options), Err(Refusal::OnlyMo));
        }
        assert_eq!(plan(&PLAIN, &file("acyclic po | com as SC"), &options), Err(Refusal::OnlyMo));
    }

    #[test]
    fn there_is_room_for_127_threads() {
        let threads = |threads| plan(&Features { threads, ..PLAIN }, &ModelName::Sc.into(), &Options::default());
        assert!(threads(127).is_ok());
        assert_eq!(threads(128), Err(Refusal::TooManyThreads { threads: 128, limit: 127 }));
    }
}
