#!/bin/bash
# How the parts of grader/ lean on each other.
#
#   scripts/includes.sh [list]      counts; with `list`, says where
#
# - Includes that point upwards: from a room to one that stands after it in grader/layers.txt.
# - Circles of files: each needs a function or a table of the next, and the last of the first. Read from the objects
#   (nm) of the build folder BUILD, so the grader must have been built.
# Tests are left out; a folder that is not listed counts with the one above it. Exit status 1 when an include points
# upwards or there is a circle.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
layers=${LAYERS:-grader/layers.txt}

# What belongs to the grader: no tests, no fuzzing.
files() { git ls-files "$@" | grep -vE '/(tests|fuzz|selftest|include)/'; }

# FROM TO of each include of another file of ours, both from the top.
includes() {
    files 'grader/*.c' 'grader/*.h' | xargs grep -HoE '^ *# *include "[^"]+"' | tr -d '"' | sed -E 's/: *# *include +/ /' |
        while read -r from to; do
            for folder in "${from%/*}" grader grader/run; do # as -I has them
                [ -e "$folder/$to" ] && echo "$from $folder/$to" && break
            done
        done | awk '{ while (sub("[^/.]+/[.][.]/", "", $2)) { } print }'
}

# FROM TO of those that point upwards.
upwards() {
    includes | awk '
        function level(path) {
            for (; path != ""; path = path ~ "/" ? substr(path, 1, match(path, "/[^/]*$") - 1) : "")
                if (path in order) return order[path]
            return 0
        }
        FILENAME != "-" { if ($1 ~ "^grader") order[$1] = ++rooms; next }
        { a = level($1); b = level($2); if (a < b || !a || !b) print }' "$layers" -
}

# "SOURCE defines|needs SYMBOL" for the objects below a folder of the build.
symbols() {
    local below=$1 source object objects=()
    while read -r source; do
        for object in "$below/${source%.c}".o "$below/${source%.c}"_{portable,v3}.o; do
            [ -e "$object" ] && objects+=("$object")
        done
    done < <(files 'grader/*.c')
    [ ${#objects[@]} -eq 0 ] || nm -A "${objects[@]}" | awk -v skip="${#below}" '
        { split($0, part, ":"); source = substr(part[1], skip + 2); sub("(_portable|_v3)?[.]o$", ".c", source) }
        NF == 3 && $2 == "U" { print source, "needs", $3 }
        NF == 3 && $2 ~ /^[TDBRVWC]$/ { print source, "defines", $3 }'
}

# The files of each circle, in a line, as tsort finds them.
circles() {
    symbols "$1" | awk '
        $2 == "defines" { owner[$3] = $1; next }
        { from[++needs] = $1; symbol[needs] = $3 }
        END { for (i = 1; i <= needs; i++) if (symbol[i] in owner) print from[i], owner[symbol[i]] }' |
        LC_ALL=C tsort 2>&1 >/dev/null | awk '
            / input contains a loop:$/ { if (files != "") print files; files = ""; next }
            { files = files " " $2 }
            END { if (files != "") print files }'
}

[ -e "$build/liblockstep.a" ] || { echo "includes.sh: nothing is built in $build (make $build/lockstep)" >&2; exit 2; }
up=$(upwards)
# The grader, and the libraries in students' processes, which are compiled by themselves.
found=$(for below in "$build" "$build/plain" "$build/cudart" "$build/icd"; do circles "$below"; done | sort -u)
if [ "${1:-}" = list ]; then
    [ -n "$up" ] && sed 's/^/upwards /' <<<"$up"
    [ -n "$found" ] && sed 's/^/circle /' <<<"$found"
fi
echo "$(grep -c . <<<"$up") includes point upwards; $(grep -c . <<<"$found") circles of files"
[ -z "$up$found" ]
