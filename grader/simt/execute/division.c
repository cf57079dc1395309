/* Division of integers. What has no quotient stops a program with OpenMP, as a processor stops it;
 * a GPU goes on with some number, and the observers get an event. */
#include "claims.h"
#include "execute.h"

#include <string.h>

static int64_t integer_at(const struct warp *warp, uint32_t row, uint8_t width, int lane) {
    const char *at = warp->registers + row + (size_t)lane * width;
    int16_t narrow;
    int32_t word;
    int64_t wide;
    memcpy(&narrow, at, sizeof narrow);
    memcpy(&word, at, width == sizeof narrow ? sizeof narrow : sizeof word);
    memcpy(&wide, at, width == sizeof wide ? sizeof wide : sizeof narrow);
    return width == sizeof narrow ? narrow : width == sizeof word ? word : wide;
}

/* Is no divisor of a warp 0 or -1? Most often none is, and its type has 32 bits. */
static bool all_divide(const struct warp *warp, const struct instruction *i) {
    uint32_t divisors[LANES], doubtful = 0;
    if (i->width != sizeof *divisors) {
        return false;
    }
    memcpy(divisors, warp->registers + i->b, sizeof divisors);
    for (int lane = 0; lane < LANES; lane++) {
        doubtful |= divisors[lane] + 1 <= 1;
    }
    return doubtful == 0;
}

static int stop(struct warp *warp, const struct instruction *i, uint32_t by_zero) {
    struct simt_fault fault =
        fault_of(by_zero != 0 ? SIMT_FAULT_DIVISION : SIMT_FAULT_QUOTIENT, warp->mask);
    return raise_fault(warp, i, &fault,
                       by_zero != 0 ? "an integer is divided by 0"
                                    : "the quotient of two integers is too large for their type");
}

int run_division(struct warp *warp, const struct instruction *i) {
    const bool openmp = warp->machine->module->ptx.openmp; /* then a warp is a thread */
    const int64_t least = INT64_MIN >> (64 - 8 * i->width);
    uint32_t by_zero = 0, overflows = 0;
    for (uint32_t left = !openmp && all_divide(warp, i) ? 0 : warp->mask; left != 0;
         left &= left - 1) {
        const int lane = first_lane(left);
        const int64_t divisor = integer_at(warp, i->b, i->width, lane);
        by_zero |= divisor == 0 ? 1u << lane : 0;
        overflows |= i->op == 1 && divisor == -1 && i->width >= sizeof(int32_t) &&
                             integer_at(warp, i->a, i->width, lane) == least
                         ? 1u << lane
                         : 0;
    }
    if ((by_zero | overflows) == 0) {
        return i->moded(warp, i);
    }
    if (openmp) {
        return stop(warp, i, by_zero);
    }
    if (warp->machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    const struct simt_undefined event = {.place = place_of(warp, i),
                                         .mask = by_zero != 0 ? by_zero : overflows,
                                         .divided = true,
                                         .overflows = by_zero == 0};
    NOTIFY(warp->machine->device, undefined, &event);
    return i->moded(warp, i);
}
