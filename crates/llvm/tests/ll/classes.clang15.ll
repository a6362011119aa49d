; ModuleID = 'classes.cpp'
source_filename = "classes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.shapes::square" = type <{ %"struct.shapes::shape", i32, [4 x i8] }>
%"struct.shapes::shape" = type { ptr }
%struct.guard = type { ptr }
%struct.failure = type { i32 }
%class.anon = type { i32 }
%class.anon.0 = type { ptr }
%"struct.shapes::named" = type { %"struct.shapes::shape", ptr }

$_ZN5guardC2ERi = comdat any

$_ZN7failureC2Ei = comdat any

$_ZN7failureD2Ev = comdat any

$_ZN5guardD2Ev = comdat any

$__clang_call_terminate = comdat any

$_ZN6shapes6squareC2Ei = comdat any

$_ZN6shapes6squareD2Ev = comdat any

$_ZN6shapes5namedC1Ev = comdat any

$_ZN6shapes5shapeC2Ev = comdat any

$_ZN6shapes6squareD0Ev = comdat any

$_ZNK6shapes6square4areaEv = comdat any

$_ZN6shapes5shapeD2Ev = comdat any

$_ZN6shapes5shapeD0Ev = comdat any

$_ZN6shapes5namedD1Ev = comdat any

$_ZN6shapes5namedD0Ev = comdat any

$_ZNK6shapes5named4areaEv = comdat any

$_ZN6shapes5namedD2Ev = comdat any

$_ZTv0_n24_N6shapes5namedD1Ev = comdat any

$_ZTv0_n24_N6shapes5namedD0Ev = comdat any

$_ZTv0_n32_NK6shapes5named4areaEv = comdat any

$_ZTS7failure = comdat any

$_ZTI7failure = comdat any

$_ZTVN6shapes6squareE = comdat any

$_ZTSN6shapes6squareE = comdat any

$_ZTSN6shapes5shapeE = comdat any

$_ZTIN6shapes5shapeE = comdat any

$_ZTIN6shapes6squareE = comdat any

$_ZTVN6shapes5shapeE = comdat any

$_ZTVN6shapes5namedE = comdat any

$_ZTTN6shapes5namedE = comdat any

$_ZTSN6shapes5namedE = comdat any

$_ZTIN6shapes5namedE = comdat any

@depth = dso_local global i32 0, align 4, !dbg !0
@_ZTVN10__cxxabiv117__class_type_infoE = external global ptr
@_ZTS7failure = linkonce_odr dso_local constant [9 x i8] c"7failure\00", comdat, align 1
@_ZTI7failure = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS7failure }, comdat, align 8
@_ZZ4makebE5small = internal global %"struct.shapes::square" zeroinitializer, align 8, !dbg !75
@_ZGVZ4makebE5small = internal global i64 0, align 8
@__dso_handle = external hidden global i8
@_ZZ4mainE5calls = internal thread_local global i32 0, align 4, !dbg !83
@_ZGVZ4mainE5calls = internal thread_local global i8 0, align 1
@_ZTVN6shapes6squareE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes6squareE, ptr @_ZN6shapes6squareD2Ev, ptr @_ZN6shapes6squareD0Ev, ptr @_ZNK6shapes6square4areaEv] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global ptr
@_ZTSN6shapes6squareE = linkonce_odr dso_local constant [17 x i8] c"N6shapes6squareE\00", comdat, align 1
@_ZTSN6shapes5shapeE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5shapeE\00", comdat, align 1
@_ZTIN6shapes5shapeE = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN6shapes5shapeE }, comdat, align 8
@_ZTIN6shapes6squareE = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSN6shapes6squareE, ptr @_ZTIN6shapes5shapeE }, comdat, align 8
@_ZTVN6shapes5shapeE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes5shapeE, ptr @_ZN6shapes5shapeD2Ev, ptr @_ZN6shapes5shapeD0Ev, ptr @__cxa_pure_virtual] }, comdat, align 8
@_ZTVN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTIN6shapes5namedE, ptr @_ZN6shapes5namedD1Ev, ptr @_ZN6shapes5namedD0Ev, ptr @_ZNK6shapes5named4areaEv] }, comdat, align 8
@.str = private unnamed_addr constant [6 x i8] c"named\00", align 1, !dbg !86
@_ZTTN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant [2 x ptr] [ptr getelementptr inbounds ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, inrange i32 0, i32 5), ptr getelementptr inbounds ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, inrange i32 0, i32 5)], comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global ptr
@_ZTSN6shapes5namedE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5namedE\00", comdat, align 1
@_ZTIN6shapes5namedE = linkonce_odr dso_local constant { ptr, ptr, i32, i32, ptr, i64 } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTSN6shapes5namedE, i32 0, i32 1, ptr @_ZTIN6shapes5shapeE, i64 -10237 }, comdat, align 8

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z5riskyi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !99 {
entry:
  %x.addr = alloca i32, align 4
  %g = alloca %struct.guard, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !102, metadata !DIExpression()), !dbg !103
  call void @llvm.dbg.declare(metadata ptr %g, metadata !104, metadata !DIExpression()), !dbg !105
  call void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %g, ptr noundef nonnull align 4 dereferenceable(4) @depth), !dbg !105
  %0 = load i32, ptr %x.addr, align 4, !dbg !106
  %cmp = icmp sgt i32 %0, 3, !dbg !108
  br i1 %cmp, label %if.then, label %if.end, !dbg !109

if.then:                                          ; preds = %entry
  %exception = call ptr @__cxa_allocate_exception(i64 4) #7, !dbg !110
  %1 = load i32, ptr %x.addr, align 4, !dbg !111
  invoke void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %exception, i32 noundef %1)
          to label %invoke.cont unwind label %lpad, !dbg !112

invoke.cont:                                      ; preds = %if.then
  invoke void @__cxa_throw(ptr %exception, ptr @_ZTI7failure, ptr @_ZN7failureD2Ev) #13
          to label %unreachable unwind label %lpad1, !dbg !110

lpad:                                             ; preds = %if.then
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !113
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !113
  store ptr %3, ptr %exn.slot, align 8, !dbg !113
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !113
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !113
  call void @__cxa_free_exception(ptr %exception) #7, !dbg !110
  br label %ehcleanup, !dbg !110

lpad1:                                            ; preds = %invoke.cont
  %5 = landingpad { ptr, i32 }
          cleanup, !dbg !113
  %6 = extractvalue { ptr, i32 } %5, 0, !dbg !113
  store ptr %6, ptr %exn.slot, align 8, !dbg !113
  %7 = extractvalue { ptr, i32 } %5, 1, !dbg !113
  store i32 %7, ptr %ehselector.slot, align 4, !dbg !113
  br label %ehcleanup, !dbg !113

if.end:                                           ; preds = %entry
  %8 = load i32, ptr %x.addr, align 4, !dbg !114
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #7, !dbg !115
  ret i32 %8, !dbg !115

ehcleanup:                                        ; preds = %lpad1, %lpad
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #7, !dbg !115
  br label %eh.resume, !dbg !115

eh.resume:                                        ; preds = %ehcleanup
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !115
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !115
  %lpad.val = insertvalue { ptr, i32 } undef, ptr %exn, 0, !dbg !115
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !115
  resume { ptr, i32 } %lpad.val2, !dbg !115

unreachable:                                      ; preds = %invoke.cont
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef nonnull align 4 dereferenceable(4) %d) unnamed_addr #2 comdat align 2 !dbg !116 {
entry:
  %this.addr = alloca ptr, align 8
  %d.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !117, metadata !DIExpression()), !dbg !119
  store ptr %d, ptr %d.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %d.addr, metadata !120, metadata !DIExpression()), !dbg !121
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !122
  %0 = load ptr, ptr %d.addr, align 8, !dbg !123
  store ptr %0, ptr %depth, align 8, !dbg !122
  %depth2 = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !124
  %1 = load ptr, ptr %depth2, align 8, !dbg !124
  %2 = load i32, ptr %1, align 4, !dbg !126
  %inc = add nsw i32 %2, 1, !dbg !126
  store i32 %inc, ptr %1, align 4, !dbg !126
  ret void, !dbg !127
}

declare ptr @__cxa_allocate_exception(i64)

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %c) unnamed_addr #2 comdat align 2 !dbg !128 {
entry:
  %this.addr = alloca ptr, align 8
  %c.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !129, metadata !DIExpression()), !dbg !131
  store i32 %c, ptr %c.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %c.addr, metadata !132, metadata !DIExpression()), !dbg !133
  %this1 = load ptr, ptr %this.addr, align 8
  %code = getelementptr inbounds %struct.failure, ptr %this1, i32 0, i32 0, !dbg !134
  %0 = load i32, ptr %c.addr, align 4, !dbg !135
  store i32 %0, ptr %code, align 4, !dbg !134
  ret void, !dbg !136
}

declare i32 @__gxx_personality_v0(...)

declare void @__cxa_free_exception(ptr)

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureD2Ev(ptr noundef nonnull align 4 dereferenceable(4) %this) unnamed_addr #2 comdat align 2 !dbg !137 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !138, metadata !DIExpression()), !dbg !139
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !140
}

declare void @__cxa_throw(ptr, ptr, ptr)

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 !dbg !141 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !142, metadata !DIExpression()), !dbg !143
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !144
  %0 = load ptr, ptr %depth, align 8, !dbg !144
  %1 = load i32, ptr %0, align 4, !dbg !146
  %dec = add nsw i32 %1, -1, !dbg !146
  store i32 %dec, ptr %0, align 4, !dbg !146
  ret void, !dbg !147
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7handledi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !148 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %f = alloca ptr, align 8
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !149, metadata !DIExpression()), !dbg !150
  %0 = load i32, ptr %x.addr, align 4, !dbg !151
  %call = invoke noundef i32 @_Z5riskyi(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !153

invoke.cont:                                      ; preds = %entry
  store i32 %call, ptr %retval, align 4, !dbg !154
  br label %return, !dbg !154

lpad:                                             ; preds = %entry
  %1 = landingpad { ptr, i32 }
          catch ptr @_ZTI7failure
          catch ptr null, !dbg !155
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !155
  store ptr %2, ptr %exn.slot, align 8, !dbg !155
  %3 = extractvalue { ptr, i32 } %1, 1, !dbg !155
  store i32 %3, ptr %ehselector.slot, align 4, !dbg !155
  br label %catch.dispatch, !dbg !155

catch.dispatch:                                   ; preds = %lpad
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !156
  %4 = call i32 @llvm.eh.typeid.for(ptr @_ZTI7failure) #7, !dbg !156
  %matches = icmp eq i32 %sel, %4, !dbg !156
  br i1 %matches, label %catch3, label %catch, !dbg !156

catch3:                                           ; preds = %catch.dispatch
  call void @llvm.dbg.declare(metadata ptr %f, metadata !157, metadata !DIExpression()), !dbg !158
  %exn4 = load ptr, ptr %exn.slot, align 8, !dbg !159
  %5 = call ptr @__cxa_begin_catch(ptr %exn4) #7, !dbg !159
  store ptr %5, ptr %f, align 8, !dbg !159
  %6 = load ptr, ptr %f, align 8, !dbg !161
  %code = getelementptr inbounds %struct.failure, ptr %6, i32 0, i32 0, !dbg !163
  %7 = load i32, ptr %code, align 4, !dbg !163
  store i32 %7, ptr %retval, align 4, !dbg !164
  call void @__cxa_end_catch(), !dbg !165
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !156
  %8 = call ptr @__cxa_begin_catch(ptr %exn) #7, !dbg !156
  invoke void @__cxa_rethrow() #13
          to label %unreachable unwind label %lpad1, !dbg !166

lpad1:                                            ; preds = %catch
  %9 = landingpad { ptr, i32 }
          cleanup, !dbg !167
  %10 = extractvalue { ptr, i32 } %9, 0, !dbg !167
  store ptr %10, ptr %exn.slot, align 8, !dbg !167
  %11 = extractvalue { ptr, i32 } %9, 1, !dbg !167
  store i32 %11, ptr %ehselector.slot, align 4, !dbg !167
  invoke void @__cxa_end_catch()
          to label %invoke.cont2 unwind label %terminate.lpad, !dbg !159

invoke.cont2:                                     ; preds = %lpad1
  br label %eh.resume, !dbg !159

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !165
  unreachable, !dbg !165

return:                                           ; preds = %catch3, %invoke.cont
  %12 = load i32, ptr %retval, align 4, !dbg !168
  ret i32 %12, !dbg !168

eh.resume:                                        ; preds = %invoke.cont2
  %exn5 = load ptr, ptr %exn.slot, align 8, !dbg !159
  %sel6 = load i32, ptr %ehselector.slot, align 4, !dbg !159
  %lpad.val = insertvalue { ptr, i32 } undef, ptr %exn5, 0, !dbg !159
  %lpad.val7 = insertvalue { ptr, i32 } %lpad.val, i32 %sel6, 1, !dbg !159
  resume { ptr, i32 } %lpad.val7, !dbg !159

terminate.lpad:                                   ; preds = %lpad1
  %13 = landingpad { ptr, i32 }
          catch ptr null, !dbg !159
  %14 = extractvalue { ptr, i32 } %13, 0, !dbg !159
  call void @__clang_call_terminate(ptr %14) #14, !dbg !159
  unreachable, !dbg !159

unreachable:                                      ; preds = %catch
  unreachable
}

; Function Attrs: nounwind readnone
declare i32 @llvm.eh.typeid.for(ptr) #3

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr %0) #4 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #7
  call void @_ZSt9terminatev() #14
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #5

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7lambdasi(i32 noundef %base) #0 !dbg !169 {
entry:
  %base.addr = alloca i32, align 4
  %add = alloca %class.anon, align 4
  %count = alloca %class.anon.0, align 8
  %agg.tmp = alloca %class.anon, align 4
  %agg.tmp1 = alloca %class.anon.0, align 8
  store i32 %base, ptr %base.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %base.addr, metadata !170, metadata !DIExpression()), !dbg !171
  call void @llvm.dbg.declare(metadata ptr %add, metadata !172, metadata !DIExpression()), !dbg !176
  %0 = getelementptr inbounds %class.anon, ptr %add, i32 0, i32 0, !dbg !177
  %1 = load i32, ptr %base.addr, align 4, !dbg !178
  store i32 %1, ptr %0, align 4, !dbg !177
  call void @llvm.dbg.declare(metadata ptr %count, metadata !179, metadata !DIExpression()), !dbg !183
  %2 = getelementptr inbounds %class.anon.0, ptr %count, i32 0, i32 0, !dbg !184
  store ptr %base.addr, ptr %2, align 8, !dbg !184
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.tmp, ptr align 4 %add, i64 4, i1 false), !dbg !185
  %coerce.dive = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 0, !dbg !186
  %3 = load i32, ptr %coerce.dive, align 4, !dbg !186
  %call = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %3), !dbg !186
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.tmp1, ptr align 8 %count, i64 8, i1 false), !dbg !187
  %coerce.dive2 = getelementptr inbounds %class.anon.0, ptr %agg.tmp1, i32 0, i32 0, !dbg !188
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !188
  %call3 = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %4), !dbg !188
  %add4 = add nsw i32 %call, %call3, !dbg !189
  ret i32 %add4, !dbg !190
}

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %f.coerce) #0 !dbg !191 {
entry:
  %f = alloca %class.anon, align 4
  %coerce.dive = getelementptr inbounds %class.anon, ptr %f, i32 0, i32 0
  store i32 %f.coerce, ptr %coerce.dive, align 4
  call void @llvm.dbg.declare(metadata ptr %f, metadata !196, metadata !DIExpression()), !dbg !197
  %call = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 1), !dbg !198
  %call1 = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 2), !dbg !199
  %add = add nsw i32 %call, %call1, !dbg !200
  ret i32 %add, !dbg !201
}

; Function Attrs: argmemonly nocallback nofree nounwind willreturn
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %f.coerce) #0 !dbg !202 {
entry:
  %f = alloca %class.anon.0, align 8
  %coerce.dive = getelementptr inbounds %class.anon.0, ptr %f, i32 0, i32 0
  store ptr %f.coerce, ptr %coerce.dive, align 8
  call void @llvm.dbg.declare(metadata ptr %f, metadata !207, metadata !DIExpression()), !dbg !208
  %call = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 1), !dbg !209
  %call1 = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 2), !dbg !210
  %add = add nsw i32 %call, %call1, !dbg !211
  ret i32 %add, !dbg !212
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef ptr @_Z4makeb(i1 noundef zeroext %big) #0 personality ptr @__gxx_personality_v0 !dbg !77 {
entry:
  %retval = alloca ptr, align 8
  %big.addr = alloca i8, align 1
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %frombool = zext i1 %big to i8
  store i8 %frombool, ptr %big.addr, align 1
  call void @llvm.dbg.declare(metadata ptr %big.addr, metadata !213, metadata !DIExpression()), !dbg !214
  %0 = load atomic i8, ptr @_ZGVZ4makebE5small acquire, align 8, !dbg !215
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !215
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !215, !prof !216

init.check:                                       ; preds = %entry
  %1 = call i32 @__cxa_guard_acquire(ptr @_ZGVZ4makebE5small) #7, !dbg !215
  %tobool = icmp ne i32 %1, 0, !dbg !215
  br i1 %tobool, label %init, label %init.end, !dbg !215

init:                                             ; preds = %init.check
  invoke void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) @_ZZ4makebE5small, i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !217

invoke.cont:                                      ; preds = %init
  %2 = call i32 @__cxa_atexit(ptr @_ZN6shapes6squareD2Ev, ptr @_ZZ4makebE5small, ptr @__dso_handle) #7, !dbg !215
  call void @__cxa_guard_release(ptr @_ZGVZ4makebE5small) #7, !dbg !215
  br label %init.end, !dbg !215

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
  %3 = load i8, ptr %big.addr, align 1, !dbg !218
  %tobool1 = trunc i8 %3 to i1, !dbg !218
  br i1 %tobool1, label %if.end, label %if.then, !dbg !220

if.then:                                          ; preds = %init.end
  store ptr @_ZZ4makebE5small, ptr %retval, align 8, !dbg !221
  br label %return, !dbg !221

lpad:                                             ; preds = %init
  %4 = landingpad { ptr, i32 }
          cleanup, !dbg !222
  %5 = extractvalue { ptr, i32 } %4, 0, !dbg !222
  store ptr %5, ptr %exn.slot, align 8, !dbg !222
  %6 = extractvalue { ptr, i32 } %4, 1, !dbg !222
  store i32 %6, ptr %ehselector.slot, align 4, !dbg !222
  call void @__cxa_guard_abort(ptr @_ZGVZ4makebE5small) #7, !dbg !215
  br label %eh.resume, !dbg !215

if.end:                                           ; preds = %init.end
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef 16) #15, !dbg !223, !heapallocsite !62
  call void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %call) #7, !dbg !224
  %7 = icmp eq ptr %call, null, !dbg !223
  br i1 %7, label %cast.end, label %cast.notnull, !dbg !223

cast.notnull:                                     ; preds = %if.end
  %vtable = load ptr, ptr %call, align 8, !dbg !223
  %vbase.offset.ptr = getelementptr i8, ptr %vtable, i64 -40, !dbg !223
  %vbase.offset = load i64, ptr %vbase.offset.ptr, align 8, !dbg !223
  %add.ptr = getelementptr inbounds i8, ptr %call, i64 %vbase.offset, !dbg !223
  br label %cast.end, !dbg !223

cast.end:                                         ; preds = %cast.notnull, %if.end
  %cast.result = phi ptr [ %add.ptr, %cast.notnull ], [ null, %if.end ], !dbg !223
  store ptr %cast.result, ptr %retval, align 8, !dbg !225
  br label %return, !dbg !225

return:                                           ; preds = %cast.end, %if.then
  %8 = load ptr, ptr %retval, align 8, !dbg !222
  ret ptr %8, !dbg !222

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !215
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !215
  %lpad.val = insertvalue { ptr, i32 } undef, ptr %exn, 0, !dbg !215
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !215
  resume { ptr, i32 } %lpad.val2, !dbg !215
}

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(ptr) #7

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %s) unnamed_addr #2 comdat align 2 !dbg !226 {
entry:
  %this.addr = alloca ptr, align 8
  %s.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !227, metadata !DIExpression()), !dbg !229
  store i32 %s, ptr %s.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %s.addr, metadata !230, metadata !DIExpression()), !dbg !231
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #7, !dbg !232
  store ptr getelementptr inbounds ({ [5 x ptr] }, ptr @_ZTVN6shapes6squareE, i32 0, inrange i32 0, i32 2), ptr %this1, align 8, !dbg !233
  %side = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !234
  %0 = load i32, ptr %s.addr, align 4, !dbg !235
  store i32 %0, ptr %side, align 8, !dbg !234
  ret void, !dbg !236
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #2 comdat align 2 !dbg !237 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !241, metadata !DIExpression()), !dbg !242
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #7, !dbg !243
  ret void, !dbg !245
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) #7

; Function Attrs: nounwind
declare void @__cxa_guard_abort(ptr) #7

; Function Attrs: nounwind
declare void @__cxa_guard_release(ptr) #7

; Function Attrs: nobuiltin allocsize(0)
declare noundef nonnull ptr @_Znwm(i64 noundef) #8

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #2 comdat align 2 !dbg !246 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !251, metadata !DIExpression()), !dbg !253
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #7, !dbg !254
  store ptr getelementptr inbounds ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, inrange i32 0, i32 5), ptr %this1, align 8, !dbg !254
  store ptr getelementptr inbounds ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, inrange i32 0, i32 5), ptr %this1, align 8, !dbg !254
  %name = getelementptr inbounds %"struct.shapes::named", ptr %this1, i32 0, i32 1, !dbg !255
  store ptr @.str, ptr %name, align 8, !dbg !255
  ret void, !dbg !254
}

; Function Attrs: mustprogress noinline norecurse uwtable
define dso_local noundef i32 @main() #9 !dbg !85 {
entry:
  %retval = alloca i32, align 4
  %s = alloca ptr, align 8
  %area = alloca i32, align 4
  %method = alloca { i64, i64 }, align 8
  store i32 0, ptr %retval, align 4
  call void @llvm.dbg.declare(metadata ptr %s, metadata !256, metadata !DIExpression()), !dbg !257
  %call = call noundef ptr @_Z4makeb(i1 noundef zeroext true), !dbg !258
  store ptr %call, ptr %s, align 8, !dbg !257
  call void @llvm.dbg.declare(metadata ptr %area, metadata !259, metadata !DIExpression()), !dbg !260
  %0 = load ptr, ptr %s, align 8, !dbg !261
  %vtable = load ptr, ptr %0, align 8, !dbg !262
  %vfn = getelementptr inbounds ptr, ptr %vtable, i64 2, !dbg !262
  %1 = load ptr, ptr %vfn, align 8, !dbg !262
  %call1 = call noundef i32 %1(ptr noundef nonnull align 8 dereferenceable(8) %0), !dbg !262
  store i32 %call1, ptr %area, align 4, !dbg !260
  %2 = load ptr, ptr %s, align 8, !dbg !263
  %isnull = icmp eq ptr %2, null, !dbg !264
  br i1 %isnull, label %delete.end, label %delete.notnull, !dbg !264

delete.notnull:                                   ; preds = %entry
  %vtable2 = load ptr, ptr %2, align 8, !dbg !264
  %vfn3 = getelementptr inbounds ptr, ptr %vtable2, i64 1, !dbg !264
  %3 = load ptr, ptr %vfn3, align 8, !dbg !264
  call void %3(ptr noundef nonnull align 8 dereferenceable(8) %2) #7, !dbg !264
  br label %delete.end, !dbg !264

delete.end:                                       ; preds = %delete.notnull, %entry
  call void @llvm.dbg.declare(metadata ptr %method, metadata !265, metadata !DIExpression()), !dbg !267
  store { i64, i64 } { i64 17, i64 0 }, ptr %method, align 8, !dbg !267
  %4 = load i8, ptr @_ZGVZ4mainE5calls, align 1, !dbg !268
  %guard.uninitialized = icmp eq i8 %4, 0, !dbg !268
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !268, !prof !269

init.check:                                       ; preds = %delete.end
  %5 = load i32, ptr %area, align 4, !dbg !270
  store i32 %5, ptr @_ZZ4mainE5calls, align 4, !dbg !268
  store i8 1, ptr @_ZGVZ4mainE5calls, align 1, !dbg !268
  br label %init.end, !dbg !268

init.end:                                         ; preds = %init.check, %delete.end
  %call4 = call noundef i32 @_Z7handledi(i32 noundef 5), !dbg !271
  %call5 = call noundef i32 @_Z7lambdasi(i32 noundef 3), !dbg !272
  %add = add nsw i32 %call4, %call5, !dbg !273
  %call6 = call noundef ptr @_Z4makeb(i1 noundef zeroext false), !dbg !274
  %6 = load { i64, i64 }, ptr %method, align 8, !dbg !275
  %memptr.adj = extractvalue { i64, i64 } %6, 1, !dbg !276
  %7 = getelementptr inbounds i8, ptr %call6, i64 %memptr.adj, !dbg !276
  %memptr.ptr = extractvalue { i64, i64 } %6, 0, !dbg !276
  %8 = and i64 %memptr.ptr, 1, !dbg !276
  %memptr.isvirtual = icmp ne i64 %8, 0, !dbg !276
  br i1 %memptr.isvirtual, label %memptr.virtual, label %memptr.nonvirtual, !dbg !276

memptr.virtual:                                   ; preds = %init.end
  %vtable7 = load ptr, ptr %7, align 8, !dbg !276
  %9 = sub i64 %memptr.ptr, 1, !dbg !276
  %10 = getelementptr i8, ptr %vtable7, i64 %9, !dbg !276, !nosanitize !82
  %memptr.virtualfn = load ptr, ptr %10, align 8, !dbg !276, !nosanitize !82
  br label %memptr.end, !dbg !276

memptr.nonvirtual:                                ; preds = %init.end
  %memptr.nonvirtualfn = inttoptr i64 %memptr.ptr to ptr, !dbg !276
  br label %memptr.end, !dbg !276

memptr.end:                                       ; preds = %memptr.nonvirtual, %memptr.virtual
  %11 = phi ptr [ %memptr.virtualfn, %memptr.virtual ], [ %memptr.nonvirtualfn, %memptr.nonvirtual ], !dbg !276
  %call8 = call noundef i32 %11(ptr noundef nonnull align 8 dereferenceable(8) %7), !dbg !276
  %add9 = add nsw i32 %add, %call8, !dbg !277
  %12 = load i32, ptr @_ZZ4mainE5calls, align 4, !dbg !278
  %inc = add nsw i32 %12, 1, !dbg !278
  store i32 %inc, ptr @_ZZ4mainE5calls, align 4, !dbg !278
  %add10 = add nsw i32 %add9, %inc, !dbg !279
  ret i32 %add10, !dbg !280
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 !dbg !281 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !283, metadata !DIExpression()), !dbg !284
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds ({ [5 x ptr] }, ptr @_ZTVN6shapes5shapeE, i32 0, inrange i32 0, i32 2), ptr %this1, align 8, !dbg !285
  ret void, !dbg !285
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #2 comdat align 2 !dbg !286 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !287, metadata !DIExpression()), !dbg !288
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #7, !dbg !289
  call void @_ZdlPv(ptr noundef %this1) #16, !dbg !289
  ret void, !dbg !289
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #10 comdat align 2 !dbg !290 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !291, metadata !DIExpression()), !dbg !293
  %this1 = load ptr, ptr %this.addr, align 8
  %side = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !294
  %0 = load i32, ptr %side, align 8, !dbg !294
  %side2 = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !295
  %1 = load i32, ptr %side2, align 8, !dbg !295
  %mul = mul nsw i32 %0, %1, !dbg !296
  ret i32 %mul, !dbg !297
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 !dbg !298 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !299, metadata !DIExpression()), !dbg !300
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !301
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #2 comdat align 2 !dbg !302 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !303, metadata !DIExpression()), !dbg !304
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.trap() #14, !dbg !305
  unreachable, !dbg !305
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(ptr noundef) #11

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #2 comdat align 2 !dbg !306 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !308, metadata !DIExpression()), !dbg !309
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1, ptr noundef @_ZTTN6shapes5namedE) #7, !dbg !310
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #7, !dbg !310
  ret void, !dbg !310
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #2 comdat align 2 !dbg !311 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !312, metadata !DIExpression()), !dbg !313
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #7, !dbg !314
  call void @_ZdlPv(ptr noundef %this1) #16, !dbg !314
  ret void, !dbg !314
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #10 comdat align 2 !dbg !315 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !316, metadata !DIExpression()), !dbg !318
  %this1 = load ptr, ptr %this.addr, align 8
  ret i32 1, !dbg !319
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this, ptr noundef %vtt) unnamed_addr #2 comdat align 2 !dbg !320 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !321, metadata !DIExpression()), !dbg !322
  store ptr %vtt, ptr %vtt.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %vtt.addr, metadata !323, metadata !DIExpression()), !dbg !322
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  ret void, !dbg !326
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD1Ev(ptr noundef %this) unnamed_addr #2 comdat align 2 !dbg !327 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !329
  %0 = load ptr, ptr %this1, align 8, !dbg !329
  %1 = getelementptr inbounds i8, ptr %0, i64 -24, !dbg !329
  %2 = load i64, ptr %1, align 8, !dbg !329
  %3 = getelementptr inbounds i8, ptr %this1, i64 %2, !dbg !329
  tail call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %3) #7, !dbg !329
  ret void, !dbg !329
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD0Ev(ptr noundef %this) unnamed_addr #2 comdat align 2 !dbg !330 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !331
  %0 = load ptr, ptr %this1, align 8, !dbg !331
  %1 = getelementptr inbounds i8, ptr %0, i64 -24, !dbg !331
  %2 = load i64, ptr %1, align 8, !dbg !331
  %3 = getelementptr inbounds i8, ptr %this1, i64 %2, !dbg !331
  tail call void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %3) #7, !dbg !331
  ret void, !dbg !331
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_NK6shapes5named4areaEv(ptr noundef %this) unnamed_addr #12 comdat align 2 !dbg !332 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !333
  %0 = load ptr, ptr %this1, align 8, !dbg !333
  %1 = getelementptr inbounds i8, ptr %0, i64 -32, !dbg !333
  %2 = load i64, ptr %1, align 8, !dbg !333
  %3 = getelementptr inbounds i8, ptr %this1, i64 %2, !dbg !333
  %call = tail call noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %3), !dbg !333
  ret i32 %call, !dbg !333
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %x) #10 align 2 !dbg !334 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !340, metadata !DIExpression()), !dbg !342
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !343, metadata !DIExpression()), !dbg !344
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 0, !dbg !345
  %1 = load i32, ptr %0, align 4, !dbg !345
  %2 = load i32, ptr %x.addr, align 4, !dbg !346
  %add = add nsw i32 %1, %2, !dbg !347
  ret i32 %add, !dbg !348
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %this, i32 noundef %x) #10 align 2 !dbg !349 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %this.addr, metadata !354, metadata !DIExpression()), !dbg !356
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !357, metadata !DIExpression()), !dbg !358
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %x.addr, align 4, !dbg !359
  %1 = getelementptr inbounds %class.anon.0, ptr %this1, i32 0, i32 0, !dbg !360
  %2 = load ptr, ptr %1, align 8, !dbg !360
  %3 = load i32, ptr %2, align 4, !dbg !361
  %add = add nsw i32 %3, %0, !dbg !361
  store i32 %add, ptr %2, align 4, !dbg !361
  ret i32 %add, !dbg !362
}

attributes #0 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind readnone }
attributes #4 = { noinline noreturn nounwind }
attributes #5 = { cold noreturn nounwind }
attributes #6 = { argmemonly nocallback nofree nounwind willreturn }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { mustprogress noinline norecurse uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { noreturn }
attributes #14 = { noreturn nounwind }
attributes #15 = { builtin allocsize(0) }
attributes #16 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!91, !92, !93, !94, !95, !96, !97}
!llvm.ident = !{!98}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 33, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 15.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !74, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "classes.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "13853b01cdad9a9bb473009e8106282a")
!4 = !{!5, !21, !32, !36, !62}
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "failure", file: !3, line: 20, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !6, identifier: "_ZTS7failure")
!6 = !{!7, !9, !13, !18}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "code", scope: !5, file: !3, line: 21, baseType: !8, size: 32)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DISubprogram(name: "failure", scope: !5, file: !3, line: 22, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: 0)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !12, !8}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!13 = !DISubprogram(name: "failure", scope: !5, file: !3, line: 23, type: !14, scopeLine: 23, flags: DIFlagPrototyped, spFlags: 0)
!14 = !DISubroutineType(types: !15)
!15 = !{null, !12, !16}
!16 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !17, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !5)
!18 = !DISubprogram(name: "~failure", scope: !5, file: !3, line: 24, type: !19, scopeLine: 24, flags: DIFlagPrototyped, spFlags: 0)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !12}
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "guard", file: !3, line: 27, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !22, identifier: "_ZTS5guard")
!22 = !{!23, !25, !29}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "depth", scope: !21, file: !3, line: 28, baseType: !24, size: 64)
!24 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 64)
!25 = !DISubprogram(name: "guard", scope: !21, file: !3, line: 29, type: !26, scopeLine: 29, flags: DIFlagPrototyped, spFlags: 0)
!26 = !DISubroutineType(types: !27)
!27 = !{null, !28, !24}
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!29 = !DISubprogram(name: "~guard", scope: !21, file: !3, line: 30, type: !30, scopeLine: 30, flags: DIFlagPrototyped, spFlags: 0)
!30 = !DISubroutineType(types: !31)
!31 = !{null, !28}
!32 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "square", scope: !33, file: !3, line: 8, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !34, vtableHolder: !36, identifier: "_ZTSN6shapes6squareE")
!33 = !DINamespace(name: "shapes", scope: null)
!34 = !{!35, !52, !53, !57}
!35 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !32, baseType: !36, extraData: i32 0)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "shape", scope: !33, file: !3, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !37, vtableHolder: !36, identifier: "_ZTSN6shapes5shapeE")
!37 = !{!38, !43, !47}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$shape", scope: !3, file: !3, baseType: !39, size: 64, flags: DIFlagArtificial)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !41, size: 64)
!41 = !DISubroutineType(types: !42)
!42 = !{!8}
!43 = !DISubprogram(name: "~shape", scope: !36, file: !3, line: 4, type: !44, scopeLine: 4, containingType: !36, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!44 = !DISubroutineType(types: !45)
!45 = !{null, !46}
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!47 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes5shape4areaEv", scope: !36, file: !3, line: 5, type: !48, scopeLine: 5, containingType: !36, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!48 = !DISubroutineType(types: !49)
!49 = !{!8, !50}
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !51, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!51 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !36)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !32, file: !3, line: 9, baseType: !8, size: 32, offset: 64)
!53 = !DISubprogram(name: "square", scope: !32, file: !3, line: 10, type: !54, scopeLine: 10, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!54 = !DISubroutineType(types: !55)
!55 = !{null, !56, !8}
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!57 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes6square4areaEv", scope: !32, file: !3, line: 11, type: !58, scopeLine: 11, containingType: !32, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!58 = !DISubroutineType(types: !59)
!59 = !{!8, !60}
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!61 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !32)
!62 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "named", scope: !33, file: !3, line: 14, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !63, vtableHolder: !36, identifier: "_ZTSN6shapes5namedE")
!63 = !{!64, !65, !69}
!64 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !62, baseType: !36, offset: 40, flags: DIFlagVirtual, extraData: i32 0)
!65 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !62, file: !3, line: 15, baseType: !66, size: 64, offset: 64)
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !67, size: 64)
!67 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !68)
!68 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!69 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !62, file: !3, line: 16, type: !70, scopeLine: 16, containingType: !62, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!70 = !DISubroutineType(types: !71)
!71 = !{!8, !72}
!72 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !73, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!73 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !62)
!74 = !{!0, !75, !83, !86}
!75 = !DIGlobalVariableExpression(var: !76, expr: !DIExpression())
!76 = distinct !DIGlobalVariable(name: "small", scope: !77, file: !3, line: 61, type: !32, isLocal: true, isDefinition: true)
!77 = distinct !DISubprogram(name: "make", linkageName: "_Z4makeb", scope: !3, file: !3, line: 60, type: !78, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!78 = !DISubroutineType(types: !79)
!79 = !{!80, !81}
!80 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64)
!81 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!82 = !{}
!83 = !DIGlobalVariableExpression(var: !84, expr: !DIExpression())
!84 = distinct !DIGlobalVariable(name: "calls", scope: !85, file: !3, line: 72, type: !8, isLocal: true, isDefinition: true)
!85 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 67, type: !41, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!86 = !DIGlobalVariableExpression(var: !87, expr: !DIExpression())
!87 = distinct !DIGlobalVariable(scope: null, file: !3, line: 15, type: !88, isLocal: true, isDefinition: true)
!88 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 48, elements: !89)
!89 = !{!90}
!90 = !DISubrange(count: 6)
!91 = !{i32 7, !"Dwarf Version", i32 5}
!92 = !{i32 2, !"Debug Info Version", i32 3}
!93 = !{i32 1, !"wchar_size", i32 4}
!94 = !{i32 7, !"PIC Level", i32 2}
!95 = !{i32 7, !"PIE Level", i32 2}
!96 = !{i32 7, !"uwtable", i32 2}
!97 = !{i32 7, !"frame-pointer", i32 2}
!98 = !{!"Debian clang version 15.0.6"}
!99 = distinct !DISubprogram(name: "risky", linkageName: "_Z5riskyi", scope: !3, file: !3, line: 35, type: !100, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!100 = !DISubroutineType(types: !101)
!101 = !{!8, !8}
!102 = !DILocalVariable(name: "x", arg: 1, scope: !99, file: !3, line: 35, type: !8)
!103 = !DILocation(line: 35, column: 15, scope: !99)
!104 = !DILocalVariable(name: "g", scope: !99, file: !3, line: 36, type: !21)
!105 = !DILocation(line: 36, column: 11, scope: !99)
!106 = !DILocation(line: 37, column: 9, scope: !107)
!107 = distinct !DILexicalBlock(scope: !99, file: !3, line: 37, column: 9)
!108 = !DILocation(line: 37, column: 11, scope: !107)
!109 = !DILocation(line: 37, column: 9, scope: !99)
!110 = !DILocation(line: 38, column: 9, scope: !107)
!111 = !DILocation(line: 38, column: 23, scope: !107)
!112 = !DILocation(line: 38, column: 15, scope: !107)
!113 = !DILocation(line: 40, column: 1, scope: !107)
!114 = !DILocation(line: 39, column: 12, scope: !99)
!115 = !DILocation(line: 40, column: 1, scope: !99)
!116 = distinct !DISubprogram(name: "guard", linkageName: "_ZN5guardC2ERi", scope: !21, file: !3, line: 29, type: !26, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !25, retainedNodes: !82)
!117 = !DILocalVariable(name: "this", arg: 1, scope: !116, type: !118, flags: DIFlagArtificial | DIFlagObjectPointer)
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!119 = !DILocation(line: 0, scope: !116)
!120 = !DILocalVariable(name: "d", arg: 2, scope: !116, file: !3, line: 29, type: !24)
!121 = !DILocation(line: 29, column: 16, scope: !116)
!122 = !DILocation(line: 29, column: 21, scope: !116)
!123 = !DILocation(line: 29, column: 27, scope: !116)
!124 = !DILocation(line: 29, column: 34, scope: !125)
!125 = distinct !DILexicalBlock(scope: !116, file: !3, line: 29, column: 30)
!126 = !DILocation(line: 29, column: 32, scope: !125)
!127 = !DILocation(line: 29, column: 41, scope: !116)
!128 = distinct !DISubprogram(name: "failure", linkageName: "_ZN7failureC2Ei", scope: !5, file: !3, line: 22, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !9, retainedNodes: !82)
!129 = !DILocalVariable(name: "this", arg: 1, scope: !128, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!131 = !DILocation(line: 0, scope: !128)
!132 = !DILocalVariable(name: "c", arg: 2, scope: !128, file: !3, line: 22, type: !8)
!133 = !DILocation(line: 22, column: 17, scope: !128)
!134 = !DILocation(line: 22, column: 22, scope: !128)
!135 = !DILocation(line: 22, column: 27, scope: !128)
!136 = !DILocation(line: 22, column: 31, scope: !128)
!137 = distinct !DISubprogram(name: "~failure", linkageName: "_ZN7failureD2Ev", scope: !5, file: !3, line: 24, type: !19, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !82)
!138 = !DILocalVariable(name: "this", arg: 1, scope: !137, type: !130, flags: DIFlagArtificial | DIFlagObjectPointer)
!139 = !DILocation(line: 0, scope: !137)
!140 = !DILocation(line: 24, column: 17, scope: !137)
!141 = distinct !DISubprogram(name: "~guard", linkageName: "_ZN5guardD2Ev", scope: !21, file: !3, line: 30, type: !30, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !29, retainedNodes: !82)
!142 = !DILocalVariable(name: "this", arg: 1, scope: !141, type: !118, flags: DIFlagArtificial | DIFlagObjectPointer)
!143 = !DILocation(line: 0, scope: !141)
!144 = !DILocation(line: 30, column: 18, scope: !145)
!145 = distinct !DILexicalBlock(scope: !141, file: !3, line: 30, column: 14)
!146 = !DILocation(line: 30, column: 16, scope: !145)
!147 = !DILocation(line: 30, column: 25, scope: !141)
!148 = distinct !DISubprogram(name: "handled", linkageName: "_Z7handledi", scope: !3, file: !3, line: 42, type: !100, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!149 = !DILocalVariable(name: "x", arg: 1, scope: !148, file: !3, line: 42, type: !8)
!150 = !DILocation(line: 42, column: 17, scope: !148)
!151 = !DILocation(line: 44, column: 22, scope: !152)
!152 = distinct !DILexicalBlock(scope: !148, file: !3, line: 43, column: 9)
!153 = !DILocation(line: 44, column: 16, scope: !152)
!154 = !DILocation(line: 44, column: 9, scope: !152)
!155 = !DILocation(line: 50, column: 1, scope: !152)
!156 = !DILocation(line: 45, column: 5, scope: !152)
!157 = !DILocalVariable(name: "f", scope: !148, file: !3, line: 45, type: !16)
!158 = !DILocation(line: 45, column: 29, scope: !148)
!159 = !DILocation(line: 49, column: 5, scope: !160)
!160 = distinct !DILexicalBlock(scope: !148, file: !3, line: 47, column: 19)
!161 = !DILocation(line: 46, column: 16, scope: !162)
!162 = distinct !DILexicalBlock(scope: !148, file: !3, line: 45, column: 32)
!163 = !DILocation(line: 46, column: 18, scope: !162)
!164 = !DILocation(line: 46, column: 9, scope: !162)
!165 = !DILocation(line: 47, column: 5, scope: !162)
!166 = !DILocation(line: 48, column: 9, scope: !160)
!167 = !DILocation(line: 50, column: 1, scope: !160)
!168 = !DILocation(line: 50, column: 1, scope: !148)
!169 = distinct !DISubprogram(name: "lambdas", linkageName: "_Z7lambdasi", scope: !3, file: !3, line: 54, type: !100, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!170 = !DILocalVariable(name: "base", arg: 1, scope: !169, file: !3, line: 54, type: !8)
!171 = !DILocation(line: 54, column: 17, scope: !169)
!172 = !DILocalVariable(name: "add", scope: !169, file: !3, line: 55, type: !173)
!173 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !169, file: !3, line: 55, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !174)
!174 = !{!175}
!175 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !173, file: !3, line: 55, baseType: !8, size: 32)
!176 = !DILocation(line: 55, column: 10, scope: !169)
!177 = !DILocation(line: 55, column: 16, scope: !169)
!178 = !DILocation(line: 55, column: 17, scope: !169)
!179 = !DILocalVariable(name: "count", scope: !169, file: !3, line: 56, type: !180)
!180 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !169, file: !3, line: 56, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !181)
!181 = !{!182}
!182 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !180, file: !3, line: 56, baseType: !24, size: 64)
!183 = !DILocation(line: 56, column: 10, scope: !169)
!184 = !DILocation(line: 56, column: 18, scope: !169)
!185 = !DILocation(line: 57, column: 18, scope: !169)
!186 = !DILocation(line: 57, column: 12, scope: !169)
!187 = !DILocation(line: 57, column: 31, scope: !169)
!188 = !DILocation(line: 57, column: 25, scope: !169)
!189 = !DILocation(line: 57, column: 23, scope: !169)
!190 = !DILocation(line: 57, column: 5, scope: !169)
!191 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:55:16)>", linkageName: "_Z5twiceIZ7lambdasiE3$_0EiT_", scope: !3, file: !3, line: 52, type: !192, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !194, retainedNodes: !82)
!192 = !DISubroutineType(types: !193)
!193 = !{!8, !173}
!194 = !{!195}
!195 = !DITemplateTypeParameter(name: "F", type: !173)
!196 = !DILocalVariable(name: "f", arg: 1, scope: !191, file: !3, line: 52, type: !173)
!197 = !DILocation(line: 52, column: 35, scope: !191)
!198 = !DILocation(line: 52, column: 47, scope: !191)
!199 = !DILocation(line: 52, column: 54, scope: !191)
!200 = !DILocation(line: 52, column: 52, scope: !191)
!201 = !DILocation(line: 52, column: 40, scope: !191)
!202 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:56:18)>", linkageName: "_Z5twiceIZ7lambdasiE3$_1EiT_", scope: !3, file: !3, line: 52, type: !203, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !205, retainedNodes: !82)
!203 = !DISubroutineType(types: !204)
!204 = !{!8, !180}
!205 = !{!206}
!206 = !DITemplateTypeParameter(name: "F", type: !180)
!207 = !DILocalVariable(name: "f", arg: 1, scope: !202, file: !3, line: 52, type: !180)
!208 = !DILocation(line: 52, column: 35, scope: !202)
!209 = !DILocation(line: 52, column: 47, scope: !202)
!210 = !DILocation(line: 52, column: 54, scope: !202)
!211 = !DILocation(line: 52, column: 52, scope: !202)
!212 = !DILocation(line: 52, column: 40, scope: !202)
!213 = !DILocalVariable(name: "big", arg: 1, scope: !77, file: !3, line: 60, type: !81)
!214 = !DILocation(line: 60, column: 26, scope: !77)
!215 = !DILocation(line: 61, column: 5, scope: !77)
!216 = !{!"branch_weights", i32 1, i32 1048575}
!217 = !DILocation(line: 61, column: 27, scope: !77)
!218 = !DILocation(line: 62, column: 10, scope: !219)
!219 = distinct !DILexicalBlock(scope: !77, file: !3, line: 62, column: 9)
!220 = !DILocation(line: 62, column: 9, scope: !77)
!221 = !DILocation(line: 63, column: 9, scope: !219)
!222 = !DILocation(line: 65, column: 1, scope: !77)
!223 = !DILocation(line: 64, column: 12, scope: !77)
!224 = !DILocation(line: 64, column: 16, scope: !77)
!225 = !DILocation(line: 64, column: 5, scope: !77)
!226 = distinct !DISubprogram(name: "square", linkageName: "_ZN6shapes6squareC2Ei", scope: !32, file: !3, line: 10, type: !54, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !53, retainedNodes: !82)
!227 = !DILocalVariable(name: "this", arg: 1, scope: !226, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!228 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64)
!229 = !DILocation(line: 0, scope: !226)
!230 = !DILocalVariable(name: "s", arg: 2, scope: !226, file: !3, line: 10, type: !8)
!231 = !DILocation(line: 10, column: 25, scope: !226)
!232 = !DILocation(line: 10, column: 14, scope: !226)
!233 = !DILocation(line: 10, column: 38, scope: !226)
!234 = !DILocation(line: 10, column: 30, scope: !226)
!235 = !DILocation(line: 10, column: 35, scope: !226)
!236 = !DILocation(line: 10, column: 39, scope: !226)
!237 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD2Ev", scope: !32, file: !3, line: 8, type: !238, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !240, retainedNodes: !82)
!238 = !DISubroutineType(types: !239)
!239 = !{null, !56}
!240 = !DISubprogram(name: "~square", scope: !32, type: !238, containingType: !32, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!241 = !DILocalVariable(name: "this", arg: 1, scope: !237, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!242 = !DILocation(line: 0, scope: !237)
!243 = !DILocation(line: 8, column: 8, scope: !244)
!244 = distinct !DILexicalBlock(scope: !237, file: !3, line: 8, column: 8)
!245 = !DILocation(line: 8, column: 8, scope: !237)
!246 = distinct !DISubprogram(name: "named", linkageName: "_ZN6shapes5namedC1Ev", scope: !62, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !250, retainedNodes: !82)
!247 = !DISubroutineType(types: !248)
!248 = !{null, !249}
!249 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!250 = !DISubprogram(name: "named", scope: !62, type: !247, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!251 = !DILocalVariable(name: "this", arg: 1, scope: !246, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!252 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!253 = !DILocation(line: 0, scope: !246)
!254 = !DILocation(line: 14, column: 8, scope: !246)
!255 = !DILocation(line: 15, column: 17, scope: !246)
!256 = !DILocalVariable(name: "s", scope: !85, file: !3, line: 68, type: !80)
!257 = !DILocation(line: 68, column: 20, scope: !85)
!258 = !DILocation(line: 68, column: 24, scope: !85)
!259 = !DILocalVariable(name: "area", scope: !85, file: !3, line: 69, type: !8)
!260 = !DILocation(line: 69, column: 9, scope: !85)
!261 = !DILocation(line: 69, column: 16, scope: !85)
!262 = !DILocation(line: 69, column: 19, scope: !85)
!263 = !DILocation(line: 70, column: 12, scope: !85)
!264 = !DILocation(line: 70, column: 5, scope: !85)
!265 = !DILocalVariable(name: "method", scope: !85, file: !3, line: 71, type: !266)
!266 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !48, size: 128, extraData: !36)
!267 = !DILocation(line: 71, column: 26, scope: !85)
!268 = !DILocation(line: 72, column: 5, scope: !85)
!269 = !{!"branch_weights", i32 1, i32 1023}
!270 = !DILocation(line: 72, column: 30, scope: !85)
!271 = !DILocation(line: 73, column: 12, scope: !85)
!272 = !DILocation(line: 73, column: 25, scope: !85)
!273 = !DILocation(line: 73, column: 23, scope: !85)
!274 = !DILocation(line: 73, column: 39, scope: !85)
!275 = !DILocation(line: 73, column: 53, scope: !85)
!276 = !DILocation(line: 73, column: 38, scope: !85)
!277 = !DILocation(line: 73, column: 36, scope: !85)
!278 = !DILocation(line: 73, column: 65, scope: !85)
!279 = !DILocation(line: 73, column: 63, scope: !85)
!280 = !DILocation(line: 73, column: 5, scope: !85)
!281 = distinct !DISubprogram(name: "shape", linkageName: "_ZN6shapes5shapeC2Ev", scope: !36, file: !3, line: 3, type: !44, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !282, retainedNodes: !82)
!282 = !DISubprogram(name: "shape", scope: !36, type: !44, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!283 = !DILocalVariable(name: "this", arg: 1, scope: !281, type: !80, flags: DIFlagArtificial | DIFlagObjectPointer)
!284 = !DILocation(line: 0, scope: !281)
!285 = !DILocation(line: 3, column: 8, scope: !281)
!286 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD0Ev", scope: !32, file: !3, line: 8, type: !238, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !240, retainedNodes: !82)
!287 = !DILocalVariable(name: "this", arg: 1, scope: !286, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!288 = !DILocation(line: 0, scope: !286)
!289 = !DILocation(line: 8, column: 8, scope: !286)
!290 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes6square4areaEv", scope: !32, file: !3, line: 11, type: !58, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !57, retainedNodes: !82)
!291 = !DILocalVariable(name: "this", arg: 1, scope: !290, type: !292, flags: DIFlagArtificial | DIFlagObjectPointer)
!292 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64)
!293 = !DILocation(line: 0, scope: !290)
!294 = !DILocation(line: 11, column: 40, scope: !290)
!295 = !DILocation(line: 11, column: 47, scope: !290)
!296 = !DILocation(line: 11, column: 45, scope: !290)
!297 = !DILocation(line: 11, column: 33, scope: !290)
!298 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD2Ev", scope: !36, file: !3, line: 4, type: !44, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !43, retainedNodes: !82)
!299 = !DILocalVariable(name: "this", arg: 1, scope: !298, type: !80, flags: DIFlagArtificial | DIFlagObjectPointer)
!300 = !DILocation(line: 0, scope: !298)
!301 = !DILocation(line: 4, column: 23, scope: !298)
!302 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD0Ev", scope: !36, file: !3, line: 4, type: !44, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !43, retainedNodes: !82)
!303 = !DILocalVariable(name: "this", arg: 1, scope: !302, type: !80, flags: DIFlagArtificial | DIFlagObjectPointer)
!304 = !DILocation(line: 0, scope: !302)
!305 = !DILocation(line: 4, column: 22, scope: !302)
!306 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD1Ev", scope: !62, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !307, retainedNodes: !82)
!307 = !DISubprogram(name: "~named", scope: !62, type: !247, containingType: !62, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!308 = !DILocalVariable(name: "this", arg: 1, scope: !306, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!309 = !DILocation(line: 0, scope: !306)
!310 = !DILocation(line: 14, column: 8, scope: !306)
!311 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD0Ev", scope: !62, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !307, retainedNodes: !82)
!312 = !DILocalVariable(name: "this", arg: 1, scope: !311, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!313 = !DILocation(line: 0, scope: !311)
!314 = !DILocation(line: 14, column: 8, scope: !311)
!315 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !62, file: !3, line: 16, type: !70, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !69, retainedNodes: !82)
!316 = !DILocalVariable(name: "this", arg: 1, scope: !315, type: !317, flags: DIFlagArtificial | DIFlagObjectPointer)
!317 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !73, size: 64)
!318 = !DILocation(line: 0, scope: !315)
!319 = !DILocation(line: 16, column: 33, scope: !315)
!320 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD2Ev", scope: !62, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !307, retainedNodes: !82)
!321 = !DILocalVariable(name: "this", arg: 1, scope: !320, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!322 = !DILocation(line: 0, scope: !320)
!323 = !DILocalVariable(name: "vtt", arg: 2, scope: !320, type: !324, flags: DIFlagArtificial)
!324 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !325, size: 64)
!325 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!326 = !DILocation(line: 14, column: 8, scope: !320)
!327 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD1Ev", scope: !3, file: !3, line: 14, type: !328, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!328 = !DISubroutineType(types: !82)
!329 = !DILocation(line: 0, scope: !327)
!330 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD0Ev", scope: !3, file: !3, line: 14, type: !328, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!331 = !DILocation(line: 0, scope: !330)
!332 = distinct !DISubprogram(linkageName: "_ZTv0_n32_NK6shapes5named4areaEv", scope: !3, file: !3, line: 16, type: !328, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !82)
!333 = !DILocation(line: 0, scope: !332)
!334 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiENK3$_0clEi", scope: !173, file: !3, line: 55, type: !335, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !339, retainedNodes: !82)
!335 = !DISubroutineType(types: !336)
!336 = !{!8, !337, !8}
!337 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !338, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!338 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !173)
!339 = !DISubprogram(name: "operator()", scope: !173, file: !3, line: 55, type: !335, scopeLine: 55, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!340 = !DILocalVariable(name: "this", arg: 1, scope: !334, type: !341, flags: DIFlagArtificial | DIFlagObjectPointer)
!341 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !338, size: 64)
!342 = !DILocation(line: 0, scope: !334)
!343 = !DILocalVariable(name: "x", arg: 2, scope: !334, file: !3, line: 55, type: !8)
!344 = !DILocation(line: 55, column: 27, scope: !334)
!345 = !DILocation(line: 55, column: 39, scope: !334)
!346 = !DILocation(line: 55, column: 46, scope: !334)
!347 = !DILocation(line: 55, column: 44, scope: !334)
!348 = !DILocation(line: 55, column: 32, scope: !334)
!349 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiEN3$_1clEi", scope: !180, file: !3, line: 56, type: !350, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !353, retainedNodes: !82)
!350 = !DISubroutineType(types: !351)
!351 = !{!8, !352, !8}
!352 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !180, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!353 = !DISubprogram(name: "operator()", scope: !180, file: !3, line: 56, type: !350, scopeLine: 56, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!354 = !DILocalVariable(name: "this", arg: 1, scope: !349, type: !355, flags: DIFlagArtificial | DIFlagObjectPointer)
!355 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !180, size: 64)
!356 = !DILocation(line: 0, scope: !349)
!357 = !DILocalVariable(name: "x", arg: 2, scope: !349, file: !3, line: 56, type: !8)
!358 = !DILocation(line: 56, column: 26, scope: !349)
!359 = !DILocation(line: 56, column: 54, scope: !349)
!360 = !DILocation(line: 56, column: 46, scope: !349)
!361 = !DILocation(line: 56, column: 51, scope: !349)
!362 = !DILocation(line: 56, column: 39, scope: !349)
