#!/bin/bash
# test: once
# A lab whose runner passes wrong arguments, or whose solution fails for another reason, accuses nobody: a person must
# review. A lab in order goes on accusing.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

mkdir "$scratch"/{labs,solutions,work} && cp -r labs/shared labs/first-steps "$scratch/labs" &&
    cp -r solutions/first-steps "$scratch/solutions" && cp -r solutions/first-steps/* "$scratch/work"
export XDG_CACHE_HOME=$scratch/cache

grade() { # its name
    "$BUILD/lockstep" grade first-steps "$scratch/work" --labs "$scratch/labs" --exercise loop --format json \
        --out "$scratch/report" >"$scratch/messages" 2>&1
    echo "# $1: $?"
}

verdict() {
    awk -F'"' '/"verdict": / { print $4; exit }' "$scratch/report"
}

sed -i 's/total += square;/total -= square;/' "$scratch/work/loop.c"
! cmp -s solutions/first-steps/loop.c "$scratch/work/loop.c" || ok 1 'the edit of the program changes nothing'
grade 'a wrong program'
check 'a wrong program fails where the lab is in order' test "$(verdict)" = wrong-answer
sed -i 's/loop_squares(\(.*\)call->parameter\[N\]/loop_squares(\1call->parameter[N] \/ 2/' "$scratch/labs/first-steps/runner.c"
! cmp -s labs/first-steps/runner.c "$scratch/labs/first-steps/runner.c" || ok 1 'the edit of the runner changes nothing'
grade 'a wrong runner'
check 'a runner with wrong arguments is for a person to review' test "$(verdict)" = review
check 'and the report says whose fault it is' grep -q "the lab's own solution does not pass" "$scratch/report"
tap_end
