/* A hash of lines with a bit for each byte; those with sectors in parts wait in a queue. */
#include "parts.h"
#include "footprint.h"

#include <stdlib.h>

enum { LINE_SECTORS = LINE_BYTES / SECTOR_BYTES, FIRST_LINES = 1024, MOST_LINES = 1 << 21 };

struct line {
    uint64_t number;              /* + 1; 0: empty */
    uint32_t there[LINE_SECTORS]; /* bits of bytes that were stored */
    uint32_t waits;               /* in the queue? */
};

struct parts {
    uint32_t every;
    uint32_t room; /* lines that may be there in parts */
    struct line *lines;
    uint32_t count, capacity;
    uint64_t *queue; /* a ring of numbers, as large as the hash */
    uint32_t first, waiting;
    uint32_t unfinished; /* lines with a sector in parts */
    uint64_t filled;
};

struct parts *parts_create(double lines, uint32_t every) {
    struct parts *parts = calloc(1, sizeof *parts);
    if (parts != NULL) {
        lines /= every;
        parts->every = every;
        parts->room = lines < 1 ? 1 : lines < MOST_LINES ? (uint32_t)lines : MOST_LINES;
    }
    return parts;
}

void parts_clear(struct parts *parts) {
    free(parts->lines);
    free(parts->queue);
    *parts = (struct parts){.room = parts->room, .every = parts->every};
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

/* Where a line is in the hash, or would be. */
static uint32_t place_of(const struct line *lines, uint32_t capacity, uint64_t number) {
    uint32_t at = (uint32_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (capacity - 1);
    while (lines[at].number != 0 && lines[at].number != number) {
        at = (at + 1) & (capacity - 1);
    }
    return at;
}

static bool grow(struct parts *parts) {
    uint32_t capacity = parts->capacity != 0 ? parts->capacity * 2 : FIRST_LINES;
    struct line *lines = capacity <= MOST_LINES ? calloc(capacity, sizeof *lines) : NULL;
    uint64_t *queue = lines != NULL ? calloc(capacity, sizeof *queue) : NULL;
    if (queue == NULL) {
        free(lines);
        return false;
    }
    for (uint32_t l = 0; l < parts->capacity; l++) {
        if (parts->lines[l].number != 0) {
            lines[place_of(lines, capacity, parts->lines[l].number)] = parts->lines[l];
        }
    }
    for (uint32_t q = 0; parts->capacity > 0 && q < parts->waiting; q++) {
        queue[q] = parts->queue[(parts->first + q) % parts->capacity];
    }
    free(parts->lines);
    free(parts->queue);
    parts->lines = lines;
    parts->queue = queue;
    parts->capacity = capacity;
    parts->first = 0;
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
    struct line *line = &parts->lines[place_of(parts->lines, parts->capacity, number)];
    parts->first = (parts->first + 1) % parts->capacity;
    parts->waiting--;
    line->waits = 0;
    parts->unfinished -= is_unfinished(line);
    for (int s = 0; s < LINE_SECTORS; s++) {
        parts->filled += in_parts(line->there[s]);
        line->there[s] = line->there[s] != 0 ? UINT32_MAX : 0;
    }
}

/* The line of this number, or NULL when no more can be kept. */
static struct line *find(struct parts *parts, uint64_t number) {
    if (parts->count * 2 >= parts->capacity && !grow(parts) &&
        parts->count + 1 >= parts->capacity) {
        return NULL;
    }
    struct line *line = &parts->lines[place_of(parts->lines, parts->capacity, number)];
    parts->count += line->number == 0;
    line->number = number;
    return line;
}

static void store(struct parts *parts, uint64_t address, unsigned size) {
    struct line *line = find(parts, address / LINE_BYTES + 1);
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
        line->waits = 1;
        parts->queue[(parts->first + parts->waiting++) % parts->capacity] = line->number;
    }
    while (parts->unfinished > parts->room) {
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
