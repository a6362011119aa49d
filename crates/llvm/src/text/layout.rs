//! The data layout: sizes and alignments on the target.
//!
//! Follows "Data Layout" of the LLVM language reference; omitted specifications have the defaults given there.

mod size;

pub use size::{Layout, Layouts};

use crate::text::types::FloatKind;

/// A parsed data layout string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// The string itself.
    pub text: Box<str>,
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// By address space: size, ABI alignment, and width of an index, all in bits.
    pointers: Vec<(u32, PointerLayout)>,
    /// By width in bits, ascending: the alignment in bits.
    integers: Vec<(u32, u32)>,
    floats: Vec<(u32, u32)>,
    vectors: Vec<(u32, u32)>,
    /// The minimum alignment of structs and arrays of structs, in bits.
    aggregates: u32,
    /// The address space of stack slots.
    pub alloca_space: u32,
}

/// The layout of pointers into one address space; all in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Their width.
    pub size: u32,
    /// Their alignment.
    pub align: u32,
    /// The width of offsets.
    pub index: u32,
}

impl Default for DataLayout {
    fn default() -> DataLayout {
        DataLayout {
            text: "".into(),
            big_endian: false,
            pointers: vec![(0, PointerLayout { size: 64, align: 64, index: 64 })],
            integers: vec![(1, 8), (8, 8), (16, 16), (32, 32), (64, 32)],
            floats: vec![(16, 16), (32, 32), (64, 64), (128, 128)],
            vectors: vec![(64, 64), (128, 128)],
            aggregates: 0,
            alloca_space: 0,
        }
    }
}

impl DataLayout {
    /// Parses a data layout string; the error is the malformed specification.
    pub fn parse(text: &str) -> Result<DataLayout, String> {
        let mut layout = DataLayout { text: text.into(), ..DataLayout::default() };
        for spec in text.split('-').filter(|spec| !spec.is_empty()) {
            layout.specification(spec).ok_or_else(|| spec.to_owned())?;
        }
        Ok(layout)
    }

    fn specification(&mut self, spec: &str) -> Option<()> {
        let mut parts = spec.split(':');
        let first = parts.next()?;
        let kind = first.chars().next()?;
        let width = || number(first.get(1..)?);
        match kind {
            'e' if first == "e" => self.big_endian = false,
            'E' => self.big_endian = true,
            'p' => {
                // Newer strings may have letters for non-integral pointers in front of the number.
                let space = first.get(1..)?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let space = if space.is_empty() { 0 } else { number(space)? };
                let size = number(parts.next()?)?;
                let align = number(parts.next()?)?;
                let index = parts.nth(1).map_or(Some(size), number)?;
                (valid(align) && size > 0 && size <= 1 << 16 && index <= size).then_some(())?;
                set(&mut self.pointers, space, PointerLayout { size, align, index });
            }
            'i' | 'f' | 'v' => {
                let align = number(parts.next()?)?;
                valid(align).then_some(())?;
                let table = match kind {
                    'i' => &mut self.integers,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                set(table, width()?, align);
            }
            'a' => {
                self.aggregates = number(parts.next()?)?;
                (self.aggregates == 0 || valid(self.aggregates)).then_some(())?;
            }
            'A' => self.alloca_space = width()?,
            // Mangling, native widths, stack alignment, function pointers, non-integral spaces, and newer
            // specifications: none of them changes a size.
            _ => {}
        }
        Some(())
    }

    /// The layout of pointers into an address space.
    pub fn pointer(&self, space: u32) -> PointerLayout {
        let find = |wanted| self.pointers.iter().find(|(space, _)| *space == wanted).map(|(_, layout)| *layout);
        find(space).or_else(|| find(0)).unwrap_or(PointerLayout { size: 64, align: 64, index: 64 })
    }

    /// The alignment of an integer in bytes.
    pub fn integer_align(&self, width: u32) -> u64 {
        let larger = self.integers.iter().find(|(listed, _)| *listed >= width);
        u64::from(larger.or(self.integers.last()).map_or(8, |(_, align)| *align)).div_ceil(8)
    }

    /// The alignment of a floating-point number in bytes.
    pub fn float_align(&self, kind: FloatKind) -> u64 {
        let bits = kind.bits();
        let listed = self.floats.iter().find(|(listed, _)| *listed == bits);
        listed.map_or_else(|| u64::from(bits.div_ceil(8)).next_power_of_two(), |(_, align)| u64::from(align / 8))
    }

    /// The alignment of a vector in bytes, where the string gives one.
    fn vector_align(&self, bits: u64) -> Option<u64> {
        self.vectors.iter().find(|(listed, _)| u64::from(*listed) == bits).map(|(_, align)| u64::from(align / 8))
    }

    fn aggregate_align(&self) -> u64 {
        u64::from(self.aggregates / 8).max(1)
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Alignments are whole bytes, and powers of two.
fn valid(align: u32) -> bool {
    align >= 8 && align.is_power_of_two() && align <= 1 << 16
}

/// Inserts into, or replaces in, a table in ascending order.
fn set<T>(table: &mut Vec<(u32, T)>, key: u32, value: T) {
    match table.binary_search_by_key(&key, |entry| entry.0) {
        Ok(i) => table[i].1 = value,
        Err(i) => table.insert(i, (key, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x86_64() {
        let text = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let layout = DataLayout::parse(text).unwrap();
        assert!(!layout.big_endian);
        assert_eq!((layout.pointer(0).size, layout.pointer(270).size), (64, 32));
        assert_eq!([1, 8, 24, 64, 65, 128, 999].map(|w| layout.integer_align(w)), [1, 1, 4, 8, 16, 16, 16]);
        assert_eq!(layout.float_align(FloatKind::X86Fp80), 16);
    }

    #[test]
    fn the_default_is_that_of_the_language_reference() {
        let layout = DataLayout::parse("").unwrap();
        assert_eq!([32, 64, 128].map(|w| layout.integer_align(w)), [4, 4, 4]);
        assert_eq!(layout.float_align(FloatKind::Double), 8);
    }

    #[test]
    fn nonsense_is_named() {
        for wrong in ["i64:63", "p:0:64", "ix:8", "p", "i64", "p:64:64:64:65"] {
            assert_eq!(DataLayout::parse(&format!("E-{wrong}")), Err(wrong.to_owned()));
        }
    }
}
