/*
 * trace.h - what the warps of some blocks did, as a processor would see it: instructions with the
 * instructions that they wait for.
 *
 * A recorder receives a block's stretches and accesses while the machine runs it. It takes the
 * assembler's costs (assemble.h), drops what costs nothing, and moves loads up between two
 * branches, as an assembler does.
 */
#pragma once

#include "../../observe.h"
#include "../assembly/assemble.h"
#include "../memory/footprint.h"

enum {
    TRACE_SOURCES = 3,
    TRACE_REACH = 256
}; /* how far back an instruction may wait for another */

enum trace_kind {
    TRACE_PLAIN,
    TRACE_BRANCH,
    TRACE_BARRIER,
    TRACE_LOAD, /* of global memory */
    TRACE_STORE,
    TRACE_REDUCTION,
    TRACE_ATOMIC,
    TRACE_SHARED_LOAD,
    TRACE_SHARED_STORE,
    TRACE_SHARED_ATOMIC,
    TRACE_LOCAL_LOAD,
    TRACE_LOCAL_STORE,
    TRACE_CONSTANT,
};

struct trace_entry {
    uint8_t kind; /* enum trace_kind */
    uint8_t pipe;
    uint8_t specials;
    uint8_t branches; /* taken one after the other */
    bool strong;      /* a load past L1 */
    bool fence;       /* waits for all accesses of the warp, and empties L1 */
    bool waits;       /* no later entry may start before this one's issue is over */
    bool apart;       /* nothing is moved across the start of this one */
    bool either;      /* plain: the multiplier can make it, too */
    bool mapped;      /* global: host memory */
    bool scattered;   /* global: lines in no order */
    bool partial;     /* global stores: less than whole sectors */
    uint16_t slots;
    uint16_t others; /* slots on no pipe */
    uint16_t latency;
    uint16_t lines;     /* global: 128-byte lines; shared: wavefronts; constants: places, 0 if known
                           to be one */
    uint8_t wavefronts; /* global loads: times that L1 is read */
    uint8_t back;       /* loads: cycles in which registers take what arrives, 128 bytes each */
    uint16_t sectors;   /* global: how many, from `first` on; of atomics, those that travel */
    uint16_t moment;    /* of global loads: when (footprint.h); and where the first lane reads */
    uint32_t fresh;     /* bits of its sectors: nobody has read them before */
    uint16_t depth;     /* of global atomics: lanes on one word after the other, over all sectors */
    bool increment;     /* of shared atomics: each lane adds 1 */
    uint64_t address;
    bool straight; /* sectors are first, first + 1, …; else trace->sectors[first…] */
    uint32_t first;
    uint8_t from[TRACE_SOURCES]; /* entries back, 0: none */
};

struct trace_warp {
    uint32_t first, count; /* entries */
    uint64_t instructions; /* of PTX that were recorded… */
    uint64_t executed;     /* …of these */
};

struct trace_block {
    uint32_t first_warp;
    uint64_t instructions, recorded; /* of PTX: all, and those in the trace */
};

struct trace {
    struct trace_entry *entries;
    uint32_t entry_count, entry_capacity;
    uint32_t *sectors; /* numbers of 32-byte sectors */
    uint32_t sector_count, sector_capacity;
    struct trace_warp *warps;
    uint32_t warp_count, warp_capacity;
    struct trace_block *blocks;
    uint32_t block_count, block_capacity;
    uint32_t warps_a_block;
    uint64_t local_first, local_end; /* words of a thread's own memory that were touched */
    uint32_t array_words;            /* of a thread's arrays, words that stand in registers */
    uint64_t atomic_lanes, atomic_sectors, atomic_depth;
    bool full; /* memory is exhausted: the rest is missing */
};

/* The number of the entry's sector n, and where it starts. */
static inline uint32_t trace_sector(const struct trace *trace, const struct trace_entry *entry,
                                    uint32_t n) {
    return entry->straight ? entry->first + n : trace->sectors[entry->first + n];
}

/* That the trace asks for, each as often as it does. */
static inline double trace_sectors(const struct trace *trace) {
    double sectors = 0;
    for (uint32_t e = 0; e < trace->entry_count; e++) {
        sectors += trace->entries[e].sectors;
    }
    return sectors;
}

static inline uint64_t trace_address(const struct trace *trace, const struct trace_entry *entry,
                                     uint32_t n) {
    uint32_t first = (uint32_t)(entry->address / SECTOR_BYTES); /* numbers are cut to 32 bits */
    int32_t away = (int32_t)(trace_sector(trace, entry, n) - first);
    return entry->address + (uint64_t)((int64_t)away * SECTOR_BYTES);
}

struct recorder;

/* NULL without memory. The caller owns it, and the trace in it. */
struct recorder *recorder_create(void);
void recorder_destroy(struct recorder *recorder);
const struct trace *recorder_trace(const struct recorder *recorder);
/* Marks the loads that read what nobody has read before: when the launch is over. */
void recorder_mark_fresh(struct recorder *recorder, const struct footprint *footprint);

/* Unmarks those of these loads that are read from L2 nevertheless, as `held` says. */
typedef bool trace_held(const void *self, uint64_t address);
void recorder_mark_held(struct recorder *recorder, trace_held *held, const void *self);

/* Forgets the last launch, and begins one of `warps` a block. */
void recorder_launch(struct recorder *recorder, const struct assembly *assembly, uint32_t warps,
                     const struct simt_kernel_info *kernel);
/* A block, of at most `limit` entries a warp. */
void recorder_begin(struct recorder *recorder, uint32_t limit);
void recorder_access(struct recorder *recorder, const struct simt_access *access, bool mapped,
                     uint16_t moment);
void recorder_stretch(struct recorder *recorder, const struct simt_stretch *stretch);
void recorder_end(struct recorder *recorder, uint64_t instructions);
/* Keeps the first block alone, each of its warps as far as `each` PTX instructions; in the place of
 * those that have less stands the longest. */
void recorder_deal(struct recorder *recorder, uint64_t each);
