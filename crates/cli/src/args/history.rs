//! The options of `raddle history`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use raddle_specs::Object;

use super::common::seconds;
use crate::args::Format;

#[derive(Args, Debug)]
pub(crate) struct HistoryArgs {
    /// The history: a call a line, as an object in JSON with thread, operation, arguments, result, begin and end; `-` reads standard
    /// input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What the calls are calls of: queue, stack, bag, deque, channel (each also weak-…, which may look empty at any time), register,
    /// counter, set, map, mutex, rwlock, semaphore, once, barrier. A number gives the value, tokens or threads: semaphore:2.
    #[arg(long, value_name = "OBJECT")]
    pub(crate) spec: Object,
    /// Stop after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// What goes to standard output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
