//! Code can be stored: what a front end said is written, with what the analysis found, which takes longer than all the rest.
//! What is read is validated, and what follows from it is computed again.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Code;

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Code::serialize(self, serializer)
    }
}

impl<'t> Deserialize<'t> for Code {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Code, D::Error> {
        let code = Code::deserialize(deserializer)?.checked().map_err(de::Error::custom)?;
        if code.functions.iter().any(|function| function.facts.len() != function.code.len()) {
            return Err(de::Error::custom("every instruction is analysed"));
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use raddle_graph::{Mode, Width};

    use super::*;
    use crate::{Instr, ProgramBuilder};

    fn code() -> Code {
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
        program.code().unwrap()
    }

    #[test]
    fn code_can_be_written_and_read() {
        let text = serde_json::to_string(&code()).unwrap();
        let read: Code = serde_json::from_str(&text).unwrap();
        assert_eq!(read, code());
        assert!(read.functions[0].awaits(0) && read.asks_for_self);
    }

    #[test]
    fn what_is_read_is_validated() {
        let text = serde_json::to_string(&code()).unwrap();
        let read = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            serde_json::from_str::<Code>(&text.replace(from, to)).map_err(|error| error.to_string())
        };
        assert!(read("\"registers\":1", "\"registers\":0").unwrap_err().contains("no such register"));
        assert!(read("\"facts\":[{", "\"facts\":[],\"x\":[{").unwrap_err().contains("analysed"));
    }
}
