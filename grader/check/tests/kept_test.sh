#!/bin/bash
# What is kept of exercises that passed must be what a full grading gives, byte for byte; and it must be used.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
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

# Kernels that nobody touched are not compiled again; others never take their place.
mkdir "$scratch/square" && cp solutions/first-steps/* "$scratch/square"
square() { "$BUILD/lockstep" grade first-steps "$scratch/square" --exercise opencl --format json --out "$@"; }
square_again() { # the answer of a full grading?
    square "$scratch/full" && square "$scratch/quick" --kept "$scratch/square.kept"
    cmp -s <(graded "$scratch/full") <(graded "$scratch/quick")
}
kept_kernels() { find "$scratch/square.kept.kernels" -name '*.ptx' | grep -c .; }
edit_host() { sed -i 's|struct objects made = {0};|; &|' "$scratch/square/square.c"; }
check 'kernels: the first time' square_again
count=$(kept_kernels)
check "kernels: they are kept (saw $count)" test "$count" -gt 0
edit_host
check 'kernels: the host is edited' square_again
for program in "$scratch"/square.kept.kernels/*/*.ptx; do printf '\0// nothing' >"$program"; done
edit_host
check 'kernels: those that are kept are used' eval '! square_again'
sed -i 's|{$|{ ;|' "$scratch/square/square.cl"
check 'kernels: an edited one is compiled' square_again
check 'kernels: and takes the place of those before' test "$(kept_kernels)" = "$count"
# Never a link to a folder of the machine's: a grader that followed it would empty that.
mkdir "$scratch/elsewhere" && echo precious >"$scratch/elsewhere/file"
rm -rf "$scratch/square.kept.kernels" && ln -s "$scratch/elsewhere" "$scratch/square.kept.kernels"
edit_host
check 'kernels: a link in the place of their folder' square_again
check '… is not followed' test "$(ls "$scratch/elsewhere")" = file

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
