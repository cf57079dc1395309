#!/bin/bash
# test: sanitized
# A class of twelve with all that a class hands in: graded undisturbed, and killed three times on the way; nothing may
# differ, nothing may be graded twice, and no text of a student's may become a formula or markup.
. grader/roster/tests/begin.sh
in=$scratch/in
evil='=1+2 <script>alert(1)<&script>'

before=()
class() { # out, more
    local out=$1
    shift
    "${before[@]}" "$lockstep" class dot-product "$in" --out "$scratch/$out" --labs "$extra/labs" "$@" >>"$scratch/$out.log" 2>&1
}

hand_in() { # student, file: from standard input
    mkdir -p "$in/$1"
    cat >"$in/$1/dot.c"
}

# Every student's text is another, as in life.
hand_in ada <"$solution"
hand_in skeleton <$extra/skeletons/dot-product/dot.c
{ cat "$solution"; echo "/* mine */"; } | hand_in 'Zoë Nuñez_201_assignsubmission_file_'
sed 's/reduction(+ : sum)//' "$solution" | hand_in racy
sed 's/return/retrun/; s/uint64_t sum = 0;/uint64_t sum = 0/' "$solution" | hand_in 'Bad Build_202_assignsubmission_file_'
sed 's/i < n; i++) {/i < n; i++) { if (n == 3) *(volatile int *)8 = 1;/' "$solution" | hand_in crasher
sed 's/sum = 0;/sum = 1;/' "$solution" | hand_in wrong
sed 's/<= *n/< n/; s/i < n/i <= n/' "$solution" | hand_in toofar
sed "s|sum += |\n#warning =HYPERLINK(\"http://x\") <b>bold</b>\nsum += |" "$solution" | hand_in "$evil"
mkdir -p "$in/empty" "$in/late_attempt1" "$in/late_attempt2" "$in/__MACOSX"
sed 's/sum = 0;/sum = 2;/' "$solution" >"$in/late_attempt1/dot.c"
cp "$solution" "$in/late_attempt2/dot.c"
tar -cf "$in/linked.tar" -C / --transform 's,.*,dot.c,' etc/mtab 2>/dev/null || : >"$in/linked.tar"
cat >"$scratch/roster.csv" <<CSV
Identifier,Full name,Email address,ID number,Status,Grade,Maximum grade,Last modified (grade)
Participant 201,Zoë Nuñez,zoe@uni.example,u201,Submitted for grading,,100,-
Participant 202,Bad Build,bad@uni.example,u202,Submitted for grading,,100,-
Participant 203,Absent Person,absent@uni.example,u203,No submission,,100,-
CSV

# ---- undisturbed ----
class whole --roster "$scratch/roster.csv"
ok $? "a class is graded: status 0" || sed 's/^/# /' "$scratch/whole.log"
whole=$scratch/whole
check "the last line names the page to open" test "$(tail -n 1 "$scratch/whole.log")" = "results: $whole/index.html"
check "every student has a row" test "$(grep -c . "$whole/gradebook.csv")" = 14
check "the solution has full marks" grep -q '^ada,ada,,,graded,8,8,100,' "$whole/gradebook.csv"
check "a race is found" grep -qE '^racy,.*,race,' "$whole/gradebook.csv"
check "… and one mistake of the class, not one in each check" test "$(grep -o '<b>build-error</b>' "$whole/index.html" | wc -l)" = 1
check "what does not compile is a build-error" grep -qE '^Bad Build_202,.*build-error' "$whole/gradebook.csv"
check "who handed nothing in is there" grep -q 'Absent Person,u203,absent@uni.example,nothing handed in,8,,' "$whole/gradebook.csv"
check "the latest attempt counts" grep -qE '^late,.*,8,8,100,.*latest were taken: late_attempt2' "$whole/gradebook.csv"
check "an empty folder is refused, by name" grep -qE '^empty,.*refused,.*the submission is empty' "$whole/gradebook.csv"
check "… and the student reads one line of it" \
    bash -c "grep -q '^refused: the submission is empty' '$whole/feedback/empty/feedback.txt' && ! grep -qE 'build-error|FAIL' '$whole/feedback/empty/feedback.txt'"
check "… nor is it a build-error in the table" bash -c "! grep -E '^(empty|linked),' '$whole/gradebook.csv' | grep -q build-error"
check "who has the reference solution" grep -qE 'the reference solution:</b>.*ada' \
    <(sed -E "s/lab('|&#39;)s //" "$whole/index.html")
check "what macOS leaves in archives is no student" grep -q 'left out: __MACOSX: what macOS puts into archives' "$scratch/whole.log"
check "an archive with a link is refused, by name" grep -qE '^linked,.*refused,' "$whole/gradebook.csv"
no_formula() {
    python3 - "$whole"/*.csv <<'PY'
import csv, sys
for path in sys.argv[1:]:
    rows = list(csv.reader(open(path, encoding="utf-8", newline=""), strict=True))
    for row in rows:
        assert len(row) == len(rows[0]), (path, row)
        for cell in row:
            assert cell == "-" or not cell or cell[0] not in "=+-@", (path, cell)
PY
}
check "no cell is a formula, every row has all cells" no_formula
no_markup() { ! grep -rlE '<script>alert|<b>bold' "$whole" --include='*.html' --include='*.xml'; }
check "no text becomes markup" no_markup
well_formed() { find "$whole" \( -name '*.html' -o -name '*.xml' \) -exec xmllint --noout {} +; }
if command -v xmllint >/dev/null; then
    check "pages and XML are well-formed" well_formed
else
    skip "pages and XML are well-formed" "xmllint is not installed (libxml2-utils)"
fi
strict() {
    local format file
    for format in gradescope classroom50 prairielearn autolab; do
        for file in "$whole/$format"/*; do
            python3 grader/report/tests/strict_reader.py "$format" "$file" || { echo "$file"; return 1; }
        done
    done
}
check "each system would take its files" strict
check "the worksheet is the teacher's own, filled in" \
    grep -q '^Participant 201,Zoë Nuñez,zoe@uni.example,u201,Submitted for grading,8,100,-,Score 8 / 8' "$whole/moodle-worksheet.csv"
check "the page needs no network" bash -c "! grep -qE '(src|href)=\"?(https?:)?//' $whole/index.html"

# ---- again ----
check "each was graded once" test "$(number whole)" = 12
cp -r "$whole" "$scratch/before"
class whole --roster "$scratch/roster.csv" --resume
ok $? "the same command again: status 0"
check "grades nothing twice" test "$(number whole)" = 12
rm -f "$whole"/journal.sqlite* "$scratch"/before/journal.sqlite*
check "and every file is as it was" diff -r "$scratch/before" "$whole"

# ---- killed ----
# Waits until another submission of the class $1 is graded, or process $2 has ended.
wait_for_a_result() {
    local log=$scratch/$1.log before
    : >>"$log"
    before=$(grep -c ' of ' "$log")
    until [ "$(grep -c ' of ' "$log")" != "$before" ] || ! kill -0 "$2" 2>/dev/null; do
        sleep 0.01
    done
}
killed=0
for _ in 1 2 3; do
    before=(exec) # so that $! is lockstep itself, and no shell before it
    class cut --roster "$scratch/roster.csv" &
    before=()
    wait_for_a_result cut $!
    sleep "0.$((RANDOM % 3))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    killed=$((killed + ($? == 137)))
done
echo '{}' >"$scratch/cut/spool/ada.00000000000000000000000000000000" # of one that ended late
class cut --roster "$scratch/roster.csv"
ok $? "killed three times, the same command ends it" || sed 's/^/# /' "$scratch/cut.log"
check "it was killed in the middle" test "$killed" -ge 1
check "nothing is left in the spool" test -z "$(ls "$scratch/cut/spool")"
check "nothing was graded twice" test "$(number cut)" = 12
for thing in graded feedback instructor gradescope classroom50 prairielearn autolab junit gradebook.csv similar.csv \
    moodle-gradebook.csv moodle-worksheet.csv; do
    check "cut off and continued, $thing is the same" diff -r "$whole/$thing" "$scratch/cut/$thing"
done
unmeasured() { sed '/<section id="measured">/,/<\/section>/d' "$1"; }
unmeasured "$whole/index.html" >"$scratch/page1"
unmeasured "$scratch/cut/index.html" >"$scratch/page2"
check "and so is the page, but for what was measured" diff "$scratch/page1" "$scratch/page2"

# ---- what changed is graded anew, the rest is not ----
echo "/* changed */" >>"$in/ada/dot.c"
class cut
ok $? "a changed submission: status 0"
check "only that one is graded" test "$(number cut)" = 13

mv "$in/wrong" "$scratch/not-downloaded" && mv "$in/racy" "$scratch/neither"
grep '^wrong,' "$scratch/cut/gradebook.csv" | cut -d, -f1-4,6-13 >"$scratch/row"
class cut
ok $? "a folder is missing: status 0" || sed 's/^/# /' "$scratch/cut.log"
check "what was graded stays" diff "$scratch/row" <(grep '^wrong,' "$scratch/cut/gradebook.csv" | cut -d, -f1-4,6-13)
check "… in the feedback, too" test -s "$scratch/cut/feedback/wrong/feedback.txt"
check "… and is told" grep -q '^wrong: It is no longer among the submissions: the grade of before stays' "$scratch/cut.log"
check "… and nobody says that two such files are the same" bash -c "! grep -q ',twins,' '$scratch/cut/review.csv'"
check "… also in the table" grep -qE '^wrong,wrong,,,graded before,8,0,0,' "$scratch/cut/gradebook.csv"
echo 'withdrawn: [wrong]' >"$scratch/cut/policy.yaml"
class cut
check "who has withdrawn is in nothing that is handed out" \
    test -z "$(find "$scratch/cut" -path "$scratch/cut/files" -prune -o -name 'wrong*' -print)"
rm "$scratch/cut/policy.yaml" && mv "$scratch/not-downloaded" "$in/wrong" && mv "$scratch/neither" "$in/racy"
class cut

# ---- a compiler that vanishes on the way ----
cat >"$scratch/hide.sh" <<'END'
export empty=$1 clang=$2 log=$3
shift 3
mount --bind "$empty" "$empty" || exit 9
[ -e "$log" ] || { mount --bind "$empty" "$clang" && exec "$@"; } # it is gone from the start
"$@" >>"$log" 2>&1 & # it goes when the first result is there
until grep -q '1 of ' "$log" || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
mount --bind "$empty" "$clang"
wait $!
END
: >"$scratch/empty"
clang=$(readlink -f "$(cat "${BUILD:-build}/llvm")/bin/clang")
hiding() { unshare -m sh "$scratch/hide.sh" "$scratch/empty" "$clang" "$@"; }
grades() { cut -d, -f1,5-8 "$scratch/vanished/gradebook.csv" | sort; }
whole_class() { "$lockstep" class dot-product "$in" --out "$scratch/vanished" --labs "$extra/labs" --jobs 1; }
if hiding "$scratch/none" true 2>/dev/null; then
    : >"$scratch/vanish.log"
    hiding "$scratch/vanish.log" "$lockstep" class dot-product "$in" --out "$scratch/vanished" --labs "$extra/labs" --jobs 1
    [ $? -eq 2 ]
    ok $? "clang vanishes on the way: status 2" || sed 's/^/# /' "$scratch/vanish.log"
    check "… who was not judged is named with the fix" \
        grep -q '^lockstep: racy was not graded: .*clang is not here (apt-get install clang-[0-9]*)' "$scratch/vanish.log"
    check "… and has no grade" grep -q '^racy,racy,,,not graded,8,,,' "$scratch/vanished/gradebook.csv"
    check "… nor is it part of the mean" test "$(sed -n 's/^class,,,\([0-9]*\),.*/\1/p' "$scratch/vanished/statistics.csv")" -le 3
    mv "$in/racy" "$scratch/neither"
    whole_class >"$scratch/vanish.log" 2>&1
    [ $? -eq 2 ] && grep -q '^lockstep: racy was not graded: it is no longer among the submissions' "$scratch/vanish.log"
    ok $? "… and is named when the folder is missing, too" || sed 's/^/# /' "$scratch/vanish.log"
    mv "$scratch/neither" "$in/racy"
    whole_class >"$scratch/vanish.log" 2>&1
    ok $? "the same command grades them when clang is back" || sed 's/^/# /' "$scratch/vanish.log"
    check "… with the grades of an undisturbed class" diff <(grades) <(cut -d, -f1,5-8 "$scratch/cut/gradebook.csv" | sort)
    grades >"$scratch/grades"
    hiding "$scratch/none" "$lockstep" class dot-product "$in" --out "$scratch/vanished" --labs "$extra/labs" >"$scratch/vanish.log" 2>&1
    ok $? "clang is gone and all are graded: status 0" || sed 's/^/# /' "$scratch/vanish.log"
    check "… and every grade stays" diff "$scratch/grades" <(grades)
else
    skip "a class without clang" "clang cannot be hidden here: that takes root"
fi

# ---- stopped by hand ----
before=(exec)
class stopped &
before=()
wait_for_a_result stopped $!
kill -TERM $!
wait $!
[ $? -eq 143 ]
ok $? "stopped by a signal: ends by it"
check "says that the same command goes on" grep -q 'lockstep: stopped (Terminated); what was graded is kept' "$scratch/stopped.log"

# ---- mistakes ----
class other --resume
[ $? -eq 2 ]
ok $? "nothing to resume: status 2"
check "says so in one line" grep -qE '^lockstep: .*/other: there is nothing to resume' "$scratch/other.log"

# A journal that the disk has spoilt is told of before anything is graded, wherever the damage lies.
for page in 2 3 4 5 6; do
    rm -rf "$scratch/damaged" && cp -a "$whole" "$scratch/damaged"
    head -c 3000 /dev/zero | tr '\0' '\377' | dd of="$scratch/damaged/journal.sqlite" bs=1 seek=$((page * 4096)) conv=notrunc 2>/dev/null
    "$lockstep" class dot-product "$in" --out "$scratch/damaged" --labs "$extra/labs" >"$scratch/said" 2>"$scratch/err"
    [ $? -eq 2 ] && ! grep -q ' a minute' "$scratch/said"
    ok $? "a journal damaged in page $page: status 2, and nothing is graded" || sed 's/^/# /' "$scratch/said"
    check "… in a line that says what to do" \
        grep -qE '^lockstep: .*/journal.sqlite: .*; put a copy back, or move it away to grade all anew' "$scratch/err"
done

"$lockstep" class dot-product "$extra/solutions/dot-product" --out "$scratch/x" --labs "$extra/labs" 2>"$scratch/err" >/dev/null
check "a single submission is told from a class" grep -q 'holds dot.c itself' "$scratch/err"
"$lockstep" class dot-product "$in" --out "$in/ada/out" --labs "$extra/labs" 2>"$scratch/err" >/dev/null
check "--out is no place among the submissions" grep -q 'lies in the folder of submissions' "$scratch/err"
check "… and nothing is left there" test ! -e "$in/ada/out"
"$lockstep" class dot-product "$in" --labs "$extra/labs" 2>"$scratch/err" >/dev/null
check "--out is asked for" grep -q 'add --out DIR' "$scratch/err"

# What kill -9 left is removed by whoever grades next; what ends by a signal removes its own.
"$lockstep" grade dot-product "$in/empty" --labs "$extra/labs" >/dev/null 2>&1
for _ in $(seq 20); do
    compgen -G "${TMPDIR:-/tmp}/lockstep-[0-9]*" >/dev/null || break
    [ -n "${TMPDIR:-}" ] || break # others grade there too
    sleep 0.2
    # A task of a killed class may have ended only now: the next one who grades removes its box.
    "$lockstep" grade dot-product "$in/empty" --labs "$extra/labs" >/dev/null 2>&1
done
check "no box is left behind" test -z "${TMPDIR:+$(compgen -G "$TMPDIR/lockstep-[0-9]*")}"

# ---- speedup sheets ----
cp -r "$extra/labs" "$scratch/timed" && cp -r "$extra"/{skeletons,solutions} "$scratch/"
mkdir "$scratch/two" && cp -r "$in/ada" "$in/wrong" "$scratch/two"
speedup() { # how
    "$lockstep" class dot-product "$scratch/two" --out "$scratch/speedup" --labs "$scratch/timed" --speedup "$1" >"$scratch/log" 2>&1
}
speedup fast
check "how sheets are measured is one of two words" grep -qx 'lockstep: --speedup fast: it is full or quick' "$scratch/log"
speedup quick
check "a lab that asks for no measurements says so" grep -q -- '--speedup: dot-product has no measure.yaml' "$scratch/log"
printf 'baseline: sequential\nelement_bytes: many\nn: [4096]\nexercises: [parallel]\n' >"$scratch/timed/dot-product/measure.yaml"
speedup quick
check "… and one with a mistake in it, before anything is graded" grep -qE "^lockstep: .*measure.yaml:[0-9]+: .*'?element_bytes" "$scratch/log"
printf 'baseline: sequential\nelement_bytes: 8\nn: [4096]\nexercises: [sequential, parallel]\n' >"$scratch/timed/dot-product/measure.yaml"
speedup quick
ok $? "each student's speedup sheet is measured" || sed 's/^/# /' "$scratch/log"
sheet=$scratch/speedup/speedup/class.csv
check "… the class's has the times of a right program" grep -q '^dot-product,parallel,cpu,.*,ada$' "$sheet"
check "… and none of a wrong one" bash -c "! grep -q '^dot-product,parallel,.*,wrong$' '$sheet'"
check "… and the page shows its figure" bash -c "! command -v gnuplot >/dev/null || grep -q 'src=.speedup/class.svg' '$scratch/speedup/index.html'"
touch "$scratch/speedup/stamp" && echo '/* new */' >>"$scratch/two/wrong/dot.c" && speedup quick
check "… again only of what is new" test "$(cd "$scratch/speedup/speedup/sheets" && find . -type f -newer "$scratch/speedup/stamp")" = ./wrong.csv
tap_end
