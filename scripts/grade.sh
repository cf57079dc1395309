#!/bin/bash
# make grade: LAB (default: the one that you have worked on last, else all labs), SUBMISSION (default: work/<lab>,
# else the reference solution), EXERCISE, DEVICE, SEED, FORMAT, OUT, ALL=1, TIMINGS=1. EARLY=1 says at once what went
# wrong first. Exit status: the worst of `lockstep grade`.
. scripts/lab.sh
. scripts/grade_options.sh

if [ -n "${LAB:-}" ] || [ "$(all_labs | wc -l)" -eq 1 ] || { [ -z "${SUBMISSION:-}" ] && [ -n "$(begun_labs)" ]; }; then
    require_lab grade
    chosen=("$LAB")
else
    [ -z "${SUBMISSION:-}" ] || fail "SUBMISSION=$SUBMISSION is work for which lab? Add LAB=…" \
        "SUBMISSION=$SUBMISSION est un travail pour quel TP ? Ajoutez LAB=…"
    [ -z "${OUT:-}" ] || fail "OUT=$OUT would hold one lab only. Add LAB=…" "OUT=$OUT ne contiendrait qu'un TP. Ajoutez LAB=…"
    mapfile -t chosen < <(all_labs)
    [ ${#chosen[@]} -gt 0 ] || fail "there is no lab in $labs/"
fi

worst=0
for lab in "${chosen[@]}"; do
    if [ -n "${SUBMISSION:-}" ]; then
        folder=$SUBMISSION
    elif [ -d "work/$lab" ]; then
        folder=work/$lab
    else
        folder=${beside}solutions/$lab
        [ -d "$folder" ] || fail "no work/$lab yet: make start LAB=$lab makes it" "pas encore de work/$lab : make start LAB=$lab le crée"
        tell "No work/$lab yet (see make start): grading the reference solution." \
            "Pas encore de work/$lab (voir make start) : la solution de référence est notée." >&2
    fi
    remember "$lab" "$folder"
    "$BUILD/lockstep" grade "$lab" "$folder" "${options[@]}" "${remembered[@]}"
    status=$?
    [ "$status" -gt "$worst" ] && worst=$status
    [ "$status" -le 2 ] || break # interrupted
done
exit "$worst"
