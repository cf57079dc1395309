#!/bin/bash
# Measures the reference solution of stencil on this machine's CPU, its OpenCL device (a GPU, where there is one) and,
# where there is one, its NVIDIA GPU by CUDA:
#
#     [OUT=folder] [STEPS=200] [STRIDE=64] [QUICK=1] labs/stencil/bench.sh
#
# Writes schedules.csv (OpenMP), share.csv (one thread, with fewer and fewer rows), kernels.csv and split.csv (OpenCL; the
# report's figure 3), near.csv (the split with few rows on the CPU, finer) and cuda.csv (kernels in CUDA, several steps in a
# pass) to $OUT (build/bench/stencil), each with its provenance. What is not there is said and left out. A minute with a GPU; PoCL on two cores wants fewer steps.
# QUICK=1 takes a small field, and only shows that it works.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/stencil} steps=${STEPS:-200} stride=${STRIDE:-64} near=(32 512 3) most=4096 runs=5 quick=''
if [ -n "${QUICK:-}" ]; then
    steps=4 stride=128 near=(32 64 1) most=256 runs=1 quick=' -DQUICK'
fi
export PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. labs/shared/find_gpu.sh
find_gpu "$work/vendors"
compile="gcc -std=gnu17 -D_GNU_SOURCE -O3 -march=native -fopenmp -idirafter /usr/local/cuda/include -Igrader -Isolutions/stencil$quick labs/stencil/bench.c"
compile="$compile solutions/stencil/stencil.c solutions/stencil/hybrid.c"
compile_cuda="nvcc -O3 -arch=native$quick labs/stencil/bench.cu"

provenance() { # command
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    if nvidia-smi >/dev/null 2>&1; then
        echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
        echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    fi
    echo "# command: STEPS=$steps STRIDE=$stride labs/stencil/bench.sh; $1"
}

table() { # name, words for the program
    local name=$1 mode=$2
    shift 2
    if "$work/bench" "$mode" "$work/$name.csv" "$@"; then
        { provenance "$compile"; cat "$work/$name.csv"; } >"$out/$name.csv"
        echo "$out/$name.csv"
    else
        echo "unavailable: $name.csv" >&2
    fi
}

has_gpu=no
command -v nvcc >/dev/null && nvidia-smi >/dev/null 2>&1 && has_gpu=yes
$compile -l:libOpenCL.so.1 -o "$work/bench"
if [ $has_gpu = yes ]; then
    $compile_cuda -o "$work/cuda"
fi
table schedules schedules
table share share
table kernels kernels
table near split "$steps" "${near[@]}"
table split split "$steps" "$stride" "$most" "$runs"
if [ $has_gpu = yes ]; then
    "$work/cuda" "$work/cuda.csv"
    { provenance "$compile_cuda"; cat "$work/cuda.csv"; } >"$out/cuda.csv"
    echo "$out/cuda.csv"
else
    echo "unavailable: cuda.csv, for there is no nvcc or no NVIDIA GPU on this machine" >&2
fi
