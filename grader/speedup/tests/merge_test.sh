#!/bin/bash
# test: sanitized
# The sheets of a class as one: whose row is whose, what is left out, and that no student's sheet is written over.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
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
merge ada/histogram-omp.csv ./bob//histogram-omp.csv cy.csv --out class.csv
check "files of one name are called after their folders" whose 'ada bob cy'
check "two files that nothing tells apart are refused" \
    refused "cy.csv: there is a sheet 'cy' already" cy.csv cy.csv --out class.csv
merge blank.csv cy.csv --out class.csv
ok $? "a sheet without a time does no harm"
check "that is said" grep -qx 'blank.csv: no row has a time: left out' err
check "and it is not counted" grep -qE '^class.csv: [0-9]+ rows of 1 sheet$' out
# One damaged file, or one impossible row, does not stop the others.
echo 'no sheet' >text.csv && printf 'PK\003\004' >book.csv
merge text.csv cy.csv book.csv --out class.csv
check "files that are no sheets are left out, with status 1" test $? = 1
check "… each with its reason" test "$(grep -cE "^(text.csv: no column 'lab' .*|book.csv is a spreadsheet document: .*); the file is left out$" err)" = 2
check "… and the rest is there" grep -qE '^class.csv: [0-9]+ rows of 1 sheet$' out
merge text.csv book.csv --out none.csv
check "where none is left, nothing is written" test "$? $(ls none.csv 2>/dev/null)" = '2 '
mkdir excel && iconv -t UTF-16 cy.csv >excel/cy.csv
merge excel/cy.csv --out unicode.csv && cp unicode.csv utf16.csv && merge cy.csv --out unicode.csv
check "a sheet in UTF-16 is read as one in UTF-8" cmp utf16.csv unicode.csv
# A workbook is written whole, or the one that was there stays. Where the size of files is limited, its parts are cut.
merge cy.csv --out room.csv && cp room.xlsx before.xlsx
no_room() { # KiB, what the one line says
    (ulimit -f "$1" && merge cy.csv --out room.csv)
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qE "^lockstep: .*$2" err && cmp room.xlsx before.xlsx
}
check "a workbook of which parts are cut is not kept" no_room 20 'room.xlsx: no room for its temporary files: make room .* set TMPDIR'
check "… nor is one made where its sheet has no room" no_room 8 'cannot write .*room.csv: File too large'
merge "${sheet/histogram-omp/stencil}" --out stencil.csv
first_colour() { python3 -c 'import re, zipfile; print(*re.findall(b"srgbClr val=.(\w+)", zipfile.ZipFile("stencil.xlsx").read("xl/charts/chart1.xml"))[:1])'; }
check "a chart's first variant has the first colour, whatever other charts show" test "$(first_colour)" = "b'0072B2'"
damaged() { # column, value: the third row of a sheet with a time of its own, and the class's rows then
    python3 - "$1" "$2" <<'PYTHON'
import csv, sys
rows = list(csv.DictReader(line for line in open("cy.csv") if not line.startswith("#")))
rows[3][sys.argv[1]] = sys.argv[2]
with open("damaged.csv", "w", newline="") as file:
    table = csv.DictWriter(file, rows[0])
    table.writeheader()
    table.writerows(rows)
PYTHON
    merge damaged.csv --out class.csv && [ "$(grep -cE '^damaged.csv: 1 row left out, since the numbers cannot be right' err)" = "$3" ]
}
if command -v python3 >/dev/null; then
    check "a row faster than possible is left out" damaged max_s 1e-12 1
    check "… and one with a time below zero" damaged median_s -1 1
    check "… and one with threads below zero" damaged threads -4 1
    check "a derived cell that is wrong does no harm: it is counted anew" damaged speedup 9999 0
else
    skip "impossible rows are left out" "python3 is not installed"
fi
check "a student's sheet is not written over" refused '--out ./cy.csv is one of the sheets' ada/histogram-omp.csv cy.csv --out ./cy.csv
ln cy.csv other.csv
check "under no name that it has" refused '--out other.csv is one of the sheets' cy.csv --out other.csv
check "really" cmp "$sheet" cy.csv
check "the class's sheet is a CSV" refused "--out class.txt: the class's sheet is a .csv" cy.csv --out class.txt
check "… with a name" refused "--out .csv: the class's sheet is a .csv" cy.csv --out .csv
tap_end
