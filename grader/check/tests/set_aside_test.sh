#!/bin/bash
# test: once
# What does not compile costs its own exercises only.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

# start LAB: its solution, to be edited in $scratch/work.
start() {
    lab=$1
    rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "solutions/$lab"/* "$scratch/work"
}

# edit FILE FROM TO
edit() {
    sed "s|$2|$3|" "$scratch/work/$1" >"$scratch/edited"
    ! cmp -s "$scratch/edited" "$scratch/work/$1" || ok 1 "an edit changes nothing: $2"
    mv "$scratch/edited" "$scratch/work/$1"
}

# grade NAME EXERCISE=POINTS…: each of these exercises earns so many points.
grade() {
    local name=$1
    shift
    "$BUILD/lockstep" grade "$lab" "$scratch/work" --format json --out "$scratch/report" 2>"$scratch/said"
    python3 - "$scratch/report" "$@" <<'END'
import json, sys
got = {e["name"]: e for e in json.load(open(sys.argv[1]))["graded"]["exercises"]}
for pair in sys.argv[2:]:
    name, points = pair.split("=")
    points = got[name]["points"] if points == "all" else float(points)
    if got[name]["earned"] != points:
        sys.exit(f"{name}: {got[name]['earned']} of {got[name]['points']}")
    if points == 0:
        verdicts = {c["verdict"] for c in got[name]["checks"]}
        if verdicts != {"build-error"}:
            sys.exit(f"{name}: {verdicts}")
END
    ok $? "$name"
}

start histogram-omp
edit histogram.c 'const size_t tid = omp_get_thread_num();' 'const size_t tid = omp_get_thread_nummer();'
edit histogram.c 'frequency\[data\[i\]\]++;' 'frequency[data[i]++;'
grade 'C: functions that do not compile cost their exercises' \
    entrelacer_promotion_tab=0 for_atomic=0 sequential=all for_promotion_tab=all any_m=0
start histogram-omp
edit histogram.c 'count_eight(odd, table);' 'count_seven(odd, table);'
grade 'a misspelt call, which only the linker sees' \
    sequential=0 for_promotion_tab=all entrelacer_promotion_tab=all for_atomic=all any_m=all
start histogram-omp
edit histogram.c 'table\[0\]\[data\[i\]\]++;' 'table[0][datum[i]]++;'
grade 'a helper that does not compile costs those that use it' \
    sequential=all for_promotion_tab=0 entrelacer_promotion_tab=all for_atomic=all
start histogram-omp
echo '}' >>"$scratch/work/histogram.c"
grade 'where the braces do not match, nothing can be told apart' \
    sequential=0 entrelacer_promotion_tab=0 for_atomic=0 for_promotion_tab=0 any_m=0

# says PATTERN: the first finding of all exercises that lose points.
says() {
    python3 - "$scratch/report" "$1" <<'END'
import json, re, sys
graded = json.load(open(sys.argv[1]))["graded"]
for exercise in graded["exercises"]:
    if exercise["earned"] == 0:
        said = exercise["checks"][0]["findings"][0]["message"]
        if not re.search(sys.argv[2], said):
            sys.exit(f"{exercise['name']}: {said}")
if graded["warnings"]:
    sys.exit(graded["warnings"])
END
}

# first EXERCISE PATTERN: its first check is a build-error that says so.
first() {
    "$BUILD/lockstep" grade "$lab" "$scratch/work" --exercise "$1" --format json --out "$scratch/report" 2>"$scratch/said"
    python3 - "$scratch/report" "$2" <<'END'
import json, re, sys
check = json.load(open(sys.argv[1]))["graded"]["exercises"][0]["checks"][0]
if check["verdict"] != "build-error" or not re.search(sys.argv[2], check["findings"][0]["message"]):
    sys.exit(f'{check["verdict"]}: {check["findings"][0]["message"]}')
END
}

# A host function and a kernel of one name: the kernel is there, the function is not.
start reduction-ladder
echo 'int f(' >>"$scratch/work/reduction.c"
check 'a host function whose file breaks off, though a kernel has its name' first pcl 'expected declaration specifiers'
rm "$scratch/work/reduction.c"
check 'a host function whose file is not there, though a kernel has its name' first pcl '^reduction.c: not in the submission'
start reduction-ladder
edit reduction.c 'cl_int reduce_pcl(' 'cl_int reduce_lcp('
check 'a host function of another name, though a kernel has it' first pcl '^reduce_pcl is not defined'
start sum-opencl
: >"$scratch/work/sum.c"
check 'an empty file with more than the exercises, which only the linker misses' first kernel '^sum.c is empty'

start stencil
edit hybrid.c 'return (size_t)part->line' 'return oops(size_t)part->line'
grade 'a helper in a file of two flavours costs those that use it' \
    stencil_multi=all iterate=all naive=all device_steps=0 hybrid=0 hybrid_threads=0
check 'and the compiler'"'"'s word is told of all, with no warning of what was left out' says 'expected expression'

start sum-opencl
edit sum.c 'double \*sum' 'double *sum, '
edit sum.c 'cl_int sum_in_loop(const struct sum_place \*place' 'cl_int sum_in_loop(const struct sum_place *plac'
grade 'OpenCL: a host function that does not compile' loop=0 kernel=all open=all extremes=all
start sum-opencl
edit sum.cl 'const size_t global_id = get_global_id(0);' 'const size_t global = get_global_id(0);'
grade 'a kernel that does not compile' kernel=0 open=all extremes=all on_cpu=all loop=all
start sum-opencl
edit sum.cl 'const uint local_id = get_local_id(0), size = get_local_size(0);' 'const uint size = 1;'
grade 'a kernel that no exercise asks for costs the function that launches it' \
    extremes=0 kernel=all open=all on_cpu=all

start histogram-cuda
edit histogram.cu 'atomicAdd(&frequency\[data\[s\]\], 1)' 'atomicAdd(\&frequency[daten[s]], 1)'
grade 'CUDA: a kernel that does not compile costs the functions that launch it' \
    gm_atomics=0 gm=all map_memory=all conflict_free=all

start stencil
echo 'int f(' >>"$scratch/work/hybrid.c"
grade 'a file that breaks off costs its own exercises' hybrid=0 stencil_multi=all naive=all
start first-steps
rm "$scratch/work/add.cu" && : >"$scratch/work/square.cl"
grade 'a file that is missing or empty does, too' loop=all cuda=0 opencl=0
tap_end
