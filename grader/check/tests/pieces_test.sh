#!/bin/bash
# What builds keep of a student's own folder: it is used, only where nothing that it was made of has changed, and the
# answer is that of a full grading, byte for byte.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
work=$scratch/work kept=$scratch/kept
mkdir "$work" && cp solutions/first-steps/* "$work"
only=()
grade() { "$BUILD/lockstep" grade first-steps "$work" --format json "${only[@]}" "$@"; }
graded() { python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["graded"]))' "$1"; }
earned() { python3 -c '
import json, sys
print(*(e["name"] for e in json.load(open(sys.argv[1]))["graded"]["exercises"] if e["earned"] < e["points"]))' "$1"; }

# compiled: the seconds of processor time that compilers took in the last grading with what is kept, as "none" or "some".
compiled() { python3 -c '
import json, sys
seconds = {t["name"]: t["seconds"] for t in json.load(open(sys.argv[1]))["measured"]["timings"]}
print("some" if seconds["processor time of the compilers"] > 0 else "none")' "$scratch/quick"; }

# same NAME FAILING: with what is kept the answer is a full grading's, in which this exercise loses points.
same() {
    grade --out "$scratch/full"
    grade --out "$scratch/quick" --kept "$kept" --since "$scratch/last" --early 2>"$scratch/early"
    check "$1: the answer of a full grading" cmp <(graded "$scratch/full") <(graded "$scratch/quick")
    check "$1: points are lost in ${2:-nothing}" test "$(earned "$scratch/quick")" = "$2"
}

pieces() { find "$kept.pieces" -type f | wc -l; }

same 'the first time' ''
count=$(pieces)
check "objects and programs are kept (saw $count)" test "$count" -ge 10

sed -i 's/square = (uint64_t)data/square = 1 + (uint64_t)data/' "$work/loop.c"
same 'a wrong loop' 'loop'
check 'a wrong loop: compilers ran' test "$(compiled)" = some
check 'a wrong loop: what was kept makes room' test "$(pieces)" = "$count"
sed -i 's/1 + //' "$work/loop.c"
rm -f "$kept" # not what passed, but what was built
same 'the loop is right again' ''
sed -i 's/data\[\([a-z]*\)\] \* data/1 + data[\1] * data/' "$work/square.cl"
same 'a wrong kernel' opencl
sed -i 's/1 + data/  1 + data/' "$work/square.cl"
same 'it is still wrong' opencl
check 'it is still wrong: that is said early' grep -q ': ' "$scratch/early"
cp solutions/first-steps/square.cl "$work"
sed -i 's/^{/{ oops/; 0,/) {/s//) { oops/' "$work/square.cl"
same 'a kernel that does not compile' opencl
cp solutions/first-steps/square.cl "$work"

# What does not compile is taken out; the other files need not be compiled again for that, nor for the next try.
sed -i 's/^void loop_squares.*/&\n    int oops = ;/' "$work/loop.c"
same 'a function that does not compile' loop
sed -i 's/int oops = ;/int oops = oops oops;/' "$work/loop.c"
same 'another try that does not compile' loop
sed -i '/int oops/d' "$work/loop.c"
same 'it compiles again' ''
sed -i 's/add\.s32/sub.s32/' "$kept.pieces"/simt-add.cu.o.ptx@*
sed -i 's/^void loop_squares.*/&\n    int oops = ;/' "$work/loop.c"
rm -f "$kept"
grade --out "$scratch/quick" --kept "$kept"
check 'where one file does not compile, what is kept of the others is used' test "$(earned "$scratch/quick")" = 'loop cuda'
sed -i 's/sub\.s32/add.s32/' "$kept.pieces"/simt-add.cu.o.ptx@*
cp solutions/first-steps/loop.c "$work"
rm -f "$kept"

# A file that reads another is compiled again when the other changes, however it names it.
only=(--exercise loop)
{ printf '#ifdef FACTOR_ONLY\n#define FACTOR 1\n#else\n' && cat solutions/first-steps/square.cl && echo '#endif'; } >"$work/square.cl"
for way in '#include "square.cl"' '#define NAME "square.cl"\n#include NAME' '# inc\\\nlude "square.cl"'; do
    { printf '#define FACTOR_ONLY\n%b\n' "$way" && sed 's/total += square/total += square * FACTOR/' solutions/first-steps/loop.c; } >"$work/loop.c"
    sed -i 's/FACTOR [0-9]/FACTOR 1/' "$work/square.cl"
    same "$way, right" ''
    sed -i 's/FACTOR [0-9]/FACTOR 2/' "$work/square.cl"
    same "$way, wrong" 'loop'
done
cp solutions/first-steps/* "$work"

# Warnings are a part of the answer.
sed -i 's/^void loop_squares.*/&\n    int unused;/' "$work/loop.c"
same 'a warning' ''
check 'a warning: it is told' grep -q unused <(graded "$scratch/quick")
sed -i '$ a // seen' "$work/square.cl"
same 'a warning, and another file is edited' ''
check 'a warning, and another file is edited: it is still told' grep -q unused <(graded "$scratch/quick")
cp solutions/first-steps/* "$work"
same 'no warning' ''
only=()
grade --out "$scratch/quick" --kept "$kept"

# What is kept is used: a program that does not run is noticed. And it is used under its mark only.
cp "$kept.pieces"/native@* "$scratch/native"
for program in "$kept.pieces"/native@*; do printf '#!/bin/false\n' >"$program"; done
sed -i '$ a // nothing' "$work/square.cl"
sed -i 's/data\[\([a-z]*\)\] \* data/1 * data[\1] * data/' "$work/square.cl"
rm -f "$kept"
grade --out "$scratch/quick" --kept "$kept"
check 'a kept program is used, and the others still are what they were' test "$(earned "$scratch/quick")" = loop
for program in "$kept.pieces"/native@*; do cp "$scratch/native" "$program"; done
for piece in "$kept.pieces"/*; do mv "$piece" "${piece%?}x"; done
only=(--exercise loop)
rm -f "$kept"
same 'under another mark nothing is used' ''

# A folder that cannot be written to, links, and things that are no files.
echo precious >"$scratch/elsewhere"
rm -rf "$kept.pieces" && ln -s "$scratch/elsewhere" "$kept.pieces" && rm -f "$kept"
same 'nothing can be kept' ''
rm -f "$kept.pieces" "$kept"
same 'and then it can' ''
for piece in "$kept.pieces"/*; do rm "$piece" && ln -s "$scratch/elsewhere" "$piece"; done
rm -f "$kept"
same 'links are not followed' ''
check 'and what they lead to is as it was' test "$(<"$scratch/elsewhere")" = precious
tap_end
