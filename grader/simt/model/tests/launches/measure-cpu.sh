#!/bin/sh
# Measures the processor of this machine: the histogram's variants, the stencil's schedules, a course's programs, and what a profile needs,
# into a folder:
#
#     grader/simt/model/tests/launches/measure-cpu.sh FOLDER [PROCESSES]
#
# Some four minutes with 8 processes on 16 cores, which nothing else should use. A process keeps its threads where they are, so each point is
# measured by many: `bound` to places of their own, as `make speedup` does it, and `free`, where the scheduler puts them.
set -eu
cd "$(dirname "$0")/../../../../.."
here=grader/simt/model/tests/launches
out=${1:?a folder for the results}
processes=${2:-8}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
gcc -O2 -std=gnu17 -fopenmp -c solutions/histogram-omp/histogram.c -o "$work/histogram.o"
gcc -O3 -march=native -std=gnu17 -fopenmp -c solutions/stencil/stencil.c -o "$work/stencil.o"
gcc -O2 -std=gnu17 -fopenmp -Isolutions/histogram-omp -Isolutions/stencil $here/curves.c "$work/histogram.o" "$work/stencil.o" -o "$work/curves"
gcc -O2 -fopenmp $here/processor.c -o "$work/processor"
gcc -O3 -march=native -fopenmp $here/teams.c -o "$work/teams"
lscpu > "$out/lscpu.txt" || true
head -1 /proc/stat > "$out/stat.txt"
"$work/curves" pairs > "$out/pairs.csv"
echo "placement,process,what,n,threads,runs,least_s,median_s,most_s" > "$out/curves.csv"
echo "placement,process,what,threads,ns,least_ns" > "$out/processor.csv"
echo "placement,process,what,threads,median_ms,least_ms" > "$out/teams.csv"
export OMP_WAIT_POLICY=passive OMP_DYNAMIC=false
for process in $(seq "$processes"); do
    for placement in bound free; do
        places="OMP_PROC_BIND=false"
        [ "$placement" = free ] || places="OMP_PROC_BIND=spread OMP_PLACES=cores"
        # shellcheck disable=SC2086 # words
        env $places "$work/teams" | sed "s/^/$placement,$process,/" >> "$out/teams.csv"
        # shellcheck disable=SC2086 # words
        env $places "$work/curves" | sed "s/^/$placement,$process,/" >> "$out/curves.csv"
        # shellcheck disable=SC2086 # words
        [ "$process" -gt "${PROCESSORS:-1}" ] || env $places "$work/processor" | sed "s/^/$placement,$process,/" >> "$out/processor.csv"
    done
done
"$work/curves" pairs > "$out/pairs-after.csv"
head -1 /proc/stat >> "$out/stat.txt" # the eighth number is time that the host took away
wc -l "$out"/*
