/*
 * model_state.h - what the model keeps of a running launch, and of those before it: its observer
 * (model_events.c) fills it in, and when a launch ends, model.c makes a time of it.
 */
#pragma once

#include "assembly/assemble.h"
#include "memory/footprint.h"
#include "atomics/atomic_contention.h"
#include "model.h"
#include "predict.h"
#include "scheduling/ticket_queue.h"
#include "memory/residency.h"

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
    struct footprint *footprint;
    struct meetings meetings; /* of atomics */
    struct residency residency;
    struct queue queue;
    struct range *ranges; /* by region's index */
    uint32_t range_capacity;
    struct launch_facts facts;
    uint64_t every;    /* that many blocks on, the first multiprocessor gets its next one */
    bool recording;    /* this block */
    uint32_t barriers; /* of the grid */
    uint64_t begun;    /* blocks */
    uint64_t dealt[PROCESSORS];                      /* instructions, by multiprocessor */
    uint64_t wave;                                   /* of blocks: which one runs */
    uint64_t wave_blocks;                            /* so many are one */
    uint64_t warp_instructions[BLOCK_WARPS];         /* of this block */
    const struct simt_kernel_info *kernels[KERNELS]; /* that ran lately, or NULL */
    uint32_t kernel_count;
    struct model_launch *launches;
    size_t launch_count;
    double last;
};

/* Lets the model's observer hear what happens between a launch's begin and its end. */
void model_listen(struct model *model);
