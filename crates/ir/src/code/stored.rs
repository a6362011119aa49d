//! Programs can be stored: what a front end said about them is written, with what the analysis of their code found, which takes
//! longer than all the rest. What is read is validated. What follows from it is computed again, and what a program learns
//! about itself while it is explored is not stored.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::Program;

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.local_accesses.known().is_empty() {
            return Err(ser::Error::custom("the analysis knows what was learnt since"));
        }
        Program::serialize(self, serializer)
    }
}

impl<'t> Deserialize<'t> for Program {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Program, D::Error> {
        let mut program = Program::deserialize(deserializer)?.checked().map_err(de::Error::custom)?;
        if program.functions.iter().any(|function| function.facts.len() != function.code.len()) {
            return Err(de::Error::custom("every instruction is analysed"));
        }
        program.translate();
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, Width};

    use super::*;
    use crate::{Instr, ProgramBuilder};

    fn program() -> Program {
        let mut program = ProgramBuilder::new();
        program.c_memory(true);
        let main = program.declare("main", 0);
        let mut code = program.function(main);
        let r = code.register();
        let again = code.label();
        code.bind(again);
        code.load(r, 65536, Mode::Acq, Width::W32);
        code.push(Instr::Assume { cond: r.into() });
        code.push(Instr::Switch { value: r.into(), cases: [(7, 3), (2, 3)].into(), otherwise: 3 });
        code.push(Instr::Self_ { dst: r });
        code.finish();
        program.define(code);
        program.thread(main, &[]);
        program.build().unwrap()
    }

    #[test]
    fn a_program_can_be_written_and_read() {
        let text = serde_json::to_string(&program()).unwrap();
        let read: Program = serde_json::from_str(&text).unwrap();
        assert_eq!(read, program());
        assert!(read.functions[0].awaits(0) && read.told_apart.known());
    }

    #[test]
    fn what_is_read_is_validated() {
        let text = serde_json::to_string(&program()).unwrap();
        let read = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            serde_json::from_str::<Program>(&text.replace(from, to)).map_err(|error| error.to_string())
        };
        assert!(read("\"registers\":1", "\"registers\":0").unwrap_err().contains("no such register"));
        assert!(read("\"facts\":[{", "\"facts\":[],\"x\":[{").unwrap_err().contains("analysed"));
    }
}
