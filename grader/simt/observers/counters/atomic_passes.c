/*
 * In which passes the first-level cache of an H200 sends the lanes of one atomic to global memory.
 * Found by experiment: of 5,970 chosen sets of addresses that Nsight Compute counted, these rules
 * give the sectors of all but 9, and of all within eight lines of 128 bytes (a histogram of 256
 * bins).
 *
 * A line belongs to one of four slots. The lanes of a slot go in passes, several lines at a time,
 * in the order in which they appear. In a pass each place of 128 bytes is for one lane, the first
 * that wants it, whatever line it is in. A lane that loses its place waits for a later pass; if it
 * lost it to a line that appeared before its own, its whole line waits; and so does every line that
 * appears after a lane has lost. So lanes of one sector may go in different passes, and the sector
 * counts in each.
 */
#include "sectors_and_banks.h"

#include <string.h>

enum { LINE = 128, SECTOR = 32, SLOTS = 4, LANES = 32, NOBODY = 0xff };

/* Parities of bits of a line's number, as measured for lines up to 63. */
static unsigned slot_of(uint64_t line) {
    return (unsigned)(__builtin_parityll(line & 53) | __builtin_parityll(line & 26) << 1);
}

/* The lines of a pass, in the order in which they appear. */
struct pass {
    uint64_t line[LANES];
    uint32_t served[LANES]; /* lanes */
    bool waits[LANES];
    unsigned count;
    bool lost; /* a lane lost its place */
    uint8_t owner[LINE];
};

static unsigned find_line(struct pass *pass, uint64_t line) {
    unsigned i = 0;
    while (i < pass->count && pass->line[i] != line) {
        i++;
    }
    if (i == pass->count) {
        pass->line[i] = line;
        pass->served[i] = 0;
        pass->waits[i] = pass->lost;
        pass->count++;
    }
    return i;
}

static void place_lane(struct pass *pass, uint64_t address, unsigned lane) {
    unsigned i = find_line(pass, address / LINE);
    uint8_t *owner = &pass->owner[address % LINE];
    if (*owner == NOBODY) {
        *owner = (uint8_t)i;
        pass->served[i] |= 1u << lane;
    } else {
        pass->waits[i] |= *owner < i;
        pass->lost = true;
    }
}

static unsigned count_sectors(const struct traffic *traffic, uint32_t lanes) {
    unsigned sectors = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        sectors |= 1u << traffic->address[__builtin_ctz(lanes)] % LINE / SECTOR;
    }
    return (sectors & 1) + (sectors >> 1 & 1) + (sectors >> 2 & 1) + (sectors >> 3);
}

/* Takes the lanes that are served from *lanes; returns the sectors. */
static unsigned run_pass(const struct traffic *traffic, uint32_t *lanes) {
    struct pass pass;
    pass.count = 0;
    pass.lost = false;
    memset(pass.owner, NOBODY, sizeof pass.owner);
    for (LANES_OF(lane, *lanes)) {
        place_lane(&pass, traffic->address[lane], lane);
    }
    unsigned sectors = 0;
    for (unsigned i = 0; i < pass.count; i++) {
        if (!pass.waits[i]) {
            sectors += count_sectors(traffic, pass.served[i]);
            *lanes &= ~pass.served[i];
        }
    }
    return sectors;
}

unsigned traffic_atomic_passes(const struct traffic *traffic) {
    uint32_t slots[SLOTS] = {0};
    unsigned sectors = 0;
    for (LANES_OF(lane, traffic->mask)) {
        slots[slot_of(traffic->address[lane] / LINE)] |= 1u << lane;
    }
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        while (slots[slot] != 0) {
            sectors += run_pass(traffic, &slots[slot]);
        }
    }
    return sectors;
}
