#include "teacher.h"

#include "../compile/kit.h"
#include "../report/report.h"
#include "../message_text.h"
#include "../sheet.h"
#include "journal/remarks.h"
#include "pages/pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A class that was graded, as the journal tells of it. */
struct graded_class {
    struct arena arena;
    struct journal *journal;
    struct class_options options;
    const char *lab, *labs;
    struct person *persons;
    struct kit kit; /* open_lab */
    struct lab opened;
    bool is_open;
};

static void close_class(struct graded_class *class) {
    journal_close(class->journal);
    lab_close(&class->kit, &class->opened);
    arena_free(&class->arena);
}

static bool open_class(struct graded_class *class, const struct class_order *order,
                       struct error *error) {
    const char *seed = NULL, *per_student = NULL;
    struct arena *arena = &class->arena;
    const struct {
        const char *key;
        const char **value;
    } notes[] = {
        {"lab", &class->lab},
        {"submissions", &class->options.submissions},
        {"roster", &class->options.roster},
        {"secret", &class->options.secret},
        {"language", &class->options.language},
        {"device", &class->options.device},
        {"labs", &class->labs},
        {"seed", &seed},
        {"seed per student", &per_student},
    };
    class->options.out = order->out;
    class->options.engine = order->engine;
    class->options.by = order->by;
    const char *path = arena_printf(arena, "%s/journal.sqlite", order->out);
    bool good = journal_open(&class->journal, path, NULL, true, error) &&
                persons_read(class->journal, arena, &class->persons, error);
    for (size_t i = 0; good && i < sizeof notes / sizeof *notes; i++) {
        good = note_read(class->journal, notes[i].key, arena, notes[i].value, error);
    }
    class->labs = order->labs != NULL ? order->labs : class->labs;
    if (good && (class->lab == NULL || seed == NULL || class->options.submissions == NULL)) {
        good = error_set(error,
                         "%s: an older lockstep graded it: give `lockstep class LAB SUBMISSIONS "
                         "--out %s` once more",
                         order->out, order->out);
    }
    if (good) {
        class->options.seed = strtoull(seed, NULL, 10);
        class->options.seed_per_student = per_student != NULL;
    }
    return good;
}

/* The class's lab, read once; NULL with an error. */
static struct lab *open_lab(struct graded_class *class, struct error *error) {
    class->is_open =
        class->is_open || lab_open(&class->kit, &class->opened, class->labs, class->lab, error);
    return class->is_open ? &class->opened : NULL;
}

/* Gives the journal back, and writes all of the class's files from it. */
static bool write_class(struct graded_class *class, struct error *error) {
    bool complete;
    journal_close(class->journal);
    class->journal = NULL;
    class->options.only_write = true;
    return class_grade(&class->options, class->lab, class->labs, &complete, error);
}

static const struct person *find_person(const struct graded_class *class, const char *called,
                                        const char *where, struct error *error) {
    const struct person *person = person_find(class->persons, called);
    if (person == NULL) {
        error_set(error, "%snobody with a grade in %s is called '%s', or several are", where,
                  class->options.out, called);
    }
    return person;
}

static const struct person *open_person(struct graded_class *class, const struct class_order *order,
                                        const char *called, struct error *error) {
    return open_class(class, order, error) ? find_person(class, called, "", error) : NULL;
}

bool class_rewrite(const struct class_order *order, const char *what, struct error *error) {
    struct graded_class class = {0};
    const bool good = open_class(&class, order, error) &&
                      (what == NULL || change_add(class.journal, order->by, what, error)) &&
                      write_class(&class, error);
    close_class(&class);
    return good;
}

/* ---- replays ---- */

/* The key of what was handed in: as it stands in files/, else that of the person so called. */
static const char *find_key(struct graded_class *class, const char *called, struct error *error) {
    const char *digest = NULL;
    if (!journal_last(class->journal, called, &class->arena, &digest, error)) {
        return NULL;
    }
    const struct person *person = digest == NULL ? find_person(class, called, "", error) : NULL;
    return digest != NULL ? called : person != NULL ? person->key : NULL;
}

/* The seed that it was graded with. */
static bool find_seed(struct graded_class *class, const char *key, uint64_t *seed,
                      struct error *error) {
    const char *digest = NULL, *report = NULL;
    struct result result;
    if (!journal_last(class->journal, key, &class->arena, &digest, error) ||
        (digest != NULL &&
         !journal_get(class->journal, key, digest, &class->arena, &report, error))) {
        return false;
    }
    if (report == NULL) {
        return error_set(error, "%s: nothing was graded of %s", class->options.out, key);
    }
    if (!report_read_json(report, &result, error)) {
        return false;
    }
    *seed = result.seed;
    result_free(&result);
    return true;
}

bool replay_find(struct replay_source *source, const struct class_order *order, const char *student,
                 const char *exercise, const char *check, struct error *error) {
    struct graded_class class = {0};
    struct arena *arena = &source->arena;
    bool good = open_class(&class, order, error);
    const char *key = good ? find_key(&class, student, error) : NULL;
    good = key != NULL && find_seed(&class, key, &source->seed, error);
    if (good) {
        const char *secret = arena_printf(arena, "%s/secret", order->out);
        source->lab = arena_strdup(arena, class.lab);
        source->labs = class.labs != NULL ? arena_strdup(arena, class.labs) : NULL;
        source->files = arena_printf(arena, "%s/files/%s", order->out, key);
        source->secret = access(secret, F_OK) == 0 ? secret : NULL;
        source->page = arena_printf(arena, "%s/replay/%s", order->out,
                                    replay_name(arena, key, exercise, check));
    }
    close_class(&class);
    return good;
}

void replay_free(struct replay_source *source) {
    arena_free(&source->arena);
}

/* ---- adjustments ---- */

/* "total" is the whole; "" then. NULL with an error, behind `where`, where there is no such
 * exercise. */
static const char *exercise_of(struct graded_class *class, const char *exercise, const char *where,
                               struct error *error) {
    if (strcmp(exercise, "total") == 0) {
        return "";
    }
    struct lab *lab = open_lab(class, error);
    if (lab == NULL || lab_find_exercise(lab, exercise) != NULL) {
        return lab != NULL ? exercise : NULL;
    }
    const char *names = "";
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        names = arena_printf(&lab->arena, "%s%s, ", names, e->name);
    }
    error_set(error, "%s%s has no exercise '%s' (there are: %stotal)", where, class->lab, exercise,
              names);
    return NULL;
}

bool class_adjust(const struct class_order *order, const char *student, const char *exercise,
                  int64_t points, const char *comment, struct error *error) {
    struct graded_class class = {0};
    const struct person *person = open_person(&class, order, student, error);
    const char *of = person != NULL ? exercise_of(&class, exercise, "", error) : NULL;
    bool good = of != NULL;
    if (good) {
        const struct adjustment adjustment = {.student = person->key,
                                              .exercise = of,
                                              .points = points,
                                              .comment = comment,
                                              .initials = order->by};
        char text[POINTS_TEXT_BYTES];
        bool is_new;
        const char *what = message_print(&class.arena, "adjust %s %s %s: %s", person->key, exercise,
                                         report_points(points, text), comment);
        good = adjustment_add(class.journal, &adjustment, &is_new, error) &&
               (!is_new || change_add(class.journal, order->by, what, error));
        if (good) {
            printf("%s: %s%s point%s for %s%s\n", person->key, points > 0 ? "+" : "", text,
                   llabs(points) == 100 ? "" : "s", exercise,
                   is_new ? "" : ", as before: give another comment to add them again");
            class.options.told = person->key;
            good = write_class(&class, error);
        }
    }
    close_class(&class);
    return good;
}

/* ---- the rubric ---- */

/* The sheet's columns where there is none. */
static size_t column(const struct sheet *sheet, const char *heading) {
    size_t c = 0;
    while (c < sheet->columns && strcasecmp(sheet_cell(sheet, 0, c), heading) != 0) {
        c++;
    }
    return c;
}

static const char *cell(const struct sheet *sheet, size_t row, const char *heading) {
    return sheet_cell(sheet, row, column(sheet, heading));
}

bool class_read_points(const char *text, int64_t *points) {
    char *end;
    const char *digits = text + (*text == '+' || *text == '-');
    const long whole = strtol(digits, &end, 10);
    *points = whole * 100;
    if (*digits < '0' || *digits > '9' || whole > 100000) {
        return false;
    }
    if (*end == '.' || *end == ',') {
        const size_t places = strspn(++end, "0123456789");
        if (places < 1 || places > 2) {
            return false;
        }
        *points += (end[0] - '0') * 10 + (places == 2 ? end[1] - '0' : 0);
        end += places;
    }
    *points *= *text == '-' ? -1 : 1;
    return *end == '\0';
}

/* One row's marks, behind those `given` above, whose end is `*tail`; empty cells are no marks. */
static bool take_marks(struct graded_class *class, const struct policy *policy,
                       const struct sheet *sheet, size_t row, const char *path,
                       const struct mark *given, struct mark ***tail, struct error *error) {
    struct arena *arena = &class->arena;
    const char *where = arena_printf(arena, "%s:%zu: student: ", path, sheet->lines[row]);
    const struct person *person = find_person(class, cell(sheet, row, "student"), where, error);
    if (person == NULL) {
        return false;
    }
    for (const struct mark *mark = given; mark != NULL; mark = mark->next) {
        if (strcmp(mark->student, person->key) == 0) {
            return error_set(error, "%s'%s' has a row above already", where, person->key);
        }
    }
    for (const struct policy_criterion *c = policy->rubric; c != NULL; c = c->next) {
        const char *text = cell(sheet, row, c->name);
        int64_t points;
        char most[POINTS_TEXT_BYTES];
        if (*text == '\0') {
            continue;
        }
        if (!class_read_points(text, &points) || points < 0 || points > c->points) {
            return error_set(error, "%s:%zu: %s: '%s' is not a number from 0 to %s", path,
                             sheet->lines[row], c->name, text, report_points(c->points, most));
        }
        struct mark *mark = **tail = arena_alloc(arena, sizeof *mark);
        *mark = (struct mark){.student = person->key,
                              .criterion = c->name,
                              .points = points,
                              .comment = cell(sheet, row, "comment"),
                              .initials = cell(sheet, row, "by"),
                              .second = cell(sheet, row, "second")};
        *tail = &mark->next;
    }
    return true;
}

/* The first `required` of the columns (NULL behind the last) must be there, and no others but the
 * rubric's. */
static bool check_headings(const struct sheet *sheet, const char *path, const char *const *columns,
                           size_t required, const struct policy_criterion *rubric,
                           struct error *error) {
    for (size_t i = 0; i < required; i++) {
        if (column(sheet, columns[i]) == sheet->columns) {
            return error_set(error, "%s:1: the column '%s' is missing", path, columns[i]);
        }
    }
    for (size_t c = 0; c < sheet->columns; c++) {
        const char *heading = sheet_cell(sheet, 0, c);
        bool found = false;
        for (size_t i = 0; columns[i] != NULL; i++) {
            found = found || strcasecmp(heading, columns[i]) == 0;
        }
        for (const struct policy_criterion *r = rubric; r != NULL; r = r->next) {
            found = found || strcasecmp(heading, r->name) == 0;
        }
        if (!found) {
            return error_set(error,
                             rubric != NULL ? "%s:1: '%s' is not a part of policy.yaml's rubric"
                                            : "%s:1: '%s' is no column of requests.csv",
                             path, heading);
        }
        if (column(sheet, heading) != c) {
            return error_set(error, "%s:1: the column '%s' is there twice", path, heading);
        }
    }
    return true;
}

static bool take_rubric(struct graded_class *class, const struct policy *policy, const char *csv,
                        size_t *rows, struct error *error) {
    struct sheet sheet;
    struct mark *marks = NULL, **tail = &marks;
    if (policy->rubric == NULL) {
        return error_set(error, "%s/policy.yaml has no rubric: its list `rubric` names the parts",
                         class->options.out);
    }
    if (!sheet_read(&sheet, csv, false, error)) {
        return false;
    }
    bool good = check_headings(&sheet, csv, policy_columns, 1, policy->rubric, error);
    for (size_t row = 1; good && row < sheet.rows; row++) {
        good = take_marks(class, policy, &sheet, row, csv, marks, &tail, error);
    }
    good = good && marks_put(class->journal, marks, error);
    *rows = sheet.rows - 1;
    sheet_free(&sheet);
    return good;
}

/* A table was read: notes that, and writes all anew. The class's own table is written from the
 * journal, which has all of it now. */
static bool end_table(struct graded_class *class, const char *csv, const char *order,
                      const char *what, size_t rows, struct error *error) {
    struct stat given, own;
    const char *path = arena_printf(&class->arena, "%s/%s.csv", class->options.out, order);
    if (!change_add(class->journal, class->options.by, what, error)) {
        return false;
    }
    printf("%s: %zu row%s read\n", csv, rows, rows == 1 ? "" : "s");
    if (stat(csv, &given) == 0 && stat(path, &own) == 0 && given.st_dev == own.st_dev &&
        given.st_ino == own.st_ino) {
        unlink(path);
    }
    return write_class(class, error);
}

bool class_rubric(const struct class_order *order, const char *csv, struct error *error) {
    struct graded_class class = {0};
    struct policy policy = {0};
    size_t rows = 0;
    const char *rules = arena_printf(&class.arena, "%s/policy.yaml", order->out);
    const struct lab *lab = open_class(&class, order, error) ? open_lab(&class, error) : NULL;
    const bool good = lab != NULL && policy_read(&policy, rules, lab, error) &&
                      take_rubric(&class, &policy, csv, &rows, error) &&
                      end_table(&class, csv, "rubric",
                                message_print(&class.arena, "rubric %s", csv), rows, error);
    policy_free(&policy);
    close_class(&class);
    return good;
}

/* ---- requests ---- */

static const char *const request_columns[] = {"student", "exercise", "request", "name",
                                              "asked",   "answer",   "by",      NULL};

/* The cell, without the apostrophe that keeps a spreadsheet from taking it for a formula. */
static const char *said(const struct sheet *sheet, size_t row, const char *heading) {
    const char *text = cell(sheet, row, heading);
    return text[0] == '\'' && text[1] != '\0' && strchr("=+-@", text[1]) != NULL ? text + 1 : text;
}

static bool take_request(struct graded_class *class, const struct sheet *sheet, size_t row,
                         const char *path, struct request *request, struct error *error) {
    const char *place = arena_printf(&class->arena, "%s:%zu: ", path, sheet->lines[row]);
    const struct person *person =
        find_person(class, said(sheet, row, "student"),
                    arena_printf(&class->arena, "%sstudent: ", place), error);
    const char *exercise =
        person != NULL ? exercise_of(class, said(sheet, row, "exercise"),
                                     arena_printf(&class->arena, "%sexercise: ", place), error)
                       : NULL;
    if (exercise == NULL) {
        return false;
    }
    *request = (struct request){.student = person->key,
                                .exercise = exercise,
                                .text = said(sheet, row, "request"),
                                .asked = said(sheet, row, "asked"),
                                .answer = said(sheet, row, "answer"),
                                .initials = said(sheet, row, "by")};
    if (*request->answer != '\0' && *request->initials == '\0') {
        request->initials = class->options.by;
    }
    return *request->text != '\0' ||
           error_set(error, "%srequest: it is empty: what does %s ask for?", place, person->key);
}

bool class_requests(const struct class_order *order, const char *csv, struct error *error) {
    struct graded_class class = {0};
    struct sheet sheet = {0};
    struct request *first = NULL, **tail = &first;
    bool good = open_class(&class, order, error) && sheet_read(&sheet, csv, false, error) &&
                check_headings(&sheet, csv, request_columns, 3, NULL, error);
    for (size_t row = 1; good && row < sheet.rows; row++) {
        *tail = arena_alloc(&class.arena, sizeof **tail);
        good = take_request(&class, &sheet, row, csv, *tail, error);
        tail = &(*tail)->next;
    }
    good = good && requests_put(class.journal, first, error) &&
           end_table(&class, csv, "requests", message_print(&class.arena, "requests %s", csv),
                     sheet.rows - 1, error);
    sheet_free(&sheet);
    close_class(&class);
    return good;
}

/* ---- one student anew ---- */

bool class_again(const struct class_order *order, const char *student, bool *complete,
                 struct error *error) {
    struct graded_class class = {0};
    const struct person *person = open_person(&class, order, student, error);
    journal_close(class.journal);
    class.journal = NULL;
    class.options.only = person != NULL ? person->key : NULL;
    const bool good =
        person != NULL && class_grade(&class.options, class.lab, class.labs, complete, error);
    close_class(&class);
    return good;
}
