#!/bin/bash
# make student-kit [LAB=…] [ALSO=ARCHIVE…]: packs all that a student needs into build/student-kit/lockstep-<lab>.tar.gz,
# with the grader as it is built here, and nothing that tells how: no solutions, variants or tests, and of hidden checks
# only name and points. ALSO: archives that were made on other systems; their graders are added.
set -o pipefail
. scripts/lab.sh
. scripts/package/kit.sh

[ -z "${LAB:-}" ] || require_lab student-kit
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The grader twice, each as one file: built here (built.tar.gz), and all its source (source.tar.gz) for other machines.
make_grader() {
    local all=$work/source
    mkdir -p "$all" && copy_grader "$all" && copy_built "$work/built" && pack "$work/built" "$work/built.tar.gz" >&2 &&
        mkdir "$work/packed" && mv "$all/grader" "$work/packed/" && pack "$work/packed" "$work/source.tar.gz" >&2
}

make_kit() { # lab
    local kit=$work/$1/lockstep-$1
    mkdir -p "$kit/skeletons" && copy_runtime "$kit" && cp "$work"/*.tar.gz "$kit/" &&
        cp -R "$work/source"/* "$kit/" && copy_student_lab "$1" "$kit" &&
        sed "s/@LAB@/$1/g; s/@SYSTEMS@/$systems/" grader/adapters/student/README.md >"$kit/README.md" &&
        pack "$work/$1" "$BUILD/student-kit/lockstep-$1.tar.gz"
}

env -u MAKEFLAGS -u MAKELEVEL make -s "$BUILD/student/lockstep" BUILD="$BUILD" >/dev/null || exit 2
make_grader 2>/dev/null || fail "the grader for students cannot be packed: was everything built? (make)"
systems=$(system_name)
for also in ${ALSO:-}; do
    take_built "$also" "$work"
    systems+=", or with $(tar -xzOf "$also" --wildcards '*/built.tar.gz' | tar -xzO system)"
done
mapfile -t chosen < <(if [ -n "${LAB:-}" ]; then echo "$LAB"; else all_labs; fi)
for lab in "${chosen[@]}"; do
    make_kit "$lab" || fail "no kit for $lab: see above"
done
