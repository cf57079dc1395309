#!/bin/bash
# An OpenCL program on the machine, under Oclgrind (which looks for races, too) and in PoCL (which only runs it):
# milliseconds of one launch, the median of a few, in one run. `make results PART=speed` makes a table of RESULTS.md of it.
#     bash grader/simt/bench/bench.sh            QUICK=1 takes 2^10 elements, and only shows that it works
set -u
: "${LOCKSTEP:=build/lockstep}"
here=grader/simt/bench
built=${BUILD:-build}/simt-bench
mkdir -p "$built"
gcc -O2 "$here/opencl_host.c" -lOpenCL -o "$built/opencl_host" 2>/dev/null || {
    echo "unavailable: OpenCL's headers and library (install opencl-headers, ocl-icd-opencl-dev)" >&2
    exit 2
}
pocl=$(grep -l pocl /etc/OpenCL/vendors/*.icd 2>/dev/null | head -n 1)

# run NAME N RUNS COMMAND…: the median of the milliseconds that it prints, or what is wrong: a wrong sum is no time.
run() {
    local name=$1 n=$2 runs=$3 times
    shift 3
    times=$("$@" "$built/opencl_host" "$here/kernels.cl" "$name" "$n" 256 "$runs" 2>/dev/null)
    case $? in
    0) sort -g <<<"$times" | awk '{ time[NR] = $1 } END { print time[int((NR + 1) / 2)] }' ;;
    1) echo wrong ;;
    *) echo unavailable ;;
    esac
}

# The machine's modelled time is left out, which neither of the others has. all, none: of detectors and counters. values:
# Oclgrind's detector of values that nothing has set. PoCL 3.1 gives wrong sums of this reduction by its other way, loops.
format='%-10s %9s %12s %12s %12s %15s %12s\n'
row() {
    # shellcheck disable=SC2059
    printf "$format" "$1" "$2" "$(run "$1" "$2" 5 "$LOCKSTEP" simt --quiet --profile none --)" \
        "$(run "$1" "$2" 5 "$LOCKSTEP" simt --quiet --no-detect --no-count --)" "$(run "$1" "$2" 3 oclgrind --data-races)" \
        "$(run "$1" "$2" 3 oclgrind --data-races --uninitialized)" \
        "$(run "$1" "$2" 21 env POCL_WORK_GROUP_METHOD=repl "OCL_ICD_VENDORS=${pocl:-/nonexistent}")"
}
# shellcheck disable=SC2059
printf "$format" kernel elements all none races races-values PoCL
if [ -n "${QUICK:-}" ]; then
    row reduction $((1 << 10))
    row histogram $((1 << 10))
    exit
fi
row reduction $((1 << 16))
row reduction $((1 << 20))
row histogram $((1 << 20))
