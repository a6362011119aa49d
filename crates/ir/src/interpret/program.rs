//! A program: code, how it is compiled, and what is known about it, made ready to run. All of it is immutable; who learns
//! something makes another program.

use std::ops::Deref;
use std::sync::Arc;

use raddle_graph::{Pairs, UpdateOp, Value, Width};
use raddle_program::Discovery;

use crate::analysis::awaits::{Facts, analyse};
use crate::analysis::live::Live;
use crate::analysis::picks;
use crate::interpret::fast::{Fast, translate};
use crate::knowledge::{Knowledge, ThreadTable};
use crate::machine::Compile;
use crate::memory::Memory;
use crate::{Code, Function, Instr, InvalidProgram};

/// Code that can be run: compiled, with what is known about it. It can be asked whatever its code can.
#[derive(Clone, Debug)]
pub struct Program {
    /// As the front end made it.
    source: Arc<Code>,
    /// As it is compiled.
    code: Arc<Code>,
    compile: Compile,
    knowledge: Knowledge,
    /// What the interpreter needs of each function besides its code.
    pub(crate) prepared: Arc<[Prepared]>,
    /// Threads that C programs were seen to start; their numbers follow those of the code's threads.
    pub(crate) table: ThreadTable,
    /// Can threads be distinguished that run the same code? Then they are not symmetric.
    pub(crate) distinguishable: bool,
    /// Only C programs have it.
    pub(crate) memory: Option<Memory>,
    /// How many jumps and calls a thread may perform between two actions.
    pub(crate) local_budget: u64,
    /// Do threads remember what they computed their values from?
    pub(crate) tracks_dependencies: bool,
    /// And what was only picked among values?
    pub(crate) picks: bool,
    /// Is a compare-exchange one instruction, and no branch?
    pub(crate) compares_at_once: bool,
}

/// What the interpreter needs of a function besides its code. It follows from code and knowledge.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// What the analysis of all code says about each instruction.
    pub facts: Vec<Facts>,
    /// The instructions as they run fast.
    pub fast: Vec<Fast>,
    /// How many registers a frame has then.
    fast_registers: u16,
    /// How many it has otherwise.
    registers: u16,
    /// Which registers are still read.
    pub live: Live,
    /// The number of instructions in the functions before this one.
    pub offset: u32,
}

impl Prepared {
    /// How many registers a frame has.
    #[inline]
    pub(crate) fn frame<const TRACK: bool>(&self) -> u16 {
        if TRACK { self.registers } else { self.fast_registers }
    }
}

impl Deref for Program {
    type Target = Code;

    #[inline(always)]
    fn deref(&self) -> &Code {
        &self.code
    }
}

impl Code {
    /// The program that the code is if it is compiled like this and so much is known about it.
    pub fn program(self: &Arc<Code>, compile: &Compile, knowledge: &Knowledge) -> Result<Program, InvalidProgram> {
        let code = compile.apply(self)?;
        Ok(Program::assemble(Arc::clone(self), code, compile.clone(), knowledge.clone(), None))
    }

    /// May a thread reserve a location?
    pub(crate) fn reserves(&self) -> bool {
        let mut instructions = self.functions.iter().flat_map(|function| &function.code);
        instructions.any(|instr| matches!(instr, Instr::Reserve { .. }))
    }

    /// What the interpreter needs of each function.
    fn prepare(&self, memory: Option<&Memory>, knowledge: &Knowledge) -> Arc<[Prepared]> {
        let learnt = match knowledge.thread_local() {
            seen if seen.is_empty() => None,
            seen => Some(analyse(self, seen)),
        };
        let mut offset = 0;
        let prepare = |(index, function): (usize, &Function)| {
            let facts = learnt.as_ref().map_or(&function.facts, |facts| &facts[index]).clone();
            let (fast, fast_registers) = translate(self, memory, function, &facts);
            let prepared =
                Prepared { facts, fast, fast_registers, registers: function.registers, live: Live::default(), offset };
            offset += function.code.len() as u32;
            prepared
        };
        self.functions.iter().enumerate().map(prepare).collect()
    }

    /// Does the library read static memory, so that writes have to leave marks?
    fn library_reads(&self) -> bool {
        let reads = |(instr, facts): (&Instr, &Facts)| facts.library && matches!(instr, Instr::Load { .. });
        self.functions.iter().any(|function| function.code.iter().zip(&function.facts).any(reads))
    }
}

impl Program {
    /// What the values of words of 16 bytes stand for.
    pub(crate) fn pairs(&self) -> &Pairs {
        match &self.memory {
            Some(memory) => &memory.pairs,
            None => unreachable!("only C programs have words of 16 bytes"),
        }
    }

    /// The value that an update stores after `old` was read; `None` if nothing is stored.
    #[inline(always)]
    pub(crate) fn stored_by(&self, op: UpdateOp, width: Width, old: Value) -> Option<Value> {
        if width.is_of_pair() { op.stores_into_pair(width, old, self.pairs()) } else { op.stores(width, old) }
    }

    /// The two words, low one first, that the value of a word of 16 bytes stands for.
    pub fn halves(&self, value: Value) -> [Value; 2] {
        self.pairs().halves(value)
    }

    /// Puts a program together. What the interpreter needs is that of `before`, the same with less knowledge, if nothing new
    /// matters to it.
    fn assemble(
        source: Arc<Code>,
        code: Arc<Code>,
        compile: Compile,
        knowledge: Knowledge,
        before: Option<&Program>,
    ) -> Program {
        let library_reads = || code.library_reads();
        let table = ThreadTable::new(code.threads.len(), &knowledge);
        let memory = code
            .memory
            .as_ref()
            .map(|statics| Memory::new(Arc::clone(statics), &knowledge, &table, compile.part_stores, library_reads()));
        let is_whole = |memory: &Option<Memory>| memory.as_ref().is_none_or(Memory::is_whole);
        let is_as_before = |before: &&Program| {
            knowledge.thread_local() == before.knowledge.thread_local() && is_whole(&memory) == is_whole(&before.memory)
        };
        let prepared = match before.filter(is_as_before) {
            Some(before) => Arc::clone(&before.prepared),
            None => code.prepare(memory.as_ref(), &knowledge),
        };
        let compares_at_once = code.branchless_updates || compile.compares_at_once();
        let has_picks = || before.map_or_else(|| picks::matter(&code, compares_at_once), |before| before.picks);
        let picks = compile.dependencies && compile.picks && has_picks();
        Program {
            prepared,
            table,
            distinguishable: code.asks_for_self || knowledge.distinguishable(),
            memory,
            local_budget: compile.max_steps.unwrap_or(code.local_budget),
            tracks_dependencies: compile.dependencies,
            picks,
            compares_at_once,
            source,
            code,
            compile,
            knowledge,
        }
    }

    /// The code that the program was made of, as its front end made it.
    pub fn source(&self) -> &Arc<Code> {
        &self.source
    }

    /// How the code is compiled.
    pub fn compile(&self) -> &Compile {
        &self.compile
    }

    /// What is known about the program.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The program with more knowledge. What does not depend on what is new is shared, not computed again.
    pub fn with(&self, more: &Knowledge) -> Program {
        let mut knowledge = self.knowledge.clone();
        knowledge.merge(more);
        Program::assemble(Arc::clone(&self.source), Arc::clone(&self.code), self.compile.clone(), knowledge, Some(self))
    }

    /// Takes in what a thread stands at, or what the explorer found out. False if that is nothing new, or nothing that the
    /// program can learn from: exploring it again would end in the same way.
    pub fn learn(&mut self, discovery: Discovery) -> bool {
        let Some(lesson) = self.lesson(discovery) else { return false };
        *self = self.with(&lesson);
        true
    }
}
