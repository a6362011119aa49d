//! The search for an order of the calls that an object accepts.
//!
//! Depth first, over what has been done and the state that it left: two orders of the same calls with the same state have the same
//! future, so dead ends are remembered. Two kinds of calls are not tried in vain: one that never changes anything is placed as soon as
//! it fits (whatever order works with it later, works with it now, because nobody can tell), and one that has not returned is left
//! out rather than placed without an effect.

use std::hash::Hash;
use std::time::Instant;

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::history::History;
use crate::machine::{Machine, Pair, Role, Standing, Way, Work};
use crate::operation::{OpId, Outcome};

/// How much synchronisation the order needs: which calls must be visible to which later ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sync {
    /// None.
    None,
    /// A call that takes sees the one that it takes from.
    Takes,
    /// Also, insertions see earlier insertions.
    Inserts,
    /// Also, removals see earlier removals.
    Removes,
    /// Both.
    Both,
    /// Every call sees every earlier one.
    All,
}

impl Sync {
    /// Must the later of two calls see the earlier because of what they are?
    fn asks(self, earlier: Role, later: Role) -> bool {
        match self {
            Sync::None | Sync::Takes => false,
            Sync::Inserts => earlier == Role::Insert && later == Role::Insert,
            Sync::Removes => earlier == Role::Remove && later == Role::Remove,
            Sync::Both => earlier == later && later != Role::Other,
            Sync::All => true,
        }
    }
}

/// How far to search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Until when.
    pub deadline: Option<Instant>,
    /// How many bytes dead ends may take, or a little more.
    pub memory: usize,
}

impl Limits {
    /// As far as it takes.
    pub fn none() -> Limits {
        Limits { deadline: None, memory: usize::MAX }
    }
}

/// What ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exhausted {
    /// Time.
    Time,
    /// Memory.
    Memory,
}

/// What the search came to.
#[derive(Clone, Debug)]
pub(crate) enum Searched {
    /// There is an order. The pairs do not synchronise although they should (never more than was allowed).
    Possible { order: Vec<OpId>, missing: Vec<Pair> },
    /// There is none.
    Impossible(Longest),
}

/// The longest beginning of an order that an object accepts: what comes next is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Longest {
    pub order: Vec<OpId>,
    pub standing: Standing,
    pub stuck: Vec<OpId>,
}

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'a> {
    pub history: &'a History,
    pub sync: Sync,
    /// How many pairs may lack the synchronisation that they need.
    pub missing: usize,
    pub limits: &'a Limits,
}

impl Work for Search<'_> {
    type Result = Result<Searched, Exhausted>;

    fn with<M: Machine>(self, machine: &M) -> Result<Searched, Exhausted> {
        Searcher::new(self, machine).run()
    }
}

/// A set of calls, one bit each.
type Done = SmallVec<[u64; 1]>;

/// What has been done, the state that it left, and how many pairs lack synchronisation.
type DeadEnd<S> = (Done, S, usize);

/// How many steps pass between two looks at the clock.
const STEPS_PER_LOOK: u64 = 1024;

/// What the allocator adds to what is asked for, in bytes.
const ALLOCATION: usize = 32;

/// One way to go on.
struct Move<S> {
    op: OpId,
    next: S,
    /// The pairs that lack synchronisation then.
    missing: SmallVec<[Pair; 1]>,
}

/// A point of the search: what is left to try there.
struct Node<S> {
    state: S,
    /// In reverse.
    moves: Vec<Move<S>>,
}

struct Searcher<'a, M: Machine> {
    search: Search<'a>,
    machine: &'a M,
    roles: Vec<Role>,
    /// Calls that leave every state as it is.
    only_looks: Vec<bool>,
    /// Of each call, how many must come first and have not.
    waiting: Vec<u32>,
    done: Done,
    order: Vec<OpId>,
    missing: Vec<Pair>,
    /// How many calls have returned and are not in the order yet.
    left: usize,
    dead: FxHashSet<DeadEnd<M::State>>,
    /// How many bytes they take besides the table.
    heap: usize,
    steps: u64,
}

impl<'a, M: Machine> Searcher<'a, M> {
    fn new(search: Search<'a>, machine: &'a M) -> Searcher<'a, M> {
        let operations = search.history.operations();
        let mut waiting = vec![0; operations.len()];
        search.history.before().pairs().for_each(|(_, later)| waiting[later] += 1);
        let role = |op: OpId| match search.history.operation(op).outcome {
            Outcome::Failed => Role::Other,
            _ => machine.role(op),
        };
        let only_looks = |op: OpId| match search.history.operation(op).outcome {
            Outcome::Failed => true,
            Outcome::Pending => false,
            Outcome::Void | Outcome::Value(_) | Outcome::Empty => machine.only_looks(op),
        };
        Searcher {
            only_looks: search.history.ids().map(only_looks).collect(),
            search,
            machine,
            roles: search.history.ids().map(role).collect(),
            waiting,
            done: smallvec![0; operations.len().div_ceil(64)],
            order: Vec::new(),
            missing: Vec::new(),
            left: operations.iter().filter(|operation| !operation.is_pending()).count(),
            dead: FxHashSet::default(),
            heap: 0,
            steps: 0,
        }
    }

    fn run(mut self) -> Result<Searched, Exhausted> {
        let start = self.machine.start();
        if self.left == 0 && self.machine.may_end(&start) {
            return Ok(Searched::Possible { order: Vec::new(), missing: Vec::new() });
        }
        let (mut best_left, mut best) = (usize::MAX, (Vec::new(), start.clone(), Vec::new()));
        let mut path = vec![self.node(start)];
        // How many pairs lacked synchronisation before each move of the order.
        let mut lacked = Vec::new();
        while let Some(node) = path.last_mut() {
            if let Some(Move { op, next, missing }) = node.moves.pop() {
                lacked.push(self.missing.len());
                self.missing.extend(missing);
                self.place(op);
                if self.left == 0 && self.machine.may_end(&next) {
                    return Ok(Searched::Possible { order: self.order, missing: self.missing });
                }
                if self.is_new(&next)? {
                    let node = self.node(next);
                    path.push(node);
                    continue;
                }
            } else {
                if self.left < best_left {
                    best_left = self.left;
                    best = (self.order.clone(), node.state.clone(), self.ready().collect());
                }
                path.pop();
            }
            if let Some(op) = self.order.last().copied() {
                self.unplace(op);
                let lacked = lacked.pop().unwrap_or_else(|| unreachable!("each move notes it"));
                self.missing.truncate(lacked);
            }
        }
        let (order, state, mut stuck) = best;
        stuck.retain(|&op| !self.search.history.operation(op).is_pending());
        Ok(Searched::Impossible(Longest { order, standing: self.machine.standing(&state), stuck }))
    }

    /// Was nobody here before? Remembers that somebody was.
    fn is_new(&mut self, state: &M::State) -> Result<bool, Exhausted> {
        let limits = self.search.limits;
        if self.steps.is_multiple_of(STEPS_PER_LOOK)
            && limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Exhausted::Time);
        }
        self.steps += 1;
        let is_new = self.dead.insert((self.done.clone(), state.clone(), self.missing.len()));
        if is_new {
            let done = if self.done.spilled() { size_of_val(self.done.as_slice()) } else { 0 };
            self.heap += done + self.machine.heap(state) + ALLOCATION;
        }
        // While the table grows, the old one, of half the size, is still there.
        let table = self.dead.capacity() * (size_of::<DeadEnd<M::State>>() + 1);
        if self.heap + table + table / 2 > limits.memory { Err(Exhausted::Memory) } else { Ok(is_new) }
    }

    fn place(&mut self, op: OpId) {
        self.done[op.index() / 64] |= 1 << (op.index() % 64);
        self.order.push(op);
        self.left -= usize::from(!self.search.history.operation(op).is_pending());
        self.search.history.before().successors(op.index()).for_each(|later| self.waiting[later] -= 1);
    }

    fn unplace(&mut self, op: OpId) {
        self.done[op.index() / 64] &= !(1 << (op.index() % 64));
        self.order.pop();
        self.left += usize::from(!self.search.history.operation(op).is_pending());
        self.search.history.before().successors(op.index()).for_each(|later| self.waiting[later] += 1);
    }

    fn is_done(&self, op: OpId) -> bool {
        self.done[op.index() / 64] >> (op.index() % 64) & 1 != 0
    }

    /// The calls that may come next by the order in which they were made.
    fn ready(&self) -> impl Iterator<Item = OpId> {
        self.search.history.ids().filter(|&op| self.waiting[op.index()] == 0 && !self.is_done(op))
    }

    /// The pairs that would lack synchronisation if the call came next, in that way.
    fn lacking(&self, op: OpId, takes: &[Pair]) -> SmallVec<[Pair; 1]> {
        let Search { history, sync, .. } = self.search;
        // Nobody relies on what a call has taken that does not return.
        let lacks = |&(from, by): &Pair| {
            !history.operation(by).is_pending() && !history.reach().contains(from.index(), by.index())
        };
        let mut lacking: SmallVec<[Pair; 1]> = match sync {
            Sync::None => SmallVec::new(),
            _ => takes.iter().copied().filter(lacks).collect(),
        };
        if sync > Sync::Takes {
            let asks = |&earlier: &OpId| sync.asks(self.roles[earlier.index()], self.roles[op.index()]);
            let more = self.order.iter().filter(|op| asks(op)).map(|&earlier| (earlier, op));
            lacking.extend(more.filter(lacks).filter(|pair| !takes.contains(pair)));
        }
        lacking
    }

    /// What can come next in a state.
    fn node(&self, state: M::State) -> Node<M::State> {
        let Search { history, sync, missing: allowed, .. } = self.search;
        let (mut moves, mut ways) = (Vec::new(), Vec::new());
        for op in self.ready() {
            let operation = history.operation(op);
            ways.clear();
            match operation.outcome {
                Outcome::Failed => ways.push(Way::to(state.clone())),
                _ => self.machine.ways(&state, op, &mut ways),
            }
            for Way { next, takes } in ways.drain(..) {
                if operation.is_pending() && next == state {
                    continue;
                }
                let missing = self.lacking(op, &takes);
                let is_free = missing.is_empty() && sync <= Sync::Takes;
                if self.missing.len() + missing.len() > allowed {
                    continue;
                }
                moves.push(Move { op, next, missing });
                if is_free && self.only_looks[op.index()] {
                    moves.drain(..moves.len() - 1);
                    return Node { state, moves };
                }
            }
        }
        moves.reverse();
        Node { state, moves }
    }
}
