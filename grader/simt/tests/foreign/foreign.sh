#!/bin/bash
# Other people's programs on the simulated GPU: what compiles, what runs, what is right, and why the rest is not.
#
# usage: foreign.sh FOLDER…
#
# Takes folders that are already there (NVIDIA's cuda-samples, Rodinia, HandsOnOpenCL, a course's repository) and fetches
# nothing. A folder below them with a main() is a program; where several sources have one, each is a program. Prints a
# line each, then the sums. "right": the program ended with status 0 and the detectors found nothing. Environment:
# LOCKSTEP (build/lockstep), SECONDS_EACH (20), WORKERS (processors), KEEP (a folder for programs and their output),
# EXTRA (more flags of the compiler).
# Status 0: all are right; 1: some are not; 2: it could not run.
# shellcheck disable=SC2317 # called through xargs
set -u
[ $# -gt 0 ] || { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
for folder in "$@"; do
    [ -d "$folder" ] || { echo "foreign: $folder is no folder" >&2; exit 2; }
done
LOCKSTEP=$(realpath "${LOCKSTEP:-build/lockstep}")
: "${SECONDS_EACH:=20}" "${WORKERS:=$(nproc)}" "${EXTRA:=}"
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
KEEP=$(realpath "${KEEP:-$scratch}")
mkdir -p "$KEEP"
export LOCKSTEP SECONDS_EACH EXTRA KEEP

has_main() { grep -qE '^[[:space:]]*(int|void)[[:space:]]+main[[:space:]]*\(|^[[:space:]]*main[[:space:]]*\(' "$1"; }

# included FOLDER: the sources there that others include: they are parts of those.
included() { cat "$1"/*.cu "$1"/*.cpp "$1"/*.cc "$1"/*.c 2>/dev/null | grep -oE '#[[:space:]]*include[[:space:]]*["<][^">]+\.(cu|cpp|cc|c)[">]' | sed -E 's/.*["<\/]([^">\/]+)[">]$/\1/'; }

# programs FOLDER: a line for each program: the folder, then its sources, with | between.
programs() {
    local folder sources mains others source parts
    # Kernels of OpenCL often lie above the programs of several languages that read them.
    { find "$1" -type f \( -name '*.cu' -o -name '*.cl' \) -printf '%h\n'
        find "$1" -type f -name '*.cl' -printf '%h\n' | sort -u | while read -r folder; do
            find "$folder" -mindepth 1 -maxdepth 1 -type d
        done; } | sort -u | while read -r folder; do
        parts=$(included "$folder")
        sources=() mains=() others=()
        for source in "$folder"/*.cu "$folder"/*.cpp "$folder"/*.cc "$folder"/*.c; do
            [ -f "$source" ] && ! grep -qxF "${source##*/}" <<<"$parts" && sources+=("$source")
        done
        for source in ${sources[@]+"${sources[@]}"}; do
            if has_main "$source"; then mains+=("$source"); else others+=("$source"); fi
        done
        for source in ${mains[@]+"${mains[@]}"}; do
            (IFS='|'; echo "$folder|$source${others[*]:+|${others[*]}}")
        done
    done
}

# includes FOLDER: -I for what programs of such collections expect: their own folder, and Common or inc above it.
includes() {
    local at=$1 name
    echo "-I$1"
    for _ in 1 2 3 4 5; do
        for name in Common common inc include C_common Cpp_common; do
            [ -d "$at/$name" ] && echo "-I$at/$name"
        done
        at=$(dirname "$at")
    done
}

why_not() { # LOG: its first error, without the path
    grep -m1 -oE '(error: |undefined reference to |fatal error: ).*' "$1" | cut -c1-110
}

# judge "FOLDER|SOURCE|…": one line: compiled, ran, right (yes, no or -), the program, why not.
judge() {
    local words folder name program flags library=() report status why=
    IFS='|' read -ra words <<<"$1"
    folder=${words[0]}
    name=${words[1]#"$TOP"/}
    program=$KEEP/$(tr '/ ' '__' <<<"${name%.*}")
    mapfile -t flags < <(includes "$folder")
    grep -qlE 'CL/(cl|opencl)|opencl\.h|cl\.hpp' "${words[@]:1}" "$folder"/*.h "$folder"/*.hpp 2>/dev/null && library=(-lOpenCL)
    grep -qlE 'include <omp\.h>' "${words[@]:1}" && flags+=(-Xcompiler -fopenmp)
    # shellcheck disable=SC2086 # flags
    if ! (cd "$folder" && timeout 300 "$LOCKSTEP" cc "${flags[@]}" $EXTRA "${words[@]:1}" ${library[@]+"${library[@]}"} -o "$program") >"$program.log" 2>&1; then
        echo "no|-|-|$name|$(why_not "$program.log")"
        return
    fi
    report=$program.report
    (cd "$folder" && timeout $((SECONDS_EACH * 2 + 10)) "$LOCKSTEP" simt --quiet --timeout "$SECONDS_EACH" -- "$program") </dev/null >"$program.out" 2>"$report"
    status=$?
    if grep -q 'the run was ended before' "$report" || [ "$status" -ge 124 ]; then
        echo "yes|no|-|$name|longer than $SECONDS_EACH seconds"
    elif grep -qE '^lockstep: the program (ended|was killed)' "$report"; then
        why=$(grep -m1 -E '^[a-z][a-z ]* in kernel |^not supported|^unnoticed error' "$report" || grep -m1 -E '^lockstep: the program (ended|was killed)' "$report")
        echo "yes|no|-|$name|$why"
    elif [ "$status" -ne 0 ]; then
        echo "yes|yes|no|$name|$(grep -m1 -E '^[a-z][a-z ]*( in kernel |$)' "$report")"
    else
        echo "yes|yes|yes|$name|"
    fi
}
export -f judge includes why_not

for folder in "$@"; do
    TOP=$(realpath "$folder")
    export TOP
    # shellcheck disable=SC2016 # expanded by the inner shell
    programs "$TOP" | tr '\n' '\0' | xargs -0 -r -P "$WORKERS" -I{} bash -c 'judge "$1"' _ {}
done | sort -t'|' -k4 >"$scratch/rows"
[ -s "$scratch/rows" ] || { echo "foreign: no program of CUDA or OpenCL is there" >&2; exit 2; }
awk -F'|' 'BEGIN { printf "%-9s %-4s %-6s %-50s %s\n", "compiled", "ran", "right", "program", "why not" }
    { printf "%-9s %-4s %-6s %-50s %s\n", $1, $2, $3, $4, $5; compiled += $1 == "yes"; ran += $2 == "yes"; right += $3 == "yes" }
    END { printf "\n%d programs: %d compiled, %d ran, %d right\n", NR, compiled, ran, right; exit right < NR }' "$scratch/rows"
