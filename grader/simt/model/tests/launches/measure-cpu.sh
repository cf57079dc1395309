#!/bin/sh
# Measures the processor of this machine: the histogram's variants, the stencil's schedules, a course's programs, and what a profile needs,
# into a folder:
#
#     grader/simt/model/tests/launches/measure-cpu.sh FOLDER [PROCESSES]
#
# Some four minutes with 8 processes on 16 cores, which nothing else should use. A process keeps its threads where they are, so each point is
# measured by many.
set -eu
# shellcheck source=grader/simt/model/tests/launches/measure.sh
. "$(dirname "$0")/measure.sh"
processes=${2:-8}
gcc -O2 -fopenmp $here/processor.c -o "$work/processor"
gcc -O3 -march=native -fopenmp $here/teams.c -o "$work/teams"
"$work/curves" pairs > "$out/pairs.csv"
echo "placement,process,what,n,threads,runs,least_s,median_s,most_s" > "$out/curves.csv"
echo "placement,process,what,threads,ns,least_ns" > "$out/processor.csv"
echo "placement,process,what,threads,median_ms,least_ms" > "$out/teams.csv"
for process in $(seq "$processes"); do
    for placement in bound free; do
        at $placement "$work/teams" | sed "s/^/$placement,$process,/" >> "$out/teams.csv"
        at $placement "$work/curves" | sed "s/^/$placement,$process,/" >> "$out/curves.csv"
        [ "$process" -gt "${PROCESSORS:-1}" ] || at $placement "$work/processor" | sed "s/^/$placement,$process,/" >> "$out/processor.csv"
    done
done
"$work/curves" pairs > "$out/pairs-after.csv"
measured
