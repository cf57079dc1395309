#!/bin/bash
# What a class takes: COUNT submissions (200) for LAB (histogram-omp): seconds for each, and how much memory the grader
# itself held early and late. (That a killed run ends with the same files is tests/class_test.sh's.)
#
#   [LAB=…] [COUNT=…] [QUICK=1] grader/roster/bench/show.sh FOLDER
#
# QUICK=1 takes two submissions, and only shows that it works.
set -u
early=10
if [ -n "${QUICK:-}" ]; then
    : "${COUNT:=2}"
    early=1
fi
lab=${LAB:-histogram-omp} count=${COUNT:-200} folder=${1:?usage: show.sh FOLDER}
build=${BUILD:-build}
mkdir -p "$folder"
python3 grader/roster/bench/make_class.py "$lab" "$folder/submissions" "$count" || exit 2

held() { awk '/RssAnon/ { print $2 }' "/proc/$1/status"; } # KiB, without the program's own file

start=$(date +%s%N)
"$build/lockstep" class "$lab" "$folder/submissions" --out "$folder/whole" >"$folder/whole.log" 2>&1 &
class=$! first='' late=''
while kill -0 $class 2>/dev/null; do
    graded=$(grep -c ' of ' "$folder/whole.log")
    [ "$graded" -ge $early ] && [ -z "$first" ] && first=$(held $class)
    [ "$graded" -ge $((count - early)) ] && [ -z "$late" ] && late=$(held $class)
    sleep 0.5
done
wait $class || { tail -n 5 "$folder/whole.log"; exit 2; }
echo "memory of the grader: $first KiB with $early graded, $late KiB with $early to go"
awk -v ns=$(($(date +%s%N) - start)) -v count="$count" -v cores="$(nproc)" -v load="$(cut -d' ' -f1 /proc/loadavg)" 'BEGIN {
    printf "%d submissions in %.1f s on %d cores, %.2f s each (load %s)\n", count, ns / 1e9, cores, ns / 1e9 / count, load }'
