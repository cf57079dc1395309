#!/bin/bash
# test: sanitized
# Blocks and observers that work on several cores do, find and count the same, to the byte.
. grader/tests/tap.sh
. grader/simt/tests/programs.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch
source=grader/simt/tests/cores.cu
check "the program compiles" compiled "$source"

on() { # CORES
    "$LOCKSTEP" simt --lines --cores "$1" --json "$scratch/$1.json" -- "$(program "$source")" >"$scratch/$1" 2>&1
    [ $? -eq 1 ] # it has findings
}

same() { cmp "$scratch/1" "$scratch/$1" && cmp "$scratch/1.json" "$scratch/$1.json"; }

check "one core" on 1
for what in race uninitialised 'out of bounds'; do
    check "it has findings: $what" grep -q "$what" "$scratch/1"
done
for cores in 2 3 8; do
    check "$cores cores" on "$cores"
    check "$cores cores: the same" same "$cores"
done
nothing_on() { # CORES
    "$LOCKSTEP" simt --no-detect --no-count --profile none --cores "$1" -- "$(program "$source")" >"$scratch/$1.none" 2>&1
    grep -q "an illegal memory access" "$scratch/$1.none"
}
check "nothing on, one core" nothing_on 1
for cores in 2 3 8; do
    check "nothing on, $cores cores" nothing_on "$cores"
    check "nothing on, $cores cores: the same" cmp "$scratch/1.none" "$scratch/$cores.none"
done
tap_end
