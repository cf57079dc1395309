#!/bin/bash
# What the reference solution of a CUDA lab costs, by the simulated GPU's counters and by Nsight Compute's:
#
#     scripts/counters.sh measure LAB    on a machine with a GPU: ncu's counters, to $OUT/counters.csv
#     scripts/counters.sh compare LAB    anywhere: the simulated counters beside handouts/data/LAB/counters.csv
#
# labs/LAB/counters.cu is the program that is counted, once for each exercise of lab.yaml (QUICK=1: for the first).
# The GPU's settings stay as they are. Exit status 1 when a counter differs.
set -eu -o pipefail
cd "$(dirname "$0")/.."
what=${1:-} lab=${2:-}
source=labs/$lab/counters.cu
golden=handouts/data/$lab/counters.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$PATH:/usr/local/cuda/bin

fail() {
    echo "counters: $1" >&2
    exit 2
}

exercises() { sed -n 's/^  - name: *//p' "labs/$lab/lab.yaml" | head -n "$most"; }
most=-0 # all
[ -z "${QUICK:-}" ] || most=1

provenance() {
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# cuda: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    echo "# ncu: $(ncu --version | sed -n 's/^Version \([^ ]*\).*/\1/p')"
    echo "# command: scripts/counters.sh measure $lab; $compile"
}

measure() {
    local exercise metrics
    for tool in nvcc ncu nvidia-smi; do
        command -v "$tool" >/dev/null || fail "unavailable: no $tool on this machine"
    done
    nvidia-smi >/dev/null 2>&1 || fail "unavailable: no NVIDIA GPU, or no driver for it, on this machine"
    compile="nvcc -O3 -arch=native $source"
    $compile -o "$work/counters"
    metrics=$(sed -n 's/.*"\(\(l1tex\|smsp\)__[a-z0-9_]*\)".*/\1.sum/p' grader/simt/observers/counters/count_table.c | paste -s -d ,)
    for exercise in $(exercises); do
        ncu --clock-control none --csv --page raw --print-units base --print-fp --metrics "$metrics" \
            "$work/counters" "$exercise" >"$work/$exercise.raw" || fail "ncu $exercise: $(tail -n 3 "$work/$exercise.raw")"
    done
    mkdir -p "${OUT:=build/bench/$lab}"
    {
        provenance
        # ncu's table follows the program's output: names, units, then a line for each launch.
        # shellcheck disable=SC2046 # words
        python3 - "$metrics" "$work" $(exercises) <<'PYTHON'
import csv, sys

metrics, work, exercises = sys.argv[1].split(","), sys.argv[2], sys.argv[3:]
print("program,launch,kernel," + ",".join(name.removesuffix(".sum") for name in metrics))
for exercise in exercises:
    with open(f"{work}/{exercise}.raw", newline="") as lines:
        rows = list(csv.reader(line for line in lines if line.startswith('"')))
    for row in (dict(zip(rows[0], row)) for row in rows[2:]):
        kernel = row["Kernel Name"].split("(")[0].split("<")[0].replace("void ", "")
        values = [f"{float(row[name].replace(',', '')):.0f}" for name in metrics]
        print(",".join([exercise, row["ID"], kernel] + values))
PYTHON
    } >"$OUT/counters.csv"
    cat "$OUT/counters.csv"
}

compare() {
    local exercise program=${BUILD:=build}/grader/simt/tests/hardware/compare pairs=()
    [ -e "$golden" ] || fail "no counters of a real GPU yet: $golden is missing"
    make -s --no-print-directory "$BUILD/lockstep" "$program"
    "$BUILD/lockstep" cc "$source" -o "$work/counters"
    for exercise in $(exercises); do
        "$BUILD/lockstep" simt --quiet --json "$work/$exercise.json" -- "$work/counters" "$exercise" ||
            fail "$exercise on the simulated GPU"
        pairs+=("$exercise" "$work/$exercise.json")
    done
    grep -v '^#' "$golden" >"$work/golden.csv"
    "$program" --all "$work/golden.csv" "${pairs[@]}" | tee "$work/table"
    ! grep -q '^differs' "$work/table"
}

[ -e "$source" ] || fail "usage: scripts/counters.sh measure|compare LAB (with a labs/LAB/counters.cu)"
case $what in
measure | compare) "$what" ;;
*) fail "the first word is measure or compare" ;;
esac
