//! Mutexes (`docs/internals/blocking.md`, section 3, rule L): no execution is explored in which a thread waits for a mutex
//! that it gets in the end.
//!
//! A lock reads the initial value or an unlock, and nothing else reads that; so the writes of a mutex form a chain. A lock
//! is added only while the mutex is free, at the end of the chain, and an unlock revisits nothing. What comes of letting a
//! later lock go first is explored by *displacing*: the lock takes the place of an older one that does not precede it,
//! with everything deleted that is neither older nor in the lock's porf-prefix. The deleted part must have been built the
//! default way, as for revisits, so each graph is reached once. A lock that has displaced another is never the default.
//! On final graphs the locks at which threads are stuck displace, too: without that, executions and deadlocks are lost.

use raddle_graph::clock::Clock;
use raddle_graph::node::{Kind, Loc, Slot};
use raddle_graph::{Address, Mode, ThreadId};
use raddle_models::Model;

use crate::visit::core::Core;
use crate::visit::{Choice, Frame, StateId, Visit};
use raddle_program::{Action, Program};

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Is the mutex free? (Or is something there that is no mutex: the thread goes on, and will tell.)
    pub(in crate::visit) fn may_lock(&mut self, thread: ThreadId, addr: Address) -> bool {
        let loc = self.locate_lock(thread, addr);
        let last = self.graph.location(loc).co.last().copied();
        last.is_some_and(|last| self.lets_pass(thread, Choice { slot: last, spurious: false }))
    }

    fn locate_lock(&mut self, thread: ThreadId, addr: Address) -> Loc {
        let loc = self.loc_before(thread, addr);
        self.graph.location_mut(loc).is_lock = true;
        loc
    }

    /// The mutex that the thread is about to lock.
    fn lock_of(&mut self, thread: ThreadId) -> (Loc, Mode) {
        let Some(Action::Update { addr, mode, .. }) = self.action(thread) else {
            unreachable!("the thread stands at a lock")
        };
        (self.locate_lock(thread, addr), mode)
    }

    /// The porf-prefix of a thread's next event, its source left out.
    fn prefix_of_next(&self, thread: ThreadId) -> Clock<N> {
        let entry = &self.graph.threads()[thread.index()];
        let before = entry.events.last().copied().or(entry.spawned_by);
        before.map_or_else(Clock::initial, |before| self.graph.node(before).porf)
    }

    /// The porf-prefix of the thread's next lock if that reads from `source`.
    fn prefix_reading(&self, thread: ThreadId, source: Slot) -> Clock<N> {
        let mut keep = self.prefix_of_next(thread);
        keep.join(&self.graph.node(source).porf);
        keep
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Adds a lock of a free mutex.
    pub(in crate::visit) fn add_lock(&mut self, thread: ThreadId, loc: Loc, mode: Mode) -> bool {
        let Some(&source) = self.core.graph.location(loc).co.last() else { unreachable!("the initial write is there") };
        self.core.tree.frames.push(Frame::Lock { thread, stamp: self.core.graph.trail().len() });
        let read = self.lock_reading(thread, loc, mode, source);
        self.core.respects_symmetry(read)
    }

    /// Adds the read half of a lock; the write half is pending.
    fn lock_reading(&mut self, thread: ThreadId, loc: Loc, mode: Mode, source: Slot) -> Slot {
        let read = self.core.graph.begin(thread, Kind::Read { loc, exclusive: false }, mode);
        self.core.graph.link(read);
        let stores = self.read_from(read, source, false);
        self.core.totals.events_added += 1;
        self.core.forced = stores.map(|stores| (read, stores));
        read
    }

    /// Lets the lock at which the thread stands take the place of older ones.
    pub(in crate::visit) fn displace(&mut self, thread: ThreadId) -> bool {
        let base = self.core.tree.choices.len();
        let (loc, _) = self.core.lock_of(thread);
        // Stop at the first lock in the thread's porf-prefix: all earlier ones are in it, too.
        let prefix = self.core.prefix_of_next(thread);
        for at in (0..self.core.graph.location(loc).co.len()).rev() {
            let node = self.core.graph.node(self.core.graph.location(loc).co[at]);
            if prefix.contains(node.lane, node.index) {
                break;
            }
            let Some(lock) = node.before.filter(|_| node.is_exclusive()) else { continue };
            // One that has displaced another is never the default, and would be deleted with each older one.
            if self.core.graph.node(lock).displaces {
                break;
            }
            if self.may_displace(thread, lock) {
                self.core.tree.choices.push(Choice { slot: lock, spurious: false });
            }
        }
        let stamp = self.core.graph.trail().len();
        self.core.tree.frames.push(Frame::Displace { thread, stamp, base });
        self.next_displacement(thread, base)
    }

    /// Is the older lock outside the prefix that the thread's lock would have, and is the deleted set maximal?
    fn may_displace(&mut self, thread: ThreadId, older: Slot) -> bool {
        let Some(source) = self.core.graph.node(older).rf else { unreachable!("a lock reads") };
        let keep = self.core.prefix_reading(thread, source);
        let is_kept = |node: &raddle_graph::node::Node<StateId, N>| keep.contains(node.lane, node.index);
        if is_kept(self.core.graph.node(older)) {
            return false;
        }
        self.scan.begin();
        let oldest = self.core.graph.node(older).stamp as usize;
        for at in (oldest..self.core.graph.trail().len()).rev() {
            let event = self.core.graph.trail()[at];
            if !is_kept(self.core.graph.node(event)) && !self.is_maximal(event, &keep) {
                return false;
            }
        }
        true
    }

    /// Lets the thread's lock take the place of the next of the older locks chosen.
    pub(in crate::visit) fn next_displacement(&mut self, thread: ThreadId, base: usize) -> bool {
        while self.core.tree.choices.len() > base {
            let Some(Choice { slot: older, .. }) = self.core.tree.choices.pop() else { break };
            let Some(source) = self.core.graph.node(older).rf else { unreachable!("a lock reads") };
            let stamp = self.core.graph.node(older).stamp;
            let cut = self.core.graph.cut_before(stamp, self.core.prefix_reading(thread, source));
            // The cut keeps all events of the thread.
            let (loc, mode) = self.core.lock_of(thread);
            let before = self.core.graph.trail().len();
            let read = self.lock_reading(thread, loc, mode, source);
            self.core.graph.node_mut(read).displaces = true;
            let may_stay = self.core.graph.is_co_last(source) || self.admits(read);
            if !(may_stay && self.core.respects_symmetry(read)) {
                self.core.forced = None;
                self.core.graph.pop();
                self.core.graph.restore(cut);
                continue;
            }
            self.core.tree.frames.push(Frame::Displaced { stamp: before, cut });
            return true;
        }
        self.core.tree.frames.pop();
        false
    }
}
