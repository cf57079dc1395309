#!/bin/bash
# PrairieLearn runs this in the image for each submission. Without a grade nobody loses points or an attempt.
results=/grade/results/results.json
mkdir -p "${results%/*}" && cd /opt/lockstep || exit
build/lockstep grade @LAB@ /grade/student --format prairielearn --out "$results"
[ $? -le 1 ] || echo '{"gradable": false, "format_errors": "The grader could not work: tell your teacher."}' >"$results"
