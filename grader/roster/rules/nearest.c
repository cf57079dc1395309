#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The optimal string alignment distance (Damerau and Levenshtein), by three rows of its table. */
static size_t distance(const char *a, size_t a_size, const char *b, size_t b_size) {
    size_t rows[3][LONGEST + 1] = {{0}};
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_size; j++) {
        above[j] = j;
    }
    for (size_t i = 1; i <= a_size; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_size; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1,
                           above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[b_size];
}

struct nearest nearest_to(const char *wanted) {
    const size_t size = strlen(wanted), third = size / 3;
    return (struct nearest){.wanted = wanted,
                            .distance = size > LONGEST ? 0 : (third > 1 ? third : 1) + 1};
}

void nearest_offer(struct nearest *nearest, const char *name) {
    const size_t size = name != NULL ? strlen(name) : 0;
    if (size == 0 || size > LONGEST || nearest->distance == 0) {
        return;
    }
    const size_t edits = distance(nearest->wanted, strlen(nearest->wanted), name, size);
    if (edits < nearest->distance) {
        nearest->distance = edits;
        nearest->name = name;
    }
}
