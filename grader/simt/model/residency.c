/* A table of pieces, and a clock that counts bytes. */
#include "residency.h"
#include "hash.h"

#include <stdlib.h>

struct piece {
    uint64_t number; /* + 1 */
    uint64_t touched;
    uint64_t stored; /* bytes of it that DRAM does not have yet, as long as L2 holds the piece */
};

struct residency {
    struct hash pieces;
    double kept;
    uint64_t clock; /* bytes touched so far */
    uint64_t clean; /* what was stored by then has reached DRAM */
};

struct residency *residency_create(double kept) {
    struct residency *residency = calloc(1, sizeof *residency);
    if (residency != NULL) {
        residency->pieces.row_bytes = sizeof(struct piece);
        residency->kept = kept;
    }
    return residency;
}

void residency_destroy(struct residency *residency) {
    if (residency != NULL) {
        hash_clear(&residency->pieces);
        free(residency);
    }
}

static bool is_held(const struct residency *residency, const struct piece *piece, double kept) {
    return (double)(residency->clock - piece->touched) <= kept;
}

/* What is stored of the piece, and not in DRAM yet. */
static uint64_t stored_only(const struct residency *residency, const struct piece *piece) {
    const bool there = is_held(residency, piece, residency->kept);
    return there && piece->touched > residency->clean ? piece->stored : 0;
}

void residency_touch(struct residency *residency, uint64_t address, uint64_t read_bytes,
                     uint64_t written_bytes) {
    struct piece *piece = hash_add(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    if (piece == NULL) {
        return; /* without memory, what is new is not remembered */
    }
    const uint64_t stored = stored_only(residency, piece);
    residency->clock += read_bytes + written_bytes;
    piece->touched = residency->clock;
    piece->stored = written_bytes > stored ? written_bytes : stored;
}

bool residency_holds(const struct residency *residency, uint64_t address, double kept) {
    const struct piece *piece = hash_find(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    return piece != NULL && is_held(residency, piece, kept);
}

double residency_driven_out(const struct residency *residency, const struct footprint *footprint,
                            double own) {
    double bytes = 0;
    for (const struct piece *piece = hash_next(&residency->pieces, NULL); piece != NULL;
         piece = hash_next(&residency->pieces, piece)) {
        const bool stays = is_held(residency, piece, residency->kept - own) ||
                           (own <= residency->kept &&
                            footprint_touches(footprint, (piece->number - 1) << RESIDENCY_SHIFT));
        bytes += stays ? 0 : (double)stored_only(residency, piece);
    }
    return bytes;
}

static void leave(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    residency_touch(self, address, read_bytes, written_bytes);
}

void residency_leave(struct residency *residency, const struct footprint *footprint, double own) {
    if (own > residency->kept) {
        residency->clean = residency->clock;
    }
    footprint_visit(footprint, leave, residency);
}
