#!/bin/bash
# make show LAB=… EXERCISE=…: a page that replays a check. CHECK, MUTANT, SUBMISSION, OUT, SEED as you like.
. scripts/lab.sh
require_lab show
[ -n "${EXERCISE:-}${MUTANT:-}" ] || fail "make show needs EXERCISE=… (make grade LAB=$LAB names them)" \
    "make show a besoin de EXERCISE=… (make grade LAB=$LAB les nomme)"
options=()
[ -n "${CHECK:-}" ] && options+=(--check "$CHECK")
[ -n "${MUTANT:-}" ] && options+=(--mutant "$MUTANT")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${OUT:-}" ] && options+=(--out "$OUT")
[ -n "${SUBMISSION:-}" ] && options+=("$SUBMISSION")
exec "$BUILD/lockstep" show "$LAB" ${EXERCISE:+"$EXERCISE"} "${options[@]}"
