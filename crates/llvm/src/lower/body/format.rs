//! Formats of the `printf` family, where they are constants: calls with too few arguments, or with a null pointer as a string.

use raddle_ir::{BinaryOp, FailureKind, Operand};

use super::Body;
use crate::lower::error::LowerError;
use crate::text::instr::{Call, CallArgument};

/// What a format does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// It prints the string that the argument points to.
    String,
    /// Something else.
    Other,
}

/// What a format does with its arguments, in order; `None` if it has something that is not known here (`%1$d`, say).
fn uses(format: &str) -> Option<Vec<Use>> {
    let mut uses = Vec::new();
    let mut rest = format.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        // Flags, width and precision; `*` takes an argument.
        while let Some(part) = rest.next_if(|byte| b"-+ #0'.*123456789".contains(byte)) {
            if part == b'*' {
                uses.push(Use::Other);
            }
        }
        while rest.next_if(|byte| b"hlLqjzt".contains(byte)).is_some() {}
        match rest.next()? {
            // `%m` prints the error of `errno`.
            b'%' | b'm' => {}
            b's' | b'S' => uses.push(Use::String),
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' | b'c' | b'C' | b'p' | b'n' => uses.push(Use::Other),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => uses.push(Use::Other),
            _ => return None,
        }
    }
    Some(uses)
}

impl<'m> Body<'_, 'm> {
    /// Fails where the call of a function that prints is undefined: the format is this argument, the others follow.
    pub(crate) fn check_format(&mut self, call: &'m Call, format: usize) -> Result<(), LowerError> {
        let Some(text) = call.arguments.get(format).and_then(|argument| self.string(argument.value)) else {
            return Ok(());
        };
        let Some(uses) = uses(&text) else { return Ok(()) };
        let arguments = &call.arguments[format + 1..];
        if arguments.len() < uses.len() {
            let given = arguments.len();
            let message = format!("the format \"{}\" takes {} arguments, but has {given}", quoted(&text), uses.len());
            self.fail(FailureKind::InvalidArgument, &message);
            return Ok(());
        }
        let strings = uses.iter().zip(arguments).filter(|(used, _)| **used == Use::String);
        for (_, CallArgument { value, .. }) in strings {
            let value = self.value(*value)?;
            // What is not a pointer was warned of by the compiler.
            let [pointer] = value[..] else { continue };
            let null = self.binary(BinaryOp::Eq, 64, pointer, Operand::Const(0));
            if null == Operand::Const(0) {
                continue;
            }
            let (then, join) = self.fork(null);
            self.block = then;
            let message = format!("a string to print with the format \"{}\" is a null pointer", quoted(&text));
            self.fail(FailureKind::InvalidArgument, &message);
            self.block = join;
        }
        Ok(())
    }
}

/// The beginning of a text, with its line ends as they are written in C.
fn quoted(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut chars = text.chars();
    let mut shown: String = chars.by_ref().take(MAX_CHARS).flat_map(char::escape_default).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_say_what_they_do_with_their_arguments() {
        use Use::{Other, String};
        assert_eq!(uses("nothing: 100%%"), Some(vec![]));
        assert_eq!(
            uses("%d %5.2f %s|%-*s %zu %#llx %p %c"),
            Some(vec![Other, Other, String, Other, String, Other, Other, Other, Other])
        );
        assert_eq!(uses("%.*s%m%n"), Some(vec![Other, String, Other]));
        for unknown in ["%1$s", "%", "%y", "%5"] {
            assert_eq!(uses(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn long_formats_are_cut() {
        assert_eq!(quoted("a\n\"b\""), "a\\n\\\"b\\\"");
        assert_eq!(quoted(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
    }
}
