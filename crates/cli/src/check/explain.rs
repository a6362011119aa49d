//! Why a program cannot be checked, as a diagnostic: what is wrong, where, and what to do.

use std::path::Path;

use raddle_check::{CheckError, InputPlace, Problem, read_text, shown_lines};
use raddle_explore::ExploreError;
use raddle_llvm::{Error, ProgramError};

use crate::diagnostic::{Diagnostic, rest_of_line};

/// The diagnostic for an error.
pub(crate) fn diagnostic(error: &CheckError<ProgramError>) -> Diagnostic {
    match error {
        // Clang's messages say what is wrong, with the source.
        CheckError::Refused(ProgramError::Module(Error::Compile { path, messages })) => {
            tell!("{}", shown_lines(messages));
            Diagnostic::new(format!("{} does not compile", path.display()))
                .help("flags for the compiler go behind `--`: raddle check FILE -- -Iinclude -DN=2")
        }
        CheckError::Refused(ProgramError::Module(Error::Parse(error))) => {
            let text = read_text(Path::new(&error.file)).unwrap_or_default();
            let diagnostic =
                Diagnostic::new(format!("{}:{}:{}: {}", error.file, error.line, error.column, error.message))
                    .help(error.help.clone());
            match error.offset <= text.len() && !text.is_empty() {
                true => {
                    let span = rest_of_line(&text, error.line, error.column);
                    diagnostic.source(&error.file, &text).label("here", span)
                }
                false => diagnostic,
            }
        }
        CheckError::Refused(ProgramError::UnknownLanguage { path })
            if path.extension().is_some_and(|ending| ending == "litmus") =>
        {
            let path = path.display();
            Diagnostic::new(format!("{path}: this is a litmus test, not a program"))
                .help(format!("litmus tests are run with `raddle litmus {path}`"))
        }
        CheckError::Refused(ProgramError::UnknownLanguage { .. }) => Diagnostic::new(error.to_string()).help(
            "C and C++ files end in .c, .cc, .cpp or .cxx, LLVM's textual IR in .ll (llvm-dis makes it from .bc)",
        ),
        CheckError::Model(unfit) => Diagnostic::new(error.to_string()).help(unfit.help()),
        CheckError::Explore(ExploreError::Refused(refusal)) => Diagnostic::new(error.to_string()).help(refusal.help()),
        CheckError::Symbolic(symbolic) if error.place().is_none() => {
            Diagnostic::new(error.to_string()).help(symbolic.help())
        }
        _ => located(error),
    }
}

/// A diagnostic that shows the source, if it is there. The first line says what is wrong, the others what to do.
fn located(error: &CheckError<ProgramError>) -> Diagnostic {
    let text = error.to_string();
    let (message, help) = text.split_once('\n').unwrap_or((&text, ""));
    let help: Vec<_> = help.lines().map(str::trim).collect();
    let diagnostic = Diagnostic::new(message).help(help.join("\n"));
    let Some(InputPlace { file, line, column }) = error.place() else { return diagnostic };
    let diagnostic = diagnostic.code(Problem::UNSUPPORTED);
    match read_text(Path::new(&file)) {
        // The frame around the source says where it is.
        Ok(source) if line > 0 => diagnostic
            .message(message.trim_start_matches(&format!("{file}:{line}:{column}: ")))
            .label("here", rest_of_line(&source, line, column))
            .source(&file, &source),
        _ => diagnostic,
    }
}
