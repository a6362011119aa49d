; Written by hand: what compilers write rarely, or only for other targets.
source_filename = "every\22thing.c"
target datalayout = "e-m:e-p1:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:7"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl \22label\22"
module asm "nop"

$any_group = comdat any
$"quoted group" = comdat nodeduplicate

%opaque = type opaque
%pair = type { i8, %inner }
%inner = type <{ i16, [3 x i24], <4 x i1> }>
%"quoted type" = type { %pair, ptr addrspace(1) }
%0 = type { ptr, i32 }

@zero = global %pair zeroinitializer, align 8
@"quoted name" = private unnamed_addr constant [6 x i8] c"a\22\5C\\\00\FF", section "s", align 1
@0 = internal constant [2 x i16] [i16 -1, i16 65535]
@1 = common dso_local local_unnamed_addr global i32 0, comdat($any_group), code_model "large", no_sanitize_address, sanitize_memtag, align 4
@external = external dso_local global i32
@weak = extern_weak hidden thread_local(initialexec) addrspace(1) externally_initialized global i32
@tls = thread_local(localdynamic) global i64 u0x10, !dbg !0
@floats = global { half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 } { half 0xH3C00, bfloat 0xR3F80, float 0x3FB99999A0000000, double -1.500000e+00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000 }
@packed = global <{ i8, i32 }> <{ i8 1, i32 -2 }>
@vector = global <4 x i32> <i32 1, i32 undef, i32 poison, i32 4>
@splat = global <4 x i32> splat (i32 7)
@wide = global i256 115792089237316195423570985008687907853269984665640564039457584007913129639935
@truth = global [2 x i1] [i1 true, i1 false]
@expressions = global [9 x ptr] [ptr getelementptr inbounds nuw (%pair, ptr @zero, i64 0, i32 1, i32 1, i64 2), ptr inttoptr (i64 add nsw (i64 ptrtoint (ptr @zero to i64), i64 8) to ptr), ptr dso_local_equivalent @callee, ptr no_cfi @callee, ptr blockaddress(@control, %"a block"), ptr select (i1 icmp eq (ptr @zero, ptr null), ptr @zero, ptr @tls), ptr getelementptr (i8, ptr @alias, i64 xor (i64 1, i64 3)), ptr ptrauth (ptr @callee, i32 2, i64 1234), ptr getelementptr inbounds ({ [3 x ptr] }, ptr @table, i32 0, inrange i32 0, i32 2)]
@table = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @expressions, ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @table, i32 0, i32 0, i32 2)] }
@spaced = addrspace(1) global ptr addrspace(1) addrspacecast (ptr @zero to ptr addrspace(1))
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @callee, ptr null }]

@alias = weak_odr hidden alias i8, getelementptr inbounds (i8, ptr @zero, i64 1)
@alias2 = alias i32 (ptr, ...), ptr @callee, partition "part"
@chosen = ifunc i32 (ptr, ...), ptr @resolver

declare !dbg !3 noundef signext i32 @callee(ptr noundef nonnull readonly align 8 captures(ret: address, provenance) dereferenceable(8) %0, ...) local_unnamed_addr #0

declare fastcc range(i32 0, 5) i32 @attributes(ptr byval(%pair) align 8, ptr sret({ i32, i32 }) %out, i32 inreg "custom"="value", ptr initializes((0, 4), (8, 12)) nocapture, float nofpclass(nan inf), ptr swiftself) nounwind memory(argmem: readwrite, inaccessiblemem: none) allocsize(0, 1) "thunk" section "text" partition "p" comdat($any_group) align 16 gc "shadow-stack" prefix i32 1 prologue i8 -112

define internal ptr @resolver() unnamed_addr addrspace(0) personality ptr @callee !dbg !3 !prof !9 {
  ret ptr @callee, !dbg !4
}

define linkonce_odr hidden x86_64_sysvcc void @memory(ptr %p, ptr addrspace(1) %q, i64 %n) #0 {
entry:
  %slot = alloca %pair, i64 %n, align 16
  %spaced = alloca i8, align 1, addrspace(1)
  %a = load atomic volatile i32, ptr %p syncscope("singlethread") acquire, align 4
  %b = load volatile i32, ptr addrspace(1) %q, align 4, !tbaa !9, !range !{i32 0, i32 5}
  store atomic i32 %a, ptr %p unordered, align 4
  store volatile <2 x ptr> zeroinitializer, ptr %slot, align 1
  %c = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope("agent") acq_rel monotonic, align 4
  %d = extractvalue { i32, i1 } %c, 1
  %e = atomicrmw volatile umax ptr %p, i32 1 release, align 4
  %f = atomicrmw fmaximum ptr %p, float 1.0 seq_cst, align 4
  %g = atomicrmw uinc_wrap ptr %p, i32 8 syncscope("workgroup") monotonic
  %h = atomicrmw xchg ptr %p, ptr %slot seq_cst, align 8
  fence syncscope("singlethread") seq_cst
  %i = getelementptr inbounds nusw nuw %pair, ptr %slot, i64 %n, i32 1
  %j = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
  #dbg_value(!DIArgList(ptr %p, i64 %n), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1), !4)
  #dbg_declare(ptr %slot, !7, !DIExpression(), !DILocation(line: 9, column: 1, scope: !3))
  #dbg_label(!8, !4)
  ret void
}

define <4 x i32> @compute(<4 x i32> %v, i32 %x, double %y) {
  %1 = add nuw nsw i32 %x, 1
  %2 = or disjoint i32 %1, 2
  %3 = zext nneg i32 %2 to i64
  %4 = udiv exact i64 %3, 3
  %5 = icmp samesign ult i64 %4, 5
  %6 = fadd nnan ninf nsz arcp contract afn reassoc double %y, 1.0
  %7 = fneg fast double %6
  %8 = fcmp fast une double %7, 0x7FF0000000000000
  %9 = select fast i1 %8, double %6, double %7
  %10 = icmp sgt <4 x i32> %v, zeroinitializer
  %11 = select <4 x i1> %10, <4 x i32> %v, <4 x i32> splat (i32 -1)
  %12 = insertelement <4 x i32> %11, i32 %x, i64 0
  %13 = extractelement <4 x i32> %12, i32 %x
  %14 = shufflevector <4 x i32> %12, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
  %15 = shufflevector <2 x i32> %14, <2 x i32> undef, <4 x i32> zeroinitializer
  %16 = freeze i32 %13
  %17 = trunc nuw nsw i32 %16 to i8
  %18 = insertvalue { i8, [2 x i8] } undef, i8 %17, 1, 1, !dbg !4
  %19 = va_arg ptr null, i32
  %30 = uitofp nneg i32 %19 to float
  %31 = bitcast <4 x i32> %15 to i128
  ret <4 x i32> %15
}

define i32 @control(i32 %x, ptr %f) personality ptr @callee {
  switch i32 %x, label %"a block" [
    i32 0, label %1
    i32 -1, label %many
  ]

1:                                                ; preds = %0
  %2 = tail call fastcc i32 (ptr, ...) %f(ptr noundef nonnull @zero, i32 %x) #1 [ "deopt"(i32 %x, ptr null), "align"() ]
  %3 = call noundef i32 inttoptr (i64 4096 to ptr)(i32 %x) nounwind
  call void asm sideeffect alignstack inteldialect unwind "mov \22a\22, $0", "r,~{memory}"(i32 %2)
  notail call void @llvm.write_register.i32(metadata !9, i32 %3)
  call addrspace(0) void @llvm.dbg.value(metadata i32 %x, metadata !7, metadata !DIExpression()), !dbg !4
  call i32 @attributes(ptr byval(%pair) align 8 @zero, ptr sret({ i32, i32 }) %f, i32 0, ptr null, float nofpclass(nan) 0.0, ptr undef)
  indirectbr ptr %f, [label %"a block", label %many]

"a block":
  %phi = phi i32 [ %x, %0 ], [ %4, %1 ], [ %phi, %"a block" ], !dbg !4
  %landed = invoke i32 @callee(ptr null) to label %"a block" unwind label %pad, !dbg !4

pad:
  %caught = landingpad { ptr, i32 }
          cleanup
          catch ptr @zero
          catch ptr null
          filter [1 x ptr] [ptr @zero]
  resume { ptr, i32 } %caught

many:
  callbr void asm sideeffect "# ${0:l}", "!i"() to label %windows [label %pad2]

pad2:
  br i1 poison, label %windows, label %end

windows:
  %switch = catchswitch within none [label %handler, label %end] unwind to caller

handler:
  %catch = catchpad within %switch [ptr null, i32 64, ptr null]
  %clean = cleanuppad within none []
  catchret from %catch to label %end

end:
  unreachable
  uselistorder i32 %x, { 1, 0 }
}

declare void @llvm.write_register.i32(metadata, i32)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare target("spirv.Image", void, 1) @image(<vscale x 4 x i32>, x86_mmx, token)

uselistorder ptr @zero, { 1, 0, 2 }

attributes #0 = { nounwind memory(none) alignstack=16 uwtable(sync) "frame-pointer"="all" "no-value" }
attributes #1 = { noreturn allockind("alloc,zeroed") vscale_range(1,16) }

!named.stuff = !{!0, !3}
!llvm.ident = !{}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tls", scope: null, file: !2, line: 3, type: !5, isLocal: false, isDefinition: true)
!2 = !DIFile(filename: "every.c", directory: "dir", checksumkind: CSK_MD5, checksum: "0")
!3 = distinct !DISubprogram(name: "callee", scope: !2, file: !2, line: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: null)
!4 = !DILocation(line: 7, column: 2, scope: !6, inlinedAt: !10, isImplicitCode: true)
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!6 = distinct !DILexicalBlockFile(scope: !3, file: !2, discriminator: 0)
!7 = !DILocalVariable(name: "local", arg: 1, scope: !3, file: !2, line: 2, type: !5)
!8 = !DIUnknownToUs(some: thing | other, list: {!1, !2}, text: "x\22y", number: 99999999999999999999, neg: -4)
!9 = !{!"text", i32 7, ptr @zero, null, !{}, double 1.0, [2 x i8] c"ab", %pair zeroinitializer, !DIExpression(DW_OP_deref)}
!10 = distinct !DILocation(line: 70, column: 20, scope: !3)

^0 = module: (path: "x.o", hash: (1, 2, 3))
^1 = gv: (name: "zero") ; guid = 5
