//! Lowering: from modules to a program that can be explored.
//!
//! | step | where |
//! |---|---|
//! | ways out of scopes lead where they would without markers | `cleanups` |
//! | names are resolved across modules; unreachable functions and variables are left out | `link` |
//! | functions and variables get addresses, variables their initial bytes | `world` |
//! | control flow, loops, known addresses, stack slots that other threads can see | `analysis` |
//! | stack slots become values, private memory or shared objects | `promote` |
//! | functions that may throw are found, so that only calls of those check for exceptions | `exceptions` |
//! | instructions become code over unlimited registers | `body`, `asm` |
//! | registers are chosen and the bytecode is written | `code` |
//! | variables and types get names for reports | `names` |
//!
//! The promotion of stack slots is the only optimisation: the checked program is the one that was written.

mod analysis;
mod asm;
mod body;
mod cleanups;
mod code;
mod error;
mod exceptions;
mod link;
mod names;
mod promote;
mod world;

pub(crate) use cleanups::straighten;
pub use error::{LowerError, MissingFunction, SourcePlace};
pub use link::Runtime;
pub use names::Names;

use std::sync::Arc;

use raddle_ir::Code;
use raddle_ir::machine::Machine;
use serde::{Deserialize, Serialize};

use crate::text::module::Module;
use analysis::cfg::Cfg;
use analysis::escape::Escapes;
use exceptions::throws::{self, Throws};
use link::Linked;
use link::reach::{self, Reached};
use world::entry;

/// How to lower a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The function that the first thread runs.
    pub entry: String,
    /// Maximum number of iterations of every loop; unbounded if `None`.
    pub unroll: Option<u64>,
    /// Whether spin loops are cut: iterations without an effect are not repeated.
    pub spin_cut: bool,
    /// Whether a barrier is explored as one event.
    pub barrier_reduction: bool,
    /// Whether inputs may have more values than can be explored: then somebody has to solve for them.
    pub inputs: bool,
    /// What volatile accesses mean.
    pub volatile: Volatile,
    /// Whether a wait for a condition variable may end without a signal.
    pub spurious_wakeups: bool,
    /// Whether to keep branches whose two targets are the same: they matter to models with control dependencies.
    pub keep_branches: bool,
    /// Whether to keep the marks where calls of objects begin and end (`RADDLE_OP`), to be compared with a specification. Without it they
    /// compile to nothing.
    pub calls: bool,
    /// The machine under whose model the program will be explored; `None` for models of languages.
    pub machine: Option<Machine>,
}

/// What a volatile access means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatile {
    /// A relaxed atomic access, as production code assumes.
    #[default]
    Relaxed,
    /// A plain access, as in C11.
    Plain,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            entry: "main".to_owned(),
            unroll: None,
            spin_cut: true,
            barrier_reduction: true,
            inputs: false,
            volatile: Volatile::Relaxed,
            spurious_wakeups: true,
            keep_branches: false,
            calls: false,
            machine: None,
        }
    }
}

/// A program that can be explored, with the names for reports about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lowered {
    /// Its code.
    pub code: Arc<Code>,
    /// The names of places in memory.
    pub names: Names,
    /// Notes for the user about how the program was interpreted.
    pub notes: Vec<String>,
    /// Those that matter only if there is an error.
    pub error_notes: Vec<String>,
    /// Does it rely on what x86 does, by assembly or `volatile`, rather than on the language?
    pub is_for_x86: bool,
}

/// Links the modules of one program and lowers it: a module may declare what another one defines.
///
/// ```
/// use raddle_llvm::{LowerOptions, Module, lower};
///
/// let text = "define i32 @main() {\n  ret i32 0\n}\n";
/// let module = Module::parse("main.ll", text).unwrap();
/// let lowered = lower(&[module], &LowerOptions::default())?;
/// assert!(lowered.notes.is_empty());
/// # Ok::<(), raddle_llvm::LowerError>(())
/// ```
pub fn lower(modules: &[Module], options: &LowerOptions) -> Result<Lowered, LowerError> {
    for module in modules {
        let pointer = module.data_layout.pointer(0);
        if module.data_layout.big_endian || pointer.size != 64 || pointer.index != 64 {
            return Err(LowerError::Target { file: module.name.clone(), target: module.triple.clone() });
        }
    }
    // What is known about the lives of variables is known when all functions have been lowered.
    let (lowered, depends_on_unknown_lives) = lower_once(modules, options, true)?;
    if !depends_on_unknown_lives {
        return Ok(lowered);
    }
    lower_once(modules, options, false).map(|(lowered, _)| lowered)
}

/// The same, by a library that relies on variables having no content when their lives begin, or does not; and whether it relies on that in vain.
fn lower_once(modules: &[Module], options: &LowerOptions, known_lives: bool) -> Result<(Lowered, bool), LowerError> {
    let linked = Linked::new(modules)?;
    let entry = entry::find(&linked, &options.entry)?;
    let constructors = entry::constructors(&linked)?;
    let roots: Vec<usize> = constructors.iter().copied().chain([entry]).collect();
    let (reached, throws) = reach_all(&linked, roots);
    let mut library = entry::library(&linked, &reached, options);
    if known_lives {
        library.know_lives();
    }
    let mut world = world::World::new(linked, options, library, entry, throws);
    world.builder.c_memory(true);
    world.builder.spin_cut(options.spin_cut);
    world.builder.unroll(options.unroll);
    for &index in &reached.functions {
        let (module, function) = world.linked.function(index);
        let parameters = world.parameter_count(module, function)?;
        let name = world.function_name(index);
        world.functions[index] = Some(world.builder.declare(&name, parameters));
    }
    let mut cfgs: Vec<Option<Cfg>> = vec![None; world.linked.function_count()];
    for &index in &reached.functions {
        let (number, function) = world.linked.function(index);
        cfgs[index] = Some(Cfg::new(&world.linked, number, function, &world.throws));
    }
    world.prepare_exceptions(&reached.functions);
    world.check_externals(&reached.functions, &cfgs)?;
    world.place_objects(&reached.objects)?;
    world.fill_objects(&reached.objects)?;
    let escapes = Escapes::new(&world.linked, &reached.functions, &cfgs);
    let starters = world.starters(&reached.functions);
    for &index in &reached.functions {
        let Some(cfg) = &cfgs[index] else { unreachable!("every reached function has a control-flow graph") };
        body::lower_function(&mut world, index, cfg, &escapes, &starters)?;
    }
    if reached.functions.iter().any(|index| world.linked.function_name(*index) == WAITING) {
        world.note(
            "`notify` of C++ wakes waiters as the standard requires; libstdc++'s count of waiters is not modelled",
        );
    }
    world.begin(entry, &constructors)?;
    world.define_uncaught();
    if modules.iter().any(|module| module.global("llvm.global_dtors").is_some()) {
        world.note("functions with `__attribute__((destructor))` are not run at the end of the program");
    }
    let world::World { builder, names, mut notes, error_notes, is_for_x86, has_unknown_lives, library, .. } = world;
    notes.extend(library.notes());
    let in_vain = known_lives && has_unknown_lives && library.asks_for_lives();
    let code = Arc::new(builder.code()?);
    Ok((Lowered { code, names: names.finish(), notes, error_notes, is_for_x86 }, in_vain))
}

/// `std::__detail::__waiter_pool_base::_M_waiting() const`, which the runtime replaces.
const WAITING: &str = "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";

/// The reachable functions and variables, and which of the functions may throw. Each depends on the other, so both are
/// computed to a common fixed point.
fn reach_all(linked: &Linked<'_>, mut roots: Vec<usize>) -> (Reached, Throws) {
    let mut throws = Throws::nothing(linked);
    let mut reached = reach::reach(linked, &roots, &throws);
    if throws::can_throw(linked) {
        while throws.grow(linked, &reached) {
            let runtime = [throws::CATCHES, throws::UNCAUGHT].iter().filter_map(|name| linked.find_function(name));
            for function in runtime {
                if !roots.contains(&function) {
                    roots.push(function);
                }
            }
            reached = reach::reach(linked, &roots, &throws);
        }
    }
    (reached, throws)
}
