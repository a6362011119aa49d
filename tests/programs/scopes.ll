; Optimised code: what is computed from the address of a variable, and a load of it, stand outside of its life. Such a variable lives as
; long as its function.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@kept = global ptr null

define i32 @main() {
entry:
  %moved = alloca [2 x i32]
  %loaded = alloca i32
  %second = getelementptr [2 x i32], ptr %moved, i64 0, i64 1
  store i32 7, ptr %loaded
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void @llvm.lifetime.start.p0(i64 8, ptr %moved)
  call void @llvm.lifetime.start.p0(i64 4, ptr %loaded)
  store i32 %i, ptr %second
  store i32 %i, ptr %loaded
  store ptr %moved, ptr @kept
  store ptr %loaded, ptr @kept
  %value = load i32, ptr %second
  call void @llvm.lifetime.end.p0(i64 4, ptr %loaded)
  call void @llvm.lifetime.end.p0(i64 8, ptr %moved)
  %early = load i32, ptr %loaded
  %next = add i32 %value, 1
  %again = icmp slt i32 %next, 3
  br i1 %again, label %body, label %end

end:
  ret i32 0
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
