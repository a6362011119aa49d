//! The life of objects: which accesses and which ends of life are wrong, given what the graph holds.
//!
//! A thread that is about to do something wrong stays where it is, like one that failed: the graph never holds both an
//! access to an object and an end of its life that the access does not precede. Programs without such errors never come
//! here, so nothing is lost for them; for the others the execution in which the thread stands before its error is the
//! report.

use raddle_graph::graph::Object;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Address, Mode, ThreadId};

use crate::visit::StateId;
use crate::visit::core::Core;
use crate::{Allocation, ExploreError, Fault};
use raddle_program::{Discovery, Program, Span};

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Why the location must not be accessed now.
    pub(in crate::visit) fn access_fault(&self, thread: ThreadId, addr: Address) -> Option<Fault> {
        let overlap = if self.graph.has_overlaps() { self.overlap_fault(addr) } else { None };
        overlap.or_else(|| self.life_fault(thread, addr))
    }

    /// The access to a location that overlaps this one, if the program cannot learn from that.
    fn overlap_fault(&self, addr: Address) -> Option<Fault> {
        let graph = &self.graph;
        // What was never accessed is looked at when it is.
        let other = graph.overlapping(graph.find(addr)?)?;
        if self.program.can_learn_overlap(graph.location(other).addr, addr) {
            return None;
        }
        let access = graph.lanes().filter_map(|lane| graph.id(graph.accesses(other, lane).next()?)).min()?;
        Some(Fault::MixedSize { access })
    }

    fn life_fault(&self, thread: ThreadId, addr: Address) -> Option<Fault> {
        let allocation = self.program.allocation(addr)?;
        let Some(object) = self.object(allocation) else { return Some(Fault::OutOfBounds) };
        let bytes = Span { start: object.base.0, length: object.size };
        if !self.program.span(addr)?.is_inside(bytes) && !self.accesses_part_inside(thread, bytes) {
            return Some(Fault::OutOfBounds);
        }
        // An access added after the end of life is not before it, whatever else orders the two.
        let freed = self.graph.id(object.freed?)?;
        Some(Fault::UseAfterFree { freed })
    }

    /// Is the access, to a word that is not inside of an object, one to a part of it that is? The word is one of another object,
    /// which has the same address in another execution.
    #[cold]
    fn accesses_part_inside(&self, thread: ThreadId, object: Span) -> bool {
        let Some(&state) = self.graph.state(thread) else { return false };
        self.program.accessed(&self.states.copy(state)).is_some_and(|bytes| bytes.is_inside(object))
    }

    fn object(&self, allocation: Allocation) -> Option<Object> {
        self.graph.threads().get(allocation.thread.index())?.objects.get(allocation.index as usize).copied()
    }

    /// Why the thread must not end the life of what begins at `base` now.
    pub(in crate::visit) fn free_fault(&self, thread: ThreadId, base: Address) -> Option<Fault> {
        let graph = &self.graph;
        let Some(object) = self.program.allocation(base).and_then(|allocation| self.object(allocation)) else {
            return Some(Fault::InvalidFree);
        };
        if object.base != base {
            return Some(Fault::InvalidFree);
        }
        if let Some(freed) = object.freed.and_then(|free| graph.id(free)) {
            return Some(Fault::DoubleFree { freed });
        }
        // Where plain accesses do not race, program order and reads-from are all the order that a program can rely on.
        let is_before = |access: Slot| {
            let node = graph.node(access);
            self.last_event(thread).is_some_and(|last| {
                let last = graph.node(last);
                let before = if self.has_races { &last.hb } else { &last.porf };
                before.contains(node.lane, node.index)
            })
        };
        if self.has_races && !is_before(object.allocated) {
            return graph.id(object.allocated).map(|allocated| Fault::FreeTooEarly { allocated });
        }
        let unordered = graph.locations_in(base.0, object.size).flat_map(|loc| {
            let lanes = graph.lanes().filter(move |lane| lane.thread() != Some(thread));
            lanes.filter_map(move |lane| graph.accesses(loc, lane).next())
        });
        let in_use = unordered.filter(|&access| !is_before(access)).filter_map(|access| graph.id(access)).min();
        let bytes = Span { start: base.0, length: object.size };
        in_use.map(|access| Fault::FreeInUse { access }).or_else(|| self.lock_within(thread, bytes))
    }

    /// A lock among these bytes that another thread holds. What that thread did to it is before the end of life; if it goes on and gives
    /// the lock back, that is not, and an error, too.
    fn lock_within(&self, thread: ThreadId, bytes: Span) -> Option<Fault> {
        let graph = &self.graph;
        let newest_update = |lane, loc| graph.accesses(loc, lane).find(|&access| graph.node(access).is_exclusive());
        let others = graph.lanes().filter_map(|lane| Some((lane, lane.thread().filter(|other| *other != thread)?)));
        others.into_iter().find_map(|(lane, other)| {
            // Most objects have no locks: to look at states takes longer than this.
            graph.locations_in(bytes.start, bytes.length).find_map(|loc| newest_update(lane, loc))?;
            let state = self.states.copy(*graph.state(other)?);
            let loc = graph.find(self.program.holds_within(&state, bytes)?)?;
            Some(Fault::FreeLocked { lock: graph.id(newest_update(lane, loc)?)?, freed: None })
        })
    }

    /// The newest event of a thread, or the one that started it.
    pub(in crate::visit) fn last_event(&self, thread: ThreadId) -> Option<Slot> {
        let entry = &self.graph.threads()[thread.index()];
        entry.events.last().copied().or(entry.spawned_by)
    }

    /// Ends the life of an object, which `free_fault` had nothing against.
    pub(in crate::visit) fn add_free(&mut self, thread: ThreadId, base: Address) -> bool {
        let Some(Allocation { thread: owner, index }) = self.program.allocation(base) else {
            unreachable!("`free_fault` found that it is allocated memory")
        };
        let Some(object) = self.object(Allocation { thread: owner, index }) else {
            unreachable!("`free_fault` found the object")
        };
        let free = self.add_event(thread, Kind::Free { thread: owner, index }, Mode::Rlx, base.0, 0);
        self.graph.set_free(free, object.allocated);
        true
    }

    /// The location of an address, at which the action of a state is. If the memory is accessed in other pieces, too: an error if the program can learn from
    /// that; `None` if it cannot: then the thread must stay where it is, and the scheduler knows so from now on.
    #[inline(always)]
    pub(in crate::visit) fn accessible(&mut self, state: StateId, addr: Address) -> Result<Option<Loc>, ExploreError> {
        let loc = self.loc_of(state, addr);
        if !self.graph.has_overlaps() {
            return Ok(Some(loc));
        }
        let Some(other) = self.graph.overlapping(loc) else { return Ok(Some(loc)) };
        let first = self.graph.location(other).addr;
        if self.program.can_learn_overlap(first, addr) {
            return Err(ExploreError::Learn(Discovery::Overlap(first, addr)));
        }
        Ok(None)
    }
}
