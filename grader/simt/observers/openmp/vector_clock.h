/*
 * vector_clock.h - vector clocks: for each strand of a run, by its slot, the time up to which it is
 * known.
 *
 * A clock is a tree whose leaves hold the times of some slots beside each other; subtrees without
 * any time are missing. Clocks share what they have in common: a copy costs nothing, and thousands
 * of tasks that nobody waits for, each with a slot of its own, cost a path of nodes each.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLOCK_BITS = 4, CLOCK_FAN = 1 << CLOCK_BITS };

struct clock_node {
    uint32_t references;
    union {
        uint32_t time[CLOCK_FAN];
        struct clock_node *child[CLOCK_FAN];
    };
};

struct vector_clock {
    struct clock_node *root; /* NULL: all at time 0 */
    uint32_t shift;          /* of a slot's number, for its place in the root; 0: that is a leaf */
};

static inline uint32_t clock_at(const struct vector_clock *clock, uint32_t slot) {
    const struct clock_node *node = clock->root;
    if (slot >> clock->shift >= CLOCK_FAN) {
        return 0;
    }
    for (uint32_t shift = clock->shift; shift > 0 && node != NULL; shift -= CLOCK_BITS) {
        node = node->child[slot >> shift & (CLOCK_FAN - 1)];
    }
    return node != NULL ? node->time[slot & (CLOCK_FAN - 1)] : 0;
}

/* False without memory: the clock may then lack what it was to get. */
bool clock_set(struct vector_clock *clock, uint32_t slot, uint32_t time);
/* *clock becomes the later of both, slot by slot. */
bool clock_join(struct vector_clock *clock, const struct vector_clock *other);
/* *clock becomes a copy. */
void clock_copy(struct vector_clock *clock, const struct vector_clock *other);
void clock_release(struct vector_clock *clock);

/* Which places of the clocks are taken. A slot whose strand is over may serve a new strand that
 * knows of that end: then all that the old one did lies before all that the new one does, and one
 * number tells the times of both. So clocks grow with the work that is unordered, not with the
 * number of strands. */
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
