//! The judge of the search: every order of the calls, tried on objects written as plainly as possible.

use raddle_specs::{History, Object, OpId, Operation, Outcome, Sync, Thread};

/// A pair of calls of which the second relies on the first.
pub type Pair = (usize, usize);

/// The state of any object. Each uses the part that it needs.
#[derive(Clone, Default)]
pub struct State {
    /// Values inside, the oldest first, and who put them in.
    items: Vec<(i64, usize)>,
    /// Keys with their values, and who put them in.
    entries: Vec<(i64, i64, usize)>,
    number: i64,
    /// Who wrote, unlocked or ran last.
    last: Option<usize>,
    holder: Option<Thread>,
    readers: Vec<Thread>,
    reads_since: Vec<usize>,
    /// Tokens, with who brought them.
    tokens: Vec<Option<usize>>,
    round: Vec<usize>,
}

impl State {
    /// The state of an object at first.
    pub fn new(object: &str, initial: i64) -> State {
        let tokens = if object == "semaphore" { vec![None; initial as usize] } else { Vec::new() };
        State { number: initial, tokens, ..State::default() }
    }

    /// Every state in which a call with this outcome leaves this one, with what it relies on.
    fn after(
        &self,
        object: &str,
        initial: i64,
        history: &History,
        op: usize,
        outcome: Outcome,
    ) -> Vec<(State, Vec<Pair>)> {
        let Operation { thread, name, arguments, .. } = &history.operations()[op];
        let argument = arguments.first().copied();
        let (weak, object) = object.strip_prefix("weak-").map_or((false, object), |object| (true, object));
        let mut next = self.clone();
        let mut results = Vec::new();
        if outcome == Outcome::Failed {
            return vec![(next, vec![])];
        }
        let flag = |value: bool| outcome == Outcome::Value(i64::from(value));
        match (object, name.as_str()) {
            ("queue" | "stack" | "bag" | "deque" | "channel", _) => {
                if let Some(value) = argument {
                    next.items.push((value, op));
                    results.extend((outcome == Outcome::Void).then_some((next, vec![])));
                } else if outcome == Outcome::Empty && name != "recv" {
                    results.extend((weak || next.items.is_empty()).then_some((next, vec![])));
                } else {
                    for place in 0..self.items.len() {
                        let is_end = match (object, name.as_str()) {
                            ("bag", _) => true,
                            ("stack", _) | (_, "take") => place == self.items.len() - 1,
                            _ => place == 0,
                        };
                        let (value, by) = self.items[place];
                        if is_end && outcome == Outcome::Value(value) {
                            let mut next = self.clone();
                            next.items.remove(place);
                            results.push((next, vec![(by, op)]));
                        }
                    }
                }
            }
            ("register", "write") => {
                (next.number, next.last) = (arguments[0], Some(op));
                results.extend((outcome == Outcome::Void).then_some((next, vec![])));
            }
            ("register", "read") if outcome == Outcome::Value(self.number) => {
                results.push((next, self.last.map(|last| (last, op)).into_iter().collect()));
            }
            ("register", "cas") if arguments[0] == self.number && flag(true) => {
                (next.number, next.last) = (arguments[1], Some(op));
                results.push((next, self.last.map(|last| (last, op)).into_iter().collect()));
            }
            ("register", "cas") if arguments[0] != self.number && flag(false) => results.push((next, vec![])),
            ("counter", _) => {
                next.number += match name.as_str() {
                    "add" => arguments[0],
                    "inc" => 1,
                    "dec" => -1,
                    _ => 0,
                };
                let fits = outcome == Outcome::Value(self.number) || (outcome == Outcome::Void && name != "get");
                results.extend(fits.then_some((next, vec![])));
            }
            ("set" | "map", _) => {
                let key = arguments[0];
                let found = self.entries.iter().position(|entry| entry.0 == key);
                let says = match (object, outcome) {
                    (_, Outcome::Void) => name != "has" && name != "get",
                    ("set", _) if name == "add" => flag(found.is_none()),
                    ("set", _) => flag(found.is_some()),
                    (_, outcome) => outcome == found.map_or(Outcome::Empty, |at| Outcome::Value(self.entries[at].1)),
                };
                if says {
                    let by = found.map(|at| self.entries[at].2).filter(|_| outcome != Outcome::Void);
                    match (name.as_str(), found) {
                        ("add", None) => next.entries.push((key, 0, op)),
                        ("put", _) => {
                            next.entries.retain(|entry| entry.0 != key);
                            next.entries.push((key, arguments[1], op));
                        }
                        ("remove", Some(at)) => drop(next.entries.remove(at)),
                        _ => {}
                    }
                    results.push((next, by.map(|by| (by, op)).into_iter().collect()));
                }
            }
            ("mutex", "unlock") if next.holder == Some(*thread) && outcome == Outcome::Void => {
                (next.holder, next.last) = (None, Some(op));
                results.push((next, vec![]));
            }
            ("mutex", "lock" | "trylock") => {
                let taken = if name == "lock" { outcome == Outcome::Void } else { flag(true) };
                if taken && self.holder.is_none() {
                    next.holder = Some(*thread);
                    results.push((next, self.last.map(|last| (last, op)).into_iter().collect()));
                } else if name == "trylock" && flag(false) && self.holder.is_some() {
                    results.push((next, vec![]));
                }
            }
            ("rwlock", "rdlock" | "tryrdlock" | "wrlock" | "trywrlock") => {
                let writes = name.contains("wr");
                let is_open = self.holder.is_none() && (!writes || self.readers.is_empty());
                let tries = name.starts_with("try");
                if is_open && if tries { flag(true) } else { outcome == Outcome::Void } {
                    let mut takes: Vec<_> = self.last.map(|last| (last, op)).into_iter().collect();
                    if writes {
                        next.holder = Some(*thread);
                        takes.extend(next.reads_since.drain(..).map(|read| (read, op)));
                    } else {
                        next.readers.push(*thread);
                    }
                    results.push((next, takes));
                } else if !is_open && tries && flag(false) {
                    results.push((next, vec![]));
                }
            }
            ("rwlock", _) if outcome == Outcome::Void => {
                if name != "rdunlock" && self.holder == Some(*thread) {
                    (next.holder, next.last) = (None, Some(op));
                    results.push((next, vec![]));
                } else if name != "wrunlock" && self.readers.contains(thread) {
                    let at = self.readers.iter().position(|reader| reader == thread).unwrap();
                    next.readers.remove(at);
                    next.reads_since.push(op);
                    results.push((next, vec![]));
                }
            }
            ("semaphore", "post") => {
                next.tokens.push(Some(op));
                results.extend((outcome == Outcome::Void).then_some((next, vec![])));
            }
            ("semaphore", _) => {
                let taken = if name == "wait" { outcome == Outcome::Void } else { flag(true) };
                for place in (0..self.tokens.len()).filter(|_| taken) {
                    let mut next = self.clone();
                    let by = next.tokens.remove(place);
                    results.push((next, by.map(|by| (by, op)).into_iter().collect()));
                }
                if name == "trywait" && self.tokens.is_empty() && flag(false) {
                    results.push((next, vec![]));
                }
            }
            ("once", _) if outcome == Outcome::Void || flag(self.last.is_none()) => {
                next.last = self.last.or(Some(op));
                results.push((next, self.last.map(|last| (last, op)).into_iter().collect()));
            }
            // Whether a round can be one is asked when it is full.
            ("barrier", _) => {
                next.round.push(op);
                let takes = self.round.iter().flat_map(|&other| [(other, op), (op, other)]).collect();
                if next.round.len() == initial as usize {
                    next.round.clear();
                }
                if matches!(outcome, Outcome::Void | Outcome::Value(0 | 1)) {
                    results.push((next, takes));
                }
            }
            _ => {}
        }
        results
    }
}

/// What is tried after a call: with the state that it left, what was done, and what relies on what.
type Continuation<'a, 'b> = dyn FnMut(&mut Brute<'a>, &State, &mut Vec<(usize, Outcome)>, &mut Vec<Pair>) + 'b;

/// Finds the least number of pairs that lack synchronisation in any legal order; `None` if there is no order.
pub struct Brute<'a> {
    pub object: &'a Object,
    pub history: &'a History,
    pub sync: Sync,
    name: &'a str,
    initial: i64,
    best: Option<usize>,
}

fn inserts(name: &str, operation: &Operation, outcome: Outcome) -> bool {
    let made = match operation.name.as_str() {
        "enq" | "push" | "put" | "send" | "try_send" | "write" | "post" => true,
        "add" => name == "set" && outcome != Outcome::Value(0),
        "cas" => outcome == Outcome::Value(1),
        _ => false,
    };
    made && outcome != Outcome::Failed
}

fn removes(name: &str, operation: &Operation, outcome: Outcome) -> bool {
    let is_removal = match operation.name.as_str() {
        "deq" | "pop" | "take" | "steal" | "recv" | "try_recv" | "remove" | "trywait" => true,
        "wait" => name == "semaphore",
        _ => false,
    };
    let nothing = matches!(outcome, Outcome::Failed | Outcome::Empty);
    let no = outcome == Outcome::Value(0) && (name == "set" || name == "semaphore");
    is_removal && !nothing && !no
}

impl<'a> Brute<'a> {
    pub fn new(object: &'a Object, name: &'a str, initial: i64, history: &'a History, sync: Sync) -> Brute<'a> {
        Brute { object, history, sync, name, initial, best: None }
    }

    /// The least number of pairs that lack synchronisation.
    pub fn least_missing(mut self) -> Option<usize> {
        let start = State::new(self.name, self.initial);
        self.go(&start, &mut Vec::new(), &mut Vec::new());
        self.best
    }

    /// Does the object accept the calls in this order, with this many pairs that lack synchronisation or fewer?
    pub fn accepts(mut self, order: &[OpId], missing: usize) -> bool {
        let start = State::new(self.name, self.initial);
        let all_there = self.history.ids().all(|op| order.contains(&op) || self.history.operation(op).is_pending());
        let in_order = |(at, &op): (usize, &OpId)| {
            order[at + 1..].iter().all(|later| !self.history.before().contains(later.index(), op.index()))
        };
        let fits = order.iter().enumerate().all(in_order);
        self.follow(&start, order, &mut Vec::new(), &mut Vec::new());
        all_there && fits && self.best.is_some_and(|best| best <= missing)
    }

    fn outcomes(&self, op: usize) -> Vec<Outcome> {
        match self.history.operations()[op].outcome {
            Outcome::Pending => {
                let values = (-2..=12).map(Outcome::Value);
                let all = [Outcome::Void, Outcome::Empty].into_iter().chain(values);
                let operation = &self.history.operations()[op];
                let fits = |&outcome: &Outcome| self.object.fits(&Operation { outcome, ..operation.clone() }).is_ok();
                all.filter(fits).collect()
            }
            outcome => vec![outcome],
        }
    }

    fn follow(&mut self, state: &State, rest: &[OpId], done: &mut Vec<(usize, Outcome)>, takes: &mut Vec<Pair>) {
        let Some((first, rest)) = rest.split_first() else {
            return self.finish(state, done, takes);
        };
        self.each(state, first.index(), done, takes, &mut |brute, next, done, takes| {
            brute.follow(next, rest, done, takes)
        });
    }

    fn go(&mut self, state: &State, done: &mut Vec<(usize, Outcome)>, takes: &mut Vec<Pair>) {
        self.finish(state, done, takes);
        for op in 0..self.history.operations().len() {
            let is_done = |op: usize| done.iter().any(|(other, _)| *other == op);
            let is_ready = (0..self.history.operations().len())
                .all(|other| is_done(other) || !self.history.before().contains(other, op));
            if !is_done(op) && is_ready {
                self.each(state, op, done, takes, &mut |brute, next, done, takes| brute.go(next, done, takes));
            }
        }
    }

    fn each(
        &mut self,
        state: &State,
        op: usize,
        done: &mut Vec<(usize, Outcome)>,
        takes: &mut Vec<Pair>,
        then: &mut Continuation<'a, '_>,
    ) {
        for outcome in self.outcomes(op) {
            for (next, more) in state.after(self.name, self.initial, self.history, op, outcome) {
                let length = takes.len();
                takes.extend(more);
                done.push((op, outcome));
                then(self, &next, done, takes);
                done.pop();
                takes.truncate(length);
            }
        }
    }

    fn finish(&mut self, state: &State, done: &[(usize, Outcome)], takes: &[Pair]) {
        let is_done = |op: usize| done.iter().any(|(other, _)| *other == op);
        let all_done =
            (0..self.history.operations().len()).all(|op| is_done(op) || self.history.operations()[op].is_pending());
        if !all_done || !state.round.is_empty() || !self.rounds_are_possible(done) {
            return;
        }
        let mut pairs: Vec<Pair> = if self.sync == Sync::None { Vec::new() } else { takes.to_vec() };
        for (at, &(later, outcome)) in done.iter().enumerate() {
            for &(earlier, earlier_outcome) in &done[..at] {
                let (one, other) = (&self.history.operations()[earlier], &self.history.operations()[later]);
                let both_insert = inserts(self.name, one, earlier_outcome) && inserts(self.name, other, outcome);
                let both_remove = removes(self.name, one, earlier_outcome) && removes(self.name, other, outcome);
                let asked = match self.sync {
                    Sync::None | Sync::Takes => false,
                    Sync::Inserts => both_insert,
                    Sync::Removes => both_remove,
                    Sync::Both => both_insert || both_remove,
                    Sync::All => true,
                };
                if asked {
                    pairs.push((earlier, later));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let lacks = |&&(from, by): &&Pair| {
            !self.history.operations()[by].is_pending() && !self.history.reach().contains(from, by)
        };
        let missing = pairs.iter().filter(lacks).count();
        self.best = Some(self.best.map_or(missing, |best| best.min(missing)));
    }

    /// Do the calls of each round of a barrier overlap, and does at most one say that it leads, and exactly one if all say something?
    fn rounds_are_possible(&self, done: &[(usize, Outcome)]) -> bool {
        if self.name != "barrier" {
            return true;
        }
        let met: Vec<_> = done.iter().filter(|(_, outcome)| *outcome != Outcome::Failed).copied().collect();
        met.chunks(self.initial as usize).all(|round| {
            let overlap = round.iter().all(|&(a, _)| round.iter().all(|&(b, _)| !self.history.before().contains(a, b)));
            let leaders = round.iter().filter(|(_, outcome)| *outcome == Outcome::Value(1)).count();
            let followers = round.iter().filter(|(_, outcome)| *outcome == Outcome::Value(0)).count();
            overlap && leaders <= 1 && followers < round.len()
        })
    }
}
