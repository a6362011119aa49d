//! Escape analysis: which stack slots other threads may access.
//!
//! A slot escapes if its address may be stored where another function or thread can find it: in memory that is not a
//! slot of the same function, in a slot that escapes, or by a function that lets it escape. Slots that do not escape
//! are private to the thread, and accesses to them are no events.
//!
//! Values point to *roots*: slots, what parameters point to, and what is found in memory behind a parameter. The
//! analysis is flow-insensitive and treats the content of a slot as one. Functions are summarised by the parameters
//! they let escape, and the summaries are computed to a common fixed point.

use super::address::{self, Bulk};
use super::bits::Bits;
use super::cfg::Cfg;
use crate::libc::Library;
use crate::lower::asm;
use crate::lower::link::{Linked, Target};
use crate::text::ids::LocalId;
use crate::text::instr::{Call, Callee, InlineAsm, Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// What a function may do with a pointer that it receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fate {
    /// The pointer escapes.
    escapes: bool,
    /// Pointers in the memory that it points to escape.
    content_escapes: bool,
}

/// By function: the slots that escape.
#[derive(Debug)]
pub(crate) struct Escapes {
    escaping: Vec<Bits>,
}

impl Escapes {
    /// Analyses these functions, which call only each other and external ones.
    pub fn new(linked: &Linked<'_>, functions: &[usize], cfgs: &[Option<Cfg>]) -> Escapes {
        let count = linked.function_count();
        let mut fates: Vec<Vec<Fate>> =
            (0..count).map(|index| vec![Fate::default(); linked.function(index).1.parameters.len()]).collect();
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
        for &function in functions {
            for callee in callees(linked, function) {
                if callers[callee].last() != Some(&function) {
                    callers[callee].push(function);
                }
            }
        }
        let mut escaping = vec![Bits::default(); count];
        let mut waiting = Bits::new(count);
        // The last first: callees usually precede their callers in the text, and should be analysed before them.
        let mut open: Vec<usize> = functions.iter().rev().copied().collect();
        for function in &open {
            waiting.insert(*function);
        }
        while let Some(function) = open.pop() {
            waiting.remove(function);
            let Some(cfg) = &cfgs[function] else { unreachable!("every reached function has a control-flow graph") };
            let (found, fate) = Flow::of(linked, function, cfg, &fates);
            escaping[function] = found;
            if fate != fates[function] {
                fates[function] = fate;
                open.extend(callers[function].iter().filter(|caller| waiting.insert(**caller)));
            }
        }
        Escapes { escaping }
    }

    /// Whether a slot, or the copy behind a `byval` parameter, may become known to other threads.
    pub fn escapes(&self, function: usize, slot: LocalId) -> bool {
        self.escaping[function].contains(slot.index())
    }
}

/// The functions with a body that a function calls directly.
fn callees(linked: &Linked<'_>, function: usize) -> Vec<usize> {
    let (number, function) = linked.function(function);
    let module = &linked.modules[number];
    let calls = function.blocks.iter().flat_map(|block| &block.instructions).filter_map(|it| it.kind.call());
    calls.filter_map(|call| direct(linked, number, module, call)).collect()
}

fn direct(linked: &Linked<'_>, number: usize, module: &Module, call: &Call) -> Option<usize> {
    match callee(linked, number, module, call) {
        Some(Target::Function(index)) => Some(index),
        _ => None,
    }
}

/// The target of a call, if it is known.
pub(crate) fn callee(linked: &Linked<'_>, number: usize, module: &Module, call: &Call) -> Option<Target> {
    let Callee::Value(operand) = &call.callee else { return None };
    let mut module = module;
    let mut number = number;
    let mut operand = *operand;
    // Follows aliases of aliases; the bound ends cycles.
    for _ in 0..16 {
        let symbol = module.symbol_of(operand)?;
        match linked.target(number, module.by_name.get(&symbol.name).copied()?) {
            Target::Alias(home, alias) => {
                number = home;
                module = &linked.modules[home];
                operand = Operand::Constant(module.aliases[alias.index()].target);
            }
            target => return Some(target),
        }
    }
    None
}

/// The root of everything else: other memory, or no pointer at all.
const UNKNOWN_ROOT: usize = 0;

/// The flow of addresses in one function.
struct Flow<'a, 'm> {
    linked: &'a Linked<'m>,
    number: usize,
    module: &'m Module,
    function: &'m Function,
    fates: &'a [Vec<Fate>],
    /// By local: the root whose address it is.
    slots: Vec<Option<usize>>,
    /// The root of the first parameter's pointer. Each parameter has two: what it points to, and what is behind that.
    first_parameter: usize,
    /// By local: the roots it may point to.
    values: Vec<Bits>,
    /// By root: the roots its content may point to.
    contents: Vec<Bits>,
    escaping: Bits,
    changed: bool,
}

impl<'a, 'm> Flow<'a, 'm> {
    fn of(linked: &'a Linked<'m>, index: usize, cfg: &Cfg, fates: &'a [Vec<Fate>]) -> (Bits, Vec<Fate>) {
        let (number, function) = linked.function(index);
        let module = &linked.modules[number];
        let parameters = function.parameters.len();
        let mut slots = vec![None; function.locals.len()];
        let mut count = 1;
        let mut root = |slot: LocalId| {
            slots[slot.index()] = Some(count);
            count += 1;
        };
        for (parameter, attributes) in function.parameters.iter().enumerate() {
            if module.has_attribute(*attributes, "byval") {
                root(LocalId::new(parameter));
            }
        }
        for block in &cfg.order {
            for instruction in &function.blocks[*block].instructions {
                if let (InstructionKind::Alloca { .. }, Some(slot)) = (&instruction.kind, instruction.result) {
                    root(slot);
                }
            }
        }
        let (first_parameter, count) = (count, count + 2 * parameters);
        let mut flow = Flow {
            linked,
            number,
            module,
            function,
            fates,
            slots,
            first_parameter,
            values: vec![Bits::new(count); function.locals.len()],
            contents: vec![Bits::new(count); count],
            escaping: Bits::new(count),
            changed: true,
        };
        flow.begin(count);
        while flow.changed {
            flow.changed = false;
            for block in &cfg.order {
                for instruction in &function.blocks[*block].instructions {
                    flow.instruction(instruction);
                }
            }
            flow.close();
        }
        let mut escaping = Bits::new(function.locals.len());
        for (local, root) in flow.slots.iter().enumerate() {
            if root.is_some_and(|root| flow.escaping.contains(root)) {
                escaping.insert(local);
            }
        }
        let fate = |parameter: usize| Fate {
            escapes: flow.escaping.contains(first_parameter + 2 * parameter),
            content_escapes: flow.escaping.contains(first_parameter + 2 * parameter + 1),
        };
        (escaping, (0..parameters).map(fate).collect())
    }

    fn begin(&mut self, count: usize) {
        for local in 0..self.slots.len() {
            if let Some(root) = self.slots[local] {
                self.values[local].insert(root);
            }
        }
        for parameter in 0..self.function.parameters.len() {
            let itself = self.first_parameter + 2 * parameter;
            // All memory reachable from the second root is that root.
            self.contents[itself].insert(itself + 1);
            self.contents[itself + 1].insert(itself + 1);
            match self.slots[parameter] {
                // The copy is a slot that holds what the caller stored there.
                Some(root) => drop(self.contents[root].insert(itself + 1)),
                None => drop(self.values[parameter].insert(itself)),
            }
        }
        for root in (self.first_parameter..count).chain([UNKNOWN_ROOT]) {
            self.contents[root].insert(UNKNOWN_ROOT);
        }
    }

    /// The roots an operand may point to.
    fn points(&self, operand: Operand) -> Bits {
        match operand {
            Operand::Local(local) => self.values[local.index()].clone(),
            // Numbers do not point anywhere.
            Operand::Constant(id) if address::integer(self.module, id).is_some() => Bits::new(self.contents.len()),
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> Bits {
        let mut points = Bits::new(self.contents.len());
        points.insert(UNKNOWN_ROOT);
        points
    }

    fn flow_to(&mut self, local: Option<LocalId>, points: &Bits) {
        if let Some(local) = local {
            self.changed |= self.values[local.index()].unite(points);
        }
    }

    fn escape(&mut self, points: &Bits) {
        self.changed |= self.escaping.unite(points);
    }

    /// The roots that the content of these roots may point to.
    fn behind(&self, points: &Bits) -> Bits {
        let mut behind = Bits::new(self.contents.len());
        for root in points.iter() {
            behind.unite(&self.contents[root]);
        }
        behind
    }

    /// Stores pointers in these roots.
    fn put(&mut self, pointer: &Bits, points: &Bits) {
        // Storing outside of the function's own slots lets a pointer escape.
        if pointer.is_empty() || pointer.iter().any(|root| root == UNKNOWN_ROOT || root >= self.first_parameter) {
            self.escape(points);
        }
        for root in pointer.iter().filter(|root| *root != UNKNOWN_ROOT && *root < self.first_parameter) {
            self.changed |= self.contents[root].unite(points);
        }
    }

    /// The content of an escaping slot escapes, too.
    fn close(&mut self) {
        loop {
            let behind = self.behind(&self.escaping);
            if !self.escaping.unite(&behind) {
                break;
            }
            self.changed = true;
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        use InstructionKind::*;
        let result = instruction.result;
        match &instruction.kind {
            Alloca { .. } | Icmp { .. } | Fcmp { .. } => {}
            Load { pointer, .. } => {
                let found = self.behind(&self.points(*pointer));
                self.flow_to(result, &found);
            }
            Store { value, pointer, .. } => self.put(&self.points(*pointer), &self.points(*value)),
            CmpXchg(it) => {
                let pointer = self.points(it.pointer);
                self.put(&pointer, &self.points(it.new));
                let found = self.behind(&pointer);
                self.flow_to(result, &found);
            }
            AtomicRmw { pointer, value, .. } => {
                let pointer = self.points(*pointer);
                self.put(&pointer, &self.points(*value));
                let found = self.behind(&pointer);
                self.flow_to(result, &found);
            }
            Ret(Some(value)) => self.escape(&self.points(*value)),
            Call(call) | Invoke { call, .. } | CallBr { call, .. } => self.call(call, result),
            VaArg { .. } => {
                let unknown = self.unknown();
                self.flow_to(result, &unknown);
            }
            kind => {
                // Any other result is computed from the operands.
                let mut points = Bits::new(self.contents.len());
                kind.for_each_operand(|operand| {
                    points.unite(&self.points(operand));
                });
                self.flow_to(result, &points);
            }
        }
    }

    /// Assembly may store its arguments, and whatever they point to, anywhere it has an address of.
    fn assembly(&mut self, call: &Call, asm: &InlineAsm, result: Option<LocalId>) {
        let kept = asm::kept(asm, call.arguments.len());
        let mut addresses = Bits::new(self.contents.len());
        let mut values = Bits::new(self.contents.len());
        for (argument, kept) in call.arguments.iter().zip(kept) {
            let points = self.points(argument.value);
            addresses.unite(&points);
            values.unite(&self.behind(&points));
            if kept {
                values.unite(&points);
            }
        }
        if !asm.template.is_empty() {
            self.put(&addresses, &values);
        }
        self.flow_to(result, &values);
    }

    fn call(&mut self, call: &Call, result: Option<LocalId>) {
        let name = self.module.callee_name(&call.callee).unwrap_or("");
        if let Callee::Asm(asm) = &call.callee {
            return self.assembly(call, asm, result);
        }
        if name.starts_with("llvm.") {
            match address::bulk(self.module, call) {
                Some(Bulk::Copy { to, from, .. }) => {
                    let content = self.behind(&self.points(from));
                    self.put(&self.points(to), &content);
                }
                None if name.starts_with("llvm.va_copy") => {
                    if let [to, from] = &call.arguments[..] {
                        let content = self.behind(&self.points(from.value));
                        self.put(&self.points(to.value), &content);
                    }
                }
                _ => {
                    for argument in &call.arguments {
                        let points = self.points(argument.value);
                        self.flow_to(result, &points);
                    }
                }
            }
            return;
        }
        let target = callee(self.linked, self.number, self.module, call);
        for (index, argument) in call.arguments.iter().enumerate() {
            let points = self.points(argument.value);
            let fate = match target {
                _ if self.module.has_attribute(argument.attributes, "byval") => {
                    Fate { escapes: false, content_escapes: true }
                }
                Some(Target::Function(function)) => {
                    let unnamed = Fate { escapes: true, content_escapes: true };
                    self.fates[function].get(index).copied().unwrap_or(unnamed)
                }
                Some(Target::ExternalFunction(_)) => {
                    Fate { escapes: external_escapes(name, index), content_escapes: true }
                }
                _ => Fate { escapes: true, content_escapes: true },
            };
            if fate.escapes {
                self.escape(&points);
            }
            if fate.content_escapes {
                let content = self.behind(&points);
                self.escape(&content);
            }
        }
        let unknown = self.unknown();
        self.flow_to(result, &unknown);
    }
}

/// Whether an external function lets this argument escape.
fn external_escapes(name: &str, argument: usize) -> bool {
    let Some(operation) = name.strip_prefix("__atomic_") else {
        return Library::lets_escape(name, argument);
    };
    match operation {
        "load" | "store" | "exchange" | "compare_exchange" | "is_lock_free" => false,
        // The object and the expected value are passed by address; the desired value is passed directly.
        _ if operation.starts_with("compare_exchange_") => argument == 2,
        _ => argument != 0,
    }
}
