#!/bin/bash
# The machine beside Oclgrind (which looks for races, too) and PoCL (which only runs): milliseconds of one launch, the best of
# a few, in one run on one machine.
#     bash grader/simt/bench/bench.sh            the sizes that Oclgrind can do
#     bash grader/simt/bench/bench.sh large      2^24 elements as well, on the machine alone
# QUICK=1 takes 2^10 elements, and only shows that it works.
set -u
: "${LOCKSTEP:=build/lockstep}"
here=grader/simt/bench
built=${BUILD:-build}/simt-bench
mkdir -p "$built"
"$LOCKSTEP" cc -O2 "$here/kernels.cu" -o "$built/kernels" || exit 2

# timed COMMAND...: the best of the milliseconds that it prints, or what is wrong: a wrong sum is no time.
timed() {
    local times
    times=$("$@" 2>/dev/null)
    case $? in
    0) sort -g <<<"$times" | head -n 1 ;;
    1) echo wrong ;;
    *) echo unavailable ;;
    esac
}

# machine NAME N RUNS OPTIONS...
machine() {
    local name=$1 n=$2 runs=$3
    shift 3
    timed "$LOCKSTEP" simt --quiet "$@" -- "$built/kernels" "$name" "$n" 256 "$runs"
}

gcc -O2 "$here/opencl_host.c" -lOpenCL -o "$built/opencl_host" 2>/dev/null ||
    echo "Oclgrind and PoCL: unavailable (install opencl-headers, ocl-icd-opencl-dev)" >&2

# other NAME N RUNS COMMAND...: the same kernel in OpenCL under COMMAND
other() {
    local name=$1 n=$2 runs=$3
    shift 3
    timed "$@" "$built/opencl_host" "$here/kernels.cl" "$name" "$n" 256 "$runs"
}
pocl=$(grep -l pocl /etc/OpenCL/vendors/*.icd 2>/dev/null | head -n 1)

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (a + 0 > 0 && b + 0 > 0) printf "%.1f", a / b; else print "-" }'; }

# Without the modelled time, which neither of the others knows.
# On a row: milliseconds, and in brackets how many times the machine's time that is.
format='%-10s %9s %8s %7s %16s %18s %12s\n'
cat <<'END'
Milliseconds of one launch. on: all detectors and counters; off: none. Oclgrind with its detector of races alone, and
with the one of values that nothing has set as well, which the machine has, too: both as multiples of "on".
PoCL only runs the kernel: "off" as a multiple of its time.
END
# shellcheck disable=SC2059
printf "$format" kernel elements on off races 'races and values' PoCL
row() {
    local on off races all native
    on=$(machine "$1" "$2" 5 --profile none)
    off=$(machine "$1" "$2" 5 --no-detect --no-count)
    races=$([ "$3" -gt 0 ] && other "$1" "$2" "$3" oclgrind --data-races || echo -)
    all=$([ "$3" -gt 0 ] && other "$1" "$2" 1 oclgrind --data-races --uninitialized || echo -)
    # The other way of PoCL 3.1 to run work-groups, loops, gives wrong sums of this reduction.
    native=$(other "$1" "$2" 20 env POCL_WORK_GROUP_METHOD=repl "OCL_ICD_VENDORS=${pocl:-/nonexistent}")
    # shellcheck disable=SC2059
    printf "$format" "$1" "$2" "$on" "$off" "$races ($(ratio "$races" "$on"))" "$all ($(ratio "$all" "$on"))" \
        "$native ($(ratio "$off" "$native"))"
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
