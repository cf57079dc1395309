; ModuleID = '/tmp/mem.cu'
source_filename = "/tmp/mem.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: convergent norecurse nounwind
define dso_local void @_Z1kPViS0_S0_i(i32* %0, i32* %1, i32* %2, i32 %3) #0 !dbg !10 {
  %5 = alloca i32*, align 8
  %6 = alloca i32*, align 8
  %7 = alloca i32*, align 8
  %8 = alloca i32, align 4
  %9 = alloca i8, align 1
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  store i32* %0, i32** %5, align 8, !tbaa !14
  store i32* %1, i32** %6, align 8, !tbaa !14
  store i32* %2, i32** %7, align 8, !tbaa !14
  store i32 %3, i32* %8, align 4, !tbaa !18
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %9) #2, !dbg !20
  %lockstep.unset.1.raw = call i16 asm ".pragma \22lockstep variable unset\22; unset.b16 $0, 1, 3, 0;", "=h"() nounwind readnone, !dbg !21
  %lockstep.unset.1 = trunc i16 %lockstep.unset.1.raw to i8, !dbg !21
  store i8 %lockstep.unset.1, i8* %9, align 1, !dbg !21
  br label %14, !dbg !23

14:                                               ; preds = %64, %4
  %15 = bitcast i32* %10 to i8*, !dbg !24
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %15) #2, !dbg !24
  %lockstep.unset.2 = call i32 asm ".pragma \22lockstep variable unset\22; unset.b32 $0, 2, 4, 0;", "=r"() nounwind readnone, !dbg !25
  store i32 %lockstep.unset.2, i32* %10, align 4, !dbg !25
  %16 = load i32*, i32** %5, align 8, !dbg !26, !tbaa !14
  %17 = getelementptr inbounds i32, i32* %16, i64 0, !dbg !26
  %18 = load volatile i32, i32* %17, align 4, !dbg !26, !tbaa !18
  store i32 %18, i32* %10, align 4, !dbg !25, !tbaa !18
  %19 = load i32, i32* %10, align 4, !dbg !27, !tbaa !18
  %20 = add nsw i32 %19, 1, !dbg !28
  %21 = load i32*, i32** %5, align 8, !dbg !29, !tbaa !14
  %22 = getelementptr inbounds i32, i32* %21, i64 0, !dbg !29
  store volatile i32 %20, i32* %22, align 4, !dbg !30, !tbaa !18
  %23 = load i32, i32* %10, align 4, !dbg !31, !tbaa !18
  %24 = load i32, i32* %8, align 4, !dbg !32, !tbaa !18
  %25 = icmp slt i32 %23, %24, !dbg !33
  %26 = zext i1 %25 to i8, !dbg !34
  store i8 %26, i8* %9, align 1, !dbg !34, !tbaa !35
  %27 = bitcast i32* %11 to i8*, !dbg !37
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %27) #2, !dbg !37
  %lockstep.unset.3 = call i32 asm ".pragma \22lockstep variable unset\22; unset.b32 $0, 3, 4, 0;", "=r"() nounwind readnone, !dbg !38
  store i32 %lockstep.unset.3, i32* %11, align 4, !dbg !38
  %28 = load i32*, i32** %6, align 8, !dbg !39, !tbaa !14
  %29 = getelementptr inbounds i32, i32* %28, i64 0, !dbg !39
  %30 = load volatile i32, i32* %29, align 4, !dbg !39, !tbaa !18
  store i32 %30, i32* %11, align 4, !dbg !38, !tbaa !18
  %31 = load i32, i32* %11, align 4, !dbg !40, !tbaa !18
  %32 = icmp eq i32 %31, 5, !dbg !41
  br i1 %32, label %33, label %37, !dbg !40

33:                                               ; preds = %14
  %34 = load i32, i32* %11, align 4, !dbg !42, !tbaa !18
  %35 = load i32*, i32** %7, align 8, !dbg !43, !tbaa !14
  %36 = getelementptr inbounds i32, i32* %35, i64 0, !dbg !43
  store volatile i32 %34, i32* %36, align 4, !dbg !44, !tbaa !18
  br label %37, !dbg !45

37:                                               ; preds = %33, %14
  %38 = bitcast i32* %12 to i8*, !dbg !46
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %38) #2, !dbg !46
  %lockstep.unset.4 = call i32 asm ".pragma \22lockstep variable unset\22; unset.b32 $0, 4, 4, 0;", "=r"() nounwind readnone, !dbg !47
  store i32 %lockstep.unset.4, i32* %12, align 4, !dbg !47
  %39 = load i32*, i32** %6, align 8, !dbg !48, !tbaa !14
  %40 = getelementptr inbounds i32, i32* %39, i64 1, !dbg !48
  %41 = load volatile i32, i32* %40, align 4, !dbg !48, !tbaa !18
  store i32 %41, i32* %12, align 4, !dbg !47, !tbaa !18
  %42 = load i32, i32* %12, align 4, !dbg !49, !tbaa !18
  %43 = icmp eq i32 %42, 6, !dbg !50
  br i1 %43, label %44, label %48, !dbg !49

44:                                               ; preds = %37
  %45 = load i32, i32* %12, align 4, !dbg !51, !tbaa !18
  %46 = load i32*, i32** %7, align 8, !dbg !52, !tbaa !14
  %47 = getelementptr inbounds i32, i32* %46, i64 1, !dbg !52
  store volatile i32 %45, i32* %47, align 4, !dbg !53, !tbaa !18
  br label %48, !dbg !52

48:                                               ; preds = %44, %37
  %49 = bitcast i32* %13 to i8*, !dbg !54
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %49) #2, !dbg !54
  %lockstep.unset.5 = call i32 asm ".pragma \22lockstep variable unset\22; unset.b32 $0, 5, 4, 0;", "=r"() nounwind readnone, !dbg !55
  store i32 %lockstep.unset.5, i32* %13, align 4, !dbg !55
  %50 = load i32*, i32** %6, align 8, !dbg !56, !tbaa !14
  %51 = getelementptr inbounds i32, i32* %50, i64 2, !dbg !56
  %52 = load volatile i32, i32* %51, align 4, !dbg !56, !tbaa !18
  store i32 %52, i32* %13, align 4, !dbg !55, !tbaa !18
  %53 = load i32, i32* %13, align 4, !dbg !57, !tbaa !18
  %54 = icmp eq i32 %53, 7, !dbg !58
  br i1 %54, label %55, label %59, !dbg !57

55:                                               ; preds = %48
  %56 = load i32, i32* %13, align 4, !dbg !59, !tbaa !18
  %57 = load i32*, i32** %7, align 8, !dbg !60, !tbaa !14
  %58 = getelementptr inbounds i32, i32* %57, i64 2, !dbg !60
  store volatile i32 %56, i32* %58, align 4, !dbg !61, !tbaa !18
  br label %59, !dbg !60

59:                                               ; preds = %55, %48
  %60 = bitcast i32* %13 to i8*, !dbg !62
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %60) #2, !dbg !62
  %61 = bitcast i32* %12 to i8*, !dbg !62
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %61) #2, !dbg !62
  %62 = bitcast i32* %11 to i8*, !dbg !62
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %62) #2, !dbg !62
  %63 = bitcast i32* %10 to i8*, !dbg !62
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %63) #2, !dbg !62
  br label %64, !dbg !62

64:                                               ; preds = %59
  %65 = load i8, i8* %9, align 1, !dbg !63, !tbaa !35, !range !64
  %66 = trunc i8 %65 to i1, !dbg !63
  br i1 %66, label %14, label %67, !dbg !62, !llvm.loop !65

67:                                               ; preds = %64
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %9) #2, !dbg !68
  ret void, !dbg !68
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_80" "target-features"="+ptx72,+sm_80" }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5}
!llvm.dbg.cu = !{!6}
!nvvm.annotations = !{!8}
!llvm.ident = !{!9, !9}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 10, i32 2]}
!1 = !{i32 7, !"Dwarf Version", i32 2}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !7, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!7 = !DIFile(filename: "/tmp/mem.cu", directory: ".")
!8 = !{void (i32*, i32*, i32*, i32)* @_Z1kPViS0_S0_i, !"kernel", i32 1}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "k", scope: !11, file: !11, line: 2, type: !12, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6, retainedNodes: !13)
!11 = !DIFile(filename: "/tmp/mem.cu", directory: "")
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !{!15, !15, i64 0}
!15 = !{!"any pointer", !16, i64 0}
!16 = !{!"omnipotent char", !17, i64 0}
!17 = !{!"Simple C++ TBAA"}
!18 = !{!19, !19, i64 0}
!19 = !{!"int", !16, i64 0}
!20 = !DILocation(line: 3, column: 3, scope: !10)
!21 = !DILocation(line: 3, column: 8, scope: !10)
!22 = !{!"auto-init"}
!23 = !DILocation(line: 4, column: 3, scope: !10)
!24 = !DILocation(line: 4, column: 8, scope: !10)
!25 = !DILocation(line: 4, column: 12, scope: !10)
!26 = !DILocation(line: 4, column: 16, scope: !10)
!27 = !DILocation(line: 4, column: 29, scope: !10)
!28 = !DILocation(line: 4, column: 31, scope: !10)
!29 = !DILocation(line: 4, column: 22, scope: !10)
!30 = !DILocation(line: 4, column: 27, scope: !10)
!31 = !DILocation(line: 4, column: 43, scope: !10)
!32 = !DILocation(line: 4, column: 47, scope: !10)
!33 = !DILocation(line: 4, column: 45, scope: !10)
!34 = !DILocation(line: 4, column: 41, scope: !10)
!35 = !{!36, !36, i64 0}
!36 = !{!"bool", !16, i64 0}
!37 = !DILocation(line: 4, column: 50, scope: !10)
!38 = !DILocation(line: 4, column: 54, scope: !10)
!39 = !DILocation(line: 4, column: 58, scope: !10)
!40 = !DILocation(line: 4, column: 68, scope: !10)
!41 = !DILocation(line: 4, column: 70, scope: !10)
!42 = !DILocation(line: 4, column: 85, scope: !10)
!43 = !DILocation(line: 4, column: 78, scope: !10)
!44 = !DILocation(line: 4, column: 83, scope: !10)
!45 = !DILocation(line: 4, column: 88, scope: !10)
!46 = !DILocation(line: 4, column: 90, scope: !10)
!47 = !DILocation(line: 4, column: 94, scope: !10)
!48 = !DILocation(line: 4, column: 98, scope: !10)
!49 = !DILocation(line: 4, column: 108, scope: !10)
!50 = !DILocation(line: 4, column: 110, scope: !10)
!51 = !DILocation(line: 4, column: 123, scope: !10)
!52 = !DILocation(line: 4, column: 116, scope: !10)
!53 = !DILocation(line: 4, column: 121, scope: !10)
!54 = !DILocation(line: 4, column: 126, scope: !10)
!55 = !DILocation(line: 4, column: 130, scope: !10)
!56 = !DILocation(line: 4, column: 134, scope: !10)
!57 = !DILocation(line: 4, column: 144, scope: !10)
!58 = !DILocation(line: 4, column: 145, scope: !10)
!59 = !DILocation(line: 4, column: 155, scope: !10)
!60 = !DILocation(line: 4, column: 150, scope: !10)
!61 = !DILocation(line: 4, column: 154, scope: !10)
!62 = !DILocation(line: 4, column: 158, scope: !10)
!63 = !DILocation(line: 4, column: 167, scope: !10)
!64 = !{i8 0, i8 2}
!65 = distinct !{!65, !23, !66, !67}
!66 = !DILocation(line: 4, column: 171, scope: !10)
!67 = !{!"llvm.loop.unroll.disable"}
!68 = !DILocation(line: 5, column: 1, scope: !10)
