#!/bin/bash
# Measures sum-opencl on this machine's OpenCL device, a GPU where there is one, beside the sequential loop in C:
#
#     [OUT=folder] [MOST=100000000] [QUICK=1] labs/sum-opencl/bench.sh
#
# Writes sizes.csv, with its provenance, to $OUT (build/bench/sum-opencl): n from 1,000 to MOST, work-groups from 16 to
# 1,024. Then tells, for each n, which work-group was best, and from which n on the device is faster. On a GPU two
# minutes, on PoCL ten with all sizes; QUICK=1 takes the smallest sizes, and only shows that it works.
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-build/bench/sum-opencl}
most=${MOST:-${QUICK:+10000}} most=${most:-100000000}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

. labs/shared/find_gpu.sh
find_gpu "$work/vendors"

# The headers come with Debian's opencl-headers or with the CUDA Toolkit; the ICD loader's library is linked by its full
# name, which runs without the -dev package, too.
build="gcc -std=gnu17 -D_GNU_SOURCE -O3 -march=native -idirafter /usr/local/cuda/include -Igrader labs/sum-opencl/bench.c"
build="$build -l:libOpenCL.so.1 -lm"
$build -o "$work/bench" || {
    echo "unavailable: no OpenCL to build with on this machine (apt-get install ocl-icd-opencl-dev)" >&2
    exit 2
}
"$work/bench" solutions/sum-opencl/sum.cl "$work/sizes.csv" "$most"
{
    echo "# date: $(date -u +%Y-%m-%d)"
    grep '^#' "$work/sizes.csv"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# command: labs/sum-opencl/bench.sh ($build)"
    grep -v '^#' "$work/sizes.csv"
} >"$out/sizes.csv"
echo "$out/sizes.csv"

# The best work-group of each n, and the crossover: data on the device, partial sums added up by the CPU.
awk -F, '!/^[#n]/ {
    if (!($1 in best)) order[++count] = $1
    if ($8 > best[$1]) { best[$1] = $8; group[$1] = $2 }
}
END {
    printf "%12s %12s %12s\n", "n", "work-group", "speedup"
    for (i = 1; i <= count; i++) printf "%12d %12d %12.2f\n", order[i], group[order[i]], best[order[i]]
    for (i = count; i > 0 && best[order[i]] >= 1; i--) from = order[i]
    if (from) printf "The device is faster than the loop from n = %d on.\n", from
    else print "The device is never faster than the loop at the largest n."
}' "$out/sizes.csv"
