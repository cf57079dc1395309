#!/bin/bash
# The machine's verdict on each C program of a folder of DataRaceBench (its micro-benchmarks), whose names tell the
# truth: *-yes.c holds a race, *-no.c holds none. Prints a table and the accuracy; without a folder it is unavailable.
#
#   grader/simt/openmp/tests/dataracebench.sh [--threads 2,4,7,180] [--schedules order,reversed,turns,1,2,3] [--peer]
#       [--most INSTRUCTIONS] [--budget INSTRUCTIONS] [--jobs 2] [--output FOLDER] [--only NAME] [--repeat N] [FOLDER]
#
# A *-var-* program without a race runs once more, with the argument 20000. A program with long runs gets fewer of them: none begins after --most instructions.
# A run ends after --budget of them; where a race is known already, after twice what the longest run took that ended, and a million more.
# --repeat does all of it N times, from the source on, and fails when a table differs from the first one, byte for byte.
# --peer also runs each program three times under ThreadSanitizer with Archer (clang's), on 4 threads.
set -u
cd "$(dirname "$0")/../../../.." || exit
build=${BUILD:-build}
PATH=$(cat "$build/llvm")/bin:$PATH # the clang that the kit was built with
most=60000000 budget=4000000000 threads=2,4,7,180 schedules=order,reversed,turns,1,2,3 peer=no jobs=2 repeat=1 only='' folder=${DATARACEBENCH:-}
out=$build/openmp/dataracebench
while [ $# -gt 0 ]; do
    case $1 in
        --threads) threads=$2 && shift ;;
        --schedules) schedules=$2 && shift ;;
        --budget) budget=$2 && shift ;;
        --most) most=$2 && shift ;;
        --jobs) jobs=$2 && shift ;;
        --output) out=$2 && shift ;;
        --only) only=$2 && shift ;;
        --repeat) repeat=$2 && shift ;;
        --peer) peer=yes ;;
        *) folder=$1 ;;
    esac
    shift
done
[ -d "$folder/micro-benchmarks" ] && folder=$folder/micro-benchmarks
if ! compgen -G "$folder/DRB*.c" >/dev/null; then
    echo "unavailable: no folder of DataRaceBench (name its micro-benchmarks, or set DATARACEBENCH)"
    exit 0
fi
if [ ! -x "$build/openmp/watch" ]; then
    echo "unavailable: $build/openmp/watch is not built (make $build/openmp/watch)"
    exit 0
fi
mkdir -p "$out"
mapfile -t flags < <(grep -v '^#' grader/simt/openmp/clang.flags | tr ' ' '\n')
options=(--library "$build/openmp/library.bc")
[ -e grader/simt/openmp/answered.names ] && options+=(--answered grader/simt/openmp/answered.names)
polybench=$folder/utilities/polybench.c
[ -e "$polybench" ] || polybench=$folder/polybench/polybench.c

# Processor time is what ends it: the verdict does not hang on what else the computer does.
watch() { (ulimit -t 300 && "$build/openmp/watch" -b "$budget" "$@" 2>&1 | tail -n 1); }

# The verdict of the machine, in one line: race, clean, other, stopped, or untranslated, and why.
machine() {
    local source=$1 name helpers=()
    name=$(basename "$source" .c)
    grep -q polybench "$source" && helpers=("$out/polybench.bc")
    if ! why=$(clang "${flags[@]}" -w -DPOLYBENCH_NO_FLUSH_CACHE -I"$folder" -I"$(dirname "$polybench")" "$source" \
        -o "$out/$name.bc" 2>&1); then
        echo "untranslated 0 0 0 $(head -n 1 <<<"$why")"
    elif ! why=$("$build/openmp/translate" "${options[@]}" --entry main "$out/$name.bc" "${helpers[@]}" \
        -o "$out/$name.ptx" 2>&1); then
        echo "untranslated 0 0 0 $(head -n 1 <<<"$why")"
    else
        verdict=$(watch -m "$most" -t "$threads" -s "$schedules" "$out/$name.ptx")
        # Programs of variable size show what only a large one does.
        if [[ $name == *-var-* && $verdict == clean* ]]; then
            verdict=$(watch -t 4 "$out/$name.ptx" 20000)
        fi
        echo "${verdict:-stopped 0 0 0 no time left}"
    fi
}

# race or clean, by ThreadSanitizer with Archer, in any of three runs.
native() {
    local source=$1 name found=clean helpers=() archer
    name=$(basename "$source" .c)
    grep -q polybench "$source" && helpers=("$polybench")
    archer=$(compgen -G "/usr/lib/llvm-*/lib/libarcher.so" | sort -V | tail -n 1)
    clang -g -O1 -w -fopenmp -fsanitize=thread -I"$folder" -I"$(dirname "$polybench")" "$source" "${helpers[@]}" -lm \
        -o "$out/$name.tsan" 2>/dev/null || { echo unbuilt && return; }
    for _ in 1 2 3; do
        OMP_NUM_THREADS=4 OMP_TOOL_LIBRARIES=$archer TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66" \
            timeout 60 "$out/$name.tsan" >/dev/null 2>"$out/$name.native"
        grep -q "WARNING: ThreadSanitizer: data race" "$out/$name.native" && found=race
    done
    echo "$found"
}

one() {
    local source=$1 name
    name=$(basename "$source" .c)
    machine "$source" >"$out/$name.verdict"
    [ "$peer" = yes ] && native "$source" >"$out/$name.peer"
    rm -f "$out/$name.bc" "$out/$name.tsan"
}

grep -lq polybench "$folder"/DRB*.c && clang "${flags[@]}" -w -DPOLYBENCH_NO_FLUSH_CACHE -I"$(dirname "$polybench")" \
    "$polybench" -o "$out/polybench.bc"
# What the machine says of all programs, on $jobs cores.
judge_all() {
    for source in "$folder"/"${only:-DRB}"*.c; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        one "$source" &
    done
    wait
}

# The table, and what it comes to; $1: yes has the peer's answers, too.
tabulate() {
    right=0 all=0 missed=0 false=0 ran=0 peer_right=0
    for source in "$folder"/"${only:-DRB}"*.c; do
        name=$(basename "$source" .c)
        truth=clean
        [[ $name == *-yes ]] && truth=race
        read -r verdict runs races _ cause <"$out/$name.verdict"
        answer=clean
        [ "$verdict" = race ] && answer=race
        all=$((all + 1))
        [ "$runs" -gt 0 ] && [ "$verdict" != stopped ] && ran=$((ran + 1))
        mark=
        if [ "$answer" = "$truth" ] && [ "$verdict" != stopped ] && [ "$verdict" != untranslated ]; then
            right=$((right + 1))
        elif [ "$truth" = race ]; then
            missed=$((missed + 1)) mark=missed
        elif [ "$answer" = race ]; then
            false=$((false + 1)) mark="false alarm"
        else
            mark="not run"
        fi
        beside=
        if [ "$1" = yes ]; then
            beside=$(cat "$out/$name.peer")
            [ "$beside" = "$truth" ] && peer_right=$((peer_right + 1))
        fi
        printf '%-52s %-5s %-12s %3d/%-3d %-8s %s\n' "$name" "$truth" "$verdict" "$races" "$runs" "$beside" \
            "${mark:+[$mark] }$cause"
    done
    printf '%d programs, %d run, %d told right, %d races missed, %d false alarms: accuracy %s\n' "$all" "$ran" "$right" \
        "$missed" "$false" "$(awk "BEGIN { printf \"%.3f\", $right / $all }")"
}

seconds=$SECONDS
judge_all
tabulate "$peer" >"$out/table"
cat "$out/table"
[ "$peer" = yes ] && printf 'ThreadSanitizer with Archer: %d told right: accuracy %s\n' "$peer_right" \
    "$(awk "BEGIN { printf \"%.3f\", $peer_right / $all }")"
good=no
[ "$false" -eq 0 ] && awk "BEGIN { exit !($right / $all >= 0.97) }" && good=yes
echo "one pass took $((SECONDS - seconds)) s on $jobs cores"

tabulate no >"$out/table.1"
peer=no
for ((pass = 2; pass <= repeat; pass++)); do
    judge_all
    tabulate no >"$out/table.$pass"
    if ! diff "$out/table.1" "$out/table.$pass"; then
        echo "pass $pass told otherwise than the first"
        good=no
    fi
done
[ "$repeat" -eq 1 ] || [ "$good" = no ] || echo "$repeat passes, the same table each time"
[ "$good" = yes ]
