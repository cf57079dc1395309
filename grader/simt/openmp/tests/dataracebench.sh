#!/bin/bash
# What `lockstep cc -fopenmp` and `lockstep simt` say of each C program of DataRaceBench, whose names tell the truth:
# *-yes.c holds a race, *-no.c holds none. Prints a table and the accuracy; without a folder it is unavailable.
#
#   grader/simt/openmp/tests/dataracebench.sh [--only NAME] [--repeat N] [--jobs 2] [--output FOLDER] [FOLDER]
#
# --only: programs whose names begin so. --repeat does all of it N times, and fails when a table differs from the first.
# A *-var-* program that shows nothing runs once more, with the argument 20000.
set -u
cd "$(dirname "$0")/../../../.." || exit
jobs=2 repeat=1 only=DRB folder=${DATARACEBENCH:-} out=${BUILD:-build}/openmp/dataracebench
while [ $# -gt 0 ]; do
    case $1 in
        --jobs) jobs=$2 && shift ;;
        --output) out=$2 && shift ;;
        --only) only=$2 && shift ;;
        --repeat) repeat=$2 && shift ;;
        *) folder=$1 ;;
    esac
    shift
done
[ -d "$folder/micro-benchmarks" ] && folder=$folder/micro-benchmarks
if ! compgen -G "$folder/DRB*.c" >/dev/null; then
    echo "unavailable: no folder of DataRaceBench (name its micro-benchmarks, or set DATARACEBENCH)"
    exit 0
fi
mkdir -p "$out"
lockstep=$(realpath "${BUILD:-build}/lockstep")
for polybench in "$folder"/{utilities,polybench}/polybench.c; do [ -e "$polybench" ] && break; done

# The verdict of the command: race, clean, other or unbuilt, and the first finding's kind and lines.
judge() {
    local source=$1 name program helpers=() words=() status
    name=$(basename "$source" .c)
    program=$out/$name
    grep -q polybench "$source" && helpers=("$polybench")
    if ! "$lockstep" cc -fopenmp -w -DPOLYBENCH_NO_FLUSH_CACHE -I"$folder" -I"$(dirname "$polybench")" "$source" \
        "${helpers[@]}" -o "$program" 2>"$program.log"; then
        echo "unbuilt $(head -n 1 "$program.log")"
        return
    fi
    while :; do
        (ulimit -t 300 && "$lockstep" simt --quiet --json "$program.json" -- "$program" "${words[@]}") >"$program.log" 2>&1 </dev/null
        status=$?
        [[ $name == *-var-* && $status -eq 0 && ${#words[@]} -eq 0 ]] || break
        words=(20000)
    done
    jq -r --arg status "$status" '[.findings[] | select(.verdict != "")] as $found | [.findings[] | select(.kind == "race")] as $races |
        (if ($races | length) > 0 then "race" elif $status != "0" then "other" else "clean" end) + " " +
        ([($races + $found)[0] | select(. != null) | "\(.kind), lines \([.places[].line | tostring] | join(" and "))"] | join(""))' "$program.json" 2>/dev/null || echo "other no report"
    rm -f "$program"
}

judge_all() {
    for source in "$folder"/"$only"*.c; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        judge "$source" >"$out/$(basename "$source" .c).verdict" &
    done
    wait
}

# The table, and what it comes to.
tabulate() {
    right=0 all=0 missed=0 false=0
    for source in "$folder"/"$only"*.c; do
        name=$(basename "$source" .c) truth=clean mark=
        [[ $name == *-yes ]] && truth=race
        read -r verdict cause <"$out/$name.verdict"
        all=$((all + 1))
        case $truth/$verdict in
            race/race | clean/clean | clean/other) right=$((right + 1)) ;;
            clean/race) false=$((false + 1)) mark="[false alarm] " ;;
            */unbuilt) mark="[not built] " ;;
            *) missed=$((missed + 1)) mark="[missed] " ;;
        esac
        printf '%-52s %-5s %-8s %s\n' "$name" "$truth" "$verdict" "$mark$cause"
    done
    printf '%d programs, %d told right, %d races missed, %d false alarms: accuracy %s\n' "$all" "$right" "$missed" "$false" \
        "$(awk "BEGIN { printf \"%.3f\", $right / $all }")"
}

good=yes
for ((pass = 1; pass <= repeat; pass++)); do
    seconds=$SECONDS
    judge_all
    tabulate >"$out/table.$pass"
    echo "pass $pass took $((SECONDS - seconds)) s on $jobs cores"
    diff "$out/table.1" "$out/table.$pass" || good=no
done
cat "$out/table.1"
[ "$good" = yes ] && tail -n 1 "$out/table.1" | awk '{ exit !($NF >= 0.97 && / 0 false alarms/) }'
