/* A class's sheets as one. */
#pragma once

#include "../compile/kit.h"
#include "columns.h"

struct merged {
    size_t sheets;     /* that have a time */
    size_t unreadable; /* files that are no sheet */
    const char *notes; /* a line for each file of which something is left out, or ""; the table's */
};

/* Reads `count` sheets, one behind the other, into `table`; each row's `sheet` is its file's name
 * without folder and ending, the folder's name where files in several folders are called so, or
 * what it had there, if it was merged before. Two sheets of one name are an error, for their rows
 * could not be told apart. A file that is no sheet is left out, and so are rows that are not sound
 * (verify.h): of two hundred sheets some are damaged. speedup_free is due in any case. */
bool merge_sheets(struct kit *kit, struct speedup_table *table, const char *const *paths,
                  size_t count, struct merged *merged, struct error *error);

/* Draws the class's figure of that sheet into the folder, by the script that draws all of them, and
 * prints the names of its files. The error says why there is none. */
bool merge_draw(struct kit *kit, const char *sheet, const char *folder, struct arena *arena,
                struct error *error);
