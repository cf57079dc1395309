#!/bin/sh
# Measures the histogram's tables for threads on this machine, as curves that a model can be held against, into a folder:
#
#     grader/simt/model/tests/launches/measure-tables.sh FOLDER [PROCESSES]
#
# Some two minutes with 10 processes on 16 cores, which nothing else should use. Each process runs the baseline beside each team, and the four
# ways take turns: `bound` or `free` threads; one run of each series after the other, or the runs of a series `apart`, as a sheet measures
# them. moments.csv says where the time of a team goes. QUICK=1: one process and one series, to see that it works.
set -eu
# shellcheck source=grader/simt/model/tests/launches/measure.sh
. "$(dirname "$0")/measure.sh"
processes=${2:-10}
gcc -O2 -std=gnu17 -fopenmp $here/moments.c -o "$work/moments"
echo "placement,process,order,what,n,threads,runs,least_s,median_s,most_s" > "$out/tables.csv"
echo "placement,process,order,n,threads,rounds,all_us,first_us,last_us,least_us,median_us,most_us,merge_us" > "$out/moments.csv"
series="sequential entrelacer_promotion_tab for_promotion_tab"
[ -z "${QUICK:-}" ] || { processes=1; series=for_promotion_tab; }
for process in $(seq "$processes"); do
    for placement in bound free; do
        # shellcheck disable=SC2086 # words
        at $placement "$work/curves" $series | sed "s/^/$placement,$process,beside,/" >> "$out/tables.csv"
        # shellcheck disable=SC2086 # words
        at $placement "$work/curves" apart $series | sed "s/^/$placement,$process,apart,/" >> "$out/tables.csv"
        [ "$process" -gt 4 ] || at $placement "$work/moments" | sed "s/^/$placement,$process,/" >> "$out/moments.csv"
    done
done
measured
