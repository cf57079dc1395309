/*
 * trace.h - what the warps of some blocks did, as a processor would see it: instructions with the
 * instructions that they wait for.
 *
 * A recorder is told of a block's stretches and accesses while the machine runs it. It takes the
 * assembler's costs (assemble.h), drops what costs nothing, and moves loads up between two
 * branches, as an assembler does.
 */
#ifndef LOCKSTEP_SIMT_TRACE_H
#define LOCKSTEP_SIMT_TRACE_H

#include "../observe.h"
#include "assemble.h"
#include "footprint.h"

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
    bool waits;       /* no later entry may start before this one's issue is over */
    bool apart;       /* nothing is moved across the start of this one */
    bool mapped;      /* global: host memory */
    bool partial;     /* global stores: less than whole sectors */
    uint16_t slots;
    uint16_t others; /* slots on no pipe */
    uint16_t latency;
    uint16_t lines;   /* global: 128-byte lines; shared: wavefronts */
    uint8_t back;     /* loads: cycles in which registers take what arrives, 128 bytes each */
    uint16_t sectors; /* global: how many, from `first` on; of atomics, those that travel */
    uint16_t moment;  /* of global loads: when (footprint.h); and where the first lane reads */
    bool fresh;       /* nobody has read it before */
    uint64_t address;
    bool straight; /* sectors are first, first + 1, …; else trace->sectors[first…] */
    uint32_t first;
    uint8_t from[TRACE_SOURCES]; /* entries back, 0: none */
};

struct trace_warp {
    uint32_t first, count; /* entries */
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
    uint64_t slots; /* of all entries */
    uint64_t atomic_lanes, atomic_sectors;
    bool full; /* memory is exhausted: the rest is missing */
};

struct recorder;

/* NULL without memory. The caller owns it, and the trace in it. */
struct recorder *recorder_create(void);
void recorder_destroy(struct recorder *recorder);
const struct trace *recorder_trace(const struct recorder *recorder);
/* Marks the loads that read what nobody has read before: when the launch is over. */
void recorder_mark_fresh(struct recorder *recorder, const struct footprint *footprint);

/* Forgets the last launch. `registers`: of a thread, without those that loads on their way need. */
void recorder_launch(struct recorder *recorder, const struct assembly *assembly, uint32_t warps,
                     uint32_t registers);
/* A block, of at most `limit` entries a warp. */
void recorder_begin(struct recorder *recorder, uint32_t limit);
void recorder_access(struct recorder *recorder, const struct simt_access *access, bool mapped,
                     uint16_t moment);
void recorder_stretch(struct recorder *recorder, const struct simt_stretch *stretch);
void recorder_end(struct recorder *recorder, uint64_t instructions);

#endif
