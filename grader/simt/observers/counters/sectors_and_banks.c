/* Sectors and banks. The straight case (lanes side by side) is told apart first: it is the usual
 * one and needs no search. */
#include "sectors_and_banks.h"

#include "../lanes_in_a_row.h"

enum { LANES = 32, BANKS = 32, SECTOR = 32, SECTOR_SHIFT = 5 };

static bool straight(const struct traffic *traffic) {
    return lanes_in_a_known_row(traffic->pattern, traffic->address, traffic->mask, traffic->size) !=
           0;
}

static bool one_address(const struct traffic *traffic) {
    if (traffic->pattern != SIMT_UNKNOWN) {
        return traffic->pattern == SIMT_ONE_PLACE;
    }
    uint64_t start = traffic->address[__builtin_ctz(traffic->mask)], strayed = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        strayed |= traffic->mask >> lane & 1 ? traffic->address[lane] ^ start : 0;
    }
    return strayed == 0;
}

/* Up to 32 different numbers: a table with open addressing, for neighbours and for strides. */
enum { SLOTS = 64 };
struct numbers {
    uint64_t used; /* a bit a slot */
    uint64_t number[SLOTS];
};

/* False if the number was there. */
static inline bool add_number(struct numbers *numbers, uint64_t number) {
    unsigned slot = (unsigned)(number ^ number >> 5 ^ number >> 10) % SLOTS;
    while (numbers->used >> slot & 1) {
        if (numbers->number[slot] == number) {
            return false;
        }
        slot = (slot + 1) % SLOTS;
    }
    numbers->used |= UINT64_C(1) << slot;
    numbers->number[slot] = number;
    return true;
}

/* How many different values there are; most often a lane has that of the lane before. */
static unsigned distinct(const struct traffic *traffic, unsigned shift) {
    struct numbers numbers;
    unsigned count = 0;
    uint64_t before = UINT64_MAX;
    numbers.used = 0;
    for (uint32_t left = traffic->mask; left; left &= left - 1) {
        const uint64_t number = traffic->address[__builtin_ctz(left)] >> shift;
        count += number != before && add_number(&numbers, number);
        before = number;
    }
    return count;
}

/* Steps of a sector or more leave none twice, shorter ones leave none out. */
static unsigned sectors_of_steps(const uint64_t *address) {
    const struct reach reach = reach_of_steps(address);
    return reach.step >= SECTOR ? LANES
                                : (unsigned)(reach.last / SECTOR - reach.first / SECTOR + 1);
}

unsigned traffic_sectors(const struct traffic *traffic) {
    if (straight(traffic)) {
        uint64_t start = traffic->address[__builtin_ctz(traffic->mask)];
        uint64_t end = start + (uint64_t)count_lanes(traffic->mask) * traffic->size;
        return (unsigned)((end - 1) / SECTOR - start / SECTOR + 1);
    }
    if (traffic->pattern == SIMT_ONE_PLACE) {
        return 1; /* addresses are multiples of the size */
    }
    if (traffic->pattern == SIMT_STEPS) {
        return sectors_of_steps(traffic->address);
    }
    return distinct(traffic, SECTOR_SHIFT);
}

unsigned traffic_atomic_sectors(const struct traffic *traffic, unsigned *serialised) {
    *serialised = 0;
    if (straight(traffic)) {
        return traffic_sectors(traffic);
    }
    if (one_address(traffic)) { /* one lane a pass */
        unsigned lanes = count_lanes(traffic->mask);
        *serialised = lanes - 1;
        return lanes;
    }
    *serialised = count_lanes(traffic->mask) - distinct(traffic, 0);
    return traffic_atomic_passes(traffic);
}

/* What the lanes in a mask ask of the banks. */
struct traffic_banks {
    unsigned words;      /* distinct */
    unsigned most_words; /* distinct, in one bank */
    unsigned most_lanes; /* in one bank */
};

/* A bank's first word is at hand; only others have to be looked for. `mask` may be empty. */
static struct traffic_banks ask_banks(const struct traffic *traffic, uint32_t mask) {
    struct numbers others;
    uint64_t first[BANKS];
    uint8_t words[BANKS], lanes[BANKS];
    uint32_t seen = 0;
    struct traffic_banks banks = {0, 1, 1};
    unsigned words_a_lane = traffic->size > 4 ? traffic->size / 4 : 1;
    others.used = 0;
    for (; mask; mask &= mask - 1) {
        uint64_t word = traffic->address[__builtin_ctz(mask)] / 4;
        for (unsigned k = 0; k < words_a_lane; k++, word++) {
            unsigned bank = word % BANKS;
            if (!(seen >> bank & 1)) {
                seen |= 1U << bank;
                first[bank] = word;
                words[bank] = lanes[bank] = 1;
                banks.words++;
                continue;
            }
            lanes[bank]++;
            banks.most_lanes = lanes[bank] > banks.most_lanes ? lanes[bank] : banks.most_lanes;
            if (first[bank] != word && add_number(&others, word)) {
                words[bank]++;
                banks.words++;
                banks.most_words = words[bank] > banks.most_words ? words[bank] : banks.most_words;
            }
        }
    }
    banks.most_words = seen ? banks.most_words : 0;
    banks.most_lanes = seen ? banks.most_lanes : 0;
    return banks;
}

unsigned traffic_deepest(const struct traffic *traffic, uint32_t mask) {
    return ask_banks(traffic, mask).most_words;
}

/* A bit for each bank in which the words of a whole warp lie. */
VECTORS
static uint32_t banks_of_all(const uint64_t *address) {
    uint32_t banks = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        banks |= 1U << ((uint32_t)(address[lane] >> 2) & (BANKS - 1));
    }
    return banks;
}

/* Do the words of a whole warp lie in one line? It has one word for each bank. */
VECTORS
static bool one_line(const uint64_t *address) {
    uint64_t differ = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        differ |= address[lane] ^ address[0];
    }
    return differ < BANKS * 4;
}

/* Does no bank have two different words? Asked of words or less. */
static bool banks_agree(const struct traffic *traffic) {
    if (traffic->mask == UINT32_MAX && one_line(traffic->address)) {
        return true;
    }
    uint64_t word_of[BANKS];
    uint32_t seen = 0;
    for (uint32_t left = traffic->mask; left; left &= left - 1) {
        const uint64_t word = traffic->address[__builtin_ctz(left)] / 4;
        const uint32_t bank = 1U << word % BANKS;
        if (!(seen & bank)) {
            seen |= bank;
            word_of[word % BANKS] = word;
        } else if (word_of[word % BANKS] != word) {
            return false;
        }
    }
    return true;
}

/* Does each lane want what lane ^ distance wants, where that one is active? */
static bool pairs_agree(const struct traffic *traffic, unsigned distance) {
    for (uint32_t left = traffic->mask; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left), other = lane ^ distance;
        if (traffic->mask >> other & 1 && traffic->address[other] != traffic->address[lane]) {
            return false;
        }
    }
    return true;
}

/* How many lanes go together. Accesses of 8 bytes go by half-warps, those of 16 by quarters: 32
 * words at a time. Loads go by twice as many where all neighbours agree, or all lanes with the
 * second next: measured on an H200. */
static unsigned lanes_together(const struct traffic *traffic) {
    if (traffic->size <= 4) {
        return LANES;
    }
    const bool merged = !traffic->store &&
                        !(traffic->mask == UINT32_MAX && traffic->pattern == SIMT_ROW) &&
                        (pairs_agree(traffic, 1) || pairs_agree(traffic, 2));
    return (merged ? 256 : 128) / traffic->size;
}

unsigned traffic_wavefronts(const struct traffic *traffic, unsigned *ideal) {
    unsigned lanes = lanes_together(traffic);
    const uint32_t group = lanes == LANES ? ~0u : (1u << lanes) - 1;
    const bool wide = traffic->size > 4, merged = lanes * traffic->size > BANKS * 4;
    if (!wide && traffic->pattern != SIMT_UNKNOWN && traffic->pattern != SIMT_STEPS &&
        traffic->pattern != SIMT_SCATTERED) {
        return *ideal = 1;
    }
    *ideal = 0;
    for (uint32_t left = traffic->mask; left; left = lanes == LANES ? 0 : left >> lanes) {
        *ideal += (left & group) != 0;
    }
    if (!merged && (traffic->pattern == SIMT_GAPS || straight(traffic))) {
        return *ideal; /* as many neighbours as there are banks */
    }
    if (!wide && (one_address(traffic) || banks_agree(traffic))) {
        return 1;
    }
    unsigned sum = 0;
    for (unsigned first = 0; first < LANES; first += lanes) {
        sum += ask_banks(traffic, traffic->mask & group << first).most_words;
    }
    return sum;
}

unsigned traffic_atomic_wavefronts(const struct traffic *traffic, bool increment,
                                   unsigned *serialised) {
    const unsigned asked = count_lanes(traffic->mask);
    if (traffic->pattern == SIMT_ROW && traffic->size == 4) {
        *serialised = 0;
        return 1;
    }
    if (traffic->pattern == SIMT_ONE_PLACE) {
        *serialised = asked - 1;
        return increment ? 1 : asked;
    }
    const struct traffic words = {traffic->address, traffic->mask, 4, traffic->pattern, false};
    if (traffic->mask == UINT32_MAX && banks_of_all(traffic->address) == UINT32_MAX) {
        *serialised = 0;
        return 1;
    }
    struct traffic_banks banks = ask_banks(&words, traffic->mask);
    *serialised = asked - banks.words;
    return increment ? banks.most_words : banks.most_lanes;
}
