//! Diagnostics on standard error: what is wrong, where (with the source shown), why, what to do next.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteHandlerOpts, NamedSource, Report, SourceSpan};

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
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
}

impl Diagnostic {
    pub(crate) fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), code: None, help: None, source: None, labels: Vec::new() }
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
        self.source = Some(NamedSource::new(file, text.to_owned()));
        self
    }

    pub(crate) fn label(mut self, text: impl Into<String>, span: std::ops::Range<usize>) -> Diagnostic {
        let span = SourceSpan::from(span);
        self.labels.push(LabeledSpan::new_with_span(Some(text.into()), span));
        self
    }

    /// Prints it.
    pub(crate) fn emit(self) {
        eprintln!("{:?}", Report::new(self));
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
        self.source.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// The bytes of a line from a column (both from 1, columns in characters) to the line's end.
pub(crate) fn rest_of_line(text: &str, line: u32, column: u32) -> std::ops::Range<usize> {
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
    fn a_line_ends_before_its_white_space() {
        let text = "ab\n  çd e \nf";
        assert_eq!(&text[rest_of_line(text, 2, 3)], "çd e");
        assert_eq!(&text[rest_of_line(text, 3, 1)], "f");
        assert_eq!(rest_of_line(text, 9, 1), text.len()..text.len());
    }
}
