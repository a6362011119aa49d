//! Loops of the C++ library that look a fixed number of times before they wait in earnest: once is enough here.
//!
//! Looking again and finding the same is always possible, and changes nothing; finding what one waits for after a few
//! rounds is what finding it at once is, later. So an execution with one round stands for those with more, and there is
//! no error that only more rounds would show.

use raddle_ir::Operand;

use super::{Body, Value};

/// `std::__detail::__atomic_spin<…>`, and how often it looks.
const SPIN: &str = "_ZNSt8__detail13__atomic_spinI";
const ROUNDS: u64 = 16;

impl Body<'_, '_> {
    /// The number with which another is compared, less if it is that of the rounds of such a loop.
    pub(crate) fn fewer_rounds(&self, limit: Value) -> Value {
        let is_limit = limit[..] == [Operand::Const(ROUNDS)];
        if is_limit && self.world.linked.function_name(self.index).starts_with(SPIN) {
            return [Operand::Const(1)].into();
        }
        limit
    }
}
