#!/bin/bash
# Programs without a planted bug compute the same, and raise no alarm, whatever legal order their threads run in; and a
# program run twice, once beside busy neighbours, gives the same report and counters to the byte.
# shellcheck disable=SC2317 # called through xargs
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
tests=grader/simt/tests
built=build/simt-schedules
kernels="reduction histogram minmax stencil atomics sort_scan divergence"
# These show the order of threads, or wait for blocks before them, which no order but the usual one runs first.
showing="output/device_printf warp/votes race/flags_between_blocks_fixed"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LOCKSTEP tests built scratch
mkdir -p "$built"

compile() { # SOURCE PROGRAM
    [ -x "$2" ] && [ "$2" -nt "$1" ] && [ "$2" -nt build/lockstep ] && return
    mkdir -p "$(dirname "$2")"
    # Whole or not at all: both flavours of the grader's tests may be here at once.
    build/lockstep cc "$1" -o "$2.$$" >"$2.log" 2>&1 && mv "$2.$$" "$2"
}

judge() { # CASE SCHEDULE
    local out=$scratch/${1//\//+}.$2
    compile "$tests/$1.cu" "$built/$1" || { echo "not $1 does not compile"; return; }
    timeout 120 "$LOCKSTEP" simt --quiet --schedule "$2" -- "$built/$1" >"$out" 2>"$out.report"
    { echo "--"; cat "$out.report"; } >>"$out"
    if diff <(sed '/^status /d' "$tests/$1.ref") "$out" >"$out.diff"; then
        echo "ok $1, $2"
    else
        echo "not $1, $2"
        sed 's/^/# /' "$out.diff"
    fi
}
export -f compile judge

# The second run is beside two processes that only count.
again() { # KERNELS
    local program=$built/kernels/$1 busy=()
    compile "$tests/hardware/kernels/$1.cu" "$program" || return 1
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

mapfile -t cases < <(cd "$tests" && grep -lx "status 0" ./*/*.ref | sed 's|^\./||; s/\.ref$//' | grep -vxF "${showing// /$'\n'}")
# shellcheck disable=SC2016 # expanded by the inner shell
results=$(printf '%s\n' "${cases[@]}" | xargs -P "$(nproc)" -I CASE bash -c 'out=$(judge CASE reverse; judge CASE lanes); echo "$out"')
while IFS= read -r line; do
    case $line in
    "ok "*) ok 0 "${line#ok }" ;;
    "not "*) ok 1 "${line#not }" ;;
    *) echo "$line" ;;
    esac
done <<<"$results"
for kernel in $kernels; do
    check "twice the same, to the byte: $kernel" again "$kernel"
done
tap_end
