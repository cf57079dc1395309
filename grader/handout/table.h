/* Measured data: a CSV file with a line of column names, under lines of provenance that begin with
 * #. Rows count from 1. */
#pragma once

#include "../sheet.h"

struct csv_table {
    const char *path;
    struct sheet sheet; /* its comments are the provenance */
};

/* Reads the file; it hangs on `arena`. A row with too few or too many cells is an error. */
bool table_read(struct csv_table *table, const char *path, struct arena *arena,
                struct error *error);

/* The column's number; false (and a message that lists the columns) where there is none. */
bool table_column(const struct csv_table *table, const char *name, size_t *column,
                  struct error *error);

/* The text in a cell. */
const char *table_cell(const struct csv_table *table, size_t row, size_t column);

/* The first row after `previous` (0: from the start) for which `filter`, such as
 * "data=shuffled;n=65536", holds; 0 when there is none. Unknown columns hold for no row. */
size_t table_next(const struct csv_table *table, const char *filter, size_t previous);
