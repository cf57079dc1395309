#!/bin/bash
# What the submissions that show.sh made and graded in FOLDER would take without a grader: the same compilers with the
# same flags on the same files, as many side by side as there are cores, and the programs' runs, of which the graded
# run kept the processor time. It prints both and their sum in seconds by the clock: the floor under show.sh.
#
#   [LAB=histogram-omp] grader/roster/bench/bare.sh FOLDER
# shellcheck disable=SC2016 # expanded by the inner shell
set -u
lab=${LAB:-histogram-omp} folder=${1:?usage: bare.sh FOLDER} build=${BUILD:-build}
measured=$folder/whole/measured.csv
[ -r "$measured" ] || { echo "bare.sh: $measured is not there: show.sh makes it" >&2; exit 2; }
make -s "$build/grader/roster/bench/build_script" || exit 2 # make knows it by the path that BUILD gives
build=$(realpath "$build") folder=$(realpath "$folder")
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT

for flavour in native machine; do
    mkdir "$out/$flavour"
    if [ $flavour = native ]; then beside=("$build"/kit/native/*.o); else beside=("$build"/openmp/{translate,library.bc,omp.h}); fi
    cp "${beside[@]}" "$build/labs/$lab/$flavour/runner.o" "$out/$flavour" || exit 2
    "$build/grader/roster/bench/build_script" "$lab" missing >"$out/$flavour/missing.ld" || exit 2
    # Only what compiles and links: no look at the preprocessed text and the symbols, which is the grader's own.
    "$build/grader/roster/bench/build_script" "$lab" "$flavour" |
        sed -E 's/^[^&]* -E [^&]* 2> \/dev\/null & //; s/nm [^&]*&& //g; s/; code=.*//' >"$out/$flavour/script" || exit 2
done

submission() { # folder
    local to flavour
    to=$(mktemp -d -p "$out") && cd "$1" || return
    for flavour in native machine; do
        sh -c "$(sed "s#/kit\>#$out/$flavour#g; s#/out/#$to/#g" "$out/$flavour/script")" || break
    done
    rm -rf "$to"
}
export -f submission
export out CPATH="$PWD/labs/$lab"
TIMEFORMAT='%R'
compilers=$({ time find "$folder/submissions" -mindepth 1 -maxdepth 1 -type d -print0 |
    xargs -0 -P "$(nproc)" -I '{}' bash -c 'submission "$1"' bare '{}' >/dev/null 2>"$out/errors"; } 2>&1)
awk -F, -v compilers="$compilers" -v cores="$(nproc)" '
    /processor time of the programs/ { programs += $3 }
    END { printf "bare: compilers %.1f s + programs %.1f s (processor time on %d cores) = %.1f s\n", compilers,
                 programs / cores, cores, compilers + programs / cores }' "$measured"
