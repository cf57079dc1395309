#include "remarks.h"

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

static const char *const none[] = {NULL};

static void take_adjustment(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct adjustment ***tail = context, *one = arena_alloc(arena, sizeof *one);
    *one = (struct adjustment){.student = text(row, 0, arena),
                               .exercise = text(row, 1, arena),
                               .points = sqlite3_column_int64(row, 2),
                               .comment = text(row, 3, arena),
                               .initials = text(row, 4, arena)};
    **tail = one;
    *tail = &one->next;
}

bool adjustments_read(struct journal *journal, struct arena *arena, struct adjustment **first,
                      struct error *error) {
    *first = NULL;
    return journal_rows(journal,
                        "SELECT student, exercise, points, comment, initials FROM adjustment"
                        " ORDER BY number",
                        none, arena, take_adjustment, &first, error);
}

bool adjustment_add(struct journal *journal, const struct adjustment *adjustment,
                    struct error *error) {
    char points[NUMBER_TEXT];
    snprintf(points, sizeof points, "%" PRId64, adjustment->points);
    return journal_change(journal,
                          "INSERT INTO adjustment (student, exercise, points, comment, initials)"
                          " VALUES (?, ?, CAST(? AS INTEGER), ?, ?)",
                          (const char *const[]){adjustment->student, adjustment->exercise, points,
                                                adjustment->comment, adjustment->initials, NULL},
                          error);
}

static void take_change(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct change ***tail = context, *one = arena_alloc(arena, sizeof *one);
    *one = (struct change){text(row, 0, arena), text(row, 1, arena), text(row, 2, arena), NULL};
    **tail = one;
    *tail = &one->next;
}

bool changes_read(struct journal *journal, struct arena *arena, struct change **first,
                  struct error *error) {
    *first = NULL;
    return journal_rows(journal, "SELECT at, who, what FROM change ORDER BY number DESC LIMIT 50",
                        none, arena, take_change, &first, error);
}

bool change_add(struct journal *journal, const char *who, const char *what, struct error *error) {
    const struct passwd *user = *who == '\0' ? getpwuid(getuid()) : NULL;
    return journal_change(journal,
                          "INSERT INTO change (at, who, what)"
                          " VALUES (strftime('%Y-%m-%d %H:%M', 'now', 'localtime'), ?, ?)",
                          (const char *const[]){user != NULL ? user->pw_name : who, what, NULL},
                          error);
}

static void take_mark(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct mark ***tail = context, *one = arena_alloc(arena, sizeof *one);
    *one = (struct mark){.student = text(row, 0, arena),
                         .criterion = text(row, 1, arena),
                         .points = sqlite3_column_int64(row, 2),
                         .comment = text(row, 3, arena),
                         .initials = text(row, 4, arena),
                         .second = text(row, 5, arena)};
    **tail = one;
    *tail = &one->next;
}

bool marks_read(struct journal *journal, struct arena *arena, struct mark **first,
                struct error *error) {
    *first = NULL;
    return journal_rows(journal,
                        "SELECT student, criterion, points, comment, initials, second FROM mark"
                        " ORDER BY student, criterion",
                        none, arena, take_mark, &first, error);
}

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

static void take_request(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct request ***tail = context, *one = arena_alloc(arena, sizeof *one);
    *one = (struct request){.student = text(row, 0, arena),
                            .exercise = text(row, 1, arena),
                            .text = text(row, 2, arena),
                            .asked = text(row, 3, arena),
                            .answer = text(row, 4, arena),
                            .initials = text(row, 5, arena)};
    **tail = one;
    *tail = &one->next;
}

bool requests_read(struct journal *journal, struct arena *arena, struct request **first,
                   struct error *error) {
    *first = NULL;
    return journal_rows(journal,
                        "SELECT student, exercise, text, asked, answer, initials FROM request"
                        " ORDER BY answer != '', number",
                        none, arena, take_request, &first, error);
}

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

static void take_person(sqlite3_stmt *row, struct arena *arena, void *context) {
    struct person ***tail = context, *one = arena_alloc(arena, sizeof *one);
    *one = (struct person){.key = text(row, 0, arena),
                           .name = text(row, 1, arena),
                           .id = text(row, 2, arena),
                           .email = text(row, 3, arena)};
    **tail = one;
    *tail = &one->next;
}

bool persons_read(struct journal *journal, struct arena *arena, struct person **first,
                  struct error *error) {
    *first = NULL;
    return journal_rows(journal, "SELECT key, name, id, email FROM person ORDER BY key", none,
                        arena, take_person, &first, error);
}

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
