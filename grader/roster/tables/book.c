/* The book of a class: what the journal has, row by row, and what the rules make of it. */
#include "../../message_text.h"
#include "output.h"

#include "../../report/report.h"
#include "../../utf8.h"

#include <string.h>

/* ---- attempts ---- */

/* The rows of those who handed in: a student's jobs follow one another. */
static void add_submitted(struct book *book, bool *seen) {
    const struct class_run *run = book->run;
    for (size_t i = 0; i < run->count;) {
        struct row *row = &book->rows[book->count++];
        size_t end = i;
        while (end < run->count &&
               strcmp(run->jobs[end].student->key, run->jobs[i].student->key) == 0) {
            end++;
        }
        row->student = run->jobs[i].student;
        row->job = &run->jobs[end - 1];
        row->roster = roster_find(&book->roster, row->student);
        row->attempts = arena_alloc(&book->arena, (end - i) * sizeof *row->attempts);
        for (; i < end; i++) {
            row->attempts[row->attempt_count++].job = &run->jobs[i];
        }
        /* Moodle keeps the last attempt, so that its time is meant. */
        roster_time(roster_cell(&book->roster, row->roster, ROSTER_SUBMITTED),
                    &row->attempts[row->attempt_count - 1].told);
        seen[row->roster] = true;
    }
    book->submitted = book->count;
}

/* ---- names ---- */

static void name_row(struct book *book, struct row *row) {
    const struct roster *roster = &book->roster;
    const char *name = roster_name(roster, row->roster, &book->arena);
    const char *id = roster_cell(roster, row->roster, ROSTER_ID);
    row->name = *name != '\0' ? name : row->student != NULL ? row->student->name : "";
    row->id = *id != '\0' ? id : roster_cell(roster, row->roster, ROSTER_USERNAME);
    row->user = roster_cell(roster, row->roster, ROSTER_USERNAME);
    row->email = roster_cell(roster, row->roster, ROSTER_EMAIL);
    if (row->student != NULL && row->student->email != NULL && row->roster == 0) {
        row->id = row->student->number; /* Gradescope knows who is who */
        row->email = row->student->email;
    }
}

static const char *status_of(const struct row *row) {
    const struct report_options instructor = {.audience = AUDIENCE_INSTRUCTOR};
    return row->job == NULL                               ? "nothing handed in"
           : row->result == NULL                          ? "not graded"
           : row->job->collected.refused != NULL          ? "refused"
           : row->job->gone                               ? "graded before"
           : report_reviews(row->result, &instructor) > 0 ? "to be reviewed"
                                                          : "graded";
}

/* Is it the row's own, and no partner's? */
static bool is_own(const struct row *row, const struct job *job) {
    return job != NULL && job->collected.refused == NULL &&
           strcmp(row->student->key, job->student->key) == 0;
}

const struct result *book_counted(const struct row *row) {
    return row->result != NULL && is_own(row, row->job) ? row->result : NULL;
}

const struct result *book_attempt_counted(const struct row *row, size_t attempt) {
    return attempt < row->attempt_count && is_own(row, row->attempts[attempt].job)
               ? row->attempts[attempt].result
               : NULL;
}

/* ---- groups ---- */

static struct row *find_row(struct book *book, const char *called) {
    for (size_t i = 0; i < book->count; i++) {
        const struct submitter who = submitter_of(&book->rows[i]);
        if (submitter_is(&who, called)) {
            return &book->rows[i];
        }
    }
    return NULL;
}

/* A member who handed nothing in gets a name for files; the name is what the teacher wrote. */
static void make_student(struct book *book, struct row *row, const char *name) {
    struct student *student = arena_alloc(&book->arena, sizeof *student);
    char *key = utf8_line(&book->arena, name);
    for (char *c = key; *c != '\0'; c++) {
        *c = *c == '/' || (c == key && (*c == '.' || *c == '-')) ? '_' : *c;
    }
    *student = (struct student){.key = key, .name = name, .id = "", .number = "", .folder = key};
    row->student = student;
}

static struct row *member_row(struct book *book, const char *name) {
    struct row *row = find_row(book, name);
    if (row == NULL) {
        row = &book->rows[book->count++];
        make_student(book, row, name);
        name_row(book, row);
    } else if (row->student == NULL) {
        make_student(book, row, name);
    }
    return row;
}

/* Rows whose members hand in together. */
struct members_rows {
    struct row **rows;
    size_t count;
    const struct policy_group *group;
};

/* All that the members handed in counts for each of them. */
static void join_rows(struct book *book, const struct members_rows *together) {
    struct arena *arena = &book->arena;
    size_t count = 0, end = 0;
    const char *names = "", *givers = "";
    for (size_t i = 0; i < together->count; i++) {
        const struct row *row = together->rows[i];
        count += row->attempt_count;
        names = i > 0 && i + 1 == together->count
                    ? message_print(arena, "%s and %s", names, row->name)
                    : arena_printf(arena, "%s%s%s", names, i == 0 ? "" : ", ", row->name);
        givers = row->attempt_count == 0 ? givers
                                         : arena_printf(arena, "%s%s%s", givers,
                                                        *givers == '\0' ? "" : ", ", row->name);
    }
    struct book_attempt *all = arena_alloc(arena, (count + 1) * sizeof *all);
    for (size_t m = 0; m < together->count; m++) {
        const struct row *row = together->rows[m];
        for (size_t i = 0; i < row->attempt_count; i++) {
            all[end++] = row->attempts[i];
        }
    }
    for (size_t i = 0; i < together->count; i++) {
        struct row *row = together->rows[i];
        row->group = together->group;
        row->attempts = arena_alloc(arena, (count + 1) * sizeof *all);
        memcpy(row->attempts, all, count * sizeof *all);
        row->attempt_count = count;
        row->job = count > 0 ? all[count - 1].job : NULL;
        row->together = message_print(arena, "Handed in by %s, for %s", givers, names);
    }
}

static void join_group(struct book *book, const struct policy_group *group) {
    struct members_rows together = {.group = group};
    size_t members = 0;
    for (const struct policy_name *m = group->members; m != NULL; m = m->next) {
        members++;
    }
    together.rows = arena_alloc(&book->arena, (members + 1) * sizeof(struct row *));
    for (const struct policy_name *m = group->members; m != NULL; m = m->next) {
        together.rows[together.count++] = member_row(book, m->name);
    }
    join_rows(book, &together);
}

static struct row *key_row(const struct book *book, const char *key) {
    for (size_t i = 0; i < book->count; i++) {
        if (book->rows[i].student != NULL && strcmp(book->rows[i].student->key, key) == 0) {
            return &book->rows[i];
        }
    }
    return NULL;
}

const char *book_name(const struct book *book, const char *key) {
    const struct row *row = key_row(book, key);
    return row != NULL ? row->name : key;
}

/* Those for whom another handed in have rows, too. */
static void add_partners(struct book *book, bool *seen) {
    for (const struct partner *p = book->run->submissions.partners; p != NULL; p = p->next) {
        struct row *row = &book->rows[book->count++];
        row->student = p->student;
        row->roster = roster_find(&book->roster, p->student);
        seen[row->roster] = true;
    }
}

/* Groups as they handed in; what policy.yaml says of somebody goes before. */
static void join_partners(struct book *book) {
    const struct partner *partner = book->run->submissions.partners;
    while (partner != NULL) {
        const struct student *with = partner->with;
        struct row *first = key_row(book, with->key);
        struct members_rows together = {
            .rows = arena_alloc(&book->arena, (book->count + 1) * sizeof(struct row *)),
            .group = arena_alloc(&book->arena, sizeof *together.group)};
        if (first != NULL && first->group == NULL) {
            together.rows[together.count++] = first;
        }
        for (; partner != NULL && partner->with == with; partner = partner->next) {
            struct row *row = key_row(book, partner->student->key);
            if (row != NULL && row->group == NULL) {
                together.rows[together.count++] = row;
            }
        }
        if (together.count > 1) {
            join_rows(book, &together);
        }
    }
}

/* ---- what counts ---- */

static const char *attempt_text(struct arena *arena, const struct row *row, size_t chosen,
                                enum attempt_rule rule) {
    static const char *const formats[] = {"Attempt %zu of %zu counts, the last: %s",
                                          "Attempt %zu of %zu counts, the best: %s",
                                          "Attempt %zu of %zu counts, the last in time: %s"};
    return row->attempt_count < 2
               ? NULL
               : message_print(arena, formats[rule], chosen + 1, row->attempt_count,
                               row->attempts[chosen].job->entry != NULL
                                   ? utf8_line(arena, row->attempts[chosen].job->entry)
                                   : "");
}

/* As the rules count it: the arena's; NULL where it is not graded. */
static bool read_attempt(const struct book *book, const struct row *row, size_t i, const char *text,
                         struct arena *arena, const struct result **ruled, struct error *error) {
    struct book_attempt *attempt = &row->attempts[i];
    const struct job *job = attempt->job;
    struct submitter who = submitter_of(row);
    struct result raw;
    const char *report = NULL;
    *ruled = NULL;
    who.entry = job->entry;
    who.changed = attempt->told != 0 ? attempt->told : job->collected.changed;
    who.attempt = text;
    attempt->handed_in = rules_handed_in(&book->run->policy, &who);
    attempt->late = rules_late(&book->run->policy, &who);
    if (!job->graded) {
        return true;
    }
    if (!journal_get(book->run->journal, job->key, job->task.digest, arena, &report, error) ||
        (report != NULL && !report_read_json(report, &raw, error))) {
        return false;
    }
    if (report != NULL) {
        arena_adopt(arena, &raw.arena);
        attempt->before = raw.earned;
        *ruled = rules_apply(arena, &book->rules, &who,
                             memcpy(arena_alloc(arena, sizeof raw), &raw, sizeof raw));
    }
    return true;
}

const struct result *book_whole(const struct book *book, const struct row *row,
                                struct arena *arena) {
    const struct result *whole = NULL;
    const size_t i = book_attempt_of(row);
    if (row->result != NULL &&
        read_attempt(book, row, i, attempt_text(arena, row, i, book->run->policy.attempt), arena,
                     &whole, book->unread) &&
        whole == NULL) {
        error_set(book->unread,
                  "%s: its result is in the journal no more; give the same command again",
                  row->job->key);
    }
    return whole;
}

/* A check's verdict and points, and those of the checks behind it: kept once, as many students have
 * the same. */
struct kept_check {
    struct check_result check;
    struct kept_check *next;
};

static struct check_result *keep_check(struct book *book, const struct check_result *from) {
    struct check_result *rest = from != NULL ? keep_check(book, from->next) : NULL;
    struct kept_check *kept = from != NULL ? book->kept : NULL;
    for (; kept != NULL; kept = kept->next) {
        const struct check_result *c = &kept->check;
        if (c->next == rest && c->verdict == from->verdict && c->earned == from->earned &&
            c->points == from->points && c->hidden == from->hidden &&
            strcmp(c->name, from->name) == 0) {
            return &kept->check;
        }
    }
    if (from == NULL) {
        return NULL;
    }
    kept = arena_alloc(&book->arena, sizeof *kept);
    kept->check = (struct check_result){.name = arena_strdup(&book->arena, from->name),
                                        .hidden = from->hidden,
                                        .points = from->points,
                                        .earned = from->earned,
                                        .verdict = from->verdict,
                                        .next = rest};
    kept->next = book->kept;
    book->kept = kept;
    return &kept->check;
}

/* Findings and other texts, counts and times are most of a result: it is read again for those. */
static const struct result *keep_sums(struct book *book, const struct result *whole) {
    struct arena *arena = &book->arena;
    struct result *result = arena_alloc(arena, sizeof *result);
    *result =
        (struct result){.seed = whole->seed, .points = whole->points, .earned = whole->earned};
    struct exercise_result **exercise = &result->exercises;
    for (const struct exercise_result *e = whole->exercises; e != NULL; e = e->next) {
        *exercise = arena_alloc(arena, sizeof **exercise);
        **exercise = (struct exercise_result){.name = arena_strdup(arena, e->name),
                                              .points = e->points,
                                              .earned = e->earned,
                                              .checks = keep_check(book, e->checks)};
        exercise = &(*exercise)->next;
    }
    struct result_rule **rule = &result->rules;
    for (const struct result_rule *r = whole->rules; r != NULL; r = r->next) {
        *rule = arena_alloc(arena, sizeof **rule);
        **rule = *r;
        (*rule)->exercise = r->exercise != NULL ? arena_strdup(arena, r->exercise) : NULL;
        (*rule)->text = arena_strdup(arena, r->text);
        rule = &(*rule)->next;
    }
    return result;
}

static bool rule_attempt(struct book *book, struct row *row, size_t i, const char *text,
                         struct error *error) {
    struct arena arena = {0};
    const struct result *ruled;
    const bool good = read_attempt(book, row, i, text, &arena, &ruled, error);
    row->attempts[i].result = good && ruled != NULL ? keep_sums(book, ruled) : NULL;
    arena_free(&arena);
    return good;
}

/* Does attempt `b`, which comes after `a`, count rather than that? */
static bool counts_rather(const struct book_attempt *a, const struct book_attempt *b,
                          enum attempt_rule rule) {
    const bool refused = b->job->collected.refused != NULL;
    if (b->result == NULL || a->result == NULL) {
        return b->result != NULL;
    }
    if (refused != (a->job->collected.refused != NULL)) {
        return !refused;
    }
    return rule == ATTEMPT_BEST ? b->result->earned >= a->result->earned
                                : b->handed_in >= a->handed_in;
}

static bool settle_row(struct book *book, struct row *row, struct error *error) {
    const enum attempt_rule rule = book->run->policy.attempt;
    size_t chosen = 0;
    for (size_t i = 0; i < row->attempt_count; i++) {
        if (!rule_attempt(book, row, i, NULL, error)) {
            return false;
        }
        chosen =
            i > 0 && counts_rather(&row->attempts[chosen], &row->attempts[i], rule) ? i : chosen;
    }
    const char *text = attempt_text(&book->arena, row, chosen, rule);
    if (text != NULL && !rule_attempt(book, row, chosen, text, error)) {
        return false;
    }
    if (row->attempt_count > 0) {
        row->job = row->attempts[chosen].job;
        row->before = row->attempts[chosen].before;
        row->result = row->attempts[chosen].result;
        row->late = row->attempts[chosen].late;
    }
    row->status = status_of(row);
    return true;
}

static bool read_rules(struct book *book, struct error *error) {
    struct adjustment *adjustments;
    struct mark *marks;
    struct request *requests;
    struct journal *journal = book->run->journal;
    if (!adjustments_read(journal, &book->arena, &adjustments, error) ||
        !marks_read(journal, &book->arena, &marks, error) ||
        !requests_read(journal, &book->arena, &requests, error)) {
        return false;
    }
    book->requests = requests;
    book->rules = (struct rules){.policy = &book->run->policy,
                                 .lab = &book->run->lab,
                                 .adjustments = adjustments,
                                 .marks = marks};
    book->ruled = book->run->policy.given || adjustments != NULL;
    book->points = rules_points(&book->rules);
    return true;
}

bool book_fill(struct book *book, const struct class_run *run, struct error *error) {
    const size_t listed = book->roster.table.rows;
    size_t members = 0;
    for (const struct policy_group *g = run->policy.groups; g != NULL; g = g->next) {
        for (const struct policy_name *m = g->members; m != NULL; m = m->next) {
            members++;
        }
    }
    for (const struct partner *p = run->submissions.partners; p != NULL; p = p->next) {
        members++;
    }
    book->run = run;
    book->notes = "";
    book->rows =
        arena_alloc(&book->arena, (run->count + listed + members + 1) * sizeof *book->rows);
    bool *seen = arena_alloc(&book->arena, listed + 1);
    if (!read_rules(book, error)) {
        return false;
    }
    add_submitted(book, seen);
    add_partners(book, seen);
    for (size_t r = 1; r < listed; r++) {
        if (!seen[r] && roster_is_person(&book->roster, r)) {
            book->rows[book->count++].roster = r;
        }
    }
    for (size_t i = 0; i < book->count; i++) {
        name_row(book, &book->rows[i]);
    }
    if (!book_check_names(book, error)) {
        return false;
    }
    for (const struct policy_group *group = run->policy.groups; group != NULL;
         group = group->next) {
        join_group(book, group);
    }
    join_partners(book);
    for (size_t i = 0; i < book->count; i++) {
        if (!settle_row(book, &book->rows[i], error)) {
            return false;
        }
    }
    return true;
}

bool book_reads_french(const struct book *book, const struct row *row) {
    const char *language = book->run->options.language;
    bool french;
    return roster_language(&book->roster, row->roster, &french)
               ? french
               : language != NULL && strncasecmp(language, "fr", 2) == 0;
}
