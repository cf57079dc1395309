#!/bin/bash
# What 0.33 left behind is read: the journal of a class, and the lab that its `lockstep new` copied. That template is still
# the same to the byte; whoever changes it keeps the old one for this test.
. grader/roster/tests/begin.sh
made=$scratch/old
mkdir -p "$made" "$scratch/in/"{'Ada 1','Bob 2','Cleo 3'}
python3 -c 'import sqlite3, sys
old = open("grader/roster/tests/journal-0.33.sql").read().replace("/tmp/class/in", sys.argv[2])
sqlite3.connect(sys.argv[1]).executescript(old)' "$made/journal.sqlite" "$scratch/in"
book() { # student: what the grade book says of points, earned and the reason
    python3 -c 'import csv, sys
print(next("%(earned)s of %(points)s %(rules)s" % row for row in csv.DictReader(open(sys.argv[1])) if row["student"] == sys.argv[2]))' "$made/gradebook.csv" "$1"
}
check "its points are added up again" "$lockstep" class sums --out "$made" --labs "$extra/labs"
check "a right submission" test "$(book 'Ada 1')" = "8 of 8 "
check "a teacher's points" test "$(book 'Bob 2')" = "1.5 of 8 Your teacher, for sequential (mk): Explained it at the board.: +1.5 points."
check "the class's page names all" test "$(grep -oE 'Ada 1|Bob 2|Cleo 3' "$made/index.html" | sort -u | wc -l)" = 3
check "the feedback is written again" grep -q 'Your teacher' -r "$made/feedback"
check "more is added to it" "$lockstep" class adjust 'Cleo 3' total +1 'Late compiler.' --out "$made" --by mk --labs "$extra/labs"
check "and counts" test "$(book 'Cleo 3' | cut -d ' ' -f 1)" = 1
check "the lab of 0.33" test "$(cd "$extra/labs/dot-product" && cat ./*.? lab.yaml variants/* | sha256sum | cut -d ' ' -f 1)" = 98bfdf156806d737b343b51fe5c1a9b73fef4143b68b1686c2f65ac8d5cfc078
check "is checked" "$lockstep" check dot-product --labs "$extra/labs"
tap_end
