//! A litmus test, parsed and checked.

use raddle_ir::Program;
use raddle_models::ModelName;

use crate::condition::Condition;
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::lower::{LoweredTest, lower};
use crate::observe::Observation;
use crate::parse::{Parsed, parse};

/// Files larger than this are refused.
const MAX_BYTES: usize = 1 << 20;

/// A litmus test.
///
/// ```
/// let source = "C SB\n{}\n\
///     P0 (atomic_int *x, atomic_int *y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n\
///     P1 (atomic_int *x, atomic_int *y) { atomic_store(y, 1); int r0 = atomic_load(x); }\n\
///     exists (0:r0=0 /\\ 1:r0=0)";
/// let test = raddle_litmus::Test::parse(source)?;
/// assert_eq!(test.name(), "SB");
/// assert_eq!(test.threads(), 2);
/// # Ok::<(), raddle_litmus::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Test {
    source: String,
    parsed: Parsed,
}

/// A test ready to be explored.
pub(crate) struct Compiled {
    pub lowered: LoweredTest,
    pub observation: Observation,
    pub warnings: Vec<String>,
}

impl Test {
    /// Parses a file and checks all of it: what this accepts can be run.
    pub fn parse(source: &str) -> Result<Test, Error> {
        if source.len() > MAX_BYTES {
            let message = format!("the file has {} bytes; litmus tests have at most {MAX_BYTES}", source.len());
            return Err(Error::new(source, Span::default(), message, "litmus tests are meant to be small"));
        }
        let test = Test { parsed: parse(source)?, source: source.to_owned() };
        test.compile(None)?;
        Ok(test)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.parsed.name
    }

    /// The description in quotes, if there is one.
    pub fn description(&self) -> Option<&str> {
        self.parsed.doc.as_deref()
    }

    /// The lines of the form `Key=value`, in order.
    pub fn info(&self) -> &[(String, String)] {
        &self.parsed.info
    }

    /// The language of its threads.
    pub fn dialect(&self) -> Dialect {
        self.parsed.dialect
    }

    /// The model under which the test is meant to be run: that of its machine, of the kernel, or of C11.
    pub fn default_model(&self) -> ModelName {
        match self.parsed.dialect {
            Dialect::C if self.parsed.linux => ModelName::Lkmm,
            Dialect::C => ModelName::Rc20,
            Dialect::X86 | Dialect::X86_64 => ModelName::Tso,
            Dialect::AArch64 => ModelName::Armv8,
            Dialect::Arm => ModelName::Armv7,
            Dialect::Ppc => ModelName::Power,
            Dialect::Riscv => ModelName::Riscv,
            Dialect::Lisa => ModelName::Lkmm,
        }
    }

    /// Are its threads C11, and not the kernel's C?
    pub fn is_c11(&self) -> bool {
        self.parsed.dialect == Dialect::C && !self.parsed.linux
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.parsed.threads.len()
    }

    /// The condition.
    pub fn condition(&self) -> &Condition {
        &self.parsed.condition
    }

    /// A hash of the test without its header, comments and blanks; the same on every machine.
    pub fn hash(&self) -> u128 {
        self.parsed.hash
    }

    /// The text that was parsed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The threads as bytecode; with `unroll`, loops stop after that many iterations.
    pub fn program(&self, unroll: Option<u64>) -> Result<Program, Error> {
        Ok(self.compile(unroll)?.lowered.program)
    }

    pub(crate) fn compile(&self, unroll: Option<u64>) -> Result<Compiled, Error> {
        let mut lowered = lower(&self.parsed, &self.source, unroll)?;
        let mut warnings = std::mem::take(&mut lowered.warnings);
        let observation = Observation::new(&self.parsed, &lowered, &self.source, &mut warnings)?;
        Ok(Compiled { lowered, observation, warnings })
    }
}
