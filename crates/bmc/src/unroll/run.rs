//! Goes through the code of a function, instruction by instruction, and through all ways at once.

use std::collections::BTreeMap;

use raddle_graph::{Value, Width};
use raddle_ir::{ArithError, FunctionId, Instr, Operand, Reg};

use super::{Cut, MAX_GATES, MAX_INSTRUCTIONS, Open, Stop, Unroller, Wait};
use crate::aig::Lit;
use crate::flow::Flow;
use crate::memory::Memory;
use crate::state::{Own, State, Waiting};
use crate::value::{Sym, Values};
use crate::word::{Computed, Word};

/// How deeply a function may call itself.
const MAX_RECURSION: usize = 64;
/// How deeply calls may nest.
const MAX_DEPTH: usize = 200;
/// The first so many quiet iterations are each compared with the one before; see the interpreter's loops.
const QUIET_ITERATIONS_COMPARED_AT_ONCE: u64 = 3;
/// From this many on, the iteration to compare with changes at powers of two.
const QUIET_ITERATIONS_BEFORE_DOUBLING: u64 = 16;

/// In which iteration of a loop, and after how many of them data decided whether to go on.
type Iteration = (u32, u32);

/// A point of the code with the thread's state there.
struct Here {
    pc: usize,
    iterations: Vec<Iteration>,
    state: State,
}

/// Points that are still to be gone through, in weak topological order.
type Work = BTreeMap<Vec<u32>, Here>;

/// What a function leaves behind where it returns: the state and the results.
type Returned = Option<(State, Vec<Sym>)>;

impl<M: Memory> Unroller<'_, M> {
    /// Goes through a function. `None` if it never returns.
    pub(super) fn function(&mut self, id: FunctionId, guard: Lit, own: Own, args: &[Sym]) -> Result<Returned, Stop> {
        let program = self.program;
        let function = &program.functions()[id.index()];
        let mut regs = vec![Sym::constant(0); usize::from(function.registers)];
        regs[..args.len()].clone_from_slice(args);
        let mut state = State { guard, own, regs };
        if self.stack.iter().filter(|(other, _)| *other == id).count() >= MAX_RECURSION || self.stack.len() >= MAX_DEPTH
        {
            self.hole(&mut state, Lit::TRUE, "calls that nest too deeply");
            return Ok(None);
        }
        let flow = self.flow(id);
        let (mark, units, depth) = (state.own.private.mark(), state.own.private.units, self.stack.len());
        self.stack.push((id, 0));
        let (mut work, mut open) = (Work::new(), Open::new());
        let mut returned = None;
        let first = Here { pc: 0, iterations: vec![(0, 0); flow.loops[0].len()], state };
        work.insert(key(&flow, 0, &first.iterations), first);
        while let Some((_, mut here)) = work.pop_first() {
            if let Some(frame) = self.stack.last_mut() {
                frame.1 = here.pc;
            }
            if self.is_cut(&flow, id, &mut here, &open) {
                self.cuts.push(Cut {
                    when: here.state.guard,
                    cycle: (id.0, here.pc as u32),
                    position: self.position(),
                });
                continue;
            }
            self.straight(&flow, &function.code, here, (&mut work, &mut open), &mut returned)?;
        }
        self.stack.pop();
        Ok(returned.map(|(mut state, values): (State, Vec<Sym>)| {
            state.own.private.release(mark);
            state.own.private.units = units;
            state.own.waiting.retain(|&(at, _), _| at <= depth);
            (state, values)
        }))
    }

    /// Is it one more iteration than there may be? Only those count in which data decided whether there is a next one.
    fn is_cut(&self, flow: &Flow, id: FunctionId, here: &mut Here, open: &Open) -> bool {
        let Here { pc, iterations, .. } = here;
        if flow.loops[*pc].last() != Some(&(*pc as u32)) {
            return false;
        }
        let mut before = iterations.clone();
        let (Some(last), Some((_, decided))) = (before.last_mut(), iterations.last_mut()) else { return false };
        // The first iteration is never cut.
        let Some(iteration) = last.0.checked_sub(1) else { return false };
        last.0 = iteration;
        *decided += u32::from(open.contains(&prefix(flow, *pc, &before)));
        *decided > self.bounds.of((id.0, *pc as u32))
    }

    /// Goes straight on from a point, up to where ways part or meet.
    fn straight(
        &mut self,
        flow: &Flow,
        code: &[Instr],
        mut here: Here,
        (work, open): (&mut Work, &mut Open),
        returned: &mut Returned,
    ) -> Result<(), Stop> {
        while here.state.guard != Lit::FALSE {
            self.instructions += 1;
            if self.instructions > MAX_INSTRUCTIONS {
                return Err(Stop::TooLong);
            }
            if self.aig.size() > MAX_GATES {
                return Err(Stop::TooLarge);
            }
            if let Some(frame) = self.stack.last_mut() {
                frame.1 = here.pc;
            }
            match &code[here.pc] {
                Instr::Jump { target } => {
                    self.go(flow, here, *target as usize, work);
                    return Ok(());
                }
                Instr::Branch { cond, then, otherwise } => {
                    let cond = self.get(&here.state, *cond).is_nonzero(self.aig);
                    self.part(flow, here, &[(cond, *then), (!cond, *otherwise)], work, open);
                    return Ok(());
                }
                Instr::Switch { value, cases, otherwise } => {
                    let value = self.get(&here.state, *value);
                    let mut rest = Lit::TRUE;
                    let mut ways = Vec::new();
                    for &(case, target) in cases {
                        let is = value.is(self.aig, case);
                        ways.push((self.aig.and(rest, is), target));
                        rest = self.aig.and(rest, !is);
                    }
                    ways.push((rest, *otherwise));
                    self.part(flow, here, &ways, work, open);
                    return Ok(());
                }
                Instr::Return { values } => {
                    let values: Vec<Sym> = values.iter().map(|&value| self.get(&here.state, value)).collect();
                    match returned {
                        None => *returned = Some((here.state, values)),
                        Some((state, known)) => {
                            let guard = here.state.guard;
                            for (known, value) in known.iter_mut().zip(&values) {
                                *known = Sym::choose(self.aig, guard, value, known);
                            }
                            state.merge(self.aig, here.state);
                        }
                    }
                    return Ok(());
                }
                instr => self.instruction(&mut here.state, instr)?,
            }
            let next = here.pc + 1;
            if next >= code.len() {
                return Ok(());
            }
            if flow.is_target[next] || flow.loops[next] != flow.loops[here.pc] {
                self.go(flow, here, next, work);
                return Ok(());
            }
            here.pc = next;
        }
        Ok(())
    }

    /// Ways part.
    fn part(&mut self, flow: &Flow, here: Here, ways: &[(Lit, u32)], work: &mut Work, open: &mut Open) {
        let is_decided = ways.iter().any(|(when, _)| *when == Lit::TRUE);
        if !is_decided {
            for &(_, target) in ways.iter().filter(|(when, _)| *when != Lit::FALSE) {
                for (level, head) in flow.loops[here.pc].iter().enumerate() {
                    if flow.loops[target as usize].get(level) != Some(head) {
                        open.insert(prefix(flow, here.pc, &here.iterations[..=level]));
                    }
                }
            }
        }
        for &(when, target) in ways {
            let mut state = here.state.clone();
            self.narrow(&mut state, when);
            let there = Here { pc: here.pc, iterations: here.iterations.clone(), state };
            self.go(flow, there, target as usize, work);
        }
    }

    /// A way leads on.
    fn go(&mut self, flow: &Flow, from: Here, to: usize, work: &mut Work) {
        let Here { pc, mut iterations, state } = from;
        if state.guard == Lit::FALSE {
            return;
        }
        let (inside, target) = (&flow.loops[pc], &flow.loops[to]);
        let common = inside.iter().zip(target).take_while(|(one, other)| one == other).count();
        iterations.truncate(common);
        if target.last() == Some(&(to as u32)) && common == target.len() {
            // Back to the head of a loop.
            let Some((iteration, _)) = iterations.last_mut() else { unreachable!("it is in the loop") };
            *iteration += 1;
        }
        iterations.resize(target.len(), (0, 0));
        match work.entry(key(flow, to, &iterations)) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Here { pc: to, iterations, state });
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let there = entry.get_mut();
                there.state.merge(self.aig, state);
                for (mine, theirs) in there.iterations.iter_mut().zip(&iterations) {
                    mine.1 = mine.1.max(theirs.1);
                }
            }
        }
    }

    pub(super) fn get(&self, state: &State, operand: Operand) -> Sym {
        match operand {
            Operand::Reg(reg) => state.regs[reg.index()].clone(),
            Operand::Const(value) => Sym::constant(value),
        }
    }

    pub(super) fn set(&self, state: &mut State, reg: Reg, value: Sym) {
        state.regs[reg.index()] = value;
    }

    /// An instruction behind which the thread goes on.
    fn instruction(&mut self, state: &mut State, instr: &Instr) -> Result<(), Stop> {
        match *instr {
            Instr::Move { dst, src } => {
                let value = self.get(state, src);
                self.set(state, dst, value);
            }
            Instr::Binary { op, width, dst, lhs, rhs } => {
                let (a, b) = (self.get(state, lhs), self.get(state, rhs));
                let Computed { word, failures } = Word::binary(self.aig, op, width, &a.word, &b.word);
                failures.iter().for_each(|&(when, _): &(Lit, ArithError)| self.error(state, when));
                let values = a.values.combine(&b.values, |a, b| op.apply(width, a, b).ok());
                let values = if op.is_comparison() && values.list().is_none() { Values::of([0, 1]) } else { values };
                self.set(state, dst, Sym::new(word, values));
            }
            Instr::Truncate { dst, src, width } => {
                let value = self.get(state, src).truncate(width);
                self.set(state, dst, value);
            }
            Instr::SignExtend { dst, src, from, to } => {
                let value = self.get(state, src);
                let values = value.values.map(|value| Some(to.truncate(from.signed(value) as u64)));
                self.set(state, dst, Sym::new(value.word.sign_extend(from, to), values));
            }
            Instr::Select { dst, cond, then, otherwise } => {
                let cond = self.get(state, cond).is_nonzero(self.aig);
                let (then, otherwise) = (self.get(state, then), self.get(state, otherwise));
                let value = Sym::choose(self.aig, cond, &then, &otherwise);
                self.set(state, dst, value);
            }
            Instr::Unary { op, width, dst, src } => {
                let value = self.get(state, src);
                let word = value.word.unary(self.aig, op, width);
                self.set(state, dst, Sym::new(word, value.values.map(|value| Some(op.apply(width, value)))));
            }
            Instr::Checked { op, width, dst, overflow, lhs, rhs } => {
                let (a, b) = (self.get(state, lhs), self.get(state, rhs));
                let (word, overflows) = Word::checked(self.aig, op, width, &a.word, &b.word);
                let result = |a, b| match op.apply(width, a, b) {
                    (_, true) if overflow.is_none() => None,
                    (value, _) => Some(value),
                };
                let values = a.values.combine(&b.values, result);
                self.set(state, dst, Sym::new(word, values));
                match overflow {
                    Some(reg) => self.set(state, reg, Sym::flag(overflows)),
                    None => self.error(state, overflows),
                }
            }
            Instr::Assume { cond } => {
                let cond = self.get(state, cond).is_nonzero(self.aig);
                let stops = self.aig.and(state.guard, !cond);
                self.assumed.push(stops);
                self.narrow(state, cond);
            }
            Instr::Require { cond } => {
                let cond = self.get(state, cond).is_nonzero(self.aig);
                self.require(state, cond);
            }
            Instr::Assert { cond, .. } => {
                let cond = self.get(state, cond).is_nonzero(self.aig);
                self.error(state, !cond);
            }
            Instr::Fail { .. } => self.error(state, Lit::TRUE),
            Instr::Exit { value } => {
                let result = self.get(state, value);
                self.end(state, result);
                state.guard = Lit::FALSE;
            }
            Instr::Finish => {
                self.end(state, Sym::constant(0));
                state.guard = Lit::FALSE;
            }
            Instr::EndProcess => {
                self.exits.push(state.guard);
                state.guard = Lit::FALSE;
            }
            Instr::LoopBound { counter, bound } => {
                let count = state.regs[counter.index()].plus(self.aig, 1);
                let Computed { word: goes_on, .. } =
                    Word::binary(self.aig, raddle_ir::BinaryOp::Ule, Width::W64, &count.word, &Word::constant(bound));
                self.set(state, counter, count);
                let stops = !goes_on.bits()[0];
                let when = self.aig.and(state.guard, stops);
                if when != Lit::FALSE {
                    let cycle = self.stack.last().map_or((0, 0), |&(function, pc)| (function.0, pc as u32));
                    self.cuts.push(Cut { when, cycle, position: self.position() });
                }
                self.narrow(state, !stops);
            }
            Instr::LoopEnter { shadow } => {
                let waiting = Waiting {
                    is_again: Lit::FALSE,
                    has_changed: Lit::FALSE,
                    tries: Sym::constant(0),
                    copies: Vec::new(),
                    private: state.own.private.clone(),
                };
                state.own.waiting.insert((self.stack.len(), shadow.0), waiting);
            }
            Instr::LoopHead { ref watch, shadow, .. } => self.loop_head(state, watch, shadow),
            Instr::Fork { .. } | Instr::Meet { .. } | Instr::Output { .. } => {}
            Instr::Call { function, ref args, ref results } => {
                let args: Vec<Sym> = args.iter().map(|&arg| self.get(state, arg)).collect();
                self.call(state, &[(Lit::TRUE, function)], &args, results)?;
            }
            Instr::CallPointer { function, ref args, ref results } => {
                let args: Vec<Sym> = args.iter().map(|&arg| self.get(state, arg)).collect();
                let callees = self.callees(state, function, args.len());
                self.call(state, &callees, &args, results)?;
            }
            _ => self.visible(state, instr)?,
        }
        Ok(())
    }

    /// The thread waits for a resource unless the condition holds.
    pub(super) fn require(&mut self, state: &mut State, cond: Lit) {
        let when = self.aig.and(state.guard, !cond);
        if when != Lit::FALSE {
            match state.own.newest_read {
                Some(read) => self.waits.push(Wait { thread: self.thread, when, read: Some(read) }),
                None => self.hole(state, !cond, "a wait of which it is not known what would end it"),
            }
        }
        self.narrow(state, cond);
    }

    /// An iteration of a loop begins. If the last one changed nothing, the thread waits: so would every further one.
    fn loop_head(&mut self, state: &mut State, watch: &[Reg], shadow: Reg) {
        let key = (self.stack.len(), shadow.0);
        let now: Vec<Sym> = watch.iter().map(|reg| state.regs[reg.index()].clone()).collect();
        let Some(before) = state.own.waiting.remove(&key) else {
            unreachable!("a loop is entered before its head is reached")
        };
        let quiet = self.aig.and(before.is_again, !before.has_changed);
        let mut same =
            if quiet == Lit::FALSE { Lit::FALSE } else { before.private.equals(self.aig, &state.own.private) };
        if quiet != Lit::FALSE {
            if before.copies.len() != now.len() {
                unreachable!("who is at the head of a loop again left copies there");
            }
            for (copy, now) in before.copies.iter().zip(&now) {
                let equal = copy.word.equals(self.aig, &now.word);
                same = self.aig.and(same, equal);
            }
        }
        if self.program.cuts_spins() {
            let waits = self.aig.and(quiet, same);
            self.narrow(state, !waits);
        }
        let one_more = before.tries.plus(self.aig, 1);
        let tries = Sym::choose(self.aig, quiet, &one_more, &Sym::constant(0));
        let Some(list) = tries.values.list() else {
            return self.hole(state, Lit::TRUE, "a loop that tries too often");
        };
        let is_new = |tries: Value| {
            tries <= QUIET_ITERATIONS_COMPARED_AT_ONCE
                || (tries >= QUIET_ITERATIONS_BEFORE_DOUBLING && tries.is_power_of_two())
        };
        let compares_anew = if list.iter().all(|&it| is_new(it)) {
            Lit::TRUE
        } else {
            let new: Vec<Value> = list.iter().copied().filter(|&it| is_new(it)).collect();
            let mut any = Lit::FALSE;
            for value in new {
                let is = tries.is(self.aig, value);
                any = self.aig.or(any, is);
            }
            any
        };
        let after = if compares_anew == Lit::TRUE || before.copies.len() != now.len() {
            Waiting {
                is_again: Lit::TRUE,
                has_changed: Lit::FALSE,
                tries,
                copies: now,
                private: state.own.private.clone(),
            }
        } else {
            let copies = before.copies.iter().zip(&now);
            let copies = copies.map(|(copy, now)| Sym::choose(self.aig, compares_anew, now, copy)).collect();
            let mut private = before.private;
            private.merge(self.aig, compares_anew, &state.own.private);
            let has_changed = self.aig.and(before.has_changed, !compares_anew);
            Waiting { is_again: Lit::TRUE, has_changed, tries, copies, private }
        };
        state.own.waiting.insert(key, after);
    }
}

/// Where a point stands in the order of all of them.
fn key(flow: &Flow, pc: usize, iterations: &[Iteration]) -> Vec<u32> {
    let mut key = prefix(flow, pc, iterations);
    key.push(flow.position[pc]);
    key
}

/// The iterations of the outermost loops in which a point is.
fn prefix(flow: &Flow, pc: usize, iterations: &[Iteration]) -> Vec<u32> {
    let heads = flow.loops[pc].iter().zip(iterations);
    heads.flat_map(|(&head, &(iteration, _))| [flow.position[head as usize], iteration]).collect()
}
