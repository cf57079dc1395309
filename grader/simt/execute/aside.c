/* Divisions and roots become sequences of instructions on a GPU, with a longer way for numbers that
 * are rare. Which numbers: measured (a chain of each operation, with and without rare values). */
#include "execute.h"

#include <string.h>

/* A number by what counts here. */
struct parts {
    uint32_t exponent; /* as it is stored */
    bool fraction;     /* some of its bits are set */
    bool finite;
};

static struct parts parts_of(const struct warp *warp, uint32_t row, unsigned width, int lane) {
    uint32_t single;
    uint64_t wide;
    if (width == sizeof single) {
        memcpy(&single, warp->registers + row + (size_t)lane * width, sizeof single);
        const uint32_t exponent = single >> 23 & 0xFF;
        return (struct parts){exponent, (single & 0x7FFFFF) != 0, exponent != 0xFF};
    }
    memcpy(&wide, warp->registers + row + (size_t)lane * width, sizeof wide);
    const uint32_t exponent = wide >> 52 & 0x7FF;
    return (struct parts){exponent, (wide & UINT64_C(0xFFFFFFFFFFFFF)) != 0, exponent != 0x7FF};
}

/* Is the operand too small for the usual way? A numerator must leave room for what remains. */
static bool is_small(const struct warp *warp, const struct instruction *i, int lane) {
    enum { ROOM = 24 };
    if (i->op == ASIDE_NONE || i->a == i->d) {
        return false;
    }
    const struct parts operand = parts_of(warp, i->a, i->width, lane);
    const bool single = i->width == sizeof(float);
    return operand.exponent < (i->op == ASIDE_NUMERATOR && single ? ROOM : 1);
}

/* The way of a lane, + 1; 0: the usual one. */
static unsigned way_of(const struct warp *warp, const struct instruction *i, int lane) {
    const struct parts result = parts_of(warp, i->d, i->width, lane);
    if (!result.finite || (result.exponent == 0 && !result.fraction)) {
        return SIMT_ASIDE_ZERO + 1;
    }
    if (result.exponent == 0) {
        return SIMT_ASIDE_SUBNORMAL + 1;
    }
    return is_small(warp, i, lane) ? SIMT_ASIDE_SMALL + 1 : 0;
}

int run_sequence(struct warp *warp, const struct instruction *i) {
    const int step = i->moded(warp, i);
    unsigned longest = 0;
    if (!warp->machine->watch_aside) {
        return step;
    }
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        const unsigned way = way_of(warp, i, __builtin_ctz(left));
        longest = way > longest ? way : longest;
    }
    if (longest > 0) {
        struct simt_aside event = {.place = place_of(warp, i),
                                   .way = (enum simt_aside_way)(longest - 1)};
        NOTIFY(warp->machine->device, aside, &event);
    }
    return step;
}
