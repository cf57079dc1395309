#!/bin/bash
# test: long once
# Programs without a planted bug compute the same, and raise no alarm, whatever legal order their threads run in; and a
# program run twice, once beside busy neighbours, gives the same report and counters to the byte.
# shellcheck disable=SC2317 # called through xargs
. grader/tests/tap.sh
. grader/simt/tests/programs.sh
: "${LOCKSTEP:=build/lockstep}"
tests=grader/simt/tests
kernels="reduction histogram minmax stencil atomics sort_scan divergence"
# These show the order of threads, take it that lanes run together, or wait for blocks before them, which no order but
# the usual one runs first, or show counters, which lanes that run one by one have others of.
showing="memory/texture_counts memory/wide_shared calls/header output/device_printf warp/votes warp/maskless flags/value_in_flag_fixed race/write_under_atomics_fixed race/handed_on_fixed race/atomic_of_block_fixed flags/passed_along_fixed"
make_scratch
export LOCKSTEP tests scratch

judge() { # CASE SCHEDULE
    local out=$scratch/${1//\//+}.$2
    compiled "$tests/$1.cu" || { echo "not $1 does not compile"; return; }
    timeout 600 "$LOCKSTEP" simt --quiet --schedule "$2" -- "$(program "$tests/$1.cu")" >"$out" 2>"$out.report"
    { echo "--"; cat "$out.report"; } >>"$out"
    if diff <(expected "$1" | sed '/^status /d') "$out" >"$out.diff"; then
        echo "ok $1, $2"
    else
        echo "not $1, $2"
        sed 's/^/# /' "$out.diff"
    fi
}
export -f judge

# The second run is beside two processes that only count.
again() { # KERNELS
    local source=$tests/hardware/kernels/$1.cu program busy=()
    program=$(program "$source")
    compiled "$source" || return 1
    "$LOCKSTEP" simt --lines --json "$scratch/first.json" -- "$program" >"$scratch/first" 2>&1 || return 1
    for _ in 1 2; do
        (while :; do :; done) &
        busy+=($!)
    done
    "$LOCKSTEP" simt --lines --json "$scratch/second.json" -- "$program" >"$scratch/second" 2>&1
    kill "${busy[@]}"
    wait "${busy[@]}" 2>/dev/null
    cmp "$scratch/first" "$scratch/second" && cmp "$scratch/first.json" "$scratch/second.json"
}

mapfile -t cases < <(cases | while read -r name; do expected "$name" | grep -qx "status 0" && echo "$name"; done | grep -vxF "${showing// /$'\n'}")
# One order for each program: both orders and all programs come, not every pair of them.
orders=(reverse lanes)
judge_all < <(for i in "${!cases[@]}"; do echo "${cases[i]} ${orders[i % 2]}"; done)
for kernel in $kernels; do
    check "twice the same, to the byte: $kernel" again "$kernel"
done
tap_end
