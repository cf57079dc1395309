#!/bin/bash
# What is kept of exercises that passed must be what a full grading gives, byte for byte; and it must be used.
. grader/tests/tap.sh
: "${BUILD:=build}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
lab=histogram-omp work=$scratch/work
mkdir "$work" && cp "solutions/$lab"/* "$work"

graded() { python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["graded"]))' "$1"; }

# ran REPORT: the exercises that ran, a line each.
ran() { python3 -c '
import json, sys
timings = json.load(open(sys.argv[1]))["measured"]["timings"]
print(*sorted({t["name"].split()[1] for t in timings if t["name"].startswith("run ")}))' "$1"; }

# same NAME EXERCISE…: with what is kept only these run, and the answer is that of a full grading.
same() {
    local name=$1
    shift
    "$BUILD/lockstep" grade "$lab" "$work" --format json --out "$scratch/full"
    "$BUILD/lockstep" grade "$lab" "$work" --format json --out "$scratch/quick" --kept "$scratch/kept"
    check "$name: the answer of a full grading" cmp <(graded "$scratch/full") <(graded "$scratch/quick")
    check "$name: ran ${*:-nothing}" test "$(ran "$scratch/quick")" = "$*"
}

"$BUILD/lockstep" grade "$lab" "$work" --kept "$scratch/kept" >"$scratch/said"
ok $? 'the first time all is judged' || sed 's/^/# /' "$scratch/said"
same 'nothing changed'
sed -i 's|^void histogram_for_atomic(.*|&\n    frequency[0] = 0;|' "$work/histogram.c"
sed -i '/^void histogram_for_atomic/,/^}/s/#pragma omp atomic.*//' "$work/histogram.c"
same 'one function is wrong' for_atomic
sed -i 's|^void histogram_for_atomic(.*|& oops|' "$work/histogram.c"
same 'it does not compile'
tap_end
