#!/bin/bash
# Grades every program of grader/tests/hostile/<verdict>/ and expects that verdict. None may end the grader, leave a
# process or a box behind, or bring to the report what it should not have seen. Arguments: only these programs.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT

# What a submission must not get to see: a readable file outside, the shadow file, the grader's environment.
echo the_secret_that_nobody_may_read >"$scratch/secret.h"
export LOCKSTEP_TEST_SECRET=the_secret_that_nobody_may_read
secrets='the_secret_that_nobody_may_read|^root:|"root:|count\(const uint8_t'

# grade SOURCE: stages it with its paths put in, and grades the exercise that its header names. Leaves the report, the
# messages and the status beside the submission.
grade() {
    local name box
    name=$(tr / - <<<"${1#grader/tests/hostile/}")
    box=$scratch/${name%.c}
    mkdir -p "$box/submission"
    sed "s|@SECRET@|$scratch/secret.h|; s|@ROOT@|$PWD|" "$1" >"$box/submission/histogram.c"
    timeout 120 "$LOCKSTEP" grade histogram-omp "$box/submission" --format json --out "$box/report.json" \
        --exercise "$(sed -n 's/.*exercise: //p' "$1" | head -n 1)" >"$box/messages" 2>&1
    echo $? >"$box/status"
}

# The first verdict of the report that is no pass.
first_verdict() {
    grep -o '"verdict": *"[a-z-]*"' "$1" | grep -v '"pass"' | head -n 1 | sed 's/.*: *"//; s/"//'
}

judge() { # source
    local name expected box status got problem=''
    name=${1#grader/tests/hostile/}
    expected=${name%%/*}
    box=$scratch/$(tr / - <<<"${name%.c}")
    status=$(<"$box/status")
    got=$(first_verdict "$box/report.json" 2>/dev/null)
    if [ "$status" -ne 1 ]; then
        problem="exit status $status, expected 1 (graded with less)"
    elif [ "$got" != "$expected" ]; then
        problem="got ${got:-no verdict}"
    elif grep -qE "$secrets" "$box/report.json" "$box/messages"; then
        problem="the report shows what it should not: $(grep -hoE "$secrets" "$box/report.json" "$box/messages" | head -n 1)"
    fi
    [ -z "$problem" ]
    ok $? "$name" || {
        echo "# $problem"
        head -n 5 "$box/messages" | sed 's/^/# /'
        grep -m 4 -E '"message"' "$box/report.json" 2>/dev/null | sed 's/^ */# /'
    }
}

# Processes that a jailed program left: their program lies in /box.
left_behind() {
    local exe
    for exe in /proc/[0-9]*/exe; do
        case $(readlink "$exe") in /box/*) echo "$exe" ;; esac
    done
}

if [ $# -gt 0 ]; then programs=("$@"); else programs=(grader/tests/hostile/*/*.c); fi
for program in "${programs[@]}"; do
    [ "$(jobs -rp | wc -l)" -lt "$(nproc)" ] || wait -n
    grade "$program" &
done
wait
for program in "${programs[@]}"; do
    judge "$program"
done

# Others may be grading at this moment: only what stays is left behind.
remaining=$(left_behind)
for _ in 1 2 3 4 5 6 7 8 9 10; do
    remaining=$(for exe in $remaining; do [ -e "$exe" ] && echo "$exe"; done)
    [ -z "$remaining" ] && break
    sleep 1
done
[ -z "$remaining" ]
ok $? 'no process is left behind' || echo "# $remaining"
tap_end
