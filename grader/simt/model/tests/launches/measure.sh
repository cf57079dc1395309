# shellcheck shell=sh
# shellcheck disable=SC2034 # who sources it uses them
# For scripts that measure the processor of this machine, with a folder for the results as their first argument. It sets
# `here`, `out` and `work`, a folder that goes at the end, and builds curves.c there.
cd "$(dirname "$0")/../../../../.." || exit 2
here=grader/simt/model/tests/launches
out=${1:?a folder for the results}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
gcc -O2 -std=gnu17 -fopenmp -c solutions/histogram-omp/histogram.c -o "$work/histogram.o"
gcc -O3 -march=native -std=gnu17 -fopenmp -c solutions/stencil/stencil.c -o "$work/stencil.o"
gcc -O2 -std=gnu17 -fopenmp -Isolutions/histogram-omp -Isolutions/stencil $here/curves.c "$work/histogram.o" "$work/stencil.o" -o "$work/curves"
lscpu > "$out/lscpu.txt" || true
head -1 /proc/stat > "$out/stat.txt"
export OMP_WAIT_POLICY=passive OMP_DYNAMIC=false

# Where threads are: `bound` to places of their own, as `make speedup` does it, or `free`, where the scheduler puts them.
at() { # placement, command
    places="OMP_PROC_BIND=false"
    [ "$1" = free ] || places="OMP_PROC_BIND=spread OMP_PLACES=cores"
    shift
    # shellcheck disable=SC2086 # words
    env $places "$@"
}

measured() {
    head -1 /proc/stat >> "$out/stat.txt" # the eighth number is time that the host took away
    wc -l "$out"/*
}
