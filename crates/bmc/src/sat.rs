//! Satisfiability: a solver behind a small trait, with an order of nodes that must stay without cycles beside its clauses, and the
//! way from gates to clauses.

use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, SolverInterface, lbool};

use crate::aig::{Aig, Lit, Node};

/// A variable of the solver, perhaps negated.
pub type SatLit = batsat::Lit;

/// A node of the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u32);

/// What a solver found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// There is a solution.
    Yes,
    /// There is none.
    No,
    /// Somebody stopped it.
    Stopped,
}

/// A solver of clauses, beside which edges between points hold or not: those that hold never form a cycle.
pub trait Sat {
    /// A new variable.
    fn variable(&mut self) -> SatLit;
    /// Demands that one of these holds.
    fn clause(&mut self, lits: &[SatLit]);
    /// Says that an edge holds if the literal does; without one it always does.
    fn edge(&mut self, lit: Option<SatLit>, from: Point, to: Point);
    /// Is there a solution in which all of these hold?
    fn solve(&mut self, assumptions: &[SatLit]) -> Solved;
    /// Does the literal hold in the solution found last?
    fn holds(&self, lit: SatLit) -> bool;
    /// How much work it was.
    fn counts(&self) -> Counts;
}

/// The size of a formula, and the work that it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Variables.
    pub variables: u64,
    /// Clauses, without those learnt.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Cycles found.
    pub cycles: u64,
}

/// Asks from time to time whether to stop.
struct Patience<'a>(&'a dyn Fn() -> bool);

impl Callbacks for Patience<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

/// The solver of the crate `batsat`, and a search for cycles whenever an edge becomes true.
pub struct Batsat<'a> {
    solver: batsat::Solver<Patience<'a>>,
    order: Acyclic,
    model: Vec<lbool>,
    clauses: u64,
}

impl<'a> Batsat<'a> {
    /// A solver that stops when it is told to.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Batsat<'a> {
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), Patience(stop));
        Batsat { solver, order: Acyclic::default(), model: Vec::new(), clauses: 0 }
    }
}

impl Sat for Batsat<'_> {
    fn variable(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }

    fn clause(&mut self, lits: &[SatLit]) {
        self.clauses += 1;
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    fn edge(&mut self, lit: Option<SatLit>, from: Point, to: Point) {
        let lit = match lit {
            Some(lit) => lit,
            None => {
                let always = self.variable();
                self.clause(&[always]);
                always
            }
        };
        self.order.watch(lit, from, to);
    }

    fn solve(&mut self, assumptions: &[SatLit]) -> Solved {
        self.order.begin();
        let solved = self.solver.solve_limited_preserving_trail_th(&mut self.order, assumptions);
        let solved = match solved {
            it if it == lbool::TRUE => {
                self.model = self.solver.get_model().to_vec();
                Solved::Yes
            }
            it if it == lbool::FALSE => Solved::No,
            _ => Solved::Stopped,
        };
        self.solver.pop_model(&mut self.order);
        solved
    }

    fn holds(&self, lit: SatLit) -> bool {
        // A variable that decides nothing may be left open.
        let value = self.model.get(lit.var().idx() as usize).copied();
        (value == Some(lbool::TRUE)) == lit.sign() && value.is_some()
    }

    fn counts(&self) -> Counts {
        Counts {
            variables: self.solver.num_vars().into(),
            clauses: self.clauses,
            conflicts: self.solver.num_conflicts(),
            cycles: self.order.cycles,
        }
    }
}

/// An edge that holds if its literal does.
#[derive(Clone, Copy, Debug)]
struct Edge {
    lit: SatLit,
    from: Point,
    to: Point,
}

/// The edges that hold: when one more does, a path from its end to its beginning would close a cycle.
#[derive(Default)]
struct Acyclic {
    edges: Vec<Edge>,
    /// The edges of a literal, by the number of the literal.
    of_literal: Vec<Vec<u32>>,
    /// The edges that hold, by where they begin.
    out: Vec<Vec<u32>>,
    /// Those edges in the order in which they came.
    trail: Vec<u32>,
    /// How much of the solver's trail, and how many edges were known at the beginning of each level.
    levels: Vec<(usize, usize)>,
    /// How much of the solver's trail is known.
    seen: usize,
    cycles: u64,
    /// For the search: the edge by which a point was reached, and when.
    reached_by: Vec<(u32, u32)>,
    round: u32,
    stack: Vec<u32>,
    /// The clause of a cycle.
    conflict: Vec<SatLit>,
}

impl Acyclic {
    fn watch(&mut self, lit: SatLit, from: Point, to: Point) {
        let number = self.edges.len() as u32;
        self.edges.push(Edge { lit, from, to });
        let index = lit.idx() as usize;
        if self.of_literal.len() <= index {
            self.of_literal.resize(index + 1, Vec::new());
        }
        self.of_literal[index].push(number);
        let points = from.0.max(to.0) as usize + 1;
        if self.out.len() < points {
            self.out.resize(points, Vec::new());
            self.reached_by.resize(points, (0, 0));
        }
    }

    /// Forgets what held: the solver begins anew.
    fn begin(&mut self) {
        self.out.iter_mut().for_each(Vec::clear);
        self.trail.clear();
        self.levels.clear();
        self.seen = 0;
    }

    /// Adds an edge. If that closes a cycle, its clause is in `conflict`.
    fn add(&mut self, number: u32) -> bool {
        let Edge { lit, from, to } = self.edges[number as usize];
        if self.has_path(to, from) {
            self.cycles += 1;
            self.conflict.clear();
            self.conflict.push(!lit);
            let mut at = from;
            while at != to {
                let by = self.edges[self.reached_by[at.0 as usize].1 as usize];
                self.conflict.push(!by.lit);
                at = by.from;
            }
            self.conflict.sort_unstable();
            self.conflict.dedup();
            return false;
        }
        self.out[from.0 as usize].push(number);
        self.trail.push(number);
        true
    }

    fn has_path(&mut self, from: Point, to: Point) -> bool {
        if from == to {
            return true;
        }
        self.round += 1;
        self.stack.clear();
        self.stack.push(from.0);
        self.reached_by[from.0 as usize].0 = self.round;
        while let Some(point) = self.stack.pop() {
            for &number in &self.out[point as usize] {
                let next = self.edges[number as usize].to;
                let reached = &mut self.reached_by[next.0 as usize];
                if reached.0 == self.round {
                    continue;
                }
                *reached = (self.round, number);
                if next == to {
                    return true;
                }
                self.stack.push(next.0);
            }
        }
        false
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        while self.seen < acts.model().len() {
            let lit = acts.model()[self.seen];
            let edges = self.of_literal.get(lit.idx() as usize).map_or(0, Vec::len);
            for index in 0..edges {
                let number = self.of_literal[lit.idx() as usize][index];
                if !self.add(number) {
                    acts.raise_conflict(&self.conflict, false);
                    return;
                }
            }
            self.seen += 1;
        }
    }
}

impl Theory for Acyclic {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels.push((self.seen, self.trail.len()));
    }

    fn pop_levels(&mut self, n: usize) {
        let left = self.levels.len() - n;
        let Some(&(seen, edges)) = self.levels.get(left) else { return };
        self.levels.truncate(left);
        self.seen = self.seen.min(seen);
        for number in self.trail.drain(edges..).rev() {
            self.out[self.edges[number as usize].from.0 as usize].pop();
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn explain_propagation(&mut self, _: SatLit) -> &[SatLit] {
        unreachable!("nothing is propagated, only refused")
    }
}

/// Gates as clauses: each gate once, when it is first needed.
#[derive(Default)]
pub struct Gates {
    known: Vec<Option<SatLit>>,
    always: Option<SatLit>,
}

impl Gates {
    /// The solver's literal for a literal of the graph.
    pub fn lit(&mut self, sat: &mut dyn Sat, aig: &Aig, lit: Lit) -> SatLit {
        let (root, negated) = lit.parts();
        self.known.resize(aig.size().max(self.known.len()), None);
        let mut stack = vec![root];
        while let Some(&index) = stack.last() {
            if self.known[index].is_some() {
                stack.pop();
                continue;
            }
            let made = match aig.node(index) {
                Node::Never => !self.always(sat),
                Node::Input => sat.variable(),
                Node::And(a, b) => {
                    let missing = [a, b].map(|lit| lit.parts().0).into_iter().filter(|&it| self.known[it].is_none());
                    let before = stack.len();
                    stack.extend(missing);
                    if stack.len() > before {
                        continue;
                    }
                    let [a, b] = [a, b].map(|lit| self.made(lit));
                    let gate = sat.variable();
                    sat.clause(&[!gate, a]);
                    sat.clause(&[!gate, b]);
                    sat.clause(&[gate, !a, !b]);
                    gate
                }
            };
            self.known[index] = Some(made);
            stack.pop();
        }
        self.made(if negated { !lit } else { lit }).apply_sign(!negated)
    }

    /// The value of an input in the solution found last; one of which nobody was told decides nothing.
    pub fn value(&self, node: usize, sat: &dyn Sat) -> bool {
        self.known.get(node).copied().flatten().is_some_and(|lit| sat.holds(lit))
    }

    /// A literal whose node is made.
    fn made(&self, lit: Lit) -> SatLit {
        match (self.known[lit.parts().0], lit.parts().1) {
            (Some(made), negated) => made.apply_sign(!negated),
            (None, _) => unreachable!("inputs are made before their gate"),
        }
    }

    fn always(&mut self, sat: &mut dyn Sat) -> SatLit {
        *self.always.get_or_insert_with(|| {
            let always = sat.variable();
            sat.clause(&[always]);
            always
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_hold_form_no_cycle() {
        let stop = || false;
        let mut sat = Batsat::new(&stop);
        let lits: Vec<_> = (0..3).map(|_| sat.variable()).collect();
        for (index, &lit) in lits.iter().enumerate() {
            sat.edge(Some(lit), Point(index as u32), Point((index as u32 + 1) % 3));
        }
        assert_eq!(sat.solve(&lits[..2]), Solved::Yes);
        assert!(sat.holds(lits[0]) && sat.holds(lits[1]) && !sat.holds(lits[2]));
        assert_eq!(sat.solve(&lits), Solved::No);
        assert_eq!(sat.solve(&lits[1..]), Solved::Yes);
        sat.edge(None, Point(1), Point(0));
        assert_eq!(sat.solve(&lits[..1]), Solved::No);
        assert_eq!(sat.solve(&[]), Solved::Yes);
    }

    #[test]
    fn gates_are_what_they_say() {
        let stop = || false;
        let mut sat = Batsat::new(&stop);
        let (mut aig, mut gates) = (Aig::default(), Gates::default());
        let (a, b) = (aig.input(), aig.input());
        let different = aig.xor(a, b);
        let [a, b, different] = [a, b, different].map(|lit| gates.lit(&mut sat, &aig, lit));
        assert_eq!(sat.solve(&[a, different]), Solved::Yes);
        assert!(sat.holds(a) && !sat.holds(b));
        assert_eq!(sat.solve(&[a, b, different]), Solved::No);
        assert_eq!(sat.solve(&[!a, !b, !different]), Solved::Yes);
        let never = gates.lit(&mut sat, &aig, Lit::FALSE);
        assert_eq!(sat.solve(&[never]), Solved::No);
    }
}
