//! One-time initialisation. The control word is 0 at first, 1 while the function runs, 2 afterwards.

use raddle_graph::Mode;
use raddle_ir::BinaryOp;

use super::code::{Code, INT, argument, int};
use super::table::{LibraryFunction, function};

const RUNNING: u64 = 1;
const DONE: u64 = 2;

pub(super) const TABLE: &[LibraryFunction] =
    &[function("pthread_once", 2, pthread_once), function("call_once", 2, call_once)];

fn pthread_once(code: &mut Code<'_>) {
    run_once(code);
    code.ret(int(0));
}

fn call_once(code: &mut Code<'_>) {
    run_once(code);
    code.ret_void();
}

/// A thread that finds the function running waits until it is done.
fn run_once(code: &mut Code<'_>) {
    let word = code.compare_exchange(argument(0), 0, RUNNING, (Mode::Acq, Mode::Acq));
    let settled = code.binary(BinaryOp::Ne, INT, word, RUNNING);
    code.require(settled);
    let first = code.not(word);
    code.when(first, |code| {
        // If it throws, the control word is reset, so that the next call runs it again.
        let (_, exception) = code.call_catching(argument(1), &[]);
        code.when_thrown(exception, |code, exception| {
            code.store(argument(0), 0, Mode::Rel, INT);
            code.throw(exception);
        });
        code.store(argument(0), DONE, Mode::Rel, INT);
    });
}
