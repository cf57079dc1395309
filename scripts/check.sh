#!/bin/bash
# make check [LAB=…]: for maintainers. Skeletons get their floor, solutions full marks, wrong programs their verdict.
# SECRETS=N: all of that under N secrets and seeds.
# WATCH=1, with one LAB: again whenever a file of the lab is saved, skeleton and solution made anew, until Ctrl-C.
. scripts/lab.sh
if [ -n "${LAB:-}${WATCH:-}" ]; then require_lab check && chosen=("$LAB"); else mapfile -t chosen < <(all_labs); fi
[[ ${SECRETS:-1} =~ ^[1-9][0-9]{0,4}$ ]] || fail "make check: SECRETS needs a number from 1 to 99999, not '$SECRETS'"

prove() {
    local worst=0 lab
    for lab in "${chosen[@]}"; do
        "$BUILD/lockstep" check "$lab" --labs "$labs" ${SECRETS:+--secrets "$SECRETS"} || worst=$?
        [ "$worst" -le 128 ] || break # interrupted
    done
    return "$worst"
}

# Each file with what a save changes, a line each.
files() { find "$labs/$LAB" -type f -not -name '.*' -not -name '*~' -not -name 4913 -printf '%P %s %T@ %i\n' 2>/dev/null | sort; }

[ -n "${WATCH:-}" ] || {
    prove
    exit
}
trap 'echo; exit 0' INT TERM
while true; do
    seen=$(files)
    scripts/generate.sh && prove
    echo "Watching $labs/$LAB: a saved lab is proved again. Ctrl-C ends."
    while now=$(files) && [ "$now" = "$seen" ]; do
        [ -d "$labs/$LAB" ] || fail "cannot watch $labs/$LAB any more"
        sleep 0.3
    done
    sleep 0.1 # editors save in several steps
done
