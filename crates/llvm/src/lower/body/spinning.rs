//! Loops of the C++ library that poll a fixed number of times before they wait: here they poll once.
//!
//! Polling again and reading the same value changes nothing, and reading the awaited value in a later iteration leads
//! to the same state as reading it in the first. So executions with one iteration represent all others, and no error
//! needs more iterations.

use raddle_ir::Operand;

use super::{Body, Operands};

/// `std::__detail::__atomic_spin<…>`, and its number of iterations.
const SPIN_FUNCTION: &str = "_ZNSt8__detail13__atomic_spinI";
const SPIN_ITERATIONS: u64 = 16;

impl Body<'_, '_> {
    /// The bound that a counter is compared with; 1 if it is the bound of such a loop.
    pub(crate) fn spin_bound(&self, limit: Operands) -> Operands {
        let is_limit = limit[..] == [Operand::Const(SPIN_ITERATIONS)];
        if is_limit && self.world.linked.function_name(self.index).starts_with(SPIN_FUNCTION) {
            return [Operand::Const(1)].into();
        }
        limit
    }
}
