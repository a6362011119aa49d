//! The slow, obviously correct enumerator.
