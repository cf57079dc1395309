/* Counts by word, and by the half of a KiB that a slice of L2 serves. */
#include "atomic_contention.h"

#include <stdlib.h>

enum { WORD_BYTES = 4, CHUNK_BYTES = 512, MOST_WORDS = 1 << 20 };

struct atomic_meeting {
    uint64_t key; /* a word's address / WORD_BYTES, or a chunk's number: + 1 */
    uint64_t times;
};

void meetings_clear(struct meetings *meetings) {
    const struct hash empty = {.row_bytes = sizeof(struct atomic_meeting), .most = MOST_WORDS};
    hash_clear(&meetings->words);
    hash_clear(&meetings->swaps);
    *meetings = (struct meetings){.words = empty, .swaps = empty};
}

static void meet(struct hash *hash, uint64_t number, uint64_t times) {
    struct atomic_meeting *meeting = hash_add(hash, number + 1);
    if (meeting != NULL) { /* those beyond the most that are kept only count as operations */
        meeting->times += times;
    }
}

static void add(struct meetings *meetings, uint64_t address, uint64_t times) {
    meetings->operations += times;
    meet(&meetings->words, address / WORD_BYTES, times);
}

void meetings_add(struct meetings *meetings, const uint64_t *address, uint32_t mask,
                  bool together) {
    if (together) {
        add(meetings, address[__builtin_ctz(mask)], 1);
        return;
    }
    uint64_t last = 0, times = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)];
        if (times > 0 && at != last) {
            add(meetings, last, times);
            times = 0;
        }
        last = at;
        times++;
    }
    add(meetings, last, times);
}

void meetings_swap(struct meetings *meetings, const uint64_t *address, uint32_t mask) {
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        meet(&meetings->swaps, address[__builtin_ctz(left)] / WORD_BYTES, 1);
    }
}

/* The chunk that a word lies in: of each KiB, one slice of L2 has every other 256 bytes. */
static uint64_t chunk_of(const struct atomic_meeting *meeting) {
    enum { STRIPE_BYTES = CHUNK_BYTES / 2 };
    const uint64_t address = (meeting->key - 1) * WORD_BYTES;
    return address / (2 * CHUNK_BYTES) * 2 + address / STRIPE_BYTES % 2;
}

/* The row that counts most; the one with the lowest key of several. NULL if there is none. */
static const struct atomic_meeting *busiest(const struct hash *hash) {
    const struct atomic_meeting *most = NULL;
    for (const struct atomic_meeting *m = hash_next(hash, NULL); m != NULL;
         m = hash_next(hash, m)) {
        if (most == NULL || m->times > most->times ||
            (m->times == most->times && m->key < most->key)) {
            most = m;
        }
    }
    return most;
}

/* Most operations on a word of this chunk. */
static uint64_t most_of_chunk(const struct hash *words, uint64_t chunk) {
    uint64_t most = 0;
    for (const struct atomic_meeting *m = hash_next(words, NULL); m != NULL;
         m = hash_next(words, m)) {
        most = chunk_of(m) == chunk && m->times > most ? m->times : most;
    }
    return most;
}

struct meetings_sums meetings_sum(const struct meetings *meetings) {
    struct meetings_sums sums = {.operations = meetings->operations};
    struct hash chunks = {.row_bytes = sizeof(struct atomic_meeting)};
    const struct hash *words = &meetings->words;
    for (const struct atomic_meeting *m = hash_next(words, NULL); m != NULL;
         m = hash_next(words, m)) {
        meet(&chunks, chunk_of(m), m->times);
        sums.most_at_address = m->times > sums.most_at_address ? m->times : sums.most_at_address;
    }
    const struct atomic_meeting *chunk = busiest(&chunks);
    if (chunk != NULL) {
        sums.most_in_chunk = chunk->times;
        sums.chunk_address = most_of_chunk(words, chunk->key - 1);
    }
    hash_clear(&chunks);
    const struct atomic_meeting *swap = busiest(&meetings->swaps);
    sums.most_swaps = swap != NULL ? swap->times : 0;
    return sums;
}
