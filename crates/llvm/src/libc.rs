//! Models of the functions that a program calls and does not define: the C library, pthreads, C11 threads, and the
//! interface for verification.
//!
//! Nothing of it runs on the host. A library function is an ordinary function of the program, written with the builder
//! of `raddle_ir` and built on first use. Its instructions have no source position: its events are attributed to the
//! calling line. Each family is a file with a table: name, parameters, how it is built, and which pointers it only
//! borrows.

mod allocate;
mod barrier;
mod bytes;
mod clock;
mod code;
mod condition;
mod ctype;
mod cxx;
mod futex;
mod life;
mod locked;
mod math;
mod mutex;
mod once;
mod output;
mod process;
mod rwlock;
mod semaphore;
mod sort;
mod specific;
mod strings;
mod table;
mod thread;
mod threads_h;
mod verify;

pub(crate) use clock::CYCLE_COUNTER;
pub(crate) use life::MIN_OBJECT_BYTES;
pub(crate) use verify::{CALL_BEGINS, CALL_ENDS};

#[cfg(test)]
mod tests;

use raddle_ir::{FunctionId, ProgramBuilder};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lower::LowerOptions;
use code::Code;
use table::{Behaviour, Build};

/// The library functions of one program.
#[derive(Debug)]
pub(crate) struct Library {
    /// The external functions that the program uses.
    externals: FxHashSet<String>,
    /// The functions built so far, internal ones included.
    made: FxHashMap<&'static str, FunctionId>,
    /// The library's own variables built so far: addresses, or offsets of thread-local ones.
    variables: FxHashMap<&'static str, u64>,
    /// The addresses of constant strings made so far.
    strings: FxHashMap<&'static str, u64>,
    /// Whether a barrier is one event.
    barrier_reduction: bool,
    /// May inputs have more values than can be explored?
    inputs: bool,
    /// Whether waits at condition variables may wake up spuriously.
    spurious_wakeups: bool,
    /// Whether the machine has the generic system call numbers of Linux, not those of x86-64.
    newer_machine: bool,
    /// Whether objects on the stack have no content when their lives begin.
    lives_are_known: bool,
    /// Facts from the program's calls.
    noticed: Noticed,
    /// How exceptions are returned, if anything throws.
    exceptions: Option<Exceptions>,
}

/// How exceptions are returned, and who receives uncaught ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exceptions {
    /// The number of result words before the exception.
    pub(crate) result_words: usize,
    /// The function that is called with an uncaught exception; it does not return.
    pub(crate) uncaught: FunctionId,
}

/// Facts about all calls of a program. Without them the library must be conservative.
#[derive(Debug, Default)]
struct Noticed {
    /// Whether the calls were examined.
    calls: bool,
    /// Whether a mutex may be recursive or error-checking.
    mutex_kinds: bool,
    /// Whether a result of `pthread_barrier_wait` is used.
    barrier_results: bool,
    /// Whether the program replaces `operator new` or `operator delete`: what it does not replace has to call what it does.
    replaces_new: bool,
}

/// The model of an external function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Resolution {
    /// A function of the program: call it with all fixed arguments.
    Function(FunctionId),
    /// One of the printf family: the format is this argument, and the result is 0.
    Output {
        /// The index of the format argument; the variadic ones follow.
        format: usize,
    },
    /// It has no effect, and its result is 0.
    Nothing,
    /// It is known, but not supported: why, and what to do.
    Refused(String),
    /// It is not known.
    Unknown,
}

impl Library {
    /// The library for a program that declares and uses these external functions.
    pub(crate) fn new(externals: &[&str], options: &LowerOptions) -> Library {
        Library {
            externals: externals.iter().map(|&name| name.to_owned()).collect(),
            made: FxHashMap::default(),
            variables: FxHashMap::default(),
            strings: FxHashMap::default(),
            barrier_reduction: options.barrier_reduction,
            inputs: options.inputs,
            spurious_wakeups: options.spurious_wakeups,
            newer_machine: false,
            lives_are_known: false,
            noticed: Noticed::default(),
            exceptions: None,
        }
    }

    /// Records that the program defines a function, before the first `function`.
    pub(crate) fn notice_definition(&mut self, name: &str) {
        self.noticed.replaces_new |= ["_Znw", "_Zna", "_Zdl", "_Zda"].iter().any(|operator| name.starts_with(operator));
    }

    /// Records that the program calls an external function with these constant arguments, or takes its address (then
    /// without any). Either none or all calls of a program must be recorded, before the first `function`.
    pub(crate) fn notice(&mut self, name: &str, constants: &[Option<u64>], result_used: bool) {
        self.noticed.calls = true;
        let second = constants.get(1).copied().flatten();
        match name {
            "pthread_mutexattr_settype" => self.noticed.mutex_kinds |= second.is_none_or(mutex::needs_kind),
            "mtx_init" => self.noticed.mutex_kinds |= second.is_none_or(threads_h::needs_kind),
            "pthread_barrier_wait" => self.noticed.barrier_results |= result_used,
            _ => {}
        }
    }

    /// Sets the machine that the program was compiled for.
    pub(crate) fn compiled_for(&mut self, triple: &str) {
        self.newer_machine = !(triple.is_empty() || triple.starts_with("x86_64"));
    }

    /// Records that objects on the stack have no content when their lives begin.
    pub(crate) fn know_lives(&mut self) {
        self.lives_are_known = true;
    }

    /// Does the code of the library depend on whether lives are known?
    pub(crate) fn asks_for_lives(&self) -> bool {
        self.uses(life::INITIALISERS)
    }

    /// Records that some mutex is statically initialised with a kind.
    pub(crate) fn notice_mutex_kinds(&mut self) {
        self.noticed.mutex_kinds = true;
    }

    /// Records that something throws, before the first `function`.
    pub(crate) fn notice_exceptions(&mut self, exceptions: Exceptions) {
        self.exceptions = Some(exceptions);
    }

    /// Does the program replace `operator new` or `operator delete`?
    pub(crate) fn replaces_new(&self) -> bool {
        self.noticed.replaces_new
    }

    /// Notes for the user about how the functions in use are modelled.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.uses(&["sysconf", "get_nprocs", "get_nprocs_conf"]) {
            notes.push(format!("the program is told that the machine has {} processors", process::PROCESSORS));
        }
        if self.uses(&clock::TIME_FUNCTIONS) {
            notes.push(
                "at every look at a clock either a day has passed or nothing, besides what the thread slept or waited"
                    .to_owned(),
            );
        }
        notes
    }

    /// The model of an external function, built on first use.
    pub(crate) fn function(&mut self, builder: &mut ProgramBuilder, name: &str) -> Resolution {
        let Some(model) = table::find(name) else {
            return Resolution::Unknown;
        };
        match model.meaning {
            Behaviour::Function { parameters, build } => {
                Resolution::Function(self.make(builder, model.name, parameters, build))
            }
            Behaviour::Same { other } => self.function(builder, other),
            Behaviour::Input { build } if self.inputs => Resolution::Function(self.make(builder, model.name, 0, build)),
            Behaviour::Input { .. } => Resolution::Refused(format!("`{name}` is not supported: {}", verify::NO_RANGE)),
            Behaviour::Output { format } => Resolution::Output { format },
            Behaviour::Nothing => Resolution::Nothing,
            Behaviour::Refused { reason } => Resolution::Refused(format!("`{name}` is not supported: {reason}")),
        }
    }

    /// The number of parameters of the function that models an external one.
    pub(crate) fn parameters(name: &str) -> Option<u16> {
        match table::find(name)?.meaning {
            Behaviour::Function { parameters, .. } => Some(parameters),
            Behaviour::Same { other } => Library::parameters(other),
            Behaviour::Input { .. } => Some(0),
            _ => None,
        }
    }

    /// Whether the function may keep the pointer in this argument, or make it known to other threads.
    pub(crate) fn lets_escape(name: &str, argument: usize) -> bool {
        table::find(name).is_none_or(|model| match model.meaning {
            Behaviour::Function { .. } => !model.borrows.contains(&argument),
            Behaviour::Same { other } => Library::lets_escape(other, argument),
            Behaviour::Input { .. } | Behaviour::Output { .. } | Behaviour::Nothing | Behaviour::Refused { .. } => {
                false
            }
        })
    }

    /// The function that the first thread runs: the constructors in order, `main` with its arguments, and the exit
    /// handlers. All of them take and return registers like `Call`; `returns` says whether `main` has a result.
    pub(crate) fn entry(
        &mut self,
        builder: &mut ProgramBuilder,
        constructors: &[FunctionId],
        main: FunctionId,
        arguments: &[u64],
        returns: bool,
    ) -> FunctionId {
        let id = builder.declare("start", 0);
        let mut code = Code::new(self, builder, id);
        let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).into()).collect();
        if code.library.exceptions.is_some() {
            for (function, arguments) in constructors.iter().map(|it| (*it, &[][..])).chain([(main, &arguments[..])]) {
                let exception = code.call_function_catching(function, arguments);
                code.terminate_if_thrown(exception);
            }
        } else {
            for constructor in constructors {
                code.call(*constructor, &[]);
            }
            if returns {
                code.call_for(main, &arguments);
            } else {
                code.call(main, &arguments);
            }
        }
        cxx::destroy_thread_locals(&mut code);
        process::run_exit_handlers(&mut code);
        code.end_process();
        code.define();
        id
    }

    /// The function built under that name, or a new one.
    fn make(&mut self, builder: &mut ProgramBuilder, name: &'static str, parameters: u16, build: Build) -> FunctionId {
        if let Some(&id) = self.made.get(name) {
            return id;
        }
        let id = builder.declare(name, parameters);
        self.made.insert(name, id);
        let mut code = Code::new(self, builder, id);
        build(&mut code);
        code.define();
        id
    }

    /// Whether the program uses one of these external functions.
    fn uses(&self, names: &[&str]) -> bool {
        names.iter().any(|&name| self.externals.contains(name))
    }

    /// Whether the machine has the generic system call numbers of Linux.
    fn is_newer_machine(&self) -> bool {
        self.newer_machine
    }

    /// Whether objects on the stack have no content when their lives begin.
    fn lives_are_known(&self) -> bool {
        self.lives_are_known
    }

    /// Whether a mutex may have another kind than the default one.
    fn mutex_kinds(&self) -> bool {
        let assumed = !self.noticed.calls && self.uses(&["pthread_mutexattr_settype", "mtx_init"]);
        self.noticed.mutex_kinds || assumed
    }

    /// Whether the results of waiting at barriers are known not to be used.
    fn barrier_results_are_ignored(&self) -> bool {
        self.noticed.calls && !self.noticed.barrier_results
    }
}

/// Whether there is a model of this external function.
pub(crate) fn has_model(name: &str) -> bool {
    table::find(name).is_some()
}

/// Whether a *defined* function of this name is atomic, as if between `__VERIFIER_atomic_begin` and
/// `__VERIFIER_atomic_end`.
pub(crate) fn is_atomic_function(name: &str) -> bool {
    const PREFIX: &str = "__VERIFIER_atomic_";
    name.strip_prefix(PREFIX).is_some_and(|rest| !matches!(rest, "" | "begin" | "end"))
}

/// Whether the model takes precedence over the program's own definition: so for a function of SV-COMP whose customary
/// body aborts, although it only means to end the execution; and where C++ says more than the function that its headers call.
pub(crate) fn replaces_body(name: &str) -> bool {
    name == "assume_abort_if_not" || mutex::UNLOCKS_OF_CXX.contains(&name)
}
