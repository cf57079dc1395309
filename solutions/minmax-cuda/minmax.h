/*
 * Minimum and maximum with CUDA: the contract.
 *
 * You write the seven functions below in minmax.cu, and the kernels that they launch. They find the
 * smallest and the largest of n doubles.
 *
 * What holds for all of them:
 *
 * - data: n doubles on the host. Read them, but do not write to them. n is any number from 0 up. It
 *   is usually not a multiple of the block size, and may be far larger than the number of threads.
 *   Do not access memory outside data[0..n-1]. The data may contain negative numbers, the largest
 *   double, tiny numbers and infinities, but no NaN. It never contains both 0.0 and -0.0, which are
 *   equal. So each result has one right value, bit for bit.
 * - no elements: the minimum of no elements is INFINITY, and their maximum is -INFINITY. These are
 *   the neutral elements: min(x, INFINITY) is x, and so is max(x, -INFINITY). (0 is not neutral,
 *   since all data may be negative. DBL_MIN is the smallest *positive* normal number.)
 * - results: on the host. On entry they hold garbage. Write to them only when everything went well.
 * - blocks, threads: the launch. Use exactly `blocks` blocks of `threads` threads, in one
 *   dimension. `threads` need not be a power of two or a multiple of 32. There may be more threads
 *   than elements.
 * - the result of the function: 0 (cudaSuccess) when everything went well, otherwise the
 *   cudaError_t of the first call that failed. A launch with more threads than a block can have
 *   fails: return its error, and do not crash. A launch returns nothing, so call cudaGetLastError()
 *   after it.
 * - the work: the device does it for every element, also for the last ones. It also finds the
 *   places of elements. The host may combine partial results where a function allows it. It must
 *   not compute anything from the data itself.
 * - memory: free what you allocate, and destroy your streams and events, also when a call failed.
 * - output: you need not print anything. What you print is thrown away. Do not end the program.
 * - launches: use ordinary launches. Blocks can work together only through atomics and at the end
 *   of a launch. Cooperative launches (cudaLaunchCooperativeKernel, grid.sync()) do not work here.
 *
 * The walk through the data is the interleaving pattern (Entrelacer): thread tid of NB_THREAD takes
 * elements tid, tid + NB_THREAD, tid + 2 NB_THREAD … with
 *
 *     const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
 *     const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
 *
 * Two kernels work one after the other. The first one leaves a minimum and a maximum for each
 * block. The second one is a single block, and combines them into one minimum and one maximum.
 *
 *     data     [ block 0 | block 1 | block 2 | block 0 | block 1 | … ]
 *                   |         |         |
 *     minima   [  b0  ,  b1  ,  b2  ]        first kernel: <<<blocks, threads>>>
 *     maxima   [  b0  ,  b1  ,  b2  ]
 *                   \     |     /
 *              minimum, maximum              second kernel: <<<1, threads>>>
 *
 * A block reduces its values in shared memory. Half of the threads compare their value with a value
 * of the other half. Then half of that half does so, until one value is left. There is a barrier
 * after each step. All minima lie in one table and all maxima in another, so no two threads of a
 * warp wait for a bank of shared memory. With an array of structs of two doubles they would wait.
 *
 *     8 values   [ 215 ,  40 ,   7 , 133 ,  10 ,  98 ,  52 ,  61 ]
 *                   |_____|______|_____|_____|     |     |     |      thread 0: 215 and 10
 *     4 values   [  10 ,  40 ,   7 ,  61 ]                            thread 1:  40 and 98 …
 *     2 values   [   7 ,  40 ]
 *     1 value    [   7 ]
 *
 * The answers must be right. The checks also count what your program does, and it loses points
 * outside of these bounds. A warp is 32 threads, and a sector is 32 bytes. The device reads the
 * data, and its loads touch at most 9/8 of the sectors that the data occupies, also in
 * minmax_atomic. A number below is the most that is allowed:
 *
 *     all but final      at least blocks * threads threads, at most twice as many in all launches;
 *                        no block reads more than 3/4 of the data, and no warp more than 1/10
 *     block              12 barriers and 16 reads of shared memory for each warp, and no read waits
 *                        for a bank; no atomic in shared memory; 4 writes to global memory for each
 *                        block
 *     final              one launch of one block; 12 barriers for each warp
 *     two_kernels        two launches; the second one reads all partial results; 64 bytes are
 *                        copied back; 9/8 of the bytes of the data are copied to the device
 *     atomic             no shared memory, no barrier, one launch; an atomic waits for another one
 *                        four times for each thread
 *     fused              one launch; no read of shared memory waits for a bank; 64 bytes are copied
 *                        back; an atomic waits for another one once for each warp
 *     shuffles           as fused; also 2 barriers for each warp, and 4 writes to shared memory and
 *                        8 reads of it for each warp
 *     all                all memory is freed
 *
 * What a kernel writes to mapped memory of the host counts as copied back, too. What a block or a
 * warp reads is counted with 4 blocks or more, and 32 warps or more in all: one block alone may
 * read everything.
 *
 * The words of these checks:
 *
 *     warp            32 threads of a block that the hardware schedules as one unit
 *     divergence      threads of a warp take different branches. The warp executes one branch after
 *                     the other, so its threads wait for each other
 *     sector          32 bytes of global memory, the smallest amount that is moved. The loads of a
 *                     warp touch few sectors when neighbouring threads read neighbouring elements
 *                     (coalesced loads)
 *     bank            one of the 32 parts of shared memory, one word wide: word w lies in bank
 *                     w % 32
 *     bank conflict   threads of a warp access different words of one bank, so one of them waits
 *     wavefront       one pass through shared memory. A load of words takes one wavefront without
 *                     a conflict, and more with a conflict
 */
#ifndef MINMAX_CUDA_H
#define MINMAX_CUDA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The block kernel: for b = 0 … blocks - 1, minima[b] and maxima[b] are the minimum and the maximum
 * of the elements that the threads of block b take in the walk above. A block that takes no element
 * leaves the neutral elements.
 */
int minmax_block(const double *data, size_t n, double *minima, double *maxima, unsigned blocks,
                 unsigned threads);

/*
 * The final kernel: one block of `threads` threads finds the smallest of `count` minima and the
 * largest of `count` maxima. count may be larger than threads.
 */
int minmax_final(const double *minima, const double *maxima, size_t count, double *minimum,
                 double *maximum, unsigned threads);

/*
 * Both kernels, one after the other. The partial results stay on the device: only one minimum and
 * one maximum are copied back.
 */
int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum,
                       unsigned blocks, unsigned threads);

/*
 * Atomics: one kernel, no shared memory, no barrier. CUDA has no atomicMin for doubles. You may use
 * a loop around atomicCAS. Or you may map doubles to 64-bit integers that have the same order, and
 * use atomicMin and atomicMax on these (compared as integers, the bits of negative doubles have the
 * opposite order). Each thread first reduces all its elements, and only then uses an atomic.
 */
int minmax_atomic(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                  unsigned threads);

/*
 * Fused: one kernel reads each element once and computes the final result, so no other launch
 * follows. The threads of a block first combine their values, and then each block uses few atomics.
 * For speed on a real GPU, load 16 bytes at a time (double2), and load several of them before you
 * use the first one.
 */
int minmax_fused(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                 unsigned threads);

/*
 * Shuffles: as minmax_fused, with another tree. Inside a warp, lanes pass their values to each
 * other with __shfl_down_sync(mask, value, distance), without shared memory or barriers. Shared
 * memory holds one minimum and one maximum for each warp, and the first warp reduces these in the
 * same way. The mask names the lanes that execute the call. The last warp of a block may have fewer
 * than 32 lanes: do not use a value that comes from a lane that does not exist.
 */
int minmax_shuffles(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                    unsigned threads);

/*
 * Indices (bonus): the indices of the minimum and of the maximum. If several elements are equal to
 * it, the first one counts. If there are no elements, both indices are n. You may launch several
 * kernels, but read each element once.
 */
int minmax_index(const double *data, size_t n, size_t *minimum_at, size_t *maximum_at,
                 unsigned blocks, unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
