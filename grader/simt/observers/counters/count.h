/*
 * count.h - the counters: what a GPU's memory system would have done, per launch, per kernel and
 * per source line.
 *
 *     struct counters *counters = counters_create();
 *     simt_device_attach(device, counters_observer(counters));
 *     … launches …
 *     simt_report_counters(&out, counters);
 *
 * What each counts stands in counters.def.
 */
#pragma once

#include "../../observe.h"
#include "shares.h"

enum counter { /* COUNT_GLOBAL_LOAD_REQUESTS, …: counters.def */
#define COUNTER(id, ...) COUNT_##id,
#include "counters.def"
               COUNTER_COUNT
};

struct counter_info {
    const char *name, *hardware;
    bool graded;
    const char *meaning;
};
extern const struct counter_info counter_table[COUNTER_COUNT];

struct counter_line {
    const char *file; /* "" if unknown; lives as long as the counters */
    uint32_t line;
    uint64_t values[COUNTER_COUNT];
};

/* All launches of one kernel. */
struct counter_kernel {
    char name[64];
    char *ptx_name; /* templates share the name that the student wrote */
    enum simt_dialect dialect;
    uint64_t launches;
    uint64_t values[COUNTER_COUNT];
    struct counter_line *lines; /* rising by file and line; only lines with a count */
    size_t line_count, line_room;
};

struct counter_launch {
    uint64_t number; /* on the device, from 1 */
    size_t kernel;   /* index in counters_kernels */
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t shared_bytes;
    uint64_t values[COUNTER_COUNT];
};

struct counters;

/* NULL if memory is exhausted. The caller owns it; it must outlive the device. */
struct counters *counters_create(void);
void counters_destroy(struct counters *counters);
const struct simt_observer *counters_observer(struct counters *counters);

/* What was counted so far, in order of first launch. The arrays change with the next launch. */
const struct counter_kernel *counters_kernels(const struct counters *counters, size_t *count);
/* The launches, at most the first 1,000; *count is the number kept, *all the number made. */
const struct counter_launch *counters_launches(const struct counters *counters, size_t *count,
                                               uint64_t *all);

/* How the accesses of launches are shared out, the most of all launches. It tells a walk through
 * the whole array from one through a piece, and work of all blocks from work of one. */
struct shares *counters_shares(struct counters *counters);

/* The sectors of loads that an earlier part of the same load of the source had touched
 * (split_loads.h). */
uint64_t counters_sectors_again(const struct counters *counters);

/* From now on, which bytes of global memory are loaded, and which of mapped memory are written, is
 * kept. False: there is no memory. */
bool counters_keep_places(struct counters *counters);

/* How many different bytes of global memory were loaded since then; 0 where that is not kept. */
uint64_t counters_loaded_bytes(const struct counters *counters);

/* How many different bytes of mapped host memory, and of managed memory that no kernel read, CUDA's
 * kernels wrote since then. */
uint64_t counters_sent_bytes(const struct counters *counters);

/* Branch-level SIMT efficiency: the part of a warp's 32 lanes that is active in an average stretch
 * of code between branches; 1.0 where nothing ran. A stretch counts once, however many instructions
 * it has, so it hardly matters what an assembler makes of them. */
double counter_efficiency(const uint64_t values[COUNTER_COUNT]);
