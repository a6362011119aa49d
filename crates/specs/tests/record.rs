//! Recorded histories: what is read, what is refused, and where an impossible one becomes impossible.

use raddle_specs::{
    Beginning, Exhausted, Limits, MAX_RECORDED, Object, Outcome, Reason, Record, RecordError, Verdict,
    first_impossible, read_record,
};

fn read(object: &str, text: &str) -> Result<Record, RecordError> {
    read_record(&object.parse::<Object>().unwrap(), text)
}

/// A record with a line for each call: thread, call, result (`-`: none), begin, end (`-`: never).
fn record(object: &str, calls: &str) -> Record {
    let line = |call: &str| {
        let words: Vec<_> = call.split_whitespace().collect();
        let [thread, name, arguments, result, begin, end] = words[..] else { panic!("{call}") };
        let result = match result {
            "-" => String::new(),
            "empty" | "failed" => format!(r#""result": "{result}", "#),
            number => format!(r#""result": {number}, "#),
        };
        let end = if end == "-" { String::new() } else { format!(r#", "end": {end}"#) };
        format!(
            r#"{{"thread": {thread}, "operation": "{name}", "arguments": {arguments}, {result}"begin": {begin}{end}}}"#
        )
    };
    let lines: Vec<_> = calls.split(';').map(line).collect();
    read(object, &lines.join("\n")).unwrap()
}

fn judge(object: &str, record: &Record) -> Verdict {
    let (_, calls) = record.objects().next().unwrap();
    first_impossible(&object.parse().unwrap(), calls, &Limits::none()).unwrap()
}

fn impossible(object: &str, record: &Record) -> Box<Beginning> {
    match judge(object, record) {
        Verdict::Impossible(beginning) => beginning,
        other => panic!("{other:?}"),
    }
}

fn is_possible(object: &str, record: &Record) -> bool {
    matches!(judge(object, record), Verdict::Possible(_))
}

#[test]
fn a_record_says_who_called_what_and_when() {
    let text = "\n{\"thread\": \"b\", \"operation\": \"deq\", \"result\": \"empty\", \"begin\": 5, \"end\": 7}\n  \n\
                {\"thread\": \"a\", \"operation\": \"enq\", \"arguments\": [true], \"begin\": 1, \"end\": 2}\n\
                {\"thread\": 10, \"operation\": \"deq\", \"begin\": 3, \"end\": null}\n\
                {\"thread\": 9, \"operation\": \"deq\", \"result\": false, \"begin\": 3, \"end\": 3}\n";
    let record = read("queue", text).unwrap();
    let (name, calls) = record.objects().next().unwrap();
    assert_eq!((name, record.calls(), record.threads()), (None, 4, 4));
    let shown: Vec<_> = calls
        .iter()
        .map(|call| format!("{} {} {}", call.line, record.thread(call.operation.thread), call.operation))
        .collect();
    assert_eq!(shown, ["4 a enq(1)", "5 10 deq → …", "6 9 deq → 0", "2 b deq → empty"]);
}

#[test]
fn objects_are_judged_each_alone() {
    let line = |object: &str, operation: &str, begin: u32| {
        format!(
            r#"{{"thread": 1, "object": "{object}", "operation": "{operation}", "begin": {begin}, "end": {begin}}}"#
        )
    };
    let text = [line("x", "lock", 0), line("y", "lock", 1), line("x", "unlock", 2)].join("\n");
    let record = read("mutex", &text).unwrap();
    let objects: Vec<_> = record.objects().map(|(name, calls)| (name.unwrap(), calls.len())).collect();
    assert_eq!(objects, [("x", 2), ("y", 1)]);
    for (_, calls) in record.objects() {
        let judgement = first_impossible(&"mutex".parse().unwrap(), calls, &Limits::none()).unwrap();
        assert!(matches!(judgement, Verdict::Possible(_)), "{judgement:?}");
    }
}

#[test]
fn bad_lines_are_refused_with_a_way_out() {
    let good = r#"{"thread": 1, "operation": "enq", "arguments": [1], "begin": 0, "end": 1}"#;
    let error = |line: &str| {
        let error = read("queue", &format!("{good}\n{line}")).unwrap_err();
        (error.line, error.what, error.help)
    };
    let cases = [
        ("enq 1", "this is not an object in JSON", "each line is one call"),
        ("[1]", "this is not an object in JSON", "each line is one call"),
        (r#"{"thread": 1, "operation": "deq", "begin": 2"#, "EOF while parsing an object", "each line is one call"),
        (r#"{"operation": "deq", "begin": 2, "end": 3}"#, "missing field `thread`", ""),
        (r#"{"thread": 1.5, "operation": "deq", "begin": 2}"#, "expected a thread: a whole number or a word", ""),
        (
            r#"{"thread": 1, "operation": "deq", "begin": 0.5}"#,
            "invalid type: floating point `0.5`, expected a time: a whole number",
            "",
        ),
        (r#"{"thread": 1, "operation": "deq", "start": 2}"#, "unknown field `start`", ""),
        (
            r#"{"thread": 1, "operation": "pop", "begin": 2}"#,
            "operation `pop' is not one of a queue (enq, deq)",
            "rename",
        ),
        (r#"{"thread": 1, "operation": "enq", "begin": 2}"#, "`enq' has one argument, not 0", "\"arguments\": [1]"),
        (
            r#"{"thread": 1, "operation": "enq", "arguments": [1], "result": 7, "begin": 2, "end": 3}"#,
            "`enq' cannot return 7: it returns nothing",
            "without one, leave it out",
        ),
        (r#"{"thread": 1, "operation": "deq", "begin": 2, "end": 3}"#, "`deq' cannot return nothing", "\"empty\""),
        (
            r#"{"thread": 1, "operation": "deq", "result": "none", "begin": 2, "end": 3}"#,
            "invalid value: string \"none\"",
            "",
        ),
        (r#"{"thread": 1, "operation": "deq", "result": 1, "begin": 2}"#, "has a result, but no end", "\"end\""),
        (r#"{"thread": 1, "operation": "deq", "result": "pending", "begin": 2, "end": 3}"#, "has no end", "\"end\""),
        (r#"{"thread": 1, "operation": "deq", "result": 1, "begin": 3, "end": 2}"#, "ends before it begins", ""),
        (
            r#"{"thread": 1, "operation": "enq", "arguments": [18446744073709551615], "begin": 2}"#,
            "18446744073709551615",
            "",
        ),
    ];
    for (line, what, help) in cases {
        let (number, found, found_help) = error(line);
        assert_eq!(number, 2, "{line}");
        assert!(found.contains(what) && found_help.contains(help), "{line}\n{found}\n{found_help}");
        assert!(!found.contains("line 1"), "{found}");
    }
}

#[test]
fn a_thread_makes_one_call_at_a_time() {
    let line =
        |begin: u32, end: &str| format!(r#"{{"thread": 1, "operation": "lock", "begin": {begin}, "end": {end}}}"#);
    let error = |lines: &[String]| read("mutex", &lines.join("\n")).unwrap_err();
    let found = error(&[line(5, "6"), line(0, "7")]);
    assert_eq!(
        (found.line, &*found.what),
        (1, "thread 1 makes this call although its call in line 2 has not ended by then")
    );
    let found = error(&[line(0, "null"), line(5, "6")]);
    assert_eq!((found.line, &*found.what), (2, "thread 1 makes this call although its call in line 1 never returns"));
    // Clocks may be coarse.
    assert_eq!(read("mutex", &[line(5, "5"), line(5, "5"), line(5, "6")].join("\n")).unwrap().calls(), 3);
}

#[test]
fn there_may_not_be_too_many_calls() {
    let lines = |count: usize| {
        let line = |time| format!(r#"{{"thread": 1, "operation": "inc", "begin": {time}, "end": {time}}}"#);
        (0..count).map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(read("counter", &lines(MAX_RECORDED)).unwrap().calls(), MAX_RECORDED);
    let error = read("counter", &lines(MAX_RECORDED + 1)).unwrap_err();
    assert_eq!(
        (error.line as usize, &*error.what),
        (MAX_RECORDED + 1, "there are more than 10000 calls of one object")
    );
}

#[test]
fn the_first_impossible_return_is_found() {
    // The second removal of 1 is what cannot be; the calls after it are not shown, those that overlap it are pending.
    let record = record(
        "queue",
        "1 enq [1] - 0 1; 1 enq [2] - 2 3; 2 deq [] 1 4 5; 2 deq [] 1 6 9; 3 deq [] 2 7 12; 1 enq [3] - 10 11",
    );
    let beginning = impossible("queue", &record);
    assert_eq!(beginning.violation.reason.name(), "TWICE");
    let last = &beginning.calls[beginning.last.index()];
    assert_eq!((last.line, last.operation.outcome), (4, Outcome::Value(1)));
    let shown: Vec<_> = beginning.calls.iter().map(|call| call.operation.to_string()).collect();
    assert_eq!(shown, ["enq(1)", "enq(2)", "deq → 1", "deq → 1", "deq → …"]);
}

#[test]
fn what_comes_later_explains_nothing_but_exists() {
    let record = record("queue", "1 deq [] 5 0 1; 2 enq [5] - 2 3");
    let beginning = impossible("queue", &record);
    assert_eq!((beginning.calls.len(), beginning.violation.reason), (1, Reason::Order));
}

#[test]
fn calls_that_never_return_may_have_taken_effect() {
    let taken = "1 enq [1] - 0 -; 2 deq [] 1 5 6";
    assert!(is_possible("queue", &record("queue", taken)));
    let not_taken = "1 enq [1] - 0 -; 2 deq [] empty 5 6";
    assert!(is_possible("queue", &record("queue", not_taken)));
    let both = "1 enq [1] - 0 -; 2 deq [] 1 5 6; 2 deq [] 1 7 8";
    assert!(!is_possible("queue", &record("queue", both)));
}

#[test]
fn long_histories_are_judged_quickly() {
    // Four threads put in and take out, each call overlapping those of the others.
    let calls: Vec<_> = (0..2400)
        .map(|nth| {
            let (thread, begin) = (nth % 4, 10 * nth);
            match nth % 2 {
                0 => format!("{thread} enq [{}] - {begin} {}", nth / 2, begin + 35),
                _ => format!("{thread} deq [] {} {begin} {}", nth / 2, begin + 35),
            }
        })
        .collect();
    assert!(is_possible("queue", &record("queue", &calls.join(";"))));
    // One takes what another has taken long before.
    let wrong = calls.join(";").replace("3 deq [] 901 ", "3 deq [] 3 ");
    let beginning = impossible("queue", &record("queue", &wrong));
    assert_eq!(beginning.violation.reason.name(), "TWICE");
    let last = &beginning.calls[beginning.last.index()];
    assert_eq!(last.line, 1804);
}

#[test]
fn a_search_that_is_too_large_says_so() {
    // All at once: thirty values, and one who takes out a last one that is not there.
    let mut calls: Vec<_> = (0..30).map(|nth| format!("{nth} enq [{nth}] - 0 9")).collect();
    calls.push("30 enq [77] - 0 100".to_owned());
    calls.push("31 deq [] empty 20 30".to_owned());
    let record = record("queue", &calls.join(";"));
    let (_, calls) = record.objects().next().unwrap();
    let limits = Limits { memory: 1_000_000, ..Limits::none() };
    let judgement = first_impossible(&"queue".parse().unwrap(), calls, &limits).unwrap();
    assert!(matches!(judgement, Verdict::Unknown(Exhausted::Memory)), "{judgement:?}");
}
