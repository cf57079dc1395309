#!/bin/sh
# Measures the launches of families.cu (or another program here) on the GPU of this machine, and its processor, into a folder:
#
#     grader/simt/model/tests/launches/measure.sh FOLDER [families | held_out | unseen | blind | sealed | shapes | afresh | eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth | fifteenth | sixteenth]
#
# Needs nvcc and Nsight Compute (with leave to read counters). Caches are flushed before each launch; clocks stay as they are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:?a folder for the results}
program=${2:-families}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
nvcc -O3 -std=c++17 -arch=native -lineinfo -Xptxas -v "$here/$program.cu" -o "$work/families" 2> "$out/registers.txt" || { cat "$out/registers.txt"; exit 1; }
{
    echo "# date: $(date -u +%F)"
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sed 's/\(.*\), \(.*\)/# device: \1\n# driver: \2/'
    echo "# cuda: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
} > "$out/head.txt"
"$work/families" > "$out/events.csv"
ncu --clock-control none --csv --page raw --metrics gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sector_hit_rate.pct,launch__registers_per_thread,launch__occupancy_limit_registers,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__issue_active.avg.pct_of_peak_sustained_active \
    "$work/families" once > "$out/ncu.csv" 2> "$out/ncu.log" || cat "$out/ncu.log"
if command -v gcc > /dev/null; then
    gcc -O2 -fopenmp "$here/processor.c" -o "$work/processor" && "$work/processor" > "$out/processor.csv"
fi
lscpu > "$out/lscpu.txt" || true
wc -l "$out"/*
