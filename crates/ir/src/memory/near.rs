//! Accesses that fail, for people: which bytes they are to, and which object is nearest.

use raddle_graph::ThreadId;
use raddle_program::Span;

use crate::memory::layout::{self, Area};
use crate::memory::{Memory, Static};
use crate::{Instr, Operand, Position, Program, State};

/// Objects that are farther away have nothing to do with an access, in bytes.
const MAX_DISTANCE: u64 = 1 << 15;

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessDeed {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An update.
    Update,
}

/// An access at which a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingAccess {
    /// What it is.
    pub deed: AccessDeed,
    /// The bytes.
    pub span: Span,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NearKind {
    /// A static variable.
    Static,
    /// A thread-local variable.
    ThreadLocal {
        /// Whose.
        thread: ThreadId,
    },
    /// A local variable that no other thread knows.
    Local {
        /// Where it is declared, if that is known.
        declared: Option<Position>,
    },
}

/// An object near an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearObject {
    /// What it is.
    pub kind: NearKind,
    /// Its bytes.
    pub span: Span,
}

/// How far the bytes of an access are from an object: 0 if they touch or overlap.
pub fn distance(access: Span, object: Span) -> u64 {
    let behind = access.start.saturating_sub(object.start.saturating_add(object.length));
    behind.max(object.start.saturating_sub(access.start.saturating_add(access.length)))
}

/// The nearest of some objects to an access, if one is near; of two that are as near, the first.
pub fn nearest<T>(access: Span, objects: impl Iterator<Item = T>, span: impl Fn(&T) -> Span) -> Option<T> {
    let near = objects.filter(|object| distance(access, span(object)) <= MAX_DISTANCE);
    // An access belongs rather to the object in which it begins or right behind which it does than to the next one.
    near.min_by_key(|object| {
        let object = span(object);
        (distance(access, object), access.start < object.start)
    })
}

impl Program {
    /// The access at which a thread stands, if it is at an instruction that accesses memory.
    pub fn pending_access(&self, state: &State) -> Option<PendingAccess> {
        let instr = self.instr(state);
        let value = |operand: Operand| match operand {
            Operand::Reg(reg) => state.frame().get(reg.index()).copied(),
            Operand::Const(value) => Some(value),
        };
        let new = |deed, start, length| Some(PendingAccess { deed, span: Span { start, length } });
        match *instr {
            Instr::Load { addr, width, .. }
            | Instr::LoadRaw { addr, width, .. }
            | Instr::Reserve { addr, width, .. } => new(AccessDeed::Read, value(addr)?, width.bytes()),
            Instr::Store { addr, width, .. } => new(AccessDeed::Write, value(addr)?, width.bytes()),
            Instr::Update { addr, width, .. }
            | Instr::CompareExchange { addr, width, .. }
            | Instr::UpdateWithin { addr, width, .. } => new(AccessDeed::Update, value(addr)?, width.bytes()),
            Instr::Fill { to, count, .. } => new(AccessDeed::Write, value(to)?, value(count)?),
            Instr::Copy { to, from, count, .. } => {
                let (to, from, count) = (value(to)?, value(from)?, value(count)?);
                let memory = self.memory.as_ref()?;
                let is_there = |addr| match Area::of(addr) {
                    Area::Private => state
                        .own
                        .private
                        .spans()
                        .any(|object| object.start <= addr && addr + count <= object.start + object.length),
                    _ => memory.find(addr, count).is_ok(),
                };
                match is_there(from) {
                    true => new(AccessDeed::Write, to, count),
                    false => new(AccessDeed::Read, from, count),
                }
            }
            _ => None,
        }
    }

    /// The variable that is nearest to some bytes of which a thread knows, if one is near. Objects of the heap and others that
    /// threads share are for those to know who know the execution.
    pub fn nearest_variable(&self, state: &State, access: Span) -> Option<NearObject> {
        let memory: &Memory = self.memory.as_ref()?;
        let find = |objects: &[Static], at: Span| {
            let users = objects.iter().filter(|object| !object.is_library);
            nearest(at, users.map(|object| Span { start: object.base, length: object.size }), |&span| span)
        };
        let global = find(&memory.statics, access).map(|span| NearObject { kind: NearKind::Static, span });
        let thread_local = match Area::of(access.start) {
            Area::ThreadLocal { thread, offset } => {
                let span = find(&memory.thread_locals, Span { start: offset, ..access });
                span.map(|span| {
                    let start = layout::thread_local(thread, span.start);
                    NearObject { kind: NearKind::ThreadLocal { thread }, span: Span { start, ..span } }
                })
            }
            _ => None,
        };
        let local = nearest(access, state.own.private.spans(), |&span| span)
            .map(|span| NearObject { kind: NearKind::Local { declared: self.declared(state, span) }, span });
        nearest(access, [global, thread_local, local].into_iter().flatten(), |object| object.span)
    }

    /// Where a private object is declared: functions begin the lives of their objects one after the other.
    fn declared(&self, state: &State, object: Span) -> Option<Position> {
        let number = state.own.private.spans().position(|span| span == object)?;
        // Each frame has the objects from those that its caller left.
        let callers = state.frames().skip(1).map(|frame| frame.objects as usize).chain([0]);
        let (frame, before) = state.frames().zip(callers).find(|&(_, before)| before <= number)?;
        let function = &self.functions[frame.function as usize];
        let begins = |(_, instr): &(usize, &Instr)| matches!(instr, Instr::Private { .. });
        let (pc, instr) = function.code.iter().enumerate().filter(begins).nth(number - before)?;
        let is_this = match instr {
            Instr::Private { size: Operand::Const(size), .. } => *size == object.length,
            _ => true,
        };
        function.origins[pc].position().filter(|_| is_this)
    }
}
