#!/bin/bash
# make show LAB=… [EXERCISE=…]: a page that replays a check. CHECK, MUTANT, SUBMISSION, OUT, SEED as you like.
. scripts/lab.sh
require_lab show
options=()
if [ -z "${EXERCISE:-}${MUTANT:-}" ]; then # the one to go on with, by the last grading
    [ -n "${SUBMISSION:-}" ] || [ -d "work/$LAB" ] || [ -d "${beside}solutions/$LAB" ] ||
        fail "no work/$LAB yet: make start LAB=$LAB makes it" "pas encore de work/$LAB : make start LAB=$LAB le crée"
    if [ -n "${SUBMISSION:-}" ] || [ ! -d "work/$LAB" ]; then
        fail "make show needs EXERCISE=… (make grade LAB=$LAB names them)" \
            "make show a besoin de EXERCISE=… (make grade LAB=$LAB les nomme)"
    fi
    options+=(--since "work/.lockstep/$LAB.last")
fi
[ -n "${CHECK:-}" ] && options+=(--check "$CHECK")
[ -n "${MUTANT:-}" ] && options+=(--mutant "$MUTANT")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${OUT:-}" ] && options+=(--out "$OUT")
[ -n "${SUBMISSION:-}" ] && options+=("$SUBMISSION")
exec "$BUILD/lockstep" show "$LAB" ${EXERCISE:+"$EXERCISE"} "${options[@]}"
