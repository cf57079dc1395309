#!/bin/bash
# make speedup LAB=…: measures SUBMISSION (default: work/<lab> where it is, else the reference solution) and writes the
# sheet SHEET (default: build/speedup/<lab>.csv) and its figures beside it. An interrupted sweep goes on where it
# stopped; QUICK=1 only shows that it works.
. scripts/lab.sh
require_lab speedup
[ -e "$labs/$LAB/measure.yaml" ] ||
    fail "the lab '$LAB' asks for no measurements: it has no measure.yaml" "le TP '$LAB' ne demande pas de mesures : il n'a pas de measure.yaml"
folder=${SUBMISSION:-work/$LAB}
if [ -z "${SUBMISSION:-}" ] && [ ! -d "$folder" ]; then
    folder=${beside}solutions/$LAB
    [ -d "$folder" ] || fail "no work/$LAB yet: make start LAB=$LAB makes it" "pas encore de work/$LAB : make start LAB=$LAB le crée"
    tell "No work/$LAB yet (see make start): measuring the reference solution." \
        "Pas encore de work/$LAB (voir make start) : la solution de référence est mesurée." >&2
fi
not_begun() { # each file is the skeleton's
    local name
    while read -r name; do
        cmp -s "$folder/$name" "${beside}skeletons/$LAB/$name" || return
    done < <(handed_in "$LAB")
}
! not_begun || fail "$folder is still the skeleton: write your functions first, then measure them" \
    "$folder est encore le squelette : écrivez d'abord vos fonctions, puis mesurez-les"
sheet=${SHEET:-$BUILD/speedup/$LAB.csv}
mkdir -p "$(dirname "$sheet")" || exit 2
scratch=$(mktemp -d) || exit 2 # of an interrupted sweep, too, nothing stays behind
trap 'rm -rf "$scratch"' EXIT
# One core for each thread, and none that spins on it while it waits.
TMPDIR=$scratch OMP_PROC_BIND=spread OMP_PLACES=cores OMP_WAIT_POLICY=passive OMP_DYNAMIC=false \
    "$BUILD/lockstep" speedup "$LAB" "$folder" --out "$sheet" --labs "$labs" ${PROFILE:+--profile "$PROFILE"} ${QUICK:+--quick} || exit
echo "$sheet"
scripts/plots.sh sheet "$sheet" "${sheet%.csv}"
