//! Invariants of every parsed module: names are resolved, types fit, blocks end with terminators.

mod files;

use raddle_llvm::{Function, InstructionKind, Module, Operand, Origin, TypeId};

fn check_function(module: &Module, function: &Function, file: &str) {
    let name = &module.symbol(function.header.symbol).name;
    for (i, local) in function.locals.iter().enumerate() {
        match local.origin {
            Origin::Parameter(index) => assert_eq!(index as usize, i, "{file} @{name}"),
            Origin::Instruction(block, index) => {
                let result = function.block(block).instructions[index as usize].result.unwrap();
                assert_eq!(result.index(), i, "{file} @{name}");
            }
        }
    }
    for block in &function.blocks {
        assert!(!block.instructions.is_empty(), "{file} @{name}");
        for (i, instruction) in block.instructions.iter().enumerate() {
            let last = i + 1 == block.instructions.len();
            assert_eq!(instruction.kind.is_terminator(), last, "{file} @{name} %{}", block.name.as_str());
            instruction.kind.for_each_operand(|operand| match operand {
                Operand::Local(local) => assert!(local.index() < function.locals.len()),
                Operand::Constant(constant) => assert!(constant.index() < module.constants.len()),
                Operand::Metadata(node) => assert!(node.index() < module.metadata.len()),
            });
            for successor in instruction.kind.successors() {
                assert!(successor.index() < function.blocks.len());
            }
            check_types(module, function, &instruction.kind);
        }
    }
}

fn check_types(module: &Module, function: &Function, kind: &InstructionKind) {
    let of = |operand: &Operand| module.type_of(function, *operand);
    match kind {
        InstructionKind::Binary { operands, .. } => assert_eq!(of(&operands[0]), of(&operands[1])),
        InstructionKind::Load { ty, .. } => assert!(module.layout(*ty).is_some()),
        InstructionKind::Store { value, .. } => assert!(module.layout(of(value)).is_some()),
        InstructionKind::CondBr { condition, .. } => assert_eq!(of(condition), TypeId::I1),
        InstructionKind::Ret(Some(value)) => assert_eq!(of(value), function.result),
        InstructionKind::Ret(None) => assert_eq!(function.result, TypeId::VOID),
        _ => {}
    }
}

#[test]
fn names_are_resolved_and_blocks_end() {
    for (file, text) in files::files() {
        let module = Module::parse(&file, text).unwrap_or_else(|error| panic!("{error}"));
        for function in &module.functions {
            check_function(&module, function, &file);
        }
    }
}

#[test]
fn sizes_are_those_of_the_debug_information() {
    let mut compared = 0;
    for (file, text) in files::files() {
        let module = Module::parse(&file, text).unwrap();
        for global in &module.globals {
            let name = &module.symbol(global.header.symbol).name;
            // Vtables are described as the pointers to them.
            if name.starts_with("_ZTV") {
                continue;
            }
            let size = module.debug().global(global).and_then(|variable| module.debug().size(variable.ty?));
            if let (Some(bits), Some(layout)) = (size, module.layout(global.ty)) {
                assert_eq!(layout.size * 8, bits, "{file} @{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared}");
}

#[test]
fn all_versions_of_clang_tell_the_same_variables() {
    let variables = |file: &str| {
        let (_, text) = files::files().into_iter().find(|(name, _)| name == file).unwrap();
        let module = Module::parse(file, text).unwrap();
        let debug = module.debug();
        let mut variables = Vec::new();
        for function in &module.functions {
            for (storage, variable) in debug.locals(function) {
                let is_slot = matches!(storage, Operand::Local(_));
                let ty = debug.type_name(variable.ty);
                variables.push(format!("{ty} {} {is_slot} {:?}", variable.name, debug.function_name(function)));
            }
        }
        variables.sort();
        variables
    };
    for program in ["atomics", "language"] {
        let oldest = variables(&format!("{program}.clang15.ll"));
        assert!(oldest.len() > 5);
        assert_eq!(oldest, variables(&format!("{program}.clang19.ll")));
        assert_eq!(oldest, variables(&format!("{program}.clang22.ll")));
    }
}
