//! Leaks: heap blocks that are still allocated when the program ends, and to which nothing points any more.
//!
//! Memory that static variables still lead to is not a leak: a program that ends need not take its data apart.

use std::collections::HashSet;

use raddle_explore::{FinalGraph, LiveObject};
use raddle_graph::Address;
use raddle_ir::{Place, Program, State};

/// The blocks that are leaked in an execution which ran to its end, in the order of their allocation.
pub(crate) fn leaked(program: &Program, found: &dyn FinalGraph<State>) -> Vec<LiveObject> {
    let mut live = found.live_objects();
    if live.is_empty() {
        return live;
    }
    live.sort_by_key(|object| object.allocated);
    // A pointer behind the last byte still is a pointer to the object.
    let object_at = |value: u64| {
        let value = Program::untagged(value);
        live.iter().position(|object| {
            let base = Program::untagged(object.base.0);
            (base..=base + object.size).contains(&value)
        })
    };
    let is_heap = |object: &LiveObject| matches!(program.place(object.base), Place::Heap { .. });
    // What static variables, those of the first thread and local ones that are still there lead to. Other threads have
    // ended, and what is freed leads nowhere.
    let mut reached: HashSet<usize> = (0..live.len()).filter(|&index| !is_heap(&live[index])).collect();
    let is_root = |addr: Address| match program.place(addr) {
        Place::Static { .. } => true,
        Place::ThreadLocal { thread, .. } => thread.0 == 0,
        Place::Heap { .. } | Place::Stack { .. } | Place::Function { .. } | Place::Nowhere => false,
    };
    let pointers: Vec<(bool, Option<usize>, usize)> = found
        .final_memory()
        .into_iter()
        .flat_map(|(addr, value)| {
            // A word of 16 bytes may hold two pointers.
            let values = if Program::location_bytes(addr) == 16 { program.halves(value) } else { [value; 2] };
            values.map(|value| (addr, value))
        })
        .filter_map(|(addr, value)| Some((is_root(addr), object_at(addr.0), object_at(value)?)))
        .collect();
    let mut grown = true;
    while grown {
        grown = false;
        for &(root, holder, target) in &pointers {
            if root || holder.is_some_and(|holder| reached.contains(&holder)) {
                grown |= reached.insert(target);
            }
        }
    }
    let lost = (0..live.len()).filter(|index| !reached.contains(index));
    lost.map(|index| live[index]).collect()
}
