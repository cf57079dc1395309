#include "occupancy.h"

#include <math.h>

static double pieces(double amount, double unit) {
    return ceil(amount / unit) * unit;
}

struct occupancy occupancy_of(const struct profile *profile, uint32_t threads, uint32_t registers,
                              uint32_t shared) {
    enum { WARP = 32 };
    double warps = ceil(threads / (double)WARP);
    double registers_a_warp = pieces((double)registers * WARP, profile->register_unit);
    double shared_a_block =
        pieces(shared + profile->shared_reserved, profile->shared_unit) + (shared == 0) * 1e-9;
    const struct {
        const char *name;
        double blocks;
    } limits[] = {
        {"warps", floor(profile->threads / WARP / warps)},
        {"registers", floor(floor(profile->registers / registers_a_warp) / warps)},
        {"shared memory", shared_a_block > 0 ? floor(profile->shared_bytes / shared_a_block) : 1e9},
        {"blocks", profile->blocks},
    };
    struct occupancy occupancy = {.blocks = (uint32_t)limits[0].blocks, .limiter = limits[0].name};
    for (unsigned l = 1; l < sizeof limits / sizeof *limits; l++) {
        if (limits[l].blocks < occupancy.blocks) {
            occupancy.blocks = (uint32_t)limits[l].blocks;
            occupancy.limiter = limits[l].name;
        }
    }
    occupancy.share = occupancy.blocks * warps / (profile->threads / WARP);
    return occupancy;
}
