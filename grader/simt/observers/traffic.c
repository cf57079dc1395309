/* Sectors and banks. The straight case (lanes side by side) is told apart first: it is the usual
 * one and needs no search. */
#include "traffic.h"

#include "row.h"

#include <stddef.h>

enum { LANES = 32, BANKS = 32, SECTOR = 32 };

static bool straight(const struct traffic *traffic) {
    return lanes_in_a_row(traffic->address, traffic->mask, traffic->size) != 0;
}

static bool one_address(const struct traffic *traffic) {
    uint64_t start = traffic->address[__builtin_ctz(traffic->mask)], strayed = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        strayed |= traffic->mask >> lane & 1 ? traffic->address[lane] ^ start : 0;
    }
    return strayed == 0;
}

/* Counts how often each of the values occurs; returns how many there are. */
static unsigned gather(const struct traffic *traffic, unsigned shift, uint64_t values[LANES],
                       unsigned times[LANES]) {
    unsigned count = 0;
    for (uint32_t left = traffic->mask; left; left &= left - 1) {
        uint64_t value = traffic->address[__builtin_ctz(left)] >> shift;
        unsigned at = count;
        /* Neighbouring lanes are usually in the same sector, so look backwards. */
        while (at > 0 && values[at - 1] != value) {
            at--;
        }
        if (at > 0) {
            times[at - 1]++;
        } else {
            values[count] = value;
            times[count++] = 1;
        }
    }
    return count;
}

unsigned traffic_sectors(const struct traffic *traffic) {
    if (straight(traffic)) {
        uint64_t start = traffic->address[__builtin_ctz(traffic->mask)];
        uint64_t end = start + (uint64_t)__builtin_popcount(traffic->mask) * traffic->size;
        return (unsigned)((end - 1) / SECTOR - start / SECTOR + 1);
    }
    uint64_t sectors[LANES];
    unsigned times[LANES];
    return gather(traffic, 5, sectors, times);
}

unsigned traffic_atomic_sectors(const struct traffic *traffic, unsigned *serialised) {
    *serialised = 0;
    if (straight(traffic)) {
        return traffic_sectors(traffic);
    }
    uint64_t addresses[LANES];
    unsigned times[LANES];
    unsigned count = gather(traffic, 0, addresses, times);
    for (unsigned i = 0; i < count; i++) {
        *serialised += times[i] - 1;
    }
    return traffic_atomic_passes(traffic);
}

/* What the lanes in a mask ask of the banks. */
struct banks {
    unsigned words;      /* distinct */
    unsigned most_words; /* distinct, in one bank */
    unsigned most_lanes; /* in one bank */
};

/* Each bank's words form a chain. */
static struct banks ask_banks(const struct traffic *traffic, uint32_t mask) {
    uint64_t words[LANES]; /* a group has 32 words at most */
    uint8_t head[BANKS], next[LANES], length[BANKS], lanes[BANKS];
    uint32_t seen = 0;
    struct banks banks = {0, 0, 0};
    unsigned words_a_lane = traffic->size > 4 ? traffic->size / 4 : 1;
    for (; mask; mask &= mask - 1) {
        uint64_t word = traffic->address[__builtin_ctz(mask)] / 4;
        for (unsigned k = 0; k < words_a_lane; k++, word++) {
            unsigned bank = word % BANKS;
            bool first = !(seen >> bank & 1);
            unsigned at = first ? LANES : head[bank];
            lanes[bank] = first ? 1 : lanes[bank] + 1;
            banks.most_lanes = lanes[bank] > banks.most_lanes ? lanes[bank] : banks.most_lanes;
            while (at != LANES && words[at] != word) {
                at = next[at];
            }
            if (at != LANES) {
                continue;
            }
            next[banks.words] = first ? LANES : head[bank];
            length[bank] = first ? 1 : length[bank] + 1;
            seen |= 1u << bank;
            head[bank] = (uint8_t)banks.words;
            words[banks.words++] = word;
            banks.most_words = length[bank] > banks.most_words ? length[bank] : banks.most_words;
        }
    }
    return banks;
}

unsigned traffic_wavefronts(const struct traffic *traffic, unsigned *ideal) {
    /* 8-byte accesses go by half-warps, 16-byte ones by quarters: 32 words at a time. */
    unsigned lanes = traffic->size <= 4 ? 32 : 128 / traffic->size;
    uint32_t group = lanes == 32 ? ~0u : (1u << lanes) - 1;
    *ideal = 0;
    for (uint32_t left = traffic->mask; left; left = lanes == 32 ? 0 : left >> lanes) {
        *ideal += (left & group) != 0;
    }
    if (straight(traffic)) {
        return *ideal;
    }
    if (one_address(traffic)) {
        return *ideal = 1;
    }
    unsigned sum = 0;
    for (unsigned first = 0; first < LANES; first += lanes) {
        sum += ask_banks(traffic, traffic->mask & group << first).most_words;
    }
    return sum;
}

unsigned traffic_atomic_wavefronts(const struct traffic *traffic, bool increment,
                                   unsigned *serialised) {
    struct traffic words = {traffic->address, traffic->mask, 4};
    struct banks banks = ask_banks(&words, traffic->mask);
    *serialised = (unsigned)__builtin_popcount(traffic->mask) - banks.words;
    return increment ? banks.most_words : banks.most_lanes;
}
