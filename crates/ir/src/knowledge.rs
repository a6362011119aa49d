//! What is known about a program beyond its code: which threads there are, where plain accesses are split, which words are
//! accessed whole and in parts, which accesses are thread-local, which words of the library's are written, and whether
//! threads that run the same code are distinguishable.
//!
//! None of this can be told from the code. A thread that comes upon something new stands at `Action::Learn`, or the explorer
//! finds that two locations overlap; [`Program::lesson`] says what that adds, and the program that knows it is explored from
//! the beginning. Knowledge only grows, and [`Knowledge::merge`] gives the same in every order.
//!
//! A thread that is learnt late changes the numbers of others. So knowledge names threads, and bytes of their memory, by who
//! started whom; numbers and addresses are for the program that knows it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_graph::{Address, ThreadId};
use raddle_program::{Discovery, Span};

use crate::memory::boundaries::{Edges, Lesson};
use crate::memory::{Memory, layout};
use crate::{FunctionId, Program};

/// What is known about a program beyond its code. It belongs to code that is compiled in one way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Knowledge {
    /// The threads that C programs start, and what each runs.
    threads: BTreeMap<Path, FunctionId>,
    /// Where plain accesses are split.
    split: BTreeSet<Byte>,
    /// Where they are not, although the pattern of their object says so.
    whole: BTreeSet<Byte>,
    /// Words that are accessed whole and in parts: where they begin, and how many bytes they have.
    wide_words: BTreeSet<(Byte, u64)>,
    /// Instructions, by function and position, that were taken for visible and access memory of their thread.
    thread_local: BTreeSet<(u32, u32)>,
    /// Words that the library reads and somebody writes, by static object.
    pub(crate) shared_words: BTreeMap<u32, u16>,
    distinguishable: bool,
    /// Would threads go on without a reason more often than is explored?
    many_spurious: bool,
}

/// Names a thread by who started it, as the how many-th (from 0): a path from a thread that the code has, which comes first.
/// Shorter paths come first, so that a thread is numbered after its parent.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Path(Vec<u16>);

impl Ord for Path {
    fn cmp(&self, other: &Path) -> std::cmp::Ordering {
        (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
    }
}

impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Path) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A byte of memory, whatever number its thread has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Byte {
    /// The thread in whose memory it lies; `None` if that is static.
    owner: Option<Path>,
    /// Its address, if the thread had the number 0.
    address: u64,
}

/// In which pieces memory is accessed, as far as that is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pieces {
    pub edges: Edges,
    /// Words that are accessed whole and in parts.
    pub wide_words: BTreeSet<Span>,
}

impl Knowledge {
    /// Adds what else is known. It does not matter in which order that happens, or how often.
    pub fn merge(&mut self, other: &Knowledge) {
        for (path, &entry) in &other.threads {
            let known = self.threads.entry(path.clone()).or_insert(entry);
            *known = (*known).min(entry);
        }
        self.split.extend(other.split.iter().cloned());
        self.whole.extend(other.whole.iter().cloned());
        self.wide_words.extend(other.wide_words.iter().cloned());
        self.thread_local.extend(&other.thread_local);
        for (&object, words) in &other.shared_words {
            *self.shared_words.entry(object).or_default() |= words;
        }
        self.distinguishable |= other.distinguishable;
        self.many_spurious |= other.many_spurious;
    }

    pub(crate) fn thread_local(&self) -> &BTreeSet<(u32, u32)> {
        &self.thread_local
    }

    pub(crate) fn distinguishable(&self) -> bool {
        self.distinguishable
    }

    /// In which pieces memory is accessed if threads have these numbers. Nobody accesses memory of threads that are not known.
    pub(crate) fn pieces(&self, table: &ThreadTable) -> Pieces {
        let addresses = |bytes: &BTreeSet<Byte>| bytes.iter().filter_map(|byte| table.address(byte)).collect();
        let word = |(start, length): &(Byte, u64)| Some(Span { start: table.address(start)?, length: *length });
        Pieces {
            edges: Edges { split: addresses(&self.split), whole: addresses(&self.whole) },
            wide_words: self.wide_words.iter().filter_map(word).collect(),
        }
    }
}

/// The threads that are known to be started, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadTable {
    /// The number of the first one.
    first: usize,
    threads: Vec<Started>,
}

#[derive(Clone, Debug)]
struct Started {
    path: Path,
    /// Who starts it, as the how many-th.
    start: (ThreadId, u16),
    /// What it runs: of several functions the first.
    entry: FunctionId,
}

impl ThreadTable {
    /// The known threads, numbered after the code's own.
    pub(crate) fn new(first: usize, knowledge: &Knowledge) -> ThreadTable {
        let paths = &knowledge.threads;
        let parent = |path: &[u16]| match paths.keys().position(|other| other.0 == path) {
            Some(index) => ThreadId((first + index) as u16),
            None => match path {
                [thread] => ThreadId(*thread),
                _ => unreachable!("a thread is learnt after the one that starts it"),
            },
        };
        let started = |(path, &entry): (&Path, &FunctionId)| {
            let Some((&nth, before)) = path.0.split_last() else { unreachable!("a path begins with a thread") };
            Started { path: path.clone(), start: (parent(before), nth), entry }
        };
        ThreadTable { first, threads: paths.iter().map(started).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    fn started(&self, thread: ThreadId) -> Option<&Started> {
        self.threads.get(thread.index().checked_sub(self.first)?)
    }

    /// The thread that `parent` starts after `nth` others.
    pub(crate) fn find(&self, parent: ThreadId, nth: u16) -> Option<ThreadId> {
        let index = self.threads.iter().position(|thread| thread.start == (parent, nth))?;
        Some(ThreadId((self.first + index) as u16))
    }

    /// Who started a thread, as the how many-th.
    pub(crate) fn start_of(&self, thread: ThreadId) -> Option<(ThreadId, u16)> {
        self.started(thread).map(|thread| thread.start)
    }

    /// Does the thread start others?
    pub(crate) fn has_children(&self, thread: ThreadId) -> bool {
        self.threads.iter().any(|child| child.start.0 == thread)
    }

    /// What a thread runs. If that depends on the execution, the first of these functions.
    pub(crate) fn entry(&self, thread: ThreadId) -> Option<FunctionId> {
        self.started(thread).map(|thread| thread.entry)
    }

    /// The path of a thread.
    fn path(&self, thread: ThreadId) -> Path {
        self.started(thread).map_or_else(|| Path(vec![thread.0]), |thread| thread.path.clone())
    }

    /// The thread with a path, if it is known.
    fn at(&self, path: &Path) -> Option<ThreadId> {
        match self.threads.iter().position(|thread| thread.path == *path) {
            Some(index) => Some(ThreadId((self.first + index) as u16)),
            None => match path.0[..] {
                [thread] => Some(ThreadId(thread)),
                _ => None,
            },
        }
    }

    /// The byte at an address.
    fn byte(&self, address: u64) -> Byte {
        match layout::owner(address) {
            Some(thread) => Byte { owner: Some(self.path(thread)), address: layout::with_owner(address, ThreadId(0)) },
            None => Byte { owner: None, address },
        }
    }

    /// The address of a byte; `None` if its thread is not known.
    fn address(&self, byte: &Byte) -> Option<u64> {
        match &byte.owner {
            Some(owner) => Some(layout::with_owner(byte.address, self.at(owner)?)),
            None => Some(byte.address),
        }
    }
}

impl Program {
    /// What a discovery adds to the knowledge about this program, in which it was made. `None` if nothing, or nothing that
    /// helps: exploring the program again would end in the same way.
    pub fn lesson(&self, discovery: Discovery) -> Option<Knowledge> {
        let mut lesson = Knowledge::default();
        match discovery {
            Discovery::Thread { parent, nth, entry } => {
                let Path(mut path) = self.table.path(parent);
                path.push(nth);
                lesson.threads.insert(Path(path), FunctionId(entry));
            }
            Discovery::ThreadLocal { function, pc } => {
                lesson.thread_local.insert((function, pc));
            }
            Discovery::Distinguishable => lesson.distinguishable = true,
            Discovery::ManySpurious => lesson.many_spurious = true,
            Discovery::SharedWord { object, words } => {
                lesson.shared_words.insert(object, words);
            }
            Discovery::Overlap(first, second) => {
                lesson = self.memory.as_ref()?.overlap_lesson(&self.table, first, second)?;
            }
            // The front end decides how barriers are explored.
            Discovery::CrowdedBarrier(_) => return None,
        }
        let mut knowledge = self.knowledge().clone();
        knowledge.merge(&lesson);
        (knowledge != *self.knowledge()).then_some(lesson)
    }

    /// Would threads go on without a reason (a weak compare-exchange fails, a wait ends) more often than is explored?
    pub fn has_many_spurious(&self) -> bool {
        self.knowledge().many_spurious
    }

    /// The words found to be accessed whole and in parts.
    pub fn widened(&self) -> Vec<Address> {
        self.memory.iter().flat_map(|memory| memory.wide.iter()).collect()
    }
}

impl Memory {
    /// What is learnt from two locations that overlap: plain accesses are split, or else, if that does not help because an
    /// atomic access would have to be split, atomic ones are widened. `None` if nothing helps.
    fn overlap_lesson(&self, table: &ThreadTable, first: Address, second: Address) -> Option<Knowledge> {
        let mut lesson = Knowledge::default();
        for byte in edges(first, second).filter(|&byte| !self.wide.has_inside(byte)) {
            match self.boundaries.lesson(byte) {
                Some(Lesson::Split) => lesson.split.insert(table.byte(byte)),
                Some(Lesson::Whole) => lesson.whole.insert(table.byte(byte)),
                None => false,
            };
        }
        if lesson == Knowledge::default() {
            let word = self.wide.joined(first, second)?;
            lesson.wide_words.insert((table.byte(word.start), word.length));
        }
        Some(lesson)
    }

    /// Can something be learnt from two locations that overlap?
    pub(crate) fn can_learn_overlap(&self, first: Address, second: Address) -> bool {
        let can_split = |byte| !self.wide.has_inside(byte) && self.boundaries.lesson(byte).is_some();
        edges(first, second).any(can_split) || self.wide.joined(first, second).is_some()
    }
}

/// Where one of two locations begins or ends inside the other.
fn edges(first: Address, second: Address) -> impl Iterator<Item = u64> {
    let ends = |inner: Span, outer: Span| {
        let inside = move |byte: &u64| *byte > outer.start && *byte < outer.start + outer.length;
        [inner.start, inner.start + inner.length].into_iter().filter(inside)
    };
    let (first, second) = (layout::span(first), layout::span(second));
    ends(first, second).chain(ends(second, first))
}

#[cfg(test)]
mod tests;
