#include "claims.h"

#include "execute.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WORD = 4, /* bytes */
    OWNER_BITS = 14,
    STATE_BITS = 2,
    LAST_ROUND = (1 << (32 - OWNER_BITS - STATE_BITS)) - 1,
};
#define MOST_BYTES ((size_t)1 << 28) /* that one block may leave behind */

/* A word's claim: the round it is of, its state, and the block. Older rounds count as none. */
typedef _Atomic(uint32_t) word_claim;
enum { LOADED, LOADED_BY_MANY, STORED, REDUCED };

struct claims {
    uint32_t round;
    uint32_t regions; /* all that there are: while blocks run side by side none is made */
    struct table {
        word_claim *words; /* NULL: nobody stores there */
        size_t bytes;
    } tables[];
};

/* ---- tables ---------------------------------------------------------------------------------- */

/* The region that all stores of a site go to: its index, SIMT_MIXED_REGIONS if it is not known, or
 * the number of regions for a site that stores nothing in global memory. */
static uint32_t stores_to(const struct machine *machine, uint32_t site) {
    const struct memory_details *memory = machine->code[site].memory;
    const struct bounds *bounds = &machine->bounds[site];
    const bool global = memory != NULL && (memory->generic || memory->space == SIMT_GLOBAL);
    if (!global || memory->kind == SIMT_LOAD) {
        return machine->device->region_count;
    }
    return bounds->fixed && bounds->space == SIMT_GLOBAL ? bounds->region : SIMT_MIXED_REGIONS;
}

static bool make_table(struct table *table, const struct simt_region *region) {
    if (region->freed || region->kind == SIMT_REGION_CONSTANT || table->words != NULL) {
        return true;
    }
    table->bytes = (region->size / WORD + 1) * sizeof *table->words;
    void *words = mmap(NULL, table->bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    table->words = words == MAP_FAILED ? NULL : words;
    return table->words != NULL;
}

static bool make_tables(struct claims *claims, const struct machine *machine) {
    const struct simt_device *device = machine->device;
    bool good = true;
    for (uint32_t site = 0; site < machine->module->count && good; site++) {
        const uint32_t to = stores_to(machine, site);
        for (uint32_t r = 0; r < claims->regions && good; r++) {
            if (to == r || to == SIMT_MIXED_REGIONS) {
                good = make_table(&claims->tables[r], &device->regions[r]->seen);
            }
        }
        if (to == SIMT_MIXED_REGIONS) {
            return good;
        }
    }
    return good;
}

struct claims *claims_create(const struct machine *machine) {
    const uint32_t regions = machine->device->region_count;
    struct claims *claims = calloc(1, sizeof *claims + regions * sizeof claims->tables[0]);
    if (claims == NULL) {
        return NULL;
    }
    claims->regions = regions;
    if (!make_tables(claims, machine)) {
        claims_destroy(claims);
        return NULL;
    }
    return claims;
}

void claims_destroy(struct claims *claims) {
    if (claims == NULL) {
        return;
    }
    for (uint32_t r = 0; r < claims->regions; r++) {
        if (claims->tables[r].words != NULL) {
            munmap(claims->tables[r].words, claims->tables[r].bytes);
        }
    }
    free(claims);
}

bool claims_anew(struct claims *claims) {
    return claims->round < LAST_ROUND && ++claims->round > 0;
}

/* ---- words ----------------------------------------------------------------------------------- */

static uint32_t claim_of(const struct claimer *claimer, uint32_t state) {
    return claimer->claims->round << (OWNER_BITS + STATE_BITS) | state << OWNER_BITS |
           claimer->block;
}

/* What a word's claim becomes; 0: refused. */
static inline uint32_t next_claim(const struct claimer *claimer, uint32_t old, uint32_t wanted) {
    const uint32_t mine = claim_of(claimer, wanted);
    const bool counts = (old ^ mine) >> (OWNER_BITS + STATE_BITS) == 0;
    const uint32_t state = old >> OWNER_BITS & ((1u << STATE_BITS) - 1);
    const bool own = ((old ^ mine) & ((1u << OWNER_BITS) - 1)) == 0;
    if (!counts) {
        return mine;
    }
    if (wanted == REDUCED) {
        return state == REDUCED ? old : 0;
    }
    if (wanted == LOADED && (state == LOADED_BY_MANY || (state == LOADED && !own))) {
        return state == LOADED ? claim_of(claimer, LOADED_BY_MANY) : old;
    }
    const bool alone = own && (state == LOADED || state == STORED);
    return alone ? (state == STORED ? old : mine) : 0;
}

/* Claims a word; *fresh is set where its claim changed. */
static inline bool claim_word(const struct claimer *claimer, word_claim *word, uint32_t wanted,
                              bool *fresh) {
    uint32_t old = atomic_load_explicit(word, memory_order_relaxed);
    while (true) {
        const uint32_t next = next_claim(claimer, old, wanted);
        if (next == 0 || next == old) {
            return next != 0;
        }
        if (atomic_compare_exchange_weak(word, &old, next)) {
            *fresh = true;
            return true;
        }
    }
}

/* The same for a word of an even number and the one behind it, which nobody has claimed yet. */
static inline bool claim_pair(const struct claimer *claimer, word_claim *pair, uint32_t wanted) {
    const uint64_t mine = claim_of(claimer, wanted), both = mine << 32 | mine;
    _Atomic(uint64_t) *claims = (_Atomic(uint64_t) *)(void *)pair;
    uint64_t old = atomic_load_explicit(claims, memory_order_relaxed);
    const uint32_t same = ((uint32_t)old ^ (uint32_t)mine) >> (OWNER_BITS + STATE_BITS);
    const uint32_t same_behind = (uint32_t)((old >> 32 ^ mine) >> (OWNER_BITS + STATE_BITS));
    return same != 0 && same_behind != 0 && atomic_compare_exchange_strong(claims, &old, both);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

unsigned char *claims_room(struct claims_bytes *bytes, size_t size) {
    if (bytes->used + size > bytes->capacity) {
        const size_t capacity = 2 * bytes->capacity + size + 4096;
        unsigned char *more =
            bytes->used + size < MOST_BYTES ? realloc(bytes->bytes, capacity) : NULL;
        if (more == NULL) {
            return NULL;
        }
        bytes->bytes = more;
        bytes->capacity = capacity;
    }
    bytes->used += size;
    return bytes->bytes + bytes->used - size;
}

/* What stood at a place before it was stored to. `at` is the record's first byte: records are read
 * from the last to the first, so each ends with this. */
struct before {
    uint8_t *host;
    size_t bytes;
};

static bool keep_before(struct claimer *claimer, uint8_t *host, size_t bytes) {
    const struct before before = {host, bytes};
    const size_t padded = (bytes + 7) & ~(size_t)7;
    unsigned char *room = claims_room(&claimer->stored, padded + sizeof before);
    if (room == NULL) {
        return false;
    }
    memcpy(room, host, bytes);
    memcpy(room + padded, &before, sizeof before);
    return true;
}

void claims_take_back(struct claims_bytes *stored) {
    while (stored->used > 0) {
        struct before before;
        memcpy(&before, stored->bytes + stored->used - sizeof before, sizeof before);
        stored->used -= sizeof before + ((before.bytes + 7) & ~(size_t)7);
        memcpy(before.host, stored->bytes + stored->used, before.bytes);
    }
}

/* Claims the bytes [offset, offset + bytes) of a region. */
static bool claim_bytes(struct claimer *claimer, const struct region *region, uint64_t offset,
                        uint64_t bytes, uint32_t wanted) {
    const struct table *table = &claimer->claims->tables[region->seen.index];
    const uint64_t first = offset / WORD, end = (offset + bytes + WORD - 1) / WORD;
    bool fresh = false;
    for (uint64_t w = first; w < end; w++) {
        if (w % 2 == 0 && w + 1 < end && claim_pair(claimer, &table->words[w], wanted)) {
            fresh = true;
            w++;
        } else if (!claim_word(claimer, &table->words[w], wanted, &fresh)) {
            return false;
        }
    }
    if (wanted != STORED || !fresh) {
        return true;
    }
    const uint64_t last = end * WORD < region->seen.size ? end * WORD : region->seen.size;
    return keep_before(claimer, region->host + first * WORD, last - first * WORD);
}

/* ---- atomics that are put off ---------------------------------------------------------------- */

static bool is_zero(const struct warp *warp, const struct instruction *i) {
    const char *operand = warp->registers + i->b;
    const uint8_t size = i->memory->size;
    bool zero = true;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        for (uint8_t byte = 0; byte < size; byte++) {
            zero = zero && operand[first_lane(left) * size + byte] == 0;
        }
    }
    return zero;
}

/* Will it change memory? Where only memory knows, the warp is asked at the end of its quantum. */
static void note_progress(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    const bool adds = memory->atomic == SIMT_ATOMIC_ADD || memory->atomic == SIMT_ATOMIC_XOR;
    if (memory->real || !adds) {
        warp->put_off = true;
    } else if (is_zero(warp, i)) {
        warp->waits++;
    } else {
        warp->progressed = true;
    }
}

static bool put_off(struct warp *warp, const struct instruction *i, uintptr_t host,
                    const uint64_t *address) {
    struct claimer *claimer = warp->machine->claimer;
    struct reduction reduction = {.instruction = i, .host = host, .mask = warp->mask};
    memcpy(reduction.address, address, sizeof reduction.address);
    memcpy(reduction.operands, warp->registers + i->b, (size_t)LANES * i->memory->size);
    unsigned char *room = claims_room(claimer->reductions, sizeof reduction);
    if (room == NULL) {
        return false;
    }
    memcpy(room, &reduction, sizeof reduction);
    note_progress(warp, i);
    return true;
}

/* ---- accesses -------------------------------------------------------------------------------- */

int claims_give_up(struct warp *warp) {
    atomic_store(warp->machine->claimer->failed, true);
    warp->machine->faulted = true;
    return STEP_FAULT;
}

/* Whether an atomic changed anything is only known when it is carried out. */
void claims_quantum(struct warp *warp, bool spinning) {
    const struct claimer *claimer = warp->machine->claimer;
    if (spinning || (warp->put_off && !warp->progressed) || atomic_load(claimer->failed)) {
        claims_give_up(warp);
    }
}

static uint32_t wanted_by(const struct memory_details *memory) {
    return memory->kind == SIMT_LOAD ? LOADED : memory->kind == SIMT_REDUCTION ? REDUCED : STORED;
}

/* Neighbouring lanes without a gap claim as one. */
static bool claim_lanes(struct warp *warp, const struct instruction *i, const struct region *region,
                        uintptr_t host, const uint64_t *address, enum simt_pattern pattern) {
    struct claimer *claimer = warp->machine->claimer;
    const uint64_t bytes = (uint64_t)i->memory->size * i->memory->elements;
    const uint64_t start = host - (uintptr_t)region->host;
    const uint32_t wanted = wanted_by(i->memory);
    uint64_t lanes = 1;
    uint32_t left = warp->mask;
    if (pattern == SIMT_ROW) {
        lanes = ones(left);
        left = left & -left;
    } else if (pattern == SIMT_ONE_PLACE) {
        left = left & -left;
    }
    for (; left != 0; left &= left - 1) {
        const uint64_t offset = start + address[first_lane(left)];
        if (!claim_bytes(claimer, region, offset, bytes * lanes, wanted)) {
            return false;
        }
    }
    return true;
}

enum claim claim_access(struct warp *warp, const struct instruction *i, uint32_t index,
                        uintptr_t host, const uint64_t *address, enum simt_pattern pattern) {
    const struct memory_details *memory = i->memory;
    const struct claimer *claimer = warp->machine->claimer;
    const bool moves = memory->kind == SIMT_LOAD || memory->kind == SIMT_STORE;
    if (moves && memory->order != SIMT_WEAK) {
        claims_give_up(warp); /* it speaks to other blocks, or to the host */
        return CLAIM_REFUSED;
    }
    if (claimer->claims->tables[index].words == NULL) {
        return CLAIM_GRANTED; /* nobody stores there */
    }
    const struct region *region = warp->machine->device->regions[index];
    if (!claim_lanes(warp, i, region, host, address, pattern) ||
        (memory->kind == SIMT_REDUCTION && !put_off(warp, i, host, address))) {
        claims_give_up(warp);
        return CLAIM_REFUSED;
    }
    return memory->kind == SIMT_REDUCTION ? CLAIM_PUT_OFF : CLAIM_GRANTED;
}
