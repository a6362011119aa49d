//! The options of `raddle check`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use raddle_check::{Options, Specification, UnfitModel};
use raddle_ir::DEFAULT_MAX_STEPS;
use raddle_llvm::{Input, LowerOptions, SyncBuiltins, Volatile};
use raddle_models::{MemoryModel, ModelName};
use raddle_specs::{Object, Sync};

use super::common::ExploreArgs;
use super::model::ModelArg;
use crate::args::Format;
use crate::diagnostic::Diagnostic;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The files of one program: C, C++ (with libstdc++), or LLVM's textual IR.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Flags for the compiler.
    #[arg(last = true, value_name = "CFLAGS")]
    pub(crate) cflags: Vec<OsString>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
    /// What finds executions: explore goes through them one by one, bmc asks a solver for one with an error.
    #[arg(long, value_enum, default_value_t = EngineArg::Explore)]
    pub(crate) engine: EngineArg,
    /// The entry function.
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) entry: String,
    /// Report waits that can never end as errors.
    #[arg(long)]
    pub(crate) check_liveness: bool,
    /// Compare the calls that the program marks (RADDLE_OP of raddle.h) with those of an object: queue, stack, map, mutex, …
    #[arg(long, value_name = "OBJECT")]
    pub(crate) spec: Option<Object>,
    /// How much calls must synchronise: those that take see what they take from (takes); insertions also earlier insertions; removals
    /// earlier removals; both; all calls all earlier ones; or not at all.
    #[arg(long, value_enum, default_value_t = SyncArg::Takes, requires = "spec")]
    pub(crate) sync: SyncArg,
    /// Report leaked memory as an error instead of a warning.
    #[arg(long)]
    pub(crate) check_leaks: bool,
    /// Do not treat threads that run the same function with the same argument as interchangeable.
    #[arg(long)]
    pub(crate) no_symmetry: bool,
    /// Explore barriers access by access instead of as one event each.
    #[arg(long)]
    pub(crate) no_barrier_reduction: bool,
    /// Explore loops that only wait iteration by iteration; they then need --unroll.
    #[arg(long)]
    pub(crate) no_spin_cut: bool,
    /// What the `__sync` builtins mean: what clang compiles them to, or the full barriers that GCC documents.
    #[arg(long, value_enum, default_value_t = SyncBuiltinsArg::Compiled)]
    pub(crate) sync_builtins: SyncBuiltinsArg,
    /// What a volatile access means.
    #[arg(long, value_enum, default_value_t = VolatileArg::Relaxed)]
    pub(crate) volatile: VolatileArg,
    /// Stop where a thread takes this many steps (jumps and calls) without accessing shared memory.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_STEPS)]
    pub(crate) max_steps: u64,
    /// Collect distinct errors instead of stopping at the first.
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Exit with status 3 if the result holds only up to a bound, or is vacuous because no execution is complete.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Draw the execution that shows the first error, in DOT.
    #[arg(long, value_name = "FILE.dot", value_parser = dot_file)]
    pub(crate) graph: Option<PathBuf>,
    /// Print every execution before the result.
    #[arg(long)]
    pub(crate) print_executions: bool,
    /// Print every blocked execution before the result.
    #[arg(long)]
    pub(crate) print_blocked: bool,
    /// Show what the program prints in the execution that shows an error, or in one of them.
    #[arg(long)]
    pub(crate) show_output: bool,
    /// The clang to use; by default RADDLE_CLANG, else the newest that is found.
    #[arg(long, value_name = "PATH")]
    pub(crate) clang: Option<PathBuf>,
    /// Print results only: no notes, no warnings, no executions of errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print the compiler, the number of threads and the rounds of exploration.
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum SyncArg {
    None,
    Takes,
    Inserts,
    Removes,
    Both,
    All,
}

impl From<SyncArg> for Sync {
    fn from(sync: SyncArg) -> Sync {
        match sync {
            SyncArg::None => Sync::None,
            SyncArg::Takes => Sync::Takes,
            SyncArg::Inserts => Sync::Inserts,
            SyncArg::Removes => Sync::Removes,
            SyncArg::Both => Sync::Both,
            SyncArg::All => Sync::All,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum EngineArg {
    /// One execution after the other.
    Explore,
    /// All at once, as a formula: under sc, tso and pso.
    Bmc,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum VolatileArg {
    /// A relaxed atomic access, as production code takes it to be.
    Relaxed,
    /// An ordinary access, as C11 says.
    Plain,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum SyncBuiltinsArg {
    /// Sequentially consistent updates, as clang compiles them.
    Compiled,
    /// Full barriers, as GCC documents them.
    Full,
}

/// Accepts file names of the formats that can be written.
fn dot_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().is_some_and(|ending| ending == "dot") {
        true => Ok(path),
        false => Err("graphs are written in DOT: the name must end in .dot".to_owned()),
    }
}

impl CheckArgs {
    /// What to check.
    pub(crate) fn input(&self) -> Input {
        let (first, others) = self.files.split_first().map_or((PathBuf::new(), &[][..]), |(a, b)| (a.clone(), b));
        Input::new(first).files(others).flags(&self.cflags).clang(self.clang.clone()).sync_builtins(
            match self.sync_builtins {
                SyncBuiltinsArg::Compiled => SyncBuiltins::Compiled,
                SyncBuiltinsArg::Full => SyncBuiltins::Full,
            },
        )
    }

    /// The name of the program in messages: its first file.
    pub(crate) fn name(&self) -> String {
        self.files.first().map(|file| file.display().to_string()).unwrap_or_default()
    }

    /// The model that was asked for, or the default.
    pub(crate) fn model(&self) -> Result<MemoryModel, Box<Diagnostic>> {
        let model = self.explore.model.as_ref().map_or(Ok(ModelName::Rc20.into()), ModelArg::load)?;
        // Not after the program was compiled.
        if let Some(diagnostic) = self.explore.misplaced_xmm_option() {
            return Err(Box::new(diagnostic));
        }
        let fits = UnfitModel::refuse(&model).and_then(|()| match self.spec {
            Some(_) => Specification::refuse(&model, self.explore.options().equivalence),
            None => Ok(()),
        });
        match fits {
            Ok(()) => Ok(model),
            Err(error) => Err(Box::new(Diagnostic::new(error.to_string()).help(error.help()))),
        }
    }

    /// What the program means.
    pub(crate) fn lower_options(&self) -> LowerOptions {
        LowerOptions {
            entry: self.entry.clone(),
            // The symbolic engine counts the iterations itself.
            unroll: self.explore.unroll.filter(|_| self.engine == EngineArg::Explore).map(u64::from),
            spin_cut: !self.no_spin_cut,
            barrier_reduction: !self.no_barrier_reduction,
            inputs: self.engine == EngineArg::Bmc,
            volatile: match self.volatile {
                VolatileArg::Relaxed => Volatile::Relaxed,
                VolatileArg::Plain => Volatile::Plain,
            },
            spurious_wakeups: !self.explore.no_spurious,
            keep_branches: false,
            calls: self.spec.is_some(),
            machine: None,
        }
    }

    /// How to check.
    pub(crate) fn options(&self, model: MemoryModel) -> Options {
        Options {
            model,
            explore: raddle_explore::Options { symmetry: !self.no_symmetry, ..self.explore.options() },
            races: !self.explore.no_race_detection,
            liveness: self.check_liveness,
            leaks: self.check_leaks,
            max_steps: Some(self.max_steps),
            keep_going: self.keep_going,
            show_output: self.show_output,
            // Counting takes a look at every execution.
            buffering_races: self.explore.is_xmm() && (self.verbose > 0 || self.explore.format == Format::Json),
            specification: self.spec.map(|object| Specification { object, sync: self.sync.into() }),
            diagnose: false,
        }
    }
}
