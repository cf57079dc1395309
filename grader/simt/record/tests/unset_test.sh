#!/bin/bash
# test: once
# Arrays that nobody set, in IR as clang 14 and as clang 19 write it: no store of the pattern is left, and each element has
# no value.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

# without NAME ELEMENTS: of the IR on the standard input, that many elements become one without a value.
without() {
    { echo 'define void @k() {' && cat && printf '}\n!22 = !{!"auto-init"}\n'; } >"$scratch/in.ll"
    "$BUILD/record/annotate" unset "$scratch/in.ll" "$scratch/out.ll" &&
        ! grep -q 'annotation !22\|call void @llvm.memset' "$scratch/out.ll" &&
        [ "$(grep -c '^  store double %lockstep.unset' "$scratch/out.ll")" = "$2" ]
    ok $? "$1" || sed 's/^/# /' "$scratch/out.ll"
}
without 'a short array, clang 14' 1 <<'END'
  %7 = alloca [2 x double], align 16
  %12 = getelementptr inbounds [2 x double], [2 x double]* %7, i64 0, i64 0
  store double 0xFFFFFFFFFFFFFFFF, double* %12, align 8, !annotation !22
END
without 'a short array, clang 19' 1 <<'END'
  %7 = alloca [2 x double], align 16
  %12 = getelementptr double, ptr %7, i64 0
  store double 0xFFFFFFFFFFFFFFFF, ptr %12, align 8, !annotation !22
END
without 'a long array, clang 14' 40 <<'END'
  %7 = alloca [40 x double], align 16
  %8 = bitcast [40 x double]* %7 to i8*
  call void @llvm.memset.p0i8.i64(i8* align 16 %8, i8 -1, i64 320, i1 false), !annotation !22
END
without 'a long array, clang 19' 40 <<'END'
  %7 = alloca [40 x double], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %7, i8 -1, i64 320, i1 false), !annotation !22
END
in_structure() {
    printf '%s\n' 'define void @k() {' '  %8 = alloca %struct.pair, align 4' '  %13 = getelementptr inbounds i8, ptr %8, i64 4' \
        '  store i32 -1431655766, ptr %13, align 4, !annotation !22' '}' '!22 = !{!"auto-init"}' >"$scratch/in.ll"
    "$BUILD/record/annotate" unset "$scratch/in.ll" "$scratch/out.ll" && grep -q 'unset.b32 .0, 1, 0, 1;' "$scratch/out.ll"
}
check "a structure's member, clang 19" in_structure
tap_end
