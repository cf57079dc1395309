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
export PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "unavailable: no nvcc on this machine (the CUDA Toolkit brings it)" >&2; exit 2; }
nvidia-smi >/dev/null 2>&1 || { echo "unavailable: no NVIDIA GPU, or no driver for it, on this machine" >&2; exit 2; }
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build="nvcc -O3 -arch=native ${QUICK:+-DQUICK }-Ilabs/first-steps labs/first-steps/bench.cu"
$build -o "$work/bench"
"$work/bench" "$work/launches.csv"
{
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# cuda: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# command: labs/first-steps/bench.sh ($build)"
    cat "$work/launches.csv"
} >"$out/launches.csv"
echo "$out/launches.csv"
