//! The lives of synchronisation objects: none may be initialised a second time before it is destroyed.
//!
//! An initialised object has a mark in a word that nothing else uses. Only its initialisation and its destruction access that
//! word. The mark depends on the address, so that a copy of the bytes is no initialised object. What has a static initialiser
//! has no mark: it cannot be told from fresh memory.

use raddle_graph::Mode;
use raddle_ir::{BinaryOp, FailureKind, Instr, Operand, Reg};

use super::code::{Code, INT};

/// What is mixed with an address to make a mark.
const MARK: u64 = 0x5f3a_91c7;

/// The address of the mark, and the mark.
fn mark(code: &mut Code<'_>, object: Operand, offset: u64) -> (Reg, Reg) {
    let place = code.add(object, offset);
    (place, code.binary(BinaryOp::Xor, INT, object, MARK))
}

/// Begins the life of the object whose mark has this offset; fails with the message if it has begun before.
pub(super) fn begin(code: &mut Code<'_>, object: Operand, offset: u64, kind: FailureKind, message: &str) {
    let (place, mark) = mark(code, object, offset);
    let before = code.register();
    code.emit(Instr::LoadRaw { dst: before, addr: place.into(), width: INT });
    let again = code.equal(before, mark);
    code.fail_if(again, kind, message);
    code.store(place, mark, Mode::Na, INT);
}

/// Ends the life of the object whose mark has this offset.
pub(super) fn end(code: &mut Code<'_>, object: Operand, offset: u64) {
    let (place, _) = mark(code, object, offset);
    code.store(place, 0, Mode::Na, INT);
}
