#!/bin/bash
# test: once
# skeletons/ and solutions/ are what the annotated sources make, RESULTS.md what its data say, and a difference is found.
# shellcheck disable=SC2016,SC2317 # expanded by the inner shell; called through check
cd "$(dirname "$0")/../.." || exit 1
. grader/tests/tap.sh

check "skeletons/ and solutions/ agree with labs/" scripts/generate.sh --check
check "the tables of RESULTS.md are those of its data" scripts/package/results.py --check

# A lab's points add up to 100, and the table of its README says the same of each exercise.
points_agree() {
    local listed exercise points
    listed=$("${LOCKSTEP:-build/lockstep}" list "$1" --language en) && [[ ${listed%%$'\n'*} == *' (100 points)' ]] || return 1
    while read -r exercise points _; do
        grep -qE "^\| \`$exercise\`.* \| $points \|$" "labs/$1/README.md" || return 1
    done < <(tail -n +2 <<<"$listed")
}
for lab in labs/*/lab.yaml; do
    lab=$(basename "$(dirname "$lab")")
    check "the points of $lab are 100, in its README, too" points_agree "$lab"
done

make_scratch
mkdir -p "$scratch/labs/twice"
cat >"$scratch/labs/twice/lab.yaml" <<'YAML'
title: Twice
header: twice.h
files:
  - {name: twice.c, max_bytes: 1000}
exercises:
  - name: twice
    title: Twice
    function: twice
    checks:
      - {name: correct, title: doubles, kind: output, points: 1, cases: [{n: 1}]}
YAML
echo 'int twice(int x);' >"$scratch/labs/twice/twice.h"
printf '%s\n' '#include "twice.h"' '#ifdef SOLUTION' 'int twice(int x) { return 2 * x; }' '#else' \
    'int twice(int x) { return x; }' '#endif' >"$scratch/labs/twice/twice.c"
generate() { LOCKSTEP_LABS=$scratch/labs scripts/generate.sh "$@"; }
differs() { ! generate --check; }

check "what was never made differs" differs
check "makes both versions" generate
check "the solution has its half" grep -q '2 \* x' "$scratch/solutions/twice/twice.c"
check "the skeleton has the other" grep -q 'return x;' "$scratch/skeletons/twice/twice.c"
check "neither has the marks" bash -c '! grep -r SOLUTION "$0"/s*/' "$scratch"
check "the header lies beside both" ls "$scratch"/{skeletons,solutions}/twice/twice.h
check "now they agree" generate --check
sed -i 's/2 \* x/x + x/' "$scratch/solutions/twice/twice.c"
check "an edited solution is found" differs
generate >/dev/null
echo left >"$scratch/skeletons/twice/over.c"
check "a file left over is found" differs
generate >/dev/null
rm "$scratch/labs/twice/twice.c"
missing_source() { [[ $(generate 2>&1) == *"twice.c is missing"* ]]; }
check "a missing source is named" missing_source
tap_end
