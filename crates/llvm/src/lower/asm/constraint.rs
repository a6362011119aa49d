//! The constraints of inline assembly: the meanings of `$0`, `$1`, …, and the registers it overwrites.

use super::flags::Condition;
use super::operand::register;

/// The constraint of one operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Constraint {
    /// Whether it is an output.
    pub output: bool,
    /// Whether the argument is the address of the operand.
    pub indirect: bool,
    /// Where the operand is.
    pub home: OperandHome,
}

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandHome {
    /// In a register of the compiler's choice; inputs may also be immediate.
    Anywhere,
    /// In this register of the machine.
    Register(usize),
    /// In `rax`, or in `rdx:rax` if it needs two.
    Pair,
    /// In memory.
    Memory,
    /// In the same place as this output.
    Same(usize),
    /// In the flags: 1 if this condition holds, else 0.
    Flags(Condition),
    /// A label.
    Label,
}

/// Parses a list of constraints, without clobbers; the error is the one that is not supported.
pub(super) fn parse(text: &str) -> Result<Vec<Constraint>, String> {
    let mut constraints = Vec::new();
    for item in text.split(',').filter(|item| !item.is_empty() && !item.starts_with('~')) {
        constraints.push(constraint(item).ok_or_else(|| format!("the constraint `{item}` is not supported"))?);
    }
    let tied = |it: &Constraint| if let OperandHome::Same(output) = it.home { Some(output) } else { None };
    for output in constraints.iter().filter_map(tied).collect::<Vec<_>>() {
        match constraints.get_mut(output) {
            // An input-output operand has no address: the compiler loads it before, and stores it afterwards.
            Some(it) if it.output && it.home == OperandHome::Memory => it.home = OperandHome::Anywhere,
            Some(it) if it.output => {}
            _ => return Err(format!("the constraint `{output}` names no output")),
        }
    }
    Ok(constraints)
}

fn constraint(item: &str) -> Option<Constraint> {
    if item.starts_with('!') {
        return Some(Constraint { output: false, indirect: false, home: OperandHome::Label });
    }
    let (output, rest) = match item.strip_prefix('=') {
        Some(rest) => (true, rest),
        None => (false, item),
    };
    let indirect = rest.contains('*');
    let code = rest.trim_start_matches(['&', '*', '%']);
    let home = match code.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(name) => match name.strip_prefix("@cc") {
            Some(condition) => OperandHome::Flags(Condition::of(condition)?),
            None => OperandHome::Register(register(name).ok()?.number),
        },
        None => match code.parse() {
            // The operand that it is tied to has the same address.
            Ok(_) if indirect => OperandHome::Memory,
            Ok(number) => OperandHome::Same(number),
            Err::<usize, _>(_) => letters(code, indirect)?,
        },
    };
    Some(Constraint { output, indirect, home })
}

/// The home of an operand with these constraint letters.
fn letters(code: &str, indirect: bool) -> Option<OperandHome> {
    let known = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, '^' | '|');
    if code.is_empty() || !code.chars().all(known) {
        return None;
    }
    let fixed = [('a', 0), ('c', 1), ('d', 2), ('b', 3), ('S', 6), ('D', 7)];
    Some(match code {
        "A" => OperandHome::Pair,
        _ if indirect && code.contains(['m', 'o', 'V', 'p', 'X']) => OperandHome::Memory,
        _ => match fixed.iter().find(|(letter, _)| code == letter.to_string()) {
            Some((_, number)) => OperandHome::Register(*number),
            None => OperandHome::Anywhere,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn homes(text: &str) -> Vec<OperandHome> {
        parse(text).unwrap().iter().map(|it| it.home).collect()
    }

    #[test]
    fn what_compilers_write() {
        use OperandHome::*;
        assert_eq!(homes("~{memory},~{dirflag},~{fpsr},~{flags}"), []);
        let exchange = parse("=*m,={@ccz},={ax},q,*m,2,~{memory},~{cc}").unwrap();
        let found: Vec<_> = exchange.iter().map(|it| (it.output, it.indirect, it.home)).collect();
        let expected = [
            (true, true, Memory),
            (true, false, Flags(Condition::of("z").unwrap())),
            (true, false, Register(0)),
            (false, false, Anywhere),
            (false, true, Memory),
            (false, false, Same(2)),
        ];
        assert_eq!(found, expected);
        assert_eq!(
            homes("=q,=*m,=A,{bx},{cx},*m,2"),
            [Anywhere, Memory, Pair, Register(3), Register(1), Memory, Same(2)]
        );
        assert_eq!(homes("*m,r,!i"), [Memory, Anywhere, Label]);
        assert_eq!(homes("=*rm,ri,0"), [Anywhere, Anywhere, Same(0)], "loaded before and stored behind");
        assert_eq!(homes("=*m,*0"), [Memory, Memory]);
        assert_eq!(homes("=*rm,Zq,i"), [Memory, Anywhere, Anywhere]);
    }

    #[test]
    fn nonsense_is_told() {
        for text in ["={xmm0}", "5", "=r,1", "{", "=", "r,=?"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
