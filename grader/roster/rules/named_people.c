/* Whom policy.yaml speaks of: each name must be somebody's, or a rule would be lost in silence. */
#include "../../message_text.h"
#include "../tables/output.h"

#include "../../utf8.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The optimal string alignment distance (Damerau and Levenshtein), by three rows of its table. */
static size_t distance(const char *a, size_t a_size, const char *b, size_t b_size) {
    size_t rows[3][LONGEST + 1] = {{0}};
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_size; j++) {
        above[j] = j;
    }
    for (size_t i = 1; i <= a_size; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_size; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1,
                           above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[b_size];
}

struct nearest nearest_to(const char *wanted) {
    const size_t size = strlen(wanted), third = size / 3;
    return (struct nearest){.wanted = wanted,
                            .distance = size > LONGEST ? 0 : (third > 1 ? third : 1) + 1};
}

void nearest_offer(struct nearest *nearest, const char *name) {
    const size_t size = name != NULL ? strlen(name) : 0;
    if (size == 0 || size > LONGEST || nearest->distance == 0) {
        return;
    }
    const size_t edits = distance(nearest->wanted, strlen(nearest->wanted), name, size);
    if (edits < nearest->distance) {
        nearest->distance = edits;
        nearest->name = name;
    }
}

struct submitter submitter_of(const struct row *row) {
    return (struct submitter){.key = row->student != NULL ? row->student->key : "",
                              .name = row->name,
                              .id = row->id,
                              .user = row->user,
                              .email = row->email,
                              .together = row->together};
}

/* A name of policy.yaml's, where it stands, and what it may be. */
struct mention {
    const char *key, *name;
    int line;
    bool or_entry; /* `times` may name what was handed in, too */
};

static bool entry_is_there(const struct book *book, const char *name) {
    bool found = false;
    for (size_t i = 0; !found && i < book->run->count; i++) {
        found = entry_is(book->run->jobs[i].entry, name);
    }
    return found;
}

/* Is it one of a student's attempts, where only the last is graded, so that no time is its own? */
static bool is_folded(const struct book *book, const char *name) {
    const struct student *student = book->run->submissions.students;
    for (; student != NULL; student = student->next) {
        for (const struct attempt *a = student->attempts; a != NULL; a = a->next) {
            if (entry_is(a->entry, name)) {
                return true;
            }
        }
    }
    return false;
}

/* How many rows are called so; *row is the last of them. */
static size_t rows_called(const struct book *book, const char *name, const struct row **row) {
    size_t count = 0;
    for (size_t i = 0; i < book->count; i++) {
        const struct submitter who = submitter_of(&book->rows[i]);
        if (submitter_is(&who, name)) {
            *row = &book->rows[i];
            count++;
        }
    }
    return count;
}

/* " (nearest: dan)", or "". */
static const char *nearest_name(struct book *book, const struct mention *mention) {
    struct nearest nearest = nearest_to(mention->name);
    for (size_t i = 0; i < book->count; i++) {
        const struct submitter who = submitter_of(&book->rows[i]);
        const char *const names[] = {who.key, who.name, who.id, who.user, who.email};
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            nearest_offer(&nearest, names[n]);
        }
    }
    for (size_t i = 0; mention->or_entry && i < book->run->count; i++) {
        nearest_offer(&nearest, book->run->jobs[i].entry);
    }
    return nearest.name != NULL ? message_print(&book->arena, " (nearest: %s)", nearest.name) : "";
}

/* Without a roster nobody knows who is in the class and has handed nothing in: a note, then. */
static bool check_mention(struct book *book, const struct mention *mention, struct error *error) {
    const struct row *row;
    const size_t count = rows_called(book, mention->name, &row);
    const bool has_roster = book->roster.table.rows > 0;
    if (count == 1 || (mention->or_entry && entry_is_there(book, mention->name))) {
        return true;
    }
    if (count > 1) {
        return error_set(error,
                         "%s/policy.yaml:%d: %s: %zu students are called '%s': give the ID or "
                         "address",
                         book->run->out, mention->line, mention->key, count, mention->name);
    }
    if (mention->or_entry && is_folded(book, mention->name)) {
        return error_set(error,
                         "%s/policy.yaml:%d: %s: '%s' is one attempt of several, of which the last "
                         "is graded: name the student, or add attempt: best or last-in-time",
                         book->run->out, mention->line, mention->key, mention->name);
    }
    const char *nearest = nearest_name(book, mention);
    if (has_roster) {
        return error_set(error, "%s/policy.yaml:%d: %s: nobody in the class is called '%s'%s",
                         book->run->out, mention->line, mention->key, mention->name, nearest);
    }
    book->notes = arena_printf(
        &book->arena, "%s%s\n", book->notes,
        message_print(&book->arena, "policy.yaml:%d: %s: no student who handed in is called '%s'%s",
                      mention->line, mention->key, mention->name, nearest));
    return true;
}

/* Two names of one person, say the user name and the ID, would make two rules of one. `named` has a
 * place for each row: by which name a key of policy.yaml has named it so far. */
static bool check_once(const struct book *book, const char **named, const struct mention *mention,
                       struct error *error) {
    const struct row *row;
    if (rows_called(book, mention->name, &row) != 1 ||
        (mention->or_entry && entry_is_there(book, mention->name))) {
        return true;
    }
    const char **as = &named[row - book->rows];
    if (*as != NULL) {
        return error_set(error, "%s/policy.yaml:%d: %s: '%s' and '%s' are the same student",
                         book->run->out, mention->line, mention->key, *as, mention->name);
    }
    *as = mention->name;
    return true;
}

static bool check_times(struct book *book, const char *key, const struct policy_time *times,
                        bool or_entry, struct error *error) {
    const char **named = arena_alloc(&book->arena, (book->count + 1) * sizeof *named);
    bool good = true;
    for (; good && times != NULL; times = times->next) {
        const struct mention mention = {key, times->name, times->line, or_entry};
        good = check_mention(book, &mention, error) && check_once(book, named, &mention, error);
    }
    return good;
}

bool book_check_names(struct book *book, struct error *error) {
    const struct policy *policy = &book->run->policy;
    bool good = check_times(book, "extensions", policy->extensions, false, error) &&
                check_times(book, "times", policy->times, true, error);
    const char **members = arena_alloc(&book->arena, (book->count + 1) * sizeof *members);
    for (const struct policy_group *g = policy->groups; good && g != NULL; g = g->next) {
        for (const struct policy_name *m = g->members; good && m != NULL; m = m->next) {
            const struct mention mention = {"groups", m->name, m->line, false};
            good =
                check_mention(book, &mention, error) && check_once(book, members, &mention, error);
        }
    }
    return good;
}

const char *book_note_clocks(const struct book *book, struct arena *arena) {
    enum { DAY = 24 * 60 * 60 };
    const struct policy *policy = &book->run->policy;
    const int64_t now = (int64_t)time(NULL);
    const char *notes = "";
    for (size_t i = 0; policy->has_deadline && i < book->count; i++) {
        const struct row *row = &book->rows[i];
        for (size_t k = 0; k < row->attempt_count; k++) {
            const int64_t at = row->attempts[k].handed_in;
            if (at > now + DAY) {
                notes = arena_printf(
                    arena, "%s%s\n", notes,
                    message_print(arena,
                                  "%s: the newest file is of %s, which is in the future: the clock "
                                  "was wrong; policy.yaml can say when it was handed in (times)",
                                  row->attempts[k].job->key, policy_time_text(arena, at)));
            }
        }
    }
    return notes;
}

/* Does only the time of its newest file make the attempt that counts late? */
static bool is_late_by_files(const struct row *row) {
    const size_t i = book_attempt_of(row);
    return row->late > 0 && row->job != NULL && i < row->attempt_count &&
           row->attempts[i].told == 0 && row->attempts[i].handed_in == row->job->collected.changed;
}

const char *book_note_late(const struct book *book, struct arena *arena) {
    const struct policy *policy = &book->run->policy;
    size_t late = 0, by_files = 0, all = 0;
    for (size_t i = 0; i < book->submitted; i++) {
        all += book->rows[i].job != NULL;
        late += book->rows[i].late > 0;
        by_files += is_late_by_files(&book->rows[i]);
    }
    if (!policy->has_deadline) {
        return "";
    }
    const char *line = message_print(arena, "The deadline is %s (%s): %zu of %zu are late.\n",
                                     policy_time_text(arena, policy->deadline),
                                     policy_zone_text(arena, policy->deadline), late, all);
    return 3 * by_files <= all
               ? line
               : arena_printf(arena,
                              "%sMore than a third of the class is late. If a copy made the files' "
                              "times new, give Moodle's worksheet as --roster, or say in "
                              "policy.yaml (times) when it was handed in.\n",
                              line);
}

const char *book_note_times(const struct book *book, struct arena *arena) {
    const struct roster *roster = &book->roster;
    const char *notes = "";
    for (size_t i = 0; book->run->policy.has_deadline && i < book->submitted; i++) {
        const size_t row = book->rows[i].roster;
        const char *cell = roster_cell(roster, row, ROSTER_SUBMITTED);
        int64_t time;
        if (cell[strspn(cell, " -")] != '\0' && !roster_time(cell, &time)) {
            notes = arena_printf(arena, "%s%s\n", notes,
                                 message_print(arena,
                                               "%s:%zu: '%s' is not a time that can be read: the "
                                               "time of the newest file counts",
                                               book->run->options.roster, roster->table.lines[row],
                                               utf8_line(arena, cell)));
        }
    }
    return notes;
}

const char *book_note_strangers(const struct book *book, struct arena *arena) {
    enum { NAMED = 5 };
    const char *notes = "", *names = "", *path = book->run->options.roster;
    size_t strangers = 0, rows[2];
    for (size_t i = 0; book->roster.table.rows > 0 && i < book->submitted; i++) {
        const struct row *row = &book->rows[i];
        if (row->roster != 0) {
            continue;
        }
        if (roster_doubts(&book->roster, row->student, rows)) {
            const size_t *lines = book->roster.table.lines;
            notes = arena_printf(
                arena, "%s%s\n", notes,
                message_print(
                    arena,
                    "%s:%zu: this row and line %zu both have the name '%s', and a student of that "
                    "name handed in: add a column that tells them apart, such as Username",
                    path, lines[rows[1]], lines[rows[0]], row->student->name));
        } else if (strangers++ < NAMED) {
            names = arena_printf(arena, "%s%s%s", names, *names == '\0' ? "" : ", ",
                                 row->student->name);
        }
    }
    return strangers == 0
               ? notes
               : arena_printf(arena, "%s%s\n", notes,
                              message_print(arena,
                                            "%s has no row for %zu who handed in (%s%s): they are "
                                            "graded, but they are not in Moodle's tables",
                                            path, strangers, names,
                                            strangers > NAMED ? ", …" : ""));
}

const char *book_note_language(const struct book *book, struct arena *arena) {
    const struct roster *roster = &book->roster;
    const char *notes = "";
    for (size_t row = 1; row < roster->table.rows; row++) {
        const char *cell = roster_cell(roster, row, ROSTER_LANGUAGE);
        bool french;
        if (cell[strspn(cell, " -")] != '\0' && !roster_language(roster, row, &french)) {
            notes = arena_printf(arena, "%s%s\n", notes,
                                 message_print(arena,
                                               "%s:%zu: language '%s': there are en and fr; this "
                                               "student reads what the class does",
                                               book->run->options.roster, roster->table.lines[row],
                                               utf8_line(arena, cell)));
        }
    }
    return notes;
}
