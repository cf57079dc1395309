#!/bin/bash
# make grade: LAB (default: all labs), SUBMISSION (default: work/<lab> where it is, else the reference solution),
# EXERCISE, DEVICE, SEED, FORMAT, OUT, ALL=1, TIMINGS=1; EARLY=1 says at once what went wrong first. Exit status: the worst
# of `lockstep grade`.
. scripts/lab.sh

options=()
[ -n "${EXERCISE:-}" ] && options+=(--exercise "$EXERCISE")
[ -n "${DEVICE:-}" ] && options+=(--device "$DEVICE")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${FORMAT:-}" ] && options+=(--format "$FORMAT")
[ -n "${OUT:-}" ] && options+=(--out "$OUT")
[ -n "${ALL:-}" ] && options+=(--all)
[ -n "${TIMINGS:-}" ] && options+=(--timings)

# remember LAB FOLDER: what a student's own work remembers from one grading to the next, in work/.lockstep: what passed
# (it is not run again while it stays the same) and how the last whole grading went (what failed is run first).
remember() {
    local state=work/.lockstep
    remembered=()
    [ -z "${EARLY:-}" ] || remembered+=(--early)
    if [ "$2" = "work/$1" ] && mkdir -p "$state" 2>/dev/null && [ -w "$state" ]; then
        remembered+=(--kept "$state/$1.kept")
        [ -n "${EXERCISE:-}${DEVICE:-}${SEED:-}${FORMAT:-}${OUT:-}${SINCE:-}" ] || remembered+=(--since "$state/$1.last")
    fi
    [ -z "${SINCE:-}" ] || remembered+=(--since "$SINCE")
}

# A seed has 64 bits, more than bash counts with.
is_seed() {
    local digits
    if [[ $1 =~ ^0[xX]0*([0-9a-fA-F]*)$ ]]; then
        [ ${#BASH_REMATCH[1]} -le 16 ] && [ ${#1} -gt 2 ]
    elif [[ $1 =~ ^0*([0-9]*)$ ]] && digits=${BASH_REMATCH[1]}; then
        [ -n "$1" ] && [ "$(printf '%20s\n%s\n' "$digits" 18446744073709551615 | LC_ALL=C sort | tail -n 1)" = 18446744073709551615 ]
    else
        false
    fi
}

is_seed "${SEED:-0}" || fail "SEED=$SEED: a seed is a whole number below 2^64" "SEED=$SEED : une graine est un nombre entier, plus petit que 2^64"
if [ -n "${LAB:-}" ] || [ "$(all_labs | wc -l)" -eq 1 ]; then
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
