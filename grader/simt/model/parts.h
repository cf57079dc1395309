/*
 * parts.h - sectors of which only parts are stored. L2 holds a line with such sectors until the
 * rest comes, but not many of these lines: where one has to go, DRAM is read for what is missing,
 * and written.
 */
#ifndef LOCKSTEP_SIMT_PARTS_H
#define LOCKSTEP_SIMT_PARTS_H

#include <stdint.h>

struct parts;

/* For an L2 that holds so many such lines. Follows one line of `every` (a power of two), and takes
 * the others to be like them. NULL without memory. The caller owns it. */
struct parts *parts_create(double lines, uint32_t every);
void parts_destroy(struct parts *parts);
/* Forgets everything: before a launch. */
void parts_clear(struct parts *parts);

/* The lanes of `mask` whose lines are followed. */
uint32_t parts_followed(const struct parts *parts, const uint64_t *address, uint32_t mask);
/* Lanes of `mask`, all of them followed, store `size` bytes each, at places that are no neighbours.
 */
void parts_store(struct parts *parts, const uint64_t *address, uint32_t mask, unsigned size);
/* Sectors that had to be filled from DRAM because their line had to go. */
uint64_t parts_filled(const struct parts *parts);

#endif
