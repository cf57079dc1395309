#!/bin/bash
# test: once
# What a report tells of two updates that cut across each other: counts that are lost, but not of a flag.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
cd "$scratch" || exit 2

# race NAME UPDATE: 100 iterations of it, with a[i] from 0 to 9.
race() {
    printf 'int main(void) {\n    int x = 0, a[100];\n    for (int i = 0; i < 100; i++) {\n        a[i] = i %% 10;\n    }\n' >"$1.c"
    printf '#pragma omp parallel for\n    for (int i = 0; i < 100; i++) {\n        %s\n    }\n    return x < 0;\n}\n' "$2" >>"$1.c"
    "$lockstep" cc -fopenmp "$1.c" -o "$1" >out 2>err && { "$lockstep" simt --quiet -- "./$1" >out 2>err; grep -qE '^race' err; }
}
check "a count that several threads make is a race" race count 'if (a[i] == 7) x++;'
check "the report tells how one count is lost" grep -qF 'thread 1 writes 1, too: one count is lost' err
check "so is a flag that several threads set" race flag 'if (a[i] == 7 && !x) x = 1;'
check "nothing of it is lost" eval '! grep -E "lost|writes 1" err'
check "and a maximum" race most 'if (a[i] > x) x = a[i];'
check "where one is lost" grep -q 'what thread 0 wrote is lost' err
tap_end
