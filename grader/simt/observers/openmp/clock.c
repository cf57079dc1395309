/* Vector clocks. */
#include "clock.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(struct vector_clock *clock, uint32_t count) {
    if (count <= clock->capacity) {
        return true;
    }
    uint32_t capacity = count < 8 ? 8 : count + count / 2;
    uint32_t *time = realloc(clock->time, capacity * sizeof *time);
    if (time == NULL) {
        return false;
    }
    clock->time = time;
    clock->capacity = capacity;
    return true;
}

static bool grow(struct vector_clock *clock, uint32_t count) {
    if (count <= clock->count) {
        return true;
    }
    if (!reserve(clock, count)) {
        return false;
    }
    memset(clock->time + clock->count, 0, (count - clock->count) * sizeof *clock->time);
    clock->count = count;
    return true;
}

bool clock_set(struct vector_clock *clock, uint32_t slot, uint32_t time) {
    if (!grow(clock, slot + 1)) {
        return false;
    }
    clock->time[slot] = time;
    return true;
}

bool clock_join(struct vector_clock *clock, const struct vector_clock *other) {
    if (!grow(clock, other->count)) {
        return false;
    }
    for (uint32_t i = 0; i < other->count; i++) {
        uint32_t theirs = other->time[i];
        clock->time[i] = clock->time[i] > theirs ? clock->time[i] : theirs;
    }
    return true;
}

bool clock_copy(struct vector_clock *clock, const struct vector_clock *other) {
    clock->count = 0;
    return clock_join(clock, other);
}

void clock_release(struct vector_clock *clock) {
    free(clock->time);
    *clock = (struct vector_clock){0};
}
