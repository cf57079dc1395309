/* Groups of lines, and the banks in each. */
#include "wavefronts.h"
#include "footprint.h"

#include <string.h>

enum { TAGS = 4, BANKS = 32, BANK_BYTES = 4, MOST_WORDS = SIMT_WARP_SIZE };

/* Words that were asked for, each once, by bank. */
struct banks {
    uint64_t words[BANKS][MOST_WORDS];
    uint32_t count[BANKS];
};

static uint32_t ask(struct banks *banks, uint64_t word) {
    uint32_t bank = (uint32_t)(word % BANKS);
    for (uint32_t n = 0; n < banks->count[bank]; n++) {
        if (banks->words[bank][n] == word) {
            return banks->count[bank];
        }
    }
    if (banks->count[bank] < MOST_WORDS) {
        banks->words[bank][banks->count[bank]++] = word;
    }
    return banks->count[bank];
}

/* Serves the lanes of `left` whose lines are among the first four; takes them out of *left. */
static uint32_t serve(const struct simt_access *access, uint32_t *left) {
    uint64_t lines[TAGS];
    uint32_t tags = 0, deepest = 1, words = (access->size + BANK_BYTES - 1U) / BANK_BYTES;
    struct banks banks;
    memset(banks.count, 0, sizeof banks.count);
    for (uint32_t rest = *left; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t line = access->address[lane] / LINE_BYTES;
        uint32_t tag = 0;
        while (tag < tags && lines[tag] != line) {
            tag++;
        }
        if (tag == TAGS) {
            continue;
        }
        lines[tag] = line;
        tags = tag == tags ? tags + 1 : tags;
        *left &= ~(UINT32_C(1) << lane);
        for (uint32_t w = 0; w < words; w++) {
            uint32_t depth = ask(&banks, access->address[lane] / BANK_BYTES + w);
            deepest = depth > deepest ? depth : deepest;
        }
    }
    return deepest;
}

uint32_t wavefronts_of(const struct simt_access *access) {
    uint32_t parts = access->size > 8 ? 4 : access->size > 4 ? 2 : 1;
    uint32_t lanes = SIMT_WARP_SIZE / parts, wavefronts = 0;
    if (access->pattern == SIMT_ONE_PLACE) {
        return 1;
    }
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t mask = parts == 1 ? UINT32_MAX : ((UINT32_C(1) << lanes) - 1) << part * lanes;
        uint32_t left = access->mask & mask;
        if (access->pattern == SIMT_ROW) { /* of at most as many words as there are banks */
            wavefronts += left != 0;
            left = 0;
        }
        while (left != 0) {
            wavefronts += serve(access, &left);
        }
    }
    return wavefronts;
}
