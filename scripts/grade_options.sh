# shellcheck shell=bash disable=SC2034 # for those who source this
# What `make grade` and `make watch` ask the grader for. Source it behind lab.sh.

# A seed has 64 bits, more than bash counts with; its printf complains about a number that has more.
is_seed() {
    local number=$1
    [[ $1 =~ ^(0[xX][0-9a-fA-F]+|[0-9]+)$ ]] || return
    [[ $1 == 0[xX]* ]] || number=${1#"${1%%[!0]*}"} # with a zero in front it would be octal
    [ -z "$(printf %u "$number" 2>&1 >/dev/null)" ]
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
