//! Escape analysis: which stack slots other threads may access.
//!
//! A slot escapes if its address may be stored where another function or thread can find it: in memory that is not a
//! slot of the same function, in a slot that escapes, or by a function that lets it escape. Slots that do not escape
//! are private to the thread, and accesses to them are no events.
//!
//! It is a points-to analysis. Values point to *roots*: the slots of the function, two for each parameter (what it points to,
//! and all memory reachable from there), and one for everything else. The analysis is flow-insensitive and has one set of
//! pointers for the whole content of a slot. Functions are summarised by the parameters that they let escape; the
//! summaries are computed to a common fixed point.

use super::address::{self, Bulk};
use super::bits::Bits;
use super::cfg::Cfg;
use crate::libc::Library;
use crate::lower::asm;
use crate::lower::link::{Linked, Target};
use crate::text::ids::LocalId;
use crate::text::instr::{Call, Callee, InlineAsm, Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Module};

/// The summary of a parameter: what the function may do with a pointer that it receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fate {
    /// The pointer escapes.
    escapes: bool,
    /// Pointers in the memory that it points to escape.
    content_escapes: bool,
}

impl Fate {
    const UNKNOWN: Fate = Fate { escapes: true, content_escapes: true };
}

/// By function: the slots that escape.
#[derive(Debug)]
pub(crate) struct Escapes {
    escaping: Vec<Bits>,
    /// By function: slots that do not escape, and those that may hold their addresses.
    holders: Vec<Vec<(LocalId, LocalId)>>,
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
        let mut holders = vec![Vec::new(); count];
        // Reversed, so that the first is popped first: callees usually precede their callers in the text, and should be
        // analysed before them.
        let mut worklist: Vec<usize> = functions.iter().rev().copied().collect();
        let mut queued = Bits::new(count);
        for function in &worklist {
            queued.insert(*function);
        }
        while let Some(function) = worklist.pop() {
            queued.remove(function);
            let Some(cfg) = &cfgs[function] else { unreachable!("every reached function has a control-flow graph") };
            let (escaping_slots, holding, parameters) = PointsTo::of(linked, function, cfg, &fates);
            escaping[function] = escaping_slots;
            holders[function] = holding;
            if parameters != fates[function] {
                fates[function] = parameters;
                worklist.extend(callers[function].iter().filter(|caller| queued.insert(**caller)));
            }
        }
        Escapes { escaping, holders }
    }

    /// Whether other threads may access a slot, or the copy that a `byval` parameter points to.
    pub fn escapes(&self, function: usize, slot: LocalId) -> bool {
        self.escaping[function].contains(slot.index())
    }

    /// The slots of a function that may hold the address of one that does not escape.
    pub fn holders(&self, function: usize, slot: LocalId) -> impl Iterator<Item = LocalId> + '_ {
        self.holders[function].iter().filter(move |(held, _)| *held == slot).map(|(_, holder)| *holder)
    }
}

/// The functions with a body that a function calls directly.
fn callees(linked: &Linked<'_>, function: usize) -> Vec<usize> {
    let (number, function) = linked.function(function);
    let module = &linked.modules[number];
    let calls = function.blocks.iter().flat_map(|block| &block.instructions).filter_map(|it| it.kind.call());
    calls
        .filter_map(|call| match callee(linked, number, module, call) {
            Some(Target::Function(index)) => Some(index),
            _ => None,
        })
        .collect()
}

/// Maximum number of aliases on the way to a function; the bound ends cycles.
const MAX_ALIAS_STEPS: usize = 16;

/// The target of a call in module `number`; `None` if it is not known.
pub(crate) fn callee(linked: &Linked<'_>, number: usize, module: &Module, call: &Call) -> Option<Target> {
    let Callee::Value(operand) = &call.callee else { return None };
    let mut module = module;
    let mut number = number;
    let mut operand = *operand;
    for _ in 0..MAX_ALIAS_STEPS {
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

/// The root of everything else: global variables, the heap, memory of callers.
const UNKNOWN_ROOT: usize = 0;

/// What the values of one function may point to. The sets grow until nothing changes.
struct PointsTo<'a, 'm> {
    linked: &'a Linked<'m>,
    /// The index of `module`.
    number: usize,
    module: &'m Module,
    function: &'m Function,
    /// By function and parameter: the summaries so far.
    fates: &'a [Vec<Fate>],
    /// By local: the slot's root, if the local is the address of a slot (an `alloca` or a `byval` parameter).
    slots: Vec<Option<usize>>,
    /// The first root that belongs to a parameter. Those before it are the unknown root and the slots.
    first_parameter: usize,
    /// By local: the roots it may point to.
    values: Vec<Bits>,
    /// By root: the roots its content may point to.
    contents: Vec<Bits>,
    escaping: Bits,
    changed: bool,
}

impl<'a, 'm> PointsTo<'a, 'm> {
    /// Analyses a function: the slots that escape, those that hold the addresses of others, and the fates of its parameters.
    fn of(
        linked: &'a Linked<'m>,
        index: usize,
        cfg: &Cfg,
        fates: &'a [Vec<Fate>],
    ) -> (Bits, Vec<(LocalId, LocalId)>, Vec<Fate>) {
        let (number, function) = linked.function(index);
        let module = &linked.modules[number];
        let parameters = function.parameters.len();
        let mut slots = vec![None; function.locals.len()];
        let mut count = 1;
        let mut add_root = |slot: LocalId| {
            slots[slot.index()] = Some(count);
            count += 1;
        };
        for (parameter, attributes) in function.parameters.iter().enumerate() {
            if module.has_attribute(*attributes, "byval") {
                add_root(LocalId::new(parameter));
            }
        }
        for block in &cfg.order {
            for instruction in &function.blocks[*block].instructions {
                if let (InstructionKind::Alloca { .. }, Some(slot)) = (&instruction.kind, instruction.result) {
                    add_root(slot);
                }
            }
        }
        let (first_parameter, count) = (count, count + 2 * parameters);
        let mut flow = PointsTo {
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
        flow.initialise(count);
        while flow.changed {
            flow.changed = false;
            for block in &cfg.order {
                for instruction in &function.blocks[*block].instructions {
                    flow.instruction(instruction);
                }
            }
            flow.close_escaping();
        }
        let mut escaping = Bits::new(function.locals.len());
        for (local, root) in flow.slots.iter().enumerate() {
            if root.is_some_and(|root| flow.escaping.contains(root)) {
                escaping.insert(local);
            }
        }
        let fate = |parameter: usize| Fate {
            escapes: flow.escaping.contains(flow.parameter_root(parameter)),
            content_escapes: flow.escaping.contains(flow.content_root(parameter)),
        };
        (escaping, flow.holders(), (0..parameters).map(fate).collect())
    }

    /// Slots that do not escape, each with a slot that may hold its address.
    fn holders(&self) -> Vec<(LocalId, LocalId)> {
        let slots = || self.slots.iter().enumerate().filter_map(|(local, root)| Some((LocalId::new(local), (*root)?)));
        let mut holders = Vec::new();
        for (holder, root) in slots() {
            let held =
                slots().filter(|(_, held)| self.contents[root].contains(*held) && !self.escaping.contains(*held));
            holders.extend(held.map(|(slot, _)| (slot, holder)));
        }
        holders
    }

    /// The root of what a parameter points to.
    fn parameter_root(&self, parameter: usize) -> usize {
        self.first_parameter + 2 * parameter
    }

    /// The root of all memory that is reachable from what a parameter points to.
    fn content_root(&self, parameter: usize) -> usize {
        self.parameter_root(parameter) + 1
    }

    /// What is known before any instruction; `count` is the number of roots.
    fn initialise(&mut self, count: usize) {
        for local in 0..self.slots.len() {
            if let Some(root) = self.slots[local] {
                self.values[local].insert(root);
            }
        }
        for parameter in 0..self.function.parameters.len() {
            let (target, content) = (self.parameter_root(parameter), self.content_root(parameter));
            self.contents[target].insert(content);
            self.contents[content].insert(content);
            match self.slots[parameter] {
                // A `byval` parameter points to a copy, a slot of this function; the copied pointers are those of the caller.
                Some(slot) => self.contents[slot].insert(content),
                None => self.values[parameter].insert(target),
            };
        }
        for root in (self.first_parameter..count).chain([UNKNOWN_ROOT]) {
            self.contents[root].insert(UNKNOWN_ROOT);
        }
    }

    /// The roots an operand may point to.
    fn points_to(&self, operand: Operand) -> Bits {
        match operand {
            Operand::Local(local) => self.values[local.index()].clone(),
            // Integers do not point anywhere.
            Operand::Constant(id) if address::integer(self.module, id).is_some() => Bits::new(self.contents.len()),
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> Bits {
        let mut roots = Bits::new(self.contents.len());
        roots.insert(UNKNOWN_ROOT);
        roots
    }

    /// A local may point to these roots.
    fn assign(&mut self, local: Option<LocalId>, roots: &Bits) {
        if let Some(local) = local {
            self.changed |= self.values[local.index()].unite(roots);
        }
    }

    fn escape(&mut self, roots: &Bits) {
        self.changed |= self.escaping.unite(roots);
    }

    /// The roots that a pointer may point to that is loaded from these roots.
    fn load(&self, roots: &Bits) -> Bits {
        let mut loaded = Bits::new(self.contents.len());
        for root in roots.iter() {
            loaded.unite(&self.contents[root]);
        }
        loaded
    }

    /// Stores pointers to the roots `stored` in the roots `target`.
    fn store(&mut self, target: &Bits, stored: &Bits) {
        let is_slot = |root: usize| root != UNKNOWN_ROOT && root < self.first_parameter;
        // A pointer that is stored outside of the function's own slots escapes.
        if target.is_empty() || !target.iter().all(is_slot) {
            self.changed |= self.escaping.unite(stored);
        }
        for root in target.iter().filter(|&root| is_slot(root)) {
            self.changed |= self.contents[root].unite(stored);
        }
    }

    /// The content of an escaping slot escapes, too.
    fn close_escaping(&mut self) {
        loop {
            let content = self.load(&self.escaping);
            if !self.escaping.unite(&content) {
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
                let loaded = self.load(&self.points_to(*pointer));
                self.assign(result, &loaded);
            }
            Store { value, pointer, .. } => self.store(&self.points_to(*pointer), &self.points_to(*value)),
            CmpXchg(it) => {
                let pointer = self.points_to(it.pointer);
                self.store(&pointer, &self.points_to(it.new));
                let loaded = self.load(&pointer);
                self.assign(result, &loaded);
            }
            AtomicRmw { pointer, value, .. } => {
                let pointer = self.points_to(*pointer);
                self.store(&pointer, &self.points_to(*value));
                let loaded = self.load(&pointer);
                self.assign(result, &loaded);
            }
            Ret(Some(value)) => self.escape(&self.points_to(*value)),
            Call(call) | Invoke { call, .. } | CallBr { call, .. } => self.call(call, result),
            VaArg { .. } => {
                let unknown = self.unknown();
                self.assign(result, &unknown);
            }
            kind => {
                // Any other result is computed from the operands.
                let mut roots = Bits::new(self.contents.len());
                kind.for_each_operand(|operand| {
                    roots.unite(&self.points_to(operand));
                });
                self.assign(result, &roots);
            }
        }
    }

    /// Assembly may store its arguments, and whatever they point to, anywhere it has an address of.
    fn assembly(&mut self, call: &Call, asm: &InlineAsm, result: Option<LocalId>) {
        let kept = asm::kept(asm, call.arguments.len());
        let mut addresses = Bits::new(self.contents.len());
        let mut values = Bits::new(self.contents.len());
        for (argument, kept) in call.arguments.iter().zip(kept) {
            let roots = self.points_to(argument.value);
            addresses.unite(&roots);
            values.unite(&self.load(&roots));
            // Others are only used as addresses.
            if kept {
                values.unite(&roots);
            }
        }
        if !asm.template.is_empty() {
            self.store(&addresses, &values);
        }
        self.assign(result, &values);
    }

    fn call(&mut self, call: &Call, result: Option<LocalId>) {
        let name = self.module.callee_name(&call.callee).unwrap_or("");
        if let Callee::Asm(asm) = &call.callee {
            return self.assembly(call, asm, result);
        }
        if name.starts_with("llvm.") {
            match address::bulk(self.module, call) {
                Some(Bulk::Copy { to, from, .. }) => {
                    let content = self.load(&self.points_to(from));
                    self.store(&self.points_to(to), &content);
                }
                None if name.starts_with("llvm.va_copy") => {
                    if let [to, from] = &call.arguments[..] {
                        let content = self.load(&self.points_to(from.value));
                        self.store(&self.points_to(to.value), &content);
                    }
                }
                _ => {
                    for argument in &call.arguments {
                        let roots = self.points_to(argument.value);
                        self.assign(result, &roots);
                    }
                }
            }
            return;
        }
        let target = callee(self.linked, self.number, self.module, call);
        for (index, argument) in call.arguments.iter().enumerate() {
            let roots = self.points_to(argument.value);
            let fate = match target {
                _ if self.module.has_attribute(argument.attributes, "byval") => {
                    Fate { escapes: false, content_escapes: true }
                }
                Some(Target::Function(function)) => {
                    // Variadic arguments have no parameter.
                    self.fates[function].get(index).copied().unwrap_or(Fate::UNKNOWN)
                }
                Some(Target::ExternalFunction(_)) => {
                    Fate { escapes: external_escapes(name, index), content_escapes: true }
                }
                _ => Fate::UNKNOWN,
            };
            if fate.escapes {
                self.escape(&roots);
            }
            if fate.content_escapes {
                let content = self.load(&roots);
                self.escape(&content);
            }
        }
        let unknown = self.unknown();
        self.assign(result, &unknown);
    }
}

/// Whether an external function lets this argument escape.
fn external_escapes(name: &str, argument: usize) -> bool {
    let Some(operation) = name.strip_prefix("__atomic_") else {
        return Library::lets_escape(name, argument);
    };
    match operation {
        "load" | "store" | "exchange" | "compare_exchange" | "is_lock_free" => false,
        // `__atomic_compare_exchange_N` takes the object and the expected value by address, the desired value directly.
        _ if operation.starts_with("compare_exchange_") => argument == 2,
        _ => argument != 0,
    }
}
