#!/bin/bash
# The hardware's side of the evidence, made on a machine with a GPU, nvcc, ncu and compute-sanitizer:
#     OUT=folder bash grader/simt/tests/hardware/collect.sh
# Writes to $OUT: machine.txt (what was measured where), counters.csv (one line for each launch), unsteady.csv (the
# counters that differ in a second run), output.txt (what the kernels computed), programs.txt (what the triples without a
# planted bug print) and programs.sha256 (its digests), sanitizer.csv (for each program with a planted bug and its clean
# twin: which tools found something) with sanitizer.log, and ptx.txt (only the PTX that differs from ptx.sha256).
# Changes none of the GPU's settings. Takes about three minutes; QUICK=1 takes one program of each kind, and only shows
# that it works.
set -u
export LC_ALL=C # the same order everywhere
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:?"set OUT to the folder for the results"}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export PATH=$PATH:/usr/local/cuda/bin
jobs=$(nproc)
cd "$here/.." || exit 2

have() { command -v "$1" >/dev/null || { echo "unavailable: no $1 on this machine" >&2; exit 2; }; }
have nvcc
have ncu
have compute-sanitizer
nvidia-smi >/dev/null 2>&1 || { echo "unavailable: no NVIDIA GPU, or no driver for it, on this machine" >&2; exit 2; }
most=-0 # all
[ -z "${QUICK:-}" ] || most=1
some() { head -n "$most"; }

{
    nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader
    nvcc --version | tail -n 1
    ncu --version | tail -n 1
    compute-sanitizer --version | tail -n 1
    echo 'nvcc -O3 -arch=sm_90 -lineinfo'
} >"$out/machine.txt"

echo "== build"
mkdir -p "$work/kernels" "$work/planted"
printf '%s\n' hardware/kernels/*.cu | some | while read -r source; do
    echo "nvcc -O3 -arch=sm_90 -lineinfo -o $work/kernels/$(basename "$source" .cu) $source"
    echo "nvcc -O3 -arch=compute_90 -lineinfo -ptx -o $work/kernels/$(basename "$source" .cu).ptx $source"
done >"$work/builds"
# Cases that are run; topic/name_fixed is topic/name.cu with -DFIXED.
runnable() {
    grep -L -e 'On a GPU: not run' -- */*.cu | xargs grep -oE '^/\* (FIXED: )?simt' -- | sed 's|\.cu:/\* FIXED: simt|_fixed|; s|\.cu:.*||' | sort
}
bugs='^(race|out-of-bounds|misaligned|pointer|uninitialised-read|barrier-divergence|leak)/'
mkdir "$work/clean"
builds() { # FOLDER, cases
    while read -r name; do
        source=$name.cu fixed=
        [ -e "$source" ] || source=${name%_fixed}.cu fixed=' -DFIXED'
        echo "nvcc -O2 -arch=sm_90 -lineinfo$fixed -o $work/$1/$(echo "$name" | tr / +) $source"
    done
}
{ runnable | grep -E "$bugs" | some | builds planted; runnable | grep -vE "$bugs" | some | builds clean; } >>"$work/builds"
# nvcc ends with 255 where ptxas refuses a program, and xargs would end with it.
sed 's/$/ || :/' "$work/builds" | xargs -P "$jobs" -d '\n' -n 1 sh -c >"$work/builds.log" 2>&1
grep -E 'error' "$work/builds.log"

# The digest leaves out comments and the path of the source, which differ from machine to machine.
for ptx in "$work"/kernels/*.ptx; do
    name=$(basename "$ptx" .ptx)
    digest=$(grep -vE '^\s*//|\.file|^$' "$ptx" | sha256sum | cut -d ' ' -f 1)
    if ! grep -q "$digest  $name" hardware/ptx.sha256; then
        { echo "==> $name"; cat "$ptx"; } >>"$out/ptx.txt"
    fi
done

echo "== what the kernels compute"
for program in "$work"/kernels/*.ptx; do
    "${program%.ptx}" || echo "$(basename "$program" .ptx) failed: $?"
done >"$out/output.txt" 2>&1

for program in "$work"/clean/*; do
    name=$(basename "$program" | tr + /)
    echo "==> $name"
    timeout -s KILL 30 "$program" 2>&1 | tee >(sha256sum | sed "s|^\(.\{16\}\).*|\1  $name|" >>"$out/programs.sha256")
    echo "status ${PIPESTATUS[0]}"
done >"$out/programs.txt"

echo "== counters"
metrics=$(echo \
    l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum \
    l1tex__t_requests_pipe_lsu_mem_local_op_{ld,st}.sum \
    smsp__sass_inst_executed_op_shared_{ld,st,atom}.sum \
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum \
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st,atom}.sum \
    smsp__inst_executed.sum smsp__thread_inst_executed{,_pred_on}.sum \
    smsp__sass_branch_targets{,_threads_divergent}.sum | tr ' ' ,)
# Twice: what the hardware itself does not repeat is no measure for anybody.
for turn in 1 2; do
    for program in "$work"/kernels/*.ptx; do
        name=$(basename "$program" .ptx)
        timeout -s KILL 120 ncu --clock-control none --csv --page raw --print-units base --print-fp --metrics "$metrics" \
            "${program%.ptx}" >"$work/$name.raw$turn" 2>"$work/$name.err" ||
            { echo "ncu $name: $?"; tail -n 3 "$work/$name.raw$turn"; }
    done
done
python3 - "$work" "$out" "$metrics" <<'PYTHON'
import csv, glob, os, sys

work, out, metrics = sys.argv[1:]
names = metrics.split(",")


def launches(path):
    """The launches in ncu's table: rows after the names and the units."""
    with open(path, newline="") as lines:
        rows = list(csv.reader(line for line in lines if line.startswith('"')))
    return [dict(zip(rows[0], row)) for row in rows[2:]]


def number(row, name):
    return f"{float(row[name].replace(',', '')):.0f}"


with open(out + "/counters.csv", "w") as counters, open(out + "/unsteady.csv", "w") as unsteady:
    counters.write("program,launch,kernel," + ",".join(name.removesuffix(".sum") for name in names) + "\n")
    unsteady.write("program,launch,kernel,counter,first,second\n")
    for path in sorted(glob.glob(work + "/*.raw1")):
        for row, again in zip(launches(path), launches(path[:-1] + "2")):
            kernel = row["Kernel Name"].split("(")[0].split("<")[0].replace("void ", "")
            head = [os.path.basename(path)[:-5], row["ID"], kernel]
            counters.write(",".join(head + [number(row, name) for name in names]) + "\n")
            for name in names:
                if number(row, name) != number(again, name):
                    unsteady.write(",".join(head + [name, number(row, name), number(again, name)]) + "\n")
PYTHON

echo "== compute-sanitizer"
# One line a run: the program, the tool, whether it found something (how often varies from run to run), the first words.
check() {
    program=$1 tool=$2
    options=()
    [ "$tool" = memcheck ] && options=(--leak-check full)
    [ "$tool" = racecheck ] && options=(--racecheck-report all)
    log=$(timeout -s KILL 40 compute-sanitizer --tool "$tool" "${options[@]}" --print-limit 3 "$program" 2>&1)
    status=$?
    found=$(echo "$log" | grep -qE '(ERROR|RACECHECK|LEAK) SUMMARY: *[1-9]' && echo yes || echo no)
    [ "$status" = 137 ] && found=hangs
    first=$(echo "$log" | grep -E '^=+ +(Error|Warning|Invalid|Race|Uninitialized|Barrier|Leaked|Program hit|Divergent)' |
        grep -v SUMMARY | head -n 1 | sed -E 's/^=+ +//; s/0x[0-9a-f]+/ADDRESS/g; s/[",]/ /g' | cut -c 1-120)
    echo "$(basename "$program" | tr + /),$tool,$found,$first"
    { echo "==> $(basename "$program") $tool ($status)"; echo "$log" | head -n 40; } >"$3/$(basename "$program").$tool.log"
}
export -f check
mkdir "$work/logs"
for program in "$work"/planted/*; do
    for tool in memcheck racecheck initcheck synccheck; do
        echo "check $program $tool $work/logs"
    done
done >"$work/checks"
xargs -P 8 -d '\n' -n 1 bash -c <"$work/checks" | sort >"$work/sanitizer"
{
    echo "program,memcheck,racecheck,initcheck,synccheck,first"
    awk -F , '{ found[$1 "," $2] = $3; if ($4 != "" && first[$1] == "") first[$1] = $4; if (!seen[$1]++) order[++n] = $1 }
        END { for (i = 1; i <= n; i++) { p = order[i]; print p "," found[p ",memcheck"] "," found[p ",racecheck"] "," \
            found[p ",initcheck"] "," found[p ",synccheck"] "," first[p] } }' "$work/sanitizer"
} >"$out/sanitizer.csv"
cat "$work"/logs/*.log | sed -E 's/^(=+) +Host Frame.*//; /^$/d' | head -c 6000000 >"$out/sanitizer.log"

wc -l "$out"/*
