/* observe_place.h - where an event happens (observe.h, observe_openmp.h). */
#pragma once

#include <stdint.h>

struct simt_launch_event;

/* Where an event happens. `site` indexes launch->sites. */
struct simt_place {
    const struct simt_launch_event *launch;
    uint64_t block; /* linear: x + grid.x * (y + grid.y * z) */
    uint32_t warp;  /* in the block */
    uint32_t site;
};
