//! Strongly connected components of a directed graph.

use std::ops::Range;

/// The strongly connected components of a graph whose nodes are numbers from 0. Its memory is reused from graph to graph.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// Where the edges of each node begin in `targets`, and at last where they all end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The nodes in the order in which they were met, from 1; 0 before that.
    met: Vec<u32>,
    /// The earliest node that is known to be reached from each; `DONE` if its component is known.
    low: Vec<u32>,
    /// The component of each node.
    of: Vec<u32>,
    /// Nodes whose component is not known yet.
    open: Vec<u32>,
    /// The nodes on the path to the present one, each with its next edge.
    path: Vec<(u32, u32)>,
    /// The nodes of components that have more than one, and where each such component is.
    members: Vec<u32>,
    ranges: Vec<Range<usize>>,
}

const DONE: u32 = u32::MAX;

impl Components {
    /// The components of the graph that has so many nodes and these edges.
    pub fn of(size: usize, edges: &[(u32, u32)]) -> Components {
        let mut components = Components::default();
        components.find(size, edges);
        components
    }

    /// Finds the components of another graph.
    pub fn find(&mut self, size: usize, edges: &[(u32, u32)]) {
        self.sort_edges(size, edges);
        for values in [&mut self.met, &mut self.low, &mut self.of] {
            values.clear();
            values.resize(size, 0);
        }
        self.members.clear();
        self.ranges.clear();
        let (mut count, mut components) = (0, 0);
        for start in 0..size as u32 {
            if self.met[start as usize] == 0 {
                self.search(start, &mut count, &mut components);
            }
        }
    }

    /// Are both nodes in one component? A node is in one with itself.
    pub fn join(&self, first: u32, second: u32) -> bool {
        self.of[first as usize] == self.of[second as usize]
    }

    /// The component of a node, by number.
    pub fn component(&self, node: u32) -> u32 {
        self.of[node as usize]
    }

    /// The components with more than one node, each with its nodes in order. An edge from a node to itself does not count.
    pub fn cycles(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges.iter().map(|range| &self.members[range.clone()])
    }

    /// Brings the edges into the order of their first nodes.
    fn sort_edges(&mut self, size: usize, edges: &[(u32, u32)]) {
        let Components { starts, targets, .. } = self;
        starts.clear();
        starts.resize(size + 1, 0);
        for &(from, _) in edges {
            starts[from as usize] += 1;
        }
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        targets.clear();
        targets.resize(edges.len(), 0);
        for &(from, to) in edges {
            let start = &mut starts[from as usize];
            *start -= 1;
            targets[*start as usize] = to;
        }
    }

    /// Finds the components of what is reached from a node (Tarjan's algorithm).
    fn search(&mut self, start: u32, count: &mut u32, components: &mut u32) {
        let mut enter = |this: &mut Components, node: u32| {
            *count += 1;
            (this.met[node as usize], this.low[node as usize]) = (*count, *count);
            this.open.push(node);
            this.path.push((node, this.starts[node as usize]));
        };
        enter(self, start);
        while let Some((node, edge)) = self.path.last_mut() {
            let node = *node;
            if *edge < self.starts[node as usize + 1] {
                let next = self.targets[*edge as usize];
                *edge += 1;
                match self.met[next as usize] {
                    0 => enter(self, next),
                    _ if self.low[next as usize] == DONE => {}
                    met => self.low[node as usize] = self.low[node as usize].min(met),
                }
                continue;
            }
            self.path.pop();
            let low = self.low[node as usize];
            if let Some(&(parent, _)) = self.path.last() {
                self.low[parent as usize] = self.low[parent as usize].min(low);
            }
            if low == self.met[node as usize] {
                self.close(node, *components);
                *components += 1;
            }
        }
    }

    /// The open nodes from this one on are a component.
    fn close(&mut self, node: u32, component: u32) {
        let Some(first) = self.open.iter().rposition(|&open| open == node) else {
            unreachable!("a node is open until its component is known")
        };
        let nodes = &mut self.open[first..];
        for &node in &*nodes {
            (self.of[node as usize], self.low[node as usize]) = (component, DONE);
        }
        if nodes.len() > 1 {
            nodes.sort_unstable();
            let begin = self.members.len();
            self.members.extend_from_slice(nodes);
            self.ranges.push(begin..self.members.len());
        }
        self.open.truncate(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;

    #[test]
    fn components_are_what_the_closure_says() {
        let mut components = Components::default();
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..2_000 {
            let size = 1 + random(12);
            let edges: Vec<(u32, u32)> =
                (0..random(2 * size)).map(|_| (random(size) as u32, random(size) as u32)).collect();
            components.find(size as usize, &edges);
            let pairs = edges.iter().map(|&(from, to)| (from as usize, to as usize));
            let closure = Relation::from_pairs(size as usize, pairs).plus();
            let join = |a: u32, b: u32| {
                a == b || (closure.contains(a as usize, b as usize) && closure.contains(b as usize, a as usize))
            };
            for a in 0..size as u32 {
                for b in 0..size as u32 {
                    assert_eq!(components.join(a, b), join(a, b), "{a} and {b} in {edges:?}");
                }
                let with: Vec<u32> = (0..size as u32).filter(|&b| join(a, b)).collect();
                let found = components.cycles().find(|nodes| nodes.contains(&a));
                assert_eq!(found, (with.len() > 1).then_some(&*with), "{a} in {edges:?}");
            }
        }
    }
}
