#!/bin/bash
# The golden JUnit and JSON files, which report_test compares bytes with, must parse.
. grader/tests/tap.sh
golden=grader/report/tests/golden

for file in "$golden"/*.junit; do
    if command -v xmllint >/dev/null; then
        check "${file##*/} is well-formed XML" xmllint --noout "$file"
    else
        skip "${file##*/} is well-formed XML" "xmllint is not installed (libxml2-utils)"
    fi
done
for file in "$golden"/*.json; do
    if command -v python3 >/dev/null; then
        check "${file##*/} is JSON" python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$file"
    else
        skip "${file##*/} is JSON" "python3 is not installed"
    fi
done
tap_end
