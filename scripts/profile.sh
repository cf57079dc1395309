#!/bin/bash
# make profile LAB=… [EXERCISE=…]: what each line costs. CHECK, MUTANT, SUBMISSION, OUT, AGAINST, SEED as you like.
. scripts/lab.sh
require_lab profile
options=()
[ -n "${CHECK:-}" ] && options+=(--check "$CHECK")
[ -n "${MUTANT:-}" ] && options+=(--mutant "$MUTANT")
[ -n "${SEED:-}" ] && options+=(--seed "$SEED")
[ -n "${AGAINST:-}" ] && options+=(--against "$AGAINST")
[ -n "${OUT:-}" ] && options+=(--out "$OUT")
[ -n "${SUBMISSION:-}" ] && options+=(--submission "$SUBMISSION")
exec "$BUILD/lockstep" profile "$LAB" ${EXERCISE:+"$EXERCISE"} "${options[@]}"
