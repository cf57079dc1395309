#!/bin/bash
# make student-kit [LAB=…]: build/student-kit/lockstep-<lab>.tar.gz, all that a student needs to build and grade, and
# nothing that tells how: no solutions, mutants, accepted programs or tests, and of hidden checks only name and points.
# The same source gives the same bytes.
. scripts/lab.sh

kits=$BUILD/student-kit
[ -z "${LAB:-}" ] || require_lab student-kit
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The grader as it is built, without its tests, fuzzers, benchmarks and what only teachers use.
copy_grader() { # target
    cp --parents Makefile LICENSE scripts/{commands.mk,setup.sh,help.sh,lab.sh,grade.sh,start.sh,watch.sh,hint.sh} "$1" &&
        find grader -type f -not -path '*/tests/*' -not -path '*/fuzz/*' -not -path '*/bench/*' \
            -not -path 'grader/tests/*' -exec cp --parents -t "$1" {} +
}

# The lab's files that its oracle and runner are compiled from: what students may read.
lab_sources() { # lab
    gcc -MM -Igrader -I"$labs/$1" "$labs/$1/oracle.c" "$labs/$1/runner.c" |
        tr -s ' \\' '\n\n' | grep "^$labs/" | while read -r file; do realpath -s --relative-to=. "$file"; done | sort -u
}

make_kit() { # lab
    local lab=$1 kit=$work/lockstep-$1
    mkdir -p "$kit/labs/$lab" "$kit/skeletons" || return
    copy_grader "$kit" || return
    lab_sources "$lab" | while read -r file; do
        mkdir -p "$kit/labs/$(dirname "${file#"$labs"/}")" && cp "$file" "$kit/labs/${file#"$labs"/}" || return
    done || return
    cp -R "${beside}skeletons/$lab" "$kit/skeletons/" || return
    "$BUILD/lockstep" public "$lab" --labs "$labs" >"$kit/labs/$lab/lab.yaml" || return
    sed "s/@LAB@/$lab/g" grader/adapters/student/README.md >"$kit/README.md" || return
    mkdir -p "$kits" &&
        tar --create --gzip --file "$kits/.$lab.part" --directory "$work" --sort=name --mtime=@0 --owner=0 --group=0 \
            --numeric-owner --mode=u+rwX,go+rX,go-w "lockstep-$lab" &&
        mv "$kits/.$lab.part" "$kits/lockstep-$lab.tar.gz"
}

mapfile -t chosen < <(if [ -n "${LAB:-}" ]; then echo "$LAB"; else all_labs; fi)
for lab in "${chosen[@]}"; do
    make_kit "$lab" || fail "no kit for $lab: see above"
    echo "$kits/lockstep-$lab.tar.gz"
done
