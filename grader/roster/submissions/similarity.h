#pragma once

#include "../../arena.h"
#include "../tables/output.h"

#include <stddef.h>
#include <stdint.h>

/* Which submissions of a class are alike, beyond what the lab gives and most of the class writes.
 */

enum { SIMILAR_PERCENT = 60, SIMILAR_LEAST = 12, SIMILAR_MOST = 200 };

struct similar_pair {
    size_t a, b;    /* rows of the book, a < b */
    size_t shared;  /* fingerprints that both have */
    size_t smaller; /* fingerprints of the one that has fewer */
    unsigned percent;
};

/* A row that is like what somebody of another year handed in. */
struct similar_earlier {
    size_t row;
    const char *name; /* of the other's folder; the arena's */
    size_t shared, smaller;
    unsigned percent;
};

/* Rows that have something in common. */
struct similar_rows {
    size_t *rows; /* ascending; the arena's */
    size_t count;
};

struct similar {
    struct similar_pair *pairs; /* most alike first; the arena's */
    size_t count;
    struct similar_earlier *earlier; /* in order of rows, then of names; the arena's */
    size_t earlier_count;
    /* More than a third of the class, and three at least, hand in one and the same: byte for byte,
     * and not the skeleton. None is none. */
    struct similar_rows same;
    struct similar_rows solution; /* nearly all as the lab's reference solution has it */
};

/* Pairs that share at least SIMILAR_PERCENT of the smaller one's fingerprints (which must be at
 * least SIMILAR_LEAST), the first SIMILAR_MOST of them. What the skeleton has, or more than a third
 * of a class of ten or more, does not count. */
struct similar similar_find(struct arena *arena, const struct book *book);

/*
 * How similar two programs are: winnowing of k-grams of tokens (Schleimer, Wilkerson, Aiken,
 * "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003). Names, numbers, texts,
 * comments and layout do not count, so renaming does not hide a copy. It tells what is alike, never
 * why.
 */

/* k-grams of WINNOW_TOKENS tokens; any WINNOW_TOKENS + WINNOW_WINDOW - 1 tokens that two programs
 * share leave a common fingerprint. */
enum { WINNOW_TOKENS = 10, WINNOW_WINDOW = 6 };

struct fingerprints {
    uint64_t *of; /* ascending, each once */
    size_t count;
};

/* Of the concatenation of the texts (NULL-terminated list); the arena's. */
struct fingerprints winnow(struct arena *arena, const char *const *texts);

/* For qsort: the order in which fingerprints stand. */
int winnow_ascending(const void *a, const void *b);

/* How many both have. */
size_t winnow_shared(const struct fingerprints *a, const struct fingerprints *b);

/* Takes those of `what` out of `from`. */
void winnow_remove(struct fingerprints *from, const struct fingerprints *what);
