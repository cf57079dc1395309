#include "partial_barriers.h"

void parts_add(struct parts *parts, uint32_t tick, uint32_t members) {
    parts->kept[parts->count++ % MOST_PARTS] = (struct part){tick, members};
}

/* The number of the oldest that is kept. */
static uint32_t oldest(const struct parts *parts) {
    return parts->count > MOST_PARTS ? parts->count - MOST_PARTS : 0;
}

bool parts_have_met(const struct parts *parts, unsigned member) {
    uint32_t met = 0;
    for (uint32_t n = oldest(parts); n < parts->count; n++) {
        met |= parts->kept[n % MOST_PARTS].members;
    }
    return parts->count > MOST_PARTS || (met >> member & 1) != 0;
}

bool parts_order(const struct parts *parts, uint32_t tick, uint32_t until, unsigned from,
                 unsigned to) {
    const uint32_t first = oldest(parts);
    uint32_t next = parts->count, known = UINT32_C(1) << from;
    while (next > first && parts->kept[(next - 1) % MOST_PARTS].tick > tick) {
        next--;
    }
    if (next == first && first > 0) {
        return true; /* there were others, which are forgotten */
    }
    for (; next < parts->count; next++) {
        const struct part *part = &parts->kept[next % MOST_PARTS];
        if (part->tick <= until && (part->members & known) != 0) {
            known |= part->members;
        }
    }
    return (known >> to & 1) != 0;
}
