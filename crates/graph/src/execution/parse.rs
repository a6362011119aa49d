//! Reads back the lines that `text` prints.

use std::str::FromStr;

use thiserror::Error;

use super::{Event, Execution, Source, ThreadEnd};
use crate::{Address, EventId, Label, Mode, ThreadId, Value};

/// Text that is not an execution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What could stand there.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

impl FromStr for Execution {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Execution, ParseError> {
        let mut execution = Execution::default();
        let mut section = Section::Start;
        for (index, whole) in text.lines().enumerate() {
            let (content, _comment) = whole.split_once('#').unwrap_or((whole, ""));
            let mut line = Line { number: index + 1, text: content, at: 0 };
            if line.is_at_end() {
                continue;
            }
            section = line.parse(section, &mut execution)?;
            if !line.is_at_end() {
                return Err(line.error("the end of the line"));
            }
        }
        Ok(execution)
    }
}

/// What the lines read so far belong to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Start,
    Thread,
    Coherence,
    Initial,
}

/// What is left to read of a line.
struct Line<'a> {
    number: usize,
    /// The line without its comment.
    text: &'a str,
    /// How much of `text` has been read, in bytes; always between two characters.
    at: usize,
}

impl<'a> Line<'a> {
    /// Reads a line in the section, and says in which section the next one is.
    fn parse(&mut self, section: Section, execution: &mut Execution) -> Result<Section, ParseError> {
        let start = self.at;
        match self.word() {
            "thread" if section <= Section::Thread => {
                self.thread_header(execution)?;
                return Ok(Section::Thread);
            }
            "co" if section <= Section::Thread => {
                execution.co = Some(Default::default());
                return Ok(Section::Coherence);
            }
            "init" if section < Section::Initial => return Ok(Section::Initial),
            _ => self.at = start,
        }
        match section {
            Section::Start => return Err(self.error("`thread`, `co` or `init`")),
            Section::Thread => self.event_line(execution)?,
            Section::Coherence => self.coherence_line(execution)?,
            Section::Initial => {
                let addr = self.new_address(|addr| execution.init.contains_key(&addr))?;
                self.symbol("=", "`=`")?;
                let value = self.number("a value")?;
                execution.init.insert(addr, value);
            }
        }
        Ok(section)
    }

    /// `T0: finished` after `thread`
    fn thread_header(&mut self, execution: &mut Execution) -> Result<(), ParseError> {
        let start = self.at;
        if self.thread()?.index() != execution.threads.len() {
            self.at = start;
            return Err(self.error("the next thread"));
        }
        self.symbol(":", "`:`")?;
        let end = self.end()?;
        execution.threads.push(Vec::new());
        execution.ends.push(end);
        Ok(())
    }

    fn end(&mut self) -> Result<ThreadEnd, ParseError> {
        let start = self.at;
        let end = match self.word() {
            "finished" => Some(ThreadEnd::Finished),
            "blocked" => Some(ThreadEnd::Blocked),
            "failed" => Some(ThreadEnd::Failed),
            "not" if self.word() == "started" => Some(ThreadEnd::NotStarted),
            _ => None,
        };
        end.ok_or_else(|| {
            self.at = start;
            self.error("`finished`, `blocked`, `failed` or `not started`")
        })
    }

    /// `T0.1  R   acq    @2 = 0  from init`
    fn event_line(&mut self, execution: &mut Execution) -> Result<(), ParseError> {
        let thread = ThreadId(execution.threads.len().saturating_sub(1) as u16);
        let Some(events) = execution.threads.last_mut() else {
            return Err(self.error("`thread`"));
        };
        let start = self.at;
        let id = self.event_id()?;
        if id != (EventId { thread, index: events.len() as u32 }) {
            self.at = start;
            return Err(self.error("the thread's next event, `thread`, `co` or `init`"));
        }
        let label = self.label()?;
        let rf = if self.is_at_end() { None } else { Some(self.source()?) };
        events.push(Event { label, rf });
        Ok(())
    }

    fn label(&mut self) -> Result<Label, ParseError> {
        let start = self.at;
        match self.word() {
            "R" => {
                let exclusive = self.exclusive()?;
                let (mode, addr, value) = self.access()?;
                Ok(Label::Read { addr, mode, value, exclusive })
            }
            "W" => {
                let exclusive = self.exclusive()?;
                let (mode, addr, value) = self.access()?;
                Ok(Label::Write { addr, mode, value, exclusive })
            }
            "F" => {
                let mode = self.mode()?;
                let on = if self.is_at_end() { None } else { Some(self.address()?) };
                Ok(Label::Fence { mode, on })
            }
            "spawn" => Ok(Label::Spawn { thread: self.thread()? }),
            "join" => Ok(Label::Join { thread: self.thread()? }),
            "alloc" => Ok(Label::Allocate { base: self.address()?, size: self.assigned()? }),
            "free" => Ok(Label::Free { base: self.address()? }),
            "choose" => Ok(Label::Choose { value: self.assigned()? }),
            "arrive" => Ok(Label::Arrive { barrier: self.address()?, round: self.round()? }),
            "depart" => Ok(Label::Depart { barrier: self.address()?, round: self.round()? }),
            _ => {
                self.at = start;
                Err(self
                    .error("an event: `R`, `W`, `F`, `spawn`, `join`, `alloc`, `free`, `choose`, `arrive` or `depart`"))
            }
        }
    }

    /// `.x`, or nothing
    fn exclusive(&mut self) -> Result<bool, ParseError> {
        if !self.text[self.at..].starts_with('.') {
            return Ok(false);
        }
        self.symbol(".x", "`.x`")?;
        Ok(true)
    }

    /// `acq @2 = 0`
    fn access(&mut self) -> Result<(Mode, Address, Value), ParseError> {
        let mode = self.mode()?;
        let addr = self.address()?;
        Ok((mode, addr, self.assigned()?))
    }

    /// `= 0`
    fn assigned(&mut self) -> Result<Value, ParseError> {
        self.symbol("=", "`=`")?;
        self.number("a value")
    }

    /// `= 0`, where the number is small
    fn round(&mut self) -> Result<u32, ParseError> {
        let start = self.at;
        u32::try_from(self.assigned()?).map_err(|_| {
            self.at = start;
            self.error("the number of a round")
        })
    }

    fn mode(&mut self) -> Result<Mode, ParseError> {
        let start = self.at;
        self.word().parse().map_err(|()| {
            self.at = start;
            self.error("an order: `na`, `rlx`, `acq`, `rel`, `acqrel` or `sc`")
        })
    }

    /// `from T0.0` or `from init`
    fn source(&mut self) -> Result<Source, ParseError> {
        let start = self.at;
        if self.word() != "from" {
            self.at = start;
            return Err(self.error("`from` or the end of the line"));
        }
        let start = self.at;
        if self.word() == "init" {
            return Ok(Source::Init);
        }
        self.at = start;
        Ok(Source::Event(self.event_id()?))
    }

    /// `@1: T0.0 < T1.1`
    fn coherence_line(&mut self, execution: &mut Execution) -> Result<(), ParseError> {
        // `co` is there: its header line put us into this section.
        let co = execution.co.get_or_insert_default();
        let addr = self.new_address(|addr| co.contains_key(&addr))?;
        self.symbol(":", "`:`")?;
        let mut order = Vec::new();
        while !self.is_at_end() {
            if !order.is_empty() {
                self.symbol("<", "`<` or the end of the line")?;
            }
            order.push(self.event_id()?);
        }
        co.insert(addr, order);
        Ok(())
    }

    fn new_address(&mut self, is_known: impl Fn(Address) -> bool) -> Result<Address, ParseError> {
        let start = self.at;
        let addr = self.address()?;
        if is_known(addr) {
            self.at = start;
            return Err(self.error("an address that was not given before"));
        }
        Ok(addr)
    }

    fn address(&mut self) -> Result<Address, ParseError> {
        self.symbol("@", "an address")?;
        Ok(Address(self.number("an address")?))
    }

    fn event_id(&mut self) -> Result<EventId, ParseError> {
        self.symbol("T", "an event")?;
        let thread = ThreadId(self.number("a thread number")?);
        self.symbol(".", "`.`")?;
        Ok(EventId { thread, index: self.number("an event number")? })
    }

    fn thread(&mut self) -> Result<ThreadId, ParseError> {
        self.symbol("T", "a thread")?;
        Ok(ThreadId(self.number("a thread number")?))
    }

    fn number<N: FromStr>(&mut self, expected: &'static str) -> Result<N, ParseError> {
        self.skip_spaces();
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        match rest[..length].parse() {
            Ok(number) => {
                self.at += length;
                Ok(number)
            }
            Err(_) => Err(self.error(expected)),
        }
    }

    fn symbol(&mut self, symbol: &str, expected: &'static str) -> Result<(), ParseError> {
        self.skip_spaces();
        if !self.text[self.at..].starts_with(symbol) {
            return Err(self.error(expected));
        }
        self.at += symbol.len();
        Ok(())
    }

    /// The letters that follow; empty if there are none.
    fn word(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.text.len()
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Something else was expected here.
    fn error(&mut self, expected: &'static str) -> ParseError {
        self.skip_spaces();
        let (before, rest) = self.text.split_at(self.at);
        let found = match rest.split_whitespace().next() {
            Some(found) => format!("`{found}`"),
            None => "the end of the line".to_owned(),
        };
        ParseError { line: self.number, column: before.chars().count() + 1, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for execution in samples::varied() {
            let text = execution.to_string();
            assert_eq!(text.parse(), Ok(execution), "{text}");
        }
    }

    #[test]
    fn spaces_blank_lines_and_comments_do_not_matter() {
        let text = "\n# a comment\nthread T0 : not  started # so far\n\nco\n\t@1:\ninit\r\n @3=5\n";
        let execution: Execution = text.parse().unwrap();
        assert_eq!(execution.ends, [ThreadEnd::NotStarted]);
        assert_eq!(execution.co.as_ref().map(|co| co.len()), Some(1));
        assert_eq!(execution.init[&Address(3)], 5);
        assert_eq!("".parse(), Ok(Execution::default()));
    }

    #[test]
    fn an_error_says_where_and_what() {
        for (text, message) in [
            ("thread T1: finished", "line 1, column 8: expected the next thread, found `T1:`"),
            (
                "thread T0: done",
                "line 1, column 12: expected `finished`, `blocked`, `failed` or `not started`, found `done`",
            ),
            ("  T0.0 F sc", "line 1, column 3: expected `thread`, `co` or `init`, found `T0.0`"),
            (
                "thread T0: failed\n  T0.1 F sc",
                "line 2, column 3: expected the thread's next event, `thread`, `co` or `init`, found `T0.1`",
            ),
            ("thread T0: failed\n  T0.0 R rlx @1 =", "line 2, column 18: expected a value, found the end of the line"),
            (
                "thread T0: failed\n  T0.0 R é @1 = 1",
                "line 2, column 10: expected an order: `na`, `rlx`, `acq`, `rel`, `acqrel` or `sc`, found `é`",
            ),
            ("co\n @1: T0.0 T0.1", "line 2, column 11: expected `<` or the end of the line, found `T0.1`"),
            ("co\n @1:\n @1:", "line 3, column 2: expected an address that was not given before, found `@1:`"),
            ("init\n @1 = 99999999999999999999", "line 2, column 7: expected a value, found `99999999999999999999`"),
            ("co\nco", "line 2, column 1: expected an address, found `co`"),
        ] {
            let error = text.parse::<Execution>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }

    #[test]
    fn damaged_text_never_panics() {
        for execution in samples::varied() {
            let text = execution.to_string();
            for at in 0..text.len() {
                // Some of these happen to be executions; none may crash, and what is read can be printed and read again.
                let mut changed = text.clone();
                changed.replace_range(at..at + 1, "é");
                let mut shortened = text.clone();
                shortened.remove(at);
                for damaged in [&text[..at], &text[at..], &changed, &shortened] {
                    if let Ok(read) = damaged.parse::<Execution>() {
                        assert_eq!(read.to_string().parse(), Ok(read));
                    }
                }
            }
        }
    }
}
