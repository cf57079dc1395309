#include "pages.h"

#include "../../report/report.h"

#include <stdlib.h>

enum { WIDTH = 400, HEIGHT = 150, LEFT = 36, TOP = 10, BASE = 126 };

/* How all first attempts went, or all second ones …: an exercise's, or the whole (NULL). */
struct series_point {
    size_t count, full;
    int64_t sum, points;
};

static struct series_point series_at(const struct book *book, size_t attempt,
                                     const char *exercise) {
    struct series_point point = {0};
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book_attempt_counted(&book->rows[i], attempt);
        const struct exercise_result *one =
            result != NULL && exercise != NULL ? result_find_exercise(result, exercise) : NULL;
        if (result == NULL || (exercise != NULL && one == NULL)) {
            continue;
        }
        const int64_t earned = one != NULL ? one->earned : result->earned;
        const int64_t points = one != NULL ? one->points : result->points;
        point.count++;
        point.full += earned >= points;
        point.sum += earned;
        point.points += points;
    }
    return point;
}

static int64_t mean_of(const struct series_point *point) {
    return point->count > 0 ? point->sum / (int64_t)point->count : 0;
}

static int height_of(const struct series_point *point) {
    const int64_t tall = BASE - TOP;
    const int64_t share = point->points > 0 ? point->sum * tall / point->points : 0;
    return BASE - (int)(share < 0 ? 0 : share > tall ? tall : share);
}

static int column_of(size_t attempt, size_t attempts) {
    return LEFT + 12 + (int)(attempt * (WIDTH - LEFT - 24) / (attempts - 1));
}

/* The mean of each attempt, in percent of its points. */
static void curve(FILE *file, const struct book *book, size_t attempts) {
    fprintf(file, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    page_say(file, book, "The mean of each attempt, in percent");
    fputs("\" font-size=\"11\" text-anchor=\"middle\" fill=\"currentColor\">\n", file);
    for (int percent = 0; percent <= 100; percent += 50) {
        const int y = BASE - (BASE - TOP) * percent / 100;
        fprintf(file,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"currentColor\" "
                "stroke-opacity=\".2\"/><text x=\"%d\" y=\"%d\">%d %%</text>\n",
                LEFT, y, WIDTH, y, LEFT / 2, y + 4, percent);
    }
    fputs("<polyline class=\"mean\" points=\"", file);
    for (size_t a = 0; a < attempts; a++) {
        const struct series_point point = series_at(book, a, NULL);
        fprintf(file, "%s%d,%d", a > 0 ? " " : "", column_of(a, attempts), height_of(&point));
    }
    fputs("\"/>\n", file);
    for (size_t a = 0; a < attempts; a++) {
        const struct series_point point = series_at(book, a, NULL);
        const int x = column_of(a, attempts);
        fprintf(file,
                "<circle class=\"bar\" cx=\"%d\" cy=\"%d\" r=\"3\"/>"
                "<text x=\"%d\" y=\"%d\">%zu</text>\n",
                x, height_of(&point), x, HEIGHT - 6, a + 1);
    }
    fputs("</svg>\n", file);
    page_remark(file, book,
                "The mean of the first, second, … attempts, in percent: a student who stopped "
                "trying is in the earlier ones only.");
}

static void row(FILE *file, const struct book *book, size_t attempt) {
    const struct series_point all = series_at(book, attempt, NULL);
    fputs("<tr>", file);
    page_count_cell(file, attempt + 1);
    page_count_cell(file, all.count);
    page_points_cell(file, book, mean_of(&all), "n");
    page_meter_cell(file, all.full, all.count);
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        const struct series_point one = series_at(book, attempt, e->name);
        if (one.count > 0) {
            page_points_cell(file, book, mean_of(&one), "n x");
        } else {
            fputs("<td class=\"n x\" data-key=\"-1\"></td>", file);
        }
    }
    fputs("</tr>\n", file);
}

void page_attempts(FILE *file, const struct book *book) {
    struct arena arena = {0};
    size_t attempts = 0, count = 5;
    for (size_t i = 0; i < book->count; i++) {
        const size_t own = book->rows[i].attempt_count;
        attempts = own > attempts ? own : attempts;
    }
    if (attempts < 2) {
        return;
    }
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        count++;
    }
    struct page_column *columns = arena_alloc(&arena, count * sizeof *columns);
    columns[0] = (struct page_column){"Attempt", "n"};
    columns[1] = (struct page_column){"Submissions", "n"};
    columns[2] = (struct page_column){"Mean", "n"};
    columns[3] = (struct page_column){"Full marks", "n"};
    columns[4] = (struct page_column){"", "x"};
    count = 5;
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        columns[count++] = (struct page_column){page_exercise(book, e->name), "n x"};
    }
    page_heading(file, book, "Attempts");
    curve(file, book, attempts);
    page_table_begin(file, book, columns, count);
    for (size_t a = 0; a < attempts; a++) {
        row(file, book, a);
    }
    page_table_end(file);
    arena_free(&arena);
}
