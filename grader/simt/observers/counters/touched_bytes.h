/* Which bytes were touched: a set of addresses, for the counters. */
#pragma once

#include <stdint.h>

struct touched_places;

/* An empty set; NULL where there is no memory. */
struct touched_places *places_create(void);
void places_destroy(struct touched_places *places);

/* Takes `size` bytes from an address on into the set. What there is no memory for counts as taken:
 * nobody is blamed for it. */
void places_add(struct touched_places *places, uint64_t address, uint64_t size);

/* How many bytes are in it; UINT64_MAX where there was no memory for some. */
uint64_t places_count(const struct touched_places *places);

/* How many bytes of the one set are not in the other. */
uint64_t places_count_without(const struct touched_places *places,
                              const struct touched_places *others);
