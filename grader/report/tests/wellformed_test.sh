#!/bin/bash
# test: sanitized
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
for file in "$golden"/*.junit; do
    if command -v xmllint >/dev/null; then
        check "${file##*/} is what the strictest JUnit readers take" xmllint --noout --schema grader/report/tests/junit.xsd "$file"
    else
        skip "${file##*/} is what the strictest JUnit readers take" "xmllint is not installed (libxml2-utils)"
    fi
done
# The counts of a suite are those of its cases, read by a library that services use.
counts='
import sys
from junitparser import JUnitXml
for suite in JUnitXml.fromfile(sys.argv[1]):
    results = [type(result).__name__ for case in suite for result in case.result]
    seen = (len(list(suite)), *(results.count(kind) for kind in ("Failure", "Error", "Skipped")))
    assert seen == (suite.tests, suite.failures, suite.errors, suite.skipped), (suite.name, seen)
'
for file in "$golden"/*.junit; do
    if /usr/bin/python3 -c 'import junitparser' 2>/dev/null; then
        check "${file##*/}: suites hold what they count" /usr/bin/python3 -c "$counts" "$file"
    else
        skip "${file##*/}: suites hold what they count" "junitparser is not installed (python3-junitparser)"
    fi
done
for file in "$golden"/*.html; do
    if command -v tidy >/dev/null; then
        check "${file##*/}: HTML Tidy has nothing to say" tidy -quiet -errors "$file"
    else
        skip "${file##*/}: HTML Tidy has nothing to say" "tidy is not installed (tidy)"
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
