//! Barriers.
//!
//! The first four bytes hold the number of threads of a round, 0 after destruction; the next four count arrivals, and
//! the next four the completed rounds; four at byte 16 are its mark (see `life`). If the result of waiting is not used, a barrier is one event of its own kind,
//! without an order of arrivals.

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
    if !code.library.barriers_are_events() {
        for word in [ARRIVALS_OFFSET, ROUNDS_OFFSET] {
            let place = code.add(argument(0), word);
            code.store(place, 0, Mode::Na, INT);
        }
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
    if code.library.barriers_are_events() {
        let round = code.register();
        code.emit(Instr::BarrierArrive { barrier: argument(0), round });
        code.emit(Instr::BarrierDepart { barrier: argument(0), round: round.into(), count: count.into() });
        code.ret(int(0));
    } else {
        count_arrival(code, count);
    }
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
