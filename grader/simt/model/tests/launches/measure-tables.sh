#!/bin/sh
# Measures the histogram's tables for threads on this machine, as curves that a model can be held against, into a folder:
#
#     grader/simt/model/tests/launches/measure-tables.sh FOLDER [PROCESSES]
#
# Some two minutes with 10 processes on 16 cores, which nothing else should use. Each process runs the baseline beside each team, and the four
# ways take turns: `bound` or `free` threads (as in measure-cpu.sh); one run of each series after the other, or the runs of a series `apart`, as
# a sheet measures them. moments.csv says where the time of a team goes. QUICK=1: one process and one series, to see that it works.
set -eu
cd "$(dirname "$0")/../../../../.."
here=grader/simt/model/tests/launches
out=${1:?a folder for the results}
processes=${2:-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
gcc -O2 -std=gnu17 -fopenmp -c solutions/histogram-omp/histogram.c -o "$work/histogram.o"
gcc -O2 -std=gnu17 -fopenmp -c solutions/stencil/stencil.c -o "$work/stencil.o"
gcc -O2 -std=gnu17 -fopenmp -Isolutions/histogram-omp -Isolutions/stencil $here/curves.c "$work/histogram.o" "$work/stencil.o" -o "$work/curves"
gcc -O2 -std=gnu17 -fopenmp $here/moments.c -o "$work/moments"
lscpu > "$out/lscpu.txt" || true
head -1 /proc/stat > "$out/stat.txt"
echo "placement,process,order,what,n,threads,runs,least_s,median_s,most_s" > "$out/tables.csv"
echo "placement,process,order,n,threads,rounds,all_us,first_us,last_us,least_us,median_us,most_us,merge_us" > "$out/moments.csv"
series="sequential entrelacer_promotion_tab for_promotion_tab"
[ -z "${QUICK:-}" ] || { processes=1; series=for_promotion_tab; }
export OMP_WAIT_POLICY=passive OMP_DYNAMIC=false
for process in $(seq "$processes"); do
    for placement in bound free; do
        places="OMP_PROC_BIND=false"
        [ "$placement" = free ] || places="OMP_PROC_BIND=spread OMP_PLACES=cores"
        # shellcheck disable=SC2086 # words
        env $places "$work/curves" $series | sed "s/^/$placement,$process,beside,/" >> "$out/tables.csv"
        # shellcheck disable=SC2086 # words
        env $places "$work/curves" apart $series | sed "s/^/$placement,$process,apart,/" >> "$out/tables.csv"
        # shellcheck disable=SC2086 # words
        [ "$process" -gt 4 ] || env $places "$work/moments" | sed "s/^/$placement,$process,/" >> "$out/moments.csv"
    done
done
head -1 /proc/stat >> "$out/stat.txt" # the eighth number is time that the host took away
wc -l "$out"/*
