/*
 * residency.h - what earlier launches have left in L2.
 *
 * Pieces of 64 KiB, each with how much was touched in all when it was touched last: what lies no
 * further back than L2 is large is there still.
 */
#pragma once

#include "../../hash.h"
#include "footprint.h"

#include <stdbool.h>
#include <stdint.h>

enum { RESIDENCY_SHIFT = 16 }; /* a piece is 64 KiB */

struct residency {
    struct hash pieces;
    uint64_t clock; /* bytes touched so far */
};

/* Forgets everything: at the beginning, when all is zero, and at the end. */
void residency_clear(struct residency *residency);
/* So many bytes of the piece that holds the address are read, and so many written. */
void residency_touch(struct residency *residency, uint64_t address, uint64_t read_bytes,
                     uint64_t written_bytes);
/* The same, for footprint_visit: what a launch has touched is what L2 held last. */
footprint_piece residency_leave;
/* Were at most `kept` bytes touched since somebody touched the piece that holds the address? */
bool residency_holds(const struct residency *residency, uint64_t address, double kept);
