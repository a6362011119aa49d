//! Dependencies: how instructions hand on what their results were computed from (HMC, Algorithm 1).
//!
//! A load's register holds the load and nothing else; whatever is computed holds what its operands held; where a thread
//! goes adds to the program counter, whose set only grows. A compare-exchange decides where its thread goes even if nobody
//! looks at its result. What fails or blocks does so because of its operands. Memory that only the thread knows is
//! like registers, and a store to it whose place was computed concerns the whole object.
//!
//! The dependencies of an event are those of the action at which its thread stood before it, so nothing is kept but what
//! is in the state.

use raddle_graph::{Dependence, Dependencies, Value};
use raddle_program::{Action, Answer};

use super::{Next, Performed, get};
use crate::analysis::origins::Origins;
use crate::interpret::state::{Own, State};
use crate::memory::layout::Area;
use crate::{Instr, Operand, Program, Reg};

/// What everything was computed from, in a thread that keeps track of that.
#[inline(always)]
fn tracked(origins: &mut Option<Box<Origins>>) -> &mut Origins {
    match origins {
        Some(origins) => origins,
        None => unreachable!("the thread keeps track of dependencies"),
    }
}

/// Before a thread-local instruction. Those that access memory come after it.
#[inline(always)]
pub(super) fn compute(instr: &Instr, regs: &[Value], own: &mut Own) {
    let origins = tracked(&mut own.origins);
    match *instr {
        Instr::Move { dst, src } | Instr::Truncate { dst, src, .. } | Instr::SignExtend { dst, src, .. } => {
            origins.assign(dst, &[src]);
        }
        Instr::Binary { op, dst, lhs, rhs, .. } => match origins.has_picks() && op.is_comparison() {
            true => origins.pick(dst, &[lhs, rhs], &[]),
            false => origins.assign(dst, &[lhs, rhs]),
        },
        Instr::Select { dst, cond, then, otherwise } if origins.has_picks() => {
            let chosen = if get(regs, cond) != 0 { then } else { otherwise };
            origins.pick(dst, &[cond], &[chosen]);
        }
        Instr::Branch { cond, .. } => origins.decide(&[cond]),
        Instr::Load { .. } | Instr::Store { .. } | Instr::Jump { .. } | Instr::Call { .. } => {}
        Instr::Forget { addr } | Instr::Expire { addr } => {
            if let Some((base, size)) = own.private.object_of(get(regs, addr)) {
                origins.store(base, size, &[]);
            }
        }
        _ => compute_rarely(instr, origins),
    }
}

fn compute_rarely(instr: &Instr, origins: &mut Origins) {
    match *instr {
        Instr::Unary { dst, src, .. } | Instr::Convert { dst, src, .. } => origins.assign(dst, &[src]),
        Instr::Float { op, dst, lhs, rhs, .. } => match origins.has_picks() && op.is_comparison() {
            true => origins.pick(dst, &[lhs, rhs], &[]),
            false => origins.assign(dst, &[lhs, rhs]),
        },
        Instr::Select { dst, cond, then, otherwise } => origins.assign(dst, &[cond, then, otherwise]),
        Instr::Checked { dst, overflow, lhs, rhs, .. } => {
            // If the first is an operand, it holds what both held.
            origins.assign(dst, &[lhs, rhs]);
            overflow.into_iter().for_each(|reg| match origins.has_picks() {
                true => origins.pick(reg, &[dst.into()], &[]),
                false => origins.assign(reg, &[dst.into()]),
            });
        }
        Instr::Wide { dst, ref lhs, ref rhs, .. } => {
            origins.assign(dst[0], &[lhs[0], lhs[1], rhs[0], rhs[1]]);
            origins.assign(dst[1], &[dst[0].into()]);
        }
        Instr::Pack { dst, low, high } => origins.assign(dst, &[low, high]),
        Instr::Unpack { dst, src } => dst.into_iter().for_each(|reg| origins.assign(reg, &[src])),
        Instr::Assume { cond } | Instr::Require { cond } | Instr::Assert { cond, .. } => origins.decide(&[cond]),
        Instr::Switch { value, .. } => origins.decide(&[value]),
        Instr::CallPointer { function, .. } => origins.decide(&[function]),
        Instr::Private { dst, size, .. } => origins.assign(dst, &[size]),
        Instr::ThreadLocal { dst, .. } | Instr::Self_ { dst } | Instr::NewestSlot { dst } => origins.assign(dst, &[]),
        Instr::Holds { dst, addr } | Instr::BarrierRound { dst, barrier: addr } => origins.assign(dst, &[addr]),
        Instr::Fork { mark } => origins.fork(mark),
        Instr::Meet { mark } => origins.meet(mark),
        Instr::LoopEnter { shadow } => {
            for reg in [shadow, Reg(shadow.0 + 2)] {
                origins.assign(reg, &[]);
            }
        }
        _ => {}
    }
}

/// After the beginning of an iteration, with which later ones are compared if it is `new`: then the first shadow register
/// marks its first event.
pub(super) fn begin_iteration(watch: &[Reg], shadow: Reg, new: bool, own: &mut Own) {
    let origins = tracked(&mut own.origins);
    if new {
        origins.assign_event(shadow);
    }
    for (copy, &reg) in (shadow.0 + 3..).zip(watch) {
        origins.assign(Reg(copy), &[reg.into()]);
    }
}

/// Does an iteration that seems to lead nowhere hand on what it read, and has gone on whatever that was?
///
/// What the thread writes after the loop may then be seen before that read is done, and lead to a write which it reads: in an
/// iteration that did lead somewhere. So this one does not stand for it.
pub(super) fn holds_undecided(watch: &[Reg], shadow: Reg, own: &Own) -> bool {
    own.origins.as_ref().is_some_and(|origins| origins.holds_undecided(origins.frame(), watch, shadow))
}

/// After a load of bytes that only the thread knows, or that nobody changes.
pub(super) fn load(dst: Reg, (addr, operand): (u64, Operand), size: u64, own: &mut Own) {
    let origins = tracked(&mut own.origins);
    match Area::of(addr) {
        Area::Private => origins.load(dst, addr, size, &[operand]),
        _ => origins.assign(dst, &[operand]),
    }
}

/// After a store to memory that only the thread knows.
pub(super) fn store(value: Operand, (addr, operand): (u64, Operand), size: u64, own: &mut Own) {
    let origins = tracked(&mut own.origins);
    origins.store(addr, size, &[operand, value]);
    if let Some((base, size)) = own.private.object_of(addr) {
        origins.blur(base, size, &[operand]);
    }
}

/// After an instruction that was done in memory that only the thread knows, or did nothing; `accessed` are the address and
/// the number of bytes of that memory.
pub(super) fn done_alone(instr: &Instr, accessed: Option<(u64, u64)>, own: &mut Own) {
    let origins = tracked(&mut own.origins);
    let mut operands = Vec::new();
    instr.for_each_operand(|operand| operands.push(operand));
    match (instr, accessed) {
        // Cell by cell: see below.
        (Instr::Copy { .. } | Instr::Fill { .. }, _) => return,
        (Instr::Update { .. }, Some((addr, size))) => {
            origins.blur(addr, size, &operands);
            instr.for_each_result(|reg| origins.load(reg, addr, size, &[]));
            return;
        }
        // Rare enough to be coarse: whatever it computed may have decided something.
        (_, Some((addr, size))) => {
            origins.decide_by(addr, size);
            origins.blur(addr, size, &operands);
        }
        (_, None) => {}
    }
    origins.decide(&operands);
    instr.for_each_result(|reg| origins.assign(reg, &[]));
}

/// The private memory that an update, or what is like one, accesses: its address and how many bytes.
pub(super) fn accesses_alone(instr: &Instr, regs: &[Value]) -> Option<(u64, u64)> {
    let (addr, bytes) = match *instr {
        Instr::Update { addr, width, .. }
        | Instr::CompareExchange { addr, width, .. }
        | Instr::UpdateWithin { addr, width, .. } => (addr, width.bytes()),
        Instr::Lock { addr, .. } | Instr::Unlock { addr, .. } => (addr, 4),
        Instr::Condition { addr, .. } => (addr, 8),
        _ => return None,
    };
    let addr = get(regs, addr);
    (Area::of(addr) == Area::Private).then_some((addr, bytes))
}

/// The instruction failed or blocked: that was decided by its operands.
#[cold]
pub(super) fn blame(instr: &Instr, own: &mut Own) {
    let origins = tracked(&mut own.origins);
    if let Instr::LoopHead { shadow, .. } = *instr {
        // It holds a mark, not something that was read.
        origins.assign(shadow, &[]);
        origins.decide_by_memory();
    }
    instr.for_each_operand(|operand| origins.decide(&[operand]));
}

/// Is the thread at an end that may be due to what it computed?
pub(super) fn is_stuck(action: &Action) -> bool {
    matches!(action, Action::Block | Action::Bound | Action::Fail(_) | Action::Learn(_))
}

/// After the action at which the instruction stood was answered.
#[inline(always)]
pub(super) fn answered(
    program: &Program,
    instr: &Instr,
    (action, answer): (&Action, Answer),
    performed: Performed,
    own: &mut Own,
) {
    let origins = tracked(&mut own.origins);
    let is_done = performed == Ok(Next::GoOn);
    described(instr, action, |addr, data, _| {
        origins.note_addresses(addr);
        origins.note_picks(data);
    });
    match (instr, action) {
        (&Instr::Load { dst, .. } | &Instr::LoadRaw { dst, .. }, _) => {
            if is_done && !origins.has_pieces() {
                origins.assign_event(dst);
            } else {
                origins.add_piece();
                if is_done {
                    origins.assign_pieces(dst);
                }
            }
        }
        (Instr::Store { .. } | Instr::Fence { .. }, _) => {}
        _ => answered_rarely(program, instr, answer.stored, origins),
    }
    if !is_done && (performed.is_err() || is_stuck(&own.action)) {
        origins.decide_by_event();
        blame(instr, own);
    }
    let origins = tracked(&mut own.origins);
    let stores = answer.stored && matches!(action, Action::Update { .. });
    origins.advance(1 + u32::from(stores));
}

/// After a compare-exchange, or what is like one, was answered; `deciders` are what it compares with.
fn exchanged(deciders: &[Operand], [old, stored]: [Option<Reg>; 2], origins: &mut Origins) {
    match stored {
        Some(reg) if origins.has_picks() => origins.pick_by_event(reg, deciders),
        Some(reg) => {
            origins.assign(reg, deciders);
            origins.add_event(reg);
        }
        None => {}
    }
    old.into_iter().for_each(|reg| origins.assign_event(reg));
}

/// The compare-exchange of a machine was answered. If it stored, its result may be what it expected: then what it read only
/// picked that. (It may also be what it read, and not depend on what it expected. The machine has the choice; what is kept is
/// what holds in both cases.)
fn compared_at_once(expected: Operand, [old, stored]: [Option<Reg>; 2], has_stored: bool, origins: &mut Origins) {
    if has_stored {
        origins.note_picking_event(&[expected]);
    }
    exchanged(&[expected], [old, stored], origins);
    if let Some(old) = old.filter(|_| has_stored && origins.has_picks()) {
        origins.pick_by_event(old, &[]);
    }
}

fn answered_rarely(program: &Program, instr: &Instr, has_stored: bool, origins: &mut Origins) {
    let mut exchanged = |deciders: &[Operand], old: Option<Reg>, stored: Option<Reg>| {
        if !program.branchless_updates {
            origins.decide(deciders);
            origins.decide_by_event();
        }
        exchanged(deciders, [old, stored], origins);
    };
    match *instr {
        Instr::CompareExchange { expected, old, stored, .. } if program.compares_at_once => {
            compared_at_once(expected, [old, stored], has_stored, origins);
        }
        Instr::CompareExchange { expected, old, stored, .. } => exchanged(&[expected], old, stored),
        Instr::UpdateWithin { ref range, old, stored, .. } => exchanged(&**range, old, stored),
        Instr::Lock { result, .. } => exchanged(&[], Some(result), None),
        Instr::Condition { group, dst, .. } => exchanged(&[group], dst, None),
        Instr::Reserve { dst, .. } | Instr::Update { old: Some(dst), .. } => origins.assign_event(dst),
        Instr::Conditional { addr, done: Some(done), .. } => {
            origins.assign(done, &[addr]);
            origins.add_event(done);
        }
        Instr::Allocate { dst, size, .. } => origins.assign(dst, &[size]),
        Instr::Unlock { result: dst, .. }
        | Instr::Start { handle: dst, .. }
        | Instr::JoinHandle { result: Some(dst), .. }
        | Instr::BarrierArrive { round: dst, .. }
        | Instr::Spurious { dst, .. }
        | Instr::Choose { dst, .. } => origins.assign(dst, &[]),
        _ => {}
    }
}

/// Where a bulk copy keeps what the current cell was computed from.
fn cell_register(scratch: Reg) -> Reg {
    Reg(scratch.0 + 2)
}

/// A bulk copy begins.
pub(super) fn begin_bulk(instr: &Instr, own: &mut Own) {
    let Some(origins) = &mut own.origins else { return };
    if let Instr::Copy { count, .. } | Instr::Fill { count, .. } = *instr {
        origins.decide(&[count]);
    }
}

/// A bulk copy has what it writes next: from this memory, or from the operand, or (neither) from the next event.
pub(super) fn fetched(instr: &Instr, source: Option<u64>, is_event: bool, size: u64, own: &mut Own) {
    let Some(origins) = &mut own.origins else { return };
    match (instr, source) {
        (&Instr::Copy { scratch, .. }, _) if is_event => origins.assign_event(cell_register(scratch)),
        (&Instr::Copy { scratch, from, .. }, Some(addr)) => load(cell_register(scratch), (addr, from), size, own),
        (&Instr::Fill { scratch, value, .. }, _) => origins.assign(cell_register(scratch), &[value]),
        _ => {}
    }
}

/// A bulk copy has written a cell, of memory that only the thread knows.
pub(super) fn filled(instr: &Instr, addr: u64, size: u64, own: &mut Own) {
    if own.origins.is_some()
        && let Instr::Copy { scratch, to, .. } | Instr::Fill { scratch, to, .. } = *instr
    {
        store(cell_register(scratch).into(), (addr, to), size, own);
    }
}

/// Shows the operands of the action at which a thread stands: those of its address, of its data, and of what it expects.
#[inline]
fn described<T>(instr: &Instr, action: &Action, with: impl FnOnce(&[Operand], &[Operand], &[Operand]) -> T) -> T {
    match *instr {
        _ if is_stuck(action) => with(&[], &[], &[]),
        Instr::Load { addr, .. } | Instr::LoadRaw { addr, .. } | Instr::Reserve { addr, .. } => with(&[addr], &[], &[]),
        Instr::Store { addr, value, .. }
        | Instr::Conditional { addr, value, .. }
        | Instr::Update { addr, value, .. } => with(&[addr], &[value], &[]),
        Instr::CompareExchange { addr, expected, desired, .. } => with(&[addr], &[desired], &[expected]),
        Instr::UpdateWithin { addr, operand, ref range, .. } => with(&[addr], &[operand], &**range),
        Instr::Condition { addr, group, .. } => with(&[addr], &[], &[group]),
        // How the memory is cut into cells depends on both addresses.
        Instr::Copy { to, from, scratch, .. } => match action {
            Action::Write { .. } => with(&[to, from], &[cell_register(scratch).into()], &[]),
            _ => with(&[to, from], &[], &[]),
        },
        Instr::Fill { to, value, .. } => with(&[to], &[value], &[]),
        Instr::Return { ref values } => with(&[], values, &[]),
        Instr::Exit { value } => with(&[], &[value], &[]),
        _ => {
            let mut operands = Vec::new();
            instr.for_each_operand(|operand| operands.push(operand));
            with(&operands, &[], &[])
        }
    }
}

impl Program {
    /// Does a thread that stands at an action hand on what it read in an iteration whose head it stood at, and which decided
    /// nothing since?
    pub(super) fn is_undecided_at(&self, ahead: &mut State, head: &State, watch: &[Reg], shadow: Reg) -> bool {
        let (Some(at_head), instr) = (&head.own.origins, self.instr(ahead)) else { return false };
        let State { own: Own { action, origins: Some(origins), .. }, .. } = ahead else { return false };
        described(instr, action, |addr, _, _| origins.note_addresses(addr));
        origins.holds_undecided(at_head.frame(), watch, shadow)
    }

    /// From which reads the action at which a thread stands was computed.
    pub(super) fn dependencies_of(&self, state: &State) -> Dependencies {
        let Some(origins) = &state.own.origins else { return Dependencies::default() };
        described(self.instr(state), &state.own.action, |addr, data, expected| Dependencies {
            addr: origins.of(addr),
            data: origins.of(data),
            ctrl: origins.counter(),
            expected: origins.of(expected),
            joined: origins.joined(),
            picked_addr: origins.picked(addr),
            picked_data: origins.picked(data),
        })
    }

    /// The same read by read, and those of earlier addresses.
    pub(super) fn visit_dependencies_of(&self, state: &State, visit: &mut dyn FnMut(Dependence, u32)) {
        let Some(origins) = &state.own.origins else { return };
        described(self.instr(state), &state.own.action, |addr, data, expected| {
            for (operands, strong, picked) in [
                (addr, Dependence::Address, Dependence::PickedAddress),
                (data, Dependence::Data, Dependence::PickedData),
            ] {
                origins.visit_kinds(operands, &mut |how, read| visit(if how { picked } else { strong }, read));
            }
            origins.visit(expected, &mut |read| visit(Dependence::Expected, read));
        });
        origins.visit_counter(&mut |read| visit(Dependence::Control, read));
        origins.visit_addresses(&mut |read| visit(Dependence::EarlierAddress, read));
        origins.visit_picks(&mut |read| visit(Dependence::EarlierPick, read));
    }
}
