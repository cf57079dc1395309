/*
 * Histogram with CUDA: the contract.
 *
 * You write the five functions below in histogram.cu, and the kernels that they launch. They all
 * answer the same question: how often does each value appear in the data?
 *
 * What holds for all five:
 *
 * - data: n values on the host, only to be read. n is any number from 0 to 2^32 - 1, usually not a
 *   multiple of the block size. Do not access memory outside data[0..n-1].
 * - frequency: one counter for each bin, on the host, and you set all of them. On entry they hold
 *   garbage. Write to them only when everything went well.
 * - blocks, threads: the launch. Use exactly `blocks` blocks of `threads` threads, one dimension
 *   each. There may be fewer threads than bins, or more; a block need not be a multiple of 32.
 * - the result: 0 (cudaSuccess) when all went well, else the cudaError_t of the first call that
 *   failed. A launch that CUDA cannot make (more threads than a block can have) is an error to
 *   return, not a crash; ask cudaGetLastError() after a launch.
 * - the work: the device does it for every element, also for the last ones. The host counts none.
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
 * so that the 32 threads of a warp read neighbours, and the memory system serves them together.
 *
 * How the work is shared inside a block (the first two and any_m):
 *
 *     block 0:  data --> atomicAdd --> table in shared memory --+
 *     block 1:  data --> atomicAdd --> table in shared memory --+--> atomicAdd --> frequency
 *     …                                                         |    in global memory (GM)
 *
 * Threads of a block share a table, so every increment is an atomicAdd; but only the threads of one
 * block meet there. Two things hold garbage at first: the table of each block, and the histogram in
 * global memory. A block must wait for all of its threads twice; a third time is not needed.
 *
 * What is counted, and costs points, beside wrong answers. A warp is 32 threads, a sector 32 bytes,
 * and n elements are read by the device in all five:
 *
 *     all five           at least blocks * threads threads, at most twice as many in all launches;
 *                        no block reads more than 3/4 of the data, no warp more than 1/10; all
 *                        memory is given back
 *     gm, any_m          the data in 5/4 of its sectors; two barriers for each warp; two atomics in
 *                        global memory for each bin and block
 *     gm                 one divergent branch for each step of each warp (n / 32 in all); 128 steps
 *                        for each block to set the table to zero
 *     any_m              counts in shared memory while the table fits
 *     map_memory         the data in 5/4 of its sectors, and no copy of it to the device: 1 KiB
 *     gm_atomics         as gm, but no shared memory, no barrier, and an atomic for each element
 *     conflict_free      the data in 5/4 of its sectors; 32 atomics in global memory for each bin
 *                        and block; 1/100 of the passes of counting wait for a bank, a quarter of
 *                        those of the merge, 8 a block while zeroing
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
#ifndef HISTOGRAM_CUDA_H
#define HISTOGRAM_CUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * GM: copy the data to global memory, count per block in shared memory, merge the blocks' tables
 * into one histogram in global memory, copy that back.
 */
int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads);

/*
 * MapMemory: the same kernel, but the data is never copied to the device: it lies in mapped host
 * memory (cudaHostAlloc with cudaHostAllocMapped, and cudaHostGetDevicePointer) into which you copy
 * it on the host. n may be 0.
 */
int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads);

/*
 * GM atomics: no shared memory at all. All threads of the grid count with atomicAdd in the one
 * histogram in global memory.
 */
int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads);

/*
 * Any number of bins: values are below m, a power of two from 1 to 65536. A table of m counters
 * goes into shared memory while it fits 48 KiB, its size given at the launch; beyond that, count in
 * global memory.
 */
int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads);

/*
 * Conflict-free (bonus): as GM, but no two lanes of a warp ever meet in a bank of shared memory,
 * whatever the data. Shared memory has 32 banks, one word wide: word w lies in bank w % 32.
 */
int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
