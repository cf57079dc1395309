/*
 * model.h - how long a launch would take on a GPU that is not there.
 *
 *     struct model *model = model_create(&profile);
 *     simt_device_attach(device, model_observer(model));
 *     … launches …
 *     model_launches(model, &count)[0].microseconds
 *
 * What comes in: the machine's events, and a profile of a GPU, a constant a line (profiles/). The
 * observer records what the blocks of one multiprocessor do (trace/) as the assembler would write
 * it (assembly/), and what all blocks touch (memory/footprint.h). When the launch ends, a
 * multiprocessor of the profile runs the record (scheduling/processor.h). What comes out:
 * microseconds, and which resource binds.
 *
 * What can go wrong: the record would be too large, or memory is exhausted. Then blocks are left
 * out, or the launch has no time (0), and nothing else changes.
 *
 * What is promised: a time of the model is called modelled, never measured, and is never graded.
 * The same launch gives the same time. ACCURACY.md has the errors against measured launches;
 * THEORY.md explains the terms, with the microbenchmark that each constant was fitted to.
 */
#pragma once

#include "../observe.h"
#include "profiles/profile.h"
#include "scheduling/resource.h"

struct model_launch {
    uint64_t number;              /* on the device, from 1 */
    double microseconds;          /* modelled, with cold caches; 0: the kernel failed */
    double warm;                  /* the same with what earlier launches have left in L2 */
    double share[RESOURCE_COUNT]; /* of the time in which a resource is busy, 0 to 1 */
    double occupancy;             /* theoretical, 0 to 1 */
    double achieved;              /* active warps of those that a multiprocessor holds, 0 to 1 */
    const char *limiter;          /* of the theoretical occupancy */
    double read_bytes, written_bytes; /* of DRAM */
    double l1_hit;                    /* of the loads' sectors, 0 to 1 */
};

struct model;

/* NULL without memory. The caller owns it; it must outlive the device. */
struct model *model_create(const struct profile *profile);
void model_destroy(struct model *model);
const struct simt_observer *model_observer(struct model *model);
const struct profile *model_profile(const struct model *model);

/* The launches so far, at most the first 1,000. Changes with the next launch. */
const struct model_launch *model_launches(const struct model *model, size_t *count);
/* Microseconds of the last launch, with what those before it have left in L2. */
double model_last(const struct model *model);

/* A fill or a copy on the device reads these bytes, or stores them, and leaves them in L2. The
 * model may be NULL. */
void model_touch(struct model *model, uint64_t address, uint64_t bytes, bool stored);

/* What binds a launch, in Nsight Compute's words: "memory: 81 % of the time's limit; …". */
void model_describe(const struct model_launch *launch, char *text, size_t size);
