//! An execution to be shown, as data: what each thread did, where in the source, with names and values, where each read read
//! from, and the relations between events. Renderers (text, JSON, DOT) need nothing else.

use raddle_graph::{ConditionOp, EventId, Mode, ThreadId};
use raddle_ir::{Failure, SpuriousKind};

use crate::error::{BadAccess, Waiting};

/// An execution to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// The file that the user named: places in other files are shown with their names.
    pub file: String,
    /// The threads, in order.
    pub threads: Vec<StoryThread>,
    /// Relations between rows, each named by its first event. Program order is the order of the rows.
    pub edges: Vec<Edge>,
    /// The modification orders that are worth showing: of atomic locations that several threads write.
    pub orders: Vec<WriteOrder>,
    /// The blocks of the heap, in the order of their numbers.
    pub objects: Vec<Object>,
    /// Its cycle of program order and reads-from, if it has one: a shortest.
    pub cycle: Option<Cycle>,
}

/// A thread of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryThread {
    /// The thread.
    pub id: ThreadId,
    /// What the program calls it: its function.
    pub name: String,
    /// Where it was started, unless it ran from the beginning.
    pub started: Option<Started>,
    /// What it did. All of it: what is too long to be shown is folded by renderers.
    pub rows: Vec<Row>,
    /// How it ended, if it did not finish.
    pub end: Option<End>,
}

impl StoryThread {
    /// Was it started in this execution?
    pub fn is_started(&self) -> bool {
        self.end.as_ref().is_none_or(|end| end.kind != EndKind::NotStarted)
    }
}

/// The start of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Started {
    /// The argument that the thread got.
    pub argument: String,
    /// Where.
    pub place: RowPlace,
    /// The function that did it.
    pub function: String,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowPlace {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// One thing that a thread did: an event, or the two of an update that stores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The (first) event.
    pub event: EventId,
    /// Where.
    pub place: RowPlace,
    /// The text of the source there; empty if it is not known.
    pub code: String,
    /// What it did.
    pub deed: Deed,
    /// For reads: what it read from.
    pub source: Option<Origin>,
    /// Does the error, if the story is of one, lie here?
    pub is_marked: bool,
    /// Is it of no interest: the life of a local variable, or an access to a variable of the library?
    pub is_housekeeping: bool,
}

/// What an event did. Locations and values have the names that the program gives them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A read.
    Read {
        /// The location.
        location: String,
        /// The value.
        value: String,
        /// The order of the access.
        mode: Mode,
        /// Is it of an update, and if so, what became of that?
        part: ReadOf,
    },
    /// A write.
    Write {
        /// The location.
        location: String,
        /// The value.
        value: String,
        /// The order of the access.
        mode: Mode,
        /// Is it the second half of an update that is shown as two rows?
        is_half: bool,
    },
    /// An update that stored.
    Update {
        /// The location.
        location: String,
        /// The value read.
        old: String,
        /// The value written.
        new: String,
        /// The order of the access.
        mode: Mode,
    },
    /// A mutex was taken.
    Lock(String),
    /// A mutex was given back.
    Unlock(String),
    /// An operation on a condition variable or a futex.
    Condition {
        /// Which.
        op: ConditionOp,
        /// The variable.
        location: String,
        /// Did it change anything? A signal that nobody waits for does not.
        has_effect: bool,
    },
    /// A fence.
    Fence {
        /// Its order.
        mode: Mode,
        /// The location that it is about, if it is about one.
        on: Option<String>,
    },
    /// The start of a thread.
    Start(ThreadId),
    /// The end of a thread was waited for.
    Join(ThreadId),
    /// The life of an object began.
    Allocate {
        /// The object.
        object: String,
        /// How many bytes it has.
        bytes: u64,
    },
    /// The life of an object ended.
    Free(String),
    /// A value was chosen.
    Choose(String),
    /// Something happened without a reason, or did not.
    Spurious {
        /// What.
        kind: SpuriousKind,
        /// Did it?
        happens: bool,
    },
    /// A store-conditional is about to be performed, or not.
    StoreConditional {
        /// Will it store?
        succeeds: bool,
    },
    /// A barrier was reached.
    Arrive(String),
    /// A barrier was left.
    Depart(String),
}

/// What a read belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadOf {
    /// Itself.
    Read,
    /// An update that stored, which is shown as two rows.
    Update,
    /// A compare-exchange that did not exchange.
    FailedExchange,
    /// A weak compare-exchange that did not exchange although it found the expected value.
    SpuriousFailure,
}

/// What a read read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The initial value.
    Initial,
    /// A write.
    Write {
        /// The event.
        event: EventId,
        /// Where it is; without a line if that is not known.
        place: RowPlace,
    },
}

/// How a thread ended that did not finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Where.
    pub place: RowPlace,
    /// The text of the source there; empty if it is not known.
    pub code: String,
    /// How.
    pub kind: EndKind,
    /// Is this the error that the story is of?
    pub is_marked: bool,
}

/// How a thread ended that did not finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndKind {
    /// It must not do what it is about to do.
    Fault {
        /// What that is.
        intent: crate::Intent,
        /// To which location.
        location: Option<String>,
        /// Why not: the kind of the problem.
        kind: &'static str,
    },
    /// It failed; how, if that was recorded, and in which access, if it is one that no object allows.
    Failure(Option<Failure>, Option<BadAccess>),
    /// It waits, or stopped.
    Waits(Waiting),
    /// It was never started.
    NotStarted,
}

/// A relation between two events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From here.
    pub from: EventId,
    /// To there.
    pub to: EventId,
    /// Which relation.
    pub kind: EdgeKind,
}

/// A relation between events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// Reads-from.
    ReadsFrom,
    /// From the start of a thread to its first event.
    Start,
    /// From the last event of a thread to who waited for its end.
    Join,
    /// From a write to the next one of the location.
    ModificationOrder,
}

/// The writes of a location in modification order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOrder {
    /// The location.
    pub location: String,
    /// Its writes.
    pub writes: Vec<OrderedWrite>,
}

/// A write in a modification order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderedWrite {
    /// The event.
    pub event: EventId,
    /// Where it is.
    pub place: RowPlace,
    /// The value.
    pub value: String,
}

/// A block of the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name in the story.
    pub name: String,
    /// How many bytes it has.
    pub bytes: u64,
    /// The event that began its life.
    pub allocated: EventId,
}

/// A cycle of program order and reads-from, and how it is known to be possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The rows on it, in order, from the least.
    pub links: Vec<Link>,
    /// Under `xmm`: the rows that are committed, each with the row of `source` that it is known from.
    pub committed: Vec<(EventId, EventId)>,
    /// The execution from which they are known. It may have a cycle itself.
    pub source: Option<Box<Story>>,
}

/// A row on a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its (first) event.
    pub event: EventId,
    /// How it leads to the next one; the last, to the first.
    pub leads_by: CycleKind,
}

/// A relation on a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CycleKind {
    /// Program order.
    ProgramOrder,
    /// Reads-from.
    ReadsFrom,
    /// The start of a thread.
    Start,
    /// Waiting for the end of a thread.
    Join,
    /// Meeting at a barrier.
    Barrier,
}
