//! The names of registers: which register a name stands for, and how many bits of it.

use crate::dialect::Dialect;

/// The part of a register that a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    /// The register's own name; none if it is always 0.
    pub register: Option<String>,
    /// The number of low bits.
    pub bits: u8,
}

impl View {
    fn new(register: impl Into<String>, bits: u8) -> View {
        View { register: Some(register.into()), bits }
    }
}

/// The register of that name.
pub(crate) fn register(dialect: Dialect, name: &str) -> Option<View> {
    match dialect {
        Dialect::C => None,
        Dialect::X86 | Dialect::X86_64 => x86(name, dialect.address_bits()),
        Dialect::AArch64 => aarch64(name),
        Dialect::Arm => numbered(name, "r", 16).filter(|number| *number < 13).map(|n| View::new(format!("R{n}"), 32)),
        Dialect::Ppc => numbered(name, "r", 32).map(|n| View::new(format!("r{n}"), 64)),
        Dialect::Riscv => riscv(name),
        Dialect::Lisa => numbered(name, "r", 1000).map(|n| View::new(format!("r{n}"), 64)),
    }
}

/// `x7`, with any case of the prefix.
fn numbered(name: &str, prefix: &str, count: u32) -> Option<u32> {
    let head = name.get(..prefix.len())?;
    let digits = name.get(prefix.len()..)?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let padded = digits.len() > 1 && digits.starts_with('0');
    let number = digits.parse().ok()?;
    (head.eq_ignore_ascii_case(prefix) && plain && !padded && number < count).then_some(number)
}

fn aarch64(name: &str) -> Option<View> {
    for (prefix, bits) in [("X", 64), ("W", 32)] {
        if let Some(number) = numbered(name, prefix, 31) {
            return Some(View::new(format!("X{number}"), bits));
        }
        if name.eq_ignore_ascii_case(&format!("{prefix}ZR")) {
            return Some(View { register: None, bits });
        }
    }
    None
}

fn riscv(name: &str) -> Option<View> {
    const NAMES: [&str; 32] = [
        "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
        "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
    ];
    let number = match name {
        "fp" => 8,
        _ => match NAMES.iter().position(|known| *known == name) {
            Some(number) => number as u32,
            None => numbered(name, "x", 32)?,
        },
    };
    Some(View { register: (number != 0).then(|| format!("x{number}")), bits: 64 })
}

fn x86(name: &str, word: u8) -> Option<View> {
    let name = name.strip_prefix('%').unwrap_or(name).to_ascii_lowercase();
    for base in ["ax", "bx", "cx", "dx", "si", "di", "bp", "sp"] {
        let own = if word == 64 { format!("r{base}") } else { format!("e{base}") };
        let byte = if base.ends_with('x') { base.replace('x', "l") } else { format!("{base}l") };
        for (alias, bits) in [(format!("r{base}"), 64), (format!("e{base}"), 32), (base.to_owned(), 16), (byte, 8)] {
            if name == alias {
                return (bits <= word).then(|| View::new(own, bits));
            }
        }
    }
    for (suffix, bits) in [("", 64), ("d", 32), ("w", 16), ("b", 8)] {
        if let Some(number) = name.strip_suffix(suffix).and_then(|name| numbered(name, "r", 16)) {
            return (number >= 8 && word == 64).then(|| View::new(format!("r{number}"), bits));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(dialect: Dialect, name: &str) -> String {
        match register(dialect, name) {
            None => "none".to_owned(),
            Some(view) => format!("{} {}", view.register.as_deref().unwrap_or("zero"), view.bits),
        }
    }

    #[test]
    fn names_are_views_of_registers() {
        for (dialect, name, expected) in [
            (Dialect::AArch64, "X1", "X1 64"),
            (Dialect::AArch64, "w30", "X30 32"),
            (Dialect::AArch64, "WZR", "zero 32"),
            (Dialect::AArch64, "X31", "none"),
            (Dialect::X86_64, "%eax", "rax 32"),
            (Dialect::X86_64, "sil", "rsi 8"),
            (Dialect::X86_64, "r9d", "r9 32"),
            (Dialect::X86, "EAX", "eax 32"),
            (Dialect::X86, "rax", "none"),
            (Dialect::Riscv, "x0", "zero 64"),
            (Dialect::Riscv, "a0", "x10 64"),
            (Dialect::Riscv, "t6", "x31 64"),
            (Dialect::Riscv, "x", "none"),
            (Dialect::Ppc, "r31", "r31 64"),
            (Dialect::Arm, "R2", "R2 32"),
            (Dialect::Arm, "R15", "none"),
            (Dialect::Lisa, "r100", "r100 64"),
        ] {
            assert_eq!(show(dialect, name), expected, "{dialect} {name}");
        }
    }
}
