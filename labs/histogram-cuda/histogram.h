/*
 * Histogram with CUDA: the contract.
 *
 * You write the five functions below in histogram.cu, and the kernels that they launch. They all
 * answer the same question: how often does each value appear in the data?
 *
 * What holds for all five:
 *
 * - data: n values on the host. Read them, but do not write to them. n is any number from 0 to
 *   2^32 - 1, usually not a multiple of the block size. Do not access memory outside data[0..n-1].
 * - frequency: one counter for each bin, on the host. On entry the counters hold garbage: set all
 *   of them, but only when everything went well.
 * - blocks, threads: the launch. Use exactly `blocks` blocks of `threads` threads, in one
 *   dimension. A block may have fewer threads than there are bins, or more. `threads` need not be
 *   a multiple of 32.
 * - the result: 0 (cudaSuccess) when everything went well, otherwise the cudaError_t of the first
 *   call that failed. A launch with more threads than a block can have fails: return its error, and
 *   do not crash. A launch returns nothing, so call cudaGetLastError() after it.
 * - the work: the device counts every element, also the last ones. The host counts no element.
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
 * In each step, the 32 threads of a warp read neighbouring elements, which the memory system
 * serves together.
 *
 * How a block shares the work (in gm, map_memory and any_m):
 *
 *     block 0:  data --> atomicAdd --> table in shared memory --+
 *     block 1:  data --> atomicAdd --> table in shared memory --+--> atomicAdd --> frequency
 *     …                                                         |    in global memory (GM)
 *
 * The threads of a block share a table, so every increment is an atomicAdd. Only the threads of one
 * block use that table. Two things hold garbage at first: the table of each block, and the
 * histogram in global memory. The threads of a block must wait for each other twice, not more.
 *
 * The answers must be right. The checks also count what your program does, and it loses points
 * outside of these bounds. A warp is 32 threads, and a sector is 32 bytes. In all five functions
 * the device reads n elements.
 *
 *     all five           at least blocks * threads threads, at most twice as many in all launches;
 *                        no block reads more than 3/4 of the data, and no warp more than 1/10; all
 *                        memory is freed
 *     gm, any_m          loads touch at most 5/4 of the sectors that the data occupies; at most two
 *                        barriers for each warp; at most two atomics in global memory for each bin
 *                        and block
 *     gm                 at most one divergent branch for each step of each warp (n / 32 in all);
 *                        at most 128 steps for each block to set the table to zero
 *     any_m              counts in shared memory if the table fits there
 *     map_memory         loads touch at most 5/4 of the sectors that the data occupies; the data is
 *                        not copied to the device, and at most 1 KiB of other data is
 *     gm_atomics         as gm, but with no shared memory, no barrier, and one atomic for each
 *                        element
 *     conflict_free      loads touch at most 5/4 of the sectors that the data occupies; at most 32
 *                        atomics in global memory for each bin and block; at most
 *                        1/100 of the passes wait for a bank while counting, at most 1/4 while
 *                        merging, and at most 8 for each block while setting the table to zero
 *
 * What a block or a warp reads is counted with 4 blocks or more, and 32 warps or more in all: one
 * block alone may read everything.
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
#ifndef HISTOGRAM_CUDA_H
#define HISTOGRAM_CUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * GM: copy the data to global memory. Let each block count in shared memory, and merge the tables
 * of all blocks into one histogram in global memory. Copy that histogram back.
 */
int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads);

/*
 * MapMemory: the same kernel, but the data is never copied to the device. You copy it, on the host,
 * to mapped host memory (cudaHostAlloc with cudaHostAllocMapped, and cudaHostGetDevicePointer),
 * which the device reads. n may be 0.
 */
int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads);

/*
 * GM atomics: do not use shared memory. All threads of the grid count with atomicAdd in the one
 * histogram in global memory.
 */
int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads);

/*
 * Any number of bins: values are below m, a power of two from 1 to 65536. If a table of m counters
 * fits into 48 KiB, count in shared memory, and give the table's size at the launch. If it does not
 * fit, count in global memory.
 */
int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads);

/*
 * Conflict-free (bonus): as GM, but no two lanes of a warp ever use the same bank of shared memory
 * in one step, whatever the data. Shared memory has 32 banks, one word wide: word w lies in bank
 * w % 32.
 */
int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
