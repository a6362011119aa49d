//! The lives of synchronisation objects: none may be initialised a second time before it is destroyed.
//!
//! An initialised object has a mark in a word that nothing else uses. Only its initialisation and its destruction access that
//! word. The mark depends on the address, so that a copy of the bytes is no initialised object. What has a static initialiser
//! has no mark: it cannot be told from fresh memory.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg};

use super::code::{Code, INT, WORD};

/// What is mixed with an address to make a mark.
const MARK: u64 = 0x5f3a_91c7;
/// The bit of an address at which its region begins, and the regions of stacks. Where the compiler does not say when the life of a
/// variable begins (a `goto` or `switch` past the declaration, compound literals), it may keep the mark of an earlier life. An
/// address does not tell which these are: if a program has such variables, all on the stack are left out. See `layout` in `raddle_ir`.
const REGION_BIT: u64 = 44;
const FIRST_STACK_REGION: u64 = 4;
const STACK_REGIONS: u64 = 2;

/// The smallest object with a mark, in bytes: a semaphore or a barrier.
pub(crate) const MIN_OBJECT_BYTES: u64 = 32;

/// The functions that initialise objects with marks.
pub(super) const INITIALISERS: &[&str] = &[
    "pthread_mutex_init",
    "pthread_cond_init",
    "pthread_rwlock_init",
    "pthread_barrier_init",
    "sem_init",
    "mtx_init",
    "cnd_init",
];

/// Calls `body` with the address of the mark and with the mark, unless the object may keep that of an earlier life.
fn with_mark(code: &mut Code<'_>, object: Operand, offset: u64, body: impl FnOnce(&mut Code<'_>, Reg, Reg)) {
    let body = |code: &mut Code<'_>| {
        let place = code.add(object, offset);
        let mark = code.binary(BinaryOp::Xor, INT, object, MARK);
        body(code, place, mark);
    };
    if code.library.lives_are_known() {
        return body(code);
    }
    let region = code.binary(BinaryOp::LShr, WORD, object, REGION_BIT);
    let distance = code.binary(BinaryOp::Sub, WORD, region, FIRST_STACK_REGION);
    let elsewhere = code.below(STACK_REGIONS - 1, distance);
    code.when(elsewhere, body);
}

/// Begins the life of the object whose mark has this offset; fails with the message if it has begun before.
pub(super) fn begin(code: &mut Code<'_>, object: Operand, offset: u64, kind: FailureKind, message: &str) {
    with_mark(code, object, offset, |code, place, mark| {
        let before = code.register();
        code.emit(Instr::LoadRaw { dst: before, addr: place.into(), width: INT });
        let again = code.equal(before, mark);
        code.fail_if(again, kind, message);
        code.store(place, mark, Mode::Na, INT);
    });
}

/// Ends the life of the object whose mark has this offset.
pub(super) fn end(code: &mut Code<'_>, object: Operand, offset: u64) {
    with_mark(code, object, offset, |code, place, _| code.store(place, 0, Mode::Na, INT));
}
