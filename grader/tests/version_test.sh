#!/bin/bash
# test: once
# One file holds the version. The command, reports, a class's journal and page, and kits say it; CHANGELOG.md and CITATION.cff
# agree. What is graded does not hang on it.
# shellcheck disable=SC2317 # called through check
. grader/tests/tap.sh
: "${BUILD:=build}"
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
extra=grader/tests/extra

version=$(sed -n 's/^#define LOCKSTEP_VERSION "\(.*\)"$/\1/p' grader/version.h)
check "grader/version.h holds a version of three numbers" grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' <<<"$version"
check "lockstep --version" test "$("$lockstep" --version)" = "lockstep $version"
check "no other source spells it" sh -c "! grep -rnF '\"$version' grader scripts Makefile --include='*.[chm]*' --exclude=version.h"
# What is not released yet may stand before it.
check "CHANGELOG.md begins with it" test "$(sed -n '/unreleased$/d; s/^## \([0-9.]*\) .*/\1/p' CHANGELOG.md | head -n 1)" = "$version"
cited() { sed -n "s/^$1: //p" CITATION.cff; }
check "CITATION.cff cites it" test "$(cited version)" = "$version"
check "… and its date" grep -qF "## $version — $(cited date-released)" CHANGELOG.md

mkdir -p "$scratch/in/ada" && cp $extra/solutions/dot-product/dot.[ch] "$scratch/in/ada/"
grade() { "$lockstep" grade dot-product "$scratch/in/ada" --labs $extra/labs "$@"; }
check "a text report says it" grep -q "lockstep: $version" <(grade --all | tr -s " \n" " ")
measured_only() {
    grade --format json | python3 -c '
import json, sys
report = json.load(sys.stdin)
assert report["measured"]["machine"]["lockstep"] == sys.argv[1], report["measured"]
assert sys.argv[1] not in json.dumps(report["graded"]), "the graded part has it, too"' "$version"
}
check "in JSON, the measured part says it, and the graded part does not" measured_only
check "a class is graded" "$lockstep" class dot-product "$scratch/in" --out "$scratch/out" --labs $extra/labs
journal() {
    python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("select value from class where key = ?", ("lockstep",)).fetchone()[0])' "$scratch/out/journal.sqlite"
}
check "its journal says it" test "$(journal)" = "$version"
check "its page says it, in what differs from run to run" grep -qF "Lockstep $version" <(sed -n '/id="measured"/,$p' "$scratch/out/index.html")
check "… and nowhere else" sh -c "! sed '/id=\"measured\"/,\$d' '$scratch/out/index.html' | grep -F '$version'"

kit_says() {
    . scripts/lab.sh
    . scripts/package/kit.sh
    mkdir "$scratch/kit" && copy_grader "$scratch/kit" && test "$(cat "$scratch/kit/VERSION")" = "lockstep $version"
}
check "kits say it" kit_says
tap_end
