#!/bin/bash
# test: once
# What a report says where it looks at several checks at once. (What it says of one, the labs' variants ask for.)
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

# hint NAME LAB EXERCISE FILE FROM TO PATTERN: the solution with that edit gets a report that says so.
hint() {
    rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "solutions/$2"/* "$scratch/work"
    python3 -c 'import sys; p, old, new = sys.argv[1:]; s = open(p).read(); sys.exit(s.count(old) != 1 or open(p, "w").write(s.replace(old, new)) < 0)' \
        "$scratch/work/$4" "$5" "$6" || { ok 1 "$1: the edit does not apply"; return; }
    "$BUILD/lockstep" grade "$2" "$scratch/work" --exercise "$3" >"$scratch/report" 2>&1
    tr -s ' \n' ' ' <"$scratch/report" | grep -qE -- "$7"
    ok $? "$1" || sed 's/^/# /' "$scratch/report"
}

hint 'what stays open after an error' sum-opencl open sum.c \
    'if (error != CL_SUCCESS) {
        sum_close(place);
    }' '' 'a context is left. This was seen in the calls of .says what is wrong.'
hint 'why a check was skipped' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' '' "skipped: needs 'counts what is there'"
check '… once, where it is seen' test "$(grep -c 'skipped: ' "$scratch/report")" = 1
hint 'an answer that is wrong in any order of blocks is no race' histogram-cuda gm histogram.cu \
    'for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);' 'const unsigned bin = threadIdx.x;
    if (bin < 256) {
        atomicAdd(&frequency[bin], table[bin]);' 'ok free of races, inside its arrays'
hint 'other checks that failed so are called by their titles' first-steps cuda add.cu 'if (i < n) {' '{' \
    'Same in cuda \("free of races, inside its arrays"\)'
hint 'a thousand blocks of one thread are judged, too' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' 'kernel<<<threads, blocks>>>((const uint8_t *)copy, n, table)' \
    'ok any size, any launch .*two numbers of the launch are swapped'
tap_end
