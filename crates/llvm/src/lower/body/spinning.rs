//! Loops of the C++ library that poll a fixed number of times before they wait: here they poll once.
//!
//! Polling again and reading the same value changes nothing, and reading the awaited value in a later iteration leads
//! to the same state as reading it in the first. So executions with one iteration represent all others, and no error
//! needs more iterations.

use raddle_ir::Operand;

use super::{Body, Value};

/// `std::__detail::__atomic_spin<…>`, and its number of iterations.
const SPIN: &str = "_ZNSt8__detail13__atomic_spinI";
const ROUNDS: u64 = 16;

impl Body<'_, '_> {
    /// The bound that a counter is compared with; 1 if it is the bound of such a loop.
    pub(crate) fn fewer_rounds(&self, limit: Value) -> Value {
        let is_limit = limit[..] == [Operand::Const(ROUNDS)];
        if is_limit && self.world.linked.function_name(self.index).starts_with(SPIN) {
            return [Operand::Const(1)].into();
        }
        limit
    }
}
