#!/bin/bash
# The golden files, which report_test compares bytes with, must parse, and hold what each system documents.
. grader/tests/tap.sh
golden=grader/report/tests/golden

for file in "$golden"/*.junit "$golden"/*.html; do
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
# Each by the rules that its system documents, and nothing besides them.
for format in gradescope classroom50 prairielearn autolab vpl github; do
    for file in "$golden"/*."$format"; do
        if command -v python3 >/dev/null; then
            check "${file##*/} is as its system documents it" python3 grader/report/tests/strict_reader.py "$format" "$file"
        else
            skip "${file##*/} is as its system documents it" "python3 is not installed"
        fi
    done
done
tap_end
