#!/bin/bash
# test: once
# LOCKSTEP_CACHE: what was compiled once is not compiled again, and nothing else is taken for it.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch
export LOCKSTEP_CACHE=$scratch/cache
mkdir "$LOCKSTEP_CACHE"
lockstep=$(realpath "$LOCKSTEP")
# An LLVM whose compiler can be taken away, but for its version.
export LOCKSTEP_LLVM=$scratch/llvm
llvm=$(cat "${BUILD:-build}/llvm") && mkdir -p "$LOCKSTEP_LLVM/bin" && ln -s "$llvm"/bin/* "$LOCKSTEP_LLVM/bin/"
printf '#!/bin/sh\n[ "$*" = -dumpversion ] && "%s/bin/clang" -dumpversion\n' "$llvm" >"$scratch/absent"
chmod +x "$scratch/absent"

# build NAME: a program that exits with 0 when its kernels run and are right.
build() {
    gcc -w -Igrader "$scratch/program.c" -l:libOpenCL.so.1 -o "$scratch/$1"
}
run() { # NAME
    "$lockstep" simt -- "$scratch/$1"
}
run_without_clang() { # NAME
    local status
    ln -sf "$scratch/absent" "$LOCKSTEP_LLVM/bin/clang"
    "$lockstep" simt -- "$scratch/$1"
    status=$?
    ln -sf "$llvm/bin/clang" "$LOCKSTEP_LLVM/bin/clang"
    return "$status"
}
kept() {
    find "$LOCKSTEP_CACHE" -type f -name '*.ptx'
}
fails() { ! "$@"; }

cp grader/check/selftest/opencl.c "$scratch/program.c"
build one
check 'the first time is compiled' run one
check 'one program is kept' test "$(kept | wc -l)" = 1
check 'the second time needs no compiler' run_without_clang one
sed -i 's/result\[get_group_id(0)\] = shared\[0\];/result[get_group_id(0)] = 0 + shared[0];/' "$scratch/program.c"
build two
check 'another source is another program' fails run_without_clang two
cp grader/check/selftest/opencl.c "$scratch/program.c"
sed -i 's/-cl-std=CL1.2/-cl-std=CL1.1/' "$scratch/program.c"
build three
check '… and so are other options' fails run_without_clang three
cp grader/check/selftest/opencl.c "$scratch/program.c"
sed -i 's/result\[get_group_id(0)\] = shared\[0\];/int odd; if (odd = 1) { } result[get_group_id(0)] = shared[0];/' "$scratch/program.c"
build odd
check 'a source with a warning is compiled' run odd
check '… and not again' run_without_clang odd
find "$LOCKSTEP_CACHE" -type f -name '*.ptx' -delete
cp grader/check/selftest/opencl.c "$scratch/program.c"
build one
run one >"$scratch/log" 2>&1
: >"$(kept)"
check 'an empty file is no program' run one
check '… and the right one takes its place' run_without_clang one
tap_end
