/* Measured data: a CSV file with a line of column names, and lines of provenance that begin with #.
 */
#ifndef LOCKSTEP_TABLE_H
#define LOCKSTEP_TABLE_H

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stddef.h>

enum { TABLE_MAX_COLUMNS = 64 };

struct table_row {
    const char *cell[TABLE_MAX_COLUMNS];
    struct table_row *next;
};

struct table {
    const char *path;
    const char *provenance; /* the lines that begin with #, without it */
    const char *column[TABLE_MAX_COLUMNS];
    size_t column_count;
    struct table_row *rows;
};

/* Reads the file; it hangs on `arena`. A row with too few or too many cells is an error. */
bool table_read(struct table *table, const char *path, struct arena *arena, struct error *error);

/* The column's number; false (and a message that lists the columns) where there is none. */
bool table_column(const struct table *table, const char *name, size_t *column, struct error *error);

/* The first row after `previous` (NULL: from the start) for which `filter`, such as
 * "data=shuffled;n=65536", holds; NULL when there is none. Unknown columns hold for no row. */
const struct table_row *table_next(const struct table *table, const char *filter,
                                   const struct table_row *previous);

#endif
