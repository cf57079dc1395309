/*
 * The journal of a class: each result is in it, safely on disk, before it counts as done. SQLite:
 * killed at any moment, it holds what was put in, whole. Several processes may have it open: a
 * change waits until another's is on disk.
 */
#pragma once

#include "../../arena.h"
#include "../../error.h"

struct journal;

/* Opens `path`, or makes it when `must_exist` is false. An error where it belongs to another lab
 * (NULL: any will do), or it cannot be written. */
bool journal_open(struct journal **journal, const char *path, const char *lab, bool must_exist,
                  struct error *error);

/* The student's report (JSON) if there is one for this digest of files, lab and seed: the arena's.
 * *report is NULL where there is none. */
bool journal_get(struct journal *journal, const char *student, const char *digest,
                 struct arena *arena, const char **report, struct error *error);

/* The digest of the result that the journal has of the student, or NULL: the arena's. */
bool journal_last(struct journal *journal, const char *student, struct arena *arena,
                  const char **digest, struct error *error);

/* The keys of all results, NULL behind them: the arena's. */
bool journal_keys(struct journal *journal, struct arena *arena, const char ***keys,
                  struct error *error);

/* Puts a report in; it takes the place of an older one of that student. True once it is on disk. */
bool journal_put(struct journal *journal, const char *student, const char *digest,
                 const char *report, struct error *error);

/* Closes the journal; NULL is fine. */
void journal_close(struct journal *journal);
