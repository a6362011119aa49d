//! Sketches as C programs, with C11 atomics and POSIX threads.
//!
//! Every name that a program declares has a prefix of its own, so that one file can have many programs; each begins at a
//! function of its own.

use std::fmt;

use raddle_graph::Mode;

use super::litmus::{Name, Order};
use super::{Loc, Reg, Sketch, Stmt};

/// What a file with C programs begins with.
pub const HEADER: &str = "\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_range(int, int);
";

impl Sketch {
    /// Can it be printed as a C program? There a thread joins only what it has started, and that once.
    pub fn is_c(&self) -> bool {
        self.threads().iter().all(|body| {
            let mut joinable = Vec::new();
            for stmt in body {
                match *stmt {
                    Stmt::Spawn(thread) => joinable.push(thread),
                    Stmt::Join(thread) => match joinable.iter().position(|&other| other == thread) {
                        Some(at) => _ = joinable.swap_remove(at),
                        None => return false,
                    },
                    // A handle that is set in a branch is not known behind it.
                    _ if stmt.nested().any(|inner| inner.any(|stmt| matches!(stmt, Stmt::Join(_)))) => return false,
                    _ => {}
                }
            }
            true
        })
    }

    /// The C program, whose names begin with the prefix and which begins at `{prefix}main`. [`HEADER`] must come before.
    ///
    /// ```
    /// use raddle_testgen::Sketch;
    /// use raddle_testgen::sketch::Stmt;
    ///
    /// let program = Sketch::new(vec![vec![Stmt::Lock(0), Stmt::Unlock(0)]]);
    /// assert!(program.c("p_").to_string().contains("pthread_mutex_lock(&p_m0);"));
    /// ```
    pub fn c<'a>(&'a self, prefix: &'a str) -> impl fmt::Display + 'a {
        Printed { sketch: self, prefix }
    }
}

struct Printed<'a> {
    sketch: &'a Sketch,
    prefix: &'a str,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.declare(f)?;
        // A thread is declared before the ones that start it.
        for thread in 0..self.sketch.threads().len() {
            writeln!(f, "static void *{}t{thread}(void *);", self.prefix)?;
        }
        for (thread, body) in self.sketch.threads().iter().enumerate() {
            self.thread(f, thread, body)?;
        }
        self.main(f)
    }
}

impl Printed<'_> {
    fn declare(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sketch, prefix) = (self.sketch, self.prefix);
        for loc in 0..sketch.locations() as Loc {
            let kind = if self.is_plain(loc) { "int" } else { "atomic_int" };
            let value = sketch.init.get(usize::from(loc)).copied().unwrap_or(0);
            writeln!(f, "{kind} {prefix}{} = {value};", Name(loc))?;
        }
        for mutex in 0..sketch.mutexes() {
            writeln!(f, "pthread_mutex_t {prefix}m{mutex} = PTHREAD_MUTEX_INITIALIZER;")?;
        }
        for condition in 0..sketch.conditions() {
            writeln!(f, "pthread_cond_t {prefix}c{condition} = PTHREAD_COND_INITIALIZER;")?;
        }
        for semaphore in 0..sketch.semaphores() {
            writeln!(f, "sem_t {prefix}s{semaphore};")?;
        }
        for (barrier, _) in self.barriers() {
            writeln!(f, "pthread_barrier_t {prefix}b{barrier};")?;
        }
        Ok(())
    }

    /// Each barrier with the number of threads that it waits for.
    fn barriers(&self) -> Vec<(u8, u32)> {
        let mut barriers: Vec<_> = self.sketch.flat().filter_map(|(_, stmt)| stmt.barrier()).collect();
        barriers.sort_unstable();
        barriers.dedup_by_key(|(barrier, _)| *barrier);
        barriers
    }

    /// Is the location ever accessed plainly? Then it is not declared atomic: all its accesses would be seq_cst.
    fn is_plain(&self, loc: Loc) -> bool {
        self.sketch.flat().filter_map(|(_, stmt)| stmt.access()).any(|access| access == (loc, true))
    }

    fn main(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sketch, prefix) = (self.sketch, self.prefix);
        writeln!(f, "int {prefix}main(void) {{")?;
        for semaphore in 0..sketch.semaphores() {
            let value = sketch.semaphores.get(semaphore).copied().unwrap_or(0);
            writeln!(f, "  sem_init(&{prefix}s{semaphore}, 0, {value});")?;
        }
        for (barrier, count) in self.barriers() {
            writeln!(f, "  pthread_barrier_init(&{prefix}b{barrier}, NULL, {count});")?;
        }
        writeln!(f, "  pthread_t handle;")?;
        for thread in (0..sketch.threads().len()).filter(|&thread| !sketch.spawned[thread]) {
            writeln!(f, "  pthread_create(&handle, NULL, {prefix}t{thread}, NULL);")?;
        }
        // The other threads go on.
        writeln!(f, "  pthread_exit(NULL);\n}}\n")
    }

    fn thread(&self, f: &mut fmt::Formatter<'_>, thread: usize, body: &[Stmt]) -> fmt::Result {
        writeln!(f, "static void *{}t{thread}(void *argument) {{", self.prefix)?;
        let statements = || self.sketch.flat().filter(|(of, _)| *of == thread).map(|(_, stmt)| stmt);
        let mut registers: Vec<Reg> = statements().flat_map(Stmt::registers).collect();
        registers.sort_unstable();
        registers.dedup();
        for reg in registers {
            writeln!(f, "  int r{reg} = 0;")?;
        }
        for stmt in statements() {
            if let Stmt::Spawn(child) = stmt {
                writeln!(f, "  pthread_t h{child};")?;
            }
        }
        self.body(f, body, 1)?;
        writeln!(f, "  return NULL;\n}}")
    }

    fn body(&self, f: &mut fmt::Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
        for stmt in body {
            write!(f, "{:width$}", "", width = 2 * depth)?;
            match *stmt {
                Stmt::If { test, ref then, ref otherwise } => {
                    writeln!(f, "if ({test}) {{")?;
                    self.body(f, then, depth + 1)?;
                    writeln!(f, "{:width$}}} else {{", "", width = 2 * depth)?;
                    self.body(f, otherwise, depth + 1)?;
                    writeln!(f, "{:width$}}}", "", width = 2 * depth)?;
                }
                Stmt::Assume(test) => writeln!(f, "__VERIFIER_assume({test});")?,
                Stmt::Assert(test) => writeln!(f, "assert({test});")?,
                Stmt::Choose { reg, count } => writeln!(f, "r{reg} = __VERIFIER_nondet_range(0, {});", count - 1)?,
                Stmt::Fence(mode) => writeln!(f, "atomic_thread_fence({});", Order(mode))?,
                _ if stmt.access().is_some() => self.access(f, stmt)?,
                _ => self.resource(f, stmt)?,
            }
        }
        Ok(())
    }

    fn access(&self, f: &mut fmt::Formatter<'_>, stmt: &Stmt) -> fmt::Result {
        let Some((loc, _)) = stmt.access() else { return Ok(()) };
        let name = format!("{}{}", self.prefix, Name(loc));
        let cast = if self.is_plain(loc) { "(atomic_int *)" } else { "" };
        match *stmt {
            Stmt::Load { reg, mode: Mode::Na, .. } => writeln!(f, "r{reg} = {name};"),
            Stmt::Load { reg, mode, .. } => {
                writeln!(f, "r{reg} = atomic_load_explicit({cast}&{name}, {});", Order(mode))
            }
            Stmt::Store { value, mode: Mode::Na, .. } => writeln!(f, "{name} = {value};"),
            Stmt::Store { value, mode, .. } => {
                writeln!(f, "atomic_store_explicit({cast}&{name}, {value}, {});", Order(mode))
            }
            Stmt::FetchAdd { reg, value, mode, .. } => {
                writeln!(f, "r{reg} = atomic_fetch_add_explicit({cast}&{name}, {value}, {});", Order(mode))
            }
            Stmt::Exchange { reg, value, mode, .. } => {
                writeln!(f, "r{reg} = atomic_exchange_explicit({cast}&{name}, {value}, {});", Order(mode))
            }
            Stmt::CompareExchange { done, seen, expected, desired, success, failure, weak, .. } => {
                let strength = if weak { "weak" } else { "strong" };
                let (success, failure) = (Order(success), Order(failure));
                // What is stored may depend on the register that is overwritten.
                writeln!(
                    f,
                    "{{ int desired = {desired}; r{seen} = {expected}; r{done} = atomic_compare_exchange_{strength}_explicit({cast}&{name}, &r{seen}, desired, {success}, {failure}); }}"
                )
            }
            _ => Ok(()),
        }
    }

    fn resource(&self, f: &mut fmt::Formatter<'_>, stmt: &Stmt) -> fmt::Result {
        let prefix = self.prefix;
        match *stmt {
            Stmt::Spawn(thread) => writeln!(f, "pthread_create(&h{thread}, NULL, {prefix}t{thread}, NULL);"),
            Stmt::Join(thread) => writeln!(f, "pthread_join(h{thread}, NULL);"),
            Stmt::Lock(mutex) => writeln!(f, "pthread_mutex_lock(&{prefix}m{mutex});"),
            Stmt::Unlock(mutex) => writeln!(f, "pthread_mutex_unlock(&{prefix}m{mutex});"),
            Stmt::TryLock { reg, mutex } => writeln!(f, "r{reg} = pthread_mutex_trylock(&{prefix}m{mutex}) == 0;"),
            Stmt::SemWait(semaphore) => writeln!(f, "sem_wait(&{prefix}s{semaphore});"),
            Stmt::SemPost(semaphore) => writeln!(f, "sem_post(&{prefix}s{semaphore});"),
            Stmt::Barrier { barrier, .. } => writeln!(f, "pthread_barrier_wait(&{prefix}b{barrier});"),
            Stmt::Wait { condition, mutex } => {
                writeln!(f, "pthread_cond_wait(&{prefix}c{condition}, &{prefix}m{mutex});")
            }
            Stmt::Signal(condition) => writeln!(f, "pthread_cond_signal(&{prefix}c{condition});"),
            Stmt::Broadcast(condition) => writeln!(f, "pthread_cond_broadcast(&{prefix}c{condition});"),
            _ => Ok(()),
        }
    }
}
