/* Looks over a speedup sheet that somebody filled in. */
#pragma once

#include "../compile/kit.h"
#include "../language/language.h"
#include "columns.h"

struct verify_counts {
    size_t rows, complete, missing, inconsistent, impossible;
};

/* Marks the rows that others are compared with, as the labs' measure.yaml say. */
void verify_mark_baselines(struct kit *kit, struct speedup_table *table);

/* Writes a line to `out`, in that language (NULL: English), for each thing that is missing (asked
 * for by the labs' measure.yaml, or a cell of a row that has others), inconsistent (a derived
 * number that is not what it must be, times out of order) or impossible (faster than memory, a
 * speedup far above the threads). False when the sheet cannot be read. */
bool verify_sheet(struct kit *kit, const char *path, const struct language *language, FILE *out,
                  struct verify_counts *counts, struct error *error);

/* Can the row's counts and times be what their columns are for, and the time be true? Cells that
 * follow from others do not matter here. Of `table`, whose baselines are marked. */
bool verify_is_sound(struct speedup_table *table, const struct speedup_row *row);
