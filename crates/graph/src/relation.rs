//! Binary relations over a small set of events, as bit matrices.

/// A relation over the elements `0..size`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}
