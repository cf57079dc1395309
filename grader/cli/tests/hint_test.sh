#!/bin/bash
# Hints in French: with --language, or as the environment's language says.
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
trap 'rm -f "$scratch"' EXIT
unset LC_ALL LC_MESSAGES LANG
check 'English by default' shows '^loop, hint 1 of 3$' hint first-steps loop
check 'French when it is asked for' shows '^loop, indice 1 sur 3$' hint first-steps loop --language fr
check '… the text too' grep -q 'donne à chaque thread une part' "$scratch"
export LANG=fr_CH.UTF-8
check 'French when LANG is' shows '^kernel, indice 1 sur 4$' hint sum-opencl kernel
check '… but English when that is asked for' shows '^kernel, hint 1 of 4$' hint sum-opencl kernel --language en
export LC_ALL=C.UTF-8
check 'LC_ALL goes before LANG' shows '^kernel, hint 1 of 4$' hint sum-opencl kernel
check 'a lab without French stays English' shows '^One loop' hint dot-product sequential --language fr \
    --labs grader/tests/extra/labs
check 'another language is refused' shows '^lockstep: --language de: there are en and fr' hint first-steps loop --language de
tap_end
