//! What is wrong with a program: an [`Error`] has a [`Problem`], which says what with all its data, the places that belong to
//! it, and an execution that shows it.

use raddle_graph::{EventId, Execution, Mode, ThreadId};
use raddle_ir::FailureKind;
use raddle_models::ModelName;

use crate::specification::{BadCalls, BrokenCalls};
use crate::story::Story;

/// A place in the source, and the thread that was there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The thread.
    pub thread: ThreadId,
    /// How it got there: the functions that the thread was in, from the inside out, with headers and what was inlined. The place
    /// itself is the first that is not in a header, if there is one.
    pub calls: Vec<PlaceCall>,
}

/// A function that a thread was in, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceCall {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function.
    pub function: String,
    /// Is that in a header of the language's library?
    pub is_header: bool,
}

impl SourcePlace {
    /// Where in headers that the place called it happened: from the inside out.
    pub fn headers(&self) -> &[PlaceCall] {
        let user = self.calls.iter().position(|call| !call.is_header);
        &self.calls[..user.unwrap_or(0)]
    }

    /// How the place was reached: the calls around it, from the inside out, but for the headers that start a thread.
    pub fn callers(&self) -> &[PlaceCall] {
        let end = self.calls.iter().rposition(|call| !call.is_header).map_or(self.calls.len(), |last| last + 1);
        self.calls.get(self.headers().len() + 1..end).unwrap_or_default()
    }
}

/// An error of the program.
#[derive(Clone, Debug)]
pub struct Error {
    /// What is wrong.
    pub problem: Problem,
    /// A machine for which the program seems to be written, and whose model does not have the error.
    pub absent_under: Option<ModelName>,
    /// Where, if that is known.
    pub place: Option<SourcePlace>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The event. A thread fails between two events: then it is the last one before, if there is one.
    pub event: Option<EventId>,
    /// An execution in which it happens.
    pub execution: Execution,
    /// The same execution with names, values and source lines.
    pub story: Story,
    /// What each thread printed, if that was asked for.
    pub output: Vec<(ThreadId, String)>,
}

/// Another place that belongs to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// What happened there.
    pub relation: Relation,
    /// Where.
    pub place: SourcePlace,
    /// The event, if there is one.
    pub event: Option<EventId>,
}

/// How another place belongs to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The object was allocated there.
    Allocated,
    /// The object was freed there.
    Freed,
    /// The mutex was locked there.
    Locked,
    /// The block or function of the variable ended there.
    Ended,
    /// The object was accessed there.
    Accessed,
    /// The other access of a race.
    OtherAccess(Access),
    /// Another call that the problem is about.
    OtherCall,
    /// Another thread of a deadlock.
    Waits(ThreadId, Waiting),
}

/// An access of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A read.
    Read(Mode),
    /// A write.
    Write(Mode),
}

/// What a thread is about to do to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Read a location.
    Read,
    /// Write a location.
    Write,
    /// Update a location.
    Update,
    /// End the life of an object.
    Free,
    /// Use an object in another way: arrive at a barrier, for example.
    Use,
}

/// A location with its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizedLocation {
    /// Its name.
    pub name: String,
    /// How many bytes it has.
    pub bytes: u64,
}

/// An access that no object allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadAccess {
    /// What it is.
    pub intent: Intent,
    /// The first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u64,
    /// What is near, if anything is.
    pub near: Option<NearBy>,
}

/// An object near an access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NearBy {
    /// What the program calls it, if it has a name.
    pub name: Option<String>,
    /// What it is.
    pub kind: NearByKind,
    /// How many bytes it has.
    pub bytes: u64,
    /// Where the access begins: so many bytes behind the object's first one, or before it if that is negative.
    pub offset: i64,
    /// Where the object's life began, if it is not a variable.
    pub allocated: Option<(String, u32)>,
    /// Has its life ended?
    pub is_freed: bool,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NearByKind {
    /// A static variable.
    Global,
    /// A thread-local variable, of this thread.
    ThreadLocal(ThreadId),
    /// A local variable.
    Local,
    /// A block of the heap.
    Heap,
}

impl NearByKind {
    /// The word in results. A contract with scripts.
    pub fn name(self) -> &'static str {
        match self {
            NearByKind::Global => "global",
            NearByKind::ThreadLocal(_) => "thread-local",
            NearByKind::Local => "local",
            NearByKind::Heap => "heap",
        }
    }
}

/// What a thread waits for at the end of an execution, or why it has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// It reached the bound on loops.
    Bound,
    /// A mutex, and who holds it.
    Mutex(String, Option<Holder>),
    /// A condition variable.
    Condition(String),
    /// A futex.
    Futex(String),
    /// The end of a thread.
    Thread(ThreadId),
    /// A barrier.
    Barrier(String),
    /// Another value of a location.
    Location(String),
    /// A loop without effects, which only other values would end.
    Spin,
    /// Nothing: an assumption does not hold.
    Assumption,
    /// Something without a name.
    Unnamed,
}

/// Who holds a mutex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The thread.
    pub thread: ThreadId,
    /// Is it the thread that waits?
    pub is_waiter: bool,
    /// The line where it took the mutex; 0 if it is not known.
    pub line: u32,
}

/// What is wrong with an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Two accesses race.
    Race {
        /// The location.
        location: String,
        /// The access that is reported.
        first: Access,
        /// The other one.
        second: Access,
        /// Have they different sizes?
        mixed_sizes: bool,
    },
    /// Two accesses of different parts of a word are unordered. The word is explored as one location because it is accessed
    /// whole, too, so that this is no race of the program.
    UnorderedParts {
        /// The word.
        location: String,
        /// The access that is reported.
        first: Access,
        /// The other one.
        second: Access,
    },
    /// A thread failed.
    Failure {
        /// How.
        kind: FailureKind,
        /// The description that the program has of it.
        message: String,
        /// The access that fails, if it is one that no object allows.
        access: Option<BadAccess>,
    },
    /// An access outside of every object.
    OutOfBounds {
        /// What the thread was about to do.
        intent: Intent,
        /// The location.
        location: Option<String>,
        /// The access, if it is one of bytes.
        access: Option<BadAccess>,
    },
    /// An access to an object that was freed, or may be.
    UseAfterFree {
        /// What the thread was about to do.
        intent: Intent,
        /// The location.
        location: Option<String>,
        /// Who does it.
        thread: ThreadId,
        /// Who freed the object.
        freed_by: ThreadId,
        /// Did the object's life end before, in this execution, or does merely nothing prevent that?
        is_ordered: bool,
        /// Is it a variable on the stack, whose block or function has ended?
        on_stack: bool,
    },
    /// An object is freed that another thread may still be using.
    FreeInUse {
        /// What the thread was about to do.
        intent: Intent,
        /// The object.
        location: Option<String>,
        /// Who frees it.
        thread: ThreadId,
        /// Who may be using it.
        used_by: ThreadId,
        /// Is it a variable on the stack, whose block or function ends?
        on_stack: bool,
    },
    /// An object is freed twice.
    DoubleFree {
        /// The object.
        location: Option<String>,
    },
    /// An object is accessed or freed by a thread to which nothing says that another one has allocated it already.
    TooEarly {
        /// What the thread does.
        intent: Intent,
        /// The location.
        location: Option<String>,
        /// Who does it.
        thread: ThreadId,
        /// Who allocates the object.
        allocated_by: ThreadId,
    },
    /// The life of an object ends with a mutex in it that another thread holds.
    FreeLocked {
        /// The mutex.
        location: Option<String>,
        /// Who holds the mutex.
        held_by: ThreadId,
    },
    /// An access to a thread-local variable of another thread, which may have ended.
    OutlivesThread {
        /// What the thread does.
        intent: Intent,
        /// The location.
        location: Option<String>,
        /// Who does it.
        thread: ThreadId,
        /// The other thread.
        ended: ThreadId,
    },
    /// What is freed is not an object of the heap.
    InvalidFree {
        /// What the thread was about to do.
        intent: Intent,
        /// What it frees.
        location: Option<String>,
    },
    /// An access overlaps another one in a way that cannot be modelled.
    MixedSize {
        /// What the thread was about to do.
        intent: Intent,
        /// The location.
        location: Option<SizedLocation>,
        /// The one that it overlaps.
        other: Option<SizedLocation>,
    },
    /// All threads that are left wait for each other.
    Deadlock {
        /// A thread, and what it waits for. The others are among the related places.
        first: Option<(ThreadId, Waiting)>,
    },
    /// A thread waits forever.
    Livelock {
        /// The thread.
        thread: ThreadId,
    },
    /// A block of the heap is never freed, and nothing points to it any more.
    Leak {
        /// How many bytes it has.
        bytes: u64,
    },
    /// No order of the calls of an object is possible.
    Calls(Box<BrokenCalls>),
    /// The calls of an object cannot be compared with its specification.
    BadCalls(BadCalls),
}

impl Problem {
    /// The word by which results name the kind of problem. A contract with scripts.
    pub fn kind(&self) -> &'static str {
        match self {
            Problem::Race { mixed_sizes: false, .. } => "race",
            Problem::Race { mixed_sizes: true, .. } => "mixed-size-access",
            Problem::UnorderedParts { .. } | Problem::MixedSize { .. } => Problem::UNSUPPORTED,
            Problem::Failure { kind, .. } => kind.name(),
            Problem::OutOfBounds { .. } => "out-of-bounds",
            Problem::UseAfterFree { on_stack: true, .. } | Problem::FreeInUse { on_stack: true, .. } => {
                "use-after-scope"
            }
            Problem::UseAfterFree { .. } | Problem::FreeInUse { .. } | Problem::OutlivesThread { .. } => {
                "use-after-free"
            }
            Problem::FreeLocked { .. } => "invalid-unlock",
            Problem::DoubleFree { .. } => "double-free",
            Problem::InvalidFree { .. } | Problem::TooEarly { intent: Intent::Free, .. } => "invalid-free",
            Problem::TooEarly { .. } => "race",
            Problem::Deadlock { .. } => "deadlock",
            Problem::Livelock { .. } => "liveness",
            Problem::Leak { .. } => "leak",
            Problem::Calls(_) => "specification",
            Problem::BadCalls(_) => Problem::UNSUPPORTED,
        }
    }

    /// The kind of problems that say nothing about the program, only about Raddle.
    pub const UNSUPPORTED: &'static str = "unsupported";

    /// Does it say nothing about the program, only about Raddle?
    pub fn is_unsupported(&self) -> bool {
        self.kind() == Problem::UNSUPPORTED
    }

    /// Is it that a thread took as many steps as it may without an event? That is a limit, not an error.
    pub(crate) fn is_step_limit(&self) -> bool {
        matches!(self, Problem::Failure { kind: FailureKind::EndlessLocalLoop, .. })
    }

    /// Is it about calls that are compared with a specification?
    pub(crate) fn is_about_calls(&self) -> bool {
        matches!(self, Problem::Calls(_) | Problem::BadCalls(_))
    }

    /// Is it a data race, under models that know races?
    pub fn is_race(&self) -> bool {
        self.kind() == "race"
    }
}
