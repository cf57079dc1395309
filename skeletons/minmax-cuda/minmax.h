/*
 * Minimum and maximum with CUDA: the contract.
 *
 * You write the seven functions below in minmax.cu, and the kernels that they launch. They ask for
 * the smallest and the largest of n doubles.
 *
 * What holds for all of them:
 *
 * - data: n doubles on the host, only to be read. n is any number from 0 up, usually not a multiple
 *   of the block size, and may be far larger than the number of threads. Do not access memory
 *   outside data[0..n-1]. Negative numbers, the largest double, tiny ones and infinities
 *   may all occur; NaN does not. 0.0 and -0.0 are equal, and never occur together: so each result
 *   has one right value, bit for bit.
 * - no elements: the minimum of nothing is INFINITY, its maximum -INFINITY. These are the neutral
 *   elements: together with any x they leave x. (0 is not neutral: all data may be negative. And
 *   DBL_MIN is the smallest *positive* number.)
 * - results: on the host. On entry they hold garbage. Write to them only when everything went well.
 * - blocks, threads: the launch. Use exactly `blocks` blocks of `threads` threads, one dimension
 *   each. `threads` need not be a power of two or a multiple of 32. There may be more threads than
 *   elements.
 * - the result of the function: 0 (cudaSuccess) when all went well, else the cudaError_t of the
 *   first call that failed. A launch that CUDA cannot make (more threads than a block can have) is
 *   an error to return, not a crash; ask cudaGetLastError() after a launch.
 * - the work: the device does it, for every element, also for the last ones and for places of
 *   elements. The host may finish partial results where a function allows it. It must not compute
 *   anything from the data itself.
 * - memory: give back what you allocate, streams and events too, also when something failed.
 * - output: none is needed. What you print is thrown away. Do not end the program.
 * - launches: plain ones. Blocks meet through atomics and at the end of a launch only: there is no
 *   cooperative launch (cudaLaunchCooperativeKernel, grid.sync()) here.
 *
 * The walk through the data is the interleaving pattern (Entrelacer): thread tid of NB_THREAD takes
 * elements tid, tid + NB_THREAD, tid + 2 NB_THREAD … with
 *
 *     const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
 *     const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
 *
 * The scheme of two kernels: the first leaves a minimum and a maximum for each block, the second,
 * one block alone, makes one of each of them.
 *
 *     data     [ block 0 | block 1 | block 2 | block 0 | block 1 | … ]
 *                   |         |         |
 *     minima   [  b0  ,  b1  ,  b2  ]        first kernel: <<<blocks, threads>>>
 *     maxima   [  b0  ,  b1  ,  b2  ]
 *                   \     |     /
 *              minimum, maximum              second kernel: <<<1, threads>>>
 *
 * Inside a block, in shared memory, half of the threads compare their value with one of the other
 * half, then half of that half, until one value is left; a barrier after each step. Minima lie side
 * by side in one table and maxima in another, so that no two threads of a warp wait for a bank of
 * shared memory, as they would with structs of two doubles:
 *
 *     8 values   [ 215 ,  40 ,   7 , 133 ,  10 ,  98 ,  52 ,  61 ]
 *                   |_____|______|_____|_____|     |     |     |      thread 0: 215 and 10
 *     4 values   [  10 ,  40 ,   7 ,  61 ]                            thread 1:  40 and 98 …
 *     2 values   [   7 ,  40 ]
 *     1 value    [   7 ]
 *
 * What is counted, and costs points, beside wrong answers. A warp is 32 threads, a sector 32 bytes.
 * The data is read on the device, in 9/8 of its sectors at most (minmax_atomic, too). Besides:
 *
 *     all but final      at least blocks * threads threads, at most twice as many in all launches;
 *                        no block reads more than 3/4 of the data, no warp more than 1/10
 *     block              12 barriers and 16 reads of shared memory for each warp, none of which
 *                        waits for a bank; no atomic there; 4 writes to global memory for each
 *                        block
 *     final              one launch of one block; 12 barriers for each warp
 *     two_kernels        two launches; the second one reads all partial results; 64 bytes come
 *                        back, and an eighth more than the data goes
 *     atomic             no shared memory, no barrier, one launch; four waits for another atomic
 *                        for each thread
 *     fused              one launch; no read of shared memory waits for a bank; 64 bytes come back;
 *                        an atomic waits for another one at most once for each warp
 *     shuffles           as fused; besides, 2 barriers for each warp, and 4 writes to shared memory
 *                        and 8 reads of it for each warp
 *     all                all memory is given back
 *
 * What a kernel writes to mapped memory of the host comes back, too.
 *
 * The words of these checks:
 *
 *     warp            32 threads of a block that the hardware schedules as one unit
 *     divergence      threads of a warp take different branches; the warp executes one after the
 *                     other, so its threads wait for each other
 *     sector          32 bytes of global memory, the least that is moved. Loads of a warp cost few
 *                     sectors when neighbouring threads read neighbouring elements (coalesced)
 *     bank            one of the 32 parts of shared memory, one word wide: word w lies in bank
 *                     w % 32
 *     bank conflict   threads of a warp want different words of one bank: one of them waits
 *     wavefront       one pass through shared memory. Without a conflict a load of words takes one,
 *                     with a conflict more
 */
#ifndef MINMAX_CUDA_H
#define MINMAX_CUDA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The block kernel: minima[b] and maxima[b] for b = 0 … blocks - 1 are those of the elements that
 * the threads of block b take, in the walk above. A block that takes none leaves the neutral
 * elements.
 */
int minmax_block(const double *data, size_t n, double *minima, double *maxima, unsigned blocks,
                 unsigned threads);

/*
 * The final kernel: the least of `count` minima and the greatest of `count` maxima, in one block of
 * `threads` threads. count may be larger than threads.
 */
int minmax_final(const double *minima, const double *maxima, size_t count, double *minimum,
                 double *maximum, unsigned threads);

/*
 * Both kernels in a row. The partial results stay on the device: nothing but one minimum and one
 * maximum is copied back.
 */
int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum,
                       unsigned blocks, unsigned threads);

/*
 * Atomics: one kernel, no shared memory, no barrier. CUDA has no atomicMin for doubles. Either loop
 * around atomicCAS, or map doubles to 64-bit integers that have the same order (compared as
 * integers, the bits of negative doubles run backwards) and use atomicMin and atomicMax on those. A
 * thread first looks at all its elements, and only then meets the others.
 */
int minmax_atomic(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                  unsigned threads);

/*
 * Fused: one kernel that reads each element once and finishes by itself, so that nothing is
 * launched after it. Threads of a block agree before their block meets the others: atomics are few.
 * For speed on a real GPU, load 16 bytes at a time (double2) and several of them before you use the
 * first.
 */
int minmax_fused(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                 unsigned threads);

/*
 * Shuffles: as minmax_fused, with another tree. Inside a warp, lanes hand their values to each
 * other with __shfl_down_sync(mask, value, distance): no shared memory, no barrier. Shared memory
 * holds one minimum and one maximum for each warp, and the first warp reduces these in the same
 * way. The mask names the lanes that execute the call; the last warp of a block may have fewer
 * than 32 lanes, and what comes from a lane that is not there must not be used.
 */
int minmax_shuffles(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                    unsigned threads);

/*
 * Indices (bonus): where the minimum and the maximum are. Where several elements are equal to it,
 * the first one counts. With no elements, both are n. As many kernels as you like, but read each
 * element once.
 */
int minmax_index(const double *data, size_t n, size_t *minimum_at, size_t *maximum_at,
                 unsigned blocks, unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
