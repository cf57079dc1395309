#!/bin/bash
# The show: COUNT submissions (200) for LAB (histogram-omp), graded undisturbed, then graded again and killed three
# times on the way at random; both must give the same files. It tells what a submission took, and how much memory the
# grader held early and late.
#
#   [LAB=…] [COUNT=…] [QUICK=1] grader/roster/bench/show.sh FOLDER
#
# QUICK=1 takes two submissions and kills once, and only shows that it works.
set -u
if [ -n "${QUICK:-}" ]; then
    : "${COUNT:=2}"
    rounds=1 soonest=1 early=1
else
    rounds=3 soonest=5 early=10
fi
lab=${LAB:-histogram-omp} count=${COUNT:-200} folder=${1:?usage: show.sh FOLDER}
build=${BUILD:-build}
make -s "$build/lockstep" "$build/grader/roster/bench/make_class" || exit 2
mkdir -p "$folder"
"$build/grader/roster/bench/make_class" "$lab" "$folder/submissions" "$count" || exit 2

head -c 16 /dev/urandom | od -An -v -tx1 | tr -d " \n" >"$folder/secret" # both runs draw the same hidden inputs

class() { exec "$build/lockstep" class "$lab" "$folder/submissions" --out "$folder/$1" --secret "$folder/secret" >>"$folder/$1.log" 2>&1; }

held() { awk '/VmRSS/ { print $2 }' "/proc/$1/status"; } # KiB

# What is left to grade shows in the log: memory is read with some (10) graded, and with as many to go.
watch() { # process
    local graded first='' late=''
    while kill -0 "$1" 2>/dev/null; do
        graded=$(grep -c ' of ' "$folder/whole.log")
        [ "$graded" -ge $early ] && [ -z "$first" ] && first=$(held "$1")
        [ "$graded" -ge $((count - early)) ] && [ -z "$late" ] && late=$(held "$1")
        sleep 0.5
    done
    echo "memory of the grader: $first KiB with $early graded, $late KiB with $early to go"
}

start=$(date +%s%N)
class whole &
whole=$!
watch $whole
wait $whole || { tail -n 5 "$folder/whole.log"; exit 2; }
took=$(($(date +%s%N) - start))
awk -v ns="$took" -v count="$count" -v cores="$(nproc)" -v load="$(cut -d' ' -f1 /proc/loadavg)" 'BEGIN {
    printf "undisturbed: %d submissions in %.1f s on %d cores, %.2f s each (load %s)\n", count, ns / 1e9, cores,
           ns / 1e9 / count, load }'
took=$((took / 1000000000))
for round in $(seq $rounds); do
    class cut &
    sleep $((soonest + RANDOM % (took / 4 + 1)))
    kill -9 $! 2>/dev/null && echo "killed, round $round, with $(grep -c ' of ' "$folder/cut.log") graded"
    wait $! 2>/dev/null
done
(class cut) || { tail -n 5 "$folder/cut.log"; exit 2; }
same=0
for thing in graded feedback instructor gradescope classroom50 prairielearn autolab junit gradebook.csv similar.csv; do
    diff -rq "$folder/whole/$thing" "$folder/cut/$thing" || same=1
done
[ $same = 0 ] && echo "killed and resumed: the same files"
exit $same
