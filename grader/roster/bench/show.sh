#!/bin/bash
# The show: COUNT submissions (200) for LAB (histogram-omp), graded undisturbed, then graded again and killed three
# times on the way at random; both must give the same files.
#
#   [LAB=…] [COUNT=…] grader/roster/bench/show.sh FOLDER
set -u
lab=${LAB:-histogram-omp} count=${COUNT:-200} folder=${1:?usage: show.sh FOLDER}
build=${BUILD:-build}
make -s "$build/lockstep" "$build/grader/roster/bench/make_class" || exit 2
mkdir -p "$folder"
"$build/grader/roster/bench/make_class" "$lab" "$folder/submissions" "$count" || exit 2

class() { exec "$build/lockstep" class "$lab" "$folder/submissions" --out "$folder/$1" >>"$folder/$1.log" 2>&1; }

start=$SECONDS
(class whole) || { tail -n 5 "$folder/whole.log"; exit 2; }
took=$((SECONDS - start))
echo "undisturbed: $count submissions in $took s on $(nproc) cores (load $(cut -d' ' -f1 /proc/loadavg))"
for round in 1 2 3; do
    class cut &
    sleep $((5 + RANDOM % (took / 4 + 1)))
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
