//! Undoes what markers of scopes do to control flow.
//!
//! Asked for markers, clang leaves a scope through one block that ends the lives of its variables: each way out stores a number
//! and jumps there, and a switch over the number goes on. Programs have to keep the control flow that they would have without
//! markers, loops and branches above all, so each way out gets the ends of lives that it passes, and jumps where it leads. Blocks
//! that do more, such as calling a destructor, are there without markers, too, and stay.

use crate::lower::analysis::address::{Bulk, bulk, number};
use crate::text::ids::{BlockId, ConstantId, LocalId};
use crate::text::instr::{Instruction, InstructionKind, Operand};
use crate::text::module::{Function, Local, LocalName, Module};

/// The name of the variable in which clang keeps the number.
const DESTINATION: &str = "cleanup.dest.slot";

/// Straightens the ways out of scopes in all functions.
pub(crate) fn straighten(module: &mut Module) {
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        let named = |local: &Local| matches!(&local.name, LocalName::Name(name) if **name == *DESTINATION);
        if let Some(slot) = function.locals.iter().position(named) {
            straighten_function(module, function, LocalId::new(slot));
        }
    }
    module.functions = functions;
}

fn straighten_function(module: &Module, function: &mut Function, slot: LocalId) {
    for from in 0..function.blocks.len() {
        let Some(number) = stored(module, function, from, slot) else { continue };
        let Some(way) = way_out(module, function, from, slot, number) else { continue };
        let Some(end) = function.blocks[from].instructions.pop() else { unreachable!("a block has an end") };
        let kind = InstructionKind::Br(way.to);
        function.blocks[from].instructions.extend(way.ends);
        function.blocks[from].instructions.push(Instruction { kind, ..end });
        for instruction in &mut function.blocks[way.to.index()].instructions {
            let InstructionKind::Phi { incoming } = &mut instruction.kind else { break };
            if let Some((value, _)) = incoming.iter().find(|(_, block)| *block == way.last).copied() {
                *incoming = incoming.iter().copied().chain([(value, BlockId::new(from))]).collect();
            }
        }
    }
}

/// The number that a block stores last, if it then jumps.
fn stored(module: &Module, function: &Function, block: usize, slot: LocalId) -> Option<u64> {
    let instructions = &function.blocks[block].instructions;
    let Some(Instruction { kind: InstructionKind::Br(_), .. }) = instructions.last() else { return None };
    let last = instructions.iter().rev().find_map(|it| match it.kind {
        InstructionKind::Store { value, pointer, .. } if pointer == Operand::Local(slot) => Some(number(module, value)),
        _ => None,
    });
    last?
}

/// A way out of scopes.
struct WayOut {
    /// The markers that it passes.
    ends: Vec<Instruction>,
    /// The last block that it passes.
    last: BlockId,
    /// Where it leads.
    to: BlockId,
}

/// Follows the jump at the end of a block through those that only end lives, as far as the last switch.
fn way_out(module: &Module, function: &Function, from: usize, slot: LocalId, chosen: u64) -> Option<WayOut> {
    let Some(Instruction { kind: InstructionKind::Br(first), .. }) = function.blocks[from].instructions.last() else {
        return None;
    };
    let (mut at, mut ends, mut found) = (*first, Vec::new(), None);
    // No way passes a block twice.
    for _ in 0..function.blocks.len() {
        let instructions = &function.blocks[at.index()].instructions;
        let markers = instructions.iter().take_while(|it| is_end(module, it)).count();
        ends.extend(instructions[..markers].iter().cloned());
        let to = match &instructions[markers..] {
            [Instruction { kind: InstructionKind::Br(to), .. }] => *to,
            [load, switch] => {
                let Some(to) = switched(module, load, switch, slot, chosen) else { break };
                let is_used = |block: &InstructionKind| {
                    let InstructionKind::Phi { incoming } = block else { return false };
                    incoming.iter().any(|(value, _)| load.result.map(Operand::Local) == Some(*value))
                };
                if !function.blocks[to.index()].instructions.iter().any(|it| is_used(&it.kind)) {
                    found = Some(WayOut { ends: ends.clone(), last: at, to });
                }
                to
            }
            _ => break,
        };
        at = to;
    }
    found
}

/// Is it a marker of the end of a life?
fn is_end(module: &Module, instruction: &Instruction) -> bool {
    let call = match &instruction.kind {
        InstructionKind::Call(call) => bulk(module, call),
        _ => None,
    };
    matches!(call, Some(Bulk::End(_)))
}

/// Where a switch over the number goes.
fn switched(module: &Module, load: &Instruction, switch: &Instruction, slot: LocalId, chosen: u64) -> Option<BlockId> {
    match (&load.kind, &switch.kind) {
        (InstructionKind::Load { pointer, .. }, InstructionKind::Switch { value, default, cases })
            if *pointer == Operand::Local(slot) && load.result.map(Operand::Local) == Some(*value) =>
        {
            let is_chosen = |case: &&(ConstantId, BlockId)| number(module, Operand::Constant(case.0)) == Some(chosen);
            Some(cases.iter().find(is_chosen).map_or(*default, |case| case.1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two ways out of a scope, and of the loop around it.
    const LOOP: &str = "
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i32 @f(i1 %c) {
entry:
  %x = alloca i32
  %cleanup.dest.slot = alloca i32
  br label %body
body:
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  br i1 %c, label %leave, label %stay
leave:
  store i32 2, ptr %cleanup.dest.slot
  br label %cleanup
stay:
  store i32 0, ptr %cleanup.dest.slot
  br label %outer
outer:
  br label %cleanup
cleanup:
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  %d = load i32, ptr %cleanup.dest.slot
  switch i32 %d, label %never [
    i32 0, label %body
    i32 2, label %end
  ]
end:
  %r = phi i32 [ 7, %cleanup ]
  ret i32 %r
never:
  unreachable
}
";

    #[test]
    fn each_way_out_leads_where_it_would_without_markers() {
        let mut module = Module::parse("t.ll", LOOP).unwrap();
        straighten(&mut module);
        let function = module.function("f").unwrap();
        let block = |name: &str| {
            let named = |block: &&crate::text::module::Block| block.name == LocalName::Name(name.into());
            function.blocks.iter().find(named).unwrap()
        };
        for (from, to) in [("leave", "end"), ("stay", "body")] {
            let [.., end, jump] = &block(from).instructions[..] else { panic!("{from} has no end") };
            assert!(is_end(&module, end), "{from}");
            let InstructionKind::Br(target) = jump.kind else { panic!("{from} does not jump") };
            assert_eq!(function.blocks[target.index()].name, LocalName::Name(to.into()));
        }
        let InstructionKind::Phi { incoming } = &block("end").instructions[0].kind else { panic!("the phi stays") };
        assert_eq!(incoming.len(), 2);
        assert_eq!(incoming[0].0, incoming[1].0);
    }

    #[test]
    fn blocks_that_do_more_stay() {
        let text = LOOP.replace("  %d = load", "  store i32 1, ptr %x\n  %d = load");
        let mut module = Module::parse("t.ll", &*text).unwrap();
        let before = module.functions.clone();
        straighten(&mut module);
        assert_eq!(module.functions, before);
    }
}
