//! The catalogue: programs with what is known about their executions, from files in `tests/litmus`.
//!
//! Every program goes through the litmus front end. A failure prints the litmus file, for `raddle litmus`.

#[path = "catalogue/machine.rs"]
mod machine;
#[path = "catalogue/outcomes.rs"]
mod outcomes;
#[path = "catalogue/records.rs"]
mod records;
#[path = "catalogue/repeat.rs"]
mod repeat;
#[path = "catalogue/run.rs"]
mod run;
#[path = "catalogue/shorthand.rs"]
mod shorthand;
#[path = "catalogue/xmm.rs"]
mod xmm;

use raddle_explore::Equivalence::{self, Mo, Wb};
use raddle_litmus::{Outcome, Test};
use raddle_models::ModelName;

use records::Record;
use run::{Case, Failures, MODELS};

/// Programs with fewer executions than this are also run under every model and with several workers.
const SMALL: u64 = 3000;

#[test]
fn verdicts_states_and_counts_of_generated_cycles() {
    let mut failures = Failures::default();
    for record in records::read("reference") {
        let case = reference(&record);
        let found = case.run(ModelName::Rc11, Mo);
        failures.same(&case, "rc11", record.need("expect").to_owned(), summary(&found));
    }
    failures.report();
}

/// What a reference test is expected to give, in the words of the file.
fn summary(outcome: &Outcome) -> String {
    let (positive, negative) = (outcome.positive, outcome.negative);
    let (observation, states, reply) = (outcome.observation(), outcome.states.len(), outcome.reply.name());
    format!("{observation}, {states} states, {positive} positive, {negative} negative, {reply}")
}

fn reference(record: &Record) -> Case {
    Case::new(record, &[], &format!("exists ({})", record.need("exists")))
}

#[test]
fn what_each_model_allows() {
    let mut failures = Failures::default();
    for record in records::read("separations.tests") {
        let case = separation(&record);
        let sets = outcomes::expected(&record).unwrap_or_else(|error| panic!("{}: {error}", case.title));
        for model in MODELS {
            let found = outcomes::found(&record, &case.run(model, Mo));
            let expected = &sets[model.name()];
            if found != *expected {
                let missing = outcomes::show(expected.difference(&found));
                let unexpected = outcomes::show(found.difference(expected));
                failures.add(&case, &format!("{}: missing {missing}; not expected {unexpected}", model.name()));
            }
        }
    }
    failures.report();
}

/// A machine that runs what a compiler makes of a program shows nothing that `imm` forbids, which abstracts from machines.
#[test]
fn compiled_programs_show_nothing_that_imm_forbids() {
    let machines = [ModelName::Tso, ModelName::Armv8, ModelName::Armv7, ModelName::Power, ModelName::Riscv];
    let mut failures = Failures::default();
    for record in records::read("separations.tests") {
        let case = separation(&record);
        let allowed = outcomes::found(&record, &case.run(ModelName::Imm, Mo));
        for machine in machines {
            let found = outcomes::found(&record, &case.run(machine, Mo));
            if !found.is_subset(&allowed) {
                let unexpected = outcomes::show(found.difference(&allowed));
                failures.add(&case, &format!("{}: imm does not have {unexpected}", machine.name()));
            }
        }
    }
    failures.report();
}

fn separation(record: &Record) -> Case {
    let observed: Vec<&str> = record.need("observe").split_whitespace().collect();
    Case::new(record, &[], &format!("locations [{};]\nexists (true)", observed.join("; ")))
}

#[test]
fn how_many_executions_there_are() {
    count("counts.tests");
}

#[test]
fn how_many_executions_load_buffering_has() {
    count("load-buffering.tests");
}

fn count(file: &str) {
    let mut failures = Failures::default();
    for record in records::read(file) {
        for (column, case) in members(&record).into_iter().enumerate() {
            for (key, row) in record.except(&["program", "N", "why"]) {
                let bad = || panic!("{}: `{key}: {row}` is no row of counts", case.title);
                let Some(cell) = row.split_whitespace().nth(column) else { bad() };
                if cell == "-" {
                    continue;
                }
                let Ok(number) = cell.parse::<u64>() else { bad() };
                let words: Vec<&str> = key.split_whitespace().collect();
                let Some((model, equivalence, blocked)) = row_of(&words) else { bad() };
                let found = case.run(model, equivalence).totals;
                if !blocked {
                    failures.same(&case, key, number, found.complete);
                } else if found.blocked > number {
                    failures.add(&case, &format!("{key}: expected at most {number}, found {}", found.blocked));
                }
            }
        }
    }
    failures.report();
}

/// What a row of counts is about: `rc11 mo`, or `rc11 mo blocked` for an upper bound of the blocked executions.
fn row_of(words: &[&str]) -> Option<(ModelName, Equivalence, bool)> {
    let (words, blocked) = match words {
        [model, equivalence, "blocked"] => ([*model, *equivalence], true),
        [model, equivalence] => ([*model, *equivalence], false),
        _ => return None,
    };
    Some((run::model(words[0])?, run::equivalence(words[1])?, blocked))
}

/// The members of a family: one for each `N`, or one alone.
fn members(record: &Record) -> Vec<Case> {
    let Some(sizes) = record.get("N") else { return vec![Case::new(record, &[], "exists (true)")] };
    let sizes = sizes.split_whitespace().map(|size| size.parse::<i64>());
    let sizes = sizes.map(|size| size.unwrap_or_else(|error| panic!("{}: N: {error}", record.place)));
    sizes.map(|size| Case::new(record, &[("N", size)], "exists (true)")).collect()
}

/// Everything in the catalogue.
fn everything() -> Vec<Case> {
    let mut cases: Vec<Case> = records::read("reference").iter().map(reference).collect();
    cases.extend(records::read("separations.tests").iter().map(separation));
    for file in ["counts.tests", "load-buffering.tests"] {
        cases.extend(records::read(file).iter().flat_map(members));
    }
    cases
}

#[test]
fn every_complete_execution_is_positive_or_negative_and_every_number_of_workers_finds_the_same() {
    let mut failures = Failures::default();
    for case in everything() {
        for model in MODELS {
            let alone = case.run(model, Mo);
            let what = |found: &Outcome| {
                let totals = found.totals;
                let counts = [found.positive, found.negative, totals.complete, totals.blocked, totals.failed];
                (counts, found.reply, found.states.clone())
            };
            failures.same(&case, model.name(), alone.totals.complete, alone.positive + alone.negative);
            if alone.totals.complete < SMALL {
                let together = case.run_carefully(model, Mo, 3);
                let title = format!("{} with 3 workers", model.name());
                failures.same(&case, &title, what(&alone), what(&together));
            }
        }
    }
    failures.report();
}

#[test]
fn final_registers_do_not_depend_on_the_equivalence() {
    let mut failures = Failures::default();
    // In wb mode there is no last value of a variable to ask for.
    let registers_only = |record: &Record| record.need("observe").split_whitespace().all(|name| name.contains(':'));
    for record in records::read("separations.tests").iter().filter(|record| registers_only(record)) {
        let case = separation(record);
        for model in MODELS {
            let (mo, wb) = (case.run(model, Mo), case.run_carefully(model, Wb, 3));
            let states = |outcome: &Outcome| outcomes::show(&outcomes::found(record, outcome));
            failures.same(&case, model.name(), states(&mo), states(&wb));
            if wb.totals.complete > mo.totals.complete {
                failures.add(&case, &format!("{}: more executions in wb mode than in mo mode", model.name()));
            }
        }
    }
    failures.report();
}

#[test]
fn shorthand_is_read_by_the_front_end() {
    let source = shorthand::to_litmus("SB", "x=1; r0=y | y=1; r0=x", "exists (0:r0=0 /\\ 1:r0=0)").unwrap();
    let test = Test::parse(&source).unwrap();
    assert_eq!((test.name(), test.threads()), ("SB", 2));
}
