//! A compact serialisation for files that are only read with the same declarations: the names of cache entries depend
//! on the version of their format or on the build of Raddle.
//!
//! Values are written in the order of their declaration and without names: numbers in full width, little-endian;
//! lengths in 4 bytes in front of what they count; the index of an enum's variant in 2. Deserialised values may borrow
//! from the bytes. Malformed bytes are refused, and never read beyond their end; the caller must ensure that they are
//! of the expected type.

mod read;
mod write;

use std::fmt;

use serde::{Deserialize, Serialize};

/// Serialises a value; `None` if it has parts of unsupported types.
pub(super) fn write(value: &impl Serialize) -> Option<Vec<u8>> {
    let mut writer = write::Writer::default();
    value.serialize(&mut writer).ok()?;
    Some(writer.bytes)
}

/// Deserialises a value that takes all of the bytes.
pub(super) fn read<'t, T: Deserialize<'t>>(bytes: &'t [u8]) -> Option<T> {
    let mut reader = read::Reader { rest: bytes };
    let value = T::deserialize(&mut reader).ok()?;
    reader.rest.is_empty().then_some(value)
}

/// The bytes are malformed. There is no detail: what cannot be read is computed again.
#[derive(Debug)]
struct Unfit;

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no binary form of this")
    }
}

impl std::error::Error for Unfit {}

impl serde::ser::Error for Unfit {
    fn custom<T: fmt::Display>(_: T) -> Unfit {
        Unfit
    }
}

impl serde::de::Error for Unfit {
    fn custom<T: fmt::Display>(_: T) -> Unfit {
        Unfit
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    enum Shape {
        Point,
        Disc(u16),
        Box { width: u64, height: i128 },
        Pair(bool, u8),
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Picture<'t> {
        title: &'t str,
        shapes: Vec<Shape>,
        numbers: [u32; 3],
        frame: Option<Box<Shape>>,
        names: BTreeMap<u64, String>,
        #[serde(skip)]
        seen: bool,
        end: (),
    }

    fn picture() -> Picture<'static> {
        Picture {
            title: "ä picture",
            shapes: vec![
                Shape::Point,
                Shape::Disc(700),
                Shape::Box { width: 1 << 40, height: -5 },
                Shape::Pair(true, 9),
            ],
            numbers: [1, 2, u32::MAX],
            frame: Some(Box::new(Shape::Point)),
            names: [(3, "three".to_owned()), (4, String::new())].into(),
            seen: false,
            end: (),
        }
    }

    #[test]
    fn a_value_can_be_written_and_read() {
        let bytes = write(&picture()).unwrap();
        assert_eq!(read(&bytes), Some(picture()));
    }

    #[test]
    fn other_bytes_are_refused_or_another_value() {
        let bytes = write(&picture()).unwrap();
        for end in 0..bytes.len() {
            assert_eq!(read::<Picture>(&bytes[..end]), None, "cut at {end}");
        }
        assert_eq!(read::<Picture>(&[bytes.clone(), vec![0]].concat()), None, "one byte more");
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            assert_ne!(read(&damaged), Some(picture()), "byte {place}");
        }
    }

    #[test]
    fn a_length_is_not_believed() {
        assert_eq!(read::<Vec<u64>>(&u32::MAX.to_le_bytes()), None);
        assert_eq!(read::<String>(&u32::MAX.to_le_bytes()), None);
        assert_eq!(read::<Vec<u64>>(&0_u32.to_le_bytes()), Some(Vec::new()));
    }

    #[test]
    fn what_has_no_form_is_refused() {
        assert_eq!(write(&1.5), None);
        assert_eq!(read::<f64>(&[0; 8]), None);
    }
}
