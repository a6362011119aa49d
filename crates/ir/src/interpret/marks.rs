//! Short lists of a thread's own: the mutexes it holds, how often it arrived at each barrier, the threads that it started and
//! those that it may not join any more, what it stored to parts of words, what happened to it without a reason, its clock.

use std::sync::Arc;

use raddle_graph::ThreadId;
use raddle_program::Span;

use crate::FunctionId;

/// What an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MarkKind {
    /// The mutex at `key` is held, `count` times.
    Held,
    /// The thread arrived `count` times at the barrier at `key`.
    Arrived,
    /// The thread `key` was joined (`count` is 1) or detached (0) by this thread.
    Gone,
    /// The object at `key` is on the thread's stack; only of interest if the program asks for it.
    Slot,
    /// A thread was started, in the order of these entries: the function `count` with the argument `key`.
    Started,
    /// The same, directly after one that runs the same function with the same argument.
    StartedSymmetric,
    /// Of a group of symmetric threads `count` threads were joined, all with the result `key`.
    Joining,
    /// The thread went on without a reason, `count` times: in the call `key`, or with a compare-exchange of that location.
    Spurious,
    /// The thread looked at its clock in the call `key` and no time had passed, `count` times.
    Stayed,
    /// The thread's clock is at `key`.
    Clock,
    /// The `count` bytes at `key`, a part of a word, were stored since the last full fence.
    Stored,
    /// The same, by a store that releases.
    Released,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    key: u64,
    count: u32,
    /// Of mutexes: how often the thread had read and changed memory when it took it.
    since: u32,
    kind: MarkKind,
}

/// All entries, in the order in which they were made. They change seldom, so states share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Option<Arc<Vec<Mark>>>);

impl PartialEq for Marks {
    fn eq(&self, other: &Marks) -> bool {
        self.list() == other.list()
    }
}

impl Eq for Marks {}

impl Marks {
    /// Were there never any?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How many bytes it owns alone.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        match &self.0 {
            Some(list) if Arc::strong_count(list) == 1 => size_of::<Mark>() * list.capacity(),
            _ => 0,
        }
    }

    fn list(&self) -> &[Mark] {
        self.0.as_ref().map_or(&[], |list| list.as_slice())
    }

    fn list_mut(&mut self) -> &mut Vec<Mark> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Bytes of a part of a word were stored.
    pub(crate) fn store(&mut self, bytes: Span, releases: bool) {
        let kind = if releases { MarkKind::Released } else { MarkKind::Stored };
        // Parts of words have at most 8 bytes.
        let mark = Mark { key: bytes.start, count: bytes.length as u32, since: 0, kind };
        self.overwrite(bytes);
        self.list_mut().push(mark);
    }

    /// Bytes were stored: what was stored to some of them before, and to no others, cannot be seen by the thread any more.
    pub(crate) fn overwrite(&mut self, bytes: Span) {
        let end = bytes.start.saturating_add(bytes.length);
        let is_within = |mark: &Mark| {
            matches!(mark.kind, MarkKind::Stored | MarkKind::Released)
                && mark.key >= bytes.start
                && mark.key.saturating_add(mark.count.into()) <= end
        };
        if self.list().iter().any(is_within) {
            self.list_mut().retain(|mark| !is_within(mark));
        }
    }

    /// What was stored to parts of words since the last full fence, and whether the store releases.
    pub(crate) fn stores(&self) -> impl Iterator<Item = (Span, bool)> + '_ {
        let stores = |mark: &&Mark| matches!(mark.kind, MarkKind::Stored | MarkKind::Released);
        let span = |mark: &Mark| Span { start: mark.key, length: mark.count.into() };
        self.list().iter().filter(stores).map(move |mark| (span(mark), mark.kind == MarkKind::Released))
    }

    /// A full fence.
    pub(crate) fn forget_stores(&mut self) {
        if self.stores().next().is_some() {
            self.list_mut().retain(|mark| !matches!(mark.kind, MarkKind::Stored | MarkKind::Released));
        }
    }

    fn position(&self, kind: MarkKind, key: u64) -> Option<usize> {
        self.list().iter().position(|mark| mark.kind == kind && mark.key == key)
    }

    fn count(&self, kind: MarkKind, key: u64) -> u32 {
        self.position(kind, key).map_or(0, |index| self.list()[index].count)
    }

    fn add(&mut self, kind: MarkKind, key: u64) {
        match self.position(kind, key) {
            Some(index) => {
                let count = &mut self.list_mut()[index].count;
                *count = count.saturating_add(1);
            }
            None => self.list_mut().push(Mark { key, count: 1, since: 0, kind }),
        }
    }

    /// How often the thread holds a mutex.
    pub(crate) fn holds(&self, mutex: u64) -> u32 {
        self.count(MarkKind::Held, mutex)
    }

    /// The mutexes that the thread holds.
    pub(crate) fn held(&self) -> impl Iterator<Item = u64> {
        self.list().iter().filter(|mark| mark.kind == MarkKind::Held).map(|mark| mark.key)
    }

    /// The thread took a mutex, perhaps once more.
    pub(crate) fn hold(&mut self, mutex: u64) {
        self.add(MarkKind::Held, mutex);
    }

    /// The thread took a mutex when it had read and changed memory so often.
    pub(crate) fn hold_since(&mut self, mutex: u64, accesses: u32) {
        self.hold(mutex);
        if let Some(index) = self.position(MarkKind::Held, mutex) {
            self.list_mut()[index].since = accesses;
        }
    }

    /// If the thread holds one mutex, once: how often it had read and changed memory when it took that.
    pub(crate) fn only_lock(&self) -> Option<u32> {
        let mut held = self.list().iter().filter(|mark| mark.kind == MarkKind::Held);
        let only = held.next().filter(|mark| mark.count == 1)?;
        held.next().is_none().then_some(only.since)
    }

    /// The thread gave a mutex back once.
    pub(crate) fn let_go(&mut self, mutex: u64) {
        if let Some(index) = self.position(MarkKind::Held, mutex) {
            let list = self.list_mut();
            match &mut list[index].count {
                0 | 1 => drop(list.remove(index)),
                count => *count -= 1,
            }
        }
    }

    /// How often the thread arrived at a barrier.
    pub(crate) fn arrivals(&self, barrier: u64) -> u32 {
        self.count(MarkKind::Arrived, barrier)
    }

    /// The thread arrived at a barrier once more.
    pub(crate) fn arrive(&mut self, barrier: u64) {
        self.add(MarkKind::Arrived, barrier);
    }

    /// How often the thread chose that no time had passed in a call.
    pub(crate) fn stayed(&self, place: u64) -> u32 {
        self.count(MarkKind::Stayed, place)
    }

    /// It did once more.
    pub(crate) fn add_stayed(&mut self, place: u64) {
        self.add(MarkKind::Stayed, place);
    }

    /// The time of the thread's clock.
    pub(crate) fn clock(&self) -> u64 {
        self.list().iter().find(|mark| mark.kind == MarkKind::Clock).map_or(0, |mark| mark.key)
    }

    /// Sets the thread's clock, if it is not later.
    pub(crate) fn advance_clock(&mut self, to: u64) {
        if to <= self.clock() {
            return;
        }
        match self.list().iter().position(|mark| mark.kind == MarkKind::Clock) {
            Some(index) => self.list_mut()[index].key = to,
            None => self.list_mut().push(Mark { key: to, count: 1, since: 0, kind: MarkKind::Clock }),
        }
    }

    /// How often the thread went on without a reason in a call, or with a compare-exchange of a location.
    pub(crate) fn spurious(&self, place: u64) -> u32 {
        self.count(MarkKind::Spurious, place)
    }

    /// It did once more.
    pub(crate) fn add_spurious(&mut self, place: u64) {
        self.add(MarkKind::Spurious, place);
    }

    /// Notes a thread that was started; `directly` says whether nothing happened since the last one.
    pub(crate) fn start(&mut self, entry: FunctionId, argument: u64, directly: bool) {
        let kind =
            if directly && self.starts_again(entry, argument) { MarkKind::StartedSymmetric } else { MarkKind::Started };
        self.list_mut().push(Mark { key: argument, count: entry.0, since: 0, kind });
    }

    /// Did the last thread that was started get the same function and argument?
    pub(crate) fn starts_again(&self, entry: FunctionId, argument: u64) -> bool {
        let last = self.started().last();
        last.is_some_and(|mark| mark.count == entry.0 && mark.key == argument)
    }

    fn started(&self) -> impl Iterator<Item = &Mark> {
        self.list().iter().filter(|mark| matches!(mark.kind, MarkKind::Started | MarkKind::StartedSymmetric))
    }

    /// The group of symmetric threads to which the `number`-th thread that was started belongs: the number of the first, and how
    /// many there are.
    pub(crate) fn symmetric_group(&self, number: u16) -> (u16, u16) {
        let (mut first, mut end) = (0, 0);
        for (index, mark) in (0..).zip(self.started()) {
            if mark.kind == MarkKind::Started {
                if index > number {
                    break;
                }
                first = index;
            }
            end = index + 1;
        }
        (first, end.max(first) - first)
    }

    /// One more of a group of symmetric threads was joined. Gives how many were joined; `None` if its result differs from the others'.
    pub(crate) fn join_symmetric(&mut self, result: u64) -> Option<u32> {
        let list = self.list_mut();
        let index = list.iter().position(|mark| mark.kind == MarkKind::Joining).unwrap_or_else(|| {
            list.push(Mark { key: result, count: 0, since: 0, kind: MarkKind::Joining });
            list.len() - 1
        });
        let mark = &mut list[index];
        mark.count += 1;
        (mark.key == result).then_some(mark.count)
    }

    /// All of a group of symmetric threads were joined.
    pub(crate) fn end_joining(&mut self) {
        self.list_mut().retain(|mark| mark.kind != MarkKind::Joining);
    }

    /// May this thread not join that one any more?
    pub(crate) fn is_gone(&self, thread: ThreadId) -> bool {
        self.position(MarkKind::Gone, thread.0.into()).is_some()
    }

    /// Did this thread join that one?
    pub(crate) fn has_joined(&self, thread: ThreadId) -> bool {
        self.count(MarkKind::Gone, thread.0.into()) > 0
    }

    /// This thread joined that one.
    pub(crate) fn set_joined(&mut self, thread: ThreadId) {
        self.add(MarkKind::Gone, thread.0.into());
    }

    /// This thread detached that one.
    pub(crate) fn set_detached(&mut self, thread: ThreadId) {
        self.list_mut().push(Mark { key: thread.0.into(), count: 0, since: 0, kind: MarkKind::Gone });
    }

    /// The thread has a new object on its stack.
    pub(crate) fn add_slot(&mut self, base: u64) {
        self.list_mut().push(Mark { key: base, count: 1, since: 0, kind: MarkKind::Slot });
    }

    /// The life of an object on the stack has ended.
    pub(crate) fn remove_slot(&mut self, base: u64) {
        if let Some(index) = self.position(MarkKind::Slot, base) {
            self.list_mut().remove(index);
        }
    }

    /// The newest object on the stack, or 0.
    pub(crate) fn newest_slot(&self) -> u64 {
        self.list().iter().rev().find(|mark| mark.kind == MarkKind::Slot).map_or(0, |mark| mark.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_one_kind_do_not_touch_those_of_another() {
        let mut marks = Marks::default();
        marks.hold(1);
        marks.hold(1);
        marks.arrive(1);
        marks.set_joined(ThreadId(1));
        marks.set_detached(ThreadId(3));
        assert_eq!((marks.holds(1), marks.arrivals(1), marks.is_gone(ThreadId(1))), (2, 1, true));
        assert!(marks.has_joined(ThreadId(1)) && marks.is_gone(ThreadId(3)) && !marks.has_joined(ThreadId(3)));
        marks.add_slot(1);
        marks.add_slot(2);
        assert_eq!(marks.newest_slot(), 2);
        marks.remove_slot(2);
        assert_eq!(marks.newest_slot(), 1);
        marks.remove_slot(1);
        assert_eq!(marks.newest_slot(), 0);
        marks.let_go(1);
        assert_eq!((marks.holds(1), marks.arrivals(1)), (1, 1));
        marks.let_go(1);
        marks.let_go(1);
        assert_eq!((marks.holds(1), marks.holds(2), marks.is_gone(ThreadId(2))), (0, 0, false));
    }

    #[test]
    fn groups_of_symmetric_threads_are_found() {
        let mut marks = Marks::default();
        for (entry, argument, directly) in
            [(1, 0, true), (2, 0, true), (2, 0, true), (2, 0, true), (2, 1, true), (2, 1, false), (2, 1, true)]
        {
            marks.start(FunctionId(entry), argument, directly);
        }
        let groups: Vec<_> = (0..7).map(|number| marks.symmetric_group(number)).collect();
        assert_eq!(groups, [(0, 1), (1, 3), (1, 3), (1, 3), (4, 1), (5, 2), (5, 2)]);
        assert_eq!(
            [marks.join_symmetric(7), marks.join_symmetric(7), marks.join_symmetric(8)],
            [Some(1), Some(2), None]
        );
        marks.end_joining();
        assert_eq!(marks.join_symmetric(8), Some(1));
    }
}
