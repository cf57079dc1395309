#!/bin/bash
# test: long once
# The machine against a real GPU, with no GPU: the kernels run here, and what they compute and what they cost must be
# what an H200 computed and what Nsight Compute counted there (output.txt, counters.csv). Each counter that differs must be
# explained in misses.txt, and no explanation may be left over.
# shellcheck disable=SC2317 # called through check
. grader/tests/tap.sh
. grader/simt/tests/programs.sh
: "${LOCKSTEP:=build/lockstep}"
: "${COMPARE:=build/grader/simt/tests/hardware/compare}"
here=grader/simt/tests/hardware
labs="reduction histogram minmax stencil"
make_scratch

names=$(cd "$here/kernels" && printf '%s\n' *.cu | sed 's/\.cu$//')

# measure FRONT: runs all programs, compiled by clang or nvcc; reports to $scratch/FRONT.
measure() {
    local front=$1 name source path FRONT=${1/clang/}
    mkdir -p "$scratch/$front"
    for name in $names; do
        source=$here/kernels/$name.cu
        compiled "$source" || return 1
        path=$(program "$source")
        "$LOCKSTEP" simt --quiet --json "$scratch/$front/$name.json" -- "$path" \
            >"$scratch/$front/$name.out" 2>"$scratch/$front/$name.report" || return 1
    done
}

# pairs FRONT PROGRAM...: the arguments that compare takes.
pairs() {
    local front=$1 program
    shift
    for program in "$@"; do
        printf '%s %s ' "$program" "$scratch/$front/$program.json"
    done
}

judge() {
    local front=$1 least=$2 others equal all
    others=$(grep -vxF "$(tr ' ' '\n' <<<"$labs")" <<<"$names")
    check "$front: the kernels run without a finding" measure "$front" || return
    cat "$scratch/$front"/*.out >"$scratch/$front.output"
    check "$front: they compute the H200's bits" diff "$here/output.txt" "$scratch/$front.output"
    # shellcheck disable=SC2046,SC2086 # words
    "$COMPARE" "$here/counters.csv" $(pairs "$front" $labs) >"$scratch/$front.labs"
    check "$front: every counter of the labs' kernels is the hardware's" \
        awk '/^differs/ { bad = 1; print } END { exit bad }' "$scratch/$front.labs"
    # shellcheck disable=SC2046,SC2086
    "$COMPARE" "$here/counters.csv" $(pairs "$front" $others) >"$scratch/$front.others"
    read -r _ equal _ all < <(tail -n 1 "$scratch/$front.others")
    echo "# $front: labs $(tail -n 1 "$scratch/$front.labs"), others equal $equal of $all"
    ok $((100 * equal >= least * all ? 0 : 1)) "$front: at least $least % of the other counters are the hardware's"
    sed -nE "s/^differs +([^:]*):.*/$front \1/p" "$scratch/$front.labs" "$scratch/$front.others" | sort >"$scratch/$front.found"
    grep -E "^$front " "$here/misses.txt" | sed 's/ *:.*//' | sort >"$scratch/$front.explained"
    check "$front: each difference is explained in misses.txt, and nothing else is" \
        diff "$scratch/$front.explained" "$scratch/$front.found"
}

# Branch-level efficiency against the hardware's threads per instruction, where no branch can be predicated away and
# the assembler leaves the loops as they are.
efficiency() {
    "$COMPARE" --efficiency "$here/counters.csv" divergence "$scratch/clang/divergence.json" >"$scratch/efficiency"
    awk '/^(collatz|trip_counts|early_exit|binary_search|mandelbrot) / { seen++; if ($4 < -10 || $4 > 10) bad = 1; print }
        END { exit bad || seen != 5 }' "$scratch/efficiency"
}

[ -x "$COMPARE" ] || { ok 1 "$COMPARE is there: make $COMPARE builds it"; tap_end; exit; }
judge clang 90
check "branch-level efficiency lies within 10 % of the hardware's threads per instruction" efficiency
if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
    judge nvcc 95
else
    skip "nvcc: the same with nvcc's PTX" "nvcc is not on this machine"
fi

# What the H200 and compute-sanitizer said of the triples, held against their comments, which triples_test.sh holds
# against the machine.
printed() {
    local digest name here_too differs=0
    while read -r digest name; do
        here_too=$(expected "$name" | sed '/^--$/,$d' | sha256sum)
        [[ $here_too = "$digest"* ]] || { echo "$name prints something else on the H200"; differs=1; }
    done <"$here/programs.sha256"
    return "$differs"
}

# Which programs the machine and compute-sanitizer judge differently: "here" where the machine alone raises an alarm, "there"
# where a tool alone does.
judged_differently() {
    local program tools here_too there
    while IFS=, read -r program tools; do
        there=no here_too=no
        grep -qE 'yes|hangs' <<<"$tools" && there=yes
        [ "$(expected "$program" | sed '0,/^--$/d')" = "status 0" ] || here_too=yes
        case $here_too,$there in
        yes,no) echo "here $program" ;;
        no,yes) echo "there $program" ;;
        esac
    done < <(tail -n +2 "$here/sanitizer.csv")
}
found() {
    diff <(sed 's/ *:.*//' "$here/sanitizer.txt" | sort) <(judged_differently | sort)
}

# No planted bug that a tool finds may go unnoticed here, and no clean twin may raise an alarm.
twins() {
    ! judged_differently | grep -vE '^there .*_fixed$|^there race/harmless$' | grep -E '^there |_fixed$'
}

# accuracy/mathematics.csv: how far each function is from the true value, there and here.
mathematics() {
    local path
    path=$(program "$here/accuracy/mathematics.cu" '')
    compiled "$here/accuracy/mathematics.cu" '' && "$LOCKSTEP" simt --quiet --no-detect -- "$path" >"$scratch/mathematics" &&
        diff <(grep -v '^#' "$here/accuracy/mathematics.csv" | tail -n +2 | cut -d, -f1-5,7) "$scratch/mathematics"
}
check "mathematical functions err as mathematics.csv says" mathematics
check "the triples print what they printed on the H200" printed
check "where compute-sanitizer judges otherwise, sanitizer.txt says why, and nowhere else" found
check "what compute-sanitizer finds is found; clean twins raise no alarm" twins
tap_end
