/*
 * How similar two programs are: winnowing of k-grams of tokens (Schleimer, Wilkerson, Aiken,
 * "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003). Names, numbers, texts,
 * comments and layout do not count, so renaming does not hide a copy. It tells what is alike, never
 * why.
 */
#ifndef LOCKSTEP_WINNOW_H
#define LOCKSTEP_WINNOW_H

#include "../../arena.h"

#include <stddef.h>
#include <stdint.h>

/* k-grams of WINNOW_TOKENS tokens; any WINNOW_TOKENS + WINNOW_WINDOW - 1 tokens that two programs
 * share leave a common fingerprint. */
enum { WINNOW_TOKENS = 10, WINNOW_WINDOW = 6 };

struct fingerprints {
    uint64_t *of; /* ascending, each once */
    size_t count;
};

/* Of the concatenation of the texts (NULL-terminated list); the arena's. */
struct fingerprints winnow(struct arena *arena, const char *const *texts);

/* How many both have. */
size_t winnow_shared(const struct fingerprints *a, const struct fingerprints *b);

/* Takes those of `what` out of `from`. */
void winnow_remove(struct fingerprints *from, const struct fingerprints *what);

#endif
