#include "shares.h"
#include "../lanes_in_a_row.h"

#include <stdlib.h>
#include <string.h>

static uint64_t larger(uint64_t x, uint64_t y) {
    return x > y ? x : y;
}

void shares_begin(struct shares *shares) {
    shares->begun = false;
    shares->most_of_a_block = shares_block(shares);
    shares->most_of_a_warp = shares_warp(shares);
    shares->block_of_last = shares->warp_of_last = shares->all_of_last = 0;
}

static void enter_block(struct shares *shares, const struct simt_access *event) {
    if (shares->begun && shares->block == event->place.block) {
        return;
    }
    shares->begun = true;
    shares->block = event->place.block;
    shares->of_block = 0;
    shares->first = UINT64_MAX;
    shares->last = 0;
    memset(shares->of_warp, 0, sizeof shares->of_warp);
    memset(shares->of_page, 0, sizeof shares->of_page);
}

static bool ends_say_all(const struct simt_access *event) {
    return event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE ||
           event->pattern == SIMT_STEPS;
}

static void extend_reach(struct shares *shares, const struct simt_access *event) {
    uint32_t lanes = event->mask;
    if (ends_say_all(event)) {
        lanes = (lanes & -lanes) | 1U << (31 - (unsigned)__builtin_clz(lanes));
    }
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const uint64_t at = event->address[__builtin_ctz(left)], end = at + event->size;
        shares->first = at < shares->first ? at : shares->first;
        shares->last = end > shares->last ? end : shares->last;
    }
    shares->most_reach = larger(shares->most_reach, shares->last - shares->first);
}

/* Bytes that an access loads: what all lanes read in one place counts once. */
static uint64_t shares_bytes(const struct simt_access *event) {
    const unsigned places = event->pattern == SIMT_ONE_PLACE ? 1 : count_lanes(event->mask);
    return (uint64_t)places * event->size;
}

/* A row lies in the page of its first lane: where it crosses an end, little goes astray. */
static void add_to_pages(struct shares *shares, const struct simt_access *event) {
    const bool together = event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE;
    const uint64_t bytes = together ? shares_bytes(event) : event->size;
    for (uint32_t left = event->mask; left != 0; left &= together ? 0 : left - 1) {
        const uint64_t page = event->address[__builtin_ctz(left)] / SHARES_PAGE;
        uint32_t *of_page = &shares->of_page[page % SHARES_PAGES];
        *of_page += (uint32_t)bytes;
        shares->most_of_a_page = larger(shares->most_of_a_page, *of_page);
    }
}

static void add_load(struct shares *shares, const struct simt_access *event) {
    const uint64_t bytes = shares_bytes(event);
    uint64_t *of_warp = &shares->of_warp[event->place.warp % SHARES_WARPS];
    shares->of_block += bytes;
    *of_warp += bytes;
    shares->all_of_last += bytes;
    shares->block_of_last = larger(shares->block_of_last, shares->of_block);
    shares->warp_of_last = larger(shares->warp_of_last, *of_warp);
}

void shares_add(struct shares *shares, const struct simt_access *event) {
    if (event->kind == SIMT_LOAD) {
        enter_block(shares, event);
        extend_reach(shares, event);
        add_to_pages(shares, event);
        add_load(shares, event);
    } else if (event->kind != SIMT_STORE) {
        shares->atomics += count_lanes(event->mask);
    }
}

bool shares_uneven(const struct shares *shares, uint64_t blocks, uint32_t warps_a_block) {
    const uint64_t most = 2 * shares->all_of_last;
    return shares->block_of_last > most / blocks ||
           shares->warp_of_last > most / blocks / warps_a_block;
}

void shares_deal(struct shares *shares, uint64_t of_a_block, uint64_t of_a_warp) {
    shares->block_of_last = of_a_block;
    shares->warp_of_last = of_a_warp;
}

uint64_t shares_block(const struct shares *shares) {
    return larger(shares->most_of_a_block, shares->block_of_last);
}

uint64_t shares_warp(const struct shares *shares) {
    return larger(shares->most_of_a_warp, shares->warp_of_last);
}

enum { MOST_WARPS = 1 << 20 };

static void add(uint64_t *sum, uint64_t bytes, uint64_t *most) {
    *sum += bytes;
    *most = *sum > *most ? *sum : *most;
}

static void access_event(void *self, const struct simt_access *event) {
    struct dealt *dealt = self;
    if (event->space != SIMT_GLOBAL || event->kind != SIMT_LOAD) {
        return;
    }
    const uint64_t block = event->place.block, bytes = shares_bytes(event);
    dealt->all += bytes;
    add(&dealt->of_block[block], bytes, &dealt->most_of_a_block);
    add(&dealt->of_warp[block * dealt->warps_a_block + event->place.warp], bytes,
        &dealt->most_of_a_warp);
}

bool dealt_begin(struct dealt *dealt, uint64_t blocks, uint32_t warps_a_block) {
    *dealt = (struct dealt){.observer = {.self = dealt, .access = access_event},
                            .warps_a_block = warps_a_block};
    if (blocks > MOST_WARPS / warps_a_block) {
        return false;
    }
    dealt->of_block = calloc(blocks, sizeof *dealt->of_block);
    dealt->of_warp = calloc(blocks * warps_a_block, sizeof *dealt->of_warp);
    return dealt->of_block != NULL && dealt->of_warp != NULL;
}

void dealt_clear(struct dealt *dealt) {
    free(dealt->of_block);
    free(dealt->of_warp);
    dealt->of_block = dealt->of_warp = NULL;
}
