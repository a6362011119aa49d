//! What a register may hold: its bits as formulas, and, as long as there are few, the numbers that it may be.
//!
//! The numbers are an over-approximation that is found by going through the program again and again until nothing new turns up
//! (`unroll`). They say where pointers may lead, and which bits of a number never change.

use std::rc::Rc;

use raddle_graph::{Value, Width};
use raddle_ir::BinaryOp;

use crate::aig::{Aig, Lit};
use crate::word::Word;

/// So many numbers are distinguished; a value that may be more of them may be any.
const MAX_VALUES: usize = 64;
/// How many pairs of numbers are tried.
const MAX_PAIRS: usize = 1024;

/// The numbers that something may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(Option<Rc<[Value]>>);

impl Values {
    /// Anything.
    pub const ANY: Values = Values(None);

    /// Some of these. They need not be sorted.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Values {
        let mut list: Vec<Value> = Vec::new();
        for value in values {
            if let Err(at) = list.binary_search(&value) {
                if list.len() == MAX_VALUES {
                    return Values::ANY;
                }
                list.insert(at, value);
            }
        }
        Values(Some(list.into()))
    }

    /// Nothing: there is no such value yet.
    pub fn none() -> Values {
        Values::of([])
    }

    /// All of them, if they are few.
    pub fn list(&self) -> Option<&[Value]> {
        self.0.as_deref()
    }

    /// One or the other.
    pub fn union(&self, other: &Values) -> Values {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) if one == other => self.clone(),
            (Some(one), Some(other)) => Values::of(one.iter().chain(other.iter()).copied()),
            _ => Values::ANY,
        }
    }

    /// What a function makes of them; those of which it makes nothing do not count.
    pub fn map(&self, function: impl Fn(Value) -> Option<Value>) -> Values {
        match &self.0 {
            Some(values) => Values::of(values.iter().filter_map(|&value| function(value))),
            None => Values::ANY,
        }
    }

    /// The same for pairs.
    pub fn combine(&self, other: &Values, function: impl Fn(Value, Value) -> Option<Value>) -> Values {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) if one.len() * other.len() <= MAX_PAIRS => Values::of(
                one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b))).filter_map(|(a, b)| function(a, b)),
            ),
            _ => Values::ANY,
        }
    }

    /// Are the others among these?
    pub fn includes(&self, other: &Values) -> bool {
        match (&self.0, &other.0) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(others)) => others.iter().all(|value| mine.binary_search(value).is_ok()),
        }
    }
}

/// What a register may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sym {
    /// Its bits.
    pub word: Word,
    /// The numbers that it may be.
    pub values: Values,
}

impl Sym {
    /// A number.
    pub fn constant(value: Value) -> Sym {
        Sym { word: Word::constant(value), values: Values::of([value]) }
    }

    /// Bits and what they may be: bits in which all numbers agree are constant.
    pub fn new(word: Word, values: Values) -> Sym {
        if let Some(value) = word.as_constant() {
            return Sym { word, values: Values::of([value]) };
        }
        let Some([first, rest @ ..]) = values.list() else { return Sym { word, values } };
        let (all, any) = rest.iter().fold((*first, *first), |(all, any), value| (all & value, any | value));
        let bits = std::array::from_fn(|bit| match (all >> bit & 1, any >> bit & 1) {
            (1, _) => Lit::TRUE,
            (_, 0) => Lit::FALSE,
            _ => word.bits()[bit],
        });
        Sym { word: Word::from_bits(bits), values }
    }

    /// 1 if it holds, else 0.
    pub fn flag(lit: Lit) -> Sym {
        Sym::new(Word::flag(lit), Values::of([0, 1]))
    }

    /// Which number it is, if it is always the same.
    pub fn as_constant(&self) -> Option<Value> {
        self.word.as_constant()
    }

    /// One or the other.
    pub fn choose(aig: &mut Aig, condition: Lit, then: &Sym, otherwise: &Sym) -> Sym {
        match condition.as_constant() {
            Some(true) => then.clone(),
            Some(false) => otherwise.clone(),
            None if then == otherwise => then.clone(),
            None => {
                let word = Word::choose(aig, condition, &then.word, &otherwise.word);
                Sym::new(word, then.values.union(&otherwise.values))
            }
        }
    }

    /// The low bits.
    pub fn truncate(&self, width: Width) -> Sym {
        Sym::new(self.word.truncate(width), self.values.map(|value| Some(width.truncate(value))))
    }

    /// The sum of 64 bits.
    pub fn plus(&self, aig: &mut Aig, by: Value) -> Sym {
        let sum = Word::binary(aig, BinaryOp::Add, Width::W64, &self.word, &Word::constant(by));
        Sym::new(sum.word, self.values.map(|value| Some(value.wrapping_add(by))))
    }

    /// Is it this number?
    pub fn is(&self, aig: &mut Aig, value: Value) -> Lit {
        match self.values.list() {
            Some(values) if !values.contains(&value) => Lit::FALSE,
            _ => self.word.equals(aig, &Word::constant(value)),
        }
    }

    /// Is it another number than 0?
    pub fn is_nonzero(&self, aig: &mut Aig) -> Lit {
        !self.is(aig, 0)
    }
}
