#include "interleaved_shares.h"

#include "shares.h"

#include <stdlib.h>

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
