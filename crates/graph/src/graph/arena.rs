//! The events of a graph, by slot.

use std::ops::{Index, IndexMut};

use crate::node::{Node, Slot};

/// The events of a graph. There are ever more of them: slots are reused, but none is given up.
#[derive(Clone, Debug)]
pub(super) struct Arena<S, const N: usize>(Vec<Node<S, N>>);

impl<S, const N: usize> Arena<S, N> {
    pub(super) fn new(nodes: Vec<Node<S, N>>) -> Arena<S, N> {
        Arena(nodes)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, node: Node<S, N>) {
        self.0.push(node);
    }

    /// The first `count` events.
    pub(super) fn first(&self, count: usize) -> &[Node<S, N>] {
        &self.0[..count]
    }

    /// Two different events at once.
    #[inline]
    pub(super) fn two(&mut self, one: Slot, other: Slot) -> (&mut Node<S, N>, &mut Node<S, N>) {
        match self.0.get_disjoint_mut([one.index(), other.index()]) {
            Ok([one, other]) => (one, other),
            Err(_) => unreachable!("the slots are different, and of this graph"),
        }
    }
}

// Every step of an exploration looks at dozens of events: without checks it takes a tenth fewer instructions.
//
// SAFETY of both: the only slots are those that `Graph::allocate` hands out, after there is an event in the arena at that
// place. Nothing is ever removed from an arena. So a slot is below the length of the arena of the graph that handed it out,
// for as long as that lives, and of every copy made since. Users of a graph give it no slots of others: the engine has one
// graph, and when it takes up another one, replaces all that holds slots (`share::Handover`). All tests run with the
// assertion.

#[expect(unsafe_code, reason = "measured, see above")]
impl<S, const N: usize> Index<Slot> for Arena<S, N> {
    type Output = Node<S, N>;

    #[inline]
    fn index(&self, slot: Slot) -> &Node<S, N> {
        debug_assert!(slot.index() < self.0.len(), "the slot is one of this arena");
        // SAFETY: see above.
        unsafe { self.0.get_unchecked(slot.index()) }
    }
}

#[expect(unsafe_code, reason = "measured, see above")]
impl<S, const N: usize> IndexMut<Slot> for Arena<S, N> {
    #[inline]
    fn index_mut(&mut self, slot: Slot) -> &mut Node<S, N> {
        debug_assert!(slot.index() < self.0.len(), "the slot is one of this arena");
        // SAFETY: see above.
        unsafe { self.0.get_unchecked_mut(slot.index()) }
    }
}
