#!/bin/bash
# What to look at next comes from what was seen: each program goes wrong in one way, and the hint is for that way.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch

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

hint 'the error was returned, and yet the results were written' minmax-cuda atomic minmax.cu \
    'if (error == cudaSuccess) {
        *minimum = both[0];
        *maximum = both[1];
    }
    cudaFree(result);' '*minimum = both[0];
    *maximum = both[1];
    cudaFree(result);' \
    'got -?[0-9.a-z]+, expected no write; .*leave the results Input .* Next A launch returns nothing.*write no result when it failed'
hint 'the first of several structures is copied, and its length is right' minmax-cuda index minmax.cu \
    'mine->lowest_at = other.lowest_at;' '' 'Next Does each comparison that moves a value move its index, too'
hint 'a loop without an end, which only a hidden input shows' histogram-cuda gm histogram.cu \
    'for (size_t s = tid; s < n; s += NB_THREAD)' 'for (size_t s = tid; s < n; s = (s + NB_THREAD) % 32768)' \
    'counts what is there timeout .*endless loop in kernel count_in_shared: stops at line [0-9]+ '
hint 'the build failed, as it had to, and the log has no end' sum-opencl open sum.c \
    "        log[log_size - 1] = '\\0';
" '' 'sum_open: .*wrong-answer|the log: got 3, expected 1; it has no'
hint 'what stays open after an error' sum-opencl open sum.c \
    'if (error != CL_SUCCESS) {
        sum_close(place);
    }' '' 'a context is left. This was seen in the calls of .says what is wrong.'
hint 'a read that nobody waits for' first-steps opencl square.c 'clWaitForEvents(1, &made->read)' \
    'clWaitForEvents(1, &made->launched)' 'Nothing was copied back .* and wait for that read .its event, or clFinish'
hint 'a reduction read too early' first-steps loop loop.c \
    '#pragma omp parallel for reduction(+ : total)
    for (size_t i = 0; i < n; i++) {
        const uint64_t square = (uint64_t)data[i] * data[i]; /* declared here: private */
        squares[i] = square;
        total += square;
    }
    *sum = total;' '#pragma omp parallel
    {
#pragma omp for nowait reduction(+ : total)
        for (size_t i = 0; i < n; i++) {
            squares[i] = (uint64_t)data[i] * data[i];
            total += squares[i];
        }
#pragma omp single
        *sum = total;
    }' 'A reduction is complete only at the barrier after its loop.*before line 1[0-9], or remove a nowait'
hint 'as many elements as an argument says, and not as many bytes' reduction-ladder global_stride reduction.cl \
    'i < times && at < n; i++, at += get_global_size(0)' 'i < times; i++, at += get_global_size(0)' \
    "it has 1 element of 4 bytes. Input .*Next The code has a test before this access"
hint 'set to zero by the size of another type' histogram-omp for_atomic histogram.c \
    'memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
' 'memset(frequency, 0, 256 * sizeof(size_t));
#pragma omp parallel for
' 'write of frequency.0. at line .* a length of 2048 bytes, but only 1024 are left .*The length is in bytes'
hint 'each element counted twice' histogram-omp sequential histogram.c \
    't = 1; t < EIGHT; t++) {
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[t][bin];' 't = 1; t < 2 * EIGHT; t++) {
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[t % EIGHT][bin];' \
    'Next Every value is exactly 2 times the right one: what is done 2 times'
hint 'each element counted by every thread' histogram-omp entrelacer_promotion_tab histogram.c \
    'for (size_t s = tid; s < n; s += NB_THREAD)' 'for (size_t s = 0 * tid; s < n; s += 1 + 0 * NB_THREAD)' \
    'exactly 4 times the right one, and threads is 4: does each of them walk'
hint 'about what one thread counts' histogram-omp for_promotion_tab histogram.c \
    '#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' '#pragma omp single
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' 'The values are about 1/4 of the right ones, and threads is 4'
hint 'a copy that ends with the loop' first-steps loop loop.c 'reduction(+ : total)' 'firstprivate(total)' \
    'Every value is 0, .* private or firstprivate copy'
hint 'a product of 32 bits' first-steps loop loop.c '(uint64_t)data[i] * data[i]' 'data[i] * data[i]' \
    'too small by a multiple of 2.32'
hint 'a private copy without a value' first-steps loop loop.c 'reduction(+ : total)' 'private(total)' \
    'loop.c:[0-9]+: uninitialised-read .*read of total at line [0-9]+.*firstprivate copies one'
hint 'nothing was launched' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' '' 'No kernel was launched in this check, so nothing was computed'
hint 'blocks and threads exchanged' histogram-cuda gm_atomics histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' \
    'kernel<<<threads, blocks>>>((const uint8_t *)copy, n - 1, table)' \
    'two numbers of the launch are swapped: it had 256 blocks of 4 threads'
hint 'rounded to float' sum-opencl on_cpu sum.c 'double total = 0;' 'float total = 0;' \
    '(rounded to float: which variable|that is the sum rounded to float)'
hint 'a bound that is right, and an n that is not' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, 4 * n, table)' \
    'The code has a test before this access. Does it compare this index'
hint 'the line of the memory that is left' histogram-cuda gm histogram.cu \
    'error = finish(error, table, frequency, 256);
    cudaFree(copy);' 'error = finish(error, table, frequency, 256);' \
    'histogram.cu:[0-9]+: inefficient in gm.* Memory on the device was not released.*cudaMalloc\(copy'
hint 'why a check was skipped' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' '' "skipped: needs 'counts what is there'"
hint 'a kernel of the kit is not blamed with its lines' sum-opencl on_cpu sum.c \
    'input = make_buffer(place, n * sizeof *data, data, &error);' \
    'input = make_buffer(place, n / 2 * sizeof *data, data, &error);' \
    "kernel sum_groups: read by work-item.*the kit's own, and it is correct: look at what the host passes to it"
hint 'a fault in a kernel of the kit has the line of its launch' sum-opencl on_cpu sum.c \
    '{work_group * sizeof(double), NULL}};
    return launch(place, kernel, arguments, 4, n, work_group);' '{sizeof(double), NULL}};
    return launch(place, kernel, arguments, 4, n, work_group);' \
    'sum.c:[0-9]+: out-of-bounds in on_cpu.*error = clEnqueueNDRangeKernel'
hint 'a buffer where a number is due' sum-opencl on_cpu sum.c \
    '{sizeof elements, &elements},
                                         {sizeof partial_sums' '{sizeof input, &input},
                                         {sizeof partial_sums' \
    'sum.c:[0-9]+.*argument 1 is a ulong \(n\), but it was given a cl_mem'
hint 'wrong from row r on: after k steps that is row r + k' stencil hybrid hybrid.c \
    'if (error == CL_SUCCESS && cpu_rows > 0) {
        error = clEnqueueWriteBuffer' 'if (error == CL_SUCCESS && cpu_rows < 0) {
        error = clEnqueueWriteBuffer' 'after [0-9]+ it began near row [0-9]+, where the halves meet'
hint 'as many bytes as elements' histogram-cuda gm histogram.cu \
    'cudaMemcpy(frequency, table, m * sizeof *table,' 'cudaMemcpy(frequency, table, m,' \
    'histogram.cu:[0-9]+: wrong-answer .*A copy to the host has 256 bytes, and the array on the device has 1024'
hint 'room for as many bytes as elements' histogram-cuda any_m histogram.cu \
    'copy_to_device(&copy, data, n * sizeof *data)' 'copy_to_device(&copy, data, n)' \
    'bytes, and argument 2 is [0-9]+, too.*their number times the size of one'
hint 'set to zero by the size of a pointer' histogram-cuda gm histogram.cu \
    'cudaMemset(*table, 0, m * sizeof **table)' 'cudaMemset(*table, 0, sizeof *table)' \
    'only the first 8 of the array.s [0-9]+ bytes have been set. .*sizeof of a pointer is 8'
hint 'a copy that is too long' first-steps cuda add.cu 'n * sizeof *sum' 'n * sizeof sum' \
    'add.cu:[0-9]+: out-of-bounds .*The length of a copy is in bytes'
hint 'a copy in the wrong direction' histogram-cuda gm histogram.cu \
    'cudaMemcpy(*copy, data, bytes, cudaMemcpyHostToDevice)' \
    'cudaMemcpy((void *)data, *copy, bytes, cudaMemcpyDeviceToHost)' 'did you swap its source'
hint 'nothing copied back' histogram-cuda gm histogram.cu \
    'error = cudaMemcpy(frequency, table, m * sizeof *table, cudaMemcpyDeviceToHost);' '' \
    'Nothing was copied back from the device'
hint 'too few blocks' first-steps cuda add.cu '(n + threads - 1) / threads' 'n / threads' \
    'had 3 blocks of 256 threads, 768 in all, and from element 768 on'
hint 'a step of one block' histogram-cuda gm histogram.cu 'blockDim.x * gridDim.x;' 'blockDim.x;' \
    'what is counted when a thread goes on by blockDim.x'
hint 'one element too far' first-steps cuda add.cu 'if (i < n)' 'if (i <= n)' \
    'It goes too far by one element'
hint 'an error of its own' histogram-cuda gm histogram.cu '*copy = NULL;' \
    '*copy = NULL; if (bytes == 0) { return cudaErrorInvalidValue; }' 'No CUDA call failed with that error'
hint 'another launch first, what it costs after that' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);' \
    'if (threads > 1024) { kernel<<<1, threads>>>((const uint8_t *)copy, n, table); } else
        kernel<<<threads, blocks>>>((const uint8_t *)copy, n, table);' \
    'one merge The result is right, .*Seen More threads were launched .*two numbers of the launch are swapped'
hint 'a step of the tree that races with itself' sum-opencl kernel sum.cl 'stride = (values + 1) / 2' \
    'stride = values / 2' 'two work-items use the same element in one step'
hint 'a variable with the name of a type' sum-opencl kernel sum.cl 'const uint local_id = get_local_id(0);' \
    'const uint local_id = get_local_id(0); int half = 2;' 'Next half is the name of a type here'
hint 'a function inside of another one, which gcc has' first-steps loop loop.c '    uint64_t total = 0;
' '    uint64_t total = 0;
    uint64_t zero(void) { return 0; }
    total = zero();
' 'Only gcc allows a function inside another one'
# The small labs that new ones are copied from name the error, too.
extra=grader/tests/extra
mkdir "$scratch/scale"
sed 's/uint n,/ulong n,/' "$extra/solutions/scale-opencl/scale.cl" >"$scratch/scale/scale.cl"
LOCKSTEP_LABS=$(realpath "$extra/labs") "$BUILD/lockstep" grade scale-opencl "$scratch/scale" --format json >"$scratch/report" 2>&1
grep -q 'the returned error: got -51, expected 0; an OpenCL call failed: CL_INVALID_ARG_SIZE:' "$scratch/report" &&
    grep -q '"clSetKernelArg returned CL_INVALID_ARG_SIZE: argument 2 is a ulong (n) of 8 bytes' "$scratch/report"
ok $? 'an error of OpenCL has its name in a lab made from the small one' || sed 's/^/# /' "$scratch/report"
hint 'a device pointer that the host reads' histogram-cuda gm histogram.cu \
    'error = cudaMemcpy(frequency, table, m * sizeof *table, cudaMemcpyDeviceToHost);' \
    'for (size_t b = 0; b < m; b++) { frequency[b] = table[b]; }' \
    'histogram.cu:[0-9]+: out-of-bounds in gm: .*pointer that points into device memory.* Next Copy the data to the host'
hint 'an answer that is wrong in any order of blocks is no race' histogram-cuda gm histogram.cu \
    'for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);' 'const unsigned bin = threadIdx.x;
    if (bin < 256) {
        atomicAdd(&frequency[bin], table[bin]);' 'ok free of races, inside its arrays'
hint 'the numbers of a launch exchanged, where the caller gives one of them' first-steps cuda add.cu \
    '<<<(unsigned)blocks, threads>>>' '<<<threads, (unsigned)blocks>>>' 'it had 2000 blocks of [0-9]+ threads'
hint 'no error returned where one was due' sum-opencl open sum.c 'abilities == 0 ? SUM_NO_DOUBLE : error' 'abilities == 0 ? error : error' \
    'SUM_NO_DOUBLE is due Input .* Next Return each error'
hint 'weights that are divisions of integers' stencil stencil_multi stencil.c '0.75F * A[x] + 0.25F * (' '3 / 4 * A[x] + 1 / 4 * (' \
    'every cell is 0 .*divisions of integers'
hint 'of two that race, both threads are named' minmax-cuda block minmax.cu 'half = (values + 1) / 2;' 'half = values / 2;' \
    'read at line [0-9]+ by thread 0 of block 0, and write at line [0-9]+ by thread 1 of block 0'
hint 'a call that came too early has no wrong argument' first-steps opencl square.c \
    'error == CL_SUCCESS ? clWaitForEvents(1, &made->read) : error' 'error' \
    'wait for its event before .*is wrong for this input, or what must be done before the call'
hint 'one buffer for what is read and what is written' sum-opencl on_device sum.c \
    'to = to == finish->sums[0] ? finish->sums[1] : finish->sums[0]' 'to = finish->sums[0]' \
    "the kit's own, and it is correct: .*Does one launch read and write the same array"
hint 'a merge that omp for shares out' histogram-omp for_promotion_tab histogram.c \
    '#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' '#pragma omp for
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0]' 'about 1/4 of the right ones.*a merge shared out by .omp for'
hint 'a compare and swap that is tried once' minmax-cuda atomic minmax.cu \
    'while (value < __longlong_as_double((long long)guess))' 'if (value < __longlong_as_double((long long)guess))' \
    'Does a thread try again after its CAS found another value'
hint 'other checks that failed so are called by their titles' first-steps cuda add.cu 'if (i < n) {' '{' \
    'Same in cuda \("free of races, inside its arrays"\)'
hint 'a thousand blocks of one thread are judged, too' histogram-cuda gm histogram.cu \
    'kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table)' 'kernel<<<threads, blocks>>>((const uint8_t *)copy, n, table)' \
    'ok any size, any launch .*two numbers of the launch are swapped'
tap_end
