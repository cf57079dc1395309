# shellcheck shell=bash disable=SC2034 # for those who source this
# What `make grade` and `make watch` ask the grader for. Source it behind lab.sh.

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

options=()
[ -n "${EXERCISE:-}" ] && options+=(--exercise "$EXERCISE")
[ -n "${DEVICE:-}" ] && options+=(--device "$DEVICE")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${FORMAT:-}" ] && options+=(--format "$FORMAT")
[ -n "${OUT:-}" ] && options+=(--out "$OUT")
[ -n "${ALL:-}" ] && options+=(--all)
[ -n "${TIMINGS:-}" ] && options+=(--timings)

# remember LAB FOLDER: what a student's own work remembers from one grading to the next, in work/.lockstep: the result
# (it is given again while nothing has changed) and how the last whole grading went (what failed is run first).
remember() {
    local state=work/.lockstep
    remembered=()
    [ -z "${EARLY:-}" ] || remembered+=(--early)
    if [ "$2" = "work/$1" ] && { [ -d "$state" ] || mkdir -p "$state" 2>/dev/null; } && [ -w "$state" ]; then
        remembered+=(--kept "$state/$1.kept")
        [ -n "${EXERCISE:-}${DEVICE:-}${SEED:-}${FORMAT:-}${OUT:-}${SINCE:-}" ] || remembered+=(--since "$state/$1.last")
    fi
    [ -z "${SINCE:-}" ] || remembered+=(--since "$SINCE")
}
