//! Lowering, seen through the actions of the threads.

use raddle_explore::{Action, Answer, Program as _};
use raddle_graph::{Mode, ThreadId};

use super::*;
use crate::parse::parse;

fn compile(source: &str, unroll: Option<u64>) -> Result<Lowered, Error> {
    lower(&parse(source)?, source, unroll)
}
