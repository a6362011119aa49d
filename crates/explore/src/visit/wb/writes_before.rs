//! `wb` mode for RC11 and RA without seq_cst events: what must be before what at one location, without a search
//! (`docs/internals/wb.md`, section 5).
//!
//! Chains of updates (a write, the update that reads it, the update that reads that, …) are contracted to blocks with
//! fixed inner order. An access that happens before another of the same location pins its write before the other's. The
//! resulting order of blocks is exact: any linear extension is an allowed coherence order, and locations do not
//! influence each other.

use raddle_graph::clock::Clock;
use raddle_graph::graph::Graph;
use raddle_graph::node::{Loc, Slot};

/// The blocks of one location; reused scratch memory. Writes are indexed by their position in the location's list.
#[derive(Default)]
pub(in crate::visit) struct Blocks {
    /// The first write of each write's block.
    head: Vec<u32>,
    /// Each write's position in its block.
    depth: Vec<u32>,
    /// Per block, by head: is it before a block asked for, or (in `default_write`) before any other?
    before: Vec<bool>,
    /// Per block, by head: is it asked for?
    asked: Vec<bool>,
    /// Accesses of the part of the graph considered.
    accesses: Vec<Slot>,
}

impl Blocks {
    /// Computes the blocks of a location in the part of the graph that `inside` describes (closed under porf).
    fn build<S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, loc: Loc, inside: &impl Fn(Slot) -> bool) {
        let writes = &graph.location(loc).co;
        self.head.clear();
        self.depth.clear();
        for (index, &write) in writes.iter().enumerate() {
            let node = graph.node(write);
            // An update comes after its source in the list: it was added after it.
            let source = if node.is_exclusive() { node.prev_access.and_then(|read| graph.node(read).rf) } else { None };
            let (head, depth) = match source {
                Some(source) if inside(write) => {
                    let at = graph.node(source).co as usize;
                    (self.head[at], self.depth[at] + 1)
                }
                _ => (index as u32, 0),
            };
            self.head.push(head);
            self.depth.push(depth);
        }
        self.before.clear();
        self.before.resize(writes.len(), false);
        self.asked.clear();
        self.asked.resize(writes.len(), false);
        self.accesses.clear();
        for lane in graph.lanes() {
            self.accesses.extend(graph.accesses(loc, lane).filter(|&access| inside(access)));
        }
    }

    fn block_of<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, write: Slot) -> usize {
        self.head[graph.node(write).co as usize] as usize
    }

    /// Marks what must be strictly before a write pinned by an access in the clock.
    fn mark_before<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        loc: Loc,
        known: &Clock<N>,
        mut pinned: impl FnMut(Slot),
    ) {
        for_each_pin(graph, loc, known, None, |pin| {
            let block = self.block_of(graph, pin);
            self.asked[block] = true;
            pinned(pin);
        });
        loop {
            let mut changed = false;
            for at in 0..self.accesses.len() {
                let access = self.accesses[at];
                let block = self.block_of(graph, graph.pin(access));
                if !(self.asked[block] || self.before[block]) {
                    continue;
                }
                for_each_pin(graph, loc, &graph.node(access).hb, Some(access), |pin| {
                    let earlier = self.block_of(graph, pin);
                    if earlier != block && !self.before[earlier] {
                        self.before[earlier] = true;
                        changed = true;
                    }
                });
            }
            if !changed {
                return;
            }
        }
    }

    /// The writes that an event may read, given what happens before it whatever it reads.
    pub(in crate::visit) fn sources<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        loc: Loc,
        known: &Clock<N>,
        mut offer: impl FnMut(Slot),
    ) {
        self.build(graph, loc, &|_| true);
        let floor = self.floors(graph, loc, known);
        for &write in &graph.location(loc).co {
            let at = graph.node(write).co as usize;
            let block = self.head[at] as usize;
            if !self.before[block] && self.depth[at] >= floor[block] {
                offer(write);
            }
        }
    }

    /// May an event with that happens-before read a write placed directly after `source`, in the part of the graph that
    /// `inside` describes?
    pub(in crate::visit) fn may_follow<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        loc: Loc,
        known: &Clock<N>,
        source: Slot,
        inside: &impl Fn(Slot) -> bool,
    ) -> bool {
        self.build(graph, loc, inside);
        let floor = self.floors(graph, loc, known);
        let at = graph.node(source).co as usize;
        let block = self.head[at] as usize;
        !self.before[block] && self.depth[at] >= floor[block]
    }

    /// Marks the blocks before, and gives for each block how deep one must at least go.
    fn floors<S: Copy, const N: usize>(&mut self, graph: &Graph<S, N>, loc: Loc, known: &Clock<N>) -> Vec<u32> {
        let mut pins = smallvec::SmallVec::<[Slot; 16]>::new();
        self.mark_before(graph, loc, known, |pin| pins.push(pin));
        let mut floor = vec![0; self.head.len()];
        for pin in pins {
            let at = graph.node(pin).co as usize;
            let block = self.head[at] as usize;
            floor[block] = floor[block].max(self.depth[at]);
        }
        floor
    }

    /// What memory holds by default in the part of the graph that `inside` describes: the last write of the block,
    /// among those that nothing must follow, whose last write is the highest by thread and index.
    pub(in crate::visit) fn default_write<S: Copy, const N: usize>(
        &mut self,
        graph: &Graph<S, N>,
        loc: Loc,
        inside: &impl Fn(Slot) -> bool,
    ) -> Slot {
        self.build(graph, loc, inside);
        for at in 0..self.accesses.len() {
            let access = self.accesses[at];
            let block = self.block_of(graph, graph.pin(access));
            for_each_pin(graph, loc, &graph.node(access).hb, Some(access), |pin| {
                let earlier = self.block_of(graph, pin);
                self.before[earlier] |= earlier != block;
            });
        }
        let location = graph.location(loc);
        let mut last_of_block = vec![location.initial; self.head.len()];
        for &write in location.co.iter().filter(|&&write| inside(write)) {
            let at = graph.node(write).co as usize;
            // Within a block the list goes forward, too.
            last_of_block[self.head[at] as usize] = write;
        }
        let maximal = location.co.iter().filter(|&&write| inside(write) && !self.before[self.block_of(graph, write)]);
        maximal
            .map(|&write| last_of_block[self.block_of(graph, write)])
            .max_by_key(|&write| (graph.node(write).lane, graph.node(write).index))
            .unwrap_or(location.initial)
    }
}

/// The writes pinned by the newest access of each thread in the clock, and the initial write.
fn for_each_pin<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    loc: Loc,
    known: &Clock<N>,
    except: Option<Slot>,
    mut pin: impl FnMut(Slot),
) {
    pin(graph.location(loc).initial);
    let own = except.map(|access| graph.node(access));
    for lane in graph.lanes() {
        let newest = match own {
            // Of its own thread an access knows what came before it; no need to walk there.
            Some(own) if own.lane == lane => own.prev_access,
            _ => graph.accesses(loc, lane).find(|&access| known.contains(lane, graph.node(access).index)),
        };
        if let Some(access) = newest {
            pin(graph.pin(access));
        }
    }
}
