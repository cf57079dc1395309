/*
 * clock.h - vector clocks: for each slot, the time up to which its work is known to be over.
 *
 * A strand of work has a slot while it lives. Slots are dense and few: that of a strand that is
 * over goes to a new strand whose clock knows of its end already (slots.h).
 */
#ifndef LOCKSTEP_SIMT_CLOCK_H
#define LOCKSTEP_SIMT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct vector_clock {
    uint32_t count; /* slots from `count` on are at time 0 */
    uint32_t capacity;
    uint32_t *time;
};

static inline uint32_t clock_at(const struct vector_clock *clock, uint32_t slot) {
    return slot < clock->count ? clock->time[slot] : 0;
}

/* False without memory: the clock then stays as it is. */
bool clock_set(struct vector_clock *clock, uint32_t slot, uint32_t time);
/* *clock becomes the later of both, slot by slot. */
bool clock_join(struct vector_clock *clock, const struct vector_clock *other);
/* *clock becomes a copy. */
bool clock_copy(struct vector_clock *clock, const struct vector_clock *other);
void clock_release(struct vector_clock *clock);

#endif
