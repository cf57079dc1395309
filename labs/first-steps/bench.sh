#!/bin/bash
# Measures what three clocks say of one launch on this machine's GPU:
#
#     [OUT=folder] [QUICK=1] labs/first-steps/bench.sh
#
# Writes launches.csv to $OUT (build/bench/first-steps): the kernel `add` of the solution, by n. A few seconds; QUICK=1 only
# shows that it works.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/first-steps}
. labs/shared/cuda_bench.sh
build="nvcc -O3 -arch=native ${QUICK:+-DQUICK }-Ilabs/first-steps labs/first-steps/bench.cu"
$build -o "$work/bench"
"$work/bench" "$work/launches.csv"
{
    provenance "labs/first-steps/bench.sh ($build)"
    cat "$work/launches.csv"
} >"$out/launches.csv"
echo "$out/launches.csv"
