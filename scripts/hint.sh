#!/bin/bash
# make hint [LAB=…] EXERCISE=…: the next hint of the ladder; AGAIN=1: those that you have seen. How far you are is kept
# in work/<lab>/.hints.
. scripts/lab.sh
require_lab hint
[ -n "${EXERCISE:-}" ] || fail "make hint needs EXERCISE=… (make grade LAB=$LAB names them)"
[ -d "work/$LAB" ] || fail "hints are for work that has begun: make start LAB=$LAB first"
exec "$BUILD/lockstep" hint "$LAB" "$EXERCISE" --labs "$labs" --state "work/$LAB/.hints" ${AGAIN:+--again}
