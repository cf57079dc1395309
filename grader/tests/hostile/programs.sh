#!/bin/bash
# programs.sh TREE FOLDER: writes each program of TREE/grader/tests/hostile to FOLDER, as <verdict>/<name> with its ending.
# A file holds one, or those of a family, each after a line `/* === name */`. What several of them have stands before
# the first, after a line `/* part: name: … */`, and in each where it says `/* with: name */`.
set -eu
cd "$1/grader/tests/hostile"
for file in */*.*; do
    mkdir -p "$2/${file%/*}"
    if grep -q '^/\* === ' "$file"; then
        awk -v folder="$2/${file%/*}" -v ending="${file##*.}" \
            '/^\/\* part: / { name = $3; sub(":$", "", name); next }
            /^\/\* === / { close(out); out = folder "/" $3 "." ending; next }
            out == "" { part[name] = part[name] $0 "\n"; next }
            /^\/\* with: / { printf "%s", part[$3] >out; next }
            { print >out }' "$file"
    else
        cp "$file" "$2/$file"
    fi
done
