#!/bin/bash
# The sheets of a class as one: whose row is whose, what is left out, and that no student's sheet is written over.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
sheet=$PWD/handouts/data/sheets/histogram-omp.csv
cd "$scratch" || exit 2
mkdir ada bob && cp "$sheet" ada/histogram-omp.csv && cp "$sheet" bob/histogram-omp.csv && cp "$sheet" cy.csv
grep '^lab,' "$sheet" >blank.csv

merge() { # arguments; no figure is needed here
    "$lockstep" sheet merge "$@" >out 2>err
}
refused() { # pattern, arguments
    local pattern=$1
    shift
    merge "$@"
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^lockstep: $pattern" err
}
whose() { # names
    python3 -c 'import csv, sys
print(*sorted({row["sheet"] for row in csv.DictReader(open(sys.argv[1]))}))' class.csv | grep -qx "$1"
}
if command -v python3 >/dev/null; then
    merge ada/histogram-omp.csv ./bob//histogram-omp.csv cy.csv --out class.csv
    check "files of one name are called after their folders" whose 'ada bob cy'
else
    skip "files of one name are called after their folders" "python3 is not installed"
fi
check "two files that nothing tells apart are refused" \
    refused "cy.csv: there is a sheet 'cy' already" cy.csv cy.csv --out class.csv
merge blank.csv cy.csv --out class.csv
ok $? "a sheet without a time does no harm"
check "that is said" grep -qx 'blank.csv: no row has a time: left out' err
check "and it is not counted" grep -qE '^class.csv: [0-9]+ rows of 1 sheet$' out
check "a student's sheet is not written over" refused '--out ./cy.csv is one of the sheets' ada/histogram-omp.csv cy.csv --out ./cy.csv
ln cy.csv other.csv
check "under no name that it has" refused '--out other.csv is one of the sheets' cy.csv --out other.csv
check "really" cmp "$sheet" cy.csv
check "the class's sheet is a CSV" refused "--out class.txt: the class's sheet is a .csv" cy.csv --out class.txt
check "… with a name" refused "--out .csv: the class's sheet is a .csv" cy.csv --out .csv
tap_end
