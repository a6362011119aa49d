//! `raddle history`: judges calls that were recorded elsewhere.

use std::io::Read;
use std::path::Path;
use std::time::Instant;

use raddle_check::read_input_text;
use raddle_report::{HistoryReport, json};
use raddle_specs::{Limits, Misfit, Record, Verdict, first_impossible, read_record};

use crate::args::{Format, HistoryArgs};
use crate::diagnostic::{Diagnostic, rest_of_line};
use crate::process::print;
use crate::status::Status;

/// How many bytes the orders may take that were tried in vain.
const MEMORY_FOR_ORDERS: usize = 1 << 30;

pub(crate) fn run(args: &HistoryArgs) -> Status {
    let started = Instant::now();
    let file = if args.file == Path::new("-") { "standard input".to_owned() } else { args.file.display().to_string() };
    let text = match read(&args.file) {
        Ok(text) => text,
        Err(error) => {
            Diagnostic::new(format!("cannot read {file}: {error}")).emit();
            return Status::BadInput;
        }
    };
    let record = match read_record(&args.spec, &text) {
        Ok(record) => record,
        Err(error) => {
            Diagnostic::new(format!("{file}:{}: {}", error.line, error.what))
                .help(&error.help)
                .source(&file, &text)
                .label("here", rest_of_line(&text, error.line, error.column))
                .emit();
            return Status::BadInput;
        }
    };
    let deadline = args.timeout.and_then(|timeout| started.checked_add(timeout));
    let verdicts = match judge(args, &record, &Limits { deadline, memory: MEMORY_FOR_ORDERS }) {
        Ok(verdicts) => verdicts,
        Err(misfit) => unreachable!("the record was found to fit the object: {misfit}"),
    };
    let seconds = started.elapsed().as_secs_f64();
    let report = HistoryReport { file: &file, record: &record, object: &args.spec, verdicts: &verdicts, seconds };
    print(&match args.format {
        Format::Text => report.text(),
        // Every part of a report has a JSON form.
        Format::Json => format!("{}\n", serde_json::to_string(&json::HistoryJson::new(&report)).unwrap_or_default()),
    });
    match (report.has_errors(), report.exhausted()) {
        (true, _) => Status::Error,
        (false, Some(_)) => Status::NoVerdict,
        (false, None) => Status::Verified,
    }
}

fn judge(args: &HistoryArgs, record: &Record, limits: &Limits) -> Result<Vec<Verdict>, Misfit> {
    record.objects().map(|(_, calls)| first_impossible(&args.spec, calls, limits)).collect()
}

fn read(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    read_input_text(path)
}
