//! The full check of every model: the published axioms, written literally over bit-matrix relations.
//!
//! This is the judge. It is slow, knows nothing of exploration, and shares nothing with the incremental checkers
//! except labels. A [`Candidate`] holds what the program and the reads fix (`po`, `rf`, …); a [`Judge`] holds what a
//! model derives from that alone; [`Judge::check`] then decides about one coherence order. Every axiom written here is
//! monotone in `co`: adding pairs never repairs a violation. So [`Judge::may_allow`] also makes sense for a partial `co`.
//!
//! | model | file | table of axioms |
//! |---|---|---|
//! | `rc11`, `rc20`, `ra`; what `xmm` asks of each graph | `axioms/rc11.rs` | there |
//! | `sc` | `axioms/sc.rs` | there |
//! | `tso`, `pso` | `axioms/store_buffer.rs` | there |
//!
//! | the others | their cat files | there |
//!
//! What those written here share is in `axioms/common.rs`: ATOMICITY and NO-THIN-AIR. They have cat files too, which say the
//! same.

mod candidate;
mod cat;
mod coherence;
mod common;
mod happens_before;
mod races;
mod rc11;
mod sc;
mod store_buffer;
#[cfg(test)]
mod tests;
mod violation;

pub use candidate::{Candidate, Node};
pub use coherence::{Coherence, coherence_orders, has_coherence_order};
pub use happens_before::{happens_before, rc20_happens_before};
pub use races::races;
pub use violation::Violation;

use raddle_graph::{Execution, Relation};

use crate::{CatModel, ModelName};

/// A model's view of one candidate: everything the axioms need that does not depend on coherence.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    /// What is wrong whatever coherence may be.
    premise: Result<(), Violation>,
    axioms: Axioms<'a>,
}

#[derive(Clone, Debug)]
enum Axioms<'a> {
    Sc(sc::Sc<'a>),
    StoreBuffer(store_buffer::StoreBuffer<'a>),
    Rc11(Box<rc11::Rc11<'a>>),
    Cat(cat::Cat<'a>),
}

impl<'a> Judge<'a> {
    /// Prepares to judge coherence orders of the candidate.
    pub fn new(model: ModelName, candidate: &'a Candidate) -> Judge<'a> {
        let axioms = match model {
            ModelName::Imm
            | ModelName::Armv8
            | ModelName::Armv82018
            | ModelName::Armv7
            | ModelName::Power
            | ModelName::Riscv
            | ModelName::Ztso
            | ModelName::Lkmm => {
                return Judge::by_cat(model.cat(), candidate);
            }
            ModelName::Sc => Axioms::Sc(sc::Sc::new(candidate)),
            ModelName::Tso => Axioms::StoreBuffer(store_buffer::StoreBuffer::tso(candidate)),
            ModelName::Pso => Axioms::StoreBuffer(store_buffer::StoreBuffer::pso(candidate)),
            ModelName::Ra => Axioms::Rc11(Box::new(rc11::Rc11::release_acquire(candidate))),
            ModelName::Rc11 => Axioms::Rc11(Box::new(rc11::Rc11::as_labelled(candidate))),
            ModelName::Rc20 => Axioms::Rc11(Box::new(rc11::Rc11::rc20(candidate))),
            ModelName::Xmm => return Judge::of_xmm(candidate),
        };
        Judge { premise: common::no_thin_air(candidate), axioms }
    }

    /// Prepares to judge what XMM asks of every graph alone: the axioms of RC20, without NO-THIN-AIR. Which of the graphs that
    /// have a cycle are allowed is a matter of other graphs.
    pub fn of_xmm(candidate: &'a Candidate) -> Judge<'a> {
        Judge { premise: Ok(()), axioms: Axioms::Rc11(Box::new(rc11::Rc11::rc20(candidate))) }
    }

    /// Prepares to judge coherence orders of the candidate by a cat file.
    pub fn by_cat(model: &'a CatModel, candidate: &'a Candidate) -> Judge<'a> {
        Judge { premise: Ok(()), axioms: Axioms::Cat(cat::Cat::new(model, candidate)) }
    }

    /// An order that any allowed coherence follows: of two accesses of one location that it orders, the first stands at
    /// or before the second in coherence order (a read standing for the write that it reads).
    pub fn base_order(&self, candidate: &Candidate) -> Relation {
        let Candidate { po, rf, sync, .. } = candidate;
        match &self.axioms {
            Axioms::Rc11(rc11) => rc11.happens_before().clone(),
            Axioms::Sc(_) => (po | rf | sync).plus(),
            Axioms::StoreBuffer(_) => (po | sync).plus(),
            // Nothing is known of what a cat file says.
            Axioms::Cat(_) => Relation::empty(candidate.size()),
        }
    }

    /// Does the model allow the candidate with this coherence? `co` is a strict partial order (transitive) of the
    /// writes of each location, usually total, with the initial write first.
    pub fn check(&self, co: &Relation) -> Result<(), Violation> {
        debug_assert!(co.is_transitive() && co.is_irreflexive(), "co is a strict partial order");
        self.premise.clone()?;
        match &self.axioms {
            Axioms::Sc(sc) => sc.check(co),
            Axioms::StoreBuffer(store_buffer) => store_buffer.check(co),
            Axioms::Rc11(rc11) => rc11.check(co),
            Axioms::Cat(cat) => cat.check(co),
        }
    }

    /// Can the model allow the candidate when more is added to this part of a coherence order?
    pub fn may_allow(&self, co: &Relation) -> bool {
        match &self.axioms {
            Axioms::Cat(cat) => self.premise.is_ok() && cat.may_allow(co),
            // Every axiom here is monotone in coherence.
            Axioms::Sc(_) | Axioms::StoreBuffer(_) | Axioms::Rc11(_) => self.check(co).is_ok(),
        }
    }
}

/// Does the model allow the candidate with this coherence? See [`Judge::check`], which is quicker for many.
pub fn consistent(model: ModelName, candidate: &Candidate, co: &Relation) -> bool {
    Judge::new(model, candidate).check(co).is_ok()
}

/// Does the model allow the execution? Where the execution has no `co`: is there one with which it does?
///
/// ```
/// use raddle_graph::Execution;
/// use raddle_models::{ModelName, axioms};
/// assert_eq!(axioms::check(ModelName::Rc11, &Execution::default()), Ok(()));
/// ```
pub fn check(model: ModelName, execution: &Execution) -> Result<(), Violation> {
    let candidate = Candidate::new(execution)?;
    let judge = Judge::new(model, &candidate);
    match &execution.co {
        Some(co) => judge.check(&candidate.coherence(co)?),
        None => {
            // What fails without any choice is the better explanation.
            let initial = candidate.initial_coherence();
            if !judge.may_allow(&initial) {
                judge.check(&initial)?;
            }
            if has_coherence_order(&candidate, &judge) {
                Ok(())
            } else {
                Err(Violation { axiom: "no coherence order".into(), cycle: Vec::new() })
            }
        }
    }
}
