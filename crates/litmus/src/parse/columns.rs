//! The threads of a test in assembly language: a table with one column for each thread and one instruction for each cell.
//!
//! ```text
//!  P0          | P1          ;
//!  MOV W0,#1   | LDR W0,[X1] ;
//!  STR W0,[X1] |             ;
//! ```

use super::Parser;
use crate::ast::{Body, ThreadDef};
use crate::error::{Error, Span};
use crate::lex::{Lexer, Mode};

/// Words that end the table.
const WORDS_AFTER_TABLE: [&str; 7] = ["exists", "forall", "final", "locations", "filter", "not", "observed"];

impl Parser<'_> {
    /// The table, up to what follows it.
    pub(super) fn columns(&mut self) -> Result<Vec<ThreadDef>, Error> {
        let mut lexer = Lexer::new(self.source, self.span().start);
        let header = self.row(&mut lexer)?.ok_or_else(|| self.expected("the threads", "a first row names them"))?;
        let mut threads = Vec::new();
        for (number, &span) in header.iter().enumerate() {
            let text = self.source.get(span.start..span.end).unwrap_or("");
            // Some files say on which processor a thread runs, or what it may access.
            let name = text.split([':', '@']).next().unwrap_or(text).trim_end();
            if name != format!("P{number}") {
                let message = format!("expected thread P{number}, found `{text}`");
                return Err(self.error_at(span, message, "number the threads P0, P1, … in order: `P0 | P1 ;`"));
            }
            self.hash.word(name);
            threads.push((span, Vec::new()));
        }
        while let Some(cells) = self.row(&mut lexer)? {
            if cells.len() != threads.len() {
                let span = cells.first().copied().unwrap_or_default().to(self.previous);
                let message = format!("this row has {} cells, and there are {} threads", cells.len(), threads.len());
                return Err(self.error_at(span, message, "separate cells by `|`; a cell may be empty"));
            }
            for (cell, (_, body)) in cells.into_iter().zip(&mut threads) {
                self.hash.word("|");
                if cell.start < cell.end {
                    body.push(cell);
                }
            }
        }
        self.lexer = lexer;
        self.token = self.lexer.next(Mode::Outer)?;
        let thread = |(span, body)| ThreadDef { params: Vec::new(), body: Body::Machine(body), span };
        Ok(threads.into_iter().map(thread).collect())
    }

    /// The cells of the next row, without blanks around them; none at the end of the table.
    fn row(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<Vec<Span>>, Error> {
        lexer.skip(Mode::Outer)?;
        let start = lexer.offset;
        let rest = self.source.get(start..).unwrap_or("");
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if rest.is_empty() || rest.starts_with(['~', '(']) || WORDS_AFTER_TABLE.contains(&&rest[..word]) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        let mut cell = start;
        loop {
            let rest = self.source.get(lexer.offset..).unwrap_or("");
            match rest.chars().next() {
                Some('|' | ';') => {
                    cells.push(self.cell(cell, lexer.offset));
                    lexer.offset += 1;
                    cell = lexer.offset;
                    self.previous = Span { start: cell - 1, end: cell };
                    if rest.starts_with(';') {
                        return Ok(Some(cells));
                    }
                }
                Some(_) if rest.starts_with("(*") || rest.starts_with("/*") => lexer.skip(Mode::Outer)?,
                Some(other) => lexer.offset += other.len_utf8(),
                None => {
                    let line = rest_of_line(self.source, start);
                    let help = "rows of the table of threads end with `;`; the condition begins with `exists`, \
                                `~exists` or `forall`";
                    return Err(self.error_at(line, "this row never ends", help));
                }
            }
        }
    }

    /// A cell without the blanks around it, hashed without blanks.
    fn cell(&mut self, start: usize, end: usize) -> Span {
        let text = self.source.get(start..end).unwrap_or("");
        let before = text.len() - text.trim_start().len();
        text.split_whitespace().for_each(|word| self.hash.word(word));
        let trimmed = text.trim();
        Span { start: start + before, end: start + before + trimmed.len() }
    }
}

fn rest_of_line(source: &str, start: usize) -> Span {
    let length = source.get(start..).and_then(|rest| rest.find('\n'));
    Span { start, end: length.map_or(source.len(), |length| start + length) }
}
