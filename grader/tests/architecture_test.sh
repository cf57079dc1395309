#!/bin/bash
# ARCHITECTURE.md is true: every path that it names in backquotes is there (NAME stands for any name), and every function,
# written with (), is defined in grader/.
. grader/tests/tap.sh
page=${1:-ARCHITECTURE.md}
# shellcheck disable=SC2016 # backquotes are what is looked for
mapfile -t named < <(sed '/^```/,/^```/d' "$page" | grep -o '`[^`]*`' | tr -d '`' | sort -u)

# A definition begins its line, and does not end with the line's semicolon.
defined() { grep -rqE --include='*.c' "^[a-z].*\b$1\([^;]*(\{|,)\$" grader; }
there() { compgen -G "${1//NAME/*}" >/dev/null; }

paths=0 functions=0
for name in "${named[@]}"; do
    if [[ $name =~ ^[a-z_0-9]+\(\)$ ]]; then
        functions=$((functions + 1))
        defined "${name%??}"
        ok $? "a function in grader/: $name"
    elif [[ $name =~ ^[A-Za-z][A-Za-z0-9_./-]*$ && $name == */* || $name =~ ^[A-Z]+\.md$ ]]; then
        paths=$((paths + 1))
        there "$name"
        ok $? "there: $name"
    fi
done
[ $paths -ge 20 ] && [ $functions -ge 5 ]
ok $? "paths and functions were found in it: $paths, $functions"
tap_end
