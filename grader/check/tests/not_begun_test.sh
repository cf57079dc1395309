#!/bin/bash
# test: once
# Exercises that are still the skeleton's are not begun: nothing is judged, and nothing is said against them.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

# start LAB: its skeleton, to be edited in $scratch/work.
start() {
    lab=$1
    rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "skeletons/$lab"/* "$scratch/work"
}

# begun NAME EXERCISE…: these exercises of the lab are judged, and no others.
begun() {
    local name=$1
    shift
    "$BUILD/lockstep" grade "$lab" "$scratch/work" --format json --out "$scratch/report" 2>"$scratch/said"
    python3 - "$scratch/report" "$@" <<'END'
import json, sys
exercises = json.load(open(sys.argv[1]))["graded"]["exercises"]
begun = {e["name"] for e in exercises if {c["verdict"] for c in e["checks"]} != {"not-begun"}}
if begun != set(sys.argv[2:]) or any(e["earned"] for e in exercises if e["name"] not in begun):
    sys.exit(f"begun: {sorted(begun)}")
END
    ok $? "$name" || sed 's/^/# /' "$scratch/said"
}

for path in skeletons/*/; do
    start "$(basename "$path")"
    given=()
    [ "$lab" = first-steps ] && given=(loop) # its races are the exercise
    begun "$lab: nothing is begun in the skeleton but what is judged as it is" "${given[@]}"
done

start histogram-omp
sed -i 's|^/\*|/* My own words. */\n\n/*|; s|(void)data, |(void) data ,\n    /* later */ |' "$scratch/work/histogram.c"
begun 'comments and blanks begin nothing'
sed -i 's|^void histogram_for_atomic(.*|&\n#pragma omp parallel|' "$scratch/work/histogram.c"
begun 'a pragma does, in its exercise' for_atomic

start histogram-omp
sed -i '0,/(void)data, (void)n, (void)frequency;/s//frequency[0] = (uint32_t)n * data[0];/' "$scratch/work/histogram.c"
begun 'a function that was written is judged' sequential

start histogram-omp
sed -i 's|^#include "histogram.h"|&\n#define histogram_any_m another_name|' "$scratch/work/histogram.c"
begun 'a macro that changes what a function means begins its exercise' any_m

start histogram-omp
echo '__attribute__((constructor)) static void before_all(void) {}' >>"$scratch/work/histogram.c"
begun 'a file with more in it is judged as it is' \
    any_m entrelacer_promotion_tab for_atomic for_promotion_tab sequential

start histogram-cuda
sed -i 's|^int histogram_gm(|int histogram_gm(;|' "$scratch/work/histogram.cu"
"$BUILD/lockstep" grade histogram-cuda "$scratch/work" >"$scratch/text"
check 'what does not compile is told' grep -q 'build-error' "$scratch/text"

start histogram-cuda
"$BUILD/lockstep" grade histogram-cuda "$scratch/work" >"$scratch/text"
check 'the report says where to begin' grep -q '^Next: begin gm, the function histogram_gm.$' "$scratch/text"
check 'and gives no advice' test "$(grep -c '^  Next ' "$scratch/text")" = 0
check 'it fits a terminal' test "$(wc -l <"$scratch/text")" -le 20

cp -r solutions/histogram-cuda/. "$scratch/work/"
# The first barrier of the first kernel is gone.
sed -i '0,/__syncthreads();/s///' "$scratch/work/histogram.cu"
"$BUILD/lockstep" grade histogram-cuda "$scratch/work" >"$scratch/text"
check 'of several exercises the first that fails stands in full' test "$(grep -c '^  Next ' "$scratch/text")" = 1
check 'the others in a line each' grep -qE '^  FAIL map_memory: .* race +0 / 15$' "$scratch/text"
"$BUILD/lockstep" grade histogram-cuda "$scratch/work" --all >"$scratch/text"
check '--all shows all of them in full' grep -q '^map_memory: ' "$scratch/text"
tap_end
