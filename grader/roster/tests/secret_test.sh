#!/bin/bash
# test: once
# The inputs of hidden checks follow from the seed, which everybody is shown, and a secret, which nobody is: kept beside
# a class's journal, the same as long as the class is, and in nothing else that comes out.
. grader/roster/tests/begin.sh
unset LOCKSTEP_SECRET
mkdir -p "$scratch/labs" "$scratch/in/ada" "$scratch/in/bob"
cp -r $extra/labs/dot-product "$scratch/labs"
# The first exercise's first check becomes hidden; its second exercise keeps a public one that fails.
sed -i -e '0,/        points: 2$/s//        points: 2\n        hidden: true/' "$scratch/labs/dot-product/lab.yaml"
for student in ada bob; do
    sed 's/sum = 0;/sum = 1;/' $extra/solutions/dot-product/dot.c >"$scratch/in/$student/dot.c"
done
echo 00112233445566778899aabbccddeeff >"$scratch/one"
echo 00112233445566778899aabbccddeefe >"$scratch/two"

grade() { # report, audience, more
    local report=$1 audience=$2
    shift 2
    "$lockstep" grade dot-product "$scratch/in/ada" --labs "$scratch/labs" --audience "$audience" --format json \
        --out "$scratch/$report.json" "$@" 2>"$scratch/messages"
    [ $? -eq 1 ]
}
# What was found in the hidden or in the public check of that name, in each exercise.
found() { # report, exercise
    python3 -c 'import json, sys
for exercise in json.load(open(sys.argv[1]))["graded"]["exercises"]:
    if exercise["name"] == sys.argv[2]:
        print([f["message"] for c in exercise["checks"] if c["name"] == "correct" for f in c["findings"]])' \
        "$scratch/$1.json" "$2"
}
graded() { python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["graded"]))' "$scratch/$1.json"; }

check 'graded without a secret' grade none instructor
check 'graded with one' grade one instructor --secret "$scratch/one"
check 'and again' grade again instructor --secret "$scratch/one"
check 'and with another' grade two instructor --secret "$scratch/two"
check 'the same seed and secret: the same bytes' test "$(graded one)" = "$(graded again)"
check 'a secret changes the hidden input' test "$(found none sequential)" != "$(found one sequential)"
check 'another secret changes it again' test "$(found one sequential)" != "$(found two sequential)"
check 'the public input follows from the seed alone' test "$(found none parallel)" = "$(found two parallel)"
check 'really' grep -q 'got [0-9]' <<<"$(found none parallel)"
check 'another seed, the same secret: another hidden input' grade seed instructor --secret "$scratch/one" --seed 5
check 'really' test "$(found one sequential)" != "$(found seed sequential)"
grade student1 student --secret "$scratch/one" && grade student2 student --secret "$scratch/two"
ok $? 'graded for students'
check 'what they see is the same whatever the secret' test "$(graded student1)" = "$(graded student2)"

check 'LOCKSTEP_SECRET names the file, too' env LOCKSTEP_SECRET="$scratch/two" "$lockstep" grade dot-product \
    $extra/solutions/dot-product --labs "$scratch/labs"
LOCKSTEP_SECRET=$scratch/two grade environment instructor
check 'and it counts' test "$(graded environment)" = "$(graded two)"
cp "$scratch/one" "$scratch/labs/dot-product/secret"
grade folder instructor
check "so does the file 'secret' in the lab's folder" test "$(graded folder)" = "$(graded one)"
rm "$scratch/labs/dot-product/secret"
"$lockstep" grade dot-product "$scratch/in/ada" --labs "$scratch/labs" --secret "$scratch/none.json" 2>"$scratch/err"
[ $? -eq 2 ]
ok $? 'a file that holds no secret: status 2'
check 'and one line that says what one is' grep -qE '^lockstep: .*none.json: a secret is a line of 32 hex' "$scratch/err"

# ---- a class ----
class() { # out, more
    local out=$1
    shift
    "$lockstep" class dot-product "$scratch/in" --labs "$scratch/labs" --out "$scratch/$out" "$@" >"$scratch/$out.log" 2>&1
}
check 'a class makes its own' class a
check 'only its owner can read it' test "$(stat -c %a "$scratch/a/secret")" = 600
cp "$scratch/a/secret" "$scratch/kept"
check 'it goes on with it' class a --resume
check 'with the same' cmp "$scratch/kept" "$scratch/a/secret"
check 'and grades nothing twice' test "$(number a)" = 2
told=$(grep -rlaF -e "$(cat "$scratch/kept")" -e "$(cut -c1-16 "$scratch/kept")" -e "$(cut -c17-32 "$scratch/kept")" "$scratch/a" "$scratch/a.log")
check 'it is in no other file' test "$told" = "$scratch/a/secret"
check 'another class has another' class b
check 'really' test "$(cat "$scratch/a/secret")" != "$(cat "$scratch/b/secret")"
check 'and other hidden inputs' test -n "$(diff -rq "$scratch/a/graded" "$scratch/b/graded")"
check 'students get the same of both' diff -r "$scratch/a/feedback" "$scratch/b/feedback"
check "with the first's secret it is graded anew" class b --secret "$scratch/a/secret"
check 'to the same bytes' diff -r "$scratch/a/graded" "$scratch/b/graded"
check 'and goes on so' class b
check 'both twice' test "$(number b)" = 4
check 'a seed for each student, and a secret' class c --seed-per-student --secret "$scratch/one"
check 'and again, elsewhere' class d --seed-per-student --secret "$scratch/one"
check 'are the same' diff -r "$scratch/c/graded" "$scratch/d/graded"
class e --secret "$scratch/not-there"
[ $? -eq 2 ] && grep -qE '^lockstep: .*/not-there: .*: no secret can be read there' "$scratch/e.log"
ok $? 'a wrong path is an error'
class_plain() { "$lockstep" class dot-product "$scratch/in" --labs grader/tests/extra/labs --out "$scratch/f" --secret "$1" 2>&1; }
check 'in a lab without hidden checks, too' grep -qE '^lockstep: .*/not-there: .*: no secret can be read there' \
    <(class_plain "$scratch/not-there")
check 'where a right one does no harm' grep -q '^results: ' <(class_plain "$scratch/one")
seen() { grep -o 'got [0-9]*, expected [0-9]*' "$scratch/c/graded/$1".json; }
check 'and two students have two inputs' test "$(seen ada)" != "$(seen bob)"
tap_end
