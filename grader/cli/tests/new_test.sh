#!/bin/bash
# test: once
# `lockstep new`: what it writes is a lab that proves itself, under names of its own, and it never writes over another.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
export LOCKSTEP_LABS=$scratch/labs LOCKSTEP_ORACLE_SECONDS=1
from() { ls grader/tests/extra/labs; }

for small in $(from); do
    check "a lab from $small" "$lockstep" new "walk-$small" --from "$small"
    check "… proves itself" "$lockstep" check "walk-$small"
    check "… and its files are called by its name" test -f "$scratch/labs/walk-$small/walk.h"
done
check "what was written is what make generate makes" scripts/generate.sh --check
left_over() { grep -rlE '\b(dot|scale)[._]' "$scratch"/*/walk-dot-product "$scratch"/*/walk-scale-cuda; }
check "no old name is left" test -z "$(left_over)"
check "it is found by its kind, too" "$lockstep" new tiny --from cuda
# shellcheck disable=SC2016 # a message's backquotes
refuses 'nothing is written over' '.*labs/tiny is there already' new tiny --from cuda
refuses 'no such lab to begin with' "no lab to begin with is called 'fortran' \(there are: dot-product, " new far --from fortran
refuses 'a name that is no name' "'A b': a lab is called in small letters" new 'A b' --from cuda
refuses 'from nothing' 'from which lab\? Add --from' new far
refuses 'a folder of labs that is one level too high' "no lab 'tiny': $scratch holds no folder .*; give its folder: $scratch/labs$" \
    check tiny --labs "$scratch"
refuses '… and one that is too low' '.*labs/tiny holds no folder with a lab.yaml; it is a lab itself: give the folder above it' \
    list --labs "$scratch/labs/tiny"
# What an author misses: a source that was saved after make generate, a key that the oracle does not know.
cp "$scratch/labs/tiny/tiny.cu" "$scratch/source"
sed -i 's/SOLUTION/& \/* of mine *\//; s/^#else/int more;\n&/' "$scratch/labs/tiny/tiny.cu"
# shellcheck disable=SC2016 # the command's name, in backticks
refuses 'a source that was changed since' '.*solutions/tiny/tiny.cu differs from what .*labs/tiny/tiny.cu makes: run `make generate`' check tiny
echo '#ifdef MORE' >>"$scratch/labs/tiny/tiny.cu"
refuses 'a source that unifdef cannot read' 'unifdef: .*labs/tiny/tiny.cu: .*EOF' check tiny
rm "$scratch/labs/tiny/tiny.cu"
refuses 'a source that is gone' '.*labs/tiny/tiny.cu is missing: the annotated source, of which .*' check tiny
cp "$scratch/source" "$scratch/labs/tiny/tiny.cu"
cp "$scratch/labs/tiny/lab.yaml" "$scratch/lab.yaml"
sed -i '0,/{n: /s//{m: 7, n: /' "$scratch/labs/tiny/lab.yaml"
refuses 'a key that the oracle never asks for' ".*labs/tiny/lab.yaml:[0-9]+: check 'correct': the oracle never asks for 'm'" check tiny
cp "$scratch/lab.yaml" "$scratch/labs/tiny/lab.yaml"
# An oracle that does what it must not: told with the function and the case, for it runs in the grader.
wrong_oracle() { # name, pattern, edit
    cp "$scratch/labs/tiny/oracle.c" "$scratch/oracle.c"
    sed -i "$3" "$scratch/labs/tiny/oracle.c"
    refuses "$1" ".*labs/tiny/oracle.c: $2 in case \{n = 1000, .*\} of exercise scale$" check tiny
    cp "$scratch/oracle.c" "$scratch/labs/tiny/oracle.c"
}
wrong_oracle 'an oracle that crashes' 'expect\(\) is stopped \(Segmentation fault\)' 's/\(uint32_t \*scaled = \)output.*;/\1NULL;/'
wrong_oracle '… that divides by zero' 'fill\(\) is stopped \(Floating point exception\)' 's/(uint32_t)random_next(&stream)/0; volatile uint32_t none = 0; data[i] = 7 \/ none/'
wrong_oracle '… that never ends' 'fill\(\) is stopped \(CPU time limit exceeded\)' 's/(uint32_t)random_next(&stream)/0; for (volatile int on = 1; on;) { }/'
wrong_oracle '… that makes other data the next time' 'fill\(\) makes other data .*' 's/(uint32_t)random_next(&stream)/(uint32_t)(stream.state += i)/; s/struct random_stream stream = {call->seed}/static &/; s/{call->seed}/{1}/'
wrong_oracle '… that has too many outputs' 'shape\(\) sets more than 8 parameters, or more than 4 inputs or outputs,' 's/output_count = [0-9]*/output_count = 5/'
# An older oracle that is put back counts, although it is older than what was compiled of the other.
cp "$scratch/labs/tiny/oracle.c" "$scratch/oracle.c" && sed -i 's/ \* data\[i\]/ + data[i]/' "$scratch/labs/tiny/oracle.c"
check 'an oracle with a mistake gives wrong answers' grep -q '^not ok [0-9]* - the solution.*wrong-answer' <("$lockstep" check tiny)
mv "$scratch/oracle.c" "$scratch/labs/tiny/oracle.c"
check '… and the one before is put back' "$lockstep" check tiny
variants=$scratch/labs/tiny/variants/tiny.variants
cp "$variants" "$scratch/variants"
edit() { # name, pattern, text: the first edit of the lab's programs is this one
    text=$3 awk '/^--- / { print; next } /^=== / { later = done }
        /^[-+ ]/ && !later { if (!done) { print ENVIRON["text"]; done = 1 } next } { print }' "$scratch/variants" >"$variants"
    refuses "$1" ".*tiny.variants:[0-9]+: '[a-z-]+': $2" check tiny
}
edit 'an edit that finds no place' "'no such text' occurs nowhere as whole lines in the solution's tiny.cu$" $'-    no such text\n-and more\n+    text'
edit '… or more than one' "'}' occurs more than once .*; take more lines, so that it is one place" $'-}\n+'
edit '… or one with other blanks' "'#include\"tiny.h\"' occurs nowhere .*, except with other blanks" $'-#include"tiny.h"\n+'
edit '… or that changes nothing' 'this edit changes nothing' $'-#include "tiny.h"\n+#include "tiny.h"'
edit '… or begins as no edit does' 'a line of an edit begins with -, \+ or a blank' '#include "tiny.h"'
cp "$scratch/variants" "$variants"
rm -r "$scratch/solutions/tiny"
# shellcheck disable=SC2016 # the command's name, in backticks
refuses 'what make generate has not made yet' '.*solutions/tiny is missing: run `make generate`' check tiny
facts() { "$lockstep" list --facts; }
check "the names of facts are listed" test "$(facts | grep -cE '^  (input_threads|leaks|global_load_sectors) +[a-z0-9]')" = 3
tap_end
