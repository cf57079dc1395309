#!/bin/bash
# test: once
# The curve that a student with few cores sees: what cannot be divided further is not predicted to be, and tasks have their price.
# shellcheck disable=SC2317 # called through check
cd "$(dirname "$0")/../../../.." || exit 1
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch

# curve PROGRAM 'CONDITION' [WORD…]: the condition holds of s, the speedups by number of threads.
curve() {
    local name=$1 condition=$2
    shift 2
    [ -e "$scratch/$name" ] || "$LOCKSTEP" cc -O2 -fopenmp "grader/simt/model/tests/curves/${name}_curve.c" -o "$scratch/$name" || return
    "$LOCKSTEP" simt --quiet --no-detect --json "$scratch/json" -- "$scratch/$name" "$@" || return
    python3 -c 'import json, sys
s = {row["threads"]: row["speedup"] for row in json.load(open(sys.argv[1]))["model"]["threads"]}
print({threads: round(speedup, 2) for threads, speedup in s.items()})
sys.exit(not eval(sys.argv[2]))' "$scratch/json" "$condition"
}
check "three sections keep three threads busy, not more" curve sections '1.3 < s[2] < 1.6 and 2 < s[4] <= 3 and s[16] <= 3 and s[64] <= 3'
check "… and those that wait do not slow the three down" curve sections 's[64] > 0.5 * s[16]'
check "twenty rows on sixteen threads take as long as on ten" curve rows '4 < s[8] < 7 and s[16] <= 10 and s[32] <= 10'
check "… when they are dealt out, too" curve rows '5 < s[8] < 7 and 8 < s[16] <= 10 and s[64] > 8' dynamic
check "a task for each call makes a program slower with two threads" curve tasks 's[2] < 1 and s[16] < 1'
check "… and few tasks make it faster" curve tasks '1.3 < s[2] < 2 and s[4] > s[2]' 16
check "lines from memory are what a copy takes its time for" curve stream '5 < s[8] < 7'
says_work_and_span() { "$LOCKSTEP" simt --no-detect -- "$scratch/stream" 2>&1 | grep -A 1 '^  span ' | grep '^  speedup at most  *4.0 '; }
check "the program's counters tell work and span" says_work_and_span
tap_end
