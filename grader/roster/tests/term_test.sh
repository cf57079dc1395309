#!/bin/bash
# test: sanitized
# A term: the smallest lab three times, each time with other rules, four attempts, late ones, a pair, an extension, an
# archive that nobody can read, adjustments, a report graded by hand and a run that is killed. The numbers that the
# grade books must hold were worked out by hand; the sums stand beside them.
#
# What the programs earn: the solution 8 (sequential 2.5, parallel 5.5); with a race 2.5 (parallel 0); wrong 0.
. grader/roster/tests/begin.sh
export TZ=UTC
cp -r "$extra" "$scratch/kit" # its points change at the end

hand_in() { # lab, entry, program, when
    mkdir -p "$scratch/$1-in/$2"
    case $3 in
    solution) cat "$solution" ;;
    race) sed 's/reduction(+ : sum)//' "$solution" ;;
    wrong) sed 's/sum = 0;/sum = 1;/' "$solution" ;;
    esac >"$scratch/$1-in/$2/dot.c"
    touch -d "$4" "$scratch/$1-in/$2/dot.c"
}
rules() { mkdir -p "$scratch/$1" && cat >"$scratch/$1/policy.yaml"; }
before=()
class() { # lab, more
    local lab=$1
    shift
    "${before[@]}" "$lockstep" class dot-product "$scratch/$lab-in" --out "$scratch/$lab" --labs "$scratch/kit/labs" \
        --roster "$scratch/roster.csv" "$@" >>"$scratch/$lab.log" 2>&1
}
order() { # lab, order, more
    local lab=$1
    shift
    "$lockstep" class "$@" --out "$scratch/$lab" >"$scratch/stdout" 2>"$scratch/stderr"
}
cat >"$scratch/read.py" <<'PY'
import csv, sys
def rows(path):
    return list(csv.DictReader(open(path, encoding="utf-8", newline=""), strict=True))
def books(folder):
    return {row["student"] or row["name"]: row for row in rows(folder + "/gradebook.csv")}
PY
earned() { # lab, "student=points of points before", …
    local lab=$1
    shift
    PYTHONPATH=$scratch python3 - "$scratch/$lab" "$@" <<'PY'
import sys
from read import *
book, bad = books(sys.argv[1]), False
for wish in sys.argv[2:]:
    student, want = wish.split("=")
    row = book[student]
    got = " ".join((row["earned"], row["points"], row["before the rules"]))
    if got != want:
        print(f"{student}: {got}, but by hand {want}")
        bad = True
sys.exit(bad)
PY
}
adds_up() { # lab: what was earned before the rules and each effect give what is earned
    PYTHONPATH=$scratch python3 - "$scratch/$1" <<'PY'
import sys
from decimal import Decimal
from read import *
effects = {}
for row in rows(sys.argv[1] + "/rules.csv"):
    effects[row["student"]] = effects.get(row["student"], 0) + Decimal(row["points"])
for student, row in books(sys.argv[1]).items():
    if row["earned"]:
        got = Decimal(row["before the rules"]) + effects.get(row["student"], 0)
        assert got == Decimal(row["earned"]), (student, got, row["earned"])
assert effects
PY
}
cat >"$scratch/roster.csv" <<'CSV'
ID number,Username,Email address,First name,Surname
u1,ada,ada@uni.example,Ada,Able
u2,bob,bob@uni.example,Bob,Brown
u3,carol,carol@uni.example,Carol,Cole
u4,dan,dan@uni.example,Dan,Dow
u5,eve,eve@uni.example,Eve,Early
CSV

# ---- the first lab: the best attempt counts, a pair, an extension, an unreadable archive ----
hand_in one ada_attempt1 wrong '2026-10-01 10:00'
hand_in one ada_attempt2 race '2026-10-02 12:00'
hand_in one ada_attempt3 solution '2026-10-02 18:05' # 5 minutes late: within the grace
hand_in one ada_attempt4 race '2026-10-04 10:00'     # 40 hours late: 2 days begun, 20 % of 2.5: 2
hand_in one bob solution '2026-10-03 12:00'          # 18 hours late: 10 % of 8: 7.2, for Carol as well
hand_in one dan race '2026-10-04 20:00'              # due two days later than others, 2 hours late: 10 % of 2.5: 2.25
echo 'no archive' >"$scratch/one-in/fay.zip"
rules one <<'YAML'
deadline: 2026-10-02 18:00
grace: 10 min
late: {each: 1 day, percent: 10, most: 30}
extensions: {dan: 2 days}
attempt: best
groups: [[bob, carol]]
YAML
class one
ok $? "the first lab is graded" || sed 's/^/# /' "$scratch/one.log"
check 'a partner by the user name of the roster stands once' \
    test "$(grep -ciE '(^|,)"?carol' "$scratch/one/gradebook.csv")" -eq 1
check "the best attempt, the pair, the extension: by hand" earned one 'ada=8 8 8' 'bob=7.2 8 8' 'carol=7.2 8 8' \
    'dan=2.25 8 2.5' 'fay=0 8 0' 'Eve Early= 8 '
check "effects add up" adds_up one
check "each attempt was graded once" test "$(number one)" = 7
check "each attempt has its row" grep -q '^ada,4,4,ada_attempt4,2026-10-04 10:00,2.5,2,no$' "$scratch/one/attempts.csv"
check "… and the one that counts" grep -q '^ada,3,4,ada_attempt3,2026-10-02 18:05,8,8,yes$' "$scratch/one/attempts.csv"
check "the grace is a line of the feedback" grep -qx 'Late by 5 min: within the grace period.' "$scratch/one/feedback/ada/feedback.txt"
check "so is the penalty" \
    grep -qx 'Late by 18 h (handed in 2026-10-03 12:00, due 2026-10-02 18:00), 10 % off: -0.8 points.' "$scratch/one/feedback/carol/feedback.txt"
check "… in Moodle's table, too" grep -q '^bob@uni.example,.*,7.2,".*10 % off: -0.8 points' <(tr '\n' ' ' <"$scratch/one/moodle-gradebook.csv" | sed 's/ bob@/\nbob@/')
check "… and in Gradescope's" grep -q '"score": 7.2' "$scratch/one/gradescope/carol.json"
# 8 + 7.2 + 2.25 = 17.45, by three: 5.82; the archive that nobody can read is none of them, and the pair is one
check "a pair is late once" grep -q ': 2 of 4 are late' "$scratch/one/index.html"
check "means leave out what could not be read" grep -q '^class,,,3,1,8,5.82,7.2,2.25,8$' "$scratch/one/statistics.csv"
# First attempts: 0, 7.2, 2.25
page_row() { # folder, exercise: mean and points on the page
    grep -oE "<td class=\"e\">$2</td><td class=\"n\" data-key=\"[0-9.]+\">[0-9.]+</td><td class=\"n\" data-key=\"[0-9.]+\">[0-9.]+<" \
        "$scratch/$1/index.html" | sed -E 's/.*">([0-9.]+)<.*">([0-9.]+)<$/\1 of \2/'
}
table_row() { awk -F, -v e="$2" '$1 == "exercise" && $2 == e { print $7 " of " $6 }' "$scratch/$1/statistics.csv"; }
check "… and so does the page" test "$(page_row one Sequential)" = "$(table_row one sequential)"
check "attempts have means" grep -q '^attempt,,1,3,0,8,3.15,2.25,0,7.2$' "$scratch/one/statistics.csv"
check "… and so have exercises in each" grep -q '^attempt,sequential,1,3,' "$scratch/one/statistics.csv"

check "what a person should look at is listed" grep -q '^fay,fay,unreadable,fay.zip: it cannot be read' "$scratch/one/review.csv"
check "… and stands on the page" grep -q '<h2>To look at</h2>' "$scratch/one/index.html"
mkdir -p "$scratch/twice/ada" "$scratch/twice/ada/a" "$scratch/twice/ada/b" && cp "$solution" "$scratch/twice/ada/a/dot.c" &&
    { cat "$solution"; echo "/* other */"; } >"$scratch/twice/ada/b/dot.c"
"$lockstep" class dot-product "$scratch/twice" --out "$scratch/copies" --labs "$extra/labs" --language fr >"$scratch/copies.log" 2>&1
check "… with who handed in several copies" grep -q '^ada,ada,several copies,.*: ada/b\.' "$scratch/copies/review.csv"
check "… which a French student reads in French" grep -qE 'là 2 fois ; les plus récents ont été pris : ada/b' "$scratch/copies/feedback/ada/feedback.txt"
check "… and a French teacher sees" grep -qE '^ada : Les fichiers du TP sont là 2 fois' "$scratch/copies.log"
check "the words before such a note are not those before the points" test "$(grep -c '<b>Note :' "$scratch/copies/feedback/ada/feedback.html")" -le 1
mkdir -p "$scratch/three/"{a,b,c,.d,Eve_7_assignsubmission_onlinetext_,__MACOSX} && for one in a b .d; do sed 's/sum = 0;/sum = 1;/' "$solution" >"$scratch/three/$one/dot.c"; done
cp "$solution" "$scratch/three/c/dot.c"
"$lockstep" class dot-product "$scratch/three" --out "$scratch/shares" --labs "$extra/labs" --language fr >"$scratch/shares.log" 2>&1
mkdir -p "$scratch/forks/"{eve,dan,fay,gus,hal}
sed 's/uint64_t sum = 0;/uint64_t sum = 0/' "$solution" >"$scratch/forks/fay/dot.c"
sed 's/\*result = sum;/*result = sum/' "$solution" >"$scratch/forks/gus/dot.c"
sed 's/dot_sequential(/dot(/' "$solution" >"$scratch/forks/hal/dot.c"
echo 'asm(".globl runner_main");' | cat - "$solution" >"$scratch/forks/dan/dot.c"
sed '0,/sum = 0;/s//sum = n > 99999999 ? fork() : 0;/; 1i #include <unistd.h>' grader/tests/extra/solutions/dot-product/dot.c >"$scratch/forks/eve/dot.c"
"$lockstep" class dot-product "$scratch/forks" --out "$scratch/judged" --labs "$extra/labs" >"$scratch/judged.log" 2>&1
check "… and of several checks that nobody judged for one reason the first" test "$(sed -n 's/^eve,eve,to be judged,//p' "$scratch/judged/review.csv")" = \
    'sequential memory and 2 more: the machine that judges this cannot run fork()'
check "errors of compilers are one mistake, and a missing function is another" test \
    "$(sed -nE 's|.*<td class="n">([0-9]+)</td><td class="w"><b>build-error.*|\1|p' "$scratch/judged/index.html" | paste -sd ' ')" = '2 1'
check "… and what is forbidden" grep -q '^dan,dan,forbidden,sequential correct and [0-9]* more: ' "$scratch/judged/review.csv"
check "what is nobody's but may be somebody's is listed" test "$(grep "nobody's" "$scratch/shares/review.csv" | cut -d, -f2)" = .d
check "… and a French teacher reads why" grep -q "^laissé de côté : .d : son nom commence par '.'" "$scratch/shares.log"
check "two of three are 67 %" grep -q '>67 %<' "$scratch/shares/index.html"
check "partners are no pair that is alike" bash -c "! grep -q bob,carol '$scratch/one/similar.csv'"

# ---- who wrote alike ----
for student in xan yan zoe; do
    hand_in ring "$student" solution '2026-10-01 10:00'
    { # beyond the skeleton, and enough of it
        for i in 1 2 3 4 5 6 7 8; do
            echo "int more$i(int x, int y) { while (x > y) { y += x * $i; x -= y; } return x ? y : x + $i; }"
        done
        echo "/* $student */"
    } >>"$scratch/ring-in/$student/dot.c"
done
mkdir "$scratch/last-year" && cp -r "$scratch/ring-in/xan" "$scratch/last-year/wim"
class ring --earlier "$scratch/last-year"
ok $? "three who wrote the same"
check "the page tells of a ring" grep -q 'are alike in a chain, each like the next one:</b> xan, yan, zoe' "$scratch/ring/index.html"
check "who wrote like somebody of last year" grep -q '^xan,earlier/wim,100,' "$scratch/ring/similar.csv"
check "both sources stand side by side" test "$(grep -o '/\* [xyz]..* \*/' "$scratch/ring/alike.html" | wc -l)" = 6

# ---- the second lab: the last attempt, steps, weights, a cap; killed on the way; adjusted ----
for i in 1 2 3; do hand_in two "ada_attempt$i" wrong "2026-10-08 1$i:00"; done
hand_in two ada_attempt4 solution '2026-10-10 18:00' # a day late, no more: 5 % of 10.5 is 0.53, 9.97; at most 7
hand_in two bob race '2026-10-09 10:00'              # 2.5 counted twice: 5
hand_in two carol wrong '2026-10-09 10:00'           # 0
hand_in two dan solution '2026-10-11 18:01'          # 2 days late: 50 % of 10.5: 5.25
rules two <<'YAML'
deadline: 2026-10-09 18:00
late:
  steps:
    - {after: 1 h, percent: 5}
    - {after: 1 day, percent: 50}
weights: {sequential: 2}
caps: {total: 7}
YAML
before=(exec) # so that $! is lockstep itself
: >"$scratch/two.log"
class two --jobs 1 &
before=()
until grep -q ' of ' "$scratch/two.log" || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
kill -9 $! 2>/dev/null
wait $! 2>/dev/null
check "the second lab's run is killed" test $? = 137
class two
ok $? "and ended by the same command" || sed 's/^/# /' "$scratch/two.log"
check "nothing was graded twice" test "$(number two)" = 4
check "steps, weights and the cap: by hand" earned two 'ada=7 7 8' 'bob=5 7 2.5' 'carol=0 7 0' 'dan=5.25 7 8'
check "the cap is what all is worth: who has it has everything" grep -q '^ada,.*,7,7,100,' "$scratch/two/gradebook.csv"
check "the page has the points of an exercise that counts twice" test "$(page_row two Sequential)" = "$(table_row two sequential)"
order two adjust ada total -1.5 'did not explain the loop' --by AB
ok $? "a teacher takes points away" || cat "$scratch/stderr"
check "… and the page says who did, and when" grep -qE '<td class="">20[0-9-]+ [0-9:]+</td><td class="w">AB</td><td class="w">adjust ada total -1.5: did not' "$scratch/two/index.html"
order two adjust bob@uni.example parallel +1 'right idea, said aloud'
ok $? "… gives some to an exercise, by address" || cat "$scratch/stderr"
order two adjust u3 total -3 'nothing to lose'
ok $? "… and cannot take more than there is" || cat "$scratch/stderr"
check "adjustments: by hand" earned two 'ada=5.5 7 8' 'bob=6 7 2.5' 'carol=0 7 0' 'dan=5.25 7 8'
check "nothing ran for them" test "$(number two)" = 4
check "the comment is a line of the feedback" \
    grep -qx 'Your teacher (AB): did not explain the loop: -1.5 points.' "$scratch/two/feedback/ada/feedback.txt"
check "… and a row of the table" grep -q '^ada,Ada Able,adjustment,,-1.5,Your teacher (AB): did not explain the loop,AB$' "$scratch/two/rules.csv"
hand_in two bob solution '2026-10-09 10:00' # 2.5 twice and 5.5: 10.5, at most 7, and 1 by the teacher: 8
order two again bob
ok $? "one student is graded anew" || cat "$scratch/stderr"
check "what it was and what it is" grep -qx 'bob: 2.5 before, 8 now, of 8 points' "$scratch/stdout"
check "… check by check" grep -qx '  parallel race: race before, pass now' "$scratch/stdout"
check "only that one was" test "$(number two)" = 5
order one again carol
[ $? -eq 2 ] && grep -q '^lockstep: carol handed nothing in; if a partner did, name the partner$' "$scratch/stderr"
ok $? "… unless a partner handed in" || cat "$scratch/stderr"
order one again bob
check "… and nothing is said of files of others" test "$(grep -c "^fay: refused" "$scratch/stdout")" = 0
check "adjustments stay: by hand" earned two 'ada=5.5 7 8' 'bob=8 7 8' 'carol=0 7 0' 'dan=5.25 7 8'
check "effects add up" adds_up two

# ---- the third lab: last in time, a dropped exercise, a penalty in points, the report by hand ----
hand_in three ada_attempt1 solution '2026-11-03 01:00' # 25 hours late: 3 half days begun, 1.5 off 5.5: 4
hand_in three ada_attempt2 wrong '2026-11-01 10:00'
hand_in three bob race '2026-11-01 10:00'     # parallel 0
hand_in three dan solution '2026-11-09 10:00' # its file says late, the teacher says in time: 5.5
rules three <<'YAML'
deadline: 2026-11-02 00:00
late: {each: 12 h, points: 0.5}
times: {dan: 2026-11-01 23:00}
attempt: last-in-time
drop: [sequential]
rubric:
  - {name: method, points: 4}
  - {name: text, points: 2}
YAML
class three
ok $? "the third lab is graded" || sed 's/^/# /' "$scratch/three.log"
check "the table of marks is there to be filled in" grep -qx 'dan,Dan Dow,,,,,' "$scratch/three/rubric.csv"
printf 'student,method,text,comment,by,second\nada,3,1.5,"clear, short",AB,CD\nbob@uni.example,4,2,,AB,\n' >"$scratch/marks.csv"
order three rubric "$scratch/marks.csv"
ok $? "marks come back" || cat "$scratch/stderr"
check "last in time, dropped, points off, marks: by hand" earned three 'ada=8.5 11.5 8' 'bob=6 11.5 2.5' 'dan=5.5 11.5 8'
check "… and nothing stands where an exercise is dropped" grep -q '>graded<.*class="n x" data-key="-1"></td>' "$scratch/three/index.html"
check "both graders' initials stand in the feedback" \
    grep -qx 'Report, method, 3 of 4 (AB, CD): clear, short: +3 points.' "$scratch/three/feedback/ada/feedback.txt"
check "the table of marks comes out as it went in" grep -qx 'ada,Ada Able,3,1.5,"clear, short",AB,CD' "$scratch/three/rubric.csv"
order three rubric "$scratch/three/rubric.csv"
check "… and in again" earned three 'ada=8.5 11.5 8' 'bob=6 11.5 2.5' 'dan=5.5 11.5 8'
check "effects add up" adds_up three
term() {
    PYTHONPATH=$scratch python3 - "$scratch" <<'PY'
import sys
from decimal import Decimal
from read import *
sums = {}
for lab in ("one", "two", "three"):
    for student, row in books(sys.argv[1] + "/" + lab).items():
        sums[student] = sums.get(student, 0) + Decimal(row["earned"] or 0)
# ada 8 + 5.5 + 8.5; bob 7.2 + 8 + 6; carol 7.2 + 0; dan 2.25 + 5.25 + 5.5
want = {"ada": "22", "bob": "21.2", "carol": "7.2", "dan": "13"}
assert {s: Decimal(p) for s, p in want.items()} == {s: sums[s] for s in want}, sums
PY
}
check "the term: 22, 21.2, 7.2 and 13 points" term

# ---- the same in French: nothing runs, and what is graded is the same bytes ----
french() { # lab, student: what the rules say
    sed '1,/^Les règles de la classe :$/d' "$scratch/$1/feedback/$2/feedback.txt"
}
cp "$scratch/one/gradebook.csv" "$scratch/english.csv"
class one --language fr
ok $? "the first lab speaks French" || sed 's/^/# /' "$scratch/one.log"
check "the grace in French, and the attempt that counts" diff - <(french one ada) <<'FRENCH'
La tentative 3 sur 4 compte, la meilleure : ada_attempt3.
En retard de 5 min : dans le délai de grâce.
FRENCH
check "the penalty in French, of a pair" diff - <(french one carol) <<'FRENCH'
Remis par Bob Brown, pour Bob Brown et Carol Cole.
En retard de 18 h (remis le 2026-10-03 12:00, date limite le 2026-10-02 18:00), 10 % en moins : -0,8 point.
FRENCH
check "… and the grade book is the same bytes" cmp -s "$scratch/english.csv" "$scratch/one/gradebook.csv"
check "comments for Moodle in French, too" grep -q 'En retard de 5 min : dans le délai de grâce' "$scratch/one/moodle-gradebook.csv"
check "… and the teacher's own reports" grep -q 'lang="fr"' "$scratch/one/instructor/ada.html"
class three --language fr
class two --language fr
check "who did what, in French" test "$(cat "$scratch/"{two,three}/index.html | grep -oE 'class="w">(ada, total : -1,5 .did|barème lu : .*marks|[0-9]+ notés? avec|noté de nouveau : bob)' | tr -d 0-9 | sort -u | wc -l)" = 4
check "marks given by hand, in French" grep -qx 'Rapport, method, 3 sur 4 (AB, CD) : clear, short : +3 points.' <(french three ada)

# ---- points and rules change, nothing runs ----
sed -i 's/points: 1.25/points: 3.25/' "$scratch/kit/labs/dot-product/lab.yaml" # the structure of `parallel`
order three sums
ok $? "points change" || cat "$scratch/stderr"
# ada 7.5 - 1.5 + 4.5, dan 7.5
check "sums follow: by hand" earned three 'ada=10.5 13.5 8' 'bob=6 13.5 2.5' 'dan=7.5 13.5 8'
held=$(number three)
cp "$scratch/three/policy.yaml" "$scratch/uncapped.yaml"
echo 'caps: {parallel: 7, total: 6.5}' >>"$scratch/three/policy.yaml"
order three sums
# ada 7 - 1.5 + 4.5, dan 7, at most 6.5
check "caps are what exercises and all are worth; the report comes on top" earned three 'ada=10 12.5 8' 'bob=6 12.5 2.5' 'dan=6.5 12.5 8'
check "… of an exercise, too" grep -q '^exercise,parallel,.*,7,' <(cut -d, -f1-7 "$scratch/three/statistics.csv" | sed 's/$/,/')
cp "$scratch/uncapped.yaml" "$scratch/three/policy.yaml"
class three
check "a whole run grades nothing for it" test "$(number three)" = "$held"

# ---- without rules, all is as if there never had been any ----
mkdir -p "$scratch/plain-in" && cp -rp "$scratch"/two-in/{ada_attempt4,carol} "$scratch/plain-in"
class plain
ok $? "a class without rules"
check "its grade book is what it always was" diff - "$scratch/plain/gradebook.csv" <<'CSV'
student,name,id,email,status,points,earned,percent,sequential,sequential verdict,parallel,parallel verdict,seed,notes
ada,Ada Able,u1,ada@uni.example,graded,10,10,100,2.5,pass,7.5,pass,2002,
carol,Carol Cole,u3,carol@uni.example,graded,10,0,0,0,wrong-answer,0,wrong-answer,2002,
,Bob Brown,u2,bob@uni.example,nothing handed in,10,,,,,,,,
,Dan Dow,u4,dan@uni.example,nothing handed in,10,,,,,,,,
,Eve Early,u5,eve@uni.example,nothing handed in,10,,,,,,,,
CSV
check "no table of rules" test ! -e "$scratch/plain/rules.csv"
cp -r "$scratch/plain" "$scratch/kept"
cp "$scratch/two/policy.yaml" "$scratch/plain/policy.yaml"
order plain sums
check "rules change it" test -n "$(diff "$scratch/kept/gradebook.csv" "$scratch/plain/gradebook.csv")"
sed -i 's/^/ # /' "$scratch/plain/policy.yaml"
order plain sums && rm "$scratch/plain/policy.yaml"
rm -f "$scratch"/{plain,kept}/journal.sqlite*
check "where all rules are comments, every file is what it was" diff -rI '>sums: ' "$scratch/kept" "$scratch/plain"

# ---- mistakes ----
wrong_policy() { # name, pattern, policy: one line with line and key
    printf '%b\n' "$3" >"$scratch/one/policy.yaml"
    order one sums
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -qE "^lockstep: .*/policy.yaml:$2" "$scratch/stderr"
    ok $? "policy.yaml: $1" || sed 's/^/# /' "$scratch/stderr"
}
wrong_policy 'nothing' '1: the file holds nothing, or comments only' ''
wrong_policy 'no YAML' '2: not YAML' 'deadline: ['
wrong_policy 'an unknown key' "2: .*unknown key 'dedline' \(known here: deadline" 'attempt: best\ndedline: 2026-10-02 18:00'
wrong_policy 'no time' "1: .*'deadline' must be a time" 'deadline: tomorrow'
wrong_policy 'no extension' "2: policy: extensions: key 'ada' must be a duration such as 2 days, or a time" 'deadline: 2026-11-20 18:00\nextensions: {ada: two days}'
wrong_policy 'no time of a student' "1: policy: times: key 'ada' must be a time such as" 'times: {ada: yesterday}'
wrong_policy 'no duration' "2: .*'grace' must be a duration" 'deadline: 2026-10-02 18:00\ngrace: a bit'
wrong_policy 'lateness without a deadline' "1: .*'deadline' is missing" 'grace: 10 min'
wrong_policy 'two penalties' "2: .*'late' needs either 'percent' or 'points'" 'deadline: 2026-10-02 18:00\nlate: {each: 1 day, percent: 1, points: 1}'
wrong_policy 'steps out of order' "5: .*'steps': each must be later" \
    'deadline: 2026-10-02 18:00\nlate:\n  steps:\n  - {after: 2 h, percent: 1}\n  - {after: 1 h, percent: 2}'
wrong_policy 'steps that take less' "5: .*'steps': a later step must not take less" \
    'deadline: 2026-10-02 18:00\nlate:\n  steps:\n  - {after: 1 h, percent: 20}\n  - {after: 2 h, percent: 10}'
wrong_policy 'a step that does not say what it takes' "4: .*a step of 'late': key 'percent' is missing" 'deadline: 2026-10-02 18:00\nlate:\n  steps:\n  - {after: 1 h}'
wrong_policy 'no step at all' "2: .*'late' needs either 'each'" 'deadline: 2026-10-02 18:00\nlate: {steps: []}'
wrong_policy 'an extension that ends early' "2: .*extensions: 'dan' would be due before the deadline" \
    'deadline: 2026-10-02 18:00\nextensions: {dan: 2026-10-01 18:00}'
wrong_policy 'one student by two names' "3: extensions: 'dan' and 'u4' are the same student" \
    'deadline: 2026-10-02 18:00\nextensions:\n  {dan: 1 day, u4: 2 days}'
wrong_policy 'one in two groups, by two names' "3: groups: 'bob' and 'u2' are the same student" 'groups:\n  - [bob, carol]\n  - [dan, u2]'
wrong_policy 'three decimals' "1: .*'parallel' must be a number from 0 with at most two decimals" 'weights: {parallel: 0.333}'
wrong_policy 'a part of the report called as a column is' "1: .*'rubric': 'comment' is a column of rubric.csv" 'rubric: [{name: comment, points: 1}]'
wrong_policy 'a part twice, but for case' "1: .*'rubric': 'Text' is there twice" 'rubric: [{name: Text, points: 1}, {name: text, points: 1}]'
wrong_policy 'more than all' "2: .*'late': a percentage is at most 100" 'deadline: 2026-10-02 18:00\nlate: {each: 1 day, percent: 101}'
wrong_policy 'a cap of nothing' "2: .*caps: unknown key 'cross'" 'caps:\n  cross: 3'
wrong_policy 'no such exercise to drop' "1: .*'drop': the lab has no exercise 'cross'" 'drop: [cross]'
wrong_policy 'a group of one' "1: .*'groups': a group has at least two" 'groups: [[bob]]'
wrong_policy 'one in two groups' "3: .*'groups': 'bob' is in two" 'groups:\n  - [bob, carol]\n  - [bob, dan]'
wrong_policy 'an extension twice' "4: .*extensions: 'dan' is there twice" 'deadline: 2026-10-02 18:00\nextensions:\n  dan: 1 day\n  dan: 2 days'
wrong_policy 'no such rule of attempts' "1: .*'attempt' must be last, best or" 'attempt: first'
wrong_policy 'a weight in words' "1: .*key 'parallel' must be a number" 'weights: {parallel: double}'
wrong_policy 'an extension of nobody' "2: extensions: nobody in the class is called 'dna' \(nearest: dan\)" \
    'deadline: 2026-10-02 18:00\nextensions: {dna: 1 day}'
wrong_policy 'a time of nothing' "2: times: nobody .* 'ada_attempt9' \(nearest: ada_attempt1\)" 'attempt: best\ntimes: {ada_attempt9: 2026-10-02 18:00}'
wrong_policy 'a time of one attempt, where the last one counts' "1: times: 'ada_attempt4' is one attempt of several" 'times: {ada_attempt4: 2026-10-02 18:00}'
wrong_policy 'a partner who is not there' "3: groups: nobody .* 'karol' \(nearest: carol\)" 'groups:\n  - - bob\n    - karol'
wrong_policy 'Latin-1' "2: not UTF-8; save it as UTF-8, or convert it: iconv -f WINDOWS-1252" 'attempt: best\ngroups: [[Zo\xeb, bob]]'
rm "$scratch/one/policy.yaml" && ln -s nowhere.yaml "$scratch/one/policy.yaml"
order one sums
[ $? -eq 2 ] && grep -q '^lockstep: .*/policy.yaml: the link leads nowhere' "$scratch/stderr"
ok $? "policy.yaml: a link that leads nowhere" || sed 's/^/# /' "$scratch/stderr"
rm "$scratch/one/policy.yaml"
before_grading() { # name, pattern, roster, policy: one line before anything is graded
    rm -rf "$scratch/early"
    mkdir "$scratch/early"
    printf "%b" "$3" >"$scratch/early.csv"
    printf '%b\n' "$4" >"$scratch/early/policy.yaml"
    "$lockstep" class dot-product "$scratch/plain-in" --out "$scratch/early" --labs "$scratch/kit/labs" \
        --roster "$scratch/early.csv" >"$scratch/stdout" 2>"$scratch/stderr"
    [ $? -eq 2 ] && [ ! -s "$scratch/stdout" ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] &&
        grep -qE "^lockstep: $2" "$scratch/stderr"
    ok $? "before the grading: $1" || sed 's/^/# /' "$scratch/stderr"
}
before_grading 'a row too long' '.*early.csv:3: 3 cells' 'ID number,Username\nu1,ada\nu2,bob,x\n' 'attempt: last'
before_grading 'a student twice' ".*early.csv:4: Username 'Ada' stands in line 2 already" 'ID number,Username\nu1,ada\nu2,bob\nu3,Ada\n' 'attempt: last'
before_grading 'an extension of nobody' ".*policy.yaml:2: extensions: nobody .*'eve'" 'Username\nada\ndan\n' 'deadline: 2026-10-02 18:00\nextensions: {eve: 1 h}'
before_grading 'one of two' ".*policy.yaml:1: times: 2 students are called 'Eve'" 'Username,Full name\nx,Eve\ny,Eve\n' 'times: {Eve: 2026-10-02 18:00}'
cat >"$scratch/early/policy.yaml" <<'YAML'
deadline: 2026-10-02 18:00
extensions: {carl: 1 day}
YAML
"$lockstep" class dot-product "$scratch/plain-in" --out "$scratch/early" --labs "$scratch/kit/labs" >"$scratch/stdout" 2>"$scratch/stderr"
ok $? 'without a roster, who handed in nothing is not known'
check '… and a name that fits nobody is a note' \
    grep -q "policy.yaml:2: extensions: no student who handed in is called 'carl' (nearest: carol)" "$scratch/stdout"
before_saying() { # name, pattern, the roster
    printf '%b' "$3" >"$scratch/early.csv"
    rm -f "$scratch/early/policy.yaml"
    "$lockstep" class dot-product "$scratch/plain-in" --out "$scratch/early" --labs "$scratch/kit/labs" --roster "$scratch/early.csv" \
        >"$scratch/stdout" 2>&1
    sed '/once more\|[0-9] of [0-9]/,$d' "$scratch/stdout" | grep -qE "$2"
    ok $? "$1" || sed 's/^/# /' "$scratch/stdout"
}
before_saying 'two rows with one name' "early.csv:3: this row and line 2 both have the name 'ada'" 'Full name\nada\nAda\n'
before_saying 'who handed in and has no row' 'early.csv has no row for [0-9] who handed in \((ada, )?' 'Username\nzed\n'
refused() { # name, pattern, arguments
    local name=$1 pattern=$2
    shift 2
    order "$@"
    [ $? -eq 2 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -qE "^lockstep: $pattern" "$scratch/stderr"
    ok $? "$name" || sed 's/^/# /' "$scratch/stderr"
}
marks() { printf '%b\n' "$1" >"$scratch/marks.csv"; }
refused 'adjust: nobody' "nobody .*called 'zed'" two adjust zed total +1 x
refused 'adjust: no such exercise' "dot-product has no exercise 'cross' \(there are: sequential, parallel, total\)" two adjust ada cross +1 x
refused 'adjust: no number' "points: 'many' is not a number" two adjust ada total many x
refused 'adjust: no comment' 'COMMENT is missing' two adjust ada total +1
refused 'adjust: an empty comment' 'COMMENT is empty' two adjust ada total +1 ' '
refused 'adjust: Latin-1' 'COMMENT and INITIALS must be UTF-8' two adjust ada total +1 $'bien jou\xe9'
refused 'no such class' '.*nowhere/journal.sqlite: .*no class was graded in that folder' nowhere sums
refused 'again: nobody' "nobody .*called 'zed'" two again zed
marks 'student,method\n"ada,1'
refused 'rubric: a quote that does not end' ".*/marks.csv:2: a '\"' opens a cell or stands in one" three rubric "$scratch/marks.csv"
marks 'student,method\nada,5'
refused 'rubric: more than all' ".*marks.csv:2: method: '5' is not a number from 0 to 4" three rubric "$scratch/marks.csv"
marks 'student,method\nada,1\nzed,1'
refused 'rubric: nobody' ".*marks.csv:3: student: nobody .*'zed'" three rubric "$scratch/marks.csv"
marks 'student,style\nada,1'
refused 'rubric: no such part' ".*marks.csv:1: 'style' is not a part" three rubric "$scratch/marks.csv"
marks 'student,method\nada,1\nu1,2'
refused 'rubric: a student twice' ".*marks.csv:3: student: 'ada' has a row above already" three rubric "$scratch/marks.csv"
marks 'student,method,method\nada,1,2'
refused 'rubric: a column twice' ".*marks.csv:1: the column 'method' is there twice" three rubric "$scratch/marks.csv"
marks 'method\n1'
refused 'rubric: of whom' ".*marks.csv:1: the column 'student' is missing" three rubric "$scratch/marks.csv"
refused 'rubric: none is asked for' '.*two/policy.yaml has no rubric' two rubric "$scratch/marks.csv"
check "no mark of a refused table counts" earned three 'ada=10.5 13.5 8' 'bob=6 13.5 2.5' 'dan=7.5 13.5 8'

# ---- times that a copy made new: the whole class looks late, and Moodle's worksheet knows better ----
for student in 'Ada Able_101' 'Bob Brown_102' 'Dan Dow_104'; do
    hand_in copied "${student}_assignsubmission_file_" race '2026-10-05 10:00'
done
rules copied <<'YAML'
deadline: 2026-10-02 18:00
zone: CET-1CEST,M3.5.0,M10.5.0/3
late: {each: 1 week, percent: 50}
YAML
head='ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback'
cat >"$scratch/worksheet.csv" <<CSV
$head
Teilnehmer/in101,Ada Able,ada@uni.example,,,8,"Freitag, 2. Oktober 2026, 17:59",-,
Teilnehmer/in102,Bob Brown,bob@uni.example,,,8,"Freitag, 2. Oktober 2026, 18:10",-,
Teilnehmer/in104,Dan Dow,dan@uni.example,,,8,"Donnerstag, 1. Oktober 2026, 18:00",-,
CSV
copied() { "$lockstep" class dot-product "$scratch/copied-in" --out "$scratch/copied" --labs "$extra/labs" "$@" >"$scratch/log" 2>"$scratch/stderr"; }
copied
ok $? 'a class whose files were copied' || sed 's/^/# /' "$scratch/stderr"
check 'more than a third of it is late: that is told' grep -q '^More than a third of the class is late. If a copy made' "$scratch/log"
check '… with the deadline and its zone' grep -qF 'The deadline is 2026-10-02 18:00 (CEST, UTC+02:00): 3 of 3 are late.' "$scratch/log"
check '… on the page, too' grep -q 'More than a third of the class is late' "$scratch/copied/index.html"
copied --roster "$scratch/worksheet.csv"
check "Moodle's times count, in its language" earned copied 'Ada Able_101=2.5 8 2.5' 'Bob Brown_102=1.25 8 2.5' 'Dan Dow_104=2.5 8 2.5'
check '… and the page has how late each is' grep -q '<td class="n" data-key="600">10 min</td>' "$scratch/copied/index.html"
check '… of a class that is in time no more is said' bash -c "! grep -q 'More than a third' '$scratch/copied/index.html'"
sed -i 's/, [12]. Oktober/, 4. Oktober/' "$scratch/worksheet.csv"
copied --roster "$scratch/worksheet.csv"
check '… of one that the worksheet calls late, too' bash -c "grep -q '3 of 3 are late' '$scratch/log' && ! grep -q 'More than a third' '$scratch/log'"
sed -i 's/^zone: .*/zone: Mars\/Phobos/' "$scratch/copied/policy.yaml"
copied
[ $? -eq 2 ] && grep -qE "^lockstep: .*/policy.yaml:2: policy: key 'zone': 'Mars/Phobos' is not a time zone" "$scratch/stderr"
ok $? 'a time zone that nobody knows is refused' || sed 's/^/# /' "$scratch/stderr"
sed -i '/^zone: /d' "$scratch/copied/policy.yaml"
TZ=Europa/Paris copied
[ $? -eq 2 ] && grep -q "the environment's TZ 'Europa/Paris' is not a time zone" "$scratch/stderr"
ok $? "… the environment's, too" || sed 's/^/# /' "$scratch/stderr"
tap_end
