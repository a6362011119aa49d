//! Source locations, variables and members are found in the compilers' debug information.

mod files;

use raddle_llvm::{InstructionKind, Module, Operand};

fn module(name: &str) -> Module {
    let (_, text) = files::files().into_iter().find(|(file, _)| file == name).unwrap();
    Module::parse(name, text).unwrap()
}

#[test]
fn an_instruction_knows_its_place() {
    for name in ["atomics.clang15.ll", "atomics.clang19.ll", "atomics.clang22.ll"] {
        let module = module(name);
        let push = module.function("push").unwrap();
        let exchange = push
            .blocks
            .iter()
            .flat_map(|block| &block.instructions)
            .find(|instruction| matches!(&instruction.kind, InstructionKind::CmpXchg(it) if it.weak))
            .unwrap();
        let place = module.debug().instruction(exchange).unwrap();
        assert_eq!((&*place.file, place.line, place.function.as_deref()), ("atomics.c", 25, Some("push")), "{name}");
        assert_eq!(place.inlined_at, None);
        assert!(place.column > 0);
    }
}

#[test]
fn inlined_calls_form_a_chain() {
    let module = module("everything.ll");
    let resolver = module.function("resolver").unwrap();
    let chain = module.debug().inline_chain(resolver.blocks[0].instructions[0].debug.unwrap());
    let places: Vec<_> = chain.iter().map(|place| (place.line, place.column, place.function.as_deref())).collect();
    assert_eq!(places, [(7, 2, Some("callee")), (70, 20, Some("callee"))]);
    assert_eq!((&*chain[0].file, &*chain[0].directory), ("every.c", "dir"));
}

#[test]
fn variables_and_members_have_their_names() {
    let module = module("language.clang22.ll");
    let debug = module.debug();
    let packet = debug.global(module.global("packet").unwrap()).unwrap();
    assert_eq!((&*packet.name, debug.type_name(packet.ty)), ("packet", "struct packet".to_owned()));
    let members = debug.members(packet.ty.unwrap());
    let shown: Vec<_> = members.iter().map(|m| (&*m.name, m.offset, m.size, debug.type_name(m.ty))).collect();
    assert_eq!(
        shown,
        [
            ("tag", 0, 8, "char".to_owned()),
            ("length", 8, 64, "long".to_owned()),
            ("payload", 72, 64, "union both[2]".to_owned()),
        ]
    );
    let path = |byte| debug.path(packet.ty.unwrap(), byte);
    assert_eq!([0, 3, 9, 13].map(path), [".tag", ".length", ".payload[0].f", ".payload[1].f"]);
    assert_eq!(path(1000), "");
    let bits = debug.global(module.global("global_bits").unwrap()).unwrap();
    let fields = debug.members(bits.ty.unwrap());
    assert!(fields[0].bit_field && fields[1].bit_field && !fields[2].bit_field);
    assert_eq!((fields[1].offset, fields[1].size), (3, 13));
    let matrix = debug.global(module.global("matrix").unwrap()).unwrap();
    assert_eq!(debug.path(matrix.ty.unwrap(), 4 * (4 + 2)), "[1][2]");
}

#[test]
fn a_stack_slot_is_a_variable() {
    let module = module("language.clang15.ll");
    let sum = module.function("sum").unwrap();
    let locals: Vec<_> = module.debug().locals(sum).collect();
    let names: Vec<_> = locals.iter().map(|(_, variable)| (&*variable.name, variable.parameter)).collect();
    assert_eq!(names, [("count", 1), ("list", 0), ("total", 0), ("i", 0)]);
    let Operand::Local(slot) = locals[0].0 else { panic!("not a local") };
    assert_eq!(sum.local(slot).name.as_str(), "count.addr");
    assert_eq!(module.debug().local(sum, locals[2].0).unwrap().name, "total");
}

#[test]
fn circles_in_debug_information_have_an_end() {
    let text = "
        @x = global i32 0, !dbg !0
        define void @f() !dbg !3 {
          ret void, !dbg !4
        }
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
        !1 = !DIGlobalVariable(name: \"x\", type: !2, line: 99999999999)
        !2 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !5)
        !3 = !DISubprogram(name: \"f\", scope: !3)
        !4 = !DILocation(line: 1, scope: !6, inlinedAt: !4)
        !5 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", elements: !7, size: 8)
        !6 = !DILexicalBlock(scope: !6)
        !7 = !{!8, !9, null, i32 5}
        !8 = !DIDerivedType(tag: DW_TAG_member, baseType: !5)
        !9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9)
        !10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !11)
        !11 = !{!12, !12, !12, !12}
        !12 = !DISubrange(count: 9223372036854775807)";
    let module = Module::parse("circle.ll", text).unwrap();
    let debug = module.debug();
    let ty = debug.global(&module.globals[0]).unwrap().ty.unwrap();
    assert_eq!(debug.type_name(Some(ty)), "t");
    debug.path(ty, 0);
    debug.path(module.metadata.numbered(10).unwrap(), u64::MAX / 8);
    debug.type_name(module.metadata.numbered(9));
    let instruction = &module.functions[0].blocks[0].instructions[0];
    assert!(debug.inline_chain(instruction.debug.unwrap()).len() <= 64);
    assert_eq!(debug.instruction(instruction).unwrap().function, None);
    let _ = module.to_string();
}
