/* Which bytes of a region have been written: a bit for each, gone once all of them have. */
#include "detector.h"

#include <stdlib.h>

static uint64_t bits(uint64_t from, uint64_t count) {
    return (count == 64 ? ~0ULL : (1ULL << count) - 1) << from;
}

bool region_has_unwritten(const struct watched_region *region, uint64_t offset, uint64_t size) {
    if (region->initialised == NULL) {
        return false;
    }
    while (size > 0) {
        uint64_t from = offset % 64, count = size < 64 - from ? size : 64 - from;
        uint64_t wanted = bits(from, count);
        if ((region->initialised[offset / 64] & wanted) != wanted) {
            return true;
        }
        offset += count;
        size -= count;
    }
    return false;
}

void region_mark_written(struct watched_region *region, uint64_t offset, uint64_t size) {
    if (region->initialised == NULL) {
        return;
    }
    while (size > 0) {
        uint64_t from = offset % 64, count = size < 64 - from ? size : 64 - from;
        uint64_t *word = &region->initialised[offset / 64];
        uint64_t fresh = bits(from, count) & ~*word;
        *word |= fresh;
        region->uninitialised -= fresh == UINT64_MAX ? 64 : (uint64_t)__builtin_popcountll(fresh);
        offset += count;
        size -= count;
    }
    if (region->uninitialised == 0) {
        free(region->initialised);
        region->initialised = NULL;
    }
}

/* A region that was once complete stays complete: its bits are gone. */
static void mark_unwritten(struct watched_region *region, uint64_t offset) {
    uint64_t bit = 1ULL << offset % 64;
    if (region->initialised == NULL || !(region->initialised[offset / 64] & bit)) {
        return;
    }
    region->initialised[offset / 64] &= ~bit;
    region->uninitialised++;
}

void region_copy_state(struct watched_region *to, uint64_t to_offset,
                       const struct watched_region *from, uint64_t from_offset, uint64_t size) {
    if (from->initialised == NULL) {
        region_mark_written(to, to_offset, size);
        return;
    }
    for (uint64_t i = 0; i < size; i++) {
        if (region_has_unwritten(from, from_offset + i, 1)) {
            mark_unwritten(to, to_offset + i);
        } else {
            region_mark_written(to, to_offset + i, 1);
        }
    }
}
