//! The shorthand in which the catalogue writes programs, and its translation to C litmus files.
//!
//! ```text
//! [x=2, a[4]={1}] x=1; y.rel=1 | r0=y.acq; if(r0==1){ r1=x } | r2=faa.acqrel(x,1)
//! ```
//!
//! | written | meaning |
//! |---|---|
//! | `A \| B` | two threads, numbered from 0; statements are separated by `;` |
//! | `r…` | a register, local to its thread, initially 0; every other name is a shared variable |
//! | `x`, `a[e]` | the variable, or the cell at that distance from it, in a statement of its own: |
//! | `r0=x`, `x=e` | a load, a store of an expression over registers; relaxed |
//! | `x.acq`, `x.rel`, `x.sc`, `x.na` | the same access with another order; `.na` is a plain, non-atomic one |
//! | `fence.acq`, `.rel`, `.acqrel`, `.sc` | a fence |
//! | `faa(x,e)`, `xchg(x,e)` | fetch-and-add, exchange; `faa.acqrel(x,e)` and so on for the orders |
//! | `cas(x,e,d)` | stores `d` if the value is `e` (never fails spuriously); the order given is that of success, a failure is its acquire part |
//! | `r0=faa(…)`, … | all three yield the *old* value, whether they stored or not |
//! | `r0=e`, `assume(e)`, `assert(e)` | as in C, over registers |
//! | `if(e){…} else {…}`, `while(e){…}`, `do{…} while(e)` | as in C, over registers; `else if` too |
//! | `[x=2, a[4]={1}]` | initial values and sizes of arrays; everything else is 0 |
//!
//! A `|` outside of brackets ends a thread: bitwise and logical or go into parentheses. Expressions are C and are passed on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A program that could not be translated: what is wrong, and with which text.
pub type Error = String;

/// The C litmus file for a program; `tail` is what follows the threads, such as `exists (0:r0=1)`.
pub fn to_litmus(name: &str, program: &str, tail: &str) -> Result<String, Error> {
    let program = program.trim();
    let (init, program) = match program.strip_prefix('[') {
        Some(rest) => {
            let end = closing(rest, '[', ']').ok_or_else(|| format!("`[{rest}`: the initial values are not closed"))?;
            (&rest[..end], &rest[end + 1..])
        }
        None => ("", program),
    };
    let mut names = Names::default();
    let mut threads = Vec::new();
    for text in split(program, '|') {
        let mut thread = Thread::default();
        thread.block(text, 1, &mut names)?;
        threads.push(thread);
    }
    let mut litmus = format!("C {name}\n\n{{{}}}\n\n", initial(init, &names)?);
    for (number, thread) in threads.iter().enumerate() {
        thread.print(&mut litmus, number, &names);
    }
    litmus.push_str(tail);
    litmus.push('\n');
    Ok(litmus)
}

/// What the threads together say about the shared variables.
#[derive(Default)]
struct Names {
    /// Those that are somewhere accessed plainly. C has no plain access of an atomic object, so they are `int`s.
    plain: BTreeSet<String>,
}

impl Names {
    fn c_type(&self, name: &str) -> &'static str {
        if self.plain.contains(name) { "int" } else { "atomic_int" }
    }
}

/// `x=2, a[4]={1}` as the entries of an initial state.
fn initial(init: &str, names: &Names) -> Result<String, Error> {
    let mut entries = BTreeMap::new();
    for entry in split(init, ',').into_iter().map(str::trim).filter(|entry| !entry.is_empty()) {
        let (target, value) = entry.split_once('=').unwrap_or((entry, ""));
        let name = target.split('[').next().unwrap_or(target).trim();
        if !is_name(name) {
            return Err(format!("`{entry}`: no initial value of a variable"));
        }
        let value = if value.is_empty() { String::new() } else { format!(" = {}", value.trim()) };
        entries.insert(name, format!(" {} {}{value};", names.c_type(name), target.trim()));
    }
    let mut text: String = entries.into_values().collect();
    if !text.is_empty() {
        text.push(' ');
    }
    Ok(text)
}

/// One thread while it is translated.
#[derive(Default)]
struct Thread {
    shared: BTreeSet<String>,
    registers: BTreeSet<String>,
    /// How many compare-exchanges there are: each needs a variable of its own for the expected value.
    exchanges: usize,
    code: String,
}

impl Thread {
    fn print(&self, litmus: &mut String, number: usize, names: &Names) {
        let params: Vec<String> = self.shared.iter().map(|name| format!("{}* {name}", names.c_type(name))).collect();
        let _ = writeln!(litmus, "P{number} ({}) {{", params.join(", "));
        for register in &self.registers {
            let _ = writeln!(litmus, "  int {register} = 0;");
        }
        let _ = write!(litmus, "{}}}\n\n", self.code);
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.code, "{:width$}{text}", "", width = 2 * depth);
    }

    /// Statements up to the end of the text.
    fn block(&mut self, text: &str, depth: usize, names: &mut Names) -> Result<(), Error> {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            rest = if let Some(next) = rest.strip_prefix(';') {
                next
            } else if let Some((cond, next)) = keyword(rest, "if")? {
                self.conditional(cond, next, depth, names)?
            } else if let Some((cond, next)) = keyword(rest, "while")? {
                let cond = self.expression(cond)?;
                self.line(depth, &format!("while ({cond}) {{"));
                let (body, next) = enclosed(next, '{', '}')?;
                self.block(body, depth + 1, names)?;
                self.line(depth, "}");
                next
            } else if let Some(next) = rest.strip_prefix("do").filter(|next| next.trim_start().starts_with('{')) {
                let (body, next) = enclosed(next, '{', '}')?;
                self.line(depth, "do {");
                self.block(body, depth + 1, names)?;
                let Some((cond, next)) = keyword(next, "while")? else {
                    return Err(format!("`{rest}`: a `do` ends in `while(…)`"));
                };
                let cond = self.expression(cond)?;
                self.line(depth, &format!("}} while ({cond});"));
                next
            } else {
                let (statement, next) = rest.split_once(';').unwrap_or((rest, ""));
                self.simple(statement.trim(), depth, names)?;
                next
            }
            .trim_start();
        }
        Ok(())
    }

    /// What follows `if(cond)`.
    fn conditional<'t>(
        &mut self,
        cond: &str,
        rest: &'t str,
        depth: usize,
        names: &mut Names,
    ) -> Result<&'t str, Error> {
        let cond = self.expression(cond)?;
        self.line(depth, &format!("if ({cond}) {{"));
        let (body, rest) = enclosed(rest, '{', '}')?;
        self.block(body, depth + 1, names)?;
        let Some(otherwise) = rest.trim_start().strip_prefix("else") else {
            self.line(depth, "}");
            return Ok(rest);
        };
        self.line(depth, "} else {");
        let rest = if let Some((cond, next)) = keyword(otherwise, "if")? {
            self.conditional(cond, next, depth + 1, names)?
        } else {
            let (body, rest) = enclosed(otherwise, '{', '}')?;
            self.block(body, depth + 1, names)?;
            rest
        };
        self.line(depth, "}");
        Ok(rest)
    }

    /// A statement without blocks.
    fn simple(&mut self, statement: &str, depth: usize, names: &mut Names) -> Result<(), Error> {
        if let Some(order) = statement.strip_prefix("fence.") {
            let order = c_order(order)?;
            self.line(depth, &format!("atomic_thread_fence({order});"));
            return Ok(());
        }
        for word in ["assume", "assert"] {
            if let Some((cond, "")) = keyword(statement, word)? {
                let cond = self.expression(cond)?;
                self.line(depth, &format!("{word}({cond});"));
                return Ok(());
            }
        }
        let Some((target, value)) = assignment(statement) else {
            return self.update(None, statement, depth, names);
        };
        if !target.starts_with('r') {
            let (place, order) = self.place(target, names)?;
            let value = self.expression(value)?;
            self.line(
                depth,
                &match order {
                    None => format!("*{place} = {value};"),
                    Some(order) => format!("atomic_store_explicit({place}, {value}, {order});"),
                },
            );
            return Ok(());
        }
        self.registers.insert(target.to_owned());
        if value.starts_with(|c: char| c.is_ascii_lowercase() && c != 'r') {
            if value.ends_with(')') {
                return self.update(Some(target), value, depth, names);
            }
            let (place, order) = self.place(value, names)?;
            self.line(
                depth,
                &match order {
                    None => format!("{target} = *{place};"),
                    Some(order) => format!("{target} = atomic_load_explicit({place}, {order});"),
                },
            );
            return Ok(());
        }
        let value = self.expression(value)?;
        self.line(depth, &format!("{target} = {value};"));
        Ok(())
    }

    /// `faa.acqrel(x,1)` and its like.
    fn update(&mut self, target: Option<&str>, text: &str, depth: usize, names: &mut Names) -> Result<(), Error> {
        let unknown = || format!("`{text}`: neither an access nor any other statement");
        let (head, args) = text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or_else(unknown)?;
        let (word, order) = head.split_once('.').unwrap_or((head, "rlx"));
        let c_name = c_order(order)?;
        let args = split(args, ',');
        let (place, None | Some("memory_order_relaxed")) = self.place(args[0].trim(), names)? else {
            return Err(format!("`{text}`: the order of an update belongs to its name"));
        };
        let into = target.map_or(String::new(), |target| format!("{target} = "));
        match (word, args.as_slice()) {
            ("faa" | "xchg", [_, value]) => {
                let value = self.expression(value)?;
                let function = if word == "faa" { "fetch_add" } else { "exchange" };
                self.line(depth, &format!("{into}atomic_{function}_explicit({place}, {value}, {c_name});"));
            }
            ("cas", [_, expected, desired]) => {
                let (expected, desired) = (self.expression(expected)?, self.expression(desired)?);
                let seen = format!("seen{}", self.exchanges);
                self.exchanges += 1;
                let failure = c_order(match order {
                    "rel" => "rlx",
                    "acqrel" => "acq",
                    other => other,
                })?;
                let call = format!("({place}, &{seen}, {desired}, {c_name}, {failure})");
                self.line(depth, &format!("int {seen} = {expected};"));
                self.line(depth, &format!("atomic_compare_exchange_strong_explicit{call};"));
                // It holds the old value now: what was there if it differed, and itself if it did not.
                if let Some(target) = target {
                    self.line(depth, &format!("{target} = {seen};"));
                }
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// `x.acq` or `a[r0]`: a C pointer, and the order of the access; `None` if it is plain.
    fn place(&mut self, text: &str, names: &mut Names) -> Result<(String, Option<&'static str>), Error> {
        let (place, order) = match text.rsplit_once('.') {
            Some((place, order)) => (place, order),
            None => (text, "rlx"),
        };
        let (name, index) = match place.split_once('[') {
            Some((name, index)) => (name, index.strip_suffix(']')),
            None => (place, None),
        };
        if !is_name(name) || name.starts_with('r') || (index.is_none() && name != place) {
            return Err(format!("`{text}`: no shared variable"));
        }
        self.shared.insert(name.to_owned());
        let pointer = match index {
            Some(index) => format!("({name} + ({}))", self.expression(index)?),
            None => name.to_owned(),
        };
        if order == "na" {
            names.plain.insert(name.to_owned());
            return Ok((pointer, None));
        }
        Ok((pointer, Some(c_order(order)?)))
    }

    /// Notes the registers of an expression, which may name nothing else.
    fn expression<'t>(&mut self, text: &'t str) -> Result<&'t str, Error> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for word in words.filter(|word| is_name(word)) {
            if !word.starts_with('r') {
                return Err(format!("`{text}`: `{word}` is no register; load it in a statement of its own"));
            }
            self.registers.insert(word.to_owned());
        }
        if text.trim().is_empty() {
            return Err("an expression is missing".to_owned());
        }
        Ok(text.trim())
    }
}

fn c_order(order: &str) -> Result<&'static str, Error> {
    Ok(match order {
        "rlx" => "memory_order_relaxed",
        "acq" => "memory_order_acquire",
        "rel" => "memory_order_release",
        "acqrel" => "memory_order_acq_rel",
        "sc" => "memory_order_seq_cst",
        _ => {
            return Err(format!(
                "`{order}`: no memory order; there are rlx, acq, rel, acqrel, sc (and na for accesses)"
            ));
        }
    })
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The two sides of the first `=` that is not part of a comparison.
fn assignment(statement: &str) -> Option<(&str, &str)> {
    let (target, value) = statement.split_once('=')?;
    if target.contains('(') && !target.contains('[') || target.ends_with(['!', '<', '>']) {
        return None;
    }
    Some((target.trim(), value.trim()))
}

/// Where the bracket that is open at the beginning of the text is closed.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        if c == close && depth == 0 {
            return Some(at);
        }
        depth += i32::from(c == open) - i32::from(c == close);
        None
    })
}

/// What stands in the brackets at the beginning of the text, and what follows them.
fn enclosed(text: &str, open: char, close: char) -> Result<(&str, &str), Error> {
    let inner = text.trim_start().strip_prefix(open).ok_or_else(|| format!("`{text}`: expected `{open}`"))?;
    let end = closing(inner, open, close).ok_or_else(|| format!("`{text}`: `{open}` is never closed"))?;
    Ok((&inner[..end], &inner[end + 1..]))
}

/// `word(inner) rest`, if the text begins so.
fn keyword<'t>(text: &'t str, word: &str) -> Result<Option<(&'t str, &'t str)>, Error> {
    match text.trim_start().strip_prefix(word) {
        Some(rest) if rest.trim_start().starts_with('(') => enclosed(rest, '(', ')').map(Some),
        _ => Ok(None),
    }
}

/// The parts between separators outside of brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_its_c() {
        let program = "[x=2, a[3]={1,2}] x.rel=r0+1; r1=a[r0].acq | fence.sc; r=faa(x,1); if(r==1 || r==2){ p.na=1 } else { r=p.na }";
        let litmus = to_litmus("t", program, "exists (true)").unwrap();
        let expected = "C t\n\n{ atomic_int a[3] = {1,2}; atomic_int x = 2; }\n\n\
            P0 (atomic_int* a, atomic_int* x) {\n  int r0 = 0;\n  int r1 = 0;\n  \
            atomic_store_explicit(x, r0+1, memory_order_release);\n  \
            r1 = atomic_load_explicit((a + (r0)), memory_order_acquire);\n}\n\n\
            P1 (int* p, atomic_int* x) {\n  int r = 0;\n  atomic_thread_fence(memory_order_seq_cst);\n  \
            r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n  if (r==1 || r==2) {\n    *p = 1;\n  \
            } else {\n    r = *p;\n  }\n}\n\nexists (true)\n";
        assert_eq!(litmus, expected);
    }

    #[test]
    fn a_compare_exchange_yields_the_old_value() {
        let litmus = to_litmus("t", "r0=cas.acqrel(x,0,1); cas(x,r0,2)", "").unwrap();
        let expected = "C t\n\n{}\n\nP0 (atomic_int* x) {\n  int r0 = 0;\n  int seen0 = 0;\n  \
            atomic_compare_exchange_strong_explicit(x, &seen0, 1, memory_order_acq_rel, memory_order_acquire);\n  \
            r0 = seen0;\n  int seen1 = r0;\n  \
            atomic_compare_exchange_strong_explicit(x, &seen1, 2, memory_order_relaxed, memory_order_relaxed);\n}\n\n\n";
        assert_eq!(litmus, expected);
    }

    #[test]
    fn what_is_no_statement_is_refused() {
        for (program, complaint) in [
            ("x=y", "`y`: `y` is no register; load it in a statement of its own"),
            ("r0=x.foo", "`foo`: no memory order; there are rlx, acq, rel, acqrel, sc (and na for accesses)"),
            ("x", "`x`: neither an access nor any other statement"),
            ("faa.acq(x.rel,1)", "`faa.acq(x.rel,1)`: the order of an update belongs to its name"),
            ("if(r0){x=1", "`{x=1`: `{` is never closed"),
        ] {
            assert_eq!(to_litmus("t", program, "").unwrap_err(), complaint, "{program}");
        }
    }
}
