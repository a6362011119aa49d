//! The body of one function: a walk down the dominator tree that turns blocks of instructions into blocks of code, and
//! promoted stack slots into values.

mod arithmetic;
pub(crate) mod calls;
mod format;
mod instruction;
mod intrinsics;
mod libcalls;
mod memory;
mod pairs;
mod scopes;
mod spinning;
pub(crate) mod values;
mod variadic;

use std::rc::Rc;

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Origin, Reg, Region};

use crate::libc::{Resolution, is_atomic_function};
use crate::lower::analysis::address;
use crate::lower::analysis::bits::Bits;
use crate::lower::analysis::cfg::Cfg;
use crate::lower::analysis::escape::Escapes;
use crate::lower::analysis::forget;
use crate::lower::analysis::loops::{Loop, loops};
use crate::lower::analysis::scopes::Scopes;
use crate::lower::code::emit::emit;
use crate::lower::code::{Edge, End, FunctionCode};
use crate::lower::error::LowerError;
use crate::lower::exceptions;
use crate::lower::promote::phis::phis;
use crate::lower::promote::{Effect, Promotion};
use crate::lower::world::{World, is_standard_header};
use crate::text::attribute::Argument;
use crate::text::ids::{LocalId, TypeId};
use crate::text::instr::{self, Instruction, InstructionKind};
use crate::text::module::{Function, Module};
use values::width;

/// The words of a value.
pub(crate) type Operands = Rc<[Operand]>;

/// Added to an edge's target while that is still the index of a block of the module; replaced by a block of the code
/// once all blocks are lowered.
const MODULE_BLOCK_BASE: usize = 1 << 62;

/// The state of lowering one function.
pub(crate) struct Body<'w, 'm> {
    pub world: &'w mut World<'m>,
    /// The index of its module.
    pub number: usize,
    pub module: &'m Module,
    /// The index of the function in `Linked`.
    pub index: usize,
    pub function: &'m Function,
    pub cfg: &'w Cfg,
    pub promotion: Promotion,
    escapes: &'w Escapes,
    loops: Vec<Loop>,
    /// By function: whether it may start threads.
    starters: &'w Bits,
    pub code: FunctionCode,
    /// The block of the code that is being written.
    pub block: usize,
    /// The block of the module that is being read.
    pub reading: usize,
    /// The place in it of the instruction that is being lowered.
    pub index_in_block: usize,
    /// By block of the module: the first block of its code.
    places: Vec<Option<usize>>,
    /// By local: its value, once it is defined.
    pub values: Vec<Option<Operands>>,
    /// By promoted variable: its current value; `None` if undefined.
    variables: Vec<Option<Operand>>,
    /// The undo log of `variables`: previous values, restored when the walk leaves a subtree of the dominator tree.
    undo: Vec<(usize, Option<Operand>)>,
    /// By block of the module: the variables for which it has a phi.
    phis: Vec<Vec<usize>>,
    pub origin: Origin,
    /// The instruction that is being lowered.
    pub current: Option<&'m Instruction>,
    /// The thread-private stack slots, with their addresses.
    pub private: Vec<(LocalId, Operand)>,
    /// The stack slots whose lives do not last as long as the function.
    scopes: Scopes,
    /// The stack slots that are released when the function returns or ends its thread.
    releases: Vec<Operand>,
    /// Private cells with the addresses of dynamic stack slots (`alloca` outside of the entry block).
    pub dynamic: Vec<(LocalId, Operand)>,
    /// The address of the variable arguments that this function received.
    pub variable_arguments: Option<Operand>,
    /// Where this function stores the variable arguments of the calls it makes.
    pub argument_area: Option<Operand>,
    /// The exception of the last call; `None` if that call cannot throw. It is 0 after an ordinary return.
    pub exception: Option<Operand>,
    /// The block that returns an exception to the caller; its parameter is the exception.
    pub exception_exit: Option<usize>,
}

/// Lowers a function.
pub(crate) fn lower_function<'m>(
    world: &mut World<'m>,
    index: usize,
    cfg: &Cfg,
    escapes: &Escapes,
    starters: &Bits,
) -> Result<(), LowerError> {
    let Some(id) = world.functions[index] else { unreachable!("functions are declared before they are lowered") };
    let (number, function) = world.linked.function(index);
    let module = &world.linked.modules[number];
    let shapes = &mut world.shapes[number];
    let promotion = Promotion::new(module, function, cfg, shapes);
    let phis = phis(cfg, &promotion);
    let mut body = Body {
        variables: vec![None; promotion.variables.len()],
        world,
        number,
        module,
        index,
        function,
        cfg,
        promotion,
        escapes,
        loops: loops(cfg),
        starters,
        code: FunctionCode::default(),
        block: 0,
        reading: 0,
        index_in_block: 0,
        places: vec![None; function.blocks.len()],
        values: vec![None; function.locals.len()],
        undo: Vec::new(),
        phis,
        origin: Origin::Library,
        current: None,
        private: Vec::new(),
        scopes: Scopes::default(),
        releases: Vec::new(),
        dynamic: Vec::new(),
        variable_arguments: None,
        argument_area: None,
        exception: None,
        exception_exit: None,
    };
    body.find_scopes();
    body.prologue()?;
    body.walk()?;
    let Body { mut code, loops, places, world, .. } = body;
    if code.is_too_large() || loops.len() > usize::from(u16::MAX) {
        return Err(LowerError::Unsupported {
            place: world.place(number, function, None),
            what: "the function is too large".to_owned(),
            help: "split it into several".to_owned(),
        });
    }
    for edge in code.blocks.iter_mut().flat_map(|block| block.end.edges_mut()) {
        if edge.to >= MODULE_BLOCK_BASE {
            let Some(place) = places[edge.to - MODULE_BLOCK_BASE] else {
                unreachable!("an edge leads to a block that was lowered")
            };
            edge.to = place;
        }
    }
    let mut builder = world.builder.function(id);
    emit(code, &loops, world.options.keep_branches, &mut builder);
    world.builder.define(builder);
    Ok(())
}

impl<'m> Body<'_, 'm> {
    /// Parameters and stack slots.
    fn prologue(&mut self) -> Result<(), LowerError> {
        self.block = self.code.block();
        self.origin = self.world.function_origin(self.number, self.function);
        let first = self.origin;
        for parameter in 0..self.function.parameters.len() {
            let words = self.words(self.function.locals[parameter].ty)?;
            let value: Operands = words.iter().map(|word| Operand::Reg(self.parameter(word.bits))).collect();
            self.values[parameter] = Some(value);
        }
        if self.function.variadic {
            self.variable_arguments = Some(Operand::Reg(self.parameter(64)));
        }
        self.call_if_atomic("__VERIFIER_atomic_begin");
        for (parameter, attributes) in self.function.parameters.iter().enumerate() {
            if let Some(Argument::Type(ty)) = self.module.attribute(*attributes, "byval") {
                self.copy_argument(LocalId::new(parameter), ty)?;
            }
        }
        for instruction in self.function.blocks.first().map_or(&[][..], |block| &block.instructions) {
            let (InstructionKind::Alloca { ty, count, align }, Some(slot)) = (&instruction.kind, instruction.result)
            else {
                continue;
            };
            let Some(size) = address::slot_size(self.module, *ty, *count) else { continue };
            if !self.promotion.is_promoted(slot) && !self.is_scoped(slot) {
                let align = align.unwrap_or(1);
                self.notice_life(slot, size);
                let address = self.slot(slot, Operand::Const(size), align);
                self.values[slot.index()] = Some(Rc::new([address]));
            }
        }
        self.origin = first;
        self.make_argument_area();
        self.make_dynamic_cells();
        let mut edge = Edge { to: MODULE_BLOCK_BASE, arguments: Vec::new(), enters: Vec::new() };
        edge.enters = (0..self.loops.len()).filter(|number| self.loops[*number].body.contains(0)).collect();
        self.end(End::Jump(edge));
        Ok(())
    }

    /// Adds a parameter to the current block of the code.
    pub fn parameter(&mut self, bits: u8) -> Reg {
        let register = self.code.narrow_register(u32::from(bits));
        self.code.blocks[self.block].parameters.push(register);
        register
    }

    /// Copies the object behind the caller's pointer, for a `byval` parameter.
    fn copy_argument(&mut self, parameter: LocalId, ty: TypeId) -> Result<(), LowerError> {
        let Some(size) = self.module.layout(ty).map(|layout| layout.size) else {
            return Err(self.unsupported_type(ty));
        };
        let from = self.word(instr::Operand::Local(parameter))?;
        let to = self.slot(parameter, Operand::Const(size), 16);
        let count = Operand::Const(size);
        self.emit(Instr::Copy { to, from, count, apart: false, scratch: Reg(0) });
        self.values[parameter.index()] = Some(Rc::new([to]));
        Ok(())
    }

    /// Allocates a stack slot that lives until the function returns.
    fn slot(&mut self, slot: LocalId, size: Operand, align: u64) -> Operand {
        self.declare(slot);
        if !self.escapes.escapes(self.index, slot) {
            let dst = self.code.register();
            self.emit(Instr::Private { dst, size, align });
            self.private.push((slot, Operand::Reg(dst)));
            return Operand::Reg(dst);
        }
        let address = self.allocate_on_stack(size);
        self.releases.push(address);
        address
    }

    pub fn allocate_on_stack(&mut self, size: Operand) -> Operand {
        let dst = self.code.register();
        self.emit(Instr::Allocate { dst, size, region: Region::Stack });
        Operand::Reg(dst)
    }

    /// Whether the address of a slot may become known to another thread.
    pub fn escapes(&self, slot: LocalId) -> bool {
        self.escapes.escapes(self.index, slot)
    }

    /// Moves the position to the declaration of the variable in a slot, and records its name for reports.
    pub fn declare(&mut self, slot: LocalId) {
        let storage = instr::Operand::Local(slot);
        let Some(declared) = self.function.variables.iter().find(|declared| declared.storage == storage) else {
            return;
        };
        let debug = self.module.debug();
        let location = declared.location.and_then(|node| debug.location(node));
        let location = location.filter(|location| !is_standard_header(&location.file));
        let (Some(location), Some(variable)) = (location, debug.variable(declared.variable)) else { return };
        let Some(declared) = self.world.at(&location) else { return };
        self.origin = declared.into();
        self.world.names.add_local(self.module, self.number, declared, &variable.name, variable.ty);
    }

    /// Lowers the blocks in dominator order.
    fn walk(&mut self) -> Result<(), LowerError> {
        let cfg = self.cfg;
        let entry = cfg.entry();
        self.lower_block(entry)?;
        let mut stack = vec![(entry, 0, 0)];
        while let Some((block, next, mark)) = stack.last_mut() {
            match cfg.children[*block].get(*next) {
                Some(&child) => {
                    *next += 1;
                    let mark = self.undo.len();
                    self.lower_block(child)?;
                    stack.push((child, 0, mark));
                }
                None => {
                    let mark = *mark;
                    stack.pop();
                    while self.undo.len() > mark {
                        if let Some((variable, before)) = self.undo.pop() {
                            self.variables[variable] = before;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn lower_block(&mut self, block: usize) -> Result<(), LowerError> {
        self.block = self.code.block();
        self.reading = block;
        self.places[block] = Some(self.block);
        let function = self.function;
        let instructions = &function.blocks[block].instructions;
        for instruction in instructions {
            let (InstructionKind::Phi { .. }, Some(result)) = (&instruction.kind, instruction.result) else { break };
            self.at(instruction);
            let words = self.words(function.local(result).ty)?;
            let value: Operands = words.iter().map(|word| Operand::Reg(self.parameter(word.bits))).collect();
            self.values[result.index()] = Some(value);
        }
        for variable in self.phis[block].clone() {
            let register = self.parameter(self.promotion.variables[variable].word.bits);
            self.set_variable(variable, Some(Operand::Reg(register)));
        }
        if exceptions::is_landing(&function.blocks[block]) {
            self.exception = Some(Operand::Reg(self.parameter(64)));
        }
        if let Some(first) = instructions.first() {
            self.at(first);
        }
        for number in 0..self.loops.len() {
            if self.loops[number].head == block {
                self.begin_iteration(number);
            }
        }
        for (index, instruction) in instructions.iter().enumerate() {
            self.at(instruction);
            self.index_in_block = index;
            // Each instruction is lowered once, so its effect can be taken.
            match self.promotion.effects[block][index].take() {
                Some(effect) => self.effect(effect, instruction)?,
                None => self.lower_instruction(instruction)?,
            }
        }
        Ok(())
    }

    /// Emits the head of a loop. Private slots that are dead there are forgotten, so that they do not distinguish
    /// iterations.
    fn begin_iteration(&mut self, number: usize) {
        let head = self.loops[number].head;
        for index in 0..self.private.len() {
            let (slot, addr) = self.private[index];
            if forget::is_dead(self.module, self.function, self.cfg, &self.promotion, slot, head) {
                self.emit(Instr::Forget { addr });
            }
        }
        if let Some(addr) = self.argument_area {
            self.emit(Instr::Forget { addr });
        }
        let bounded = !self.world.is_entry(self.index) || !self.starts_threads(number);
        self.emit(Instr::LoopHead { watch: Box::default(), shadow: Reg(number as u16), bounded });
    }

    /// Whether a loop may start threads. Such a loop sets the program up, so the bound on loops does not apply to it.
    fn starts_threads(&self, number: usize) -> bool {
        let blocks = self.loops[number].body.iter();
        let instructions = blocks.flat_map(|block| &self.function.blocks[block].instructions);
        instructions
            .filter_map(|it| it.kind.call())
            .any(|call| self.world.starts_threads(self.number, call, self.starters))
    }

    /// Sets the current instruction, for positions and error messages.
    fn at(&mut self, instruction: &'m Instruction) {
        self.current = Some(instruction);
        self.origin = self.world.origin(self.number, self.function, instruction);
    }

    /// Performs what an instruction does to promoted variables.
    fn effect(&mut self, effect: Effect, instruction: &'m Instruction) -> Result<(), LowerError> {
        match effect {
            Effect::Load(words) => {
                let InstructionKind::Load { ty, .. } = instruction.kind else { unreachable!("only loads load") };
                let shape = self.words(ty)?;
                let mut value = Vec::with_capacity(words.len());
                for (parts, word) in words.iter().zip(shape.iter()) {
                    let mut whole = Operand::Const(0);
                    for part in parts {
                        let shift = Operand::Const(part.shift.into());
                        let shifted = self.binary(BinaryOp::Shl, 64, self.variable(part.variable), shift);
                        whole = self.binary(BinaryOp::Or, 64, whole, shifted);
                    }
                    value.push(self.truncate(whole, word.bits.into()));
                }
                self.define(instruction, value.into());
            }
            Effect::Store(words) => {
                let InstructionKind::Store { value, .. } = instruction.kind else { unreachable!("only stores store") };
                let value = self.value(value)?;
                for (parts, word) in words.iter().zip(value.iter()) {
                    for part in parts {
                        let shifted = self.binary(BinaryOp::LShr, 64, *word, Operand::Const(part.shift.into()));
                        let bits = self.promotion.variables[part.variable].word.bits;
                        let part_of_word = self.truncate(shifted, bits.into());
                        self.set_variable(part.variable, Some(part_of_word));
                    }
                }
            }
            Effect::Copy(pairs) => {
                let values: Vec<Option<Operand>> = pairs.iter().map(|(_, from)| self.variables[*from]).collect();
                for ((to, _), value) in pairs.iter().zip(values) {
                    self.set_variable(*to, value);
                }
            }
            Effect::Spill(list) => {
                let to = instruction.kind.call().and_then(|call| call.arguments.first());
                let Some(to) = to.map(|argument| argument.value) else { unreachable!("a copy says where to") };
                let to = self.word(to)?;
                for (distance, variable) in list {
                    let address = self.add(to, distance);
                    let bits = self.promotion.variables[variable].word.bits;
                    let value = self.variable(variable);
                    self.store_word(address, value, bits, Mode::Na);
                }
            }
            Effect::Fill(variables, byte) => {
                for variable in variables {
                    let bits = self.promotion.variables[variable].word.bits;
                    let pattern = width(u32::from(bits)).truncate(u64::from_le_bytes([byte; 8]));
                    self.set_variable(variable, Some(Operand::Const(pattern)));
                }
            }
            Effect::Begin(variables) => variables.iter().for_each(|v| self.set_variable(*v, None)),
            Effect::Nothing => {}
        }
        Ok(())
    }

    fn variable(&self, variable: usize) -> Operand {
        // Undefined variables are only copied and returned, so any value will do.
        self.variables[variable].unwrap_or(Operand::Const(0))
    }

    fn set_variable(&mut self, variable: usize, value: Option<Operand>) {
        self.undo.push((variable, self.variables[variable]));
        self.variables[variable] = value;
    }

    /// The edge from the current block to a block of the module, with the arguments for its phis.
    pub fn edge(&mut self, to: usize) -> Result<Edge, LowerError> {
        let mut arguments = Vec::new();
        let function = self.function;
        for instruction in &function.blocks[to].instructions {
            let InstructionKind::Phi { incoming } = &instruction.kind else { break };
            let Some((operand, _)) = incoming.iter().find(|(_, block)| block.index() == self.reading) else {
                return Err(self.malformed("a `phi` lacks a value for one of the blocks that lead to it"));
            };
            arguments.extend(self.value(*operand)?.iter());
        }
        for i in 0..self.phis[to].len() {
            arguments.push(self.variable(self.phis[to][i]));
        }
        let loops = self.loops.iter().enumerate();
        let enters = loops.filter(|(_, it)| it.body.contains(to) && !it.body.contains(self.reading));
        Ok(Edge { to: MODULE_BLOCK_BASE + to, arguments, enters: enters.map(|(number, _)| number).collect() })
    }

    /// Registers a loop inside of inline assembly; returns its index.
    pub fn add_loop(&mut self, it: Loop) -> usize {
        self.loops.push(it);
        self.loops.len() - 1
    }

    /// Ends the block.
    pub fn end(&mut self, end: End) {
        let block = &mut self.code.blocks[self.block];
        block.end = end;
        block.origin = self.origin;
    }

    /// Ends the block with a branch to one of two new blocks; the third new block is where both join.
    pub fn diamond(&mut self, condition: Operand) -> (usize, usize, usize) {
        let (then, otherwise, join) = (self.code.block(), self.code.block(), self.code.block());
        let edge = |to| Edge { to, arguments: Vec::new(), enters: Vec::new() };
        self.end(End::Branch(condition, Box::new([edge(then), edge(otherwise)])));
        (then, otherwise, join)
    }

    /// Ends the block with a branch to a new block or past it: the first new block continues in the second.
    pub fn fork(&mut self, condition: Operand) -> (usize, usize) {
        let (from, then, join) = (self.block, self.code.block(), self.code.block());
        let edge = |to| Edge { to, arguments: Vec::new(), enters: Vec::new() };
        self.code.blocks[from].end = End::Branch(condition, Box::new([edge(then), edge(join)]));
        self.code.blocks[from].origin = self.origin;
        self.code.blocks[then].end = End::Jump(edge(join));
        self.code.blocks[then].origin = self.origin;
        (then, join)
    }

    /// Releases the stack slots and returns.
    pub fn leave(&mut self, values: &[Operand]) {
        self.call_if_atomic("__VERIFIER_atomic_end");
        self.release_slots();
        self.emit(Instr::Return { values: values.into() });
        self.end(End::Stop);
    }

    /// Releases all stack slots.
    pub fn release_slots(&mut self) {
        for i in (0..self.releases.len()).rev() {
            self.emit(Instr::Release { addr: self.releases[i] });
        }
        self.release_dynamic();
    }

    /// Calls a library function if this function must be atomic (`__VERIFIER_atomic_…`).
    fn call_if_atomic(&mut self, name: &str) {
        if is_atomic_function(self.world.linked.function_name(self.index))
            && let Resolution::Function(function) = self.world.library.function(&mut self.world.builder, name)
        {
            self.emit(Instr::Call { function, args: Box::default(), results: Box::default() });
        }
    }

    /// Adds an instruction.
    pub fn emit(&mut self, instr: Instr) {
        self.code.blocks[self.block].code.push((instr, self.origin));
    }

    /// Emits a failure.
    pub fn fail(&mut self, kind: FailureKind, message: &str) {
        let failure = self.world.builder.failure_of(kind, message, self.origin.position());
        self.emit(Instr::Fail { failure });
    }
}
