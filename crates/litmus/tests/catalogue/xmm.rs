//! Programs under XMM, `tests/litmus/xmm`: how many executions and final states they have by each reading of its definition, and
//! whether the outcome in question is observed.

use raddle_explore::{Options, XmmOptions, XmmRules};
use raddle_litmus::{Outcome, TestOptions};
use raddle_models::ModelName;

use crate::records::{self, Record};
use crate::run::{Case, Failures};

fn case(record: &Record) -> Case {
    let observed: Vec<&str> = record.need("observe").split_whitespace().collect();
    let tail = format!("locations [{};]\nexists ({})", observed.join("; "), record.need("exists"));
    Case::new(record, &[], &tail)
}

/// The model of a row, and how it is read.
fn row(key: &str) -> Option<(ModelName, XmmOptions)> {
    let all = XmmOptions { commits: None, ..XmmOptions::default() };
    let (model, xmm) = match key {
        "rc20" => (ModelName::Rc20, all),
        "imm" => (ModelName::Imm, all),
        "xmm" => (ModelName::Xmm, all),
        "no-guard" => (ModelName::Xmm, XmmOptions { guard: false, ..all }),
        "literal" => (ModelName::Xmm, XmmOptions { rules: XmmRules::Literal, ..all }),
        "vf" => (ModelName::Xmm, XmmOptions { rules: XmmRules::Vf, ..all }),
        _ => return None,
    };
    Some((model, xmm))
}

fn summary(outcome: &Outcome) -> String {
    let (executions, states) = (outcome.totals.complete, outcome.states.len());
    format!("{executions} executions, {states} states, {}", outcome.observation())
}

#[test]
fn what_xmm_allows() {
    let mut failures = Failures::default();
    for record in records::read("xmm") {
        let case = case(&record);
        for (key, expected) in record.except(&["program", "observe", "exists", "why"]) {
            let Some((model, xmm)) = row(key) else { panic!("{}: `{key}` is no row", case.title) };
            // Other rules than the default are enumerated only.
            let ways: &[bool] = if xmm.rules == XmmRules::Thesis { &[false, true] } else { &[true] };
            for &enumerate in ways {
                let explore = Options { xmm, enumerate, detect_duplicates: true, ..Options::default() };
                let what = if enumerate { format!("{key}, guessed") } else { key.to_owned() };
                match case.attempt(model, &TestOptions { explore, ..Default::default() }) {
                    Ok(outcome) => failures.same(&case, &what, expected.to_owned(), summary(&outcome)),
                    Err(error) => failures.add(&case, &format!("{what}: {error}")),
                }
            }
        }
    }
    failures.report();
}
