#!/bin/bash
# Each triple is a kernel (case.cl), its launch and buffers (case.sim, as oclgrind-kernel reads it) and what must come
# out (case.ref): the arrays, a line "--", the findings, the verdict. Arguments: only these cases, as topic/case.
# With UPDATE=1 the references are written instead of compared: read them before they are kept.
# shellcheck disable=SC2317 # called through xargs
. grader/tests/tap.sh
: "${BUILD:=build}"
tests=grader/simt/opencl/tests
sim=$BUILD/$tests/sim
export tests sim
export LOCKSTEP_HOME=${LOCKSTEP_HOME:-build}
# What one flavour of the grader compiled, the other runs: the kernels are kept as long as the kit's compiling is the same.
kit=$(cat build/opencl/*.bc build/opencl/include/* build/cuda/*.bc grader/simt/opencl/*.[ch] | sha256sum)
export LOCKSTEP_CACHE=build/opencl-programs/${kit:0:16}
mkdir -p "$LOCKSTEP_CACHE"

judge() {
    local difference
    if [ -n "${UPDATE:-}" ]; then
        timeout 600 "$sim" "$tests/$1.sim" >"$tests/$1.ref" 2>&1
        echo "ok $1"
    elif difference=$(timeout 600 "$sim" "$tests/$1.sim" 2>&1 | diff -u --label "$1.ref" --label "this run" "$tests/$1.ref" - 2>&1); then
        echo "ok $1"
    else
        echo "not $1"
        # shellcheck disable=SC2001 # a pattern per line
        sed 's/^/# /' <<<"$difference"
    fi
}
export -f judge

cases=("$@")
if [ $# -eq 0 ]; then
    mapfile -t cases < <(cd "$tests" && printf '%s\n' ./*/*.sim | sed 's|^\./||' | sed 's/\.sim$//')
fi
# shellcheck disable=SC2016 # expanded by the inner shell
results=$(printf '%s\n' "${cases[@]}" | xargs -P "$(nproc)" -I CASE bash -c 'result=$(judge CASE); echo "$result"')
while IFS= read -r line; do
    case $line in
    "ok "*) ok 0 "${line#ok }" ;;
    "not "*) ok 1 "${line#not }" ;;
    *) echo "$line" ;;
    esac
done <<<"$results"
tap_end
