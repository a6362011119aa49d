//! The text of inline assembly, in AT&T's syntax as in LLVM IR: `$0` and `${0:b}` stand for operands, `$$` for a dollar
//! sign, `$(…$|…$)` for alternatives in two dialects.
//!
//! Statements are separated by `;` or line breaks. Prefixes may be statements of their own, as in `lock; xaddl …`. The
//! content of other sections of the object file (the kernel lists its locked instructions there) has no effect and is
//! skipped.

use super::operand::{self, AsmOperand};

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A character.
    Char(char),
    /// An operand of the assembly: its number, and its modifier.
    Operand(usize, Option<char>),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Statement {
    /// A label.
    Label(String),
    /// An instruction.
    Instruction(AsmInstruction),
}

/// An instruction with its operands, the destination last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AsmInstruction {
    /// Whether it has the prefix `lock`.
    pub lock: bool,
    /// Whether it has a prefix of the family of `rep`.
    pub repeat: bool,
    /// Its name in lower case, with the size suffix.
    pub name: String,
    /// What it works on.
    pub arguments: Vec<AsmOperand>,
}

/// The statements of a template; the error is the reason if it cannot be parsed.
pub(super) fn parse(template: &str) -> Result<Vec<Statement>, String> {
    let pieces = without_comments(&pieces(template)?);
    let mut statements = Vec::new();
    let (mut lock, mut repeat, mut elsewhere) = (false, false, 0_u32);
    for line in pieces.split(|piece| matches!(piece, Piece::Char(';' | '\n'))) {
        let mut rest = trim(line);
        loop {
            let (word, behind) = word(rest);
            if word.is_empty() {
                if !rest.is_empty() && elsewhere == 0 {
                    return Err(format!("`{}` is no instruction", show(rest)));
                }
                break;
            }
            let name = word.to_ascii_lowercase();
            let after = trim(behind);
            match &*name {
                ".pushsection" | ".section" => elsewhere += 1,
                ".popsection" | ".previous" => elsewhere = elsewhere.saturating_sub(1),
                _ if elsewhere > 0 => {}
                ".align" | ".balign" | ".p2align" => {}
                _ if after.first() == Some(&Piece::Char(':')) => {
                    statements.push(Statement::Label(word));
                    rest = trim(&after[1..]);
                    continue;
                }
                "lock" | "rep" | "repe" | "repz" | "repne" | "repnz" => {
                    lock |= name == "lock";
                    repeat |= name != "lock";
                    rest = after;
                    continue;
                }
                _ => {
                    let arguments = operand::parse_all(after)?;
                    statements.push(Statement::Instruction(AsmInstruction { lock, repeat, name, arguments }));
                    (lock, repeat) = (false, false);
                }
            }
            break;
        }
    }
    if lock || (repeat && statements.is_empty()) {
        return Err("a prefix has no instruction behind it".to_owned());
    }
    Ok(statements)
}

/// Splits a template into characters and operands, in the first of two dialects.
fn pieces(template: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut chars = template.chars().peekable();
    // Whether this is the dialect that is left out.
    let mut other = false;
    while let Some(char) = chars.next() {
        let piece = match (char, chars.peek().copied()) {
            ('$', Some('$')) => {
                chars.next();
                Piece::Char('$')
            }
            ('$', Some(mark @ ('(' | '|' | ')'))) => {
                chars.next();
                other = mark == '|';
                continue;
            }
            ('$', Some('{')) => {
                chars.next();
                let inner: String = chars.by_ref().take_while(|char| *char != '}').collect();
                let (number, modifier) = inner.split_once(':').unwrap_or((&inner, ""));
                match number.parse() {
                    Ok(number) if modifier.len() <= 1 => Piece::Operand(number, modifier.chars().next()),
                    // A number that is different in each place.
                    _ if inner == ":uid" => Piece::Char('0'),
                    _ => return Err(format!("`${{{inner}}}` is not supported")),
                }
            }
            ('$', Some('0'..='9')) => {
                let mut number = 0_usize;
                while let Some(digit) = chars.peek().and_then(|char| char.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit as usize);
                    chars.next();
                }
                Piece::Operand(number, None)
            }
            ('$', _) => return Err("a `$` stands alone".to_owned()),
            _ => Piece::Char(char),
        };
        if !other {
            pieces.push(piece);
        }
    }
    Ok(pieces)
}

/// Removes comments: `# …` to the end of the line, and `/* … */`.
fn without_comments(pieces: &[Piece]) -> Vec<Piece> {
    let mut kept = Vec::with_capacity(pieces.len());
    let mut rest = pieces;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match (first, behind.first()) {
            (Piece::Char('#'), _) => {
                let end = rest.iter().position(|piece| *piece == Piece::Char('\n')).unwrap_or(rest.len());
                rest = &rest[end..];
            }
            (Piece::Char('/'), Some(Piece::Char('*'))) => {
                let end = rest.windows(2).skip(1).position(|two| two == [Piece::Char('*'), Piece::Char('/')]);
                rest = end.map_or(&[], |end| &rest[end + 3..]);
                kept.push(Piece::Char(' '));
            }
            _ => kept.push(*first),
        }
    }
    kept
}

pub(super) fn trim(mut pieces: &[Piece]) -> &[Piece] {
    let is_space = |piece: &Piece| matches!(piece, Piece::Char(char) if char.is_whitespace());
    while let [first, rest @ ..] = pieces
        && is_space(first)
    {
        pieces = rest;
    }
    while let [rest @ .., last] = pieces
        && is_space(last)
    {
        pieces = rest;
    }
    pieces
}

/// The first word, and the rest.
pub(super) fn word(pieces: &[Piece]) -> (String, &[Piece]) {
    let in_word = |piece: &Piece| match piece {
        Piece::Char(char) if char.is_ascii_alphanumeric() || matches!(char, '.' | '_') => Some(*char),
        _ => None,
    };
    let word: String = pieces.iter().map_while(in_word).collect();
    let length = word.len();
    (word, &pieces[length..])
}

/// The text again, for messages.
pub(super) fn show(pieces: &[Piece]) -> String {
    let show = |piece: &Piece| match piece {
        Piece::Char(char) => char.to_string(),
        Piece::Operand(number, None) => format!("%{number}"),
        Piece::Operand(number, Some(modifier)) => format!("%{modifier}{number}"),
    };
    pieces.iter().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instructions(template: &str) -> Vec<String> {
        let show = |statement: &Statement| match statement {
            Statement::Label(name) => format!("{name}:"),
            Statement::Instruction(it) => {
                let prefix = if it.lock { "lock " } else { "" };
                format!("{prefix}{}/{}", it.name, it.arguments.len())
            }
        };
        parse(template).unwrap().iter().map(show).collect()
    }

    #[test]
    fn statements_are_found_however_they_are_separated() {
        assert_eq!(instructions(""), [""; 0]);
        assert_eq!(instructions("lock; xaddl $0, $1"), ["lock xaddl/2"]);
        assert_eq!(instructions("LOCK cmpxchg16b $0; setz $1"), ["lock cmpxchg16b/1", "setz/1"]);
        assert_eq!(instructions("1:\tpause\n\tjne 1b\n"), ["1:", "pause/0", "jne/1"]);
        assert_eq!(instructions("rep; nop"), ["nop/0"]);
        assert_eq!(instructions("a: b: nop # jmp a\n/* ; ud2 */ nop"), ["a:", "b:", "nop/0", "nop/0"]);
        assert_eq!(instructions("$(movl $0,%eax$|mov eax,$0$)\n.L${:uid}: bswap $0"), ["movl/2", ".L0:", "bswap/1"]);
    }

    #[test]
    fn other_sections_are_skipped() {
        let template = ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; incl $0";
        assert_eq!(instructions(template), ["671:", "lock incl/1"]);
    }

    #[test]
    fn nonsense_is_told() {
        for template in ["$", "${x}", "lock", "lock;", "(%rax)", "${0:bb}"] {
            assert!(parse(template).is_err(), "{template}");
        }
    }
}
