#!/bin/bash
# test: once
# The kernels that are handed out: each dialect is right and clean on the simulated GPU, for any n, and costs what its
# twin costs.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
lockstep=$BUILD/lockstep

check 'OpenCL C: the host program compiles' \
    gcc -std=gnu17 -Wall -Wextra -Werror grader/tests/kernels/naive.c -l:libOpenCL.so.1 -o "$scratch/opencl"
check 'CUDA C: compiles' "$lockstep" cc grader/tests/kernels/naive.cu -o "$scratch/cuda"

# counters JSON NAME…: the counters of the one launch, a line each, as far as both dialects must agree on them.
counters() {
    grep -oE '"(global|shared)_[a-z_]+": *[0-9]+|"(barriers|divergent_branches)": *[0-9]+' "$1" | tr -d ' ' | sort -u
}

for n in 0 1 255 257 10007 65536; do
    for dialect in opencl cuda; do
        check "$dialect: right and clean for n = $n" \
            "$lockstep" simt --quiet --json "$scratch/$dialect.json" -- "$scratch/$dialect" "$n"
        counters "$scratch/$dialect.json" >"$scratch/$dialect.counters"
    done
    check "the twins cost the same for n = $n" diff "$scratch/opencl.counters" "$scratch/cuda.counters"
done

# The numbers to climb from, for n = 65,536 and 256 work-items: an H200 counts the same.
for counter in divergent_branches:12288 shared_load_wavefronts:24320 shared_store_wavefronts:14080 barriers:18432; do
    check "naïve: ${counter/:/ }" grep -qx "\"${counter%:*}\":${counter#*:}" "$scratch/opencl.counters"
done
tap_end
