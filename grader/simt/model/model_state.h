/*
 * model_state.h - what the model keeps of a running launch, and of those before it: its observer
 * (events.c) fills it in, and when a launch ends, model.c makes a time of it.
 */
#ifndef LOCKSTEP_SIMT_MODEL_STATE_H
#define LOCKSTEP_SIMT_MODEL_STATE_H

#include "assemble.h"
#include "chains.h"
#include "contention.h"
#include "footprint.h"
#include "meetings.h"
#include "model.h"
#include "parts.h"
#include "predict.h"
#include "queue.h"
#include "residency.h"

enum { BLOCK_WARPS = 32, PROCESSORS = 256, KERNELS = 32 };

/* What is kept of a region. */
struct range {
    bool mapped;
    uint16_t strays; /* bytes from a KiB to its first one */
};

struct model {
    struct simt_observer observer;
    struct profile profile;
    struct assembly *assemblies;
    const struct assembly *assembly; /* of the running launch, or NULL */
    struct recorder *recorder;
    struct recorder *ending; /* the block that runs last: it may finish what all began */
    struct footprint *footprint;
    struct meetings *meetings; /* of atomics */
    struct residency *residency;
    struct contention *contention;
    struct chains *chains;
    struct parts *parts;
    struct queue queue;
    struct range *ranges; /* by region's index */
    uint32_t range_capacity;
    struct launch_facts facts;
    uint64_t every;    /* that many blocks on, the first multiprocessor gets its next one */
    bool recording;    /* this block */
    bool is_last;      /* of the launch's blocks */
    bool swaps;        /* threads of the launch have compared and swapped */
    bool polls;        /* blocks of the launch may wait for others */
    bool unusual;      /* either */
    uint32_t barriers; /* of the grid */
    uint64_t begun;    /* blocks */
    uint64_t dealt[PROCESSORS];                      /* instructions, by multiprocessor */
    uint64_t wave;                                   /* of blocks: which one runs */
    uint64_t wave_blocks;                            /* so many are one */
    double resident;                                 /* threads that run at once */
    uint64_t warp_instructions[BLOCK_WARPS];         /* of this block */
    const struct simt_kernel_info *kernels[KERNELS]; /* that ran lately, or NULL */
    uint32_t kernel_count;
    struct model_launch *launches;
    size_t launch_count;
    double last;
};

/* Lets the model's observer hear what happens between a launch's begin and its end. */
void model_listen(struct model *model);

#endif
