#!/bin/bash
# make hint [LAB=…] [EXERCISE=…]: the next hint (without EXERCISE, for the exercise to go on with by the last grading);
# AGAIN=1: those that you have seen. How far you are is kept in work/<lab>/.hints.
. scripts/lab.sh
require_lab hint
[ -d "work/$LAB" ] || fail "hints are for work that has begun: make start LAB=$LAB first" \
    "les indices sont pour un travail commencé : d'abord make start LAB=$LAB"
exec "$BUILD/lockstep" hint "$LAB" ${EXERCISE:+"$EXERCISE"} --labs "$labs" --state "work/$LAB/.hints" \
    --since "work/.lockstep/$LAB.last" ${AGAIN:+--again}
