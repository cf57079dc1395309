/* What a person should look at: what could not be read, what could not be judged, twins that
 * disagree, and who wrote alike. */
#ifndef LOCKSTEP_REVIEW_H
#define LOCKSTEP_REVIEW_H

#include "../tables/output.h"
#include "../submissions/similar.h"

struct review {
    const char *key, *name; /* whose it is; of what is nobody's, "" and its name */
    const char
        *kind; /* "nobody's", "unreadable", "several copies", "left out", "to be judged", "twins" */
    const char *what; /* a sentence */
};

/* By row; *count of them; the arena's. */
struct review *book_reviews(struct arena *arena, const struct book *book, size_t *count);

/* Rows that are alike by way of one another, three at least: rings of any size. The arena's. */
struct similar_rows *book_rings(struct arena *arena, const struct book *book,
                                const struct similar *similar, size_t *count);

#endif
