/*
 * First steps: the contract.
 *
 * Three short exercises for those who have never written a parallel program. Each one adds one way
 * to run code in parallel: threads of the processor (OpenMP), a GPU by CUDA, and any device by
 * OpenCL.
 *
 * What holds for all three:
 *
 * - n is any number from 0 to 2^20. It need not be a multiple of `threads`.
 * - Read data[0] to data[n - 1] and write to the results only. Do not access other memory.
 * - On entry the results hold garbage. Write all of them.
 * - What you print is thrown away. Do not end the program.
 *
 * The answers must be right. The checks also count what your program does, and this costs points
 * when it is too much or too little:
 *
 *     loop_squares    two or more threads read the data, and work at the same time; an `omp for`;
 *                     at most 16 atomic operations and 16 critical sections for each thread; no
 *                     loop over the data outside of the parallel region; no thread writes more
 *                     than 3/4 of the squares, or adds up those of all the others alone
 *     add_vectors     one launch; each vector is copied once, 4 bytes for each element; the
 *                     kernel's loads touch no more sectors than the vectors occupy; no block
 *                     reads more than 3/4 of them; all memory is freed
 *     square_vector   one launch; data and squares are copied once, 4 bytes for each element; the
 *                     kernel's loads touch no more sectors than the data occupies; no
 *                     work-group reads more than 3/4 of it; all buffers are released
 *
 * What a block or a work-group reads is counted with 7,000 elements or more: few elements may go to
 * one block.
 *
 * The words of these checks:
 *
 *     race            two threads access the same place, at least one of them writes, at least one
 *                     access is not atomic, and nothing orders them. The result depends on
 *                     which comes first
 *     host, device    the host is the processor that runs your program; the device executes the
 *                     program's kernels
 *     kernel          a function that many threads of the device execute, each with its own index
 *     block           threads that are launched together, up to 1,024 (a work-group in OpenCL)
 *     sector          32 bytes of the device's memory. Memory is read in whole sectors, so threads
 *                     with neighbouring indices should read neighbouring elements
 *     asynchronous    an asynchronous call returns before its work is done
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * OpenMP, in loop.c: squares[i] = data[i] * data[i] for i = 0 ... n - 1, and *sum, the sum of all
 * squares modulo 2^64. Numbers go up to 2^32 - 1, so a square needs 64 bits.
 *
 * The loop is written already, and shared out among threads. It has two races: find them, and fix
 * both. Use the team that a plain `#pragma omp parallel` gives.
 */
void loop_squares(const uint32_t *data, size_t n, uint64_t *squares, uint64_t *sum);

/*
 * CUDA, in add.cu: sum[i] = left[i] + right[i] modulo 2^32, computed by a kernel of yours. All
 * three vectors are on the host.
 *
 * Launch blocks of `threads` threads, one thread for each element, and as many blocks as it takes.
 * When n is not a multiple of `threads`, the last block has threads without an element. CUDA cannot
 * launch 0 blocks: for n = 0 launch nothing, and return 0.
 *
 * The result is 0 (cudaSuccess), or the cudaError_t of the first call that failed. A launch returns
 * nothing: call cudaGetLastError() after it. When a call failed, leave `sum` as it was. Free
 * all memory and destroy all events, also when a call failed.
 *
 * *milliseconds is the time of the kernel, measured by two events.
 */
int add_vectors(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n,
                unsigned threads, float *milliseconds);

/*
 * OpenCL, in square.c and square.cl: squares[i] = data[i] * data[i] modulo 2^32, computed by the
 * kernel `square` of square.cl:
 *
 *     __kernel void square(__global const uint *data, __global uint *squares, uint n)
 *
 * You write the whole host program. It takes the first device of the first platform, and creates
 * a context, a queue, a program, a kernel and two buffers. `source` is the text of square.cl. When
 * it does not compile, return the error of clBuildProgram.
 *
 * Launch work-groups of work_group work-items. OpenCL 1.2 requires the number of work-items to be a
 * multiple of work_group, so some work-items may have no element. OpenCL cannot create a buffer of
 * 0 bytes: for n = 0 launch nothing, and return 0.
 *
 * Read the squares back with a non-blocking read (CL_FALSE) that waits for the event of the kernel.
 * Wait for the event of the read before you return. (No check sees whether the read blocks.)
 *
 * The result is 0 (CL_SUCCESS), or the error of the first call that failed. When a call failed,
 * leave `squares` as they were. Release all that you create, also when a call failed.
 *
 * *nanoseconds is the time of the kernel: CL_PROFILING_COMMAND_END minus CL_PROFILING_COMMAND_START
 * of its event. The queue needs CL_QUEUE_PROFILING_ENABLE.
 */
int square_vector(const char *source, const uint32_t *data, uint32_t *squares, size_t n,
                  size_t work_group, uint64_t *nanoseconds);

#ifdef __cplusplus
}
#endif
