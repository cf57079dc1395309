#include "columns.h"

#include "cells.h"

#include "../report/report.h"
#include "../sheet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Formulas: $X stands for the cell of that column in this row, @X for the one in the baseline's. */
static const struct {
    const char *name, *formula;
} columns[COLUMN_COUNT] = {
    [COLUMN_LAB] = {"lab", NULL},
    [COLUMN_EXERCISE] = {"exercise", NULL},
    [COLUMN_DEVICE] = {"device", NULL},
    [COLUMN_COMPILER] = {"compiler", NULL},
    [COLUMN_FLAGS] = {"flags", NULL},
    [COLUMN_OS] = {"os", NULL},
    [COLUMN_MACHINE] = {"machine", NULL},
    [COLUMN_N] = {"n", NULL},
    [COLUMN_BYTES] = {"bytes", NULL},
    [COLUMN_THREADS] = {"threads", NULL},
    [COLUMN_LAUNCH] = {"launch", NULL},
    [COLUMN_RUNS] = {"runs", NULL},
    [COLUMN_MINIMUM] = {"min_s", NULL},
    [COLUMN_MEDIAN] = {"median_s", NULL},
    [COLUMN_MAXIMUM] = {"max_s", NULL},
    [COLUMN_CEILING] = {"ceiling_gb_s", NULL},
    [COLUMN_NOISE] = {"noise", "=IF(AND(N($N)>0;N($M)>0);($O-$M)/$N;\"\")"},
    [COLUMN_SPEEDUP] = {"speedup", "=IF(AND(N($N)>0;N(@N)>0);@N/$N;\"\")"},
    [COLUMN_EFFICIENCY] = {"efficiency", "=IF(AND(N($N)>0;N(@N)>0;N($J)>0);@N/$N/$J;\"\")"},
    [COLUMN_SERIAL] = {"serial_fraction",
                       "=IF(AND(N($N)>0;N(@N)>0;N($J)>1;N($N)<=N(@N));($N/@N-1/$J)/(1-1/$J);\"\")"},
    [COLUMN_BANDWIDTH] = {"gb_s", "=IF(AND(N($N)>0;N($I)>0);$I/$N/1000000000;\"\")"},
    [COLUMN_OF_CEILING] = {"of_ceiling",
                           "=IF(AND(N($N)>0;N($P)>0;N($I)>0);$I/$N/1000000000/$P;\"\")"},
    [COLUMN_NOTE] = {"note", NULL},
    [COLUMN_LOCKSTEP] = {"lockstep", NULL},
    [COLUMN_COPIES] = {"with_copies_s", NULL},
    [COLUMN_COPIES_SPEEDUP] = {"speedup_with_copies", "=IF(AND(N($Y)>0;N(@N)>0);@N/$Y;\"\")"},
    [COLUMN_MODEL_TIME] = {"modelled_s", NULL},
    [COLUMN_SHEET] = {"sheet", NULL},
};

const char *column_name(enum column column) {
    return columns[column].name;
}

bool speedup_is_modelled(const struct speedup_row *row) {
    return strncmp(row->cell[COLUMN_DEVICE], "simt:", 5) == 0;
}

enum column speedup_place(const struct speedup_row *row, enum column column) {
    return column == COLUMN_MEDIAN && speedup_is_modelled(row) ? COLUMN_MODEL_TIME : column;
}

const char *speedup_letters(const struct speedup_row *row, enum column column,
                            struct arena *arena) {
    enum { LETTERS = 26 };
    const int place = (int)speedup_place(row, column);
    return arena_printf(arena, "%s%c", place < LETTERS ? "" : "A", 'A' + place % LETTERS);
}

/* What stands in that column of a sheet, where it does not follow from others. */
static const char *speedup_cell(const struct speedup_row *row, enum column column) {
    return speedup_place(row, column) != column                      ? ""
           : column == COLUMN_MODEL_TIME && speedup_is_modelled(row) ? row->cell[COLUMN_MEDIAN]
                                                                     : row->cell[column];
}

bool column_is_derived(enum column column) {
    return columns[column].formula != NULL;
}

double row_number(const struct speedup_row *row, enum column column) {
    const char *text = row->cell[column];
    char *end;
    double value = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(value) ? value : NAN;
}

/* The same text, or the same number: 1e8 is 100000000. */
static bool same(const struct speedup_row *a, const struct speedup_row *b, enum column column) {
    return strcmp(a->cell[column], b->cell[column]) == 0 ||
           (column == COLUMN_N && row_number(a, column) == row_number(b, column));
}

/* Of several baselines a GPU is compared with the one built so: the best that one core can do. */
static const char best_flags[] = "-O3 -march=native";

/* How well a baseline serves for a GPU's row: of two that are equal, the first counts. */
static int baseline_rank(const struct speedup_row *baseline) {
    if (strcmp(baseline->cell[COLUMN_FLAGS], best_flags) != 0) {
        return 1;
    }
    return row_number(baseline, COLUMN_MEDIAN) > 0 ? 3 : 2; /* a compiler may be absent */
}

const struct speedup_row *speedup_baseline(const struct speedup_table *table,
                                           const struct speedup_row *row) {
    const struct speedup_row *found = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *other = &table->rows[i];
        if (!other->baseline || !same(row, other, COLUMN_LAB) || !same(row, other, COLUMN_N) ||
            !same(row, other, COLUMN_SHEET)) {
            continue;
        }
        if (!same(row, other, COLUMN_DEVICE)) {
            if (found == NULL || baseline_rank(other) > baseline_rank(found)) {
                found = other;
            }
        } else if (same(row, other, COLUMN_COMPILER) && same(row, other, COLUMN_FLAGS)) {
            return other;
        }
    }
    return found;
}

double speedup_derive(const struct speedup_table *table, const struct speedup_row *row,
                      enum column column) {
    const struct speedup_row *baseline = speedup_baseline(table, row);
    double median = row_number(row, COLUMN_MEDIAN), threads = row_number(row, COLUMN_THREADS);
    double speedup = baseline != NULL ? row_number(baseline, COLUMN_MEDIAN) / median : NAN;
    double bandwidth = 1e-9 * row_number(row, COLUMN_BYTES) / median;
    double value = NAN;
    switch (column) {
    case COLUMN_NOISE:
        value = (row_number(row, COLUMN_MAXIMUM) - row_number(row, COLUMN_MINIMUM)) / median;
        break;
    case COLUMN_SPEEDUP:
        value = speedup;
        break;
    case COLUMN_COPIES_SPEEDUP:
        value = baseline != NULL
                    ? row_number(baseline, COLUMN_MEDIAN) / row_number(row, COLUMN_COPIES)
                    : NAN;
        break;
    case COLUMN_EFFICIENCY:
        value = speedup / threads;
        break;
    case COLUMN_SERIAL:
        /* Slower than one thread: no fraction tells that. */
        value = threads > 1 && speedup >= 1 ? (1 / speedup - 1 / threads) / (1 - 1 / threads) : NAN;
        break;
    case COLUMN_BANDWIDTH:
        value = bandwidth;
        break;
    case COLUMN_OF_CEILING:
        value = bandwidth / row_number(row, COLUMN_CEILING);
        break;
    default:
        break;
    }
    return median > 0 && isfinite(value) ? value : NAN;
}

struct speedup_row *speedup_add(struct speedup_table *table) {
    if ((table->count & (table->count - 1)) == 0) { /* full at 0, 1, 2, 4… */
        size_t room = table->count == 0 ? 1 : 2 * table->count;
        struct speedup_row *rows = arena_alloc(&table->arena, room * sizeof *rows);
        if (table->count > 0) {
            memcpy(rows, table->rows, table->count * sizeof *rows);
        }
        table->rows = rows;
    }
    struct speedup_row *row = &table->rows[table->count++];
    *row = (struct speedup_row){0};
    for (int column = 0; column < COLUMN_COUNT; column++) {
        row->cell[column] = "";
    }
    return row;
}

/* Where the heading stands in the sheet, from that column on; or the number of columns. */
static size_t find_heading(const struct sheet *sheet, const char *heading, size_t from) {
    while (from < sheet->columns && strcmp(sheet_cell(sheet, 0, from), heading) != 0) {
        from++;
    }
    return from;
}

/* Where each column of ours stands in the sheet. */
static bool find_columns(const struct sheet *sheet, const char *path, size_t at[COLUMN_COUNT],
                         struct error *error) {
    for (int column = 0; column < COLUMN_COUNT; column++) {
        at[column] = find_heading(sheet, columns[column].name, 0);
        if (find_heading(sheet, columns[column].name, at[column] + 1) < sheet->columns) {
            return error_set(error, "%s: its first line has two columns '%s': keep one of them",
                             path, columns[column].name);
        }
        if (at[column] == sheet->columns && !column_is_derived((enum column)column) &&
            column != COLUMN_NOTE && column != COLUMN_CEILING && column < COLUMN_LOCKSTEP) {
            return error_set(error,
                             "%s: no column '%s' in its first line (speedup_template.csv has all)",
                             path, columns[column].name);
        }
    }
    return true;
}

/* A cell as the rest of the kit wants it. */
static const char *clean_cell(struct arena *arena, enum column column, const char *text) {
    static const enum column whole[] = {COLUMN_N, COLUMN_BYTES, COLUMN_THREADS, COLUMN_RUNS};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        if (column == whole[i]) {
            return cell_number(arena, text, true);
        }
    }
    if (column_is_derived(column) && text[0] == '=') {
        return ""; /* a formula says nothing yet */
    }
    const bool number = column_is_derived(column) ||
                        (column >= COLUMN_MINIMUM && column <= COLUMN_CEILING) ||
                        column == COLUMN_COPIES || column == COLUMN_MODEL_TIME;
    if (number) {
        return cell_number(arena, text, false);
    }
    /* The apostrophe that keeps "-O3 -march=native" from being a formula is no part of it. */
    return arena_strdup(arena, text + (text[0] == '\'' && strchr("=+-@", text[1]) != NULL));
}

bool speedup_read(struct speedup_table *table, const char *path, struct error *error) {
    *table = (struct speedup_table){0};
    struct sheet sheet;
    size_t at[COLUMN_COUNT] = {0};
    if (!sheet_read(&sheet, path, true, error)) {
        return false;
    }
    bool good = find_columns(&sheet, path, at, error);
    for (size_t i = 1; good && i < sheet.rows; i++) {
        struct speedup_row *row = speedup_add(table);
        for (int column = 0; column < COLUMN_COUNT; column++) {
            const char *text = at[column] < sheet.columns ? sheet_cell(&sheet, i, at[column]) : "";
            row->cell[column] = clean_cell(&table->arena, (enum column)column, text);
        }
        if (speedup_is_modelled(row) && row->cell[COLUMN_MODEL_TIME][0] != '\0') {
            row->cell[COLUMN_MEDIAN] = row->cell[COLUMN_MODEL_TIME];
        }
    }
    sheet_free(&sheet);
    return good;
}

const char *speedup_formula(const struct speedup_table *table, const struct speedup_row *row,
                            enum column column, struct arena *arena) {
    const char *formula = columns[column].formula;
    const struct speedup_row *baseline = speedup_baseline(table, row);
    if (formula == NULL || (baseline == NULL && strchr(formula, '@') != NULL)) {
        return NULL;
    }
    const char *text = "";
    for (const char *at = formula; *at != '\0'; at++) {
        if (*at == '$' || *at == '@') { /* sheet rows count from 1, and the first holds the names */
            const struct speedup_row *of = *at == '$' ? row : baseline;
            at++;
            text = arena_printf(arena, "%s%s%zu", text,
                                speedup_letters(of, (enum column)(*at - 'A'), arena),
                                (size_t)(of - table->rows) + 2);
        } else { /* a comma is what English spreadsheets put between arguments */
            text = arena_printf(arena, "%s%c", text, *at == ';' ? ',' : *at);
        }
    }
    return text;
}

/* As a cell of a CSV. */
static void write_formula(const struct speedup_table *table, const struct speedup_row *row,
                          enum column column, FILE *file) {
    struct arena arena = {0};
    const char *formula = speedup_formula(table, row, column, &arena);
    fputs(formula != NULL ? ",\"" : ",", file);
    for (const char *at = formula; at != NULL && *at != '\0'; at++) {
        fputs(*at == '"' ? "\"\"" : (char[]){*at, '\0'}, file);
    }
    fputs(formula != NULL ? "\"" : "", file);
    arena_free(&arena);
}

static bool is_merged(const struct speedup_table *table) {
    return table->count > 0 && table->rows[0].cell[COLUMN_SHEET][0] != '\0';
}

void speedup_write(const struct speedup_table *table, bool formulas, FILE *file) {
    const int count = is_merged(table) ? COLUMN_COUNT : COLUMN_SHEET;
    for (int column = 0; column < count; column++) {
        sheet_write_plain(file, columns[column].name, column == 0);
    }
    fputc('\n', file);
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *row = &table->rows[i];
        for (int column = 0; column < count; column++) {
            double value = speedup_derive(table, row, (enum column)column);
            if (column == COLUMN_FLAGS && strpbrk(row->cell[column], ",\"\n=@") == NULL) {
                sheet_write_plain(file, row->cell[column], false); /* "-O2" must stay text */
            } else if (!column_is_derived((enum column)column)) {
                sheet_write_text(file, speedup_cell(row, (enum column)column), column == 0);
            } else if (formulas) {
                write_formula(table, row, (enum column)column, file);
            } else if (isnan(value)) {
                fputc(',', file);
            } else {
                fprintf(file, ",%.4g", value);
            }
        }
        fputc('\n', file);
    }
}

bool speedup_save(const struct speedup_table *table, const char *path, struct error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    speedup_write(table, false, file);
    bool good = fclose(file) == 0 || error_set(error, "%s: %s", path, strerror(errno));
    good = good && report_replace_file(path, text, size, error);
    free(text);
    return good;
}

void speedup_free(struct speedup_table *table) {
    arena_free(&table->arena);
    *table = (struct speedup_table){0};
}
