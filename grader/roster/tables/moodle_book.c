/* What Moodle imports: grades, and the grading worksheet. */
#include "../../message_text.h"
#include "../../report/feedback.h"
#include "../../report/report.h"
#include "output.h"

#include <math.h>

/* Some feedback in a line or two, for tables, in the student's language: the arena's. Hidden checks
 * stay hidden. */
static const char *feedback_of(struct arena *arena, const struct book *book,
                               const struct row *row) {
    const struct language *language = book_reads_french(book, row) ? &book->french : NULL;
    const struct report_options student = {.audience = AUDIENCE_STUDENT, .language = language};
    if (row->result == NULL) {
        return language_say(language, arena,
                            row->job == NULL ? "Nothing was handed in." : "Not graded.");
    }
    const char *refused = row->job->collected.refused, *notes = row->job->collected.notes;
    const struct result *whole = book_whole(book, row, arena);
    struct result result = *(whole != NULL ? whole : row->result);
    result.exercises = refused == NULL ? result.exercises : NULL;
    const char *text = feedback_outline(arena, &student, &result);
    const char *more = refused != NULL ? message_print(arena, "Refused: %s.", refused) : notes;
    return *more != '\0' ? arena_printf(arena, "%s %s", text, language_say(language, arena, more))
                         : text;
}

static void feedback_cell(FILE *file, const struct book *book, const struct row *row, bool first) {
    struct arena arena = {0};
    sheet_write_text(file, feedback_of(&arena, book, row), first);
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
    bool known = false; /* by an address, a user name or an ID number */
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        known = known || (row->roster > 0 && (*row->email != '\0' || *row->id != '\0'));
    }
    if (!known) {
        return;
    }
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
        row->result != NULL ? book_points(file, moodle_grade(row->result), false)
                            : sheet_write_plain(file, "-", false);
        feedback_cell(file, book, row, false);
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
                book_points(file, moodle_grade(row->result), c == 0);
            } else if (row != NULL && c == roster->column[ROSTER_FEEDBACK]) {
                feedback_cell(file, book, row, c == 0);
            } else {
                sheet_write_text(file, sheet_cell(&roster->table, r, c), c == 0);
            }
        }
        if (own_comments && row != NULL) {
            feedback_cell(file, book, row, false);
        } else if (own_comments) {
            sheet_write_text(file, r == 0 ? "Feedback comments" : "", false);
        }
        fputc('\n', file);
    }
    arena_free(&arena);
}

void book_moodle_worksheet(FILE *file, const struct book *book) {
    const struct roster *roster = &book->roster;
    bool numbered = false; /* as Moodle's participants */
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        numbered = numbered || (row->job != NULL && *row->job->student->id != '\0');
    }
    if (!numbered) {
        return;
    }
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
        row->result != NULL ? book_points(file, moodle_grade(row->result), false)
                            : sheet_write_plain(file, "", false);
        book_points(file, book->points > MOODLE_MOST ? MOODLE_MOST : book->points, false);
        fputs(",-,-", file);
        feedback_cell(file, book, row, false);
        fputc('\n', file);
    }
    arena_free(&arena);
}
