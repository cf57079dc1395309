/*
 * In which passes the first-level cache of an H200 sends the lanes of one atomic to global memory.
 * Found by experiment: 4,370 chosen sets of addresses under Nsight Compute, of which these rules
 * give the sectors of all with up to eight lines of 128 bytes, and of 29 in 31 with more.
 *
 * A line belongs to one of four slots. The lanes of a slot go in passes, up to four lines at a
 * time: the line of the first lane leads, others come along. In a pass each place of 128 bytes is
 * for one lane, the first that wants it, whichever line it is in. Lanes of the leading line that
 * lose their place wait for a later pass; another line waits as a whole when one of its lanes
 * loses, and also when two lanes of the leading line want one place before it appears. So lanes of
 * one sector may end up in different passes, and the sector counts in each.
 */
#include "traffic.h"

#include <string.h>

enum { LINE = 128, SECTOR = 32, SLOTS = 4, MOST_LINES = 4, NOBODY = 0xff };

/* Sums of the bits of a line's number, as measured for lines up to 31. */
static unsigned slot_of(uint64_t line) {
    return (unsigned)(__builtin_parityll(line & 21) | __builtin_parityll(line & 26) << 1);
}

/* The lines of a pass. */
struct pass {
    uint64_t line[MOST_LINES];
    uint32_t served[MOST_LINES]; /* lanes */
    bool waits[MOST_LINES];
    unsigned count;
    bool doubled; /* two lanes of the leading line want one place */
    uint8_t owner[LINE];
};

/* The index of the line, MOST_LINES when it does not take part. */
static unsigned find_line(struct pass *pass, uint64_t line) {
    unsigned i = 0;
    while (i < pass->count && pass->line[i] != line)
        i++;
    if (i == pass->count && i < MOST_LINES) {
        pass->line[i] = line;
        pass->served[i] = 0;
        pass->waits[i] = pass->doubled;
        pass->count++;
    }
    return i;
}

static void place_lane(struct pass *pass, uint64_t address, unsigned lane) {
    unsigned i = find_line(pass, address / LINE);
    if (i == MOST_LINES)
        return;
    uint8_t *owner = &pass->owner[address % LINE];
    if (*owner == NOBODY) {
        *owner = (uint8_t)i;
        pass->served[i] |= 1u << lane;
    } else if (i == 0) {
        pass->doubled |= *owner == 0;
    } else {
        pass->waits[i] |= *owner != i;
    }
}

static unsigned count_sectors(const struct traffic *traffic, uint32_t lanes) {
    unsigned sectors = 0;
    for (; lanes != 0; lanes &= lanes - 1)
        sectors |= 1u << traffic->address[__builtin_ctz(lanes)] % LINE / SECTOR;
    return (unsigned)__builtin_popcount(sectors);
}

/* Takes the lanes that are served from *lanes; returns the sectors. */
static unsigned run_pass(const struct traffic *traffic, uint32_t *lanes) {
    struct pass pass = {.count = 0};
    memset(pass.owner, NOBODY, sizeof pass.owner);
    for (uint32_t left = *lanes; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
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
    for (uint32_t left = traffic->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        slots[slot_of(traffic->address[lane] / LINE)] |= 1u << lane;
    }
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        while (slots[slot] != 0)
            sectors += run_pass(traffic, &slots[slot]);
    }
    return sectors;
}
