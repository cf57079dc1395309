#include "columns.h"

#include "../report/report.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xlsxwriter.h>

enum { MOST_SERIES = 64, MOST_POINTS = 64, WIDEST = 64 /* letters in a column */ };

/* A line of a chart: rows of the table. */
struct series {
    const struct speedup_row *first; /* exercise, device and schedule are its */
    size_t variant; /* its colour and mark: measured and modelled, an exercise has the same ones */
    size_t rows[MOST_POINTS];
    size_t count;
};

struct workbook_writing {
    const struct speedup_table *table;
    lxw_workbook *book;
    lxw_worksheet *sheet, *figures;
    lxw_format *head, *figure,
        *text; /* of the first line; of numbers; of words, on several lines */
    struct arena arena;
    struct series series[MOST_SERIES];
    size_t count, variants[2]; /* of GPUs, of the CPU */
    lxw_row_t next;            /* the first free row of the second sheet */
    lxw_row_t charts;          /* on it */
};

static bool equal(const struct speedup_row *a, const struct speedup_row *b, enum column column) {
    return strcmp(a->cell[column], b->cell[column]) == 0;
}

static bool on_cpu(const struct speedup_row *row) {
    return strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0;
}

/* Counts, which need no decimals. */
static bool is_count(enum column column) {
    return column == COLUMN_N || column == COLUMN_BYTES || column == COLUMN_THREADS ||
           column == COLUMN_RUNS;
}

/* So many pages across, with the first line on each. */
static void set_page(lxw_worksheet *sheet, uint16_t across) {
    worksheet_set_paper(sheet, 9); /* A4 */
    worksheet_fit_to_pages(sheet, across, 0);
    worksheet_set_margins(sheet, 0.3, 0.3, 0.5, 0.5); /* inches */
    worksheet_repeat_rows(sheet, 0, 0);
}

/* A column as wide as its name and its longest text, within reason; one without any is hidden. */
static void set_width(lxw_worksheet *sheet, int column, size_t longest) {
    static lxw_row_col_options hidden = {.hidden = LXW_TRUE};
    const double name = (double)strlen(column_name((enum column)column)) + 1; /* it is bold */
    worksheet_set_column_opt(sheet, (lxw_col_t)column, (lxw_col_t)column,
                             fmax(fmin((double)longest, WIDEST), name) + 1, NULL,
                             longest == 0 ? &hidden : NULL);
}

static void write_rows(struct workbook_writing *writing) {
    const struct speedup_table *table = writing->table;
    const int columns =
        table->rows[0].cell[COLUMN_SHEET][0] != '\0' ? COLUMN_COUNT : (int)COLUMN_SHEET;
    size_t longest[COLUMN_COUNT] = {0};
    for (int column = 0; column < columns; column++) {
        worksheet_write_string(writing->sheet, 0, (lxw_col_t)column,
                               column_name((enum column)column), writing->head);
    }
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *row = &table->rows[i];
        const size_t note = strlen(row->cell[COLUMN_NOTE]);
        const size_t machine = strlen(row->cell[COLUMN_MACHINE]);
        const size_t lines = 1 + (note > machine ? note : machine) / (WIDEST - 6); /* at words */
        worksheet_set_row(writing->sheet, (lxw_row_t)i + 1, 15 * (double)lines, NULL);
        for (int c = 0; c < columns; c++) {
            const enum column column = (enum column)c;
            const lxw_row_t at = (lxw_row_t)i + 1;
            const char *formula = speedup_formula(table, row, column, &writing->arena);
            const double value = speedup_derive(table, row, column);
            size_t *width = &longest[speedup_place(row, column)];
            const size_t text = formula == NULL   ? strlen(row->cell[column])
                                : isfinite(value) ? 8
                                                  : 0;
            *width = text > *width ? text : *width;
            if (formula != NULL && isfinite(value)) {
                worksheet_write_formula_num(writing->sheet, at, (lxw_col_t)c, formula,
                                            writing->figure, value);
            } else if (formula != NULL) {
                worksheet_write_formula_str(writing->sheet, at, (lxw_col_t)c, formula, NULL, "");
            } else if (column != COLUMN_LAUNCH && column != COLUMN_LOCKSTEP &&
                       isfinite(row_number(row, column))) {
                worksheet_write_number(writing->sheet, at, (lxw_col_t)speedup_place(row, column),
                                       row_number(row, column),
                                       is_count(column) ? NULL : writing->figure);
            } else if (row->cell[column][0] != '\0') {
                worksheet_write_string(writing->sheet, at, (lxw_col_t)c, row->cell[column],
                                       writing->text);
            }
        }
    }
    worksheet_freeze_panes(writing->sheet, 1, 2);
    for (int c = 0; c < columns; c++) {
        set_width(writing->sheet, c, longest[c]);
    }
    worksheet_repeat_columns(writing->sheet, 0, COLUMN_EXERCISE);
    worksheet_set_landscape(writing->sheet);
    set_page(writing->sheet, 2); /* on one, the type cannot be read */
}

/* Whether a row of the CPU is in the figure: the way to compile of the first row, the largest n. */
static bool is_shown(const struct workbook_writing *writing, const struct speedup_row *row) {
    const struct speedup_row *way = NULL;
    double largest = 0;
    for (size_t i = 0; i < writing->table->count; i++) {
        const struct speedup_row *other = &writing->table->rows[i];
        if (on_cpu(other) && !other->baseline && equal(other, row, COLUMN_LAB)) {
            way = way == NULL ? other : way;
            largest = fmax(largest, row_number(other, COLUMN_N));
        }
    }
    return way != NULL && equal(row, way, COLUMN_COMPILER) && equal(row, way, COLUMN_FLAGS) &&
           row_number(row, COLUMN_N) == largest;
}

static struct series *series_of(struct workbook_writing *writing, const struct speedup_row *row) {
    size_t variant = writing->variants[on_cpu(row)];
    for (size_t i = 0; i < writing->count; i++) {
        const struct speedup_row *first = writing->series[i].first;
        if (equal(first, row, COLUMN_LAB) && equal(first, row, COLUMN_EXERCISE) &&
            on_cpu(first) == on_cpu(row) && equal(first, row, COLUMN_SHEET) &&
            (!on_cpu(row) || equal(first, row, COLUMN_LAUNCH))) {
            variant = writing->series[i].variant;
            if (equal(first, row, COLUMN_DEVICE)) {
                return &writing->series[i];
            }
        }
    }
    if (writing->count == MOST_SERIES) {
        return NULL;
    }
    struct series *made = &writing->series[writing->count++];
    made->first = row;
    made->variant = variant;
    writing->variants[on_cpu(row)] += variant == writing->variants[on_cpu(row)];
    return made;
}

/* On the CPU a point for each number of threads, on a GPU for each n the launch that is best. */
static void add_point(struct workbook_writing *writing, size_t index) {
    const struct speedup_row *rows = writing->table->rows, *row = &rows[index];
    if (row->baseline || !(row_number(row, COLUMN_MEDIAN) > 0) ||
        (on_cpu(row) && !is_shown(writing, row))) {
        return;
    }
    struct series *series = series_of(writing, row);
    for (size_t i = 0; series != NULL && !on_cpu(row) && i < series->count; i++) {
        if (equal(&rows[series->rows[i]], row, COLUMN_N)) {
            const bool better =
                row_number(row, COLUMN_MEDIAN) < row_number(&rows[series->rows[i]], COLUMN_MEDIAN);
            series->rows[i] = better ? index : series->rows[i];
            return;
        }
    }
    if (series != NULL && series->count < MOST_POINTS) {
        series->rows[series->count++] = index;
    }
}

/* The points of a series, as references to the first sheet; returns the row of the first one. */
static lxw_row_t write_points(struct workbook_writing *writing, const struct series *series) {
    const lxw_row_t first = writing->next;
    const struct speedup_row *rows = writing->table->rows;
    for (size_t i = 0; i < series->count; i++) {
        const struct speedup_row *row = &rows[series->rows[i]];
        const size_t line = series->rows[i] + 2;
        const enum column x = on_cpu(row) ? COLUMN_THREADS : COLUMN_N;
        const enum column shown[] = {x, COLUMN_MEDIAN, COLUMN_SPEEDUP};
        worksheet_write_string(writing->figures, writing->next, 0,
                               series->first->cell[COLUMN_EXERCISE], NULL);
        worksheet_write_string(writing->figures, writing->next, 1,
                               series->first->cell[COLUMN_DEVICE], NULL);
        for (lxw_col_t c = 0; c < 3; c++) {
            const double value = column_is_derived(shown[c])
                                     ? speedup_derive(writing->table, row, shown[c])
                                     : row_number(row, shown[c]);
            worksheet_write_formula_num(
                writing->figures, writing->next, (lxw_col_t)(c + 2),
                arena_printf(&writing->arena, "=rows!%s%zu",
                             speedup_letters(row, shown[c], &writing->arena), line),
                c > 0 ? writing->figure : NULL, isfinite(value) ? value : 0);
        }
        writing->next++;
    }
    return first;
}

static void add_series(struct workbook_writing *writing, lxw_chart *chart,
                       const struct series *series, lxw_row_t first, lxw_col_t y) {
    static const uint8_t types[] = {LXW_CHART_MARKER_SQUARE, LXW_CHART_MARKER_CIRCLE,
                                    LXW_CHART_MARKER_TRIANGLE, LXW_CHART_MARKER_DIAMOND};
    static const lxw_color_t colours[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                          0xe69f00, 0x56b4e9, 0x000000}; /* plots/figure.gp */
    const struct speedup_row *row = series->first;
    const bool modelled = speedup_is_modelled(row);
    lxw_chart_series *line = chart_add_series(chart, NULL, NULL);
    const lxw_row_t last = first + (lxw_row_t)series->count - 1;
    chart_series_set_categories(line, "figures", first, 2, last, 2);
    chart_series_set_values(line, "figures", first, y, last, y);
    chart_series_set_name(
        line, arena_printf(&writing->arena, "%s%s%s%s%s%s", row->cell[COLUMN_SHEET],
                           row->cell[COLUMN_SHEET][0] != '\0' ? ": " : "",
                           row->cell[COLUMN_EXERCISE], on_cpu(row) ? " " : ", ",
                           on_cpu(row) ? row->cell[COLUMN_LAUNCH] : row->cell[COLUMN_DEVICE],
                           modelled ? " (modelled)" : ""));
    chart_series_set_marker_type(line, types[series->variant % 4]);
    lxw_chart_line drawn = {.color = colours[series->variant % 7]};
    lxw_chart_fill hollow = {.none = LXW_TRUE}, full = {.color = drawn.color};
    drawn.dash_type = modelled ? LXW_CHART_LINE_DASH_DASH : LXW_CHART_LINE_DASH_SOLID;
    chart_series_set_marker_fill(line, modelled ? &hollow : &full);
    chart_series_set_line(line, &drawn);
}

/* One chart of the series of the CPU, or of GPUs. */
static void add_chart(struct workbook_writing *writing, bool cpu, lxw_col_t y,
                      const lxw_row_t *first, const char *title) {
    enum { ROWS = 26 /* that a chart takes: all three fit on a printed page */ };
    const uint8_t type = LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS;
    lxw_chart *chart = writing->variants[cpu] > 0 ? workbook_add_chart(writing->book, type) : NULL;
    if (chart == NULL) {
        return;
    }
    bool modelled = false;
    for (size_t i = 0; i < writing->count; i++) {
        if (on_cpu(writing->series[i].first) == cpu) {
            add_series(writing, chart, &writing->series[i], first[i], y);
            modelled = modelled || speedup_is_modelled(writing->series[i].first);
        }
    }
    static lxw_chart_font bold = {.bold = LXW_TRUE, .size = 11};
    static lxw_chart_options wide = {.x_scale = 1.4, .y_scale = 1.75};
    chart_title_set_name(chart, title);
    chart_title_set_name_font(chart, &bold);
    chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
    chart_axis_set_name(chart->x_axis, cpu ? "threads"
                                       : modelled
                                           ? "n. Dashed, hollow marks: modelled, not measured"
                                           : "n");
    chart_axis_set_name(chart->y_axis, y == 3 ? "seconds" : "speedup");
    if (!cpu) {
        chart_axis_set_log_base(chart->x_axis, 10);
        chart_axis_set_log_base(chart->y_axis, 10);
        chart_axis_set_num_format(chart->x_axis, "0E+0");
        chart_axis_set_num_format(chart->y_axis, y == 3 ? "0E+0" : "General");
    }
    worksheet_insert_chart_opt(writing->figures, 1 + ROWS * writing->charts++, 6, chart, &wide);
}

static void write_figures(struct workbook_writing *writing) {
    static const char *const heads[] = {"exercise", "device", "n or threads", "seconds", "speedup"};
    lxw_row_t first[MOST_SERIES];
    for (size_t i = 0; i < writing->table->count; i++) {
        add_point(writing, i);
    }
    for (lxw_col_t c = 0; c < 5; c++) {
        worksheet_write_string(writing->figures, 0, c, heads[c], writing->head);
    }
    worksheet_set_column(writing->figures, 0, 1, 22, NULL);
    worksheet_set_column(writing->figures, 2, 4, 12, NULL);
    set_page(writing->figures, 1);
    writing->next = 1;
    for (size_t i = 0; i < writing->count; i++) {
        first[i] = write_points(writing, &writing->series[i]);
    }
    add_chart(writing, true, 4, first, "Speedup against the sequential program");
    add_chart(writing, false, 3, first, "Time of the kernels alone, the best launch");
    add_chart(writing, false, 4, first, "Speedup of the kernels alone against one core");
}

/* libxlsxwriter prints lines of its own about what fails; the error says it in one. */
static lxw_error close_quietly(lxw_workbook *book) {
    const int kept = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && nothing >= 0) {
        dup2(nothing, STDERR_FILENO);
    }
    const lxw_error result = workbook_close(book);
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    if (nothing >= 0) {
        close(nothing);
    }
    return result;
}

/* Is the text an XML document that ends with the element that it begins with? */
static bool is_complete(const char *text, size_t size) {
    static const char head[] = "?>\n<";
    const char *root = memmem(text, size, head, sizeof head - 1), *end = text + size;
    root = root != NULL ? root + sizeof head - 1 : end;
    size_t length = 0;
    while (root + length < end && strchr(" >/", root[length]) == NULL) {
        length++;
    }
    while (end > root && end[-1] == '\n') {
        end--;
    }
    return length > 0 && (size_t)(end - root) > length + 2 && end[-1] == '>' &&
           memcmp(end - 1 - length, root, length) == 0;
}

/* Are all parts of the workbook complete? libxlsxwriter makes each in a temporary file, and does
 * not look whether what it writes arrives there: on a full disk, parts end anywhere. */
static bool is_whole(const void *bytes, size_t size) {
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    bool whole = archive != NULL && archive_read_support_format_zip(archive) == ARCHIVE_OK &&
                 archive_read_open_memory(archive, bytes, size) == ARCHIVE_OK;
    int status = ARCHIVE_EOF;
    size_t parts = 0;
    while (whole && (status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK) {
        struct arena arena = {0};
        const size_t length = (size_t)archive_entry_size(entry);
        char *text = arena_alloc(&arena, length + 1);
        whole = archive_read_data(archive, text, length) == (la_ssize_t)length &&
                is_complete(text, length);
        parts++;
        arena_free(&arena);
    }
    archive_read_free(archive);
    return whole && status == ARCHIVE_EOF && parts > 0;
}

/* Moves the finished workbook from memory to `path`: all of it, or nothing. */
static bool keep(int memory, const char *path, struct error *error) {
    struct stat status;
    if (fstat(memory, &status) != 0 || status.st_size == 0) {
        return error_set(error, "%s: the workbook could not be made", path);
    }
    const size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, memory, 0);
    if (bytes == MAP_FAILED) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    const bool good =
        is_whole(bytes, size)
            ? report_replace_file(path, bytes, size, error)
            : error_set(error,
                        "%s: no room for its temporary files: make room in the folder for such "
                        "files, or set TMPDIR to another place",
                        path);
    munmap(bytes, size);
    return good;
}

bool workbook_save(const struct speedup_table *table, const char *path, struct error *error) {
    struct workbook_writing writing = {.table = table};
    /* The same sheet gives the same bytes. */
    lxw_doc_properties properties = {.title = (char *)"Speedup sheet", .created = 946684800};
    if (table->count == 0) {
        return error_set(error, "%s: a sheet without rows has no workbook", path);
    }
    const int memory = memfd_create("workbook", MFD_CLOEXEC);
    if (memory < 0) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    writing.book = workbook_new(arena_printf(&writing.arena, "/proc/self/fd/%d", memory));
    writing.sheet = writing.book != NULL ? workbook_add_worksheet(writing.book, "rows") : NULL;
    writing.figures = writing.book != NULL ? workbook_add_worksheet(writing.book, "figures") : NULL;
    bool good = (writing.sheet != NULL && writing.figures != NULL) ||
                error_set(error, "%s: out of memory", path);
    if (good) {
        workbook_set_properties(writing.book, &properties);
        writing.head = workbook_add_format(writing.book);
        writing.figure = workbook_add_format(writing.book);
        writing.text = workbook_add_format(writing.book);
        format_set_text_wrap(writing.text);
        format_set_bold(writing.head);
        format_set_align(writing.head, LXW_ALIGN_CENTER);
        format_set_num_format(writing.figure, "[<0.001]0.00E+00;[<100]0.000;0");
        write_rows(&writing);
        write_figures(&writing);
        const lxw_error result = close_quietly(writing.book);
        good = result == LXW_NO_ERROR || error_set(error, "%s: %s", path, lxw_strerror(result));
    }
    good = good && keep(memory, path, error);
    close(memory);
    arena_free(&writing.arena);
    return good;
}
