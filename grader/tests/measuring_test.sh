#!/bin/bash
# test: once
# Every script that measures, in its quick form: it runs to its end and writes what it promises, or says what this machine
# lacks. What it measures is not looked at.
# shellcheck disable=SC2317 # called through check
. grader/tests/tap.sh
: "${BUILD:=build}" "${LOCKSTEP:=build/lockstep}"
export BUILD LOCKSTEP QUICK=1
make_scratch
unset OUT LAB RUNS COUNT SUBMISSION SHEET
export MAKEFLAGS='' MAKELEVEL=''

# A table: a line of names, then lines with as many cells, of which one at least.
is_table() {
    grep -v '^#' "$1" | python3 -c 'import csv, sys
rows = list(csv.reader(sys.stdin))
sys.exit(len(rows) < 2 or len({len(row) for row in rows}) != 1)' || { echo "no table: $1"; return 1; }
}

# measures NAME 'FILES' COMMAND…: the command ends well, and the tables are in $OUT; or it is unavailable, and says why.
measures() {
    local name=$1 files=$2 file status
    shift 2
    export OUT=$scratch/${name//[^a-z]/-}
    mkdir -p "$OUT"
    timeout 300 "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    if [ $status -eq 2 ] && [ "$(tail -n 1 "$scratch/err" | grep -cE '^([a-z]+: )?unavailable: ')" = 1 ]; then
        skip "$name" "$(tail -n 1 "$scratch/err")"
        return
    fi
    for file in $files; do
        [ $status -eq 0 ] && { is_table "$OUT/$file" >>"$scratch/err" || status=1; }
    done
    ok $status "$name" || tail -n 5 "$scratch/out" "$scratch/err" | sed 's/^/# /'
}

measures 'make bench LAB=histogram-omp' second_thread.csv env LAB=histogram-omp scripts/bench.sh
measures labs/first-steps/bench.sh launches.csv labs/first-steps/bench.sh
mkdir -p "$scratch/labs" "$scratch/solutions" && cp -R labs/histogram-omp labs/shared "$scratch/labs/" && cp -R solutions/histogram-omp "$scratch/solutions/"
sed -i "s/^n: .*/n: [4096]/" "$scratch/labs/histogram-omp/measure.yaml"
measures 'make speedup LAB=histogram-omp' '' env LAB=histogram-omp LOCKSTEP_LABS="$scratch/labs" SHEET="$scratch/sheet.csv" scripts/speedup.sh
measures labs/histogram-omp/bench.sh second_thread.csv labs/histogram-omp/bench.sh
measures labs/sum-opencl/bench.sh sizes.csv labs/sum-opencl/bench.sh
measures labs/reduction-ladder/bench.sh 'steps.csv times.csv ways.csv sizes.csv' labs/reduction-ladder/bench.sh
measures labs/stencil/bench.sh 'schedules.csv share.csv kernels.csv split.csv near.csv' labs/stencil/bench.sh
measures labs/histogram-cuda/bench.sh 'sizes.csv peers.csv transfers.csv crossover.csv' labs/histogram-cuda/bench.sh
measures labs/minmax-cuda/bench.sh 'sizes.csv peers.csv crossover.csv' labs/minmax-cuda/bench.sh
measures 'counters.sh measure histogram-cuda' counters.csv scripts/counters.sh measure histogram-cuda
measures 'counters.sh compare histogram-cuda' '' scripts/counters.sh compare histogram-cuda
measures hardware/collect.sh counters.csv bash grader/simt/tests/hardware/collect.sh
measures tests/baselines/bench.sh baselines.csv grader/tests/baselines/bench.sh
measures simt/bench/bench.sh '' bash grader/simt/bench/bench.sh

# None is forgotten: a script that says so in its first lines stands above.
unknown() {
    local script
    git ls-files '*/bench.sh' '*/bench/*.sh' scripts/bench.sh scripts/counters.sh scripts/speedup.sh '*/collect.sh' | while read -r script; do
        grep -qF "${script#*grader/}" "$0" || echo "$script"
    done
}
check "no script is left out" test -z "$(unknown)"
tap_end
