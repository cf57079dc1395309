/* Slots of the vector clocks. */
#include "slots.h"

#include <stdlib.h>

enum { MOST_TRIES = 256 }; /* among thousands of tasks nobody waits for, looking costs more */

bool slots_take(struct slots *slots, struct vector_clock *clock, uint32_t *slot) {
    uint32_t tries = slots->free_count < MOST_TRIES ? slots->free_count : MOST_TRIES;
    for (uint32_t i = 0; i < tries; i++) {
        struct free_slot *found = &slots->free[slots->free_count - 1 - i];
        if (clock_at(clock, found->slot) < found->last) {
            continue;
        }
        *slot = found->slot;
        bool done = clock_set(clock, found->slot, found->last + 1);
        *found = slots->free[--slots->free_count];
        return done;
    }
    *slot = slots->count++;
    return clock_set(clock, *slot, 1);
}

void slots_give(struct slots *slots, uint32_t slot, uint32_t last) {
    if (slots->free_count == slots->capacity) {
        uint32_t capacity = slots->capacity != 0 ? slots->capacity * 2 : 64;
        struct free_slot *free = realloc(slots->free, capacity * sizeof *free);
        if (free == NULL) {
            return;
        }
        slots->free = free;
        slots->capacity = capacity;
    }
    slots->free[slots->free_count++] = (struct free_slot){slot, last};
}

void slots_release(struct slots *slots) {
    free(slots->free);
    *slots = (struct slots){0};
}
