#!/bin/bash
# The machine beside Oclgrind: milliseconds of one launch, the best of a few, in one run on one machine.
#     bash grader/simt/bench/bench.sh            the sizes that Oclgrind can do
#     bash grader/simt/bench/bench.sh large      2^24 elements as well, on the machine alone
# QUICK=1 takes 2^10 elements, and only shows that it works.
set -u
: "${LOCKSTEP:=build/lockstep}"
here=grader/simt/bench
built=${BUILD:-build}/simt-bench
mkdir -p "$built"
"$LOCKSTEP" cc -O2 "$here/kernels.cu" -o "$built/kernels" || exit 2

best() { sort -g | head -n 1; }

# machine NAME N RUNS OPTIONS...
machine() {
    local name=$1 n=$2 runs=$3
    shift 3
    "$LOCKSTEP" simt --quiet "$@" -- "$built/kernels" "$name" "$n" 256 "$runs" 2>/dev/null | best
}

if command -v oclgrind >/dev/null && gcc -O2 "$here/opencl_host.c" -lOpenCL -o "$built/opencl_host" 2>/dev/null; then
    other() { oclgrind --data-races "$built/opencl_host" "$here/kernels.cl" "$1" "$2" 256 "$3" 2>/dev/null | best; }
else
    echo "oclgrind: unavailable (install oclgrind and opencl-headers, ocl-icd-opencl-dev)" >&2
    other() { echo unavailable; }
fi

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.1f", a / b; else print "-" }'; }

printf '%-10s %10s %12s %12s %14s %8s\n' kernel elements 'all on, ms' 'all off, ms' 'Oclgrind, ms' ratio
row() {
    local on off theirs
    on=$(machine "$1" "$2" 5)
    off=$(machine "$1" "$2" 5 --no-detect --no-count)
    theirs=$([ "$3" -gt 0 ] && other "$1" "$2" "$3" || echo -)
    printf '%-10s %10d %12s %12s %14s %8s\n' "$1" "$2" "$on" "$off" "$theirs" "$(ratio "$theirs" "$on")"
}
if [ -n "${QUICK:-}" ]; then
    row reduction $((1 << 10)) 1
    row histogram $((1 << 10)) 1
    exit
fi
row reduction $((1 << 16)) 3
row reduction $((1 << 20)) 2
row histogram $((1 << 20)) 2
if [ "${1:-}" = large ]; then
    row reduction $((1 << 24)) 0
    row histogram $((1 << 24)) 0
fi
