/* Division of integers in programs with OpenMP, as a processor does it: what has no quotient stops
 * the program. A GPU goes on with some number. */
#include "execute.h"

#include <string.h>

static int64_t integer_at(const struct warp *warp, uint32_t row, uint8_t width) {
    const char *at = warp->registers + row;
    int16_t narrow;
    int32_t word;
    int64_t wide;
    memcpy(&narrow, at, sizeof narrow);
    memcpy(&word, at, sizeof word);
    memcpy(&wide, at, width == sizeof wide ? sizeof wide : sizeof word);
    return width == sizeof narrow ? narrow : width == sizeof word ? word : wide;
}

int run_division(struct warp *warp, const struct instruction *i) {
    const int64_t divisor = integer_at(warp, i->b, i->width);
    const int64_t least = INT64_MIN >> (64 - 8 * i->width);
    const bool overflows = i->op == 1 && divisor == -1 && i->width >= sizeof(int32_t) &&
                           integer_at(warp, i->a, i->width) == least;
    if (divisor != 0 && !overflows) {
        return i->moded(warp, i);
    }
    struct simt_fault fault = {.kind = overflows ? SIMT_FAULT_QUOTIENT : SIMT_FAULT_DIVISION,
                               .mask = warp->mask,
                               .region = SIMT_MIXED_REGIONS,
                               .hit_region = SIMT_MIXED_REGIONS,
                               .variable = -1,
                               .hit_variable = -1};
    return raise_fault(warp, i, &fault,
                       overflows ? "the quotient of two integers is too large for their type"
                                 : "an integer is divided by 0");
}
