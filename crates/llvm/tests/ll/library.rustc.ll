; ModuleID = 'library.204df1fcf32a149a-cgu.0'
source_filename = "library.204df1fcf32a149a-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@alloc_63575c3e000160dea70bdb05edf17349 = private unnamed_addr constant [3 x i8] c"one", align 1
@alloc_babee5271e6e42dc125a96e0272fa27d = private unnamed_addr constant [3 x i8] c"two", align 1
@_ZN7library5NAMES17hcdb3050e486b23f8E = local_unnamed_addr constant <{ ptr, [8 x i8], ptr, [8 x i8] }> <{ ptr @alloc_63575c3e000160dea70bdb05edf17349, [8 x i8] c"\03\00\00\00\00\00\00\00", ptr @alloc_babee5271e6e42dc125a96e0272fa27d, [8 x i8] c"\03\00\00\00\00\00\00\00" }>, align 8, !dbg !0
@_ZN7library7COUNTER17ha246eff1edb5cb6fE = global [4 x i8] c"\07\00\00\00", align 4, !dbg !16

; <core::iter::adapters::map::Map<I,F> as core::iter::traits::iterator::Iterator>::fold
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i128 @"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E"(ptr noundef nonnull %self.0, ptr noundef %self.1, i128 noundef %init) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !47 {
start:
    #dbg_value(ptr %self.0, !92, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !99)
    #dbg_value(ptr %self.1, !92, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !99)
    #dbg_value(i128 %init, !93, !DIExpression(), !99)
    #dbg_declare(ptr poison, !94, !DIExpression(), !100)
    #dbg_value(ptr %self.0, !101, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !131)
    #dbg_value(ptr %self.1, !101, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !131)
    #dbg_value(i128 %init, !113, !DIExpression(), !131)
    #dbg_declare(ptr poison, !114, !DIExpression(), !133)
    #dbg_value(i64 8, !134, !DIExpression(), !166)
    #dbg_value(i64 1, !188, !DIExpression(), !197)
    #dbg_value(ptr %self.1, !117, !DIExpression(), !199)
    #dbg_value(ptr poison, !200, !DIExpression(), !209)
    #dbg_value(ptr poison, !208, !DIExpression(), !211)
  %0 = icmp ne ptr %self.1, null, !dbg !212
  tail call void @llvm.assume(i1 %0), !dbg !212
  %1 = icmp eq ptr %self.0, %self.1, !dbg !220
  br i1 %1, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit", label %bb5.i, !dbg !221

bb5.i:                                            ; preds = %start
    #dbg_value(i128 %init, !119, !DIExpression(), !222)
    #dbg_value(i64 0, !121, !DIExpression(), !223)
    #dbg_value(i64 0, !196, !DIExpression(), !197)
    #dbg_value(ptr %self.1, !127, !DIExpression(), !224)
    #dbg_value(ptr %self.1, !185, !DIExpression(), !225)
    #dbg_value(ptr %self.1, !218, !DIExpression(), !226)
    #dbg_value(ptr %self.0, !186, !DIExpression(), !225)
    #dbg_value(ptr %self.0, !218, !DIExpression(), !228)
    #dbg_value(ptr %self.1, !176, !DIExpression(), !230)
    #dbg_value(ptr %self.0, !177, !DIExpression(), !230)
    #dbg_value(ptr %self.0, !165, !DIExpression(), !231)
    #dbg_value(ptr %self.1, !164, !DIExpression(), !231)
  %2 = ptrtoint ptr %self.1 to i64, !dbg !232
  %3 = ptrtoint ptr %self.0 to i64, !dbg !232
  %4 = sub nuw i64 %2, %3, !dbg !232
  %5 = lshr exact i64 %4, 3, !dbg !232
    #dbg_value(i64 %5, !123, !DIExpression(), !233)
  %xtraiter = and i64 %5, 3, !dbg !234
  %6 = icmp ult i64 %4, 32, !dbg !234
  br i1 %6, label %bb8.i.epil.preheader, label %bb5.i.new, !dbg !234

bb5.i.new:                                        ; preds = %bb5.i
  %unroll_iter = and i64 %5, 2305843009213693948, !dbg !234
  br label %bb8.i, !dbg !234

bb8.i:                                            ; preds = %bb8.i, %bb5.i.new
  %i.sroa.0.0.i = phi i64 [ 0, %bb5.i.new ], [ %_27.i.3, %bb8.i ], !dbg !222
  %acc.sroa.0.0.i = phi i128 [ %init, %bb5.i.new ], [ %_4.0.i.i.i.3, %bb8.i ], !dbg !131
  %niter = phi i64 [ 0, %bb5.i.new ], [ %niter.next.3, %bb8.i ]
    #dbg_value(i128 %acc.sroa.0.0.i, !119, !DIExpression(), !222)
    #dbg_value(i64 %i.sroa.0.0.i, !196, !DIExpression(), !197)
    #dbg_value(i64 %i.sroa.0.0.i, !121, !DIExpression(), !223)
    #dbg_value(ptr %self.0, !235, !DIExpression(), !242)
    #dbg_value(i64 %i.sroa.0.0.i, !241, !DIExpression(), !242)
  %_45.i = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i, !dbg !244
    #dbg_value(ptr %_45.i, !218, !DIExpression(), !245)
    #dbg_value(i128 %acc.sroa.0.0.i, !247, !DIExpression(), !259)
    #dbg_value(ptr %_45.i, !253, !DIExpression(), !259)
    #dbg_value(ptr poison, !261, !DIExpression(), !268)
    #dbg_value(ptr %_45.i, !267, !DIExpression(), !268)
  %_3.i.i.i = load i64, ptr %_45.i, align 8, !dbg !270, !alias.scope !271, !noundef !13
    #dbg_value(i64 %_3.i.i.i, !276, !DIExpression(), !285)
  %_0.i.i.i.i = sext i64 %_3.i.i.i to i128, !dbg !287
    #dbg_value(ptr poison, !288, !DIExpression(), !299)
    #dbg_value(i128 %acc.sroa.0.0.i, !295, !DIExpression(), !299)
    #dbg_value(i128 %_0.i.i.i.i, !296, !DIExpression(), !299)
  %_4.0.i.i.i = add i128 %acc.sroa.0.0.i, %_0.i.i.i.i, !dbg !301
    #dbg_value(i128 %_4.0.i.i.i, !119, !DIExpression(), !222)
    #dbg_value(i64 %i.sroa.0.0.i, !121, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !223)
    #dbg_value(i64 %i.sroa.0.0.i, !196, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !197)
    #dbg_value(i64 %i.sroa.0.0.i, !241, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !242)
  %7 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i, !dbg !244
  %_45.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 8, !dbg !244
    #dbg_value(ptr %_45.i.1, !218, !DIExpression(), !245)
    #dbg_value(i128 %_4.0.i.i.i, !247, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.1, !253, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.1, !267, !DIExpression(), !268)
  %_3.i.i.i.1 = load i64, ptr %_45.i.1, align 8, !dbg !270, !alias.scope !271, !noundef !13
    #dbg_value(i64 %_3.i.i.i.1, !276, !DIExpression(), !285)
  %_0.i.i.i.i.1 = sext i64 %_3.i.i.i.1 to i128, !dbg !287
    #dbg_value(i128 %_4.0.i.i.i, !295, !DIExpression(), !299)
    #dbg_value(i128 %_0.i.i.i.i.1, !296, !DIExpression(), !299)
  %_4.0.i.i.i.1 = add i128 %_4.0.i.i.i, %_0.i.i.i.i.1, !dbg !301
    #dbg_value(i128 %_4.0.i.i.i.1, !119, !DIExpression(), !222)
    #dbg_value(i64 %i.sroa.0.0.i, !121, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !223)
    #dbg_value(i64 %i.sroa.0.0.i, !196, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !197)
    #dbg_value(i64 %i.sroa.0.0.i, !241, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !242)
  %8 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i, !dbg !244
  %_45.i.2 = getelementptr inbounds nuw i8, ptr %8, i64 16, !dbg !244
    #dbg_value(ptr %_45.i.2, !218, !DIExpression(), !245)
    #dbg_value(i128 %_4.0.i.i.i.1, !247, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.2, !253, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.2, !267, !DIExpression(), !268)
  %_3.i.i.i.2 = load i64, ptr %_45.i.2, align 8, !dbg !270, !alias.scope !271, !noundef !13
    #dbg_value(i64 %_3.i.i.i.2, !276, !DIExpression(), !285)
  %_0.i.i.i.i.2 = sext i64 %_3.i.i.i.2 to i128, !dbg !287
    #dbg_value(i128 %_4.0.i.i.i.1, !295, !DIExpression(), !299)
    #dbg_value(i128 %_0.i.i.i.i.2, !296, !DIExpression(), !299)
  %_4.0.i.i.i.2 = add i128 %_4.0.i.i.i.1, %_0.i.i.i.i.2, !dbg !301
    #dbg_value(i128 %_4.0.i.i.i.2, !119, !DIExpression(), !222)
    #dbg_value(i64 %i.sroa.0.0.i, !121, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !223)
    #dbg_value(i64 %i.sroa.0.0.i, !196, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !197)
    #dbg_value(i64 %i.sroa.0.0.i, !241, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !242)
  %9 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i, !dbg !244
  %_45.i.3 = getelementptr inbounds nuw i8, ptr %9, i64 24, !dbg !244
    #dbg_value(ptr %_45.i.3, !218, !DIExpression(), !245)
    #dbg_value(i128 %_4.0.i.i.i.2, !247, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.3, !253, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.3, !267, !DIExpression(), !268)
  %_3.i.i.i.3 = load i64, ptr %_45.i.3, align 8, !dbg !270, !alias.scope !271, !noundef !13
    #dbg_value(i64 %_3.i.i.i.3, !276, !DIExpression(), !285)
  %_0.i.i.i.i.3 = sext i64 %_3.i.i.i.3 to i128, !dbg !287
    #dbg_value(i128 %_4.0.i.i.i.2, !295, !DIExpression(), !299)
    #dbg_value(i128 %_0.i.i.i.i.3, !296, !DIExpression(), !299)
  %_4.0.i.i.i.3 = add i128 %_4.0.i.i.i.2, %_0.i.i.i.i.3, !dbg !301
    #dbg_value(i128 %_4.0.i.i.i.3, !119, !DIExpression(), !222)
  %_27.i.3 = add nuw i64 %i.sroa.0.0.i, 4, !dbg !302
    #dbg_value(i64 %_27.i.3, !121, !DIExpression(), !223)
    #dbg_value(i64 %_27.i.3, !196, !DIExpression(), !197)
  %niter.next.3 = add i64 %niter, 4, !dbg !303
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter, !dbg !303
  br i1 %niter.ncmp.3, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa", label %bb8.i, !dbg !303

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa": ; preds = %bb8.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !303
  br i1 %lcmp.mod.not, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit", label %bb8.i.epil.preheader, !dbg !303

bb8.i.epil.preheader:                             ; preds = %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa", %bb5.i
  %i.sroa.0.0.i.epil.init = phi i64 [ 0, %bb5.i ], [ %_27.i.3, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.epil.init = phi i128 [ %init, %bb5.i ], [ %_4.0.i.i.i.3, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0, !dbg !303
  tail call void @llvm.assume(i1 %lcmp.mod2), !dbg !303
  br label %bb8.i.epil, !dbg !303

bb8.i.epil:                                       ; preds = %bb8.i.epil, %bb8.i.epil.preheader
  %i.sroa.0.0.i.epil = phi i64 [ %i.sroa.0.0.i.epil.init, %bb8.i.epil.preheader ], [ %_27.i.epil, %bb8.i.epil ], !dbg !222
  %acc.sroa.0.0.i.epil = phi i128 [ %acc.sroa.0.0.i.epil.init, %bb8.i.epil.preheader ], [ %_4.0.i.i.i.epil, %bb8.i.epil ], !dbg !131
  %epil.iter = phi i64 [ 0, %bb8.i.epil.preheader ], [ %epil.iter.next, %bb8.i.epil ]
    #dbg_value(i128 %acc.sroa.0.0.i.epil, !119, !DIExpression(), !222)
    #dbg_value(i64 %i.sroa.0.0.i.epil, !196, !DIExpression(), !197)
    #dbg_value(i64 %i.sroa.0.0.i.epil, !121, !DIExpression(), !223)
    #dbg_value(ptr %self.0, !235, !DIExpression(), !242)
    #dbg_value(i64 %i.sroa.0.0.i.epil, !241, !DIExpression(), !242)
  %_45.i.epil = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.epil, !dbg !244
    #dbg_value(ptr %_45.i.epil, !218, !DIExpression(), !245)
    #dbg_value(i128 %acc.sroa.0.0.i.epil, !247, !DIExpression(), !259)
    #dbg_value(ptr %_45.i.epil, !253, !DIExpression(), !259)
    #dbg_value(ptr poison, !261, !DIExpression(), !268)
    #dbg_value(ptr %_45.i.epil, !267, !DIExpression(), !268)
  %_3.i.i.i.epil = load i64, ptr %_45.i.epil, align 8, !dbg !270, !alias.scope !271, !noundef !13
    #dbg_value(i64 %_3.i.i.i.epil, !276, !DIExpression(), !285)
  %_0.i.i.i.i.epil = sext i64 %_3.i.i.i.epil to i128, !dbg !287
    #dbg_value(ptr poison, !288, !DIExpression(), !299)
    #dbg_value(i128 %acc.sroa.0.0.i.epil, !295, !DIExpression(), !299)
    #dbg_value(i128 %_0.i.i.i.i.epil, !296, !DIExpression(), !299)
  %_4.0.i.i.i.epil = add i128 %acc.sroa.0.0.i.epil, %_0.i.i.i.i.epil, !dbg !301
    #dbg_value(i128 %_4.0.i.i.i.epil, !119, !DIExpression(), !222)
  %_27.i.epil = add nuw i64 %i.sroa.0.0.i.epil, 1, !dbg !302
    #dbg_value(i64 %_27.i.epil, !121, !DIExpression(), !223)
    #dbg_value(i64 %_27.i.epil, !196, !DIExpression(), !197)
  %epil.iter.next = add i64 %epil.iter, 1, !dbg !303
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter, !dbg !303
  br i1 %epil.iter.cmp.not, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit", label %bb8.i.epil, !dbg !303, !llvm.loop !304

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit": ; preds = %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa", %bb8.i.epil, %start
  %_0.sroa.0.0.i = phi i128 [ %init, %start ], [ %_4.0.i.i.i.3, %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.epil, %bb8.i.epil ], !dbg !131
  ret i128 %_0.sroa.0.0.i, !dbg !306
}

; <library::Lock as library::Visit>::visit
; Function Attrs: mustprogress nofree norecurse nounwind nonlazybind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define { i64, i64 } @"_ZN48_$LT$library..Lock$u20$as$u20$library..Visit$GT$5visit17h8d2e78aefd07675dE"(ptr noundef nonnull readnone align 8 captures(none) %self, i32 noundef %value) unnamed_addr #1 !dbg !307 {
start:
    #dbg_value(ptr %self, !349, !DIExpression(), !351)
    #dbg_value(i32 %value, !350, !DIExpression(), !351)
    #dbg_value(ptr @_ZN7library7COUNTER17ha246eff1edb5cb6fE, !352, !DIExpression(), !362)
    #dbg_value(i32 %value, !360, !DIExpression(), !362)
    #dbg_value(i32 %value, !364, !DIExpression(), !372)
    #dbg_value(i8 3, !361, !DIExpression(), !362)
    #dbg_value(i8 3, !371, !DIExpression(), !372)
    #dbg_value(ptr @_ZN7library7COUNTER17ha246eff1edb5cb6fE, !370, !DIExpression(), !372)
  %0 = atomicrmw umax ptr @_ZN7library7COUNTER17ha246eff1edb5cb6fE, i32 %value acq_rel, align 4, !dbg !374
    #dbg_value(i32 %value, !375, !DIExpression(), !393)
    #dbg_value(i32 %0, !392, !DIExpression(), !393)
  %_4.0.i = add i32 %0, %value, !dbg !395
  %_4.1.i = icmp uge i32 %_4.0.i, %value, !dbg !395
    #dbg_value(i1 %_4.1.i, !396, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32), !412)
    #dbg_value(i32 %_4.0.i, !396, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !412)
    #dbg_declare(ptr poison, !409, !DIExpression(), !414)
  %_0.i.i.i = zext i32 %_4.0.i to i64
  %spec.select.i = zext i1 %_4.1.i to i64, !dbg !415
  %1 = insertvalue { i64, i64 } poison, i64 %spec.select.i, 0, !dbg !416
  %2 = insertvalue { i64, i64 } %1, i64 %_0.i.i.i, 1, !dbg !416
  ret { i64, i64 } %2, !dbg !417
}

; core::iter::traits::iterator::Iterator::sum
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i128 @_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E(ptr noundef nonnull %self.0, ptr noundef %self.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !418 {
start:
    #dbg_value(ptr %self.0, !425, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !429)
    #dbg_value(ptr %self.1, !425, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !429)
    #dbg_value(ptr %self.0, !430, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !433)
    #dbg_value(ptr %self.1, !430, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !433)
    #dbg_value(ptr %self.0, !92, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !435)
    #dbg_value(ptr %self.1, !92, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !435)
    #dbg_value(i128 0, !93, !DIExpression(), !435)
    #dbg_declare(ptr poison, !94, !DIExpression(), !437)
    #dbg_value(ptr %self.0, !101, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !438)
    #dbg_value(ptr %self.1, !101, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !438)
    #dbg_value(i128 0, !113, !DIExpression(), !438)
    #dbg_declare(ptr poison, !114, !DIExpression(), !440)
    #dbg_value(i64 8, !134, !DIExpression(), !441)
    #dbg_value(i64 1, !188, !DIExpression(), !445)
    #dbg_value(ptr %self.1, !117, !DIExpression(), !447)
    #dbg_value(ptr poison, !200, !DIExpression(), !448)
    #dbg_value(ptr poison, !208, !DIExpression(), !450)
  %0 = icmp ne ptr %self.1, null, !dbg !451
  tail call void @llvm.assume(i1 %0), !dbg !451
  %1 = icmp eq ptr %self.0, %self.1, !dbg !453
  br i1 %1, label %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit", label %bb5.i.i.i, !dbg !454

bb5.i.i.i:                                        ; preds = %start
    #dbg_value(i128 0, !119, !DIExpression(), !455)
    #dbg_value(i64 0, !121, !DIExpression(), !456)
    #dbg_value(i64 0, !196, !DIExpression(), !445)
    #dbg_value(ptr %self.1, !127, !DIExpression(), !457)
    #dbg_value(ptr %self.1, !185, !DIExpression(), !458)
    #dbg_value(ptr %self.1, !218, !DIExpression(), !459)
    #dbg_value(ptr %self.0, !186, !DIExpression(), !458)
    #dbg_value(ptr %self.0, !218, !DIExpression(), !461)
    #dbg_value(ptr %self.1, !176, !DIExpression(), !463)
    #dbg_value(ptr %self.0, !177, !DIExpression(), !463)
    #dbg_value(ptr %self.0, !165, !DIExpression(), !464)
    #dbg_value(ptr %self.1, !164, !DIExpression(), !464)
  %2 = ptrtoint ptr %self.1 to i64, !dbg !465
  %3 = ptrtoint ptr %self.0 to i64, !dbg !465
  %4 = sub nuw i64 %2, %3, !dbg !465
  %5 = lshr exact i64 %4, 3, !dbg !465
    #dbg_value(i64 %5, !123, !DIExpression(), !466)
  %xtraiter = and i64 %5, 3, !dbg !467
  %6 = icmp ult i64 %4, 32, !dbg !467
  br i1 %6, label %bb8.i.i.i.epil.preheader, label %bb5.i.i.i.new, !dbg !467

bb5.i.i.i.new:                                    ; preds = %bb5.i.i.i
  %unroll_iter = and i64 %5, 2305843009213693948, !dbg !467
  br label %bb8.i.i.i, !dbg !467

bb8.i.i.i:                                        ; preds = %bb8.i.i.i, %bb5.i.i.i.new
  %i.sroa.0.0.i.i.i = phi i64 [ 0, %bb5.i.i.i.new ], [ %_27.i.i.i.3, %bb8.i.i.i ], !dbg !455
  %acc.sroa.0.0.i.i.i = phi i128 [ 0, %bb5.i.i.i.new ], [ %_4.0.i.i.i.i.i.3, %bb8.i.i.i ], !dbg !438
  %niter = phi i64 [ 0, %bb5.i.i.i.new ], [ %niter.next.3, %bb8.i.i.i ]
    #dbg_value(i128 %acc.sroa.0.0.i.i.i, !119, !DIExpression(), !455)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !196, !DIExpression(), !445)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !121, !DIExpression(), !456)
    #dbg_value(ptr %self.0, !235, !DIExpression(), !468)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !241, !DIExpression(), !468)
  %_45.i.i.i = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.i.i, !dbg !470
    #dbg_value(ptr %_45.i.i.i, !218, !DIExpression(), !471)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i, !247, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i, !253, !DIExpression(), !473)
    #dbg_value(ptr poison, !261, !DIExpression(), !475)
    #dbg_value(ptr %_45.i.i.i, !267, !DIExpression(), !475)
  %_3.i.i.i.i.i = load i64, ptr %_45.i.i.i, align 8, !dbg !477, !alias.scope !478, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i, !276, !DIExpression(), !483)
  %_0.i.i.i.i.i.i = sext i64 %_3.i.i.i.i.i to i128, !dbg !485
    #dbg_value(ptr poison, !288, !DIExpression(), !486)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i, !295, !DIExpression(), !486)
    #dbg_value(i128 %_0.i.i.i.i.i.i, !296, !DIExpression(), !486)
  %_4.0.i.i.i.i.i = add i128 %acc.sroa.0.0.i.i.i, %_0.i.i.i.i.i.i, !dbg !488
    #dbg_value(i128 %_4.0.i.i.i.i.i, !119, !DIExpression(), !455)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !121, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !456)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !196, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !445)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !241, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !468)
  %7 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.i.i, !dbg !470
  %_45.i.i.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 8, !dbg !470
    #dbg_value(ptr %_45.i.i.i.1, !218, !DIExpression(), !471)
    #dbg_value(i128 %_4.0.i.i.i.i.i, !247, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.1, !253, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.1, !267, !DIExpression(), !475)
  %_3.i.i.i.i.i.1 = load i64, ptr %_45.i.i.i.1, align 8, !dbg !477, !alias.scope !478, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.1, !276, !DIExpression(), !483)
  %_0.i.i.i.i.i.i.1 = sext i64 %_3.i.i.i.i.i.1 to i128, !dbg !485
    #dbg_value(i128 %_4.0.i.i.i.i.i, !295, !DIExpression(), !486)
    #dbg_value(i128 %_0.i.i.i.i.i.i.1, !296, !DIExpression(), !486)
  %_4.0.i.i.i.i.i.1 = add i128 %_4.0.i.i.i.i.i, %_0.i.i.i.i.i.i.1, !dbg !488
    #dbg_value(i128 %_4.0.i.i.i.i.i.1, !119, !DIExpression(), !455)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !121, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !456)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !196, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !445)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !241, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !468)
  %8 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.i.i, !dbg !470
  %_45.i.i.i.2 = getelementptr inbounds nuw i8, ptr %8, i64 16, !dbg !470
    #dbg_value(ptr %_45.i.i.i.2, !218, !DIExpression(), !471)
    #dbg_value(i128 %_4.0.i.i.i.i.i.1, !247, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.2, !253, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.2, !267, !DIExpression(), !475)
  %_3.i.i.i.i.i.2 = load i64, ptr %_45.i.i.i.2, align 8, !dbg !477, !alias.scope !478, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.2, !276, !DIExpression(), !483)
  %_0.i.i.i.i.i.i.2 = sext i64 %_3.i.i.i.i.i.2 to i128, !dbg !485
    #dbg_value(i128 %_4.0.i.i.i.i.i.1, !295, !DIExpression(), !486)
    #dbg_value(i128 %_0.i.i.i.i.i.i.2, !296, !DIExpression(), !486)
  %_4.0.i.i.i.i.i.2 = add i128 %_4.0.i.i.i.i.i.1, %_0.i.i.i.i.i.i.2, !dbg !488
    #dbg_value(i128 %_4.0.i.i.i.i.i.2, !119, !DIExpression(), !455)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !121, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !456)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !196, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !445)
    #dbg_value(i64 %i.sroa.0.0.i.i.i, !241, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !468)
  %9 = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.i.i, !dbg !470
  %_45.i.i.i.3 = getelementptr inbounds nuw i8, ptr %9, i64 24, !dbg !470
    #dbg_value(ptr %_45.i.i.i.3, !218, !DIExpression(), !471)
    #dbg_value(i128 %_4.0.i.i.i.i.i.2, !247, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.3, !253, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.3, !267, !DIExpression(), !475)
  %_3.i.i.i.i.i.3 = load i64, ptr %_45.i.i.i.3, align 8, !dbg !477, !alias.scope !478, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.3, !276, !DIExpression(), !483)
  %_0.i.i.i.i.i.i.3 = sext i64 %_3.i.i.i.i.i.3 to i128, !dbg !485
    #dbg_value(i128 %_4.0.i.i.i.i.i.2, !295, !DIExpression(), !486)
    #dbg_value(i128 %_0.i.i.i.i.i.i.3, !296, !DIExpression(), !486)
  %_4.0.i.i.i.i.i.3 = add i128 %_4.0.i.i.i.i.i.2, %_0.i.i.i.i.i.i.3, !dbg !488
    #dbg_value(i128 %_4.0.i.i.i.i.i.3, !119, !DIExpression(), !455)
  %_27.i.i.i.3 = add nuw i64 %i.sroa.0.0.i.i.i, 4, !dbg !489
    #dbg_value(i64 %_27.i.i.i.3, !121, !DIExpression(), !456)
    #dbg_value(i64 %_27.i.i.i.3, !196, !DIExpression(), !445)
  %niter.next.3 = add i64 %niter, 4, !dbg !490
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter, !dbg !490
  br i1 %niter.ncmp.3, label %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa", label %bb8.i.i.i, !dbg !490

"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa": ; preds = %bb8.i.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !490
  br i1 %lcmp.mod.not, label %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit", label %bb8.i.i.i.epil.preheader, !dbg !490

bb8.i.i.i.epil.preheader:                         ; preds = %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa", %bb5.i.i.i
  %i.sroa.0.0.i.i.i.epil.init = phi i64 [ 0, %bb5.i.i.i ], [ %_27.i.i.i.3, %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.i.i.epil.init = phi i128 [ 0, %bb5.i.i.i ], [ %_4.0.i.i.i.i.i.3, %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0, !dbg !490
  tail call void @llvm.assume(i1 %lcmp.mod2), !dbg !490
  br label %bb8.i.i.i.epil, !dbg !490

bb8.i.i.i.epil:                                   ; preds = %bb8.i.i.i.epil, %bb8.i.i.i.epil.preheader
  %i.sroa.0.0.i.i.i.epil = phi i64 [ %i.sroa.0.0.i.i.i.epil.init, %bb8.i.i.i.epil.preheader ], [ %_27.i.i.i.epil, %bb8.i.i.i.epil ], !dbg !455
  %acc.sroa.0.0.i.i.i.epil = phi i128 [ %acc.sroa.0.0.i.i.i.epil.init, %bb8.i.i.i.epil.preheader ], [ %_4.0.i.i.i.i.i.epil, %bb8.i.i.i.epil ], !dbg !438
  %epil.iter = phi i64 [ 0, %bb8.i.i.i.epil.preheader ], [ %epil.iter.next, %bb8.i.i.i.epil ]
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.epil, !119, !DIExpression(), !455)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.epil, !196, !DIExpression(), !445)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.epil, !121, !DIExpression(), !456)
    #dbg_value(ptr %self.0, !235, !DIExpression(), !468)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.epil, !241, !DIExpression(), !468)
  %_45.i.i.i.epil = getelementptr inbounds nuw i64, ptr %self.0, i64 %i.sroa.0.0.i.i.i.epil, !dbg !470
    #dbg_value(ptr %_45.i.i.i.epil, !218, !DIExpression(), !471)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.epil, !247, !DIExpression(), !473)
    #dbg_value(ptr %_45.i.i.i.epil, !253, !DIExpression(), !473)
    #dbg_value(ptr poison, !261, !DIExpression(), !475)
    #dbg_value(ptr %_45.i.i.i.epil, !267, !DIExpression(), !475)
  %_3.i.i.i.i.i.epil = load i64, ptr %_45.i.i.i.epil, align 8, !dbg !477, !alias.scope !478, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.epil, !276, !DIExpression(), !483)
  %_0.i.i.i.i.i.i.epil = sext i64 %_3.i.i.i.i.i.epil to i128, !dbg !485
    #dbg_value(ptr poison, !288, !DIExpression(), !486)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.epil, !295, !DIExpression(), !486)
    #dbg_value(i128 %_0.i.i.i.i.i.i.epil, !296, !DIExpression(), !486)
  %_4.0.i.i.i.i.i.epil = add i128 %acc.sroa.0.0.i.i.i.epil, %_0.i.i.i.i.i.i.epil, !dbg !488
    #dbg_value(i128 %_4.0.i.i.i.i.i.epil, !119, !DIExpression(), !455)
  %_27.i.i.i.epil = add nuw i64 %i.sroa.0.0.i.i.i.epil, 1, !dbg !489
    #dbg_value(i64 %_27.i.i.i.epil, !121, !DIExpression(), !456)
    #dbg_value(i64 %_27.i.i.i.epil, !196, !DIExpression(), !445)
  %epil.iter.next = add i64 %epil.iter, 1, !dbg !490
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter, !dbg !490
  br i1 %epil.iter.cmp.not, label %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit", label %bb8.i.i.i.epil, !dbg !490, !llvm.loop !491

"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit": ; preds = %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa", %bb8.i.i.i.epil, %start
  %_0.sroa.0.0.i.i.i = phi i128 [ 0, %start ], [ %_4.0.i.i.i.i.i.3, %"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.i.i.epil, %bb8.i.i.i.epil ], !dbg !438
  ret i128 %_0.sroa.0.0.i.i.i, !dbg !492
}

; <i128 as core::iter::traits::accum::Sum>::sum
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable
define noundef i128 @"_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE"(ptr noundef nonnull %iter.0, ptr noundef %iter.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !431 {
start:
    #dbg_value(ptr %iter.0, !430, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !493)
    #dbg_value(ptr %iter.1, !430, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !493)
    #dbg_value(ptr %iter.0, !92, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !494)
    #dbg_value(ptr %iter.1, !92, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !494)
    #dbg_value(i128 0, !93, !DIExpression(), !494)
    #dbg_declare(ptr poison, !94, !DIExpression(), !496)
    #dbg_value(ptr %iter.0, !101, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !497)
    #dbg_value(ptr %iter.1, !101, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !497)
    #dbg_value(i128 0, !113, !DIExpression(), !497)
    #dbg_declare(ptr poison, !114, !DIExpression(), !499)
    #dbg_value(i64 8, !134, !DIExpression(), !500)
    #dbg_value(i64 1, !188, !DIExpression(), !504)
    #dbg_value(ptr %iter.1, !117, !DIExpression(), !506)
    #dbg_value(ptr poison, !200, !DIExpression(), !507)
    #dbg_value(ptr poison, !208, !DIExpression(), !509)
  %0 = icmp ne ptr %iter.1, null, !dbg !510
  tail call void @llvm.assume(i1 %0), !dbg !510
  %1 = icmp eq ptr %iter.0, %iter.1, !dbg !512
  br i1 %1, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit", label %bb5.i.i, !dbg !513

bb5.i.i:                                          ; preds = %start
    #dbg_value(i128 0, !119, !DIExpression(), !514)
    #dbg_value(i64 0, !121, !DIExpression(), !515)
    #dbg_value(i64 0, !196, !DIExpression(), !504)
    #dbg_value(ptr %iter.1, !127, !DIExpression(), !516)
    #dbg_value(ptr %iter.1, !185, !DIExpression(), !517)
    #dbg_value(ptr %iter.1, !218, !DIExpression(), !518)
    #dbg_value(ptr %iter.0, !186, !DIExpression(), !517)
    #dbg_value(ptr %iter.0, !218, !DIExpression(), !520)
    #dbg_value(ptr %iter.1, !176, !DIExpression(), !522)
    #dbg_value(ptr %iter.0, !177, !DIExpression(), !522)
    #dbg_value(ptr %iter.0, !165, !DIExpression(), !523)
    #dbg_value(ptr %iter.1, !164, !DIExpression(), !523)
  %2 = ptrtoint ptr %iter.1 to i64, !dbg !524
  %3 = ptrtoint ptr %iter.0 to i64, !dbg !524
  %4 = sub nuw i64 %2, %3, !dbg !524
  %5 = lshr exact i64 %4, 3, !dbg !524
    #dbg_value(i64 %5, !123, !DIExpression(), !525)
  %xtraiter = and i64 %5, 3, !dbg !526
  %6 = icmp ult i64 %4, 32, !dbg !526
  br i1 %6, label %bb8.i.i.epil.preheader, label %bb5.i.i.new, !dbg !526

bb5.i.i.new:                                      ; preds = %bb5.i.i
  %unroll_iter = and i64 %5, 2305843009213693948, !dbg !526
  br label %bb8.i.i, !dbg !526

bb8.i.i:                                          ; preds = %bb8.i.i, %bb5.i.i.new
  %i.sroa.0.0.i.i = phi i64 [ 0, %bb5.i.i.new ], [ %_27.i.i.3, %bb8.i.i ], !dbg !514
  %acc.sroa.0.0.i.i = phi i128 [ 0, %bb5.i.i.new ], [ %_4.0.i.i.i.i.3, %bb8.i.i ], !dbg !497
  %niter = phi i64 [ 0, %bb5.i.i.new ], [ %niter.next.3, %bb8.i.i ]
    #dbg_value(i128 %acc.sroa.0.0.i.i, !119, !DIExpression(), !514)
    #dbg_value(i64 %i.sroa.0.0.i.i, !196, !DIExpression(), !504)
    #dbg_value(i64 %i.sroa.0.0.i.i, !121, !DIExpression(), !515)
    #dbg_value(ptr %iter.0, !235, !DIExpression(), !527)
    #dbg_value(i64 %i.sroa.0.0.i.i, !241, !DIExpression(), !527)
  %_45.i.i = getelementptr inbounds nuw i64, ptr %iter.0, i64 %i.sroa.0.0.i.i, !dbg !529
    #dbg_value(ptr %_45.i.i, !218, !DIExpression(), !530)
    #dbg_value(i128 %acc.sroa.0.0.i.i, !247, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i, !253, !DIExpression(), !532)
    #dbg_value(ptr poison, !261, !DIExpression(), !534)
    #dbg_value(ptr %_45.i.i, !267, !DIExpression(), !534)
  %_3.i.i.i.i = load i64, ptr %_45.i.i, align 8, !dbg !536, !alias.scope !537, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i, !276, !DIExpression(), !542)
  %_0.i.i.i.i.i = sext i64 %_3.i.i.i.i to i128, !dbg !544
    #dbg_value(ptr poison, !288, !DIExpression(), !545)
    #dbg_value(i128 %acc.sroa.0.0.i.i, !295, !DIExpression(), !545)
    #dbg_value(i128 %_0.i.i.i.i.i, !296, !DIExpression(), !545)
  %_4.0.i.i.i.i = add i128 %acc.sroa.0.0.i.i, %_0.i.i.i.i.i, !dbg !547
    #dbg_value(i128 %_4.0.i.i.i.i, !119, !DIExpression(), !514)
    #dbg_value(i64 %i.sroa.0.0.i.i, !121, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !515)
    #dbg_value(i64 %i.sroa.0.0.i.i, !196, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !504)
    #dbg_value(i64 %i.sroa.0.0.i.i, !241, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !527)
  %7 = getelementptr inbounds nuw i64, ptr %iter.0, i64 %i.sroa.0.0.i.i, !dbg !529
  %_45.i.i.1 = getelementptr inbounds nuw i8, ptr %7, i64 8, !dbg !529
    #dbg_value(ptr %_45.i.i.1, !218, !DIExpression(), !530)
    #dbg_value(i128 %_4.0.i.i.i.i, !247, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.1, !253, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.1, !267, !DIExpression(), !534)
  %_3.i.i.i.i.1 = load i64, ptr %_45.i.i.1, align 8, !dbg !536, !alias.scope !537, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.1, !276, !DIExpression(), !542)
  %_0.i.i.i.i.i.1 = sext i64 %_3.i.i.i.i.1 to i128, !dbg !544
    #dbg_value(i128 %_4.0.i.i.i.i, !295, !DIExpression(), !545)
    #dbg_value(i128 %_0.i.i.i.i.i.1, !296, !DIExpression(), !545)
  %_4.0.i.i.i.i.1 = add i128 %_4.0.i.i.i.i, %_0.i.i.i.i.i.1, !dbg !547
    #dbg_value(i128 %_4.0.i.i.i.i.1, !119, !DIExpression(), !514)
    #dbg_value(i64 %i.sroa.0.0.i.i, !121, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !515)
    #dbg_value(i64 %i.sroa.0.0.i.i, !196, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !504)
    #dbg_value(i64 %i.sroa.0.0.i.i, !241, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !527)
  %8 = getelementptr inbounds nuw i64, ptr %iter.0, i64 %i.sroa.0.0.i.i, !dbg !529
  %_45.i.i.2 = getelementptr inbounds nuw i8, ptr %8, i64 16, !dbg !529
    #dbg_value(ptr %_45.i.i.2, !218, !DIExpression(), !530)
    #dbg_value(i128 %_4.0.i.i.i.i.1, !247, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.2, !253, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.2, !267, !DIExpression(), !534)
  %_3.i.i.i.i.2 = load i64, ptr %_45.i.i.2, align 8, !dbg !536, !alias.scope !537, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.2, !276, !DIExpression(), !542)
  %_0.i.i.i.i.i.2 = sext i64 %_3.i.i.i.i.2 to i128, !dbg !544
    #dbg_value(i128 %_4.0.i.i.i.i.1, !295, !DIExpression(), !545)
    #dbg_value(i128 %_0.i.i.i.i.i.2, !296, !DIExpression(), !545)
  %_4.0.i.i.i.i.2 = add i128 %_4.0.i.i.i.i.1, %_0.i.i.i.i.i.2, !dbg !547
    #dbg_value(i128 %_4.0.i.i.i.i.2, !119, !DIExpression(), !514)
    #dbg_value(i64 %i.sroa.0.0.i.i, !121, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !515)
    #dbg_value(i64 %i.sroa.0.0.i.i, !196, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !504)
    #dbg_value(i64 %i.sroa.0.0.i.i, !241, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !527)
  %9 = getelementptr inbounds nuw i64, ptr %iter.0, i64 %i.sroa.0.0.i.i, !dbg !529
  %_45.i.i.3 = getelementptr inbounds nuw i8, ptr %9, i64 24, !dbg !529
    #dbg_value(ptr %_45.i.i.3, !218, !DIExpression(), !530)
    #dbg_value(i128 %_4.0.i.i.i.i.2, !247, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.3, !253, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.3, !267, !DIExpression(), !534)
  %_3.i.i.i.i.3 = load i64, ptr %_45.i.i.3, align 8, !dbg !536, !alias.scope !537, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.3, !276, !DIExpression(), !542)
  %_0.i.i.i.i.i.3 = sext i64 %_3.i.i.i.i.3 to i128, !dbg !544
    #dbg_value(i128 %_4.0.i.i.i.i.2, !295, !DIExpression(), !545)
    #dbg_value(i128 %_0.i.i.i.i.i.3, !296, !DIExpression(), !545)
  %_4.0.i.i.i.i.3 = add i128 %_4.0.i.i.i.i.2, %_0.i.i.i.i.i.3, !dbg !547
    #dbg_value(i128 %_4.0.i.i.i.i.3, !119, !DIExpression(), !514)
  %_27.i.i.3 = add nuw i64 %i.sroa.0.0.i.i, 4, !dbg !548
    #dbg_value(i64 %_27.i.i.3, !121, !DIExpression(), !515)
    #dbg_value(i64 %_27.i.i.3, !196, !DIExpression(), !504)
  %niter.next.3 = add i64 %niter, 4, !dbg !549
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter, !dbg !549
  br i1 %niter.ncmp.3, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa", label %bb8.i.i, !dbg !549

"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa": ; preds = %bb8.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !549
  br i1 %lcmp.mod.not, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit", label %bb8.i.i.epil.preheader, !dbg !549

bb8.i.i.epil.preheader:                           ; preds = %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa", %bb5.i.i
  %i.sroa.0.0.i.i.epil.init = phi i64 [ 0, %bb5.i.i ], [ %_27.i.i.3, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa" ]
  %acc.sroa.0.0.i.i.epil.init = phi i128 [ 0, %bb5.i.i ], [ %_4.0.i.i.i.i.3, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa" ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0, !dbg !549
  tail call void @llvm.assume(i1 %lcmp.mod2), !dbg !549
  br label %bb8.i.i.epil, !dbg !549

bb8.i.i.epil:                                     ; preds = %bb8.i.i.epil, %bb8.i.i.epil.preheader
  %i.sroa.0.0.i.i.epil = phi i64 [ %i.sroa.0.0.i.i.epil.init, %bb8.i.i.epil.preheader ], [ %_27.i.i.epil, %bb8.i.i.epil ], !dbg !514
  %acc.sroa.0.0.i.i.epil = phi i128 [ %acc.sroa.0.0.i.i.epil.init, %bb8.i.i.epil.preheader ], [ %_4.0.i.i.i.i.epil, %bb8.i.i.epil ], !dbg !497
  %epil.iter = phi i64 [ 0, %bb8.i.i.epil.preheader ], [ %epil.iter.next, %bb8.i.i.epil ]
    #dbg_value(i128 %acc.sroa.0.0.i.i.epil, !119, !DIExpression(), !514)
    #dbg_value(i64 %i.sroa.0.0.i.i.epil, !196, !DIExpression(), !504)
    #dbg_value(i64 %i.sroa.0.0.i.i.epil, !121, !DIExpression(), !515)
    #dbg_value(ptr %iter.0, !235, !DIExpression(), !527)
    #dbg_value(i64 %i.sroa.0.0.i.i.epil, !241, !DIExpression(), !527)
  %_45.i.i.epil = getelementptr inbounds nuw i64, ptr %iter.0, i64 %i.sroa.0.0.i.i.epil, !dbg !529
    #dbg_value(ptr %_45.i.i.epil, !218, !DIExpression(), !530)
    #dbg_value(i128 %acc.sroa.0.0.i.i.epil, !247, !DIExpression(), !532)
    #dbg_value(ptr %_45.i.i.epil, !253, !DIExpression(), !532)
    #dbg_value(ptr poison, !261, !DIExpression(), !534)
    #dbg_value(ptr %_45.i.i.epil, !267, !DIExpression(), !534)
  %_3.i.i.i.i.epil = load i64, ptr %_45.i.i.epil, align 8, !dbg !536, !alias.scope !537, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.epil, !276, !DIExpression(), !542)
  %_0.i.i.i.i.i.epil = sext i64 %_3.i.i.i.i.epil to i128, !dbg !544
    #dbg_value(ptr poison, !288, !DIExpression(), !545)
    #dbg_value(i128 %acc.sroa.0.0.i.i.epil, !295, !DIExpression(), !545)
    #dbg_value(i128 %_0.i.i.i.i.i.epil, !296, !DIExpression(), !545)
  %_4.0.i.i.i.i.epil = add i128 %acc.sroa.0.0.i.i.epil, %_0.i.i.i.i.i.epil, !dbg !547
    #dbg_value(i128 %_4.0.i.i.i.i.epil, !119, !DIExpression(), !514)
  %_27.i.i.epil = add nuw i64 %i.sroa.0.0.i.i.epil, 1, !dbg !548
    #dbg_value(i64 %_27.i.i.epil, !121, !DIExpression(), !515)
    #dbg_value(i64 %_27.i.i.epil, !196, !DIExpression(), !504)
  %epil.iter.next = add i64 %epil.iter, 1, !dbg !549
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter, !dbg !549
  br i1 %epil.iter.cmp.not, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit", label %bb8.i.i.epil, !dbg !549, !llvm.loop !550

"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit": ; preds = %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa", %bb8.i.i.epil, %start
  %_0.sroa.0.0.i.i = phi i128 [ 0, %start ], [ %_4.0.i.i.i.i.3, %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E.exit.loopexit.unr-lcssa" ], [ %_4.0.i.i.i.i.epil, %bb8.i.i.epil ], !dbg !497
  ret i128 %_0.sroa.0.0.i.i, !dbg !551
}

; library::sum
; Function Attrs: nonlazybind uwtable
define noundef i128 @_ZN7library3sum17h4bfbed2bc0812eddE(ptr noalias noundef nonnull readonly align 8 captures(none) %values.0, i64 noundef range(i64 0, 1152921504606846976) %values.1, ptr noundef nonnull align 1 %visitor.0, ptr noalias noundef readonly align 8 captures(none) dereferenceable(32) %visitor.1) unnamed_addr #2 personality ptr @rust_eh_personality !dbg !552 {
start:
    #dbg_value(ptr %values.0, !571, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !573)
    #dbg_value(i64 %values.1, !571, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !573)
    #dbg_value(ptr %visitor.0, !572, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !573)
    #dbg_value(ptr %visitor.1, !572, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !573)
    #dbg_value(ptr %values.0, !425, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !574)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !425, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !574)
    #dbg_value(ptr %values.0, !430, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !576)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !430, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !576)
    #dbg_value(ptr %values.0, !92, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !578)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !92, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !578)
    #dbg_value(i128 0, !93, !DIExpression(), !578)
    #dbg_declare(ptr poison, !94, !DIExpression(), !580)
    #dbg_value(ptr %values.0, !101, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !581)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !101, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3, DW_OP_shl, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !581)
    #dbg_value(i128 0, !113, !DIExpression(), !581)
    #dbg_declare(ptr poison, !114, !DIExpression(), !583)
    #dbg_value(i64 1, !188, !DIExpression(), !584)
    #dbg_value(!DIArgList(ptr %values.0, i64 %values.1), !117, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3, DW_OP_shl, DW_OP_plus, DW_OP_stack_value), !586)
    #dbg_value(ptr poison, !200, !DIExpression(), !587)
    #dbg_value(ptr poison, !208, !DIExpression(), !589)
  %0 = icmp eq i64 %values.1, 0, !dbg !590
  br i1 %0, label %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit, label %bb8.i.i.i.i.preheader, !dbg !591

bb8.i.i.i.i.preheader:                            ; preds = %start
  %xtraiter = and i64 %values.1, 3, !dbg !592
  %1 = icmp samesign ult i64 %values.1, 4, !dbg !592
  br i1 %1, label %bb8.i.i.i.i.epil.preheader, label %bb8.i.i.i.i.preheader.new, !dbg !592

bb8.i.i.i.i.preheader.new:                        ; preds = %bb8.i.i.i.i.preheader
  %unroll_iter = and i64 %values.1, 1152921504606846972, !dbg !592
  br label %bb8.i.i.i.i, !dbg !592

bb8.i.i.i.i:                                      ; preds = %bb8.i.i.i.i, %bb8.i.i.i.i.preheader.new
  %i.sroa.0.0.i.i.i.i = phi i64 [ 0, %bb8.i.i.i.i.preheader.new ], [ %_27.i.i.i.i.3, %bb8.i.i.i.i ], !dbg !593
  %acc.sroa.0.0.i.i.i.i = phi i128 [ 0, %bb8.i.i.i.i.preheader.new ], [ %_4.0.i.i.i.i.i.i.3, %bb8.i.i.i.i ], !dbg !581
  %niter = phi i64 [ 0, %bb8.i.i.i.i.preheader.new ], [ %niter.next.3, %bb8.i.i.i.i ]
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i, !119, !DIExpression(), !593)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !196, !DIExpression(), !584)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !121, !DIExpression(), !594)
    #dbg_value(ptr %values.0, !235, !DIExpression(), !595)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !241, !DIExpression(), !595)
  %_45.i.i.i.i = getelementptr inbounds nuw i64, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i, !dbg !597
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i, !247, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i, !253, !DIExpression(), !598)
    #dbg_value(ptr poison, !261, !DIExpression(), !600)
    #dbg_value(ptr %_45.i.i.i.i, !267, !DIExpression(), !600)
  %_3.i.i.i.i.i.i = load i64, ptr %_45.i.i.i.i, align 8, !dbg !602, !alias.scope !603, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.i, !276, !DIExpression(), !608)
  %_0.i.i.i.i.i.i.i = sext i64 %_3.i.i.i.i.i.i to i128, !dbg !610
    #dbg_value(ptr poison, !288, !DIExpression(), !611)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i, !295, !DIExpression(), !611)
    #dbg_value(i128 %_0.i.i.i.i.i.i.i, !296, !DIExpression(), !611)
  %_4.0.i.i.i.i.i.i = add i128 %acc.sroa.0.0.i.i.i.i, %_0.i.i.i.i.i.i.i, !dbg !613
    #dbg_value(i128 %_4.0.i.i.i.i.i.i, !119, !DIExpression(), !593)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !121, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !594)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !196, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !584)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !241, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !595)
  %2 = getelementptr inbounds nuw i64, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i, !dbg !597
  %_45.i.i.i.i.1 = getelementptr inbounds nuw i8, ptr %2, i64 8, !dbg !597
    #dbg_value(i128 %_4.0.i.i.i.i.i.i, !247, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.1, !253, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.1, !267, !DIExpression(), !600)
  %_3.i.i.i.i.i.i.1 = load i64, ptr %_45.i.i.i.i.1, align 8, !dbg !602, !alias.scope !603, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.i.1, !276, !DIExpression(), !608)
  %_0.i.i.i.i.i.i.i.1 = sext i64 %_3.i.i.i.i.i.i.1 to i128, !dbg !610
    #dbg_value(i128 %_4.0.i.i.i.i.i.i, !295, !DIExpression(), !611)
    #dbg_value(i128 %_0.i.i.i.i.i.i.i.1, !296, !DIExpression(), !611)
  %_4.0.i.i.i.i.i.i.1 = add i128 %_4.0.i.i.i.i.i.i, %_0.i.i.i.i.i.i.i.1, !dbg !613
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.1, !119, !DIExpression(), !593)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !121, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !594)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !196, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !584)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !241, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !595)
  %3 = getelementptr inbounds nuw i64, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i, !dbg !597
  %_45.i.i.i.i.2 = getelementptr inbounds nuw i8, ptr %3, i64 16, !dbg !597
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.1, !247, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.2, !253, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.2, !267, !DIExpression(), !600)
  %_3.i.i.i.i.i.i.2 = load i64, ptr %_45.i.i.i.i.2, align 8, !dbg !602, !alias.scope !603, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.i.2, !276, !DIExpression(), !608)
  %_0.i.i.i.i.i.i.i.2 = sext i64 %_3.i.i.i.i.i.i.2 to i128, !dbg !610
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.1, !295, !DIExpression(), !611)
    #dbg_value(i128 %_0.i.i.i.i.i.i.i.2, !296, !DIExpression(), !611)
  %_4.0.i.i.i.i.i.i.2 = add i128 %_4.0.i.i.i.i.i.i.1, %_0.i.i.i.i.i.i.i.2, !dbg !613
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.2, !119, !DIExpression(), !593)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !121, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !594)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !196, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !584)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i, !241, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !595)
  %4 = getelementptr inbounds nuw i64, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i, !dbg !597
  %_45.i.i.i.i.3 = getelementptr inbounds nuw i8, ptr %4, i64 24, !dbg !597
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.2, !247, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.3, !253, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.3, !267, !DIExpression(), !600)
  %_3.i.i.i.i.i.i.3 = load i64, ptr %_45.i.i.i.i.3, align 8, !dbg !602, !alias.scope !603, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.i.3, !276, !DIExpression(), !608)
  %_0.i.i.i.i.i.i.i.3 = sext i64 %_3.i.i.i.i.i.i.3 to i128, !dbg !610
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.2, !295, !DIExpression(), !611)
    #dbg_value(i128 %_0.i.i.i.i.i.i.i.3, !296, !DIExpression(), !611)
  %_4.0.i.i.i.i.i.i.3 = add i128 %_4.0.i.i.i.i.i.i.2, %_0.i.i.i.i.i.i.i.3, !dbg !613
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.3, !119, !DIExpression(), !593)
  %_27.i.i.i.i.3 = add nuw nsw i64 %i.sroa.0.0.i.i.i.i, 4, !dbg !614
    #dbg_value(i64 %_27.i.i.i.i.3, !121, !DIExpression(), !594)
    #dbg_value(i64 %_27.i.i.i.i.3, !196, !DIExpression(), !584)
  %niter.next.3 = add i64 %niter, 4, !dbg !592
  %niter.ncmp.3 = icmp eq i64 %niter.next.3, %unroll_iter, !dbg !592
  br i1 %niter.ncmp.3, label %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa, label %bb8.i.i.i.i, !dbg !592

_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa: ; preds = %bb8.i.i.i.i
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !592
  br i1 %lcmp.mod.not, label %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit, label %bb8.i.i.i.i.epil.preheader, !dbg !592

bb8.i.i.i.i.epil.preheader:                       ; preds = %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa, %bb8.i.i.i.i.preheader
  %i.sroa.0.0.i.i.i.i.epil.init = phi i64 [ 0, %bb8.i.i.i.i.preheader ], [ %_27.i.i.i.i.3, %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa ]
  %acc.sroa.0.0.i.i.i.i.epil.init = phi i128 [ 0, %bb8.i.i.i.i.preheader ], [ %_4.0.i.i.i.i.i.i.3, %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa ]
  %lcmp.mod2 = icmp ne i64 %xtraiter, 0, !dbg !592
  tail call void @llvm.assume(i1 %lcmp.mod2), !dbg !592
  br label %bb8.i.i.i.i.epil, !dbg !592

bb8.i.i.i.i.epil:                                 ; preds = %bb8.i.i.i.i.epil, %bb8.i.i.i.i.epil.preheader
  %i.sroa.0.0.i.i.i.i.epil = phi i64 [ %_27.i.i.i.i.epil, %bb8.i.i.i.i.epil ], [ %i.sroa.0.0.i.i.i.i.epil.init, %bb8.i.i.i.i.epil.preheader ], !dbg !593
  %acc.sroa.0.0.i.i.i.i.epil = phi i128 [ %_4.0.i.i.i.i.i.i.epil, %bb8.i.i.i.i.epil ], [ %acc.sroa.0.0.i.i.i.i.epil.init, %bb8.i.i.i.i.epil.preheader ], !dbg !581
  %epil.iter = phi i64 [ %epil.iter.next, %bb8.i.i.i.i.epil ], [ 0, %bb8.i.i.i.i.epil.preheader ]
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i.epil, !119, !DIExpression(), !593)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i.epil, !196, !DIExpression(), !584)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i.epil, !121, !DIExpression(), !594)
    #dbg_value(ptr %values.0, !235, !DIExpression(), !595)
    #dbg_value(i64 %i.sroa.0.0.i.i.i.i.epil, !241, !DIExpression(), !595)
  %_45.i.i.i.i.epil = getelementptr inbounds nuw i64, ptr %values.0, i64 %i.sroa.0.0.i.i.i.i.epil, !dbg !597
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i.epil, !247, !DIExpression(), !598)
    #dbg_value(ptr %_45.i.i.i.i.epil, !253, !DIExpression(), !598)
    #dbg_value(ptr poison, !261, !DIExpression(), !600)
    #dbg_value(ptr %_45.i.i.i.i.epil, !267, !DIExpression(), !600)
  %_3.i.i.i.i.i.i.epil = load i64, ptr %_45.i.i.i.i.epil, align 8, !dbg !602, !alias.scope !603, !noundef !13
    #dbg_value(i64 %_3.i.i.i.i.i.i.epil, !276, !DIExpression(), !608)
  %_0.i.i.i.i.i.i.i.epil = sext i64 %_3.i.i.i.i.i.i.epil to i128, !dbg !610
    #dbg_value(ptr poison, !288, !DIExpression(), !611)
    #dbg_value(i128 %acc.sroa.0.0.i.i.i.i.epil, !295, !DIExpression(), !611)
    #dbg_value(i128 %_0.i.i.i.i.i.i.i.epil, !296, !DIExpression(), !611)
  %_4.0.i.i.i.i.i.i.epil = add i128 %acc.sroa.0.0.i.i.i.i.epil, %_0.i.i.i.i.i.i.i.epil, !dbg !613
    #dbg_value(i128 %_4.0.i.i.i.i.i.i.epil, !119, !DIExpression(), !593)
  %_27.i.i.i.i.epil = add nuw nsw i64 %i.sroa.0.0.i.i.i.i.epil, 1, !dbg !614
    #dbg_value(i64 %_27.i.i.i.i.epil, !121, !DIExpression(), !594)
    #dbg_value(i64 %_27.i.i.i.i.epil, !196, !DIExpression(), !584)
  %epil.iter.next = add i64 %epil.iter, 1, !dbg !592
  %epil.iter.cmp.not = icmp eq i64 %epil.iter.next, %xtraiter, !dbg !592
  br i1 %epil.iter.cmp.not, label %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit, label %bb8.i.i.i.i.epil, !dbg !592, !llvm.loop !615

_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit: ; preds = %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa, %bb8.i.i.i.i.epil, %start
  %_0.sroa.0.0.i.i.i.i = phi i128 [ 0, %start ], [ %_4.0.i.i.i.i.i.i.3, %_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E.exit.loopexit.unr-lcssa ], [ %_4.0.i.i.i.i.i.i.epil, %bb8.i.i.i.i.epil ], !dbg !581
  %_9 = trunc i64 %values.1 to i32, !dbg !616
  %5 = getelementptr inbounds nuw i8, ptr %visitor.1, i64 24, !dbg !617
  %6 = load ptr, ptr %5, align 8, !dbg !617, !invariant.load !13, !nonnull !13
  %7 = tail call { i64, i64 } %6(ptr noundef nonnull align 1 %visitor.0, i32 noundef %_9) #6, !dbg !618
  %_8.0 = extractvalue { i64, i64 } %7, 0, !dbg !618
  %_8.1 = extractvalue { i64, i64 } %7, 1, !dbg !618
    #dbg_value(i64 %_8.0, !619, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !628)
    #dbg_value(i64 %_8.1, !619, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !628)
    #dbg_value(i64 0, !625, !DIExpression(), !628)
  %8 = trunc nuw i64 %_8.0 to i1, !dbg !630
    #dbg_value(i64 poison, !631, !DIExpression(), !637)
  %9 = zext i64 %_8.1 to i128, !dbg !639
  %_0.i = select i1 %8, i128 %9, i128 0, !dbg !628
  %_0 = add i128 %_0.i, %_0.sroa.0.0.i.i.i.i, !dbg !640
  ret i128 %_0, !dbg !641
}

; library::Lock::acquire
; Function Attrs: nounwind nonlazybind uwtable
define void @_ZN7library4Lock7acquire17h621c95f51710651bE(ptr noundef nonnull align 8 %self) unnamed_addr #3 !dbg !642 {
start:
    #dbg_value(ptr %self, !647, !DIExpression(), !648)
  %_5 = getelementptr inbounds nuw i8, ptr %self, i64 8
    #dbg_value(ptr %_5, !649, !DIExpression(), !676)
    #dbg_value(i8 0, !672, !DIExpression(), !676)
    #dbg_value(i8 1, !673, !DIExpression(), !676)
    #dbg_value(i8 2, !674, !DIExpression(), !676)
    #dbg_value(i8 0, !675, !DIExpression(), !676)
    #dbg_value(ptr %_5, !678, !DIExpression(), !691)
    #dbg_value(i8 0, !684, !DIExpression(), !691)
    #dbg_value(i8 1, !685, !DIExpression(), !691)
    #dbg_value(i8 2, !686, !DIExpression(), !691)
    #dbg_value(i8 0, !687, !DIExpression(), !691)
  %0 = cmpxchg weak ptr %_5, i8 0, i8 1 acquire monotonic, align 1, !dbg !693
  %1 = extractvalue { i8, i1 } %0, 1, !dbg !693
  br i1 %1, label %bb6, label %bb4, !dbg !694

bb6:                                              ; preds = %bb4, %start
    #dbg_value(i8 4, !695, !DIExpression(), !700)
  fence seq_cst, !dbg !702
    #dbg_value(ptr %self, !703, !DIExpression(), !712)
    #dbg_value(ptr %self, !710, !DIExpression(), !712)
    #dbg_value(i8 1, !711, !DIExpression(), !712)
    #dbg_value(ptr %self, !714, !DIExpression(), !722)
    #dbg_value(ptr %self, !720, !DIExpression(), !722)
    #dbg_value(i8 1, !721, !DIExpression(), !722)
  store atomic ptr %self, ptr %self release, align 8, !dbg !724
  ret void, !dbg !725

bb4:                                              ; preds = %start, %bb4
  tail call void @llvm.x86.sse2.pause(), !dbg !726
    #dbg_value(ptr %_5, !649, !DIExpression(), !676)
    #dbg_value(i8 0, !672, !DIExpression(), !676)
    #dbg_value(i8 1, !673, !DIExpression(), !676)
    #dbg_value(i8 2, !674, !DIExpression(), !676)
    #dbg_value(i8 0, !675, !DIExpression(), !676)
    #dbg_value(ptr %_5, !678, !DIExpression(), !691)
    #dbg_value(i8 0, !684, !DIExpression(), !691)
    #dbg_value(i8 1, !685, !DIExpression(), !691)
    #dbg_value(i8 2, !686, !DIExpression(), !691)
    #dbg_value(i8 0, !687, !DIExpression(), !691)
  %2 = cmpxchg weak ptr %_5, i8 0, i8 1 acquire monotonic, align 1, !dbg !693
  %3 = extractvalue { i8, i1 } %2, 1, !dbg !693
  br i1 %3, label %bb6, label %bb4, !dbg !694
}

; Function Attrs: nounwind
declare void @llvm.x86.sse2.pause() unnamed_addr #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #5

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #3

attributes #0 = { nofree norecurse nosync nounwind nonlazybind memory(argmem: read, inaccessiblemem: write) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { mustprogress nofree norecurse nounwind nonlazybind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { nounwind }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #6 = { inlinehint }

!llvm.module.flags = !{!31, !32, !33, !34}
!llvm.ident = !{!35}
!llvm.dbg.cu = !{!36}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "NAMES", linkageName: "_ZN7library5NAMES17hcdb3050e486b23f8E", scope: !2, file: !3, line: 7, type: !4, isLocal: false, isDefinition: true, align: 64)
!2 = !DINamespace(name: "library", scope: null)
!3 = !DIFile(filename: "library.rs", directory: ".", checksumkind: CSK_MD5, checksum: "421b3efdfe9385f69a2a855d9f5701e5")
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 256, align: 64, elements: !14)
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !6, size: 128, align: 64, elements: !7, templateParams: !13, identifier: "9277eecd40495f85161460476aacc992")
!6 = !DIFile(filename: "<unknown>", directory: "")
!7 = !{!8, !11}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !5, file: !6, baseType: !9, size: 64, align: 64)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64, align: 64, dwarfAddressSpace: 0)
!10 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!11 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !5, file: !6, baseType: !12, size: 64, align: 64, offset: 64)
!12 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!13 = !{}
!14 = !{!15}
!15 = !DISubrange(count: 2, lowerBound: 0)
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "COUNTER", linkageName: "_ZN7library7COUNTER17ha246eff1edb5cb6fE", scope: !2, file: !3, line: 6, type: !18, isLocal: false, isDefinition: true, align: 32)
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicU32", scope: !19, file: !6, size: 32, align: 32, flags: DIFlagPublic, elements: !22, templateParams: !13, identifier: "c7c2c74a85904bd0c8528b4e15d5ce44")
!19 = !DINamespace(name: "atomic", scope: !20)
!20 = !DINamespace(name: "sync", scope: !21)
!21 = !DINamespace(name: "core", scope: null)
!22 = !{!23}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !18, file: !6, baseType: !24, size: 32, align: 32, flags: DIFlagPrivate)
!24 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<u32>", scope: !25, file: !6, size: 32, align: 32, flags: DIFlagPublic, elements: !26, templateParams: !29, identifier: "276fcd5afdff990e3d83fbd36936145c")
!25 = !DINamespace(name: "cell", scope: !21)
!26 = !{!27}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !24, file: !6, baseType: !28, size: 32, align: 32, flags: DIFlagPrivate)
!28 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!29 = !{!30}
!30 = !DITemplateTypeParameter(name: "T", type: !28)
!31 = !{i32 8, !"PIC Level", i32 2}
!32 = !{i32 2, !"RtLibUseGOT", i32 1}
!33 = !{i32 7, !"Dwarf Version", i32 4}
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!36 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !37, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !38, globals: !46, splitDebugInlining: false, nameTableKind: None)
!37 = !DIFile(filename: "library.rs/@/library.204df1fcf32a149a-cgu.0", directory: ".")
!38 = !{!39}
!39 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Ordering", scope: !19, file: !6, baseType: !10, size: 8, align: 8, flags: DIFlagEnumClass, elements: !40)
!40 = !{!41, !42, !43, !44, !45}
!41 = !DIEnumerator(name: "Relaxed", value: 0, isUnsigned: true)
!42 = !DIEnumerator(name: "Release", value: 1, isUnsigned: true)
!43 = !DIEnumerator(name: "Acquire", value: 2, isUnsigned: true)
!44 = !DIEnumerator(name: "AcqRel", value: 3, isUnsigned: true)
!45 = !DIEnumerator(name: "SeqCst", value: 4, isUnsigned: true)
!46 = !{!0, !16}
!47 = distinct !DISubprogram(name: "fold<i128, core::slice::iter::Iter<i64>, library::sum::{closure_env#0}, i128, core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>>", linkageName: "_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17ha502c2d6f3d18971E", scope: !49, file: !48, line: 124, type: !53, scopeLine: 124, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !95, retainedNodes: !91)
!48 = !DIFile(filename: "library/core/src/iter/adapters/map.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "47fd4c3c8424e034238ec6bb5a169812")
!49 = !DINamespace(name: "{impl#2}", scope: !50)
!50 = !DINamespace(name: "map", scope: !51)
!51 = !DINamespace(name: "adapters", scope: !52)
!52 = !DINamespace(name: "iter", scope: !21)
!53 = !DISubroutineType(types: !54)
!54 = !{!55, !56, !55, !86}
!55 = !DIBasicType(name: "i128", size: 128, encoding: DW_ATE_signed)
!56 = !DICompositeType(tag: DW_TAG_structure_type, name: "Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>", scope: !50, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !57, templateParams: !83, identifier: "612ef508e6599dade371021f64d5fc37")
!57 = !{!58, !80}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "iter", scope: !56, file: !6, baseType: !59, size: 128, align: 64, flags: DIFlagProtected)
!59 = !DICompositeType(tag: DW_TAG_structure_type, name: "Iter<i64>", scope: !60, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !62, templateParams: !71, identifier: "2bc20bb0597afb73fcd044773b9b205e")
!60 = !DINamespace(name: "iter", scope: !61)
!61 = !DINamespace(name: "slice", scope: !21)
!62 = !{!63, !73, !74}
!63 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !59, file: !6, baseType: !64, size: 64, align: 64, flags: DIFlagPrivate)
!64 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<i64>", scope: !65, file: !6, size: 64, align: 64, flags: DIFlagPublic, elements: !67, templateParams: !71, identifier: "7e42d5f5f6b5234a3734bce9cad420d1")
!65 = !DINamespace(name: "non_null", scope: !66)
!66 = !DINamespace(name: "ptr", scope: !21)
!67 = !{!68}
!68 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !64, file: !6, baseType: !69, size: 64, align: 64, flags: DIFlagPrivate)
!69 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const i64", baseType: !70, size: 64, align: 64, dwarfAddressSpace: 0)
!70 = !DIBasicType(name: "i64", size: 64, encoding: DW_ATE_signed)
!71 = !{!72}
!72 = !DITemplateTypeParameter(name: "T", type: !70)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "end_or_len", scope: !59, file: !6, baseType: !69, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !59, file: !6, baseType: !75, align: 8, offset: 128, flags: DIFlagPrivate)
!75 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&i64>", scope: !76, file: !6, align: 8, flags: DIFlagPublic, elements: !13, templateParams: !77, identifier: "99e0d3776c749048ae2990a9c44e5ea8")
!76 = !DINamespace(name: "marker", scope: !21)
!77 = !{!78}
!78 = !DITemplateTypeParameter(name: "T", type: !79)
!79 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&i64", baseType: !70, size: 64, align: 64, dwarfAddressSpace: 0)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !56, file: !6, baseType: !81, align: 8, offset: 128, flags: DIFlagPrivate)
!81 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}", scope: !82, file: !6, align: 8, elements: !13, identifier: "fe2e4a0471ab6be755adf7018a01fe10")
!82 = !DINamespace(name: "sum", scope: !2)
!83 = !{!84, !85}
!84 = !DITemplateTypeParameter(name: "I", type: !59)
!85 = !DITemplateTypeParameter(name: "F", type: !81)
!86 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>", scope: !87, file: !6, align: 8, elements: !13, identifier: "5de5cc243da92750628d688e24b8d896")
!87 = !DINamespace(name: "sum", scope: !88)
!88 = !DINamespace(name: "{impl#20}", scope: !89)
!89 = !DINamespace(name: "accum", scope: !90)
!90 = !DINamespace(name: "traits", scope: !52)
!91 = !{!92, !93, !94}
!92 = !DILocalVariable(name: "self", arg: 1, scope: !47, file: !48, line: 124, type: !56)
!93 = !DILocalVariable(name: "init", arg: 2, scope: !47, file: !48, line: 124, type: !55)
!94 = !DILocalVariable(name: "g", arg: 3, scope: !47, file: !48, line: 124, type: !86)
!95 = !{!96, !84, !85, !97, !98}
!96 = !DITemplateTypeParameter(name: "B", type: !55)
!97 = !DITemplateTypeParameter(name: "Acc", type: !55)
!98 = !DITemplateTypeParameter(name: "G", type: !86)
!99 = !DILocation(line: 0, scope: !47)
!100 = !DILocation(line: 124, column: 38, scope: !47)
!101 = !DILocalVariable(name: "self", arg: 1, scope: !102, file: !103, line: 259, type: !59)
!102 = distinct !DISubprogram(name: "fold<i64, i128, core::iter::adapters::map::map_fold::{closure_env#0}<&i64, i128, i128, library::sum::{closure_env#0}, core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>>>", linkageName: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc018700dd91248e3E", scope: !104, file: !103, line: 259, type: !105, scopeLine: 259, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !129, retainedNodes: !112)
!103 = !DIFile(filename: "library/core/src/slice/iter/macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "87d1f0c2746f51593d75ddf4c9271f14")
!104 = !DINamespace(name: "{impl#171}", scope: !60)
!105 = !DISubroutineType(types: !106)
!106 = !{!55, !59, !55, !107}
!107 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}<&i64, i128, i128, library::sum::{closure_env#0}, core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>>", scope: !108, file: !6, align: 8, elements: !109, templateParams: !13, identifier: "2d5204c89df93d96503f9e04432635df")
!108 = !DINamespace(name: "map_fold", scope: !50)
!109 = !{!110, !111}
!110 = !DIDerivedType(tag: DW_TAG_member, name: "g", scope: !107, file: !6, baseType: !86, align: 8)
!111 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !107, file: !6, baseType: !81, align: 8)
!112 = !{!101, !113, !114, !115, !117, !119, !121, !123, !125, !127}
!113 = !DILocalVariable(name: "init", arg: 2, scope: !102, file: !103, line: 259, type: !55)
!114 = !DILocalVariable(name: "f", arg: 3, scope: !102, file: !103, line: 259, type: !107)
!115 = !DILocalVariable(name: "len", scope: !116, file: !103, line: 29, type: !12, align: 64)
!116 = distinct !DILexicalBlock(scope: !102, file: !103, line: 29, column: 13)
!117 = !DILocalVariable(name: "end", scope: !118, file: !103, line: 33, type: !64, align: 64)
!118 = distinct !DILexicalBlock(scope: !102, file: !103, line: 33, column: 13)
!119 = !DILocalVariable(name: "acc", scope: !120, file: !103, line: 273, type: !55, align: 128)
!120 = distinct !DILexicalBlock(scope: !102, file: !103, line: 273, column: 17)
!121 = !DILocalVariable(name: "i", scope: !122, file: !103, line: 274, type: !12, align: 64)
!122 = distinct !DILexicalBlock(scope: !120, file: !103, line: 274, column: 17)
!123 = !DILocalVariable(name: "len", scope: !124, file: !103, line: 275, type: !12, align: 64)
!124 = distinct !DILexicalBlock(scope: !122, file: !103, line: 275, column: 17)
!125 = !DILocalVariable(name: "len", scope: !126, file: !103, line: 29, type: !12, align: 64)
!126 = distinct !DILexicalBlock(scope: !122, file: !103, line: 29, column: 13)
!127 = !DILocalVariable(name: "end", scope: !128, file: !103, line: 33, type: !64, align: 64)
!128 = distinct !DILexicalBlock(scope: !122, file: !103, line: 33, column: 13)
!129 = !{!72, !96, !130}
!130 = !DITemplateTypeParameter(name: "F", type: !107)
!131 = !DILocation(line: 0, scope: !102, inlinedAt: !132)
!132 = distinct !DILocation(line: 128, column: 19, scope: !47)
!133 = !DILocation(line: 259, column: 42, scope: !102, inlinedAt: !132)
!134 = !DILocalVariable(name: "pointee_size", scope: !135, file: !136, line: 726, type: !12, align: 64)
!135 = distinct !DILexicalBlock(scope: !137, file: !136, line: 726, column: 9)
!136 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!137 = distinct !DISubprogram(name: "offset_from_unsigned<i64>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned17h20c2fda9158dd5f2E", scope: !138, file: !136, line: 701, type: !140, scopeLine: 701, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, retainedNodes: !163)
!138 = !DINamespace(name: "{impl#0}", scope: !139)
!139 = !DINamespace(name: "const_ptr", scope: !66)
!140 = !DISubroutineType(types: !141)
!141 = !{!12, !69, !69, !142}
!142 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !143, size: 64, align: 64, dwarfAddressSpace: 0)
!143 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !144, file: !6, size: 192, align: 64, flags: DIFlagPublic, elements: !146, templateParams: !13, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!144 = !DINamespace(name: "location", scope: !145)
!145 = !DINamespace(name: "panic", scope: !21)
!146 = !{!147, !157, !158, !159}
!147 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !143, file: !6, baseType: !148, size: 128, align: 64, flags: DIFlagPrivate)
!148 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !65, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !149, templateParams: !155, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!149 = !{!150}
!150 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !148, file: !6, baseType: !151, size: 128, align: 64, flags: DIFlagPrivate)
!151 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !6, size: 128, align: 64, elements: !152, templateParams: !13, identifier: "238a44609877474087c05adf26cd41fa")
!152 = !{!153, !154}
!153 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !151, file: !6, baseType: !9, size: 64, align: 64)
!154 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !151, file: !6, baseType: !12, size: 64, align: 64, offset: 64)
!155 = !{!156}
!156 = !DITemplateTypeParameter(name: "T", type: !10)
!157 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !143, file: !6, baseType: !28, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!158 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !143, file: !6, baseType: !28, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!159 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !143, file: !6, baseType: !160, align: 8, offset: 192, flags: DIFlagPrivate)
!160 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !76, file: !6, align: 8, flags: DIFlagPublic, elements: !13, templateParams: !161, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!161 = !{!162}
!162 = !DITemplateTypeParameter(name: "T", type: !5)
!163 = !{!164, !165, !134}
!164 = !DILocalVariable(name: "self", arg: 1, scope: !137, file: !136, line: 701, type: !69)
!165 = !DILocalVariable(name: "origin", arg: 2, scope: !137, file: !136, line: 701, type: !69)
!166 = !DILocation(line: 0, scope: !135, inlinedAt: !167)
!167 = distinct !DILocation(line: 887, column: 37, scope: !168, inlinedAt: !178)
!168 = distinct !DISubprogram(name: "offset_from_unsigned<i64>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$20offset_from_unsigned17h2e22a8b88d99bbf8E", scope: !170, file: !169, line: 882, type: !172, scopeLine: 882, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, retainedNodes: !175)
!169 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!170 = !DINamespace(name: "{impl#0}", scope: !171)
!171 = !DINamespace(name: "mut_ptr", scope: !66)
!172 = !DISubroutineType(types: !173)
!173 = !{!12, !174, !69, !142}
!174 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut i64", baseType: !70, size: 64, align: 64, dwarfAddressSpace: 0)
!175 = !{!176, !177}
!176 = !DILocalVariable(name: "self", arg: 1, scope: !168, file: !169, line: 882, type: !174)
!177 = !DILocalVariable(name: "origin", arg: 2, scope: !168, file: !169, line: 882, type: !69)
!178 = distinct !DILocation(line: 953, column: 32, scope: !179, inlinedAt: !187)
!179 = distinct !DISubprogram(name: "offset_from_unsigned<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$20offset_from_unsigned17h43c75caff60785a8E", scope: !64, file: !180, line: 948, type: !181, scopeLine: 948, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, declaration: !183, retainedNodes: !184)
!180 = !DIFile(filename: "library/core/src/ptr/non_null.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e5222a5160165ba1cd09076ad7a11733")
!181 = !DISubroutineType(types: !182)
!182 = !{!12, !64, !64}
!183 = !DISubprogram(name: "offset_from_unsigned<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$20offset_from_unsigned17h43c75caff60785a8E", scope: !64, file: !180, line: 948, type: !181, scopeLine: 948, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !71)
!184 = !{!185, !186}
!185 = !DILocalVariable(name: "self", arg: 1, scope: !179, file: !180, line: 948, type: !64)
!186 = !DILocalVariable(name: "subtracted", arg: 2, scope: !179, file: !180, line: 948, type: !64)
!187 = distinct !DILocation(line: 57, column: 30, scope: !128, inlinedAt: !132)
!188 = !DILocalVariable(name: "rhs", scope: !189, file: !190, line: 832, type: !12, align: 64)
!189 = distinct !DISubprogram(name: "unchecked_add", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj13unchecked_add", scope: !191, file: !190, line: 832, type: !193, scopeLine: 832, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !195)
!190 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!191 = !DINamespace(name: "{impl#11}", scope: !192)
!192 = !DINamespace(name: "num", scope: !21)
!193 = !DISubroutineType(types: !194)
!194 = !{!12, !12, !12, !142}
!195 = !{!196, !188}
!196 = !DILocalVariable(name: "self", arg: 1, scope: !189, file: !190, line: 832, type: !12)
!197 = !DILocation(line: 0, scope: !189, inlinedAt: !198)
!198 = distinct !DILocation(line: 283, column: 36, scope: !124, inlinedAt: !132)
!199 = !DILocation(line: 0, scope: !118, inlinedAt: !132)
!200 = !DILocalVariable(name: "self", arg: 1, scope: !201, file: !180, line: 1719, type: !206)
!201 = distinct !DISubprogram(name: "eq<i64>", linkageName: "_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17h4eb0912e424e2abdE", scope: !202, file: !180, line: 1719, type: !203, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, retainedNodes: !207)
!202 = !DINamespace(name: "{impl#16}", scope: !65)
!203 = !DISubroutineType(types: !204)
!204 = !{!205, !206, !206}
!205 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!206 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::ptr::non_null::NonNull<i64>", baseType: !64, size: 64, align: 64, dwarfAddressSpace: 0)
!207 = !{!200, !208}
!208 = !DILocalVariable(name: "other", arg: 2, scope: !201, file: !180, line: 1719, type: !206)
!209 = !DILocation(line: 1719, column: 11, scope: !201, inlinedAt: !210)
!210 = distinct !DILocation(line: 44, column: 20, scope: !118, inlinedAt: !132)
!211 = !DILocation(line: 1719, column: 18, scope: !201, inlinedAt: !210)
!212 = !DILocation(line: 407, column: 18, scope: !213, inlinedAt: !219)
!213 = distinct !DISubprogram(name: "as_ptr<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h1336c465a5bea8a8E", scope: !64, file: !180, line: 401, type: !214, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, declaration: !216, retainedNodes: !217)
!214 = !DISubroutineType(types: !215)
!215 = !{!174, !64}
!216 = !DISubprogram(name: "as_ptr<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h1336c465a5bea8a8E", scope: !64, file: !180, line: 401, type: !214, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !71)
!217 = !{!218}
!218 = !DILocalVariable(name: "self", arg: 1, scope: !213, file: !180, line: 401, type: !64)
!219 = distinct !DILocation(line: 1720, column: 32, scope: !201, inlinedAt: !210)
!220 = !DILocation(line: 1720, column: 9, scope: !201, inlinedAt: !210)
!221 = !DILocation(line: 25, column: 86, scope: !102, inlinedAt: !132)
!222 = !DILocation(line: 0, scope: !120, inlinedAt: !132)
!223 = !DILocation(line: 0, scope: !122, inlinedAt: !132)
!224 = !DILocation(line: 0, scope: !128, inlinedAt: !132)
!225 = !DILocation(line: 0, scope: !179, inlinedAt: !187)
!226 = !DILocation(line: 0, scope: !213, inlinedAt: !227)
!227 = distinct !DILocation(line: 953, column: 23, scope: !179, inlinedAt: !187)
!228 = !DILocation(line: 0, scope: !213, inlinedAt: !229)
!229 = distinct !DILocation(line: 953, column: 64, scope: !179, inlinedAt: !187)
!230 = !DILocation(line: 0, scope: !168, inlinedAt: !178)
!231 = !DILocation(line: 0, scope: !137, inlinedAt: !167)
!232 = !DILocation(line: 729, column: 18, scope: !135, inlinedAt: !167)
!233 = !DILocation(line: 0, scope: !124, inlinedAt: !132)
!234 = !DILocation(line: 28, column: 9, scope: !122, inlinedAt: !132)
!235 = !DILocalVariable(name: "self", arg: 1, scope: !236, file: !180, line: 651, type: !64)
!236 = distinct !DISubprogram(name: "add<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h90a3a5161421bc40E", scope: !64, file: !180, line: 651, type: !237, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !71, declaration: !239, retainedNodes: !240)
!237 = !DISubroutineType(types: !238)
!238 = !{!64, !64, !12}
!239 = !DISubprogram(name: "add<i64>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h90a3a5161421bc40E", scope: !64, file: !180, line: 651, type: !237, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !71)
!240 = !{!235, !241}
!241 = !DILocalVariable(name: "count", arg: 2, scope: !236, file: !180, line: 651, type: !12)
!242 = !DILocation(line: 0, scope: !236, inlinedAt: !243)
!243 = distinct !DILocation(line: 279, column: 67, scope: !124, inlinedAt: !132)
!244 = !DILocation(line: 659, column: 28, scope: !236, inlinedAt: !243)
!245 = !DILocation(line: 0, scope: !213, inlinedAt: !246)
!246 = distinct !DILocation(line: 279, column: 74, scope: !124, inlinedAt: !132)
!247 = !DILocalVariable(name: "acc", arg: 2, scope: !248, file: !48, line: 88, type: !55)
!248 = distinct !DISubprogram(name: "{closure#0}<&i64, i128, i128, library::sum::{closure_env#0}, core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>>", linkageName: "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE", scope: !108, file: !48, line: 88, type: !249, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !256, retainedNodes: !252)
!249 = !DISubroutineType(types: !250)
!250 = !{!55, !251, !55, !79}
!251 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::iter::adapters::map::map_fold::{closure_env#0}<&i64, i128, i128, library::sum::{closure_env#0}, core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>>", baseType: !107, size: 64, align: 64, dwarfAddressSpace: 0)
!252 = !{!247, !253, !254, !255}
!253 = !DILocalVariable(name: "elt", arg: 3, scope: !248, file: !48, line: 88, type: !79)
!254 = !DILocalVariable(name: "g", scope: !248, file: !48, line: 86, type: !86, align: 8)
!255 = !DILocalVariable(name: "f", scope: !248, file: !48, line: 85, type: !81, align: 8)
!256 = !{!78, !96, !97, !257, !258}
!257 = !DITemplateTypeParameter(name: "impl FnMut(T) -> B", type: !81)
!258 = !DITemplateTypeParameter(name: "impl FnMut(Acc, B) -> Acc", type: !86)
!259 = !DILocation(line: 0, scope: !248, inlinedAt: !260)
!260 = distinct !DILocation(line: 279, column: 27, scope: !124, inlinedAt: !132)
!261 = !DILocalVariable(arg: 1, scope: !262, file: !3, line: 35, type: !265)
!262 = distinct !DISubprogram(name: "{closure#0}", linkageName: "_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E", scope: !82, file: !3, line: 35, type: !263, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !266)
!263 = !DISubroutineType(types: !264)
!264 = !{!55, !265, !79}
!265 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut library::sum::{closure_env#0}", baseType: !81, size: 64, align: 64, dwarfAddressSpace: 0)
!266 = !{!267, !261}
!267 = !DILocalVariable(name: "v", arg: 2, scope: !262, file: !3, line: 35, type: !79)
!268 = !DILocation(line: 0, scope: !262, inlinedAt: !269)
!269 = distinct !DILocation(line: 88, column: 28, scope: !248, inlinedAt: !260)
!270 = !DILocation(line: 35, column: 38, scope: !262, inlinedAt: !269)
!271 = !{!272, !274}
!272 = distinct !{!272, !273, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E: %v"}
!273 = distinct !{!273, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E"}
!274 = distinct !{!274, !275, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE: %elt"}
!275 = distinct !{!275, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE"}
!276 = !DILocalVariable(name: "small", arg: 1, scope: !277, file: !278, line: 79, type: !70)
!277 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1l_NtNtCsgEmfK2I1SDS_4core7convert3numnINtB8_4FromxE4from", scope: !279, file: !278, line: 79, type: !282, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !284)
!278 = !DIFile(filename: "library/core/src/convert/num.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5c89b4a3c13ad525a8a6672c69b7f326")
!279 = !DINamespace(name: "{impl#85}", scope: !280)
!280 = !DINamespace(name: "num", scope: !281)
!281 = !DINamespace(name: "convert", scope: !21)
!282 = !DISubroutineType(types: !283)
!283 = !{!55, !70}
!284 = !{!276}
!285 = !DILocation(line: 0, scope: !277, inlinedAt: !286)
!286 = distinct !DILocation(line: 35, column: 27, scope: !262, inlinedAt: !269)
!287 = !DILocation(line: 82, column: 17, scope: !277, inlinedAt: !286)
!288 = !DILocalVariable(arg: 1, scope: !289, file: !290, line: 53, type: !293)
!289 = distinct !DISubprogram(name: "{closure#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>", linkageName: "_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h7d6426c5a48bf6b2E", scope: !87, file: !290, line: 53, type: !291, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !297, retainedNodes: !294)
!290 = !DIFile(filename: "library/core/src/iter/traits/accum.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "29c702feed2d279674f04740ce9fc327")
!291 = !DISubroutineType(types: !292)
!292 = !{!55, !293, !55, !55}
!293 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::iter::traits::accum::{impl#20}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>", baseType: !86, size: 64, align: 64, dwarfAddressSpace: 0)
!294 = !{!295, !296, !288}
!295 = !DILocalVariable(name: "a", arg: 2, scope: !289, file: !290, line: 53, type: !55)
!296 = !DILocalVariable(name: "b", arg: 3, scope: !289, file: !290, line: 53, type: !55)
!297 = !{!298}
!298 = !DITemplateTypeParameter(name: "I", type: !56)
!299 = !DILocation(line: 0, scope: !289, inlinedAt: !300)
!300 = distinct !DILocation(line: 88, column: 21, scope: !248, inlinedAt: !260)
!301 = !DILocation(line: 53, column: 28, scope: !289, inlinedAt: !300)
!302 = !DILocation(line: 844, column: 17, scope: !189, inlinedAt: !198)
!303 = !DILocation(line: 284, column: 24, scope: !124, inlinedAt: !132)
!304 = distinct !{!304, !305}
!305 = !{!"llvm.loop.unroll.disable"}
!306 = !DILocation(line: 129, column: 6, scope: !47)
!307 = distinct !DISubprogram(name: "visit", linkageName: "_ZN48_$LT$library..Lock$u20$as$u20$library..Visit$GT$5visit17h8d2e78aefd07675dE", scope: !308, file: !3, line: 29, type: !309, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !348)
!308 = !DINamespace(name: "{impl#1}", scope: !2)
!309 = !DISubroutineType(types: !310)
!310 = !{!311, !326, !28}
!311 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<u64>", scope: !312, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !313, templateParams: !13, identifier: "5df48e78344d287b1aa2beff979690a1")
!312 = !DINamespace(name: "option", scope: !21)
!313 = !{!314}
!314 = !DICompositeType(tag: DW_TAG_variant_part, scope: !311, file: !6, size: 128, align: 64, elements: !315, templateParams: !13, identifier: "da17d114a1834722a5f601c2025b5dcb", discriminator: !325)
!315 = !{!316, !321}
!316 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !314, file: !6, baseType: !317, size: 128, align: 64, extraData: i64 0)
!317 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !311, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !13, templateParams: !318, identifier: "256b60841e0fc6362895d4ec6d413175")
!318 = !{!319}
!319 = !DITemplateTypeParameter(name: "T", type: !320)
!320 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!321 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !314, file: !6, baseType: !322, size: 128, align: 64, extraData: i64 1)
!322 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !311, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !323, templateParams: !318, identifier: "3208af99933a2c8c23fde6905b1cbd11")
!323 = !{!324}
!324 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !322, file: !6, baseType: !320, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!325 = !DIDerivedType(tag: DW_TAG_member, scope: !311, file: !6, baseType: !320, size: 64, align: 64, flags: DIFlagArtificial)
!326 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&library::Lock", baseType: !327, size: 64, align: 64, dwarfAddressSpace: 0)
!327 = !DICompositeType(tag: DW_TAG_structure_type, name: "Lock", scope: !2, file: !6, size: 128, align: 64, flags: DIFlagPublic, elements: !328, templateParams: !13, identifier: "eacd9e4cbb5b725a376faaaf3261a730")
!328 = !{!329, !336}
!329 = !DIDerivedType(tag: DW_TAG_member, name: "state", scope: !327, file: !6, baseType: !330, size: 8, align: 8, offset: 64, flags: DIFlagPrivate)
!330 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicU8", scope: !19, file: !6, size: 8, align: 8, flags: DIFlagPublic, elements: !331, templateParams: !13, identifier: "6980823d1c4bcf21feab4429769428e9")
!331 = !{!332}
!332 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !330, file: !6, baseType: !333, size: 8, align: 8, flags: DIFlagPrivate)
!333 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<u8>", scope: !25, file: !6, size: 8, align: 8, flags: DIFlagPublic, elements: !334, templateParams: !155, identifier: "df3fe7d204cf9645c1e0417088da45bf")
!334 = !{!335}
!335 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !333, file: !6, baseType: !10, size: 8, align: 8, flags: DIFlagPrivate)
!336 = !DIDerivedType(tag: DW_TAG_member, name: "owner", scope: !327, file: !6, baseType: !337, size: 64, align: 64, flags: DIFlagPrivate)
!337 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicPtr<library::Lock>", scope: !19, file: !6, size: 64, align: 64, flags: DIFlagPublic, elements: !338, templateParams: !346, identifier: "705420a268732be657922028833e1e2c")
!338 = !{!339}
!339 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !337, file: !6, baseType: !340, size: 64, align: 64, flags: DIFlagPrivate)
!340 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<*mut library::Lock>", scope: !25, file: !6, size: 64, align: 64, flags: DIFlagPublic, elements: !341, templateParams: !344, identifier: "c79c290801b7a1f51397e5ca50c577e6")
!341 = !{!342}
!342 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !340, file: !6, baseType: !343, size: 64, align: 64, flags: DIFlagPrivate)
!343 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut library::Lock", baseType: !327, size: 64, align: 64, dwarfAddressSpace: 0)
!344 = !{!345}
!345 = !DITemplateTypeParameter(name: "T", type: !343)
!346 = !{!347}
!347 = !DITemplateTypeParameter(name: "T", type: !327)
!348 = !{!349, !350}
!349 = !DILocalVariable(name: "self", arg: 1, scope: !307, file: !3, line: 29, type: !326)
!350 = !DILocalVariable(name: "value", arg: 2, scope: !307, file: !3, line: 29, type: !28)
!351 = !DILocation(line: 0, scope: !307)
!352 = !DILocalVariable(name: "self", arg: 1, scope: !353, file: !354, line: 3500, type: !357)
!353 = distinct !DISubprogram(name: "fetch_max", linkageName: "_RNvMs1b_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_9AtomicU329fetch_max", scope: !18, file: !354, line: 3500, type: !355, scopeLine: 3500, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, declaration: !358, retainedNodes: !359)
!354 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!355 = !DISubroutineType(types: !356)
!356 = !{!28, !357, !28, !39}
!357 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicU32", baseType: !18, size: 64, align: 64, dwarfAddressSpace: 0)
!358 = !DISubprogram(name: "fetch_max", linkageName: "_RNvMs1b_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_9AtomicU329fetch_max", scope: !18, file: !354, line: 3500, type: !355, scopeLine: 3500, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !13)
!359 = !{!352, !360, !361}
!360 = !DILocalVariable(name: "val", arg: 2, scope: !353, file: !354, line: 3500, type: !28)
!361 = !DILocalVariable(name: "order", arg: 3, scope: !353, file: !354, line: 3500, type: !39)
!362 = !DILocation(line: 0, scope: !353, inlinedAt: !363)
!363 = distinct !DILocation(line: 30, column: 35, scope: !307)
!364 = !DILocalVariable(name: "val", arg: 2, scope: !365, file: !354, line: 4184, type: !28)
!365 = distinct !DISubprogram(name: "atomic_umax<u32>", linkageName: "_ZN4core4sync6atomic11atomic_umax17h66e64d6cd3ab9851E", scope: !19, file: !354, line: 4184, type: !366, scopeLine: 4184, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !29, retainedNodes: !369)
!366 = !DISubroutineType(types: !367)
!367 = !{!28, !368, !28, !39}
!368 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut u32", baseType: !28, size: 64, align: 64, dwarfAddressSpace: 0)
!369 = !{!370, !364, !371}
!370 = !DILocalVariable(name: "dst", arg: 1, scope: !365, file: !354, line: 4184, type: !368)
!371 = !DILocalVariable(name: "order", arg: 3, scope: !365, file: !354, line: 4184, type: !39)
!372 = !DILocation(line: 0, scope: !365, inlinedAt: !373)
!373 = distinct !DILocation(line: 3502, column: 26, scope: !353, inlinedAt: !363)
!374 = !DILocation(line: 4191, column: 23, scope: !365, inlinedAt: !373)
!375 = !DILocalVariable(name: "self", arg: 1, scope: !376, file: !190, line: 761, type: !28)
!376 = distinct !DISubprogram(name: "checked_add", linkageName: "_RNvMs6_NtCsgEmfK2I1SDS_4core3numm11checked_add", scope: !377, file: !190, line: 761, type: !378, scopeLine: 761, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !391)
!377 = !DINamespace(name: "{impl#8}", scope: !192)
!378 = !DISubroutineType(types: !379)
!379 = !{!380, !28, !28}
!380 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<u32>", scope: !312, file: !6, size: 64, align: 32, flags: DIFlagPublic, elements: !381, templateParams: !13, identifier: "6f9cf68b0721c153842fac1aca06aca0")
!381 = !{!382}
!382 = !DICompositeType(tag: DW_TAG_variant_part, scope: !380, file: !6, size: 64, align: 32, elements: !383, templateParams: !13, identifier: "52547bc7e29ba4c3a424c45f3b6ad9d5", discriminator: !390)
!383 = !{!384, !386}
!384 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !382, file: !6, baseType: !385, size: 64, align: 32, extraData: i32 0)
!385 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !380, file: !6, size: 64, align: 32, flags: DIFlagPublic, elements: !13, templateParams: !29, identifier: "2d35c67b0b954dbe72d9ec7c545db516")
!386 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !382, file: !6, baseType: !387, size: 64, align: 32, extraData: i32 1)
!387 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !380, file: !6, size: 64, align: 32, flags: DIFlagPublic, elements: !388, templateParams: !29, identifier: "8398ebe1588ef464fb4c1616d021a5e8")
!388 = !{!389}
!389 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !387, file: !6, baseType: !28, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!390 = !DIDerivedType(tag: DW_TAG_member, scope: !380, file: !6, baseType: !28, size: 32, align: 32, flags: DIFlagArtificial)
!391 = !{!375, !392}
!392 = !DILocalVariable(name: "rhs", arg: 2, scope: !376, file: !190, line: 761, type: !28)
!393 = !DILocation(line: 0, scope: !376, inlinedAt: !394)
!394 = distinct !DILocation(line: 30, column: 15, scope: !307)
!395 = !DILocation(line: 769, column: 37, scope: !376, inlinedAt: !394)
!396 = !DILocalVariable(name: "self", arg: 1, scope: !397, file: !398, line: 1160, type: !380)
!397 = distinct !DISubprogram(name: "map<u32, u64, fn(u32) -> u64>", linkageName: "_ZN4core6option15Option$LT$T$GT$3map17h939eee9544915208E", scope: !380, file: !398, line: 1160, type: !399, scopeLine: 1160, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !405, declaration: !404, retainedNodes: !408)
!398 = !DIFile(filename: "library/core/src/option.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "3f12dd837a95e960b90752f70f5ddc0e")
!399 = !DISubroutineType(types: !400)
!400 = !{!311, !380, !401}
!401 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "fn(u32) -> u64", baseType: !402, align: 8, dwarfAddressSpace: 0)
!402 = !DISubroutineType(types: !403)
!403 = !{!320, !28}
!404 = !DISubprogram(name: "map<u32, u64, fn(u32) -> u64>", linkageName: "_ZN4core6option15Option$LT$T$GT$3map17h939eee9544915208E", scope: !380, file: !398, line: 1160, type: !399, scopeLine: 1160, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !405)
!405 = !{!30, !406, !407}
!406 = !DITemplateTypeParameter(name: "U", type: !320)
!407 = !DITemplateTypeParameter(name: "F", type: !401)
!408 = !{!396, !409, !410}
!409 = !DILocalVariable(name: "f", arg: 2, scope: !397, file: !398, line: 1160, type: !401)
!410 = !DILocalVariable(name: "x", scope: !411, file: !398, line: 1165, type: !28, align: 32)
!411 = distinct !DILexicalBlock(scope: !397, file: !398, line: 1165, column: 13)
!412 = !DILocation(line: 0, scope: !397, inlinedAt: !413)
!413 = distinct !DILocation(line: 30, column: 71, scope: !307)
!414 = !DILocation(line: 1160, column: 34, scope: !397, inlinedAt: !413)
!415 = !DILocation(line: 1164, column: 9, scope: !397, inlinedAt: !413)
!416 = !DILocation(line: 1168, column: 6, scope: !397, inlinedAt: !413)
!417 = !DILocation(line: 31, column: 6, scope: !307)
!418 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>, i128>", linkageName: "_ZN4core4iter6traits8iterator8Iterator3sum17h454a419f12418085E", scope: !420, file: !419, line: 3653, type: !422, scopeLine: 3653, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !426, retainedNodes: !424)
!419 = !DIFile(filename: "library/core/src/iter/traits/iterator.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "03f316921fc0b2bb7786dd4fa41456f9")
!420 = !DINamespace(name: "Iterator", scope: !421)
!421 = !DINamespace(name: "iterator", scope: !90)
!422 = !DISubroutineType(types: !423)
!423 = !{!55, !56}
!424 = !{!425}
!425 = !DILocalVariable(name: "self", arg: 1, scope: !418, file: !419, line: 3653, type: !56)
!426 = !{!427, !428}
!427 = !DITemplateTypeParameter(name: "Self", type: !56)
!428 = !DITemplateTypeParameter(name: "S", type: !55)
!429 = !DILocation(line: 0, scope: !418)
!430 = !DILocalVariable(name: "iter", arg: 1, scope: !431, file: !290, line: 49, type: !56)
!431 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<i64>, library::sum::{closure_env#0}>>", linkageName: "_ZN55_$LT$i128$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h4b6b55e65e8dc7caE", scope: !88, file: !290, line: 49, type: !422, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !297, retainedNodes: !432)
!432 = !{!430}
!433 = !DILocation(line: 0, scope: !431, inlinedAt: !434)
!434 = distinct !DILocation(line: 3658, column: 9, scope: !418)
!435 = !DILocation(line: 0, scope: !47, inlinedAt: !436)
!436 = distinct !DILocation(line: 50, column: 22, scope: !431, inlinedAt: !434)
!437 = !DILocation(line: 124, column: 38, scope: !47, inlinedAt: !436)
!438 = !DILocation(line: 0, scope: !102, inlinedAt: !439)
!439 = distinct !DILocation(line: 128, column: 19, scope: !47, inlinedAt: !436)
!440 = !DILocation(line: 259, column: 42, scope: !102, inlinedAt: !439)
!441 = !DILocation(line: 0, scope: !135, inlinedAt: !442)
!442 = distinct !DILocation(line: 887, column: 37, scope: !168, inlinedAt: !443)
!443 = distinct !DILocation(line: 953, column: 32, scope: !179, inlinedAt: !444)
!444 = distinct !DILocation(line: 57, column: 30, scope: !128, inlinedAt: !439)
!445 = !DILocation(line: 0, scope: !189, inlinedAt: !446)
!446 = distinct !DILocation(line: 283, column: 36, scope: !124, inlinedAt: !439)
!447 = !DILocation(line: 0, scope: !118, inlinedAt: !439)
!448 = !DILocation(line: 1719, column: 11, scope: !201, inlinedAt: !449)
!449 = distinct !DILocation(line: 44, column: 20, scope: !118, inlinedAt: !439)
!450 = !DILocation(line: 1719, column: 18, scope: !201, inlinedAt: !449)
!451 = !DILocation(line: 407, column: 18, scope: !213, inlinedAt: !452)
!452 = distinct !DILocation(line: 1720, column: 32, scope: !201, inlinedAt: !449)
!453 = !DILocation(line: 1720, column: 9, scope: !201, inlinedAt: !449)
!454 = !DILocation(line: 25, column: 86, scope: !102, inlinedAt: !439)
!455 = !DILocation(line: 0, scope: !120, inlinedAt: !439)
!456 = !DILocation(line: 0, scope: !122, inlinedAt: !439)
!457 = !DILocation(line: 0, scope: !128, inlinedAt: !439)
!458 = !DILocation(line: 0, scope: !179, inlinedAt: !444)
!459 = !DILocation(line: 0, scope: !213, inlinedAt: !460)
!460 = distinct !DILocation(line: 953, column: 23, scope: !179, inlinedAt: !444)
!461 = !DILocation(line: 0, scope: !213, inlinedAt: !462)
!462 = distinct !DILocation(line: 953, column: 64, scope: !179, inlinedAt: !444)
!463 = !DILocation(line: 0, scope: !168, inlinedAt: !443)
!464 = !DILocation(line: 0, scope: !137, inlinedAt: !442)
!465 = !DILocation(line: 729, column: 18, scope: !135, inlinedAt: !442)
!466 = !DILocation(line: 0, scope: !124, inlinedAt: !439)
!467 = !DILocation(line: 28, column: 9, scope: !122, inlinedAt: !439)
!468 = !DILocation(line: 0, scope: !236, inlinedAt: !469)
!469 = distinct !DILocation(line: 279, column: 67, scope: !124, inlinedAt: !439)
!470 = !DILocation(line: 659, column: 28, scope: !236, inlinedAt: !469)
!471 = !DILocation(line: 0, scope: !213, inlinedAt: !472)
!472 = distinct !DILocation(line: 279, column: 74, scope: !124, inlinedAt: !439)
!473 = !DILocation(line: 0, scope: !248, inlinedAt: !474)
!474 = distinct !DILocation(line: 279, column: 27, scope: !124, inlinedAt: !439)
!475 = !DILocation(line: 0, scope: !262, inlinedAt: !476)
!476 = distinct !DILocation(line: 88, column: 28, scope: !248, inlinedAt: !474)
!477 = !DILocation(line: 35, column: 38, scope: !262, inlinedAt: !476)
!478 = !{!479, !481}
!479 = distinct !{!479, !480, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E: %v"}
!480 = distinct !{!480, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E"}
!481 = distinct !{!481, !482, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE: %elt"}
!482 = distinct !{!482, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE"}
!483 = !DILocation(line: 0, scope: !277, inlinedAt: !484)
!484 = distinct !DILocation(line: 35, column: 27, scope: !262, inlinedAt: !476)
!485 = !DILocation(line: 82, column: 17, scope: !277, inlinedAt: !484)
!486 = !DILocation(line: 0, scope: !289, inlinedAt: !487)
!487 = distinct !DILocation(line: 88, column: 21, scope: !248, inlinedAt: !474)
!488 = !DILocation(line: 53, column: 28, scope: !289, inlinedAt: !487)
!489 = !DILocation(line: 844, column: 17, scope: !189, inlinedAt: !446)
!490 = !DILocation(line: 284, column: 24, scope: !124, inlinedAt: !439)
!491 = distinct !{!491, !305}
!492 = !DILocation(line: 3659, column: 6, scope: !418)
!493 = !DILocation(line: 0, scope: !431)
!494 = !DILocation(line: 0, scope: !47, inlinedAt: !495)
!495 = distinct !DILocation(line: 50, column: 22, scope: !431)
!496 = !DILocation(line: 124, column: 38, scope: !47, inlinedAt: !495)
!497 = !DILocation(line: 0, scope: !102, inlinedAt: !498)
!498 = distinct !DILocation(line: 128, column: 19, scope: !47, inlinedAt: !495)
!499 = !DILocation(line: 259, column: 42, scope: !102, inlinedAt: !498)
!500 = !DILocation(line: 0, scope: !135, inlinedAt: !501)
!501 = distinct !DILocation(line: 887, column: 37, scope: !168, inlinedAt: !502)
!502 = distinct !DILocation(line: 953, column: 32, scope: !179, inlinedAt: !503)
!503 = distinct !DILocation(line: 57, column: 30, scope: !128, inlinedAt: !498)
!504 = !DILocation(line: 0, scope: !189, inlinedAt: !505)
!505 = distinct !DILocation(line: 283, column: 36, scope: !124, inlinedAt: !498)
!506 = !DILocation(line: 0, scope: !118, inlinedAt: !498)
!507 = !DILocation(line: 1719, column: 11, scope: !201, inlinedAt: !508)
!508 = distinct !DILocation(line: 44, column: 20, scope: !118, inlinedAt: !498)
!509 = !DILocation(line: 1719, column: 18, scope: !201, inlinedAt: !508)
!510 = !DILocation(line: 407, column: 18, scope: !213, inlinedAt: !511)
!511 = distinct !DILocation(line: 1720, column: 32, scope: !201, inlinedAt: !508)
!512 = !DILocation(line: 1720, column: 9, scope: !201, inlinedAt: !508)
!513 = !DILocation(line: 25, column: 86, scope: !102, inlinedAt: !498)
!514 = !DILocation(line: 0, scope: !120, inlinedAt: !498)
!515 = !DILocation(line: 0, scope: !122, inlinedAt: !498)
!516 = !DILocation(line: 0, scope: !128, inlinedAt: !498)
!517 = !DILocation(line: 0, scope: !179, inlinedAt: !503)
!518 = !DILocation(line: 0, scope: !213, inlinedAt: !519)
!519 = distinct !DILocation(line: 953, column: 23, scope: !179, inlinedAt: !503)
!520 = !DILocation(line: 0, scope: !213, inlinedAt: !521)
!521 = distinct !DILocation(line: 953, column: 64, scope: !179, inlinedAt: !503)
!522 = !DILocation(line: 0, scope: !168, inlinedAt: !502)
!523 = !DILocation(line: 0, scope: !137, inlinedAt: !501)
!524 = !DILocation(line: 729, column: 18, scope: !135, inlinedAt: !501)
!525 = !DILocation(line: 0, scope: !124, inlinedAt: !498)
!526 = !DILocation(line: 28, column: 9, scope: !122, inlinedAt: !498)
!527 = !DILocation(line: 0, scope: !236, inlinedAt: !528)
!528 = distinct !DILocation(line: 279, column: 67, scope: !124, inlinedAt: !498)
!529 = !DILocation(line: 659, column: 28, scope: !236, inlinedAt: !528)
!530 = !DILocation(line: 0, scope: !213, inlinedAt: !531)
!531 = distinct !DILocation(line: 279, column: 74, scope: !124, inlinedAt: !498)
!532 = !DILocation(line: 0, scope: !248, inlinedAt: !533)
!533 = distinct !DILocation(line: 279, column: 27, scope: !124, inlinedAt: !498)
!534 = !DILocation(line: 0, scope: !262, inlinedAt: !535)
!535 = distinct !DILocation(line: 88, column: 28, scope: !248, inlinedAt: !533)
!536 = !DILocation(line: 35, column: 38, scope: !262, inlinedAt: !535)
!537 = !{!538, !540}
!538 = distinct !{!538, !539, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E: %v"}
!539 = distinct !{!539, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E"}
!540 = distinct !{!540, !541, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE: %elt"}
!541 = distinct !{!541, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE"}
!542 = !DILocation(line: 0, scope: !277, inlinedAt: !543)
!543 = distinct !DILocation(line: 35, column: 27, scope: !262, inlinedAt: !535)
!544 = !DILocation(line: 82, column: 17, scope: !277, inlinedAt: !543)
!545 = !DILocation(line: 0, scope: !289, inlinedAt: !546)
!546 = distinct !DILocation(line: 88, column: 21, scope: !248, inlinedAt: !533)
!547 = !DILocation(line: 53, column: 28, scope: !289, inlinedAt: !546)
!548 = !DILocation(line: 844, column: 17, scope: !189, inlinedAt: !505)
!549 = !DILocation(line: 284, column: 24, scope: !124, inlinedAt: !498)
!550 = distinct !{!550, !305}
!551 = !DILocation(line: 55, column: 14, scope: !431)
!552 = distinct !DISubprogram(name: "sum", linkageName: "_ZN7library3sum17h4bfbed2bc0812eddE", scope: !2, file: !3, line: 34, type: !553, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !570)
!553 = !DISubroutineType(types: !554)
!554 = !{!55, !555, !560}
!555 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[i64]", file: !6, size: 128, align: 64, elements: !556, templateParams: !13, identifier: "18e66e1de31dfeb8a323a7c2c427c19e")
!556 = !{!557, !559}
!557 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !555, file: !6, baseType: !558, size: 64, align: 64)
!558 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !70, size: 64, align: 64, dwarfAddressSpace: 0)
!559 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !555, file: !6, baseType: !12, size: 64, align: 64, offset: 64)
!560 = !DICompositeType(tag: DW_TAG_structure_type, name: "&dyn library::Visit", file: !6, size: 128, align: 64, elements: !561, templateParams: !13, identifier: "c7dc423b5ec054c032823ee38035c872")
!561 = !{!562, !565}
!562 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !560, file: !6, baseType: !563, size: 64, align: 64)
!563 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !564, size: 64, align: 64, dwarfAddressSpace: 0)
!564 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn library::Visit", file: !6, align: 8, elements: !13, identifier: "427883133411ff42893d5cc576feb069")
!565 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !560, file: !6, baseType: !566, size: 64, align: 64, offset: 64)
!566 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 4]", baseType: !567, size: 64, align: 64, dwarfAddressSpace: 0)
!567 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 256, align: 64, elements: !568)
!568 = !{!569}
!569 = !DISubrange(count: 4, lowerBound: 0)
!570 = !{!571, !572}
!571 = !DILocalVariable(name: "values", arg: 1, scope: !552, file: !3, line: 34, type: !555)
!572 = !DILocalVariable(name: "visitor", arg: 2, scope: !552, file: !3, line: 34, type: !560)
!573 = !DILocation(line: 0, scope: !552)
!574 = !DILocation(line: 0, scope: !418, inlinedAt: !575)
!575 = distinct !DILocation(line: 35, column: 43, scope: !552)
!576 = !DILocation(line: 0, scope: !431, inlinedAt: !577)
!577 = distinct !DILocation(line: 3658, column: 9, scope: !418, inlinedAt: !575)
!578 = !DILocation(line: 0, scope: !47, inlinedAt: !579)
!579 = distinct !DILocation(line: 50, column: 22, scope: !431, inlinedAt: !577)
!580 = !DILocation(line: 124, column: 38, scope: !47, inlinedAt: !579)
!581 = !DILocation(line: 0, scope: !102, inlinedAt: !582)
!582 = distinct !DILocation(line: 128, column: 19, scope: !47, inlinedAt: !579)
!583 = !DILocation(line: 259, column: 42, scope: !102, inlinedAt: !582)
!584 = !DILocation(line: 0, scope: !189, inlinedAt: !585)
!585 = distinct !DILocation(line: 283, column: 36, scope: !124, inlinedAt: !582)
!586 = !DILocation(line: 0, scope: !118, inlinedAt: !582)
!587 = !DILocation(line: 1719, column: 11, scope: !201, inlinedAt: !588)
!588 = distinct !DILocation(line: 44, column: 20, scope: !118, inlinedAt: !582)
!589 = !DILocation(line: 1719, column: 18, scope: !201, inlinedAt: !588)
!590 = !DILocation(line: 1720, column: 9, scope: !201, inlinedAt: !588)
!591 = !DILocation(line: 25, column: 86, scope: !102, inlinedAt: !582)
!592 = !DILocation(line: 284, column: 24, scope: !124, inlinedAt: !582)
!593 = !DILocation(line: 0, scope: !120, inlinedAt: !582)
!594 = !DILocation(line: 0, scope: !122, inlinedAt: !582)
!595 = !DILocation(line: 0, scope: !236, inlinedAt: !596)
!596 = distinct !DILocation(line: 279, column: 67, scope: !124, inlinedAt: !582)
!597 = !DILocation(line: 659, column: 28, scope: !236, inlinedAt: !596)
!598 = !DILocation(line: 0, scope: !248, inlinedAt: !599)
!599 = distinct !DILocation(line: 279, column: 27, scope: !124, inlinedAt: !582)
!600 = !DILocation(line: 0, scope: !262, inlinedAt: !601)
!601 = distinct !DILocation(line: 88, column: 28, scope: !248, inlinedAt: !599)
!602 = !DILocation(line: 35, column: 38, scope: !262, inlinedAt: !601)
!603 = !{!604, !606}
!604 = distinct !{!604, !605, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E: %v"}
!605 = distinct !{!605, !"_ZN7library3sum28_$u7b$$u7b$closure$u7d$$u7d$17hc79ae132a5499ff2E"}
!606 = distinct !{!606, !607, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE: %elt"}
!607 = distinct !{!607, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha518823fea73d2cdE"}
!608 = !DILocation(line: 0, scope: !277, inlinedAt: !609)
!609 = distinct !DILocation(line: 35, column: 27, scope: !262, inlinedAt: !601)
!610 = !DILocation(line: 82, column: 17, scope: !277, inlinedAt: !609)
!611 = !DILocation(line: 0, scope: !289, inlinedAt: !612)
!612 = distinct !DILocation(line: 88, column: 21, scope: !248, inlinedAt: !599)
!613 = !DILocation(line: 53, column: 28, scope: !289, inlinedAt: !612)
!614 = !DILocation(line: 844, column: 17, scope: !189, inlinedAt: !585)
!615 = distinct !{!615, !305}
!616 = !DILocation(line: 35, column: 84, scope: !552)
!617 = !DILocation(line: 35, column: 70, scope: !552)
!618 = !DILocation(line: 35, column: 78, scope: !552)
!619 = !DILocalVariable(name: "self", arg: 1, scope: !620, file: !398, line: 1038, type: !311)
!620 = distinct !DISubprogram(name: "unwrap_or<u64>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17hb04fdd8204ef4226E", scope: !311, file: !398, line: 1038, type: !621, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !318, declaration: !623, retainedNodes: !624)
!621 = !DISubroutineType(types: !622)
!622 = !{!320, !311, !320}
!623 = !DISubprogram(name: "unwrap_or<u64>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17hb04fdd8204ef4226E", scope: !311, file: !398, line: 1038, type: !621, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !318)
!624 = !{!619, !625, !626}
!625 = !DILocalVariable(name: "default", arg: 2, scope: !620, file: !398, line: 1038, type: !320)
!626 = !DILocalVariable(name: "x", scope: !627, file: !398, line: 1043, type: !320, align: 64)
!627 = distinct !DILexicalBlock(scope: !620, file: !398, line: 1043, column: 13)
!628 = !DILocation(line: 0, scope: !620, inlinedAt: !629)
!629 = distinct !DILocation(line: 35, column: 105, scope: !552)
!630 = !DILocation(line: 1042, column: 9, scope: !620, inlinedAt: !629)
!631 = !DILocalVariable(name: "small", arg: 1, scope: !632, file: !278, line: 79, type: !320)
!632 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1v_NtNtCsgEmfK2I1SDS_4core7convert3numnINtB8_4FromyE4from", scope: !633, file: !278, line: 79, type: !634, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !636)
!633 = !DINamespace(name: "{impl#95}", scope: !280)
!634 = !DISubroutineType(types: !635)
!635 = !{!55, !320}
!636 = !{!631}
!637 = !DILocation(line: 0, scope: !632, inlinedAt: !638)
!638 = distinct !DILocation(line: 35, column: 59, scope: !552)
!639 = !DILocation(line: 82, column: 17, scope: !632, inlinedAt: !638)
!640 = !DILocation(line: 35, column: 5, scope: !552)
!641 = !DILocation(line: 36, column: 2, scope: !552)
!642 = distinct !DISubprogram(name: "acquire", linkageName: "_ZN7library4Lock7acquire17h621c95f51710651bE", scope: !327, file: !3, line: 19, type: !643, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, declaration: !645, retainedNodes: !646)
!643 = !DISubroutineType(types: !644)
!644 = !{null, !326}
!645 = !DISubprogram(name: "acquire", linkageName: "_ZN7library4Lock7acquire17h621c95f51710651bE", scope: !327, file: !3, line: 19, type: !643, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, templateParams: !13)
!646 = !{!647}
!647 = !DILocalVariable(name: "self", arg: 1, scope: !642, file: !3, line: 19, type: !326)
!648 = !DILocation(line: 0, scope: !642)
!649 = !DILocalVariable(name: "self", arg: 1, scope: !650, file: !354, line: 3097, type: !669)
!650 = distinct !DISubprogram(name: "compare_exchange_weak", linkageName: "_RNvMsR_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB5_8AtomicU821compare_exchange_weak", scope: !330, file: !354, line: 3097, type: !651, scopeLine: 3097, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, declaration: !670, retainedNodes: !671)
!651 = !DISubroutineType(types: !652)
!652 = !{!653, !669, !10, !10, !39, !39}
!653 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<u8, u8>", scope: !654, file: !6, size: 16, align: 8, flags: DIFlagPublic, elements: !655, templateParams: !13, identifier: "3f49ad2ad3ca6e08f7b9fc653cc2383")
!654 = !DINamespace(name: "result", scope: !21)
!655 = !{!656}
!656 = !DICompositeType(tag: DW_TAG_variant_part, scope: !653, file: !6, size: 16, align: 8, elements: !657, templateParams: !13, identifier: "b34042df202b1279b47f0d50c1696f5", discriminator: !668)
!657 = !{!658, !664}
!658 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !656, file: !6, baseType: !659, size: 16, align: 8, extraData: i8 0)
!659 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !653, file: !6, size: 16, align: 8, flags: DIFlagPublic, elements: !660, templateParams: !662, identifier: "ec167bdaf0ec5ce6afcec043e500fc90")
!660 = !{!661}
!661 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !659, file: !6, baseType: !10, size: 8, align: 8, offset: 8, flags: DIFlagPublic)
!662 = !{!156, !663}
!663 = !DITemplateTypeParameter(name: "E", type: !10)
!664 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !656, file: !6, baseType: !665, size: 16, align: 8, extraData: i8 1)
!665 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !653, file: !6, size: 16, align: 8, flags: DIFlagPublic, elements: !666, templateParams: !662, identifier: "598f99603d7fa8ddcbfb9c68db8da1fb")
!666 = !{!667}
!667 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !665, file: !6, baseType: !10, size: 8, align: 8, offset: 8, flags: DIFlagPublic)
!668 = !DIDerivedType(tag: DW_TAG_member, scope: !653, file: !6, baseType: !10, size: 8, align: 8, flags: DIFlagArtificial)
!669 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicU8", baseType: !330, size: 64, align: 64, dwarfAddressSpace: 0)
!670 = !DISubprogram(name: "compare_exchange_weak", linkageName: "_RNvMsR_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB5_8AtomicU821compare_exchange_weak", scope: !330, file: !354, line: 3097, type: !651, scopeLine: 3097, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !13)
!671 = !{!649, !672, !673, !674, !675}
!672 = !DILocalVariable(name: "current", arg: 2, scope: !650, file: !354, line: 3098, type: !10)
!673 = !DILocalVariable(name: "new", arg: 3, scope: !650, file: !354, line: 3099, type: !10)
!674 = !DILocalVariable(name: "success", arg: 4, scope: !650, file: !354, line: 3100, type: !39)
!675 = !DILocalVariable(name: "failure", arg: 5, scope: !650, file: !354, line: 3101, type: !39)
!676 = !DILocation(line: 0, scope: !650, inlinedAt: !677)
!677 = distinct !DILocation(line: 20, column: 26, scope: !642)
!678 = !DILocalVariable(name: "dst", arg: 1, scope: !679, file: !354, line: 4021, type: !682)
!679 = distinct !DISubprogram(name: "atomic_compare_exchange_weak<u8>", linkageName: "_ZN4core4sync6atomic28atomic_compare_exchange_weak17hdf4a6decff8366adE", scope: !19, file: !354, line: 4020, type: !680, scopeLine: 4020, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !155, retainedNodes: !683)
!680 = !DISubroutineType(types: !681)
!681 = !{!653, !682, !10, !10, !39, !39}
!682 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut u8", baseType: !10, size: 64, align: 64, dwarfAddressSpace: 0)
!683 = !{!678, !684, !685, !686, !687, !688, !690}
!684 = !DILocalVariable(name: "old", arg: 2, scope: !679, file: !354, line: 4022, type: !10)
!685 = !DILocalVariable(name: "new", arg: 3, scope: !679, file: !354, line: 4023, type: !10)
!686 = !DILocalVariable(name: "success", arg: 4, scope: !679, file: !354, line: 4024, type: !39)
!687 = !DILocalVariable(name: "failure", arg: 5, scope: !679, file: !354, line: 4025, type: !39)
!688 = !DILocalVariable(name: "val", scope: !689, file: !354, line: 4028, type: !10, align: 8)
!689 = distinct !DILexicalBlock(scope: !679, file: !354, line: 4028, column: 5)
!690 = !DILocalVariable(name: "ok", scope: !689, file: !354, line: 4028, type: !205, align: 8)
!691 = !DILocation(line: 0, scope: !679, inlinedAt: !692)
!692 = distinct !DILocation(line: 3104, column: 21, scope: !650, inlinedAt: !677)
!693 = !DILocation(line: 4040, column: 17, scope: !679, inlinedAt: !692)
!694 = !DILocation(line: 20, column: 15, scope: !642)
!695 = !DILocalVariable(name: "order", arg: 1, scope: !696, file: !354, line: 4369, type: !39)
!696 = distinct !DISubprogram(name: "fence", linkageName: "_RNvNtNtCsgEmfK2I1SDS_4core4sync6atomic5fence", scope: !19, file: !354, line: 4369, type: !697, scopeLine: 4369, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13, retainedNodes: !699)
!697 = !DISubroutineType(types: !698)
!698 = !{null, !39}
!699 = !{!695}
!700 = !DILocation(line: 0, scope: !696, inlinedAt: !701)
!701 = distinct !DILocation(line: 23, column: 9, scope: !642)
!702 = !DILocation(line: 4376, column: 23, scope: !696, inlinedAt: !701)
!703 = !DILocalVariable(name: "self", arg: 1, scope: !704, file: !354, line: 1730, type: !707)
!704 = distinct !DISubprogram(name: "store<library::Lock>", linkageName: "_ZN4core4sync6atomic18AtomicPtr$LT$T$GT$5store17hb5b22d8672417c00E", scope: !337, file: !354, line: 1730, type: !705, scopeLine: 1730, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !346, declaration: !708, retainedNodes: !709)
!705 = !DISubroutineType(types: !706)
!706 = !{null, !707, !343, !39}
!707 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicPtr<library::Lock>", baseType: !337, size: 64, align: 64, dwarfAddressSpace: 0)
!708 = !DISubprogram(name: "store<library::Lock>", linkageName: "_ZN4core4sync6atomic18AtomicPtr$LT$T$GT$5store17hb5b22d8672417c00E", scope: !337, file: !354, line: 1730, type: !705, scopeLine: 1730, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !346)
!709 = !{!703, !710, !711}
!710 = !DILocalVariable(name: "ptr", arg: 2, scope: !704, file: !354, line: 1730, type: !343)
!711 = !DILocalVariable(name: "order", arg: 3, scope: !704, file: !354, line: 1730, type: !39)
!712 = !DILocation(line: 0, scope: !704, inlinedAt: !713)
!713 = distinct !DILocation(line: 24, column: 20, scope: !642)
!714 = !DILocalVariable(name: "dst", arg: 1, scope: !715, file: !354, line: 3871, type: !718)
!715 = distinct !DISubprogram(name: "atomic_store<*mut library::Lock>", linkageName: "_ZN4core4sync6atomic12atomic_store17h132bb0121980d753E", scope: !19, file: !354, line: 3871, type: !716, scopeLine: 3871, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !344, retainedNodes: !719)
!716 = !DISubroutineType(types: !717)
!717 = !{null, !718, !343, !39}
!718 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut *mut library::Lock", baseType: !343, size: 64, align: 64, dwarfAddressSpace: 0)
!719 = !{!714, !720, !721}
!720 = !DILocalVariable(name: "val", arg: 2, scope: !715, file: !354, line: 3871, type: !343)
!721 = !DILocalVariable(name: "order", arg: 3, scope: !715, file: !354, line: 3871, type: !39)
!722 = !DILocation(line: 0, scope: !715, inlinedAt: !723)
!723 = distinct !DILocation(line: 1733, column: 13, scope: !704, inlinedAt: !713)
!724 = !DILocation(line: 3876, column: 24, scope: !715, inlinedAt: !723)
!725 = !DILocation(line: 25, column: 6, scope: !642)
!726 = !DILocation(line: 25, column: 14, scope: !727, inlinedAt: !734)
!727 = distinct !DISubprogram(name: "_mm_pause", linkageName: "_RNvNtNtNtCsgEmfK2I1SDS_4core9core_arch3x864sse29__mm_pause", scope: !729, file: !728, line: 22, type: !732, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13)
!728 = !DIFile(filename: "library/core/src/../../stdarch/crates/core_arch/src/x86/sse2.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "993d4bc7139abe8a85f0c8441a9817e5")
!729 = !DINamespace(name: "sse2", scope: !730)
!730 = !DINamespace(name: "x86", scope: !731)
!731 = !DINamespace(name: "core_arch", scope: !21)
!732 = !DISubroutineType(types: !733)
!733 = !{null}
!734 = distinct !DILocation(line: 287, column: 13, scope: !735, inlinedAt: !738)
!735 = distinct !DISubprogram(name: "spin_loop", linkageName: "_RNvNtCsgEmfK2I1SDS_4core4hint9spin_loop", scope: !737, file: !736, line: 270, type: !732, scopeLine: 270, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !36, templateParams: !13)
!736 = !DIFile(filename: "library/core/src/hint.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "2a901a283eb5f69871d8be07d256ca78")
!737 = !DINamespace(name: "hint", scope: !21)
!738 = distinct !DILocation(line: 21, column: 13, scope: !642)
