#!/bin/bash
# test: long once needs slurmctld slurmd sbatch munged root
# A class on a real Slurm cluster of two nodes, of which one loses its power on the way: the same files as from the
# local engine, and each submission in the journal once.
. grader/roster/tests/begin.sh
. grader/roster/tests/cluster.sh
trap 'cluster_stop; rm -rf "$scratch"' EXIT

before=()
class() { # out, more
    local out=$1
    shift
    "${before[@]}" "$lockstep" class dot-product "$scratch/in" --out "$scratch/$out" --labs "$scratch/labs" --secret "$scratch/secret" "$@" \
        >>"$scratch/$out.log" 2>&1
}
number() {
    python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("select count(*) from history").fetchone()[0])' "$1/journal.sqlite"
}

# With a hidden check, whose inputs follow from a secret: the nodes must have it.
mkdir "$scratch/labs"
cp -r "$extra/labs/dot-product" "$scratch/labs"
sed -i -e '0,/        points: 2$/s//        points: 2\n        hidden: true/' "$scratch/labs/dot-product/lab.yaml"
echo 00112233445566778899aabbccddeeff >"$scratch/secret"

for i in 1 2 3 4 5 6 7 8; do
    mkdir -p "$scratch/in/student $i"
    { cat "$solution"; echo "/* $i */"; } >"$scratch/in/student $i/dot.c"
done
sed -i 's/sum = 0;/sum = 1;/' "$scratch/in/student 3/dot.c"
mkdir "$scratch/in/no file"

class none --engine slurm
[ $? -eq 2 ]
ok $? "without a cluster the engine is unavailable: status 2"
check "and says so" grep -q 'engine slurm is unavailable: ' "$scratch/none.log"

class local
ok $? "the local engine grades them" || sed 's/^/# /' "$scratch/local.log"
if ! cluster_start "$scratch/cluster"; then
    ok 1 "two nodes come up"
    tap_end
fi
class slurm --engine slurm
ok $? "the cluster grades them" || sed 's/^/# /' "$scratch/slurm.log"
for thing in graded feedback gradebook.csv similar.csv; do
    check "$thing is the same" diff -r "$scratch/local/$thing" "$scratch/slurm/$thing"
done
check "nothing is left in the spool" test -z "$(ls "$scratch/slurm/spool")"

# ---- more submissions than an array may have tasks ----
cluster_arrays_of 4
ok $? "the cluster comes up again with MaxArraySize=4"
class arrays --engine slurm
ok $? "9 submissions in arrays of at most 4 tasks" || sed 's/^/# /' "$scratch/arrays.log"
for thing in graded feedback gradebook.csv; do
    check "in several arrays, $thing is the same" diff -r "$scratch/local/$thing" "$scratch/arrays/$thing"
done
check "each is in the journal once" test "$(number "$scratch/arrays")" = 9

# ---- a node is lost ----
class lost --engine slurm &
for _ in $(seq 600); do
    [ "$(squeue --noheader --states=running --nodelist=n1 2>/dev/null | wc -l)" -gt 0 ] && break
    sleep 0.1
done
node_kill n1
wait $!
ok $? "one node dies, the other ends it" || { sed 's/^/# /' "$scratch/lost.log"; sinfo | sed 's/^/# /'; }
for thing in graded feedback gradebook.csv; do
    check "with a node lost, $thing is the same" diff -r "$scratch/local/$thing" "$scratch/lost/$thing"
done
check "each is in the journal once" test "$(number "$scratch/lost")" = 9
# within CONDITION…: becomes true in a minute, as Slurm takes its time to notice.
within() {
    local _
    for _ in $(seq 600); do
        "$@" && return
        sleep 0.1
    done
    sinfo --Node >&2
    return 1
}
node_lost() { sinfo --noheader --Node --nodes=n1 --format=%T | grep -qE 'down|unk|[*]'; }
no_task() { [ "$(squeue --noheader | wc -l)" -eq 0 ]; }
check "the node was really lost" within node_lost

# ---- the command itself is killed ----
before=(exec) # so that $! is lockstep itself, and no shell before it
class cut --engine slurm &
before=()
for _ in $(seq 600); do
    [ -n "$(ls "$scratch"/cut/spool/student* 2>/dev/null)" ] && break
    sleep 0.1
done
kill -9 $!
wait $! 2>/dev/null
class cut --engine slurm
ok $? "killed and given again, the command ends it" || sed 's/^/# /' "$scratch/cut.log"
check "with the same grades" diff -r "$scratch/local/graded" "$scratch/cut/graded"
check "each in the journal once" test "$(number "$scratch/cut")" = 9
check "no task of it is left" within no_task

# What kill -9 left is removed by whoever grades next; what ends by a signal removes its own.
"$lockstep" grade dot-product "$scratch/in/no file" --labs "$scratch/labs" >/dev/null 2>&1
for _ in $(seq 100); do
    compgen -G "${TMPDIR:-/tmp}/lockstep-[0-9]*" >/dev/null || break
    [ -n "${TMPDIR:-}" ] || break # others grade there too
    sleep 0.2
done
check "no box is left behind" test -z "${TMPDIR:+$(compgen -G "$TMPDIR/lockstep-[0-9]*")}"
tap_end
