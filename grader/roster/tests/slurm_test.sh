#!/bin/bash
# test: long once needs slurmctld slurmd sbatch munged root
# A class on a real Slurm cluster of two nodes, of which one loses its power on the way: the same files as from the
# local engine, and each submission in the journal once.
. grader/roster/tests/begin.sh

# A Slurm cluster of two nodes on this machine, all of it in one folder.
#
#   cluster_start DIR   0 when both nodes are idle; sets SLURM_CONF
#   node_kill n1        power off: its slurmd and all that it runs are gone at once
#   cluster_arrays_of 4 the most tasks of an array, from now on
#   cluster_stop        nothing is left

cluster_pids=()

# Ports nobody listens on: below the range that the system gives out by itself.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 10000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
    done
    echo $port
}

cluster_start() { # DIR
    cluster_dir=$1
    local cores=2
    mkdir -p "$cluster_dir"/{state,log,run,spool.n1,spool.n2,munge}
    chmod 700 "$cluster_dir/munge"
    head -c 1024 /dev/urandom >"$cluster_dir/munge/key"
    chmod 600 "$cluster_dir/munge/key"
    cat >"$cluster_dir/slurm.conf" <<CONF
ClusterName=class
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=cred_expire=5,socket=$cluster_dir/munge/socket
SlurmctldPort=$(free_port)
StateSaveLocation=$cluster_dir/state
SlurmdSpoolDir=$cluster_dir/spool.%n
SlurmctldPidFile=$cluster_dir/run/slurmctld.pid
SlurmdPidFile=$cluster_dir/run/slurmd.%n.pid
SlurmctldLogFile=$cluster_dir/log/slurmctld.log
SlurmdLogFile=$cluster_dir/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SlurmdTimeout=10
KillWait=2
MinJobAge=300
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=$cores RealMemory=4000
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=$cores RealMemory=4000
PartitionName=grade Nodes=ALL Default=YES MaxTime=30 State=UP
CONF
    export SLURM_CONF=$cluster_dir/slurm.conf
    munged --force --foreground --key-file="$cluster_dir/munge/key" --socket="$cluster_dir/munge/socket" \
        --pid-file="$cluster_dir/munge/pid" --log-file="$cluster_dir/munge/log" --seed-file="$cluster_dir/munge/seed" \
        >"$cluster_dir/log/munged.out" 2>&1 &
    cluster_pids+=($!)
    for _ in $(seq 100); do [ -S "$cluster_dir/munge/socket" ] && break; sleep 0.1; done
    slurmctld -D >"$cluster_dir/log/slurmctld.out" 2>&1 &
    cluster_pids+=($!)
    for node in n1 n2; do
        slurmd -D -N $node >"$cluster_dir/log/slurmd.$node.out" 2>&1 &
        cluster_pids+=($!)
    done
    for _ in $(seq 900); do
        [ "$(sinfo --noheader --Node --format=%t 2>/dev/null | grep -c idle)" = 2 ] && return 0
        sleep 0.2
    done
    tail -n 3 "$cluster_dir"/log/*.out "$cluster_dir"/log/*.log >&2
    return 1
}

# From now on an array has at most so many tasks.
cluster_arrays_of() { # tasks
    echo "MaxArraySize=$1" >>"$cluster_dir/slurm.conf"
    kill_tree TERM "$(cat "$cluster_dir/run/slurmctld.pid")"
    sleep 1
    slurmctld -D >>"$cluster_dir/log/slurmctld.out" 2>&1 &
    cluster_pids+=($!)
    for _ in $(seq 300); do
        scontrol show config 2>/dev/null | grep -qE "MaxArraySize += $1\$" &&
            [ "$(sinfo --noheader --Node --format=%t 2>/dev/null | grep -c idle)" = 2 ] && return 0
        sleep 0.2
    done
    return 1
}

# A process and all below it.
kill_tree() { # signal, pid
    local child
    kill -STOP "$2" 2>/dev/null
    for child in $(ps -o pid= --ppid "$2"); do kill_tree "$1" "$child"; done
    kill "-$1" "$2" 2>/dev/null
    kill -CONT "$2" 2>/dev/null
}

node_pid() { cat "$cluster_dir/run/slurmd.$1.pid" 2>/dev/null; }

# The steps' own processes have left slurmd's tree: they are known by the log that they write to.
node_kill() { # node
    local link process
    kill_tree KILL "$(node_pid "$1")"
    for link in /proc/[0-9]*/fd/*; do
        [ "$(readlink "$link" 2>/dev/null)" = "$cluster_dir/log/slurmd.$1.log" ] || continue
        process=${link#/proc/}
        kill_tree KILL "${process%%/*}"
    done
}

cluster_stop() {
    local pid
    scancel --user=root >/dev/null 2>&1
    for pid in "${cluster_pids[@]}"; do kill_tree TERM "$pid"; done
    for _ in $(seq 50); do
        jobs -pr | grep -q . || break
        sleep 0.1
    done
    for pid in "${cluster_pids[@]}"; do kill_tree KILL "$pid"; done
    wait "${cluster_pids[@]}" 2>/dev/null
}

trap 'cluster_stop; rm -rf "$scratch"' EXIT

before=()
class() { # out, more
    local out=$1
    shift
    "${before[@]}" "$lockstep" class dot-product "$scratch/in" --out "$scratch/$out" --labs "$scratch/labs" --secret "$scratch/secret" "$@" \
        >>"$scratch/$out.log" 2>&1
}

# With a hidden check, whose inputs follow from a secret: the nodes must have it.
mkdir "$scratch/labs"
cp -r "$extra/labs/dot-product" "$scratch/labs"
sed -i -e '0,/        points: 2$/s//        points: 2\n        hidden: true/' "$scratch/labs/dot-product/lab.yaml"
printf 'baseline: sequential\nelement_bytes: 8\nn: [4096]\nexercises: [sequential, parallel]\n' >"$scratch/labs/dot-product/measure.yaml"
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

# ---- speedup sheets, and a limit of tasks ----
mkdir "$scratch/few" "$scratch/bin" && cp -r "$scratch/in/student "[12] "$scratch/few"
"$lockstep" class dot-product "$scratch/few" --out "$scratch/timed" --labs "$scratch/labs" --engine slurm --speedup quick >"$scratch/timed.log" 2>&1
ok $? "speedup sheets are measured on the nodes" || sed 's/^/# /' "$scratch/timed.log"
check "… each student's" test "$(grep -o 'student [12]$' "$scratch/timed/speedup/class.csv" | sort -u | wc -l)" = 2
cat >"$scratch/bin/sbatch" <<'END'
#!/bin/bash
# As a cluster with MaxSubmitJobs=3 answers.
for word; do case $word in --array=0-*) want=${word#--array=0-} want=$((${want%%%*} + 1)) ;; esac; done
[ $(($(squeue --noheader --array | wc -l) + want)) -le 3 ] && exec /usr/bin/sbatch "$@"
printf 'sbatch: error: %s\n' AssocMaxSubmitJobLimit 'Batch job submission failed: Job violates accounting/QOS policy (job submit limit)' >&2
exit 1
END
chmod +x "$scratch/bin/sbatch"
PATH=$scratch/bin:$PATH class limited --engine slurm --slurm batch=2
ok $? "5 tasks, where Slurm takes 3, go by rounds" || sed 's/^/# /' "$scratch/limited.log"
check "by rounds, graded is the same" diff -r "$scratch/local/graded" "$scratch/limited/graded"

# ---- more submissions than an array may have tasks ----
cluster_arrays_of 4
ok $? "the cluster comes up again with MaxArraySize=4"
class arrays --engine slurm --slurm batch=1
ok $? "9 submissions in arrays of at most 4 tasks" || sed 's/^/# /' "$scratch/arrays.log"
for thing in graded feedback gradebook.csv; do
    check "in several arrays, $thing is the same" diff -r "$scratch/local/$thing" "$scratch/arrays/$thing"
done
check "each is in the journal once" test "$(number arrays)" = 9

# ---- what the teacher says of the cluster ----
says() { # out, pattern
    grep -qE -- "$2" "$scratch/$1.log" || { sed 's/^/# /' "$scratch/$1.log" && false; }
}
mkdir "$scratch/told"
printf '# of the course\npartition = grade\ntimes = 5\n' >"$scratch/told/class.slurm"
class told --engine slurm
check "the error names an unknown key and its line" says told "class.slurm:3: 'times' is no key .*partition, account"
sed -i 's/^times.*/time = soon/' "$scratch/told/class.slurm"
class told --engine slurm
check "… a wrong value, too" says told "class.slurm:3: time: 'soon' is not a time such as 30"
sed -i 's/^time.*/time = 5/' "$scratch/told/class.slurm"
class told --engine slurm --slurm 'partition=nowhere batch=3'
check "a refusal is Slurm's reason and the fix, in one line" says told 'sbatch: .*invalid partition.* [(]set partition= in class.slurm'
SLURM_CONF=$scratch/nowhere.conf class told --engine slurm
check "a missing slurm.conf, too" says told 'Slurm does not answer: .*[(]put the cluster.s slurm.conf'
class told --slurm batch=2
check "options of a cluster are for the cluster" says told '--slurm says what a cluster needs: add --engine slurm'

# begun OUT: waits until the class has a task running, and a report.
begun() {
    local _
    for _ in $(seq 600); do
        [ -n "$(squeue --noheader --states=running 2>/dev/null)" ] && [ -n "$(ls "$scratch/$1/journal.sqlite" 2>/dev/null)" ] && return
        sleep 0.1
    done
    return 1
}
class asked --engine slurm --slurm batch=1 &
begun asked && scancel --user=root
wait $!
[ $? -eq 2 ]
ok $? "scancel is an answer: status 2"
check "… and how to go on is said" says asked '^lockstep: Slurm.s job [0-9,]+ was cancelled [(]scancel[)].*the same command goes on'
before=(exec)
class ended --engine slurm --slurm batch=1 &
before=()
begun ended && kill -TERM $!
wait $!
check "SIGTERM ends the array, and says so" says ended 'Slurm.s job [0-9,]+ is cancelled'
for _ in $(seq 100); do # slurmctld takes a cancelled array away a little later
    [ -n "$(squeue --noheader --states=pending)" ] || break
    sleep 0.1
done
check "nothing of it is left in the queue" test -z "$(squeue --noheader --states=pending)"
scontrol update nodename=n1,n2 state=drain reason='bad disk'
class drained --engine slurm --jobs 2 &
for _ in $(seq 300); do
    grep -q 'tasks wait' "$scratch/drained.log" 2>/dev/null && break
    sleep 0.1
done
check "the error gives the reason of drained nodes" says drained 'Slurm: tasks wait: .*bad disk.*state=resume'
scontrol update nodename=n1,n2 state=resume
wait $!
ok $? "… and when they are back, the class goes on"
check "in one task, graded is the same" diff -r "$scratch/local/graded" "$scratch/drained/graded"

# ---- a node is lost ----
class lost --engine slurm --slurm batch=2 &
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
check "each is in the journal once" test "$(number lost)" = 9
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
class cut --engine slurm --slurm batch=2 &
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
check "each in the journal once" test "$(number cut)" = 9
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
