//! Short lists of a thread's own: the mutexes it holds, how often it arrived at each barrier, the threads it may not join
//! any more.

use raddle_graph::ThreadId;

/// What an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The mutex at `key` is held, `count` times.
    Held,
    /// The thread arrived `count` times at the barrier at `key`.
    Arrived,
    /// The thread `key` was joined or detached by this thread.
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    key: u64,
    count: u32,
    kind: Kind,
}

/// All entries, in the order in which they were made.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(Vec<Mark>);

impl Clone for Marks {
    fn clone(&self) -> Marks {
        Marks(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, source: &Marks) {
        if !self.0.is_empty() || !source.0.is_empty() {
            self.0.clone_from(&source.0);
        }
    }
}

impl Marks {
    fn position(&self, kind: Kind, key: u64) -> Option<usize> {
        self.0.iter().position(|mark| mark.kind == kind && mark.key == key)
    }

    fn count(&self, kind: Kind, key: u64) -> u32 {
        self.position(kind, key).map_or(0, |index| self.0[index].count)
    }

    fn add(&mut self, kind: Kind, key: u64) {
        match self.position(kind, key) {
            Some(index) => self.0[index].count = self.0[index].count.saturating_add(1),
            None => self.0.push(Mark { key, count: 1, kind }),
        }
    }

    /// How often the thread holds a mutex.
    pub(crate) fn holds(&self, mutex: u64) -> u32 {
        self.count(Kind::Held, mutex)
    }

    /// The thread took a mutex, perhaps once more.
    pub(crate) fn hold(&mut self, mutex: u64) {
        self.add(Kind::Held, mutex);
    }

    /// The thread gave a mutex back once.
    pub(crate) fn let_go(&mut self, mutex: u64) {
        if let Some(index) = self.position(Kind::Held, mutex) {
            match &mut self.0[index].count {
                0 | 1 => drop(self.0.remove(index)),
                count => *count -= 1,
            }
        }
    }

    /// How often the thread arrived at a barrier.
    pub(crate) fn arrivals(&self, barrier: u64) -> u32 {
        self.count(Kind::Arrived, barrier)
    }

    /// The thread arrived at a barrier once more.
    pub(crate) fn arrive(&mut self, barrier: u64) {
        self.add(Kind::Arrived, barrier);
    }

    /// May this thread not join that one any more?
    pub(crate) fn is_gone(&self, thread: ThreadId) -> bool {
        self.position(Kind::Gone, thread.0.into()).is_some()
    }

    /// This thread joined that one, or detached it.
    pub(crate) fn set_gone(&mut self, thread: ThreadId) {
        self.add(Kind::Gone, thread.0.into());
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
        marks.set_gone(ThreadId(1));
        assert_eq!((marks.holds(1), marks.arrivals(1), marks.is_gone(ThreadId(1))), (2, 1, true));
        marks.let_go(1);
        assert_eq!((marks.holds(1), marks.arrivals(1)), (1, 1));
        marks.let_go(1);
        marks.let_go(1);
        assert_eq!((marks.holds(1), marks.holds(2), marks.is_gone(ThreadId(2))), (0, 0, false));
    }
}
