/* cache.h - a first-level cache: lines of four sectors, the least recently used one goes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CACHE_WAYS = 8, LINE_SECTORS = 4 };

struct cache_line {
    uint32_t line;              /* number + 1, 0: empty */
    uint32_t used;              /* when, in accesses */
    double ready[LINE_SECTORS]; /* when a sector is there; below 0: never asked for */
};

struct cache {
    struct cache_line *lines; /* sets of CACHE_WAYS */
    uint32_t sets;
    uint32_t clock;
    uint32_t emptied; /* lines that were used before that are gone */
};

/* False without memory; cache_close frees it in every case. */
bool cache_open(struct cache *cache, double bytes);
void cache_close(struct cache *cache);

/* The time from which a sector is there; below 0, it is asked for anew, and the caller sets it. */
double *cache_sector(struct cache *cache, uint32_t sector);

/* Forgets all lines. */
static inline void cache_empty(struct cache *cache) {
    cache->emptied = cache->clock;
}
