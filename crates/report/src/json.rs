//! The JSON form of results: a contract with scripts. Fields may be added, never renamed.
//!
//! Programs and litmus tests have a [`Core`] in common.

mod calls;
mod history;
mod litmus;
mod program;
mod story;

use raddle_check::{Answer, BufferingRaces, CheckError, FrontEndError, Problem, RowPlace, SymbolicStats};
use raddle_explore::{Equivalence, Limit, Totals, XmmCounts};
use raddle_graph::Execution;
use raddle_models::{MemoryModel, ModelName};
use serde::Serialize;

pub use calls::{BrokenCallsJson, ObjectCallJson, ResultJson};
pub use history::{HistoryErrorJson, HistoryJson, HistoryStats, OrderJson, RecordedCallJson};
pub use litmus::{ExplanationJson, TestReport};
pub use program::{ProgramReport, SpecificationJson};
pub use story::{CycleJson, StoryJson};

/// What every result has.
#[derive(Clone, Debug, Serialize)]
pub struct Core<'a> {
    /// Raddle's version.
    pub raddle: &'static str,
    /// The file.
    pub file: &'a str,
    /// The memory model.
    pub model: &'a str,
    /// What counts as one execution.
    pub equivalence: &'static str,
    /// What found the executions.
    pub engine: &'static str,
    /// `ok`, `error` or `unknown`.
    pub verdict: &'static str,
    /// How many executions there are.
    pub executions: Executions,
    /// The bound on loops, if it was reached.
    pub bounded: Option<Bounded<'a>>,
    /// The limit that was reached, if any.
    pub limit: Option<&'static str>,
    /// May executions be missing, because a bound of the exploration was met?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
    /// What is wrong.
    pub errors: Vec<ErrorJson<'a>>,
    /// Things worth knowing.
    pub warnings: Vec<String>,
    /// What it cost.
    pub stats: Stats,
}

/// How many executions there are; the symbolic engine does not tell them apart.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Executions {
    /// In which every thread ran to its end.
    pub complete: Option<u64>,
    /// In which some thread waits for good.
    pub blocked: Option<u64>,
    /// In which some thread failed.
    pub failed: Option<u64>,
    /// All together.
    pub explored: u64,
}

/// The bound on loops.
#[derive(Clone, Debug, Serialize)]
pub struct Bounded<'a> {
    /// The number of iterations.
    pub unroll: u64,
    /// The loops that were cut, if that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopJson<'a>>,
}

/// A loop.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LoopJson<'a> {
    /// Its file.
    pub file: &'a str,
    /// Its line.
    pub line: u32,
}

/// An error of the program.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorJson<'a> {
    /// One word.
    pub kind: &'a str,
    /// More words.
    pub message: String,
    /// The model of a machine that does not have the error, if the program seems to be written for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent_under: Option<&'static str>,
    /// The file.
    pub file: &'a str,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    /// The function, if it is known.
    pub function: Option<&'a str>,
    /// The thread, if there is one.
    pub thread: Option<u16>,
    /// The event, if there is one.
    pub event: Option<String>,
    /// The functions that the thread was in, from the inside out, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallJson<'a>>,
    /// The access, if it is one that no object allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<AccessJson<'a>>,
    /// The calls, if it is that no order of them is possible.
    #[serde(flatten)]
    pub broken_calls: Option<BrokenCallsJson<'a>>,
    /// Other places that belong to it.
    pub related: Vec<RelatedJson<'a>>,
    /// An execution in which it happens.
    pub execution: &'a Execution,
    /// The same execution with names, values and source lines.
    pub story: StoryJson<'a>,
    /// What the threads printed in it, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Printed<'a>>,
}

/// Another place that belongs to an error.
#[derive(Clone, Debug, Serialize)]
pub struct RelatedJson<'a> {
    /// What happened there.
    pub what: String,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function.
    pub function: &'a str,
    /// The thread.
    pub thread: u16,
    /// The event, if there is one.
    pub event: Option<String>,
    /// The functions that the thread was in, from the inside out, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallJson<'a>>,
}

/// An access that no object allows.
#[derive(Clone, Debug, Serialize)]
pub struct AccessJson<'a> {
    /// The first byte, in hexadecimal.
    pub address: String,
    /// How many bytes.
    pub bytes: u64,
    /// The nearest object, if one is near.
    pub near: Option<NearJson<'a>>,
}

/// An object near an access.
#[derive(Clone, Debug, Serialize)]
pub struct NearJson<'a> {
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// `global`, `thread-local`, `local` or `heap`.
    pub kind: &'static str,
    /// How many bytes it has.
    pub bytes: u64,
    /// Where the access begins, counted from the object's first byte.
    pub offset: i64,
    /// Has its life ended?
    pub freed: bool,
}

/// A function that a thread was in, and where.
#[derive(Clone, Debug, Serialize)]
pub struct CallJson<'a> {
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    /// The function.
    pub function: &'a str,
    /// Is that in a header of the language's library?
    pub header: bool,
}

/// What a thread printed.
#[derive(Clone, Debug, Serialize)]
pub struct Printed<'a> {
    /// The thread.
    pub thread: u16,
    /// What it printed.
    pub text: &'a str,
}

/// What it cost.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    /// How long it took.
    pub seconds: f64,
    /// Events added to graphs.
    pub events_added: u64,
    /// Under models with dependencies: how often the program was visited in search of load buffering. More than three times was never
    /// needed so far.
    #[serde(skip_serializing_if = "is_zero")]
    pub search_rounds: u64,
    /// Under `xmm`: what the search for executions with a cycle did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xmm: Option<XmmJson>,
    /// The most memory used, where the caller knows it.
    pub peak_memory_bytes: Option<u64>,
    /// How many workers explored.
    pub workers: usize,
    /// How many threads the program has.
    pub threads: usize,
    /// What the symbolic engine needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbolic: Option<SymbolicJson>,
}

/// What the symbolic engine needed.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SymbolicJson {
    /// Events that may happen.
    pub events: usize,
    /// Gates of the formula.
    pub gates: usize,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Cycles that the solver was told of.
    pub cycles: u64,
    /// How far loops were unrolled at most.
    pub unroll: u32,
}

impl SymbolicJson {
    fn new(stats: &SymbolicStats) -> SymbolicJson {
        let SymbolicStats { events, gates, variables, clauses, conflicts, cycles, unroll } = *stats;
        SymbolicJson { events, gates, variables, clauses, conflicts, cycles, unroll }
    }
}

/// What the search for executions with a cycle did.
#[derive(Clone, Debug, Serialize)]
pub struct XmmJson {
    /// Executions with a cycle; the others are those of rc20.
    pub cyclic: u64,
    /// Classes of races that could close a cycle.
    pub race_classes: u64,
    /// What reads may wait for.
    pub closing_labels: u64,
    /// Complete graphs with reads that wait, of the last round.
    pub open_graphs: u64,
    /// Cores that were found.
    pub candidate_cores: u64,
    /// Those that are justified.
    pub justified_cores: u64,
    /// Rounds until nothing new was known.
    pub rounds: u64,
    /// Is the result complete only up to the number of commits at once?
    pub commits_reached: bool,
    /// Load-buffering races in the executions without a cycle.
    pub buffering_races: Option<BufferingJson>,
}

/// Load-buffering races.
#[derive(Clone, Debug, Serialize)]
pub struct BufferingJson {
    /// How many there are in all executions together.
    pub count: u64,
    /// Where they are.
    pub places: Vec<BufferingPlaceJson>,
}

/// Where load-buffering races are.
#[derive(Clone, Debug, Serialize)]
pub struct BufferingPlaceJson {
    /// The read.
    pub read: PositionJson,
    /// The write.
    pub write: PositionJson,
    /// How many.
    pub count: u64,
}

/// A place in the source.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    /// The file.
    pub file: String,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
}

impl From<&RowPlace> for PositionJson {
    fn from(place: &RowPlace) -> PositionJson {
        PositionJson { file: place.file.clone(), line: place.line, column: place.column }
    }
}

impl From<&BufferingRaces> for BufferingJson {
    fn from(races: &BufferingRaces) -> BufferingJson {
        let places = races.places.iter();
        let place = |(read, write, count): &(RowPlace, RowPlace, u64)| BufferingPlaceJson {
            read: read.into(),
            write: write.into(),
            count: *count,
        };
        BufferingJson { count: races.count, places: places.map(place).collect() }
    }
}

impl XmmJson {
    fn new(counts: XmmCounts, commits_reached: bool, races: Option<&BufferingRaces>) -> XmmJson {
        let XmmCounts { race_classes, closing_labels, open_graphs, candidate_cores, justified_cores, rounds, cyclic } =
            counts;
        XmmJson {
            cyclic,
            race_classes,
            closing_labels,
            open_graphs,
            candidate_cores,
            justified_cores,
            rounds,
            commits_reached,
            buffering_races: races.map(BufferingJson::from),
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What the core of a result is made of, besides its errors and warnings.
struct Result<'a> {
    file: &'a str,
    model: &'a MemoryModel,
    equivalence: Equivalence,
    answer: Answer,
    totals: &'a Totals,
    buffering: Option<&'a BufferingRaces>,
    bounded: Option<u64>,
    /// Files and lines.
    cut_loops: Vec<(&'a str, u32)>,
    limit: Option<Limit>,
    seconds: f64,
    peak_memory_bytes: Option<u64>,
    engine: &'static str,
    symbolic: Option<&'a SymbolicStats>,
    workers: usize,
    threads: usize,
}

impl<'a> Result<'a> {
    fn core(self, errors: Vec<ErrorJson<'a>>, warnings: Vec<String>) -> Core<'a> {
        let Totals { complete, blocked, failed, events_added, search_rounds, uncertain, xmm, commits_reached, .. } =
            *self.totals;
        let is_xmm = self.model.named() == Some(ModelName::Xmm);
        Core {
            raddle: env!("CARGO_PKG_VERSION"),
            file: self.file,
            model: self.model.name(),
            equivalence: self.equivalence.name(),
            engine: self.engine,
            verdict: self.answer.name(),
            executions: match self.symbolic {
                Some(_) => Executions { complete: None, blocked: None, failed: None, explored: 0 },
                None => Executions {
                    complete: Some(complete),
                    blocked: Some(blocked),
                    failed: Some(failed),
                    explored: complete + blocked + failed,
                },
            },
            bounded: self.bounded.map(|unroll| {
                let loops = self.cut_loops.into_iter().map(|(file, line)| LoopJson { file, line }).collect();
                Bounded { unroll, loops }
            }),
            limit: self.limit.map(Limit::name),
            uncertain,
            errors,
            warnings,
            stats: Stats {
                seconds: self.seconds,
                events_added,
                search_rounds,
                xmm: is_xmm.then(|| XmmJson::new(xmm, commits_reached, self.buffering)),
                peak_memory_bytes: self.peak_memory_bytes,
                workers: self.workers,
                threads: self.threads,
                symbolic: self.symbolic.map(SymbolicJson::new),
            },
        }
    }
}

/// The JSON form of an input that could not be checked at all: why, and where (line and column, 0 if they are not known).
pub fn refusal(file: &str, message: &str, (error_file, line, column): (&str, u32, u32)) -> serde_json::Value {
    let errors = serde_json::json!([
        { "kind": Problem::UNSUPPORTED, "message": message, "file": error_file, "line": line, "column": column }
    ]);
    serde_json::json!({
        "raddle": env!("CARGO_PKG_VERSION"), "file": file, "verdict": Answer::Unsupported.name(), "errors": errors
    })
}

/// The JSON form of a program that could not be checked at all.
pub fn program_refusal<E: FrontEndError>(file: &str, error: &CheckError<E>) -> serde_json::Value {
    match error.place() {
        Some(place) => refusal(file, &error.to_string(), (&place.file, place.line, place.column)),
        None => refusal(file, &error.to_string(), (file, 0, 0)),
    }
}
