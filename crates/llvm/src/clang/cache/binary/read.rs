//! Deserialisation.

use serde::de::value::U32Deserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::Unfit;

pub(super) struct Reader<'t> {
    /// What is left.
    pub rest: &'t [u8],
}

impl<'t> Reader<'t> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Unfit> {
        let (array, rest) = self.rest.split_first_chunk().ok_or(Unfit)?;
        self.rest = rest;
        Ok(*array)
    }

    fn length(&mut self) -> Result<usize, Unfit> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn slice(&mut self) -> Result<&'t [u8], Unfit> {
        let length = self.length()?;
        let (slice, rest) = self.rest.split_at_checked(length).ok_or(Unfit)?;
        self.rest = rest;
        Ok(slice)
    }

    /// A sequence of this many values.
    fn parts<'r>(&'r mut self, left: usize) -> Elements<'r, 't> {
        Elements { reader: self, left }
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $number:ty,)*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
            visitor.$visit(<$number>::from_le_bytes(self.array()?))
        }
    )*};
}

impl<'t> Deserializer<'t> for &mut Reader<'t> {
    type Error = Unfit;

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128,
    }

    // The format does not describe itself.
    fn deserialize_any<V: Visitor<'t>>(self, _: V) -> Result<V::Value, Unfit> {
        Err(Unfit)
    }

    forward_to_deserialize_any! { <V: Visitor<'t>> f32 f64 char identifier ignored_any }

    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.array()? {
            [0] => visitor.visit_bool(false),
            [1] => visitor.visit_bool(true),
            _ => Err(Unfit),
        }
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_borrowed_str(str::from_utf8(self.slice()?).map_err(|_| Unfit)?)
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_borrowed_bytes(self.slice()?)
    }

    fn deserialize_byte_buf<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.array()? {
            [0] => visitor.visit_none(),
            [1] => visitor.visit_some(self),
            _ => Err(Unfit),
        }
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        let length = self.length()?;
        visitor.visit_seq(self.parts(length))
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, length: usize, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_seq(self.parts(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_seq(self.parts(length))
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Unfit> {
        let length = self.length()?;
        visitor.visit_map(self.parts(length))
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_seq(self.parts(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

struct Elements<'r, 't> {
    reader: &'r mut Reader<'t>,
    left: usize,
}

impl<'t> SeqAccess<'t> for Elements<'_, 't> {
    type Error = Unfit;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, Unfit> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    // Do not allocate for more elements than there are bytes.
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.reader.rest.len()))
    }
}

impl<'t> MapAccess<'t> for Elements<'_, 't> {
    type Error = Unfit;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, Unfit> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, Unfit> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        SeqAccess::size_hint(self)
    }
}

impl<'t> EnumAccess<'t> for &mut Reader<'t> {
    type Error = Unfit;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'t>>(self, seed: V) -> Result<(V::Value, Self), Unfit> {
        let index = u32::from(u16::from_le_bytes(self.array()?));
        let index: U32Deserializer<Unfit> = index.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'t> VariantAccess<'t> for &mut Reader<'t> {
    type Error = Unfit;

    fn unit_variant(self) -> Result<(), Unfit> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, Unfit> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'t>>(self, length: usize, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_seq(self.parts(length))
    }

    fn struct_variant<V: Visitor<'t>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_seq(self.parts(fields.len()))
    }
}
