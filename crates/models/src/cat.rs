//! The cat language, in which memory models are written as axioms over relations (Alglave, Cousot, Maranget: "Syntax and
//! semantics of the weak consistency model specification language cat", 2016): the part of it that published models use.
//!
//! | step | file |
//! |---|---|
//! | text to tokens, tokens to instructions | `cat/lex.rs`, `cat/parse.rs`, `cat/ast.rs` |
//! | `include` | `cat/include.rs` |
//! | names, types, functions, recursion | `cat/elaborate.rs`; predefined names: `cat/base.rs` |
//! | operations, shared and simplified | `cat/dag.rs`, `cat/build.rs` |
//! | values for an execution, over bit matrices | `cat/evaluate.rs`, `cat/bits.rs` |
//! | which axiom fails, and the cycle that shows it | `cat/explain.rs` |
//!
//! The language: `let`, `let rec … and …` (least solutions; a definition that is not monotone is an error), functions,
//! tuples, `include`, `try … with`; the operators `| ; \ & * ~ + * ? ^-1 [S]` from the loosest to the tightest; checks
//! `[~] acyclic | irreflexive | empty … as name`, which forbid executions; `flag [~] …` and `undefined_unless …`, which
//! mark them. `show` and `unshow` are ignored.
//!
//! A model that allows cycles of program order and reads-from defines `prefix`: the relation from the events that an event needs
//! to that event. It may not depend on coherence.

mod ast;
mod base;
mod bits;
mod build;
mod compile;
mod dag;
mod elaborate;
mod error;
mod evaluate;
mod explain;
mod given;
mod include;
mod inclusion;
mod incremental;
mod lex;
mod parse;
mod remaining;
mod same;
mod shipped;
mod span;
mod stepwise;
#[cfg(test)]
mod tests;
mod value;
mod verdicts;
mod weaken;
mod whole;
mod window;

pub use error::CatError;
pub use evaluate::{Evaluator, Flag};
pub use explain::{Edge, Explanation};
pub use stepwise::Stepwise;
pub use whole::Whole;

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use raddle_graph::Tag;

use crate::ModelName;

use ast::Property;
use base::Layer;
use dag::{Dag, NodeId};
use incremental::Incremental;
pub use incremental::Obstacle;

/// A memory model, read from a cat file.
///
/// ```
/// use raddle_models::cat::CatModel;
/// let model = CatModel::parse("mine.cat", "acyclic po | rf | co | fr as sc", &|_| None).unwrap();
/// assert_eq!(model.axioms().collect::<Vec<_>>(), ["sc"]);
/// let error = CatModel::parse("mine.cat", "acyclic po | R", &|_| None).unwrap_err();
/// assert_eq!(error.to_string(), "mine.cat:1:14: expected a relation, found a set");
/// ```
#[derive(Clone, Debug)]
pub struct CatModel {
    name: String,
    title: Option<String>,
    source: Arc<str>,
    included: Vec<(Arc<str>, Arc<str>)>,
    dag: Dag,
    /// What must hold: early layers first, within a layer the cheapest first.
    axioms: Vec<Axiom>,
    flags: Vec<Axiom>,
    /// The relation `prefix`, with the operations to compute for it.
    prefix: Option<(NodeId, Vec<NodeId>)>,
    tracks_dependencies: bool,
    tracks_picks: bool,
    ends_control: bool,
    /// Are operations nested so deeply that computing one recursively could exhaust the stack?
    is_deep: bool,
    incremental: Result<Incremental, Obstacle>,
    /// A model that can be checked one event at a time and allows more, once that was asked for.
    weaker: OnceLock<Result<Box<CatModel>, Obstacle>>,
    /// The shipped model that says the same, once that was asked for.
    twin: OnceLock<Option<ModelName>>,
}

/// A check, with the operations to compute for it.
#[derive(Clone, Debug)]
struct Axiom {
    name: String,
    property: Property,
    /// Must it hold, or not hold?
    holds: bool,
    node: NodeId,
    is_relation: bool,
    layer: Layer,
    /// Does it stay violated whatever is added to coherence?
    is_monotone: bool,
    /// What to compute, in order, `node` included.
    needed: Vec<NodeId>,
}

impl Axiom {
    /// Does it say that a relation has no cycle, or relates nothing to itself?
    fn forbids_cycles(&self) -> bool {
        self.holds && self.is_relation && self.property != Property::Empty
    }

    /// Is it a flag that tells of data races?
    fn is_race(&self) -> bool {
        self.name == "data-race"
    }
}

/// The largest file that is read, in bytes: models have some kilobytes.
const LARGEST_FILE: u64 = 4 << 20;

/// The text of a file, unless it is something else (a device may have no end), or too large.
fn read(path: &Path) -> io::Result<String> {
    let data = std::fs::metadata(path)?;
    if data.is_file() && data.len() > LARGEST_FILE {
        return Err(io::Error::other(format!("it has more than {} MB", LARGEST_FILE >> 20)));
    }
    match data.is_file() || data.is_dir() {
        true => std::fs::read_to_string(path),
        false => Err(io::Error::other("it is not a file")),
    }
}

impl CatModel {
    /// The model in `text`, which stands in the file `name`. `include` gives the text of other files by their names; those
    /// that it does not know may be shipped with Raddle.
    pub fn parse(name: &str, text: &str, include: &dyn Fn(&str) -> Option<String>) -> Result<CatModel, CatError> {
        compile::compile(name, text, include)
    }

    /// The model in a file. Files that it includes are looked for beside it, and then among those shipped with Raddle.
    pub fn load(path: &Path) -> Result<CatModel, CatError> {
        let name = path.display().to_string();
        let text = read(path).map_err(|error| CatError {
            file: Arc::from(name.as_str()),
            line: 0,
            column: 0,
            message: format!("cannot be read: {error}"),
            help: None,
            text: Arc::from(""),
            span: 0..0,
        })?;
        let beside = |file: &str| read(&path.parent()?.join(file)).ok();
        CatModel::parse(&name, &text, &beside)
    }

    /// The model of that name that is shipped with Raddle, such as `rc11`.
    pub fn shipped(name: &str) -> Option<&'static CatModel> {
        shipped::model(name)
    }

    /// The file's name without its directory and ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title that the file gives itself.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Its text, without what it includes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The files that it includes, with their texts; without what every model includes.
    pub fn included(&self) -> impl Iterator<Item = (&str, &str)> {
        self.included.iter().map(|(name, text)| (&**name, &**text))
    }

    /// Its text with that of the files that it includes in their places: a file that says the same, and includes nothing.
    pub fn whole(&self) -> String {
        include::expand(&self.source, &mut self.included().collect())
    }

    /// Does it define `prefix`?
    pub fn has_prefix(&self) -> bool {
        self.prefix.is_some()
    }

    /// Why it cannot be checked one event at a time, if so. Then it takes more time to explore programs under it.
    pub fn obstacle(&self) -> Option<&Obstacle> {
        self.incremental.as_ref().err()
    }

    /// Can it be checked one event at a time while graphs without cycles of `po` and `rf` are built, in which updates are atomic?
    pub fn is_incremental(&self, has_updates: bool) -> bool {
        self.incremental.as_ref().is_ok_and(|known| known.has_atomicity || !has_updates)
    }

    /// Is it known to forbid cycles of `po` and `rf`?
    pub fn forbids_porf_cycles(&self) -> bool {
        self.incremental.as_ref().is_ok_and(|known| known.forbids_porf_cycles)
    }

    /// Does it use dependencies?
    pub fn tracks_dependencies(&self) -> bool {
        self.tracks_dependencies
    }

    /// Does it tell picks from other dependencies?
    pub fn tracks_picks(&self) -> bool {
        self.tracks_picks
    }

    /// Does it use `joined`, the control dependencies behind join points? Then the prefix of a write may lack the reads that
    /// decide whether it happens, and exploring misses executions of programs that mark join points.
    pub fn ends_control(&self) -> bool {
        self.ends_control
    }

    /// The tags that it names.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.dag.nodes.iter().filter_map(|node| match node.op {
            dag::Op::Set(base::BaseSet::Tagged(tag)) => Some(tag),
            _ => None,
        })
    }

    /// Can it flag executions?
    pub fn has_flags(&self) -> bool {
        !self.flags.is_empty()
    }

    /// The names of its axioms, in the order in which they are checked.
    pub fn axioms(&self) -> impl Iterator<Item = &str> {
        self.axioms.iter().map(|axiom| axiom.name.as_str())
    }
}
