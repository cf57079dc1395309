#!/bin/bash
# test: sanitized
# Ctrl-C, a polite end and a rude one in the middle of grading: no process and no box stays behind.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
export LOCKSTEP_LABS=grader/tests/extra/labs
make_scratch
export TMPDIR=$scratch/boxes
mkdir -m 755 "$TMPDIR"
mkdir "$scratch/submission"
cat >"$scratch/submission/dot.c" <<'END'
#include "dot.h"
void dot_sequential(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    for (volatile int turning = 1; turning;) {
    }
    (void)left, (void)right, (void)n, (void)result;
}
END

# All processes that descend from $1, without it.
descendants() {
    local child
    # shellcheck disable=SC2013 # numbers
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
        echo "$child"
        descendants "$child"
    done
}

# Waits until the submission itself runs; prints all descendants of process $1 then.
wait_for_run() {
    local all pid
    for _ in $(seq 3000); do
        all=$(descendants "$1")
        for pid in $all; do
            case $(readlink "/proc/$pid/exe") in /box/*) echo "$all" && return ;; esac
        done
        sleep 0.1
    done
    return 1
}

# interrupted SIGNAL: grades, sends the signal while the submission runs; sets `status` and `remaining` processes.
interrupted() {
    local grader all pid
    set -m # a process group of its own, where SIGINT is not ignored
    "$LOCKSTEP" grade dot-product "$scratch/submission" --exercise sequential >"$scratch/output" 2>&1 &
    grader=$!
    set +m
    all=$(wait_for_run $grader) || echo "# it never ran: $(head -n 3 "$scratch/output")"
    kill -s "$1" $grader
    wait $grader 2>/dev/null
    status=$?
    for _ in $(seq 600); do
        remaining=$(for pid in $all; do [ -e "/proc/$pid/exe" ] && [ "$(readlink "/proc/$pid/exe")" ] && echo "$pid"; done)
        [ -z "$remaining" ] && break
        sleep 0.1
    done
    [ -n "$all" ]
}

for signal in INT TERM HUP; do
    interrupted $signal && [ -z "$remaining" ]
    ok $? "SIG$signal: no process is left" || echo "# left: $remaining"
    [ -z "$(ls -A "$TMPDIR")" ]
    ok $? "SIG$signal: no box is left" || find "$TMPDIR" -mindepth 1 -printf "# %P\n"
    [ "$status" -eq $((128 + $(kill -l "$signal"))) ]
    ok $? "SIG$signal: it ended by the signal" || echo "# status $status"
done

# A terminal sends it to all of the group.
set -m
BUILD=$(dirname "$LOCKSTEP") LAB='' SUBMISSION='' scripts/grade.sh >"$scratch/output" 2>&1 &
graders=$!
set +m
for _ in $(seq 600); do
    # shellcheck disable=SC2046 # numbers
    readlink $(printf '/proc/%s/exe ' $(descendants $graders)) 2>/dev/null | grep -qx "$(realpath "$LOCKSTEP")" && break
    sleep 0.1
done
kill -INT -- -$graders
wait $graders 2>/dev/null
[ $? -eq 130 ] && ! grep -q scale-opencl "$scratch/output"
ok $? 'Ctrl-C in make grade of all labs: the next lab is not begun' || sed 's/^/# /' "$scratch/output"

interrupted KILL && [ -z "$remaining" ]
ok $? 'SIGKILL: no process is left' || echo "# left: $remaining"
"$LOCKSTEP" grade dot-product grader/tests/extra/solutions/dot-product >"$scratch/output" 2>&1
ok $? 'the next grading works' || sed 's/^/# /' "$scratch/output"
[ -z "$(ls -A "$TMPDIR")" ]
ok $? '… and removes the box that was left' || find "$TMPDIR" -mindepth 1 -printf "# %P\n"
tap_end
