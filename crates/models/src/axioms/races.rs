//! Data races: two conflicting accesses of different threads, at least one of them non-atomic, unordered by
//! happens-before (RC11, section 3). They do not depend on coherence.

use raddle_graph::{EventId, Mode};

use super::happens_before::Modes;
use super::{Candidate, Node};
use crate::ModelName;

/// Every data race, the lower event first, in order. Under `sc` and `ra` every atomic access synchronises as acquire or
/// release; models of machines know no races.
pub fn races(candidate: &Candidate, model: ModelName) -> Vec<(EventId, EventId)> {
    let modes = match model {
        ModelName::Rc11 => Modes::as_labelled(candidate),
        ModelName::Rc20 | ModelName::Xmm => Modes::rc20(candidate),
        ModelName::Ra | ModelName::Sc => Modes::release_acquire(candidate),
        // Models of machines know no races; the kernel's has its own, which its cat file flags.
        ModelName::Tso
        | ModelName::Pso
        | ModelName::Imm
        | ModelName::Armv8
        | ModelName::Armv82018
        | ModelName::Armv7
        | ModelName::Power
        | ModelName::Riscv
        | ModelName::Ztso
        | ModelName::Lkmm => return Vec::new(),
    };
    let hb = modes.happens_before(candidate);
    let accesses = &candidate.reads | &candidate.writes;
    let non_atomic = candidate.with_mode(|mode| mode == Mode::Na);
    let conflicting =
        (accesses.times(&candidate.writes) | candidate.writes.times(&accesses)) & &candidate.loc & &candidate.external;
    let racing =
        (conflicting.restrict_domain(&non_atomic) | conflicting.restrict_range(&non_atomic)) - &hb - hb.inverse();
    let mut result: Vec<(EventId, EventId)> = racing
        .pairs()
        .filter_map(|(a, b)| match (candidate.node(a), candidate.node(b)) {
            (Node::Event(a), Node::Event(b)) if a < b => Some((a, b)),
            _ => None,
        })
        .collect();
    result.sort_unstable();
    result
}
