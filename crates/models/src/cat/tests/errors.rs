//! Messages about files that are wrong: where, and what was expected.

use super::*;

fn error(text: &str) -> String {
    let error = CatModel::parse("m.cat", text, &|_| None).unwrap_err();
    match &error.help {
        Some(help) => format!("{error} ({help})"),
        None => error.to_string(),
    }
}

#[test]
fn types() {
    assert_eq!(
        error("let x = po ; R"),
        "m.cat:1:14: expected a relation, found a set (`[R]` is the relation of each event in `R` with itself)"
    );
    assert_eq!(
        error("let x = R | W\nlet y = x |\n   po"),
        "m.cat:3:4: expected a set, found a relation (`domain(r)` and `range(r)` are the sets of events that a relation leads from and to)"
    );
    assert!(error("acyclic R").starts_with("m.cat:1:9: expected a relation, found a set"));
    assert!(error("let x = [po]").starts_with("m.cat:1:10: expected a set, found a relation"));
    assert!(error("let x = R+").starts_with("m.cat:1:9: expected a relation, found a set"));
    assert!(error("let x = po * R").starts_with("m.cat:1:9: expected a set, found a relation"));
    assert!(error("let x = domain R").starts_with("m.cat:1:16: expected a relation, found a set"));
    assert!(error("let x = fencerel(po)").starts_with("m.cat:1:9: expected a set, found a relation"));
    assert!(error("let x = po rf").starts_with("m.cat:1:9: expected a function, found a relation"));
    assert!(error("let x = po ; domain").starts_with("m.cat:1:14: expected a relation, found a function"));
    assert!(
        error("let f(a, b) = a\nlet x = f(po)")
            .starts_with("m.cat:2:10: expected 2 values in parentheses, found a relation")
    );
    assert!(error("let prefix = R").starts_with("m.cat:1:5: `prefix` must be a relation, and is a set"));
}

#[test]
fn names() {
    assert_eq!(error("acyclic po | rff"), "m.cat:1:14: `rff` is not defined (did you mean `rf`?)");
    assert_eq!(error("let f(x) = x ; po-lok"), "m.cat:1:16: `po-lok` is not defined (did you mean `po-loc`?)");
    assert_eq!(error("let x = something-else"), "m.cat:1:9: `something-else` is not defined");
    assert_eq!(
        error("let happens = po\nacyclic happen"),
        "m.cat:2:9: `happen` is not defined (did you mean `happens`?)"
    );
}

#[test]
fn recursion() {
    assert_eq!(
        error("let rec hb = po |\n  (rf \\ hb)"),
        "m.cat:2:3: the recursive definition of `hb` is not monotone: it subtracts what depends on `hb` (recursive \
         definitions are least solutions, which need not exist where `\\` or `~` is applied to what is being defined)"
    );
    assert!(
        error("let rec a = b and b = po ; ~a")
            .starts_with("m.cat:1:28: the recursive definition of `b` is not monotone")
    );
    assert!(error("let rec f(x) = x").starts_with("m.cat:1:9: recursive functions are not supported"));
    assert!(error("let rec a = po | nothing-here").starts_with("m.cat:1:18: `nothing-here` is not defined"));
    assert!(error("let rec a = po | R").starts_with("m.cat:1:18: expected a relation, found a set"));
}

#[test]
fn includes() {
    let include = |name: &str| (name == "mine.cat").then(|| "let mine = po\nlet other = nope".to_owned());
    let error = CatModel::parse("m.cat", "include \"mine.cat\"", &include).unwrap_err();
    assert_eq!(error.to_string(), "mine.cat:2:13: `nope` is not defined");
    let error = CatModel::parse("m.cat", "\n include \"yours.cat\"", &include).unwrap_err();
    assert_eq!(error.to_string(), "m.cat:2:10: there is no file `yours.cat` to include");
    // A file that includes itself is included once.
    let again = |_: &str| Some("include \"a.cat\" let a = po".to_owned());
    assert!(CatModel::parse("m.cat", "include \"a.cat\" include \"a.cat\" acyclic a", &again).is_ok());
    let endless = |name: &str| Some(format!("include \"{name}x\""));
    let error = CatModel::parse("m.cat", "include \"a\"", &endless).unwrap_err();
    assert_eq!(error.message, "too many files are included");
}

#[test]
fn what_grows_beyond_measure_is_refused() {
    let mut text = "let f0(x) = x ; x\n".to_owned();
    for i in 1..50 {
        text += &format!("let f{i}(x) = f{}(f{}(x))\n", i - 1, i - 1);
    }
    assert!(error(&format!("{text}acyclic f49(po)")).contains("too large once its functions are expanded"));
    let mut text = "let f0(x) = x\n".to_owned();
    for i in 1..100 {
        text += &format!("let f{i}(x) = f{}(x)\n", i - 1);
    }
    assert!(error(&format!("{text}acyclic f99(po)")).contains("nested too deeply"));
}

#[test]
fn long_files_do_not_exhaust_the_stack() {
    let mut text = String::from("let r0 = po\n");
    for i in 1..5_000 {
        text += &format!("let r{i} = (r{} ; rf) | rf\n", i - 1);
    }
    let model = model(&(text + "acyclic r4999"));
    let (candidate, co) = store_buffering();
    assert!(Evaluator::new(&model).allows(&candidate, &co));
}
