//! Threads in assembly language.
//!
//! Each cell of a thread's column has labels and an instruction, which is lowered to bytecode at once: `code` has registers,
//! memory and jumps, `flags` the condition flags, and there is one file for the instructions of each machine. An unknown
//! instruction is an error that names it.
//!
//! Orders are recorded as machine models expect them: a load-acquire is `Acq`, a store-release `Rel`, an access with
//! both annotations `AcqRel`, and everything else `Rlx`; fences carry the tag of their instruction. A store-conditional
//! chooses whether to fail.
//!
//! A variable has the size that the initial state declares, else that of the accesses to it. Every access must have this size.

mod aarch64;
mod arm;
mod code;
mod flags;
mod lisa;
mod ppc;
mod registers;
mod riscv;
#[cfg(test)]
mod tests;
mod token;
mod x86;

use std::collections::BTreeMap;

use raddle_graph::Mode;
use raddle_ir::{FunctionBuilder, FunctionId, ProgramBuilder};

use crate::ast::Body;
use crate::condition::Location;
use crate::ctype::{IntType, Type};
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::lower::{Context, Named};
use crate::parse::{InitTarget, Parsed};

use code::Code;
use token::{Cursor, Token};

/// The shared variables that the code uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// The variables that instructions name, and where.
    pub mentions: Vec<(String, Span)>,
    /// The size of the accesses to a variable in bytes, if they agree.
    pub sizes: BTreeMap<String, u64>,
}

/// An access to a variable.
#[derive(Clone, Debug)]
pub(crate) struct VariableAccess {
    pub variable: String,
    pub bytes: u64,
    pub span: Span,
}

/// The variables that the code names.
pub(crate) fn mentions(parsed: &Parsed, source: &str) -> Result<Vec<(String, Span)>, Error> {
    let mut names = Vec::new();
    for cell in cells(parsed) {
        let mut cursor = Cursor::new(source, cell)?;
        match parsed.dialect {
            Dialect::X86 | Dialect::X86_64 => x86::mentions(parsed.dialect, &mut cursor, &mut names),
            Dialect::Lisa => lisa::mentions(&mut cursor, &mut names),
            _ => {}
        }
    }
    Ok(names)
}

fn cells(parsed: &Parsed) -> impl Iterator<Item = Span> + '_ {
    let bodies = parsed.threads.iter().map(|thread| match &thread.body {
        Body::Machine(cells) => cells.as_slice(),
        Body::C(_) => &[],
    });
    bodies.flatten().copied()
}

/// A thread as bytecode.
pub(crate) struct LoweredThread {
    pub code: FunctionBuilder,
    /// The registers that conditions observe, by name.
    pub names: BTreeMap<String, Vec<Named>>,
    /// Its accesses to variables that are known without running the thread.
    pub accesses: Vec<VariableAccess>,
}

/// Lowers a thread.
pub(crate) fn thread(
    context: Context<'_>,
    index: usize,
    cells: &[Span],
    program: &ProgramBuilder,
    id: FunctionId,
) -> Result<LoweredThread, Error> {
    let Context { parsed, source, lines, layout, unroll } = context;
    let dialect = parsed.dialect;
    let mut code = Code::new(dialect, (source, lines), layout, program.function(id), unroll);
    code.at(parsed.threads[index].span);
    for init in &parsed.init {
        let InitTarget::Register(thread, name) = &init.target else { continue };
        if usize::from(*thread) != index {
            continue;
        }
        let view = known_register(dialect, name, source, init.span)?;
        let value = layout.registers.get(&(*thread, name.clone())).map_or(0, |(_, value)| *value);
        match view.register {
            Some(register) => code.initialise(&register, value),
            None if value == 0 => {}
            None => return Err(code.error(init.span, format!("`{name}` is always 0"), "use another register")),
        }
    }
    for &cell in cells {
        let mut cursor = Cursor::new(source, cell)?;
        while let (Some(Token::Word(label)), Some(Token::Sign(':'))) = (cursor.peek(), cursor.peek_at(1)) {
            code.bind(label, cursor.span())?;
            cursor.advance();
            cursor.advance();
        }
        if cursor.is_end() {
            continue;
        }
        code.at(cursor.span());
        match dialect {
            Dialect::X86 | Dialect::X86_64 => x86::instruction(&mut cursor, &mut code)?,
            Dialect::AArch64 => aarch64::instruction(&mut cursor, &mut code)?,
            Dialect::Arm => arm::instruction(&mut cursor, &mut code)?,
            Dialect::Ppc => ppc::instruction(&mut cursor, &mut code)?,
            Dialect::Riscv => riscv::instruction(&mut cursor, &mut code)?,
            Dialect::Lisa => lisa::instruction(&mut cursor, &mut code)?,
            Dialect::C => {}
        }
        cursor.finish()?;
    }
    let mut names = BTreeMap::new();
    for (location, span) in observed(parsed) {
        let Location::Register { thread, name } = location else { continue };
        if usize::from(*thread) == index {
            let view = known_register(dialect, name, source, span)?;
            let ty = Type::Int(IntType::new(view.bits, true));
            let is_declared = layout.registers.get(&(*thread, name.clone())).is_some_and(|(ty, _)| ty.is_some());
            let named = match view.register {
                Some(register) if view.bits == 64 && !is_declared => Named::Untyped(code.register(&register)),
                Some(register) => Named::Local(code.register(&register), ty),
                None => Named::Parameter(0, ty),
            };
            names.insert(name.clone(), vec![named]);
        }
    }
    let (code, accesses) = code.finish()?;
    Ok(LoweredThread { code, names, accesses })
}

fn known_register(dialect: Dialect, name: &str, source: &str, span: Span) -> Result<registers::View, Error> {
    registers::register(dialect, name).ok_or_else(|| {
        Error::new(source, span, format!("`{name}` is not a register of {dialect} that tests may use"), "")
    })
}

/// All locations that the test observes.
fn observed(parsed: &Parsed) -> Vec<(&Location, Span)> {
    let mut all: Vec<_> = parsed.locations.iter().map(|(location, span)| (location, *span)).collect();
    parsed.condition.proposition.locations(&mut |location, span| all.push((location, span)));
    if let Some(filter) = &parsed.filter {
        filter.locations(&mut |location, span| all.push((location, span)));
    }
    all
}

/// The error for an unknown instruction.
fn unknown(code: &Code<'_>, name: &str, span: Span) -> Error {
    let message = format!("the instruction `{name}` of {} is not supported", code.dialect);
    code.error(span, message, "the guide lists the instructions that are")
}

/// The order of an access with these annotations.
fn annotated(acquire: bool, release: bool) -> Mode {
    match (acquire, release) {
        (false, false) => Mode::Rlx,
        (true, false) => Mode::Acq,
        (false, true) => Mode::Rel,
        (true, true) => Mode::AcqRel,
    }
}
