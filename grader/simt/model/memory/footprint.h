/*
 * footprint.h - what a launch touches of global memory, over all of its blocks: how much of it has
 * to come from DRAM at least once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_BYTES = 32, GRANULE_BYTES = 64, LINE_BYTES = 128, MOST_SLICES = 256 };

struct footprint;

/* `slices`: those of L2, MOST_SLICES at most. NULL without memory. The caller owns it. */
struct footprint *footprint_create(unsigned slices);
void footprint_destroy(struct footprint *footprint);
/* Forgets everything: before a launch. */
void footprint_clear(struct footprint *footprint);

/* Lanes of `mask` touch something at their places, at a moment (footprint_moment): at most
 * GRANULE_BYTES each, and aligned to as many as it has. */
void footprint_touch(struct footprint *footprint, const uint64_t *address, uint32_t mask,
                     bool write, uint16_t moment);
/* So many bytes from an address on are touched, one or more. */
void footprint_touch_row(struct footprint *footprint, uint64_t address, unsigned bytes, bool write,
                         uint16_t moment);

/* When in a launch something happens, roughly: the number of its wave of blocks, and of its warp's
 * instructions until then. Moments grow; within a tenth of the instructions they are the same. */
static inline uint16_t footprint_moment(uint64_t wave, uint64_t instructions) {
    enum { STEPS = 8, MOST_WAVE = 250 }; /* steps of an octave */
    uint64_t value = instructions + STEPS;
    unsigned octave = 63 - (unsigned)__builtin_clzll(value) - 3;
    uint64_t step = octave * STEPS + (value >> octave) - STEPS;
    uint64_t late = wave < MOST_WAVE ? wave : MOST_WAVE;
    return (uint16_t)(late << 8 | (step < 255 ? step : 255));
}

/* Is what lies at the address read at this moment, or soon after, for the first time? Then the
 * other multiprocessors, who are in step, wait for DRAM, too. */
bool footprint_is_fresh(const struct footprint *footprint, uint64_t address, uint16_t moment);

/* A store of lanes that are no neighbours: a part of a line each time. */
void footprint_scatter(struct footprint *footprint, const uint64_t *address, uint32_t mask);

struct footprint_sums {
    uint64_t read_bytes, written_bytes; /* in pieces of 64 bytes, as DRAM is read and written */
    double crowding; /* parts of lines that the busiest slice of L2 gets, over the mean: from 1 */
};
struct footprint_sums footprint_sum(const struct footprint *footprint);

/* Tells of each piece of 64 KiB that was touched, in no order: where it starts, how much of it. */
typedef void footprint_piece(void *self, uint64_t address, uint64_t read_bytes,
                             uint64_t written_bytes);
void footprint_visit(const struct footprint *footprint, footprint_piece *visit, void *self);
