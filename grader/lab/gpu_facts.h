/*
 * The numbers that `cost` checks may bound: the graded counters of
 * simt/observers/counters/counters.def, summed over all launches, and those below.
 * grader/check/devices/gpu.c knows their values. Of sectors that loads touch, those of a load that
 * the compiler has split count once.
 */
#pragma once

#include "../simt/observers/counters/count.h"

#include <stdbool.h>

/* X(enumerator, name in lab.yaml, what it is) */
#define GPU_FACT_TABLE(X)                                                                          \
    X(LAUNCHES, "launches", "launches of kernels")                                                 \
    X(WARPS, "warps", "warps launched, all launches together")                                     \
    X(BLOCKS, "launched_blocks", "blocks of the launch that loads most from global memory")        \
    X(THREADS, "block_threads", "threads in a block of that launch")                               \
    X(PROGRAMS, "programs", "programs that were built and used")                                   \
    X(COPIED, "copied_bytes", "bytes that were copied from memory of the device to memory of it")  \
    X(UPLOADED, "uploaded_bytes", "bytes that the host sent to the device")                        \
    X(DOWNLOADED, "downloaded_bytes",                                                              \
      "bytes that the host took from the device, or kernels wrote or printed there")               \
    X(LEAKS, "leaks", "allocations that were not released")                                        \
    X(LOADED, "loaded_bytes", "different bytes of global memory that were loaded")                 \
    X(REACH, "block_reach", "bytes from the first to the last place that a block loads")           \
    X(PAGE, "block_page_bytes", "bytes that a block loads from 4 KiB of global memory, at most")   \
    X(CONFLICT_FREE, "conflict_free_loads",                                                        \
      "loads of a warp from several places of shared memory without a conflict")                   \
    X(EXCHANGES, "exchanges", "times that a warp's lanes exchanged values (shuffles, votes)")      \
    X(WARP_BARRIERS, "warp_barriers", "barriers that each warp reached, on average, rounded up")   \
    X(BLOCK, "busiest_block_bytes",                                                                \
      "bytes of global memory loaded by the block of a launch that loads most")                    \
    X(WARP, "busiest_warp_bytes",                                                                  \
      "bytes of global memory loaded by the warp of a launch that loads most")                     \
    X(ATOMICS, "global_atomics", "atomics in global memory, one for each thread that does one")

enum gpu_fact {
#define GPU_FACT_ENUM(enumerator, name, text) GPU_FACT_##enumerator,
    GPU_FACT_TABLE(GPU_FACT_ENUM)
#undef GPU_FACT_ENUM
        GPU_FACT_COUNT
};

/* The fact that lab.yaml calls so, or GPU_FACT_COUNT. */
enum gpu_fact gpu_fact_find(const char *name);

/* The graded counter that lab.yaml calls so, or COUNTER_COUNT. */
enum counter gpu_counter_find(const char *name);

/* Is it the name of either? */
bool gpu_fact_known(const char *name);
