#!/bin/bash
# test: sanitized
# Hints in French: with --language, or as the environment's language says. Which exercise, by the last report.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
hint() { "$LOCKSTEP" hint "$@" 2>&1; }
shows() { # PATTERN command …
    local pattern=$1
    shift
    "$@" >"$scratch" 2>&1
    cat "$scratch"
    grep -q "$pattern" "$scratch"
}
scratch=$(mktemp) || exit 2
trap 'rm -rf "$scratch" "$scratch".*' EXIT
unset LC_ALL LC_MESSAGES LANG
check 'English by default' shows '^loop, hint 1 of 3$' hint first-steps loop
check 'French when it is asked for' shows '^loop, indice 1 sur 3$' hint first-steps loop --language fr
export LANG=fr_CH.UTF-8
check 'French when LANG is' shows '^kernel, indice 1 sur 4$' hint sum-opencl kernel
check '… but English when that is asked for' shows '^kernel, hint 1 of 4$' hint sum-opencl kernel --language en
export LC_ALL=C.UTF-8
check 'LC_ALL goes before LANG' shows '^kernel, hint 1 of 4$' hint sum-opencl kernel
check 'a lab without French stays English' shows '^One loop' hint dot-product sequential --language fr \
    --labs grader/tests/extra/labs
check 'another language is refused' shows '^lockstep: --language de: there are en and fr' hint first-steps loop --language de
check 'what goes wrong is told in the language that is asked for, too' \
    shows "^lockstep: pas de TP « nolab »" hint nolab kernel --language=fr
unset LC_ALL LANG
check 'without an exercise: the first' shows '^sequential, hint 1 of' hint histogram-omp
check 'those seen before, where there are none' shows "^lockstep: no hint of 'loop' was shown yet" hint first-steps loop --again
mkdir "$scratch.work"
sed 's/reduction(+ : sum)//' grader/tests/extra/solutions/dot-product/dot.c >"$scratch.work/dot.c"
"$LOCKSTEP" grade dot-product "$scratch.work" --labs grader/tests/extra/labs --since "$scratch.last" >/dev/null
check 'after a grading: the one that lacks points' shows "'parallel' has no hints" hint dot-product --since "$scratch.last" \
    --labs grader/tests/extra/labs
cp grader/tests/extra/solutions/dot-product/dot.c "$scratch.work/"
"$LOCKSTEP" grade dot-product "$scratch.work" --labs grader/tests/extra/labs --since "$scratch.last" >/dev/null
check 'after full marks: which one?' shows 'no exercise of dot-product lacks points' hint dot-product \
    --since "$scratch.last" --labs grader/tests/extra/labs
mkdir "$scratch.labs" && cp -r grader/tests/extra/labs/dot-product "$scratch.labs/"
sed -i '0,/^      - "/s/^      - \(".*"\)$/      - {for: speed, text: \1}/' "$scratch.labs/dot-product/lab.yaml"
mkdir "$scratch.histogram" && cp solutions/histogram-omp/* "$scratch.histogram/"
sed -i 's/#pragma omp atomic.*//' "$scratch.histogram/histogram.c"
"$LOCKSTEP" grade histogram-omp "$scratch.histogram" --since "$scratch.last" >/dev/null
check 'a hint towards what passes is passed over' shows '^for_atomic, hint 2 of 3' hint histogram-omp --since "$scratch.last"
cp solutions/histogram-cuda/histogram.cu "$scratch.work/"
sed -i '0,/__syncthreads();/s///' "$scratch.work/histogram.cu"
"$LOCKSTEP" grade histogram-cuda "$scratch.work" --exercise gm --since "$scratch.last" >/dev/null
check 'hints start at the check that fails, not at what waits for it' shows '^gm, hint 2 of 4' hint histogram-cuda --since "$scratch.last"
sed 's/s = tid;/s = tid + 1;/' solutions/histogram-cuda/histogram.cu >"$scratch.work/histogram.cu"
"$LOCKSTEP" grade histogram-cuda "$scratch.work" --exercise gm --since "$scratch.last" >/dev/null
echo 'gm 1' >"$scratch.state"
check '… and go on with the checks after it' shows '^gm, hint 2 of 4' hint histogram-cuda --since "$scratch.last" \
    --state "$scratch.state"
awk '/^void histogram_for_atomic/ { inside = 1 } inside && /#pragma omp (parallel|for)/ && !done { done = 1; next } { print }' \
    solutions/histogram-omp/histogram.c >"$scratch.histogram/histogram.c"
"$LOCKSTEP" grade histogram-omp "$scratch.histogram" --since "$scratch.last" >/dev/null
check 'where no hint is about what fails, it says so' shows "^lockstep: no hint of 'for_atomic' is about what fails" \
    hint histogram-omp --since "$scratch.last"
check 'a hint for no check is an error of the lab' shows "lab.yaml:.*a hint is for 'speed', which is no check" \
    hint dot-product --labs "$scratch.labs"
tap_end
