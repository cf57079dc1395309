#!/bin/bash
# test: once
# The runner of tests itself: what it counts, and that nothing that goes wrong passes for right.
. grader/tests/tap.sh
make_scratch

# program NAME TEXT…: a test that runs these lines of shell.
program() {
    local path=$scratch/$1
    shift
    printf '#!/bin/bash\n' >"$path"
    printf '%s\n' "$@" >>"$path"
    chmod +x "$path"
}

# total NAME EXPECTED STATUS TEST…: runs the tests and compares the last line and the exit status.
total() {
    local name=$1 expected=$2 status=$3 test got
    shift 3
    for test in "$@"; do echo "parallel $scratch/$test"; done >"$scratch/tests.list"
    TEST_SECONDS=${seconds:-600} scripts/run-tests.sh "$scratch/tests.list" >"$scratch/output" 2>&1
    got="$? $(tail -n 1 "$scratch/output")"
    [ "$got" = "$status $expected" ]
    ok $? "$name" || sed 's/^/# /' "$scratch/output"
}

program good 'echo 1..2' 'echo ok 1 - a' 'echo ok 2 - b'
program bad 'echo ok 1 - a' 'echo not ok 2 - b' 'echo "# the reason"' 'exit 1'
program bad_but_zero 'echo not ok 1 - a'
program silent 'true'
program dies 'echo ok 1 - a' 'kill -SEGV $$'
program nonzero 'echo ok 1 - a' 'exit 3'
program short_plan 'echo 1..3' 'echo ok 1 - a'
program skips 'echo ok 1 - a' 'echo "ok 2 - b # SKIP no such device"' 'echo 1..2'
program skips_all 'echo "1..0 # SKIP no such tool"'
program hangs 'echo ok 1 - a' 'sleep 600'
# shellcheck disable=SC2016 # the test expands it
program leaves_box 'echo ok 1 - a' 'mkdir "$TMPDIR/lockstep-1-abc"'
program chatter 'echo okay, ok then' 'echo ok 1 - a'

total 'counts what passed' '2 passed, 0 failed' 0 good
total 'counts what failed' '1 passed, 1 failed' 1 bad
grep -q '# the reason' "$scratch/output"
ok $? 'shows why it failed'
grep -q 'alone: make test T=.*bad' "$scratch/output"
ok $? '… and the command that runs it alone'
total 'not ok counts though the status is 0' '0 passed, 1 failed' 1 bad_but_zero
total 'a test that says nothing fails' '0 passed, 1 failed' 1 silent
total 'a test that dies fails' '1 passed, 1 failed' 1 dies
total 'a status other than 0 fails' '1 passed, 1 failed' 1 nonzero
total 'a plan not kept fails' '1 passed, 1 failed' 1 short_plan
total 'skipped ones are counted apart' '1 passed, 0 failed, 1 skipped' 0 skips
total 'a whole test may be skipped' '0 passed, 0 failed, 1 skipped' 0 skips_all
seconds=15 total 'a test that hangs fails' '1 passed, 1 failed' 1 hangs
total 'a box left behind fails' '1 passed, 1 failed' 1 leaves_box
total 'other lines are not counted' '1 passed, 0 failed' 0 chatter
total 'one total over all' '4 passed, 2 failed, 1 skipped' 1 good bad skips silent
total 'no test at all fails' '0 passed, 1 failed' 1
total 'a test that is missing fails' '0 passed, 1 failed' 1 not_there

# One at a time: the long one first, the one that wants to be alone last.
for name in alone parallel first; do
    program "is_$name" "echo is_$name >>$scratch/order" 'echo ok 1'
    echo "$name $scratch/is_$name"
done >"$scratch/tests.list"
JOBS=1 scripts/run-tests.sh "$scratch/tests.list" >"$scratch/output" 2>&1
[ "$(tr '\n' ' ' <"$scratch/order")" = 'is_first is_parallel is_alone ' ]
ok $? 'long ones start first, the others that mind come last' || sed 's/^/# /' "$scratch/output"
# shellcheck disable=SC2016
program works 'while read -ra stat </proc/$$/stat; ((stat[13] + stat[14] < 100)); do :; done' 'echo ok 1'
total 'tells' '1 passed, 0 failed' 0 works
grep -qE 'works .* 1 +[0-9]+ s +[1-9][0-9]* s$' "$scratch/output" && grep -qE '^[1-9][0-9]* s of processor time$' "$scratch/output"
ok $? '… the processor time of each and of all' || sed 's/^/# /' "$scratch/output"
many=()
for i in {1..11}; do program "short$i" 'echo ok 1' && many+=("short$i"); done
total 'tells' '12 passed, 0 failed' 0 "${many[@]}" works
slowest=$(sed '1,/^The slowest/d; /processor time$/,$d' "$scratch/output")
[ "$(wc -l <<<"$slowest")" -eq 10 ] && [[ $(head -n 1 <<<"$slowest") == *\ works\ * ]]
ok $? '… the ten slowest, the slowest first' || sed 's/^/# /' "$scratch/output"

# What scripts/list-tests.sh makes of what tests say of themselves.
tests() { BUILD='' T=$1 scripts/list-tests.sh "${@:2}" | cut -d' ' -f 1,2 | sort; }
find grader -path '*/tests/*_test.sh' -o -path '*/tests/*_test.c' | sed 's|\(.*\)\.c$|build/\1|' | sort >"$scratch/files"
tests '' build | cut -d' ' -f 2 | grep -v ^build/labs/ | sort | diff "$scratch/files" - >"$scratch/output"
ok $? 'each *_test.sh and *_test.c is one' || sed 's/^/# /' "$scratch/output"
known() { ! grep -rhE '^(# |/\* )test: ' grader --include='*_test.sh' --include='*_test.c' | sed -E 's/.*test: //; s/ \*\/$//; s/needs .*//' | tr ' ' '\n' | grep -vxE 'alone|long|once|sanitized|'; }
check 'no head has another word' known
check 'alone and long ones are listed as such' \
    diff <(tests '' build | grep -E 'jail/tests/attack_test|hostile_test.sh') <(echo 'alone build/grader/jail/tests/attack_test' && echo 'first grader/tests/hostile_test.sh')
check '… those that are tested once not among the sanitized ones' \
    test "$(tests run_tests_test build)/$(tests run_tests_test build/asan)" = 'parallel grader/tests/run_tests_test.sh/'
check '… those that are sanitized not beside them' \
    test "$(tests class_test build)/$(tests class_test build beside)" = 'parallel grader/roster/tests/class_test.sh/'
check 'a pattern chooses cases, too' \
    test "$(T='timeout/never*' scripts/list-tests.sh build)" = "first grader/tests/hostile_test.sh $(echo grader/tests/hostile/timeout/never*)"
check '… or the file that holds it' \
    test "$(T=timeout/fork_bomb scripts/list-tests.sh build)" = 'first grader/tests/hostile_test.sh grader/tests/hostile/timeout/never_ends.c'
tap_end
