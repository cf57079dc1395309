#!/bin/bash
# Lists tests for scripts/run-tests.sh, a line each: "first|parallel|alone PATH [CASE …]".
#
#   [T=PATTERN] scripts/list-tests.sh BUILD [beside]
#
# A test is each *_test.sh and *_test.c in a folder `tests`; each lab is two (grader/tests/labs.mk). In its first lines a
# test says by `# test: WORD …` (in C: `/* test: WORD … */`) what it is:
#   alone       nothing may run beside it: it comes last
#   long        it starts before the others, so that it does not end after all of them
#   once        tested without sanitizers only, which would see nothing new
#   sanitized   tested with sanitizers only, where both flavours are tested (`beside`)
#   needs X …   skipped where a program X is missing, or root (grader/tests/tap.sh sees to that)
# One whose cases are files says which: `# cases: GLOB`. T chooses the tests whose path matches *T*, and of the others
# the cases whose path does (T='race/*'), or which hold a program of that name (`/* === NAME */`).
set -u
build=$1 beside=${2:-} wanted=${T:-}

# "PATH|WORD …|GLOB" of each test.
# shellcheck disable=SC2016 # awk's
heads() {
    find grader labs -path '*/tests/*_test.sh' -o -path '*/tests/*_test.c' | sort |
        xargs -d '\n' awk 'function say() { if (path) print path "|" words "|" cases }
            FNR == 1 { say(); path = FILENAME; words = cases = "" }
            FNR > 12 { nextfile }
            sub(/^(#|\/\*) test: /, "") { sub(/ \*\/$/, ""); words = $0 }
            sub(/^# cases: /, "") { cases = $0 }
            END { say() }'
    for lab in labs/*/lab.yaml; do
        lab=${lab%/lab.yaml}
        printf '%s|once%s|\n' "$build/${lab}_test" ' long' "$build/${lab}_right_test" ''
    done
}

is() { [[ " ${words%%needs *} " == *" $1 "* ]]; }
heads | while IFS='|' read -r path words cases; do
    if [ "$build" = build ]; then not=${beside:+sanitized}; else not=once; fi
    ! is "${not:-none}" || continue
    how=parallel
    ! is long || how=first
    ! is alone || how=alone
    chosen=
    # shellcheck disable=SC2053 # patterns
    if [[ $path != *$wanted* ]]; then
        for case in $cases; do
            [[ $case != *${wanted%_fixed}* ]] && ! grep -qs "^/\* === ${wanted##*/} \*/" "$case" || chosen+=" $case"
        done
        [ -n "$chosen" ] || continue
    fi
    [[ $path != *.c ]] || path=$build/${path%.c}
    echo "$how $path$chosen"
done
