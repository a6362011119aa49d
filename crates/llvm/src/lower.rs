//! Lowering: from modules to a program that can be explored.
//!
//! | step | where |
//! |---|---|
//! | names are resolved across modules, and what cannot be reached is left out | `link` |
//! | functions and variables get addresses, variables their initial bytes | `world` |
//! | control flow, loops, known addresses, stack slots that other threads can see | `analysis` |
//! | stack slots become values, private memory or shared objects | `promote` |
//! | what may throw is found, so that only calls of that look for exceptions | `exceptions` |
//! | instructions become code over unlimited registers | `body`, `asm` |
//! | registers are chosen and the bytecode is written | `code` |
//! | variables and types get names for reports | `names` |
//!
//! Nothing of the program is optimised beyond the promotion of stack slots: the program that is checked is the one that
//! was written.

mod analysis;
mod asm;
mod body;
mod code;
mod error;
mod exceptions;
mod link;
mod names;
mod promote;
mod world;

pub use error::{LowerError, MissingFunction, SourcePlace};
pub use link::Runtime;
pub use names::Names;

use raddle_ir::Program;
use raddle_ir::machine::Machine;
use serde::{Deserialize, Serialize};

use crate::text::module::Module;
use analysis::cfg::Cfg;
use analysis::escape::Escapes;
use exceptions::throws::{self, Throws};
use link::Linked;
use link::reach::{self, Reached};
use world::entry;

/// What the user decides about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The function that the first thread runs.
    pub entry: String,
    /// How often a loop may run, if that is bounded.
    pub unroll: Option<u64>,
    /// Whether loops that only wait are cut.
    pub spin_cut: bool,
    /// Whether a barrier is explored as one event.
    pub barrier_reduction: bool,
    /// What volatile accesses mean.
    pub volatile: Volatile,
    /// Whether a wait for a condition variable may end without a signal.
    pub spurious_wakeups: bool,
    /// Whether branches stay that lead to one place either way: to models with dependencies they matter.
    pub keep_branches: bool,
    /// The machine whose model the program will be explored under, if it is one of a machine.
    pub machine: Option<Machine>,
}

/// What a volatile access means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatile {
    /// It is a relaxed atomic access, as production code takes it to be.
    #[default]
    Relaxed,
    /// It is an ordinary access, as C11 says.
    Plain,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            entry: "main".to_owned(),
            unroll: None,
            spin_cut: true,
            barrier_reduction: true,
            volatile: Volatile::Relaxed,
            spurious_wakeups: false,
            keep_branches: false,
            machine: None,
        }
    }
}

/// A program that can be explored, and how to talk about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What places in memory are called.
    pub names: Names,
    /// What the user should know about how the program was understood.
    pub notes: Vec<String>,
}

/// Lowers modules that are a program together: what one declares, another one may define.
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
    let linked = Linked::new(modules)?;
    let entry = entry::find(&linked, &options.entry)?;
    let constructors = entry::constructors(&linked)?;
    let roots: Vec<usize> = constructors.iter().copied().chain([entry]).collect();
    let (reached, throws) = reach_all(&linked, roots);
    let library = entry::library(&linked, &reached, options);
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
        world.note("`notify` of C++ wakes waiters as the standard says: libstdc++'s count of them is not modelled");
    }
    world.begin(entry, &constructors)?;
    world.define_uncaught();
    if modules.iter().any(|module| module.global("llvm.global_dtors").is_some()) {
        world.note("functions that are to run when the program ends (`__attribute__((destructor))`) are not run");
    }
    let world::World { builder, names, mut notes, library, .. } = world;
    notes.extend(library.notes());
    Ok(Lowered { program: builder.build()?, names: names.finish(), notes })
}

/// `std::__detail::__waiter_pool_base::_M_waiting() const`, for which the runtime has a function of its own.
const WAITING: &str = "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";

/// What the roots can reach, and what of it may throw: both grow together.
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
