; ModuleID = 'language.c'
source_filename = "language.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.both = type { float }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.bits = type <{ i16, i8, i64, [5 x i8] }>

@table = dso_local constant [3 x ptr] [ptr @add, ptr @mul, ptr null], align 16, !dbg !0
@global_bits = dso_local global { i8, i8, i8, i8, i8, i8, i8, i8, [8 x i8] } { i8 37, i8 3, i8 -1, i8 0, i8 0, i8 0, i8 64, i8 0, [8 x i8] zeroinitializer }, align 16, !dbg !10
@packet = dso_local global <{ i8, i64, <{ %union.both, { i32 } }> }> <{ i8 120, i64 -2, <{ %union.both, { i32 } }> <{ %union.both { float 1.500000e+00 }, { i32 } { i32 7 } }> }>, align 1, !dbg !19
@text = dso_local global [22 x i8] c"tab\09here \22quoted\22 \\ \01\00", align 16, !dbg !40
@middle = dso_local global ptr getelementptr (i8, ptr @text, i64 4), align 8, !dbg !45
@distance = dso_local global i64 ptrtoint (ptr getelementptr (i8, ptr @packet, i64 1) to i64), align 8, !dbg !48
@precise = dso_local global x86_fp80 0xK3FFBCCCCCCCCCCCCCCCD, align 16, !dbg !50
@small = dso_local global double 1.000000e-01, align 8, !dbg !53
@half = dso_local global float 5.000000e-01, align 4, !dbg !55
@huge = dso_local global i128 1267650600228229401496703205379, align 16, !dbg !57
@matrix = dso_local global [3 x [4 x i32]] [[4 x i32] [i32 1, i32 0, i32 0, i32 0], [4 x i32] [i32 2, i32 3, i32 0, i32 0], [4 x i32] zeroinitializer], align 16, !dbg !60
@elsewhere = extern_weak global i32, align 4
@computed.labels = internal constant [3 x ptr] [ptr blockaddress(@computed, %stop), ptr blockaddress(@computed, %inc), ptr blockaddress(@computed, %dec)], align 16, !dbg !65
@hidden = internal global i32 0, section "special", align 4, !dbg !77
@llvm.compiler.used = appending global [1 x ptr] [ptr @hidden], section "llvm.metadata"

@alias_name = dso_local alias i32 (), ptr @alias_target

; Function Attrs: noinline nounwind uwtable
define internal i32 @add(i32 noundef %a, i32 noundef %b) #0 !dbg !93 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !94, !DIExpression(), !95)
  store i32 %b, ptr %b.addr, align 4
    #dbg_declare(ptr %b.addr, !96, !DIExpression(), !97)
  %0 = load i32, ptr %a.addr, align 4, !dbg !98
  %1 = load i32, ptr %b.addr, align 4, !dbg !99
  %add = add nsw i32 %0, %1, !dbg !100
  ret i32 %add, !dbg !101
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @mul(i32 noundef %a, i32 noundef %b) #0 !dbg !102 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !103, !DIExpression(), !104)
  store i32 %b, ptr %b.addr, align 4
    #dbg_declare(ptr %b.addr, !105, !DIExpression(), !106)
  %0 = load i32, ptr %a.addr, align 4, !dbg !107
  %1 = load i32, ptr %b.addr, align 4, !dbg !108
  %mul = mul nsw i32 %0, %1, !dbg !109
  ret i32 %mul, !dbg !110
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @alias_target() #0 !dbg !111 {
entry:
  %0 = load i32, ptr @elsewhere, align 4, !dbg !114
  %tobool = icmp ne i32 %0, 0, !dbg !114
  %1 = zext i1 %tobool to i64, !dbg !114
  %cond = select i1 %tobool, i32 1, i32 0, !dbg !114
  ret i32 %cond, !dbg !115
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) #0 !dbg !116 {
entry:
  %count.addr = alloca i32, align 4
  %list = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
    #dbg_declare(ptr %count.addr, !119, !DIExpression(), !120)
    #dbg_declare(ptr %list, !121, !DIExpression(), !134)
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !135
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !135
    #dbg_declare(ptr %total, !136, !DIExpression(), !137)
  store i32 0, ptr %total, align 4, !dbg !137
    #dbg_declare(ptr %i, !138, !DIExpression(), !140)
  store i32 0, ptr %i, align 4, !dbg !140
  br label %for.cond, !dbg !141

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !142
  %1 = load i32, ptr %count.addr, align 4, !dbg !144
  %cmp = icmp slt i32 %0, %1, !dbg !145
  br i1 %cmp, label %for.body, label %for.end, !dbg !146

for.body:                                         ; preds = %for.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !147
  %gp_offset_p = getelementptr inbounds nuw %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !147
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !147
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !147
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !147

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !147
  %reg_save_area = load ptr, ptr %2, align 16, !dbg !147
  %3 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !147
  %4 = add i32 %gp_offset, 8, !dbg !147
  store i32 %4, ptr %gp_offset_p, align 16, !dbg !147
  br label %vaarg.end, !dbg !147

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds nuw %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !147
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !147
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !147
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !147
  br label %vaarg.end, !dbg !147

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %3, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !147
  %5 = load i32, ptr %vaarg.addr, align 4, !dbg !147
  %6 = load i32, ptr %total, align 4, !dbg !148
  %add = add nsw i32 %6, %5, !dbg !148
  store i32 %add, ptr %total, align 4, !dbg !148
  br label %for.inc, !dbg !149

for.inc:                                          ; preds = %vaarg.end
  %7 = load i32, ptr %i, align 4, !dbg !150
  %inc = add nsw i32 %7, 1, !dbg !150
  store i32 %inc, ptr %i, align 4, !dbg !150
  br label %for.cond, !dbg !151, !llvm.loop !152

for.end:                                          ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !155
  call void @llvm.va_end.p0(ptr %arraydecay2), !dbg !155
  %8 = load i32, ptr %total, align 4, !dbg !156
  ret i32 %8, !dbg !157
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @dispatch(i32 noundef %op, i32 noundef %x) #0 !dbg !158 {
entry:
  %retval = alloca i32, align 4
  %op.addr = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %op, ptr %op.addr, align 4
    #dbg_declare(ptr %op.addr, !159, !DIExpression(), !160)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !161, !DIExpression(), !162)
  %0 = load i32, ptr %op.addr, align 4, !dbg !163
  switch i32 %0, label %sw.default [
    i32 -1, label %sw.bb
    i32 0, label %sw.bb1
    i32 1, label %sw.bb2
    i32 2, label %sw.bb2
    i32 3, label %sw.bb2
  ], !dbg !164

sw.bb:                                            ; preds = %entry
  %1 = load i32, ptr %x.addr, align 4, !dbg !165
  store i32 %1, ptr %retval, align 4, !dbg !167
  br label %return, !dbg !167

sw.bb1:                                           ; preds = %entry
  %2 = load i32, ptr %x.addr, align 4, !dbg !168
  %inc = add nsw i32 %2, 1, !dbg !168
  store i32 %inc, ptr %x.addr, align 4, !dbg !168
  br label %sw.bb2, !dbg !169

sw.bb2:                                           ; preds = %entry, %entry, %entry, %sw.bb1
  %3 = load i32, ptr %x.addr, align 4, !dbg !170
  %mul = mul nsw i32 %3, 2, !dbg !171
  store i32 %mul, ptr %retval, align 4, !dbg !172
  br label %return, !dbg !172

sw.default:                                       ; preds = %entry
  %4 = load i32, ptr %op.addr, align 4, !dbg !173
  %and = and i32 %4, 1, !dbg !174
  %idxprom = sext i32 %and to i64, !dbg !175
  %arrayidx = getelementptr inbounds [3 x ptr], ptr @table, i64 0, i64 %idxprom, !dbg !175
  %5 = load ptr, ptr %arrayidx, align 8, !dbg !175
  %6 = load i32, ptr %x.addr, align 4, !dbg !176
  %7 = load i32, ptr %op.addr, align 4, !dbg !177
  %call = call i32 %5(i32 noundef %6, i32 noundef %7), !dbg !175
  store i32 %call, ptr %retval, align 4, !dbg !178
  br label %return, !dbg !178

return:                                           ; preds = %sw.default, %sw.bb2, %sw.bb
  %8 = load i32, ptr %retval, align 4, !dbg !179
  ret i32 %8, !dbg !179
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @computed(ptr noundef %code) #0 !dbg !67 {
entry:
  %code.addr = alloca ptr, align 8
  %value = alloca i32, align 4
  store ptr %code, ptr %code.addr, align 8
    #dbg_declare(ptr %code.addr, !180, !DIExpression(), !181)
    #dbg_declare(ptr %value, !182, !DIExpression(), !183)
  store i32 0, ptr %value, align 4, !dbg !183
  %0 = load ptr, ptr %code.addr, align 8, !dbg !184
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %0, i32 1, !dbg !184
  store ptr %incdec.ptr, ptr %code.addr, align 8, !dbg !184
  %1 = load i8, ptr %0, align 1, !dbg !185
  %idxprom = zext i8 %1 to i64, !dbg !186
  %arrayidx = getelementptr inbounds nuw [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom, !dbg !186
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !186
  br label %indirectgoto, !dbg !187

inc:                                              ; preds = %indirectgoto
    #dbg_label(!188, !189)
  %3 = load i32, ptr %value, align 4, !dbg !190
  %inc1 = add nsw i32 %3, 1, !dbg !190
  store i32 %inc1, ptr %value, align 4, !dbg !190
  %4 = load ptr, ptr %code.addr, align 8, !dbg !191
  %incdec.ptr2 = getelementptr inbounds nuw i8, ptr %4, i32 1, !dbg !191
  store ptr %incdec.ptr2, ptr %code.addr, align 8, !dbg !191
  %5 = load i8, ptr %4, align 1, !dbg !192
  %idxprom3 = zext i8 %5 to i64, !dbg !193
  %arrayidx4 = getelementptr inbounds nuw [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom3, !dbg !193
  %6 = load ptr, ptr %arrayidx4, align 8, !dbg !193
  br label %indirectgoto, !dbg !194

dec:                                              ; preds = %indirectgoto
    #dbg_label(!195, !196)
  %7 = load i32, ptr %value, align 4, !dbg !197
  %dec5 = add nsw i32 %7, -1, !dbg !197
  store i32 %dec5, ptr %value, align 4, !dbg !197
  %8 = load ptr, ptr %code.addr, align 8, !dbg !198
  %incdec.ptr6 = getelementptr inbounds nuw i8, ptr %8, i32 1, !dbg !198
  store ptr %incdec.ptr6, ptr %code.addr, align 8, !dbg !198
  %9 = load i8, ptr %8, align 1, !dbg !199
  %idxprom7 = zext i8 %9 to i64, !dbg !200
  %arrayidx8 = getelementptr inbounds nuw [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom7, !dbg !200
  %10 = load ptr, ptr %arrayidx8, align 8, !dbg !200
  br label %indirectgoto, !dbg !201

stop:                                             ; preds = %indirectgoto
    #dbg_label(!202, !203)
  %11 = load i32, ptr %value, align 4, !dbg !204
  ret i32 %11, !dbg !205

indirectgoto:                                     ; preds = %dec, %inc, %entry
  %indirect.goto.dest = phi ptr [ %2, %entry ], [ %6, %inc ], [ %10, %dec ]
  indirectbr ptr %indirect.goto.dest, [label %stop, label %inc, label %dec]
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @variable(i32 noundef %n) #0 !dbg !206 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
    #dbg_declare(ptr %n.addr, !209, !DIExpression(), !210)
  %0 = load i32, ptr %n.addr, align 4, !dbg !211
  %1 = zext i32 %0 to i64, !dbg !212
  %2 = call ptr @llvm.stacksave.p0(), !dbg !212
  store ptr %2, ptr %saved_stack, align 8, !dbg !212
  %vla = alloca i64, i64 %1, align 16, !dbg !212
  store i64 %1, ptr %__vla_expr0, align 8, !dbg !212
    #dbg_declare(ptr %__vla_expr0, !213, !DIExpression(), !215)
    #dbg_declare(ptr %vla, !216, !DIExpression(), !220)
    #dbg_declare(ptr %i, !221, !DIExpression(), !223)
  store i32 0, ptr %i, align 4, !dbg !223
  br label %for.cond, !dbg !224

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, ptr %i, align 4, !dbg !225
  %4 = load i32, ptr %n.addr, align 4, !dbg !227
  %cmp = icmp slt i32 %3, %4, !dbg !228
  br i1 %cmp, label %for.body, label %for.end, !dbg !229

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %i, align 4, !dbg !230
  %conv = sext i32 %5 to i64, !dbg !231
  %shl = shl i64 %conv, 2, !dbg !232
  %6 = load i32, ptr %i, align 4, !dbg !233
  %idxprom = sext i32 %6 to i64, !dbg !234
  %arrayidx = getelementptr inbounds i64, ptr %vla, i64 %idxprom, !dbg !234
  store i64 %shl, ptr %arrayidx, align 8, !dbg !235
  br label %for.inc, !dbg !234

for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4, !dbg !236
  %inc = add nsw i32 %7, 1, !dbg !236
  store i32 %inc, ptr %i, align 4, !dbg !236
  br label %for.cond, !dbg !237, !llvm.loop !238

for.end:                                          ; preds = %for.cond
  %8 = load i32, ptr %n.addr, align 4, !dbg !240
  %sub = sub nsw i32 %8, 1, !dbg !241
  %idxprom1 = sext i32 %sub to i64, !dbg !242
  %arrayidx2 = getelementptr inbounds i64, ptr %vla, i64 %idxprom1, !dbg !242
  %9 = load i64, ptr %arrayidx2, align 8, !dbg !242
  %10 = mul nuw i64 8, %1, !dbg !243
  %add = add i64 %9, %10, !dbg !244
  %11 = load ptr, ptr %saved_stack, align 8, !dbg !245
  call void @llvm.stackrestore.p0(ptr %11), !dbg !245
  ret i64 %add, !dbg !245
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @fields(i64 %in.coerce) #0 !dbg !246 {
entry:
  %retval = alloca %struct.bits, align 16
  %in = alloca %struct.bits, align 16
  store i64 %in.coerce, ptr %in, align 16
    #dbg_declare(ptr %in, !249, !DIExpression(), !250)
  %bf.load = load i16, ptr %in, align 16, !dbg !251
  %bf.clear = and i16 %bf.load, 7, !dbg !251
  %bf.cast = zext i16 %bf.clear to i32, !dbg !251
  %xor = xor i32 %bf.cast, 5, !dbg !252
  %0 = trunc i32 %xor to i16, !dbg !253
  %bf.load1 = load i16, ptr %in, align 16, !dbg !253
  %bf.value = and i16 %0, 8191, !dbg !253
  %bf.shl = shl i16 %bf.value, 3, !dbg !253
  %bf.clear2 = and i16 %bf.load1, 7, !dbg !253
  %bf.set = or i16 %bf.clear2, %bf.shl, !dbg !253
  store i16 %bf.set, ptr %in, align 16, !dbg !253
  %bf.result.cast = zext i16 %bf.value to i32, !dbg !253
  %d = getelementptr inbounds nuw %struct.bits, ptr %in, i32 0, i32 2, !dbg !254
  %bf.load3 = load i64, ptr %d, align 1, !dbg !255
  %bf.shl4 = shl i64 %bf.load3, 24, !dbg !255
  %bf.ashr = ashr i64 %bf.shl4, 24, !dbg !255
  %sub = sub nsw i64 %bf.ashr, 1, !dbg !255
  %bf.load5 = load i64, ptr %d, align 1, !dbg !255
  %bf.value6 = and i64 %sub, 1099511627775, !dbg !255
  %bf.clear7 = and i64 %bf.load5, -1099511627776, !dbg !255
  %bf.set8 = or i64 %bf.clear7, %bf.value6, !dbg !255
  store i64 %bf.set8, ptr %d, align 1, !dbg !255
  %bf.result.shl = shl i64 %bf.value6, 24, !dbg !255
  %bf.result.ashr = ashr i64 %bf.result.shl, 24, !dbg !255
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %retval, ptr align 16 %in, i64 16, i1 false), !dbg !256
  %1 = load i64, ptr %retval, align 16, !dbg !257
  ret i64 %1, !dbg !257
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #2

; Function Attrs: noinline nounwind uwtable
define dso_local double @floats(float noundef %a, double noundef %b, x86_fp80 noundef %c, i32 noundef %n) #0 !dbg !258 {
entry:
  %retval = alloca double, align 8
  %a.addr = alloca float, align 4
  %b.addr = alloca double, align 8
  %c.addr = alloca x86_fp80, align 16
  %n.addr = alloca i32, align 4
  store float %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !261, !DIExpression(), !262)
  store double %b, ptr %b.addr, align 8
    #dbg_declare(ptr %b.addr, !263, !DIExpression(), !264)
  store x86_fp80 %c, ptr %c.addr, align 16
    #dbg_declare(ptr %c.addr, !265, !DIExpression(), !266)
  store i32 %n, ptr %n.addr, align 4
    #dbg_declare(ptr %n.addr, !267, !DIExpression(), !268)
  %0 = load float, ptr %a.addr, align 4, !dbg !269
  %conv = fpext float %0 to double, !dbg !269
  %1 = load double, ptr %b.addr, align 8, !dbg !271
  %cmp = fcmp olt double %conv, %1, !dbg !272
  br i1 %cmp, label %land.lhs.true, label %if.end, !dbg !273

land.lhs.true:                                    ; preds = %entry
  %2 = load x86_fp80, ptr %c.addr, align 16, !dbg !274
  %3 = load double, ptr %b.addr, align 8, !dbg !275
  %conv2 = fpext double %3 to x86_fp80, !dbg !275
  %cmp3 = fcmp une x86_fp80 %2, %conv2, !dbg !276
  br i1 %cmp3, label %if.then, label %if.end, !dbg !273

if.then:                                          ; preds = %land.lhs.true
  %4 = load float, ptr %a.addr, align 4, !dbg !277
  %fneg = fneg float %4, !dbg !278
  %5 = load i32, ptr %n.addr, align 4, !dbg !279
  %conv5 = sitofp i32 %5 to float, !dbg !279
  %mul = fmul float %fneg, %conv5, !dbg !280
  %conv6 = fpext float %mul to double, !dbg !278
  %6 = load x86_fp80, ptr %c.addr, align 16, !dbg !281
  %conv7 = fptrunc x86_fp80 %6 to double, !dbg !282
  %div = fdiv double %conv7, 3.000000e+00, !dbg !283
  %add = fadd double %conv6, %div, !dbg !284
  store double %add, ptr %retval, align 8, !dbg !285
  br label %return, !dbg !285

if.end:                                           ; preds = %land.lhs.true, %entry
  %7 = load double, ptr %b.addr, align 8, !dbg !286
  %conv8 = fptoui double %7 to i32, !dbg !287
  %tobool = icmp ne i32 %conv8, 0, !dbg !287
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !287

cond.true:                                        ; preds = %if.end
  %8 = load float, ptr %a.addr, align 4, !dbg !288
  %conv9 = fptosi float %8 to i32, !dbg !289
  %conv10 = sitofp i32 %conv9 to double, !dbg !289
  br label %cond.end, !dbg !287

cond.false:                                       ; preds = %if.end
  br label %cond.end, !dbg !287

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %conv10, %cond.true ], [ 1.000000e+300, %cond.false ], !dbg !287
  store double %cond, ptr %retval, align 8, !dbg !290
  br label %return, !dbg !290

return:                                           ; preds = %cond.end, %if.then
  %9 = load double, ptr %retval, align 8, !dbg !291
  ret double %9, !dbg !291
}

; Function Attrs: noinline nounwind uwtable
define dso_local i128 @wide(i128 noundef %a, i64 noundef %b) #0 !dbg !292 {
entry:
  %a.addr = alloca i128, align 16
  %b.addr = alloca i64, align 8
  store i128 %a, ptr %a.addr, align 16
    #dbg_declare(ptr %a.addr, !295, !DIExpression(), !296)
  store i64 %b, ptr %b.addr, align 8
    #dbg_declare(ptr %b.addr, !297, !DIExpression(), !298)
  %0 = load i128, ptr %a.addr, align 16, !dbg !299
  %1 = load i64, ptr %b.addr, align 8, !dbg !300
  %conv = zext i64 %1 to i128, !dbg !300
  %mul = mul nsw i128 %0, %conv, !dbg !301
  %shr = ashr i128 %mul, 7, !dbg !302
  %2 = load i128, ptr %a.addr, align 16, !dbg !303
  %not = xor i128 %2, -1, !dbg !304
  %xor = xor i128 %shr, %not, !dbg !305
  ret i128 %xor, !dbg !306
}

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @logic(i32 noundef %a, ptr noundef %p) #0 !dbg !307 {
entry:
  %a.addr = alloca i32, align 4
  %p.addr = alloca ptr, align 8
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !312, !DIExpression(), !313)
  store ptr %p, ptr %p.addr, align 8
    #dbg_declare(ptr %p.addr, !314, !DIExpression(), !315)
  %0 = load i32, ptr %a.addr, align 4, !dbg !316
  %tobool = icmp ne i32 %0, 0, !dbg !316
  br i1 %tobool, label %land.lhs.true, label %land.end, !dbg !317

land.lhs.true:                                    ; preds = %entry
  %1 = load ptr, ptr %p.addr, align 8, !dbg !318
  %tobool1 = icmp ne ptr %1, null, !dbg !318
  br i1 %tobool1, label %land.rhs, label %land.end, !dbg !319

land.rhs:                                         ; preds = %land.lhs.true
  %2 = load ptr, ptr %p.addr, align 8, !dbg !320
  %3 = load i32, ptr %2, align 4, !dbg !321
  %tobool2 = icmp ne i32 %3, 0, !dbg !322
  %lnot = xor i1 %tobool2, true, !dbg !322
  br label %land.end

land.end:                                         ; preds = %land.rhs, %land.lhs.true, %entry
  %4 = phi i1 [ false, %land.lhs.true ], [ false, %entry ], [ %lnot, %land.rhs ], !dbg !323
  ret i1 %4, !dbg !324
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @assembly(ptr noundef %p, i32 noundef %value) #0 !dbg !325 {
entry:
  %p.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  %ok = alloca i8, align 1
  store ptr %p, ptr %p.addr, align 8
    #dbg_declare(ptr %p.addr, !328, !DIExpression(), !329)
  store i32 %value, ptr %value.addr, align 4
    #dbg_declare(ptr %value.addr, !330, !DIExpression(), !331)
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !332, !srcloc !333
  %0 = load i32, ptr %value.addr, align 4, !dbg !334
  %1 = load ptr, ptr %p.addr, align 8, !dbg !335
  %2 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %1, i32 %0, ptr elementtype(i32) %1) #4, !dbg !334, !srcloc !336
  store i32 %2, ptr %value.addr, align 4, !dbg !334
    #dbg_declare(ptr %ok, !337, !DIExpression(), !338)
  %3 = load ptr, ptr %p.addr, align 8, !dbg !339
  %4 = load i32, ptr %value.addr, align 4, !dbg !340
  %5 = load i8, ptr %ok, align 1, !dbg !341
  %6 = call { i8, i32 } asm sideeffect "cmpxchg $3, $1\0A\09sete $0", "=q,=*m,={ax},r,*m,2,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %3, i8 %5, ptr elementtype(i32) %3, i32 %4) #4, !dbg !340, !srcloc !342
  %asmresult = extractvalue { i8, i32 } %6, 0, !dbg !340
  %asmresult1 = extractvalue { i8, i32 } %6, 1, !dbg !340
  store i8 %asmresult, ptr %ok, align 1, !dbg !340
  store i32 %asmresult1, ptr %value.addr, align 4, !dbg !340
  ret void, !dbg !343
}

; Function Attrs: noinline nounwind uwtable
define dso_local <4 x i32> @vectors(<4 x i32> noundef %a, i32 noundef %x) #3 !dbg !344 {
entry:
  %a.addr = alloca <4 x i32>, align 16
  %x.addr = alloca i32, align 4
  %.compoundliteral = alloca <4 x i32>, align 16
  store <4 x i32> %a, ptr %a.addr, align 16
    #dbg_declare(ptr %a.addr, !349, !DIExpression(), !350)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !351, !DIExpression(), !352)
  %0 = load i32, ptr %x.addr, align 4, !dbg !353
  %1 = load <4 x i32>, ptr %a.addr, align 16, !dbg !354
  %vecins = insertelement <4 x i32> %1, i32 %0, i32 1, !dbg !354
  store <4 x i32> %vecins, ptr %a.addr, align 16, !dbg !354
  %2 = load <4 x i32>, ptr %a.addr, align 16, !dbg !355
  %3 = load <4 x i32>, ptr %a.addr, align 16, !dbg !356
  %shuffle = shufflevector <4 x i32> %2, <4 x i32> %3, <4 x i32> <i32 3, i32 2, i32 1, i32 0>, !dbg !357
  store <4 x i32> splat (i32 1), ptr %.compoundliteral, align 16, !dbg !358
  %4 = load <4 x i32>, ptr %.compoundliteral, align 16, !dbg !358
  %5 = load <4 x i32>, ptr %a.addr, align 16, !dbg !359
  %cmp = icmp sgt <4 x i32> %5, zeroinitializer, !dbg !360
  %sext = sext <4 x i1> %cmp to <4 x i32>, !dbg !360
  %mul = mul <4 x i32> %4, %sext, !dbg !361
  %add = add <4 x i32> %shuffle, %mul, !dbg !362
  ret <4 x i32> %add, !dbg !363
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!85, !86, !87, !88, !89, !90, !91}
!llvm.ident = !{!92}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 27, type: !79, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !9, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "language.c", directory: ".", checksumkind: CSK_MD5, checksum: "25043d8ea0d3dadd08377af3665e040f")
!4 = !{!5, !6, !7, !8}
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!6 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!0, !10, !19, !40, !45, !48, !50, !53, !55, !57, !60, !65, !77}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "global_bits", scope: !2, file: !3, line: 28, type: !12, isLocal: false, isDefinition: true)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 4, size: 128, align: 128, elements: !13)
!13 = !{!14, !15, !16, !18}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !12, file: !3, line: 5, baseType: !7, size: 3, flags: DIFlagBitField, extraData: i64 0)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !12, file: !3, line: 5, baseType: !7, size: 13, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !12, file: !3, line: 6, baseType: !17, size: 8, offset: 16)
!17 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !12, file: !3, line: 7, baseType: !5, size: 40, offset: 24, flags: DIFlagBitField, extraData: i64 24)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "packet", scope: !2, file: !3, line: 29, type: !21, isLocal: false, isDefinition: true)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "packet", file: !3, line: 16, size: 136, elements: !22)
!22 = !{!23, !25, !26}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !21, file: !3, line: 17, baseType: !24, size: 8)
!24 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !21, file: !3, line: 18, baseType: !5, size: 64, offset: 8)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "payload", scope: !21, file: !3, line: 19, baseType: !27, size: 64, offset: 72)
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 64, elements: !38)
!28 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "both", file: !3, line: 10, size: 32, elements: !29)
!29 = !{!30, !32, !33}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !28, file: !3, line: 11, baseType: !31, size: 32)
!31 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "u", scope: !28, file: !3, line: 12, baseType: !7, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !28, file: !3, line: 13, baseType: !34, size: 32)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !35, size: 32, elements: !36)
!35 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!36 = !{!37}
!37 = !DISubrange(count: 4)
!38 = !{!39}
!39 = !DISubrange(count: 2)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 30, type: !42, isLocal: false, isDefinition: true)
!42 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 176, elements: !43)
!43 = !{!44}
!44 = !DISubrange(count: 22)
!45 = !DIGlobalVariableExpression(var: !46, expr: !DIExpression())
!46 = distinct !DIGlobalVariable(name: "middle", scope: !2, file: !3, line: 31, type: !47, isLocal: false, isDefinition: true)
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!48 = !DIGlobalVariableExpression(var: !49, expr: !DIExpression())
!49 = distinct !DIGlobalVariable(name: "distance", scope: !2, file: !3, line: 32, type: !5, isLocal: false, isDefinition: true)
!50 = !DIGlobalVariableExpression(var: !51, expr: !DIExpression())
!51 = distinct !DIGlobalVariable(name: "precise", scope: !2, file: !3, line: 33, type: !52, isLocal: false, isDefinition: true)
!52 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!53 = !DIGlobalVariableExpression(var: !54, expr: !DIExpression())
!54 = distinct !DIGlobalVariable(name: "small", scope: !2, file: !3, line: 34, type: !6, isLocal: false, isDefinition: true)
!55 = !DIGlobalVariableExpression(var: !56, expr: !DIExpression())
!56 = distinct !DIGlobalVariable(name: "half", scope: !2, file: !3, line: 35, type: !31, isLocal: false, isDefinition: true)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "huge", scope: !2, file: !3, line: 36, type: !59, isLocal: false, isDefinition: true)
!59 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!60 = !DIGlobalVariableExpression(var: !61, expr: !DIExpression())
!61 = distinct !DIGlobalVariable(name: "matrix", scope: !2, file: !3, line: 37, type: !62, isLocal: false, isDefinition: true)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 384, elements: !63)
!63 = !{!64, !37}
!64 = !DISubrange(count: 3)
!65 = !DIGlobalVariableExpression(var: !66, expr: !DIExpression())
!66 = distinct !DIGlobalVariable(name: "labels", scope: !67, file: !3, line: 63, type: !73, isLocal: true, isDefinition: true)
!67 = distinct !DISubprogram(name: "computed", scope: !3, file: !3, line: 62, type: !68, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!68 = !DISubroutineType(types: !69)
!69 = !{!8, !70}
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!71 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !35)
!72 = !{}
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !74, size: 192, elements: !76)
!74 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !75)
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!76 = !{!64}
!77 = !DIGlobalVariableExpression(var: !78, expr: !DIExpression())
!78 = distinct !DIGlobalVariable(name: "hidden", scope: !2, file: !3, line: 39, type: !8, isLocal: true, isDefinition: true)
!79 = !DICompositeType(tag: DW_TAG_array_type, baseType: !80, size: 192, elements: !76)
!80 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !81)
!81 = !DIDerivedType(tag: DW_TAG_typedef, name: "operation", file: !3, line: 22, baseType: !82)
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !83, size: 64)
!83 = !DISubroutineType(types: !84)
!84 = !{!8, !8, !8}
!85 = !{i32 7, !"Dwarf Version", i32 5}
!86 = !{i32 2, !"Debug Info Version", i32 3}
!87 = !{i32 1, !"wchar_size", i32 4}
!88 = !{i32 8, !"PIC Level", i32 2}
!89 = !{i32 7, !"PIE Level", i32 2}
!90 = !{i32 7, !"uwtable", i32 2}
!91 = !{i32 7, !"frame-pointer", i32 2}
!92 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!93 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 24, type: !83, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !72)
!94 = !DILocalVariable(name: "a", arg: 1, scope: !93, file: !3, line: 24, type: !8)
!95 = !DILocation(line: 24, column: 20, scope: !93)
!96 = !DILocalVariable(name: "b", arg: 2, scope: !93, file: !3, line: 24, type: !8)
!97 = !DILocation(line: 24, column: 27, scope: !93)
!98 = !DILocation(line: 24, column: 39, scope: !93)
!99 = !DILocation(line: 24, column: 43, scope: !93)
!100 = !DILocation(line: 24, column: 41, scope: !93)
!101 = !DILocation(line: 24, column: 32, scope: !93)
!102 = distinct !DISubprogram(name: "mul", scope: !3, file: !3, line: 25, type: !83, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !72)
!103 = !DILocalVariable(name: "a", arg: 1, scope: !102, file: !3, line: 25, type: !8)
!104 = !DILocation(line: 25, column: 20, scope: !102)
!105 = !DILocalVariable(name: "b", arg: 2, scope: !102, file: !3, line: 25, type: !8)
!106 = !DILocation(line: 25, column: 27, scope: !102)
!107 = !DILocation(line: 25, column: 39, scope: !102)
!108 = !DILocation(line: 25, column: 43, scope: !102)
!109 = !DILocation(line: 25, column: 41, scope: !102)
!110 = !DILocation(line: 25, column: 32, scope: !102)
!111 = distinct !DISubprogram(name: "alias_target", scope: !3, file: !3, line: 40, type: !112, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!112 = !DISubroutineType(types: !113)
!113 = !{!8}
!114 = !DILocation(line: 40, column: 33, scope: !111)
!115 = !DILocation(line: 40, column: 26, scope: !111)
!116 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 43, type: !117, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!117 = !DISubroutineType(types: !118)
!118 = !{!8, !8, null}
!119 = !DILocalVariable(name: "count", arg: 1, scope: !116, file: !3, line: 43, type: !8)
!120 = !DILocation(line: 43, column: 13, scope: !116)
!121 = !DILocalVariable(name: "list", scope: !116, file: !3, line: 44, type: !122)
!122 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !123, line: 12, baseType: !124)
!123 = !DIFile(filename: "llvm/lib/clang/22/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!124 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !125)
!125 = !DICompositeType(tag: DW_TAG_array_type, baseType: !126, size: 192, elements: !132)
!126 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !127)
!127 = !{!128, !129, !130, !131}
!128 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !126, file: !3, line: 44, baseType: !7, size: 32)
!129 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !126, file: !3, line: 44, baseType: !7, size: 32, offset: 32)
!130 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !126, file: !3, line: 44, baseType: !75, size: 64, offset: 64)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !126, file: !3, line: 44, baseType: !75, size: 64, offset: 128)
!132 = !{!133}
!133 = !DISubrange(count: 1)
!134 = !DILocation(line: 44, column: 13, scope: !116)
!135 = !DILocation(line: 45, column: 5, scope: !116)
!136 = !DILocalVariable(name: "total", scope: !116, file: !3, line: 46, type: !8)
!137 = !DILocation(line: 46, column: 9, scope: !116)
!138 = !DILocalVariable(name: "i", scope: !139, file: !3, line: 47, type: !8)
!139 = distinct !DILexicalBlock(scope: !116, file: !3, line: 47, column: 5)
!140 = !DILocation(line: 47, column: 14, scope: !139)
!141 = !DILocation(line: 47, column: 10, scope: !139)
!142 = !DILocation(line: 47, column: 21, scope: !143)
!143 = distinct !DILexicalBlock(scope: !139, file: !3, line: 47, column: 5)
!144 = !DILocation(line: 47, column: 25, scope: !143)
!145 = !DILocation(line: 47, column: 23, scope: !143)
!146 = !DILocation(line: 47, column: 5, scope: !139)
!147 = !DILocation(line: 48, column: 18, scope: !143)
!148 = !DILocation(line: 48, column: 15, scope: !143)
!149 = !DILocation(line: 48, column: 9, scope: !143)
!150 = !DILocation(line: 47, column: 33, scope: !143)
!151 = !DILocation(line: 47, column: 5, scope: !143)
!152 = distinct !{!152, !146, !153, !154}
!153 = !DILocation(line: 48, column: 18, scope: !139)
!154 = !{!"llvm.loop.mustprogress"}
!155 = !DILocation(line: 49, column: 5, scope: !116)
!156 = !DILocation(line: 50, column: 12, scope: !116)
!157 = !DILocation(line: 50, column: 5, scope: !116)
!158 = distinct !DISubprogram(name: "dispatch", scope: !3, file: !3, line: 53, type: !83, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!159 = !DILocalVariable(name: "op", arg: 1, scope: !158, file: !3, line: 53, type: !8)
!160 = !DILocation(line: 53, column: 18, scope: !158)
!161 = !DILocalVariable(name: "x", arg: 2, scope: !158, file: !3, line: 53, type: !8)
!162 = !DILocation(line: 53, column: 26, scope: !158)
!163 = !DILocation(line: 54, column: 13, scope: !158)
!164 = !DILocation(line: 54, column: 5, scope: !158)
!165 = !DILocation(line: 55, column: 21, scope: !166)
!166 = distinct !DILexicalBlock(scope: !158, file: !3, line: 54, column: 17)
!167 = !DILocation(line: 55, column: 14, scope: !166)
!168 = !DILocation(line: 56, column: 14, scope: !166)
!169 = !DILocation(line: 56, column: 13, scope: !166)
!170 = !DILocation(line: 57, column: 26, scope: !166)
!171 = !DILocation(line: 57, column: 28, scope: !166)
!172 = !DILocation(line: 57, column: 19, scope: !166)
!173 = !DILocation(line: 58, column: 27, scope: !166)
!174 = !DILocation(line: 58, column: 30, scope: !166)
!175 = !DILocation(line: 58, column: 21, scope: !166)
!176 = !DILocation(line: 58, column: 35, scope: !166)
!177 = !DILocation(line: 58, column: 38, scope: !166)
!178 = !DILocation(line: 58, column: 14, scope: !166)
!179 = !DILocation(line: 60, column: 1, scope: !158)
!180 = !DILocalVariable(name: "code", arg: 1, scope: !67, file: !3, line: 62, type: !70)
!181 = !DILocation(line: 62, column: 35, scope: !67)
!182 = !DILocalVariable(name: "value", scope: !67, file: !3, line: 64, type: !8)
!183 = !DILocation(line: 64, column: 9, scope: !67)
!184 = !DILocation(line: 65, column: 23, scope: !67)
!185 = !DILocation(line: 65, column: 18, scope: !67)
!186 = !DILocation(line: 65, column: 11, scope: !67)
!187 = !DILocation(line: 65, column: 5, scope: !67)
!188 = !DILabel(scope: !67, name: "inc", file: !3, line: 66, column: 1)
!189 = !DILocation(line: 66, column: 1, scope: !67)
!190 = !DILocation(line: 67, column: 10, scope: !67)
!191 = !DILocation(line: 68, column: 23, scope: !67)
!192 = !DILocation(line: 68, column: 18, scope: !67)
!193 = !DILocation(line: 68, column: 11, scope: !67)
!194 = !DILocation(line: 68, column: 5, scope: !67)
!195 = !DILabel(scope: !67, name: "dec", file: !3, line: 69, column: 1)
!196 = !DILocation(line: 69, column: 1, scope: !67)
!197 = !DILocation(line: 70, column: 10, scope: !67)
!198 = !DILocation(line: 71, column: 23, scope: !67)
!199 = !DILocation(line: 71, column: 18, scope: !67)
!200 = !DILocation(line: 71, column: 11, scope: !67)
!201 = !DILocation(line: 71, column: 5, scope: !67)
!202 = !DILabel(scope: !67, name: "stop", file: !3, line: 72, column: 1)
!203 = !DILocation(line: 72, column: 1, scope: !67)
!204 = !DILocation(line: 73, column: 12, scope: !67)
!205 = !DILocation(line: 73, column: 5, scope: !67)
!206 = distinct !DISubprogram(name: "variable", scope: !3, file: !3, line: 76, type: !207, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!207 = !DISubroutineType(types: !208)
!208 = !{!5, !8}
!209 = !DILocalVariable(name: "n", arg: 1, scope: !206, file: !3, line: 76, type: !8)
!210 = !DILocation(line: 76, column: 19, scope: !206)
!211 = !DILocation(line: 77, column: 16, scope: !206)
!212 = !DILocation(line: 77, column: 5, scope: !206)
!213 = !DILocalVariable(name: "__vla_expr0", scope: !206, type: !214, flags: DIFlagArtificial)
!214 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!215 = !DILocation(line: 0, scope: !206)
!216 = !DILocalVariable(name: "array", scope: !206, file: !3, line: 77, type: !217)
!217 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !218)
!218 = !{!219}
!219 = !DISubrange(count: !213)
!220 = !DILocation(line: 77, column: 10, scope: !206)
!221 = !DILocalVariable(name: "i", scope: !222, file: !3, line: 78, type: !8)
!222 = distinct !DILexicalBlock(scope: !206, file: !3, line: 78, column: 5)
!223 = !DILocation(line: 78, column: 14, scope: !222)
!224 = !DILocation(line: 78, column: 10, scope: !222)
!225 = !DILocation(line: 78, column: 21, scope: !226)
!226 = distinct !DILexicalBlock(scope: !222, file: !3, line: 78, column: 5)
!227 = !DILocation(line: 78, column: 25, scope: !226)
!228 = !DILocation(line: 78, column: 23, scope: !226)
!229 = !DILocation(line: 78, column: 5, scope: !222)
!230 = !DILocation(line: 79, column: 26, scope: !226)
!231 = !DILocation(line: 79, column: 20, scope: !226)
!232 = !DILocation(line: 79, column: 28, scope: !226)
!233 = !DILocation(line: 79, column: 15, scope: !226)
!234 = !DILocation(line: 79, column: 9, scope: !226)
!235 = !DILocation(line: 79, column: 18, scope: !226)
!236 = !DILocation(line: 78, column: 29, scope: !226)
!237 = !DILocation(line: 78, column: 5, scope: !226)
!238 = distinct !{!238, !229, !239, !154}
!239 = !DILocation(line: 79, column: 31, scope: !222)
!240 = !DILocation(line: 80, column: 18, scope: !206)
!241 = !DILocation(line: 80, column: 20, scope: !206)
!242 = !DILocation(line: 80, column: 12, scope: !206)
!243 = !DILocation(line: 80, column: 27, scope: !206)
!244 = !DILocation(line: 80, column: 25, scope: !206)
!245 = !DILocation(line: 81, column: 1, scope: !206)
!246 = distinct !DISubprogram(name: "fields", scope: !3, file: !3, line: 83, type: !247, scopeLine: 83, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!247 = !DISubroutineType(types: !248)
!248 = !{!12, !12}
!249 = !DILocalVariable(name: "in", arg: 1, scope: !246, file: !3, line: 83, type: !12)
!250 = !DILocation(line: 83, column: 32, scope: !246)
!251 = !DILocation(line: 84, column: 15, scope: !246)
!252 = !DILocation(line: 84, column: 17, scope: !246)
!253 = !DILocation(line: 84, column: 10, scope: !246)
!254 = !DILocation(line: 85, column: 8, scope: !246)
!255 = !DILocation(line: 85, column: 10, scope: !246)
!256 = !DILocation(line: 86, column: 12, scope: !246)
!257 = !DILocation(line: 86, column: 5, scope: !246)
!258 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 89, type: !259, scopeLine: 89, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!259 = !DISubroutineType(types: !260)
!260 = !{!6, !31, !6, !52, !8}
!261 = !DILocalVariable(name: "a", arg: 1, scope: !258, file: !3, line: 89, type: !31)
!262 = !DILocation(line: 89, column: 21, scope: !258)
!263 = !DILocalVariable(name: "b", arg: 2, scope: !258, file: !3, line: 89, type: !6)
!264 = !DILocation(line: 89, column: 31, scope: !258)
!265 = !DILocalVariable(name: "c", arg: 3, scope: !258, file: !3, line: 89, type: !52)
!266 = !DILocation(line: 89, column: 46, scope: !258)
!267 = !DILocalVariable(name: "n", arg: 4, scope: !258, file: !3, line: 89, type: !8)
!268 = !DILocation(line: 89, column: 53, scope: !258)
!269 = !DILocation(line: 90, column: 9, scope: !270)
!270 = distinct !DILexicalBlock(scope: !258, file: !3, line: 90, column: 9)
!271 = !DILocation(line: 90, column: 13, scope: !270)
!272 = !DILocation(line: 90, column: 11, scope: !270)
!273 = !DILocation(line: 90, column: 15, scope: !270)
!274 = !DILocation(line: 90, column: 18, scope: !270)
!275 = !DILocation(line: 90, column: 23, scope: !270)
!276 = !DILocation(line: 90, column: 20, scope: !270)
!277 = !DILocation(line: 91, column: 17, scope: !270)
!278 = !DILocation(line: 91, column: 16, scope: !270)
!279 = !DILocation(line: 91, column: 21, scope: !270)
!280 = !DILocation(line: 91, column: 19, scope: !270)
!281 = !DILocation(line: 91, column: 33, scope: !270)
!282 = !DILocation(line: 91, column: 25, scope: !270)
!283 = !DILocation(line: 91, column: 35, scope: !270)
!284 = !DILocation(line: 91, column: 23, scope: !270)
!285 = !DILocation(line: 91, column: 9, scope: !270)
!286 = !DILocation(line: 92, column: 22, scope: !258)
!287 = !DILocation(line: 92, column: 12, scope: !258)
!288 = !DILocation(line: 92, column: 31, scope: !258)
!289 = !DILocation(line: 92, column: 26, scope: !258)
!290 = !DILocation(line: 92, column: 5, scope: !258)
!291 = !DILocation(line: 93, column: 1, scope: !258)
!292 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 95, type: !293, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!293 = !DISubroutineType(types: !294)
!294 = !{!59, !59, !214}
!295 = !DILocalVariable(name: "a", arg: 1, scope: !292, file: !3, line: 95, type: !59)
!296 = !DILocation(line: 95, column: 24, scope: !292)
!297 = !DILocalVariable(name: "b", arg: 2, scope: !292, file: !3, line: 95, type: !214)
!298 = !DILocation(line: 95, column: 41, scope: !292)
!299 = !DILocation(line: 95, column: 53, scope: !292)
!300 = !DILocation(line: 95, column: 57, scope: !292)
!301 = !DILocation(line: 95, column: 55, scope: !292)
!302 = !DILocation(line: 95, column: 59, scope: !292)
!303 = !DILocation(line: 95, column: 67, scope: !292)
!304 = !DILocation(line: 95, column: 66, scope: !292)
!305 = !DILocation(line: 95, column: 64, scope: !292)
!306 = !DILocation(line: 95, column: 46, scope: !292)
!307 = distinct !DISubprogram(name: "logic", scope: !3, file: !3, line: 97, type: !308, scopeLine: 97, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!308 = !DISubroutineType(types: !309)
!309 = !{!310, !8, !311}
!310 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!311 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!312 = !DILocalVariable(name: "a", arg: 1, scope: !307, file: !3, line: 97, type: !8)
!313 = !DILocation(line: 97, column: 17, scope: !307)
!314 = !DILocalVariable(name: "p", arg: 2, scope: !307, file: !3, line: 97, type: !311)
!315 = !DILocation(line: 97, column: 25, scope: !307)
!316 = !DILocation(line: 97, column: 37, scope: !307)
!317 = !DILocation(line: 97, column: 39, scope: !307)
!318 = !DILocation(line: 97, column: 42, scope: !307)
!319 = !DILocation(line: 97, column: 44, scope: !307)
!320 = !DILocation(line: 97, column: 49, scope: !307)
!321 = !DILocation(line: 97, column: 48, scope: !307)
!322 = !DILocation(line: 97, column: 47, scope: !307)
!323 = !DILocation(line: 0, scope: !307)
!324 = !DILocation(line: 97, column: 30, scope: !307)
!325 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 99, type: !326, scopeLine: 99, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!326 = !DISubroutineType(types: !327)
!327 = !{null, !311, !8}
!328 = !DILocalVariable(name: "p", arg: 1, scope: !325, file: !3, line: 99, type: !311)
!329 = !DILocation(line: 99, column: 20, scope: !325)
!330 = !DILocalVariable(name: "value", arg: 2, scope: !325, file: !3, line: 99, type: !8)
!331 = !DILocation(line: 99, column: 27, scope: !325)
!332 = !DILocation(line: 100, column: 5, scope: !325)
!333 = !{i64 2415}
!334 = !DILocation(line: 101, column: 5, scope: !325)
!335 = !DILocation(line: 101, column: 64, scope: !325)
!336 = !{i64 2454}
!337 = !DILocalVariable(name: "ok", scope: !325, file: !3, line: 102, type: !24)
!338 = !DILocation(line: 102, column: 10, scope: !325)
!339 = !DILocation(line: 103, column: 68, scope: !325)
!340 = !DILocation(line: 103, column: 5, scope: !325)
!341 = !DILocation(line: 103, column: 90, scope: !325)
!342 = !{i64 2554, i64 2571}
!343 = !DILocation(line: 104, column: 1, scope: !325)
!344 = distinct !DISubprogram(name: "vectors", scope: !3, file: !3, line: 107, type: !345, scopeLine: 107, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!345 = !DISubroutineType(types: !346)
!346 = !{!347, !347, !8}
!347 = !DIDerivedType(tag: DW_TAG_typedef, name: "vec", file: !3, line: 106, baseType: !348)
!348 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, flags: DIFlagVector, elements: !36)
!349 = !DILocalVariable(name: "a", arg: 1, scope: !344, file: !3, line: 107, type: !347)
!350 = !DILocation(line: 107, column: 17, scope: !344)
!351 = !DILocalVariable(name: "x", arg: 2, scope: !344, file: !3, line: 107, type: !8)
!352 = !DILocation(line: 107, column: 24, scope: !344)
!353 = !DILocation(line: 108, column: 12, scope: !344)
!354 = !DILocation(line: 108, column: 10, scope: !344)
!355 = !DILocation(line: 109, column: 36, scope: !344)
!356 = !DILocation(line: 109, column: 39, scope: !344)
!357 = !DILocation(line: 109, column: 12, scope: !344)
!358 = !DILocation(line: 109, column: 56, scope: !344)
!359 = !DILocation(line: 109, column: 77, scope: !344)
!360 = !DILocation(line: 109, column: 79, scope: !344)
!361 = !DILocation(line: 109, column: 74, scope: !344)
!362 = !DILocation(line: 109, column: 54, scope: !344)
!363 = !DILocation(line: 109, column: 5, scope: !344)
