//! Sketches as C programs, with C11 atomics and POSIX threads.
//!
//! Every name that a program declares has a prefix of its own, so that one file can have many programs; each begins at a
//! function of its own.

use std::fmt;

use raddle_graph::Mode;

use super::litmus::{Name, Order};
use super::{Loc, Reg, Sketch, Stmt, Test};

/// What a file with C programs begins with.
pub const HEADER: &str = "\
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_range(int, int);
";

impl Sketch {
    /// Can it be printed as a C program? There a thread joins only what it has started, and that once; and objects have no
    /// names that all threads know.
    pub fn is_c(&self) -> bool {
        !self.has_objects()
            && !self.any(Stmt::is_machine)
            && self.threads().iter().all(|body| {
                let mut joinable = Vec::new();
                for stmt in body {
                    match *stmt {
                        Stmt::Spawn(thread) => joinable.push(thread),
                        Stmt::Join(thread) => match joinable.iter().position(|&other| other == thread) {
                            Some(at) => _ = joinable.swap_remove(at),
                            None => return false,
                        },
                        // A handle that is set in a branch is not known behind it.
                        _ if stmt.nested().any(|inner| inner.any(|stmt| matches!(stmt, Stmt::Join(_)))) => {
                            return false;
                        }
                        _ => {}
                    }
                }
                true
            })
    }

    /// The C program, whose names begin with the prefix and which begins at `{prefix}main`. [`HEADER`] must come before.
    /// A thread that assumes something about what it just read is blocked otherwise, or reads again in a loop.
    ///
    /// ```
    /// use raddle_testgen::Sketch;
    /// use raddle_testgen::sketch::{Stmt, Waiting};
    ///
    /// let program = Sketch::new(vec![vec![Stmt::Lock(0), Stmt::Unlock(0)]]);
    /// assert!(program.c("p_", Waiting::Blocks).to_string().contains("pthread_mutex_lock(&p_m0);"));
    /// ```
    pub fn c<'a>(&'a self, prefix: &'a str, waiting: Waiting) -> impl fmt::Display + 'a {
        Printed { sketch: self, prefix, waiting }
    }
}

/// How a thread waits for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// It assumes that the value comes.
    Blocks,
    /// It reads until the value comes, wherever reading again does no harm.
    Loops,
}

struct Printed<'a> {
    sketch: &'a Sketch,
    prefix: &'a str,
    waiting: Waiting,
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
        let mut rest = body.iter().peekable();
        while let Some(stmt) = rest.next() {
            write!(f, "{:width$}", "", width = 2 * depth)?;
            if let (Waiting::Loops, Some(&&Stmt::Assume(test))) = (self.waiting, rest.peek())
                && waits_for(stmt, test)
            {
                write!(f, "do ")?;
                self.access(f, stmt)?;
                writeln!(f, "{:width$}while (!({test}));", "", width = 2 * depth)?;
                rest.next();
                continue;
            }
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
                Stmt::ExitIf(test) => writeln!(f, "if ({test}) _Exit(0);")?,
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

/// Does the test decide whether the access succeeded, and does a failing access store nothing?
fn waits_for(access: &Stmt, test: Test) -> bool {
    match *access {
        Stmt::Load { reg, .. } => reg == test.reg,
        Stmt::CompareExchange { done, .. } => done == test.reg && (test.value == 1) == test.equal && test.value <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_is_printed_as_a_c_program() {
        let test = Test { reg: 0, value: 1, equal: true };
        let program = Sketch::new(vec![
            vec![
                Stmt::Spawn(1),
                Stmt::Load { reg: 0, loc: 0, mode: Mode::Acq },
                Stmt::Assume(test),
                Stmt::If { test, then: vec![Stmt::SemWait(0)], otherwise: vec![] },
                Stmt::Join(1),
            ],
            vec![
                Stmt::Store { loc: 0, value: 1.into(), mode: Mode::Na },
                Stmt::Choose { reg: 2, count: 3 },
                Stmt::Wait { condition: 0, mutex: 1 },
            ],
        ])
        .with_semaphores(vec![2]);
        let expected = "\
int p_x = 0;
pthread_mutex_t p_m0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t p_m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t p_c0 = PTHREAD_COND_INITIALIZER;
sem_t p_s0;
static void *p_t0(void *);
static void *p_t1(void *);
static void *p_t0(void *argument) {
  int r0 = 0;
  pthread_t h1;
  pthread_create(&h1, NULL, p_t1, NULL);
  do r0 = atomic_load_explicit((atomic_int *)&p_x, memory_order_acquire);
  while (!(r0 == 1));
  if (r0 == 1) {
    sem_wait(&p_s0);
  } else {
  }
  pthread_join(h1, NULL);
  return NULL;
}
static void *p_t1(void *argument) {
  int r2 = 0;
  p_x = 1;
  r2 = __VERIFIER_nondet_range(0, 2);
  pthread_cond_wait(&p_c0, &p_m1);
  return NULL;
}
int p_main(void) {
  sem_init(&p_s0, 0, 2);
  pthread_t handle;
  pthread_create(&handle, NULL, p_t0, NULL);
  pthread_exit(NULL);
}

";
        assert_eq!(program.c("p_", Waiting::Loops).to_string(), expected);
        let assumed = program.c("p_", Waiting::Blocks).to_string();
        assert!(assumed.contains("memory_order_acquire);\n  __VERIFIER_assume(r0 == 1);"));
    }

    #[test]
    fn a_thread_joins_only_what_it_has_started() {
        let starts = |body: Vec<Stmt>| Sketch::new(vec![body, vec![]]).is_c();
        assert!(starts(vec![Stmt::Spawn(1), Stmt::Join(1)]));
        assert!(!starts(vec![Stmt::Join(1)]));
        assert!(!starts(vec![Stmt::Spawn(1), Stmt::Join(1), Stmt::Join(1)]));
    }
}
