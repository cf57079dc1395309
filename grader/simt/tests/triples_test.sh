#!/bin/bash
# test: long
# cases: grader/simt/tests/*/*.cu
# Each case is a CUDA program with, in a comment at its end, the words for `lockstep simt` and what must come out
# (programs.sh): the program's own output, a line "--", the report, and the exit status. Arguments: only these cases, as
# topic/case or by their files. With UPDATE=1 what came out is written into the programs instead of compared: read it before it is kept.
# With FRONT=nvcc the PTX is nvcc's. It moves loads and counts differ, so only the essence is compared: the program's
# output, the kinds of findings, and the status.
# shellcheck disable=SC2317 # called through xargs
. grader/tests/tap.sh
. grader/simt/tests/programs.sh
: "${LOCKSTEP:=build/lockstep}"
tests=grader/simt/tests
export LOCKSTEP tests

# run CASE: prints what came out of it.
run() {
    local words options=() arguments=() seen=false report status
    read -ra words < <(arguments "$1")
    for word in "${words[@]}"; do
        if $seen; then
            arguments+=("$word")
        elif [ "$word" = -- ]; then
            seen=true
        else
            options+=("$word")
        fi
    done
    report=$(mktemp) || return
    timeout 600 "$LOCKSTEP" simt "${options[@]}" -- "$(program "$tests/$1.cu")" "${arguments[@]}" 2>"$report"
    status=$?
    echo "--"
    cat "$report"
    echo "status $status"
    rm -f "$report"
}

# essence: the program's output, then which kinds of findings there are. Uninitialised and racing values differ.
essence() {
    if [ -z "$FRONT" ]; then
        cat
    else
        awk '!report { if ($0 !~ /^-?[0-9]+ -?[0-9]+$/) print } /^--$/ { report = 1 } report && /^(note: )?[a-z][a-z ]* in kernel / \
            { sub(/ \([0-9]* times\)/, ""); if (!seen[$0]++) print } /^status / { print }'
    fi
}

# update CASE: writes what comes out of it into its comment.
update() {
    local source=$tests/$1.cu new
    new=$(run "$1")
    (
        flock 9
        file=$(NEW=$new awk -v start="$(comment_of "$source")" 'index($0, start) == 1 { print; print ENVIRON["NEW"] " */"; inside = 1 }
            !inside { print } / \*\/$/ { inside = 0 }' <&9) && printf '%s\n' "$file" >"$(source_of "$source")"
    ) 9<"$(source_of "$source")"
}

judge() {
    if ! compiled "$tests/$1.cu"; then
        echo "not $1 - does not compile"
        sed 's/^/# /' "$(program "$tests/$1.cu").log"
    elif [ -n "${UPDATE:-}" ]; then
        update "$1"
        echo "ok $1"
    elif difference=$(run "$1" | essence | diff -u --label "expected" --label "this run" <(expected "$1" | essence) - 2>&1); then
        echo "ok $1"
    else
        echo "not $1"
        # shellcheck disable=SC2001 # a pattern per line
        sed 's/^/# /' <<<"$difference"
    fi
}
export -f run essence update judge

cases=("$@")
if [[ ${1:-.cu} == *.cu ]]; then
    mapfile -t cases < <(cases "$@")
fi
# The sanitized grader takes every third: it sees each kind of finding, and most instructions have a test of their own.
if [ $# -eq 0 ] && [ "${BUILD:-build}" != build ]; then
    mapfile -t cases < <(printf '%s\n' "${cases[@]}" | awk 'NR % 3 == 1')
fi
judge_all < <(printf '%s\n' "${cases[@]}")
tap_end
