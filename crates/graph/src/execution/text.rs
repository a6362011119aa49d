//! Executions as lines of text. `parse` reads them back.
//!
//! ```text
//! thread T0: finished
//!   T0.0  W   rel    @1 = 1
//!   T0.1  R   acq    @2 = 0  from init
//! thread T1: blocked
//!   T1.0  R.x sc     @1 = 1  from T0.0
//!   T1.1  W.x sc     @1 = 2
//!   T1.2  F   sc
//!   T1.3  spawn T2
//!   T1.4  join  T2
//! thread T2: not started
//! co
//!   @1: T0.0 < T1.1
//! init
//!   @2 = 7
//! ```
//!
//! `.x` marks the halves of an update. The section `co` is left out where the execution has no coherence order, and
//! `init` where every location starts at 0. Spaces are for the eye, blank lines and everything after `#` are ignored.

use std::fmt;

use super::{Event, Execution, Source, ThreadEnd};
use crate::{Label, ThreadId};

impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, events) in self.threads.iter().enumerate() {
            let thread = ThreadId(index as u16);
            // `ends` is as long as `threads`; where somebody broke that, say so rather than panic.
            match self.ends.get(index) {
                Some(end) => writeln!(f, "thread {thread}: {end}")?,
                None => writeln!(f, "thread {thread}: ?")?,
            }
            for (index, event) in events.iter().enumerate() {
                writeln!(f, "  {thread}.{index}  {event}")?;
            }
        }
        if let Some(co) = &self.co {
            writeln!(f, "co")?;
            for (addr, order) in co {
                write!(f, "  {addr}:")?;
                for (place, id) in order.iter().enumerate() {
                    write!(f, "{} {id}", if place == 0 { "" } else { " <" })?;
                }
                writeln!(f)?;
            }
        }
        if !self.init.is_empty() {
            writeln!(f, "init")?;
            for (addr, value) in &self.init {
                writeln!(f, "  {addr} = {value}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.label)?;
        match self.rf {
            None => Ok(()),
            Some(source) => write!(f, "  from {source}"),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |exclusive| if exclusive { ".x" } else { "  " };
        match *self {
            Label::Read { addr, mode, value, exclusive } => {
                write!(f, "R{} {:6} {addr} = {value}", half(exclusive), mode.name())
            }
            Label::Write { addr, mode, value, exclusive } => {
                write!(f, "W{} {:6} {addr} = {value}", half(exclusive), mode.name())
            }
            Label::Fence { mode, on: None } => write!(f, "F   {mode}"),
            Label::Fence { mode, on: Some(addr) } => write!(f, "F   {mode} {addr}"),
            Label::Spawn { thread } => write!(f, "spawn {thread}"),
            Label::Join { thread } => write!(f, "join  {thread}"),
            Label::Allocate { base, size } => write!(f, "alloc {base} = {size}"),
            Label::Free { base } => write!(f, "free  {base}"),
            Label::Choose { value } => write!(f, "choose = {value}"),
            Label::Arrive { barrier, round } => write!(f, "arrive {barrier} = {round}"),
            Label::Depart { barrier, round } => write!(f, "depart {barrier} = {round}"),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Init => f.write_str("init"),
            Source::Event(id) => write!(f, "{id}"),
        }
    }
}

impl fmt::Display for ThreadEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThreadEnd::Finished => "finished",
            ThreadEnd::Blocked => "blocked",
            ThreadEnd::Failed => "failed",
            ThreadEnd::NotStarted => "not started",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;

    #[test]
    fn an_execution_is_printed_with_everything_in_it() {
        let expected = "\
thread T0: finished
  T0.0  W   rel    @1 = 1
  T0.1  R   acq    @2 = 7  from init
thread T1: blocked
  T1.0  R.x sc     @1 = 1  from T0.0
  T1.1  W.x sc     @1 = 2
  T1.2  F   acqrel
  T1.3  spawn T2
  T1.4  join  T2
thread T2: not started
co
  @1: T0.0 < T1.1
init
  @2 = 7
";
        assert_eq!(samples::small().to_string(), expected);
    }
}
