//! The loops of a function.
//!
//! A head is the target of a back edge of a depth-first search. If the head dominates the source of each of its back
//! edges the loop is natural; otherwise it has several entries, and its body is the strongly connected component of the
//! head.

use super::bits::Bits;
use super::cfg::Cfg;

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Loop {
    /// The first block of an iteration.
    pub head: usize,
    /// Its blocks, including the head.
    pub body: Bits,
    /// Whether its only entry is the head.
    pub natural: bool,
}

/// The loops, outer ones before inner ones.
pub(crate) fn loops(cfg: &Cfg) -> Vec<Loop> {
    let count = cfg.successors.len();
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &block in &cfg.order {
        for &successor in &cfg.successors[block] {
            if cfg.place(successor) <= cfg.place(block) {
                sources[successor].push(block);
            }
        }
    }
    let mut components = None;
    let mut loops = Vec::new();
    for &head in cfg.order.iter().filter(|head| !sources[**head].is_empty()) {
        let natural = sources[head].iter().all(|source| cfg.dominates(head, *source));
        let body = if natural {
            natural_body(cfg, head, &sources[head])
        } else {
            let components = components.get_or_insert_with(|| components_of(cfg));
            let mut body = Bits::new(count);
            for &block in cfg.order.iter().filter(|block| components[**block] == components[head]) {
                body.insert(block);
            }
            body
        };
        loops.push(Loop { head, body, natural });
    }
    loops
}

fn natural_body(cfg: &Cfg, head: usize, sources: &[usize]) -> Bits {
    let mut body = Bits::new(cfg.successors.len());
    body.insert(head);
    let mut open: Vec<usize> = sources.to_vec();
    while let Some(block) = open.pop() {
        if body.insert(block) {
            open.extend(&cfg.predecessors[block]);
        }
    }
    body
}

/// By block: the number of its strongly connected component (Tarjan's algorithm, iteratively).
fn components_of(cfg: &Cfg) -> Vec<usize> {
    const UNVISITED: usize = usize::MAX;
    let count = cfg.successors.len();
    let (mut numbers, mut low, mut components) = (vec![UNVISITED; count], vec![0; count], vec![UNVISITED; count]);
    let (mut open, mut next, mut component) = (Vec::new(), 0, 0);
    let mut walk = vec![(cfg.entry(), 0)];
    while let Some(&mut (block, ref mut edge)) = walk.last_mut() {
        if *edge == 0 {
            numbers[block] = next;
            low[block] = next;
            next += 1;
            open.push(block);
        }
        if let Some(&successor) = cfg.successors[block].get(*edge) {
            *edge += 1;
            if numbers[successor] == UNVISITED {
                walk.push((successor, 0));
            } else if components[successor] == UNVISITED {
                low[block] = low[block].min(numbers[successor]);
            }
            // When the search returns to this block, `edge` is beyond 0.
            continue;
        }
        walk.pop();
        if let Some(&(parent, _)) = walk.last() {
            low[parent] = low[parent].min(low[block]);
        }
        if low[block] == numbers[block] {
            while let Some(member) = open.pop() {
                components[member] = component;
                if member == block {
                    break;
                }
            }
            component += 1;
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(successors: Vec<Vec<usize>>) -> Vec<(usize, Vec<usize>, bool)> {
        let loops = loops(&Cfg::from_successors(successors));
        loops.iter().map(|l| (l.head, l.body.iter().collect(), l.natural)).collect()
    }

    #[test]
    fn natural_loops_nest() {
        let found = found(vec![vec![1], vec![2, 5], vec![3], vec![2, 4], vec![1], vec![]]);
        assert_eq!(found, [(1, vec![1, 2, 3, 4], true), (2, vec![2, 3], true)]);
    }

    #[test]
    fn a_block_that_jumps_to_itself() {
        assert_eq!(found(vec![vec![1], vec![1, 2], vec![]]), [(1, vec![1], true)]);
    }

    #[test]
    fn a_loop_with_two_entries_is_not_natural() {
        let found = found(vec![vec![1, 2], vec![2, 3], vec![1], vec![]]);
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].1[..], found[0].2), (&[1, 2][..], false));
    }
}
