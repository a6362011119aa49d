//! Why outcomes can be observed or cannot.

use raddle_explore::Run;
use raddle_litmus::{Explanation, Test, TestOptions, explain};
use raddle_models::{MemoryModel, ModelName};
use raddle_report::herd::explanation;

fn why(source: &str, model: ModelName) -> Explanation {
    let test = Test::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let explained = explain(&test, &MemoryModel::Named(model), &TestOptions::default(), &Run::default());
    explained.unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// The relations of the cycle, in alphabetical order: which comes first does not matter.
fn relations(found: &Explanation) -> Vec<&str> {
    let reason = found.candidate.as_ref().and_then(|candidate| candidate.reason.as_ref());
    let mut names: Vec<&str> =
        reason.iter().flat_map(|reason| &reason.edges).map(|edge| edge.relation.as_str()).collect();
    names.sort_unstable();
    names
}

fn message_passing(writer: &str, reader: &str) -> String {
    format!(
        "AArch64 MP\n{{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }}\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n \
         STR W0,[X1] | {reader} ;\n {writer} | LDR W2,[X3,W4,SXTW] ;\n STR W0,[X3] | ;\nexists (1:X0=1 /\\ 1:X2=0)"
    )
}

#[test]
fn what_is_weak_about_an_outcome_that_can_be_observed() {
    let found = why(&message_passing("NOP", "EOR W4,W0,W0"), ModelName::Armv8);
    assert!(found.reachable);
    assert_eq!(relations(&found), ["fr", "po", "po", "rf"]);
    let text = explanation(&found);
    assert!(text.contains("It is weak: sequential consistency forbids this cycle."), "{text}");
    assert!(text.contains("P1, 4:14: read  y = 1 (rlx)"), "{text}");
}

#[test]
fn which_axiom_forbids_an_outcome_that_cannot() {
    let found = why(&message_passing("DMB ST", "EOR W4,W0,W0"), ModelName::Armv8);
    assert!(!found.reachable);
    assert_eq!(relations(&found), ["addr", "bob", "fre", "rfe"]);
    assert!(explanation(&found).contains("The axiom ORDERED-BEFORE of armv8 forbids this cycle."));
}

const STORE_BUFFERING: &str = "C SB\n{}\n\
    P0 (atomic_int *x, atomic_int *y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n\
    P1 (atomic_int *x, atomic_int *y) { atomic_store(y, 1); int r0 = atomic_load(x); }\n";

#[test]
fn c_tests_are_explained_too() {
    let found = why(&format!("{STORE_BUFFERING}exists (0:r0=0 /\\ 1:r0=0)"), ModelName::Rc11);
    assert!(!found.reachable);
    assert!(explanation(&found).contains("The axiom SC of rc11 forbids this cycle."), "{found:?}");
    let ordinary = why(&format!("{STORE_BUFFERING}exists (0:r0=1 /\\ 1:r0=1)"), ModelName::Rc11);
    assert!(ordinary.reachable && relations(&ordinary).is_empty());
    assert!(explanation(&ordinary).contains("It is sequentially consistent"));
}

#[test]
fn for_all_asks_for_what_it_rules_out() {
    let found = why(&format!("{STORE_BUFFERING}forall (0:r0=1)"), ModelName::Sc);
    assert!(found.reachable);
    assert_eq!(found.outcome, "not (0:r0=1)");
}

#[test]
fn an_outcome_that_no_values_lead_to() {
    let found = why(&format!("{STORE_BUFFERING}exists (0:r0=2)"), ModelName::Sc);
    assert!(!found.reachable && found.candidate.is_none());
    assert_eq!(explanation(&found), "No execution has the outcome 0:r0=2, whatever its reads read.\n");
}

#[test]
fn what_is_incoherent_is_shown_if_there_is_nothing_else() {
    let source = "X86_64 CoRR\n{}\n P0 | P1 ;\n movl $1,(x) | movl (x),%eax ;\n | movl (x),%ebx ;\n\
                  exists (1:rax=1 /\\ 1:rbx=0)";
    let found = why(source, ModelName::Tso);
    assert!(!found.reachable);
    assert!(explanation(&found).contains("The axiom SCPV of tso forbids this cycle."), "{found:?}");
}
