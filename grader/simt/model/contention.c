/* A table of the words that threads compare and swap. */
#include "contention.h"
#include "hash.h"
#include "lanes.h"
#include "meetings.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_WORDS = 3 << 14, SECTOR = 32, LINE = 128, GOES = 3 /* take, work, give back */ };

struct word {
    uint64_t key;   /* address / 4 + 1 */
    uint64_t warp;  /* that swapped here last, + 1 */
    uint32_t lanes; /* of it: those that fail come again, and are fewer */
    uint32_t size;
    bool given_back;
    uint32_t requests; /* of warps… */
    double sectors; /* …and what of a sector each asks for here: words beside each other share it */
    double contenders, readers;
    double stored; /* contenders whose swap stored a value: the others gave up after one try */
};

struct contention {
    struct hash words;
};

struct contention *contention_create(void) {
    struct contention *contention = calloc(1, sizeof *contention);
    if (contention != NULL) {
        contention->words = (struct hash){.row_bytes = sizeof(struct word), .most = MOST_WORDS};
    }
    return contention;
}

void contention_clear(struct contention *contention) {
    hash_clear(&contention->words);
}

void contention_destroy(struct contention *contention) {
    if (contention != NULL) {
        contention_clear(contention);
        free(contention);
    }
}

static uint64_t key_of(uint64_t address) {
    return address / 4 + 1;
}

/* The next word that lanes meet at; *lanes says how many, *left is what remains. */
static uint64_t next_word(const uint64_t *address, uint32_t *left, uint32_t *lanes) {
    const uint64_t first = address[__builtin_ctz(*left)];
    const uint32_t here = lanes_with_first(address, *left, 1);
    *lanes = (uint32_t)__builtin_popcount(here);
    *left &= ~here;
    return first;
}

/* How many of the lanes have this address. */
static uint32_t lanes_at(const uint64_t *address, uint32_t mask, uint64_t wanted) {
    uint32_t lanes = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        lanes += address[__builtin_ctz(rest)] == wanted;
    }
    return lanes;
}

void contention_swap(struct contention *contention, const uint64_t *address, uint32_t mask,
                     uint32_t stored, unsigned size, uint64_t warp) {
    const double sectors =
        mask != 0 ? (double)lanes_places(address, mask, SECTOR) / lanes_places(address, mask, 1)
                  : 0;
    for (uint32_t left = mask, lanes; left != 0;) {
        uint64_t at = next_word(address, &left, &lanes);
        struct word *word = hash_add(&contention->words, key_of(at));
        if (word == NULL) {
            continue;
        }
        bool again = word->warp == warp + 1 && lanes < word->lanes;
        word->contenders += again ? 0 : lanes;
        word->stored += lanes_at(address, stored, at);
        word->warp = warp + 1;
        word->lanes = lanes;
        word->size = size;
        word->requests++;
        word->sectors += sectors;
    }
}

void contention_load(struct contention *contention, const uint64_t *address, uint32_t mask) {
    for (uint32_t left = mask, lanes; contention->words.count > 0 && left != 0;) {
        struct word *word =
            hash_find(&contention->words, key_of(next_word(address, &left, &lanes)));
        if (word != NULL) {
            word->readers += lanes;
        }
    }
}

void contention_write(struct contention *contention, const uint64_t *address, uint32_t mask) {
    for (uint32_t left = mask, lanes; contention->words.count > 0 && left != 0;) {
        struct word *word =
            hash_find(&contention->words, key_of(next_word(address, &left, &lanes)));
        if (word != NULL) {
            word->given_back = true;
        }
    }
}

/* ---- how long they wait ---------------------------------------------------------------------- */

/* The share of those that wait for a word who try in vain before one succeeds: when many wait, some
 * get the new value soon enough to succeed with it while others are still on their way. */
static double vain(double waiting) {
    return 0.8 / (1 + waiting / 12000);
}

struct waiting {
    uint64_t chunk, line; /* that its word is in: of a slice of L2, of its cache */
    double tries;         /* that L2 makes one after the other */
    double cycles;
    double in_slice, in_line; /* cycles of a try among those of other words there */
};

/* Those that store succeed one by one, while at most `waiting` of them try. The others try once. */
static struct waiting wait_at(const struct word *word, const struct profile *profile,
                              double resident, double threads) {
    double share = fmin(1, resident / threads), all = word->stored;
    double waiting = fmax(fmin(all, fmax(all * share, 1)), 1), each = vain(waiting);
    double trip = profile->l2_swap, once = profile->l2_atomic_address;
    double few = fmin(waiting, trip / (each * once)); /* so few wait for nothing but the way */
    double tries = fmax(each * waiting * waiting / 2 + (all - waiting) * each * waiting, all);
    double cycles = few * trip + each * once * (waiting * waiting - few * few) / 2 +
                    (all - waiting) * fmax(trip, each * once * waiting);
    if (word->given_back) {
        cycles *= GOES;
    } else { /* who found a better value there, or read one that is old by now */
        double late = fmax(word->contenders, fmin(word->readers, resident)) - all;
        tries += fmax(late, 0);
        cycles += fmax(late, 0) * once;
    }
    const uint64_t address = (word->key - 1) * 4;
    const double sectors = word->sectors / fmax(word->requests, 1);
    return (struct waiting){.chunk = meetings_chunk(address),
                            .line = address / LINE,
                            .tries = tries,
                            .cycles = cycles,
                            .in_slice = sectors * once,
                            .in_line = profile->l2_atomic_line * word->size / SECTOR};
}

static int by_place(const void *a, const void *b) {
    const struct waiting *x = a, *y = b;
    return x->chunk != y->chunk ? (x->chunk > y->chunk) - (x->chunk < y->chunk)
                                : (x->line > y->line) - (x->line < y->line);
}

double contention_cycles(struct contention *contention, const struct profile *profile,
                         double resident, double threads) {
    const struct hash *all = &contention->words;
    struct waiting *waiting = calloc(all->count + 1, sizeof *waiting);
    uint32_t count = 0, words = 0;
    double longest = 0, slice = 0, line = 0;
    const struct word *word = waiting != NULL ? hash_next(all, NULL) : NULL;
    for (; word != NULL; word = hash_next(all, word)) {
        waiting[count++] = wait_at(word, profile, resident, threads);
    }
    if (count > 0) {
        qsort(waiting, count, sizeof *waiting, by_place);
    }
    for (uint32_t w = 0; w < count; w++) {
        const struct waiting *one = &waiting[w], *before = w > 0 ? &waiting[w - 1] : NULL;
        const bool same_slice = before != NULL && before->chunk == one->chunk,
                   same_line = before != NULL && before->line == one->line;
        slice = (same_slice ? slice : 0) + one->tries * one->in_slice;
        line = (same_line ? line : 0) + one->tries * one->in_line;
        words = same_slice ? words + 1 : 1;
        longest = fmax(longest, fmax(one->cycles, words > 1 ? fmax(slice, line) : 0));
    }
    free(waiting);
    return longest;
}
