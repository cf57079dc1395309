/* A table of lines with a bit for each byte; those with sectors in parts wait in a queue. */
#include "parts.h"
#include "hash.h"
#include "footprint.h"

#include <stdlib.h>

enum { LINE_SECTORS = LINE_BYTES / SECTOR_BYTES, FIRST_QUEUE = 1024, MOST_LINES = 1 << 20 };

struct line {
    uint64_t number;              /* + 1 */
    uint32_t there[LINE_SECTORS]; /* bits of bytes that were stored */
    uint32_t waits;               /* in the queue? */
};

struct parts {
    uint32_t every;
    uint32_t room; /* lines that may be there in parts */
    struct hash lines;
    uint64_t *queue; /* a ring of numbers */
    uint32_t first, waiting, queue_capacity;
    uint32_t unfinished; /* lines with a sector in parts */
    uint64_t filled;
};

struct parts *parts_create(double lines, uint32_t every) {
    struct parts *parts = calloc(1, sizeof *parts);
    if (parts != NULL) {
        parts->lines = (struct hash){.row_bytes = sizeof(struct line), .most = MOST_LINES};
        lines /= every;
        parts->every = every;
        parts->room = lines < 1 ? 1 : lines < MOST_LINES ? (uint32_t)lines : MOST_LINES;
    }
    return parts;
}

void parts_clear(struct parts *parts) {
    hash_clear(&parts->lines);
    free(parts->queue);
    *parts = (struct parts){.room = parts->room, .every = parts->every, .lines = parts->lines};
}

void parts_destroy(struct parts *parts) {
    if (parts != NULL) {
        parts_clear(parts);
        free(parts);
    }
}

uint64_t parts_filled(const struct parts *parts) {
    return parts->filled * parts->every;
}

/* Lets a line wait behind the others. False without memory. */
static bool enqueue(struct parts *parts, uint64_t number) {
    if (parts->waiting == parts->queue_capacity) {
        uint32_t capacity = parts->queue_capacity != 0 ? parts->queue_capacity * 2 : FIRST_QUEUE;
        uint64_t *queue = calloc(capacity, sizeof *queue);
        if (queue == NULL) {
            return false;
        }
        for (uint32_t q = 0; q < parts->waiting; q++) {
            queue[q] = parts->queue[(parts->first + q) % parts->queue_capacity];
        }
        free(parts->queue);
        parts->queue = queue;
        parts->queue_capacity = capacity;
        parts->first = 0;
    }
    parts->queue[(parts->first + parts->waiting++) % parts->queue_capacity] = number;
    return true;
}

static bool in_parts(uint32_t there) {
    return there != 0 && there != UINT32_MAX;
}

static bool is_unfinished(const struct line *line) {
    bool unfinished = false;
    for (int s = 0; s < LINE_SECTORS; s++) {
        unfinished |= in_parts(line->there[s]);
    }
    return unfinished;
}

/* The line that has waited longest goes; sectors that were in parts are whole then. */
static void evict(struct parts *parts) {
    uint64_t number = parts->queue[parts->first];
    struct line *line = hash_find(&parts->lines, number);
    parts->first = (parts->first + 1) % parts->queue_capacity;
    parts->waiting--;
    line->waits = 0;
    parts->unfinished -= is_unfinished(line);
    for (int s = 0; s < LINE_SECTORS; s++) {
        parts->filled += in_parts(line->there[s]);
        line->there[s] = line->there[s] != 0 ? UINT32_MAX : 0;
    }
}

static void store(struct parts *parts, uint64_t address, unsigned size) {
    struct line *line = hash_add(&parts->lines, address / LINE_BYTES + 1);
    if (line == NULL) {
        return;
    }
    uint32_t *there = &line->there[address / SECTOR_BYTES % LINE_SECTORS];
    uint64_t bits = ((UINT64_C(1) << size) - 1) << address % SECTOR_BYTES;
    if ((*there | (uint32_t)bits) == *there) {
        return;
    }
    bool before = is_unfinished(line);
    *there |= (uint32_t)bits;
    bool after = is_unfinished(line);
    parts->unfinished = parts->unfinished + after - before;
    if (after && !line->waits) {
        line->waits = enqueue(parts, line->number);
    }
    while (parts->unfinished > parts->room && parts->waiting > 0) {
        evict(parts);
    }
}

uint32_t parts_followed(const struct parts *parts, const uint64_t *address, uint32_t mask) {
    uint32_t followed = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t line = address[__builtin_ctz(left)] / LINE_BYTES;
        uint32_t drawn = (uint32_t)((line * UINT64_C(0xD1B54A32D192ED03)) >> 40);
        followed |= (drawn & (parts->every - 1)) == 0 ? left & -left : 0;
    }
    return followed;
}

void parts_store(struct parts *parts, const uint64_t *address, uint32_t mask, unsigned size) {
    for (uint32_t left = mask; left != 0 && size < SECTOR_BYTES; left &= left - 1) {
        store(parts, address[__builtin_ctz(left)], size);
    }
}
