#!/bin/bash
# test: once
# The model's score does not fall: the bounds are what it reached when its terms were last changed, and a little room.
cd "$(dirname "$0")/../../../.." || exit 1
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
export LOCKSTEP
check "152 launches are predicted as well as before" grader/simt/model/tests/score.py --most-error 10 --least-tau 0.97 --most-twice 0
tap_end
