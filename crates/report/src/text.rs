//! The text form of a verdict. Its last line is a contract with scripts.

use raddle_check::{
    Answer, BufferingRaces, Error, Growing, Note, Problem, RowPlace, SeenHistories, Story, SymbolicStats, Vacuity,
    Verdict, Warning,
};
use raddle_explore::Limit;
use raddle_graph::ThreadId;

use crate::{calls, story as stories, words};

/// The whole verdict: its errors with the executions that show them, and a last line.
pub fn verdict(verdict: &Verdict) -> String {
    errors(verdict) + &ending(verdict)
}

/// The errors with the executions that show them.
pub fn errors(verdict: &Verdict) -> String {
    verdict.errors.iter().map(|found| format!("{}\n", error(found))).collect()
}

/// What comes after the errors: what the program prints, if that was asked for, and the last line.
pub fn ending(verdict: &Verdict) -> String {
    output("output of one execution", &verdict.output) + &summary(verdict) + "\n"
}

/// The last line of the text form.
pub fn summary(verdict: &Verdict) -> String {
    if let Some(stats) = &verdict.symbolic {
        return symbolic_summary(verdict, stats);
    }
    let counts = format!(
        "{} executions ({} blocked), {}, {}, {:.2} s",
        verdict.executions(),
        verdict.totals.blocked,
        verdict.model.name(),
        verdict.equivalence.name(),
        verdict.seconds
    );
    let errors = match verdict.errors.len() {
        1 => "1 error".to_owned(),
        count => format!("{count} errors"),
    };
    match (verdict.answer(), verdict.bounded, verdict.limit.map(cutoff)) {
        (Answer::Ok, None, _) => format!("ok: no errors in {counts}"),
        (Answer::Ok, Some(bound), _) => format!("ok up to --unroll {bound}: no errors in {counts}"),
        // An error is an error, whatever was not explored; but with --keep-going there may be more of them.
        (Answer::Error, _, None) => format!("error: {errors} in {counts}"),
        (Answer::Error, _, Some(limit)) => format!("error: {errors}, then {limit}, in {counts}"),
        (Answer::Unsupported, _, _) => format!("unknown: unsupported, after {counts}"),
        (Answer::Unknown, _, Some(limit)) => format!("unknown: {limit}: no errors in {counts}"),
        (Answer::Unknown, _, None) if verdict.vacuity == Some(Vacuity::Calls) => {
            format!("unknown: no calls to compare with a specification: no errors in {counts}")
        }
        (Answer::Unknown, _, None) if verdict.totals.uncertain => {
            format!("unknown: executions may be missing: no errors in {counts}")
        }
        (Answer::Unknown, _, None) => format!("unknown: no execution runs to its end: no errors in {counts}"),
    }
}

/// The same for the symbolic engine, which takes all executions at once.
fn symbolic_summary(verdict: &Verdict, stats: &SymbolicStats) -> String {
    let how = format!("(symbolic, {} events), {}, {:.2} s", stats.events, verdict.model.name(), verdict.seconds);
    match (verdict.answer(), verdict.bounded, verdict.limit.map(cutoff)) {
        (Answer::Ok, None, _) => format!("ok: no errors {how}"),
        (Answer::Ok, Some(bound), _) => format!("ok up to --unroll {bound}: no errors {how}"),
        (Answer::Error, ..) => format!("error: 1 error {how}"),
        (Answer::Unsupported, ..) => format!("unknown: unsupported {how}"),
        (Answer::Unknown, _, Some(limit)) => format!("unknown: {limit} {how}"),
        (Answer::Unknown, _, None) => format!("unknown: no execution runs to its end {how}"),
    }
}

pub(crate) fn cutoff(limit: Limit) -> String {
    match limit {
        Limit::Interrupted | Limit::Stopped => limit.name().to_owned(),
        Limit::Timeout | Limit::MaxExecutions | Limit::MaxWork | Limit::MaxEvents | Limit::MaxSteps => {
            format!("--{} reached", limit.name())
        }
    }
}

/// An error without the execution that shows it.
pub fn heading(error: &Error) -> String {
    let absent = error.absent_under.map_or(String::new(), |model| format!(" (not on x86: {model} has no error)"));
    let mut text = format!("error[{}]: {}{absent}\n", error.problem.kind(), words::problem(&error.problem));
    if let Some(place) = &error.place {
        text += &format!("  --> {}\n", words::place(place));
        text += &below(words::headers(place));
        text += &below(words::callers(place));
    }
    for related in &error.related {
        text += &format!("  {} at {}\n", words::relation_at(&related.relation), words::place(&related.place));
        text += &below(words::callers(&related.place));
    }
    if let Problem::Calls(broken) = &error.problem {
        calls::of_program(broken).iter().for_each(|line| text += &format!("  {line}\n"));
    }
    if let Some(help) = words::help(&error.problem) {
        text += &format!("  help: {help}\n");
    }
    text
}

/// What belongs to a place, below it.
fn below(lines: Vec<String>) -> String {
    lines.iter().map(|line| format!("      {line}\n")).collect()
}

/// An error with the execution that shows it.
pub fn error(error: &Error) -> String {
    let separator = if error.output.is_empty() { "" } else { "\n" };
    format!("{}\n{}{separator}{}", heading(error), story(&error.story), output("output", &error.output))
}

/// An execution, thread by thread.
pub fn story(story: &Story) -> String {
    stories::story(story)
}

/// What is wrong, in a sentence.
pub fn problem(problem: &Problem) -> String {
    words::problem(problem)
}

/// Something worth knowing about a result, in a sentence.
pub fn warning(warning: &Warning) -> String {
    words::warning(warning)
}

/// What was assumed about a program, or what else is known about its error, in a sentence.
pub fn note(note: &Note) -> String {
    words::note(note)
}

/// So many places of load-buffering races are named.
const MAX_RACES: usize = 10;

/// The load-buffering races of a program under `xmm`, in a sentence.
pub fn buffering_races(races: &BufferingRaces, verdict: &Verdict) -> String {
    // Only what was explored to its end tells what there is not.
    let is_rc20 = verdict.totals.limit.is_none() && verdict.totals.xmm.rounds == 0;
    let so = if is_rc20 { ": xmm = rc20" } else { "" };
    if races.count == 0 {
        return format!("no load-buffering races{so}");
    }
    let which = if is_rc20 { ", none of which could close a cycle" } else { "" };
    let number = match races.count {
        1 => "1 load-buffering race".to_owned(),
        count => format!("{count} load-buffering races"),
    };
    let place = |(read, write, count): &(RowPlace, RowPlace, u64)| {
        format!("{}:{} reads, {}:{} writes ({count})", read.file, read.line, write.file, write.line)
    };
    let mut places: Vec<String> = races.places.iter().take(MAX_RACES).map(place).collect();
    if races.places.len() > MAX_RACES {
        places.push(format!("{} more places", races.places.len() - MAX_RACES));
    }
    format!("{number}{which}{so} ({})", places.join("; "))
}

/// How many histories of calls were compared with a specification, in a sentence.
pub fn histories(verdict: &Verdict) -> Option<String> {
    let SeenHistories { specification, histories, .. } = verdict.calls.filter(|seen| seen.most_calls > 0)?;
    let histories = if histories == 1 { "1 history".to_owned() } else { format!("{histories} histories") };
    let per_history =
        if verdict.errors.is_empty() { "compared with" } else { "compared, until the error was found, with" };
    Some(format!("{histories} of calls {per_history} {}", specification.object.with_article()))
}

/// A loop that may not end, in a sentence.
pub fn growing(growing: &Growing) -> String {
    words::growing(growing)
}

/// What threads printed, each line with its thread.
fn output(title: &str, output: &[(ThreadId, String)]) -> String {
    if output.is_empty() {
        return String::new();
    }
    let mut text = format!("{title}\n");
    for (thread, printed) in output {
        for line in printed.lines() {
            text += &format!("  thread {}: {line}\n", thread.0);
        }
    }
    text
}
