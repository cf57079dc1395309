/* How often L1 is read for an access: by sets of lines, and by banks. */
#include "wavefronts.h"
#include "../../observers/counters/sectors_and_banks.h"
#include "footprint.h"

enum { SETS = 4 };

/* The set of a line: each bit is a parity of the line's bits. The masks are an H200's, as its
 * counter of conflicts between two lines shows them (`sets.csv`), up to bit 22. */
static uint32_t set_of(uint64_t line) {
    enum { LOW = 0x6f7ab5, HIGH = 0x3ad5da };
    return (uint32_t)(__builtin_parityll(line & LOW) | __builtin_parityll(line & HIGH) << 1);
}

/* Was the line met before? Lines that rise need no look. */
static bool is_among(const uint64_t *lines, uint32_t count, uint64_t line, uint64_t highest) {
    bool found = false;
    for (uint32_t n = count; n > 0 && line <= highest && !found; n--) {
        found = lines[n - 1] == line;
    }
    return found;
}

/* Lines of the lanes of `mask`, in the set that has most of them: each is one look into the set. */
static uint32_t lookups(const struct simt_access *access, uint32_t mask) {
    uint64_t lines[SIMT_WARP_SIZE] = {0}, highest = 0;
    uint32_t count = 0, in_set[SETS] = {0}, most = 0;
    for (; mask != 0; mask &= mask - 1) {
        const uint64_t line = access->address[__builtin_ctz(mask)] / LINE_BYTES;
        if (is_among(lines, count, line, highest)) {
            continue;
        }
        const uint32_t set = set_of(line);
        lines[count++] = line;
        highest = line > highest ? line : highest;
        in_set[set]++;
        most = in_set[set] > most ? in_set[set] : most;
    }
    return most;
}

uint32_t wavefronts_of(const struct simt_access *access) {
    uint32_t parts = access->size > 8 ? 4 : access->size > 4 ? 2 : 1;
    uint32_t lanes = SIMT_WARP_SIZE / parts, wavefronts = 0;
    const struct traffic traffic = traffic_of(access);
    if (access->pattern == SIMT_ONE_PLACE) {
        return 1;
    }
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t mask = parts == 1 ? UINT32_MAX : ((UINT32_C(1) << lanes) - 1) << part * lanes;
        mask &= access->mask;
        if (access->pattern == SIMT_ROW) { /* of at most as many words as there are banks */
            wavefronts += mask != 0;
        } else if (mask != 0) {
            const uint32_t sets = lookups(access, mask), banks = traffic_deepest(&traffic, mask);
            wavefronts += sets > banks ? sets : banks;
        }
    }
    return wavefronts;
}
