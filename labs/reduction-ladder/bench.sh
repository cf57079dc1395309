#!/bin/bash
# Measures reduction-ladder on this machine's OpenCL device (a GPU, where there is one), for the paper's figures:
#
#     [OUT=folder] [RUNS=n] [QUICK=1] [BENCH_PLATFORM=name] labs/reduction-ladder/bench.sh [TABLE]...
#
# steps (figure 8), times (7, 9 and 10), ways (to finish between work-groups), sizes (4), and beside CUB on an NVIDIA GPU
# with the CUDA Toolkit: peers. Each goes to $OUT (build/bench/reduction-ladder) as TABLE.csv, headed by what was
# measured where. RUNS: of which a time is the median (21). About a minute on a GPU, some on a CPU; QUICK=1 only shows that it works.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/reduction-ladder}
export PATH=$PATH:/usr/local/cuda/bin
source=labs/reduction-ladder/bench
includes="-Isolutions/reduction-ladder${QUICK:+ -DQUICK}"
[ -z "${QUICK:-}" ] || export RUNS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
. labs/shared/find_gpu.sh
find_gpu "$work/vendors"

fail() {
    echo "bench: $1" >&2
    exit 2
}

# CL/cl.h comes with Debian's opencl-headers; the ICD loader's library is linked by its full name, which runs without
# the -dev package, too.
printf '#include <CL/cl.h>\n' | gcc -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1 ||
    fail "unavailable: no CL/cl.h on this machine (apt-get install opencl-headers)"
printf 'int main(void) { return 0; }\n' | gcc -x c - -l:libOpenCL.so.1 -o "$work/empty" 2>/dev/null ||
    fail "unavailable: no libOpenCL.so.1 on this machine (apt-get install ocl-icd-libopencl1)"

compile="gcc -std=gnu17 -D_GNU_SOURCE -O3 -march=native $includes"
for file in "$source/device.c" "$source/cpu.c" "$source/bench.c" solutions/reduction-ladder/reduction.c; do
    $compile -c "$file" -o "$work/$(basename "$file" .c).o"
done
compile_opencv="g++ -O3 $includes -I/usr/include/opencv4 -c $source/opencv.cpp"
if $compile_opencv -o "$work/opencv.o" 2>/dev/null &&
    g++ "$work"/{bench,device,cpu,reduction,opencv}.o -l:libOpenCL.so.1 -lopencv_core -o "$work/bench" 2>/dev/null; then
    :
else
    echo "bench: unavailable: OpenCV's sum (scripts/setup.sh bench brings it); all else is measured" >&2
    $compile -c "$source/no_opencv.c" -o "$work/opencv.o"
    gcc "$work"/{bench,device,cpu,reduction,opencv}.o -l:libOpenCL.so.1 -o "$work/bench"
fi

# Beside CUB.
tables="steps times ways sizes"
if command -v nvcc >/dev/null && nvidia-smi >/dev/null 2>&1; then
    tables="$tables peers"
fi
tables=${*:-$tables}
case " $tables " in
*" peers "*)
    command -v nvcc >/dev/null || fail "unavailable: no nvcc on this machine (the CUDA Toolkit brings it)"
    compile_peers="nvcc -O3 -arch=native ${CCCL:+-I$CCCL }$includes $source/peers.cu"
    $compile_peers "$work/device.o" "$work/reduction.o" -Xlinker -l:libOpenCL.so.1 -o "$work/peers"
    ;;
esac

provenance() {
    echo "# date: $(date -u +%Y-%m-%d)"
    if nvidia-smi >/dev/null 2>&1; then
        echo "# gpu: $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)"
    fi
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# load when it began: $(cut -d ' ' -f 1 /proc/loadavg)"
    case $1 in
    peers) echo "# command: labs/reduction-ladder/bench.sh $1; $compile_peers" ;;
    *) echo "# command: labs/reduction-ladder/bench.sh $1; $compile" ;;
    esac
}

# The medians of a table, for a terminal.
show() {
    case $1 in
    times) # a line for each granularity, a column for each kernel
        awk -F, '/^#/ { next }
            !($2 in header) && $1 != "kernel" { header[$2]
                printf "\nn = %d, microseconds\n%6s%12s%12s%15s%15s\n", $2, "times", "global", "local", "naive tree", "unrolled tree" }
            $1 == "reduce_global_stride" { printf "%6d%12.1f", $3, $5 }
            $1 == "reduce_local_stride" { printf "%12.1f", $5 }
            $1 == "stride_and_naive_tree" { printf "%15.1f", $5 }
            $1 == "stride_and_unrolled_tree" { printf "%15.1f\n", $5 }' "$out/$1.csv" ;;
    *) # all columns but least and most
        grep -v '^#' "$out/$1.csv" |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(least|most)_/) skip[i] }
                { for (i = 1; i <= NF; i++) if (!(i in skip)) printf "%-*s", i == 1 ? 23 : 10, $i; print "" }' ;;
    esac
}

for table in $tables; do
    case $table in
    steps | times | ways | sizes) program=bench small=12 ;;
    peers) program=peers small=16 ;;
    *) fail "no table '$table': steps, times, ways, sizes or peers" ;;
    esac
    provenance "$table" >"$work/head"
    "$work/$program" "$table" "$work/table" ${QUICK:+$small}
    cat "$work/head" "$work/table" >"$out/$table.csv"
    echo "$out/$table.csv"
    show "$table"
done
