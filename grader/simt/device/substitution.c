#include "substitution.h"

#include <stdlib.h>
#include <string.h>

/* Long enough that nothing else is taken for data; short enough for a row of a small table. */
enum { STRETCH = 32 };
static const size_t NOWHERE = SIZE_MAX;

struct replaced {
    unsigned char *at;
    size_t from, length; /* in known and other */
};

struct substitution {
    unsigned char *known, *other;
    size_t bytes;
    size_t *table; /* offset + 1 of each different stretch, by its hash; 0: free */
    size_t mask;
    size_t next; /* behind the stretch that was replaced last */
    uint64_t foreign;
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
static size_t *entry(const struct substitution *substitution, const unsigned char *stretch) {
    size_t i = hash(stretch) & substitution->mask;
    while (substitution->table[i] &&
           memcmp(substitution->known + substitution->table[i] - 1, stretch, STRETCH) != 0)
        i = (i + 1) & substitution->mask;
    return &substitution->table[i];
}

struct substitution *substitution_create(const void *known, const void *other, size_t bytes) {
    struct substitution *made = calloc(1, sizeof *made);
    size_t size = 1;
    while (size < 2 * bytes + 2)
        size *= 2;
    if (!made)
        return NULL;
    made->known = malloc(bytes + 1);
    made->other = malloc(bytes + 1);
    made->table = calloc(size, sizeof *made->table);
    if (!made->known || !made->other || !made->table) {
        substitution_free(made);
        return NULL;
    }
    memcpy(made->known, known, bytes);
    memcpy(made->other, other, bytes);
    made->bytes = bytes;
    made->mask = size - 1;
    made->next = NOWHERE;
    for (size_t i = 0; i + STRETCH <= bytes; i++) {
        size_t *place = entry(made, made->known + i);
        if (!*place) /* of equal ones the first */
            *place = i + 1;
    }
    return made;
}

void substitution_free(struct substitution *substitution) {
    if (!substitution)
        return;
    free(substitution->known);
    free(substitution->other);
    free(substitution->table);
    free(substitution->replaced);
    free(substitution);
}

static size_t common(const struct substitution *substitution, size_t from,
                     const unsigned char *bytes, size_t count) {
    size_t length = 0;
    while (length < count && from + length < substitution->bytes &&
           bytes[length] == substitution->known[from + length])
        length++;
    return length;
}

/* How many of the bytes are known from `*from` on. */
static size_t find(const struct substitution *substitution, const unsigned char *bytes,
                   size_t count, size_t *from) {
    if (substitution->next < substitution->bytes) {
        size_t length = common(substitution, substitution->next, bytes, count);
        *from = substitution->next;
        if (length == count || length >= STRETCH)
            return length;
    }
    if (count < STRETCH)
        return 0;
    size_t place = *entry(substitution, bytes);
    *from = place - 1;
    return place ? common(substitution, *from, bytes, count) : 0;
}

static bool remember(struct substitution *substitution, struct replaced replaced) {
    if (substitution->count == substitution->room) {
        size_t room = 2 * substitution->room + 16;
        struct replaced *grown = realloc(substitution->replaced, room * sizeof *grown);
        if (!grown)
            return false;
        substitution->replaced = grown;
        substitution->room = room;
    }
    substitution->replaced[substitution->count++] = replaced;
    return true;
}

static void replace(struct substitution *substitution, unsigned char *bytes, size_t count,
                    bool shared) {
    size_t at = 0, from;
    while (at < count) {
        size_t length = find(substitution, bytes + at, count - at, &from);
        if (length > 0 &&
            (!shared || remember(substitution, (struct replaced){bytes + at, from, length}))) {
            memcpy(bytes + at, substitution->other + from, length);
            substitution->next = from + length;
            at += length;
        } else {
            substitution->foreign += bytes[at++] != 0;
        }
    }
}

void substitution_apply(struct substitution *substitution, unsigned char *bytes, size_t count) {
    replace(substitution, bytes, count, false);
}

void substitution_enter(struct substitution *substitution, unsigned char *bytes, size_t count) {
    replace(substitution, bytes, count, true);
}

/* Only whole stretches go back: single bytes may be equal by chance to what the device wrote. */
void substitution_leave(struct substitution *substitution) {
    for (size_t i = 0; i < substitution->count; i++) {
        const struct replaced *replaced = &substitution->replaced[i];
        if (memcmp(replaced->at, substitution->other + replaced->from, replaced->length) == 0)
            memcpy(replaced->at, substitution->known + replaced->from, replaced->length);
    }
    substitution->count = 0;
}

void substitution_pass(struct substitution *substitution, uint64_t bytes) {
    substitution->foreign += bytes;
}

uint64_t substitution_foreign(const struct substitution *substitution) {
    return substitution->foreign;
}
