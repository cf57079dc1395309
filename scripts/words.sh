#!/bin/bash
# Looks in texts for readers for the words that scripts/words.txt lists: contracts, lab.yaml, messages, READMEs, handouts.
# Prints each with its place and what to write instead. Exit status: 1 when there is one. Arguments: files to look at
# instead of those texts. Of a .c or .def file only the string literals are for readers.
set -u
if [ $# -gt 0 ]; then
    files=("$@")
else
    mapfile -t files < <(git ls-files ':!*/tests/*' 'labs/*/*.h' 'labs/*/lab.yaml' 'labs/*/README.md' '*.def' 'grader/cli/*.c' 'grader/check/*.c' \
        'grader/report/*.c' 'labs/*/oracle.c' README.md \
        CONTRIBUTING.md ARCHITECTURE.md SECURITY.md 'handouts/*.tex' handouts/README.md)
fi
texts=() code=()
for file in "${files[@]}"; do
    case $file in *.c | *.def) code+=("$file") ;; *) texts+=("$file") ;; esac
done
found=0
while IFS=$'\t' read -r pattern advice; do
    case $pattern in '' | '#'*) continue ;; esac
    seen=$(grep -nHP -- "$pattern" /dev/null "${texts[@]}"; grep -nHP -- "\"[^\"]*(?:$pattern)" /dev/null "${code[@]}")
    [ -z "$seen" ] || { printf '%s\n    write: %s\n' "$seen" "$advice" && found=1; }
done <scripts/words.txt
exit "$found"
