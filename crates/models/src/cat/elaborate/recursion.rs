//! Recursive definitions. Their values are least solutions, which exist because the definitions must be monotone.
//!
//! A definition is monotone if its value can only grow when the values of the variables grow. Only the right side of `\`
//! and `~` can break that. Whether a name is a set or a relation is found by trying: relations first.

use super::super::ast::{Binding, ExprKind, Pattern};
use super::super::dag::{Dag, GroupId, NodeId, Op};
use super::super::error::{Checked, Fault, Reason};
use super::super::value::{Scope, Value};
use super::{Elaborator, mismatch};

/// Maximum number of mutually recursive definitions. Each is tried as a set and as a relation, in all combinations.
const MAX_GROUP_NAMES: usize = 8;

impl<'a> Elaborator<'a> {
    pub(super) fn recursive_bindings(&mut self, bindings: &'a [Binding], scope: &Scope<'a>) -> Checked<Scope<'a>> {
        let mut names = Vec::new();
        for binding in bindings {
            match (&binding.pattern, &binding.value.kind) {
                (_, ExprKind::Function(..)) => {
                    return Err(Fault::new(binding.span, "recursive functions are not supported").help(
                        "define a recursive set or relation inside the function: `let f(x) = let rec r = … in r`",
                    ));
                }
                (Pattern::One(Some(name)), _) => names.push(name.as_str()),
                _ => {
                    return Err(Fault::new(
                        binding.span,
                        "expected one name: a recursive definition cannot bind a tuple",
                    ));
                }
            }
        }
        if names.len() > MAX_GROUP_NAMES {
            return Err(Fault::new(
                bindings[0].span,
                format!("at most {MAX_GROUP_NAMES} definitions can be recursive together"),
            ));
        }
        let mut first_fault = None;
        for sets in 0..1_u32 << names.len() {
            let kinds: Vec<bool> = (0..names.len()).map(|index| sets & (1 << index) == 0).collect();
            match self.with_kinds(bindings, &names, &kinds, scope) {
                Ok(result) => return Ok(result),
                Err(fault) if fault.reason != Reason::Other => return Err(fault),
                Err(fault) => first_fault = first_fault.or(Some(fault)),
            }
        }
        Err(first_fault.unwrap_or_else(|| Fault::new(bindings[0].span, "this is neither a set nor a relation")))
    }

    /// Elaborates the definitions with each name a relation or (`false`) a set.
    fn with_kinds(
        &mut self,
        bindings: &'a [Binding],
        names: &[&'a str],
        kinds: &[bool],
        scope: &Scope<'a>,
    ) -> Checked<Scope<'a>> {
        let group = self.dag.open_group(kinds);
        let variables = self.dag.groups[group.0 as usize].variables.clone();
        let value = |node, is_relation| if is_relation { Value::Relation(node) } else { Value::Set(node) };
        let mut inner = scope.clone();
        for ((&name, &variable), &is_relation) in names.iter().zip(&variables).zip(kinds) {
            inner = inner.with(name, value(variable, is_relation));
        }
        let mut bodies = Vec::new();
        for (index, binding) in bindings.iter().enumerate() {
            let body = match (self.expr(&binding.value, &inner)?, kinds[index]) {
                (Value::Relation(node), true) | (Value::Set(node), false) => node,
                (Value::Zero, true) => self.dag.add(Op::Nothing),
                (Value::Zero, false) => self.dag.add(Op::NoEvents),
                (other, true) => return Err(mismatch(&binding.value, "a relation", &other)),
                (other, false) => return Err(mismatch(&binding.value, "a set", &other)),
            };
            bodies.push(body);
        }
        for (&name, &body) in names.iter().zip(&bodies) {
            self.monotone(name, body, group, names)?;
        }
        let solutions = self.dag.close_group(group, bodies);
        let mut result = scope.clone();
        for ((binding, &solution), (&name, &is_relation)) in
            bindings.iter().zip(&solutions).zip(names.iter().zip(kinds))
        {
            let solved = value(solution, is_relation);
            self.name_value(&binding.pattern, &solved, binding.span);
            result = result.with(name, solved);
        }
        Ok(result)
    }

    /// Fails if the definition is not monotone in the group's variables.
    fn monotone(&self, name: &str, body: NodeId, group: GroupId, names: &[&str]) -> Checked<()> {
        let variables = &self.dag.groups[group.0 as usize].variables;
        let Some((variable, at)) = antitone_use(&self.dag, body, variables) else {
            return Ok(());
        };
        let used = variables.iter().position(|&node| node == variable).map_or(name, |index| names[index]);
        let span = self.dag.nodes[at.index()].span;
        let message =
            format!("the recursive definition of `{name}` is not monotone: it subtracts what depends on `{used}`");
        Err(Fault::new(span, message)
            .reason(Reason::NotMonotone)
            .help("recursive definitions are least solutions, which need not exist where `\\` or `~` is applied to what is being defined"))
    }
}

/// A use of one of the variables under an odd number of complements and subtractions, with the innermost of these.
pub(in super::super) fn antitone_use(dag: &Dag, root: NodeId, variables: &[NodeId]) -> Option<(NodeId, NodeId)> {
    // Each operation with the last complement or subtraction on the way to it, if the number of them is odd.
    let mut seen = vec![[false; 2]; dag.nodes.len()];
    let mut pending = vec![(root, None::<NodeId>, false)];
    while let Some((node, taken_by, odd)) = pending.pop() {
        if std::mem::replace(&mut seen[node.index()][usize::from(odd)], true) {
            continue;
        }
        if odd && variables.contains(&node) {
            return taken_by.map(|by| (node, by));
        }
        match dag.op(node) {
            Op::Difference(a, b) | Op::SetDifference(a, b) => {
                pending.push((a, taken_by, odd));
                pending.push((b, Some(node), !odd));
            }
            Op::Solve(group) => {
                let group = &dag.groups[group.0 as usize];
                pending.extend(group.bodies.iter().map(|&body| (body, taken_by, odd)));
            }
            op => pending.extend(op.operands().map(|operand| (operand, taken_by, odd))),
        }
    }
    None
}
