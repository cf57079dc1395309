#!/bin/bash
# What is kept of exercises that passed must be what a full grading gives, byte for byte; and it must be used.
. grader/tests/tap.sh
: "${BUILD:=build}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A small lab: what is graded does not matter here, only what is graded again.
extra=grader/tests/extra lab=dot-product work=$scratch/work
mkdir "$work" && cp "$extra/solutions/$lab"/* "$work"
grade() { "$BUILD/lockstep" grade "$lab" "$work" --labs "$extra/labs" "$@"; }

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
    grade --format json --out "$scratch/full"
    grade --format json --out "$scratch/quick" --kept "$scratch/kept" \
        --since "$scratch/last" --early 2>"$scratch/early"
    check "$name: the answer of a full grading" cmp <(graded "$scratch/full") <(graded "$scratch/quick")
    check "$name: ran ${*:-nothing}" test "$(ran "$scratch/quick")" = "$*"
}

grade --kept "$scratch/kept" >"$scratch/said"
ok $? 'the first time all is judged' || sed 's/^/# /' "$scratch/said"
same 'nothing changed'
cp "$work/dot.c" "$scratch/plain"
sed -i -e 's|^void dot_parallel.*|/* a comment in\n   two lines */\n&|' -e '$ s|$| // and one more|' "$work/dot.c"
grade --format json --out "$scratch/commented" --kept "$scratch/kept"
check 'comments: the same answer' cmp <(graded "$scratch/full") <(graded "$scratch/commented")
check 'comments: ran nothing' test "$(ran "$scratch/commented")" = ""
sed -i 's|a comment in|for cases that fall through, in|' "$work/dot.c"
grade --format json --out "$scratch/commented" --kept "$scratch/kept"
check 'a comment that compilers read is code' grep -q '"build native"' "$scratch/commented"
cp "$scratch/plain" "$work/dot.c"
sed -i 's|^void dot_parallel(.*|&\n    *result = 0;|' "$work/dot.c"
sed -i '/^void dot_parallel/,/^}/s/ reduction(+ : sum)//' "$work/dot.c"
same 'one function is wrong' parallel
check 'what is wrong is said early' grep -q 'parallel: ' "$scratch/early"
cp "$work/dot.c" "$scratch/plain"
sed -i 's|^void dot_parallel.*|&\n    ;|' "$work/dot.c"
same 'it is still wrong' parallel
check 'the check that failed last time is run first, and told once' test "$(grep -c 'parallel: ' "$scratch/early")" = 1
sed -i 's|^void dot_parallel(.*|& oops|' "$work/dot.c"
same 'it does not compile'
tap_end
