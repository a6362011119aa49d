//! Formulas as an and-inverter graph: gates of two inputs, each of which may be negated. Equal gates are one gate, and what is
//! constant is folded when a gate is made.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A gate, an input or a constant, perhaps negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// Never.
    pub const FALSE: Lit = Lit(0);
    /// Always.
    pub const TRUE: Lit = Lit(1);

    /// The constant.
    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// Which constant it is, if it is one.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The node, and whether it is negated.
    pub(crate) fn parts(self) -> (usize, bool) {
        ((self.0 >> 1) as usize, self.0 & 1 == 1)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a literal stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// The constant `FALSE`.
    Never,
    /// Free.
    Input,
    /// Both.
    And(Lit, Lit),
}

/// The graph.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    gates: FxHashMap<(Lit, Lit), Lit>,
}

impl Default for Aig {
    fn default() -> Aig {
        Aig { nodes: vec![Node::Never], gates: FxHashMap::default() }
    }
}

impl Aig {
    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    fn add(&mut self, node: Node) -> Lit {
        let Ok(index) = u32::try_from(self.nodes.len()) else {
            unreachable!("memory ends before the numbers of nodes")
        };
        self.nodes.push(node);
        Lit(index << 1)
    }

    /// A new input.
    pub fn input(&mut self) -> Lit {
        self.add(Node::Input)
    }

    /// The inputs of a gate that is not negated.
    fn gate(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match (lit.parts(), self.nodes[lit.parts().0]) {
            ((_, false), Node::And(a, b)) => Some((a, b)),
            _ => None,
        }
    }

    /// Both.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (Lit::FALSE, _) => return Lit::FALSE,
            (Lit::TRUE, other) => return other,
            (a, b) if a == b => return a,
            (a, b) if a == !b => return Lit::FALSE,
            _ => {}
        }
        // What one input says of the other: x & (x & y), x & !(x & y) and so on.
        for (one, other) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.gate(other) {
                if one == x || one == y {
                    return other;
                }
                if one == !x || one == !y {
                    return Lit::FALSE;
                }
            }
            if let Some((x, y)) = self.gate(!other) {
                if one == !x || one == !y {
                    return one;
                }
                if one == x {
                    return self.and(one, !y);
                }
                if one == y {
                    return self.and(one, !x);
                }
            }
        }
        if let Some(&known) = self.gates.get(&(a, b)) {
            return known;
        }
        let gate = self.add(Node::And(a, b));
        self.gates.insert((a, b), gate);
        gate
    }

    /// At least one.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (one, other) = (self.and(a, !b), self.and(!a, b));
        self.or(one, other)
    }

    /// Both or neither.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// One if the condition holds, else the other.
    pub fn choose(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let (one, other) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(one, other)
    }

    /// All.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }

    /// At least one.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |any, lit| self.or(any, lit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_gates_are_one_and_constants_are_folded() {
        let mut aig = Aig::default();
        let (a, b) = (aig.input(), aig.input());
        let both = aig.and(a, b);
        assert_eq!(aig.and(b, a), both);
        assert_eq!(aig.and(a, Lit::TRUE), a);
        assert_eq!(aig.and(a, !a), Lit::FALSE);
        assert_eq!(aig.and(a, both), both);
        assert_eq!(aig.and(!a, both), Lit::FALSE);
        assert_eq!(aig.and(!a, !both), !a);
        let only_a = aig.and(a, !b);
        assert_eq!(aig.and(a, !both), only_a);
        assert_eq!(aig.choose(a, b, b), b);
        assert_eq!(aig.xor(a, Lit::TRUE), !a);
        assert_eq!(aig.all([a, b, !a]), Lit::FALSE);
        assert_eq!(aig.any([a, b, !a]), Lit::TRUE);
    }
}
