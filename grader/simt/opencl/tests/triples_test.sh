#!/bin/bash
# cases: grader/simt/opencl/tests/*/*.cl
# Each case is a kernel with, in a comment at its end, its launch and what must come out (cases.sh): the arrays, a line
# "--", the findings, the verdict. Arguments: only these cases, as topic/case or by their files.
# With UPDATE=1 what came out is written into the kernels instead of compared: read it before it is kept.
# shellcheck disable=SC2317 # called through xargs
. grader/tests/tap.sh
. grader/simt/opencl/tests/cases.sh
: "${BUILD:=build}"
make_scratch
sim=$BUILD/$tests/sim
export sim scratch
export LOCKSTEP_HOME=${LOCKSTEP_HOME:-build}
# What one flavour of the grader compiled, the other runs: the kernels are kept as long as the kit's compiling is the same.
kit=$(cat build/opencl/*.bc build/opencl/include/* build/cuda/*.bc grader/simt/opencl/*.[ch] | sha256sum)
export LOCKSTEP_CACHE=build/opencl-programs/${kit:0:16}
mkdir -p "$LOCKSTEP_CACHE"

# update CASE: writes what came out, $2, into its comment.
update() {
    local source
    source=$(source_of "$1")
    (
        flock 9
        file=$(NEW=$2 awk -v start="$(comment_of "$1")" '$0 == start { inside = 1 } !said
            inside && /^prints$/ { print ENVIRON["NEW"] " */"; said = 1 } / \*\/$/ { inside = said = 0 }' <&9) &&
            printf '%s\n' "$file" >"$source"
    ) 9<"$source"
}

judge() {
    local difference out
    unpack "$1" "$scratch"
    out=$(timeout 600 "$sim" "$scratch/$1.sim" 2>&1)
    if [ -n "${UPDATE:-}" ]; then
        update "$1" "$out"
        echo "ok $1"
    elif difference=$(diff -u --label expected --label "this run" <(expected "$1") - <<<"$out" 2>&1); then
        echo "ok $1"
    else
        echo "not $1"
        # shellcheck disable=SC2001 # a pattern per line
        sed 's/^/# /' <<<"$difference"
    fi
}
export -f judge update

cases=("$@")
if [[ ${1:-.cl} == *.cl ]]; then
    mapfile -t cases < <(cases "$@")
fi
judge_all < <(printf '%s\n' "${cases[@]}")
tap_end
