//! Elaborates parsed files to operations: resolves names, checks types, expands functions.
//!
//! There are sets and relations, and `0`, which is either. Nothing is converted silently: a set where a relation is
//! expected is an error, as is the union of a set and a relation.

mod recursion;

pub(super) use recursion::antitone_use;

use std::rc::Rc;

use super::ast::{Binding, Check, Expr, ExprKind, Infix, Instruction, Pattern, Unary};
use super::base::{self, BaseRelation, BaseSet};
use super::dag::{Dag, NodeId, Op};
use super::error::{Checked, Fault, Reason};
use super::span::{File, Span};
use super::value::{BuiltIn, Function, Scope, Value};

/// Maximum depth of nested calls.
const MAX_CALL_DEPTH: usize = 60;
/// Maximum number of expressions that are elaborated. Expanding functions can make a small file exponentially large.
const MAX_EXPRESSIONS: usize = 1_000_000;

/// A check of a file, with its expression as an operation.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub(super) check: &'a Check,
    pub(super) node: NodeId,
    pub(super) is_relation: bool,
}

/// The state of elaboration: the operations, checks and definitions so far.
#[derive(Debug)]
pub(super) struct Elaborator<'a> {
    files: &'a [File],
    pub(super) dag: Dag,
    pub(super) scope: Scope<'a>,
    pub(super) checks: Vec<Found<'a>>,
    calls: usize,
    steps: usize,
}

impl<'a> Elaborator<'a> {
    pub(super) fn new(files: &'a [File]) -> Elaborator<'a> {
        Elaborator { files, dag: Dag::default(), scope: Scope::default(), checks: Vec::new(), calls: 0, steps: 0 }
    }

    /// Elaborates the next instruction.
    pub(super) fn instruction(&mut self, instruction: &'a Instruction) -> Checked<()> {
        match instruction {
            Instruction::Let { recursive, bindings } => {
                let scope = self.scope.clone();
                self.scope = self.bindings(*recursive, bindings, &scope)?;
            }
            Instruction::Check(check) => {
                let scope = self.scope.clone();
                let (node, is_relation) = match self.expr(&check.expr, &scope)? {
                    Value::Relation(node) => (node, true),
                    Value::Zero => (self.dag.add(Op::Nothing), true),
                    Value::Set(node) if check.property == super::ast::Property::Empty => (node, false),
                    other => return Err(mismatch(&check.expr, "a relation", &other)),
                };
                self.checks.push(Found { check, node, is_relation });
            }
            // `include.rs` has replaced it.
            Instruction::Include { .. } => {}
        }
        Ok(())
    }

    /// The scope extended by the bindings.
    fn bindings(&mut self, recursive: bool, bindings: &'a [Binding], scope: &Scope<'a>) -> Checked<Scope<'a>> {
        if recursive {
            return self.recursive_bindings(bindings, scope);
        }
        let mut result = scope.clone();
        for binding in bindings {
            let value = self.expr(&binding.value, scope)?;
            self.name_value(&binding.pattern, &value, binding.span);
            result = bind(&binding.pattern, value, result, binding.value.span)?;
        }
        Ok(result)
    }

    /// Records the name of a relation, for explanations.
    fn name_value(&mut self, pattern: &Pattern, value: &Value<'a>, span: Span) {
        let is_standard = self.files.get(usize::from(span.file)).is_some_and(|file| file.is_standard);
        if let (Pattern::One(Some(name)), Value::Relation(node)) = (pattern, value) {
            self.dag.name(*node, name, is_standard);
        }
    }

    /// The value of an expression.
    fn expr(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Checked<Value<'a>> {
        self.steps += 1;
        if self.steps > MAX_EXPRESSIONS {
            return Err(Fault::new(expr.span, "the model is too large once its functions are expanded"));
        }
        let value = match &expr.kind {
            ExprKind::Name(name) => {
                self.dag.here = expr.span;
                return self.lookup(name, expr.span, scope);
            }
            ExprKind::Zero => Value::Zero,
            ExprKind::Universe => Value::Set(self.dag.add(Op::AllEvents)),
            ExprKind::Infix(operator, operands) => return self.infix(*operator, operands, expr.span, scope),
            ExprKind::Unary(operator, operand) => return self.unary(*operator, operand, expr.span, scope),
            ExprKind::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|part| self.expr(part, scope)).collect::<Checked<_>>()?)
            }
            ExprKind::Apply(function, argument) => return self.apply(function, argument, expr.span, scope),
            ExprKind::Function(pattern, body) => {
                let is_standard = self.files.get(usize::from(expr.span.file)).is_some_and(|file| file.is_standard);
                self.check_names(body, pattern, scope)?;
                Value::Function(Rc::new(Function::Defined { pattern, body, scope: scope.clone(), is_standard }))
            }
            ExprKind::Let { recursive, bindings, body } => {
                let inner = self.bindings(*recursive, bindings, scope)?;
                return self.expr(body, &inner);
            }
            ExprKind::Try(first, otherwise) => match self.expr(first, scope) {
                Err(fault) if fault.reason == Reason::Undefined => return self.expr(otherwise, scope),
                result => return result,
            },
        };
        Ok(value)
    }

    /// The value of a name: its definition, or else the predefined set, relation or function.
    fn lookup(&mut self, name: &str, span: Span, scope: &Scope<'a>) -> Checked<Value<'a>> {
        if let Some(value) = scope.get(name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.base(name) {
            return Ok(value);
        }
        let mut fault = Fault::new(span, format!("`{name}` is not defined")).reason(Reason::Undefined);
        let mut known: Vec<String> = base::names().chain(["domain", "range"]).map(str::to_owned).collect();
        known.extend(scope.names().map(str::to_owned));
        if let Some(nearest) = nearest(name, &known) {
            fault = fault.help(format!("did you mean `{nearest}`?"));
        }
        Err(fault)
    }

    /// The predefined set, relation or function of that name.
    fn base(&mut self, name: &str) -> Option<Value<'a>> {
        Some(match name {
            "domain" => Value::Function(Rc::new(Function::BuiltIn(BuiltIn::Domain))),
            "range" => Value::Function(Rc::new(Function::BuiltIn(BuiltIn::Range))),
            "id" => {
                let all = self.dag.add(Op::AllEvents);
                Value::Relation(self.dag.identity(all))
            }
            "int" => {
                let external = self.dag.add(Op::Relation(BaseRelation::External));
                Value::Relation(self.dag.complement(external))
            }
            _ => match (BaseRelation::named(name), BaseSet::named(name)) {
                (Some(relation), _) => Value::Relation(self.dag.add(Op::Relation(relation))),
                (None, Some(set)) => Value::Set(self.dag.add(Op::Set(set))),
                (None, None) => return None,
            },
        })
    }

    /// Looks up the names in a function's body when it is defined, not only when it is used.
    fn check_names(&mut self, body: &'a Expr, pattern: &'a Pattern, scope: &Scope<'a>) -> Checked<()> {
        let inner = unknowns(pattern, scope.clone());
        self.check_names_in(body, &inner)
    }

    fn check_names_in(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Checked<()> {
        match &expr.kind {
            ExprKind::Name(name) => self.lookup(name, expr.span, scope).map(|_| ()),
            ExprKind::Zero | ExprKind::Universe => Ok(()),
            ExprKind::Infix(_, operands) | ExprKind::Tuple(operands) => {
                operands.iter().try_for_each(|operand| self.check_names_in(operand, scope))
            }
            ExprKind::Unary(_, operand) => self.check_names_in(operand, scope),
            ExprKind::Apply(function, argument) => {
                self.check_names_in(function, scope)?;
                self.check_names_in(argument, scope)
            }
            ExprKind::Function(pattern, body) => self.check_names(body, pattern, scope),
            ExprKind::Let { recursive, bindings, body } => {
                let inner = bindings.iter().fold(scope.clone(), |inner, binding| unknowns(&binding.pattern, inner));
                let outer = if *recursive { &inner } else { scope };
                bindings.iter().try_for_each(|binding| self.check_names_in(&binding.value, outer))?;
                self.check_names_in(body, &inner)
            }
            // Names in a `try` may be undefined.
            ExprKind::Try(_, otherwise) => self.check_names_in(otherwise, scope),
        }
    }

    fn apply(&mut self, function: &'a Expr, argument: &'a Expr, span: Span, scope: &Scope<'a>) -> Checked<Value<'a>> {
        let called = match self.expr(function, scope)? {
            Value::Function(called) => called,
            other => {
                return Err(Fault::new(function.span, format!("expected a function, found {}", other.described()))
                    .help("an expression directly before a name or a parenthesis is a function call: is an operator missing?"));
            }
        };
        let value = self.expr(argument, scope)?;
        match &*called {
            Function::BuiltIn(built_in) => {
                let relation = self.as_relation(value, argument)?;
                self.dag.here = span;
                Ok(Value::Set(match built_in {
                    BuiltIn::Domain => self.dag.domain(relation),
                    BuiltIn::Range => self.dag.range(relation),
                }))
            }
            Function::Defined { pattern, body, scope: inner, is_standard } => {
                if self.calls >= MAX_CALL_DEPTH {
                    return Err(Fault::new(span, "calls of functions are nested too deeply"));
                }
                self.calls += 1;
                let inner = bind(pattern, value, inner.clone(), argument.span)?;
                let result = self.expr(body, &inner);
                self.calls -= 1;
                result.map_err(|fault| blame_caller(fault, *is_standard, span))
            }
        }
    }

    fn infix(&mut self, operator: Infix, operands: &'a [Expr], span: Span, scope: &Scope<'a>) -> Checked<Value<'a>> {
        let values = operands.iter().map(|operand| self.expr(operand, scope)).collect::<Checked<Vec<_>>>()?;
        match operator {
            Infix::Seq => {
                let relations = self.as_relations(values, operands)?;
                self.dag.here = span;
                Ok(Value::Relation(self.fold(&relations, Dag::seq)))
            }
            Infix::Cross => {
                let sets = self.as_sets(values, operands)?;
                self.dag.here = span;
                Ok(Value::Relation(self.fold(&sets, Dag::cross)))
            }
            Infix::Union | Infix::Intersection | Infix::Difference => self.same_kind(operator, values, operands, span),
        }
    }

    /// An operator that is defined for two sets and for two relations.
    fn same_kind(
        &mut self,
        operator: Infix,
        values: Vec<Value<'a>>,
        operands: &'a [Expr],
        span: Span,
    ) -> Checked<Value<'a>> {
        let first = values.iter().find(|value| !matches!(value, Value::Zero));
        match first {
            None => Ok(Value::Zero),
            Some(Value::Set(_)) => {
                let sets = self.as_sets(values, operands)?;
                self.dag.here = span;
                Ok(Value::Set(match operator {
                    Infix::Union => self.fold(&sets, Dag::set_union),
                    Infix::Intersection => self.fold(&sets, Dag::set_intersection),
                    _ => self.fold(&sets, Dag::set_difference),
                }))
            }
            Some(_) => {
                let relations = self.as_relations(values, operands)?;
                self.dag.here = span;
                Ok(Value::Relation(match operator {
                    Infix::Union => self.dag.union(&relations),
                    Infix::Intersection => self.fold(&relations, Dag::intersection),
                    _ => self.fold(&relations, Dag::difference),
                }))
            }
        }
    }

    fn fold(&mut self, operands: &[NodeId], join: fn(&mut Dag, NodeId, NodeId) -> NodeId) -> NodeId {
        // There are at least two operands.
        let mut result = operands[0];
        for &operand in &operands[1..] {
            result = join(&mut self.dag, result, operand);
        }
        result
    }

    fn unary(&mut self, operator: Unary, operand: &'a Expr, span: Span, scope: &Scope<'a>) -> Checked<Value<'a>> {
        let value = self.expr(operand, scope)?;
        if operator == Unary::Complement
            && let Value::Set(set) = value
        {
            self.dag.here = span;
            let all = self.dag.add(Op::AllEvents);
            return Ok(Value::Set(self.dag.set_difference(all, set)));
        }
        if operator == Unary::Identity {
            let set = self.as_set(value, operand)?;
            self.dag.here = span;
            return Ok(Value::Relation(self.dag.identity(set)));
        }
        let relation = self.as_relation(value, operand)?;
        self.dag.here = span;
        Ok(Value::Relation(match operator {
            Unary::Plus => self.dag.plus(relation),
            Unary::Star => {
                let plus = self.dag.plus(relation);
                self.dag.optional(plus)
            }
            Unary::Optional => self.dag.optional(relation),
            Unary::Inverse => self.dag.inverse(relation),
            Unary::Complement | Unary::Identity => self.dag.complement(relation),
        }))
    }

    fn as_relation(&mut self, value: Value<'a>, expr: &Expr) -> Checked<NodeId> {
        match value {
            Value::Relation(node) => Ok(node),
            Value::Zero => Ok(self.dag.add(Op::Nothing)),
            other => Err(mismatch(expr, "a relation", &other)),
        }
    }

    fn as_set(&mut self, value: Value<'a>, expr: &Expr) -> Checked<NodeId> {
        match value {
            Value::Set(node) => Ok(node),
            Value::Zero => Ok(self.dag.add(Op::NoEvents)),
            other => Err(mismatch(expr, "a set", &other)),
        }
    }

    fn as_relations(&mut self, values: Vec<Value<'a>>, exprs: &[Expr]) -> Checked<Vec<NodeId>> {
        values.into_iter().zip(exprs).map(|(value, expr)| self.as_relation(value, expr)).collect()
    }

    fn as_sets(&mut self, values: Vec<Value<'a>>, exprs: &[Expr]) -> Checked<Vec<NodeId>> {
        values.into_iter().zip(exprs).map(|(value, expr)| self.as_set(value, expr)).collect()
    }
}

/// Moves an error inside a function of `stdlib.cat` to the call.
fn blame_caller(mut fault: Box<Fault>, is_standard: bool, call: Span) -> Box<Fault> {
    if is_standard {
        fault.span = call;
    }
    fault
}

fn mismatch(expr: &Expr, expected: &str, found: &Value<'_>) -> Box<Fault> {
    let fault = Fault::new(expr.span, format!("expected {expected}, found {}", found.described()));
    match (found, &expr.kind) {
        (Value::Set(_), ExprKind::Name(name)) => {
            fault.help(format!("`[{name}]` is the relation of each event in `{name}` with itself"))
        }
        (Value::Set(_), _) => fault.help("`[S]` is the relation of each event in the set `S` with itself"),
        (Value::Relation(_), _) => {
            fault.help("`domain(r)` and `range(r)` are the sets of events that a relation leads from and to")
        }
        (Value::Function(_), _) => fault.help("a function needs its argument: `f(x)`"),
        _ => fault,
    }
}

/// The scope extended by the names of a pattern, bound to the parts of a value.
fn bind<'a>(pattern: &'a Pattern, value: Value<'a>, scope: Scope<'a>, span: Span) -> Checked<Scope<'a>> {
    match pattern {
        Pattern::One(None) => Ok(scope),
        Pattern::One(Some(name)) => Ok(scope.with(name, value)),
        Pattern::Tuple(names) => match value {
            Value::Tuple(parts) if parts.len() == names.len() => {
                let named = names.iter().zip(parts).filter_map(|(name, part)| Some((name.as_ref()?, part)));
                Ok(named.fold(scope, |scope, (name, part)| scope.with(name, part)))
            }
            Value::Tuple(parts) => {
                let message = format!("expected {} values in parentheses, found {}", names.len(), parts.len());
                Err(Fault::new(span, message))
            }
            other => {
                let message = format!("expected {} values in parentheses, found {}", names.len(), other.described());
                Err(Fault::new(span, message))
            }
        },
    }
}

/// The scope with the names of a pattern, of which nothing else is known.
fn unknowns<'a>(pattern: &'a Pattern, scope: Scope<'a>) -> Scope<'a> {
    match pattern {
        Pattern::One(name) => name.iter().fold(scope, |scope, name| scope.with(name, Value::Zero)),
        Pattern::Tuple(names) => names.iter().flatten().fold(scope, |scope, name| scope.with(name, Value::Zero)),
    }
}

/// The candidate with the smallest edit distance from the name, if that is small.
fn nearest<'n>(name: &str, candidates: &'n [String]) -> Option<&'n str> {
    let allowed = 1 + name.chars().count() / 4;
    candidates
        .iter()
        .map(|other| (distance(name, other), other.as_str()))
        .min()
        .filter(|&(d, _)| d <= allowed)
        .map(|(_, other)| other)
}

/// The edit distance: the number of characters to change, add or remove. Case is ignored.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
