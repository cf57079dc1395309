/* The tables: a grade book of our own, Moodle's grade import, and Moodle's grading worksheet. */
#include "../../report/feedback.h"
#include "../../report/report.h"
#include "output.h"
#include "../submissions/similarity.h"

#include <math.h>
#include <string.h>

static void number(FILE *file, int64_t hundredths, bool first) {
    char text[POINTS_TEXT_BYTES];
    sheet_write_plain(file, report_points(hundredths, text), first);
}

/* Does it say more than what was seen before it, which is a pass or no judgement? A skipped check
 * says nothing that another has not said. */
static bool is_graver(enum verdict verdict, enum verdict before) {
    return verdict != VERDICT_PASS && (verdict < VERDICT_SKIPPED || before <= VERDICT_SKIPPED);
}

/* What is wrong with the exercise: the first verdict that is neither a pass nor a consequence;
 * "pass" when all are; "" when not graded. */
static const char *exercise_verdict(const struct exercise_result *exercise) {
    enum verdict verdict = VERDICT_PASS;
    const struct check_result *check = exercise != NULL ? exercise->checks : NULL;
    for (; check != NULL; check = check->next) {
        if (verdict == VERDICT_PASS || verdict >= VERDICT_SKIPPED) {
            verdict = is_graver(check->verdict, verdict) ? check->verdict : verdict;
        }
    }
    return exercise != NULL ? verdict_name(verdict) : "";
}

/* Some feedback in a line or two, for tables: the arena's. Hidden checks stay hidden. */
static const char *book_feedback(struct arena *arena, const struct row *row) {
    const struct report_options student = {.audience = AUDIENCE_STUDENT};
    if (row->result == NULL) {
        return row->job == NULL ? "Nothing was handed in." : "Not graded.";
    }
    const char *refused = row->job->collected.refused, *notes = row->job->collected.notes;
    struct result result = *row->result;
    result.exercises = refused == NULL ? result.exercises : NULL;
    const char *text = feedback_outline(arena, &student, &result);
    return refused != NULL  ? arena_printf(arena, "%s Refused: %s.", text, refused)
           : *notes != '\0' ? arena_printf(arena, "%s %s", text, notes)
                            : text;
}

void book_grades(FILE *file, const struct book *book) {
    const struct report_options english = {.audience = AUDIENCE_INSTRUCTOR};
    struct arena arena = {0};
    static const char *const fixed[] = {"student", "name",   "id",     "email",
                                        "status",  "points", "earned", "percent"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        sheet_write_plain(file, fixed[i], i == 0);
    }
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        sheet_write_text(file, e->name, false);
        sheet_write_text(file, arena_printf(&arena, "%s verdict", e->name), false);
    }
    fputs(book->ruled ? ",seed,notes,before the rules,rules\n" : ",seed,notes\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        const struct result *result = row->result;
        sheet_write_text(file, row->student != NULL ? row->student->key : "", true);
        sheet_write_text(file, row->name, false);
        sheet_write_text(file, row->id, false);
        sheet_write_text(file, row->email, false);
        sheet_write_text(file, row->status, false);
        number(file, row->result != NULL ? row->result->points : book->points, false);
        if (result != NULL) {
            number(file, result->earned, false);
            number(file,
                   result->points > 0 ? rules_part(result->earned, 100 * 100, result->points) : 0,
                   false);
        } else {
            fputs(",,", file);
        }
        for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
            const struct exercise_result *exercise = result_find_exercise(row->result, e->name);
            exercise != NULL ? number(file, exercise->earned, false) : (void)fputc(',', file);
            sheet_write_plain(file, book_counted(row) != NULL ? exercise_verdict(exercise) : "",
                              false);
        }
        sheet_write_plain(
            file,
            result != NULL ? arena_printf(&arena, "%llu", (unsigned long long)result->seed) : "",
            false);
        sheet_write_text(file,
                         row->job == NULL                      ? ""
                         : row->job->collected.refused != NULL ? row->job->collected.refused
                                                               : row->job->collected.notes,
                         false);
        if (book->ruled) {
            row->raw != NULL ? number(file, row->raw->earned, false) : (void)fputc(',', file);
            sheet_write_text(file, result != NULL ? feedback_rules(&arena, &english, result) : "",
                             false);
        }
        fputc('\n', file);
    }
    arena_free(&arena);
}

void book_measured(FILE *file, const struct book *book) {
    fputs("student,step,seconds\n", file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        const struct timing *timing = row->result != NULL ? row->result->timings : NULL;
        for (; timing != NULL; timing = timing->next) {
            sheet_write_text(file, row->student->key, true);
            sheet_write_text(file, timing->name, false);
            fprintf(file, ",%.3f\n", timing->seconds);
        }
    }
}

void book_similar(FILE *file, const struct book *book) {
    struct arena arena = {0};
    struct similar similar = similar_find(&arena, book);
    fputs("one,other,percent,shared fingerprints,of\n", file);
    for (size_t i = 0; i < similar.count; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        sheet_write_text(file, book->rows[pair->a].student->key, true);
        sheet_write_text(file, book->rows[pair->b].student->key, false);
        fprintf(file, ",%u,%zu,%zu\n", pair->percent, pair->shared, pair->smaller);
    }
    for (size_t i = 0; i < similar.earlier_count; i++) {
        const struct similar_earlier *other = &similar.earlier[i];
        sheet_write_text(file, book->rows[other->row].student->key, true);
        sheet_write_text(file, arena_printf(&arena, "earlier/%s", other->name), false);
        fprintf(file, ",%u,%zu,%zu\n", other->percent, other->shared, other->smaller);
    }
    arena_free(&arena);
}

/* Moodle takes grades up to 100 unless a site allows more: a larger lab is scaled to percent. */
enum { MOODLE_MOST = 100 * 100 };

static int64_t moodle_grade(const struct result *result) {
    return result->points > MOODLE_MOST ? rules_part(result->earned, MOODLE_MOST, result->points)
                                        : result->earned;
}

const char *book_note_maximum(const struct book *book, struct arena *arena) {
    const char *cell = roster_cell(&book->roster, 1, ROSTER_MOST);
    const int64_t points = book->points < MOODLE_MOST ? book->points : MOODLE_MOST;
    const double most = roster_number(cell);
    char text[POINTS_TEXT_BYTES];
    return isnan(most) || llround(most * 100) == points
               ? ""
               : arena_printf(arena,
                              "%s: Maximum grade is %s in Moodle, where the lab gives up to %s "
                              "points: set it to %s there, since Moodle leaves out larger grades\n",
                              book->run->options.roster, cell, report_points(points, text), text);
}

void book_moodle_grades(FILE *file, const struct book *book) {
    struct arena arena = {0};
    const char *title = book->run->lab.title != NULL ? book->run->lab.title : book->run->lab.name;
    fputs("Email address,ID number,Username,First name,Surname", file);
    sheet_write_text(file, title, false);
    sheet_write_text(file, arena_printf(&arena, "Feedback: %s", title), false);
    fputc('\n', file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->roster == 0) {
            continue; /* one person that Moodle does not know stops the whole import */
        }
        static const enum roster_column columns[] = {ROSTER_EMAIL, ROSTER_ID, ROSTER_USERNAME,
                                                     ROSTER_FIRST, ROSTER_LAST};
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
            sheet_write_text(file, roster_cell(&book->roster, row->roster, columns[c]), c == 0);
        }
        row->result != NULL ? number(file, moodle_grade(row->result), false)
                            : sheet_write_plain(file, "-", false);
        sheet_write_text(file, book_feedback(&arena, row), false);
        fputc('\n', file);
    }
    arena_free(&arena);
}

/* The teacher's own worksheet with two columns filled in. */
static void fill_worksheet(FILE *file, const struct book *book) {
    struct arena arena = {0};
    const struct roster *roster = &book->roster;
    const struct row **rows = arena_alloc(&arena, (roster->table.rows + 1) * sizeof(struct row *));
    for (size_t i = 0; i < book->count; i++) {
        rows[book->rows[i].roster] = &book->rows[i];
    }
    bool own_comments = roster->column[ROSTER_FEEDBACK] == roster->table.columns;
    for (size_t r = 0; r < roster->table.rows; r++) {
        const struct row *row = r > 0 ? rows[r] : NULL;
        for (size_t c = 0; c < roster->table.columns; c++) {
            if (row != NULL && row->result != NULL && c == roster->column[ROSTER_GRADE]) {
                number(file, moodle_grade(row->result), c == 0);
            } else if (row != NULL && c == roster->column[ROSTER_FEEDBACK]) {
                sheet_write_text(file, book_feedback(&arena, row), c == 0);
            } else {
                sheet_write_text(file, sheet_cell(&roster->table, r, c), c == 0);
            }
        }
        if (own_comments) {
            sheet_write_text(file,
                             r == 0        ? "Feedback comments"
                             : row != NULL ? book_feedback(&arena, row)
                                           : "",
                             false);
        }
        fputc('\n', file);
    }
    arena_free(&arena);
}

void book_moodle_worksheet(FILE *file, const struct book *book) {
    const struct roster *roster = &book->roster;
    if (roster->table.rows > 0 && roster->column[ROSTER_IDENTIFIER] < roster->table.columns &&
        roster->column[ROSTER_GRADE] < roster->table.columns) {
        fill_worksheet(file, book);
        return;
    }
    struct arena arena = {0};
    fputs("Identifier,Full name,Email address,Status,Grade,Maximum grade,"
          "Last modified (submission),Last modified (grade),Feedback comments\n",
          file);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->job == NULL || *row->job->student->id == '\0') {
            continue;
        }
        sheet_write_plain(file, arena_printf(&arena, "Participant %s", row->job->student->id),
                          true);
        sheet_write_text(file, row->name, false);
        sheet_write_text(file, row->email, false);
        sheet_write_plain(file, "Submitted for grading", false);
        row->result != NULL ? number(file, moodle_grade(row->result), false)
                            : sheet_write_plain(file, "", false);
        number(file, book->points > MOODLE_MOST ? MOODLE_MOST : book->points, false);
        fputs(",-,-", file);
        sheet_write_text(file, book_feedback(&arena, row), false);
        fputc('\n', file);
    }
    arena_free(&arena);
}
