#!/bin/bash
# What to look at next comes from what was seen: each program goes wrong in one way, and the hint is for that way.
. grader/tests/tap.sh
: "${BUILD:=build}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# hint NAME LAB EXERCISE FILE FROM TO PATTERN: the solution with that edit gets a report that says so.
hint() {
    rm -rf "$scratch/work" && mkdir "$scratch/work" && cp "solutions/$2"/* "$scratch/work"
    python3 -c 'import sys; p, old, new = sys.argv[1:]; s = open(p).read(); open(p, "w").write(s.replace(old, new, 1))' \
        "$scratch/work/$4" "$5" "$6"
    cmp -s "solutions/$2/$4" "$scratch/work/$4" && echo "# the edit changes nothing"
    "$BUILD/lockstep" grade "$2" "$scratch/work" --exercise "$3" >"$scratch/report" 2>&1
    tr -s ' \n' ' ' <"$scratch/report" | grep -qE -- "$7"
    ok $? "$1" || sed 's/^/# /' "$scratch/report"
}

hint 'each element counted twice' histogram-omp sequential histogram.c \
    'frequency[bin] += table[t][bin];' 'frequency[bin] += 2 * table[t][bin];' \
    'Next Everything is there exactly 2 times: what is done 2 times'
hint 'each element counted by every thread' histogram-omp entrelacer_promotion_tab histogram.c \
    'for (size_t s = tid; s < n; s += NB_THREAD)' 'for (size_t s = 0 * tid; s < n; s += 1 + 0 * NB_THREAD)' \
    'exactly 4 times, and threads is 4: does each of them walk'
hint 'about what one thread counts' histogram-omp for_promotion_tab histogram.c \
    '#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' '#pragma omp single
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' 'About one part in 4 is there, and threads is 4'
hint 'a copy that ends with the loop' first-steps loop loop.c 'reduction(+ : total)' 'firstprivate(total)' \
    'All is 0, .* private or firstprivate copy'
hint 'a product of 32 bits' first-steps loop loop.c '(uint64_t)data[i] * data[i]' 'data[i] * data[i]' \
    'multiple of 2.32 everywhere'
hint 'a private copy without a value' first-steps loop loop.c 'reduction(+ : total)' 'private(total)' \
    'loop.c:[0-9]+: uninitialised-read .*read of total at line [0-9]+.*firstprivate copies it'
hint 'nothing was launched' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' '' 'No kernel was launched in this check, so nobody'
hint 'blocks and threads exchanged' histogram-cuda gm_atomics histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' \
    'kernel<<<threads, blocks>>>((const uint8_t *)copy, n - 1, table)' \
    'numbers of the launch are exchanged: it had 256 blocks of 4 threads'
hint 'rounded to float' sum-opencl on_cpu sum.c 'double total = 0;' 'float total = 0;' \
    '(rounded to float: which variable|that is the sum rounded to float)'
hint 'a bound that is right, and an n that is not' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, 4 * n, table)' \
    'The code tests something before: is it this index'
hint 'the line of the memory that is left' histogram-cuda gm histogram.cu \
    'error = finish(error, table, frequency, 256);
    cudaFree(copy);' 'error = finish(error, table, frequency, 256);' \
    'histogram.cu:[0-9]+: inefficient in gm.* Memory on the device was not released.*cudaMalloc\(copy'
hint 'why a check was skipped' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' '' "skipped: needs 'counts what is there'"
hint 'a kernel of the kit is not blamed with its lines' sum-opencl on_cpu sum.c \
    'input = make_buffer(place, n * sizeof *data, data, &error);' \
    'input = make_buffer(place, n / 2 * sizeof *data, data, &error);' \
    "kernel sum_groups: read by work-item.*the kit's own, and right: look at what the host gives it"
hint 'wrong from row r on: after k steps that is row r + k' stencil hybrid hybrid.c \
    'if (error == CL_SUCCESS && cpu_rows > 0) {
        error = clEnqueueWriteBuffer' 'if (error == CL_SUCCESS && cpu_rows < 0) {
        error = clEnqueueWriteBuffer' 'after [0-9]+ it began near row [0-9]+, where the halves meet'
tap_end
