#!/bin/bash
# test: once
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

# CONTRIBUTING.md's words and tree are whole, too.
lists() { # pattern of a name, names
    local pattern=$1 name
    shift
    for name in "$@"; do
        # shellcheck disable=SC2059 # a pattern with one %s
        grep -qE -- "$(printf "$pattern" "$name")" CONTRIBUTING.md || { echo "CONTRIBUTING.md does not name $name" && return 1; }
    done
}
mapfile -t verdicts < <(sed -n 's/^ *\[VERDICT_.*\] = "\(.*\)",/\1/p' grader/verdict_names.c)
mapfile -t rooms < <(cd grader && printf '%s\n' */)
mapfile -t kinds < <(sed -n 's/.*X([A-Z]*, \.name = "\([a-z]*\)".*/\1/p' grader/lab/kinds.h)
# shellcheck disable=SC2016 # backquotes are what is looked for
{
    check "CONTRIBUTING.md lists all ${#verdicts[@]} verdicts" lists '`%s`' "${verdicts[@]}"
    check "… all ${#rooms[@]} folders of the grader" lists '(^  | )%s' "${rooms[@]}"
    check "… and all ${#kinds[@]} kinds of checks" lists '`%s`' "${kinds[@]}"
}
tap_end
