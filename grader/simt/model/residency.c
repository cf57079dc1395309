/* A table of pieces, and a clock that counts bytes. */
#include "residency.h"
#include "hash.h"

#include <stdlib.h>

struct piece {
    uint64_t number; /* + 1 */
    uint64_t touched;
};

struct residency {
    struct hash pieces;
    uint64_t clock; /* bytes touched so far */
};

struct residency *residency_create(void) {
    struct residency *residency = calloc(1, sizeof *residency);
    if (residency != NULL) {
        residency->pieces.row_bytes = sizeof(struct piece);
    }
    return residency;
}

void residency_destroy(struct residency *residency) {
    if (residency != NULL) {
        hash_clear(&residency->pieces);
        free(residency);
    }
}

void residency_touch(struct residency *residency, uint64_t address, uint64_t bytes) {
    struct piece *piece = hash_add(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    if (piece == NULL) {
        return; /* without memory, what is new is not remembered */
    }
    residency->clock += bytes;
    piece->touched = residency->clock;
}

bool residency_holds(const struct residency *residency, uint64_t address, double kept) {
    const struct piece *piece = hash_find(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    return piece != NULL && (double)(residency->clock - piece->touched) <= kept;
}
