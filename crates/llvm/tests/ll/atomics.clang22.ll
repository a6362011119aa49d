; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

@counter = dso_local global i64 7, align 8, !dbg !0
@mine = dso_local thread_local global i32 3, align 4, !dbg !19
@main.node = internal global { i32, [4 x i8], ptr } { i32 42, [4 x i8] zeroinitializer, ptr null }, align 8, !dbg !21
@flag = dso_local global i32 0, align 4, !dbg !33
@port = dso_local global i32 0, align 4, !dbg !36
@total = dso_local global double 0.000000e+00, align 8, !dbg !39
@wide = dso_local global i128 0, align 16, !dbg !43
@top = internal global ptr null, align 8, !dbg !47

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !23 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %threads, !58, !DIExpression(), !64)
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !65
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @writer, ptr noundef @main.node), !dbg !66
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !67
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !68
    #dbg_declare(ptr %i, !69, !DIExpression(), !71)
  store i32 0, ptr %i, align 4, !dbg !71
  br label %for.cond, !dbg !72

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !73
  %cmp = icmp slt i32 %0, 2, !dbg !75
  br i1 %cmp, label %for.body, label %for.end, !dbg !76

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %i, align 4, !dbg !77
  %idxprom = sext i32 %1 to i64, !dbg !78
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 %idxprom, !dbg !78
  %2 = load i64, ptr %arrayidx3, align 8, !dbg !78
  %call4 = call i32 @pthread_join(i64 noundef %2, ptr noundef null), !dbg !79
  br label %for.inc, !dbg !79

for.inc:                                          ; preds = %for.body
  %3 = load i32, ptr %i, align 4, !dbg !80
  %inc = add nsw i32 %3, 1, !dbg !80
  store i32 %inc, ptr %i, align 4, !dbg !80
  br label %for.cond, !dbg !81, !llvm.loop !82

for.end:                                          ; preds = %for.cond
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine), !dbg !85
  %5 = load i32, ptr %4, align 4, !dbg !85
  ret i32 %5, !dbg !86
}

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @writer(ptr noundef %argument) #0 !dbg !87 {
entry:
  %argument.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i64, align 8
  %atomic-temp = alloca i64, align 8
  %.atomictmp2 = alloca i64, align 8
  %atomic-temp3 = alloca i64, align 8
  %.atomictmp4 = alloca i32, align 4
  %atomic-temp5 = alloca i32, align 4
  %.atomictmp6 = alloca i32, align 4
  %atomic-temp7 = alloca i32, align 4
  %.atomictmp8 = alloca i32, align 4
  %atomic-temp9 = alloca i32, align 4
  %.atomictmp10 = alloca i32, align 4
  %atomic-temp11 = alloca i32, align 4
  %.atomictmp12 = alloca i64, align 8
  %atomic-temp13 = alloca i64, align 8
  %.atomictmp14 = alloca i64, align 8
  %atomic-temp15 = alloca i64, align 8
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !90, !DIExpression(), !91)
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !92
  call void @push(ptr noundef %0), !dbg !93
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine), !dbg !94
  %2 = load i32, ptr %1, align 4, !dbg !95
  %add = add nsw i32 %2, 1, !dbg !95
  store i32 %add, ptr %1, align 4, !dbg !95
  store i32 1, ptr %.atomictmp, align 4, !dbg !96
  %3 = load i32, ptr %.atomictmp, align 4, !dbg !96
  store atomic i32 %3, ptr @flag release, align 4, !dbg !96
  store i64 1, ptr %.atomictmp1, align 8, !dbg !97
  %4 = load i64, ptr %.atomictmp1, align 8, !dbg !97
  %5 = atomicrmw add ptr @counter, i64 %4 acq_rel, align 8, !dbg !97
  store i64 %5, ptr %atomic-temp, align 8, !dbg !97
  %6 = load i64, ptr %atomic-temp, align 8, !dbg !97
  store i64 1, ptr %.atomictmp2, align 8, !dbg !98
  %7 = load i64, ptr %.atomictmp2, align 8, !dbg !98
  %8 = atomicrmw sub ptr @counter, i64 %7 monotonic, align 8, !dbg !98
  store i64 %8, ptr %atomic-temp3, align 8, !dbg !98
  %9 = load i64, ptr %atomic-temp3, align 8, !dbg !98
  store i32 4, ptr %.atomictmp4, align 4, !dbg !99
  %10 = load i32, ptr %.atomictmp4, align 4, !dbg !99
  %11 = atomicrmw or ptr @flag, i32 %10 seq_cst, align 4, !dbg !99
  store i32 %11, ptr %atomic-temp5, align 4, !dbg !99
  %12 = load i32, ptr %atomic-temp5, align 4, !dbg !99
  store i32 -5, ptr %.atomictmp6, align 4, !dbg !100
  %13 = load i32, ptr %.atomictmp6, align 4, !dbg !100
  %14 = atomicrmw and ptr @flag, i32 %13 seq_cst, align 4, !dbg !100
  store i32 %14, ptr %atomic-temp7, align 4, !dbg !100
  %15 = load i32, ptr %atomic-temp7, align 4, !dbg !100
  store i32 2, ptr %.atomictmp8, align 4, !dbg !101
  %16 = load i32, ptr %.atomictmp8, align 4, !dbg !101
  %17 = atomicrmw xor ptr @flag, i32 %16 seq_cst, align 4, !dbg !101
  store i32 %17, ptr %atomic-temp9, align 4, !dbg !101
  %18 = load i32, ptr %atomic-temp9, align 4, !dbg !101
  store i32 1, ptr %.atomictmp10, align 4, !dbg !102
  %19 = load i32, ptr %.atomictmp10, align 4, !dbg !102
  %20 = atomicrmw nand ptr @flag, i32 %19 monotonic, align 4, !dbg !102
  store i32 %20, ptr %atomic-temp11, align 4, !dbg !102
  %21 = load i32, ptr %atomic-temp11, align 4, !dbg !102
  store i64 9, ptr %.atomictmp12, align 8, !dbg !103
  %22 = load i64, ptr %.atomictmp12, align 8, !dbg !103
  %23 = atomicrmw max ptr @counter, i64 %22 monotonic, align 8, !dbg !103
  store i64 %23, ptr %atomic-temp13, align 8, !dbg !103
  %24 = load i64, ptr %atomic-temp13, align 8, !dbg !103
  store i64 3, ptr %.atomictmp14, align 8, !dbg !104
  %25 = load i64, ptr %.atomictmp14, align 8, !dbg !104
  %26 = atomicrmw min ptr @counter, i64 %25 monotonic, align 8, !dbg !104
  store i64 %26, ptr %atomic-temp15, align 8, !dbg !104
  %27 = load i64, ptr %atomic-temp15, align 8, !dbg !104
  %atomic-load = load atomic double, ptr @total seq_cst, align 8, !dbg !105
  br label %atomic_op, !dbg !105

atomic_op:                                        ; preds = %atomic_op, %entry
  %28 = phi double [ %atomic-load, %entry ], [ %34, %atomic_op ], !dbg !105
  %add16 = fadd double %28, 5.000000e-01, !dbg !105
  %29 = bitcast double %28 to i64, !dbg !105
  %30 = bitcast double %add16 to i64, !dbg !105
  %31 = cmpxchg ptr @total, i64 %29, i64 %30 seq_cst seq_cst, align 8, !dbg !105
  %32 = extractvalue { i64, i1 } %31, 0, !dbg !105
  %33 = extractvalue { i64, i1 } %31, 1, !dbg !105
  %34 = bitcast i64 %32 to double, !dbg !105
  br i1 %33, label %atomic_cont, label %atomic_op, !dbg !105

atomic_cont:                                      ; preds = %atomic_op
  ret ptr null, !dbg !106
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @reader(ptr noundef %argument) #0 !dbg !107 {
entry:
  %argument.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !108, !DIExpression(), !109)
  fence seq_cst, !dbg !110
  fence syncscope("singlethread") acquire, !dbg !111
  br label %while.cond, !dbg !112

while.cond:                                       ; preds = %while.body, %entry
  %0 = load atomic i32, ptr @flag acquire, align 4, !dbg !113
  store i32 %0, ptr %atomic-temp, align 4, !dbg !113
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !113
  %tobool = icmp ne i32 %1, 0, !dbg !114
  %lnot = xor i1 %tobool, true, !dbg !114
  br i1 %lnot, label %while.body, label %while.end, !dbg !112

while.body:                                       ; preds = %while.cond
  %2 = load volatile i32, ptr @port, align 4, !dbg !115
  %inc = add nsw i32 %2, 1, !dbg !115
  store volatile i32 %inc, ptr @port, align 4, !dbg !115
  br label %while.cond, !dbg !112, !llvm.loop !116

while.end:                                        ; preds = %while.cond
    #dbg_declare(ptr %expected, !117, !DIExpression(), !118)
  store i32 1, ptr %expected, align 4, !dbg !118
  store i32 2, ptr %.atomictmp, align 4, !dbg !119
  %3 = load i32, ptr %expected, align 4, !dbg !119
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !119
  %5 = cmpxchg ptr @flag, i32 %3, i32 %4 seq_cst seq_cst, align 4, !dbg !119
  %6 = extractvalue { i32, i1 } %5, 0, !dbg !119
  %7 = extractvalue { i32, i1 } %5, 1, !dbg !119
  br i1 %7, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !119

cmpxchg.store_expected:                           ; preds = %while.end
  store i32 %6, ptr %expected, align 4, !dbg !119
  br label %cmpxchg.continue, !dbg !119

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.end
  %storedv = zext i1 %7 to i8, !dbg !119
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !119
  %8 = load i8, ptr %cmpxchg.bool, align 1, !dbg !119
  %loadedv = trunc i8 %8 to i1, !dbg !119
  %9 = load i32, ptr %expected, align 4, !dbg !120
  store i32 %9, ptr %.atomictmp1, align 4, !dbg !121
  %10 = load i32, ptr %.atomictmp1, align 4, !dbg !121
  %11 = atomicrmw xchg ptr @flag, i32 %10 acq_rel, align 4, !dbg !121
  store i32 %11, ptr %atomic-temp2, align 4, !dbg !121
  %12 = load i32, ptr %atomic-temp2, align 4, !dbg !121
  %conv = sext i32 %12 to i64, !dbg !122
  %13 = inttoptr i64 %conv to ptr, !dbg !123
  ret ptr %13, !dbg !124
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #2

; Function Attrs: noinline nounwind uwtable
define internal void @push(ptr noundef %node) #0 !dbg !125 {
entry:
  %node.addr = alloca ptr, align 8
  %old = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %.atomictmp1 = alloca ptr, align 8
  %cmpxchg.bool = alloca i8, align 1
  store ptr %node, ptr %node.addr, align 8
    #dbg_declare(ptr %node.addr, !128, !DIExpression(), !129)
    #dbg_declare(ptr %old, !130, !DIExpression(), !131)
  %0 = load atomic i64, ptr @top monotonic, align 8, !dbg !132
  store i64 %0, ptr %atomic-temp, align 8, !dbg !132
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !132
  store ptr %1, ptr %old, align 8, !dbg !131
  br label %do.body, !dbg !133

do.body:                                          ; preds = %cmpxchg.continue, %entry
  %2 = load ptr, ptr %node.addr, align 8, !dbg !134
  %next = getelementptr inbounds nuw %struct.node, ptr %2, i32 0, i32 1, !dbg !136
  %3 = load ptr, ptr %old, align 8, !dbg !137
  store ptr %3, ptr %.atomictmp, align 8, !dbg !138
  %4 = load i64, ptr %.atomictmp, align 8, !dbg !138
  store atomic i64 %4, ptr %next monotonic, align 8, !dbg !138
  br label %do.cond, !dbg !139

do.cond:                                          ; preds = %do.body
  %5 = load ptr, ptr %node.addr, align 8, !dbg !140
  store ptr %5, ptr %.atomictmp1, align 8, !dbg !141
  %6 = load i64, ptr %old, align 8, !dbg !141
  %7 = load i64, ptr %.atomictmp1, align 8, !dbg !141
  %8 = cmpxchg weak ptr @top, i64 %6, i64 %7 release monotonic, align 8, !dbg !141
  %9 = extractvalue { i64, i1 } %8, 0, !dbg !141
  %10 = extractvalue { i64, i1 } %8, 1, !dbg !141
  br i1 %10, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !141

cmpxchg.store_expected:                           ; preds = %do.cond
  store i64 %9, ptr %old, align 8, !dbg !141
  br label %cmpxchg.continue, !dbg !141

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %do.cond
  %storedv = zext i1 %10 to i8, !dbg !141
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !141
  %11 = load i8, ptr %cmpxchg.bool, align 1, !dbg !141
  %loadedv = trunc i8 %11 to i1, !dbg !141
  %lnot = xor i1 %loadedv, true, !dbg !142
  br i1 %lnot, label %do.body, label %do.end, !dbg !139, !llvm.loop !143

do.end:                                           ; preds = %cmpxchg.continue
  ret void, !dbg !145
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!50, !51, !52, !53, !54, !55, !56}
!llvm.ident = !{!57}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 14, type: !49, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !13, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "atomics.c", directory: ".", checksumkind: CSK_MD5, checksum: "fcf2c3a738ee2865a86b2820ce2abf30")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, file: !3, line: 6, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!8, !9, !10, !11, !12}
!8 = !DIEnumerator(name: "relaxed", value: 0)
!9 = !DIEnumerator(name: "acquire", value: 2)
!10 = !DIEnumerator(name: "release", value: 3)
!11 = !DIEnumerator(name: "acq_rel", value: 4)
!12 = !DIEnumerator(name: "seq_cst", value: 5)
!13 = !{!14, !16, !17}
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !{!0, !19, !21, !33, !36, !39, !43, !47}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "mine", scope: !2, file: !3, line: 16, type: !15, isLocal: false, isDefinition: true)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "node", scope: !23, file: !3, line: 55, type: !27, isLocal: true, isDefinition: true)
!23 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 54, type: !24, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !26)
!24 = !DISubroutineType(types: !25)
!25 = !{!15}
!26 = !{}
!27 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 8, size: 128, elements: !28)
!28 = !{!29, !30}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !27, file: !3, line: 9, baseType: !15, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !27, file: !3, line: 10, baseType: !31, size: 64, offset: 64)
!31 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !32)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 13, type: !35, isLocal: false, isDefinition: true)
!35 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !15)
!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression())
!37 = distinct !DIGlobalVariable(name: "port", scope: !2, file: !3, line: 17, type: !38, isLocal: false, isDefinition: true)
!38 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !15)
!39 = !DIGlobalVariableExpression(var: !40, expr: !DIExpression())
!40 = distinct !DIGlobalVariable(name: "total", scope: !2, file: !3, line: 18, type: !41, isLocal: false, isDefinition: true)
!41 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !42)
!42 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression())
!44 = distinct !DIGlobalVariable(name: "wide", scope: !2, file: !3, line: 19, type: !45, isLocal: false, isDefinition: true)
!45 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !46)
!46 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!47 = !DIGlobalVariableExpression(var: !48, expr: !DIExpression())
!48 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 15, type: !31, isLocal: true, isDefinition: true)
!49 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !17)
!50 = !{i32 7, !"Dwarf Version", i32 5}
!51 = !{i32 2, !"Debug Info Version", i32 3}
!52 = !{i32 1, !"wchar_size", i32 4}
!53 = !{i32 8, !"PIC Level", i32 2}
!54 = !{i32 7, !"PIE Level", i32 2}
!55 = !{i32 7, !"uwtable", i32 2}
!56 = !{i32 7, !"frame-pointer", i32 2}
!57 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!58 = !DILocalVariable(name: "threads", scope: !23, file: !3, line: 56, type: !59)
!59 = !DICompositeType(tag: DW_TAG_array_type, baseType: !60, size: 128, elements: !62)
!60 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !3, line: 2, baseType: !61)
!61 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!62 = !{!63}
!63 = !DISubrange(count: 2)
!64 = !DILocation(line: 56, column: 15, scope: !23)
!65 = !DILocation(line: 57, column: 21, scope: !23)
!66 = !DILocation(line: 57, column: 5, scope: !23)
!67 = !DILocation(line: 58, column: 21, scope: !23)
!68 = !DILocation(line: 58, column: 5, scope: !23)
!69 = !DILocalVariable(name: "i", scope: !70, file: !3, line: 59, type: !15)
!70 = distinct !DILexicalBlock(scope: !23, file: !3, line: 59, column: 5)
!71 = !DILocation(line: 59, column: 14, scope: !70)
!72 = !DILocation(line: 59, column: 10, scope: !70)
!73 = !DILocation(line: 59, column: 21, scope: !74)
!74 = distinct !DILexicalBlock(scope: !70, file: !3, line: 59, column: 5)
!75 = !DILocation(line: 59, column: 23, scope: !74)
!76 = !DILocation(line: 59, column: 5, scope: !70)
!77 = !DILocation(line: 60, column: 30, scope: !74)
!78 = !DILocation(line: 60, column: 22, scope: !74)
!79 = !DILocation(line: 60, column: 9, scope: !74)
!80 = !DILocation(line: 59, column: 29, scope: !74)
!81 = !DILocation(line: 59, column: 5, scope: !74)
!82 = distinct !{!82, !76, !83, !84}
!83 = !DILocation(line: 60, column: 35, scope: !70)
!84 = !{!"llvm.loop.mustprogress"}
!85 = !DILocation(line: 61, column: 12, scope: !23)
!86 = !DILocation(line: 61, column: 5, scope: !23)
!87 = distinct !DISubprogram(name: "writer", scope: !3, file: !3, line: 28, type: !88, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!88 = !DISubroutineType(types: !89)
!89 = !{!16, !16}
!90 = !DILocalVariable(name: "argument", arg: 1, scope: !87, file: !3, line: 28, type: !16)
!91 = !DILocation(line: 28, column: 27, scope: !87)
!92 = !DILocation(line: 29, column: 10, scope: !87)
!93 = !DILocation(line: 29, column: 5, scope: !87)
!94 = !DILocation(line: 30, column: 5, scope: !87)
!95 = !DILocation(line: 30, column: 10, scope: !87)
!96 = !DILocation(line: 31, column: 5, scope: !87)
!97 = !DILocation(line: 32, column: 5, scope: !87)
!98 = !DILocation(line: 33, column: 5, scope: !87)
!99 = !DILocation(line: 34, column: 5, scope: !87)
!100 = !DILocation(line: 35, column: 5, scope: !87)
!101 = !DILocation(line: 36, column: 5, scope: !87)
!102 = !DILocation(line: 37, column: 5, scope: !87)
!103 = !DILocation(line: 38, column: 5, scope: !87)
!104 = !DILocation(line: 39, column: 5, scope: !87)
!105 = !DILocation(line: 40, column: 11, scope: !87)
!106 = !DILocation(line: 41, column: 5, scope: !87)
!107 = distinct !DISubprogram(name: "reader", scope: !3, file: !3, line: 44, type: !88, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!108 = !DILocalVariable(name: "argument", arg: 1, scope: !107, file: !3, line: 44, type: !16)
!109 = !DILocation(line: 44, column: 27, scope: !107)
!110 = !DILocation(line: 45, column: 5, scope: !107)
!111 = !DILocation(line: 46, column: 5, scope: !107)
!112 = !DILocation(line: 47, column: 5, scope: !107)
!113 = !DILocation(line: 47, column: 13, scope: !107)
!114 = !DILocation(line: 47, column: 12, scope: !107)
!115 = !DILocation(line: 48, column: 13, scope: !107)
!116 = distinct !{!116, !112, !115, !84}
!117 = !DILocalVariable(name: "expected", scope: !107, file: !3, line: 49, type: !15)
!118 = !DILocation(line: 49, column: 9, scope: !107)
!119 = !DILocation(line: 50, column: 5, scope: !107)
!120 = !DILocation(line: 51, column: 55, scope: !107)
!121 = !DILocation(line: 51, column: 26, scope: !107)
!122 = !DILocation(line: 51, column: 20, scope: !107)
!123 = !DILocation(line: 51, column: 12, scope: !107)
!124 = !DILocation(line: 51, column: 5, scope: !107)
!125 = distinct !DISubprogram(name: "push", scope: !3, file: !3, line: 21, type: !126, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !26)
!126 = !DISubroutineType(types: !127)
!127 = !{null, !32}
!128 = !DILocalVariable(name: "node", arg: 1, scope: !125, file: !3, line: 21, type: !32)
!129 = !DILocation(line: 21, column: 31, scope: !125)
!130 = !DILocalVariable(name: "old", scope: !125, file: !3, line: 22, type: !32)
!131 = !DILocation(line: 22, column: 18, scope: !125)
!132 = !DILocation(line: 22, column: 24, scope: !125)
!133 = !DILocation(line: 23, column: 5, scope: !125)
!134 = !DILocation(line: 24, column: 29, scope: !135)
!135 = distinct !DILexicalBlock(scope: !125, file: !3, line: 23, column: 8)
!136 = !DILocation(line: 24, column: 35, scope: !135)
!137 = !DILocation(line: 24, column: 41, scope: !135)
!138 = !DILocation(line: 24, column: 9, scope: !135)
!139 = !DILocation(line: 25, column: 5, scope: !135)
!140 = !DILocation(line: 25, column: 62, scope: !125)
!141 = !DILocation(line: 25, column: 15, scope: !125)
!142 = !DILocation(line: 25, column: 14, scope: !125)
!143 = distinct !{!143, !133, !144, !84}
!144 = !DILocation(line: 25, column: 85, scope: !125)
!145 = !DILocation(line: 26, column: 1, scope: !125)
