//! From parsed threads to bytecode.
//!
//! Shared variables get addresses (`layout`); each thread becomes a function whose registers are its local variables
//! and temporaries. C's types and conversions are dealt with here; the bytecode knows only widths.

mod atomic;
mod expr;
mod layout;
mod linux;
mod place;
mod thread;

use std::collections::BTreeMap;

use raddle_ir::{Program, ProgramBuilder, Reg};

use crate::ctype::Type;
use crate::error::{Error, Span};
use crate::lines::Lines;
use crate::parse::Parsed;

pub(crate) use layout::{Layout, fits};

/// What a test is turned into.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub program: Program,
    pub layout: Layout,
    /// For each thread, what its local names stand for when it has ended.
    pub names: Vec<BTreeMap<String, Vec<Named>>>,
    pub warnings: Vec<String>,
}

/// What a local name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// A local variable.
    Local(Reg, Type),
    /// A parameter: the address of a shared variable.
    Parameter(u64, Type),
}

/// Lowers a test; with `unroll`, loops stop after that many iterations.
pub(crate) fn lower(parsed: &Parsed, source: &str, unroll: Option<u64>) -> Result<Lowered, Error> {
    let mut warnings = Vec::new();
    let layout = layout::layout(parsed, source, &mut warnings)?;
    let lines = Lines::new(source);
    let mut program = ProgramBuilder::new();
    // To the kernel, an update is one instruction of the machine.
    program.branchless_updates(parsed.linux);
    let mut names = Vec::new();
    for index in 0..parsed.threads.len() {
        let id = program.declare(&format!("P{index}"), 0);
        let context = thread::Context { parsed, source, lines: &lines, layout: &layout, unroll };
        let mut thread = thread::Thread::new(context, index, &mut program, id)?;
        thread.body()?;
        let (code, thread_names, thread_warnings) = thread.finish();
        program.define(code);
        program.thread(id, &[]);
        names.push(thread_names);
        warnings.extend(thread_warnings);
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
    let program = program.build().map_err(|error| {
        Error::new(source, span, format!("the test is too large: {error}"), "litmus tests are meant to be small")
    })?;
    Ok(Lowered { program, layout, names, warnings })
}

#[cfg(test)]
mod tests;
