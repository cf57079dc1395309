#!/bin/bash
# Measures minmax-cuda on this machine's GPU, beside CUB, Thrust and the CPU:
#
#     [OUT=folder] [CCCL=folder] [QUICK=1] labs/minmax-cuda/bench.sh
#
# Writes sizes.csv, peers.csv and crossover.csv to $OUT (build/bench/minmax-cuda), each with its provenance, and where
# Nsight Compute and compute-sanitizer are installed counters.csv and sanitizer.txt, too. Two minutes; QUICK=1 leaves
# these two out and only shows that the rest works. CCCL: the headers of another CUB than nvcc's.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/minmax-cuda}
. labs/shared/cuda_bench.sh

compile_cpu="gcc -O3 -march=native -fopenmp -c labs/minmax-cuda/cpu.c"
compile="nvcc -O3 -arch=native ${CCCL:+-I$CCCL }-std=c++17 --extended-lambda ${QUICK:+-DQUICK }-Xcompiler -fopenmp labs/minmax-cuda/bench.cu"
command="labs/minmax-cuda/bench.sh; $compile_cpu; $compile"
$compile_cpu -o "$work/cpu.o"
$compile "$work/cpu.o" -o "$work/bench"

for table in sizes peers crossover; do
    "$work/bench" "$table" "$work/$table.csv"
    { provenance "$command" && cat "$work/$table.csv"; } >"$out/$table.csv"
done

if [ -z "${QUICK:-}" ] && command -v ncu >/dev/null; then
    memory=l1tex__t_requests_pipe_lsu_mem_global_op_ld,l1tex__t_sectors_pipe_lsu_mem_global_op_ld
    memory+=,l1tex__t_requests_pipe_lsu_mem_global_op_st,l1tex__t_requests_pipe_lsu_mem_global_op_red
    memory+=,l1tex__t_requests_pipe_lsu_mem_global_op_atom
    memory+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld
    memory+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st
    metrics=${memory//,/.sum,}.sum
    if ncu --clock-control none --csv --metrics "$metrics" "$work/bench" counted "$work/counted.csv" >"$work/ncu.csv"; then
        { provenance "$command" && grep '^"' "$work/ncu.csv"; } >"$out/counters.csv"
    else
        echo "unavailable: ncu could not read the counters" >&2
    fi
fi
if [ -z "${QUICK:-}" ] && command -v compute-sanitizer >/dev/null; then
    provenance "$command" >"$out/sanitizer.txt"
    for tool in memcheck racecheck synccheck; do
        echo "compute-sanitizer --tool $tool"
        compute-sanitizer --tool "$tool" "$work/bench" counted "$work/counted.csv" 2>&1 | tail -n 3
    done >>"$out/sanitizer.txt"
fi
grep -h -e ',134217728,uniform' -e ',65536,uniform' "$out/sizes.csv"
