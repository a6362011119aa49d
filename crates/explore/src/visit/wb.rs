//! `wb` mode: executions up to program order and reads-from. Reads take any source for which some coherence order exists;
//! `sequential_run` and `writes_before` decide that for models whose axioms speak of one location at a time, `witness`
//! searches for an order where they do not.

mod sequential_run;
mod witness;
mod writes_before;

pub(super) use sequential_run::Witness;
pub(super) use witness::{CoherenceOrders, witness};
