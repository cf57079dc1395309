#!/bin/bash
# test: once
# What every command says of itself fits a terminal of 80 columns, and so does the list of commands.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
export LC_ALL=C.UTF-8

fits() { "$lockstep" "$@" --help | awk 'length($0) > 80 { print length($0) ": " $0; bad = 1 } END { exit bad || NR < 3 }'; }
check "the list of commands fits" fits
mapfile -t commands < <("$lockstep" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
check "it lists commands" test "${#commands[@]}" -gt 5
for command in "${commands[@]}"; do
    check "$command --help fits" fits "$command"
done
same() { diff <("$lockstep" help "$1" 2>&1) <("$lockstep" "$1" --help 2>&1); }
for command in "${commands[@]}"; do
    check "help $command says what $command --help says" same "$command"
done
unknown() { "$lockstep" "$1" --no-such-option x 2>&1 | grep -q -e '--no-such-option'; }
for command in "${commands[@]}"; do
    check "$command names an option that it does not know" unknown "$command"
done
# What does not come out is an error, in one line: a report that is cut short is no report.
full() {
    local said status
    said=$("$lockstep" "$@" 2>&1 >/dev/full)
    status=$?
    echo "status $status: $said"
    [ "$status" -eq 2 ] && [ "$said" = 'lockstep: cannot write standard output: No space left on device' ]
}
for words in --help --version 'help grade' 'cc --help' list 'list --facts' 'list histogram-cuda' 'public histogram-omp --french' doctor; do
    # shellcheck disable=SC2086 # words
    check "a full standard output: $words" full $words
done
tap_end
