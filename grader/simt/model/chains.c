/* Who waits for whom, and how long. */
#include "chains.h"
#include "hash.h"

#include <math.h>
#include <stdlib.h>

/* ---- what the blocks do ---------------------------------------------------------------------- */

struct word {
    uint64_t key;        /* address + 1 */
    uint32_t block;      /* that stored here last */
    uint8_t stores;      /* its */
    uint8_t first, last; /* handles of these */
};

struct wait {
    uint32_t reader, writer;
    bool twice; /* the writer has stored the word more than once */
};

struct chains {
    struct hash words;
    struct wait *waits; /* rising readers */
    uint32_t wait_count, wait_capacity;
    uint32_t window;  /* words that a warp looks back at in one go */
    uint8_t own, all; /* handles */
};

struct chains *chains_create(void) {
    struct chains *chains = calloc(1, sizeof *chains);
    if (chains != NULL) {
        chains->words.row_bytes = sizeof(struct word);
    }
    return chains;
}

void chains_clear(struct chains *chains) {
    hash_clear(&chains->words);
    free(chains->waits);
    *chains = (struct chains){.words = chains->words};
}

void chains_destroy(struct chains *chains) {
    if (chains != NULL) {
        chains_clear(chains);
        free(chains);
    }
}

void chains_store(struct chains *chains, const struct simt_access *access, uint32_t block,
                  uint8_t handle) {
    if ((access->mask & (access->mask - 1)) != 0 && access->order == SIMT_WEAK) {
        return; /* many lanes hand over by atomics or by volatile stores */
    }
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        const uint64_t key = access->address[__builtin_ctz(left)] + 1;
        struct word *word = hash_add(&chains->words, key);
        if (word == NULL) {
            return;
        }
        if (word->stores == 0 || word->block != block) {
            *word = (struct word){.key = key, .block = block, .first = handle};
        }
        word->stores += word->stores < UINT8_MAX;
        word->last = handle;
    }
}

static const struct word *written_by_another(const struct chains *chains, uint64_t address,
                                             uint32_t block) {
    const struct word *word = hash_find(&chains->words, address + 1);
    return word != NULL && word->block != block ? word : NULL;
}

static void add_wait(struct chains *chains, struct wait wait) {
    for (uint32_t n = chains->wait_count; n > 0 && chains->waits[n - 1].reader == wait.reader;
         n--) {
        if (chains->waits[n - 1].writer == wait.writer) {
            return;
        }
    }
    if (chains->wait_count == chains->wait_capacity) {
        const uint32_t capacity = chains->wait_capacity * 2 + 256;
        struct wait *waits = realloc(chains->waits, capacity * sizeof *waits);
        if (waits == NULL) {
            return;
        }
        chains->waits = waits;
        chains->wait_capacity = capacity;
    }
    chains->waits[chains->wait_count++] = wait;
}

void chains_poll(struct chains *chains, const struct simt_access *access, uint32_t block) {
    uint32_t words = 0;
    struct wait nearest = {.reader = block};
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        const uint64_t address = access->address[__builtin_ctz(left)];
        const struct word *word = written_by_another(chains, address, block);
        if (word == NULL) {
            continue;
        }
        const struct wait wait = {block, word->block, word->stores > 1};
        words++;
        chains->own = word->first;
        chains->all = word->last;
        if (!wait.twice) {
            add_wait(chains, wait);
        } else if (wait.writer > nearest.writer) {
            nearest = wait;
        }
    }
    if (nearest.twice) {
        add_wait(chains, nearest);
        chains->window = words > chains->window ? words : chains->window;
    }
}

bool chains_handed(const struct chains *chains, const struct simt_access *access, uint32_t block) {
    const uint64_t address = access->address[__builtin_ctz(access->mask)];
    return written_by_another(chains, address, block) != NULL;
}

bool chains_any(const struct chains *chains) {
    return chains->wait_count > 0;
}

void chains_handles(const struct chains *chains, uint8_t *own, uint8_t *all) {
    *own = chains->own;
    *all = chains->all;
}

/* ---- how long they wait ---------------------------------------------------------------------- */

enum { BLOCKS_RUN = 20000 }; /* the others are taken to be like the last half of these */

struct timing {
    const struct chains *chains;
    const struct profile *profile;
    const struct chain_block *block;
    double *free; /* places, from when on: a heap, the first one is free first */
    uint32_t places;
    double *own, *all; /* of blocks, by number: when who asks then gets the value */
    uint32_t first;    /* number */
    uint32_t wait;     /* the next one */
};

static void sink(struct timing *timing, double free) {
    uint32_t at = 0;
    for (uint32_t below = 1; below < timing->places; below = 2 * at + 1) {
        below += below + 1 < timing->places && timing->free[below + 1] < timing->free[below];
        if (timing->free[below] >= free) {
            break;
        }
        timing->free[at] = timing->free[below];
        at = below;
    }
    timing->free[at] = free;
}

/* When who asks from `at` on, again and again, asks for a word that is there from `from` on. */
static double asked(const struct timing *timing, double at, double from) {
    return at >= from ? at : from + timing->block->answer / 2;
}

/* When the question is asked that a second value answers, from the word of block `writer` on. */
static double look_back(const struct timing *timing, uint32_t writer, double at) {
    const uint32_t window = timing->chains->window;
    for (uint32_t near = writer - timing->first + 1; near > 0;) {
        const uint32_t far = near > window ? near - window : 0;
        double there = 0;
        bool whole = false;
        for (uint32_t b = near; b > far && !whole; b--) {
            there = fmax(there, timing->own[b - 1]);
            whole = timing->all[b - 1] <= asked(timing, at, there);
        }
        at = asked(timing, at, there);
        if (whole || far == 0) {
            return at;
        }
        at += timing->block->step;
        near = far;
    }
    return at;
}

/* When a block that could ask from `at` on has been answered by all that it waits for: when it
 * asked for that. */
static double answered(struct timing *timing, uint32_t number, double at) {
    const struct chains *chains = timing->chains;
    while (timing->wait < chains->wait_count && chains->waits[timing->wait].reader < number) {
        timing->wait++;
    }
    for (; timing->wait < chains->wait_count && chains->waits[timing->wait].reader == number;
         timing->wait++) {
        const struct wait *wait = &chains->waits[timing->wait];
        if (wait->writer < timing->first || wait->writer >= number) {
            continue;
        }
        at = wait->twice ? look_back(timing, wait->writer, at)
                         : asked(timing, at, timing->all[wait->writer - timing->first]);
    }
    return at;
}

/* Of the blocks that a multiprocessor has at once, each is kept by some of the others before it
 * comes to its question: in no order. */
static double rank_of(uint32_t number, const struct chain_grid *grid) {
    const uint32_t beside = (uint32_t)ceil(fmin(grid->places, grid->blocks) / grid->processors);
    return (number * UINT32_C(0x9E3779B1) >> 16) % beside;
}

static double run_blocks(struct timing *timing, const struct chain_grid *grid, uint32_t count,
                         double *half) {
    const struct profile *profile = timing->profile;
    const struct chain_block *block = timing->block;
    const double lag = profile->stored_cycles - profile->asked_cycles;
    double started = 0, last = 0;
    for (uint32_t b = 0; b < count; b++) {
        started = fmax(timing->free[0], started);
        const double asks = started + block->asks + grid->apart * rank_of(b, grid);
        timing->own[b] = asks - block->asks + block->own + lag;
        const double handed = answered(timing, timing->first + b, asks) + block->all;
        timing->all[b] = handed + lag;
        last = fmax(last, handed + block->rest);
        started += profile->block_spread_cycles;
        sink(timing, handed + block->rest + profile->block_start_cycles);
        *half = b < count / 2 ? last : *half;
    }
    return last;
}

double chains_cycles(const struct chains *chains, const struct profile *profile,
                     const struct chain_block *block, const struct chain_grid *grid) {
    const uint32_t count = (uint32_t)fmin(grid->blocks, BLOCKS_RUN);
    const uint32_t places = (uint32_t)fmin(grid->places, grid->blocks);
    struct timing timing = {chains,
                            profile,
                            block,
                            calloc(places + 1, sizeof *timing.free),
                            places,
                            calloc(count + 1, sizeof *timing.own),
                            calloc(count + 1, sizeof *timing.all),
                            1,
                            0};
    double cycles = 0, half = 0;
    if (timing.free != NULL && timing.own != NULL && timing.all != NULL && places > 0) {
        cycles = run_blocks(&timing, grid, count, &half);
        cycles += (cycles - half) * (grid->blocks - count) / fmax(count - floor(count / 2.0), 1);
    }
    free(timing.free);
    free(timing.own);
    free(timing.all);
    return cycles;
}
