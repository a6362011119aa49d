//! Models with and without the properties.

use super::*;
use crate::ModelName;

fn audited(text: &str) -> Audit {
    audit(&CatModel::parse("mine.cat", text, &|_| None).unwrap(), 4_000, None)
}

#[test]
fn shipped_models_pass() {
    // What XMM allows is not a matter of axioms over one graph.
    for model in ModelName::ALL.into_iter().filter(|&model| model != ModelName::Xmm) {
        let Some(definition) = CatModel::shipped(model.name()) else { continue };
        let result = audit(definition, 2_000, None);
        assert!(result.graphs > 100, "{model}: {} graphs", result.graphs);
        if let Some(found) = result.counterexamples.first() {
            panic!("{model} is not {}: {}\n{}{:?}", found.property, found.what, found.execution, found.violation);
        }
    }
}

#[test]
fn a_model_without_prefix_that_allows_load_buffering_is_not_well_prefixed() {
    let result = audited("acyclic po-loc | com as SCPV");
    let found = result.of(Property::WellPrefixed).unwrap();
    assert!(found.what.contains("is in the prefix of"), "{}", found.what);
    assert!(result.of(Property::PrefixClosed).is_none());
}

#[test]
fn a_model_that_asks_for_events_is_not_prefix_closed() {
    // Every read must be followed by a fence.
    let result = audited("acyclic po | com as SC empty R \\ domain(po ; [F]) as FENCED");
    let found = result.of(Property::PrefixClosed).unwrap();
    assert_eq!(found.violation.as_ref().unwrap().axiom, "FENCED");
    assert!(result.of(Property::Extensible).is_some());
}

#[test]
fn a_model_that_forbids_the_newest_write_is_not_extensible() {
    // Nobody reads from another thread.
    let result = audited("acyclic po | com as SC empty rfe ; [R] & (~IW * _) as ALONE");
    let found = result.of(Property::Extensible).unwrap();
    assert!(found.what.contains("a read of the last write"), "{}", found.what);
    assert_eq!(found.violation.as_ref().unwrap().axiom, "ALONE");
}

/// A prefix without the order of barriers loses executions (`r1 = x; r2 = x.acq; y = 1 || s = y; x = s || x = 2`).
#[test]
fn a_prefix_that_is_too_small_is_not_extensible() {
    let text = CatModel::shipped("imm").unwrap().source();
    let small = text.replace("let prefix = rfe | bob | ppo | sync", "let prefix = rfe | ppo | sync");
    assert_ne!(small, text);
    let model = CatModel::parse("mine.cat", &small, &|_| None).unwrap();
    let result = audit(&model, 60_000, None);
    assert!(result.of(Property::Extensible).is_some());
}

#[test]
fn an_audit_ends_with_its_time() {
    let model = CatModel::shipped("sc").unwrap();
    let result = audit(model, usize::MAX / 8, Some(std::time::Instant::now()));
    assert_eq!((result.tried, result.graphs), (0, 0));
    assert_eq!(audit(model, 20, None).tried, 20);
}
