#!/bin/bash
# test: once
# Programs with OpenMP on the machine, in every schedule: what they print, and how they stop (programs/README.md).
#
#   grader/simt/openmp/tests/runtime_test.sh [PROGRAM...]
set -u
cd "$(dirname "$0")/../../../.." || exit
. grader/simt/openmp/tests/programs.sh
out=$build/openmp/programs
mkdir -p "$out"

check() { # program, source, schedule
    local due text status variables=()
    due=$(sed -n 's|^// prints: ||p' "$2")
    text=$(sed -n 's|^// stops: ||p' "$2")
    while read -r variable; do
        variables+=(-e "$variable")
    done < <(sed -n 's|^// with: ||p' "$2")
    sed -n 's|^// input: ||p' "$2" >"$out/$1.in"
    [ ! -s "$out/$1.in" ] || variables+=(-i)
    "$build/openmp/run" -s "$3" -r 11 -b 20000000 "${variables[@]}" "$out/$1.ptx" <"$out/$1.in" >"$out/$1.out" 2>"$out/$1.err"
    status=$?
    if [ -n "$text" ]; then
        [ $status -eq 70 ] || fail "$1 ($3)" "exit status $status, a fault is due"
        grep -qF -- "$text" "$out/$1.err" || fail "$1 ($3)" "'$(cat "$out/$1.err")' does not say '$text'"
    else
        [ $status -eq 0 ] || fail "$1 ($3)" "exit status $status: $(cat "$out/$1.err")"
        diff <(printf '%s\n' "$due") <(sed 's/ *$//' "$out/$1.out") >&2 || fail "$1 ($3)" "prints something else"
    fi
}

[ $# -gt 0 ] || set -- grader/simt/openmp/tests/programs/*.c
mapfile -t sources < <(programs "$out" "$@")
for source in "${sources[@]}"; do
    name=$(basename "$source" .c)
    if ! clang "${flags[@]}" -w "$source" -o "$out/$name.bc" ||
        ! "$build/openmp/translate" --library "$build/openmp/library.bc" --answered grader/simt/openmp/answered.names \
            --entry main "$out/$name.bc" -o "$out/$name.ptx"; then
        fail "$name" "not translated"
        continue
    fi
    for schedule in order reversed turns drawn; do
        check "$name" "$source" $schedule
    done
done
[ $failures -eq 0 ] || printf 'not '
printf 'ok 1 - %d programs in 4 schedules do as they must\n1..1\n' "${#sources[@]}"
exit $((failures > 0))
