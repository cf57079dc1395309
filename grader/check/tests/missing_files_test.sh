#!/bin/bash
# test: sanitized
# What the compiler misses may stand in a file that is not handed in: the report says so, and accuses no other file.
. grader/tests/tap.sh
: "${BUILD:=build}"
extra=grader/tests/extra
make_scratch
export LC_ALL=C.UTF-8

# begin: the solution with the contract header beside it, as `make start` leaves it.
begin() {
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    cp $extra/solutions/dot-product/dot.c $extra/skeletons/dot-product/dot.h "$scratch/work"
}
advice() { # of the first finding
    "$BUILD/lockstep" grade dot-product "$scratch/work" --labs $extra/labs --format json >"$scratch/report" 2>"$scratch/messages"
    python3 -c 'import json, sys
checks = json.load(open(sys.argv[1]))["graded"]["exercises"][0]["checks"]
print(checks[0]["verdict"], checks[0]["findings"][0]["advice"] or "-")' "$scratch/report" ||
        cat "$scratch/messages"
}
says() { # name, pattern
    local got
    got=$(advice)
    grep -qE "$2" <<<"$got"
    ok $? "$1" || sed 's/^/# /' <<<"$got"
}

begin
echo 'static const int mine = 1;' >"$scratch/work/mine.h"
sed -i '1i #include "mine.h"' "$scratch/work/dot.c"
says 'a header of one'\''s own' '^build-error mine.h is not handed in: put what it holds into dot.c.$'
rm "$scratch/work/mine.h"
says 'a header that is nowhere' '^build-error Only the files that the lab names are compiled'
ln -s /etc/hostname "$scratch/work/mine.h"
says 'a link is not followed' '^build-error Only the files that the lab names are compiled'

begin
echo '#define STRIDE 4' >>"$scratch/work/dot.h"
sed -i 's/sum = 0;/sum = 0 * STRIDE;/' "$scratch/work/dot.c"
says 'a macro in the contract header' '^build-error STRIDE stands in your copy of dot.h, which is not handed in: put it into dot.c.$'
begin
echo 'static inline uint64_t twice(uint64_t x) { return 2 * x; }' >>"$scratch/work/dot.h"
sed -i 's/sum = 0;/sum = twice(0);/' "$scratch/work/dot.c"
says 'a function in it' '^build-error twice stands in your copy of dot.h'
begin
echo '/* STRIDE */' >>"$scratch/work/dot.h"
sed -i 's/sum = 0;/sum = 0 * STRIDE;/' "$scratch/work/dot.c"
says 'a comment defines nothing' '^build-error -$'
begin
sed -i 's/sum = 0;/sum = 0 * STRIDE;/' "$scratch/work/dot.c"
says 'a name that stands nowhere' '^build-error -$'
tap_end
