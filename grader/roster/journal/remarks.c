#include "remarks.h"

#include "../../message_text.h"
#include "../../utf8.h"
#include "journal_database.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NUMBER_TEXT = 24 };

static const char *text(sqlite3_stmt *row, int column, struct arena *arena) {
    return arena_strdup(arena, (const char *)sqlite3_column_text(row, column));
}

#define TEXT(column)   text(row, column, arena)
#define NUMBER(column) sqlite3_column_int64(row, column)

/* A function NAME that reads a table's rows as a list of TYPE, whose members follow. */
#define READ_ROWS(name, type, query, ...)                                                          \
    static void take_##type(sqlite3_stmt *row, struct arena *arena, void *context) {               \
        struct type ***tail = context, *one = arena_alloc(arena, sizeof *one);                     \
        *one = (struct type){__VA_ARGS__};                                                         \
        **tail = one;                                                                              \
        *tail = &one->next;                                                                        \
    }                                                                                              \
    bool name(struct journal *journal, struct arena *arena, struct type **first,                   \
              struct error *error) {                                                               \
        static const char *const none[] = {NULL};                                                  \
        *first = NULL;                                                                             \
        return journal_rows(journal, query, none, arena, take_##type, &first, error);              \
    }

READ_ROWS(adjustments_read, adjustment,
          "SELECT student, exercise, points, comment, initials FROM adjustment ORDER BY number",
          .student = TEXT(0), .exercise = TEXT(1), .points = NUMBER(2), .comment = TEXT(3),
          .initials = TEXT(4))

bool adjustment_add(struct journal *journal, const struct adjustment *adjustment, bool *is_new,
                    struct error *error) {
    char points[NUMBER_TEXT];
    snprintf(points, sizeof points, "%" PRId64, adjustment->points);
    const bool good = journal_change(
        journal,
        "INSERT INTO adjustment (student, exercise, points, comment, initials)"
        " SELECT ?1, ?2, CAST(?3 AS INTEGER), ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM adjustment"
        " WHERE (student, exercise, points, comment) = (?1, ?2, CAST(?3 AS INTEGER), ?4))",
        (const char *const[]){adjustment->student, adjustment->exercise, points,
                              adjustment->comment, adjustment->initials, NULL},
        error);
    *is_new = good && sqlite3_changes(journal->database) > 0;
    return good;
}

/* What a sentence and its values were made of, so that pages in another language can say it. */
static bool put_message(struct journal *journal, const char *text, struct error *error) {
    struct message_made made;
    struct arena arena = {0};
    bool good = true;
    if (message_find(text, &made)) {
        good = journal_change(journal, "INSERT OR IGNORE INTO message VALUES (?, ?, ?)",
                              (const char *const[]){text, made.format, made.values, NULL}, error);
        char *rest = arena_strdup(&arena, made.values), *value;
        while (good && (value = strsep(&rest, (const char[]){VALUE_END, '\0'})) != NULL) {
            good = put_message(journal, value, error);
        }
    }
    arena_free(&arena);
    return good;
}

static void take_message(sqlite3_stmt *row, struct arena *arena, void *context) {
    (void)context;
    message_keep(TEXT(0), TEXT(1), TEXT(2));
}

READ_ROWS(change_rows, change, "SELECT at, who, what FROM change ORDER BY number DESC LIMIT 50",
          .at = TEXT(0), .who = TEXT(1), .what = TEXT(2))

bool changes_read(struct journal *journal, struct arena *arena, struct change **first,
                  struct error *error) {
    static const char *const none[] = {NULL};
    return journal_rows(journal, "SELECT text, format, made FROM message", none, arena,
                        take_message, NULL, error) &&
           change_rows(journal, arena, first, error);
}

bool change_add(struct journal *journal, const char *who, const char *what, struct error *error) {
    const struct passwd *user = *who == '\0' ? getpwuid(getuid()) : NULL;
    return put_message(journal, what, error) &&
           journal_change(journal,
                          "INSERT INTO change (at, who, what)"
                          " VALUES (strftime('%Y-%m-%d %H:%M', 'now', 'localtime'), ?, ?)",
                          (const char *const[]){user != NULL ? user->pw_name : who, what, NULL},
                          error);
}

READ_ROWS(marks_read, mark,
          "SELECT student, criterion, points, comment, initials, second FROM mark"
          " ORDER BY student, criterion",
          .student = TEXT(0), .criterion = TEXT(1), .points = NUMBER(2), .comment = TEXT(3),
          .initials = TEXT(4), .second = TEXT(5))

static bool put_mark(struct journal *journal, const struct mark *mark, struct error *error) {
    char points[NUMBER_TEXT];
    snprintf(points, sizeof points, "%" PRId64, mark->points);
    return journal_change(journal,
                          "INSERT OR REPLACE INTO mark VALUES (?, ?, CAST(? AS INTEGER), ?, ?, ?)",
                          (const char *const[]){mark->student, mark->criterion, points,
                                                mark->comment, mark->initials, mark->second, NULL},
                          error);
}

bool marks_put(struct journal *journal, const struct mark *marks, struct error *error) {
    bool good = journal_execute(journal, "BEGIN IMMEDIATE", error);
    for (const struct mark *mark = marks; good && mark != NULL; mark = mark->next) {
        good = put_mark(journal, mark, error);
    }
    return journal_commit(journal, good, error);
}

READ_ROWS(requests_read, request,
          "SELECT student, exercise, text, asked, answer, initials FROM request"
          " ORDER BY answer != '', number",
          .student = TEXT(0), .exercise = TEXT(1), .text = TEXT(2), .asked = TEXT(3),
          .answer = TEXT(4), .initials = TEXT(5))

bool requests_put(struct journal *journal, const struct request *requests, struct error *error) {
    bool good = journal_execute(journal, "BEGIN IMMEDIATE", error);
    for (const struct request *r = requests; good && r != NULL; r = r->next) {
        good = journal_change(
            journal,
            "INSERT INTO request (student, exercise, text, asked, answer, initials) VALUES"
            " (?, ?, ?, CASE ? WHEN '' THEN date('now', 'localtime') ELSE ?4 END, ?, ?)"
            " ON CONFLICT (student, exercise, text) DO UPDATE SET answer = excluded.answer,"
            " initials = excluded.initials WHERE excluded.answer != ''",
            (const char *const[]){r->student, r->exercise, r->text, r->asked, r->answer,
                                  r->initials, NULL},
            error);
    }
    return journal_commit(journal, good, error);
}

READ_ROWS(persons_read, person, "SELECT key, name, id, email FROM person ORDER BY key",
          .key = TEXT(0), .name = TEXT(1), .id = TEXT(2), .email = TEXT(3))

bool persons_put(struct journal *journal, const struct person *persons, struct error *error) {
    bool good = journal_execute(journal, "BEGIN IMMEDIATE; DELETE FROM person", error);
    for (const struct person *person = persons; good && person != NULL; person = person->next) {
        good = journal_change(
            journal, "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?)",
            (const char *const[]){person->key, person->name, person->id, person->email, NULL},
            error);
    }
    return journal_commit(journal, good, error);
}

static bool is_called(const struct person *person, const char *called) {
    return *called != '\0' &&
           (utf8_same_name(person->name, called) || strcasecmp(person->id, called) == 0 ||
            strcasecmp(person->email, called) == 0);
}

const struct person *person_find(const struct person *persons, const char *called) {
    const struct person *found = NULL;
    for (const struct person *person = persons; person != NULL; person = person->next) {
        if (strcmp(person->key, called) == 0) {
            return person;
        }
    }
    for (const struct person *person = persons; person != NULL; person = person->next) {
        if (is_called(person, called)) {
            if (found != NULL) {
                return NULL;
            }
            found = person;
        }
    }
    return found;
}

bool note_read(struct journal *journal, const char *key, struct arena *arena, const char **value,
               struct error *error) {
    *value = NULL;
    return journal_rows(journal, "SELECT value FROM class WHERE key = ?",
                        (const char *const[]){key, NULL}, arena, journal_take_text, value, error);
}

bool note_put(struct journal *journal, const char *key, const char *value, struct error *error) {
    return value == NULL ? journal_change(journal, "DELETE FROM class WHERE key = ?",
                                          (const char *const[]){key, NULL}, error)
                         : journal_change(journal, "INSERT OR REPLACE INTO class VALUES (?, ?)",
                                          (const char *const[]){key, value, NULL}, error);
}
