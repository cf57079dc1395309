#include "../array.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

/* Long enough that nothing else is taken for data; short enough for a row of a small table. */
enum { STRETCH = 32 };
static const size_t NOWHERE = SIZE_MAX;

struct replaced {
    unsigned char *at;
    size_t from, length; /* in known and other */
};

/* One direction: what is looked for, and what takes its place. */
struct substitution_direction {
    const unsigned char *known, *other;
    size_t bytes, grain;
    size_t *table; /* offset + 1 of each different stretch, by its hash; 0: free */
    size_t mask;
    size_t next; /* behind the stretch that was replaced last */
};

struct substitution {
    unsigned char *both[2]; /* known, other */
    struct substitution_direction to_device, to_host;
    uint64_t foreign, back;
    struct replaced *replaced;
    size_t count, room;
};

static size_t hash(const unsigned char *stretch) {
    uint64_t sum = 0, word;
    for (int i = 0; i < STRETCH; i += 8) {
        memcpy(&word, stretch + i, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    return (size_t)sum;
}

/* The place of an equal stretch in the table, or of the free entry where it belongs. */
static size_t *entry(const struct substitution_direction *way, const unsigned char *stretch) {
    size_t i = hash(stretch) & way->mask;
    while (way->table[i] && memcmp(way->known + way->table[i] - 1, stretch, STRETCH) != 0) {
        i = (i + 1) & way->mask;
    }
    return &way->table[i];
}

static bool direction_make(struct substitution_direction *way, const unsigned char *known,
                           const unsigned char *other, size_t bytes, size_t grain) {
    size_t size = 1;
    while (size < 2 * bytes + 2) {
        size *= 2;
    }
    *way = (struct substitution_direction){.known = known,
                                           .other = other,
                                           .bytes = bytes,
                                           .grain = grain,
                                           .table = calloc(size, sizeof *way->table),
                                           .mask = size - 1,
                                           .next = NOWHERE};
    for (size_t i = 0; way->table != NULL && i + STRETCH <= bytes; i += grain) {
        size_t *place = entry(way, known + i);
        if (!*place) { /* of equal ones the first */
            *place = i + 1;
        }
    }
    return way->table != NULL;
}

struct substitution *substitution_create(const void *known, const void *other, size_t bytes,
                                         size_t grain) {
    struct substitution *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    unsigned char *first = made->both[0] = malloc(bytes + 1);
    unsigned char *second = made->both[1] = malloc(bytes + 1);
    if (first != NULL && second != NULL) {
        memcpy(first, known, bytes);
        memcpy(second, other, bytes);
    }
    if (first == NULL || second == NULL ||
        !direction_make(&made->to_device, first, second, bytes, grain) ||
        !direction_make(&made->to_host, second, first, bytes, grain)) {
        substitution_free(made);
        return NULL;
    }
    return made;
}

void substitution_free(struct substitution *substitution) {
    if (substitution == NULL) {
        return;
    }
    free(substitution->both[0]);
    free(substitution->both[1]);
    free(substitution->to_device.table);
    free(substitution->to_host.table);
    free(substitution->replaced);
    free(substitution);
}

/* Bytes that are as those from `from` on, in whole elements, but for the last where all are. */
static size_t common(const struct substitution_direction *way, size_t from,
                     const unsigned char *bytes, size_t count) {
    size_t length = 0;
    while (length < count && from + length < way->bytes &&
           bytes[length] == way->known[from + length]) {
        length++;
    }
    size_t rest = (from + length) % way->grain;
    return length == count || rest > length ? length : length - rest;
}

/* How many of the bytes are known from `*from` on; `follows`: nothing foreign lies between them and
 * what was replaced last, so that all of them may be fewer than a stretch. */
static size_t find(const struct substitution_direction *way, const unsigned char *bytes,
                   size_t count, bool follows, size_t *from) {
    if (way->next < way->bytes) {
        size_t length = common(way, way->next, bytes, count);
        *from = way->next;
        if ((follows && length == count) || length >= STRETCH) {
            return length;
        }
    }
    if (count < STRETCH) {
        return 0;
    }
    size_t place = *entry(way, bytes);
    *from = place - 1;
    return place ? common(way, *from, bytes, count) : 0;
}

static bool remember(struct substitution *substitution, struct replaced replaced) {
    if (!array_grow(&substitution->replaced, &substitution->room, substitution->count + 1)) {
        return false;
    }
    substitution->replaced[substitution->count++] = replaced;
    return true;
}

/* Replaces what is known; returns how many other bytes there are that are not zero. */
static uint64_t replace(struct substitution_direction *way, unsigned char *bytes, size_t count,
                        struct substitution *remembers) {
    uint64_t foreign = 0;
    size_t at = 0, from;
    bool follows = true;
    while (at < count) {
        size_t length = find(way, bytes + at, count - at, follows, &from);
        follows = length > 0;
        if (length > 0 && (remembers == NULL ||
                           remember(remembers, (struct replaced){bytes + at, from, length}))) {
            memcpy(bytes + at, way->other + from, length);
            way->next = from + length;
            at += length;
        } else {
            foreign += bytes[at++] != 0;
        }
    }
    return foreign;
}

void substitution_apply(struct substitution *substitution, unsigned char *bytes, size_t count) {
    substitution->foreign += replace(&substitution->to_device, bytes, count, NULL);
}

void substitution_return(struct substitution *substitution, unsigned char *bytes, size_t count) {
    substitution->back += replace(&substitution->to_host, bytes, count, NULL);
}

void substitution_enter(struct substitution *substitution, unsigned char *bytes, size_t count) {
    substitution->foreign += replace(&substitution->to_device, bytes, count, substitution);
}

/* Only whole stretches go back: single bytes may be equal by chance to what the device wrote. */
void substitution_leave(struct substitution *substitution) {
    for (size_t i = 0; i < substitution->count; i++) {
        const struct replaced *replaced = &substitution->replaced[i];
        if (memcmp(replaced->at, substitution->both[1] + replaced->from, replaced->length) == 0) {
            memcpy(replaced->at, substitution->both[0] + replaced->from, replaced->length);
        }
    }
    substitution->count = 0;
}

void memory_substitute(struct session *session) {
    struct substitution *substitution = session->options->substitution;
    for (uint32_t i = 0; i < session->shared_count && substitution != NULL; i++) {
        const struct shared_memory *shared = &session->shared[i];
        substitution_enter(substitution, (unsigned char *)shared->mapping + shared->offset,
                           shared->bytes);
    }
}

void memory_restore(struct session *session) {
    if (session->options->substitution != NULL) {
        substitution_leave(session->options->substitution);
    }
}

void substitution_pass(struct substitution *substitution, uint64_t bytes) {
    substitution->foreign += bytes;
}

uint64_t substitution_foreign(const struct substitution *substitution) {
    return substitution->foreign;
}

uint64_t substitution_back(const struct substitution *substitution) {
    return substitution->back;
}
