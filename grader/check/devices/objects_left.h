/*
 * What the student's own code made on the device and did not give back: memory, and objects such as
 * kernels, queues, events and streams. Objects that the lab's runner made are its own matter.
 */
#pragma once

#include "gpu.h"
#include "../grading.h"

struct left {
    uint64_t memory;      /* allocations */
    uint64_t objects;     /* of the student's */
    const char *what;     /* the first object, "a kernel"; NULL without any */
    struct finding *made; /* the call that made it, or memory: file and line; NULL without any */
};

/* Valid after the trial. All texts are the grading's arena's. */
struct left objects_left(struct grading *grading, enum flavour flavour, const struct gpu *gpu);
