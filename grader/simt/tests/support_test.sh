#!/bin/bash
# test: once
# SUPPORT.md says what the code says. After a change: grader/simt/tests/support.sh >grader/simt/SUPPORT.md
. grader/tests/tap.sh
check "SUPPORT.md is what support.sh makes of the code" diff grader/simt/SUPPORT.md <(bash grader/simt/tests/support.sh)
tap_end
