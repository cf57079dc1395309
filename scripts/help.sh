#!/bin/bash
# The list that `make help` prints: every target of the given makefiles that has a ## text.
. scripts/lab.sh
echo 'Lockstep: labs in parallel programming, and a grader that needs no GPU.'
echo
# A student's archive holds no reference solutions.
[ -d "${beside}solutions" ] && absent='' || absent=', or else the reference solution'
sed -nE "s/^([a-z-]+):[^#]*## (.*)/\1|\2/; T; s/$absent//; p" "$@" |
    while IFS='|' read -r target text; do printf '  make %-11s %s\n' "$target" "$text"; done
cat <<END

  LAB=          one of these (without it, make grade grades them all):
                $(all_labs | paste -sd' ' | fold -s -w 64 | sed '2,$s/^/                /')
  SUBMISSION=   a folder with your files, instead of work/<lab>
  EXERCISE=     one exercise only        SEED=     makes other inputs
  FORMAT=       text, json, junit…       OUT=      a file for the report
  ALL=1         every exercise in full   TIMINGS=1 show where the time goes
END
