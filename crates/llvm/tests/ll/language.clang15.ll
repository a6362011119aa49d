; ModuleID = 'language.c'
source_filename = "language.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.both = type { float }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.bits = type <{ i16, i8, i40, [5 x i8] }>

@table = dso_local constant [3 x ptr] [ptr @add, ptr @mul, ptr null], align 16, !dbg !0
@global_bits = dso_local global { i8, i8, i8, i8, i8, i8, i8, i8, [8 x i8] } { i8 37, i8 3, i8 -1, i8 0, i8 0, i8 0, i8 64, i8 0, [8 x i8] undef }, align 16, !dbg !10
@packet = dso_local global <{ i8, i64, <{ %union.both, { i32 } }> }> <{ i8 120, i64 -2, <{ %union.both, { i32 } }> <{ %union.both { float 1.500000e+00 }, { i32 } { i32 7 } }> }>, align 1, !dbg !19
@text = dso_local global [22 x i8] c"tab\09here \22quoted\22 \\ \01\00", align 16, !dbg !40
@middle = dso_local global ptr getelementptr (i8, ptr @text, i64 4), align 8, !dbg !45
@distance = dso_local global i64 ptrtoint (ptr getelementptr inbounds (i8, ptr @packet, i64 1) to i64), align 8, !dbg !48
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
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !94, metadata !DIExpression()), !dbg !95
  store i32 %b, ptr %b.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !96, metadata !DIExpression()), !dbg !97
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
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !103, metadata !DIExpression()), !dbg !104
  store i32 %b, ptr %b.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !105, metadata !DIExpression()), !dbg !106
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
  call void @llvm.dbg.declare(metadata ptr %count.addr, metadata !119, metadata !DIExpression()), !dbg !120
  call void @llvm.dbg.declare(metadata ptr %list, metadata !121, metadata !DIExpression()), !dbg !135
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !136
  call void @llvm.va_start(ptr %arraydecay), !dbg !136
  call void @llvm.dbg.declare(metadata ptr %total, metadata !137, metadata !DIExpression()), !dbg !138
  store i32 0, ptr %total, align 4, !dbg !138
  call void @llvm.dbg.declare(metadata ptr %i, metadata !139, metadata !DIExpression()), !dbg !141
  store i32 0, ptr %i, align 4, !dbg !141
  br label %for.cond, !dbg !142

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !143
  %1 = load i32, ptr %count.addr, align 4, !dbg !145
  %cmp = icmp slt i32 %0, %1, !dbg !146
  br i1 %cmp, label %for.body, label %for.end, !dbg !147

for.body:                                         ; preds = %for.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !148
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !148
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !148
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !148
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !148

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !148
  %reg_save_area = load ptr, ptr %2, align 16, !dbg !148
  %3 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !148
  %4 = add i32 %gp_offset, 8, !dbg !148
  store i32 %4, ptr %gp_offset_p, align 16, !dbg !148
  br label %vaarg.end, !dbg !148

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !148
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !148
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !148
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !148
  br label %vaarg.end, !dbg !148

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %3, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !148
  %5 = load i32, ptr %vaarg.addr, align 4, !dbg !148
  %6 = load i32, ptr %total, align 4, !dbg !149
  %add = add nsw i32 %6, %5, !dbg !149
  store i32 %add, ptr %total, align 4, !dbg !149
  br label %for.inc, !dbg !150

for.inc:                                          ; preds = %vaarg.end
  %7 = load i32, ptr %i, align 4, !dbg !151
  %inc = add nsw i32 %7, 1, !dbg !151
  store i32 %inc, ptr %i, align 4, !dbg !151
  br label %for.cond, !dbg !152, !llvm.loop !153

for.end:                                          ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !156
  call void @llvm.va_end(ptr %arraydecay2), !dbg !156
  %8 = load i32, ptr %total, align 4, !dbg !157
  ret i32 %8, !dbg !158
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @dispatch(i32 noundef %op, i32 noundef %x) #0 !dbg !159 {
entry:
  %retval = alloca i32, align 4
  %op.addr = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %op, ptr %op.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %op.addr, metadata !160, metadata !DIExpression()), !dbg !161
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !162, metadata !DIExpression()), !dbg !163
  %0 = load i32, ptr %op.addr, align 4, !dbg !164
  switch i32 %0, label %sw.default [
    i32 -1, label %sw.bb
    i32 0, label %sw.bb1
    i32 1, label %sw.bb2
    i32 2, label %sw.bb2
    i32 3, label %sw.bb2
  ], !dbg !165

sw.bb:                                            ; preds = %entry
  %1 = load i32, ptr %x.addr, align 4, !dbg !166
  store i32 %1, ptr %retval, align 4, !dbg !168
  br label %return, !dbg !168

sw.bb1:                                           ; preds = %entry
  %2 = load i32, ptr %x.addr, align 4, !dbg !169
  %inc = add nsw i32 %2, 1, !dbg !169
  store i32 %inc, ptr %x.addr, align 4, !dbg !169
  br label %sw.bb2, !dbg !170

sw.bb2:                                           ; preds = %entry, %entry, %entry, %sw.bb1
  %3 = load i32, ptr %x.addr, align 4, !dbg !171
  %mul = mul nsw i32 %3, 2, !dbg !172
  store i32 %mul, ptr %retval, align 4, !dbg !173
  br label %return, !dbg !173

sw.default:                                       ; preds = %entry
  %4 = load i32, ptr %op.addr, align 4, !dbg !174
  %and = and i32 %4, 1, !dbg !175
  %idxprom = sext i32 %and to i64, !dbg !176
  %arrayidx = getelementptr inbounds [3 x ptr], ptr @table, i64 0, i64 %idxprom, !dbg !176
  %5 = load ptr, ptr %arrayidx, align 8, !dbg !176
  %6 = load i32, ptr %x.addr, align 4, !dbg !177
  %7 = load i32, ptr %op.addr, align 4, !dbg !178
  %call = call i32 %5(i32 noundef %6, i32 noundef %7), !dbg !176
  store i32 %call, ptr %retval, align 4, !dbg !179
  br label %return, !dbg !179

return:                                           ; preds = %sw.default, %sw.bb2, %sw.bb
  %8 = load i32, ptr %retval, align 4, !dbg !180
  ret i32 %8, !dbg !180
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @computed(ptr noundef %code) #0 !dbg !67 {
entry:
  %code.addr = alloca ptr, align 8
  %value = alloca i32, align 4
  store ptr %code, ptr %code.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %code.addr, metadata !181, metadata !DIExpression()), !dbg !182
  call void @llvm.dbg.declare(metadata ptr %value, metadata !183, metadata !DIExpression()), !dbg !184
  store i32 0, ptr %value, align 4, !dbg !184
  %0 = load ptr, ptr %code.addr, align 8, !dbg !185
  %incdec.ptr = getelementptr inbounds i8, ptr %0, i32 1, !dbg !185
  store ptr %incdec.ptr, ptr %code.addr, align 8, !dbg !185
  %1 = load i8, ptr %0, align 1, !dbg !186
  %idxprom = zext i8 %1 to i64, !dbg !187
  %arrayidx = getelementptr inbounds [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom, !dbg !187
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !187
  br label %indirectgoto, !dbg !188

inc:                                              ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !189), !dbg !190
  %3 = load i32, ptr %value, align 4, !dbg !191
  %inc1 = add nsw i32 %3, 1, !dbg !191
  store i32 %inc1, ptr %value, align 4, !dbg !191
  %4 = load ptr, ptr %code.addr, align 8, !dbg !192
  %incdec.ptr2 = getelementptr inbounds i8, ptr %4, i32 1, !dbg !192
  store ptr %incdec.ptr2, ptr %code.addr, align 8, !dbg !192
  %5 = load i8, ptr %4, align 1, !dbg !193
  %idxprom3 = zext i8 %5 to i64, !dbg !194
  %arrayidx4 = getelementptr inbounds [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom3, !dbg !194
  %6 = load ptr, ptr %arrayidx4, align 8, !dbg !194
  br label %indirectgoto, !dbg !195

dec:                                              ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !196), !dbg !197
  %7 = load i32, ptr %value, align 4, !dbg !198
  %dec5 = add nsw i32 %7, -1, !dbg !198
  store i32 %dec5, ptr %value, align 4, !dbg !198
  %8 = load ptr, ptr %code.addr, align 8, !dbg !199
  %incdec.ptr6 = getelementptr inbounds i8, ptr %8, i32 1, !dbg !199
  store ptr %incdec.ptr6, ptr %code.addr, align 8, !dbg !199
  %9 = load i8, ptr %8, align 1, !dbg !200
  %idxprom7 = zext i8 %9 to i64, !dbg !201
  %arrayidx8 = getelementptr inbounds [3 x ptr], ptr @computed.labels, i64 0, i64 %idxprom7, !dbg !201
  %10 = load ptr, ptr %arrayidx8, align 8, !dbg !201
  br label %indirectgoto, !dbg !202

stop:                                             ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !203), !dbg !204
  %11 = load i32, ptr %value, align 4, !dbg !205
  ret i32 %11, !dbg !206

indirectgoto:                                     ; preds = %dec, %inc, %entry
  %indirect.goto.dest = phi ptr [ %2, %entry ], [ %6, %inc ], [ %10, %dec ]
  indirectbr ptr %indirect.goto.dest, [label %stop, label %inc, label %dec]
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @variable(i32 noundef %n) #0 !dbg !207 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %n.addr, metadata !210, metadata !DIExpression()), !dbg !211
  %0 = load i32, ptr %n.addr, align 4, !dbg !212
  %1 = zext i32 %0 to i64, !dbg !213
  %2 = call ptr @llvm.stacksave(), !dbg !213
  store ptr %2, ptr %saved_stack, align 8, !dbg !213
  %vla = alloca i64, i64 %1, align 16, !dbg !213
  store i64 %1, ptr %__vla_expr0, align 8, !dbg !213
  call void @llvm.dbg.declare(metadata ptr %__vla_expr0, metadata !214, metadata !DIExpression()), !dbg !216
  call void @llvm.dbg.declare(metadata ptr %vla, metadata !217, metadata !DIExpression()), !dbg !221
  call void @llvm.dbg.declare(metadata ptr %i, metadata !222, metadata !DIExpression()), !dbg !224
  store i32 0, ptr %i, align 4, !dbg !224
  br label %for.cond, !dbg !225

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, ptr %i, align 4, !dbg !226
  %4 = load i32, ptr %n.addr, align 4, !dbg !228
  %cmp = icmp slt i32 %3, %4, !dbg !229
  br i1 %cmp, label %for.body, label %for.end, !dbg !230

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %i, align 4, !dbg !231
  %conv = sext i32 %5 to i64, !dbg !232
  %shl = shl i64 %conv, 2, !dbg !233
  %6 = load i32, ptr %i, align 4, !dbg !234
  %idxprom = sext i32 %6 to i64, !dbg !235
  %arrayidx = getelementptr inbounds i64, ptr %vla, i64 %idxprom, !dbg !235
  store i64 %shl, ptr %arrayidx, align 8, !dbg !236
  br label %for.inc, !dbg !235

for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4, !dbg !237
  %inc = add nsw i32 %7, 1, !dbg !237
  store i32 %inc, ptr %i, align 4, !dbg !237
  br label %for.cond, !dbg !238, !llvm.loop !239

for.end:                                          ; preds = %for.cond
  %8 = load i32, ptr %n.addr, align 4, !dbg !241
  %sub = sub nsw i32 %8, 1, !dbg !242
  %idxprom1 = sext i32 %sub to i64, !dbg !243
  %arrayidx2 = getelementptr inbounds i64, ptr %vla, i64 %idxprom1, !dbg !243
  %9 = load i64, ptr %arrayidx2, align 8, !dbg !243
  %10 = mul nuw i64 8, %1, !dbg !244
  %add = add i64 %9, %10, !dbg !245
  %11 = load ptr, ptr %saved_stack, align 8, !dbg !246
  call void @llvm.stackrestore(ptr %11), !dbg !246
  ret i64 %add, !dbg !246
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(ptr) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @fields(i64 %in.coerce) #0 !dbg !247 {
entry:
  %retval = alloca %struct.bits, align 16
  %in = alloca %struct.bits, align 16
  store i64 %in.coerce, ptr %in, align 16
  call void @llvm.dbg.declare(metadata ptr %in, metadata !250, metadata !DIExpression()), !dbg !251
  %bf.load = load i16, ptr %in, align 16, !dbg !252
  %bf.clear = and i16 %bf.load, 7, !dbg !252
  %bf.cast = zext i16 %bf.clear to i32, !dbg !252
  %xor = xor i32 %bf.cast, 5, !dbg !253
  %0 = trunc i32 %xor to i16, !dbg !254
  %bf.load1 = load i16, ptr %in, align 16, !dbg !254
  %bf.value = and i16 %0, 8191, !dbg !254
  %bf.shl = shl i16 %bf.value, 3, !dbg !254
  %bf.clear2 = and i16 %bf.load1, 7, !dbg !254
  %bf.set = or i16 %bf.clear2, %bf.shl, !dbg !254
  store i16 %bf.set, ptr %in, align 16, !dbg !254
  %bf.result.cast = zext i16 %bf.value to i32, !dbg !254
  %d = getelementptr inbounds %struct.bits, ptr %in, i32 0, i32 2, !dbg !255
  %bf.load3 = load i64, ptr %d, align 1, !dbg !256
  %bf.shl4 = shl i64 %bf.load3, 24, !dbg !256
  %bf.ashr = ashr i64 %bf.shl4, 24, !dbg !256
  %sub = sub nsw i64 %bf.ashr, 1, !dbg !256
  %bf.load5 = load i64, ptr %d, align 1, !dbg !256
  %bf.value6 = and i64 %sub, 1099511627775, !dbg !256
  %bf.clear7 = and i64 %bf.load5, -1099511627776, !dbg !256
  %bf.set8 = or i64 %bf.clear7, %bf.value6, !dbg !256
  store i64 %bf.set8, ptr %d, align 1, !dbg !256
  %bf.result.shl = shl i64 %bf.value6, 24, !dbg !256
  %bf.result.ashr = ashr i64 %bf.result.shl, 24, !dbg !256
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %retval, ptr align 16 %in, i64 16, i1 false), !dbg !257
  %1 = load i64, ptr %retval, align 16, !dbg !258
  ret i64 %1, !dbg !258
}

; Function Attrs: argmemonly nocallback nofree nounwind willreturn
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: noinline nounwind uwtable
define dso_local double @floats(float noundef %a, double noundef %b, x86_fp80 noundef %c, i32 noundef %n) #0 !dbg !259 {
entry:
  %retval = alloca double, align 8
  %a.addr = alloca float, align 4
  %b.addr = alloca double, align 8
  %c.addr = alloca x86_fp80, align 16
  %n.addr = alloca i32, align 4
  store float %a, ptr %a.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !262, metadata !DIExpression()), !dbg !263
  store double %b, ptr %b.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !264, metadata !DIExpression()), !dbg !265
  store x86_fp80 %c, ptr %c.addr, align 16
  call void @llvm.dbg.declare(metadata ptr %c.addr, metadata !266, metadata !DIExpression()), !dbg !267
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %n.addr, metadata !268, metadata !DIExpression()), !dbg !269
  %0 = load float, ptr %a.addr, align 4, !dbg !270
  %conv = fpext float %0 to double, !dbg !270
  %1 = load double, ptr %b.addr, align 8, !dbg !272
  %cmp = fcmp olt double %conv, %1, !dbg !273
  br i1 %cmp, label %land.lhs.true, label %if.end, !dbg !274

land.lhs.true:                                    ; preds = %entry
  %2 = load x86_fp80, ptr %c.addr, align 16, !dbg !275
  %3 = load double, ptr %b.addr, align 8, !dbg !276
  %conv2 = fpext double %3 to x86_fp80, !dbg !276
  %cmp3 = fcmp une x86_fp80 %2, %conv2, !dbg !277
  br i1 %cmp3, label %if.then, label %if.end, !dbg !278

if.then:                                          ; preds = %land.lhs.true
  %4 = load float, ptr %a.addr, align 4, !dbg !279
  %fneg = fneg float %4, !dbg !280
  %5 = load i32, ptr %n.addr, align 4, !dbg !281
  %conv5 = sitofp i32 %5 to float, !dbg !281
  %mul = fmul float %fneg, %conv5, !dbg !282
  %conv6 = fpext float %mul to double, !dbg !280
  %6 = load x86_fp80, ptr %c.addr, align 16, !dbg !283
  %conv7 = fptrunc x86_fp80 %6 to double, !dbg !284
  %div = fdiv double %conv7, 3.000000e+00, !dbg !285
  %add = fadd double %conv6, %div, !dbg !286
  store double %add, ptr %retval, align 8, !dbg !287
  br label %return, !dbg !287

if.end:                                           ; preds = %land.lhs.true, %entry
  %7 = load double, ptr %b.addr, align 8, !dbg !288
  %conv8 = fptoui double %7 to i32, !dbg !289
  %tobool = icmp ne i32 %conv8, 0, !dbg !289
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !289

cond.true:                                        ; preds = %if.end
  %8 = load float, ptr %a.addr, align 4, !dbg !290
  %conv9 = fptosi float %8 to i32, !dbg !291
  %conv10 = sitofp i32 %conv9 to double, !dbg !291
  br label %cond.end, !dbg !289

cond.false:                                       ; preds = %if.end
  br label %cond.end, !dbg !289

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %conv10, %cond.true ], [ 1.000000e+300, %cond.false ], !dbg !289
  store double %cond, ptr %retval, align 8, !dbg !292
  br label %return, !dbg !292

return:                                           ; preds = %cond.end, %if.then
  %9 = load double, ptr %retval, align 8, !dbg !293
  ret double %9, !dbg !293
}

; Function Attrs: noinline nounwind uwtable
define dso_local { i64, i64 } @wide(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b) #0 !dbg !294 {
entry:
  %retval = alloca i128, align 16
  %a = alloca i128, align 16
  %a.addr = alloca i128, align 16
  %b.addr = alloca i64, align 8
  %0 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 0
  store i64 %a.coerce0, ptr %0, align 16
  %1 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 1
  store i64 %a.coerce1, ptr %1, align 8
  %a1 = load i128, ptr %a, align 16
  store i128 %a1, ptr %a.addr, align 16
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !297, metadata !DIExpression()), !dbg !298
  store i64 %b, ptr %b.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !299, metadata !DIExpression()), !dbg !300
  %2 = load i128, ptr %a.addr, align 16, !dbg !301
  %3 = load i64, ptr %b.addr, align 8, !dbg !302
  %conv = zext i64 %3 to i128, !dbg !302
  %mul = mul nsw i128 %2, %conv, !dbg !303
  %shr = ashr i128 %mul, 7, !dbg !304
  %4 = load i128, ptr %a.addr, align 16, !dbg !305
  %neg = xor i128 %4, -1, !dbg !306
  %xor = xor i128 %shr, %neg, !dbg !307
  store i128 %xor, ptr %retval, align 16, !dbg !308
  %5 = load { i64, i64 }, ptr %retval, align 16, !dbg !308
  ret { i64, i64 } %5, !dbg !308
}

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @logic(i32 noundef %a, ptr noundef %p) #0 !dbg !309 {
entry:
  %a.addr = alloca i32, align 4
  %p.addr = alloca ptr, align 8
  store i32 %a, ptr %a.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !314, metadata !DIExpression()), !dbg !315
  store ptr %p, ptr %p.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %p.addr, metadata !316, metadata !DIExpression()), !dbg !317
  %0 = load i32, ptr %a.addr, align 4, !dbg !318
  %tobool = icmp ne i32 %0, 0, !dbg !318
  br i1 %tobool, label %land.lhs.true, label %land.end, !dbg !319

land.lhs.true:                                    ; preds = %entry
  %1 = load ptr, ptr %p.addr, align 8, !dbg !320
  %tobool1 = icmp ne ptr %1, null, !dbg !320
  br i1 %tobool1, label %land.rhs, label %land.end, !dbg !321

land.rhs:                                         ; preds = %land.lhs.true
  %2 = load ptr, ptr %p.addr, align 8, !dbg !322
  %3 = load i32, ptr %2, align 4, !dbg !323
  %tobool2 = icmp ne i32 %3, 0, !dbg !324
  %lnot = xor i1 %tobool2, true, !dbg !324
  br label %land.end

land.end:                                         ; preds = %land.rhs, %land.lhs.true, %entry
  %4 = phi i1 [ false, %land.lhs.true ], [ false, %entry ], [ %lnot, %land.rhs ], !dbg !325
  ret i1 %4, !dbg !326
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @assembly(ptr noundef %p, i32 noundef %value) #0 !dbg !327 {
entry:
  %p.addr = alloca ptr, align 8
  %value.addr = alloca i32, align 4
  %ok = alloca i8, align 1
  store ptr %p, ptr %p.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %p.addr, metadata !330, metadata !DIExpression()), !dbg !331
  store i32 %value, ptr %value.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %value.addr, metadata !332, metadata !DIExpression()), !dbg !333
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #5, !dbg !334, !srcloc !335
  %0 = load i32, ptr %value.addr, align 4, !dbg !336
  %1 = load ptr, ptr %p.addr, align 8, !dbg !337
  %2 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %1, i32 %0, ptr elementtype(i32) %1) #5, !dbg !336, !srcloc !338
  store i32 %2, ptr %value.addr, align 4, !dbg !336
  call void @llvm.dbg.declare(metadata ptr %ok, metadata !339, metadata !DIExpression()), !dbg !340
  %3 = load ptr, ptr %p.addr, align 8, !dbg !341
  %4 = load i32, ptr %value.addr, align 4, !dbg !342
  %5 = load i8, ptr %ok, align 1, !dbg !343
  %6 = call { i8, i32 } asm sideeffect "cmpxchg $3, $1\0A\09sete $0", "=q,=*m,={ax},r,*m,2,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) %3, i8 %5, ptr elementtype(i32) %3, i32 %4) #5, !dbg !342, !srcloc !344
  %asmresult = extractvalue { i8, i32 } %6, 0, !dbg !342
  %asmresult1 = extractvalue { i8, i32 } %6, 1, !dbg !342
  store i8 %asmresult, ptr %ok, align 1, !dbg !342
  store i32 %asmresult1, ptr %value.addr, align 4, !dbg !342
  ret void, !dbg !345
}

; Function Attrs: noinline nounwind uwtable
define dso_local <4 x i32> @vectors(<4 x i32> noundef %a, i32 noundef %x) #4 !dbg !346 {
entry:
  %a.addr = alloca <4 x i32>, align 16
  %x.addr = alloca i32, align 4
  %.compoundliteral = alloca <4 x i32>, align 16
  store <4 x i32> %a, ptr %a.addr, align 16
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !351, metadata !DIExpression()), !dbg !352
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !353, metadata !DIExpression()), !dbg !354
  %0 = load i32, ptr %x.addr, align 4, !dbg !355
  %1 = load <4 x i32>, ptr %a.addr, align 16, !dbg !356
  %vecins = insertelement <4 x i32> %1, i32 %0, i32 1, !dbg !356
  store <4 x i32> %vecins, ptr %a.addr, align 16, !dbg !356
  %2 = load <4 x i32>, ptr %a.addr, align 16, !dbg !357
  %3 = load <4 x i32>, ptr %a.addr, align 16, !dbg !358
  %shuffle = shufflevector <4 x i32> %2, <4 x i32> %3, <4 x i32> <i32 3, i32 2, i32 1, i32 0>, !dbg !359
  store <4 x i32> <i32 1, i32 1, i32 1, i32 1>, ptr %.compoundliteral, align 16, !dbg !360
  %4 = load <4 x i32>, ptr %.compoundliteral, align 16, !dbg !360
  %5 = load <4 x i32>, ptr %a.addr, align 16, !dbg !361
  %cmp = icmp sgt <4 x i32> %5, zeroinitializer, !dbg !362
  %sext = sext <4 x i1> %cmp to <4 x i32>, !dbg !362
  %mul = mul <4 x i32> %4, %sext, !dbg !363
  %add = add <4 x i32> %shuffle, %mul, !dbg !364
  ret <4 x i32> %add, !dbg !365
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
attributes #3 = { argmemonly nocallback nofree nounwind willreturn }
attributes #4 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!85, !86, !87, !88, !89, !90, !91}
!llvm.ident = !{!92}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 27, type: !79, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 15.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !9, splitDebugInlining: false, nameTableKind: None)
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
!88 = !{i32 7, !"PIC Level", i32 2}
!89 = !{i32 7, !"PIE Level", i32 2}
!90 = !{i32 7, !"uwtable", i32 2}
!91 = !{i32 7, !"frame-pointer", i32 2}
!92 = !{!"Debian clang version 15.0.6"}
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
!111 = distinct !DISubprogram(name: "alias_target", scope: !3, file: !3, line: 40, type: !112, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
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
!122 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !123, line: 14, baseType: !124)
!123 = !DIFile(filename: "llvm/lib/clang/15.0.6/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!124 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !125, baseType: !126)
!125 = !DIFile(filename: "language.c", directory: ".")
!126 = !DICompositeType(tag: DW_TAG_array_type, baseType: !127, size: 192, elements: !133)
!127 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !128)
!128 = !{!129, !130, !131, !132}
!129 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !127, file: !125, line: 44, baseType: !7, size: 32)
!130 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !127, file: !125, line: 44, baseType: !7, size: 32, offset: 32)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !127, file: !125, line: 44, baseType: !75, size: 64, offset: 64)
!132 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !127, file: !125, line: 44, baseType: !75, size: 64, offset: 128)
!133 = !{!134}
!134 = !DISubrange(count: 1)
!135 = !DILocation(line: 44, column: 13, scope: !116)
!136 = !DILocation(line: 45, column: 5, scope: !116)
!137 = !DILocalVariable(name: "total", scope: !116, file: !3, line: 46, type: !8)
!138 = !DILocation(line: 46, column: 9, scope: !116)
!139 = !DILocalVariable(name: "i", scope: !140, file: !3, line: 47, type: !8)
!140 = distinct !DILexicalBlock(scope: !116, file: !3, line: 47, column: 5)
!141 = !DILocation(line: 47, column: 14, scope: !140)
!142 = !DILocation(line: 47, column: 10, scope: !140)
!143 = !DILocation(line: 47, column: 21, scope: !144)
!144 = distinct !DILexicalBlock(scope: !140, file: !3, line: 47, column: 5)
!145 = !DILocation(line: 47, column: 25, scope: !144)
!146 = !DILocation(line: 47, column: 23, scope: !144)
!147 = !DILocation(line: 47, column: 5, scope: !140)
!148 = !DILocation(line: 48, column: 18, scope: !144)
!149 = !DILocation(line: 48, column: 15, scope: !144)
!150 = !DILocation(line: 48, column: 9, scope: !144)
!151 = !DILocation(line: 47, column: 33, scope: !144)
!152 = !DILocation(line: 47, column: 5, scope: !144)
!153 = distinct !{!153, !147, !154, !155}
!154 = !DILocation(line: 48, column: 18, scope: !140)
!155 = !{!"llvm.loop.mustprogress"}
!156 = !DILocation(line: 49, column: 5, scope: !116)
!157 = !DILocation(line: 50, column: 12, scope: !116)
!158 = !DILocation(line: 50, column: 5, scope: !116)
!159 = distinct !DISubprogram(name: "dispatch", scope: !3, file: !3, line: 53, type: !83, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!160 = !DILocalVariable(name: "op", arg: 1, scope: !159, file: !3, line: 53, type: !8)
!161 = !DILocation(line: 53, column: 18, scope: !159)
!162 = !DILocalVariable(name: "x", arg: 2, scope: !159, file: !3, line: 53, type: !8)
!163 = !DILocation(line: 53, column: 26, scope: !159)
!164 = !DILocation(line: 54, column: 13, scope: !159)
!165 = !DILocation(line: 54, column: 5, scope: !159)
!166 = !DILocation(line: 55, column: 21, scope: !167)
!167 = distinct !DILexicalBlock(scope: !159, file: !3, line: 54, column: 17)
!168 = !DILocation(line: 55, column: 14, scope: !167)
!169 = !DILocation(line: 56, column: 14, scope: !167)
!170 = !DILocation(line: 56, column: 13, scope: !167)
!171 = !DILocation(line: 57, column: 26, scope: !167)
!172 = !DILocation(line: 57, column: 28, scope: !167)
!173 = !DILocation(line: 57, column: 19, scope: !167)
!174 = !DILocation(line: 58, column: 27, scope: !167)
!175 = !DILocation(line: 58, column: 30, scope: !167)
!176 = !DILocation(line: 58, column: 21, scope: !167)
!177 = !DILocation(line: 58, column: 35, scope: !167)
!178 = !DILocation(line: 58, column: 38, scope: !167)
!179 = !DILocation(line: 58, column: 14, scope: !167)
!180 = !DILocation(line: 60, column: 1, scope: !159)
!181 = !DILocalVariable(name: "code", arg: 1, scope: !67, file: !3, line: 62, type: !70)
!182 = !DILocation(line: 62, column: 35, scope: !67)
!183 = !DILocalVariable(name: "value", scope: !67, file: !3, line: 64, type: !8)
!184 = !DILocation(line: 64, column: 9, scope: !67)
!185 = !DILocation(line: 65, column: 23, scope: !67)
!186 = !DILocation(line: 65, column: 18, scope: !67)
!187 = !DILocation(line: 65, column: 11, scope: !67)
!188 = !DILocation(line: 65, column: 5, scope: !67)
!189 = !DILabel(scope: !67, name: "inc", file: !3, line: 66)
!190 = !DILocation(line: 66, column: 1, scope: !67)
!191 = !DILocation(line: 67, column: 10, scope: !67)
!192 = !DILocation(line: 68, column: 23, scope: !67)
!193 = !DILocation(line: 68, column: 18, scope: !67)
!194 = !DILocation(line: 68, column: 11, scope: !67)
!195 = !DILocation(line: 68, column: 5, scope: !67)
!196 = !DILabel(scope: !67, name: "dec", file: !3, line: 69)
!197 = !DILocation(line: 69, column: 1, scope: !67)
!198 = !DILocation(line: 70, column: 10, scope: !67)
!199 = !DILocation(line: 71, column: 23, scope: !67)
!200 = !DILocation(line: 71, column: 18, scope: !67)
!201 = !DILocation(line: 71, column: 11, scope: !67)
!202 = !DILocation(line: 71, column: 5, scope: !67)
!203 = !DILabel(scope: !67, name: "stop", file: !3, line: 72)
!204 = !DILocation(line: 72, column: 1, scope: !67)
!205 = !DILocation(line: 73, column: 12, scope: !67)
!206 = !DILocation(line: 73, column: 5, scope: !67)
!207 = distinct !DISubprogram(name: "variable", scope: !3, file: !3, line: 76, type: !208, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!208 = !DISubroutineType(types: !209)
!209 = !{!5, !8}
!210 = !DILocalVariable(name: "n", arg: 1, scope: !207, file: !3, line: 76, type: !8)
!211 = !DILocation(line: 76, column: 19, scope: !207)
!212 = !DILocation(line: 77, column: 16, scope: !207)
!213 = !DILocation(line: 77, column: 5, scope: !207)
!214 = !DILocalVariable(name: "__vla_expr0", scope: !207, type: !215, flags: DIFlagArtificial)
!215 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!216 = !DILocation(line: 0, scope: !207)
!217 = !DILocalVariable(name: "array", scope: !207, file: !3, line: 77, type: !218)
!218 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !219)
!219 = !{!220}
!220 = !DISubrange(count: !214)
!221 = !DILocation(line: 77, column: 10, scope: !207)
!222 = !DILocalVariable(name: "i", scope: !223, file: !3, line: 78, type: !8)
!223 = distinct !DILexicalBlock(scope: !207, file: !3, line: 78, column: 5)
!224 = !DILocation(line: 78, column: 14, scope: !223)
!225 = !DILocation(line: 78, column: 10, scope: !223)
!226 = !DILocation(line: 78, column: 21, scope: !227)
!227 = distinct !DILexicalBlock(scope: !223, file: !3, line: 78, column: 5)
!228 = !DILocation(line: 78, column: 25, scope: !227)
!229 = !DILocation(line: 78, column: 23, scope: !227)
!230 = !DILocation(line: 78, column: 5, scope: !223)
!231 = !DILocation(line: 79, column: 26, scope: !227)
!232 = !DILocation(line: 79, column: 20, scope: !227)
!233 = !DILocation(line: 79, column: 28, scope: !227)
!234 = !DILocation(line: 79, column: 15, scope: !227)
!235 = !DILocation(line: 79, column: 9, scope: !227)
!236 = !DILocation(line: 79, column: 18, scope: !227)
!237 = !DILocation(line: 78, column: 29, scope: !227)
!238 = !DILocation(line: 78, column: 5, scope: !227)
!239 = distinct !{!239, !230, !240, !155}
!240 = !DILocation(line: 79, column: 31, scope: !223)
!241 = !DILocation(line: 80, column: 18, scope: !207)
!242 = !DILocation(line: 80, column: 20, scope: !207)
!243 = !DILocation(line: 80, column: 12, scope: !207)
!244 = !DILocation(line: 80, column: 27, scope: !207)
!245 = !DILocation(line: 80, column: 25, scope: !207)
!246 = !DILocation(line: 81, column: 1, scope: !207)
!247 = distinct !DISubprogram(name: "fields", scope: !3, file: !3, line: 83, type: !248, scopeLine: 83, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!248 = !DISubroutineType(types: !249)
!249 = !{!12, !12}
!250 = !DILocalVariable(name: "in", arg: 1, scope: !247, file: !3, line: 83, type: !12)
!251 = !DILocation(line: 83, column: 32, scope: !247)
!252 = !DILocation(line: 84, column: 15, scope: !247)
!253 = !DILocation(line: 84, column: 17, scope: !247)
!254 = !DILocation(line: 84, column: 10, scope: !247)
!255 = !DILocation(line: 85, column: 8, scope: !247)
!256 = !DILocation(line: 85, column: 10, scope: !247)
!257 = !DILocation(line: 86, column: 12, scope: !247)
!258 = !DILocation(line: 86, column: 5, scope: !247)
!259 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 89, type: !260, scopeLine: 89, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!260 = !DISubroutineType(types: !261)
!261 = !{!6, !31, !6, !52, !8}
!262 = !DILocalVariable(name: "a", arg: 1, scope: !259, file: !3, line: 89, type: !31)
!263 = !DILocation(line: 89, column: 21, scope: !259)
!264 = !DILocalVariable(name: "b", arg: 2, scope: !259, file: !3, line: 89, type: !6)
!265 = !DILocation(line: 89, column: 31, scope: !259)
!266 = !DILocalVariable(name: "c", arg: 3, scope: !259, file: !3, line: 89, type: !52)
!267 = !DILocation(line: 89, column: 46, scope: !259)
!268 = !DILocalVariable(name: "n", arg: 4, scope: !259, file: !3, line: 89, type: !8)
!269 = !DILocation(line: 89, column: 53, scope: !259)
!270 = !DILocation(line: 90, column: 9, scope: !271)
!271 = distinct !DILexicalBlock(scope: !259, file: !3, line: 90, column: 9)
!272 = !DILocation(line: 90, column: 13, scope: !271)
!273 = !DILocation(line: 90, column: 11, scope: !271)
!274 = !DILocation(line: 90, column: 15, scope: !271)
!275 = !DILocation(line: 90, column: 18, scope: !271)
!276 = !DILocation(line: 90, column: 23, scope: !271)
!277 = !DILocation(line: 90, column: 20, scope: !271)
!278 = !DILocation(line: 90, column: 9, scope: !259)
!279 = !DILocation(line: 91, column: 17, scope: !271)
!280 = !DILocation(line: 91, column: 16, scope: !271)
!281 = !DILocation(line: 91, column: 21, scope: !271)
!282 = !DILocation(line: 91, column: 19, scope: !271)
!283 = !DILocation(line: 91, column: 33, scope: !271)
!284 = !DILocation(line: 91, column: 25, scope: !271)
!285 = !DILocation(line: 91, column: 35, scope: !271)
!286 = !DILocation(line: 91, column: 23, scope: !271)
!287 = !DILocation(line: 91, column: 9, scope: !271)
!288 = !DILocation(line: 92, column: 22, scope: !259)
!289 = !DILocation(line: 92, column: 12, scope: !259)
!290 = !DILocation(line: 92, column: 31, scope: !259)
!291 = !DILocation(line: 92, column: 26, scope: !259)
!292 = !DILocation(line: 92, column: 5, scope: !259)
!293 = !DILocation(line: 93, column: 1, scope: !259)
!294 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 95, type: !295, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!295 = !DISubroutineType(types: !296)
!296 = !{!59, !59, !215}
!297 = !DILocalVariable(name: "a", arg: 1, scope: !294, file: !3, line: 95, type: !59)
!298 = !DILocation(line: 95, column: 24, scope: !294)
!299 = !DILocalVariable(name: "b", arg: 2, scope: !294, file: !3, line: 95, type: !215)
!300 = !DILocation(line: 95, column: 41, scope: !294)
!301 = !DILocation(line: 95, column: 53, scope: !294)
!302 = !DILocation(line: 95, column: 57, scope: !294)
!303 = !DILocation(line: 95, column: 55, scope: !294)
!304 = !DILocation(line: 95, column: 59, scope: !294)
!305 = !DILocation(line: 95, column: 67, scope: !294)
!306 = !DILocation(line: 95, column: 66, scope: !294)
!307 = !DILocation(line: 95, column: 64, scope: !294)
!308 = !DILocation(line: 95, column: 46, scope: !294)
!309 = distinct !DISubprogram(name: "logic", scope: !3, file: !3, line: 97, type: !310, scopeLine: 97, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!310 = !DISubroutineType(types: !311)
!311 = !{!312, !8, !313}
!312 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!313 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!314 = !DILocalVariable(name: "a", arg: 1, scope: !309, file: !3, line: 97, type: !8)
!315 = !DILocation(line: 97, column: 17, scope: !309)
!316 = !DILocalVariable(name: "p", arg: 2, scope: !309, file: !3, line: 97, type: !313)
!317 = !DILocation(line: 97, column: 25, scope: !309)
!318 = !DILocation(line: 97, column: 37, scope: !309)
!319 = !DILocation(line: 97, column: 39, scope: !309)
!320 = !DILocation(line: 97, column: 42, scope: !309)
!321 = !DILocation(line: 97, column: 44, scope: !309)
!322 = !DILocation(line: 97, column: 49, scope: !309)
!323 = !DILocation(line: 97, column: 48, scope: !309)
!324 = !DILocation(line: 97, column: 47, scope: !309)
!325 = !DILocation(line: 0, scope: !309)
!326 = !DILocation(line: 97, column: 30, scope: !309)
!327 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 99, type: !328, scopeLine: 99, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!328 = !DISubroutineType(types: !329)
!329 = !{null, !313, !8}
!330 = !DILocalVariable(name: "p", arg: 1, scope: !327, file: !3, line: 99, type: !313)
!331 = !DILocation(line: 99, column: 20, scope: !327)
!332 = !DILocalVariable(name: "value", arg: 2, scope: !327, file: !3, line: 99, type: !8)
!333 = !DILocation(line: 99, column: 27, scope: !327)
!334 = !DILocation(line: 100, column: 5, scope: !327)
!335 = !{i64 2415}
!336 = !DILocation(line: 101, column: 5, scope: !327)
!337 = !DILocation(line: 101, column: 64, scope: !327)
!338 = !{i64 2454}
!339 = !DILocalVariable(name: "ok", scope: !327, file: !3, line: 102, type: !24)
!340 = !DILocation(line: 102, column: 10, scope: !327)
!341 = !DILocation(line: 103, column: 68, scope: !327)
!342 = !DILocation(line: 103, column: 5, scope: !327)
!343 = !DILocation(line: 103, column: 90, scope: !327)
!344 = !{i64 2554, i64 2571}
!345 = !DILocation(line: 104, column: 1, scope: !327)
!346 = distinct !DISubprogram(name: "vectors", scope: !3, file: !3, line: 107, type: !347, scopeLine: 107, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !72)
!347 = !DISubroutineType(types: !348)
!348 = !{!349, !349, !8}
!349 = !DIDerivedType(tag: DW_TAG_typedef, name: "vec", file: !3, line: 106, baseType: !350)
!350 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 128, flags: DIFlagVector, elements: !36)
!351 = !DILocalVariable(name: "a", arg: 1, scope: !346, file: !3, line: 107, type: !349)
!352 = !DILocation(line: 107, column: 17, scope: !346)
!353 = !DILocalVariable(name: "x", arg: 2, scope: !346, file: !3, line: 107, type: !8)
!354 = !DILocation(line: 107, column: 24, scope: !346)
!355 = !DILocation(line: 108, column: 12, scope: !346)
!356 = !DILocation(line: 108, column: 10, scope: !346)
!357 = !DILocation(line: 109, column: 36, scope: !346)
!358 = !DILocation(line: 109, column: 39, scope: !346)
!359 = !DILocation(line: 109, column: 12, scope: !346)
!360 = !DILocation(line: 109, column: 56, scope: !346)
!361 = !DILocation(line: 109, column: 77, scope: !346)
!362 = !DILocation(line: 109, column: 79, scope: !346)
!363 = !DILocation(line: 109, column: 74, scope: !346)
!364 = !DILocation(line: 109, column: 54, scope: !346)
!365 = !DILocation(line: 109, column: 5, scope: !346)
