/* The journal's inside, for the files that keep something in it. */
#pragma once

#include "journal.h"

#include <sqlite3.h>

struct journal {
    sqlite3 *database;
    char *path;
};

/* Statements without a result. */
bool journal_execute(struct journal *journal, const char *sql, struct error *error);

/* Ends what BEGIN began: all of it, or, where not all was `good`, nothing. */
bool journal_commit(struct journal *journal, bool good, struct error *error);

/* Calls `take` for each row of the query, its texts (NULL-terminated) bound. */
typedef void take_row(sqlite3_stmt *row, struct arena *arena, void *context);
bool journal_rows(struct journal *journal, const char *sql, const char *const *texts,
                  struct arena *arena, take_row *take, void *context, struct error *error);

/* A take_row: the first column's text, the arena's, into the const char * that `context` is. */
void journal_take_text(sqlite3_stmt *row, struct arena *arena, void *context);

/* One statement without a result, with its texts bound. */
bool journal_change(struct journal *journal, const char *sql, const char *const *texts,
                    struct error *error);
