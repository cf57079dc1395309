/* The journal's inside, for the files that keep something in it. */
#ifndef LOCKSTEP_JOURNAL_DATABASE_H
#define LOCKSTEP_JOURNAL_DATABASE_H

#include "journal.h"

#include <sqlite3.h>

struct journal {
    sqlite3 *database;
    char *path;
};

/* The database's last error, as a line with the mend. Returns false. */
bool journal_complain(const struct journal *journal, struct error *error);

/* Statements without a result. */
bool journal_execute(struct journal *journal, const char *sql, struct error *error);

/* A statement with its texts (NULL-terminated) bound, or NULL with an error. */
sqlite3_stmt *journal_prepare(struct journal *journal, const char *sql, const char *const *texts,
                              struct error *error);

/* One statement without a result, with its texts bound. */
bool journal_change(struct journal *journal, const char *sql, const char *const *texts,
                    struct error *error);

#endif
