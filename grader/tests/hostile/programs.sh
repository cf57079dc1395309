#!/bin/bash
# programs.sh TREE FOLDER: writes each program of TREE/grader/tests/hostile to FOLDER, as <verdict>/<name> with its ending.
# A file holds one, or those of a family, each after a line `/* === name */`.
set -eu
cd "$1/grader/tests/hostile"
for file in */*.*; do
    mkdir -p "$2/${file%/*}"
    if grep -q '^/\* === ' "$file"; then
        awk -v folder="$2/${file%/*}" -v ending="${file##*.}" \
            '/^\/\* === / { close(out); out = folder "/" $3 "." ending; next } { print >out }' "$file"
    else
        cp "$file" "$2/$file"
    fi
done
