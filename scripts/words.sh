#!/bin/bash
# Looks in all texts that people read for the words that scripts/words.txt lists: contracts, lab.yaml, messages,
# READMEs, CHANGELOG.md, handouts. Prints each with its place and what to write instead. Exit status: 1 when there is one.
# Arguments: files to look at instead of those texts. Of a program, only the string literals are for readers; of a student's
# file (labs/*/*.c, .cu, .cl), the comments are, too.
set -u
if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(git ls-files ':!*/tests/*' '*.md' '*.yaml' 'handouts/*.tex' handouts/first-ten-minutes.txt \
        'labs/*.h' 'labs/*.cl' 'labs/*.cu' 'labs/*.c' 'kernels/*' 'grader/*.c' 'grader/*.h' '*.def' '*.js' '*.html' '*.sh' '*.py' '*.mk' Makefile \
        grader/adapters)
fi
texts=() code=() scripts=()
for file in "${files[@]}"; do
    case $file in
    labs/*/oracle.c | labs/*/runner.c | labs/shared/*) code+=("$file") ;;
    labs/* | kernels/*) texts+=("$file") ;;
    *.c | *.h | *.def) code+=("$file") ;;
    *.js | *.py | *.sh | *.mk | Makefile) scripts+=("$file") ;;
    handouts/STYLE.md) ;; # it quotes what it warns of
    *) texts+=("$file") ;;
    esac
done
found=0
while IFS=$'\t' read -r pattern advice; do
    case $pattern in '' | '#'*) continue ;; esac
    seen=$(
        grep -nHP -- "$pattern" /dev/null "${texts[@]}"
        grep -nHP -- "^(?!\s*(?:/[*/]|\*)).*\"[^\"]*(?:$pattern)" /dev/null "${code[@]}"
        grep -nHP -- "^(?!\s*(?:#|/[*/]|\*)).*[\"'][^\"']*(?:$pattern)" /dev/null "${scripts[@]}"
    )
    [ -z "$seen" ] || { printf '%s\n    write: %s\n' "$seen" "$advice" && found=1; }
done <scripts/words.txt
exit "$found"
