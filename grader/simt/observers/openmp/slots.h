/*
 * slots.h - which places of the vector clocks are taken. A slot whose strand is over may serve a
 * new strand that knows of that end: then all that the old one did lies before all that the new one
 * does, and one number tells the times of both. So clocks grow with the work that is unordered, not
 * with the number of strands.
 */
#ifndef LOCKSTEP_SIMT_SLOTS_H
#define LOCKSTEP_SIMT_SLOTS_H

#include "vector_clock.h"

struct free_slot {
    uint32_t slot;
    uint32_t last; /* time of its last strand's end */
};

struct slots {
    uint32_t count; /* ever made */
    struct free_slot *free;
    uint32_t free_count, capacity;
};

/* A slot for a strand that begins with *clock; its time there is set. False without memory. */
bool slots_take(struct slots *slots, struct vector_clock *clock, uint32_t *slot);
/* The slot's strand is over at `last`. */
void slots_give(struct slots *slots, uint32_t slot, uint32_t last);
void slots_release(struct slots *slots);

#endif
