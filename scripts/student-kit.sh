#!/bin/bash
# make student-kit [LAB=…]: build/student-kit/lockstep-<lab>.tar.gz, all that a student needs to build and grade, and
# nothing that tells how: no solutions, mutants, accepted programs or tests, and of hidden checks only name and points.
set -o pipefail
. scripts/lab.sh
. scripts/kit.sh

[ -z "${LAB:-}" ] || require_lab student-kit
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

make_kit() { # lab
    local kit=$work/$1/lockstep-$1
    mkdir -p "$kit/skeletons" && copy_grader "$kit" && copy_lab "$1" "$kit" && copy_skeleton "$1" "$kit" &&
        "$BUILD/lockstep" public "$1" --labs "$labs" >"$kit/labs/$1/lab.yaml" &&
        sed "s/@LAB@/$1/g" grader/adapters/student/README.md >"$kit/README.md" &&
        pack "$work/$1" "$BUILD/student-kit/lockstep-$1.tar.gz"
}

mapfile -t chosen < <(if [ -n "${LAB:-}" ]; then echo "$LAB"; else all_labs; fi)
for lab in "${chosen[@]}"; do
    make_kit "$lab" || fail "no kit for $lab: see above"
done
