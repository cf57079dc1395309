#!/bin/bash
# make bench LAB=…: builds the lab's benchmark with the reference solution and runs it. RUNS=n sets the rounds.
# QUICK=1 only shows that it works. A lab that measures a GPU has its own bench.sh, which writes to $OUT.
. scripts/lab.sh
require_lab bench
if [ -x "labs/$LAB/bench.sh" ]; then
    exec "labs/$LAB/bench.sh"
fi
[ -e "labs/$LAB/bench.c" ] || fail "lab '$LAB' has no benchmark (no bench.sh or bench.c in labs/$LAB); make speedup LAB=$LAB measures what its measure.yaml names"
make -s --no-print-directory "$BUILD/bench/$LAB" || exit 2
[ -z "${QUICK:-}" ] || export RUNS=${RUNS:-1}
# One core for each thread, which does not spin while it waits: that would slow the next row down.
OMP_PROC_BIND=spread OMP_PLACES=cores OMP_WAIT_POLICY=passive OMP_DYNAMIC=false exec "$BUILD/bench/$LAB"
