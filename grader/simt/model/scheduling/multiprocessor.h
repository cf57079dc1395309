/* multiprocessor.h - the state of one multiprocessor, inside processor.c and memory_system.c. */
#pragma once

#include "processor.h"
#include "../memory/cache.h"
#include "../memory/footprint.h"
#include "../memory/sector_set.h"

enum {
    SCHEDULERS = 4,
    ALL_SCHEDULERS = 15,

    RING = TRACE_REACH,
    REPLAY_SHIFT = 0x01234564
};

struct warp_runner {
    uint32_t next, end; /* entries */
    uint32_t first;
    uint32_t slot, age;    /* of its block: where it runs, and how many began before it */
    double at;             /* when it can issue next */
    uint64_t instructions; /* of PTX that were recorded… */
    uint64_t executed;     /* …of these */
    double done[RING];     /* when the last entries' results are there */
    double last;           /* when all of its work is over */
    double half;           /* when half of its entries were issued */
    bool alive, waiting;
    bool touched; /* memory, since the last fence */
};

struct warp_slot {
    uint32_t alive, waiting; /* warps */
    uint32_t shift;          /* of its sectors: a block that runs again touches others */
    double started;
};

struct processor {
    const struct profile *profile;
    const struct trace *trace;
    const struct surroundings *around;
    struct cache cache;
    struct sector_set seen; /* that were asked for */
    struct warp_runner *runners;
    uint32_t runner_count, live;
    struct warp_runner *first[SCHEDULERS]; /* of each, ready first */
    uint32_t stale;                        /* bits of schedulers whose first may be another now */
    uint32_t turn;                         /* the scheduler that issued last */
    struct warp_slot slots[PROCESSOR_BLOCKS];
    uint32_t started, planned, ended;    /* blocks */
    double dispatch;                     /* the next block can come from */
    double scheduler[SCHEDULERS];        /* free from */
    double pipe[SCHEDULERS][PIPE_COUNT]; /* free from */
    double memory, dram, host, meeting;  /* free from; the last: atomics in L2 */
    double l2_in, l2_out;                /* L2 takes sectors, and hands them out, from */
    double tags;                         /* L2 finds lines from */
    double barrier;                      /* the unit that counts arrivals is free from */
    double looking;                      /* the unit that reads constants at places is free from */
    double read_credit;
    double *ends;  /* of blocks: when their places are free */
    double finish; /* when all that was stored is there */
    double warp_cycles, now;
    struct processor_result *result;
};

static inline double later(double a, double b) {
    return a > b ? a : b;
}

/* Holds a server for `cycles`, from when it is free, and not before `from`. */
static inline void use(double *server, double from, double cycles, double *busy) {
    *server = later(*server, from) + cycles;
    *busy += cycles;
}

/* Starts an access at `from`; when its result is there. */
double access_memory(struct processor *processor, const struct trace_entry *entry, uint32_t shift,
                     double from);
