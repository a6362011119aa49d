//! The line between computation and memory: the operations by which threads reach the memory that they share, over symbolic values.
//! Threads are unrolled against this trait, and know nothing else of memory: another memory is another model.

use raddle_graph::{Address, Mode, ThreadId, Value};
use raddle_ir::Position;

use crate::aig::{Aig, Lit};
use crate::value::{Sym, Values};
use crate::word::Word;

/// Who does something, when, and where in the source.
#[derive(Clone, Copy, Debug)]
pub struct Deed {
    /// The thread.
    pub thread: ThreadId,
    /// Whether it does.
    pub guard: Lit,
    /// The line of the source.
    pub position: Option<Position>,
}

/// The locations that an access may be about, each with when it is: exactly one, if the access happens.
pub type Cells = Vec<(Lit, Address)>;

/// The operations of shared memory.
pub trait Memory {
    /// Reads a location. What it gives is at first free; the memory says later what it is.
    fn read(&mut self, aig: &mut Aig, deed: Deed, mode: Mode, cells: Cells, values: Values) -> Sym;
    /// Writes a location.
    fn write(&mut self, aig: &mut Aig, deed: Deed, mode: Mode, cells: Cells, value: &Sym);
    /// Reads a location and, if that is wanted, writes it, with nothing in between. Gives what was read and when it was written.
    fn update(
        &mut self,
        aig: &mut Aig,
        deed: Deed,
        modes: Modes,
        cells: Cells,
        old: Values,
        new: &mut Stores<'_>,
    ) -> Updated;
    /// When the last read or update read from memory in which nobody stored anything, and that has no value at first.
    fn undefined(&mut self, aig: &mut Aig) -> Lit;
    /// A fence.
    fn fence(&mut self, deed: Deed, mode: Mode);
    /// Takes a value that the memory does not know: an input.
    fn choose(&mut self, deed: Deed, value: Word);
    /// Ends the life of an object: of one of these, by where they begin.
    fn free(&mut self, deed: Deed, objects: Cells);
    /// Starts a thread.
    fn start(&mut self, deed: Deed, child: ThreadId);
    /// Goes on after another thread has ended.
    fn join(&mut self, deed: Deed, child: ThreadId);
    /// The number of the newest deed.
    fn newest(&self) -> usize;
}

/// The orders of an update: if it stores, and if it does not.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    /// If it stores.
    pub success: Mode,
    /// If it does not.
    pub failure: Mode,
}

/// What an update makes of what it read: when it stores something, and what.
pub type Stores<'a> = dyn FnMut(&mut Aig, &Sym) -> (Lit, Sym) + 'a;

/// What an update did.
#[derive(Clone, Debug)]
pub struct Updated {
    /// What it read.
    pub old: Sym,
    /// When it stored.
    pub stored: Lit,
}

/// What an event is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An update.
    Update,
    /// A fence.
    Fence,
    /// A choice.
    Choose(Box<Word>),
    /// The end of the life of one of these objects, each with when it is that one.
    Free(Cells),
    /// A start of a thread.
    Start(ThreadId),
    /// A wait for the end of a thread.
    Join(ThreadId),
}

/// Something that a thread may do.
#[derive(Clone, Debug)]
pub struct Event {
    /// What.
    pub kind: Kind,
    /// Who, when, where.
    pub deed: Deed,
    /// The order; of an update, if it stores.
    pub mode: Mode,
    /// The order of an update that does not store.
    pub failure: Mode,
    /// The location.
    pub cells: Cells,
    /// What it reads.
    pub read: Option<Word>,
    /// When it writes.
    pub writes: Lit,
    /// What it writes.
    pub written: Option<Word>,
    /// When it reads memory that holds nothing.
    pub undefined: Lit,
}

/// Writes down what threads do, in the order in which they were unrolled.
#[derive(Debug, Default)]
pub struct Record {
    /// Everything, thread by thread in program order.
    pub events: Vec<Event>,
    /// What was written to each location, as far as it is known.
    pub stored: std::collections::BTreeMap<Address, Values>,
}

impl Record {
    fn push(&mut self, kind: Kind, deed: Deed, mode: Mode, cells: Cells) -> &mut Event {
        self.events.push(Event {
            kind,
            deed,
            mode,
            failure: mode,
            cells,
            read: None,
            writes: Lit::FALSE,
            written: None,
            undefined: Lit::FALSE,
        });
        match self.events.last_mut() {
            Some(event) => event,
            None => unreachable!("it was just pushed"),
        }
    }

    fn note(&mut self, cells: &Cells, values: &Values) {
        for &(_, cell) in cells {
            let known = self.stored.entry(cell).or_insert_with(Values::none);
            *known = known.union(values);
        }
    }
}

impl Memory for Record {
    fn read(&mut self, aig: &mut Aig, deed: Deed, mode: Mode, cells: Cells, values: Values) -> Sym {
        let read = Sym::new(Word::free(aig, bits(&cells)), values);
        self.push(Kind::Read, deed, mode, cells).read = Some(read.word);
        read
    }

    fn write(&mut self, _: &mut Aig, deed: Deed, mode: Mode, cells: Cells, value: &Sym) {
        self.note(&cells, &value.values);
        let event = self.push(Kind::Write, deed, mode, cells);
        event.writes = deed.guard;
        event.written = Some(value.word);
    }

    fn update(
        &mut self,
        aig: &mut Aig,
        deed: Deed,
        modes: Modes,
        cells: Cells,
        old: Values,
        new: &mut Stores<'_>,
    ) -> Updated {
        let old = Sym::new(Word::free(aig, bits(&cells)), old);
        let (stores, value) = new(aig, &old);
        let stored = aig.and(deed.guard, stores);
        if stored != Lit::FALSE {
            self.note(&cells, &value.values);
        }
        let event = self.push(Kind::Update, deed, modes.success, cells);
        event.failure = modes.failure;
        event.read = Some(old.word);
        event.writes = stored;
        event.written = Some(value.word);
        Updated { old, stored: stores }
    }

    fn undefined(&mut self, aig: &mut Aig) -> Lit {
        let undefined = aig.input();
        match self.events.last_mut() {
            Some(event) => event.undefined = undefined,
            None => unreachable!("it was read before"),
        }
        undefined
    }

    fn fence(&mut self, deed: Deed, mode: Mode) {
        self.push(Kind::Fence, deed, mode, Vec::new());
    }

    fn choose(&mut self, deed: Deed, value: Word) {
        self.push(Kind::Choose(Box::new(value)), deed, Mode::Na, Vec::new());
    }

    fn free(&mut self, deed: Deed, objects: Cells) {
        self.push(Kind::Free(objects), deed, Mode::Na, Vec::new());
    }

    fn start(&mut self, deed: Deed, child: ThreadId) {
        self.push(Kind::Start(child), deed, Mode::Na, Vec::new());
    }

    fn join(&mut self, deed: Deed, child: ThreadId) {
        self.push(Kind::Join(child), deed, Mode::Na, Vec::new());
    }

    fn newest(&self) -> usize {
        self.events.len() - 1
    }
}

/// How many bits the locations have. In litmus tests, where nobody says, as many as a register.
fn bits(cells: &Cells) -> u32 {
    let bytes = cells.iter().map(|(_, cell)| cell.0 >> 56).max().filter(|&bytes| bytes > 0);
    bytes.map_or(64, |bytes| (bytes * 8).min(64) as u32)
}

/// What a location holds at first, as a set.
pub fn initial(value: Value) -> Values {
    if value == raddle_ir::UNDEFINED { Values::none() } else { Values::of([value]) }
}
