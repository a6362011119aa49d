//! Programs that were read from files, as subjects of checks: lowered for each memory model.

use raddle_check::{Checkable, Names, Subject, Target};
use raddle_explore::Discovery;
use raddle_graph::{Address, ThreadId};
use raddle_ir::machine::Machine;
use raddle_ir::{Compile, Knowledge, PartStores, Position, Program};
use raddle_models::ModelName;

use super::error::ProgramError;
use super::lines::Lines;
use super::source::Source;
use crate::lower::{LowerError, LowerOptions, Lowered};

/// A program that was read, with what the user decided about its meaning.
#[derive(Clone, Debug)]
pub struct SourceProgram<'s> {
    source: &'s Source,
    options: LowerOptions,
}

impl Source {
    /// The program, with what the user decides about its meaning.
    pub fn program(&self, options: &LowerOptions) -> SourceProgram<'_> {
        SourceProgram { source: self, options: options.clone() }
    }
}

impl Checkable for SourceProgram<'_> {
    type Subject<'a>
        = CompiledProgram<'a>
    where
        Self: 'a;
    type Error = ProgramError;

    fn subject(&self, target: &Target) -> Result<CompiledProgram<'_>, ProgramError> {
        CompiledProgram::new(self.source, self.options.clone(), target.clone())
    }
}

/// A program compiled for a memory model.
#[derive(Debug)]
pub struct CompiledProgram<'s> {
    source: &'s Source,
    /// How it was lowered: as asked for, or with less reduction.
    options: LowerOptions,
    target: Target,
    lowered: Lowered,
    /// What it is, as far as that is known.
    program: Program,
    file: String,
    lines: Lines,
}

impl<'s> CompiledProgram<'s> {
    fn new(source: &'s Source, options: LowerOptions, target: Target) -> Result<CompiledProgram<'s>, ProgramError> {
        let (lowered, program) = lower_for(source, &options, &target)?;
        let (file, lines) = (source.file.display().to_string(), Lines::new(&source.file));
        Ok(CompiledProgram { source, options, target, lowered, program, file, lines })
    }
}

/// Lowers a program as the model needs it, and compiles it.
fn lower_for(source: &Source, options: &LowerOptions, target: &Target) -> Result<(Lowered, Program), ProgramError> {
    let model = &target.model;
    let machine = model.named().and_then(|model| Machine::of_model(model.name()));
    let options = LowerOptions { keep_branches: model.tracks_dependencies(), machine, ..options.clone() };
    let mut lowered = source.lower(&options)?;
    if let Some(variant) = machine.and_then(|machine| machine.variant(source.extensions)) {
        lowered.notes.push(format!("compiled as for {variant}; `-march` behind `--` chooses another"));
    }
    if let Some(flag) = &source.optimisation {
        lowered.notes.push(format!(
            "compiled without optimisation, in spite of {flag}: the program is checked as it is written"
        ));
    }
    // Their order with what is outside of them is known where all threads agree on one.
    let is_ordered = matches!(model.named(), Some(ModelName::Sc | ModelName::Tso));
    if lowered.code.has_atomic_sections() && !is_ordered {
        lowered.error_notes.push(format!(
            "under {}, accesses outside of atomic sections may be seen in another order from within one: an error that sc has, too, is \
             real; another may be a false alarm",
            model.name()
        ));
    }
    let part_stores = match model.named() {
        Some(model) if model.has_races() && target.races => PartStores::Raced,
        // Updates are fences there, or nobody knows what they are.
        Some(ModelName::Tso | ModelName::Pso | ModelName::Ztso) | None => PartStores::Refused,
        Some(_) => PartStores::Updates,
    };
    let compile = Compile {
        machine,
        extensions: source.extensions,
        dependencies: model.tracks_dependencies(),
        picks: model.tracks_picks(),
        part_stores: Some(part_stores),
        acquire_at: target.acquire.clone(),
        max_steps: target.max_steps,
    };
    let program = lowered.code.program(&compile, &Knowledge::default()).map_err(LowerError::Invalid)?;
    Ok((lowered, program))
}

impl Subject for CompiledProgram<'_> {
    type Error = ProgramError;

    fn program(&self) -> &Program {
        &self.program
    }

    fn names(&self) -> &dyn Names {
        self
    }

    fn learn(&mut self, found: Discovery) -> Result<bool, ProgramError> {
        // Which threads meet at the barrier is open: explore it access by access.
        if matches!(found, Discovery::CrowdedBarrier(_)) && self.options.barrier_reduction {
            self.options.barrier_reduction = false;
            (self.lowered, self.program) = lower_for(self.source, &self.options, &self.target)?;
            return Ok(true);
        }
        Ok(self.program.learn(found))
    }

    fn unroll(&self) -> Option<u64> {
        self.options.unroll
    }

    fn notes(&self) -> &[String] {
        &self.lowered.notes
    }

    fn error_notes(&self) -> &[String] {
        &self.lowered.error_notes
    }

    fn is_for_x86(&self) -> bool {
        self.lowered.is_for_x86
    }
}

impl Names for CompiledProgram<'_> {
    fn file(&self) -> &str {
        &self.file
    }

    /// The first thread does some work around the function that it was told to run.
    fn thread(&self, thread: ThreadId) -> String {
        if thread.0 == 0 { self.options.entry.clone() } else { self.program.thread_name(thread) }
    }

    fn location(&self, addr: Address) -> String {
        self.lowered.names.location(addr)
    }

    fn local(&self, declared: Position, offset: u64) -> Option<String> {
        self.lowered.names.local(declared, offset)
    }

    fn variable(&self, base: Address) -> Option<String> {
        self.lowered.names.variable(base)
    }

    fn local_variable(&self, declared: Position) -> Option<String> {
        self.lowered.names.local_variable(declared)
    }

    fn line(&self, file: &str, line: u32) -> String {
        self.lines.line(file, line)
    }
}
