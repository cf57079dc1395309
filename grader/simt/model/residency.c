/* A hash table of pieces, and a clock that counts bytes. */
#include "residency.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024 };

struct piece {
    uint64_t number; /* + 1; 0: empty */
    uint64_t touched;
};

struct residency {
    struct piece *pieces;
    uint32_t count, capacity;
    uint64_t clock; /* bytes touched so far */
};

struct residency *residency_create(void) {
    return calloc(1, sizeof(struct residency));
}

void residency_destroy(struct residency *residency) {
    if (residency != NULL) {
        free(residency->pieces);
        free(residency);
    }
}

/* The place of a number, or the empty one where it would be. */
static struct piece *find(struct piece *pieces, uint32_t capacity, uint64_t number) {
    uint32_t at = (uint32_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (capacity - 1);
    while (pieces[at].number != 0 && pieces[at].number != number) {
        at = (at + 1) & (capacity - 1);
    }
    return &pieces[at];
}

static bool grow(struct residency *residency) {
    uint32_t capacity = residency->capacity != 0 ? residency->capacity * 2 : FIRST_CAPACITY;
    struct piece *pieces = calloc(capacity, sizeof *pieces);
    if (pieces == NULL) {
        return false;
    }
    for (uint32_t p = 0; p < residency->capacity; p++) {
        if (residency->pieces[p].number != 0) {
            *find(pieces, capacity, residency->pieces[p].number) = residency->pieces[p];
        }
    }
    free(residency->pieces);
    residency->pieces = pieces;
    residency->capacity = capacity;
    return true;
}

void residency_touch(struct residency *residency, uint64_t address, uint64_t bytes) {
    if (residency->count * 2 >= residency->capacity && !grow(residency)) {
        return; /* without memory, what is new is not remembered */
    }
    uint64_t number = (address >> RESIDENCY_SHIFT) + 1;
    struct piece *piece = find(residency->pieces, residency->capacity, number);
    residency->clock += bytes;
    residency->count += piece->number == 0;
    *piece = (struct piece){number, residency->clock};
}

bool residency_holds(const struct residency *residency, uint64_t address, double kept) {
    if (residency->capacity == 0) {
        return false;
    }
    uint64_t number = (address >> RESIDENCY_SHIFT) + 1;
    const struct piece *piece = find(residency->pieces, residency->capacity, number);
    return piece->number == number && (double)(residency->clock - piece->touched) <= kept;
}
