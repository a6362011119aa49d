//! From parsed threads to bytecode.
//!
//! Shared variables get addresses (`layout`); each thread becomes a function whose registers are its local variables
//! and temporaries. C's types and conversions are resolved here; the bytecode has only widths.

mod atomic;
mod expr;
mod layout;
mod linux;
mod lvalue;
mod thread;

use std::collections::BTreeMap;

use raddle_ir::{Program, ProgramBuilder, Reg};

use crate::asm::{self, Survey, VariableAccess};
use crate::ast::Body;
use crate::ctype::Type;
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::lines::Lines;
use crate::parse::Parsed;

pub(crate) use layout::{Layout, fits};

/// A test as a program, with the meanings of the names in its condition.
#[derive(Clone, Debug)]
pub(crate) struct LoweredTest {
    pub program: Program,
    pub layout: Layout,
    /// By thread: the meanings of its local names at its end.
    pub names: Vec<BTreeMap<String, Vec<Named>>>,
    pub warnings: Vec<String>,
}

/// The meaning of a local name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// A local variable.
    Local(Reg, Type),
    /// A machine's register of 64 bits without a declared type.
    Untyped(Reg),
    /// A parameter: the address of a shared variable.
    Parameter(u64, Type),
}

/// What all threads of a test share.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub parsed: &'a Parsed,
    pub source: &'a str,
    pub lines: &'a Lines<'a>,
    pub layout: &'a Layout,
    /// The bound on iterations of loops.
    pub unroll: Option<u64>,
}

/// Lowers a test; with `unroll`, loops stop after that many iterations.
pub(crate) fn lower(parsed: &Parsed, source: &str, unroll: Option<u64>) -> Result<LoweredTest, Error> {
    if parsed.dialect == Dialect::C {
        return with_survey(parsed, source, unroll, &Survey::default()).map(|(lowered, _)| lowered);
    }
    // The sizes of variables follow from the accesses to them, and these are known only after lowering with some layout. So
    // the test is lowered twice.
    let mut survey = Survey { mentions: asm::mentions(parsed, source)?, ..Survey::default() };
    let (_, accesses) = with_survey(parsed, source, unroll, &survey)?;
    for VariableAccess { variable: name, bytes, span } in accesses {
        let known = *survey.sizes.entry(name.clone()).or_insert(bytes);
        if known != bytes {
            let message =
                format!("this accesses {bytes} bytes of `{name}`, of which {known} bytes are accessed elsewhere");
            return Err(Error::new(source, span, message, "access all of a variable at once"));
        }
    }
    let (lowered, accesses) = with_survey(parsed, source, unroll, &survey)?;
    for VariableAccess { variable: name, bytes, span } in accesses {
        let size = lowered.layout.get(&name).map_or(bytes, |variable| variable.object.ty.size());
        if size != bytes {
            let message = format!("this accesses {bytes} bytes of `{name}`, which has {size}");
            return Err(Error::new(source, span, message, "declare the variable with the type that is accessed"));
        }
    }
    Ok(lowered)
}

/// Lowers a test, given the sizes of its variables; also returns the accesses to variables.
fn with_survey(
    parsed: &Parsed,
    source: &str,
    unroll: Option<u64>,
    survey: &Survey,
) -> Result<(LoweredTest, Vec<VariableAccess>), Error> {
    let mut warnings = Vec::new();
    let layout = layout::layout(parsed, source, survey, &mut warnings)?;
    let lines = Lines::new(source);
    let mut program = ProgramBuilder::new();
    // To machines and to the kernel, an update is one instruction: what follows does not depend on whether it stored,
    // unless there is a branch.
    program.branchless_updates(parsed.linux || parsed.dialect != Dialect::C);
    let mut names = Vec::new();
    let mut is_loose = false;
    let mut accesses = Vec::new();
    for (index, definition) in parsed.threads.iter().enumerate() {
        let id = program.declare(&format!("P{index}"), 0);
        match &definition.body {
            Body::C(body) => {
                let context = Context { parsed, source, lines: &lines, layout: &layout, unroll };
                let mut thread = thread::Thread::new(context, index, &mut program, id)?;
                thread.body(body)?;
                is_loose |= thread.is_loose();
                let (code, thread_names, thread_warnings) = thread.finish();
                program.define(code);
                names.push(thread_names);
                warnings.extend(thread_warnings);
            }
            Body::Machine(cells) => {
                let context = Context { parsed, source, lines: &lines, layout: &layout, unroll };
                let thread = asm::thread(context, index, cells, &program, id)?;
                program.define(thread.code);
                names.push(thread.names);
                accesses.extend(thread.accesses);
            }
        }
        program.thread(id, &[]);
    }
    for variable in &layout.variables {
        program.object(&variable.name, variable.base, variable.object.ty.size(), variable.cells());
        for (index, &value) in variable.values.iter().enumerate() {
            if value != 0 {
                program.init(variable.base + index as u64 * variable.object.ty.size(), value);
            }
        }
    }
    let span = parsed.threads.first().map_or(Span::default(), |thread| thread.span);
    // The kernel's model does not order plain reads, nor reads that decide an `if`, before all events that depend on them, so that
    // its prefix may be too small for exploring.
    program.loose_control(is_loose);
    let program = program.build().map_err(|error| {
        Error::new(source, span, format!("the test is too large: {error}"), "litmus tests are meant to be small")
    })?;
    Ok((LoweredTest { program, layout, names, warnings }, accesses))
}

#[cfg(test)]
mod tests;
