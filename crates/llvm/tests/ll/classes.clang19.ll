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
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS7failure = linkonce_odr dso_local constant [9 x i8] c"7failure\00", comdat, align 1
@_ZTI7failure = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS7failure }, comdat, align 8
@_ZZ4makebE5small = internal global %"struct.shapes::square" zeroinitializer, align 8, !dbg !33
@_ZGVZ4makebE5small = internal global i64 0, align 8
@__dso_handle = external hidden global i8
@_ZZ4mainE5calls = internal thread_local global i32 0, align 4, !dbg !71
@_ZGVZ4mainE5calls = internal thread_local global i8 0, align 1
@_ZTVN6shapes6squareE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes6squareE, ptr @_ZN6shapes6squareD2Ev, ptr @_ZN6shapes6squareD0Ev, ptr @_ZNK6shapes6square4areaEv] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTSN6shapes6squareE = linkonce_odr dso_local constant [17 x i8] c"N6shapes6squareE\00", comdat, align 1
@_ZTSN6shapes5shapeE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5shapeE\00", comdat, align 1
@_ZTIN6shapes5shapeE = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN6shapes5shapeE }, comdat, align 8
@_ZTIN6shapes6squareE = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTSN6shapes6squareE, ptr @_ZTIN6shapes5shapeE }, comdat, align 8
@_ZTVN6shapes5shapeE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTIN6shapes5shapeE, ptr @_ZN6shapes5shapeD2Ev, ptr @_ZN6shapes5shapeD0Ev, ptr @__cxa_pure_virtual] }, comdat, align 8
@_ZTVN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTIN6shapes5namedE, ptr @_ZN6shapes5namedD1Ev, ptr @_ZN6shapes5namedD0Ev, ptr @_ZNK6shapes5named4areaEv] }, comdat, align 8
@.str = private unnamed_addr constant [6 x i8] c"named\00", align 1, !dbg !74
@_ZTTN6shapes5namedE = linkonce_odr dso_local unnamed_addr constant [2 x ptr] [ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5)], comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global [0 x ptr]
@_ZTSN6shapes5namedE = linkonce_odr dso_local constant [16 x i8] c"N6shapes5namedE\00", comdat, align 1
@_ZTIN6shapes5namedE = linkonce_odr dso_local constant { ptr, ptr, i32, i32, ptr, i64 } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTSN6shapes5namedE, i32 0, i32 1, ptr @_ZTIN6shapes5shapeE, i64 -10237 }, comdat, align 8

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z5riskyi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !89 {
entry:
  %x.addr = alloca i32, align 4
  %g = alloca %struct.guard, align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !92, !DIExpression(), !93)
    #dbg_declare(ptr %g, !94, !DIExpression(), !95)
  call void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %g, ptr noundef nonnull align 4 dereferenceable(4) @depth), !dbg !95
  %0 = load i32, ptr %x.addr, align 4, !dbg !96
  %cmp = icmp sgt i32 %0, 3, !dbg !98
  br i1 %cmp, label %if.then, label %if.end, !dbg !99

if.then:                                          ; preds = %entry
  %exception = call ptr @__cxa_allocate_exception(i64 4) #6, !dbg !100
  %1 = load i32, ptr %x.addr, align 4, !dbg !101
  invoke void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %exception, i32 noundef %1)
          to label %invoke.cont unwind label %lpad, !dbg !102

invoke.cont:                                      ; preds = %if.then
  invoke void @__cxa_throw(ptr %exception, ptr @_ZTI7failure, ptr @_ZN7failureD2Ev) #13
          to label %unreachable unwind label %lpad1, !dbg !100

lpad:                                             ; preds = %if.then
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !103
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !103
  store ptr %3, ptr %exn.slot, align 8, !dbg !103
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !103
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !103
  call void @__cxa_free_exception(ptr %exception) #6, !dbg !100
  br label %ehcleanup, !dbg !100

lpad1:                                            ; preds = %invoke.cont
  %5 = landingpad { ptr, i32 }
          cleanup, !dbg !103
  %6 = extractvalue { ptr, i32 } %5, 0, !dbg !103
  store ptr %6, ptr %exn.slot, align 8, !dbg !103
  %7 = extractvalue { ptr, i32 } %5, 1, !dbg !103
  store i32 %7, ptr %ehselector.slot, align 4, !dbg !103
  br label %ehcleanup, !dbg !103

if.end:                                           ; preds = %entry
  %8 = load i32, ptr %x.addr, align 4, !dbg !104
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #6, !dbg !105
  ret i32 %8, !dbg !105

ehcleanup:                                        ; preds = %lpad1, %lpad
  call void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %g) #6, !dbg !105
  br label %eh.resume, !dbg !105

eh.resume:                                        ; preds = %ehcleanup
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !105
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !105
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !105
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !105
  resume { ptr, i32 } %lpad.val2, !dbg !105

unreachable:                                      ; preds = %invoke.cont
  unreachable
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef nonnull align 4 dereferenceable(4) %d) unnamed_addr #1 comdat align 2 !dbg !106 {
entry:
  %this.addr = alloca ptr, align 8
  %d.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !107, !DIExpression(), !109)
  store ptr %d, ptr %d.addr, align 8
    #dbg_declare(ptr %d.addr, !110, !DIExpression(), !111)
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !112
  %0 = load ptr, ptr %d.addr, align 8, !dbg !113
  store ptr %0, ptr %depth, align 8, !dbg !112
  %depth2 = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !114
  %1 = load ptr, ptr %depth2, align 8, !dbg !114
  %2 = load i32, ptr %1, align 4, !dbg !116
  %inc = add nsw i32 %2, 1, !dbg !116
  store i32 %inc, ptr %1, align 4, !dbg !116
  ret void, !dbg !117
}

declare ptr @__cxa_allocate_exception(i64)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureC2Ei(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %c) unnamed_addr #1 comdat align 2 !dbg !118 {
entry:
  %this.addr = alloca ptr, align 8
  %c.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !119, !DIExpression(), !121)
  store i32 %c, ptr %c.addr, align 4
    #dbg_declare(ptr %c.addr, !122, !DIExpression(), !123)
  %this1 = load ptr, ptr %this.addr, align 8
  %code = getelementptr inbounds %struct.failure, ptr %this1, i32 0, i32 0, !dbg !124
  %0 = load i32, ptr %c.addr, align 4, !dbg !125
  store i32 %0, ptr %code, align 4, !dbg !124
  ret void, !dbg !126
}

declare i32 @__gxx_personality_v0(...)

declare void @__cxa_free_exception(ptr)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN7failureD2Ev(ptr noundef nonnull align 4 dereferenceable(4) %this) unnamed_addr #1 comdat align 2 !dbg !127 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !128, !DIExpression(), !129)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !130
}

declare void @__cxa_throw(ptr, ptr, ptr)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5guardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !131 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !132, !DIExpression(), !133)
  %this1 = load ptr, ptr %this.addr, align 8
  %depth = getelementptr inbounds %struct.guard, ptr %this1, i32 0, i32 0, !dbg !134
  %0 = load ptr, ptr %depth, align 8, !dbg !134
  %1 = load i32, ptr %0, align 4, !dbg !136
  %dec = add nsw i32 %1, -1, !dbg !136
  store i32 %dec, ptr %0, align 4, !dbg !136
  ret void, !dbg !137
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7handledi(i32 noundef %x) #0 personality ptr @__gxx_personality_v0 !dbg !138 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %f = alloca ptr, align 8
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !139, !DIExpression(), !140)
  %0 = load i32, ptr %x.addr, align 4, !dbg !141
  %call = invoke noundef i32 @_Z5riskyi(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !143

invoke.cont:                                      ; preds = %entry
  store i32 %call, ptr %retval, align 4, !dbg !144
  br label %return, !dbg !144

lpad:                                             ; preds = %entry
  %1 = landingpad { ptr, i32 }
          catch ptr @_ZTI7failure
          catch ptr null, !dbg !145
  %2 = extractvalue { ptr, i32 } %1, 0, !dbg !145
  store ptr %2, ptr %exn.slot, align 8, !dbg !145
  %3 = extractvalue { ptr, i32 } %1, 1, !dbg !145
  store i32 %3, ptr %ehselector.slot, align 4, !dbg !145
  br label %catch.dispatch, !dbg !145

catch.dispatch:                                   ; preds = %lpad
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !146
  %4 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTI7failure) #6, !dbg !146
  %matches = icmp eq i32 %sel, %4, !dbg !146
  br i1 %matches, label %catch3, label %catch, !dbg !146

catch3:                                           ; preds = %catch.dispatch
    #dbg_declare(ptr %f, !147, !DIExpression(), !148)
  %exn4 = load ptr, ptr %exn.slot, align 8, !dbg !149
  %5 = call ptr @__cxa_begin_catch(ptr %exn4) #6, !dbg !149
  store ptr %5, ptr %f, align 8, !dbg !149
  %6 = load ptr, ptr %f, align 8, !dbg !151
  %code = getelementptr inbounds %struct.failure, ptr %6, i32 0, i32 0, !dbg !153
  %7 = load i32, ptr %code, align 4, !dbg !153
  store i32 %7, ptr %retval, align 4, !dbg !154
  call void @__cxa_end_catch(), !dbg !155
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !146
  %8 = call ptr @__cxa_begin_catch(ptr %exn) #6, !dbg !146
  invoke void @__cxa_rethrow() #13
          to label %unreachable unwind label %lpad1, !dbg !156

lpad1:                                            ; preds = %catch
  %9 = landingpad { ptr, i32 }
          cleanup, !dbg !157
  %10 = extractvalue { ptr, i32 } %9, 0, !dbg !157
  store ptr %10, ptr %exn.slot, align 8, !dbg !157
  %11 = extractvalue { ptr, i32 } %9, 1, !dbg !157
  store i32 %11, ptr %ehselector.slot, align 4, !dbg !157
  invoke void @__cxa_end_catch()
          to label %invoke.cont2 unwind label %terminate.lpad, !dbg !149

invoke.cont2:                                     ; preds = %lpad1
  br label %eh.resume, !dbg !149

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !155
  unreachable, !dbg !155

return:                                           ; preds = %catch3, %invoke.cont
  %12 = load i32, ptr %retval, align 4, !dbg !158
  ret i32 %12, !dbg !158

eh.resume:                                        ; preds = %invoke.cont2
  %exn5 = load ptr, ptr %exn.slot, align 8, !dbg !149
  %sel6 = load i32, ptr %ehselector.slot, align 4, !dbg !149
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn5, 0, !dbg !149
  %lpad.val7 = insertvalue { ptr, i32 } %lpad.val, i32 %sel6, 1, !dbg !149
  resume { ptr, i32 } %lpad.val7, !dbg !149

terminate.lpad:                                   ; preds = %lpad1
  %13 = landingpad { ptr, i32 }
          catch ptr null, !dbg !149
  %14 = extractvalue { ptr, i32 } %13, 0, !dbg !149
  call void @__clang_call_terminate(ptr %14) #14, !dbg !149
  unreachable, !dbg !149

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
define dso_local noundef i32 @_Z7lambdasi(i32 noundef %base) #0 !dbg !159 {
entry:
  %base.addr = alloca i32, align 4
  %add = alloca %class.anon, align 4
  %count = alloca %class.anon.0, align 8
  %agg.tmp = alloca %class.anon, align 4
  %agg.tmp1 = alloca %class.anon.0, align 8
  store i32 %base, ptr %base.addr, align 4
    #dbg_declare(ptr %base.addr, !160, !DIExpression(), !161)
    #dbg_declare(ptr %add, !162, !DIExpression(), !166)
  %0 = getelementptr inbounds %class.anon, ptr %add, i32 0, i32 0, !dbg !167
  %1 = load i32, ptr %base.addr, align 4, !dbg !168
  store i32 %1, ptr %0, align 4, !dbg !167
    #dbg_declare(ptr %count, !169, !DIExpression(), !173)
  %2 = getelementptr inbounds %class.anon.0, ptr %count, i32 0, i32 0, !dbg !174
  store ptr %base.addr, ptr %2, align 8, !dbg !174
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.tmp, ptr align 4 %add, i64 4, i1 false), !dbg !175
  %coerce.dive = getelementptr inbounds %class.anon, ptr %agg.tmp, i32 0, i32 0, !dbg !176
  %3 = load i32, ptr %coerce.dive, align 4, !dbg !176
  %call = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %3), !dbg !176
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.tmp1, ptr align 8 %count, i64 8, i1 false), !dbg !177
  %coerce.dive2 = getelementptr inbounds %class.anon.0, ptr %agg.tmp1, i32 0, i32 0, !dbg !178
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !178
  %call3 = call noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %4), !dbg !178
  %add4 = add nsw i32 %call, %call3, !dbg !179
  ret i32 %add4, !dbg !180
}

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_0EiT_"(i32 %f.coerce) #0 !dbg !181 {
entry:
  %f = alloca %class.anon, align 4
  %coerce.dive = getelementptr inbounds %class.anon, ptr %f, i32 0, i32 0
  store i32 %f.coerce, ptr %coerce.dive, align 4
    #dbg_declare(ptr %f, !186, !DIExpression(), !187)
  %call = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 1), !dbg !188
  %call1 = call noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %f, i32 noundef 2), !dbg !189
  %add = add nsw i32 %call, %call1, !dbg !190
  ret i32 %add, !dbg !191
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: mustprogress noinline uwtable
define internal noundef i32 @"_Z5twiceIZ7lambdasiE3$_1EiT_"(ptr %f.coerce) #0 !dbg !192 {
entry:
  %f = alloca %class.anon.0, align 8
  %coerce.dive = getelementptr inbounds %class.anon.0, ptr %f, i32 0, i32 0
  store ptr %f.coerce, ptr %coerce.dive, align 8
    #dbg_declare(ptr %f, !197, !DIExpression(), !198)
  %call = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 1), !dbg !199
  %call1 = call noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %f, i32 noundef 2), !dbg !200
  %add = add nsw i32 %call, %call1, !dbg !201
  ret i32 %add, !dbg !202
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
    #dbg_declare(ptr %big.addr, !203, !DIExpression(), !204)
  %0 = load atomic i8, ptr @_ZGVZ4makebE5small acquire, align 8, !dbg !205
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !205
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !205, !prof !206

init.check:                                       ; preds = %entry
  %1 = call i32 @__cxa_guard_acquire(ptr @_ZGVZ4makebE5small) #6, !dbg !205
  %tobool = icmp ne i32 %1, 0, !dbg !205
  br i1 %tobool, label %init, label %init.end, !dbg !205

init:                                             ; preds = %init.check
  invoke void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) @_ZZ4makebE5small, i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !207

invoke.cont:                                      ; preds = %init
  %2 = call i32 @__cxa_atexit(ptr @_ZN6shapes6squareD2Ev, ptr @_ZZ4makebE5small, ptr @__dso_handle) #6, !dbg !205
  call void @__cxa_guard_release(ptr @_ZGVZ4makebE5small) #6, !dbg !205
  br label %init.end, !dbg !205

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
  %3 = load i8, ptr %big.addr, align 1, !dbg !208
  %loadedv = trunc i8 %3 to i1, !dbg !208
  br i1 %loadedv, label %if.end, label %if.then, !dbg !210

if.then:                                          ; preds = %init.end
  store ptr @_ZZ4makebE5small, ptr %retval, align 8, !dbg !211
  br label %return, !dbg !211

lpad:                                             ; preds = %init
  %4 = landingpad { ptr, i32 }
          cleanup, !dbg !212
  %5 = extractvalue { ptr, i32 } %4, 0, !dbg !212
  store ptr %5, ptr %exn.slot, align 8, !dbg !212
  %6 = extractvalue { ptr, i32 } %4, 1, !dbg !212
  store i32 %6, ptr %ehselector.slot, align 4, !dbg !212
  call void @__cxa_guard_abort(ptr @_ZGVZ4makebE5small) #6, !dbg !205
  br label %eh.resume, !dbg !205

if.end:                                           ; preds = %init.end
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef 16) #15, !dbg !213, !heapallocsite !214
  call void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %call) #6, !dbg !224
  %7 = icmp eq ptr %call, null, !dbg !213
  br i1 %7, label %cast.end, label %cast.notnull, !dbg !213

cast.notnull:                                     ; preds = %if.end
  %vtable = load ptr, ptr %call, align 8, !dbg !213
  %vbase.offset.ptr = getelementptr i8, ptr %vtable, i64 -40, !dbg !213
  %vbase.offset = load i64, ptr %vbase.offset.ptr, align 8, !dbg !213
  %add.ptr = getelementptr inbounds i8, ptr %call, i64 %vbase.offset, !dbg !213
  br label %cast.end, !dbg !213

cast.end:                                         ; preds = %cast.notnull, %if.end
  %cast.result = phi ptr [ %add.ptr, %cast.notnull ], [ null, %if.end ], !dbg !213
  store ptr %cast.result, ptr %retval, align 8, !dbg !225
  br label %return, !dbg !225

return:                                           ; preds = %cast.end, %if.then
  %8 = load ptr, ptr %retval, align 8, !dbg !212
  ret ptr %8, !dbg !212

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !205
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !205
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !205
  %lpad.val1 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !205
  resume { ptr, i32 } %lpad.val1, !dbg !205
}

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(ptr) #6

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareC2Ei(ptr noundef nonnull align 8 dereferenceable(16) %this, i32 noundef %s) unnamed_addr #1 comdat align 2 !dbg !226 {
entry:
  %this.addr = alloca ptr, align 8
  %s.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !227, !DIExpression(), !229)
  store i32 %s, ptr %s.addr, align 4
    #dbg_declare(ptr %s.addr, !230, !DIExpression(), !231)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !232
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTVN6shapes6squareE, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !233
  %side = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !234
  %0 = load i32, ptr %s.addr, align 4, !dbg !235
  store i32 %0, ptr %side, align 8, !dbg !234
  ret void, !dbg !236
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !237 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !241, !DIExpression(), !242)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !243
  ret void, !dbg !245
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
define linkonce_odr dso_local void @_ZN6shapes5namedC1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !246 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !251, !DIExpression(), !253)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !254
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !254
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTVN6shapes5namedE, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !254
  %name = getelementptr inbounds %"struct.shapes::named", ptr %this1, i32 0, i32 1, !dbg !255
  store ptr @.str, ptr %name, align 8, !dbg !255
  ret void, !dbg !254
}

; Function Attrs: mustprogress noinline norecurse uwtable
define dso_local noundef i32 @main() #8 !dbg !73 {
entry:
  %retval = alloca i32, align 4
  %s = alloca ptr, align 8
  %area = alloca i32, align 4
  %method = alloca { i64, i64 }, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %s, !256, !DIExpression(), !257)
  %call = call noundef ptr @_Z4makeb(i1 noundef zeroext true), !dbg !258
  store ptr %call, ptr %s, align 8, !dbg !257
    #dbg_declare(ptr %area, !259, !DIExpression(), !260)
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
  call void %3(ptr noundef nonnull align 8 dereferenceable(8) %2) #6, !dbg !264
  br label %delete.end, !dbg !264

delete.end:                                       ; preds = %delete.notnull, %entry
    #dbg_declare(ptr %method, !265, !DIExpression(), !267)
  store { i64, i64 } { i64 17, i64 0 }, ptr %method, align 8, !dbg !267
  %4 = load i8, ptr @_ZGVZ4mainE5calls, align 1, !dbg !268
  %guard.uninitialized = icmp eq i8 %4, 0, !dbg !268
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !268, !prof !269

init.check:                                       ; preds = %delete.end
  %5 = load i32, ptr %area, align 4, !dbg !270
  %6 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @_ZZ4mainE5calls), !dbg !268
  store i32 %5, ptr %6, align 4, !dbg !268
  store i8 1, ptr @_ZGVZ4mainE5calls, align 1, !dbg !268
  br label %init.end, !dbg !268

init.end:                                         ; preds = %init.check, %delete.end
  %call4 = call noundef i32 @_Z7handledi(i32 noundef 5), !dbg !271
  %call5 = call noundef i32 @_Z7lambdasi(i32 noundef 3), !dbg !272
  %add = add nsw i32 %call4, %call5, !dbg !273
  %call6 = call noundef ptr @_Z4makeb(i1 noundef zeroext false), !dbg !274
  %7 = load { i64, i64 }, ptr %method, align 8, !dbg !275
  %memptr.adj = extractvalue { i64, i64 } %7, 1, !dbg !276
  %8 = getelementptr inbounds i8, ptr %call6, i64 %memptr.adj, !dbg !276
  %memptr.ptr = extractvalue { i64, i64 } %7, 0, !dbg !276
  %9 = and i64 %memptr.ptr, 1, !dbg !276
  %memptr.isvirtual = icmp ne i64 %9, 0, !dbg !276
  br i1 %memptr.isvirtual, label %memptr.virtual, label %memptr.nonvirtual, !dbg !276

memptr.virtual:                                   ; preds = %init.end
  %vtable7 = load ptr, ptr %8, align 8, !dbg !276
  %10 = sub i64 %memptr.ptr, 1, !dbg !276
  %11 = getelementptr i8, ptr %vtable7, i64 %10, !dbg !276, !nosanitize !57
  %memptr.virtualfn = load ptr, ptr %11, align 8, !dbg !276, !nosanitize !57
  br label %memptr.end, !dbg !276

memptr.nonvirtual:                                ; preds = %init.end
  %memptr.nonvirtualfn = inttoptr i64 %memptr.ptr to ptr, !dbg !276
  br label %memptr.end, !dbg !276

memptr.end:                                       ; preds = %memptr.nonvirtual, %memptr.virtual
  %12 = phi ptr [ %memptr.virtualfn, %memptr.virtual ], [ %memptr.nonvirtualfn, %memptr.nonvirtual ], !dbg !276
  %call8 = call noundef i32 %12(ptr noundef nonnull align 8 dereferenceable(8) %8), !dbg !276
  %add9 = add nsw i32 %add, %call8, !dbg !277
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @_ZZ4mainE5calls), !dbg !278
  %14 = load i32, ptr %13, align 4, !dbg !279
  %inc = add nsw i32 %14, 1, !dbg !279
  store i32 %inc, ptr %13, align 4, !dbg !279
  %add10 = add nsw i32 %add9, %inc, !dbg !280
  ret i32 %add10, !dbg !281
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #9

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !282 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !284, !DIExpression(), !285)
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTVN6shapes5shapeE, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !286
  ret void, !dbg !286
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6squareD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !287 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !288, !DIExpression(), !289)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes6squareD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #6, !dbg !290
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #16, !dbg !290
  ret void, !dbg !290
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes6square4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !291 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !292, !DIExpression(), !294)
  %this1 = load ptr, ptr %this.addr, align 8
  %side = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !295
  %0 = load i32, ptr %side, align 8, !dbg !295
  %side2 = getelementptr inbounds %"struct.shapes::square", ptr %this1, i32 0, i32 1, !dbg !296
  %1 = load i32, ptr %side2, align 8, !dbg !296
  %mul = mul nsw i32 %0, %1, !dbg !297
  ret i32 %mul, !dbg !298
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !299 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !300, !DIExpression(), !301)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !302
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5shapeD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !303 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !304, !DIExpression(), !305)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.trap() #14, !dbg !306
  unreachable, !dbg !306
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #10

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !307 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !309, !DIExpression(), !310)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1, ptr noundef @_ZTTN6shapes5namedE) #6, !dbg !311
  call void @_ZN6shapes5shapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #6, !dbg !311
  ret void, !dbg !311
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !312 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !313, !DIExpression(), !314)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %this1) #6, !dbg !315
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #16, !dbg !315
  ret void, !dbg !315
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %this) unnamed_addr #1 comdat align 2 !dbg !316 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !317, !DIExpression(), !319)
  %this1 = load ptr, ptr %this.addr, align 8
  ret i32 1, !dbg !320
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes5namedD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %this, ptr noundef %vtt) unnamed_addr #1 comdat align 2 !dbg !321 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !322, !DIExpression(), !323)
  store ptr %vtt, ptr %vtt.addr, align 8
    #dbg_declare(ptr %vtt.addr, !324, !DIExpression(), !323)
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  ret void, !dbg !327
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD1Ev(ptr noundef %this) unnamed_addr #11 comdat align 2 !dbg !328 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !330
  %vtable = load ptr, ptr %this1, align 8, !dbg !330
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !330
  %1 = load i64, ptr %0, align 8, !dbg !330
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !330
  tail call void @_ZN6shapes5namedD1Ev(ptr noundef nonnull align 8 dereferenceable(16) %2) #6, !dbg !330
  ret void, !dbg !330
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N6shapes5namedD0Ev(ptr noundef %this) unnamed_addr #11 comdat align 2 !dbg !331 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !332
  %vtable = load ptr, ptr %this1, align 8, !dbg !332
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !332
  %1 = load i64, ptr %0, align 8, !dbg !332
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !332
  tail call void @_ZN6shapes5namedD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %2) #6, !dbg !332
  ret void, !dbg !332
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_NK6shapes5named4areaEv(ptr noundef %this) unnamed_addr #12 comdat align 2 !dbg !333 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !334
  %vtable = load ptr, ptr %this1, align 8, !dbg !334
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -32, !dbg !334
  %1 = load i64, ptr %0, align 8, !dbg !334
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !334
  %call = tail call noundef i32 @_ZNK6shapes5named4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %2), !dbg !334
  ret i32 %call, !dbg !334
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiENK3$_0clEi"(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %x) #1 align 2 !dbg !335 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !341, !DIExpression(), !343)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !344, !DIExpression(), !345)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = getelementptr inbounds %class.anon, ptr %this1, i32 0, i32 0, !dbg !346
  %1 = load i32, ptr %0, align 4, !dbg !346
  %2 = load i32, ptr %x.addr, align 4, !dbg !347
  %add = add nsw i32 %1, %2, !dbg !348
  ret i32 %add, !dbg !349
}

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ7lambdasiEN3$_1clEi"(ptr noundef nonnull align 8 dereferenceable(8) %this, i32 noundef %x) #1 align 2 !dbg !350 {
entry:
  %this.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !355, !DIExpression(), !357)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !358, !DIExpression(), !359)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %x.addr, align 4, !dbg !360
  %1 = getelementptr inbounds %class.anon.0, ptr %this1, i32 0, i32 0, !dbg !361
  %2 = load ptr, ptr %1, align 8, !dbg !361
  %3 = load i32, ptr %2, align 4, !dbg !362
  %add = add nsw i32 %3, %0, !dbg !362
  store i32 %add, ptr %2, align 4, !dbg !362
  ret i32 %add, !dbg !363
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
!llvm.module.flags = !{!81, !82, !83, !84, !85, !86, !87}
!llvm.ident = !{!88}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 33, type: !8, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !32, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "classes.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "13853b01cdad9a9bb473009e8106282a")
!4 = !{!5, !21}
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
!32 = !{!0, !33, !71, !74}
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
!47 = !DISubprogram(name: "~shape", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, containingType: !39, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
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
!62 = !DISubprogram(name: "square", scope: !58, file: !3, line: 10, type: !63, scopeLine: 10, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
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
!75 = distinct !DIGlobalVariable(scope: null, file: !3, line: 15, type: !76, isLocal: true, isDefinition: true)
!76 = !DICompositeType(tag: DW_TAG_array_type, baseType: !77, size: 48, elements: !79)
!77 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !78)
!78 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!79 = !{!80}
!80 = !DISubrange(count: 6)
!81 = !{i32 7, !"Dwarf Version", i32 5}
!82 = !{i32 2, !"Debug Info Version", i32 3}
!83 = !{i32 1, !"wchar_size", i32 4}
!84 = !{i32 8, !"PIC Level", i32 2}
!85 = !{i32 7, !"PIE Level", i32 2}
!86 = !{i32 7, !"uwtable", i32 2}
!87 = !{i32 7, !"frame-pointer", i32 2}
!88 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!89 = distinct !DISubprogram(name: "risky", linkageName: "_Z5riskyi", scope: !3, file: !3, line: 35, type: !90, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!90 = !DISubroutineType(types: !91)
!91 = !{!8, !8}
!92 = !DILocalVariable(name: "x", arg: 1, scope: !89, file: !3, line: 35, type: !8)
!93 = !DILocation(line: 35, column: 15, scope: !89)
!94 = !DILocalVariable(name: "g", scope: !89, file: !3, line: 36, type: !21)
!95 = !DILocation(line: 36, column: 11, scope: !89)
!96 = !DILocation(line: 37, column: 9, scope: !97)
!97 = distinct !DILexicalBlock(scope: !89, file: !3, line: 37, column: 9)
!98 = !DILocation(line: 37, column: 11, scope: !97)
!99 = !DILocation(line: 37, column: 9, scope: !89)
!100 = !DILocation(line: 38, column: 9, scope: !97)
!101 = !DILocation(line: 38, column: 23, scope: !97)
!102 = !DILocation(line: 38, column: 15, scope: !97)
!103 = !DILocation(line: 40, column: 1, scope: !97)
!104 = !DILocation(line: 39, column: 12, scope: !89)
!105 = !DILocation(line: 40, column: 1, scope: !89)
!106 = distinct !DISubprogram(name: "guard", linkageName: "_ZN5guardC2ERi", scope: !21, file: !3, line: 29, type: !26, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !25, retainedNodes: !57)
!107 = !DILocalVariable(name: "this", arg: 1, scope: !106, type: !108, flags: DIFlagArtificial | DIFlagObjectPointer)
!108 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)
!109 = !DILocation(line: 0, scope: !106)
!110 = !DILocalVariable(name: "d", arg: 2, scope: !106, file: !3, line: 29, type: !24)
!111 = !DILocation(line: 29, column: 16, scope: !106)
!112 = !DILocation(line: 29, column: 21, scope: !106)
!113 = !DILocation(line: 29, column: 27, scope: !106)
!114 = !DILocation(line: 29, column: 34, scope: !115)
!115 = distinct !DILexicalBlock(scope: !106, file: !3, line: 29, column: 30)
!116 = !DILocation(line: 29, column: 32, scope: !115)
!117 = !DILocation(line: 29, column: 41, scope: !106)
!118 = distinct !DISubprogram(name: "failure", linkageName: "_ZN7failureC2Ei", scope: !5, file: !3, line: 22, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !9, retainedNodes: !57)
!119 = !DILocalVariable(name: "this", arg: 1, scope: !118, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!120 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!121 = !DILocation(line: 0, scope: !118)
!122 = !DILocalVariable(name: "c", arg: 2, scope: !118, file: !3, line: 22, type: !8)
!123 = !DILocation(line: 22, column: 17, scope: !118)
!124 = !DILocation(line: 22, column: 22, scope: !118)
!125 = !DILocation(line: 22, column: 27, scope: !118)
!126 = !DILocation(line: 22, column: 31, scope: !118)
!127 = distinct !DISubprogram(name: "~failure", linkageName: "_ZN7failureD2Ev", scope: !5, file: !3, line: 24, type: !19, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !18, retainedNodes: !57)
!128 = !DILocalVariable(name: "this", arg: 1, scope: !127, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!129 = !DILocation(line: 0, scope: !127)
!130 = !DILocation(line: 24, column: 17, scope: !127)
!131 = distinct !DISubprogram(name: "~guard", linkageName: "_ZN5guardD2Ev", scope: !21, file: !3, line: 30, type: !30, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !29, retainedNodes: !57)
!132 = !DILocalVariable(name: "this", arg: 1, scope: !131, type: !108, flags: DIFlagArtificial | DIFlagObjectPointer)
!133 = !DILocation(line: 0, scope: !131)
!134 = !DILocation(line: 30, column: 18, scope: !135)
!135 = distinct !DILexicalBlock(scope: !131, file: !3, line: 30, column: 14)
!136 = !DILocation(line: 30, column: 16, scope: !135)
!137 = !DILocation(line: 30, column: 25, scope: !131)
!138 = distinct !DISubprogram(name: "handled", linkageName: "_Z7handledi", scope: !3, file: !3, line: 42, type: !90, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!139 = !DILocalVariable(name: "x", arg: 1, scope: !138, file: !3, line: 42, type: !8)
!140 = !DILocation(line: 42, column: 17, scope: !138)
!141 = !DILocation(line: 44, column: 22, scope: !142)
!142 = distinct !DILexicalBlock(scope: !138, file: !3, line: 43, column: 9)
!143 = !DILocation(line: 44, column: 16, scope: !142)
!144 = !DILocation(line: 44, column: 9, scope: !142)
!145 = !DILocation(line: 50, column: 1, scope: !142)
!146 = !DILocation(line: 45, column: 5, scope: !142)
!147 = !DILocalVariable(name: "f", scope: !138, file: !3, line: 45, type: !16)
!148 = !DILocation(line: 45, column: 29, scope: !138)
!149 = !DILocation(line: 49, column: 5, scope: !150)
!150 = distinct !DILexicalBlock(scope: !138, file: !3, line: 47, column: 19)
!151 = !DILocation(line: 46, column: 16, scope: !152)
!152 = distinct !DILexicalBlock(scope: !138, file: !3, line: 45, column: 32)
!153 = !DILocation(line: 46, column: 18, scope: !152)
!154 = !DILocation(line: 46, column: 9, scope: !152)
!155 = !DILocation(line: 47, column: 5, scope: !152)
!156 = !DILocation(line: 48, column: 9, scope: !150)
!157 = !DILocation(line: 50, column: 1, scope: !150)
!158 = !DILocation(line: 50, column: 1, scope: !138)
!159 = distinct !DISubprogram(name: "lambdas", linkageName: "_Z7lambdasi", scope: !3, file: !3, line: 54, type: !90, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !57)
!160 = !DILocalVariable(name: "base", arg: 1, scope: !159, file: !3, line: 54, type: !8)
!161 = !DILocation(line: 54, column: 17, scope: !159)
!162 = !DILocalVariable(name: "add", scope: !159, file: !3, line: 55, type: !163)
!163 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !159, file: !3, line: 55, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !164)
!164 = !{!165}
!165 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !163, file: !3, line: 55, baseType: !8, size: 32)
!166 = !DILocation(line: 55, column: 10, scope: !159)
!167 = !DILocation(line: 55, column: 16, scope: !159)
!168 = !DILocation(line: 55, column: 17, scope: !159)
!169 = !DILocalVariable(name: "count", scope: !159, file: !3, line: 56, type: !170)
!170 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !159, file: !3, line: 56, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !171)
!171 = !{!172}
!172 = !DIDerivedType(tag: DW_TAG_member, name: "base", scope: !170, file: !3, line: 56, baseType: !24, size: 64)
!173 = !DILocation(line: 56, column: 10, scope: !159)
!174 = !DILocation(line: 56, column: 18, scope: !159)
!175 = !DILocation(line: 57, column: 18, scope: !159)
!176 = !DILocation(line: 57, column: 12, scope: !159)
!177 = !DILocation(line: 57, column: 31, scope: !159)
!178 = !DILocation(line: 57, column: 25, scope: !159)
!179 = !DILocation(line: 57, column: 23, scope: !159)
!180 = !DILocation(line: 57, column: 5, scope: !159)
!181 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:55:16)>", linkageName: "_Z5twiceIZ7lambdasiE3$_0EiT_", scope: !3, file: !3, line: 52, type: !182, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !184, retainedNodes: !57)
!182 = !DISubroutineType(types: !183)
!183 = !{!8, !163}
!184 = !{!185}
!185 = !DITemplateTypeParameter(name: "F", type: !163)
!186 = !DILocalVariable(name: "f", arg: 1, scope: !181, file: !3, line: 52, type: !163)
!187 = !DILocation(line: 52, column: 35, scope: !181)
!188 = !DILocation(line: 52, column: 47, scope: !181)
!189 = !DILocation(line: 52, column: 54, scope: !181)
!190 = !DILocation(line: 52, column: 52, scope: !181)
!191 = !DILocation(line: 52, column: 40, scope: !181)
!192 = distinct !DISubprogram(name: "twice<(lambda at classes.cpp:56:18)>", linkageName: "_Z5twiceIZ7lambdasiE3$_1EiT_", scope: !3, file: !3, line: 52, type: !193, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, templateParams: !195, retainedNodes: !57)
!193 = !DISubroutineType(types: !194)
!194 = !{!8, !170}
!195 = !{!196}
!196 = !DITemplateTypeParameter(name: "F", type: !170)
!197 = !DILocalVariable(name: "f", arg: 1, scope: !192, file: !3, line: 52, type: !170)
!198 = !DILocation(line: 52, column: 35, scope: !192)
!199 = !DILocation(line: 52, column: 47, scope: !192)
!200 = !DILocation(line: 52, column: 54, scope: !192)
!201 = !DILocation(line: 52, column: 52, scope: !192)
!202 = !DILocation(line: 52, column: 40, scope: !192)
!203 = !DILocalVariable(name: "big", arg: 1, scope: !35, file: !3, line: 60, type: !56)
!204 = !DILocation(line: 60, column: 26, scope: !35)
!205 = !DILocation(line: 61, column: 5, scope: !35)
!206 = !{!"branch_weights", i32 1, i32 1048575}
!207 = !DILocation(line: 61, column: 27, scope: !35)
!208 = !DILocation(line: 62, column: 10, scope: !209)
!209 = distinct !DILexicalBlock(scope: !35, file: !3, line: 62, column: 9)
!210 = !DILocation(line: 62, column: 9, scope: !35)
!211 = !DILocation(line: 63, column: 9, scope: !209)
!212 = !DILocation(line: 65, column: 1, scope: !35)
!213 = !DILocation(line: 64, column: 12, scope: !35)
!214 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "named", scope: !40, file: !3, line: 14, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !215, vtableHolder: !39, identifier: "_ZTSN6shapes5namedE")
!215 = !{!216, !217, !219}
!216 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !214, baseType: !39, offset: 40, flags: DIFlagVirtual, extraData: i32 0)
!217 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !214, file: !3, line: 15, baseType: !218, size: 64, offset: 64)
!218 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !77, size: 64)
!219 = !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !214, file: !3, line: 16, type: !220, scopeLine: 16, containingType: !214, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!220 = !DISubroutineType(types: !221)
!221 = !{!8, !222}
!222 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !223, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!223 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !214)
!224 = !DILocation(line: 64, column: 16, scope: !35)
!225 = !DILocation(line: 64, column: 5, scope: !35)
!226 = distinct !DISubprogram(name: "square", linkageName: "_ZN6shapes6squareC2Ei", scope: !58, file: !3, line: 10, type: !63, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !62, retainedNodes: !57)
!227 = !DILocalVariable(name: "this", arg: 1, scope: !226, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!228 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!229 = !DILocation(line: 0, scope: !226)
!230 = !DILocalVariable(name: "s", arg: 2, scope: !226, file: !3, line: 10, type: !8)
!231 = !DILocation(line: 10, column: 25, scope: !226)
!232 = !DILocation(line: 10, column: 14, scope: !226)
!233 = !DILocation(line: 10, column: 38, scope: !226)
!234 = !DILocation(line: 10, column: 30, scope: !226)
!235 = !DILocation(line: 10, column: 35, scope: !226)
!236 = !DILocation(line: 10, column: 39, scope: !226)
!237 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD2Ev", scope: !58, file: !3, line: 8, type: !238, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !240, retainedNodes: !57)
!238 = !DISubroutineType(types: !239)
!239 = !{null, !65}
!240 = !DISubprogram(name: "~square", scope: !58, type: !238, containingType: !58, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!241 = !DILocalVariable(name: "this", arg: 1, scope: !237, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!242 = !DILocation(line: 0, scope: !237)
!243 = !DILocation(line: 8, column: 8, scope: !244)
!244 = distinct !DILexicalBlock(scope: !237, file: !3, line: 8, column: 8)
!245 = !DILocation(line: 8, column: 8, scope: !237)
!246 = distinct !DISubprogram(name: "named", linkageName: "_ZN6shapes5namedC1Ev", scope: !214, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !250, retainedNodes: !57)
!247 = !DISubroutineType(types: !248)
!248 = !{null, !249}
!249 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !214, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!250 = !DISubprogram(name: "named", scope: !214, type: !247, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!251 = !DILocalVariable(name: "this", arg: 1, scope: !246, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!252 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !214, size: 64)
!253 = !DILocation(line: 0, scope: !246)
!254 = !DILocation(line: 14, column: 8, scope: !246)
!255 = !DILocation(line: 15, column: 17, scope: !246)
!256 = !DILocalVariable(name: "s", scope: !73, file: !3, line: 68, type: !38)
!257 = !DILocation(line: 68, column: 20, scope: !73)
!258 = !DILocation(line: 68, column: 24, scope: !73)
!259 = !DILocalVariable(name: "area", scope: !73, file: !3, line: 69, type: !8)
!260 = !DILocation(line: 69, column: 9, scope: !73)
!261 = !DILocation(line: 69, column: 16, scope: !73)
!262 = !DILocation(line: 69, column: 19, scope: !73)
!263 = !DILocation(line: 70, column: 12, scope: !73)
!264 = !DILocation(line: 70, column: 5, scope: !73)
!265 = !DILocalVariable(name: "method", scope: !73, file: !3, line: 71, type: !266)
!266 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !52, size: 128, extraData: !39)
!267 = !DILocation(line: 71, column: 26, scope: !73)
!268 = !DILocation(line: 72, column: 5, scope: !73)
!269 = !{!"branch_weights", i32 1, i32 1023}
!270 = !DILocation(line: 72, column: 30, scope: !73)
!271 = !DILocation(line: 73, column: 12, scope: !73)
!272 = !DILocation(line: 73, column: 25, scope: !73)
!273 = !DILocation(line: 73, column: 23, scope: !73)
!274 = !DILocation(line: 73, column: 39, scope: !73)
!275 = !DILocation(line: 73, column: 53, scope: !73)
!276 = !DILocation(line: 73, column: 38, scope: !73)
!277 = !DILocation(line: 73, column: 36, scope: !73)
!278 = !DILocation(line: 73, column: 67, scope: !73)
!279 = !DILocation(line: 73, column: 65, scope: !73)
!280 = !DILocation(line: 73, column: 63, scope: !73)
!281 = !DILocation(line: 73, column: 5, scope: !73)
!282 = distinct !DISubprogram(name: "shape", linkageName: "_ZN6shapes5shapeC2Ev", scope: !39, file: !3, line: 3, type: !48, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !283, retainedNodes: !57)
!283 = !DISubprogram(name: "shape", scope: !39, type: !48, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!284 = !DILocalVariable(name: "this", arg: 1, scope: !282, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!285 = !DILocation(line: 0, scope: !282)
!286 = !DILocation(line: 3, column: 8, scope: !282)
!287 = distinct !DISubprogram(name: "~square", linkageName: "_ZN6shapes6squareD0Ev", scope: !58, file: !3, line: 8, type: !238, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !240, retainedNodes: !57)
!288 = !DILocalVariable(name: "this", arg: 1, scope: !287, type: !228, flags: DIFlagArtificial | DIFlagObjectPointer)
!289 = !DILocation(line: 0, scope: !287)
!290 = !DILocation(line: 8, column: 8, scope: !287)
!291 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes6square4areaEv", scope: !58, file: !3, line: 11, type: !67, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !66, retainedNodes: !57)
!292 = !DILocalVariable(name: "this", arg: 1, scope: !291, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!293 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !70, size: 64)
!294 = !DILocation(line: 0, scope: !291)
!295 = !DILocation(line: 11, column: 40, scope: !291)
!296 = !DILocation(line: 11, column: 47, scope: !291)
!297 = !DILocation(line: 11, column: 45, scope: !291)
!298 = !DILocation(line: 11, column: 33, scope: !291)
!299 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD2Ev", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !47, retainedNodes: !57)
!300 = !DILocalVariable(name: "this", arg: 1, scope: !299, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!301 = !DILocation(line: 0, scope: !299)
!302 = !DILocation(line: 4, column: 23, scope: !299)
!303 = distinct !DISubprogram(name: "~shape", linkageName: "_ZN6shapes5shapeD0Ev", scope: !39, file: !3, line: 4, type: !48, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !47, retainedNodes: !57)
!304 = !DILocalVariable(name: "this", arg: 1, scope: !303, type: !38, flags: DIFlagArtificial | DIFlagObjectPointer)
!305 = !DILocation(line: 0, scope: !303)
!306 = !DILocation(line: 4, column: 22, scope: !303)
!307 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD1Ev", scope: !214, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !308, retainedNodes: !57)
!308 = !DISubprogram(name: "~named", scope: !214, type: !247, containingType: !214, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!309 = !DILocalVariable(name: "this", arg: 1, scope: !307, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!310 = !DILocation(line: 0, scope: !307)
!311 = !DILocation(line: 14, column: 8, scope: !307)
!312 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD0Ev", scope: !214, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !308, retainedNodes: !57)
!313 = !DILocalVariable(name: "this", arg: 1, scope: !312, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!314 = !DILocation(line: 0, scope: !312)
!315 = !DILocation(line: 14, column: 8, scope: !312)
!316 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6shapes5named4areaEv", scope: !214, file: !3, line: 16, type: !220, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !219, retainedNodes: !57)
!317 = !DILocalVariable(name: "this", arg: 1, scope: !316, type: !318, flags: DIFlagArtificial | DIFlagObjectPointer)
!318 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !223, size: 64)
!319 = !DILocation(line: 0, scope: !316)
!320 = !DILocation(line: 16, column: 33, scope: !316)
!321 = distinct !DISubprogram(name: "~named", linkageName: "_ZN6shapes5namedD2Ev", scope: !214, file: !3, line: 14, type: !247, scopeLine: 14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !308, retainedNodes: !57)
!322 = !DILocalVariable(name: "this", arg: 1, scope: !321, type: !252, flags: DIFlagArtificial | DIFlagObjectPointer)
!323 = !DILocation(line: 0, scope: !321)
!324 = !DILocalVariable(name: "vtt", arg: 2, scope: !321, type: !325, flags: DIFlagArtificial)
!325 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !326, size: 64)
!326 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!327 = !DILocation(line: 14, column: 8, scope: !321)
!328 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD1Ev", scope: !3, file: !3, line: 14, type: !329, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!329 = !DISubroutineType(types: !57)
!330 = !DILocation(line: 0, scope: !328)
!331 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N6shapes5namedD0Ev", scope: !3, file: !3, line: 14, type: !329, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!332 = !DILocation(line: 0, scope: !331)
!333 = distinct !DISubprogram(linkageName: "_ZTv0_n32_NK6shapes5named4areaEv", scope: !3, file: !3, line: 16, type: !329, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !2)
!334 = !DILocation(line: 0, scope: !333)
!335 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiENK3$_0clEi", scope: !163, file: !3, line: 55, type: !336, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !340, retainedNodes: !57)
!336 = !DISubroutineType(types: !337)
!337 = !{!8, !338, !8}
!338 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !339, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!339 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !163)
!340 = !DISubprogram(name: "operator()", scope: !163, file: !3, line: 55, type: !336, scopeLine: 55, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!341 = !DILocalVariable(name: "this", arg: 1, scope: !335, type: !342, flags: DIFlagArtificial | DIFlagObjectPointer)
!342 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !339, size: 64)
!343 = !DILocation(line: 0, scope: !335)
!344 = !DILocalVariable(name: "x", arg: 2, scope: !335, file: !3, line: 55, type: !8)
!345 = !DILocation(line: 55, column: 27, scope: !335)
!346 = !DILocation(line: 55, column: 39, scope: !335)
!347 = !DILocation(line: 55, column: 46, scope: !335)
!348 = !DILocation(line: 55, column: 44, scope: !335)
!349 = !DILocation(line: 55, column: 32, scope: !335)
!350 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ7lambdasiEN3$_1clEi", scope: !170, file: !3, line: 56, type: !351, scopeLine: 56, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, declaration: !354, retainedNodes: !57)
!351 = !DISubroutineType(types: !352)
!352 = !{!8, !353, !8}
!353 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !170, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!354 = !DISubprogram(name: "operator()", scope: !170, file: !3, line: 56, type: !351, scopeLine: 56, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!355 = !DILocalVariable(name: "this", arg: 1, scope: !350, type: !356, flags: DIFlagArtificial | DIFlagObjectPointer)
!356 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !170, size: 64)
!357 = !DILocation(line: 0, scope: !350)
!358 = !DILocalVariable(name: "x", arg: 2, scope: !350, file: !3, line: 56, type: !8)
!359 = !DILocation(line: 56, column: 26, scope: !350)
!360 = !DILocation(line: 56, column: 54, scope: !350)
!361 = !DILocation(line: 56, column: 46, scope: !350)
!362 = !DILocation(line: 56, column: 51, scope: !350)
!363 = !DILocation(line: 56, column: 39, scope: !350)
