//! What threads print: the formats of `printf`.

use raddle_graph::Value;

use crate::Program;
use crate::interpret::Observer;
use crate::interpret::state::Own;
use crate::memory::Found;

/// The longest string that is looked at: what is not ended is not printed for ever.
const MAX_STRING_BYTES: u64 = 4096;

/// Collects what a thread prints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed(pub String);

impl Observer for Printed {
    fn output(&mut self, program: &Program, own: &Own, format: Value, args: &mut dyn Iterator<Item = Value>) {
        match string(program, own, format) {
            Some(format) => print(&mut self.0, &format, args, |addr| string(program, own, addr)),
            None => self.0.push_str(SHARED_STRING),
        }
    }
}

/// Stands for a string that other threads may change: what it holds is not the thread's to know.
const SHARED_STRING: &str = "<shared string>";

/// The string at an address, if it is thread-local.
fn string(program: &Program, own: &Own, addr: u64) -> Option<Vec<u8>> {
    let memory = program.memory.as_ref()?;
    let mut bytes = Vec::new();
    for offset in 0..MAX_STRING_BYTES {
        let at = addr.checked_add(offset)?;
        let byte = match memory.find(at, 1).ok()? {
            Found::Constant(object, offset) => object.read(offset, 1, &memory.pairs),
            Found::Private => own.private.load(at, 1).ok()?,
            Found::Shared | Found::Static(..) => return None,
        };
        if byte == 0 {
            break;
        }
        bytes.push(byte as u8);
    }
    Some(bytes)
}

/// One conversion specification of a format: what follows a `%`.
#[derive(Clone, Debug, Default)]
struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// How many bits the number has.
    bits: u32,
}

impl Directive {
    /// Puts what was converted into its field; zeros go between the prefix and the rest.
    fn pad(&self, out: &mut String, prefix: &str, text: &str, zeros: bool) {
        let missing = self.width.saturating_sub(prefix.chars().count() + text.chars().count());
        let fill = |out: &mut String, what: &str| (0..missing).for_each(|_| out.push_str(what));
        if self.left {
            out.push_str(prefix);
            out.push_str(text);
            fill(out, " ");
        } else if zeros && self.zero {
            out.push_str(prefix);
            fill(out, "0");
            out.push_str(text);
        } else {
            fill(out, " ");
            out.push_str(prefix);
            out.push_str(text);
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    fn integer(&self, out: &mut String, kind: u8, value: Value) {
        let unused = 64 - self.bits;
        let unsigned = value << unused >> unused;
        let signed = (value << unused) as i64 >> unused;
        let (prefix, digits) = match kind {
            b'd' | b'i' => (self.sign(signed < 0), signed.unsigned_abs().to_string()),
            b'o' => (if self.alternative { "0" } else { "" }, format!("{unsigned:o}")),
            b'x' => (if self.alternative && unsigned != 0 { "0x" } else { "" }, format!("{unsigned:x}")),
            b'X' => (if self.alternative && unsigned != 0 { "0X" } else { "" }, format!("{unsigned:X}")),
            _ => ("", unsigned.to_string()),
        };
        let least = self.precision.unwrap_or(1);
        let digits = if least == 0 && unsigned == 0 { String::new() } else { format!("{digits:0>least$}") };
        self.pad(out, prefix, &digits, self.precision.is_none());
    }

    fn float(&self, out: &mut String, kind: u8, value: f64) {
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        let precision = self.precision.unwrap_or(6);
        let text = if !size.is_finite() {
            if size.is_nan() { "nan".to_owned() } else { "inf".to_owned() }
        } else {
            match kind.to_ascii_lowercase() {
                b'e' => exponential(size, precision),
                b'g' => general(size, precision.max(1), self.alternative),
                _ => format!("{size:.precision$}"),
            }
        };
        let text = if kind.is_ascii_uppercase() { text.to_uppercase() } else { text };
        self.pad(out, sign, &text, size.is_finite());
    }
}

/// As `%e` has it: at least two digits in the exponent, with a sign.
fn exponential(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// As `%g` has it: the shorter form, without zeros at the end.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let short = |text: &str| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= precision as i32 {
        let text = exponential(value, precision - 1);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
        format!("{}e{exponent}", short(mantissa))
    } else {
        let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
        short(&format!("{value:.decimals$}"))
    }
}

/// Prints as `printf` does; arguments that are missing are 0.
fn print(
    out: &mut String,
    format: &[u8],
    args: &mut dyn Iterator<Item = Value>,
    string: impl Fn(Value) -> Option<Vec<u8>>,
) {
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
        out.push_str(&String::from_utf8_lossy(&rest[..start]));
        rest = &rest[start + 1..];
        let (conversion, kind) = parse(&mut rest, args);
        let mut next = || args.next().unwrap_or(0);
        match kind {
            None => out.push('%'),
            Some(b'%') => out.push('%'),
            Some(kind @ (b'd' | b'i' | b'u' | b'o' | b'x' | b'X')) => conversion.integer(out, kind, next()),
            Some(b'c') => {
                let text = char::from(next() as u8).to_string();
                conversion.pad(out, "", &text, false);
            }
            Some(b'p') => {
                let text = format!("{:#x}", next());
                conversion.pad(out, "", &text, false);
            }
            Some(kind @ (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A')) => {
                conversion.float(out, kind, f64::from_bits(next()));
            }
            Some(b's') => {
                let text = string(next()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                let text = text.unwrap_or_else(|| SHARED_STRING.to_owned());
                let text: String = text.chars().take(conversion.precision.unwrap_or(usize::MAX)).collect();
                conversion.pad(out, "", &text, false);
            }
            Some(other) => {
                next();
                out.push('%');
                out.push(char::from(other));
            }
        }
    }
    out.push_str(&String::from_utf8_lossy(rest));
}

/// Reads what follows a `%`, up to the letter that says what to print.
fn parse(rest: &mut &[u8], args: &mut dyn Iterator<Item = Value>) -> (Directive, Option<u8>) {
    let mut conversion = Directive { bits: 32, ..Directive::default() };
    let mut take = || {
        let (&first, others) = rest.split_first()?;
        *rest = others;
        Some(first)
    };
    let mut next = take();
    while let Some(flag) = next {
        match flag {
            b'-' => conversion.left = true,
            b'+' => conversion.plus = true,
            b' ' => conversion.space = true,
            b'#' => conversion.alternative = true,
            b'0' => conversion.zero = true,
            _ => break,
        }
        next = take();
    }
    // Fields wider than any screen are mistakes, and must not fill memory.
    let limit = 4096;
    let mut number = |next: &mut Option<u8>, take: &mut dyn FnMut() -> Option<u8>| -> i64 {
        if *next == Some(b'*') {
            *next = take();
            return i64::from(args.next().unwrap_or(0) as i32).clamp(-limit, limit);
        }
        let mut value = 0;
        while let Some(digit @ b'0'..=b'9') = *next {
            value = (value * 10 + i64::from(digit - b'0')).min(limit);
            *next = take();
        }
        value
    };
    let width = number(&mut next, &mut take);
    conversion.left |= width < 0;
    conversion.width = width.unsigned_abs() as usize;
    if next == Some(b'.') {
        next = take();
        conversion.precision = usize::try_from(number(&mut next, &mut take)).ok();
    }
    while let Some(length @ (b'h' | b'l' | b'z' | b'j' | b't' | b'L' | b'q')) = next {
        conversion.bits = if length == b'h' { conversion.bits / 2 } else { 64 };
        next = take();
    }
    conversion.bits = conversion.bits.max(8);
    (conversion, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: &str, args: &[Value]) -> String {
        let mut out = String::new();
        let string = |addr: Value| (addr == 1).then(|| b"text".to_vec());
        print(&mut out, format.as_bytes(), &mut args.iter().copied(), string);
        out
    }

    #[test]
    fn integers() {
        assert_eq!(printed("%d %u %x!", &[u64::MAX, u64::MAX, 255]), "-1 4294967295 ff!");
        assert_eq!(printed("%ld %hhd %hd %zu", &[u64::MAX, 0x1ff, 0x18000, 1 << 40]), "-1 -1 -32768 1099511627776");
        assert_eq!(printed("[%5d|%-5d|%05d|%+d|% d]", &[42, 42, 42, 42, 42]), "[   42|42   |00042|+42| 42]");
        assert_eq!(printed("%#x %#o %.4d %8.3d|%.0d", &[255, 8, 7, 5, 0]), "0xff 010 0007      005|");
        assert_eq!(printed("%*d|%-*d|", &[4, 7, 3, 7]), "   7|7  |");
        assert_eq!(printed("%-06d|%06d", &[(-5i64) as u64, (-5i64) as u64]), "-5    |-00005");
    }

    #[test]
    fn floats() {
        let bits = |value: f64| value.to_bits();
        assert_eq!(printed("%f %.2f %8.1f|", &[bits(1.5), bits(-2.345), bits(9.96)]), "1.500000 -2.35     10.0|");
        assert_eq!(
            printed("%e %.0e %E", &[bits(12345.678), bits(0.0), bits(1e-10)]),
            "1.234568e+04 0e+00 1.000000E-10"
        );
        assert_eq!(
            printed("%g %g %g %g", &[bits(0.0001), bits(1e6), bits(100000.0), bits(2.5)]),
            "0.0001 1e+06 100000 2.5"
        );
        assert_eq!(printed("%f %5.1f", &[bits(f64::INFINITY), bits(-f64::NAN)]), "inf  -nan");
    }

    #[test]
    fn strings_and_the_rest() {
        assert_eq!(printed("%s|%6s|%-6s|%.2s|%c%%", &[1, 1, 1, 1, 65]), "text|  text|text  |te|A%");
        assert_eq!(printed("%s", &[2]), SHARED_STRING);
        assert_eq!(printed("%p", &[4096]), "0x1000");
        assert_eq!(printed("100%", &[]), "100%");
        assert_eq!(printed("%d", &[]), "0", "missing arguments");
        assert_eq!(printed("%y%", &[1]), "%y%");
        assert_eq!(printed("%999999999999999999999d", &[1]).len(), 4096);
    }
}
