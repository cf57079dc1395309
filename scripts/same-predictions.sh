#!/bin/bash
# Do two builds of Lockstep predict alike? The reports of every set of launches and of the labs' programs: each launch's
# time with all digits, what binds it, and the counters, byte for byte, and what programs print on the modelled clock:
#
#     scripts/same-predictions.sh record TREE FOLDER     runs all with TREE/build/lockstep, reports to FOLDER
#     scripts/same-predictions.sh compare BEFORE AFTER   lists what differs between two such folders; exit status 1 if any does
#
# `record` leaves out what lies there: call it again to go on. ONLY='open*' records these only.
set -u

only=${ONLY:-*}

fail() {
    echo "same-predictions: $1" >&2
    exit 2
}

# report NAME WORDS…: what the program prints, and its report.
report() {
    local name=$1
    shift
    # shellcheck disable=SC2053 # a pattern
    [[ $name == $only ]] && [ ! -e "$out/$name.json" ] || return 0
    if "$tree/build/lockstep" simt --quiet --no-detect --json "$work/report" -- "$@" >"$out/$name.txt" 2>"$work/messages"; then
        mv "$work/report" "$out/$name.json"
    else
        cat "$work/messages" >&2
        failed=$((failed + 1))
    fi
}

# compiled SOURCE WORDS…: the program's path.
compiled() {
    local program=$work/${1##*/}
    program=${program%.cu}
    [ -e "$program" ] || "$tree/build/lockstep" cc -O2 "$@" -o "$program" || fail "$1 does not compile"
    echo "$program"
}

record() {
    local file name sizes=(4096 16384 65536 262144)
    tree=$(cd "$1" && pwd) || fail "no folder $1"
    { mkdir -p "$2" && out=$(cd "$2" && pwd); } || fail "cannot write $2"
    [ -x "$tree/build/lockstep" ] || fail "$tree/build/lockstep is missing: make -C $tree build/lockstep"
    work=$(mktemp -d) || exit 2
    failed=0
    # shellcheck disable=SC2064
    trap "rm -rf '$work'" EXIT
    cd "$tree" || exit 2
    for file in grader/simt/model/tests/launches/*.cu; do
        name=${file##*/}
        case $name in copies.cu | units.cu) continue ;; esac # the host's own time is in it; it runs for hours
        report "${name%.cu}" "$(compiled "$file")" once
    done
    local programs=grader/simt/model/tests/programs
    report histogram "$(compiled $programs/histogram_launches.cu -Isolutions/histogram-cuda)" "${sizes[@]}"
    report minmax "$(compiled $programs/minmax_launches.cu -Isolutions/minmax-cuda)" "${sizes[@]}"
    report stencil "$(compiled $programs/stencil_launches.cu)"
    for name in ladder groups; do
        gcc -std=gnu17 "$programs/$name.c" -l:libOpenCL.so.1 -o "$work/$name" || fail "$name.c does not compile"
    done
    local rungs=()
    for name in reduce_naive reduce_divergence_free reduce_unrolled; do rungs+=("$name" 65536 1); done
    for name in reduce_global_stride reduce_local_stride reduce_pcl; do rungs+=("$name" 1048576 32); done
    report ladder "$work/ladder" solutions/reduction-ladder/reduction.cl kernels/reduction_naive.cl "${rungs[@]}"
    report sum "$work/groups" sum solutions/sum-opencl/sum.cl 100000 1000000
    report stencil-opencl "$work/groups" stencil solutions/stencil/stencil.cl 1024
    echo "$(find "$out" -name '*.json' | wc -l) reports in $out, $failed failed"
    [ "$failed" -eq 0 ]
}

compare() {
    local name
    for name in "$1" "$2"; do
        [ -d "$name" ] || fail "$name holds no reports: scripts/same-predictions.sh record TREE $name"
    done
    diff -rq "$1" "$2" && echo "$(find "$1" -name '*.json' | wc -l) reports are the same"
}

case "${1:-} $#" in
'record 3') record "$2" "$3" ;;
'compare 3') compare "$2" "$3" ;;
*) fail 'usage: scripts/same-predictions.sh record TREE FOLDER | compare BEFORE AFTER' ;;
esac
