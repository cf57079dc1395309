#!/bin/bash
# test: once
# CUB and Thrust, where LOCKSTEP_CUB names the folder that holds cub/ and thrust/ (Debian's libthrust-dev: /usr/include;
# PyPI's nvidia-cuda-cccl: nvidia/cuda_cccl/include): programs of theirs are compiled, run, right, and without findings.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
tests=grader/simt/cuda/tests/libraries
if [ ! -e "${LOCKSTEP_CUB:-/nonexistent}/cub/cub.cuh" ]; then
    skip "CUB and Thrust" "unavailable: LOCKSTEP_CUB names no folder with cub/cub.cuh"
    tap_end
fi
make_scratch
for program in block device thrust; do
    "$lockstep" cc -std=c++17 -I"$LOCKSTEP_CUB" "$tests/$program.cu" -o "$scratch/$program" >"$scratch/log" 2>&1
    ok $? "$program compiles" || grep -m 5 -E 'error' "$scratch/log" | sed 's/^/# /'
    "$lockstep" simt --quiet --no-count -- "$scratch/$program" >"$scratch/out" 2>"$scratch/log"
    ok $? "$program is right, and nothing is found" || { grep '^not ok' "$scratch/out"; head -20 "$scratch/log"; } | sed 's/^/# /'
done
tap_end
