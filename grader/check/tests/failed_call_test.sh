#!/bin/bash
# test: sanitized
# A call that failed and a program that went on: the report begins with that call, and says no more of what follows.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

# grade LAB EXERCISE FILE FROM TO…: the solution with these edits in one file; its report goes to $scratch/report.
grade() {
    local lab=$1 exercise=$2 file=$3
    shift 3
    rm -rf "$scratch/work"
    cp -r "solutions/$lab" "$scratch/work"
    while [ $# -gt 0 ]; do
        grep -qF -- "$1" "$scratch/work/$file" || echo "# not there: $1"
        python3 - "$scratch/work/$file" "$1" "$2" <<'END'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
open(path, "w").write(text.replace(old, new))
END
        shift 2
    done
    "$BUILD/lockstep" grade "$lab" "$scratch/work" --exercise "$exercise" >"$scratch/report" 2>&1
}

# says NAME TEXT: the report, in one line, says so.
says() {
    tr -s ' \n' ' ' <"$scratch/report" | grep -qF -- "$2"
    ok $? "$1" || sed 's/^/# /' "$scratch/report"
}
line() { grep -nF -- "$1" "$scratch/work/$2" | head -n 1 | cut -d: -f1; }

grade sum-opencl on_cpu sum.c \
    '{sizeof elements, &elements},' '{sizeof(cl_uint), &elements},' \
    'error = clSetKernelArg(' 'clSetKernelArg(' 'error = clEnqueueNDRangeKernel(' 'clEnqueueNDRangeKernel('
says 'OpenCL: the call, its line, its error and what it means come first' \
    "Seen clSetKernelArg at sum.c:$(line 'clSetKernelArg(' sum.c) returned CL_INVALID_ARG_SIZE: argument 1 is a ulong (n) of 8 bytes, but 4 were given. The kernel was never launched."
says '… and the verdict is that of the answers' 'wrong-answer in on_cpu'

grade histogram-cuda gm histogram.cu 'kernel<<<blocks, threads>>>' 'kernel<<<blocks, 2048>>>' \
    'error = cudaGetLastError();' ''
says 'CUDA: so does a launch that nobody asked about' \
    "The launch at histogram.cu:$(line '2048>>>' histogram.cu) failed with cudaErrorInvalidConfiguration: a block can have at most 1024 threads, but 2048 were requested. The kernel did not run."
tap_end
