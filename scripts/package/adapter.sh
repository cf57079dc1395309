#!/bin/bash
# scripts/package/adapter.sh gradescope|autolab|github|prairielearn|vpl: makes the files that the system asks for of
# LAB, from grader/adapters/<system>/, in build/adapters/<lab>/. They hold hidden checks: do not hand them out.
set -o pipefail
. scripts/lab.sh
. scripts/package/kit.sh
system=$1
require_lab "$system"
target=$BUILD/adapters/$LAB
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The adapter's own files into a folder, with the lab's name and files in them.
fill_in() { # from to
    local names
    names=$(handed_in "$LAB" | paste -sd' ')
    mkdir -p "$2" && cp "$1"/* "$2" && (cd "$1" && printf '%s\0' *) | (cd "$2" && xargs -0 sed -i "s/@LAB@/$LAB/g; s/@FILES@/$names/g")
}

# What hidden inputs follow from (grader/lab/secret.h): given, the lab's own, or made once.
secret() {
    local file
    for file in "${SECRET:-}" "$labs/$LAB/secret" "$target/secret"; do
        [ -n "$file" ] && [ -e "$file" ] && break
    done
    [ -z "${SECRET:-}" ] || [ -e "$SECRET" ] || fail "SECRET=$SECRET: there is no such file"
    [ -e "$file" ] || { mkdir -p "$target" && (umask 077 && od -An -N16 -tx1 /dev/urandom | tr -d ' ' >"$file"); } || return
    cp "$file" "$1"
}

kit() { # folder
    mkdir -p "$1" && copy_grader "$1" && copy_lab "$LAB" "$1" "$labs/$LAB"/{oracle,runner}.c && copy_skeleton "$LAB" "$1" && copy_french "$LAB" "$1" &&
        cp "$labs/$LAB/lab.yaml" "$1/labs/$LAB/" &&
        secret "$1/labs/$LAB/secret"
}

make_gradescope() {
    scripts/setup.sh zip && fill_in grader/adapters/gradescope "$work/zip" && kit "$work/zip/lockstep" &&
        pack "$work/zip" "$target/gradescope.zip"
}

make_autolab() {
    kit "$work/tar/lockstep" && fill_in grader/adapters/autolab "$work/own" && mkdir -p "$target" &&
        cp "$work/own/autograde-Makefile" "$target/" && cp "$work/own/driver.sh" "$work/tar/" &&
        echo "$target/autograde-Makefile" && pack "$work/tar" "$target/autograde.tar"
}

make_beside() { # FILE: the archive, and files beside it
    kit "$work/kit/lockstep" && pack "$work/kit" "$target/lockstep.tar.gz" &&
        fill_in "grader/adapters/$system" "$target" && echo "$target/$1"
}
make_github() { make_beside lockstep.yml; }
make_vpl() {
    make_beside vpl_evaluate.sh && echo "In VPL, set the maximum grade to the lab's points:" \
        "$("$BUILD/lockstep" list "$LAB" --labs "$labs" | sed -nE '1s/.*\(([0-9.,]+) points\)$/\1/p')"
}

make_prairielearn() {
    local question=$target/question each header title uuid
    title=$("$BUILD/lockstep" list "$LAB" --labs "$labs" | sed -nE '1s/^[^:]*: (.*) \([0-9.,]+ points?\)$/\1/p' | tr -d '"\\|&')
    header=$(sed -n 's/^header: *//p' "$labs/$LAB/lab.yaml")
    uuid=$(md5sum <<<"lockstep $LAB" | sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/\1-\2-4\3-8\4-\5/')
    make_beside Containerfile && rm -rf "$question" && cp -R "${beside}skeletons/$LAB" "$question" || return
    sed "s|@UUID@|$uuid|; s|@TITLE@|$title|" "$target/info.json" >"$question/info.json" || return
    while IFS= read -r line; do
        [[ $line == *@FILE@* ]] || { echo "${line//@HEADER@/$header}"; continue; }
        for each in $(handed_in "$LAB"); do echo "${line//@FILE@/$each}"; done
    done <"$target/question.html" >"$question/question.html" && rm "$target"/{info.json,question.html} && echo "$question"
}

declare -F "make_$system" >/dev/null || fail "no adapter for '$system' (gradescope, autolab, github, prairielearn, vpl)"
"make_$system" || fail "no $system files for $LAB: see above"
