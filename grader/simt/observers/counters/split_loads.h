/*
 * split_loads.h - loads that the compiler has split.
 *
 * PTX loads 16 bytes at most, and less where the type's alignment says less. A load of a double4, a
 * uint8 or a structure is two or more loads there, one right behind the other, for one place of the
 * source. Each of them touches the same sectors. A student wrote one load, so this finds what its
 * later parts touch again.
 */
#pragma once

#include "../../observe.h"

enum { SPLIT_OPEN = 8 };

struct split_loads {
    uint32_t *whole; /* by site: the first part's site + 1; 0: not split */
    uint32_t capacity;
    /* loads of which some parts have been seen; by the first part's site */
    struct split_load {
        uint32_t whole, parts; /* a bit for each part seen, by its distance from the first */
        uint32_t warp, mask, sectors;
        uint64_t block;
        int64_t low, high;    /* bytes seen, from the addresses of the part that came first */
        uint64_t address[32]; /* of that part */
    } open[SPLIT_OPEN];
};

/* A launch begins. Without memory no load is taken for a part. */
void split_loads_begin(struct split_loads *split, const struct simt_launch_event *event);
void split_loads_clear(struct split_loads *split);

/* A load of global memory that touches so many sectors: how many of them an earlier part of the
 * same load of the source has touched. */
unsigned split_loads_again(struct split_loads *split, const struct simt_access *event,
                           unsigned sectors);
