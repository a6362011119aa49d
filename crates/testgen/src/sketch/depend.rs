//! From which reads the registers of a thread were computed: Algorithm 1 of "HMC: model checking for hardware memory models",
//! with a bit for each event of the thread.

use raddle_explore::Answer;
use raddle_graph::{Dependencies, ReadSet};

use super::code::Visible;
use super::{Operand, REGISTERS, Reg, Test};

/// What a thread's registers and its position depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tracked {
    registers: [u64; REGISTERS],
    /// The reads that decided a branch on the way here.
    ctrl: u64,
    /// How many events there were.
    events: u32,
}

impl Tracked {
    fn operand(&self, operand: Operand) -> u64 {
        operand.registers().fold(0, |all, reg| all | self.registers[usize::from(reg)])
    }

    /// The dependencies of an action.
    pub(super) fn of(&self, visible: Visible) -> Dependencies {
        let (mut addr, mut data, mut expects) = (0, 0, 0);
        match visible {
            Visible::LoadAt(_, _, index, _) => addr = self.operand(index),
            Visible::StoreAt(_, index, value, _) => {
                addr = self.operand(index);
                data = self.operand(value);
            }
            Visible::Store(_, value, _)
            | Visible::Conditional(_, value, _)
            | Visible::FetchAdd(_, _, value, _)
            | Visible::Exchange(_, _, value, _) => data = self.operand(value),
            Visible::CompareExchange { expected, desired, .. } => {
                data = self.operand(desired);
                expects = self.operand(expected);
            }
            _ => {}
        }
        let [addr, data, ctrl, expected] = [addr, data, self.ctrl, expects].map(reads);
        Dependencies { addr, data, ctrl, expected, ..Dependencies::default() }
    }

    /// The dependencies of a state without an action: control only.
    pub(super) fn of_nothing(&self) -> Dependencies {
        Dependencies { ctrl: reads(self.ctrl), ..Dependencies::default() }
    }

    /// The test decides where the thread goes.
    pub(super) fn branch(&mut self, test: Test) {
        self.ctrl |= self.registers[usize::from(test.reg)];
    }

    /// The register gets a value that depends on nothing.
    pub(super) fn forget(&mut self, reg: Reg) {
        self.registers[usize::from(reg)] = 0;
    }

    /// The action is answered.
    pub(super) fn take(&mut self, visible: Visible, answer: Answer) {
        // Sketches are short.
        let read = 1 << (self.events % u64::BITS);
        self.events += 1 + u32::from(answer.stored && visible.is_update());
        match visible {
            Visible::Load(reg, ..)
            | Visible::LoadAt(reg, ..)
            | Visible::Reserve(reg, ..)
            | Visible::FetchAdd(reg, ..)
            | Visible::Exchange(reg, ..) => self.registers[usize::from(reg)] = read,
            Visible::CompareExchange { done, seen, expected, .. } => {
                let decided = read | self.operand(expected);
                self.registers[usize::from(seen)] = read;
                self.registers[usize::from(done)] = decided;
                self.ctrl |= decided;
            }
            Visible::TryLock(reg, _) => {
                self.registers[usize::from(reg)] = read;
                self.ctrl |= read;
            }
            // Whether something is stored depends on the value read.
            Visible::Lock(..)
            | Visible::SemWait(_)
            | Visible::SemPost(_)
            | Visible::Register(_)
            | Visible::Wake(_)
            | Visible::Signal(_)
            | Visible::Broadcast(_) => self.ctrl |= read,
            Visible::Choose(reg, _) => self.forget(reg),
            _ => {}
        }
    }
}

fn reads(bits: u64) -> ReadSet {
    (0..u64::BITS).filter(|bit| bits & (1 << bit) != 0).collect()
}

#[cfg(test)]
mod tests {
    use raddle_explore::Program;
    use raddle_graph::{Mode, ThreadId};

    use super::super::{Loc, Sketch, Stmt};
    use super::*;

    const fn load(reg: Reg, loc: Loc) -> Stmt {
        Stmt::Load { reg, loc, mode: Mode::Rlx }
    }

    fn store(value: Operand) -> Stmt {
        Stmt::Store { loc: 3, value, mode: Mode::Rlx }
    }

    /// The dependencies of the action after so many answers of 0.
    fn after(body: Vec<Stmt>, answers: usize) -> [Vec<u32>; 4] {
        let program = Sketch::new(vec![body]);
        let mut state = program.start(ThreadId(0));
        for _ in 0..answers {
            let stored = matches!(program.action(&state), raddle_explore::Action::Update { .. });
            program.step(&mut state, Answer { value: 0, stored });
        }
        let Dependencies { addr, data, ctrl, expected, .. } = program.dependencies(&state);
        [addr, data, ctrl, expected].map(|set| set.iter().collect())
    }

    fn set<const N: usize>(reads: [u32; N]) -> Vec<u32> {
        reads.to_vec()
    }

    #[test]
    fn what_is_stored_depends_on_what_was_loaded_even_if_it_cancels_out() {
        let none = Vec::new;
        for operand in [Operand::of(1, 1), Operand::fake(1, 1)] {
            let body = vec![load(0, 0), load(1, 1), store(operand)];
            assert_eq!(after(body, 2), [none(), set([1]), none(), none()]);
            let body = vec![load(0, 0), Stmt::LoadAt { reg: 1, base: 1, index: operand, mode: Mode::Rlx }];
            assert_eq!(after(body, 1), [none(), none(), none(), none()], "the register was never set");
            let store = Stmt::StoreAt { base: 1, index: operand, value: Operand::of(0, 0), mode: Mode::Rlx };
            assert_eq!(after(vec![load(0, 0), load(1, 0), store], 2), [set([1]), set([0]), none(), none()]);
        }
        assert_eq!(after(vec![load(0, 0), load(0, 1), store(Operand::of(0, 0))], 2)[1], [1], "overwritten");
    }

    #[test]
    fn everything_after_a_branch_depends_on_it() {
        let test = Test { reg: 0, value: 5, equal: true };
        let branch = Stmt::If { test, then: vec![], otherwise: vec![] };
        assert_eq!(after(vec![load(0, 0), branch, load(1, 1), store(0.into())], 2)[2], [0]);
    }

    #[test]
    fn an_update_is_two_events_and_a_compare_exchange_decides() {
        let add = Stmt::FetchAdd { reg: 0, loc: 0, value: 1.into(), mode: Mode::Rlx };
        assert_eq!(after(vec![add.clone(), add, store(Operand::of(0, 0))], 2), [set([]), set([2]), set([]), set([])]);
        let cas = Stmt::CompareExchange {
            done: 1,
            seen: 2,
            loc: 1,
            expected: Operand::of(0, 0),
            desired: Operand::of(0, 1),
            success: Mode::Rlx,
            failure: Mode::Rlx,
            weak: false,
        };
        let body = vec![load(0, 0), cas, store(Operand::of(1, 0)), store(Operand::of(2, 0))];
        assert_eq!(after(body.clone(), 1), [set([]), set([0]), set([]), set([0])]);
        assert_eq!(after(body.clone(), 2), [set([]), set([0, 1]), set([0, 1]), set([])]);
        assert_eq!(after(body, 3), [set([]), set([1]), set([0, 1]), set([])]);
    }
}
