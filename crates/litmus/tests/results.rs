//! What `run` gives besides the text block: limits, bounds, other models, JSON, refusals.

use raddle_check::Answer;
use raddle_explore::{Equivalence, Limit, Limits, Run};
use raddle_litmus::{CountedExecution, Observer, Outcome, Reply, RunError, Test, TestOptions, run, run_observed};
use raddle_models::ModelName;
use raddle_report::herd::{block, story};
use raddle_report::json::TestReport;

fn outcome(source: &str, model: ModelName, options: &TestOptions) -> Result<Outcome, RunError> {
    run(&Test::parse(source).unwrap_or_else(|error| panic!("{error}")), model, options)
}

const SB: &str = "C SB\n{}\n\
    P0 (atomic_int *x, atomic_int *y) { atomic_store_explicit(x, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(y, memory_order_relaxed); }\n\
    P1 (atomic_int *x, atomic_int *y) { atomic_store_explicit(y, 1, memory_order_relaxed); \
        int r0 = atomic_load_explicit(x, memory_order_relaxed); }\n";

#[test]
fn models_differ() {
    let source = format!("{SB}exists (0:r0=0 /\\ 1:r0=0)");
    for (model, reply) in [
        (ModelName::Sc, Reply::No),
        (ModelName::Tso, Reply::Ok),
        (ModelName::Pso, Reply::Ok),
        (ModelName::Ra, Reply::Ok),
        (ModelName::Rc11, Reply::Ok),
    ] {
        assert_eq!(outcome(&source, model, &TestOptions::default()).unwrap().reply, reply, "{model}");
    }
}

#[test]
fn an_expectation_that_is_contradicted_is_an_error_but_an_answer_is_not() {
    let verdict = |condition: &str| {
        let outcome = outcome(&format!("{SB}{condition}"), ModelName::Rc11, &TestOptions::default()).unwrap();
        (outcome.reply, outcome.answer())
    };
    assert_eq!(verdict("exists (0:r0=0 /\\ 1:r0=0)"), (Reply::Ok, Answer::Ok));
    assert_eq!(verdict("exists (0:r0=2)"), (Reply::No, Answer::Ok));
    assert_eq!(verdict("~exists (0:r0=0)"), (Reply::No, Answer::Error));
    assert_eq!(verdict("~exists (0:r0=2)"), (Reply::Ok, Answer::Ok));
    assert_eq!(verdict("forall (0:r0=0)"), (Reply::No, Answer::Error));
    assert_eq!(verdict(""), (Reply::Ok, Answer::Ok));
}

#[test]
fn without_modification_order_memory_cannot_be_observed() {
    let mut options = TestOptions::default();
    options.explore.equivalence = Equivalence::Wb;
    let registers = outcome(&format!("{SB}exists (0:r0=0 /\\ 1:r0=0)"), ModelName::Rc11, &options).unwrap();
    assert_eq!((registers.positive, registers.negative), (1, 3));
    for end in ["exists (x=1)", "locations [x;] exists (0:r0=0)", "filter (x=1) exists (0:r0=0)"] {
        let error = outcome(&format!("{SB}{end}"), ModelName::Rc11, &options).unwrap_err();
        assert!(error.to_string().contains("use --equivalence mo"), "{error}");
    }
}

#[test]
fn limits_leave_the_answer_open_unless_it_is_known() {
    let outcome = |condition: &str| {
        let test = Test::parse(&format!("{SB}{condition}")).unwrap();
        let run = Run::new(Limits { max_executions: Some(1), ..Limits::default() });
        run_observed(&test, &ModelName::Rc11.into(), &TestOptions::default(), &run, None).unwrap()
    };
    let all = outcome("exists (0:r0=2)");
    assert_eq!((all.reply, all.answer()), (Reply::Unknown, Answer::Unknown));
    assert!(block(&all).contains("\nUnknown\nLimit max-executions\n"));
    let found = outcome("forall (0:r0=2)");
    assert_eq!((found.reply, found.answer()), (Reply::No, Answer::Error));
}

const SPIN: &str = "C SPIN\n{}\n\
    P0 (atomic_int *x) {\n  int r0 = 0;\n  while (r0 < 1000000)\n    { atomic_store(x, r0); r0++; }\n}\n\
    exists (0:r0=1)";

#[test]
fn loops_that_do_not_stop_are_named_and_can_be_bounded() {
    let cut = outcome(SPIN, ModelName::Sc, &TestOptions::default()).unwrap();
    assert_eq!((cut.reply, cut.answer(), cut.totals.limit), (Reply::Unknown, Answer::Unknown, Some(Limit::MaxEvents)));
    let warning = cut.warnings.last().expect("it is said where the thread is");
    assert!(warning.contains("line 5") && warning.contains("--unroll"), "{warning}");
    let options = TestOptions { unroll: Some(4), ..TestOptions::default() };
    let bounded = outcome(SPIN, ModelName::Sc, &options).unwrap();
    assert_eq!(bounded.bounded, Some(4));
    assert!(block(&bounded).contains("\nBounded unroll 4\n"));
    assert_eq!(bounded.totals.complete, 0);
}

#[test]
fn workers_count_together_what_one_counts_alone() {
    let source = "C INC\n{}\n\
        P0 (atomic_int *x) { atomic_fetch_add(x, 1); int r0 = atomic_load(x); }\n\
        P1 (atomic_int *x) { atomic_fetch_add(x, 2); int r0 = atomic_load(x); }\n\
        P2 (atomic_int *x) { atomic_fetch_add(x, 4); int r0 = atomic_load(x); }\n\
        exists (0:r0=7 /\\ 1:r0=7 /\\ x=7)";
    let one = outcome(source, ModelName::Rc11, &TestOptions::default()).unwrap();
    let mut options = TestOptions::default();
    options.explore.workers = 3;
    let three = outcome(source, ModelName::Rc11, &options).unwrap();
    assert_eq!(one.states, three.states);
    assert_eq!((one.positive, one.negative), (three.positive, three.negative));
}

#[test]
fn json_has_the_fields_that_scripts_rely_on() {
    let source = "C RACE\n{ int *p = &x; }\n\
        P0 (int *x) {\n  *x = 1;\n}\n\
        P1 (int *x, int **p) {\n  int r0 = *x;\n  int *r1 = *p;\n}\n\
        locations [1:r1;]\nexists (1:r0=1 /\\ 1:r9=0)";
    let outcome = outcome(source, ModelName::Rc11, &TestOptions::default()).unwrap();
    let json = serde_json::to_value(TestReport::new(&outcome, "race.litmus", Some(7))).unwrap();
    assert_eq!(json["file"], "race.litmus");
    assert_eq!(json["test"], "RACE");
    assert_eq!(json["model"], "rc11");
    assert_eq!(json["equivalence"], "mo");
    assert_eq!(json["result"], "undef");
    assert_eq!(json["verdict"], "error");
    assert_eq!(json["observation"], "Sometimes");
    assert_eq!(json["states"][0]["values"]["1:r0"], 0);
    assert_eq!(json["states"][0]["values"]["1:r1"], "x");
    assert_eq!(json["states"][0]["count"], 1);
    assert_eq!((&json["positive"], &json["negative"]), (&1.into(), &1.into()));
    assert_eq!(json["executions"]["complete"], 2);
    assert_eq!(json["bounded"], serde_json::Value::Null);
    assert_eq!(json["limit"], serde_json::Value::Null);
    assert_eq!(json["race"]["location"], "x");
    assert_eq!((&json["race"]["first"]["line"], &json["race"]["second"]["line"]), (&4.into(), &7.into()));
    assert_eq!(json["errors"][0]["kind"], "race");
    assert!(json["warnings"][0].as_str().unwrap().contains("no variable `r9`"));
    assert_eq!(json["stats"]["workers"], 1);
    assert_eq!(json["stats"]["peak_memory_bytes"], 7);
}

#[test]
fn executions_are_shown_and_told() {
    struct Stories(std::sync::Mutex<Vec<(bool, String)>>);
    impl Observer for Stories {
        fn execution(&self, counted: &CountedExecution<'_>) {
            self.0.lock().unwrap().push((counted.satisfies, story(&counted.story())));
        }
    }
    let source = "C T\n{ x = -1; }\nP0 (atomic_int *x) {\n  atomic_fetch_add(x, 2);\n}\n\
        P1 (atomic_int *x) {\n  int r0 = atomic_load(x);\n}\nfilter (not (1:r0=5))\nexists (1:r0=1)";
    let stories = Stories(std::sync::Mutex::default());
    run_observed(
        &Test::parse(source).unwrap(),
        &ModelName::Rc11.into(),
        &TestOptions::default(),
        &Run::default(),
        Some(&stories),
    )
    .unwrap();
    let mut stories = stories.0.into_inner().unwrap();
    stories.sort();
    assert_eq!(stories.iter().map(|(satisfies, _)| *satisfies).collect::<Vec<_>>(), [false, true]);
    let told = &stories[1].1;
    for part in
        ["P0", "P1", "atomic_fetch_add(x, 2);", "x = -1", "from the initial", "int r0 = atomic_load(x);", "x = 1"]
    {
        assert!(told.contains(part), "`{part}` is missing:\n{told}");
    }
}

#[test]
fn races_can_be_ignored() {
    let source = "C R\n{}\nP0 (int *x) { *x = 1; }\nP1 (int *x) { int r0 = *x; }\nexists (1:r0=1)";
    let options = TestOptions { races: false, ..TestOptions::default() };
    assert_eq!(outcome(source, ModelName::Rc11, &options).unwrap().reply, Reply::Ok);
    let found = outcome(source, ModelName::Rc11, &TestOptions::default()).unwrap();
    assert!(story(&found.race.unwrap().story).contains("x = 1"));
}

#[test]
fn a_plain_access_to_an_atomic_variable_is_warned_of() {
    let source = "C W\n{}\nP0 (atomic_int *x) { *x = 1; }\nexists (x=1)";
    let outcome = outcome(source, ModelName::Rc11, &TestOptions::default()).unwrap();
    assert!(outcome.warnings[0].starts_with("line 3: a plain access is non-atomic"), "{:?}", outcome.warnings);
}

#[test]
fn names_in_conditions_are_checked() {
    let complaint = |end: &str| {
        let source =
            format!("C t\n{{ int a[2]; }}\nP0 (int *a) {{ int r; {{ long r; }} {{ int s; }} {{ int s; }} }}\n{end}");
        Test::parse(&source).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(complaint("exists (3:r=1)").unwrap_err().contains("no thread P3"));
    assert!(complaint("exists (0:r=1)").unwrap_err().contains("several variables `r`"));
    assert!(complaint("exists (a=1)").unwrap_err().contains("is an array"));
    assert!(complaint("exists (a[2]=1)").unwrap_err().contains("2 cells"));
    assert_eq!(complaint("exists (0:s=1)"), Ok(()), "both are the same register");
    assert_eq!(complaint("exists (nowhere=0 /\\ 0:a=a)"), Ok(()));
}
