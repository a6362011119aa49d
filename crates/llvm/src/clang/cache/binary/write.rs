//! Serialisation.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use super::Unfit;

#[derive(Default)]
pub(super) struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    fn length(&mut self, length: usize) -> Result<(), Unfit> {
        let length = u32::try_from(length).map_err(|_| Unfit)?;
        self.bytes.extend_from_slice(&length.to_le_bytes());
        Ok(())
    }

    fn variant(&mut self, index: u32) -> Result<(), Unfit> {
        let index = u16::try_from(index).map_err(|_| Unfit)?;
        self.bytes.extend_from_slice(&index.to_le_bytes());
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident $number:ty,)*) => {$(
        fn $method(self, value: $number) -> Result<(), Unfit> {
            self.bytes.extend_from_slice(&value.to_le_bytes());
            Ok(())
        }
    )*};
}

macro_rules! refused {
    ($($method:ident $kind:ty,)*) => {$(
        fn $method(self, _: $kind) -> Result<(), Unfit> {
            Err(Unfit)
        }
    )*};
}

impl Serializer for &mut Writer {
    type Ok = ();
    type Error = Unfit;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128,
    }

    refused! { serialize_f32 f32, serialize_f64 f64, serialize_char char, }

    fn serialize_bool(self, value: bool) -> Result<(), Unfit> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_str(self, text: &str) -> Result<(), Unfit> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Unfit> {
        self.length(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unfit> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unfit> {
        self.serialize_u8(1)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unfit> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unfit> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Unfit> {
        self.variant(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        self.variant(index)?;
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Unfit> {
        self.length(length.ok_or(Unfit)?)?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, index: u32, _: &'static str, _: usize) -> Result<Self, Unfit> {
        self.variant(index)?;
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Unfit> {
        self.serialize_seq(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unfit> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, index: u32, _: &'static str, _: usize) -> Result<Self, Unfit> {
        self.variant(index)?;
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Fields in order; their names are not written.
macro_rules! parts {
    ($($kind:ident $method:ident $($name:ty)?,)*) => {$(
        impl $kind for &mut Writer {
            type Ok = ();
            type Error = Unfit;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? part: &T) -> Result<(), Unfit> {
                part.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Unfit> {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
    SerializeStruct serialize_field &'static str,
    SerializeStructVariant serialize_field &'static str,
}

impl SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Unfit;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unfit> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}
