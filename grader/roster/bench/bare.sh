#!/bin/bash
# What 200 submissions for histogram-omp would take without a grader: the same compilers with the same flags, one
# submission a core and nothing else; the floor under `show.sh`, whose FOLDER it takes. It prints the seconds by the
# clock and of processor time. The programs' own runs are missing: they speak with the grader only (`sa`, of Debian's
# acct, tells what they took).
#
#   grader/roster/bench/bare.sh FOLDER
# shellcheck disable=SC2016 # expanded by the inner shell
set -u
folder=${1:?usage: bare.sh FOLDER} build=${BUILD:-build}
[ -d "$folder/submissions" ] || { echo "lockstep: $folder/submissions is not there: show.sh makes it" >&2; exit 2; }
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT

submission() { # folder
    local to flavour objects
    to=$(mktemp -d -p "$out") && cd "$1" || return
    objects=("$runner"/native/runner.o "$kit"/native/{worker,missing}.o)
    gcc -std=gnu17 -O2 -g -fopenmp -Wall -Wextra -ftrivial-auto-var-init=pattern -E histogram.c -o "$to/native.i"
    gcc -std=gnu17 -O2 -g -fopenmp -Wall -Wextra -ftrivial-auto-var-init=pattern -c histogram.c -o "$to/native.o" &&
        gcc -fopenmp "$to/native.o" "${objects[@]}" -o "$to/native" -lm || return
    for flavour in tsan asan observe; do
        local how=() instrument=() more=()
        case $flavour in
        tsan) how=(-fsanitize=thread) instrument=(-fno-builtin -include "$memory") more=("$kit/tsan/openmp.o") ;;
        asan) how=('-fsanitize=address,undefined' -fno-sanitize-recover=undefined -fno-sanitize=object-size) ;;
        observe) instrument=(-fsanitize=thread -fno-builtin -include "$memory") more=("$kit/observe/observer.o") ;;
        esac
        objects=("$runner/$flavour/runner.o" "$kit/$flavour"/{worker,missing}.o "${more[@]}")
        clang -std=gnu17 -O1 -g -fopenmp -w "${how[@]}" "${instrument[@]}" -c histogram.c -o "$to/$flavour.o" &&
            clang -fopenmp "${how[@]}" "$to/$flavour.o" "${objects[@]}" -o "$to/$flavour" -lm
    done
    rm -rf "$to"
}
export -f submission
export out kit="$PWD/$build/kit" runner="$PWD/$build/labs/histogram-omp" memory="$PWD/grader/build/include/lockstep_memory.h"
export CPATH="$PWD/labs/histogram-omp:$PWD/grader/build/include"
TIMEFORMAT='compilers alone: %R s by the clock, %U + %S s of processor time'
time find "$folder/submissions" -mindepth 1 -maxdepth 1 -type d -print0 |
    xargs -0 -P "$(nproc)" -I '{}' bash -c 'submission "$1"' bare '{}' 2>"$out/errors"
grep -c ': error:\|undefined reference' "$out/errors" | sed 's/$/ errors (some submissions do not compile)/'
