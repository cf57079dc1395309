#!/bin/bash
# test: sanitized
# The folder of a class holds what a class wrote, and nothing else may come to harm there: not what a link leads to, not
# a folder of somebody's own, not what a teacher puts beside the feedback.
. grader/roster/tests/begin.sh
for student in ada bob; do
    mkdir -p "$scratch/in/$student"
    { cat "$solution"; echo "/* $student */"; } >"$scratch/in/$student/dot.c"
done
class() { # folder, more
    "$lockstep" class dot-product "$scratch/in" --labs "$extra/labs" --out "$@" >"$scratch/log" 2>"$scratch/err"
}
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

"$lockstep" class scale-cuda "$scratch/in" --labs "$extra/labs" --out "$scratch/way/out" >"$scratch/log" 2>"$scratch/err"
check "another lab's results stay" grep -q 'holds results of dot-product: give another --out for scale-cuda' "$scratch/err"

# ---- a class's own ----
echo 'read me' >"$scratch/own/feedback/README.txt" && mkdir "$scratch/own/feedback/notes" && : >"$scratch/own/feedback/notes/a.txt"
: >"$scratch/own/instructor/marks.ods" && mkdir "$scratch/own/graded/mine.json"
rm -r "$scratch/in/bob"
mv "$scratch/own/journal.sqlite" "$scratch/lost"
class "$scratch/own"
[ $? -eq 2 ] && grep -q '^lockstep: bob was not graded: it is no longer among the submissions, .*: put its folder back' "$scratch/err"
ok $? "without its journal it is graded anew, and whose folder is missing is named" || sed 's/^/# /' "$scratch/err"
check "… on the page, too" grep -q '<td>not graded</td><td class="w">it is no longer among' "$scratch/own/index.html"
check "… and the report of before stays" test -s "$scratch/own/graded/bob.json"
echo 'withdrawn: [bob]' >>"$scratch/own/policy.yaml"
class "$scratch/own"
ok $? "the same command again" || sed 's/^/# /' "$scratch/err"
check "who has withdrawn is gone" test -z "$(find "$scratch/own/"{feedback,graded,instructor} -name 'bob*')"
for name in feedback/README.txt feedback/notes/a.txt instructor/marks.ods graded/mine.json; do
    check "$name stays" test -e "$scratch/own/$name"
done

# ---- a teacher's marks, where the journal is lost ----
own=$scratch/own
printf 'withdrawn: [bob]\nrubric: [{name: method, points: 4}]\n' >"$own/policy.yaml"
class "$own"
printf 'student,method,comment,by,second\nada,3,good,AB,\n' >"$scratch/marks.csv"
"$lockstep" class rubric "$scratch/marks.csv" --out "$own" >"$scratch/log" 2>"$scratch/err"
ok $? "a mark for the report" || sed 's/^/# /' "$scratch/err"
check "… is told" grep -qx "$scratch/marks.csv: 1 row read" "$scratch/log"
sed 's/^ada,\([^,]*\),3/ada,\1,2/' "$own/rubric.csv" >"$scratch/typed"
cp "$scratch/typed" "$own/rubric.csv"
class "$own"
check 'marks that were typed and not read are kept' cmp "$scratch/typed" "$own/rubric.unread-1.csv"
check '… and it says so' grep -q 'rubric.csv has rows that were never read: it is kept as' "$scratch/log" "$scratch/err"
class "$own"
check '… once' test ! -e "$own/rubric.unread-2.csv"
for state in empty missing; do
    cp "$own/rubric.csv" "$scratch/rubric"
    cp "$own/rules.csv" "$scratch/rules"
    cp "$own/gradebook.csv" "$scratch/gradebook"
    rm -f "$own"/journal.sqlite*
    [ $state = missing ] || : >"$own/journal.sqlite"
    "$lockstep" class adjust ada total +1 'well done' --out "$own" >"$scratch/log" 2>"$scratch/err"
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && cmp -s "$scratch/rubric" "$own/rubric.csv" &&
        test ! -s "$own/journal.sqlite"
    ok $? "$state: an order changes nothing" || sed 's/^/# /' "$scratch/err"
    class "$own"
    for table in rubric rules gradebook; do
        kept=$(sed -n "s/.*journal.sqlite is $state: $table.csv is kept as \(${table}[^,]*\), since.*/\1/p" "$scratch/log")
        check "$state: $table.csv is kept aside" cmp "$scratch/$table" "$own/${kept:-is not kept}"
    done
    "$lockstep" class rubric "$scratch/marks.csv" --out "$own" >"$scratch/log" 2>"$scratch/err"
    check "$state: … and the marks can be read in again" cmp "$scratch/rubric" "$own/rubric.csv"
done

# ---- several at once ----
order() { "$lockstep" class "$@" --out "$own" >"$scratch/log" 2>"$scratch/err"; }
said() { grep -qE "$1" "$scratch/log" "$scratch/err"; }
# Who grades holds the first byte of .lock until it ends.
coproc holder { exec python3 -c 'import fcntl, sys
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX, 1, 0)
print("held", flush=True)
sys.stdin.read()' "$own/.lock"; }
read -r _ <&"${holder[0]}"
holding=${holder_PID:?}
order adjust ada total +2 'meanwhile' --by CD
ok $? "points are added while another grades the class" || sed 's/^/# /' "$scratch/err"
check "… and it says who will write them" said "^noted: process $holding grades the class"
check "… which this order leaves to it" bash -c "! grep -q meanwhile '$own/rules.csv'"
order again ada
[ $? -eq 2 ] && said "^lockstep: .*: process $holding grades this class; wait until it ends"
ok $? "nobody else grades meanwhile" || sed 's/^/# /' "$scratch/err"
eval "exec ${holder[1]}>&-" && wait "$holding"
for who in EF GH IJ; do
    "$lockstep" class adjust ada total +1 "by $who" --out "$own" --by $who >/dev/null 2>>"$scratch/err" &
done
wait
check "of four who add points, three of them at once, none is lost" test "$(grep -cE 'meanwhile|by (EF|GH|IJ)' "$own/rules.csv")" = 4
("$lockstep" class dot-product "$scratch/in" --out "$own" --labs "$extra/labs" --seed 5 >"$scratch/anew" 2>&1) &
until order adjust ada total +1 'on the way'; do :; done
wait $!
check "what is added on the way stands in the tables at its end" grep -q 'on the way' "$own/rules.csv"
check "who grades anew says why" grep -qE '^[0-9] graded before, and now anew: seed was 2002 and is 5' "$scratch/anew"
class "$own" --seed 5

# ---- who asks for a regrade ----
printf 'student,exercise,request,asked\nada,total,"=1+1 is two, <b>","20 November"\n' >"$scratch/asked.csv"
order requests "$scratch/asked.csv"
ok $? "a request is taken" || sed 's/^/# /' "$scratch/err"
check "… and told" said '^[^ ]*/asked.csv: [0-9]* rows? read$'
check "… and stands on the page, as text" grep -qF '=1+1 is two, &lt;b>' <(sed 's/&gt;/>/g' "$own/index.html")
sed -i 's/November,,$/November,no,AB/' "$own/requests.csv"
class "$own"
check "an answer that was not read is kept" grep -q ',no,AB' "$own/requests.unread-1.csv"
order requests "$own/requests.unread-1.csv"
check "… and read in, where it is the same request" diff "$own/requests.csv" - <<<"student,name,exercise,request,asked,answer,by
ada,ada,total,\"'=1+1 is two, <b>\",20 November,no,AB"
wrong() { # table's text, what is said
    printf '%b' "$1" >"$scratch/wrong.csv"
    ! order requests "$scratch/wrong.csv" && [ "$(wc -l <"$scratch/err")" = 1 ] && said "^lockstep: $scratch/wrong.csv:$2"
}
check "a column that is missing is named" wrong 'student,exercise\nada,total\n' "1: the column 'request' is missing"
check "… and one too many" wrong 'student,exercise,request,why\nada,total,x,y\n' "1: 'why' is no column of requests.csv"
check "… who is nobody" wrong 'student,exercise,request\nada,total,x\nzoe,total,x\n' "3: student: nobody with a grade in .* is called 'zoe'"
check "… an exercise that is none" wrong 'student,exercise,request\nada,first,x\n' "2: exercise: dot-product has no exercise 'first'"
check "… and a request without words" wrong 'student,exercise,request\nada,total,\n' "2: request: it is empty"
check "of a table with a mistake nothing is taken" test "$(wc -l <"$own/requests.csv")" = 2
tap_end
