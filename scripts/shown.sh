#!/bin/bash
# scripts/shown.sh OUT [LAB…]: `lockstep show` for every mutant of the labs (all of them). OUT/shown.tsv gets a line each: lab,
# mutant, verdict, status, where the page opens or why there is none. Recordings that are there already stay: delete OUT
# to begin anew. SHOWN=3 takes every third mutant only. Takes hours on a busy machine; needs node.
set -u
lockstep=${LOCKSTEP:-build/lockstep}
[ $# -ge 1 ] || { echo "usage: scripts/shown.sh OUT [LAB...]" >&2 && exit 2; }
command -v node >/dev/null || { echo "scripts/shown.sh: node is not installed (nodejs)" >&2 && exit 2; }
out=$1
shift
[ $# -gt 0 ] || mapfile -t labs < <(printf '%s\n' labs/*/mutants.yaml | sed 's,labs/\(.*\)/.*,\1,')
[ $# -eq 0 ] || labs=("$@")
mkdir -p "$out" || exit 2

mutants() { # of a lab: names and verdicts; right programs, which have none, are left out
    awk '$1 == "-" && $2 == "name:" { name = $3 } $1 == "verdict:" { print name, $2 }' "labs/$1/mutants.yaml"
}

number=0 failed=0
for lab in "${labs[@]}"; do
    while read -r name verdict; do
        number=$((number + 1))
        [ $((number % ${SHOWN:-1})) -eq 0 ] || continue
        page=$out/$lab--$name
        if [ ! -e "$page.rc" ]; then
            timeout 600 "$lockstep" show "$lab" --mutant "$name" --out "$page.json" >"$page.log" 2>&1 </dev/null
            echo $? >"$page.rc"
        fi
        status=$(cut -d' ' -f1 "$page.rc")
        if [ "$status" -eq 0 ]; then
            where=$(node grader/simt/record/tests/opens.js "$page.json")
        else
            where=$(cat "$page.log" 2>/dev/null)
        fi
        # Whatever cannot be shown says why, in one line.
        [ "$status" -eq 0 ] || grep -qE '^lockstep: there is nothing to show of check [^ ]+: .+$' <<<"$where" || failed=$((failed + 1))
        printf '%s\t%s\t%s\t%s\t%s\n' "$lab" "$name" "$verdict" "$status" "$where"
    done < <(mutants "$lab")
done >"$out/shown.tsv"
cut -f4 "$out/shown.tsv" | sort | uniq -c
[ $failed -eq 0 ] || { echo "$failed neither show nor say why" && exit 1; }
