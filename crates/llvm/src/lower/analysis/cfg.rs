//! The control-flow graph of a function: order of blocks, dominators and dominance frontiers.
//!
//! Dominators by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". Unreachable blocks are not in the
//! order and have no dominators.

use crate::lower::exceptions::throws::Throws;
use crate::lower::link::Linked;
use crate::text::module::Function;

/// The control-flow graph of a function with at least one block.
#[derive(Clone, Debug)]
pub(crate) struct Cfg {
    /// By block: its successors, without duplicates.
    pub successors: Vec<Vec<usize>>,
    /// By block: its reachable predecessors, without duplicates.
    pub predecessors: Vec<Vec<usize>>,
    /// The reachable blocks in reverse postorder.
    pub order: Vec<usize>,
    /// By block: its index in the order.
    place: Vec<usize>,
    /// By block: its immediate dominator; that of the entry is the entry.
    idom: Vec<usize>,
    /// By block: its children in the dominator tree, in the order.
    pub children: Vec<Vec<usize>>,
    /// By block: the preorder interval of its subtree in the dominator tree.
    spans: Vec<(u32, u32)>,
}

const UNREACHABLE: usize = usize::MAX;

impl Cfg {
    /// The graph of a function, without the edges to landing pads of calls that cannot throw.
    pub fn new(linked: &Linked<'_>, number: usize, function: &Function, throws: &Throws) -> Cfg {
        let successors = function.blocks.iter().map(|block| {
            dedup(block.terminator().map_or(Vec::new(), |last| throws.successors(linked, number, &last.kind)))
        });
        Cfg::from_successors(successors.collect())
    }

    /// From the successors of each block; the first block is the entry.
    pub fn from_successors(successors: Vec<Vec<usize>>) -> Cfg {
        let count = successors.len();
        let order = reverse_postorder(&successors);
        let mut place = vec![UNREACHABLE; count];
        for (i, &block) in order.iter().enumerate() {
            place[block] = i;
        }
        let mut predecessors = vec![Vec::new(); count];
        for &block in &order {
            for &successor in &successors[block] {
                predecessors[successor].push(block);
            }
        }
        let mut cfg = Cfg {
            successors,
            predecessors,
            order,
            place,
            idom: vec![UNREACHABLE; count],
            children: vec![Vec::new(); count],
            spans: vec![(0, 0); count],
        };
        cfg.find_dominators();
        cfg.walk_dominators();
        cfg
    }

    /// The block in which the function begins.
    pub fn entry(&self) -> usize {
        self.order[0]
    }

    pub fn is_reachable(&self, block: usize) -> bool {
        self.place.get(block).is_some_and(|place| *place != UNREACHABLE)
    }

    /// The index of a reachable block in the order.
    pub fn place(&self, block: usize) -> usize {
        self.place[block]
    }

    /// Whether every path to `below` leads through `above`. Both are reachable.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        let (outer, inner) = (self.spans[above], self.spans[below]);
        outer.0 <= inner.0 && inner.1 <= outer.1
    }

    fn find_dominators(&mut self) {
        let entry = self.entry();
        self.idom[entry] = entry;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order[1..] {
                let mut known = self.predecessors[block].iter().copied().filter(|p| self.idom[*p] != UNREACHABLE);
                let Some(first) = known.next() else {
                    unreachable!("in reverse postorder a block follows one of its predecessors")
                };
                let idom = known.fold(first, |a, b| self.common(a, b));
                if self.idom[block] != idom {
                    self.idom[block] = idom;
                    changed = true;
                }
            }
        }
    }

    /// The nearest common dominator.
    fn common(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            while self.place[a] > self.place[b] {
                a = self.idom[a];
            }
            while self.place[b] > self.place[a] {
                b = self.idom[b];
            }
        }
        a
    }

    fn walk_dominators(&mut self) {
        for &block in self.order.iter().skip(1) {
            self.children[self.idom[block]].push(block);
        }
        let entry = self.entry();
        let mut time = 0;
        let mut stack = vec![(entry, 0)];
        self.spans[entry].0 = time;
        while let Some((block, next)) = stack.last_mut() {
            time += 1;
            match self.children[*block].get(*next) {
                Some(&child) => {
                    *next += 1;
                    self.spans[child].0 = time;
                    stack.push((child, 0));
                }
                None => {
                    self.spans[*block].1 = time;
                    stack.pop();
                }
            }
        }
    }

    /// By block: its dominance frontier.
    pub fn frontiers(&self) -> Vec<Vec<usize>> {
        let mut frontiers = vec![Vec::new(); self.successors.len()];
        for &block in &self.order {
            if self.predecessors[block].len() < 2 && block != self.order[0] {
                continue;
            }
            for &predecessor in &self.predecessors[block] {
                let mut runner = predecessor;
                // The entry has no dominator above itself: a jump back to it ends there.
                while runner != self.idom[block] || block == self.order[0] {
                    if frontiers[runner].last() != Some(&block) {
                        frontiers[runner].push(block);
                    }
                    if self.idom[runner] == runner {
                        break;
                    }
                    runner = self.idom[runner];
                }
            }
        }
        frontiers
    }
}

/// Removes duplicates, keeping the first of each.
fn dedup(list: Vec<usize>) -> Vec<usize> {
    if list.len() < 8 {
        let mut kept: Vec<usize> = Vec::with_capacity(list.len());
        for item in list {
            if !kept.contains(&item) {
                kept.push(item);
            }
        }
        return kept;
    }
    let mut seen = rustc_hash::FxHashSet::default();
    list.into_iter().filter(|item| seen.insert(*item)).collect()
}

fn reverse_postorder(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(successors.len());
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        // The last successor first, so that the order follows the text.
        let list = &successors[*block];
        match list.len().checked_sub(*next + 1) {
            Some(index) => {
                *next += 1;
                let successor = list[index];
                if !seen[successor] {
                    seen[successor] = true;
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diamond_with_a_loop() {
        // 0 → 1; 1 → 2, 3; 2 → 4; 3 → 4; 4 → 1, 5; 6 cannot be reached.
        let cfg = Cfg::from_successors(vec![vec![1], vec![2, 3], vec![4], vec![4], vec![1, 5], vec![], vec![5]]);
        assert_eq!(cfg.order, [0, 1, 2, 3, 4, 5]);
        assert!(!cfg.is_reachable(6));
        assert!(cfg.dominates(1, 5) && cfg.dominates(4, 5) && !cfg.dominates(2, 4) && cfg.dominates(3, 3));
        assert_eq!(cfg.children[1], [2, 3, 4]);
        let frontiers = cfg.frontiers();
        assert_eq!(frontiers[2], [4]);
        assert_eq!(frontiers[3], [4]);
        assert_eq!(frontiers[4], [1]);
        assert_eq!(frontiers[1], [1]);
        assert!(frontiers[0].is_empty());
    }

    #[test]
    fn a_jump_back_to_the_entry_ends_its_dominance_there() {
        let cfg = Cfg::from_successors(vec![vec![1], vec![0, 2], vec![]]);
        assert_eq!(cfg.frontiers(), [vec![0], vec![0], vec![]]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let count = 200_000;
        let cfg = Cfg::from_successors((1..=count).map(|i| if i == count { vec![] } else { vec![i] }).collect());
        assert!(cfg.dominates(0, count - 1) && !cfg.dominates(count - 1, 0));
    }
}
