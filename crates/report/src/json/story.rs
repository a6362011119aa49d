//! The JSON form of a story: threads with rows, and edges between the rows' events.

use raddle_check::{Cycle, CycleKind, EdgeKind, EndKind, Origin, Row, Story, StoryThread};
use serde::Serialize;

use crate::words;

/// A story as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct StoryJson<'a> {
    /// The threads.
    pub threads: Vec<ThreadJson<'a>>,
    /// Relations between rows besides program order, which is the order of the rows.
    pub edges: Vec<EdgeJson>,
    /// The blocks of the heap.
    pub objects: Vec<ObjectJson<'a>>,
    /// Its cycle of program order and reads-from, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<CycleJson<'a>>,
}

/// A cycle of program order and reads-from.
#[derive(Clone, Debug, Serialize)]
pub struct CycleJson<'a> {
    /// The rows on it, in order.
    pub links: Vec<LinkJson>,
    /// Under `xmm`: the committed rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub committed: Vec<CommittedJson>,
    /// The execution from which they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub justification: Option<Box<StoryJson<'a>>>,
}

/// A row on a cycle.
#[derive(Clone, Debug, Serialize)]
pub struct LinkJson {
    /// Its first event.
    pub event: String,
    /// How it leads to the next one; the last, to the first: `po`, `rf`, `start`, `join` or `barrier`.
    pub relation: &'static str,
}

/// A committed row.
#[derive(Clone, Debug, Serialize)]
pub struct CommittedJson {
    /// Its first event.
    pub event: String,
    /// That of the row of the other execution from which it is known.
    pub known_from: String,
}

/// A thread.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadJson<'a> {
    /// Its number.
    pub thread: u16,
    /// Its function.
    pub name: &'a str,
    /// What it did.
    pub rows: Vec<RowJson<'a>>,
    /// How it ended, if it did not finish: `fault`, `failure`, `waits` or `not-started`.
    pub end: Option<&'static str>,
}

/// One thing that a thread did.
#[derive(Clone, Debug, Serialize)]
pub struct RowJson<'a> {
    /// Its first event.
    pub event: String,
    /// The file.
    pub file: &'a str,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
    /// What it did, as in the text form.
    pub what: String,
    /// For reads: the event that it read from, or `init`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Does the error lie here?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// A relation between two rows.
#[derive(Clone, Debug, Serialize)]
pub struct EdgeJson {
    /// The first event of one row.
    pub from: String,
    /// The first event of the other.
    pub to: String,
    /// `rf`, `mo`, `start` or `join`.
    pub relation: &'static str,
}

/// A block of the heap.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectJson<'a> {
    /// Its name.
    pub name: &'a str,
    /// How many bytes it has.
    pub bytes: u64,
    /// The event that allocated it.
    pub allocated: String,
}

impl<'a> StoryJson<'a> {
    /// The story.
    pub fn new(story: &'a Story) -> StoryJson<'a> {
        let edges = story.edges.iter().map(|edge| EdgeJson {
            from: edge.from.to_string(),
            to: edge.to.to_string(),
            relation: match edge.kind {
                EdgeKind::ReadsFrom => "rf",
                EdgeKind::Start => "start",
                EdgeKind::Join => "join",
                EdgeKind::ModificationOrder => "mo",
            },
        });
        let objects = story.objects.iter().map(|object| ObjectJson {
            name: &object.name,
            bytes: object.bytes,
            allocated: object.allocated.to_string(),
        });
        StoryJson {
            threads: story.threads.iter().map(thread).collect(),
            edges: edges.collect(),
            objects: objects.collect(),
            cycle: story.cycle.as_ref().map(CycleJson::new),
        }
    }
}

impl<'a> CycleJson<'a> {
    /// The cycle.
    pub fn new(cycle: &'a Cycle) -> CycleJson<'a> {
        let links = cycle.links.iter();
        let links = links.map(|link| LinkJson { event: link.event.to_string(), relation: relation(link.leads_by) });
        let committed = cycle.committed.iter();
        let committed = committed
            .map(|(event, known_from)| CommittedJson { event: event.to_string(), known_from: known_from.to_string() });
        CycleJson {
            links: links.collect(),
            committed: committed.collect(),
            justification: cycle.source.as_ref().map(|source| Box::new(StoryJson::new(source))),
        }
    }
}

/// A relation on a cycle.
fn relation(kind: CycleKind) -> &'static str {
    match kind {
        CycleKind::ProgramOrder => "po",
        CycleKind::ReadsFrom => "rf",
        CycleKind::Start => "start",
        CycleKind::Join => "join",
        CycleKind::Barrier => "barrier",
    }
}

fn thread(thread: &StoryThread) -> ThreadJson<'_> {
    let end = thread.end.as_ref().map(|end| match end.kind {
        EndKind::Fault { .. } => "fault",
        EndKind::Failure(..) => "failure",
        EndKind::Waits(_) => "waits",
        EndKind::NotStarted => "not-started",
    });
    ThreadJson { thread: thread.id.0, name: &thread.name, rows: thread.rows.iter().map(row).collect(), end }
}

fn row(row: &Row) -> RowJson<'_> {
    RowJson {
        event: row.event.to_string(),
        file: &row.place.file,
        line: row.place.line,
        column: row.place.column,
        what: words::deed(&row.deed).split_whitespace().collect::<Vec<_>>().join(" "),
        from: row.source.as_ref().map(|source| match source {
            Origin::Initial => "init".to_owned(),
            Origin::Write { event, .. } => event.to_string(),
        }),
        marked: row.is_marked,
    }
}
