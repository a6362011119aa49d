//! Accesses that no object allows: where they are, and which object is nearest.

use raddle_explore::{Program as _, Span};
use raddle_graph::Address;
use raddle_ir::{AccessDeed, FailureKind, NearKind, NearObject, Place, Position, Program, State, nearest};

use crate::describe::Describer;
use crate::error::{BadAccess, Intent, NearBy, NearByKind};
use crate::index::{Block, ExecutionIndex};

impl Describer<'_> {
    /// The access at which a thread failed, if no object allows it.
    pub(crate) fn failed_access(
        &self,
        state: &State,
        kind: FailureKind,
        index: &ExecutionIndex<'_>,
    ) -> Option<BadAccess> {
        if !matches!(kind, FailureKind::OutOfBounds | FailureKind::NullDereference) {
            return None;
        }
        let access = self.program().pending_access(state)?;
        let intent = match access.deed {
            AccessDeed::Read => Intent::Read,
            AccessDeed::Write => Intent::Write,
            AccessDeed::Update => Intent::Update,
        };
        Some(match kind {
            // A null pointer is near nothing, whatever comes first in memory.
            FailureKind::NullDereference => {
                BadAccess { intent, address: access.span.start, bytes: access.span.length, near: None }
            }
            _ => self.bad_access(state, intent, access.span, index),
        })
    }

    /// An access of a location that no object allows.
    pub(crate) fn access_at(
        &self,
        state: &State,
        intent: Intent,
        location: Address,
        index: &ExecutionIndex<'_>,
    ) -> BadAccess {
        let word = Span { start: Program::untagged(location.0), length: Program::location_bytes(location) };
        let part = self.program().accessed(state).filter(|part| part.is_inside(word));
        self.bad_access(state, intent, part.unwrap_or(word), index)
    }

    fn bad_access(&self, state: &State, intent: Intent, span: Span, index: &ExecutionIndex<'_>) -> BadAccess {
        let variable = self.program().nearest_variable(state, span);
        let variable = variable.map(|object| (object.span, self.near_variable(object, span)));
        let all = variable.into_iter().chain(self.near_block(span, index));
        let near = nearest(span, all, |(object, _)| *object).map(|(_, near)| near);
        BadAccess { intent, address: span.start, bytes: span.length, near }
    }

    fn near_variable(&self, object: NearObject, access: Span) -> NearBy {
        let base = Address(object.span.start);
        let (kind, name) = match object.kind {
            NearKind::Static => (NearByKind::Global, self.names().variable(base)),
            NearKind::ThreadLocal { thread } => (NearByKind::ThreadLocal(thread), self.names().variable(base)),
            NearKind::Local { declared } => {
                (NearByKind::Local, declared.and_then(|declared| self.names().local_variable(declared)))
            }
        };
        NearBy {
            name,
            kind,
            bytes: object.span.length,
            offset: offset(access, object.span),
            allocated: None,
            is_freed: false,
        }
    }

    /// The nearest block of the heap, or local variable that others may see.
    fn near_block(&self, access: Span, index: &ExecutionIndex<'_>) -> Option<(Span, NearBy)> {
        let mut blocks: Vec<&Block> = index.blocks().collect();
        blocks.sort_by_key(|block| block.event);
        let block = nearest(access, blocks.into_iter(), |block| block.span)?;
        let base = Address(block.span.start);
        let is_heap = matches!(self.program().place(base), Place::Heap { .. });
        let (kind, name) = match is_heap {
            true => (NearByKind::Heap, Some(self.location(base, index))),
            false => (NearByKind::Local, block.position.and_then(|declared| self.names().local_variable(declared))),
        };
        let place = |at: Position| (self.program().file_name(at.file).to_owned(), at.line);
        let near = NearBy {
            name,
            kind,
            bytes: block.span.length,
            offset: offset(access, block.span),
            allocated: block.position.filter(|_| is_heap).map(place),
            is_freed: index.is_freed(base),
        };
        Some((block.span, near))
    }
}

/// Where an access begins in an object, or how far before or behind it.
fn offset(access: Span, object: Span) -> i64 {
    access.start.wrapping_sub(object.start) as i64
}
