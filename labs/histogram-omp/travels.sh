#!/bin/bash
# The cache lines that travel between a histogram's threads, by the machine's model, beside the time on this processor:
#
#     labs/histogram-omp/travels.sh [THREADS] >handouts/data/histogram-omp/travels.csv       (2 threads, if none are given)
#
# labs/histogram-omp/travels.c counts with the counters laid out in five ways. The model's threads interrupt each other
# (--schedule 1); `read_lines` are those of the data. Where perf can count them, `misses` are the processor's own
# cache misses (in all, start and end of the program taken off), else "". Times are the least of many, per element.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
threads=${1:-2}
source=labs/histogram-omp/travels.c
model_n=65536 n=1048576 repetitions=100
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

gcc -O2 -fopenmp "$source" -o "$work/native"
"$build/lockstep" cc -fopenmp "$source" -o "$work/program"

# Cache misses of one count of 2^20 elements, or nothing.
misses() {
    local last first
    last=$(counted "$1" 20) && first=$(counted "$1" 10) && echo $(((last - first) / 10))
}
counted() { # layout, repetitions
    OMP_NUM_THREADS=$threads perf stat -x, -e cache-misses "$work/native" "$1" $n "$2" 2>&1 >/dev/null |
        awk -F, '$3 ~ /cache-misses/ && $1 ~ /^[0-9]+$/ { print $1; found = 1 } END { exit !found }'
}

nanoseconds() { OMP_NUM_THREADS=$2 OMP_PROC_BIND=true "$work/native" "$1" $n $repetitions | cut -d ' ' -f 1; }

echo "# date: $(date -u +%Y-%m-%d)"
echo "# machine: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1) ($(nproc) cores)"
echo "# compiler: gcc $(gcc -dumpfullversion), -O2; machine: clang $("$(cat "${BUILD:-build}/llvm")/bin/clang" -dumpversion)"
echo "# command: labs/histogram-omp/travels.sh $threads"
echo "layout,threads,elements,travels,false_sharing,read_lines,misses,ns_one_thread,ns_threads"
for layout in for_atomic side_by_side rows_unaligned entrelacer promotion_tab; do
    "$build/lockstep" simt --threads "$threads" --schedule 1 -- "$work/program" "$layout" $model_n 1 >/dev/null 2>"$work/said" ||
        { cat "$work/said" >&2 && exit 1; }
    read -r travels false_sharing < <(awk '/lines travelled/ { gsub(",", ""); print $3, $8 }' "$work/said")
    read_lines=$(awk '/the memory allocated/ { sum += $(NF - 3) } END { print sum + 0 }' "$work/said")
    echo "$layout,$threads,$model_n,$travels,$false_sharing,$read_lines,$(misses "$layout" || true),$(nanoseconds "$layout" 1),$(nanoseconds "$layout" "$threads")"
done
