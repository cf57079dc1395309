#!/bin/bash
# Measures histogram-cuda on this machine's GPU beside CUB:
#
#     [OUT=folder] [CCCL=folder] [QUICK=1] labs/histogram-cuda/bench.sh
#
# Writes sizes.csv, peers.csv, transfers.csv and crossover.csv to $OUT (build/bench/histogram-cuda), each headed by what
# was measured where. About a minute; QUICK=1 only shows that it works. CCCL: the headers of another CUB than nvcc's (the
# folder include/cccl of the Python package nvidia-cuda-cccl).
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/histogram-cuda}
. labs/shared/cuda_bench.sh
build="nvcc -O3 -arch=native ${CCCL:+-I$CCCL }${QUICK:+-DQUICK }-Xcompiler -fopenmp labs/histogram-cuda/bench.cu"
$build -o "$work/bench"
for table in sizes peers transfers crossover; do
    "$work/bench" "$table" "$work/$table.csv"
    { provenance "labs/histogram-cuda/bench.sh ($build)" && cat "$work/$table.csv"; } >"$out/$table.csv"
    echo "$out/$table.csv"
done
