#!/bin/bash
# test: sanitized
# What students get of a hidden check that failed, in each format and from a whole class: no size, no seed of its cases,
# no finding. Instructors get all of it, so the test would see it.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
mkdir -p "$scratch/labs" "$scratch/in/ada"
cp -r grader/tests/extra/labs/dot-product "$scratch/labs"
lab=$scratch/labs/dot-product
# The first check of the first exercise becomes hidden, with a size of its own; what comes after it no longer waits.
sed -i -e '0,/title: adds the products up/s//title: a title that nobody is told/' \
    -e '0,/        points: 2$/s//        points: 2\n        hidden: true/' \
    -e '0,/advice: ".*zero at the start.*"/s//advice: "advice that nobody is told"/' \
    -e '0,/- {n: 1000}/s//- {n: 48611}/' -e '0,/        after: correct/s///' "$lab/lab.yaml"
sed 's/sum = 0;/sum = 1;/' grader/tests/extra/solutions/dot-product/dot.c >"$scratch/in/ada/dot.c"
told='48611|nobody is told|got [0-9]'
grade() { # audience, format
    "$lockstep" grade dot-product "$scratch/in/ada" --labs "$scratch/labs" --exercise sequential --seed 777000777 \
        --audience "$1" --format "$2" --out "$scratch/$1.$2" 2>"$scratch/messages"
}

grade instructor json
check 'instructors see the size' grep -q 48611 "$scratch/instructor.json"
check 'and the finding' grep -q 'got [0-9]' "$scratch/instructor.json"
for format in text json junit html gradescope classroom50 prairielearn autolab vpl github; do
    grade student $format
    [ -s "$scratch/student.$format" ] && ! grep -qE "$told" "$scratch/student.$format" "$scratch/messages"
    ok $? "$format: nothing of the hidden check" || grep -hoE "$told" "$scratch/student.$format" | sed 's/^/# /'
done

"$lockstep" class dot-product "$scratch/in" --labs "$scratch/labs" --out "$scratch/out" >"$scratch/messages" 2>&1
ok $? 'a class is graded'
check 'its instructor sees the size' grep -rq 48611 "$scratch/out/instructor"
found=$(cd "$scratch/out" && grep -rlE "48611|nobody is told" feedback gradescope classroom50 prairielearn autolab junit)
[ -d "$scratch/out/feedback" ] && [ -z "$found" ]
ok $? 'what its students get tells nothing' || sed 's/^/# /' <<<"$found"

"$lockstep" public dot-product --labs "$scratch/labs" >"$scratch/public.yaml"
ok $? "the students' edition of the lab"
check 'has no size and no words of it' test -z "$(grep -E "$told" "$scratch/public.yaml")"

sed -i '0,/points: 0.5$/s//points: 0/' "$lab/lab.yaml"
grade instructor text
check 'a check without points that passes has no row, and counts in no sum' grep -q '^Score 0 / 2. 1 of 1 check failed.' "$scratch/instructor.text"
tap_end
