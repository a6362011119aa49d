//! A process that does nothing: what starting one costs.

fn main() {}
