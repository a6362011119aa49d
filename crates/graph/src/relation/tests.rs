//! Laws of the relation operators, on pseudo-random relations of one word and of several words per row.

use super::*;

/// A fixed sequence of pseudo-random relations (xorshift), sparse enough to be interesting.
fn samples(size: usize, count: usize) -> Vec<Relation> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ size as u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    (0..count).map(|_| Relation::from_pairs(size, (0..size * 2).map(|_| (random() % size, random() % size)))).collect()
}

const SIZES: [usize; 5] = [1, 5, 64, 65, 130];

#[test]
fn composition_distributes_over_union_and_inverts_in_reverse() {
    for size in SIZES {
        for trio in samples(size, 12).chunks(3) {
            let [a, b, c] = trio else { unreachable!() };
            assert_eq!((a | b).seq(c), a.seq(c) | b.seq(c));
            assert_eq!(a.seq(b).seq(c), a.seq(&b.seq(c)));
            assert_eq!(a.seq(b).inverse(), b.inverse().seq(&a.inverse()));
            assert_eq!(a - (b | c), (a - b) - c);
            assert_eq!(a & (b | c), (a & b) | (a & c));
            assert_eq!(a.inverse().inverse(), *a);
        }
    }
}

#[test]
fn composition_is_what_two_steps_lead_to() {
    for size in [5, 65] {
        for pair in samples(size, 4).chunks(2) {
            let [a, b] = pair else { unreachable!() };
            let by_definition = Relation::from_fn(size, |x, z| (0..size).any(|y| a.contains(x, y) && b.contains(y, z)));
            assert_eq!(a.seq(b), by_definition);
        }
    }
}

#[test]
fn the_closure_is_the_least_transitive_relation_above() {
    for size in SIZES {
        for r in samples(size, 6) {
            let closure = r.plus();
            assert!(closure.is_transitive());
            assert!((&r - &closure).is_empty());
            let mut steps = r.clone();
            for _ in 0..size {
                steps = &r | steps.seq(&r);
            }
            assert_eq!(closure, steps);
            assert_eq!(r.star(), r.opt().plus());
        }
    }
}

#[test]
fn a_cycle_is_found_exactly_if_the_closure_is_reflexive_somewhere() {
    for size in SIZES {
        for r in samples(size, 6) {
            let upward = &r & &Relation::from_fn(size, |a, b| a < b);
            assert!(upward.is_acyclic());
            assert_eq!(upward.find_cycle(), None);
            assert_eq!(r.is_acyclic(), r.plus().is_irreflexive());
            let Some(cycle) = r.find_cycle() else {
                assert!(r.is_acyclic());
                continue;
            };
            for (i, &element) in cycle.iter().enumerate() {
                assert!(r.contains(element, cycle[(i + 1) % cycle.len()]));
            }
        }
    }
}

#[test]
fn a_path_is_found_exactly_if_the_closure_has_the_pair() {
    for size in [1, 5, 65] {
        for r in samples(size, 3) {
            let sparse = &r & &Relation::from_fn(size, |a, b| (a + b) % 3 != 0);
            let closure = sparse.plus();
            for from in 0..size {
                for to in 0..size {
                    let path = sparse.find_path(from, to);
                    assert_eq!(path.is_some(), closure.contains(from, to), "{from} {to}");
                    let Some(path) = path else { continue };
                    assert_eq!((path[0], path[path.len() - 1]), (from, to));
                    assert!(path.windows(2).all(|step| sparse.contains(step[0], step[1])));
                }
            }
        }
    }
}

#[test]
fn restriction_is_composition_with_an_identity() {
    for size in SIZES {
        for r in samples(size, 4) {
            let set = EventSet::from_elements(size, (0..size).filter(|e| e % 3 != 1));
            assert_eq!(r.restrict_domain(&set), set.identity().seq(&r));
            assert_eq!(r.restrict_range(&set), r.seq(&set.identity()));
            assert_eq!(r.restrict_domain(&set).restrict_range(&set), &r & set.times(&set));
            assert_eq!(r.domain(), r.inverse().range());
            assert_eq!(r.domain().len(), (0..size).filter(|&e| r.successors(e).next().is_some()).count());
        }
    }
}

#[test]
fn pairs_are_inserted_listed_and_removed() {
    let mut r = Relation::empty(70);
    for pair in [(0, 69), (3, 3), (69, 64)] {
        r.insert(pair.0, pair.1);
    }
    assert_eq!(r.pairs().collect::<Vec<_>>(), [(0, 69), (3, 3), (69, 64)]);
    assert!(!r.is_irreflexive());
    r.remove(3, 3);
    assert!(r.is_irreflexive() && !r.contains(3, 3) && r.contains(69, 64));
    assert!(Relation::empty(0).is_acyclic());
}
