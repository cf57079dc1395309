#!/bin/bash
# make check [LAB=…]: for maintainers. The skeleton scores its floor, the solution full marks, each mutant its verdict.
. scripts/lab.sh
if [ -n "${LAB:-}" ]; then require_lab check && chosen=("$LAB"); else mapfile -t chosen < <(all_labs); fi
worst=0
for lab in "${chosen[@]}"; do
    "$BUILD/lockstep" check "$lab" || worst=$?
done
exit "$worst"
