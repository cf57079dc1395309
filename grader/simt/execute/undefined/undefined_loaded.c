/*
 * Values that a load got of memory that nobody has written. Such memory holds SIMT_POISON, so each
 * loaded number of which all bytes are that is followed (undefined.c). A program may have stored
 * just that number: whoever hears of its use must know what was written.
 */
#include "undefined.h"

#define POISON (UINT64_C(0x0101010101010101) * SIMT_POISON)

/* Does any element of the row hold what memory begins with? Most often none does. */
static inline bool any_narrow(const uint32_t *values) {
    uint32_t any = 0;
    for (int l = 0; l < LANES; l++) {
        any |= values[l] == (uint32_t)POISON;
    }
    return any != 0;
}

static inline bool any_wide(const uint64_t *values, uint64_t keep) {
    uint64_t any = 0;
    for (int l = 0; l < LANES; l++) {
        any |= (values[l] & keep) == (POISON & keep);
    }
    return any != 0;
}

/* Lanes of a row whose last load of `size` bytes, 4 or 8, got only what memory begins with. */
static inline uint32_t poisoned(const struct warp *warp, uint32_t row, unsigned register_bytes,
                                unsigned size) {
    const uint64_t keep = size == 8 ? UINT64_MAX : UINT32_MAX;
    const void *values = warp->registers + row;
    const uint32_t *narrow = values;
    const uint64_t *wide = values;
    uint32_t lanes = 0;
    if (!(register_bytes == 4 ? any_narrow(narrow) : any_wide(wide, keep))) {
        return 0;
    }
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        uint64_t value = register_bytes == 4 ? narrow[lane] : wide[lane] & keep;
        lanes |= value == (POISON & keep) ? left & -left : 0;
    }
    return lanes;
}

int undefined_loaded(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    const bool following = warp->undefined != NULL;
    for (uint32_t e = 0; e < memory->elements && memory->size >= 4; e++) {
        struct undefined_value value;
        uint32_t lanes = poisoned(warp, memory->rows[e], memory->register_bytes, memory->size);
        if (lanes == 0 || !undefined_begin(warp)) {
            continue;
        }
        lanes &= ~undefined_in_row(warp, memory->rows[e], lanes, &value);
        value = (struct undefined_value){.bits = memory->size == 8 ? UINT64_MAX : UINT32_MAX,
                                         .source = i->site};
        undefined_set_row(warp, memory->rows[e], lanes, &value);
    }
    return following || warp->undefined == NULL ? STEP_NEXT : STEP_CUT;
}
