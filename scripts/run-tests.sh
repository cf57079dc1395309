#!/bin/bash
# Runs tests and counts their TAP lines.
#
#   scripts/run-tests.sh LIST …
#
# A LIST (of scripts/list-tests.sh) lies in a build folder and holds a line a test: "first|parallel|alone PATH [CASE …]".
# Each test runs with BUILD (that folder), LOCKSTEP (its executable) and a TMPDIR of its own, which must not hold a
# box when the test ends. A test that dies, says nothing or breaks its plan counts as failed. At the end stand the ten
# that took most of the processor; the last line is the total; exit status 1 when anything failed. JOBS=n sets how many
# run side by side (default: one more than there are cores), TEST_SECONDS how long one may take: enough for a machine
# that does much else, since only a test that hangs should meet it.
set -u

jobs=${JOBS:-$(($(nproc) + 1))} # a test waits for programs that end a sixth of its time
seconds=${TEST_SECONDS:-3600}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-tests.XXXXXX") || exit 2
chmod 755 "$scratch" # the jail's user must be able to reach what lies in it
trap 'rm -rf "$scratch"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; wait; exit 130' INT TERM
passed=0 failed=0 skipped=0 processor=0

# "passed failed skipped", and how many the plans announced (-1 without a plan), in the TAP of file $1.
count() {
    awk 'BEGIN { planned = -1 }
         /^ok([ \t]|$)/ { if (tolower($0) ~ /# *skip/) skipped++; else passed++ }
         /^not ok([ \t]|$)/ { failed++ }
         /^1\.\.[0-9]+/ { planned = (planned < 0 ? 0 : planned) + substr($1, 4)
                          if (tolower($0) ~ /^1\.\.0.*# *skip/) whole++ }
         END { if (planned >= 0) planned += whole
               print passed + 0, failed + 0, skipped + whole, planned }' "$1"
}

# Judges test number $1, called $2, by its log and status: prints a line, and what went wrong, and counts.
judge() {
    local log=$scratch/$1.log status took cpu ok bad skip planned problem=''
    read -r status took cpu <"$scratch/$1.status"
    processor=$((processor + cpu))
    echo "$cpu $took $2" >>"$scratch/costs"
    read -r ok bad skip planned <<<"$(count "$log")"
    if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
        problem="not done after $seconds s"
    elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        problem="ended with status $status"
    elif [ $((ok + bad + skip)) -eq 0 ]; then
        problem="printed no test line"
    elif [ "$planned" -ge 0 ] && [ "$planned" -ne $((ok + bad + skip)) ]; then
        problem="planned $planned tests, ran $((ok + bad + skip))"
    elif compgen -G "$scratch/$1.tmp/lockstep-[0-9]*" >/dev/null; then
        problem="left behind: $(cd "$scratch/$1.tmp" && echo lockstep-[0-9]*)"
    fi
    [ -n "$problem" ] && bad=$((bad + 1))
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    if [ "$bad" -eq 0 ]; then
        printf '  ok   %-54s %4d %4d s %4d s\n' "$2" "$ok" "$took" "$cpu"
    else
        printf '  FAIL %s%s\n' "$2" "${problem:+: $problem}"
        case $2 in
        *' (asan)') echo "    alone: make asan-test T=${2% (asan)}" ;;
        scripts/*) echo "    alone: $2" ;;
        *) echo "    alone: make test T=${2#build/}" ;;
        esac
    fi
    if [ -n "$problem" ]; then
        tail -n 40 "$log" | sed 's/^/    /' # it did not even get to say what failed
    elif [ "$bad" -gt 0 ]; then
        grep -vE '^ok\b|^1\.\.' "$log" | head -n 80 | sed 's/^/    /'
    fi
    grep -iE '^(ok\b.*|1\.\.0.*)# *skip' "$log" | sed 's/^/    /'
}

run_one() { # number
    local start=$SECONDS chosen build=${builds[$1]}
    read -ra chosen <<<"${cases[$1]}"
    mkdir "$scratch/$1.tmp" && chmod 755 "$scratch/$1.tmp"
    BUILD=$build LOCKSTEP=$build/lockstep TMPDIR=$scratch/$1.tmp CMOCKA_MESSAGE_OUTPUT=TAP \
        timeout -k 5 "$seconds" "${tests[$1]}" "${chosen[@]}" >"$scratch/$1.log" 2>&1 </dev/null &
    # timeout has a process group of its own: an interruption must be passed on.
    trap 'kill $!' TERM
    wait $!
    local status=$?
    times >"$scratch/$1.times" # this shell's, and on the second line that of what it ran, as 1m2.345s
    echo "$status $((SECONDS - start)) $(awk -F '[ms ]' 'NR == 2 { print int(60 * ($1 + $4) + $2 + $5 + 0.5) }' \
        "$scratch/$1.times")" >"$scratch/$1.status"
}

tests=() builds=() cases=()
declare -A order=([first]='' [parallel]='' [alone]='')
for list in "$@"; do
    while read -r how path chosen; do
        order[$how]+=" ${#tests[@]}"
        tests+=("$path") builds+=("${list%/*}") cases+=("$chosen")
    done <"$list" || exit 2
done

name() {
    local name=${tests[$1]}
    [ "${builds[$1]}" = build ] || name="${name#"${builds[$1]}/"} (${builds[$1]##*/})"
    echo "$name"
}

printf '       %-54s %4s %6s %6s\n' test ok clock CPU

# Side by side first; each is judged as soon as it ends.
declare -A running=()
reap() {
    local pid
    wait -n -p pid
    judge "${running[$pid]}" "$(name "${running[$pid]}")"
    unset "running[$pid]"
}
for i in ${order[first]} ${order[parallel]}; do
    [ ${#running[@]} -lt "$jobs" ] || reap
    run_one "$i" &
    running[$!]=$i
done
while [ ${#running[@]} -gt 0 ]; do reap; done
for i in ${order[alone]}; do
    run_one "$i" &
    wait $!
    judge "$i" "$(name "$i")"
done

[ ${#tests[@]} -eq 0 ] && failed=1 && echo "  FAIL there is no test to run"
if [ ${#tests[@]} -gt 1 ]; then
    echo "The slowest, by processor time:"
    sort -k 1,1nr -k 2,2nr "$scratch/costs" | awk 'NR <= 10 { cpu = $1; took = $2; sub("^[^ ]* [^ ]* ", "")
        printf "       %-54s %4s %4d s %4d s\n", $0, "", took, cpu }'
fi
echo "$processor s of processor time"
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ]
