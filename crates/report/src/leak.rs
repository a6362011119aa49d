//! Leaks: heap blocks that are still allocated when the program ends, and to which nothing points any more.
//!
//! Memory that static variables still lead to is not a leak: a program that ends need not take its data apart.

use std::collections::HashSet;

use raddle_explore::{Final, LiveObject};
use raddle_graph::Address;
use raddle_ir::{Place, Program, State};

/// Addresses are below this; what is above is a tag, or the size of the location.
const ADDRESS: u64 = (1 << 47) - 1;

/// The blocks that are leaked in an execution which ran to its end, in the order of their allocation.
pub(crate) fn leaked(program: &Program, found: &dyn Final<State>) -> Vec<LiveObject> {
    let mut blocks = found.live_objects();
    blocks.retain(|block| is_heap(program, block.base));
    if blocks.is_empty() {
        return blocks;
    }
    blocks.sort_by_key(|block| block.allocated);
    // A pointer behind the last byte still is a pointer to the block.
    let block_at = |value: u64| {
        let value = value & ADDRESS;
        blocks.iter().position(|block| {
            let base = block.base.0 & ADDRESS;
            (base..=base + block.size).contains(&value)
        })
    };
    let memory = found.final_memory();
    let mut reached: HashSet<Option<usize>> = HashSet::from([None]);
    let mut grown = true;
    while grown {
        grown = false;
        for &(addr, value) in &memory {
            // What lies in no live block is static, or dead and then never written again: freed blocks keep nothing alive.
            let holder = block_at(addr.0);
            if holder.is_none() && is_heap(program, addr) {
                continue;
            }
            if reached.contains(&holder)
                && let Some(block) = block_at(value)
            {
                grown |= reached.insert(Some(block));
            }
        }
    }
    let mut index = 0;
    blocks.retain(|_| {
        index += 1;
        !reached.contains(&Some(index - 1))
    });
    blocks
}

fn is_heap(program: &Program, addr: Address) -> bool {
    matches!(program.place(addr), Place::Heap { .. })
}
