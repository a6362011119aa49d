//! Rows of test data.

pub mod run;

/// One row.
pub struct Row {
    /// The line in the data.
    pub number: usize,
    /// The row as it is written.
    pub text: String,
    pub file: String,
    /// For the compiler.
    pub flags: Vec<String>,
    /// For `raddle check`.
    pub options: Vec<String>,
    pub expectation: Expectation,
}

/// What is known about a program. What is not said is not looked at.
#[derive(Default)]
pub struct Expectation {
    /// `ok`, `error`, `unknown` or `unsupported`.
    pub verdict: String,
    pub kind: Option<String>,
    /// The line of the error, or one that belongs to it.
    pub line: Option<u32>,
    /// How many complete executions there are.
    pub executions: Option<u64>,
    /// The most blocked executions.
    pub blocked: Option<u64>,
}

/// The rows of a file; empty lines and those that begin with `#` are none.
pub fn parse(text: &str) -> Result<Vec<Row>, String> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let rows = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    rows.map(|(number, line)| parse_row(number, line).map_err(|error| format!("line {number}: {error}"))).collect()
}

fn parse_row(number: usize, line: &str) -> Result<Row, String> {
    let [program, options, expectation] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err("three parts are expected, with `|` between them".to_owned());
    };
    let mut words = program.split_whitespace().map(str::to_owned);
    let file = words.next().ok_or("no file")?;
    Ok(Row {
        number,
        text: line.to_owned(),
        file,
        flags: words.collect(),
        options: options.split_whitespace().flat_map(option).collect(),
        expectation: parse_expectation(expectation)?,
    })
}

/// `model=rc20` is short for `--model rc20`.
fn option(word: &str) -> Vec<String> {
    match word.split_once('=') {
        Some((name, value)) if !name.starts_with('-') => vec![format!("--{name}"), value.to_owned()],
        _ => vec![word.to_owned()],
    }
}

fn parse_expectation(text: &str) -> Result<Expectation, String> {
    let mut words = text.split_whitespace();
    let verdict = words.next().unwrap_or_default().to_owned();
    if !["ok", "error", "unknown", "unsupported"].contains(&&*verdict) {
        return Err(format!("`{verdict}` is not a verdict"));
    }
    let mut expectation = Expectation { verdict, ..Expectation::default() };
    for word in words {
        let (name, value) =
            word.split_once("<=").or_else(|| word.split_once('=')).ok_or(format!("`{word}` is not understood"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("`{word}`: {error}"));
        match name {
            "executions" => expectation.executions = Some(number()?),
            "blocked" => expectation.blocked = Some(number()?),
            "kind" => expectation.kind = Some(value.to_owned()),
            "line" => expectation.line = Some(number()? as u32),
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    Ok(expectation)
}
