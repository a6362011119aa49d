//! Time. Each thread has a clock, in nanoseconds. Whenever it looks at it, a day may have passed, or nothing; a shared word holds
//! the latest time after such a day, so that no thread that knows of another's time sees an earlier one. Time also passes for
//! a thread that sleeps, or waits until a deadline; others are told of that when it looks at its clock.
//!
//! Every clock of the system is this one. Whether a wait ends in time does not depend on the clock (both cases are
//! explored), but a thread whose wait timed out must observe that its deadline has passed. Programs that never read the
//! time have no clock.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, Instr, LATEST_TIME, Operand, Reg, SpuriousKind, UpdateKind};

use super::code::{Code, INT, WORD, argument, int};
use super::table::{LibraryFunction, function, refused};

const NO_CPU_CLOCKS: &str = "CPU time is not modelled";

pub(super) const TABLE: &[LibraryFunction] = &[
    function("clock_gettime", 2, get_time).borrows(&[1]),
    function("clock_getres", 2, get_resolution).borrows(&[1]),
    function("timespec_get", 2, timespec_get).borrows(&[0]),
    function("gettimeofday", 2, time_of_day).borrows(&[0, 1]),
    function(CYCLE_COUNTER, 0, cycles),
    function("time", 1, time).borrows(&[0]),
    function("sleep", 1, sleep).borrows(&[0]),
    function("usleep", 1, sleep_micro).borrows(&[0]),
    function("nanosleep", 2, sleep_nano).borrows(&[0, 1]),
    function("thrd_sleep", 2, sleep_nano).borrows(&[0, 1]),
    function("clock_nanosleep", 4, sleep_until).borrows(&[2, 3]),
    refused("clock", NO_CPU_CLOCKS),
    refused("times", NO_CPU_CLOCKS),
    refused("getrusage", NO_CPU_CLOCKS),
    refused("pthread_getcpuclockid", NO_CPU_CLOCKS),
    refused("clock_getcpuclockid", NO_CPU_CLOCKS),
];

/// Functions that read the time.
pub(super) const TIME_FUNCTIONS: [&str; 5] = ["clock_gettime", "timespec_get", "gettimeofday", "time", CYCLE_COUNTER];

/// Reads the counter of the processor, which counts nanoseconds.
pub(crate) const CYCLE_COUNTER: &str = "__rdtsc";

/// The time at which every thread starts, in seconds: later than times that programs take for the past.
const START_SECONDS: u64 = 1_700_000_000;
/// The maximum time of a clock, in seconds.
const MAX_SECONDS: u64 = 1 << 32;
const NANOSECONDS_PER_SECOND: u64 = 1_000_000_000;
const ABSOLUTE: u64 = 1;
/// How much time passes without a reason, in nanoseconds: more than programs wait for something.
const DAY: u64 = 24 * 60 * 60 * NANOSECONDS_PER_SECOND;

/// The time of the thread's clock.
fn own(code: &mut Code<'_>) -> Reg {
    let dst = code.register();
    code.emit(Instr::Clock { dst });
    dst
}

fn advance(code: &mut Code<'_>, to: Reg) {
    code.emit(Instr::AdvanceClock { to: to.into() });
}

/// Makes a time the latest, if none is later: the latest before.
fn publish(code: &mut Code<'_>, latest: u64, time: Reg) -> Reg {
    let before = code.register();
    code.emit(Instr::Update {
        kind: UpdateKind::UMax,
        addr: latest.into(),
        value: time.into(),
        mode: Mode::Rlx,
        width: WORD,
        old: Some(before),
    });
    before
}

/// Lets time pass, or not; then the thread's clock is not earlier than what it knows of the others'.
fn look(code: &mut Code<'_>) {
    let others = code.library_variable(LATEST_TIME, 8);
    let way = code.spurious(SpuriousKind::Time);
    let passes = code.equal(way, 1);
    code.when(passes, |code| {
        let own = own(code);
        let later = code.add(own, DAY);
        let before = publish(code, others, later);
        advance(code, later);
        let behind = code.add(before, 1);
        advance(code, behind);
        code.ret_void();
    });
    let stays = code.not(way);
    code.when(stays, |code| {
        let latest = code.load(others, Mode::Rlx, WORD);
        // A clock that was looked at is not at 0: see `Instr::Spurious`.
        let now = code.add(latest, 1);
        let own = own(code);
        let is_ahead = code.below(now, own);
        code.when(is_ahead, |code| {
            // It slept, or waited: others that it tells of its time must not see an earlier one.
            publish(code, others, own);
        });
        advance(code, now);
    });
    code.ret_void();
}

/// The time of the clock, as seconds and nanoseconds.
fn now(code: &mut Code<'_>) -> (Reg, Reg) {
    let look = code.helper("(a look at a clock)", 0, look);
    code.call(look, &[]);
    let passed = own(code);
    let seconds = code.binary(BinaryOp::UDiv, WORD, passed, NANOSECONDS_PER_SECOND);
    let rest = code.binary(BinaryOp::URem, WORD, passed, NANOSECONDS_PER_SECOND);
    (code.add(seconds, START_SECONDS), rest)
}

/// The content of a `struct timespec`.
fn timespec(code: &mut Code<'_>, at: Operand) -> (Reg, Reg) {
    let seconds = code.load(at, Mode::Na, WORD);
    let second = code.add(at, 8);
    (seconds, code.load(second, Mode::Na, WORD))
}

/// A time in nanoseconds, limited to the maximum.
fn total(code: &mut Code<'_>, seconds: Reg, rest: Reg) -> Reg {
    let near = code.below(seconds, MAX_SECONDS);
    let seconds = code.select(near, seconds, MAX_SECONDS);
    let whole = code.binary(BinaryOp::Mul, WORD, seconds, NANOSECONDS_PER_SECOND);
    code.add(whole, rest)
}

/// Advances the clock to at least the time in a `struct timespec`.
pub(super) fn advance_to(code: &mut Code<'_>, deadline: Operand) {
    if !code.library.uses(&TIME_FUNCTIONS) {
        return;
    }
    let (seconds, rest) = timespec(code, deadline);
    let since = code.binary(BinaryOp::Sub, WORD, seconds, START_SECONDS);
    let ahead = code.binary(BinaryOp::Sle, WORD, 0, since);
    code.when(ahead, |code| {
        let until = total(code, since, rest);
        advance(code, until);
    });
}

/// Advances the clock by the time in a `struct timespec`.
pub(super) fn advance_by(code: &mut Code<'_>, time: Operand) {
    if code.library.uses(&TIME_FUNCTIONS) {
        let (seconds, rest) = timespec(code, time);
        let time = total(code, seconds, rest);
        pass(code, time);
    }
}

/// Advances the clock by nanoseconds.
fn pass(code: &mut Code<'_>, time: Reg) {
    if code.library.uses(&TIME_FUNCTIONS) {
        let now = own(code);
        let later = code.add(now, time);
        advance(code, later);
    }
}

fn store_pair(code: &mut Code<'_>, at: Operand, first: Reg, second: Reg) {
    code.store(at, first, Mode::Na, WORD);
    let behind = code.add(at, 8);
    code.store(behind, second, Mode::Na, WORD);
}

fn get_time(code: &mut Code<'_>) {
    let (seconds, rest) = now(code);
    store_pair(code, argument(1), seconds, rest);
    code.ret(int(0));
}

fn cycles(code: &mut Code<'_>) {
    let (seconds, rest) = now(code);
    let whole = code.binary(BinaryOp::Mul, WORD, seconds, NANOSECONDS_PER_SECOND);
    let cycles = code.add(whole, rest);
    code.ret(cycles);
}

fn get_resolution(code: &mut Code<'_>) {
    code.when(argument(1), |code| {
        let (zero, one) = (code.variable(0), code.variable(1));
        store_pair(code, argument(1), zero, one);
    });
    code.ret(int(0));
}

fn timespec_get(code: &mut Code<'_>) {
    let (seconds, rest) = now(code);
    store_pair(code, argument(0), seconds, rest);
    code.ret(argument(1));
}

fn time_of_day(code: &mut Code<'_>) {
    let (seconds, rest) = now(code);
    let micro = code.binary(BinaryOp::UDiv, WORD, rest, 1000);
    store_pair(code, argument(0), seconds, micro);
    code.ret(int(0));
}

fn time(code: &mut Code<'_>) {
    let (seconds, _) = now(code);
    code.when(argument(0), |code| code.store(argument(0), seconds, Mode::Na, WORD));
    code.ret(seconds);
}

fn sleep(code: &mut Code<'_>) {
    let time = code.binary(BinaryOp::Mul, WORD, argument(0), NANOSECONDS_PER_SECOND);
    pass(code, time);
    code.ret(int(0));
}

fn sleep_micro(code: &mut Code<'_>) {
    let time = code.binary(BinaryOp::Mul, WORD, argument(0), 1000);
    pass(code, time);
    code.ret(int(0));
}

fn sleep_nano(code: &mut Code<'_>) {
    advance_by(code, argument(0));
    code.ret(int(0));
}

fn sleep_until(code: &mut Code<'_>) {
    let absolute = code.binary(BinaryOp::And, INT, argument(1), ABSOLUTE);
    code.when(absolute, |code| {
        advance_to(code, argument(2));
        code.ret(int(0));
    });
    advance_by(code, argument(2));
    code.ret(int(0));
}
