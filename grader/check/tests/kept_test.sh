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
    "$BUILD/lockstep" grade "$lab" "$work" --format json --out "$scratch/quick" --kept "$scratch/kept" \
        --since "$scratch/last" --early 2>"$scratch/early"
    check "$name: the answer of a full grading" cmp <(graded "$scratch/full") <(graded "$scratch/quick")
    check "$name: ran ${*:-nothing}" test "$(ran "$scratch/quick")" = "$*"
}

"$BUILD/lockstep" grade "$lab" "$work" --kept "$scratch/kept" >"$scratch/said"
ok $? 'the first time all is judged' || sed 's/^/# /' "$scratch/said"
same 'nothing changed'
cp "$work/histogram.c" "$scratch/plain"
sed -i -e 's|^void histogram_for_atomic.*|/* a comment in\n   two lines */\n&|' -e '$ s|$| // and one more|' "$work/histogram.c"
"$BUILD/lockstep" grade "$lab" "$work" --format json --out "$scratch/commented" --kept "$scratch/kept"
check 'comments: the same answer' cmp <(graded "$scratch/full") <(graded "$scratch/commented")
check 'comments: ran nothing' test "$(ran "$scratch/commented")" = ""
sed -i 's|a comment in|for cases that fall through, in|' "$work/histogram.c"
"$BUILD/lockstep" grade "$lab" "$work" --format json --out "$scratch/commented" --kept "$scratch/kept"
check 'a comment that compilers read is code' grep -q '"build native"' "$scratch/commented"
cp "$scratch/plain" "$work/histogram.c"
sed -i 's|^void histogram_for_atomic(.*|&\n    frequency[0] = 0;|' "$work/histogram.c"
sed -i '/^void histogram_for_atomic/,/^}/s/#pragma omp atomic.*//' "$work/histogram.c"
same 'one function is wrong' for_atomic
check 'what is wrong is said early' grep -q 'for_atomic: ' "$scratch/early"
cp "$work/histogram.c" "$scratch/plain"
sed -i 's|^void histogram_for_atomic.*|&\n    ;|' "$work/histogram.c"
same 'it is still wrong' for_atomic
check 'the check that failed last time is run first, and told once' test "$(grep -c 'for_atomic: ' "$scratch/early")" = 1
sed -i 's|^void histogram_for_atomic(.*|& oops|' "$work/histogram.c"
same 'it does not compile'
tap_end
