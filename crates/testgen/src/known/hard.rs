//! Programs on which explorations with holes have lost executions or found some twice (`hard.tsv`, in the notation of
//! [`notation`](crate::notation)), with how many executions they have under each of some models.

use raddle_models::ModelName;

use crate::Sketch;
use crate::notation::parse;

/// The models of the table.
pub const MODELS: [ModelName; 4] = [ModelName::Imm, ModelName::Armv8, ModelName::Power, ModelName::Riscv];

/// A program of the table.
pub struct Hard {
    /// The program.
    pub program: Sketch,
    /// As the table has it.
    pub text: &'static str,
    /// How many executions it has under each model.
    pub counts: [u64; MODELS.len()],
}

/// The table.
///
/// # Panics
/// If the table has a line that cannot be read.
pub fn programs() -> Vec<Hard> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let (counts, text) = (&cells[..MODELS.len()], cells[MODELS.len()]);
        let count = |nth: usize| counts[nth].parse().unwrap_or_else(|_| panic!("{line}"));
        let program = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Hard { program, text, counts: std::array::from_fn(count) }
    };
    include_str!("hard.tsv").lines().skip(1).map(row).collect()
}
