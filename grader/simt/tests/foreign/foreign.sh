#!/bin/bash
# Other people's programs on the simulated GPU: what compiles, what runs, what is right, and why the rest is not.
#
# usage: foreign.sh FOLDER…
#
# Takes folders that are already there (NVIDIA's cuda-samples, Rodinia, HandsOnOpenCL, a course's repository) and fetches
# nothing; it works in copies of them. A folder below them with a main() is a program; where several sources have one,
# each is a program. What has OpenCL and a Makefile is built by that, and so is CUDA that does not compile without one:
# the kit plays the toolkit. `arguments` beside this file tells what a program
# wants to be called with. Prints a line each, then the sums. "right": the program ended with status 0 and the detectors
# found nothing. Environment: LOCKSTEP (build/lockstep), SECONDS_EACH (20), WORKERS (processors), KEEP (a folder for
# programs and their output), EXTRA (more flags of the compiler), ARGUMENTS (a file in place of `arguments`), ONLY (a
# pattern of names).
# Status 0: all are right; 1: some are not; 2: it could not run.
# shellcheck disable=SC2317 # called through xargs
set -u
[ $# -gt 0 ] || { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
for folder in "$@"; do
    [ -d "$folder" ] || { echo "foreign: $folder is not a folder" >&2; exit 2; }
done
LOCKSTEP=$(realpath "${LOCKSTEP:-build/lockstep}")
: "${SECONDS_EACH:=20}" "${WORKERS:=$(nproc)}" "${EXTRA:=}"
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
KEEP=$(realpath "${KEEP:-$scratch}")
mkdir -p "$KEEP"
ARGUMENTS=$(realpath "${ARGUMENTS:-$(dirname "$0")/arguments}")
export LOCKSTEP SECONDS_EACH EXTRA KEEP ARGUMENTS
# Compilers as they were some years ago.
OLDER=$scratch/older
export OLDER
mkdir "$OLDER"
printf '#!/bin/sh\nexec %s -std=gnu++98 -fpermissive "$@"\n' "$(command -v g++)" >"$OLDER/g++"
printf '#!/bin/sh\nexec %s -fcommon "$@"\n' "$(command -v gcc)" >"$OLDER/gcc"
chmod +x "$OLDER/g++" "$OLDER/gcc"
# The kit as Makefiles know a toolkit.
TOOLKIT=$scratch/toolkit
export TOOLKIT
mkdir -p "$TOOLKIT/bin" "$TOOLKIT/lib64"
printf '#!/bin/sh\nexec %s cc "$@"\n' "$LOCKSTEP" >"$TOOLKIT/bin/nvcc"
chmod +x "$TOOLKIT/bin/nvcc"
ln -s "$(dirname "$LOCKSTEP")/cuda/include" "$TOOLKIT/include"
ln -s lib64 "$TOOLKIT/lib"
for library in cudart cudart_static cuda cudadevrt curand cublas cufft cusparse nvrtc; do
    ln -s "$(dirname "$LOCKSTEP")/liblockstep_cudart.a" "$TOOLKIT/lib64/lib$library.a"
done
opencl='CL/(cl|opencl)|opencl\.h|cl\.hpp'
export opencl

has_main() { grep -qE '^[[:space:]]*(int|void)[[:space:]]+main[[:space:]]*\(|^[[:space:]]*main[[:space:]]*\(' "$1"; }

# has_opencl FOLDER: whether a program that calls OpenCL is there.
has_opencl() {
    local source
    grep -qsE "$opencl" "$1"/*.c "$1"/*.cpp "$1"/*.cc "$1"/*.h "$1"/*.hpp || return 1
    for source in "$1"/*.c "$1"/*.cpp "$1"/*.cc; do
        [ -f "$source" ] && has_main "$source" && return 0
    done
    return 1
}

# included FOLDER: the sources there that others include: they are parts of those.
included() { cat "$1"/*.cu "$1"/*.cpp "$1"/*.cc "$1"/*.c 2>/dev/null | grep -oE '#[[:space:]]*include[[:space:]]*["<][^">]+\.(cu|cpp|cc|c)[">]' | sed -E 's/.*["<\/]([^">\/]+)[">]$/\1/'; }

# mains FOLDER: a line for each program: the folder, then its sources, with | between.
mains() {
    local source parts sources=() mains=() others=()
    parts=$(included "$1")
    for source in "$1"/*.cu "$1"/*.cpp "$1"/*.cc "$1"/*.c; do
        [ -f "$source" ] && ! grep -qxF "${source##*/}" <<<"$parts" && sources+=("$source")
    done
    for source in ${sources[@]+"${sources[@]}"}; do
        if has_main "$source"; then mains+=("$source"); else others+=("$source"); fi
    done
    for source in ${mains[@]+"${mains[@]}"}; do
        (IFS='|'; echo "$1|$source${others[*]:+|${others[*]}}")
    done
}

# programs FOLDER: those of all folders below; what a Makefile builds is "folder|Makefile".
programs() {
    local folder
    # Kernels of OpenCL often lie above the programs that read them, or inside of them as text.
    { find "$1" -type f \( -name '*.cu' -o -name '*.cl' \) -printf '%h\n'
        grep -rlE --include='*.c' --include='*.cpp' --include='*.cc' --include='*.h' --include='*.hpp' "$opencl" "$1" | xargs -r -d '\n' dirname
    } | sort -u | while read -r folder; do
        # Beside CUDA's programs one Makefile seldom builds all: each is compiled by itself.
        if has_opencl "$folder" && [ -f "$folder/Makefile" ] && [ -z "$(find "$folder" -maxdepth 1 -name '*.cu')" ]; then
            echo "$folder|Makefile"
        else
            mains "$folder"
        fi
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

# asks NAME: what to call the program with, and what to do before it is built: the first row of `arguments` that fits.
asks() {
    local pattern arguments before
    while IFS='|' read -r pattern arguments before; do
        # shellcheck disable=SC2254 # a pattern
        case $pattern in '#'* | '') continue ;; esac
        # shellcheck disable=SC2053 # a pattern
        [[ $1 == *$pattern ]] && { echo "${arguments# }"; echo "${before# }"; return; }
    done <"$ARGUMENTS"
    printf '\n\n'
}

# make_all FOLDER LOG: its own Makefile, with today's compiler or as it was some years ago. Prints the programs.
make_all() {
    touch "$2.before"
    (cd "$1" && timeout 300 make) </dev/null >"$2" 2>&1 || (cd "$1" && PATH=$OLDER:$PATH timeout 300 make -k) </dev/null >"$2" 2>&1
    find "$1" -type f -newer "$2.before" -perm -u+x ! -name '*.so' ! -name '*.o' -print | sort
}

# make_cuda FOLDER LOG: its own Makefile, once, with the kit in the toolkit's place. Prints the programs.
make_cuda() {
    [ -f "$1/Makefile" ] && mkdir "$1/.made" 2>/dev/null || return
    touch "$2.before"
    (cd "$1" && PATH=$TOOLKIT/bin:$PATH timeout 300 make -k NVCC=nvcc CUDA_PATH="$TOOLKIT" CUDA_HOME="$TOOLKIT" CUDA_DIR="$TOOLKIT" \
        CUDA_INSTALL_PATH="$TOOLKIT" CUDA_LIB_DIR="$TOOLKIT/lib64") </dev/null >"$2.made" 2>&1
    find "$1" -type f -newer "$2.before" -perm -u+x ! -name '*.so' ! -name '*.o' -print | sort
}

# compile FOLDER LOG PROGRAM SOURCE…: with the kit's compiler; with the sources of common folders, too, if that does not link.
compile() {
    local folder=$1 log=$2 program=$3 flags library=() common
    shift 3
    mapfile -t flags < <(includes "$folder")
    grep -qsE "$opencl" "$@" "$folder"/*.h "$folder"/*.hpp && library=(-lOpenCL -lm)
    grep -qlE 'include [<"]omp\.h' "$@" && flags+=(-Xcompiler -fopenmp)
    mapfile -t common < <(includes "$folder" | sed 1d | cut -c3- | while read -r common; do
        for source in "$common"/*.c "$common"/*.cpp; do [ -f "$source" ] && ! has_main "$source" && echo "$source"; done
    done)
    # shellcheck disable=SC2086 # flags
    (cd "$folder" && timeout 300 "$LOCKSTEP" cc "${flags[@]}" $EXTRA "$@" ${library[@]+"${library[@]}"} -o "$program") >"$log" 2>&1 && return
    # shellcheck disable=SC2086 # flags
    [ ${#common[@]} -gt 0 ] && grep -q 'undefined reference' "$log" &&
        (cd "$folder" && timeout 300 "$LOCKSTEP" cc "${flags[@]}" $EXTRA "$@" "${common[@]}" ${library[@]+"${library[@]}"} -o "$program") >"$log.common" 2>&1
}

# home FOLDER SOURCE…: where the program finds the files with kernels that it names: there, or above.
home() {
    local folder=$1 at=$1 name names
    shift
    mapfile -t names < <(grep -ohE '"[^"[:space:]]+\.cl"' "$@" | tr -d '"' | sort -u)
    for _ in 1 2 3 4 5; do
        for name in ${names[@]+"${names[@]}"}; do
            [ -f "$at/$name" ] && { echo "$at"; return; }
        done
        [ "$at" = "$TOP" ] && break
        at=$(dirname "$at")
    done
    echo "$folder"
}

# run FOLDER NAME PROGRAM KEPT ARGUMENTS: one line: compiled, ran, right (yes, no or -), the program, why not.
run() {
    local report=$4.report status why
    # shellcheck disable=SC2086 # arguments
    (cd "$1" && timeout $((SECONDS_EACH * 2 + 10)) "$LOCKSTEP" simt --quiet --timeout "$SECONDS_EACH" -- "$3" $5) </dev/null >"$4.out" 2>"$report"
    status=$?
    if grep -q 'the run was ended before' "$report" || [ "$status" -ge 124 ]; then
        echo "yes|no|-|$2|longer than $SECONDS_EACH seconds"
    elif grep -qE 'lockstep: the program (ended|was killed)' "$report"; then
        why=$(grep -m1 -E '^[a-z][a-z ]* in kernel |^not supported|^unnoticed error' "$report" || grep -m1 -E '^lockstep: the program (ended|was killed)' "$report")
        echo "yes|no|-|$2|$why"
    elif [ "$status" -ne 0 ]; then
        echo "yes|yes|no|$2|$(grep -m1 -E '^[a-z][a-z ]*( in kernel |$)' "$report")"
    else
        echo "yes|yes|yes|$2|"
    fi
}

# judge "FOLDER|SOURCE|…" or "FOLDER|Makefile": a line for each of its programs.
judge() {
    local words folder name kept asked programs program
    IFS='|' read -ra words <<<"$1"
    folder=${words[0]}
    name=${words[1]#"$TOP"/}
    [ "${words[1]}" = Makefile ] && name=${folder#"$TOP"}/ && name=${name#/}
    kept=$KEEP/$(tr '/ ' '__' <<<"${name%.*}")
    mapfile -t asked < <(asks "$name")
    [ -z "${asked[1]}" ] || (cd "$folder" && eval "${asked[1]}") >"$kept.before" 2>&1
    if [ "${words[1]}" = Makefile ]; then
        mapfile -t programs < <(make_all "$folder" "$kept.log")
        if [ ${#programs[@]} -eq 0 ] && [ "$(mains "$folder" | wc -l)" -eq 1 ]; then
            judge "$(mains "$folder")"
        elif [ ${#programs[@]} -eq 0 ]; then
            echo "no|-|-|$name|$(why_not "$kept.log")"
        fi
        for program in ${programs[@]+"${programs[@]}"}; do
            name=${program#"$TOP"/}
            mapfile -t asked < <(asks "$name")
            run "$folder" "$name" "$program" "$KEEP/$(tr '/ ' '__' <<<"$name")" "${asked[0]}"
        done
    elif compile "$folder" "$kept.log" "$kept" "${words[@]:1}"; then
        run "$(home "$folder" "${words[@]:1}")" "$name" "$kept" "$kept" "${asked[0]}"
    else
        mapfile -t programs < <(make_cuda "$folder" "$kept.log")
        [ ${#programs[@]} -gt 0 ] || echo "no|-|-|$name|$(why_not "$kept.log")"
        for program in ${programs[@]+"${programs[@]}"}; do
            name=${program#"$TOP"/}
            mapfile -t asked < <(asks "$name")
            run "$folder" "$name" "$program" "$KEEP/$(tr '/ ' '__' <<<"$name")" "${asked[0]}"
        done
    fi
}
export -f judge mains included includes why_not asks make_all make_cuda compile home run has_main

for folder in "$@"; do
    TOP=$scratch/$(basename "$(realpath "$folder")")
    # Makefiles of a part of a collection may ask for what all parts share.
    [ -d "$folder/../common" ] && [ "${TOP##*/}" != common ] && cp -r "$folder/../common" "$scratch/"
    mkdir "$TOP" && tar c -C "$folder" --exclude=.git . | tar x -C "$TOP" || exit 2
    export TOP
    # shellcheck disable=SC2016 # expanded by the inner shell
    programs "$TOP" | grep -E "${ONLY:-.}" | tr '\n' '\0' | xargs -0 -r -P "$WORKERS" -I{} bash -c 'judge "$1"' _ {}
done | sort -t'|' -k4 >"$scratch/rows"
[ -s "$scratch/rows" ] || { echo "foreign: no program of CUDA or OpenCL is there" >&2; exit 2; }
awk -F'|' 'BEGIN { printf "%-9s %-4s %-6s %-50s %s\n", "compiled", "ran", "right", "program", "why not" }
    { printf "%-9s %-4s %-6s %-50s %s\n", $1, $2, $3, $4, $5; compiled += $1 == "yes"; ran += $2 == "yes"; right += $3 == "yes" }
    END { printf "\n%d programs: %d compiled, %d ran, %d right\n", NR, compiled, ran, right; exit right < NR }' "$scratch/rows"
