//! What operators, functions and recursive definitions stand for, over store buffering: elements 0 and 1 are the initial
//! writes of `x` and `y`, 2 and 3 the first thread (`x = 1; r = y`), 4 and 5 the second (`y = 1; r = x`).

use super::*;

/// The pairs of a relation.
fn pairs(definitions: &str, expression: &str) -> Vec<(usize, usize)> {
    let (candidate, co) = store_buffering();
    let model = model(&format!("{definitions} flag ~empty {expression} as it"));
    let flags = Evaluator::new(&model).flags(&candidate, &co);
    let element = |node| candidate.element(node).unwrap();
    let pairs = flags.first().map(|flag| flag.pairs.iter().map(|&(a, b)| (element(a), element(b))).collect());
    pairs.unwrap_or_default()
}

fn events(expression: &str) -> Vec<usize> {
    pairs("", expression).into_iter().map(|(a, _)| a).collect()
}

#[test]
fn sets() {
    assert_eq!(events("R"), [3, 5]);
    assert_eq!(events("W"), [0, 1, 2, 4]);
    assert_eq!(events("IW"), [0, 1]);
    assert_eq!(events("W \\ IW"), [2, 4]);
    assert_eq!(events("~W & _"), [3, 5]);
    assert_eq!(events("A | L"), [4, 5]);
    assert_eq!(events("RLX"), [2, 3]);
    assert_eq!(events("domain(po) | range fr"), [2, 4]);
    assert_eq!(events("NA"), [0, 1]);
    assert!(events("F | X | S | Mb | DMB.SY | {} | 0").is_empty());
}

#[test]
fn relations() {
    assert_eq!(pairs("", "po"), [(2, 3), (4, 5)]);
    assert_eq!(pairs("", "rf"), [(0, 5), (1, 3)]);
    assert_eq!(pairs("", "rfe \\ ext"), []);
    assert_eq!(pairs("", "co"), [(0, 2), (1, 4)]);
    assert_eq!(pairs("", "fr"), [(3, 4), (5, 2)]);
    assert_eq!(pairs("", "po ; fr"), [(2, 4), (4, 2)]);
    assert_eq!(pairs("", "([W] ; (po | fr)* ; [R]) & ext"), [(2, 5), (4, 3)]);
    assert_eq!(pairs("", "(po ; fr)+ & id"), [(2, 2), (4, 4)]);
    assert_eq!(pairs("", "po^-1"), [(3, 2), (5, 4)]);
    assert_eq!(pairs("", "(R * R) \\ id"), [(3, 5), (5, 3)]);
    assert_eq!(pairs("", "loc & int & W * _ & ~id"), []);
    assert_eq!(pairs("", "[R] ; po? ; [R]"), [(3, 3), (5, 5)]);
    assert_eq!(pairs("", "0"), []);
}

#[test]
fn functions_and_tuples() {
    assert_eq!(pairs("let both(a, b) = a | b let f x = both(x, 0)", "f(po)"), [(2, 3), (4, 5)]);
    assert_eq!(pairs("let f = fun x -> fun y -> x ; y", "f po fr"), [(2, 4), (4, 2)]);
    assert_eq!(pairs("let (a, b) = (po, fr)", "a ; b"), [(2, 4), (4, 2)]);
    assert_eq!(pairs("let swap(a, b) = (b, a) let (a, b) = swap(po, fr)", "b ; a"), [(2, 4), (4, 2)]);
    assert_eq!(pairs("let po = po ; fr", "po"), [(2, 4), (4, 2)]);
    assert_eq!(pairs("let f(r) = let rec t = r | t ; t in t", "[W] ; f(po | fr) ; [W]").len(), 4);
    assert_eq!(pairs("", "try no-such-relation | po with fr"), [(3, 4), (5, 2)]);
    assert_eq!(pairs("", "fencerel(S)"), []);
}

#[test]
fn recursion_gives_least_solutions() {
    let closure = "let rec hb = step | hb ; hb";
    assert_eq!(
        pairs(&format!("let step = po | fr {closure}"), "hb \\ (po | fr)+"),
        [],
        "the least solution is the closure"
    );
    assert_eq!(pairs(&format!("let step = po | fr {closure}"), "(po | fr)+ \\ hb"), []);
    let mutual = "let rec odd = po | even ; po and even = odd ; fr";
    assert_eq!(pairs(mutual, "even"), [(2, 2), (2, 4), (4, 2), (4, 4)]);
    assert_eq!(pairs("let rec reached = IW | range([reached] ; co)", "[reached] ; [W]").len(), 4);
    assert_eq!(pairs("let rec none = none ; po", "none"), []);
    let nested = "let rec a = po | (let rec b = a | b ; fr in b)";
    assert_eq!(pairs(nested, "a"), [(2, 3), (2, 4), (4, 2), (4, 5)]);
    assert_eq!(pairs("let rec a = po \\ (fr \\ a)", "a"), [(2, 3), (4, 5)]);
}

/// Brackets that belong together, as a recursive definition.
#[test]
fn matching_brackets_are_a_recursive_relation() {
    let fence = |mode| Event { label: Label::Fence { mode, on: None }, rf: None };
    let (open, close) = (fence(Mode::Acq), fence(Mode::Rel));
    let (candidate, co) = execution(&[&[open, open, write(X, Mode::Rlx, 1), close, open, close, close]]);
    let model = model(
        "let L = F & ACQ let U = F & REL let step = [L | U] ; po ; [L | U] let next = step \\ (step ; step)
         let rec pairs = [L] ; next ; (pairs ; next)* ; [U]
         flag ~empty pairs as pairs",
    );
    let flags = Evaluator::new(&model).flags(&candidate, &co);
    let found: Vec<String> = flags[0].pairs.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    assert_eq!(found, ["T0.0-T0.6", "T0.1-T0.3", "T0.4-T0.5"]);
}

/// More than 64 elements: rows of more than one word.
#[test]
fn large_executions_are_evaluated_alike() {
    let thread: Vec<Event> = (1..=70).map(|value| write(X, Mode::Rlx, value)).collect();
    let (candidate, _) = execution(&[&thread, &[read(X, Mode::Rlx, 70, Some(id(0, 69)))]]);
    let mut co = candidate.initial_coherence();
    for (a, b) in candidate.po.pairs() {
        co.insert(a, b);
    }
    let (fine, wrong) = (model("acyclic po-loc | com as a"), model("acyclic po-loc | com^-1 as a"));
    assert_eq!(Evaluator::new(&fine).check(&candidate, &co), Ok(()));
    assert!(Evaluator::new(&wrong).check(&candidate, &co).is_err());
    let same = model(
        "empty (co+ \\ co) | (co \\ co+) as closed empty ((co^-1)^-1 \\ co) as back irreflexive co ; co* as i
        empty ((domain(rf) * range(rf)) \\ rf) as one empty [W] ; rf ; [W] as none empty (po ; [R]) as no",
    );
    assert_eq!(Evaluator::new(&same).check(&candidate, &co), Ok(()));
}
