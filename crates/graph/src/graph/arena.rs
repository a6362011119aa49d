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

impl<S, const N: usize> Index<Slot> for Arena<S, N> {
    type Output = Node<S, N>;

    #[inline]
    fn index(&self, slot: Slot) -> &Node<S, N> {
        &self.0[slot.index()]
    }
}

impl<S, const N: usize> IndexMut<Slot> for Arena<S, N> {
    #[inline]
    fn index_mut(&mut self, slot: Slot) -> &mut Node<S, N> {
        &mut self.0[slot.index()]
    }
}
