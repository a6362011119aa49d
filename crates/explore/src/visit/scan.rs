//! Scratch of a revisit scan: what is known about each location when everything newer than the event at hand is deleted.

use raddle_graph::node::Loc;

/// A value for each location, the default one when a scan begins.
#[derive(Default)]
pub(super) struct Scan<T> {
    /// Which scan it is.
    number: u32,
    marks: Vec<Mark<T>>,
}

#[derive(Clone, Copy, Default)]
struct Mark<T> {
    /// The scan that the value is of; one of an earlier scan says nothing.
    scan: u32,
    value: T,
}

impl<T: Copy + Default> Scan<T> {
    /// Begins a scan: nothing is known.
    #[inline]
    pub(super) fn begin(&mut self) {
        if self.number == u32::MAX {
            self.marks.clear();
            self.number = 0;
        }
        self.number += 1;
    }

    /// What is known about a location.
    #[inline(always)]
    pub(super) fn meet(&mut self, loc: Loc) -> &mut T {
        if loc.index() >= self.marks.len() {
            self.grow(loc);
        }
        let Some(mark) = self.marks.get_mut(loc.index()) else {
            unreachable!("there is a mark for every location by now")
        };
        if mark.scan != self.number {
            *mark = Mark { scan: self.number, value: T::default() };
        }
        &mut mark.value
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, loc: Loc) {
        self.marks.resize(loc.index() + 1, Mark::default());
    }
}
