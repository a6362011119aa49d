//! Barriers.
//!
//! The first four bytes hold the number of threads of a round, 0 after destruction; four at byte 16 are its mark (see `life`).
//!
//! Threads arrive and depart by events of their own kind, without an order of arrivals. If the program uses the result of
//! waiting, which tells one thread of each round that it is the serial one, the four bytes at 8 count the rounds that
//! have their serial thread: the first thread to count a round is its serial thread, the others only see that somebody was.
//!
//! If more threads use a barrier than it takes, which of them meet is open. Then arrivals are counted in the four bytes at 4,
//! in order, and completed rounds in those at 8.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Reg, UpdateKind};

use super::code::{Code, INT, argument, int};
use super::life;
use super::table::{LibraryFunction, function, nothing};

const ARRIVALS_OFFSET: u64 = 4;
const ROUNDS_OFFSET: u64 = 8;
const MARK_OFFSET: u64 = 16;
const EINVAL: i32 = 22;
const SERIAL_THREAD: i32 = -1;

pub(super) const TABLE: &[LibraryFunction] = &[
    function("pthread_barrier_init", 3, init).borrows(&[1]),
    function("pthread_barrier_destroy", 1, destroy),
    function("pthread_barrier_wait", 1, wait),
    nothing("pthread_barrierattr_init"),
    nothing("pthread_barrierattr_destroy"),
    nothing("pthread_barrierattr_setpshared"),
];

fn init(code: &mut Code<'_>) {
    let nobody = code.not(argument(2));
    code.when(nobody, |code| code.ret(int(EINVAL)));
    let message = "a barrier is initialised that is initialised already";
    life::begin(code, argument(0), MARK_OFFSET, FailureKind::Barrier, message);
    code.store(argument(0), argument(2), Mode::Na, INT);
    let words: &[u64] = match code.library.barrier_reduction {
        true if code.library.barrier_results_are_ignored() => &[],
        true => &[ROUNDS_OFFSET],
        false => &[ARRIVALS_OFFSET, ROUNDS_OFFSET],
    };
    for &word in words {
        let place = code.add(argument(0), word);
        code.store(place, 0, Mode::Na, INT);
    }
    code.ret(int(0));
}

fn destroy(code: &mut Code<'_>) {
    parties(code);
    code.store(argument(0), 0, Mode::Na, INT);
    life::end(code, argument(0), MARK_OFFSET);
    code.ret(int(0));
}

/// The number of threads of a round.
fn parties(code: &mut Code<'_>) -> Reg {
    let count = code.load(argument(0), Mode::Na, INT);
    let none = code.not(count);
    code.fail_if(none, FailureKind::Barrier, "the barrier was never initialised, or is destroyed");
    count
}

fn wait(code: &mut Code<'_>) {
    let count = parties(code);
    if code.library.barrier_reduction {
        let is_serial = (!code.library.barrier_results_are_ignored()).then(|| claim_round(code));
        let round = code.register();
        code.emit(Instr::BarrierArrive { barrier: argument(0), round });
        code.emit(Instr::BarrierDepart { barrier: argument(0), round: round.into(), count: count.into() });
        if let Some(is_serial) = is_serial {
            code.when(is_serial, |code| code.ret(int(SERIAL_THREAD)));
        }
        code.ret(int(0));
    } else {
        count_arrival(code, count);
    }
}

/// Whether this thread is the first to count the round. It reads the number of earlier rounds, which all have their serial
/// threads before it gets here, or one more if another thread was first; anything else if the barrier was initialised again.
/// This comes before the arrival: who has left the barrier may free it.
fn claim_round(code: &mut Code<'_>) -> Reg {
    let rounds = code.add(argument(0), ROUNDS_OFFSET);
    let round = code.register();
    code.emit(Instr::BarrierRound { dst: round, barrier: argument(0) });
    let next = code.binary(BinaryOp::Add, INT, round, 1);
    let before = code.compare_exchange(rounds, round, next, (Mode::Rlx, Mode::Rlx));
    let is_first = code.equal(before, round);
    let is_known = code.equal(before, next);
    let is_other = code.binary(BinaryOp::Or, INT, is_first, is_known);
    let is_other = code.not(is_other);
    code.when(is_other, |code| code.emit(Instr::BarrierCrowded { barrier: argument(0) }));
    is_first
}

/// The last thread to arrive completes the round; the others wait for that. They wait for a separate word, because the
/// number of arrivals may change again before they read it.
fn count_arrival(code: &mut Code<'_>, count: Reg) {
    let (arrivals, rounds) = (code.add(argument(0), ARRIVALS_OFFSET), code.add(argument(0), ROUNDS_OFFSET));
    let before = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::Add,
        addr: arrivals.into(),
        value: 1.into(),
        mode: Mode::AcqRel,
        width: INT,
        old: Some(before),
    });
    let round = code.binary(BinaryOp::UDiv, INT, before, count);
    let now = code.binary(BinaryOp::Add, INT, before, 1);
    let next = code.binary(BinaryOp::UDiv, INT, now, count);
    let last = code.binary(BinaryOp::Ne, INT, next, round);
    code.when(last, |code| {
        // The maximum: if more threads use the barrier than it takes, rounds may overtake each other here.
        code.emit(Instr::Update {
            kind: UpdateKind::UMax,
            addr: rounds.into(),
            value: next.into(),
            mode: Mode::Rel,
            width: INT,
            old: None,
        });
        code.ret(int(SERIAL_THREAD));
    });
    let complete = code.load(rounds, Mode::Acq, INT);
    let passed = code.binary(BinaryOp::Ult, INT, round, complete);
    code.require(passed);
    code.ret(int(0));
}
