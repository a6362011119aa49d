//! Reachability: only what the program can reach is lowered, so that unused parts of headers and libraries may contain
//! anything.

use rustc_hash::FxHashSet;

use super::{Linked, Target};
use crate::lower::analysis::escape::callee;
use crate::lower::exceptions::throws::Throws;
use crate::text::constant::{ConstantValue, Expression};
use crate::text::ids::{ConstantId, SymbolId};
use crate::text::instr::{Callee, InstructionKind, Operand};

/// The reachable functions and variables, each in the order of the modules.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    pub functions: Vec<usize>,
    pub objects: Vec<usize>,
    /// Reachable functions and variables that no module defines.
    pub externals: Vec<usize>,
    /// External functions whose addresses are taken.
    pub taken: Vec<usize>,
    /// Functions with a body whose addresses are taken.
    pub taken_functions: Vec<usize>,
}

/// Finds everything that is reachable from the roots, without landing pads of calls that cannot throw.
pub(crate) fn reach(linked: &Linked<'_>, roots: &[usize], throws: &Throws) -> Reached {
    let mut search = Search {
        linked,
        throws,
        seen: FxHashSet::default(),
        targets: FxHashSet::default(),
        taken: FxHashSet::default(),
        taken_functions: FxHashSet::default(),
        open: Vec::new(),
    };
    roots.iter().for_each(|root| search.target(Target::Function(*root)));
    while let Some(target) = search.open.pop() {
        search.visit(target);
    }
    let mut reached = Reached::default();
    for target in search.targets {
        match target {
            Target::Function(index) => reached.functions.push(index),
            Target::Object(index) => reached.objects.push(index),
            Target::ExternalFunction(index) | Target::ExternalObject(index) => reached.externals.push(index),
            Target::Alias(..) | Target::Ifunc(..) => {}
        }
    }
    reached.functions.sort_unstable();
    reached.objects.sort_unstable();
    reached.externals.sort_unstable();
    reached.taken = search.taken.into_iter().collect();
    reached.taken.sort_unstable();
    reached.taken_functions = search.taken_functions.into_iter().collect();
    reached.taken_functions.sort_unstable();
    reached
}

struct Search<'a, 'm> {
    linked: &'a Linked<'m>,
    throws: &'a Throws,
    /// Constants that were visited, with their modules.
    seen: FxHashSet<(usize, ConstantId)>,
    targets: FxHashSet<Target>,
    taken: FxHashSet<usize>,
    taken_functions: FxHashSet<usize>,
    open: Vec<Target>,
}

impl Search<'_, '_> {
    fn target(&mut self, target: Target) {
        if self.targets.insert(target) {
            self.open.push(target);
        }
    }

    fn symbol(&mut self, module: usize, symbol: SymbolId) {
        let target = self.linked.target(module, symbol);
        match target {
            Target::ExternalFunction(index) => drop(self.taken.insert(index)),
            Target::Function(index) => drop(self.taken_functions.insert(index)),
            _ => {}
        }
        self.target(target);
    }

    fn visit(&mut self, target: Target) {
        match target {
            Target::Function(index) => {
                let (module, function) = self.linked.function(index);
                let live = self.throws.live_blocks(self.linked, module, function);
                for instruction in live.iter().flat_map(|block| &function.blocks[block].instructions) {
                    // Annotations for debuggers and compilers are no uses.
                    if let InstructionKind::Call(call) = &instruction.kind
                        && self.linked.modules[module].callee_name(&call.callee).is_some_and(is_annotation)
                    {
                        continue;
                    }
                    let call = instruction.kind.call();
                    let direct = call.and_then(|call| callee(self.linked, module, &self.linked.modules[module], call));
                    let called = match (call.map(|call| &call.callee), direct) {
                        (Some(Callee::Value(operand)), Some(target)) => {
                            self.target(target);
                            Some(*operand)
                        }
                        _ => None,
                    };
                    // The callee comes first.
                    let mut first = called.is_some();
                    instruction.kind.for_each_operand(|operand| {
                        let is_callee = std::mem::replace(&mut first, false) && called == Some(operand);
                        if let (Operand::Constant(id), false) = (operand, is_callee) {
                            self.constant(module, id);
                        }
                    });
                }
            }
            Target::Object(index) => {
                let (module, object) = self.linked.object(index);
                object.initializer.iter().for_each(|id| self.constant(module, *id));
            }
            Target::Alias(module, id) => {
                let target = self.linked.modules[module].aliases[id.index()].target;
                self.constant(module, target);
            }
            Target::Ifunc(..) | Target::ExternalFunction(_) | Target::ExternalObject(_) => {}
        }
    }

    /// Visits a constant and its parts.
    fn constant(&mut self, module: usize, id: ConstantId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let constant = self.linked.modules[module].constant(id);
            match &constant.value {
                ConstantValue::Symbol(symbol)
                | ConstantValue::NoCfi(symbol)
                | ConstantValue::DsoLocalEquivalent(symbol) => self.symbol(module, *symbol),
                ConstantValue::Aggregate(parts) | ConstantValue::PtrAuth(parts) if self.seen.insert((module, id)) => {
                    open.extend(parts.iter());
                }
                ConstantValue::Splat(part) => open.push(*part),
                ConstantValue::Expression(expression) if self.seen.insert((module, id)) => {
                    parts(expression, &mut open);
                }
                _ => {}
            }
        }
    }
}

/// Whether this is an intrinsic without an effect at run time.
pub(crate) fn is_annotation(name: &str) -> bool {
    name.starts_with("llvm.var.annotation") || name.starts_with("llvm.dbg.")
}

fn parts(expression: &Expression, open: &mut Vec<ConstantId>) {
    match expression {
        Expression::GetElementPtr { base, indices, .. } => {
            open.push(*base);
            open.extend(indices.iter());
        }
        Expression::Cast { value, .. } => open.push(*value),
        Expression::Binary { operands, .. }
        | Expression::Icmp { operands, .. }
        | Expression::Fcmp { operands, .. }
        | Expression::ExtractElement(operands) => open.extend(operands),
        Expression::Select(operands) | Expression::InsertElement(operands) | Expression::ShuffleVector(operands) => {
            open.extend(operands);
        }
    }
}
