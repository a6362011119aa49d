//! Where a thread stands, as far as choosing the next one to move needs to know.
//!
//! The graph keeps the set of threads in each group of these, so that nobody has to ask all threads what they are about to do.

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// Nothing: it is not started.
    Absent,
    /// Nothing: it ran to its end.
    Finished,
    /// Nothing: it ended the process.
    Exited,
    /// Nothing: it waits, or failed, for good.
    Stuck,
    /// Something that reads nothing and is always possible.
    Moves,
    /// A write of memory that is always there.
    Writes,
    /// Something that reads nothing; whether it is possible depends on the rest of the graph.
    MayMove,
    /// The wait for another thread's end.
    Joins,
    /// A read or an update of memory that is always there.
    Reads,
    /// A read or an update that may not be possible.
    MayRead,
    /// A read or an update after which it may block at once.
    Awaits,
}

/// Standings that mean the same to the choice of the next thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Not started, finished, or gone with the process.
    Over,
    /// Waiting for good.
    Stuck,
    /// About to do something that reads nothing and is always possible, if no memory overlaps.
    Movers,
    /// About to do something that reads nothing and may not be possible.
    MayMove,
    /// About to wait for another thread's end.
    Joiners,
    /// About to read, always possible if no memory overlaps.
    Readers,
    /// About to read, if that is possible.
    MayRead,
    /// About to read, after which the thread may block.
    Awaiting,
}

impl Group {
    /// How many there are.
    pub(crate) const COUNT: usize = Group::Awaiting as usize + 1;
}

impl Standing {
    /// The group to which a thread belongs that stands here.
    #[inline]
    pub(crate) fn group(self) -> Group {
        match self {
            Standing::Absent | Standing::Finished | Standing::Exited => Group::Over,
            Standing::Stuck => Group::Stuck,
            Standing::Moves | Standing::Writes => Group::Movers,
            Standing::MayMove => Group::MayMove,
            Standing::Joins => Group::Joiners,
            Standing::Reads => Group::Readers,
            Standing::MayRead => Group::MayRead,
            Standing::Awaits => Group::Awaiting,
        }
    }
}
