//! The operands of an instruction as they are written: registers, numbers, memory, labels, and operands of the
//! assembly, whose meanings are in the constraints.

use super::template::{Piece, show, trim, word};

/// A register, and which of its low bits are accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Register {
    /// Its number, from 0 to 15, in the order of the encoding.
    pub number: usize,
    /// Its width: 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether it is the second byte, as in `%ah`.
    pub high: bool,
}

/// The number of the stack pointer.
pub(super) const STACK_POINTER: usize = 4;

/// The base or index of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// A register of the machine.
    Register(Register),
    /// An operand of the assembly.
    Operand(usize),
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MemoryOperand {
    /// What is added.
    pub displacement: i64,
    /// The base.
    pub base: Option<Base>,
    /// The index and its scale.
    pub index: Option<(Base, u8)>,
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AsmOperand {
    /// An operand of the assembly plus an offset, with a modifier.
    Operand {
        /// Which.
        number: usize,
        /// The modifier.
        modifier: Option<char>,
        /// The offset from its address, in bytes.
        offset: i64,
    },
    /// A register.
    Register(Register),
    /// A number.
    Number(i64),
    /// A place in memory.
    Memory(MemoryOperand),
    /// A label.
    Label(String),
}

/// The operands of an instruction, separated by commas.
pub(super) fn parse_all(pieces: &[Piece]) -> Result<Vec<AsmOperand>, String> {
    if pieces.is_empty() {
        return Ok(Vec::new());
    }
    let mut depth = 0_i32;
    let parts = pieces.split(|piece| {
        match piece {
            Piece::Char('(') => depth += 1,
            Piece::Char(')') => depth -= 1,
            _ => {}
        }
        depth == 0 && *piece == Piece::Char(',')
    });
    parts.map(|part| parse(trim(part))).collect()
}

fn parse(pieces: &[Piece]) -> Result<AsmOperand, String> {
    let unknown = || format!("`{}` is not supported", show(pieces));
    match pieces {
        // The address in an operand.
        &[Piece::Operand(number, Some('a'))] => {
            Ok(AsmOperand::Memory(MemoryOperand { base: Some(Base::Operand(number)), ..MemoryOperand::default() }))
        }
        &[Piece::Operand(number, modifier)] => Ok(AsmOperand::Operand { number, modifier, offset: 0 }),
        // An immediate operand, written with a dollar sign of its own.
        &[Piece::Char('$'), Piece::Operand(number, Some('c' | 'P'))] => {
            Ok(AsmOperand::Operand { number, modifier: None, offset: 0 })
        }
        [Piece::Char('$'), rest @ ..] => number(rest).map(AsmOperand::Number).ok_or_else(unknown),
        [Piece::Char('%'), rest @ ..] => {
            let (name, behind) = word(rest);
            if behind.is_empty() {
                return register(&name).map(AsmOperand::Register);
            }
            if behind.first() == Some(&Piece::Char(':')) {
                return Err(format!("`{}` lies in another segment of memory", show(pieces)));
            }
            Err(unknown())
        }
        [offset @ .., Piece::Char('+'), Piece::Operand(operand, None)] => {
            let offset = number(trim(offset)).ok_or_else(unknown)?;
            Ok(AsmOperand::Operand { number: *operand, modifier: None, offset })
        }
        [before @ .., Piece::Char(')')] => {
            let open = before.iter().position(|piece| *piece == Piece::Char('(')).ok_or_else(unknown)?;
            let (displacement, inside) = (trim(&before[..open]), &before[open + 1..]);
            let displacement = match displacement {
                [] => 0,
                text => number(text).ok_or_else(unknown)?,
            };
            place(displacement, inside).map(AsmOperand::Memory)
        }
        _ => match word(pieces) {
            (name, []) if !name.is_empty() => Ok(AsmOperand::Label(name)),
            _ => Err(unknown()),
        },
    }
}

/// The part in parentheses: base, index, scale.
fn place(displacement: i64, inside: &[Piece]) -> Result<MemoryOperand, String> {
    let unknown = || format!("the address `({})` is not supported", show(inside));
    let mut place = MemoryOperand { displacement, ..MemoryOperand::default() };
    let parts: Vec<&[Piece]> = inside.split(|piece| *piece == Piece::Char(',')).map(trim).collect();
    let base = |part: &[Piece]| match part {
        [] => Ok(None),
        &[Piece::Operand(number, None | Some('q'))] => Ok(Some(Base::Operand(number))),
        [Piece::Char('%'), rest @ ..] => match word(rest) {
            (name, []) => register(&name).map(|register| Some(Base::Register(register))),
            _ => Err(unknown()),
        },
        _ => Err(unknown()),
    };
    let scale = match parts.get(2) {
        Some(text) => number(text).and_then(|scale| u8::try_from(scale).ok()),
        None => Some(1),
    };
    place.base = base(parts.first().copied().unwrap_or(&[]))?;
    if let Some(index) = base(parts.get(1).copied().unwrap_or(&[]))? {
        place.index = Some((index, scale.filter(|scale| matches!(scale, 1 | 2 | 4 | 8)).ok_or_else(unknown)?));
    }
    if parts.len() > 3 || (place.base.is_none() && place.index.is_none()) {
        return Err(unknown());
    }
    Ok(place)
}

/// A number in assembler syntax.
fn number(pieces: &[Piece]) -> Option<i64> {
    let text: Option<String> =
        pieces.iter().map(|piece| if let Piece::Char(char) = piece { Some(*char) } else { None }).collect();
    let text = text?;
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, &*text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8).ok()?,
        None => digits.parse().ok()?,
    } as i64;
    Some(if negative { value.wrapping_neg() } else { value })
}

const NAMES: [&str; 8] = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"];

/// The register with a name, which has no `%`.
pub(super) fn register(name: &str) -> Result<Register, String> {
    let unknown = || format!("the register `%{name}` is not modelled");
    let lower = name.to_ascii_lowercase();
    let found = |short: &str, bits: u8| {
        let number = NAMES.iter().position(|known| *known == short)?;
        Some(Register { number, bits, high: false })
    };
    if let Some(rest) = lower.strip_prefix('r')
        && rest.starts_with(|char: char| char.is_ascii_digit())
    {
        let digits = rest.trim_end_matches(['d', 'w', 'b']);
        let bits = match &rest[digits.len()..] {
            "" => 64,
            "d" => 32,
            "w" => 16,
            "b" => 8,
            _ => return Err(unknown()),
        };
        return match digits.parse() {
            Ok(number @ 8..16) => Ok(Register { number, bits, high: false }),
            _ => Err(unknown()),
        };
    }
    let register = match lower.as_bytes() {
        [b'r', _, _] => found(&lower[1..], 64),
        [b'e', _, _] => found(&lower[1..], 32),
        [_, b'l'] => found(&format!("{}x", &lower[..1]), 8),
        [_, b'h'] => found(&format!("{}x", &lower[..1]), 8).map(|register| Register { high: true, ..register }),
        [_, _, b'l'] => found(&lower[..2], 8),
        [_, _] => found(&lower, 16),
        _ => None,
    };
    register.ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::super::template::{Statement, parse};
    use super::*;

    fn arguments(template: &str) -> Vec<AsmOperand> {
        match parse(template).as_deref() {
            Ok([Statement::Instruction(it)]) => it.arguments.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn registers_have_four_sizes() {
        let all = [
            ("rax", 0, 64),
            ("%ecx", 1, 32),
            ("dx", 2, 16),
            ("bl", 3, 8),
            ("sil", 6, 8),
            ("r8", 8, 64),
            ("r15d", 15, 32),
        ];
        for (name, number, bits) in all {
            assert_eq!(register(name.trim_start_matches('%')), Ok(Register { number, bits, high: false }), "{name}");
        }
        assert_eq!(register("bh"), Ok(Register { number: 3, bits: 8, high: true }));
        for name in ["xmm0", "st", "r16", "rip", "fs", "r8x"] {
            assert!(register(name).is_err(), "{name}");
        }
    }

    #[test]
    fn operands_of_all_kinds() {
        let operand = |number, modifier, offset| AsmOperand::Operand { number, modifier, offset };
        assert_eq!(arguments("movl ${1:k}, 8+$0"), [operand(1, Some('k'), 0), operand(0, None, 8)]);
        assert_eq!(arguments("addl $$-0x10, $0"), [AsmOperand::Number(-16), operand(0, None, 0)]);
        assert_eq!(arguments("addl $$${1:c}, $0"), [operand(1, None, 0), operand(0, None, 0)]);
        assert_eq!(arguments("jne 1b"), [AsmOperand::Label("1b".to_owned())]);
        let place = |displacement, base, index| AsmOperand::Memory(MemoryOperand { displacement, base, index });
        let rbx = Base::Register(Register { number: 3, bits: 64, high: false });
        assert_eq!(arguments("incl -8(%rbx)"), [place(-8, Some(rbx), None)]);
        assert_eq!(arguments("incl (%rbx,$1,4)"), [place(0, Some(rbx), Some((Base::Operand(1), 4)))]);
        assert_eq!(arguments("prefetchw ${0:a}"), [place(0, Some(Base::Operand(0)), None)]);
    }

    #[test]
    fn what_is_not_understood_is_told() {
        for template in
            ["movq %fs:0, %rax", "jmp *%rax", "movl x(%rip), %eax", "incl (%rax,%rbx,3)", "incl ()", "addl $$x, $0"]
        {
            assert!(parse(template).is_err(), "{template}");
        }
    }
}
