//! Sketches as C `.litmus` files, so that a program that fails can be kept and run on its own.
//!
//! The dialect knows neither thread creation nor mutexes and the like: programs with those are printed the same way, as
//! pseudo-code, under a first line that says so.

use std::fmt::{self, Write};

use raddle_graph::{Mode, Value};

use super::{Loc, OBJECTS, Operand, Reg, Sketch, Stmt, Test};

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_litmus() {
            writeln!(f, "// Does what litmus files cannot.")?;
        }
        writeln!(f, "C generated\n")?;
        f.write_str("{")?;
        for (loc, value) in self.init.iter().enumerate().filter(|(_, value)| **value != 0) {
            write!(f, " {} = {value};", Name(loc as Loc))?;
        }
        for (semaphore, value) in self.semaphores.iter().enumerate().filter(|(_, value)| **value != 0) {
            write!(f, " s{semaphore} = {value};")?;
        }
        writeln!(f, " }}\n")?;
        for (thread, body) in self.threads().iter().enumerate() {
            self.print_thread(f, thread, body)?;
        }
        // Some condition is required; this one holds unless nothing runs to its end.
        writeln!(f, "exists (true)")
    }
}

impl Sketch {
    fn print_thread(&self, f: &mut fmt::Formatter<'_>, thread: usize, body: &[Stmt]) -> fmt::Result {
        let statements = || self.flat().filter(|(of, _)| *of == thread).map(|(_, stmt)| stmt);
        write!(f, "P{thread} (")?;
        let mut separator = "";
        for loc in 0..self.locations() as Loc {
            let mut accesses = statements().filter_map(Stmt::access).filter(|access| access.0 == loc).peekable();
            if accesses.peek().is_none() {
                continue;
            }
            // `*x` of an atomic object is a seq_cst access, so what is accessed plainly is not declared atomic.
            let plain = accesses.any(|(_, plain)| plain);
            let kind = if plain { "int" } else { "atomic_int" };
            write!(f, "{separator}{kind}* {}", Name(loc))?;
            separator = ", ";
        }
        writeln!(f, ") {{")?;
        let mut registers: Vec<Reg> = statements().flat_map(Stmt::registers).collect();
        registers.sort_unstable();
        registers.dedup();
        for reg in registers {
            writeln!(f, "  int r{reg} = 0;")?;
        }
        print_body(f, body, 1)?;
        writeln!(f, "}}\n")
    }
}

fn print_body(f: &mut fmt::Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
    for stmt in body {
        write!(f, "{:width$}", "", width = 2 * depth)?;
        match *stmt {
            Stmt::Load { reg, loc, mode: Mode::Na } => writeln!(f, "r{reg} = *{};", Name(loc))?,
            Stmt::Load { reg, loc, mode } => {
                writeln!(f, "r{reg} = atomic_load_explicit({}, {});", Name(loc), Order(mode))?;
            }
            Stmt::Store { loc, value, mode: Mode::Na } => writeln!(f, "*{} = {value};", Name(loc))?,
            Stmt::Store { loc, value, mode } => {
                writeln!(f, "atomic_store_explicit({}, {value}, {});", Name(loc), Order(mode))?;
            }
            Stmt::LoadAt { reg, base, index, mode } => {
                writeln!(f, "r{reg} = atomic_load_explicit({} + ({index} & 1), {});", Name(base), Order(mode))?;
            }
            Stmt::StoreAt { base, index, value, mode } => {
                writeln!(f, "atomic_store_explicit({} + ({index} & 1), {value}, {});", Name(base), Order(mode))?;
            }
            Stmt::Reserve { reg, loc, mode } => writeln!(f, "r{reg} = reserve({}, {});", Name(loc), Order(mode))?,
            Stmt::Conditional { done, loc, value, mode } => {
                if let Some(done) = done {
                    write!(f, "r{done} = ")?;
                }
                writeln!(f, "store_conditional({}, {value}, {});", Name(loc), Order(mode))?;
            }
            Stmt::FetchAdd { reg, loc, value, mode } => {
                writeln!(f, "r{reg} = atomic_fetch_add_explicit({}, {value}, {});", Name(loc), Order(mode))?;
            }
            Stmt::Exchange { reg, loc, value, mode } => {
                writeln!(f, "r{reg} = atomic_exchange_explicit({}, {value}, {});", Name(loc), Order(mode))?;
            }
            Stmt::CompareExchange { done, seen, loc, expected, desired, success, failure, weak } => {
                let strength = if weak { "weak" } else { "strong" };
                let (name, success, failure) = (Name(loc), Order(success), Order(failure));
                writeln!(
                    f,
                    "r{seen} = {expected}; r{done} = atomic_compare_exchange_{strength}_explicit({name}, &r{seen}, {desired}, {success}, {failure});"
                )?;
            }
            Stmt::Fence(mode) => writeln!(f, "atomic_thread_fence({});", Order(mode))?,
            Stmt::Assume(test) => writeln!(f, "assume({test});")?,
            Stmt::Assert(test) => writeln!(f, "assert({test});")?,
            Stmt::ExitIf(test) => writeln!(f, "if ({test}) exit();")?,
            Stmt::Spawn(thread) => writeln!(f, "spawn(P{thread});")?,
            Stmt::Join(thread) => writeln!(f, "join(P{thread});")?,
            Stmt::Choose { reg, count } => writeln!(f, "r{reg} = choose({count});")?,
            Stmt::Allocate(object) => writeln!(f, "allocate({});", Name(OBJECTS + object))?,
            Stmt::Free(object) => writeln!(f, "free({});", Name(OBJECTS + object))?,
            Stmt::Lock(mutex) => writeln!(f, "lock(m{mutex});")?,
            Stmt::Unlock(mutex) => writeln!(f, "unlock(m{mutex});")?,
            Stmt::TryLock { reg, mutex } => writeln!(f, "r{reg} = trylock(m{mutex});")?,
            Stmt::SemWait(semaphore) => writeln!(f, "wait(s{semaphore});")?,
            Stmt::SemPost(semaphore) => writeln!(f, "post(s{semaphore});")?,
            Stmt::Barrier { barrier, count } => writeln!(f, "barrier(b{barrier}, {count});")?,
            Stmt::Wait { condition, mutex } => writeln!(f, "wait(c{condition}, m{mutex});")?,
            Stmt::Signal(condition) => writeln!(f, "signal(c{condition});")?,
            Stmt::Broadcast(condition) => writeln!(f, "broadcast(c{condition});")?,
            Stmt::If { test, ref then, ref otherwise } => {
                writeln!(f, "if ({test}) {{")?;
                print_body(f, then, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{:width$}}} else {{", "", width = 2 * depth)?;
                    print_body(f, otherwise, depth + 1)?;
                }
                writeln!(f, "{:width$}}}", "", width = 2 * depth)?;
            }
        }
    }
    Ok(())
}

pub(super) struct Name(pub(super) Loc);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_char('x'),
            1 => f.write_char('y'),
            2 => f.write_char('z'),
            object if object >= OBJECTS => write!(f, "o{}", object - OBJECTS),
            other => write!(f, "x{other}"),
        }
    }
}

pub(super) struct Order(pub(super) Mode);

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Mode::Na => "not_atomic",
            Mode::Rlx => "memory_order_relaxed",
            Mode::Acq => "memory_order_acquire",
            Mode::Rel => "memory_order_release",
            Mode::AcqRel => "memory_order_acq_rel",
            Mode::Sc => "memory_order_seq_cst",
            Mode::Tag(tag) => tag.name(),
        })
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus: Value = self.plus;
        if let (Some(reg), Some(also)) = (self.reg, self.also) {
            return match self.cancels {
                true => write!(f, "(r{reg} ^ r{reg}) + (r{also} ^ r{also}) + {plus}"),
                false => write!(f, "r{reg} + r{also} + {plus}"),
            };
        }
        match self.reg {
            None => write!(f, "{plus}"),
            Some(reg) if self.cancels => write!(f, "(r{reg} ^ r{reg}) + {plus}"),
            Some(reg) if plus == 0 => write!(f, "r{reg}"),
            Some(reg) => write!(f, "r{reg} + {plus}"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operator = if self.equal { "==" } else { "!=" };
        write!(f, "r{} {operator} {}", self.reg, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_is_printed_as_a_litmus_file() {
        let test = Test { reg: 1, value: 1, equal: true };
        let program = Sketch::with_initial_values(
            vec![0, 3],
            vec![
                vec![
                    Stmt::CompareExchange {
                        done: 1,
                        seen: 0,
                        loc: 0,
                        expected: 0.into(),
                        desired: 2.into(),
                        success: Mode::AcqRel,
                        failure: Mode::Acq,
                        weak: false,
                    },
                    Stmt::Assume(test),
                    Stmt::Store { loc: 1, value: Operand::of(0, 1), mode: Mode::Na },
                ],
                vec![
                    Stmt::FetchAdd { reg: 1, loc: 0, value: 1.into(), mode: Mode::Sc },
                    Stmt::If { test, then: vec![Stmt::Fence(Mode::Sc)], otherwise: vec![Stmt::Fence(Mode::Rel)] },
                ],
            ],
        );
        let expected = "\
C generated

{ y = 3; }

P0 (atomic_int* x, int* y) {
  int r0 = 0;
  int r1 = 0;
  r0 = 0; r1 = atomic_compare_exchange_strong_explicit(x, &r0, 2, memory_order_acq_rel, memory_order_acquire);
  assume(r1 == 1);
  *y = r0 + 1;
}

P1 (atomic_int* x) {
  int r1 = 0;
  r1 = atomic_fetch_add_explicit(x, 1, memory_order_seq_cst);
  if (r1 == 1) {
    atomic_thread_fence(memory_order_seq_cst);
  } else {
    atomic_thread_fence(memory_order_release);
  }
}

exists (true)
";
        assert_eq!(program.to_string(), expected);
    }
}
