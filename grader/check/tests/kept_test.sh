#!/bin/bash
# test: sanitized
# Where nothing has changed the last result is given again; where anything has, all is judged anew. Either way the answer is that
# of a full grading, byte for byte.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
# A small lab, copied so that it may change: what is graded does not matter here, only what is graded again.
cp -r grader/tests/extra "$scratch/extra"
extra=$scratch/extra lab=dot-product work=$scratch/work
mkdir "$work" && cp "$extra/solutions/$lab"/* "$work"
more=()
grade() { "$BUILD/lockstep" grade "$lab" "$work" --labs "$extra/labs" "${more[@]}" "$@"; }

graded() { python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["graded"]))' "$1"; }

# ran REPORT: the exercises that ran, in order.
ran() { python3 -c '
import json, sys
timings = json.load(open(sys.argv[1]))["measured"]["timings"]
print(*dict.fromkeys(t["name"].split()[1] for t in timings if t["name"].startswith("run ")))' "$1"; }

# same NAME EXERCISE…: with what is kept these run, in this order, and the answer is that of a full grading.
same() {
    local name=$1
    shift
    grade --format json --out "$scratch/full"
    grade --format json --out "$scratch/quick" --kept "$scratch/kept" --since "$scratch/last" --early 2>"$scratch/early"
    check "$name: the answer of a full grading" cmp <(graded "$scratch/full") <(graded "$scratch/quick")
    check "$name: ran ${*:-nothing}" test "$(ran "$scratch/quick")" = "$*"
}

# anew NAME: both exercises run, and then, as nothing has changed, none.
anew() {
    same "$1" sequential parallel
    same "$1, and nothing more"
}

anew 'the first time'
touch "$work/dot.c"
same 'the same bytes saved again'
echo '// a comment' >>"$work/dot.c"
anew 'a comment'
echo '// mine' >>"$work/dot.h"
anew 'a file that is not handed in'
more=(--seed 3)
anew 'another seed'
echo 5f2d83c6e07a41b9943c1de8b6027fa5 >"$scratch/secret"
more=(--secret "$scratch/secret")
anew 'a secret'
echo 5f2d83c6e07a41b9943c1de8b6027fa6 >"$scratch/secret"
anew 'another secret'
more=()
anew 'no secret'
sed -i 's/points: 2.25/points: 2.5/' "$extra/labs/$lab/lab.yaml"
anew 'another lab.yaml'
echo '{' >>"$scratch/kept"
same 'what is kept is no report' sequential parallel
more=(--exercise parallel)
same 'one exercise' parallel
more=()
same 'and all again' sequential parallel

sed -i 's|^void dot_parallel(.*|&\n    *result = 0;|; /^void dot_parallel/,/^}/s/ reduction(+ : sum)//' "$work/dot.c"
same 'one function is wrong' sequential parallel
check 'what is wrong is said early' grep -q 'parallel: ' "$scratch/early"
same 'it is still wrong, and nothing has changed'
sed -i 's|^void dot_parallel.*|&\n    ;|' "$work/dot.c"
same 'another try: what failed runs first' parallel sequential
check 'and is told once' test "$(grep -c 'parallel: ' "$scratch/early")" = 1
cp "$work/dot.c" "$scratch/plain"
sed -i 's|^void dot_parallel(.*|& oops|' "$work/dot.c"
same 'it does not compile' sequential

# What the moment, or another person, may change is not kept: here the lab's own solution is wrong, too.
cp "$scratch/plain" "$work/dot.c"
cp "$scratch/plain" "$extra/solutions/$lab/dot.c"
same 'a person must look' parallel sequential
same 'and looks again' parallel sequential
cp grader/tests/extra/solutions/$lab/dot.c "$extra/solutions/$lab"

# Never through a link.
echo precious >"$scratch/elsewhere" && ln -sf "$scratch/elsewhere" "$scratch/kept"
same 'a link in the place of what is kept' parallel sequential
check 'is not followed' test "$(<"$scratch/elsewhere")" = precious
same 'and is replaced'

# What the probe of the machine found is kept for who waits, and believed only where nothing else could be found.
isolation() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["measured"]["machine"]["isolation"])' "$1"; }
cp "$scratch/plain" "$work/dot.c"
export XDG_CACHE_HOME=$scratch/cache
found=$(compgen -G "$BUILD/kit/jail-$(id -u)" || compgen -G "$scratch/cache/lockstep/*/kit/jail-$(id -u)")
check 'the probe of the jail is kept' test -s "$found"
early() { grade --format json --out "$scratch/early.json" --early 2>/dev/null; }
early
check '… and tells what a probe does' test "$(isolation "$scratch/early.json")" = "$(isolation "$scratch/full")"
was=$(tail -n 1 "$found")
for wrong in '99 no such row' '4' '' 'x 4'; do
    sed -i "\$ s/.*/$wrong/" "$found"
    early
    check "a kept answer '$wrong' is none" test "$(isolation "$scratch/early.json") $(tail -n 1 "$found")" = "$(isolation "$scratch/full") $was"
done
sed -i '1 s/^./x/' "$found" && sed -i '$ s/.*/4 another machine/' "$found"
early
check 'nor one of another machine' test "$(isolation "$scratch/early.json") $(tail -n 1 "$found")" = "$(isolation "$scratch/full") $was"
LOCKSTEP_JAIL=landlock grade --format json --out "$scratch/asked" 2>/dev/null
LOCKSTEP_JAIL=landlock early
check 'nor one that was not asked for' test "$(isolation "$scratch/early.json")" = "$(isolation "$scratch/asked")"
tap_end
