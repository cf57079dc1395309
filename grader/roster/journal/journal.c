#include "journal_database.h"

#include "../../version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_SECONDS = 30 }; /* a change takes far less */

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* What only the journal has, the tables beside it may still show. */
static bool tell_damage(const struct journal *journal, const char *what, struct error *error) {
    return error_set(
        error,
        "%s: %s; put a copy back, or move it away to grade all anew (adjustments and "
        "marks, if there were any, are in rules.csv, rubric.csv and requests.csv: keep these)",
        journal->path, what);
}

/* The database's last error, as a line that also says what to do. Returns false. */
static bool journal_complain(const struct journal *journal, struct error *error) {
    int code = sqlite3_errcode(journal->database);
    const char *what = sqlite3_errmsg(journal->database);
    const bool closed = access(journal->path, F_OK) == 0 && access(journal->path, R_OK | W_OK) != 0;
    if (closed || code == SQLITE_READONLY) {
        return error_set(error,
                         "%s: it must be yours to read and write, and so must its folder; nothing "
                         "is lost",
                         journal->path);
    }
    switch (code) {
    case SQLITE_BUSY:
        return error_set(error,
                         "%s: another program has been writing to it for %d s; give the same "
                         "command again when that has ended: nothing is lost",
                         journal->path, BUSY_SECONDS);
    case SQLITE_FULL:
    case SQLITE_IOERR:
        return error_set(error,
                         "%s: %s; make room, then give the same command again: nothing is lost",
                         journal->path, what);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return tell_damage(journal, what, error);
    default:
        return is_folder(journal->path)
                   ? error_set(error,
                               "%s is a folder: the journal of the class would have that "
                               "name; move it away",
                               journal->path)
                   : error_set(error, "%s: %s", journal->path, what);
    }
}

bool journal_execute(struct journal *journal, const char *sql, struct error *error) {
    return sqlite3_exec(journal->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           journal_complain(journal, error);
}

static sqlite3_stmt *journal_prepare(struct journal *journal, const char *sql,
                                     const char *const *texts, struct error *error) {
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(journal->database, sql, -1, &statement, NULL) == SQLITE_OK;
    for (int i = 0; good && texts[i] != NULL; i++) {
        good = sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC) == SQLITE_OK;
    }
    if (!good) {
        journal_complain(journal, error);
        sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

bool journal_rows(struct journal *journal, const char *sql, const char *const *texts,
                  struct arena *arena, take_row *take, void *context, struct error *error) {
    sqlite3_stmt *query = journal_prepare(journal, sql, texts, error);
    if (query == NULL) {
        return false;
    }
    int step;
    while ((step = sqlite3_step(query)) == SQLITE_ROW) {
        take(query, arena, context);
    }
    const bool good = step == SQLITE_DONE || journal_complain(journal, error);
    sqlite3_finalize(query);
    return good;
}

void journal_take_text(sqlite3_stmt *row, struct arena *arena, void *context) {
    *(const char **)context = arena_strdup(arena, (const char *)sqlite3_column_text(row, 0));
}

static const char *const no_texts[] = {NULL};

static bool check_lab(struct journal *journal, const char *lab, struct error *error) {
    struct arena arena = {0};
    const char *other = NULL;
    const bool good =
        lab == NULL || (journal_change(journal, "INSERT OR IGNORE INTO class VALUES ('lab', ?)",
                                       (const char *const[]){lab, NULL}, error) &&
                        journal_rows(journal, "SELECT value FROM class WHERE key = 'lab'", no_texts,
                                     &arena, journal_take_text, &other, error) &&
                        (other == NULL || strcmp(other, lab) == 0 ||
                         error_set(error, "%s holds results of %s: give another --out for %s",
                                   journal->path, other, lab)));
    arena_free(&arena);
    return good;
}

/* A damaged page is told before anything is graded, not when somebody comes to it. */
static bool check_pages(struct journal *journal, struct error *error) {
    struct arena arena = {0};
    const char *said = "ok";
    const bool good =
        journal_rows(journal, "PRAGMA quick_check(1)", no_texts, &arena, journal_take_text, &said,
                     error) &&
        (strcmp(said, "ok") == 0 || tell_damage(journal, "the file is damaged", error));
    arena_free(&arena);
    return good;
}

/* The cache is small (KiB): nothing is read twice, so more would only grow. No write-ahead log:
 * two machines that share a file server could not both have one open. */
static bool set_up(struct journal *journal, const char *lab, struct error *error) {
    return journal_execute(
               journal,
               "PRAGMA cache_size = -256;"
               "PRAGMA journal_mode = DELETE;"
               "PRAGMA synchronous = FULL;"
               "BEGIN IMMEDIATE;"
               "CREATE TABLE IF NOT EXISTS class (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS result (student TEXT PRIMARY KEY,"
               " digest TEXT NOT NULL, report TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS history (number INTEGER PRIMARY KEY AUTOINCREMENT,"
               " student TEXT NOT NULL, digest TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS person (key TEXT PRIMARY KEY, name TEXT NOT NULL,"
               " id TEXT NOT NULL, email TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS adjustment (number INTEGER PRIMARY KEY"
               " AUTOINCREMENT, student TEXT NOT NULL, exercise TEXT NOT NULL,"
               " points INTEGER NOT NULL, comment TEXT NOT NULL, initials TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS mark (student TEXT NOT NULL,"
               " criterion TEXT NOT NULL, points INTEGER NOT NULL, comment TEXT NOT NULL,"
               " initials TEXT NOT NULL, second TEXT NOT NULL,"
               " PRIMARY KEY (student, criterion));"
               "CREATE TABLE IF NOT EXISTS request (number INTEGER PRIMARY KEY AUTOINCREMENT,"
               " student TEXT NOT NULL, exercise TEXT NOT NULL, text TEXT NOT NULL,"
               " asked TEXT NOT NULL, answer TEXT NOT NULL, initials TEXT NOT NULL,"
               " UNIQUE (student, exercise, text));"
               "CREATE TABLE IF NOT EXISTS change (number INTEGER PRIMARY KEY AUTOINCREMENT,"
               " at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL);"
               "CREATE TABLE IF NOT EXISTS message (text TEXT PRIMARY KEY, format TEXT NOT NULL,"
               " made TEXT NOT NULL);"
               "INSERT OR REPLACE INTO class VALUES ('lockstep', '" LOCKSTEP_VERSION "');",
               error) &&
           check_lab(journal, lab, error) && journal_execute(journal, "COMMIT", error) &&
           check_pages(journal, error);
}

bool journal_open(struct journal **opened, const char *path, const char *lab, bool must_exist,
                  struct error *error) {
    if (must_exist && access(path, F_OK) != 0) {
        return error_set(error, "%s: %s: no class was graded in that folder", path,
                         strerror(errno));
    }
    struct stat status;
    if (must_exist && stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) {
        return error_set(error,
                         "%s is empty: put a copy back, or grade anew; keep rules.csv, "
                         "rubric.csv and requests.csv, which may hold what is nowhere else",
                         path);
    }
    struct journal *journal = calloc(1, sizeof *journal);
    if (journal == NULL || (journal->path = strdup(path)) == NULL) {
        free(journal);
        return error_set(error, "out of memory");
    }
    bool good = sqlite3_open_v2(path, &journal->database,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK ||
                journal_complain(journal, error);
    sqlite3_busy_timeout(journal->database, BUSY_SECONDS * 1000);
    if (!good || !set_up(journal, lab, error)) {
        journal_close(journal);
        return false;
    }
    *opened = journal;
    return true;
}

bool journal_get(struct journal *journal, const char *student, const char *digest,
                 struct arena *arena, const char **report, struct error *error) {
    *report = NULL;
    return journal_rows(journal, "SELECT report FROM result WHERE student = ? AND digest = ?",
                        (const char *const[]){student, digest, NULL}, arena, journal_take_text,
                        report, error);
}

bool journal_change(struct journal *journal, const char *sql, const char *const *texts,
                    struct error *error) {
    sqlite3_stmt *statement = journal_prepare(journal, sql, texts, error);
    bool good = statement != NULL &&
                (sqlite3_step(statement) == SQLITE_DONE || journal_complain(journal, error));
    sqlite3_finalize(statement);
    return good;
}

bool journal_last(struct journal *journal, const char *student, struct arena *arena,
                  const char **digest, struct error *error) {
    *digest = NULL;
    return journal_rows(journal, "SELECT digest FROM result WHERE student = ?",
                        (const char *const[]){student, NULL}, arena, journal_take_text, digest,
                        error);
}

struct keys {
    const char **list;
    size_t count;
};

static void take_key(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct keys *keys = context;
    if (keys->count == 0) {
        keys->list =
            arena_alloc(arena, ((size_t)sqlite3_column_int64(row, 1) + 1) * sizeof *keys->list);
    }
    journal_take_text(row, arena, &keys->list[keys->count++]);
}

bool journal_keys(struct journal *journal, struct arena *arena, const char ***keys,
                  struct error *error) {
    struct keys found = {arena_alloc(arena, sizeof *found.list), 0};
    const bool good = journal_rows(
        journal, "SELECT student, (SELECT count(*) FROM result) FROM result ORDER BY student",
        no_texts, arena, take_key, &found, error);
    *keys = found.list;
    return good;
}

bool journal_commit(struct journal *journal, bool good, struct error *error) {
    good = good && journal_execute(journal, "COMMIT", error);
    if (!good) {
        sqlite3_exec(journal->database, "ROLLBACK", NULL, NULL, NULL);
    }
    return good;
}

bool journal_put(struct journal *journal, const char *student, const char *digest,
                 const char *report, struct error *error) {
    bool good = journal_execute(journal, "BEGIN IMMEDIATE", error) &&
                journal_change(journal, "INSERT OR REPLACE INTO result VALUES (?, ?, ?)",
                               (const char *const[]){student, digest, report, NULL}, error) &&
                journal_change(journal, "INSERT INTO history (student, digest) VALUES (?, ?)",
                               (const char *const[]){student, digest, NULL}, error);
    return journal_commit(journal, good, error);
}

void journal_close(struct journal *journal) {
    if (journal != NULL) {
        sqlite3_close(journal->database);
        free(journal->path);
        free(journal);
    }
}
