//! Diagnostics on standard error: what is wrong, where (with the source shown), why, what to do next.

use std::fmt;
use std::ops::Range;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteHandlerOpts, NamedSource, Report, SourceSpan};

use raddle_check::{LONGEST_LINE, shown_lines};

use crate::args::When;

/// Chooses colours.
pub(crate) fn set_up(color: When) {
    let hook = move |_: &_| -> Box<dyn miette::ReportHandler> {
        match color {
            When::Auto => Box::new(MietteHandlerOpts::new().build()),
            When::Always => Box::new(GraphicalReportHandler::new_themed(GraphicalTheme::unicode())),
            When::Never => Box::new(GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())),
        }
    };
    // Fails only if a hook is set already, and this is the only place that sets one.
    let _ = miette::set_hook(Box::new(hook));
}

/// Something to tell the user about an input file.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    message: String,
    code: Option<&'static str>,
    help: Option<String>,
    /// The name of a file, and its text.
    source: Option<(String, String)>,
    /// What is shown of it.
    excerpt: Option<NamedSource<String>>,
    labels: Vec<(String, Range<usize>)>,
}

impl Diagnostic {
    pub(crate) fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), code: None, help: None, source: None, excerpt: None, labels: Vec::new() }
    }

    pub(crate) fn message(mut self, message: impl Into<String>) -> Diagnostic {
        self.message = message.into();
        self
    }

    pub(crate) fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = Some(code);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        let help = help.into();
        self.help = (!help.is_empty()).then_some(help);
        self
    }

    pub(crate) fn source(mut self, file: &str, text: &str) -> Diagnostic {
        self.source = Some((file.to_owned(), text.to_owned()));
        self
    }

    pub(crate) fn label(mut self, text: impl Into<String>, span: Range<usize>) -> Diagnostic {
        self.labels.push((text.into(), span));
        self
    }

    /// Prints it, with lines of a bearable length.
    pub(crate) fn emit(mut self) {
        self.message = shown_lines(&self.message).into_owned();
        self.help = self.help.map(|help| shown_lines(&help).into_owned());
        if let Some((name, text)) = self.source.take() {
            let spans: Vec<_> = self.labels.iter().map(|(_, span)| span.clone()).collect();
            let (text, spans) = excerpt(&text, &spans);
            self.labels.iter_mut().zip(spans).for_each(|((_, old), new)| *old = new);
            self.excerpt = Some(NamedSource::new(name, text));
        }
        tell!("{:?}", Report::new(self));
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labelled = |(text, span): &(String, Range<usize>)| {
            LabeledSpan::new_with_span(Some(text.clone()), SourceSpan::from(span.clone()))
        };
        Some(Box::new(self.labels.iter().map(labelled)))
    }
}

/// How much of a long line is shown before what is wrong in it, in bytes.
const BYTES_BEFORE_LABEL: usize = 80;

/// The last boundary between characters up to a byte.
fn boundary(text: &str, byte: usize) -> usize {
    let boundary = (0..=byte).rev().find(|&byte| text.is_char_boundary(byte));
    boundary.unwrap_or_else(|| unreachable!("the beginning of a text is a boundary"))
}

/// A text with long lines cut, around the first span in them, and the spans in it.
fn excerpt(text: &str, spans: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    if text.len() <= LONGEST_LINE || text.split('\n').all(|line| line.len() <= LONGEST_LINE) {
        return (text.to_owned(), spans.to_vec());
    }
    let (mut shown, mut moved) = (String::new(), vec![0..0; spans.len()]);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let (line_start, end) = (start, start + content.len());
        start += line.len();
        let in_line = |span: &Range<usize>| span.start >= line_start && span.start <= end;
        let (mut from, mut to) = (line_start, end);
        if content.len() > LONGEST_LINE {
            let first = spans.iter().filter(|span| in_line(span)).map(|span| span.start).min().unwrap_or(line_start);
            from = boundary(text, first.saturating_sub(BYTES_BEFORE_LABEL).max(line_start));
            to = boundary(text, (from + LONGEST_LINE).min(end));
        }
        shown += if from > line_start { "…" } else { "" };
        let offset = shown.len();
        for (span, moved) in spans.iter().zip(&mut moved).filter(|(span, _)| in_line(span)) {
            let at = |byte: usize| offset + byte.clamp(from, to) - from;
            *moved = at(span.start)..at(span.end);
        }
        shown += &text[from..to];
        shown += if to < end { "…" } else { "" };
        shown += &line[content.len()..];
    }
    (shown, moved)
}

/// The bytes of a line from a column (both from 1, columns in characters) to the line's end.
pub(crate) fn rest_of_line(text: &str, line: u32, column: u32) -> Range<usize> {
    let mut start = 0;
    for (number, content) in (1..).zip(text.split('\n')) {
        if number == line {
            let skip =
                content.char_indices().nth(column.saturating_sub(1) as usize).map_or(content.len(), |(at, _)| at);
            let length = content[skip..].trim_end().len();
            return start + skip..start + skip + length;
        }
        start += content.len() + 1;
    }
    text.len()..text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_what_is_wrong() {
        let text = format!("short\n{}wrong{}\nend\n", "é".repeat(100_000), "b".repeat(100_000));
        let at = text.find("wrong").unwrap();
        let (shown, spans) = excerpt(&text, &[at..at + 5, 0..5]);
        assert!(shown.len() < 600 && shown.starts_with("short\n…é") && shown.ends_with("b…\nend\n"), "{shown}");
        assert_eq!((&shown[spans[0].clone()], &shown[spans[1].clone()]), ("wrong", "short"));
        // A span that goes on to the end of the line ends with what is shown.
        let (shown, spans) = excerpt(&text, std::slice::from_ref(&(at..text.len())));
        assert!(shown[spans[0].clone()].starts_with("wrongb") && spans[0].end <= shown.len());
    }

    #[test]
    fn a_line_ends_before_its_white_space() {
        let text = "ab\n  çd e \nf";
        assert_eq!(&text[rest_of_line(text, 2, 3)], "çd e");
        assert_eq!(&text[rest_of_line(text, 3, 1)], "f");
        assert_eq!(rest_of_line(text, 9, 1), text.len()..text.len());
    }
}
