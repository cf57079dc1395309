#!/bin/bash
# Measures histogram-omp on this machine's processor:
#
#     [OUT=folder] [QUICK=1] labs/histogram-omp/bench.sh
#
# Prints how fast each version is (bench.c), then writes second_thread.csv to $OUT (build/bench): one thread
# and two, by n, for 65,536 bins. Half a minute; QUICK=1 only shows that it works.
set -eu
cd "$(dirname "$0")/../.."
: "${BUILD:=build}"
out=${OUT:-build/bench}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# One core for each thread, and none that spins on it while it waits: that would slow down the row that comes next.
export OMP_PROC_BIND=spread OMP_PLACES=cores OMP_WAIT_POLICY=passive OMP_DYNAMIC=false
[ -n "${TABLE_ONLY:-}" ] || {
    make -s --no-print-directory "$BUILD/bench/histogram-omp"
    "$BUILD/bench/histogram-omp"
}

build="gcc -std=gnu17 -D_GNU_SOURCE -O2 -fopenmp ${QUICK:+-DQUICK }-Igrader -Ilabs/histogram-omp labs/histogram-omp/second_thread.c"
build="$build solutions/histogram-omp/histogram.c"
$build -o "$work/second_thread"
"$work/second_thread" "$work/second_thread.csv"
{
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# command: labs/histogram-omp/bench.sh ($build), bound, waiting passively"
    cat "$work/second_thread.csv"
} >"$out/second_thread.csv"
echo "$out/second_thread.csv"
