//! The general engine under models that forbid load buffering finds what the oracle finds.

use std::collections::BTreeSet;

use raddle_explore::general::{self, Axioms};
use raddle_explore::{Equivalence, FinalGraph, Options, Proceed, Run, Visitor, oracle};
use raddle_graph::{EventId, Execution, Relation};
use raddle_models::ModelName;
use raddle_models::axioms::{Candidate, consistent};
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::{Sketch, Stats};

struct Named(ModelName);

impl Axioms for Named {
    fn allow(&mut self, candidate: &Candidate, co: &Relation) -> bool {
        consistent(self.0, candidate, co)
    }

    fn prefix(&mut self, candidate: &Candidate) -> Relation {
        &candidate.po | &candidate.rf
    }

    fn allow_parts(&self) -> bool {
        true
    }

    fn allow_last(&self) -> bool {
        false
    }

    fn races(&mut self, _: &Candidate, _: &Relation) -> Vec<(EventId, EventId)> {
        Vec::new()
    }
}

struct Collect(Vec<Execution>);

impl<S> Visitor<S> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<S>) -> Proceed {
        self.0.push(Execution { dependencies: Default::default(), ..found.execution() });
        Proceed::Continue
    }
}

fn found(program: &Sketch, model: ModelName, spurious_failures: bool, workers: usize) -> BTreeSet<Execution> {
    let options = Options { detect_duplicates: true, spurious_failures, workers, ..Options::default() };
    let (_, visitors) =
        general::explore(program, || Named(model), &options, &Run::default(), || Collect(Vec::new())).unwrap();
    visitors.into_iter().flat_map(|visitor| visitor.0).collect()
}

#[test]
fn forward_models() {
    for model in [ModelName::Rc11, ModelName::Sc, ModelName::Tso] {
        let mut programs = Programs::new(7, &Flavour::MEMORY, &Size::SMALL);
        for nth in 0..400 {
            let result = programs.judge_next(|program| {
                let spurious = nth % 2 == 0;
                if let Some(expected) = oracle::executions(program, model, Equivalence::Mo, spurious, 2_000) {
                    let found = found(program, model, spurious, 1 + nth % 7 / 5);
                    if found != expected {
                        let missing: Vec<_> = expected.difference(&found).collect();
                        let extra: Vec<_> = found.difference(&expected).collect();
                        panic!(
                            "{model}\n{program}\n{} {}\nmissing {}",
                            missing.len(),
                            extra.len(),
                            missing.first().map_or(String::new(), |e| e.to_string())
                        );
                    }
                }
                Ok(Stats::default())
            });
            result.unwrap();
        }
    }
}
