//! Programs in one line, as tables of known programs give them: `r0=x; y.rel=r0+1 | r0=faa(y,1).acq; if(r0==1){x=2}`.
//!
//! Threads stand between `|`, statements between `;`. Locations are `x`, `y`, `z`, `u` and the two cells of `a`; registers are
//! `r0` to `r6`, and `s`, another name of `r5`. Accesses are relaxed unless `.acq`, `.rel` or `.ar` follows. `ll` reserves a location, and an
//! execution in which its `sc` fails is none; an `sc` that no `ll` goes before is refused. `r*0` is computed from the register,
//! and 0. `F.ar` is a fence.

use raddle_graph::{Mode, Tag, Value};
use raddle_models::ModelName;

use crate::Sketch;
use crate::sketch::{Dialect, Loc, Operand, Reg, Stmt, Test};

/// Where what nobody looks at goes.
const UNUSED: Reg = 7;

/// The program; an error quotes what cannot be read.
pub fn parse(text: &str) -> Result<Sketch, String> {
    let threads: Result<Vec<_>, String> = text.split('|').map(|thread| body(&mut Rest(thread.trim()))).collect();
    Ok(Sketch::new(threads?))
}

/// The same program in the instructions of the machine that the model describes, as compilers choose them.
#[must_use]
pub fn compiled(program: &Sketch, model: ModelName) -> Sketch {
    match model {
        // Its accesses are like C11's; its fence of both kinds is the full barrier.
        ModelName::Armv8 => {
            let mut threads = program.threads().to_vec();
            threads.iter_mut().for_each(|body| fences(body, Mode::Tag(Tag::DmbSy)));
            Sketch::new(threads)
        }
        model => program.in_dialect(Dialect::of(model)),
    }
}

fn fences(body: &mut [Stmt], mode: Mode) {
    for stmt in body {
        match stmt {
            Stmt::Fence(of) => *of = mode,
            Stmt::If { then, otherwise, .. } => {
                fences(then, mode);
                fences(otherwise, mode);
            }
            _ => {}
        }
    }
}

/// What is left to read.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn error<T>(&self, wanted: &str) -> Result<T, String> {
        Err(format!("{wanted} expected before `{}`", self.0))
    }

    /// Skips the text, if it comes next.
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(text);
        if let Some(rest) = rest {
            self.0 = rest.trim_start();
        }
        rest.is_some()
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.skip(text) { Ok(()) } else { self.error(text) }
    }

    /// The letters and digits that come next.
    fn word(&mut self) -> &'a str {
        let text = self.0.trim_start();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest.trim_start();
        word
    }

    fn number(&mut self) -> Result<Value, String> {
        let before = Rest(self.0);
        self.word().parse().or_else(|_| before.error("a number"))
    }

    fn location(&mut self) -> Result<Loc, String> {
        let before = Rest(self.0);
        location(self.word()).map_or_else(|| before.error("a location"), Ok)
    }

    fn mode(&mut self) -> Result<Mode, String> {
        if !self.skip(".") {
            return Ok(Mode::Rlx);
        }
        let before = Rest(self.0);
        match self.word() {
            "acq" => Ok(Mode::Acq),
            "rel" => Ok(Mode::Rel),
            "ar" => Ok(Mode::AcqRel),
            _ => before.error("acq, rel or ar"),
        }
    }
}

fn register(word: &str) -> Option<Reg> {
    match word {
        "s" => Some(5),
        word => word.strip_prefix('r')?.parse().ok().filter(|&reg| reg < UNUSED),
    }
}

fn location(word: &str) -> Option<Loc> {
    ["x", "y", "z", "u", "a"].iter().position(|&name| name == word).map(|at| at as Loc)
}

/// Statements up to the end, or up to a brace.
fn body(rest: &mut Rest<'_>) -> Result<Vec<Stmt>, String> {
    let mut statements = Vec::new();
    while !rest.0.is_empty() && !rest.0.starts_with('}') {
        statements.push(statement(rest)?);
        if !rest.skip(";") {
            break;
        }
    }
    Ok(statements)
}

fn statement(rest: &mut Rest<'_>) -> Result<Stmt, String> {
    let before = Rest(rest.0);
    let word = rest.word();
    match word {
        "F" => Ok(Stmt::Fence(rest.mode()?)),
        "if" => {
            rest.expect("(")?;
            let word = rest.word();
            let Some(reg) = register(word) else { return rest.error("a register") };
            let (value, equal) = if rest.skip("==") { (rest.number()?, true) } else { (0, false) };
            rest.expect(")")?;
            rest.expect("{")?;
            let then = body(rest)?;
            rest.expect("}")?;
            Ok(Stmt::If { test: Test { reg, value, equal }, then, otherwise: Vec::new() })
        }
        "sc" => {
            rest.expect("(")?;
            let loc = rest.location()?;
            rest.expect(",")?;
            let value = operand(rest)?;
            rest.expect(")")?;
            Ok(Stmt::Conditional { done: None, loc, value, mode: rest.mode()? })
        }
        word => match (register(word), location(word)) {
            (Some(reg), _) => {
                rest.expect("=")?;
                assignment(rest, reg)
            }
            (None, Some(loc)) => {
                let index = index(rest)?;
                let mode = rest.mode()?;
                rest.expect("=")?;
                let value = operand(rest)?;
                Ok(match index {
                    Some(index) => Stmt::StoreAt { base: loc, index, value, mode },
                    None => Stmt::Store { loc, value, mode },
                })
            }
            (None, None) => before.error("a statement"),
        },
    }
}

fn index(rest: &mut Rest<'_>) -> Result<Option<Operand>, String> {
    if !rest.skip("[") {
        return Ok(None);
    }
    let index = operand(rest)?;
    rest.expect("]")?;
    Ok(Some(index))
}

/// What is assigned to a register.
fn assignment(rest: &mut Rest<'_>, reg: Reg) -> Result<Stmt, String> {
    let before = Rest(rest.0);
    let word = rest.word();
    if let Some(loc) = location(word) {
        let index = index(rest)?;
        let mode = rest.mode()?;
        return Ok(match index {
            Some(index) => Stmt::LoadAt { reg, base: loc, index, mode },
            None => Stmt::Load { reg, loc, mode },
        });
    }
    rest.expect("(")?;
    let loc = rest.location()?;
    let mut operands = Vec::new();
    while rest.skip(",") {
        operands.push(operand(rest)?);
    }
    rest.expect(")")?;
    let mode = rest.mode()?;
    match (word, &operands[..]) {
        ("ll", []) => Ok(Stmt::Reserve { reg, loc, mode }),
        ("faa", &[value]) => Ok(Stmt::FetchAdd { reg, loc, value, mode }),
        ("xchg", &[value]) => Ok(Stmt::Exchange { reg, loc, value, mode }),
        ("cas", &[expected, desired]) => {
            let failure = if mode == Mode::Acq || mode == Mode::AcqRel { Mode::Acq } else { Mode::Rlx };
            let (done, seen) = (UNUSED, reg);
            Ok(Stmt::CompareExchange { done, seen, loc, expected, desired, success: mode, failure, weak: false })
        }
        _ => before.error("a load, ll, faa, xchg or cas"),
    }
}

/// A sum of numbers and registers.
fn operand(rest: &mut Rest<'_>) -> Result<Operand, String> {
    let mut sum = Operand::from(0);
    loop {
        let before = Rest(rest.0);
        let has_parenthesis = rest.skip("(");
        let word = rest.word();
        if has_parenthesis {
            rest.expect(")")?;
        }
        let cancels = rest.skip("*0");
        match (register(word), word.parse::<Value>()) {
            (Some(reg), _) if sum.reg.is_none() => (sum.reg, sum.cancels) = (Some(reg), cancels),
            (Some(reg), _) if sum.also.is_none() && sum.cancels == cancels => sum.also = Some(reg),
            (None, Ok(number)) => sum.plus += if cancels { 0 } else { number },
            _ => return before.error("a register or a number"),
        }
        if !rest.skip("+") {
            return Ok(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_is_written() {
        let program = parse("r0=x.acq; if(r0==1){y.rel=r0+1} | r1=faa(y,r0+r1).ar; F.ar; a[r1*0]=1+(r1)*0").unwrap();
        let text = program.to_string();
        for wanted in ["r0 = atomic_load_explicit(x, memory_order_acquire)", "if (r0 == 1)", "r0 + r1 + 0", "r1 ^ r1"] {
            assert!(text.contains(wanted), "{wanted} in\n{text}");
        }
        assert_eq!(parse("r0=x; q=1").unwrap_err(), "a statement expected before `q=1`");
    }
}
