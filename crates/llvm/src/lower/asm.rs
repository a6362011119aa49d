//! Inline assembly of x86-64, and barriers of other machines.
//!
//! Production headers use it where C11 has atomics. It is lowered instruction by instruction: the text (`template`,
//! `operand`) and the constraints (`constraint`) are parsed, and a small machine with registers, flags and the
//! program's memory (`machine`, `flags`) executes it symbolically, on registers of the bytecode instead of values
//! (`instructions`, `atomic`, `control`, `barriers`). Unsupported assembly is refused, with its text and a reason.

mod atomic;
pub(super) mod barriers;
mod constraint;
mod control;
mod flags;
mod instructions;
mod machine;
mod operand;
mod template;

use raddle_graph::Mode;
use raddle_ir::machine::Machine as TargetMachine;
use raddle_ir::{FailureKind, Instr, Operand};

use crate::clang::sync_builtins::MARK;
use crate::lower::body::{Body, Operands};
use crate::lower::code::End;
use crate::lower::error::LowerError;
use crate::text::ids::{BlockId, TypeId};
use crate::text::instr::{self, Call, InlineAsm, Instruction};
use crate::text::types::Type;
use constraint::{Constraint, OperandHome};
use machine::{Content, CpuState, Machine, Meaning, REGISTERS};
use operand::AsmOperand;
use template::Statement;

/// Why assembly is not lowered: it is not supported, or another error.
enum AsmFault {
    Refused(String),
    Error(LowerError),
}

/// GCC puts fences around them, so they cannot do more than is explored.
const SYNC_BUILTINS: &str = "`__sync` builtins are explored as clang compiles them, as sequentially consistent updates; GCC documents them as full \
                             barriers: `--sync-builtins full` checks the program with those";

impl From<String> for AsmFault {
    fn from(reason: String) -> AsmFault {
        AsmFault::Refused(reason)
    }
}

impl From<LowerError> for AsmFault {
    fn from(error: LowerError) -> AsmFault {
        AsmFault::Error(error)
    }
}

impl<'m> Body<'_, 'm> {
    /// A call of assembly.
    pub(super) fn assembly(&mut self, it: &'m Instruction, call: &'m Call, asm: &InlineAsm) -> Result<(), LowerError> {
        match self.lower_assembly(it, call, asm) {
            Ok(_) => Ok(()),
            Err(fault) => Err(self.unknown_assembly(asm, fault)),
        }
    }

    /// `asm goto`: assembly that may jump to labels of the program.
    pub(super) fn assembly_that_jumps(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        asm: &InlineAsm,
        fallthrough: BlockId,
        targets: &[BlockId],
    ) -> Result<(), LowerError> {
        let label = match self.lower_assembly(it, call, asm) {
            Ok(label) => label,
            Err(fault) => return Err(self.unknown_assembly(asm, fault)),
        };
        let next = self.edge(fallthrough.index())?;
        let Some(label) = label else {
            self.end(End::Jump(next));
            return Ok(());
        };
        let mut cases = Vec::new();
        for (number, target) in (1..).zip(targets) {
            cases.push((number, self.edge(target.index())?));
        }
        self.end(End::Switch(label, cases, Box::new(next)));
        Ok(())
    }

    fn unknown_assembly(&self, asm: &InlineAsm, fault: AsmFault) -> LowerError {
        match fault {
            AsmFault::Error(error) => error,
            AsmFault::Refused(reason) => LowerError::Assembly {
                place: self.place(),
                template: asm.template.to_string(),
                constraints: asm.constraints.to_string(),
                help: format!("{reason}\n  replace it by C11 atomics for checking"),
            },
        }
    }

    fn lower_assembly(
        &mut self,
        it: &'m Instruction,
        call: &'m Call,
        asm: &InlineAsm,
    ) -> Result<Option<Operand>, AsmFault> {
        if *asm.template == *MARK {
            self.world.note_on_error(SYNC_BUILTINS);
        }
        let statements = template::parse(&asm.template)?;
        let constraints = constraint::parse(&asm.constraints)?;
        if asm.intel_dialect && !statements.is_empty() {
            return Err(AsmFault::Refused("it is in Intel's syntax; only AT&T's is supported".to_owned()));
        }
        if statements.is_empty() && asm.constraints.contains("~{memory}") {
            self.compiler_barrier();
        }
        let given = self.given_operands(call, &constraints)?;
        let mut machine = Machine { operands: given.meanings, state: given.state, accessed: false, body: self };
        let label = machine.run(&statements)?;
        let mut results = Vec::new();
        for (number, constraint) in constraints.iter().enumerate() {
            if constraint.output && constraint.home != OperandHome::Memory {
                let value = machine.output(number, constraint)?;
                match given.addresses[number] {
                    // The compiler stores what assembly leaves in a register.
                    Some((address, bits)) => machine.body.store_word(address, value[0], bits, Mode::Na),
                    None => results.extend(value),
                }
            }
        }
        let accessed = machine.accessed;
        if accessed && self.world.options.machine != Some(TargetMachine::X86) {
            self.world.is_for_x86 = true;
            self.world.note(
                "inline assembly has the semantics of x86: loads are acquire, stores release, locked instructions seq_cst \
                 between full fences",
            );
        }
        if results.len() != self.words(call.result)?.len() {
            return Err(AsmFault::Refused("its results do not match the constraints".to_owned()));
        }
        self.define(it, results.into());
        Ok(label)
    }

    /// A compiler barrier is no instruction. But where the compiler keeps the order of accesses, x86 keeps it, too,
    /// except for a store before a load, and programs with other x86 assembly rely on that.
    fn compiler_barrier(&mut self) {
        if self.world.options.machine.is_some() || !self.world.has_assembly_of_x86() {
            return;
        }
        self.world.note(
            "barriers for the compiler (empty assembly that clobbers memory) are acquire-release fences, as on x86, for \
             which the program has other assembly",
        );
        self.emit(Instr::Fence { mode: Mode::AcqRel, on: None });
    }

    /// The meanings of the operands, and the initial contents of registers.
    fn given_operands(&mut self, call: &'m Call, constraints: &[Constraint]) -> Result<Given, AsmFault> {
        let mut given = Given::default();
        let mut arguments = call.arguments.iter();
        let direct = constraints.iter().filter(|it| it.output && !it.indirect).count();
        let mut results = self.results_of(call.result, direct).into_iter();
        let (mut labels, mut unknown) = (0, REGISTERS);
        given.state.registers = (0..REGISTERS).map(Content::Unknown).collect();
        for constraint in constraints {
            let takes = !matches!(constraint.home, OperandHome::Label) && (!constraint.output || constraint.indirect);
            let argument = if takes { arguments.next() } else { None };
            if takes && argument.is_none() {
                return Err(AsmFault::Refused("an operand is missing".to_owned()));
            }
            let mut address = None;
            // The width of each word.
            let words: Vec<u8> = match argument {
                Some(argument) if constraint.indirect && constraint.home != OperandHome::Memory => {
                    let element = self.element_type(argument)?;
                    let words: Vec<u8> = self.words(element)?.iter().map(|word| word.bits).collect();
                    let [bits] = words[..] else {
                        return Err(AsmFault::Refused("an operand is too large for a register".to_owned()));
                    };
                    address = Some((self.word(argument.value)?, bits));
                    words
                }
                Some(argument) => self.words(argument.ty)?.iter().map(|word| word.bits).collect(),
                None if constraint.output => match results.next() {
                    Some(ty) => self.words(ty)?.iter().map(|word| word.bits).collect(),
                    None => return Err(AsmFault::Refused("its results do not match the constraints".to_owned())),
                },
                None => Vec::new(),
            };
            let meaning = match constraint.home {
                OperandHome::Label => {
                    labels += 1;
                    Meaning::Label(labels - 1)
                }
                OperandHome::Flags(condition) => Meaning::Condition(condition),
                OperandHome::Memory => match argument {
                    Some(argument) => Meaning::Memory(self.word(argument.value)?),
                    None => return Err(AsmFault::Refused("an operand in memory has no address".to_owned())),
                },
                OperandHome::Same(output) => match given.meanings.get(output) {
                    Some(Meaning::Registers(registers)) if registers.len() == words.len() => Meaning::Registers(
                        registers.iter().zip(&words).map(|((register, _), bits)| (*register, *bits)).collect(),
                    ),
                    _ => return Err(AsmFault::Refused(format!("the constraint `{output}` names no such output"))),
                },
                OperandHome::Register(register) if words.len() == 1 => Meaning::Registers(vec![(register, words[0])]),
                OperandHome::Pair if words.len() <= 2 => {
                    Meaning::Registers([0, 2].into_iter().zip(words.iter().copied()).collect())
                }
                OperandHome::Register(_) | OperandHome::Pair => {
                    return Err(AsmFault::Refused("an operand is too large for a register".to_owned()));
                }
                OperandHome::Anywhere => {
                    let first = given.state.registers.len();
                    given.state.registers.extend(words.iter().map(|_| {
                        unknown += 1;
                        Content::Unknown(unknown)
                    }));
                    Meaning::Registers((first..).zip(words.iter().copied()).collect())
                }
            };
            if let (Meaning::Registers(registers), Some(argument), false) = (&meaning, argument, constraint.output) {
                let value: Operands = self.value(argument.value)?;
                for ((register, bits), word) in registers.iter().zip(value.iter()) {
                    given.state.registers[*register] = Content::Known(*word, *bits);
                }
            }
            given.meanings.push(meaning);
            given.addresses.push(address);
        }
        Ok(given)
    }

    /// The types of the results; several are the members of a struct.
    fn results_of(&self, ty: TypeId, count: usize) -> Vec<TypeId> {
        match self.module.types.get(self.module.types.resolve(ty)) {
            Type::Struct { fields, .. } if count > 1 => fields.to_vec(),
            _ => vec![ty; count.min(1)],
        }
    }

    /// The type that an indirect operand points to.
    fn element_type(&mut self, argument: &instr::CallArgument) -> Result<TypeId, AsmFault> {
        match self.module.attribute(argument.attributes, "elementtype") {
            Some(crate::text::attribute::Argument::Type(ty)) => Ok(ty),
            _ => Err(AsmFault::Refused("the type of an operand is not known".to_owned())),
        }
    }
}

/// The operands before assembly runs.
#[derive(Default)]
struct Given {
    meanings: Vec<Meaning>,
    state: CpuState,
    /// By operand: where the compiler stores its register afterwards, and its width in bits.
    addresses: Vec<Option<(Operand, u8)>>,
}

impl Machine<'_, '_, '_> {
    /// Executes an instruction that does not jump; returns whether the next one can be reached.
    fn simple(&mut self, it: &template::AsmInstruction) -> Result<bool, String> {
        if it.lock && !atomic::is_locked_nothing(it) {
            return self.perform(it).map(|()| true);
        }
        if barriers::is_hint(it) {
            return Ok(true);
        }
        if barriers::is_trap(it) {
            self.body.fail(FailureKind::Abort, "the program traps");
            return Ok(true);
        }
        let target = self.body.world.options.machine;
        let fence = match barriers::barrier(it) {
            Some(barrier) => {
                let mode = barrier.on(target);
                if barrier.differs && !matches!(mode, Some(Mode::Tag(_))) {
                    self.body.world.note(&barriers::note(it, mode));
                }
                mode
            }
            None if atomic::is_locked_nothing(it) => Some(Mode::Sc),
            None => return self.perform(it).map(|()| true),
        };
        if let Some(mode) = fence {
            self.body.emit(Instr::Fence { mode, on: None });
        }
        Ok(true)
    }

    /// The words of an output.
    fn output(&mut self, number: usize, constraint: &Constraint) -> Result<Vec<Operand>, String> {
        match self.operands[number].clone() {
            Meaning::Condition(condition) => Ok(vec![self.condition(condition)?]),
            Meaning::Registers(registers) if constraint.output => {
                let read = |(register, bits)| self.read_register(register, bits);
                let words: Result<Vec<_>, _> = registers.into_iter().map(read).collect();
                words.map_err(|_| format!("operand {number} is given no value"))
            }
            _ => Err(format!("operand {number} is no output")),
        }
    }
}

/// By argument: whether assembly may keep it, rather than only use it as an address.
pub(super) fn kept(asm: &InlineAsm, arguments: usize) -> Vec<bool> {
    let mut all = match (template::parse(&asm.template), constraint::parse(&asm.constraints)) {
        (Ok(statements), Ok(constraints)) => kept_operands(&statements, &constraints),
        // It will be refused.
        _ => Vec::new(),
    };
    all.resize(arguments, true);
    all
}

fn kept_operands(statements: &[Statement], constraints: &[Constraint]) -> Vec<bool> {
    let instructions =
        || statements.iter().filter_map(|it| if let Statement::Instruction(it) = it { Some(it) } else { None });
    let takes_addresses = instructions().any(|it| it.name.starts_with("lea"));
    let is_named = |operand: usize| {
        let mut arguments = instructions().flat_map(|it| &it.arguments);
        arguments.any(|argument| matches!(argument, AsmOperand::Operand { number, .. } if *number == operand))
    };
    let given =
        constraints.iter().enumerate().filter(|(_, it)| it.home != OperandHome::Label && (!it.output || it.indirect));
    given
        .map(|(number, constraint)| match constraint.home {
            // Its address is unknown to the assembly unless it is asked for.
            OperandHome::Memory => takes_addresses,
            // Nothing else accesses a register of the compiler's choice.
            OperandHome::Anywhere if !constraint.output => takes_addresses || is_named(number),
            OperandHome::Anywhere => false,
            _ => true,
        })
        .collect()
}
