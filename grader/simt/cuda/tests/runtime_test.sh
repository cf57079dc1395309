#!/bin/bash
# The runtime's surface, the accuracy of libdevice, cooperative groups: programs that print TAP themselves, on the simulated
# GPU. Then the errors that calls return, beside those of a real GPU.
lockstep=${LOCKSTEP:-build/lockstep}
tests=grader/simt/cuda/tests
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
status=0
for program in surface accuracy groups; do
    "$lockstep" cc "$tests/$program.cu" -o "$scratch/$program" || exit 1
    # Some of the surface's calls are meant to be wrong, which is a finding (1); its plan comes last.
    "$lockstep" simt --quiet --no-detect --no-count -- "$scratch/$program" 2>"$scratch/err" >"$scratch/out"
    { [ $? -le 1 ] && grep -q '^1\.\.' "$scratch/out"; } || status=1
    cat "$scratch/out"
done

"$lockstep" cc "$tests/hardware/errors.cu" -o "$scratch/errors" || exit 1
for fault in 0 1 2; do
    "$lockstep" simt --quiet --no-detect --no-count -- "$scratch/errors" "$fault" 2>>"$scratch/err"
done >"$scratch/errors.txt"
# One difference is meant: the five launches of an impossible shape give CUDA 12's error, not CUDA 13's.
if difference=$(diff "$tests/hardware/errors.h200" \
    <(sed 's/: cudaErrorInvalidConfiguration, /: cudaErrorInvalidValue, /' "$scratch/errors.txt")) &&
    [ "$(grep -c ': cudaErrorInvalidConfiguration, ' "$scratch/errors.txt")" -eq 5 ]; then
    echo "ok - errors are those of a real GPU"
else
    echo "not ok - errors are those of a real GPU"
    sed 's/^/# /' <<<"$difference"
    status=1
fi
echo "1..1"
exit $status
