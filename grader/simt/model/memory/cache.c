#include "cache.h"

#include <stdlib.h>

bool cache_open(struct cache *cache, double bytes) {
    double sets = bytes / (32.0 * LINE_SECTORS * CACHE_WAYS);
    *cache = (struct cache){.sets = sets < 1 ? 1 : (uint32_t)sets};
    cache->lines = calloc((size_t)cache->sets * CACHE_WAYS, sizeof *cache->lines);
    return cache->lines != NULL;
}

void cache_close(struct cache *cache) {
    free(cache->lines);
    cache->lines = NULL;
}

double *cache_sector(struct cache *cache, uint32_t sector) {
    uint32_t number = sector / LINE_SECTORS;
    uint32_t set = (uint32_t)(((uint64_t)(number * UINT32_C(0x9E3779B1)) * cache->sets) >> 32);
    struct cache_line *ways = &cache->lines[(size_t)set * CACHE_WAYS], *oldest = ways;
    cache->clock++;
    for (uint32_t w = 0; w < CACHE_WAYS; w++) {
        if (ways[w].line == number + 1) {
            for (int s = 0; s < LINE_SECTORS && ways[w].used <= cache->emptied; s++) {
                ways[w].ready[s] = -1;
            }
            ways[w].used = cache->clock;
            return &ways[w].ready[sector % LINE_SECTORS];
        }
        oldest = ways[w].used < oldest->used ? &ways[w] : oldest;
    }
    oldest->line = number + 1;
    oldest->used = cache->clock;
    for (int s = 0; s < LINE_SECTORS; s++) {
        oldest->ready[s] = -1;
    }
    return &oldest->ready[sector % LINE_SECTORS];
}
