; ModuleID = 'classes.cpp'
source_filename = "classes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
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

$_ZTI7failure = comdat any

$_ZTS7failure = comdat any

$_ZTVN6shapes6squareE = comdat any

$_ZTIN6shapes6squareE = comdat any

$_ZTSN6shapes6squareE = comdat any

$_ZTIN6shapes5shapeE = comdat any

$_ZTSN6shapes5shapeE = comdat any

$_ZTVN6shapes5shapeE = comdat any

$_ZTVN6shapes5namedE = comdat any

$_ZTTN6shapes5namedE = comdat any

$_ZTIN6shapes5namedE = comdat any

$_ZTSN6shapes5namedE = comdat any

@depth = dso_local global i32 0, align 4, !dbg !0
@_ZTI7failure = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS7failure }, comdat, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS7failure = linkonce_odr dso_local constant [9 x i8] c"7failure\00", comdat, align 1
@_ZZ4makebE5small = internal global %"struct.shapes::square" zeroinitializer, align 8, !dbg !33
@_ZGVZ4makebE5small = internal global i64 0, align 8
@__dso_handle = external hidden global i8
@_ZZ4mainE5calls = internal thread_local global i32 0, align 4, !dbg !71
@_ZGVZ4mainE5calls = internal thread_local global i8 0, align 1
@_ZTVN6shapes6squareE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes6squareE, ptr @_ZN6shapes6squareD2Ev, ptr @_ZN6shapes6squareD0Ev, ptr @_ZNK6shapes6square4areaEv] }, comdat, align 8, !dbg !74
@_ZTIN6shapes6squareE = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSN6shapes6squareE, ptr @_ZTIN6shapes5shapeE }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTSN6shapes6squareE = linkonce_odr dso_local constant [17 x i8] c"N6shapes6squareE\00", comdat, align 1
@_ZTIN6shapes5shapeE = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN6shapes5shapeE }, comdat, align 8
@_ZTSN6shapes5shapeE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5shapeE\00", comdat, align 1
@_ZTVN6shapes5shapeE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes5shapeE, ptr @_ZN6shapes5shapeD2Ev, ptr @_ZN6shapes5shapeD0Ev, ptr @__cxa_pure_virtual] }, comdat, align 8, !dbg !78
@_ZTVN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTIN6shapes5namedE, ptr @_ZN6shapes5namedD1Ev, ptr @_ZN6shapes5namedD0Ev, ptr @_ZNK6shapes5named4areaEv] }, comdat, align 8, !dbg !88
@.str = private unnamed_addr constant [6 x i8] c"named\00", align 1, !dbg !81
@_ZTTN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant [2 x ptr] [ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5)], comdat, align 8
@_ZTIN6shapes5namedE = linkonce_odr dso_local constant { ptr, ptr, i32, i32, ptr, i64 } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTSN6shapes5namedE, i32 0, i32 1, ptr @_ZTIN6shapes5shapeE, i64 -10237 }, comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global [0 x ptr]
@_ZTSN6shapes5namedE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5namedE\00", comdat, align 1

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z5riskyi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !109 {
entry:
  %x.addr = alloca i32, align 4
  %g = alloca %struct.guard, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !112, !DIExpression(), !113)
    #dbg_declare(ptr %g, !114, !DIExpression(), !115)
  call void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %g, ptr noundef nonnull align 4 dereferenceable(4) @depth), !dbg !115
  %0 = load i32, ptr %x.addr, align 4, !dbg !116
  %cmp = icmp sgt i32 %0, 3, !dbg !118
  br i1 %cmp, label %if.then, label %if.end, !dbg !118

if.then:                                          ; preds = %entry
  %exception = call ptr @__cxa_allocate_exception(i64 4) #6, !dbg !119
  %1 = load i32, ptr %x.addr, align 4, !dbg !120
  invoke void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %exception, i32 noundef %1)
          to label %invoke.cont unwind label %lpad, !dbg !121

invoke.cont:                                      ; preds = %if.then
  invoke void @__cxa_throw(ptr %exception, ptr @_ZTI7failure, ptr @_ZN7failureD2Ev) #13
          to label %unreachable unwind label %lpad1, !dbg !119

lpad:                                             ; preds = %if.then
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !122
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !122
  store ptr %3, ptr %exn.slot, align 8, !dbg !122
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !122
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !122
  call void @__cxa_free_exception(ptr %exception) #6, !dbg !119
  br label %ehcleanup, !dbg !119

lpad1:                                            ; preds = %invoke.cont
  %5 = landingpad { ptr, i32 }
          cleanup, !dbg !122
  %6 = extractvalue { ptr, i32 } %5, 0, !dbg !122
  store ptr %6, ptr %exn.slot, align 8, !dbg !122
  %7 = extractvalue { ptr, i32 } %5, 1, !dbg !122
  store i32 %7, ptr %ehselector.slot, align 4, !dbg !122
  br label %ehcleanup, !dbg !122

if.end:                                           ; preds = %entry
  %8 = load i32, ptr %x.addr, align 4, !dbg !123
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #6, !dbg !124
  ret i32 %8, !dbg !124

ehcleanup:                                        ; preds = %lpad1, %lpad
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #6, !dbg !124
  br label %eh.resume, !dbg !124

eh.resume:                                        ; preds = %ehcleanup
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !124
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !124
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !124
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !124
  resume { ptr, i32 } %lpad.val2, !dbg !124

unreachable:                                      ; preds = %invoke.cont
  unreachable
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef nonnull align 4 dereferenceable(4) %d) unnamed_addr #1 comdat align 2 !dbg !125 {
entry:
  %this.addr = alloca ptr, align 8
  %d.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !126, !DIExpression(), !128)
  store ptr %d, ptr %d.addr, align 8
    #dbg_declare(ptr %d.addr, !129, !DIExpression(), !130)
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds nuw %struct.guard, ptr %this1, i32 0, i32 0, !dbg !131
  %0 = load ptr, ptr %d.addr, align 8, !dbg !132, !nonnull !57, !align !133
  store ptr %0, ptr %depth, align 8, !dbg !131
  %depth2 = getelementptr inbounds nuw %struct.guard, ptr %this1, i32 0, i32 0, !dbg !134
  %1 = load ptr, ptr %depth2, align 8, !dbg !134, !nonnull !57, !align !133
  %2 = load i32, ptr %1, align 4, !dbg !136
  %inc = add nsw i32 %2, 1, !dbg !136
  store i32 %inc, ptr %1, align 4, !dbg !136
  ret void, !dbg !137
}

declare ptr @__cxa_allocate_exception(i64)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %c) unnamed_addr #1 comdat align 2 !dbg !138 {
entry:
  %this.addr = alloca ptr, align 8
  %c.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !139, !DIExpression(), !141)
  store i32 %c, ptr %c.addr, align 4
    #dbg_declare(ptr %c.addr, !142, !DIExpression(), !143)
  %this1 = load ptr, ptr %this.addr, align 8
  %code = getelementptr inbounds nuw %struct.failure, ptr %this1, i32 0, i32 0, !dbg !144
  %0 = load i32, ptr %c.addr, align 4, !dbg !145
  store i32 %0, ptr %code, align 4, !dbg !144
  ret void, !dbg !146
}

declare i32 @__gxx_personality_v0(...)

declare void @__cxa_free_exception(ptr)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureD2Ev(ptr noundef nonnull align 4 dereferenceable(4) %this) unnamed_addr #1 comdat align 2 !dbg !147 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !148, !DIExpression(), !149)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !150
}

declare void @__cxa_throw(ptr, ptr, ptr)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !151 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !152, !DIExpression(), !153)
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds nuw %struct.guard, ptr %this1, i32 0, i32 0, !dbg !154
  %0 = load ptr, ptr %depth, align 8, !dbg !154, !nonnull !57, !align !133
  %1 = load i32, ptr %0, align 4, !dbg !156
  %dec = add nsw i32 %1, -1, !dbg !156
  store i32 %dec, ptr %0, align 4, !dbg !156
  ret void, !dbg !157
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7handledi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !158 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %f = alloca ptr, align 8
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !159, !DIExpression(), !160)
  %0 = load i32, ptr %x.addr, align 4, !dbg !161
  %call = invoke noundef i32 @_Z5riskyi(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !163

invoke.cont:                                      ; preds = %entry
  store i32 %call, ptr %retval, align 4, !dbg !164
  br label %return, !dbg !164

lpad:                                             ; preds = %entry
  %1 = landingpad { ptr, i32 }
          catch ptr @_ZTI7failure
          catch ptr null, !dbg !165
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !165
  store ptr %2, ptr %exn.slot, align 8, !dbg !165
  %3 = extractvalue { ptr, i32 } %1, 1, !dbg !165
  store i32 %3, ptr %ehselector.slot, align 4, !dbg !165
  br label %catch.dispatch, !dbg !165

catch.dispatch:                                   ; preds = %lpad
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !166
  %4 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTI7failure) #6, !dbg !166
  %matches = icmp eq i32 %sel, %4, !dbg !166
  br i1 %matches, label %catch3, label %catch, !dbg !166

catch3:                                           ; preds = %catch.dispatch
    #dbg_declare(ptr %f, !167, !DIExpression(), !168)
  %exn4 = load ptr, ptr %exn.slot, align 8, !dbg !169
  %5 = call ptr @__cxa_begin_catch(ptr %exn4) #6, !dbg !169
  store ptr %5, ptr %f, align 8, !dbg !169
  %6 = load ptr, ptr %f, align 8, !dbg !171, !nonnull !57, !align !133
  %code = getelementptr inbounds nuw %struct.failure, ptr %6, i32 0, i32 0, !dbg !173
  %7 = load i32, ptr %code, align 4, !dbg !173
  store i32 %7, ptr %retval, align 4, !dbg !174
  call void @__cxa_end_catch(), !dbg !175
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !166
  %8 = call ptr @__cxa_begin_catch(ptr %exn) #6, !dbg !166
  invoke void @__cxa_rethrow() #13
          to label %unreachable unwind label %lpad1, !dbg !176

lpad1:                                            ; preds = %catch
  %9 = landingpad { ptr, i32 }
          cleanup, !dbg !177
  %10 = extractvalue { ptr, i32 } %9, 0, !dbg !177
  store ptr %10, ptr %exn.slot, align 8, !dbg !177
  %11 = extractvalue { ptr, i32 } %9, 1, !dbg !177
  store i32 %11, ptr %ehselector.slot, align 4, !dbg !177
  invoke void @__cxa_end_catch()
          to label %invoke.cont2 unwind label %terminate.lpad, !dbg !169

invoke.cont2:                                     ; preds = %lpad1
  br label %eh.resume, !dbg !169

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !175
  unreachable, !dbg !175

return:                                           ; preds = %catch3, %invoke.cont
  %12 = load i32, ptr %retval, align 4, !dbg !178
  ret i32 %12, !dbg !178

eh.resume:                                        ; preds = %invoke.cont2
  %exn5 = load ptr, ptr %exn.slot, align 8, !dbg !169
  %sel6 = load i32, ptr %ehselector.slot, align 4, !dbg !169
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn5, 0, !dbg !169
  %lpad.val7 = insertvalue { ptr, i32 } %lpad.val, i32 %sel6, 1, !dbg !169
  resume { ptr, i32 } %lpad.val7, !dbg !169

terminate.lpad:                                   ; preds = %lpad1
  %13 = landingpad { ptr, i32 }
          catch ptr null, !dbg !169
  %14 = extractvalue { ptr, i32 } %13, 0, !dbg !169
  call void @__clang_call_terminate(ptr %14) #14, !dbg !169
  unreachable, !dbg !169

unreachable:                                      ; preds = %catch
  unreachable
}

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #2

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #3 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #6
  call void @_ZSt9terminatev() #14
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #4

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7lambdasi(i32 noundef %base) #0 !dbg !179 {
entry:
  %base.addr = alloca i32, align 4
  %add = alloca %class.anon, align 4
  %count = alloca %class.anon.0, align 8
  %agg.tmp = alloca %class.anon, align 4
  %agg.tmp1 = alloca %class.anon.0, align 8
  store i32 %base, ptr %base.addr, align 4
    #dbg_declare(ptr %base.addr, !180, !DIExpression(), !181)
    #dbg_declare(ptr %add, !182, !DIExpression(), !186)
  %0 = getelementptr inbounds nuw %class.anon, ptr %add, i32 0, i32 0, !dbg !187
  %1 = load i32, ptr %base.addr, align 4, !dbg !188
  store i32 %1, ptr %0, align 4, !dbg !187
    #dbg_declare(ptr %count, !189, !DIExpression(), !193)
  %2 = getelementptr inbounds nuw %class.anon.0, ptr %count, i32 0, i32 0, !dbg !194
  store ptr %base.addr, ptr %2, align 8, !dbg !194
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.tmp, ptr align 4 %add, i64 4, i1 false), !dbg !195
  %coerce.dive = getelementptr inbounds nuw %class.anon, ptr %agg.tmp, i32 0, i32 0, !dbg !196
  %3 = load i32, ptr %coerce.dive, align 4, !dbg !196
  %call = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %3), !dbg !196
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.tmp1, ptr align 8 %count, i64 8, i1 false), !dbg !197
  %coerce.dive2 = getelementptr inbounds nuw %class.anon.0, ptr %agg.tmp1, i32 0, i32 0, !dbg !198
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !198
  %call3 = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %4), !dbg !198
  %add4 = add nsw i32 %call, %call3, !dbg !199
  ret i32 %add4, !dbg !200
}

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %f.coerce) #0 !dbg !201 {
entry:
  %f = alloca %class.anon, align 4
  %coerce.dive = getelementptr inbounds nuw %class.anon, ptr %f, i32 0, i32 0
  store i32 %f.coerce, ptr %coerce.dive, align 4
    #dbg_declare(ptr %f, !206, !DIExpression(), !207)
  %call = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 1), !dbg !208
  %call1 = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 2), !dbg !209
  %add = add nsw i32 %call, %call1, !dbg !210
  ret i32 %add, !dbg !211
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #5

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %f.coerce) #0 !dbg !212 {
entry:
  %f = alloca %class.anon.0, align 8
  %coerce.dive = getelementptr inbounds nuw %class.anon.0, ptr %f, i32 0, i32 0
  store ptr %f.coerce, ptr %coerce.dive, align 8
    #dbg_declare(ptr %f, !217, !DIExpression(), !218)
  %call = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 1), !dbg !219
  %call1 = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 2), !dbg !220
  %add = add nsw i32 %call, %call1, !dbg !221
  ret i32 %add, !dbg !222
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef ptr @_Z4makeb(i1 noundef zeroext %big) #0 personality ptr @__gxx_personality_v0 !dbg !35 {
entry:
  %retval = alloca ptr, align 8
  %big.addr = alloca i8, align 1
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %storedv = zext i1 %big to i8
  store i8 %storedv, ptr %big.addr, align 1
    #dbg_declare(ptr %big.addr, !223, !DIExpression(), !224)
  %0 = load atomic i8, ptr @_ZGVZ4makebE5small acquire, align 8, !dbg !225
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !225
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !225, !prof !226

init.check:                                       ; preds = %entry
  %1 = call i32 @__cxa_guard_acquire(ptr @_ZGVZ4makebE5small) #6, !dbg !225
  %tobool = icmp ne i32 %1, 0, !dbg !225
  br i1 %tobool, label %init, label %init.end, !dbg !225

init:                                             ; preds = %init.check
  invoke void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) @_ZZ4makebE5small, i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !227

invoke.cont:                                      ; preds = %init
  %2 = call i32 @__cxa_atexit(ptr @_ZN6shapes6squareD2Ev, ptr @_ZZ4makebE5small, ptr @__dso_handle) #6, !dbg !225
  call void @__cxa_guard_release(ptr @_ZGVZ4makebE5small) #6, !dbg !225
  br label %init.end, !dbg !225

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
  %3 = load i8, ptr %big.addr, align 1, !dbg !228
  %loadedv = trunc i8 %3 to i1, !dbg !228
  br i1 %loadedv, label %if.end, label %if.then, !dbg !230

if.then:                                          ; preds = %init.end
  store ptr @_ZZ4makebE5small, ptr %retval, align 8, !dbg !231
  br label %return, !dbg !231

lpad:                                             ; preds = %init
  %4 = landingpad { ptr, i32 }
          cleanup, !dbg !232
  %5 = extractvalue { ptr, i32 } %4, 0, !dbg !232
  store ptr %5, ptr %exn.slot, align 8, !dbg !232
  %6 = extractvalue { ptr, i32 } %4, 1, !dbg !232
  store i32 %6, ptr %ehselector.slot, align 4, !dbg !232
  call void @__cxa_guard_abort(ptr @_ZGVZ4makebE5small) #6, !dbg !225
  br label %eh.resume, !dbg !225

if.end:                                           ; preds = %init.end
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef 16) #15, !dbg !233, !heapallocsite !91
  call void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %call) #6, !dbg !234
  %7 = icmp eq ptr %call, null, !dbg !233
  br i1 %7, label %cast.end, label %cast.notnull, !dbg !233

cast.notnull:                                     ; preds = %if.end
  %vtable = load ptr, ptr %call, align 8, !dbg !233
  %vbase.offset.ptr = getelementptr i8, ptr %vtable, i64 -40, !dbg !233
  %vbase.offset = load i64, ptr %vbase.offset.ptr, align 8, !dbg !233
  %add.ptr = getelementptr inbounds i8, ptr %call, i64 %vbase.offset, !dbg !233
  br label %cast.end, !dbg !233

cast.end:                                         ; preds = %cast.notnull, %if.end
  %cast.result = phi ptr [ %add.ptr, %cast.notnull ], [ null, %if.end ], !dbg !233
  store ptr %cast.result, ptr %retval, align 8, !dbg !235
  br label %return, !dbg !235

return:                                           ; preds = %cast.end, %if.then
  %8 = load ptr, ptr %retval, align 8, !dbg !232
  ret ptr %8, !dbg !232

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !225
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !225
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !225
  %lpad.val1 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !225
  resume { ptr, i32 } %lpad.val1, !dbg !225
}

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(ptr) #6

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %s) unnamed_addr #1 comdat align 2 !dbg !236 {
entry:
  %this.addr = alloca ptr, align 8
  %s.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !237, !DIExpression(), !239)
  store i32 %s, ptr %s.addr, align 4
    #dbg_declare(ptr %s.addr, !240, !DIExpression(), !241)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !242
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTVN6shapes6squareE, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !243
  %side = getelementptr inbounds nuw %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !244
  %0 = load i32, ptr %s.addr, align 4, !dbg !245
  store i32 %0, ptr %side, align 8, !dbg !244
  ret void, !dbg !246
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !247 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !251, !DIExpression(), !252)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !253
  ret void, !dbg !255
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) #6

; Function Attrs: nounwind
declare void @__cxa_guard_abort(ptr) #6

; Function Attrs: nounwind
declare void @__cxa_guard_release(ptr) #6

; Function Attrs: nobuiltin allocsize(0)
declare noundef nonnull ptr @_Znwm(i64 noundef) #7

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !256 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !261, !DIExpression(), !263)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !264
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !264
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !264
  %name = getelementptr inbounds nuw %"struct.shapes::named", ptr %this1, i32 0, i32 1, !dbg !265
  store ptr @.str, ptr %name, align 8, !dbg !265
  ret void, !dbg !264
}

; Function Attrs: mustprogress noinline norecurse uwtable
define dso_local noundef i32 @main() #8 !dbg !73 {
entry:
  %retval = alloca i32, align 4
  %s = alloca ptr, align 8
  %area = alloca i32, align 4
  %method = alloca { i64, i64 }, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %s, !266, !DIExpression(), !267)
  %call = call noundef ptr @_Z4makeb(i1 noundef zeroext true), !dbg !268
  store ptr %call, ptr %s, align 8, !dbg !267
    #dbg_declare(ptr %area, !269, !DIExpression(), !270)
  %0 = load ptr, ptr %s, align 8, !dbg !271
  %vtable = load ptr, ptr %0, align 8, !dbg !272
  %vfn = getelementptr inbounds ptr, ptr %vtable, i64 2, !dbg !272
  %1 = load ptr, ptr %vfn, align 8, !dbg !272
  %call1 = call noundef i32 %1(ptr noundef nonnull align 8 dereferenceable(8) %0), !dbg !272
  store i32 %call1, ptr %area, align 4, !dbg !270
  %2 = load ptr, ptr %s, align 8, !dbg !273
  %isnull = icmp eq ptr %2, null, !dbg !274
  br i1 %isnull, label %delete.end, label %delete.notnull, !dbg !274

delete.notnull:                                   ; preds = %entry
  %vtable2 = load ptr, ptr %2, align 8, !dbg !274
  %vfn3 = getelementptr inbounds ptr, ptr %vtable2, i64 1, !dbg !274
  %3 = load ptr, ptr %vfn3, align 8, !dbg !274
  call void %3(ptr noundef nonnull align 8 dereferenceable(8) %2) #6, !dbg !274
  br label %delete.end, !dbg !274

delete.end:                                       ; preds = %delete.notnull, %entry
    #dbg_declare(ptr %method, !275, !DIExpression(), !277)
  store { i64, i64 } { i64 17, i64 0 }, ptr %method, align 8, !dbg !277
  %4 = load i8, ptr @_ZGVZ4mainE5calls, align 1, !dbg !278
  %guard.uninitialized = icmp eq i8 %4, 0, !dbg !278
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !278, !prof !279

init.check:                                       ; preds = %delete.end
  %5 = load i32, ptr %area, align 4, !dbg !280
  %6 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @_ZZ4mainE5calls), !dbg !278
  store i32 %5, ptr %6, align 4, !dbg !278
  store i8 1, ptr @_ZGVZ4mainE5calls, align 1, !dbg !278
  br label %init.end, !dbg !278

init.end:                                         ; preds = %init.check, %delete.end
  %call4 = call noundef i32 @_Z7handledi(i32 noundef 5), !dbg !281
  %call5 = call noundef i32 @_Z7lambdasi(i32 noundef 3), !dbg !282
  %add = add nsw i32 %call4, %call5, !dbg !283
  %call6 = call noundef ptr @_Z4makeb(i1 noundef zeroext false), !dbg !284
  %7 = load { i64, i64 }, ptr %method, align 8, !dbg !285
  %memptr.adj = extractvalue { i64, i64 } %7, 1, !dbg !286
  %8 = getelementptr inbounds i8, ptr %call6, i64 %memptr.adj, !dbg !286
  %memptr.ptr = extractvalue { i64, i64 } %7, 0, !dbg !286
  %9 = and i64 %memptr.ptr, 1, !dbg !286
  %memptr.isvirtual = icmp ne i64 %9, 0, !dbg !286
  br i1 %memptr.isvirtual, label %memptr.virtual, label %memptr.nonvirtual, !dbg !286

memptr.virtual:                                   ; preds = %init.end
  %vtable7 = load ptr, ptr %8, align 8, !dbg !286
  %10 = sub i64 %memptr.ptr, 1, !dbg !286
  %11 = getelementptr i8, ptr %vtable7, i64 %10, !dbg !286, !nosanitize !57
  %memptr.virtualfn = load ptr, ptr %11, align 8, !dbg !286, !nosanitize !57
  br label %memptr.end, !dbg !286

memptr.nonvirtual:                                ; preds = %init.end
  %memptr.nonvirtualfn = inttoptr i64 %memptr.ptr to ptr, !dbg !286
  br label %memptr.end, !dbg !286

memptr.end:                                       ; preds = %memptr.nonvirtual, %memptr.virtual
  %12 = phi ptr [ %memptr.virtualfn, %memptr.virtual ], [ %memptr.nonvirtualfn, %memptr.nonvirtual ], !dbg !286
  %call8 = call noundef i32 %12(ptr noundef nonnull align 8 dereferenceable(8) %8), !dbg !286
  %add9 = add nsw i32 %add, %call8, !dbg !287
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @_ZZ4mainE5calls), !dbg !288
  %14 = load i32, ptr %13, align 4, !dbg !289
  %inc = add nsw i32 %14, 1, !dbg !289
  store i32 %inc, ptr %13, align 4, !dbg !289
  %add10 = add nsw i32 %add9, %inc, !dbg !290
  ret i32 %add10, !dbg !291
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #9

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !292 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !294, !DIExpression(), !295)
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTVN6shapes5shapeE, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !296
  ret void, !dbg !296
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !297 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !298, !DIExpression(), !299)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #6, !dbg !300
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #16, !dbg !300
  ret void, !dbg !300
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !301 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !302, !DIExpression(), !304)
  %this1 = load ptr, ptr %this.addr, align 8
  %side = getelementptr inbounds nuw %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !305
  %0 = load i32, ptr %side, align 8, !dbg !305
  %side2 = getelementptr inbounds nuw %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !306
  %1 = load i32, ptr %side2, align 8, !dbg !306
  %mul = mul nsw i32 %0, %1, !dbg !307
  ret i32 %mul, !dbg !308
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !309 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !310, !DIExpression(), !311)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !312
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !313 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !314, !DIExpression(), !315)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.trap() #14, !dbg !316
  unreachable, !dbg !316
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #10

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !317 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !319, !DIExpression(), !320)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1, ptr noundef @_ZTTN6shapes5namedE) #6, !dbg !321
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !321
  ret void, !dbg !321
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !322 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !323, !DIExpression(), !324)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #6, !dbg !325
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #16, !dbg !325
  ret void, !dbg !325
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !326 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !327, !DIExpression(), !329)
  %this1 = load ptr, ptr %this.addr, align 8
  ret i32 1, !dbg !330
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this, ptr noundef %vtt) unnamed_addr #1 comdat align 2 !dbg !331 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !335, !DIExpression(), !336)
  store ptr %vtt, ptr %vtt.addr, align 8
    #dbg_declare(ptr %vtt.addr, !337, !DIExpression(), !336)
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  ret void, !dbg !338
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD1Ev(ptr noundef %this) unnamed_addr #11 comdat align 2 !dbg !339 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !341
  %vtable = load ptr, ptr %this1, align 8, !dbg !341
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !341
  %1 = load i64, ptr %0, align 8, !dbg !341
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !341
  tail call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %2) #6, !dbg !341
  ret void, !dbg !341
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD0Ev(ptr noundef %this) unnamed_addr #11 comdat align 2 !dbg !342 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !343
  %vtable = load ptr, ptr %this1, align 8, !dbg !343
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !343
  %1 = load i64, ptr %0, align 8, !dbg !343
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !343
  tail call void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %2) #6, !dbg !343
  ret void, !dbg !343
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_NK6shapes5named4areaEv(ptr noundef %this) unnamed_addr #12 comdat align 2 !dbg !344 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !345
  %vtable = load ptr, ptr %this1, align 8, !dbg !345
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -32, !dbg !345
  %1 = load i64, ptr %0, align 8, !dbg !345
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !345
  %call = tail call noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %2), !dbg !345
  ret i32 %call, !dbg !345
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %x) #1 align 2 !dbg !346 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !352, !DIExpression(), !354)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !355, !DIExpression(), !356)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = getelementptr inbounds nuw %class.anon, ptr %this1, i32 0, i32 0, !dbg !357
  %1 = load i32, ptr %0, align 4, !dbg !357
  %2 = load i32, ptr %x.addr, align 4, !dbg !358
  %add = add nsw i32 %1, %2, !dbg !359
  ret i32 %add, !dbg !360
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %this, i32 noundef %x) #1 align 2 !dbg !361 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !366, !DIExpression(), !368)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !369, !DIExpression(), !370)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %x.addr, align 4, !dbg !371
  %1 = getelementptr inbounds nuw %class.anon.0, ptr %this1, i32 0, i32 0, !dbg !372
  %2 = load ptr, ptr %1, align 8, !dbg !372, !nonnull !57, !align !133
  %3 = load i32, ptr %2, align 4, !dbg !373
  %add = add nsw i32 %3, %0, !dbg !373
  store i32 %add, ptr %2, align 4, !dbg !373
  ret i32 %add, !dbg !374
}

attributes #0 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
attributes #3 = { noinline noreturn nounwind uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nounwind }
attributes #7 = { nobuiltin allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress noinline norecurse uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { noreturn }
attributes #14 = { noreturn nounwind }
attributes #15 = { builtin allocsize(0) }
attributes #16 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!101, !102, !103, !104, !105, !106, !107}
!llvm.ident = !{!108}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 33, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !32, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "classes.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "13853b01cdad9a9bb473009e8106282a")
!4 = !{!5, !21}
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "failure", file: !3, line: 20, size: 32, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !6, identifier: "_ZTS7failure")
!6 = !{!7, !9, !13, !18}
!7 = !DIDerivedType(tag: DW_TAG_member, name: "code", scope: !5, file: !3, line: 21, baseType: !8, size: 32)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DISubprogram(name: "failure", linkageName: "_ZN7failureC4Ei", scope: !5, file: !3, line: 22, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: 0)
!10 = !DISubroutineType(types: !11)
!11 = !{null, !12, !8}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!13 = !DISubprogram(name: "failure", linkageName: "_ZN7failureC4ERKS_", scope: !5, file: !3, line: 23, type: !14, scopeLine: 23, flags: DIFlagPrototyped, spFlags: 0)
!14 = !DISubroutineType(types: !15)
!15 = !{null, !12, !16}
!16 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !17, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !5)
!18 = !DISubprogram(name: "~failure", linkageName: "_ZN7failureD4Ev", scope: !5, file: !3, line: 24, type: !19, scopeLine: 24, flags: DIFlagPrototyped, spFlags: 0)
!19 = !DISubroutineType(types: !20)
!20 = !{null, !12}
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "guard", file: !3, line: 27, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !22, identifier: "_ZTS5guard")
!22 = !{!23, !25, !29}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "depth", scope: !21, file: !3, line: 28, baseType: !24, size: 64)
!24 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !8, size: 64)
!25 = !DISubprogram(name: "guard", linkageName: "_ZN5guardC4ERi", scope: !21, file: !3, line: 29, type: !26, scopeLine: 29, flags: DIFlagPrototyped, spFlags: 0)
!26 = !DISubroutineType(types: !27)
!27 = !{null, !28, !24}
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!29 = !DISubprogram(name: "~guard", linkageName: "_ZN5guardD4Ev", scope: !21, file: !3, line: 30, type: !30, scopeLine: 30, flags: DIFlagPrototyped, spFlags: 0)
!30 = !DISubroutineType(types: !31)
!31 = !{null, !28}
!32 = !{!0, !33, !71, !74, !78, !81, !88}
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "small", scope: !35, file: !3, line: 61, type: !58, isLocal: true, isDefinition: true)
!35 = distinct !DISubprogram(name: "make", linkageName: "_Z4makeb", scope: !3, file: !3, line: 60, type: !36, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!36 = !DISubroutineType(types: !37)
!37 = !{!38, !56}
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !39, size: 64)
!39 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "shape", scope: !40, file: !3, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !41, vtableHolder: !39, identifier: "_ZTSN6shapes5shapeE")
!40 = !DINamespace(name: "shapes", scope: null)
!41 = !{!42, !47, !51}
!42 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$shape", scope: !3, file: !3, baseType: !43, size: 64, flags: DIFlagArtificial)
!43 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !44, size: 64)
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !45, size: 64)
!45 = !DISubroutineType(types: !46)
!46 = !{!8}
!47 = !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD4Ev", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, containingType: !39, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!48 = !DISubroutineType(types: !49)
!49 = !{null, !50}
!50 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !39, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!51 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes5shape4areaEv", scope: !39, file: !3, line: 5, type: !52, scopeLine: 5, containingType: !39, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!52 = !DISubroutineType(types: !53)
!53 = !{!8, !54}
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !55, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!55 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !39)
!56 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!57 = !{}
!58 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "square", scope: !40, file: !3, line: 8, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !59, vtableHolder: !39, identifier: "_ZTSN6shapes6squareE")
!59 = !{!60, !61, !62, !66}
!60 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !58, baseType: !39, extraData: i32 0)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !58, file: !3, line: 9, baseType: !8, size: 32, offset: 64)
!62 = !DISubprogram(name: "square", linkageName: "_ZN6shapes6squareC4Ei", scope: !58, file: !3, line: 10, type: !63, scopeLine: 10, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!63 = !DISubroutineType(types: !64)
!64 = !{null, !65, !8}
!65 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!66 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes6square4areaEv", scope: !58, file: !3, line: 11, type: !67, scopeLine: 11, containingType: !58, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!67 = !DISubroutineType(types: !68)
!68 = !{!8, !69}
!69 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !70, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!70 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !58)
!71 = !DIGlobalVariableExpression(var: !72, expr: !DIExpression())
!72 = distinct !DIGlobalVariable(name: "calls", scope: !73, file: !3, line: 72, type: !8, isLocal: true, isDefinition: true)
!73 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 67, type: !45, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!74 = !DIGlobalVariableExpression(var: !75, expr: !DIExpression())
!75 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTVN6shapes6squareE", scope: !2, file: !3, type: !76, isLocal: false, isDefinition: true, declaration: !77, align: 64)
!76 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!77 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !58, file: !3, baseType: !76, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!78 = !DIGlobalVariableExpression(var: !79, expr: !DIExpression())
!79 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTVN6shapes5shapeE", scope: !2, file: !3, type: !76, isLocal: false, isDefinition: true, declaration: !80, align: 64)
!80 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !39, file: !3, baseType: !76, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!81 = !DIGlobalVariableExpression(var: !82, expr: !DIExpression())
!82 = distinct !DIGlobalVariable(scope: null, file: !3, line: 15, type: !83, isLocal: true, isDefinition: true)
!83 = !DICompositeType(tag: DW_TAG_array_type, baseType: !84, size: 48, elements: !86)
!84 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !85)
!85 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!86 = !{!87}
!87 = !DISubrange(count: 6)
!88 = !DIGlobalVariableExpression(var: !89, expr: !DIExpression())
!89 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTVN6shapes5namedE", scope: !2, file: !3, type: !76, isLocal: false, isDefinition: true, declaration: !90, align: 64)
!90 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !91, file: !3, baseType: !76, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!91 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "named", scope: !40, file: !3, line: 14, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !92, vtableHolder: !39, identifier: "_ZTSN6shapes5namedE")
!92 = !{!93, !94, !96}
!93 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !91, baseType: !39, offset: 40, flags: DIFlagVirtual, extraData: i32 0)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !91, file: !3, line: 15, baseType: !95, size: 64, offset: 64)
!95 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !84, size: 64)
!96 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !91, file: !3, line: 16, type: !97, scopeLine: 16, containingType: !91, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!97 = !DISubroutineType(types: !98)
!98 = !{!8, !99}
!99 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !100, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!100 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !91)
!101 = !{i32 7, !"Dwarf Version", i32 5}
!102 = !{i32 2, !"Debug Info Version", i32 3}
!103 = !{i32 1, !"wchar_size", i32 4}
!104 = !{i32 8, !"PIC Level", i32 2}
!105 = !{i32 7, !"PIE Level", i32 2}
!106 = !{i32 7, !"uwtable", i32 2}
!107 = !{i32 7, !"frame-pointer", i32 2}
!108 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!109 = distinct !DISubprogram(name: "risky", linkageName: "_Z5riskyi", scope: !3, file: !3, line: 35, type: !110, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!110 = !DISubroutineType(types: !111)
!111 = !{!8, !8}
!112 = !DILocalVariable(name: "x", arg: 1, scope: !109, file: !3, line: 35, type: !8)
!113 = !DILocation(line: 35, column: 15, scope: !109)
!114 = !DILocalVariable(name: "g", scope: !109, file: !3, line: 36, type: !21)
!115 = !DILocation(line: 36, column: 11, scope: !109)
!116 = !DILocation(line: 37, column: 9, scope: !117)
!117 = distinct !DILexicalBlock(scope: !109, file: !3, line: 37, column: 9)
!118 = !DILocation(line: 37, column: 11, scope: !117)
!119 = !DILocation(line: 38, column: 9, scope: !117)
!120 = !DILocation(line: 38, column: 23, scope: !117)
!121 = !DILocation(line: 38, column: 15, scope: !117)
!122 = !DILocation(line: 40, column: 1, scope: !117)
!123 = !DILocation(line: 39, column: 12, scope: !109)
!124 = !DILocation(line: 40, column: 1, scope: !109)
!125 = distinct !DISubprogram(name: "guard", linkageName: "_ZN5guardC2ERi", scope: !21, file: !3, line: 29, type: !26, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !25, retainedNodes: !57)
!126 = !DILocalVariable(name: "this", arg: 1, scope: !125, type: !127, flags: DIFlagArtificial | DIFlagObjectPointer)
!127 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!128 = !DILocation(line: 0, scope: !125)
!129 = !DILocalVariable(name: "d", arg: 2, scope: !125, file: !3, line: 29, type: !24)
!130 = !DILocation(line: 29, column: 16, scope: !125)
!131 = !DILocation(line: 29, column: 21, scope: !125)
!132 = !DILocation(line: 29, column: 27, scope: !125)
!133 = !{i64 4}
!134 = !DILocation(line: 29, column: 34, scope: !135)
!135 = distinct !DILexicalBlock(scope: !125, file: !3, line: 29, column: 30)
!136 = !DILocation(line: 29, column: 32, scope: !135)
!137 = !DILocation(line: 29, column: 41, scope: !125)
!138 = distinct !DISubprogram(name: "failure", linkageName: "_ZN7failureC2Ei", scope: !5, file: !3, line: 22, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !9, retainedNodes: !57)
!139 = !DILocalVariable(name: "this", arg: 1, scope: !138, type: !140, flags: DIFlagArtificial | DIFlagObjectPointer)
!140 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!141 = !DILocation(line: 0, scope: !138)
!142 = !DILocalVariable(name: "c", arg: 2, scope: !138, file: !3, line: 22, type: !8)
!143 = !DILocation(line: 22, column: 17, scope: !138)
!144 = !DILocation(line: 22, column: 22, scope: !138)
!145 = !DILocation(line: 22, column: 27, scope: !138)
!146 = !DILocation(line: 22, column: 31, scope: !138)
!147 = distinct !DISubprogram(name: "~failure", linkageName: "_ZN7failureD2Ev", scope: !5, file: !3, line: 24, type: !19, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !57)
!148 = !DILocalVariable(name: "this", arg: 1, scope: !147, type: !140, flags: DIFlagArtificial | DIFlagObjectPointer)
!149 = !DILocation(line: 0, scope: !147)
!150 = !DILocation(line: 24, column: 17, scope: !147)
!151 = distinct !DISubprogram(name: "~guard", linkageName: "_ZN5guardD2Ev", scope: !21, file: !3, line: 30, type: !30, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !29, retainedNodes: !57)
!152 = !DILocalVariable(name: "this", arg: 1, scope: !151, type: !127, flags: DIFlagArtificial | DIFlagObjectPointer)
!153 = !DILocation(line: 0, scope: !151)
!154 = !DILocation(line: 30, column: 18, scope: !155)
!155 = distinct !DILexicalBlock(scope: !151, file: !3, line: 30, column: 14)
!156 = !DILocation(line: 30, column: 16, scope: !155)
!157 = !DILocation(line: 30, column: 25, scope: !151)
!158 = distinct !DISubprogram(name: "handled", linkageName: "_Z7handledi", scope: !3, file: !3, line: 42, type: !110, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!159 = !DILocalVariable(name: "x", arg: 1, scope: !158, file: !3, line: 42, type: !8)
!160 = !DILocation(line: 42, column: 17, scope: !158)
!161 = !DILocation(line: 44, column: 22, scope: !162)
!162 = distinct !DILexicalBlock(scope: !158, file: !3, line: 43, column: 9)
!163 = !DILocation(line: 44, column: 16, scope: !162)
!164 = !DILocation(line: 44, column: 9, scope: !162)
!165 = !DILocation(line: 50, column: 1, scope: !162)
!166 = !DILocation(line: 45, column: 5, scope: !162)
!167 = !DILocalVariable(name: "f", scope: !158, file: !3, line: 45, type: !16)
!168 = !DILocation(line: 45, column: 29, scope: !158)
!169 = !DILocation(line: 49, column: 5, scope: !170)
!170 = distinct !DILexicalBlock(scope: !158, file: !3, line: 47, column: 19)
!171 = !DILocation(line: 46, column: 16, scope: !172)
!172 = distinct !DILexicalBlock(scope: !158, file: !3, line: 45, column: 32)
!173 = !DILocation(line: 46, column: 18, scope: !172)
!174 = !DILocation(line: 46, column: 9, scope: !172)
!175 = !DILocation(line: 47, column: 5, scope: !172)
!176 = !DILocation(line: 48, column: 9, scope: !170)
!177 = !DILocation(line: 50, column: 1, scope: !170)
!178 = !DILocation(line: 50, column: 1, scope: !158)
!179 = distinct !DISubprogram(name: "lambdas", linkageName: "_Z7lambdasi", scope: !3, file: !3, line: 54, type: !110, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!180 = !DILocalVariable(name: "base", arg: 1, scope: !179, file: !3, line: 54, type: !8)
!181 = !DILocation(line: 54, column: 17, scope: !179)
!182 = !DILocalVariable(name: "add", scope: !179, file: !3, line: 55, type: !183)
!183 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !179, file: !3, line: 55, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !184)
!184 = !{!185}
!185 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !183, file: !3, line: 55, baseType: !8, size: 32)
!186 = !DILocation(line: 55, column: 10, scope: !179)
!187 = !DILocation(line: 55, column: 16, scope: !179)
!188 = !DILocation(line: 55, column: 17, scope: !179)
!189 = !DILocalVariable(name: "count", scope: !179, file: !3, line: 56, type: !190)
!190 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !179, file: !3, line: 56, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !191)
!191 = !{!192}
!192 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !190, file: !3, line: 56, baseType: !24, size: 64)
!193 = !DILocation(line: 56, column: 10, scope: !179)
!194 = !DILocation(line: 56, column: 18, scope: !179)
!195 = !DILocation(line: 57, column: 18, scope: !179)
!196 = !DILocation(line: 57, column: 12, scope: !179)
!197 = !DILocation(line: 57, column: 31, scope: !179)
!198 = !DILocation(line: 57, column: 25, scope: !179)
!199 = !DILocation(line: 57, column: 23, scope: !179)
!200 = !DILocation(line: 57, column: 5, scope: !179)
!201 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:55:16)>", linkageName: "_Z5twiceIZ7lambdasiE3$_0EiT_", scope: !3, file: !3, line: 52, type: !202, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !204, retainedNodes: !57)
!202 = !DISubroutineType(types: !203)
!203 = !{!8, !183}
!204 = !{!205}
!205 = !DITemplateTypeParameter(name: "F", type: !183)
!206 = !DILocalVariable(name: "f", arg: 1, scope: !201, file: !3, line: 52, type: !183)
!207 = !DILocation(line: 52, column: 35, scope: !201)
!208 = !DILocation(line: 52, column: 47, scope: !201)
!209 = !DILocation(line: 52, column: 54, scope: !201)
!210 = !DILocation(line: 52, column: 52, scope: !201)
!211 = !DILocation(line: 52, column: 40, scope: !201)
!212 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:56:18)>", linkageName: "_Z5twiceIZ7lambdasiE3$_1EiT_", scope: !3, file: !3, line: 52, type: !213, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !215, retainedNodes: !57)
!213 = !DISubroutineType(types: !214)
!214 = !{!8, !190}
!215 = !{!216}
!216 = !DITemplateTypeParameter(name: "F", type: !190)
!217 = !DILocalVariable(name: "f", arg: 1, scope: !212, file: !3, line: 52, type: !190)
!218 = !DILocation(line: 52, column: 35, scope: !212)
!219 = !DILocation(line: 52, column: 47, scope: !212)
!220 = !DILocation(line: 52, column: 54, scope: !212)
!221 = !DILocation(line: 52, column: 52, scope: !212)
!222 = !DILocation(line: 52, column: 40, scope: !212)
!223 = !DILocalVariable(name: "big", arg: 1, scope: !35, file: !3, line: 60, type: !56)
!224 = !DILocation(line: 60, column: 26, scope: !35)
!225 = !DILocation(line: 61, column: 5, scope: !35)
!226 = !{!"branch_weights", i32 1, i32 1048575}
!227 = !DILocation(line: 61, column: 27, scope: !35)
!228 = !DILocation(line: 62, column: 10, scope: !229)
!229 = distinct !DILexicalBlock(scope: !35, file: !3, line: 62, column: 9)
!230 = !DILocation(line: 62, column: 9, scope: !229)
!231 = !DILocation(line: 63, column: 9, scope: !229)
!232 = !DILocation(line: 65, column: 1, scope: !35)
!233 = !DILocation(line: 64, column: 12, scope: !35)
!234 = !DILocation(line: 64, column: 16, scope: !35)
!235 = !DILocation(line: 64, column: 5, scope: !35)
!236 = distinct !DISubprogram(name: "square", linkageName: "_ZN6shapes6squareC2Ei", scope: !58, file: !3, line: 10, type: !63, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !62, retainedNodes: !57)
!237 = !DILocalVariable(name: "this", arg: 1, scope: !236, type: !238, flags: DIFlagArtificial | DIFlagObjectPointer)
!238 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!239 = !DILocation(line: 0, scope: !236)
!240 = !DILocalVariable(name: "s", arg: 2, scope: !236, file: !3, line: 10, type: !8)
!241 = !DILocation(line: 10, column: 25, scope: !236)
!242 = !DILocation(line: 10, column: 14, scope: !236)
!243 = !DILocation(line: 10, column: 38, scope: !236)
!244 = !DILocation(line: 10, column: 30, scope: !236)
!245 = !DILocation(line: 10, column: 35, scope: !236)
!246 = !DILocation(line: 10, column: 39, scope: !236)
!247 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD2Ev", scope: !58, file: !3, line: 8, type: !248, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !250, retainedNodes: !57)
!248 = !DISubroutineType(types: !249)
!249 = !{null, !65}
!250 = !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD4Ev", scope: !58, type: !248, containingType: !58, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!251 = !DILocalVariable(name: "this", arg: 1, scope: !247, type: !238, flags: DIFlagArtificial | DIFlagObjectPointer)
!252 = !DILocation(line: 0, scope: !247)
!253 = !DILocation(line: 8, column: 8, scope: !254)
!254 = distinct !DILexicalBlock(scope: !247, file: !3, line: 8, column: 8)
!255 = !DILocation(line: 8, column: 8, scope: !247)
!256 = distinct !DISubprogram(name: "named", linkageName: "_ZN6shapes5namedC1Ev", scope: !91, file: !3, line: 14, type: !257, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !260, retainedNodes: !57)
!257 = !DISubroutineType(types: !258)
!258 = !{null, !259}
!259 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!260 = !DISubprogram(name: "named", linkageName: "_ZN6shapes5namedC4Ev", scope: !91, type: !257, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!261 = !DILocalVariable(name: "this", arg: 1, scope: !256, type: !262, flags: DIFlagArtificial | DIFlagObjectPointer)
!262 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64)
!263 = !DILocation(line: 0, scope: !256)
!264 = !DILocation(line: 14, column: 8, scope: !256)
!265 = !DILocation(line: 15, column: 17, scope: !256)
!266 = !DILocalVariable(name: "s", scope: !73, file: !3, line: 68, type: !38)
!267 = !DILocation(line: 68, column: 20, scope: !73)
!268 = !DILocation(line: 68, column: 24, scope: !73)
!269 = !DILocalVariable(name: "area", scope: !73, file: !3, line: 69, type: !8)
!270 = !DILocation(line: 69, column: 9, scope: !73)
!271 = !DILocation(line: 69, column: 16, scope: !73)
!272 = !DILocation(line: 69, column: 19, scope: !73)
!273 = !DILocation(line: 70, column: 12, scope: !73)
!274 = !DILocation(line: 70, column: 5, scope: !73)
!275 = !DILocalVariable(name: "method", scope: !73, file: !3, line: 71, type: !276)
!276 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !52, size: 128, extraData: !39)
!277 = !DILocation(line: 71, column: 26, scope: !73)
!278 = !DILocation(line: 72, column: 5, scope: !73)
!279 = !{!"branch_weights", i32 1, i32 1023}
!280 = !DILocation(line: 72, column: 30, scope: !73)
!281 = !DILocation(line: 73, column: 12, scope: !73)
!282 = !DILocation(line: 73, column: 25, scope: !73)
!283 = !DILocation(line: 73, column: 23, scope: !73)
!284 = !DILocation(line: 73, column: 39, scope: !73)
!285 = !DILocation(line: 73, column: 53, scope: !73)
!286 = !DILocation(line: 73, column: 38, scope: !73)
!287 = !DILocation(line: 73, column: 36, scope: !73)
!288 = !DILocation(line: 73, column: 67, scope: !73)
!289 = !DILocation(line: 73, column: 65, scope: !73)
!290 = !DILocation(line: 73, column: 63, scope: !73)
!291 = !DILocation(line: 73, column: 5, scope: !73)
!292 = distinct !DISubprogram(name: "shape", linkageName: "_ZN6shapes5shapeC2Ev", scope: !39, file: !3, line: 3, type: !48, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !293, retainedNodes: !57)
!293 = !DISubprogram(name: "shape", linkageName: "_ZN6shapes5shapeC4Ev", scope: !39, type: !48, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!294 = !DILocalVariable(name: "this", arg: 1, scope: !292, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!295 = !DILocation(line: 0, scope: !292)
!296 = !DILocation(line: 3, column: 8, scope: !292)
!297 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD0Ev", scope: !58, file: !3, line: 8, type: !248, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !250, retainedNodes: !57)
!298 = !DILocalVariable(name: "this", arg: 1, scope: !297, type: !238, flags: DIFlagArtificial | DIFlagObjectPointer)
!299 = !DILocation(line: 0, scope: !297)
!300 = !DILocation(line: 8, column: 8, scope: !297)
!301 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes6square4areaEv", scope: !58, file: !3, line: 11, type: !67, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !66, retainedNodes: !57)
!302 = !DILocalVariable(name: "this", arg: 1, scope: !301, type: !303, flags: DIFlagArtificial | DIFlagObjectPointer)
!303 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !70, size: 64)
!304 = !DILocation(line: 0, scope: !301)
!305 = !DILocation(line: 11, column: 40, scope: !301)
!306 = !DILocation(line: 11, column: 47, scope: !301)
!307 = !DILocation(line: 11, column: 45, scope: !301)
!308 = !DILocation(line: 11, column: 33, scope: !301)
!309 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD2Ev", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !47, retainedNodes: !57)
!310 = !DILocalVariable(name: "this", arg: 1, scope: !309, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!311 = !DILocation(line: 0, scope: !309)
!312 = !DILocation(line: 4, column: 23, scope: !309)
!313 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD0Ev", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !47, retainedNodes: !57)
!314 = !DILocalVariable(name: "this", arg: 1, scope: !313, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!315 = !DILocation(line: 0, scope: !313)
!316 = !DILocation(line: 4, column: 22, scope: !313)
!317 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD1Ev", scope: !91, file: !3, line: 14, type: !257, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !318, retainedNodes: !57)
!318 = !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD4Ev", scope: !91, type: !257, containingType: !91, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!319 = !DILocalVariable(name: "this", arg: 1, scope: !317, type: !262, flags: DIFlagArtificial | DIFlagObjectPointer)
!320 = !DILocation(line: 0, scope: !317)
!321 = !DILocation(line: 14, column: 8, scope: !317)
!322 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD0Ev", scope: !91, file: !3, line: 14, type: !257, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !318, retainedNodes: !57)
!323 = !DILocalVariable(name: "this", arg: 1, scope: !322, type: !262, flags: DIFlagArtificial | DIFlagObjectPointer)
!324 = !DILocation(line: 0, scope: !322)
!325 = !DILocation(line: 14, column: 8, scope: !322)
!326 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !91, file: !3, line: 16, type: !97, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !96, retainedNodes: !57)
!327 = !DILocalVariable(name: "this", arg: 1, scope: !326, type: !328, flags: DIFlagArtificial | DIFlagObjectPointer)
!328 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !100, size: 64)
!329 = !DILocation(line: 0, scope: !326)
!330 = !DILocation(line: 16, column: 33, scope: !326)
!331 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD2Ev", scope: !91, file: !3, line: 14, type: !332, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !318, retainedNodes: !57)
!332 = !DISubroutineType(types: !333)
!333 = !{null, !259, !334}
!334 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !76, size: 64)
!335 = !DILocalVariable(name: "this", arg: 1, scope: !331, type: !262, flags: DIFlagArtificial | DIFlagObjectPointer)
!336 = !DILocation(line: 0, scope: !331)
!337 = !DILocalVariable(name: "vtt", arg: 2, scope: !331, type: !334, flags: DIFlagArtificial)
!338 = !DILocation(line: 14, column: 8, scope: !331)
!339 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD1Ev", scope: !3, file: !3, line: 14, type: !340, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!340 = !DISubroutineType(types: !57)
!341 = !DILocation(line: 0, scope: !339)
!342 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD0Ev", scope: !3, file: !3, line: 14, type: !340, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!343 = !DILocation(line: 0, scope: !342)
!344 = distinct !DISubprogram(linkageName: "_ZTv0_n32_NK6shapes5named4areaEv", scope: !3, file: !3, line: 16, type: !340, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!345 = !DILocation(line: 0, scope: !344)
!346 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiENK3$_0clEi", scope: !183, file: !3, line: 55, type: !347, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !351, retainedNodes: !57)
!347 = !DISubroutineType(types: !348)
!348 = !{!8, !349, !8}
!349 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !350, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!350 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !183)
!351 = !DISubprogram(name: "operator()", scope: !183, file: !3, line: 55, type: !347, scopeLine: 55, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!352 = !DILocalVariable(name: "this", arg: 1, scope: !346, type: !353, flags: DIFlagArtificial | DIFlagObjectPointer)
!353 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !350, size: 64)
!354 = !DILocation(line: 0, scope: !346)
!355 = !DILocalVariable(name: "x", arg: 2, scope: !346, file: !3, line: 55, type: !8)
!356 = !DILocation(line: 55, column: 27, scope: !346)
!357 = !DILocation(line: 55, column: 39, scope: !346)
!358 = !DILocation(line: 55, column: 46, scope: !346)
!359 = !DILocation(line: 55, column: 44, scope: !346)
!360 = !DILocation(line: 55, column: 32, scope: !346)
!361 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiEN3$_1clEi", scope: !190, file: !3, line: 56, type: !362, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !365, retainedNodes: !57)
!362 = !DISubroutineType(types: !363)
!363 = !{!8, !364, !8}
!364 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !190, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!365 = !DISubprogram(name: "operator()", scope: !190, file: !3, line: 56, type: !362, scopeLine: 56, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!366 = !DILocalVariable(name: "this", arg: 1, scope: !361, type: !367, flags: DIFlagArtificial | DIFlagObjectPointer)
!367 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !190, size: 64)
!368 = !DILocation(line: 0, scope: !361)
!369 = !DILocalVariable(name: "x", arg: 2, scope: !361, file: !3, line: 56, type: !8)
!370 = !DILocation(line: 56, column: 26, scope: !361)
!371 = !DILocation(line: 56, column: 54, scope: !361)
!372 = !DILocation(line: 56, column: 46, scope: !361)
!373 = !DILocation(line: 56, column: 51, scope: !361)
!374 = !DILocation(line: 56, column: 39, scope: !361)
