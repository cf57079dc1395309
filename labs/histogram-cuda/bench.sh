#!/bin/bash
# Measures histogram-cuda on this machine's GPU beside CUB:
#
#     [OUT=folder] [QUICK=1] labs/histogram-cuda/bench.sh
#
# Writes sizes.csv, transfers.csv and crossover.csv to $OUT (build/bench/histogram-cuda), each headed by what was
# measured where. About a minute; QUICK=1 only shows that it works.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/histogram-cuda}
export PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "unavailable: no nvcc on this machine (the CUDA Toolkit brings it)" >&2; exit 2; }
nvidia-smi >/dev/null 2>&1 || { echo "unavailable: no NVIDIA GPU, or no driver for it, on this machine" >&2; exit 2; }
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build="nvcc -O3 -arch=native ${QUICK:+-DQUICK }-Xcompiler -fopenmp labs/histogram-cuda/bench.cu"
$build -o "$work/bench"

provenance() {
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# cuda: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# command: labs/histogram-cuda/bench.sh ($build)"
}

for table in sizes transfers crossover; do
    "$work/bench" "$table" "$work/$table.csv"
    { provenance && cat "$work/$table.csv"; } >"$out/$table.csv"
    echo "$out/$table.csv"
done
