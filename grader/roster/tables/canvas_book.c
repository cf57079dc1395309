/* Canvas's grade import: the export of its gradebook that was given as the roster comes back with
 * who is who as it was, and one assignment. */
#include "../../report/report.h"
#include "output.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Canvas reads who is who from the columns up to this one, whose headings it knows by their places.
 */
static const char last_of_who[] = "Section";

/* The number of columns that tell who somebody is; 0 where the roster is none of Canvas's. */
static size_t who_columns(const struct roster *roster) {
    const struct sheet *table = &roster->table;
    const bool split = strcmp(sheet_cell(table, 0, 0), "LastName") == 0;
    if (table->rows == 0 || strcmp(sheet_cell(table, 0, split ? 2 : 1), "ID") != 0 ||
        (!split && strcmp(sheet_cell(table, 0, 0), "Student") != 0)) {
        return 0;
    }
    for (size_t c = 0; c < table->columns; c++) {
        if (strcmp(sheet_cell(table, 0, c), last_of_who) == 0) {
            return c + 1;
        }
    }
    return 0;
}

static const char *title_of(const struct book *book) {
    const struct lab *lab = &book->run->lab;
    return lab->title != NULL ? lab->title : lab->name;
}

/* Is the heading that assignment's, "Histogram (1234)" with Canvas's number of it? */
static bool is_headed(const char *heading, const char *title) {
    const size_t length = strlen(title);
    if (strncasecmp(heading, title, length) != 0) {
        return false;
    }
    const char *rest = heading + length;
    return *rest == '\0' || (strncmp(rest, " (", 2) == 0 && isdigit((unsigned char)rest[2]) &&
                             strcmp(rest + 2 + strspn(rest + 2, "0123456789"), ")") == 0);
}

/* The lab's assignment from that column on, or the number of columns where there is none. */
static size_t next_assignment(const struct book *book, size_t column) {
    const struct sheet *table = &book->roster.table;
    while (column < table->columns && !is_headed(sheet_cell(table, 0, column), title_of(book)) &&
           !is_headed(sheet_cell(table, 0, column), book->run->lab.name)) {
        column++;
    }
    return column;
}

/* The column of the lab's assignment, or the number of columns where Canvas has none yet. */
static size_t assignment_column(const struct book *book) {
    return next_assignment(book, who_columns(&book->roster));
}

/* The row of the points that assignments give, or 0. */
static size_t points_row(const struct sheet *table) {
    for (size_t row = 1; row < table->rows; row++) {
        if (strstr(sheet_cell(table, row, 0), "Points Possible") != NULL) {
            return row;
        }
    }
    return 0;
}

/* Has the teacher excused the student of that row from the assignment? */
static bool is_excused(const struct sheet *table, size_t row, size_t column) {
    return strcasecmp(sheet_cell(table, row, column), "EX") == 0;
}

/* A line for each student who is excused, and who handed in all the same. */
static const char *note_excused(const struct book *book, size_t column, struct arena *arena) {
    const struct sheet *table = &book->roster.table;
    const char *notes = "";
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->job != NULL && is_excused(table, row->roster, column)) {
            notes = arena_printf(arena,
                                 "%s%s:%zu: %s is excused in Canvas (EX), but handed in: the "
                                 "work is graded, and canvas-gradebook.csv leaves the EX\n",
                                 notes, book->run->options.roster, table->lines[row->roster],
                                 row->name);
        }
    }
    return notes;
}

/* Of two assignments with one title nobody but the teacher can tell which is meant. */
static const char *note_second(const struct book *book, size_t column, struct arena *arena) {
    const struct sheet *table = &book->roster.table;
    const size_t second = next_assignment(book, column + 1);
    return second >= table->columns
               ? ""
               : arena_printf(arena,
                              "%s: two assignments are called so: '%s' gets the points, and '%s' "
                              "is left out; remove the column that is not meant\n",
                              book->run->options.roster, sheet_cell(table, 0, column),
                              sheet_cell(table, 0, second));
}

const char *book_note_canvas(const struct book *book, struct arena *arena) {
    const struct sheet *table = &book->roster.table;
    const size_t column = assignment_column(book), row = points_row(table);
    const char *path = book->run->options.roster, *cell = sheet_cell(table, row, column);
    char points[POINTS_TEXT_BYTES];
    report_points(book->points, points);
    if (who_columns(&book->roster) == 0) {
        return "";
    }
    if (column == table->columns) {
        return arena_printf(
            arena,
            "%s: no assignment is called '%s': canvas-gradebook.csv makes a new one "
            "in Canvas\n",
            path, title_of(book));
    }
    const double most = roster_number(cell);
    const char *excused = arena_printf(arena, "%s%s", note_second(book, column, arena),
                                       note_excused(book, column, arena));
    return row == 0 || isnan(most) || llround(most * 100) == book->points
               ? excused
               : arena_printf(arena,
                              "%s%s:%zu: '%s' gives %s points in Canvas, where the lab gives up to "
                              "%s: set it to %s there\n",
                              excused, path, table->lines[row], sheet_cell(table, 0, column), cell,
                              points, points);
}

static void write_points_row(FILE *file, const struct book *book, size_t who) {
    for (size_t c = 0; c < who; c++) {
        sheet_write_plain(file, c == 0 ? "    Points Possible" : "", c == 0);
    }
    book_points(file, book->points, false);
    fputc('\n', file);
}

/* Of a student without a result, or who is excused, and of rows that are no student's, what the
 * export has is left: an empty cell would clear it, and points would end the excuse. */
void book_canvas(FILE *file, const struct book *book) {
    struct arena arena = {0};
    const struct sheet *table = &book->roster.table;
    const size_t who = who_columns(&book->roster), column = assignment_column(book);
    const size_t points = points_row(table);
    const bool is_new = column == table->columns;
    const struct result **results =
        arena_alloc(&arena, (table->rows + 1) * sizeof(struct result *));
    for (size_t i = 0; i < book->count; i++) {
        results[book->rows[i].roster] = book->rows[i].result;
    }
    for (size_t row = 0; who > 0 && row < table->rows; row++) {
        for (size_t c = 0; c < who; c++) {
            sheet_write_text(file, sheet_cell(table, row, c), c == 0);
        }
        if (row > 0 && results[row] != NULL && !is_excused(table, row, column)) {
            book_points(file, results[row]->earned, false);
        } else if (is_new && row == 0) {
            sheet_write_text(file, title_of(book), false);
        } else if (is_new && row == points && points > 0) {
            book_points(file, book->points, false);
        } else {
            sheet_write_text(file, sheet_cell(table, row, column), false);
        }
        fputc('\n', file);
        if (row == 0 && points == 0) {
            write_points_row(file, book, who);
        }
    }
    arena_free(&arena);
}
