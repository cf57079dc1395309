#!/bin/bash
# Each lab's sequential baseline beside the best known, and beside what one core can read or copy; in one process, in turn:
#
#     [LAB=lab] [TURBOHIST=folder] [RUNS=21] [OUT=folder] [QUICK=1] grader/tests/baselines/bench.sh
#
# Writes baselines.csv to $OUT (build/bench/baselines), and prints it. `baseline_of_it` is the baseline's speed as a part of
# the row's. Baselines are built as `make speedup` builds what a speedup is a ratio to, for each n of measure.yaml, and the
# histograms' for 256 MiB of three kinds, too. labs/<lab>/best.c has the best known; TurboHist's is not here: TURBOHIST is a
# folder with its turbohist_.c (github.com/powturbo/TurboHist). Two minutes. QUICK=1 takes small inputs, and only shows that it works.
. scripts/lab.sh
[ -z "${LAB:-}" ] || require_lab bench
set -eu -o pipefail
turbohist=${TURBOHIST:-}
[ -z "$turbohist" ] || [ -e "$turbohist/turbohist_.c" ] || fail "TURBOHIST=$turbohist: there is no turbohist_.c in it"
[ -n "$turbohist" ] || echo "TurboHist: left out; TURBOHIST=… says where it is (github.com/powturbo/TurboHist)" >&2
out=${OUT:-$BUILD/bench/baselines} runs=${RUNS:-21} kinds=(uniform equal skewed) large=268435456
if [ -n "${QUICK:-}" ]; then
    runs=1 kinds=(skewed) large=65536
fi
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=grader/tests/baselines
read -ra best_build <<<'gcc -O3 -march=native'                                                    # request.c
read -ra common <<<'-std=gnu17 -D_GNU_SOURCE -DLOCKSTEP_MEASURE -w -fopenmp -falign-loops=32 -Igrader' # programs.c

# plan KEY: what measure.yaml says of it, a list without its brackets.
plan() { sed -n "s/^$1: *\[\{0,1\}\([^]#]*\)\]\{0,1\} *$/\1/p" "$labs/$lab/measure.yaml" | tr -d ,; }

build_best() { # the lab's best known, with TurboHist where it wants it
    local sources=("$labs/$lab/best.c")
    if grep -q turbohist.h "${sources[0]}"; then
        [ -n "$turbohist" ] || return 0
        sources+=("$turbohist/turbohist_.c")
    fi
    "${best_build[@]}" "${common[@]}" -fPIC -shared "${sources[@]}" -ldl -lm -o "$work/best.so"
}

# rows N DATA FLAGS: a line of the table for each program, with the baseline in baseline.so.
rows() {
    local best=- data
    [ ! -e "$work/best.so" ] || best=$work/best.so
    read -ra data <<<"$2"
    OPENBLAS_NUM_THREADS=1 "$work/time_baseline" "$runs" "$(($1 * bytes))" "$work/baseline.so" "$best" "$exercise" \
        "$size_key=$(($1 / size_unit))" "${data[@]}" | sed "s|^|$lab,$2,$1,$3,|"
}

one_lab() {
    local builds=("${best_build[*]}") sources flags n kind sizes
    bytes=$(plan element_bytes) size_key=$(plan size_key) size_unit=$(plan size_unit)
    size_key=${size_key:-n} size_unit=${size_unit:-1}
    read -ra sizes <<<"$(plan n)"
    [ -z "${QUICK:-}" ] || sizes=("${sizes[0]}")
    read -ra sources <<<"$(plan sequential)"
    if [ ${#sources[@]} -gt 0 ]; then # any exercise will do that has the same answer
        sources=("${sources[@]/#/$labs/$lab/}")
        exercise=$(sed -n 's/^ *- {name: \([a-z_]*\).*/\1/p; s/^exercises: \[\([a-z_]*\).*/\1/p' "$labs/$lab/measure.yaml" | head -n 1)
    else # an exercise, which the sheet compiles in more than one way
        builds=('gcc -O2' "${builds[@]}") sources=("$labs/$lab/runner.c" "${beside}solutions/$lab/"*.c)
        exercise=$(plan baseline)
    fi
    "${best_build[@]}" "${common[@]}" "-I$labs/$lab" "$here/time_baseline.c" grader/{lab/oracle,message_text,arena}.c \
        "$labs/$lab/oracle.c" -ldl -lm -o "$work/time_baseline"
    rm -f "$work/best.so"
    [ ! -e "$labs/$lab/best.c" ] || build_best
    for flags in "${builds[@]}"; do
        # shellcheck disable=SC2086 # a compiler and its options
        $flags "${common[@]}" -fPIC -shared "-I$labs/$lab" "${sources[@]}" -lm -o "$work/baseline.so"
        for n in "${sizes[@]}"; do
            rows "$n" "$(plan data)" "$flags"
        done
        [[ $lab = histogram-* ]] || continue
        for kind in "${kinds[@]}"; do
            rows $large "data=$kind" "$flags"
        done
    done
}

{
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# compiler: gcc $(gcc -dumpfullversion)"
    echo "# command: ${turbohist:+TURBOHIST=… }RUNS=$runs $here/bench.sh"
    echo "lab,data,n,build,program,gb_s,least_gb_s,most_gb_s,baseline_of_it"
    for lab in ${LAB:-$(all_labs)}; do
        [ ! -e "$labs/$lab/measure.yaml" ] || one_lab
    done
} >"$work/baselines.csv"
cp "$work/baselines.csv" "$out/"
# Not by column(1), which a machine that only measures may lack.
awk -F, '!/^#/ { printf "%-16s %-21s %-10s %-21s %-30s %10s %10s %10s %s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }' "$out/baselines.csv"
echo "$out/baselines.csv"
