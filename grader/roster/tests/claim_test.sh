#!/bin/bash
# test: sanitized
# The folder of a class holds what a class wrote, and nothing else may come to harm there: not what a link leads to, not
# a folder of somebody's own, not what a teacher puts beside the feedback.
. grader/roster/tests/begin.sh
for student in ada bob; do
    mkdir -p "$scratch/in/$student"
    { cat "$solution"; echo "/* $student */"; } >"$scratch/in/$student/dot.c"
done
class() { "$lockstep" class dot-product "$scratch/in" --out "$1" --labs "$extra/labs" >"$scratch/log" 2>"$scratch/err"; }
refused() { # folder, words of the line
    class "$1"
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -q "^lockstep: $scratch/$2" "$scratch/err"
}

# ---- links ----
for name in feedback graded files spool replay junit; do
    rm -rf "$scratch/linked" "$scratch/elsewhere"
    mkdir -p "$scratch/linked" "$scratch/elsewhere/kept" && : >"$scratch/elsewhere/kept.json" && : >"$scratch/elsewhere/kept/file"
    ln -s "$scratch/elsewhere" "$scratch/linked/$name"
    refused "$scratch/linked" "linked/$name is a link: .*move the link away"
    ok $? "a link called $name is refused" || sed 's/^/# /' "$scratch/err"
    check "nothing behind it is touched" test "$(find "$scratch/elsewhere" | wc -l)" = 4
done
ln -s "$scratch/elsewhere" "$scratch/way"
class "$scratch/way/out"
ok $? "a link on the way to the folder is none of it" || sed 's/^/# /' "$scratch/err"

# ---- a folder of somebody's own ----
for name in feedback/mine gradebook.csv index.html files/thesis.tex junit/mine.xml; do
    rm -rf "$scratch/own"
    mkdir -p "$scratch/own/$(dirname "$name")" && echo precious >"$scratch/own/$name"
    refused "$scratch/own" "own holds '${name%%/*}', but no class was graded there: .*give --out a new folder"
    ok $? "a folder with $name is refused" || sed 's/^/# /' "$scratch/err"
    check "and left as it was" grep -q precious "$scratch/own/$name"
done
rm -rf "$scratch/own" && mkdir "$scratch/own" && echo 'drop: [sequential]' >"$scratch/own/policy.yaml" && : >"$scratch/own/list.csv"
class "$scratch/own"
ok $? "rules and a teacher's other files may be there" || sed 's/^/# /' "$scratch/err"

# ---- a class's own ----
echo 'read me' >"$scratch/own/feedback/README.txt" && mkdir "$scratch/own/feedback/notes" && : >"$scratch/own/feedback/notes/a.txt"
: >"$scratch/own/instructor/marks.ods" && mkdir "$scratch/own/graded/mine.json"
rm -r "$scratch/in/bob"
echo 'withdrawn: [bob]' >>"$scratch/own/policy.yaml"
class "$scratch/own"
ok $? "the same command again" || sed 's/^/# /' "$scratch/err"
check "who has withdrawn is gone" test -z "$(find "$scratch/own/feedback" "$scratch/own/instructor" -name 'bob*')"
for name in feedback/README.txt feedback/notes/a.txt instructor/marks.ods graded/mine.json; do
    check "$name stays" test -e "$scratch/own/$name"
done
mv "$scratch/own/journal.sqlite" "$scratch/damaged"
class "$scratch/own"
ok $? "without its journal it is graded anew" || sed 's/^/# /' "$scratch/err"

# ---- a teacher's marks, where the journal is lost ----
own=$scratch/own
echo 'rubric: [{name: method, points: 4}]' >"$own/policy.yaml"
class "$own"
printf 'student,method,comment,by,second\nada,3,good,AB,\n' >"$scratch/marks.csv"
"$lockstep" class rubric "$scratch/marks.csv" --out "$own" >"$scratch/log" 2>"$scratch/err"
ok $? "a mark for the report" || sed 's/^/# /' "$scratch/err"
sed 's/^ada,\([^,]*\),3/ada,\1,2/' "$own/rubric.csv" >"$scratch/typed"
cp "$scratch/typed" "$own/rubric.csv"
class "$own"
check 'marks that were typed and not read are kept' cmp "$scratch/typed" "$own/rubric.unread-1.csv"
check '… and it says so' grep -q 'rubric.csv has marks that were never read: it is kept as' "$scratch/log" "$scratch/err"
class "$own"
check '… once' test ! -e "$own/rubric.unread-2.csv"
for state in empty missing; do
    cp "$own/rubric.csv" "$scratch/rubric"
    cp "$own/rules.csv" "$scratch/rules"
    rm -f "$own"/journal.sqlite*
    [ $state = missing ] || : >"$own/journal.sqlite"
    "$lockstep" class adjust ada total +1 'well done' --out "$own" >"$scratch/log" 2>"$scratch/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && cmp -s "$scratch/rubric" "$own/rubric.csv" &&
        test ! -s "$own/journal.sqlite"
    ok $? "$state: an order changes nothing" || sed 's/^/# /' "$scratch/err"
    class "$own"
    for table in rubric rules; do
        kept=$(sed -n "s/.*journal.sqlite is $state: $table.csv is kept as \(${table}[^,]*\), since.*/\1/p" "$scratch/log")
        check "$state: $table.csv is kept aside" cmp "$scratch/$table" "$own/${kept:-is not kept}"
    done
    "$lockstep" class rubric "$scratch/marks.csv" --out "$own" >"$scratch/log" 2>"$scratch/err"
    check "$state: … and the marks can be read in again" cmp "$scratch/rubric" "$own/rubric.csv"
done
tap_end
